"""One question of one submission: it is asked, judged, asked again, and explained."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from difflib import get_close_matches
from time import monotonic
from typing import Any

from textbook_ml.grading.explain import explanation
from textbook_ml.grading.findings import Finding, finding, lost_finding, raised_words
from textbook_ml.grading.interview import Answer
from textbook_ml.grading.process import Lost
from textbook_ml.grading.pupil import Pupil
from textbook_ml.grading.results import QuestionResult, Verdict
from textbook_ml.grading.setting import Setting
from textbook_ml.grading.tasks import Task
from textbook_ml.questions import Misconception
from textbook_ml.questions.diagnosis import (
    Raised,
    diagnose,
    explains,
    failure_help,
    has_no_answer,
)
from textbook_ml.questions.judge import Case, extra_key, show
from textbook_ml.questions.shrink import shrink

REPEATED = 5  # cases that are asked a second time
SHRINKING = 5.0  # seconds for a smaller counterexample
SHRUNK = (Verdict.WRONG_VALUE, Verdict.WRONG_TYPE, Verdict.RAISED, Verdict.MUTATED_ARGUMENT)
EXPLAINED = (Verdict.WRONG_VALUE, Verdict.WRONG_TYPE, Verdict.RAISED)
TWO_ANSWERS = (
    "The same call gave two different answers: does the function keep something from call to "
    "call, or leave something to chance?"
)
CARRIED = (*SHRUNK, Verdict.TIMEOUT, Verdict.CRASHED, Verdict.OUT_OF_MEMORY)


def examine(setting: Setting, task: Task) -> QuestionResult:
    """The result of one question; what goes wrong with the grader itself costs nothing."""
    start = monotonic()
    try:
        result = Examination(setting, task).result()
    except Exception as error:
        words = f"The grader failed here ({type(error).__name__}: {error}): this costs you nothing."
        result = bare(task, Verdict.GRADER_ERROR, words, task.points)
    return replace(result, seconds=monotonic() - start)


def bare(task: Task, verdict: Verdict, words: str, score: float = 0.0) -> QuestionResult:
    """A result of which there is no more to say."""
    asked = task.question
    return QuestionResult(
        asked.id, asked.function, verdict, score, task.points, words, visible=task.visible
    )


def differ(one: Any, other: Any) -> bool:
    """Are these two answers? The words of an exception are no part of the answer.

    >>> differ(float("nan"), float("nan")), differ(1, 1.5)
    (False, True)
    """
    if isinstance(one, Raised) and isinstance(other, Raised):
        return one.type_name != other.type_name
    return repr(one) != repr(other)


class Examination:
    """One question, from the first case to the words for the student."""

    def __init__(self, setting: Setting, task: Task) -> None:
        self.setting, self.task, self.question = setting, task, task.question
        self.exam = self.question.exam(setting.seed, setting.cases)
        self.cases = [case for case, _ in self.exam]

    def result(self) -> QuestionResult:
        """What became of the question."""
        absent = self.absent()
        if absent is not None:
            return absent
        with self.setting.pupil(self.question) as pupil:
            order = [*range(len(self.cases)), *self.repeated()]
            answers, lost = pupil.ask_all([self.cases[place] for place in order])
            found = self.first_finding(order, answers, lost)
            if self.not_attempted(answers):
                return self.not_written(found)
            if lost is None:
                found = self.unstable(pupil, order, answers, found) or found
            told = self.told(pupil, answers, lost, found)
            pupil.drop()
            judged = min(len(answers), len(self.cases))
            told = replace(told, cases=judged, output=pupil.output)
        return self.carried_forward(told)

    def repeated(self) -> list[int]:
        """The places of some cases that are asked twice: the last one, the first, some between."""
        last, parts = len(self.cases) - 1, REPEATED - 1
        return sorted({last * part // parts for part in range(REPEATED)}, reverse=True)

    def absent(self) -> QuestionResult | None:
        """The result if the file defines no such function."""
        survey, name = self.setting.survey, self.question.function
        if name in survey.report.names:
            return None
        error = survey.why_absent(name, self.setting.source)
        if error is not None:
            words = f"The file could not be loaded as far as {name}. {error}."
            return bare(self.task, Verdict.LOAD_ERROR, words)
        near = get_close_matches(name, survey.report.names, n=3)
        advice = f" Did you mean {' or '.join(near)}?" if near else ""
        words = f"The file defines no function {name}.{advice}"
        return bare(self.task, Verdict.MISSING, words)

    def first_finding(
        self, order: Sequence[int], answers: Sequence[Answer], lost: Lost | None
    ) -> Finding | None:
        """The first case that goes wrong; one whose answer is right counts last."""
        found = []
        for place, answer in zip(order, answers):
            case, expected = self.exam[place]
            fault = finding(self.question, case, expected, answer)
            if fault is not None:
                found.append(fault)
        if lost is not None:
            case, expected = self.exam[order[len(answers)]]
            found.append(lost_finding(case, expected, lost))
        return min(found, key=lambda f: f.verdict is Verdict.MUTATED_ARGUMENT, default=None)

    def not_attempted(self, answers: Sequence[Answer]) -> bool:
        """Is this still the function that the starter file came with?"""
        if not answers:
            return False
        first = answers[0].value
        if isinstance(first, Raised):
            return first.type_name == "NotImplementedError"
        return first is None and self.question.function in self.setting.survey.report.stubs

    def not_written(self, found: Finding | None) -> QuestionResult:
        """The result of what is not implemented; a helper may be to blame instead."""
        words = "Not written yet: it still says that it is not implemented."
        blank = bare(self.task, Verdict.NOT_ATTEMPTED, words)
        if found is None or self.question.function in self.setting.survey.report.stubs:
            return blank
        carried = self.carried_forward(bare(self.task, found.verdict, found.words))
        return carried if carried.given else blank

    def unstable(
        self, pupil: Pupil, order: Sequence[int], answers: Sequence[Answer], found: Finding | None
    ) -> Finding | None:
        """A finding if the same case gets two answers, and not both are right.

        Two answers that are both right may differ: chance is allowed on the way.
        """
        once = len(self.cases)
        twice = list(zip(order[once:], answers[once:]))
        if found is not None:
            place = self.cases.index(found.case)
            try:
                twice.append((place, pupil.ask(found.case)))
            except Lost as lost:
                return lost_finding(found.case, found.expected, lost)
        for place, second in twice:
            case, expected = self.exam[place]
            faults = [finding(self.question, case, expected, a) for a in (answers[place], second)]
            if any(faults) and differ(answers[place].value, second.value):
                got = f"{show(answers[place].value)} and then {show(second.value)}"
                return Finding(Verdict.UNSTABLE, TWO_ANSWERS, case, expected, got)
        return None

    def told(
        self, pupil: Pupil, answers: Sequence[Answer], lost: Lost | None, found: Finding | None
    ) -> QuestionResult:
        """The finding, with the smallest counterexample and the misunderstanding behind it."""
        if found is None:
            words = f"Right on all {len(self.exam)} cases."
            passed = bare(self.task, Verdict.PASSED, words, self.task.points)
            return replace(passed, help=self.extra_keys(answers))
        wrong = self.diagnosis(answers) if lost is None and found.verdict in EXPLAINED else None
        if wrong is not None:
            found = self.shown_by(wrong, answers) or found
        if found.verdict in SHRUNK:
            found = self.smallest(pupil, found)
        if found.verdict is Verdict.RAISED:
            found = self.explained(found, answers)
        return replace(
            bare(self.task, found.verdict, found.words),
            counterexample=found.counterexample(self.question),
            misconception=None if wrong is None else wrong.name,
            help=None if wrong is None else wrong.help,
        )

    def diagnosis(self, answers: Sequence[Answer]) -> Misconception | None:
        """The misconception that answers as the student does; a failing search names none."""
        seen = [(case, answer.value) for case, answer in zip(self.cases, answers)]
        with suppress(Exception):
            return diagnose(self.question, seen)
        return None

    def extra_keys(self, answers: Sequence[Answer]) -> str | None:
        """A remark on keys of a right answer that the question does not ask for."""
        for (_, expected), answer in zip(self.exam, answers):
            if (key := extra_key(expected, answer.value)) is not None:
                said = f"The dict also has the key {show(key)}, which is not asked for"
                return f"{said}: it is ignored."
        return None

    def explained(self, found: Finding, answers: Sequence[Answer]) -> Finding:
        """The finding with a sentence on its exception; a sentence that fails is left out."""
        answer = found.answer
        if answer is None or not isinstance(answer.value, Raised):
            return found
        raised, words = answer.value, found.words
        with suppress(Exception):
            file = self.setting.survey.file(self.setting.limits, self.setting.source)
            said = explanation(
                raised.type_name, raised.message, answer.line, answer.facts, file
            )
            words = raised_words(answer, raised, said or raised.message)
            seen = [(case, a.value) for case, a in zip(self.cases, answers)]
            if more := failure_help(self.question, seen):
                words = f"{words} {more}"
        return replace(found, words=words)

    def shown_by(self, wrong: Misconception, answers: Sequence[Answer]) -> Finding | None:
        """The first finding that this misconception explains: not one on an overflow beside it."""
        for (case, expected), answer in zip(self.exam, answers):
            fault = finding(self.question, case, expected, answer)
            if fault is not None and fault.verdict in EXPLAINED:
                if explains(self.question, wrong, case, answer.value):
                    return fault
        return None

    def smallest(self, pupil: Pupil, found: Finding) -> Finding:
        """The finding on the smallest case that goes wrong in the same way."""
        best, end, silent = [found], monotonic() + SHRINKING, True

        def fails(case: Case) -> bool:
            if monotonic() > end:
                return False
            expected, answer = self.question.expected(case), pupil.ask(case)
            again = finding(self.question, case, expected, answer)
            if again is None or again.verdict is not found.verdict:
                return False
            if has_no_answer(answer.value) and not silent:
                return False
            if found.answer is not None and differ(found.answer.value, answer.value):
                return False  # another exception
            best.append(again)
            return True

        with suppress(Exception):  # a child that is lost on the way, or a case that has no answer
            silent = has_no_answer(pupil.ask(found.case).value)
            shrink(self.question, found.case, fails)
        return best[-1]

    def carried_forward(self, result: QuestionResult) -> QuestionResult:
        """Full points if the function is right once the student's other functions are."""
        names = self.setting.survey.report.names
        given = tuple(name for name in self.question.helpers if name in names)
        if not given or result.verdict not in CARRIED:
            return result
        with self.setting.pupil(self.question, given) as pupil:
            answers, lost = pupil.ask_all(self.cases)
        if self.first_finding(range(len(self.cases)), answers, lost) is not None:
            return result
        used = tuple(name for name in given if name in pupil.asked) or given
        right = f"It is right, given a correct {' and '.join(used)}: it has its points."
        return replace(  # what is misunderstood is so in the helper
            result,
            score=self.task.points,
            given=used,
            words=f"{result.words} {right}",
            misconception=None,
            help=None,
        )
