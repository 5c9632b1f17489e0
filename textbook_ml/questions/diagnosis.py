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
    """Do two answers say the same? Both raise, or one is right if the other is what is due."""
    if isinstance(one, Raised) or isinstance(other, Raised):
        return isinstance(one, Raised) and isinstance(other, Raised)
    try:
        return asked.judge(case, one, other) is None or same_numbers(case, one, other) is None
    except FAILURES:  # an answer of no known shape
        return False


def explains(asked: Question, wrong: Misconception, case: Case, came: Any) -> bool:
    """Does a misconception answer this case as the student did?"""
    return alike(asked, case, answer(wrong.function, case), came)


def diagnose(asked: Question, seen: Sequence[tuple[Case, Any]]) -> Misconception | None:
    """The misconception that answers all cases as the student did, if there is one.

    If none does, the same on ordinary cases will do: whoever forgets the prior may overflow, too.
    Where a number is extreme nothing is compared then; nor, if still none is found, where one of
    the two has no answer. What is left must be most of the cases, and itself be wrong somewhere.
    Last, a misconception that fails where the student is wrong, and agrees elsewhere, will do.

    >>> from textbook_ml.questions import questions
    >>> variance = questions()["variance_mvue"]
    >>> diagnose(variance, [(([1.0, 3.0], 2.0), 1.0), (([0.0, 0.0], 0.0), 0.0)]).name
    'divided_by_n'
    """
    ordinary = [(case, came) for case, came in seen if is_ordinary(case)]
    candidates = (*asked.misconceptions, *habits(asked, seen))
    possible = [wrong for wrong in candidates if _is_possible(asked, wrong, ordinary)]
    for compared, silent in ((seen, False), (ordinary, False), (ordinary, True)):
        for wrong in possible:
            if 2 * _explained(asked, wrong, compared, silent) >= len(seen) > 0:
                return wrong
    known = (wrong for wrong in possible if wrong in asked.misconceptions)
    failing = (wrong for wrong in known if _fails_with(asked, wrong, seen))
    return next(failing, None) or _two_at_once(asked, seen)


def _two_at_once(asked: Question, seen: Sequence[tuple[Case, Any]]) -> Misconception | None:
    """A misconception whose numbers are besides turned round, rounded, or to another base."""
    ordinary = [(case, came) for case, came in seen if is_ordinary(case)]
    for wrong in asked.misconceptions:
        as_if_right = replace(asked, reference=wrong.function)
        for habit in besides(as_if_right):
            both = Misconception(habit.function, f"{wrong.help} And: {habit.help}")
            if 2 * _explained(asked, both, ordinary, silent=True) >= len(seen) > 0:
                return named(f"{wrong.name}_and_{habit.name}", both.function, both.help)
    return None


def _fails_with(
    asked: Question, wrong: Misconception, seen: Sequence[tuple[Case, Any]]
) -> bool:
    """Is the student wrong where a misconception has no answer, and only there?

    So are those who add 10⁻¹² before the logarithm, where others take the logarithm of 0.
    """
    answers = [(case, answer(wrong.function, case), came) for case, came in seen]
    failed = [(case, came) for case, ours, came in answers if has_no_answer(ours)]
    rest = [one for one in answers if not has_no_answer(one[1])]
    if 2 * len(rest) < len(seen) or not all(alike(asked, *one) for one in rest):
        return False
    return any(not is_right(asked, case, came) for case, came in failed)


def _is_possible(
    asked: Question, wrong: Misconception, seen: Sequence[tuple[Case, Any]]
) -> bool:
    """Do both answer alike wherever both do, and does the misconception answer mostly?"""
    silent = 0
    for case, came in seen:
        ours = answer(wrong.function, case)
        if has_no_answer(came) or alike(asked, case, ours, came):
            continue
        silent += 1
        if not has_no_answer(ours) or 2 * silent > len(seen):
            return False
    return True


def _explained(
    asked: Question, wrong: Misconception, seen: Sequence[tuple[Case, Any]], silent: bool
) -> int:
    """How many of these cases a misconception answers as the student did; 0 if not all.

    It is also 0 if all of them are right. With `silent`, cases to which one of the two has no
    answer are passed over.
    """
    n_explained, is_wrong = 0, False
    for case, came in seen:
        ours = answer(wrong.function, case)
        if silent and (has_no_answer(ours) or has_no_answer(came)):
            continue
        if not alike(asked, case, ours, came):
            return 0
        n_explained += 1
        is_wrong = is_wrong or not is_right(asked, case, came)
    return n_explained if is_wrong else 0


def is_right(asked: Question, case: Case, came: Any) -> bool:
    """Is this what the reference says?"""
    return alike(asked, case, asked.expected(case), came)


def has_no_answer(value: Any) -> bool:
    """Is this an exception, nothing, or what a calculation gives that has failed?

    >>> has_no_answer(Raised("ValueError")), has_no_answer([0.5, inf]), has_no_answer({"a": 0.5})
    (True, True, False)
    """
    if isinstance(value, Mapping):
        return any(map(has_no_answer, value.values()))
    if isinstance(value, (list, tuple)):
        return any(map(has_no_answer, value))
    return value is None or isinstance(value, Raised) or value in (inf, -inf) or value != value
