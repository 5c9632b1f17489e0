"""Compare answers: how far two values differ, and which parts of an answer have become right."""

from collections.abc import Sequence
from math import inf
from typing import Any

from textbook_ml.grading.findings import finding
from textbook_ml.grading.runner.session import CallAnswer
from textbook_ml.questions import Question
from textbook_ml.questions.framework.case_filters import is_ordinary
from textbook_ml.questions.framework.diagnosis import answer, has_no_answer
from textbook_ml.questions.framework.judge import Case

Exam = Sequence[tuple[Case, Any]]
MOST_KNOWN = 10_000  # maximum number of cases of which the answers are kept
ROUNDING = 1e-9  # values that differ by less are the same


_known: dict[tuple[Question, str], list[Any]] = {}


def known_answers(question: Question, case: Case, expected: Any) -> list[Any]:
    """Return the wrong answers of the known mistakes to a case; they are computed only once."""
    key = question, repr(case)
    if key not in _known:
        if len(_known) >= MOST_KNOWN:
            _known.clear()
        answers = [answer(wrong.function, case) for wrong in question.misconceptions]
        _known[key] = [a for a in answers if not has_no_answer(a) and not same(a, expected)]
    return _known[key]


def same(one: Any, other: Any) -> bool:
    """Return whether two answers are the same up to rounding.

    >>> same({"a": [1.0, 2]}, {"a": [1.0 + 1e-12, 2]}), same([1.0], 1.0)
    (True, False)
    """
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        return len(one) == len(other) and all(map(same, one, other))
    return distance(one, other) <= ROUNDING


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
        return gap if gap == gap else inf
    return 0.0 if one == other and type(one) is type(other) else inf


def shape(value: Any) -> str:
    """Return the kind of a value: the same rule as in the code that is added to the submission.

    >>> shape([[0.5]]), shape({"a": 1}), shape("a")
    ('LLf', 'Di', 's')
    """
    if isinstance(value, (list, tuple)):
        return "L" + (shape(value[0]) if value else "")
    if isinstance(value, dict):
        return "D" + (shape(next(iter(value.values()))) if value else "")
    kinds = {bool: "b", int: "i", float: "f", str: "s"}
    return kinds.get(type(value), "o")


def parts(expected: Any) -> dict[Any, Any]:
    """Return the parts of an answer that have different meanings; empty if there are none.

    >>> parts([0.5, [1.0]]), parts({"a": 0.5, "b": 0.5}), parts([0.5, 0.5])
    ({0: 0.5, 1: [1.0]}, {}, {})
    """
    if isinstance(expected, dict):
        named = any(isinstance(value, (dict, list)) for value in expected.values())
        return expected if named and {"priors"} & expected.keys() else {}
    if isinstance(expected, (list, tuple)) and len({shape(v)[:1] for v in expected}) > 1:
        if {isinstance(v, (list, tuple, dict)) for v in expected} == {True, False}:
            return dict(enumerate(expected))
    return {}


def part(value: Any, key: Any) -> Any:
    """Return one part of an answer, or None."""
    if isinstance(value, dict):
        return value.get(key)
    if isinstance(value, (list, tuple)) and isinstance(key, int) and key < len(value):
        return value[key]
    return None


def corrects_a_part(expected: Any, before: Any, after: Any) -> bool:
    """Return whether a part of the answer is wrong in `before` and right in `after`.

    >>> corrects_a_part([0.5, [1.0]], [0.5, [2.0]], [0.0, [1.0]])
    True
    """
    return any(
        same(part(after, key), right) and not same(part(before, key), right)
        for key, right in parts(expected).items()
    )


def corrected_part(exam: Exam, answers: Sequence[CallAnswer], edited: Sequence[CallAnswer]) -> str:
    """Return the part of the answer that an edit corrects in all cases; empty if none."""
    better: set[Any] = set()
    for (case, expected), before, after in zip(exam, answers, edited):
        if has_no_answer(after.value) and not is_ordinary(case):
            continue
        for key, right in parts(expected).items():
            was = same(part(before.value, key), right)
            if same(part(after.value, key), right):
                better |= set() if was else {key}
            elif was or key in better:
                return ""
    for (case, expected), after in zip(exam, edited):
        known = parts(expected) if is_ordinary(case) else {}
        better = {k for k in better if k not in known or same(part(after.value, k), known[k])}
    names = (f"`{key}`" if isinstance(key, str) else f"item {key}" for key in better)
    return " and ".join(sorted(names))


def share_nearer(
    question: Question, exam: Exam, answers: Sequence[CallAnswer], edited: Sequence[CallAnswer]
) -> float:
    """Return the share of wrong values that an edit brings nearer to the reference."""
    nearer = wrong = 0
    for (case, expected), before, after in zip(exam, answers, edited):
        if has_no_answer(before.value) or finding(question, case, expected, before) is None:
            continue
        wrong += 1
        nearer += distance(expected, after.value) < distance(expected, before.value)
    return nearer / wrong if wrong else 0.0
