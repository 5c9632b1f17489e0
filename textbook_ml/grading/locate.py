"""Locate a mistake: search for a small edit of the student's function that makes it right.

The edited functions run in a worker process, like all code of a submission. An edit counts only if
the edited function is right on all cases of two seeds. The line is reported only if all such edits
are on the same line.
"""

import ast
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from time import monotonic
from typing import Any

from textbook_ml.grading.context import GradingContext
from textbook_ml.grading.findings import finding
from textbook_ml.grading.runner.load_client import NotStarted
from textbook_ml.grading.runner.process import ProcessLost
from textbook_ml.grading.runner.session import CallAnswer
from textbook_ml.grading.runner.submission_source import SubmissionCode
from textbook_ml.questions import Question, questions
from textbook_ml.questions.framework.case_filters import is_ordinary
from textbook_ml.questions.framework.diagnosis import answer, has_no_answer, known_mistake
from textbook_ml.questions.framework.edits import (
    TIERS,
    Code,
    Edit,
    edits,
    function_in,
    recording,
    tidy,
)
from textbook_ml.questions.framework.judge import Case

try:
    from time import thread_time
except ImportError:  # Python in a browser has one thread
    from time import process_time as thread_time

SECONDS = 2.0  # processor time for the search on one question
SLOWEST = 3  # on a busy machine, the search may last longer by this factor
SHARE = 0.6  # part of the time for the search for one edit; the rest is for second mistakes
PAIRS = 0.2  # part of the time for each of the two searches for two edits
CALL = 0.25  # seconds for one call of an edited function, or of one batch
BATCH = 50  # number of edited functions in one batch
FEW_TURNS, MOST_TURNS = 2_000, 1_000_000  # of `while` loops, in a batch and in one call
LOSSES = 12  # number of calls that may end the process
LONGEST_PROBE, PROBES = 300, 12  # maximum length of the first case, and candidates for it
MOST_FUNCTIONS = 4  # maximum number of functions searched: the function itself and some helpers
MOST_FIRST, SEVERAL = 60, 10  # maximum numbers of first edits, and of cases to compare them
MOST_PLACES = 3  # maximum number of pairs of lines that equally likely pairs of edits are on
MOST_CLAIMS = 40  # maximum number of edits that are compared with the known mistakes
MOST_NEARER = 0.75  # part of the wrong answers that the first of two corrections brings nearer
LARGEST_FILE = 200_000  # maximum number of characters of a file that is searched
FEW, SECOND_SEED, MORE = 6, "second seed for repairs", 100
CALLER, RECORDER = "call_of_an_edited_function", "value_of_an_expression"
Exam = Sequence[tuple[Case, Any]]


@dataclass(frozen=True, slots=True)
class Location:
    """The location of a mistake: the line, the kind of mistake, and the edit if it may be shown."""

    line: int
    kind: str
    before: str = ""
    after: str = ""
    besides: str = ""  # a sentence on a second mistake that remains after the edit
    other: int | None = None  # another line, if an edit of that line corrects the function too
    whole: bool = False  # whether the edited function is right in all cases, without exceptions

    def sentence(self, level: str) -> str:
        """Return the hint for one of the levels line, kind and edit.

        >>> Location(4, "the divisor", "len(xs)", "len(xs) - 1").sentence("edit")
        'Line 4: `len(xs)` should be `len(xs) - 1`.'
        >>> Location(4, "the divisor", "len(xs)", "len(xs) - 1").sentence("kind")
        'Line 4: the mistake is the divisor.'
        """
        if level == "edit" and self.after and not self.besides:
            return f"Line {self.line}: `{self.before}` should be `{self.after}`."
        if self.other is not None:
            first, last = sorted((self.line, self.other))
            return f"Look at line {first} or line {last}."
        if level == "line" or not self.kind:
            return f"Look at line {self.line}."
        return f"Line {self.line}: the mistake is {self.kind}."


def locate(
    setting: GradingContext,
    question: Question,
    exam: Exam,
    answers: Sequence[CallAnswer],
    end: float,
    single: bool = False,
) -> Location | None:
    """Return the location of the mistake in a wrong function; None if no repair is found.

    With `single`, two mistakes are not searched for.
    """
    target = _target(setting.source, question.function)
    probe = _probe(question, exam, answers)
    if target is None or probe is None or setting.survey.until is not None:
        return None
    single = single or _uses_class(setting.source, question.function)
    search = _Search(setting, question, exam, answers, min(end, monotonic() + SLOWEST * SECONDS))
    return search.result(target, probe, single)


def _target(source: SubmissionCode, name: str) -> list[Code] | None:
    """Return the function, and the helper functions of the file that it calls."""
    if len(source.cells) != 1 or len(source.cells[0]) > LARGEST_FILE:
        return None
    text = source.cells[0]
    function = function_in(text, name)
    if function is None:
        return None
    found = [function]
    defined = {node.name for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)}
    for code in found:
        known = {name, *(one.name for one in found)}
        called = {n.id for n in ast.walk(code.tree()) if isinstance(n, ast.Name)}
        own = sorted((called & defined) - set(questions()) - known)
        found += [helper for other in own if (helper := function_in(text, other)) is not None]
    return found[:MOST_FUNCTIONS]


def _uses_class(source: SubmissionCode, name: str) -> bool:
    """Return whether a function uses a class of the file, whose methods are not searched.

    A mistake in a method looks like two mistakes in the function.
    """
    tree = ast.parse(source.cells[0]) if len(source.cells) == 1 else ast.Module([], [])
    classes = {node.name for node in tree.body if isinstance(node, ast.ClassDef)}
    functions = [n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name == name]
    names = {n.id for f in functions for n in ast.walk(f) if isinstance(n, ast.Name)}
    return bool(classes & names)


def _probe(question: Question, exam: Exam, answers: Sequence[CallAnswer]) -> int | None:
    """Return the index of an ordinary case that the student's function gets wrong."""
    wrong = [
        place
        for place, ((case, expected), got) in enumerate(zip(exam, answers))
        if finding(question, case, expected, got) is not None
    ]
    ordinary = [place for place in wrong if is_ordinary(exam[place][0])]
    if not wrong:
        return None
    small = [place for place in ordinary if len(repr(exam[place][0])) < LONGEST_PROBE]
    return max(
        (small or ordinary)[:PROBES], key=lambda p: _telling(question, exam[p]), default=wrong[0]
    )


def _telling(question: Question, one: tuple[Case, Any]) -> tuple[int, int]:
    """Return how many known mistakes a case distinguishes, and its size to decide ties."""
    case, expected = one
    answers = [answer(wrong.function, case) for wrong in question.misconceptions]
    distinct = {repr(a) for a in answers if not has_no_answer(a) and not _same(a, expected)}
    return len(distinct), len(repr(case))


@dataclass(frozen=True, slots=True)
class _Candidate:
    """An edit of one function, with the answer of the edited function to the first case."""

    tier: int
    name: str  # the function that is edited
    edit: Edit
    value: Any = None


class _Search:
    """The search for one wrong function, until its time is over."""

    def __init__(
        self, setting: GradingContext, question: Question, exam: Exam,
        answers: Sequence[CallAnswer], end: float,
    ) -> None:  # fmt: skip
        self.setting, self.question, self.exam, self.end = setting, question, exam, end
        self.answers = answers[: len(exam)]  # the cases without repetitions
        self.progress: list[_Candidate] = []  # edits that may leave one known mistake
        self.losses = 0
        self.tried: set[str] = set()  # functions after two edits
        self.whole: set[str] = set()  # edited functions that are right in all cases
        self.start, self.own_start = monotonic(), thread_time()
        self.calls_time = self.worker_time = 0.0
        source = replace(setting.source, cells=(*setting.source.cells, ADDED))
        self.runner = setting.other_runner(source, CALLER, CALL, SLOWEST * CALL, end)

    def result(self, target: Sequence[Code], probe: int, single: bool) -> Location | None:
        """Return the location of the simplest edit that repairs the function, or None."""
        with self.runner:
            self.original = _Candidate(0, target[0].name, Edit(0, "", "", "", target[0].text))
            self.probe, self.mine = probe, self.answers[probe].value
            self.known = self.known_answers()
            target[0].shapes = _argument_shapes(target[0], self.exam[probe][0])
            for code in target:
                self.record(code)
            repairs: list[Edit] = []
            for tier in range(TIERS):
                for code in target:  # the function itself before its helpers
                    edited = [_Candidate(tier, code.name, edit) for edit in edits(code, tier)]
                    repairs += self.repairs(edited)
                    if self.spent() > SHARE:
                        break
                whole = [edit for edit in repairs if edit.code in self.whole]
                if any(_rank(edit) < 2 for edit in whole) or self.spent() > SHARE:
                    break
            if repairs:
                repairs = [edit for edit in repairs if edit.code in self.whole] or repairs
                lines = self.setting.source.cells[0].splitlines()
                return _agreed(repairs, lines, self.whole)
            if single:
                return None
            code = target[0]
            return (
                self.two_edits(code, 0, 0)
                or self.second_mistake()
                or self.two_edits(code, 1, 0)
                or self.two_edits(code, 0, 1)
                or self.two_edits(code, 1, 1)
            )

    def spent(self) -> float:
        """Return which part of the budget is spent, by processor time or else by wall time.

        Processor time is that of the grader and of the worker, so that other programs on the same
        machine do not make the hints worse. What the worker reports is not trusted: the wall time
        has a limit of its own.
        """
        work = thread_time() - self.own_start + self.calls_time + self.worker_time
        passed = monotonic() - self.start
        return max(work / SECONDS, passed / max(self.end - self.start, 1e-9))

    def known_answers(self) -> list[Any]:
        """Return the answers of the known mistakes to the first case."""
        case, expected = self.exam[self.probe]
        answers = [answer(wrong.function, case) for wrong in self.question.misconceptions]
        return [a for a in answers if not has_no_answer(a) and not _same(a, expected)]

    def record(self, code: Code) -> None:
        """Record what kind of value each expression has in one call."""
        case, _ = self.exam[self.probe]
        calls = [("shapes", [[code.name, recording(code, RECORDER)]], self.target, *case)]
        for got in self.ask(calls):
            found = got.value if isinstance(got.value, list) else []
            code.seen = [shape if isinstance(shape, str) else "" for shape in found]

    @property
    def target(self) -> str:
        """The name of the function that the question asks for."""
        return self.question.function

    def repairs(self, edited: Sequence[_Candidate]) -> list[Edit]:
        """Return the edits that correct the function; test one case first, then a few, then all."""
        right = sorted(self.right_once(edited), key=lambda c: _order(c.edit))  # likely ones first
        few = sorted(range(len(self.exam)), key=lambda place: place != self.probe)[:FEW]
        for places in (few, range(len(self.exam))):
            some = [self.exam[p] for p in places]
            own = [self.answers[p] for p in places]
            right = [c for c in right if self.all_right(some, self.answers_of(c, some), own)]
        if not right:
            return []
        second = self.question.exam(SECOND_SEED, MORE)
        own = self.answers_of(self.original, second)
        right = [c for c in right if self.all_right(second, self.answers_of(c, second), own)]
        self.whole |= {c.edit.code for c in right if self.never_wrong(c)}
        return [c.edit for c in right]

    def never_wrong(self, candidate: _Candidate) -> bool:
        """Return whether an edited function answers the cases right that raised an exception."""
        cases = [one for one, got in zip(self.exam, self.answers) if has_no_answer(got.value)]
        answers = self.answers_of(candidate, cases)
        return len(answers) == len(cases) and all(
            finding(self.question, case, expected, got) is None
            for (case, expected), got in zip(cases, answers)
        )

    def right_once(self, edited: Sequence[_Candidate]) -> Iterator[_Candidate]:
        """Yield the edited functions that answer the first case right."""
        case, expected = self.exam[self.probe]
        waiting = [edited[k : k + BATCH] for k in range(0, len(edited), BATCH)]
        while waiting and self.spent() < 1 and self.losses < LOSSES:
            batch = waiting.pop(0)
            codes = [[c.name, c.edit.code] for c in batch]
            values = [got.value for got in self.ask([("many", codes, self.target, *case)])]
            if not values or not isinstance(values[0], list) or len(values[0]) != len(batch) + 1:
                if len(batch) > 1 and not values:  # one of them does not end: try smaller batches
                    half = len(batch) // 2
                    waiting[:0] = [batch[:half], batch[half:]]
                continue
            for candidate, result in zip(batch, values[0]):
                if not isinstance(result, (list, tuple)) or len(result) != 1:
                    continue  # it raised an exception or changed its arguments
                value = result[0]
                if finding(self.question, case, expected, CallAnswer(value)) is None:
                    yield candidate
                elif not _same(value, self.mine) and self.is_progress(value, expected):
                    self.progress.append(replace(candidate, value=value))

    def is_progress(self, value: Any, expected: Any) -> bool:
        """Return whether an answer is that of a known mistake, or right in one of its parts."""
        if any(_same(value, theirs) for theirs in self.known):
            return True
        parts = _parts(expected)
        return bool(parts) and any(
            _same(_part(value, key), part) and not _same(_part(self.mine, key), part)
            for key, part in parts.items()
        )

    def all_right(
        self, some: Exam, answers: Sequence[CallAnswer], own: Sequence[CallAnswer]
    ) -> bool:
        """Return whether every answer is right.

        A failure on very large or very small numbers, or an exception in a few cases, is ignored
        if the student's own function (with the answers `own`) fails there too, because that is
        another mistake.
        """
        few = 4 * sum(has_no_answer(got.value) for got in self.answers) <= len(self.answers)
        return len(answers) == len(some) == len(own) and all(
            finding(self.question, case, expected, got) is None
            or (
                has_no_answer(got.value) and has_no_answer(mine.value)
                and (few or not is_ordinary(case))
            )
            for (case, expected), got, mine in zip(some, answers, own)
        )  # fmt: skip

    def answers_of(self, candidate: _Candidate, some: Exam) -> list[CallAnswer]:
        """Return the answers of an edited function; fewer if a call ends the process."""
        code = [[candidate.name, candidate.edit.code]]
        return self.ask([("one", code, self.target, *case) for case, _ in some])

    def ask(self, calls: Sequence[Case]) -> list[CallAnswer]:
        """Return the answers to some calls; fewer if a call ends the process."""
        answers: list[CallAnswer] = []
        if self.spent() >= 1 or self.losses >= LOSSES:
            return answers
        start = monotonic()
        try:
            answers.extend(self.runner.ask_each(calls))
        except (ProcessLost, NotStarted):
            self.runner.drop()
            self.losses += 1
        self.count(monotonic() - start, answers if calls and calls[0][0] == "many" else ())
        return answers

    def count(self, passed: float, answers: Sequence[CallAnswer]) -> None:
        """Add the time of these calls to the time spent; "many" reports its processor time."""
        reported = [got.value[-1] for got in answers if isinstance(got.value, list) and got.value]
        known = [t for t in reported if isinstance(t, float) and 0 <= t <= passed]
        if known:
            self.worker_time += sum(known)
        else:
            self.calls_time += passed

    def second_mistake(self) -> Location | None:
        """Return the location of an edit that leaves one mistake, if it is unambiguous."""
        if has_no_answer(self.mine):
            return None
        for tier in range(TIERS):
            found = [c for c in self.progress if c.tier == tier][:MOST_CLAIMS]
            claims = list(self.claims(found))
            if claims:
                claims.sort(key=lambda claim: _order(claim[0]))
                edit, left = claims[0]
                places = list(dict.fromkeys((e.line, r) for e, r in claims))
                other = next((line for line, r in places[1:] if r == left), None)
                clear = len(places) <= 2
                return Location(edit.line, edit.kind, besides=left, other=other) if clear else None
        return None

    def two_edits(self, code: Code, first_tier: int, second_tier: int) -> Location | None:
        """Return the lines of two edits that together correct the function, if they are clear.

        Each first edit is applied, then a second edit is searched for. The first edits that make
        the most cases right are tried first.
        """
        end = min(self.spent() + PAIRS, 1.0)
        found: list[tuple[Edit, Edit]] = []
        for first in self.first_edits(code, first_tier, first_tier + second_tier > 0):
            step = code.after(first)
            if step is None or self.spent() > end:
                continue
            self.record(step)
            new = [edit for edit in edits(step, second_tier) if edit.code not in self.tried]
            self.tried |= {edit.code for edit in new}
            repairs = self.repairs([_Candidate(TIERS, code.name, edit) for edit in new])
            found += [(first, second) for second in repairs]
        found = [pair for pair in found if pair[1].code in self.whole] or found
        return self.explained_pair(found) if found else None

    def explained_pair(self, found: Sequence[tuple[Edit, Edit]]) -> Location | None:
        """Return the location of two edits; None if the likely ones are on many different lines.

        If the function after the first edit answers like a known mistake, its help is added.
        """
        ranked = sorted(found, key=lambda pair: _rank(pair[0]) + _rank(pair[1]))
        rank = _rank(ranked[0][0]) + _rank(ranked[0][1])
        likely = [pair for pair in ranked if _rank(pair[0]) + _rank(pair[1]) == rank]
        if len({frozenset((a.line, b.line)) for a, b in likely}) > MOST_PLACES:
            return None
        likely.sort(key=lambda pair: (_order(pair[0])[1:], _order(pair[1])[1:]))
        for first, second in likely:
            answers = self.answers_of(_Candidate(0, self.target, first), self.exam)
            seen = [(case, got.value) for (case, _), got in zip(self.exam, answers)]
            if len(seen) == len(self.exam) and (known := known_mistake(self.question, seen)):
                besides = f"Line {second.line}: {known.help}"
                return Location(first.line, first.kind, besides=besides)
        if len({frozenset((a.line, b.line)) for a, b in likely}) > 1:
            return _agreed_pairs(likely)
        a, b = sorted(likely[0], key=lambda edit: edit.line)
        if a.line == b.line:
            kind = f"{a.kind}, and {b.kind}" if a.kind != b.kind else a.kind
            return Location(a.line, kind, besides="Both are in this line.")
        return Location(a.line, a.kind, besides=f"Line {b.line}: {b.kind}.")

    def first_edits(self, code: Code, tier: int, only_gains: bool) -> list[Edit]:
        """Return edits that may be the first of two; most corrected cases first."""
        wrong = [
            (case, expected)
            for (case, expected), got in zip(self.exam, self.answers)
            if finding(self.question, case, expected, got) is not None
            and not has_no_answer(got.value)
        ]
        wrong = sorted(wrong, key=lambda pair: len(repr(pair[0])))[:: max(1, len(wrong) // SEVERAL)]
        found = list(edits(code, tier))
        codes = [[code.name, edit.code] for edit in found]
        part = {candidate.edit.code for candidate in self.progress}
        gains = [SEVERAL if edit.code in part else 0 for edit in found]
        for case, expected in wrong[:SEVERAL]:
            for start in range(0, len(found), BATCH):
                batch = ("many", codes[start : start + BATCH], self.target, *case)
                values = [got.value for got in self.ask([batch])]
                results = values[0] if values and isinstance(values[0], list) else []
                for number, result in enumerate(results[:BATCH], start):
                    if isinstance(result, (list, tuple)) and len(result) == 1:
                        got = CallAnswer(result[0])
                        gains[number] += finding(self.question, case, expected, got) is None
        pairs = [pair for pair in zip(found, gains) if pair[1] or not only_gains]
        pairs.sort(key=lambda pair: (-pair[1], _order(pair[0])))
        return [edit for edit, _ in pairs][:MOST_FIRST]

    def claims(self, found: Sequence[_Candidate]) -> Iterator[tuple[Edit, str]]:
        """Yield the edits that leave one mistake, each with a sentence on this mistake.

        Either one part of the answer becomes right in all cases, or the edited function returns
        the same values as a known mistake. In the second case it must be nearer to the reference
        than the student's function in half the cases, and must not be constant.
        """
        for candidate in found:
            if candidate.edit.kind.endswith("too many"):
                continue  # less code is near to many mistakes
            answers = self.answers_of(candidate, self.exam)
            if len(answers) < len(self.exam):
                break
            if part := self.corrected_part(answers):
                yield candidate.edit, f"Then {part} is right, and another mistake remains."
                continue
            seen = [(case, got.value) for (case, _), got in zip(self.exam, answers)]
            varied = len({repr(value) for _, value in seen}) >= len(seen) / 4
            if not varied or not self.is_nearer(answers):
                continue
            misconception = known_mistake(self.question, seen)
            if misconception is not None:
                yield candidate.edit, misconception.help

    def corrected_part(self, answers: Sequence[CallAnswer]) -> str:
        """Return the part of the answer that an edit corrects in all cases; empty if none."""
        better: set[Any] = set()
        for number, ((case, expected), before, after) in enumerate(
            zip(self.exam, self.answers, answers)
        ):
            parts = _parts(expected)
            if not parts or (has_no_answer(after.value) and not is_ordinary(case)):
                continue
            for key, part in parts.items():
                was = _same(_part(before.value, key), part)
                if _same(_part(after.value, key), part):
                    better |= set() if was else {key}
                elif was or key in better:
                    return ""
            del number
        for (case, expected), after in zip(self.exam, answers):
            parts = _parts(expected) if is_ordinary(case) else {}
            better = {k for k in better if k not in parts or _same(_part(after.value, k), parts[k])}
        return " and ".join(f"`{key}`" if isinstance(key, str) else f"item {key}" for key in better)

    def is_nearer(self, answers: Sequence[CallAnswer]) -> bool:
        """Return whether the edit brings most of the wrong answers nearer to the reference."""
        nearer = wrong = 0
        for (case, expected), before, after in zip(self.exam, self.answers, answers):
            if finding(self.question, case, expected, before) is None:
                continue
            wrong += 1
            old, new = distance(expected, before.value), distance(expected, after.value)
            nearer += new < old
        return MOST_NEARER * wrong <= nearer and wrong > 0


# This code is added to a submission. It defines one edited function at a time, and calls the
# function that the question asks for. "many" calls a number of edited functions with copies of
# the same arguments; "shapes" returns the kinds of the values of all expressions.
ADDED = f"""
import math as math_{CALLER}
from time import process_time as clock_{CALLER}

globals().setdefault("math", math_{CALLER})

own_{CALLER} = dict(globals())
made_{CALLER} = {{}}
turns_{CALLER} = [0, 0]  # of all `while` loops of a call, and their maximum
seen_{CALLER} = {{}}

def {RECORDER}(number, value):
    if number not in seen_{CALLER}:
        seen_{CALLER}[number] = shape_{CALLER}(value)
    return value

def shape_{CALLER}(value):
    if isinstance(value, bool):
        return "b"
    if isinstance(value, int):
        return "i"
    if isinstance(value, float):
        return "f"
    if isinstance(value, str):
        return "s"
    if isinstance(value, (list, tuple)):
        return "L" + (shape_{CALLER}(value[0]) if value else "")
    if isinstance(value, dict):
        return "D" + (shape_{CALLER}(next(iter(value.values()))) if value else "")
    return "o"

def copy_{CALLER}(value):
    if type(value) in (list, tuple):
        return type(value)([copy_{CALLER}(part) for part in value])
    if type(value) is dict:
        return {{key: copy_{CALLER}(part) for key, part in value.items()}}
    return value

def turn_{CALLER}():
    turns_{CALLER}[0] += 1
    if turns_{CALLER}[0] > turns_{CALLER}[1]:
        raise TimeoutError("a loop of an edited function does not end")

def with_turns_{CALLER}(code):
    import ast

    tree = ast.parse(code)
    for node in ast.walk(tree):
        if isinstance(node, ast.While):
            node.body[:0] = ast.parse("turn_{CALLER}()").body
    return compile(ast.fix_missing_locations(tree), "<edit>", "exec")

def put_{CALLER}(name, code):
    globals().update(own_{CALLER})
    if code not in made_{CALLER}:
        exec(with_turns_{CALLER}(code) if "while " in code else code, globals())
        made_{CALLER}[code] = globals()[name]
    globals()[name] = made_{CALLER}[code]

def {CALLER}(mode, codes, function, *arguments):
    if mode == "many":
        results, start = [], clock_{CALLER}()
        for name, code in codes:
            copies = copy_{CALLER}(arguments)
            turns_{CALLER}[:] = [0, {FEW_TURNS}]
            try:
                put_{CALLER}(name, code)
                value = globals()[function](*copies)
                results.append([value] if repr(copies) == repr(arguments) else 0)
            except Exception:
                results.append(0)
        return [*results, clock_{CALLER}() - start]
    turns_{CALLER}[:] = [0, {MOST_TURNS}]
    put_{CALLER}(*codes[0])
    if mode == "one":
        return globals()[function](*arguments)
    seen_{CALLER}.clear()
    try:
        globals()[function](*arguments)
    except Exception:
        pass
    return [seen_{CALLER}.get(k, "") for k in range(max(seen_{CALLER}, default=-1) + 1)]
"""


def _argument_shapes(code: Code, case: Case) -> dict[str, str]:
    """Return the shapes of the arguments of a call."""
    arguments = code.tree().args
    return {a.arg: _shape(value) for a, value in zip(arguments.args, case)}


def _shape(value: Any) -> str:
    """Return the kind of a value: the same rule as in the code that is added to the submission.

    >>> _shape([[0.5]]), _shape({"a": 1}), _shape("a")
    ('LLf', 'Di', 's')
    """
    if isinstance(value, (list, tuple)):
        return "L" + (_shape(value[0]) if value else "")
    if isinstance(value, dict):
        return "D" + (_shape(next(iter(value.values()))) if value else "")
    kinds = {bool: "b", int: "i", float: "f", str: "s"}
    return kinds.get(type(value), "o")


def _parts(expected: Any) -> dict[Any, Any]:
    """Return the parts of an answer that have different meanings; empty if there are none.

    >>> _parts([0.5, [1.0]]), _parts({"a": 0.5, "b": 0.5}), _parts([0.5, 0.5])
    ({0: 0.5, 1: [1.0]}, {}, {})
    """
    if isinstance(expected, dict):
        named = any(isinstance(value, (dict, list)) for value in expected.values())
        return expected if named and {"priors"} & expected.keys() else {}
    if isinstance(expected, (list, tuple)) and len({_shape(v)[:1] for v in expected}) > 1:
        if {isinstance(v, (list, tuple, dict)) for v in expected} == {True, False}:
            return dict(enumerate(expected))
    return {}


def _part(value: Any, key: Any) -> Any:
    if isinstance(value, dict):
        return value.get(key)
    if isinstance(value, (list, tuple)) and isinstance(key, int) and key < len(value):
        return value[key]
    return None


def _agreed(
    repairs: Sequence[Edit], lines: Sequence[str], whole: Collection[str]
) -> Location | None:
    """Return the location if all likely repairs are on the same line, or on the same two lines.

    The likely repairs are those of the best rank; an edit that adds code may compensate for a
    mistake elsewhere.
    """
    ranked = sorted(repairs, key=_order)
    top = [edit for edit in ranked if _rank(edit) == _rank(ranked[0])]
    found = list(dict.fromkeys(edit.line for edit in top))
    if len(found) > 2:
        return None
    best = top[0]
    line = lines[best.line - 1] if best.line <= len(lines) else ""
    before, after = tidy(best.before), tidy(best.after)
    if len(re.findall(rf"(?<!\w){re.escape(before)}(?!\w)", line)) != 1:
        before, after = map(tidy, best.around)
    shown = best.exact and before and len(after) <= 60 and len(found) == 1
    other = found[1] if len(found) > 1 else None
    texts = (before, after) if shown else ("", "")
    return Location(best.line, best.kind, *texts, other=other, whole=best.code in whole)


def _agreed_pairs(likely: Sequence[tuple[Edit, Edit]]) -> Location | None:
    """Return the location if all pairs have one line in common, with the other lines as choices."""
    for common in likely[0]:
        others = {b.line if a.line == common.line else a.line for a, b in likely}
        if len(others) == 2 and all(common.line in (a.line, b.line) for a, b in likely):
            first, last = sorted(others)
            besides = f"Also look at line {first} or line {last}."
            return Location(common.line, common.kind, besides=besides)
    return None


def _order(edit: Edit) -> tuple[int, bool, int]:
    """Return a key that sorts likely edits first; a variable plus 1 comes after its definition."""
    before, after = tidy(edit.before), tidy(edit.after)
    is_use = before.isidentifier() and after in (f"{before} - 1", f"{before} + 1")
    return _rank(edit), is_use, len(before) + len(after)


def _rank(edit: Edit) -> int:
    """Return the rank of an edit: 0 if it is most likely the change that is needed.

    A part that is dropped or changed is more likely than one that is added. A start value other
    than 0 or 1, a deleted statement and a branch for one number compensate for other mistakes.

    >>> _rank(Edit(1, "a term too many", "n - 1", "n", ""))
    0
    >>> _rank(Edit(1, "the constant", "1", "0", "")), _rank(Edit(2, "", "n", "n - 1", ""))
    (1, 2)
    """
    before, after = tidy(edit.before), tidy(edit.after)
    if edit.kind == "an extra statement":
        return 4
    if edit.kind.endswith("too many"):
        return 0
    if edit.kind == "the start value":
        return 1 if after in ("0", "1") else 2
    if _is_constant(before):
        return 1 if after in ("0", "1") or edit.kind == "the index" else 3
    if "==" in after and not any(sign in before for sign in ("==", "!=")):
        return 3
    if before.isidentifier() and not after.isidentifier():
        return 2  # the variable is used, or replaced together with its computation
    if before in after or edit.kind in ("the value", "the expression", "the call"):
        return 2
    return 1


def _is_constant(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


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
