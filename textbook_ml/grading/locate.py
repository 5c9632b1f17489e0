"""Locate a mistake: search for a small edit of the student's function that makes it right.

The edited functions run in a worker process, like all code of a submission. An edit counts only if
the edited function is right on all cases of two seeds. The line is reported only if all such edits
are on the same line.
"""

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from time import monotonic
from typing import Any

from textbook_ml.grading.context import Setting
from textbook_ml.grading.findings import finding
from textbook_ml.grading.runner.load_client import NotStarted
from textbook_ml.grading.runner.process import Lost
from textbook_ml.grading.runner.session import Answer
from textbook_ml.grading.runner.submission_source import Source
from textbook_ml.questions import Misconception, Question, questions
from textbook_ml.questions.framework.case_filters import is_ordinary
from textbook_ml.questions.framework.diagnosis import answer, diagnose, has_no_answer
from textbook_ml.questions.framework.edits import TIERS, Edit, edits, function_in
from textbook_ml.questions.framework.judge import Case

SECONDS = 2.0  # for the search on one question
CALL = 0.25  # seconds for one call of an edited function
LOSSES = 3  # number of edited functions that may end the process
LARGEST_FILE = 200_000  # characters; larger files are not searched
FEW, SECOND_SEED, MORE = 6, "second seed for repairs", 100
CALLER = "call_of_an_edited_function"
Exam = Sequence[tuple[Case, Any]]


@dataclass(frozen=True, slots=True)
class Location:
    """The location of a mistake: the line, the kind of mistake, and the edit if it may be shown."""

    line: int
    kind: str
    before: str = ""
    after: str = ""
    besides: Misconception | None = None  # a second mistake that remains after the edit

    def sentence(self, level: str) -> str:
        """Return the hint for one of the levels line, kind and edit.

        >>> Location(4, "the divisor", "len(xs)", "len(xs) - 1").sentence("edit")
        'Line 4: `len(xs)` should be `len(xs) - 1`.'
        >>> Location(4, "the divisor", "len(xs)", "len(xs) - 1").sentence("kind")
        'Line 4: the divisor.'
        """
        if level == "edit" and self.after and not self.besides:
            return f"Line {self.line}: `{self.before}` should be `{self.after}`."
        if level == "line" or not self.kind:
            return f"Look at line {self.line}."
        return f"Line {self.line}: {self.kind}."


def locate(
    setting: Setting, question: Question, exam: Exam, answers: Sequence[Answer], end: float
) -> Location | None:
    """Return the location of the mistake in a wrong function; None if no repair is found."""
    target = _target(setting.source, question.function)
    probe = _probe(question, exam, answers)
    if target is None or probe is None or setting.survey.until is not None:
        return None
    search = _Search(setting, question, exam, answers, min(end, monotonic() + SECONDS))
    return search.result(target, probe)


def _target(source: Source, name: str) -> "list[ast.FunctionDef] | None":
    """Return the function, and the helper functions of the file that it calls."""
    if len(source.cells) != 1 or len(source.cells[0]) > LARGEST_FILE:
        return None
    text = source.cells[0]
    function = function_in(text, name)
    if function is None:
        return None
    called = {n.id for n in ast.walk(function) if isinstance(n, ast.Name)}
    own = sorted(called - set(questions()) - {name})
    helpers = [found for other in own if (found := function_in(text, other)) is not None]
    return [function, *helpers]


def _probe(question: Question, exam: Exam, answers: Sequence[Answer]) -> int | None:
    """Return the index of an ordinary case that the student's function gets wrong."""
    wrong = [
        place
        for place, ((case, expected), got) in enumerate(zip(exam, answers))
        if finding(question, case, expected, got) is not None
    ]
    ordinary = [place for place in wrong if is_ordinary(exam[place][0])]
    if not wrong:
        return None
    return max(ordinary, key=lambda p: len(repr(exam[p][0])) < 400, default=wrong[0])


class _Search:
    """The search for one wrong function, until its time is over."""

    def __init__(
        self, setting: Setting, question: Question, exam: Exam,
        answers: Sequence[Answer], end: float,
    ) -> None:  # fmt: skip
        self.setting, self.question, self.exam, self.end = setting, question, exam, end
        self.answers = answers[: len(exam)]  # without the repeated cases
        self.tried: list[tuple[int, str, Edit, Any]] = []  # tier, function, edit, answer

    def result(self, target: Sequence[ast.FunctionDef], probe: int) -> Location | None:
        """Return the location from the first tier with a repair, or from a known second mistake."""
        code = ast.unparse(target[0])
        self.original = (target[0].name, Edit(target[0].lineno, "", "", "", code))
        for tier in range(TIERS):
            functions = target if tier < 2 else target[:1]
            for function in functions:  # the function itself before its helpers
                found = [(function.name, edit) for edit in edits(function, tier)]
                repairs = self.repairs(found, probe, tier)
                if repairs:
                    return _agreed(repairs, self.setting.source.cells[0].splitlines())
                if monotonic() > self.end:
                    return None
        return self.second_mistake(probe)

    def repairs(self, found: Sequence[tuple[str, Edit]], probe: int, tier: int) -> list[Edit]:
        """Return the edits that correct the function; test one case first, then a few, then all."""
        few = sorted(range(len(self.exam)), key=lambda place: place != probe)[:FEW]
        rounds = [
            ([self.exam[probe]], [self.answers[probe]]),
            ([self.exam[p] for p in few], [self.answers[p] for p in few]),
            (self.exam, self.answers),
        ]
        for number, (some, own) in enumerate(rounds):
            right = []
            for (name, edit), answers in zip(found, self.asked(found, some)) if found else ():
                if number == 0 and answers:
                    self.tried.append((tier, name, edit, answers[0].value))
                if self.all_right(some, answers, own):
                    right.append((name, edit))
            found = right
        if not found:
            return []
        second = self.question.exam(SECOND_SEED, MORE)
        own, *others = self.asked([(self.original[0], self.original[1]), *found], second)
        pairs = zip(found, others)
        return [edit for (_, edit), answers in pairs if self.all_right(second, answers, own)]

    def all_right(self, some: Exam, answers: Sequence[Answer], own: Sequence[Answer]) -> bool:
        """Return whether every answer is right.

        A failure on very large or very small numbers is ignored if the student's own function
        (with the answers `own`) fails there too, because that is another mistake.
        """
        return len(answers) == len(some) == len(own) and all(
            finding(self.question, case, expected, got) is None
            or (has_no_answer(got.value) and has_no_answer(mine.value) and not is_ordinary(case))
            for (case, expected), got, mine in zip(some, answers, own)
        )

    def asked(self, found: Sequence[tuple[str, Edit]], some: Exam) -> Iterator[list[Answer]]:
        """Yield the answers of each edited function; fewer if a call ends the process."""
        source = edited(self.setting.source, self.question.function, found)
        waiting = [(k, case) for k in range(len(found)) for case, _ in some]
        answers: list[list[Answer]] = [[] for _ in found]
        with self.setting.other_runner(source, CALLER, CALL, self.end) as runner:
            for _ in range(LOSSES):
                if not waiting or monotonic() > self.end:
                    break
                done = 0
                try:
                    calls = [(k, *case) for k, case in waiting]
                    for got in runner.ask_each(calls):
                        answers[waiting[done][0]].append(got)
                        done += 1
                except (Lost, NotStarted):
                    runner.drop()
                    lost = waiting[done][0]
                    waiting = [one for one in waiting[done:] if one[0] != lost]
                    continue
                break
        yield from answers

    def second_mistake(self, probe: int) -> Location | None:
        """Return the location of an edit that leaves one known mistake, if it is unambiguous."""
        case, _ = self.exam[probe]
        known = [answer(wrong.function, case) for wrong in self.question.misconceptions]
        mine = self.answers[probe].value
        if has_no_answer(mine):
            return None
        for tier in range(TIERS):
            found = [
                (name, edit)
                for at, name, edit, value in self.tried
                if at == tier and not has_no_answer(value) and not _same(value, mine)
                and any(_same(value, theirs) for theirs in known)
            ]  # fmt: skip
            claims = list(self.claims(found)) if found else []
            if claims:
                edit, misconception = claims[0]
                clear = {(e.line, m.name) for e, m in claims} == {(edit.line, misconception.name)}
                return Location(edit.line, edit.kind, besides=misconception) if clear else None
        return None

    def claims(self, found: Sequence[tuple[str, Edit]]) -> Iterator[tuple[Edit, Misconception]]:
        """Yield the edits that leave a known mistake, each with this mistake.

        The edited function must be nearer to the reference than the student's in half the cases,
        and it must not return the same value in all of them.
        """
        for (_, edit), answers in zip(found, self.asked(found, self.exam)):
            if len(answers) < len(self.exam) or not self.is_nearer(answers):
                continue
            seen = [(case, got.value) for (case, _), got in zip(self.exam, answers)]
            if len({repr(value) for _, value in seen}) < len(seen) / 4:
                continue
            misconception = diagnose(self.question, seen)
            if misconception is not None and misconception in self.question.misconceptions:
                yield edit, misconception

    def is_nearer(self, answers: Sequence[Answer]) -> bool:
        """Return whether the edit brings at least half of the answers nearer to the reference."""
        nearer = wrong = 0
        for (case, expected), before, after in zip(self.exam, self.answers, answers):
            if finding(self.question, case, expected, before) is None:
                continue
            wrong += 1
            old, new = distance(expected, before.value), distance(expected, after.value)
            nearer += new < old
        return 2 * nearer >= wrong > 0


# This code is added to a submission. It defines one edited function at a time, and calls the
# function that the question asks for.
ADDED = """
own_{caller} = dict(globals())
codes_{caller} = {codes!r}
made_{caller} = {{}}

def {caller}(number, *arguments):
    name, code = codes_{caller}[number]
    globals().update(own_{caller})
    if number not in made_{caller}:
        exec(code, globals())
        made_{caller}[number] = globals()[name]
    globals()[name] = made_{caller}[number]
    return globals()[{function!r}](*arguments)
"""


def edited(source: Source, function: str, found: Iterable[tuple[str, Edit]]) -> Source:
    """Return the submission with all edited functions, and a function that calls one of them."""
    codes = [(name, edit.code) for name, edit in found]
    added = ADDED.format(caller=CALLER, codes=codes, function=function)
    return replace(source, cells=(*source.cells, added))


def _agreed(repairs: Sequence[Edit], lines: Sequence[str]) -> Location | None:
    """Return the location if all repairs are on the same line.

    If the repairs are on different lines, those that add code are ignored, because they may
    compensate for a mistake elsewhere.
    """
    if len({edit.line for edit in repairs}) != 1:
        repairs = [edit for edit in repairs if len(edit.after) <= len(edit.before)]
        if len({edit.line for edit in repairs}) != 1:
            return None
    best = min(repairs, key=lambda edit: (_rank(edit.kind), len(edit.before) + len(edit.after)))
    line = lines[best.line - 1] if best.line <= len(lines) else ""
    before, after = best.before, best.after
    if len(re.findall(rf"(?<!\w){re.escape(before)}(?!\w)", line)) != 1:
        before, after = best.around
    shown = best.exact and before and len(after) <= 60
    return Location(best.line, best.kind, *(before, after) if shown else ("", ""))


def _rank(kind: str) -> int:
    """Return the rank of a kind of edit: 0 if it is most likely the change that is needed.

    >>> _rank("a term too many") < _rank("the sign") < _rank("the constant")
    True
    """
    if kind.endswith("too many"):
        return 0
    if kind in ("the constant", "the value", "the expression", "the call"):
        return 2
    return 1


def _same(one: Any, other: Any) -> bool:
    return distance(one, other) <= 1e-9


def distance(one: Any, other: Any) -> float:
    """Return the sum of the absolute differences of two answers; infinite if the shapes differ.

    >>> distance({"a": 1.0, "b": [2.0]}, {"a": 0.5, "b": [2.0]}), distance([1.0], 1.0)
    (0.5, inf)
    """
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        return sum(distance(value, other[key]) for key, value in one.items())
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        if len(one) == len(other):
            return sum(map(distance, one, other))
    elif isinstance(one, (int, float)) and isinstance(other, (int, float)):
        gap = abs(one - other)
        return gap if gap == gap else float("inf")
    return 0.0 if one == other and type(one) is type(other) else float("inf")
