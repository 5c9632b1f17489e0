"""The error class and the helpers for its messages."""

from fractions import Fraction

import pytest

from textbook_ml.core.errors import (
    TextbookError,
    did_you_mean,
    number_text,
    quoted,
    require,
    require_same_length,
)


def test_a_textbook_error_is_a_value_error() -> None:
    """`except ValueError` catches every error of the package."""
    with pytest.raises(ValueError, match="^N is 1$"):
        raise TextbookError("N is 1")


def test_require_does_nothing_if_the_condition_holds() -> None:
    """`require` returns without an error."""
    require(True, "not raised")


def test_require_raises_the_given_message() -> None:
    """The message is not changed."""
    with pytest.raises(TextbookError, match="^equation \\(15\\) divides by N − 1$"):
        require(False, "equation (15) divides by N − 1")


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (0.1, "0.1"),
        (-3, "-3"),
        (2**1000 - 1, str(2**1000 - 1)),
        (2**1000, "a whole number of 1001 bits"),
        (-(2**20_000), "a whole number of 20001 bits"),
        (Fraction(-3, 4), "-3/4"),
        (Fraction(1, 2), "1/2"),
        (Fraction(5), "5"),
        (Fraction(2**20_000), "a whole number of 20001 bits"),
        (Fraction(1, 2**20_000), "1/a whole number of 20001 bits"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_number_is_shown_as_it_is_or_by_its_size(number: float | Fraction, words: str) -> None:
    """Python raises an error for numbers with thousands of digits; `number_text` does not."""
    assert number_text(number) == words


@pytest.mark.parametrize("n_lists", [0, 1, 2, 3])
def test_lists_of_equal_length_are_accepted(n_lists: int) -> None:
    """Any number of lists is accepted, also none."""
    require_same_length(**{f"list {i}": range(4) for i in range(n_lists)})


@pytest.mark.parametrize("lengths", [(2, 3), (3, 2), (0, 1), (2, 2, 3), (3, 2, 2)])
def test_lists_of_different_lengths_are_an_error(lengths: tuple[int, ...]) -> None:
    """The message names each list with its length, in the order given."""
    expected = " and ".join(f"{n} list {i}" for i, n in enumerate(lengths))
    with pytest.raises(TextbookError, match=f"^got {expected}: their numbers must be equal$"):
        require_same_length(**{f"list {i}": range(n) for i, n in enumerate(lengths)})


def test_a_message_of_any_length_keeps_its_beginning_and_its_end() -> None:
    """The place and the fix stay readable, whatever the message quotes."""
    message = str(TextbookError(f"row 2: {'x' * 100_000}. Fix: shorten it."))
    assert message.startswith("row 2: xxx")
    assert message.endswith("xxx. Fix: shorten it.")
    assert len(message) < 1600


@pytest.mark.parametrize(
    "value",
    ["x" * 5000, ["x" * 5000], {i: i for i in range(5000)}, 10**5000, [Fraction(10**5000, 3)]],
    ids=lambda _: "",
)
def test_a_quoted_value_is_short(value: object) -> None:
    """The quoted value is a cell, a list, a dictionary or a number."""
    assert len(quoted(value)) < 100


@pytest.mark.parametrize(
    ("name", "known", "suggestion"),
    [
        ("gausian-nb", ["gda", "gaussian-nb"], "Did you mean gaussian-nb?"),
        ("Sepal_Lenght", ["sepal_length", "class"], "Did you mean sepal_length?"),
        ("--sed", ["-h", "--help", "--seed", "--steps"], "Did you mean --seed?"),
        ("covariance", ["covariance-scale", "gda"], "Did you mean covariance-scale?"),
        ("zzz", ["gda", "qda"], "All: gda, qda"),
        ("", ["gda", "qda"], "All: gda, qda"),
        ("x" * 1000, ["x" * 999], "All: gda, qda"),
        ("a\x1bbc", ["a\x1bb"], r"Did you mean 'a\x1bb'?"),
    ],
)
def test_did_you_mean_suggests_similar_names(name: str, known: list[str], suggestion: str) -> None:
    """Upper case, _ and leading hyphens do not matter; without a similar name, the other text."""
    assert did_you_mean(name, known, otherwise="All: gda, qda") == suggestion


def test_did_you_mean_suggests_at_most_four_names() -> None:
    """The most similar name is suggested first, even among very many names."""
    many = [f"x{i}" for i in range(100_000)]
    suggestion = did_you_mean("x1", many)
    assert suggestion.startswith("Did you mean x1, ")
    assert suggestion.count(",") == 3
