"""Locate a mistake: search for a small edit of the student's function that makes it right.

An edit counts only if the edited function is right on all cases of two seeds. The line is reported
only if all such edits are on the same line.
"""

import ast
from collections.abc import Sequence
from time import monotonic
from typing import Any

from textbook_ml.grading.context import GradingContext
from textbook_ml.grading.findings import finding
from textbook_ml.grading.locating.answers import Exam, known_answers, shape
from textbook_ml.grading.locating.edited_functions import SECONDS, SLOWEST, EditedFunctions
from textbook_ml.grading.locating.location import Location
from textbook_ml.grading.locating.search import Search
from textbook_ml.grading.locating.two_mistakes import two_mistakes
from textbook_ml.grading.runner.session import CallAnswer
from textbook_ml.grading.runner.submission_source import SubmissionCode
from textbook_ml.questions import Question, questions
from textbook_ml.questions.framework.case_filters import is_ordinary
from textbook_ml.questions.framework.edits import Code, file_tree, function_in
from textbook_ml.questions.framework.judge import Case

LONGEST_PROBE, PROBES = 300, 12  # maximum length of the first case, and candidates for it
MOST_FUNCTIONS = 4  # maximum number of functions searched: the function itself and some helpers
LARGEST_FILE = 200_000  # maximum number of characters of a file that is searched


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
    single = single or _uses_class(setting.source.cells[0], question.function)
    end = min(end, monotonic() + SLOWEST * SECONDS)
    target[0].shapes = _argument_shapes(target[0], exam[probe][0])
    with setting.edited.lend(end) as runner:
        cases = [case for case, _ in exam]
        functions = EditedFunctions(runner, question.function, cases, end)
        search = Search(functions, question, exam, answers, probe)
        for code in target:
            search.record(code)
        repairs = search.one_edit(target)
        if repairs.edits:
            return repairs.location(setting.source.cells[0].splitlines())
        return None if single else two_mistakes(search, target[0])


def _target(source: SubmissionCode, name: str) -> list[Code] | None:
    """Return the function, and the helper functions of the file that it calls."""
    if len(source.cells) != 1 or len(source.cells[0]) > LARGEST_FILE:
        return None
    text = source.cells[0]
    function = function_in(text, name)
    if function is None:
        return None
    found = [function]
    defined = {node.name for node in file_tree(text).body if isinstance(node, ast.FunctionDef)}
    for code in found:
        known = {name, *(one.name for one in found)}
        called = {n.id for n in ast.walk(code.tree()) if isinstance(n, ast.Name)}
        own = sorted((called & defined) - set(questions()) - known)
        found += [helper for other in own if (helper := function_in(text, other)) is not None]
    return found[:MOST_FUNCTIONS]


def _uses_class(text: str, name: str) -> bool:
    """Return whether a function uses a class of the file, whose methods are not searched.

    A mistake in a method looks like two mistakes in the function.
    """
    tree = file_tree(text)
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
    return len(set(map(repr, known_answers(question, case, expected)))), len(repr(case))


def _argument_shapes(code: Code, case: Case) -> dict[str, str]:
    """Return the shapes of the arguments of a call."""
    arguments = code.tree().args
    return {a.arg: shape(value) for a, value in zip(arguments.args, case)}
