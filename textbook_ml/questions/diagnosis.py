"""Which misunderstanding is this? The one that behaves as the student's function does."""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from math import inf
from typing import Any

from textbook_ml.questions.asked_otherwise import named
from textbook_ml.questions.fair import is_ordinary
from textbook_ml.questions.habits import besides, habits
from textbook_ml.questions.judge import Case, close
from textbook_ml.questions.question import Function, Misconception, Question, plain

FAILURES = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
NUMERICAL = frozenset(  # a calculation that fails raises one of these, however it is written
    ("ArithmeticError", "FloatingPointError", "OverflowError", "StatisticsError", "TextbookError")
    + ("ValueError", "ZeroDivisionError", "statistics.StatisticsError")
)
ENOUGH = {False: 10, True: 2}  # one case in so many must agree; True: if some cases are ignored
same_numbers = close()


@dataclass(frozen=True, slots=True)
class Raised:
    """An answer that did not come: an exception came instead."""

    type_name: str
    message: str = ""

    def __repr__(self) -> str:
        return f"{self.type_name}: {self.message}" if self.message else self.type_name


def answer(function: Function, case: Case) -> Any:
    """What a function of ours answers; what it raises is an answer too."""
    try:
        return plain(function(*deepcopy(case)))
    except FAILURES as error:
        return Raised(type(error).__name__, str(error))


def alike(asked: Question, case: Case, one: Any, other: Any) -> bool:
    """Return whether two returned values agree: one is right if the other is what is expected.

    An exception agrees with nothing: two functions raise for different reasons.
    """
    if isinstance(one, Raised) or isinstance(other, Raised):
        return False
    try:
        return asked.judge(case, one, other) is None or same_numbers(case, one, other) is None
    except FAILURES:  # an answer of no known shape
        return False


def explains(asked: Question, wrong: Misconception, case: Case, came: Any) -> bool:
    """Return whether a misconception returns the value that the student's function returned."""
    return alike(asked, case, answer(wrong.function, case), came)


def diagnose(asked: Question, seen: Sequence[tuple[Case, Any]]) -> Misconception | None:
    """Return the misconception that returns what the student's function returned, if there is one.

    It must agree with the student on returned values, and at least one of these must be wrong.
    Where one of the two raises, the other must raise the same kind of exception; this alone is no
    evidence. The first search compares all cases, the second only ordinary ones, because whoever
    forgets the prior may overflow, too. The third also ignores cases in which one of the two has
    no answer; there, the two must agree in half of all cases. The last search combines a
    misconception with a generic mistake.

    >>> from textbook_ml.questions import questions
    >>> variance = questions()["variance_mvue"]
    >>> diagnose(variance, [(([1.0, 3.0], 2.0), 1.0), (([0.0, 0.0], 0.0), 0.0)]).name
    'divided_by_n'
    """
    if not any(_is_wrong_value(asked, case, came) for case, came in seen):
        return None
    ordinary = [(case, came) for case, came in seen if is_ordinary(case)]
    candidates = (*asked.misconceptions, *habits(asked, seen))
    possible = [wrong for wrong in candidates if _is_possible(asked, wrong, ordinary)]
    for compared, silent in ((seen, False), (ordinary, False), (ordinary, True)):
        for wrong in possible:
            if ENOUGH[silent] * _explained(asked, wrong, compared, silent) >= len(seen):
                return wrong
    return _two_at_once(asked, seen)


def _is_wrong_value(asked: Question, case: Case, came: Any) -> bool:
    """Return whether the student's function returned a value here, and a wrong one."""
    return not isinstance(came, Raised) and not is_right(asked, case, came)


def _two_at_once(asked: Question, seen: Sequence[tuple[Case, Any]]) -> Misconception | None:
    """Return a misconception whose numbers are also negated, to another base, or rounded."""
    ordinary = [(case, came) for case, came in seen if is_ordinary(case)]
    for wrong in asked.misconceptions:
        as_if_right = replace(asked, reference=wrong.function)
        for habit in besides(as_if_right):
            both = Misconception(habit.function, f"{wrong.help} And: {habit.help}")
            if ENOUGH[True] * _explained(asked, both, ordinary, silent=True) >= len(seen):
                return named(f"{wrong.name}_and_{habit.name}", both.function, both.help)
    return None


def _is_possible(
    asked: Question, wrong: Misconception, seen: Sequence[tuple[Case, Any]]
) -> bool:
    """Return whether both agree wherever both answer, and the misconception answers mostly."""
    silent = 0
    for case, came in seen:
        if has_no_answer(came):
            continue
        ours = answer(wrong.function, case)
        if alike(asked, case, ours, came):
            continue
        silent += 1
        if not has_no_answer(ours) or 2 * silent > len(seen):
            return False
    return True


def _explained(
    asked: Question, wrong: Misconception, seen: Sequence[tuple[Case, Any]], silent: bool
) -> int:
    """Return in how many cases a misconception returns the student's value; 0 if they differ.

    It is also 0 if all these values are right. Cases in which both raise are not counted; with
    `silent`, cases in which one of the two has no answer are ignored.
    """
    n_explained, is_wrong = 0, False
    for case, came in seen:
        ours = answer(wrong.function, case)
        if _same_failure(ours, came):
            continue
        if silent and (has_no_answer(ours) or has_no_answer(came)):
            continue
        if not alike(asked, case, ours, came):
            return 0
        n_explained += 1
        is_wrong = is_wrong or not is_right(asked, case, came)
    return n_explained if is_wrong else 0


def failure_help(asked: Question, seen: Sequence[tuple[Case, Any]]) -> str | None:
    """Return the help of a misconception that raises exactly where the student's function does.

    No misconception is named, because all returned values are right. But if both functions raise
    on the same cases, and return the same values on the others, the question's sentence about
    the exception (an overflow, a logarithm of 0) is also true of the student's function.
    """
    ordinary = [(case, came) for case, came in seen if is_ordinary(case)]
    for compared in (seen, ordinary):
        for wrong in asked.misconceptions:
            answers = [(case, answer(wrong.function, case), came) for case, came in compared]
            values = [one for one in answers if not _same_failure(*one[1:])]
            if 4 * len(values) < len(seen) or len(values) == len(compared):
                continue
            if all(alike(asked, *one) for one in values):
                return wrong.help
    return None


def _same_failure(ours: Any, came: Any) -> bool:
    """Return whether both raised the same kind of exception, or NaN stands for it, as in NumPy.

    >>> _same_failure(Raised("TextbookError"), Raised("OverflowError"))
    True
    >>> _same_failure(Raised("KeyError"), Raised("NameError"))
    False
    """
    if not isinstance(ours, Raised):
        return False
    if not isinstance(came, Raised):
        return ours.type_name in NUMERICAL and came is not None and has_no_answer(came)
    return ours.type_name == came.type_name or {ours.type_name, came.type_name} <= NUMERICAL


def is_right(asked: Question, case: Case, came: Any) -> bool:
    """Return whether this is the value that the reference returns."""
    return alike(asked, case, asked.expected(case), came)


def has_no_answer(value: Any) -> bool:
    """Return whether this is an exception, None, or contains an infinity or a NaN.

    >>> has_no_answer(Raised("ValueError")), has_no_answer([0.5, inf]), has_no_answer({"a": 0.5})
    (True, True, False)
    """
    if isinstance(value, Mapping):
        return any(map(has_no_answer, value.values()))
    if isinstance(value, (list, tuple)):
        return any(map(has_no_answer, value))
    return value is None or isinstance(value, Raised) or value in (inf, -inf) or value != value
