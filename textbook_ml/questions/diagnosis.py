"""Which misunderstanding is this? The one that behaves as the student's function does."""

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from textbook_ml.questions.fair import is_ordinary
from textbook_ml.questions.judge import Case
from textbook_ml.questions.question import Function, Misconception, Question, plain

MOST_PLACES = 6  # to which a student rounds


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
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        return Raised(type(error).__name__, str(error))


def alike(asked: Question, case: Case, one: Any, other: Any) -> bool:
    """Do two answers say the same? Both raise, or one is right if the other is what is due."""
    if isinstance(one, Raised) or isinstance(other, Raised):
        return isinstance(one, Raised) and isinstance(other, Raised)
    try:
        return asked.judge(case, one, other) is None
    except (ArithmeticError, LookupError, TypeError, ValueError):  # an answer of no known shape
        return False


def explains(asked: Question, wrong: Misconception, case: Case, came: Any) -> bool:
    """Does a misconception answer this case as the student did?"""
    return alike(asked, case, answer(wrong.function, case), came)


def diagnose(asked: Question, seen: Sequence[tuple[Case, Any]]) -> Misconception | None:
    """The misconception that answers all cases as the student did, if there is one.

    >>> from textbook_ml.questions import questions
    >>> variance = questions()["variance_mvue"]
    >>> diagnose(variance, [(([1.0, 3.0], 2.0), 1.0), (([0.0, 0.0], 0.0), 0.0)]).name
    'divided_by_n'
    """
    for wrong in asked.misconceptions:
        if all(explains(asked, wrong, case, came) for case, came in seen):
            return wrong
    return _behind_overflow(asked, seen) or _of_any_function(asked, seen)


def _behind_overflow(asked: Question, seen: Sequence[tuple[Case, Any]]) -> Misconception | None:
    """The same on ordinary cases: whoever forgets the prior may overflow, too.

    Where a number is extreme nothing is compared; nor, if still none is found, where one of the
    two raised. What is left must be most of the cases, and must itself be wrong somewhere.
    """
    plain_ones = [(case, came) for case, came in seen if is_ordinary(case)]
    for kinds in ((), (Raised,)):
        for wrong in asked.misconceptions:
            ours = [(case, answer(wrong.function, case), came) for case, came in plain_ones]
            both = [one for one in ours if not isinstance(one[1], kinds)]
            both = [one for one in both if not isinstance(one[2], kinds)]
            if 2 * len(both) >= len(seen) and all(alike(asked, *answers) for answers in both):
                if any(not _is_right(asked, case, came) for case, _, came in both):
                    return wrong
    return None


def _of_any_function(asked: Question, seen: Sequence[tuple[Case, Any]]) -> Misconception | None:
    """What is misunderstood of functions as such: nothing is returned, or it is rounded."""

    def returns_nothing(*case: Any) -> None:
        return None

    if all(came is None for _, came in seen):
        words = "Nothing comes back: a function answers with return; print only shows it."
        return Misconception(returns_nothing, words)
    if all(_is_right(asked, case, came) for case, came in seen):
        return None
    for places in range(1, MOST_PLACES + 1):

        def rounded(*case: Any) -> Any:
            return _rounded(asked.expected(case), places)

        words = f"You round to {places} decimals: give the number as it comes, with all its digits."
        if all(alike(asked, case, rounded(*case), came) for case, came in seen):
            return Misconception(rounded, words)
    return None


def _rounded(value: Any, places: int) -> Any:
    """A value whose numbers are all rounded.

    >>> _rounded({"a": [0.6666, 2]}, 2)
    {'a': [0.67, 2]}
    """
    if isinstance(value, dict):
        return {key: _rounded(item, places) for key, item in value.items()}
    if isinstance(value, list):
        return [_rounded(item, places) for item in value]
    return round(value, places) if isinstance(value, float) else value


def _is_right(asked: Question, case: Case, came: Any) -> bool:
    return alike(asked, case, asked.expected(case), came)
