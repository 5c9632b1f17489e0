"""The command `try-question`: test a teacher's own questions before students see them."""

import sys
from collections.abc import Generator, Iterator, Sequence
from contextlib import redirect_stdout, suppress
from copy import deepcopy
from doctest import DocTest, DocTestFinder, DocTestRunner, Example
from io import StringIO
from pathlib import Path
from time import perf_counter
from typing import Any

from textbook_ml.core.console import Heading
from textbook_ml.core.errors import TextbookError, plural, require
from textbook_ml.grading.assignment import MOST_CASES, PUBLIC_SEED
from textbook_ml.grading.reports.report_text import prose
from textbook_ml.grading.runner.limits import Limits
from textbook_ml.grading.runner.worker.value_codec import decode, encode
from textbook_ml.questions import Case, Question
from textbook_ml.questions.framework.diagnosis import answer, diagnose
from textbook_ml.questions.framework.judge import UnsupportedValue
from textbook_ml.questions.framework.mutants import undetected_mutants
from textbook_ml.questions.framework.own_questions import own_questions
from textbook_ml.questions.framework.question import described
from textbook_ml.questions.framework.starter_code import skeleton

FINE, FAULTY = 0, 1
OK, LOOK, FIX = "ok", "look", "FIX"  # LOOK: only the teacher can decide whether this is a problem
FEW = 5  # a question with fewer cases than this gets a warning
COPY = "Fix: let it work on a copy."
SEEDS = (PUBLIC_SEED, "another seed")


def try_question(
    file: str, *, function: str | None = None, cases: int = 50
) -> Generator[str, None, int]:
    """Print what is wrong with each question of a file; the exit code is 1 if anything is."""
    path = Path(file)
    require(
        path.exists(),
        f"there is no file or folder {file!r}. Fix: write one with `new-question NAME`.",
    )
    require(0 < cases <= MOST_CASES, f"--cases must be from 1 to {MOST_CASES}, got {cases}")
    known = own_questions(path.stem, path.resolve().parent)
    require(
        bool(known),
        f"{file} contains no questions. Fix: add @question(function, edges=[…]) below a function.",
    )
    require(
        function is None or function in known,
        f"{file} has no question on a function {function!r}. Its questions: {', '.join(known)}.",
    )
    faulty = False
    for question in known.values() if function is None else [known[function]]:
        yield Heading(f"{question.function} ({question.id})")
        for level, words in question_remarks(question, cases):
            faulty |= level == FIX
            yield from prose(words, f"  {level:6}", "        ")
        yield ""
    classes = dict.fromkeys(q.part_of for q in known.values() if q.part_of is not None)
    for kind in classes if function is None else ():
        yield Heading(f"{kind.__name__}, all parts together")
        parts = [q for q in known.values() if q.part_of is kind]
        for level, words in of_both(parts, cases):
            faulty |= level == FIX
            yield from prose(words, f"  {level:6}", "        ")
        yield ""
    words = "Some questions need a change (FIX)." if faulty else "All questions are ready to use."
    yield words
    return FAULTY if faulty else FINE


Remark = tuple[str, str]


def question_remarks(question: Question, cases: int) -> Iterator[Remark]:
    """Yield the results of all tests of one question: a level, and a sentence."""
    with redirect_stdout(StringIO()) as printed:
        exams = exams_or_fault(question, cases)
    if isinstance(exams, str):
        yield FIX, exams
        return
    if not exams[0]:
        yield (
            FIX,
            "There are no cases. Fix: add edges=[…], or draw cases for which the "
            "reference returns a value.",
        )
        return
    yield from of_cases(question, cases)
    if printed.getvalue():
        yield FIX, "The reference prints. Fix: remove the calls of print."
    yield from of_reference(question, cases)
    yield from of_starter(question)
    if question.part_of is None:
        yield from of_both([question], cases)


def exams_or_fault(question: Question, cases: int) -> list[Sequence[Any]] | str:
    """Return the cases of two seeds, or why there are none."""
    for case in question.edges:
        copy = deepcopy(case)
        with suppress(Exception):  # reported below
            question.expected(copy)
        if repr(copy) != repr(case):
            return f"The reference changes its arguments: {question.call(case)}. {COPY}"
    try:
        return [question.exam(seed, cases) for seed in SEEDS]
    except TextbookError as error:
        return str(error)
    except Exception as error:
        return f"The reference raises {described(error)}. Fix: change it, or its cases."


def of_cases(question: Question, cases: int) -> Iterator[Remark]:
    """Yield how many cases there are, and whether they depend on the seed."""
    first, second = (question.exam(seed, cases) for seed in SEEDS)
    number = plural(len(first), "case")
    if len(first) < FEW:
        yield FIX, f"Only {number}. Fix: add edge cases, or draw more different ones."
    elif question.make is None:
        yield OK, f"{number}, the same for every seed: students who know them can return constants."
    elif repr(first) == repr(second):
        yield (
            FIX,
            f"{number}, but two seeds give the same cases. Fix: draw values from a larger range, "
            "or with more digits.",
        )
    else:
        yield (
            OK,
            f"{number}; {plural(len(question.edges), 'edge case')}, the others depend on the seed.",
        )


def of_reference(question: Question, cases: int) -> Iterator[Remark]:
    """Yield whether the reference is deterministic, leaves its arguments alone, and is quick."""
    exam = question.exam(PUBLIC_SEED, cases)
    slowest, total = 0.0, 0.0
    for case, expected in exam:
        copy, start = deepcopy(case), perf_counter()
        again = question.expected(copy)
        slowest = max(slowest, taken := perf_counter() - start)
        total += taken
        if repr(again) != repr(expected) and question.judge(case, expected, again) is not None:
            yield (
                FIX,
                f"The reference is not deterministic: {question.call(case)} returned "
                f"{expected!r}, then {again!r}. Fix: pass random numbers or a seed as an argument.",
            )
            return
        if repr(copy) != repr(case):
            yield FIX, f"The reference changes its arguments: {question.call(case)}. {COPY}"
            return
        if (words := fault_of_answer(question, case, expected)) is not None:
            yield FIX, words
            return
    limit = Limits().cpu
    takes = "takes" if len(exam) == 1 else "take"
    words = f"The reference is deterministic; {plural(len(exam), 'call')} {takes} "
    words += f"{1000 * total:.1f} ms, the slowest {1000 * slowest:.1f} ms"
    good = slowest < limit / 10
    yield (
        OK if good else FIX,
        f"{words}."
        if good
        else f"{words}, and students have {limit:g} s for a call. Fix: "
        "draw smaller cases, set most=…, or raise [limits] cpu in the assignment.",
    )


def fault_of_answer(question: Question, case: Case, expected: Any) -> str | None:
    """Return why a student cannot return the reference's answer; None if this is possible."""
    call = question.call(case)
    try:
        sent = decode(encode(expected), UnsupportedValue)
        fault = question.judge(case, expected, sent)
    except Exception as error:
        return f"The judge raises {described(error)}, for the reference's own answer to {call}."
    if isinstance(sent, UnsupportedValue):
        return (
            f"The reference returns a value of type {sent.type_name}, for {call}. Fix: return "
            "numbers, strings, lists, tuples, sets or dicts."
        )
    if fault is None:
        return None
    return f"The judge rejects the reference's own answer to {call}: {fault.words}."


def of_starter(question: Question) -> Iterator[Remark]:
    """Yield whether the starter file can be written, and whether the function is described."""
    try:
        text = skeleton(question)
    except TextbookError as error:
        yield FIX, f"The starter file cannot be written: {error}."
        return
    asked: Any = question.part_of or question.reference
    if not text or not (asked.__doc__ or "").strip():
        yield FIX, "The reference has no docstring, which students need. Fix: add one."
    elif (words := wrong_example(asked)) is not None:
        yield FIX, words
    else:
        yield OK, "The starter file shows the signature, the docstring and examples."


def wrong_example(asked: Any) -> str | None:
    """Return which example in the docstring of a reference is wrong; None if all are right."""
    names = vars(sys.modules[asked.__module__])
    for test in DocTestFinder().find(asked, globs=dict(names)):
        runner = _Examples(verbose=False)
        runner.run(test, out=lambda text: None, clear_globs=False)
        if runner.wrong:
            example, got = runner.wrong[0]
            return (
                f"The example {example.source.strip()} in the docstring is wrong: it shows "
                f"{example.want.strip()}, but the reference returns {got}. Fix: correct one of "
                "them."
            )
    return None


class _Examples(DocTestRunner):
    """A runner that keeps the wrong examples instead of printing them."""

    def __init__(self, verbose: bool) -> None:
        super().__init__(verbose=verbose)
        self.wrong: list[tuple[Example, str]] = []

    def report_failure(self, out: Any, test: DocTest, example: Example, got: str) -> None:
        self.wrong.append((example, got.strip() or "nothing"))

    def report_unexpected_exception(
        self, out: Any, test: DocTest, example: Example, exc_info: Any
    ) -> None:
        self.wrong.append((example, f"an exception, {described(exc_info[1])}"))


def of_both(parts: Sequence[Question], cases: int) -> Iterator[Remark]:
    """Yield how well the cases distinguish the reference from mutants and misconceptions."""
    yield from of_mutants(parts, cases)
    yield from of_misconceptions(parts, cases)


def of_mutants(parts: Sequence[Question], cases: int) -> Iterator[Remark]:
    """Yield which small changes of the reference no case detects."""
    try:
        number, left = undetected_mutants(parts, PUBLIC_SEED, cases)
    except TextbookError as error:
        yield FIX, f"The reference cannot be tested: {error}."
        return
    caught = f"{number - len(left)} of {plural(number, 'small change')} of the reference"
    yield LOOK if left else OK, f"The cases detect {caught}." + (" Not detected:" if left else "")
    for mutant in left:
        yield LOOK, f"line {mutant.line}: {mutant.change}"
    if left:
        yield LOOK, "Add cases in which these changes matter; ignore those that change no result."


def of_misconceptions(parts: Sequence[Question], cases: int) -> Iterator[Remark]:
    """Yield whether each misconception is detected, and distinguished from the others.

    `parts` are the parts of a class, or one question; it is enough that one part detects it.
    """
    known = [wrong.name for wrong in parts[0].misconceptions]
    if not known:
        yield OK, "No misconceptions: reports show a counterexample, but do not name the mistake."
        return
    named = 0
    for place, name in enumerate(known):
        found = [_diagnosed_name(question, place, cases) for question in parts]
        others = [other for other in found if other is not None]
        if name in found:
            named += 1
        elif others:
            words = f"The misconception {name} gives the same answers as {others[0]}. "
            yield FIX, f"{words}Fix: add a case in which they differ, or remove one."
        else:
            yield FIX, f"The misconception {name} is not detected: {why_undetected(parts, place)}"
    if named == len(known):
        yield OK, f"{plural(named, 'misconception')} detected and distinguished."


def why_undetected(parts: Sequence[Question], place: int) -> str:
    """Return why a misconception is never named, with the fix."""
    for question in parts:
        wrong = question.misconceptions[place].function
        for case, _ in question.exam(PUBLIC_SEED, FEW):
            try:
                wrong(*deepcopy(case))
            except Exception as error:
                words = f"{question.call(case)} raises {described(error)}. Exceptions do not count"
                return f"{words}. Fix: let it return a value."
    return "all its answers are right. Fix: add a case in which its value is wrong."


def _diagnosed_name(question: Question, place: int, cases: int) -> str | None:
    """Return the name that the diagnosis gives to a misconception; None if it finds none."""
    wrong = question.misconceptions[place].function
    seen = [(case, answer(wrong, case)) for case, _ in question.exam(PUBLIC_SEED, cases)]
    found = diagnose(question, seen)
    return None if found is None else found.name
