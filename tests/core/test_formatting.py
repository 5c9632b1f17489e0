"""Formatting of numbers and tables."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textbook_ml.core.console import WIDTH, display_width
from textbook_ml.core.formatting import (
    TableLine,
    adding_up,
    class_table,
    lines_of_items,
    probability_texts,
    short_fraction,
    shorten,
    significant,
    text_bar,
    whole_number,
)


@pytest.mark.parametrize(
    ("number", "written"),
    [(3.5, "3.500"), (0.000123456, "0.0001235"), (1234.0, "1234"), (0.0, "0"), (-2.0, "-2.000")],
)
def test_four_significant_digits(number: float, written: str) -> None:
    """Final zeros are kept, so that columns align; zero itself is short."""
    assert significant(number) == written


@given(st.fractions(0, 1, max_denominator=99))
def test_a_short_fraction_is_found_in_its_float(p: Fraction) -> None:
    """A probability that is stored as a float is printed as a fraction."""
    assert short_fraction(float(p)) == short_fraction(p) == str(p)


def test_probabilities_have_the_same_format() -> None:
    """If one probability is not a short fraction, all are written as decimals."""
    assert probability_texts([Fraction(1, 3), Fraction(1, 1009)]) == ["0.3333", "0.0009911"]


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=30), st.integers(0, 6))
def test_rounded_parts_add_up(parts: list[float], digits: int) -> None:
    """The printed decimals add up exactly, and each error is at most one unit."""
    rounded = [Fraction(f"{x:.{digits}f}") for x in adding_up(parts, digits)]
    unit = Fraction(1, 10**digits)
    whole = round(sum(map(Fraction, parts)) / unit) * unit
    assert sum(rounded) == whole
    assert all(abs(x - Fraction(part)) <= unit for x, part in zip(rounded, parts))


def test_parts_are_not_rounded_if_one_is_infinite() -> None:
    """An infinite part has no decimals."""
    assert adding_up([float("inf"), 0.12345], 2) == [float("inf"), 0.12345]


@pytest.mark.parametrize(("n", "written"), [(999, "999"), (10**11, "100,000,000,000")])
def test_whole_numbers(n: int, written: str) -> None:
    """Thousands are separated by commas."""
    assert whole_number(n) == written


@given(st.text(max_size=60), st.integers(1, 40))
def test_a_shortened_text_fits(text: str, columns: int) -> None:
    """A shortened text of any script fits the width and has one line."""
    short = shorten(text, columns)
    assert display_width(short) <= columns
    assert short.isprintable()


names = st.text("abé日-_", min_size=1, max_size=40)


@given(st.lists(names, min_size=1, max_size=12), st.lists(names, min_size=1, max_size=5))
def test_any_class_table_fits_the_console(classes: list[str], features: list[str]) -> None:
    """Many classes are split into panels, each with all lines."""
    pairs = tuple(("1.234", "0.5678") for _ in classes)
    lines = [TableLine("P(class)", tuple(("1/2",) for _ in classes)), TableLine("title")]
    lines += [TableLine(name, pairs) for name in features]
    drawn = list(class_table(classes, lines))
    assert all(display_width(line) < WIDTH for line in drawn)
    assert sum(line.count("0.5678") for line in drawn) == len(classes) * len(features)


def test_a_group_is_right_aligned_under_its_class() -> None:
    """The mean and variance are in the column of the class."""
    drawn = list(
        class_table(["yes"], [TableLine("x", (("1", "22"),)), TableLine("P", (("1/2",),))])
    )
    assert drawn == ["     yes", "x  1  22", "P    1/2"]


def test_pieces_are_not_broken() -> None:
    """A probability stays on the line of its class."""
    pieces = [f"P(class {i}) = 0.{i}" for i in range(10)]
    lines = list(lines_of_items(pieces))
    assert ", ".join(pieces) == " ".join(lines)
    assert all(display_width(line) < WIDTH for line in lines)


def test_bars_are_proportional() -> None:
    """Negative bars are on the left; an infinite bar is as long as the longest."""
    assert text_bar(-1.0, 2.0, 4) == "  ██│"
    assert text_bar(float("inf"), 2.0, 4) == "    │████"
    assert text_bar(0.0, 0.0, 2) == "  │"
