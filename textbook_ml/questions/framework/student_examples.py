"""Examples for students: plain numbers, and results that do not depend on rounding."""

import ast
import builtins
from collections.abc import Collection, Mapping, Sequence
from doctest import DocTestParser
from typing import Any

from textbook_ml.questions.framework.judge import Case
from textbook_ml.questions.framework.question import Question

Exam = Sequence[tuple[Case, Any]]

LONGEST_CALL = 80  # maximum number of characters of a call or of its result
EXACT_UNIT = 1024  # multiples of 1/1024 are exact, in whatever order terms are added
DIGITS = 6  # significant digits to which other results are rounded
ROUNDED_RANGE = 1e-3, 1e6  # results that are shown rounded to DIGITS digits
NOT_PLAIN = (ast.Import, ast.ImportFrom, ast.Eq, ast.Attribute)


def plain_examples(
    question: Question, shown: Sequence[str], arguments: Collection[str], exam: Exam
) -> list[str]:
    """Return the examples of the chapter if they are plain, else small cases of the question."""
    if shown and _is_plain_example(question.function, arguments, "\n".join(shown)):
        return list(shown)
    calls = [(question.call(case), expected) for case, expected in exam]
    short = [(call, expected) for call, expected in calls if len(call) <= LONGEST_CALL]
    exact = [(c, e) for c, e in short if _floats_are_exact(e) and len(repr(e)) <= LONGEST_CALL]
    if exact:
        small, large = exact[0], max(exact, key=lambda pair: len(pair[0]))
        pairs = [small] if small == large else [small, large]
        return [line for call, expected in pairs for line in (f">>> {call}", repr(expected))]
    for call, expected in short:
        if isinstance(expected, float) and ROUNDED_RANGE[0] <= abs(expected) <= ROUNDED_RANGE[1]:
            return [f">>> round({call}, {DIGITS})", repr(round(expected, DIGITS))]
    return []


def _is_plain_example(function: str, arguments: Collection[str], shown: str) -> bool:
    """Return whether the examples use only the function and literals, without == or imports."""
    known = {function, *dir(builtins)}
    for example in DocTestParser().get_examples(shown):
        tree = ast.parse(example.source)
        nodes = list(ast.walk(tree))
        names = [node for node in nodes if isinstance(node, ast.Name)]
        known |= {node.id for node in names if isinstance(node.ctx, ast.Store)}
        keywords = {node.arg for node in nodes if isinstance(node, ast.keyword)}
        if not ({node.id for node in names} <= known and keywords <= {*arguments}):
            return False
        if any(isinstance(node, NOT_PLAIN) for node in nodes):
            return False
        if not _is_literal_answer(tree, example.want):
            return False
    return True


def _is_literal_answer(tree: ast.Module, want: str) -> bool:
    """Return whether the result shown is a literal, and not a tuple if it is a single call."""
    if not want:
        return True
    try:
        value = ast.literal_eval(want)
    except (ValueError, SyntaxError):
        return False
    shown = tree.body[0]
    return not (isinstance(shown, ast.Expr) and isinstance(shown.value, ast.Call)) or (
        not isinstance(value, tuple)
    )


def _floats_are_exact(expected: Any) -> bool:
    """Return whether every float in the value is a multiple of 1/1024 below 1024."""
    if isinstance(expected, Mapping):
        return all(map(_floats_are_exact, expected.values()))
    if isinstance(expected, list):
        return all(map(_floats_are_exact, expected))
    if isinstance(expected, float):
        return (expected * EXACT_UNIT).is_integer() and abs(expected) < EXACT_UNIT
    return True
