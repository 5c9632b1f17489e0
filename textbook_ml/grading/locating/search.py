"""The search for one edit that corrects a wrong function.

The edited functions run in a worker process, like all code of a submission. An edit counts only if
the edited function is right on all cases of two seeds. One ordinary case rejects most edits, and a
few more reject most of the others.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from textbook_ml.grading.findings import fault_of_value, finding
from textbook_ml.grading.locating.answers import Exam, corrects_a_part, known_answers, same
from textbook_ml.grading.locating.edited_calls import RECORDER
from textbook_ml.grading.locating.edited_functions import FAILED, EditedFunctions
from textbook_ml.grading.locating.location import Repairs, order
from textbook_ml.grading.runner.session import CallAnswer
from textbook_ml.questions import Question
from textbook_ml.questions.framework.case_filters import is_ordinary
from textbook_ml.questions.framework.diagnosis import has_no_answer
from textbook_ml.questions.framework.edits import TIERS, Change, Code, Edit, changes, recording

SHARE = 0.6  # part of the time for the search for one edit; the rest is for second mistakes
FEW, FEW_EDITS, SECOND_SEED, MORE = 6, 5, "second seed for repairs", 100


WHOLE, PARTIAL = "whole", "partial"


@dataclass(frozen=True, slots=True)
class Progress:
    """A change of one function that may leave one known mistake."""

    tier: int
    code: Code
    change: Change | Edit


class Search:
    """The search for one wrong function, until its time is over."""

    def __init__(
        self,
        functions: EditedFunctions,
        question: Question,
        exam: Exam,
        answers: Sequence[CallAnswer],
        probe: int,
    ) -> None:
        self.functions, self.question, self.exam, self.probe = functions, question, exam, probe
        self.answers = answers[: len(exam)]  # the cases without repetitions
        self.spent = functions.budget.spent
        self.few_cases = sorted(range(len(exam)), key=lambda place: place != probe)[:FEW]
        silent = sum(has_no_answer(got.value) for got in self.answers)
        self.seldom_silent = 4 * silent <= len(self.answers)
        self.second: tuple[Exam, range] | None = None  # cases of the second seed
        self.second_answers: list[CallAnswer] | None = None  # of the student's own function
        self.progress: list[Progress] = []  # edits that may leave one known mistake
        self.known = known_answers(question, *exam[probe])

    def one_edit(self, target: Sequence[Code]) -> Repairs:
        """Return the likely edits that correct the function."""
        repairs = Repairs()
        for tier in range(TIERS):
            for code in target:  # the function itself before its helpers
                self.repair(code, tier, repairs, target[0])
                if self.spent() > SHARE:
                    break
            if repairs.whole.rank < 2 or self.spent() > SHARE:
                break
        return repairs

    def repair(self, code: Code, tier: int, repairs: Repairs, original: Code) -> None:
        """Add the edits of a tier that correct the function."""
        right = self.right_at_first(code, tier)
        for case in self.few_cases[1:] if len(right) > FEW_EDITS else ():
            right = self.still_right(code, right, case)
        for edit in sorted((change.edit for change in right), key=order):
            strict = repairs.needs_answers(edit)
            if strict is not None:
                verdict = self.verdict(code, edit.code, original, strict)
                if verdict:
                    repairs.add(edit, whole=verdict == WHOLE)

    def record(self, code: Code) -> None:
        """Record what kind of value each expression has in one call."""
        code.seen = self.functions.shapes(code, recording(code, RECORDER), self.probe)

    def right_at_first(self, code: Code, tier: int) -> list[Change | Edit]:
        """Return the edits of a tier that answer the first case right, and note progress."""
        expected = self.exam[self.probe][1]
        mine, right = self.answers[self.probe].value, []
        every = list(changes(code, tier))
        for (values, numbers), batch in self.functions.values(code, every, self.probe):
            ok = [self.is_right_value(self.probe, value) for value in values]
            near = [
                not good and not same(value, mine) and self.is_progress(value, expected)
                for good, value in zip(ok, values)
            ]
            for change, number in zip(batch, numbers):
                if number != FAILED and ok[number]:
                    right.append(change)
                elif number != FAILED and near[number]:
                    self.progress.append(Progress(tier, code, change))
        return right

    def still_right(
        self, code: Code, right: Sequence[Change | Edit], place: int
    ) -> list[Change | Edit]:
        """Return the edits that are right in another case too."""
        found: list[Change | Edit] = []
        for (values, numbers), batch in self.functions.values(code, right, place):
            ok = [self.is_right_value(place, value) for value in values]
            ok.append(self.may_be_silent(self.exam[place][0], self.answers[place]))  # if it FAILED
            found += [change for change, number in zip(batch, numbers) if ok[number]]
        return found

    def is_right_value(self, place: int, value: Any) -> bool:
        """Return whether a value is right in a case, or as silent as the student's own answer."""
        case, expected = self.exam[place]
        if fault_of_value(self.question, case, expected, value) is None:
            return True
        silent = place != self.probe and has_no_answer(value)
        return silent and self.may_be_silent(case, self.answers[place])

    def is_progress(self, value: Any, expected: Any) -> bool:
        """Return whether an answer is that of a known mistake, or right in one of its parts."""
        mine = self.answers[self.probe].value
        known = any(same(value, theirs) for theirs in self.known)
        return known or corrects_a_part(expected, mine, value)

    def verdict(self, code: Code, text: str, original: Code, strict: bool = False) -> str:
        """Return whether an edited function is right in all cases of two seeds: "" if it is not.

        It is only PARTIAL if it has no answer in some cases in which the student's own function
        has none. With `strict`, it must be WHOLE.
        """
        silent = [place for place, got in enumerate(self.answers) if has_no_answer(got.value)]
        if strict and silent:
            answers = self.functions.answers(code.name, text, silent)
            if not self.no_fault(silent, answers):
                return ""
        answers = self.answers_of(code, text)
        if not self.all_right(self.exam, answers, self.answers):
            return ""
        if not self.second_all_right(code, text, original):
            return ""
        return WHOLE if self.no_fault(silent, [answers[place] for place in silent]) else PARTIAL

    def no_fault(self, places: Sequence[int], answers: Sequence[CallAnswer]) -> bool:
        """Return whether all answers to some of the cases are right."""
        return len(places) == len(answers) and all(
            finding(self.question, *self.exam[place], got) is None
            for place, got in zip(places, answers)
        )

    def second_all_right(self, code: Code, text: str, original: Code) -> bool:
        """Return whether an edited function is right in the cases of the second seed."""
        if self.second is None:
            more = self.question.exam(SECOND_SEED, MORE)
            self.second = more, self.functions.add_cases([case for case, _ in more])
        exam, numbers = self.second
        answers = self.functions.answers(code.name, text, numbers)
        own: list[CallAnswer] = []
        if any(has_no_answer(got.value) for got in answers):
            own = self.second_answers or self.functions.answers(
                original.name, original.text, numbers
            )
            self.second_answers = own
        return self.all_right(exam, answers, own or answers)

    def answers_of(self, code: Code, text: str) -> list[CallAnswer]:
        """Return the answers of an edited function to all cases; fewer if there is no time."""
        return self.functions.answers(code.name, text, range(len(self.exam)))

    def all_right(
        self, some: Exam, answers: Sequence[CallAnswer], own: Sequence[CallAnswer]
    ) -> bool:
        """Return whether every answer is right.

        A failure on very large or very small numbers, or an exception in a few cases, is ignored
        if the student's own function (with the answers `own`) fails there too, because that is
        another mistake.
        """
        return len(answers) == len(some) == len(own) and all(
            finding(self.question, case, expected, got) is None
            or (has_no_answer(got.value) and self.may_be_silent(case, mine))
            for (case, expected), got, mine in zip(some, answers, own)
        )

    def may_be_silent(self, case: Any, mine: CallAnswer) -> bool:
        """Return whether an exception in a case is ignored, because it is another mistake."""
        return has_no_answer(mine.value) and (self.seldom_silent or not is_ordinary(case))
