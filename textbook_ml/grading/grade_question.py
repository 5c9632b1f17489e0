"""Grade one question of one submission: run the cases, judge the answers, explain mistakes."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from difflib import get_close_matches
from time import monotonic
from typing import Any

from textbook_ml.grading.context import GradingContext
from textbook_ml.grading.explain_exception import explanation
from textbook_ml.grading.findings import Finding, finding, lost_finding, raised_words
from textbook_ml.grading.locate import locate
from textbook_ml.grading.results import QuestionResult, Verdict
from textbook_ml.grading.runner.load_check import NOT_PYTHON
from textbook_ml.grading.runner.process import ProcessLost
from textbook_ml.grading.runner.retrying_runner import Runner
from textbook_ml.grading.runner.session import CallAnswer
from textbook_ml.grading.tasks import Task
from textbook_ml.questions import Misconception, Question
from textbook_ml.questions.framework.diagnosis import (
    SECOND_MISTAKE,
    RaisedException,
    diagnose,
    explains,
    failure_help,
    has_no_answer,
)
from textbook_ml.questions.framework.judge import Case, extra_key, show
from textbook_ml.questions.framework.shrink import shrink

REPEATED = 5  # number of cases that are run twice
SHRINKING = 5.0  # seconds to search for a smaller counterexample
SHRUNK = (Verdict.WRONG_VALUE, Verdict.WRONG_TYPE, Verdict.RAISED, Verdict.MUTATED_ARGUMENT)
EXPLAINED = (Verdict.WRONG_VALUE, Verdict.WRONG_TYPE, Verdict.RAISED)
TWO_ANSWERS = (
    "The same call returned two different values. Does the function use random numbers, or data "
    "from earlier calls?"
)
PARTIAL = (*SHRUNK, Verdict.TIMEOUT, Verdict.CRASHED, Verdict.OUT_OF_MEMORY)
CARRIED = (*SHRUNK, Verdict.TIMEOUT, Verdict.CRASHED, Verdict.OUT_OF_MEMORY)


def grade_task(setting: GradingContext, task: Task) -> QuestionResult:
    """Return the result of one question; full points if the grader itself fails."""
    start = monotonic()
    try:
        result = Examination(setting, task).result()
    except Exception as error:
        words = f"The grader failed here ({type(error).__name__}: {error}). You lose no points."
        result = verdict_only_result(task, Verdict.GRADER_ERROR, words, task.points)
    return replace(result, seconds=monotonic() - start)


def verdict_only_result(
    task: Task, verdict: Verdict, words: str, score: float = 0.0
) -> QuestionResult:
    """Return a result that has only a verdict, a sentence and a score."""
    asked = task.question
    return QuestionResult(
        asked.id, asked.function, verdict, score, task.points, words, visible=task.visible
    )


def answers_differ(one: Any, other: Any) -> bool:
    """Return whether two answers differ; two exceptions differ if their types differ.

    >>> answers_differ(float("nan"), float("nan")), answers_differ(1, 1.5)
    (False, True)
    """
    if isinstance(one, RaisedException) and isinstance(other, RaisedException):
        return one.type_name != other.type_name
    return repr(one) != repr(other)


class Examination:
    """The grading of one question, from the first case to the explanation."""

    question: Question
    setting: GradingContext
    task: Task
    exam: Sequence[tuple[Case, Any]]
    cases: list[Case]

    def __init__(self, setting: GradingContext, task: Task) -> None:
        self.setting, self.task, self.question = setting, task, task.question
        self.exam = self.question.exam(setting.seed, setting.cases)
        self.cases = [case for case, _ in self.exam]

    def result(self) -> QuestionResult:
        """Run the cases and return the result of the question."""
        absent = self.absent()
        if absent is not None:
            return absent
        with self.setting.runner(self.question) as runner:
            case_indices = [*range(len(self.cases)), *self.repeated()]
            answers, lost = runner.ask_all([self.cases[i] for i in case_indices])
            found = self.first_finding(case_indices, answers, lost)
            if self.not_attempted(answers):
                return self.not_written(found)
            if lost is None:
                found = self.unstable(runner, case_indices, answers, found) or found
            result = self.described(runner, answers, lost, found)
            runner.drop()
            result = self.in_part(result, answers)
            judged = min(len(answers), len(self.cases))
            result = replace(result, cases=judged, output=runner.output)
        return self.carried_forward(result)

    def repeated(self) -> list[int]:
        """Return the indices of the cases that are run twice: the last, the first, some between."""
        last, parts = len(self.cases) - 1, REPEATED - 1
        return sorted({last * part // parts for part in range(REPEATED)}, reverse=True)

    def absent(self) -> QuestionResult | None:
        """Return the result if the file does not define the function; otherwise None."""
        survey, name = self.setting.survey, self.question.target
        if self.question.form.kind == "script":
            failed = [error for error in survey.errors if error.type in NOT_PYTHON]
            words = f"The script could not be read. {failed[0]}." if failed else ""
            return verdict_only_result(self.task, Verdict.LOAD_ERROR, words) if failed else None
        if self.question.form.kind == "program":
            words = "The program cannot be built; see the top of the report."
            built = not survey.report.build
            return None if built else verdict_only_result(self.task, Verdict.LOAD_ERROR, words)
        if name in survey.report.names:
            return None
        error = survey.why_absent(name, self.setting.source)
        if error is not None:
            words = f"{name} could not be loaded. {error}."
            return verdict_only_result(self.task, Verdict.LOAD_ERROR, words)
        near = get_close_matches(name, survey.report.names, n=3)
        advice = f" Did you mean {' or '.join(near)}?" if near else ""
        kind = self.question.form.kind
        words = f"The file does not define the {kind} {name}.{advice}"
        return verdict_only_result(self.task, Verdict.MISSING, words)

    def first_finding(
        self, case_indices: Sequence[int], answers: Sequence[CallAnswer], lost: ProcessLost | None
    ) -> Finding | None:
        """Return the first wrong answer; changed arguments count only if all answers are right."""
        found = []
        for index, answer in zip(case_indices, answers):
            case, expected = self.exam[index]
            fault = finding(self.question, case, expected, answer)
            if fault is not None:
                found.append(fault)
        if lost is not None:
            case, expected = self.exam[case_indices[len(answers)]]
            found.append(lost_finding(case, expected, lost))
        return min(found, key=lambda f: f.verdict is Verdict.MUTATED_ARGUMENT, default=None)

    def not_attempted(self, answers: Sequence[CallAnswer]) -> bool:
        """Return whether the function is still as in the starter file."""
        if not answers:
            return False
        first = answers[0].value
        if isinstance(first, RaisedException):
            return first.type_name == "NotImplementedError"
        return first is None and self.question.function in self.setting.survey.report.stubs

    def not_written(self, found: Finding | None) -> QuestionResult:
        """Return the result of a function that is not written, or that calls such a function."""
        words = "Not written yet: the function raises NotImplementedError or returns nothing."
        blank = verdict_only_result(self.task, Verdict.NOT_ATTEMPTED, words)
        if found is None or self.question.function in self.setting.survey.report.stubs:
            return blank
        carried = self.carried_forward(verdict_only_result(self.task, found.verdict, found.words))
        return carried if carried.given else blank

    def unstable(
        self,
        runner: Runner,
        case_indices: Sequence[int],
        answers: Sequence[CallAnswer],
        found: Finding | None,
    ) -> Finding | None:
        """Return a finding if one case gets two different answers and at least one is wrong.

        Two right answers may differ, because a function may use random numbers.
        """
        once = len(self.cases)
        twice = list(zip(case_indices[once:], answers[once:]))
        if found is not None:
            place = self.cases.index(found.case)
            try:
                twice.append((place, runner.ask(found.case)))
            except ProcessLost as lost:
                return lost_finding(found.case, found.expected, lost)
        for place, second in twice:
            case, expected = self.exam[place]
            faults = [finding(self.question, case, expected, a) for a in (answers[place], second)]
            if any(faults) and answers_differ(answers[place].value, second.value):
                got = f"{show(answers[place].value)}, then {show(second.value)}"
                return Finding(Verdict.UNSTABLE, TWO_ANSWERS, case, expected, got)
        return None

    def described(
        self,
        runner: Runner,
        answers: Sequence[CallAnswer],
        lost: ProcessLost | None,
        found: Finding | None,
    ) -> QuestionResult:
        """Return the result, with the smallest counterexample and the misconception."""
        if found is None:
            words = f"Right on all {len(self.exam)} cases."
            passed = verdict_only_result(self.task, Verdict.PASSED, words, self.task.points)
            return replace(passed, help=self.extra_keys(answers))
        wrong = self.diagnosis(answers) if lost is None and found.verdict in EXPLAINED else None
        if wrong is not None:
            found = self.shown_by(wrong, answers) or found
        if found.verdict in SHRUNK:
            found = self.smallest(runner, found)
        if found.verdict is Verdict.RAISED:
            found = self.explained(found, answers)
        result = replace(
            verdict_only_result(self.task, found.verdict, found.words),
            counterexample=found.counterexample(self.question),
            misconception=None if wrong is None else wrong.name,
            help=None if wrong is None else wrong.help,
        )
        return self.located(result, answers) if lost is None else result

    def in_part(self, result: QuestionResult, answers: Sequence[CallAnswer]) -> QuestionResult:
        """Return the result with points for the right cases, if the assignment says so."""
        if not self.task.partial or result.verdict not in PARTIAL:
            return result
        pairs = zip(self.exam, answers)
        right = sum(finding(self.question, *pair, answer) is None for pair, answer in pairs)
        words = f"{result.words} {right} of {len(self.exam)} cases are right.".strip()
        return replace(result, score=self.task.points * right / len(self.exam), words=words)

    def located(self, result: QuestionResult, answers: Sequence[CallAnswer]) -> QuestionResult:
        """Return the result with the line of the mistake, if an edit of that line corrects it."""
        level = "none" if self.question.form.kind != "function" else self.setting.hints
        never = all(isinstance(answer.value, RaisedException) for answer in answers)
        if level == "none" or result.verdict not in SHRUNK or never:
            return result  # an exception is reported with its line
        place = None
        with suppress(Exception):  # if the search fails, only the hint is missing
            end = self.setting.budget.end_of(self.question.function)
            named = result.misconception is not None
            place = locate(self.setting, self.question, self.exam, answers, end, single=named)
        if place is None:
            return result
        if place.besides:
            help = f"There may be two mistakes. {place.sentence('kind')} {place.besides}"
            return replace(result, help=help, line=place.line)
        if SECOND_MISTAKE in (result.help or ""):  # one edit is simpler than two mistakes
            result = replace(result, misconception=None, help=None)
        level = "line" if result.misconception else level
        where = place.sentence(level)
        if result.verdict is Verdict.RAISED and not place.whole:
            where = f"There is another mistake. {where}"
        return replace(result, where=where, line=place.line)

    def diagnosis(self, answers: Sequence[CallAnswer]) -> Misconception | None:
        """Return the misconception that explains the student's answers, or None."""
        seen = [(case, answer.value) for case, answer in zip(self.cases, answers)]
        with suppress(Exception):
            return diagnose(self.question, seen)
        return None

    def extra_keys(self, answers: Sequence[CallAnswer]) -> str | None:
        """Return a remark on a key that is not asked for in a right answer, or None."""
        for (_, expected), answer in zip(self.exam, answers):
            if (key := extra_key(expected, answer.value)) is not None:
                extra = f"the extra key {show(key)}"
                return f"The dict has {extra}, which the question does not ask for. It is ignored."
        return None

    def explained(self, found: Finding, answers: Sequence[CallAnswer]) -> Finding:
        """Return the finding, with an explanation of the exception if there is an exception."""
        answer = found.answer
        python = self.question.form.kind != "program"
        if answer is None or not isinstance(answer.value, RaisedException) or not python:
            return found
        raised, words = answer.value, found.words
        with suppress(Exception):
            file = self.setting.survey.file(self.setting.limits, self.setting.source)
            reason = explanation(raised.type_name, raised.message, answer.line, answer.facts, file)
            words = raised_words(answer, raised, reason or raised.message)
            seen = [(case, a.value) for case, a in zip(self.cases, answers)]
            if more := failure_help(self.question, seen):
                words = f"{words} {more}"
        return replace(found, words=words)

    def shown_by(self, wrong: Misconception, answers: Sequence[CallAnswer]) -> Finding | None:
        """Return the first finding that this misconception explains; overflows are skipped."""
        for (case, expected), answer in zip(self.exam, answers):
            fault = finding(self.question, case, expected, answer)
            if fault is not None and fault.verdict in EXPLAINED:
                if explains(self.question, wrong, case, answer.value):
                    return fault
        return None

    def smallest(self, runner: Runner, found: Finding) -> Finding:
        """Return the finding for the smallest case that fails in the same way."""
        best, end, unanswered = [found], monotonic() + SHRINKING, True

        def fails(case: Case) -> bool:
            if monotonic() > end:
                return False
            expected, answer = self.question.expected(case), runner.ask(case)
            again = finding(self.question, case, expected, answer)
            if again is None or again.verdict is not found.verdict:
                return False
            if has_no_answer(answer.value) and not unanswered:
                return False
            if found.answer is not None and answers_differ(found.answer.value, answer.value):
                return False  # a different exception
            best.append(again)
            return True

        with suppress(Exception):  # the process or the reference may fail on a smaller case
            unanswered = has_no_answer(runner.ask(found.case).value)
            shrink(self.question, found.case, fails)
        return best[-1]

    def carried_forward(self, result: QuestionResult) -> QuestionResult:
        """Return the result, with full points if the function is right with reference helpers."""
        names = self.setting.survey.report.names
        given = tuple(name for name in self.question.helpers if name in names)
        if not given or result.verdict not in CARRIED:
            return result
        with self.setting.runner(self.question, given) as runner:
            answers, lost = runner.ask_all(self.cases)
        if self.first_finding(range(len(self.cases)), answers, lost) is not None:
            return result
        used = tuple(name for name in given if name in runner.asked) or given
        right = (
            f"With a correct {' and '.join(used)} your function is right, so you get its points."
        )
        return replace(  # the mistake is in the helper, so no misconception is named here
            result,
            score=self.task.points,
            given=used,
            words=f"{result.words} {right}",
            misconception=None,
            help=None,
            where=None,
            line=None,
        )
