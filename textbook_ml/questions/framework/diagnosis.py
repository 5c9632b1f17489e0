"""Diagnosis: find the misconception that returns the same values as the student's function."""

from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from itertools import chain
from math import inf
from typing import Any

from textbook_ml.questions.framework.argument_mistakes import named
from textbook_ml.questions.framework.case_filters import is_ordinary
from textbook_ml.questions.framework.generic_mistakes import (
    common_second_mistakes,
    generic_mistakes,
)
from textbook_ml.questions.framework.judge import Case, Judge, close
from textbook_ml.questions.framework.question import (
    Function,
    Misconception,
    Question,
    cached_result,
    plain_value,
)

FAILURES = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
NUMERICAL = frozenset(  # exceptions that a failed calculation may raise, depending on the code
    ("ArithmeticError", "FloatingPointError", "OverflowError", "StatisticsError", "TextbookError")
    + ("ValueError", "ZeroDivisionError", "statistics.StatisticsError")
)
SECOND_MISTAKE = "Second mistake:"
ENOUGH = {False: 10, True: 2}  # 1 case in 10 must agree, or 1 in 2 if some cases are ignored
SCALARS = frozenset((float, int, str, bool, type(None)))  # values that cannot change
same_numbers: Judge = close()


@dataclass(frozen=True, slots=True)
class RaisedException:
    """An exception that a function raised instead of returning a value."""

    type_name: str
    message: str = ""

    def __repr__(self) -> str:
        return f"{self.type_name}: {self.message}" if self.message else self.type_name


def answer(function: Function, case: Case) -> Any:
    """Return the result of one of our own functions, or a `RaisedException` if it fails."""
    try:
        return plain_value(cached_result(function, copied(case)))
    except FAILURES as error:
        return RaisedException(type(error).__name__, str(error))


def copied(value: Any) -> Any:
    """Return a copy of lists, tuples and dicts, which is much faster than `deepcopy`.

    A part that occurs twice is copied twice, as in the process of a student.

    >>> copied(([[1.0], "a"], {"b": [2]}))
    ([[1.0], 'a'], {'b': [2]})
    """
    kind = type(value)
    if kind is list:
        return [x if type(x) in SCALARS else copied(x) for x in value]
    if kind is tuple:
        return tuple([x if type(x) in SCALARS else copied(x) for x in value])
    if kind is dict:
        return {key: copied(x) for key, x in value.items()}
    return value if kind in SCALARS else deepcopy(value)


def values_agree(question: Question, case: Case, one: Any, other: Any) -> bool:
    """Return whether two returned values agree, by the judge of the question or to 9 digits.

    An exception agrees with nothing, because two functions may raise for different reasons.
    """
    if isinstance(one, RaisedException) or isinstance(other, RaisedException):
        return False
    try:
        return question.judge(case, one, other) is None or same_numbers(case, one, other) is None
    except FAILURES:  # the value has a structure that the judge cannot handle
        return False


def explains(question: Question, wrong: Misconception, case: Case, got: Any) -> bool:
    """Return whether a misconception returns the value that the student's function returned."""
    return values_agree(question, case, answer(wrong.function, case), got)


def diagnose(question: Question, seen: Sequence[tuple[Case, Any]]) -> Misconception | None:
    """Return the misconception that gives the same values as the student's function, if any.

    The misconception must agree with the student on returned values, and at least one of these
    values must be wrong. If one function raises, the other must raise the same kind of exception;
    this alone is not evidence. The first search compares all cases. The second compares only
    ordinary cases, because code that leaves out the prior may also overflow. The third also
    ignores cases in which one function has no answer; then both must agree in half of all cases.
    The last search combines a misconception with a generic mistake. If the student's function
    returns one value in all cases, a misconception that only comes near it is no explanation.

    >>> from textbook_ml.questions import questions
    >>> variance = questions()["variance_mvue"]
    >>> diagnose(variance, [(([1.0, 3.0], 2.0), 1.0), (([0.0, 0.0], 0.0), 0.0)]).name
    'divided_by_n'
    """
    if not _has_evidence(question, seen):
        return None
    varying = len({repr(got) for _, got in seen}) > 1
    known = (wrong for wrong in question.misconceptions if varying or _is_constant(wrong, seen))
    alone = _first_that_explains(question, seen, chain(known, generic_mistakes(question, seen)))
    return alone or _two_at_once(question, seen)


def known_mistake(question: Question, seen: Sequence[tuple[Case, Any]]) -> Misconception | None:
    """Return the misconception of the question that gives these values; no generic mistake."""
    if not _has_evidence(question, seen):
        return None
    return _first_that_explains(question, seen, question.misconceptions)


def _has_evidence(question: Question, seen: Sequence[tuple[Case, Any]]) -> bool:
    """Return whether a wrong value was returned that is not only a bool."""
    wrong_values = [(case, got) for case, got in seen if _is_wrong_value(question, case, got)]
    return not all(_is_only_a_bool(question, case, got) for case, got in wrong_values)


def _first_that_explains(
    question: Question, seen: Sequence[tuple[Case, Any]], candidates: Iterable[Misconception]
) -> Misconception | None:
    """Return the first misconception that explains the values; see `diagnose`."""
    ordinary = [(case, got) for case, got in seen if is_ordinary(case)]
    possible = []
    for wrong in candidates:
        if _is_possible(question, wrong, ordinary):
            if ENOUGH[False] * _n_explained_cases(question, wrong, seen, silent=False) >= len(seen):
                return wrong
            possible.append(wrong)
    for silent in (False, True):
        for wrong in possible:
            if ENOUGH[silent] * _n_explained_cases(question, wrong, ordinary, silent) >= len(seen):
                return wrong
    return None


def _is_wrong_value(question: Question, case: Case, got: Any) -> bool:
    """Return whether the student's function returned a wrong value that can be compared.

    An exception or a NaN agrees with nothing, not even with itself.
    """
    return values_agree(question, case, got, got) and not is_right(question, case, got)


def _is_only_a_bool(question: Question, case: Case, got: Any) -> bool:
    """Return whether a bool was returned instead of a number, and happens to equal 0 or 1."""
    return isinstance(got, bool) and not isinstance(answer(question.reference, case), bool)


def _is_constant(wrong: Misconception, seen: Sequence[tuple[Case, Any]]) -> bool:
    """Return whether a misconception returns exactly one value in all of these cases."""
    first, *others = (answer(wrong.function, case) for case, _ in seen)
    return all(first == other for other in others)


def _two_at_once(question: Question, seen: Sequence[tuple[Case, Any]]) -> Misconception | None:
    """Return a misconception combined with a generic mistake, such as rounding, if one agrees."""
    ordinary = [(case, got) for case, got in seen if is_ordinary(case)]
    for wrong in question.misconceptions:
        as_if_right = replace(question, reference=wrong.function)
        for second in common_second_mistakes(as_if_right):
            both = Misconception(second.function, f"{wrong.help} {SECOND_MISTAKE} {second.help}")
            if ENOUGH[True] * _n_explained_cases(question, both, ordinary, silent=True) >= len(
                seen
            ):
                return named(f"{wrong.name}_and_{second.name}", both.function, both.help)
    return None


def _is_possible(
    question: Question, wrong: Misconception, seen: Sequence[tuple[Case, Any]]
) -> bool:
    """Return whether a misconception agrees with the student wherever both have an answer.

    The misconception must have an answer in at least half of the cases.
    """
    silent = 0
    for case, got in seen:
        if has_no_answer(got):
            continue
        ours = answer(wrong.function, case)
        if values_agree(question, case, ours, got):
            continue
        silent += 1
        if not has_no_answer(ours) or 2 * silent > len(seen):
            return False
    return True


def _n_explained_cases(
    question: Question, wrong: Misconception, seen: Sequence[tuple[Case, Any]], silent: bool
) -> int:
    """Return the number of cases in which a misconception returns the student's value.

    The number is 0 if the two differ in any case, or if all these values are right. Cases in
    which both raise are not counted; with `silent`, cases in which one of the two has no answer
    are ignored. If cases were ignored, and all others have the same value, there is no evidence:
    the logarithm of 1 is 0, but who returns 0 for 1 need not take a logarithm.
    """
    n_explained, n_ignored, is_wrong, values = 0, 0, False, set[str]()
    for case, got in seen:
        ours = answer(wrong.function, case)
        if _same_failure(ours, got):
            continue
        if silent and (has_no_answer(ours) or has_no_answer(got)):
            n_ignored += 1
            continue
        if not values_agree(question, case, ours, got):
            return 0
        n_explained += 1
        values.add(repr(got))
        is_wrong = is_wrong or not is_right(question, case, got)
    varied = n_ignored == 0 or len(values) > 1
    return n_explained if is_wrong and varied else 0


def failure_help(question: Question, seen: Sequence[tuple[Case, Any]]) -> str | None:
    """Return the help of a misconception that raises exactly where the student's function does.

    No misconception is named, because all returned values are right. But if both functions raise
    on the same cases, and return the same values on the others, the question's hint about the
    exception (an overflow, a logarithm of 0) also applies to the student's function.
    """
    ordinary = [(case, got) for case, got in seen if is_ordinary(case)]
    for compared in (seen, ordinary):
        for wrong in question.misconceptions:
            n_values = _values_alike(question, wrong, compared)
            if n_values is not None and 4 * n_values >= len(seen) and n_values < len(compared):
                return wrong.help
    return None


def _values_alike(
    question: Question, wrong: Misconception, seen: Sequence[tuple[Case, Any]]
) -> int | None:
    """Return in how many cases both return the same value; None if they differ in any case."""
    n_values = 0
    for case, got in seen:
        ours = answer(wrong.function, case)
        if _same_failure(ours, got):
            continue
        if not values_agree(question, case, ours, got):
            return None
        n_values += 1
    return n_values


def _same_failure(ours: Any, got: Any) -> bool:
    """Return whether both raised the same kind of exception; NaN counts as an exception.

    >>> _same_failure(RaisedException("TextbookError"), RaisedException("OverflowError"))
    True
    >>> _same_failure(RaisedException("KeyError"), RaisedException("NameError"))
    False
    """
    if not isinstance(ours, RaisedException):
        return False
    if not isinstance(got, RaisedException):
        return ours.type_name in NUMERICAL and got is not None and has_no_answer(got)
    return ours.type_name == got.type_name or {ours.type_name, got.type_name} <= NUMERICAL


def is_right(question: Question, case: Case, got: Any) -> bool:
    """Return whether this is the value that the reference returns."""
    return values_agree(question, case, question.expected(case), got)


def has_no_answer(value: Any) -> bool:
    """Return whether this is an exception, None, or contains an infinity or a NaN.

    >>> results = [RaisedException("ValueError"), [0.5, inf], {"a": 0.5}]
    >>> tuple(map(has_no_answer, results))
    (True, True, False)
    """
    if isinstance(value, Mapping):
        return any(map(has_no_answer, value.values()))
    if isinstance(value, (list, tuple)):
        return any(map(has_no_answer, value))
    return (
        value is None
        or isinstance(value, RaisedException)
        or value in (inf, -inf)
        or value != value
    )
