"""Numbers that no float can hold: an exact result or a TextbookError, never an OverflowError.

Every function that is a question is called with one number of a valid case replaced.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from textbook_ml.core.errors import TextbookError
from textbook_ml.questions import questions
from textbook_ml.questions.framework.question import Question

INTEGERS = [10**400, -(10**400), 10**5000]  # Python writes at most 4300 digits
NUMBERS: list[int | Fraction] = [*INTEGERS, Fraction(10**5000, 3), Fraction(1, 10**400)]
MOST = 12  # replacements per case and number, to keep the test short

# The modules whose functions use only the operations of `numeric` and `stable`.
MODULES = (
    "ascent",
    "bayes",
    "bridge",
    "counts",
    "discriminant",
    "event_models",
    "gaussian",
    "independence",
    "likelihood",
    "logistic",
    "losses",
    "missing",
    "optimality",
    "parameters",
    "smoothing",
    "softmax",
    "stable",
    "theory",
)


def with_one_replaced(value: Any, new: int | Fraction) -> Iterator[Any]:
    """Yield the value once for each number in it, with that number replaced by `new`."""
    if isinstance(value, bool):
        return
    if isinstance(value, int) and isinstance(new, int) or isinstance(value, (float, Fraction)):
        yield new
    elif isinstance(value, (list, tuple)):
        for i, part in enumerate(value):
            for other in with_one_replaced(part, new):
                yield type(value)([*value[:i], other, *value[i + 1 :]])
    elif isinstance(value, dict):
        for key, part in value.items():
            for other in with_one_replaced(part, new):
                yield {**value, key: other}


def is_covered(question: Question) -> bool:
    """Return whether the function belongs to one of the modules."""
    return question.reference.__module__.rpartition(".")[2] in MODULES


@pytest.mark.parametrize("name", [name for name, q in questions().items() if is_covered(q)])
def test_a_number_beyond_floats_never_raises_an_overflow_error(name: str) -> None:
    """The result is exact, or a TextbookError with a fix is raised."""
    question = questions()[name]
    for case in question.cases("large", 6)[-3:]:
        for new in NUMBERS:
            for arguments in list(with_one_replaced(tuple(case), new))[:MOST]:
                try:
                    question.reference(*arguments)
                except TextbookError as error:
                    assert len(str(error)) < 400  # a value of 400 digits is shortened


@pytest.mark.parametrize("t", [10**400, -(10**400), Fraction(10**400, 3)])
def test_the_message_shortens_the_value_and_names_the_fix(t: int | Fraction) -> None:
    """The message of `sigmoid(10**400)` contains the number of bits and the fix."""
    with pytest.raises(TextbookError, match=r"must fit into a float, got .* bits.* Fix: "):
        questions()["sigmoid"].reference(t)


@pytest.mark.parametrize("lam", [10**400, Fraction(10**400, 3)])
def test_a_penalty_beyond_floats_is_an_error(lam: Any) -> None:
    """The algorithms that fit a regression reject a penalty that no float can hold."""
    rows, labels = [[-1.0], [1.0], [-1.0], [1.0]], [0, 0, 1, 1]
    for name, case in {
        "fit_logistic_regression": (rows, labels, lam),
        "fit_softmax_regression": (rows, labels, 2, lam),
    }.items():
        with pytest.raises(TextbookError, match="lam must fit into a float"):
            questions()[name].reference(*case)
