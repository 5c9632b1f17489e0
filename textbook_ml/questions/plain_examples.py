"""Examples that a student can check: plain numbers, and answers that look alike however found."""

import ast
import builtins
from collections.abc import Collection, Mapping, Sequence
from doctest import DocTestParser
from typing import Any

from textbook_ml.questions.judge import Case
from textbook_ml.questions.question import Question

Exam = Sequence[tuple[Case, Any]]

LONGEST_CALL = 80  # characters of a call, or of its answer
NICE = 1024  # an answer that is a multiple of 1/1024 comes out the same in any order of adding
DIGITS = 6  # of an answer that is not
SIZES = 1e-3, 1e6  # between which so many digits say something
NOT_PLAIN = (ast.Import, ast.ImportFrom, ast.Eq, ast.Attribute)


def plain_examples(
    question: Question, shown: Sequence[str], arguments: Collection[str], exam: Exam
) -> list[str]:
    """The chapter's own examples if they are plain; else small cases of the question."""
    if shown and _is_plain(question.function, arguments, "\n".join(shown)):
        return list(shown)
    calls = [(question.call(case), due) for case, due in exam]
    short = [(call, due) for call, due in calls if len(call) <= LONGEST_CALL]
    nice = [(c, due) for c, due in short if _is_nice(due) and len(repr(due)) <= LONGEST_CALL]
    if nice:
        small, large = nice[0], max(nice, key=lambda pair: len(pair[0]))
        pairs = [small] if small == large else [small, large]
        return [line for call, due in pairs for line in (f">>> {call}", repr(due))]
    for call, due in short:
        if isinstance(due, float) and SIZES[0] <= abs(due) <= SIZES[1]:
            return [f">>> round({call}, {DIGITS})", repr(round(due, DIGITS))]
    return []


def _is_plain(function: str, arguments: Collection[str], shown: str) -> bool:
    """Whether the examples need nothing but the function and numbers, and compare no digits."""
    known = {function, *dir(builtins)}
    for example in DocTestParser().get_examples(shown):
        tree = ast.parse(example.source)
        nodes = list(ast.walk(tree))
        names = [node for node in nodes if isinstance(node, ast.Name)]
        known |= {node.id for node in names if isinstance(node.ctx, ast.Store)}
        words = {node.arg for node in nodes if isinstance(node, ast.keyword)}
        if not ({node.id for node in names} <= known and words <= {*arguments}):
            return False
        if any(isinstance(node, NOT_PLAIN) for node in nodes) or not _is_answer(tree, example.want):
            return False
    return True


def _is_answer(tree: ast.Module, want: str) -> bool:
    """Whether what is shown is made of numbers, lists and the like; one answer is no tuple."""
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


def _is_nice(due: Any) -> bool:
    """Whether every number in it is exact in floats, and short."""
    if isinstance(due, Mapping):
        return all(map(_is_nice, due.values()))
    if isinstance(due, list):
        return all(map(_is_nice, due))
    if isinstance(due, float):
        return (due * NICE).is_integer() and abs(due) < NICE
    return True
