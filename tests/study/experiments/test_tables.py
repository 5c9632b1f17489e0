"""Tests of findings as tables: no number is lost, and numbers are formatted readably."""

from collections.abc import Mapping
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textbook_ml.core.console import WIDTH, display_width
from textbook_ml.study.experiments._tables import (
    Table,
    sizes_in_words,
    table_lines,
    tables,
    with_equal_decimals,
)

leaves = st.integers(1000, 9999)
names = st.sampled_from(["m = 10", "m = 20", "naive Bayes", "logistic regression, with a penalty"])
findings = st.recursive(
    st.dictionaries(names, leaves, min_size=1),
    lambda inner: st.dictionaries(names, leaves | st.lists(leaves, min_size=1) | inner, min_size=1),
    max_leaves=8,
)


def flat(value: object) -> list[int]:
    """All numbers of a finding."""
    if isinstance(value, Mapping):
        return [n for inner in value.values() for n in flat(inner)]
    if isinstance(value, list):
        return [n for inner in value for n in flat(inner)]
    return [int(str(value))]


def cells(table: Table) -> list[int]:
    """All numbers of a table, without the names."""
    written = [cell for _, *row in table.rows for cell in row if cell]
    return [int(n.replace(",", "")) for cell in written for n in cell.split(", ")]


@given(findings)
def test_every_number_is_in_one_table(finding: dict[str, object]) -> None:
    """No number is lost or shown twice, at any depth."""
    shown = [n for table in tables(finding) for n in cells(table)]
    assert sorted(shown) == sorted(flat(finding))


@given(findings)
def test_tables_fit_the_console(finding: dict[str, object]) -> None:
    """A table that is too wide is wrapped, transposed, or continued below."""
    for table in tables(finding):
        assert all(display_width(line) < WIDTH for line in table_lines(table))


def test_mappings_that_share_their_names_are_one_table() -> None:
    """Rows have the outer names, columns the inner names; a missing number is a gap."""
    (table,) = tables({"m = 10": {"NB": 0.25, "LR": 0.5}, "m = 20": {"NB": 0.125}})
    assert table.head == ("", "NB", "LR")
    assert table.rows == (("m = 10", "0.2500", "0.5000"), ("m = 20", "0.1250", ""))


def test_single_numbers_come_first_and_lists_are_columns_of_one_table() -> None:
    """Two long lists of equal length are columns of one table."""
    first, second = tables({"by n": list(range(9)), "n": 9, "twice": list(range(0, 18, 2))})
    assert first.rows == (("n", "9"),)
    assert ("by n", *map(str, range(9))) in second.rows
    assert ("twice", *map(str, range(0, 18, 2))) in second.rows


def test_a_table_that_is_wide_either_way_is_continued_below() -> None:
    """Twelve by twelve long numbers are split into parts that start with the row names."""
    square = {f"row {i}": {f"column {j}": 10**9 * (i + j) for j in range(12)} for i in range(12)}
    (table,) = tables(square)
    lines = list(table_lines(table))
    assert all(display_width(line) < WIDTH for line in lines)
    assert sum(line.startswith("  row 11") for line in lines) == lines.count("") + 1 > 1


def test_a_long_list_is_wrapped_beside_its_name() -> None:
    """Eight numbers that do not fit on the line are continued below the first."""
    (table,) = tables({"all eight weights of the model, in order": [1 / 3] * 8, "one": 1})
    first, second, last = table_lines(table)
    assert first.startswith("  all eight weights of the model, in order  0.3333, ")
    assert second.startswith(" " * 44 + "0.3333")
    assert last == "  one" + " " * 39 + "1"


def test_a_wide_table_is_transposed() -> None:
    """Forty columns become forty rows."""
    (table,) = tables({"joint": dict(enumerate(range(40))), "naive": dict(enumerate(range(40)))})
    assert table.head == ("", "joint", "naive")
    assert table.rows[39] == ("39", "39", "39")


@pytest.mark.parametrize(
    ("values", "written"),
    [
        ([0.25, 0.125], ["0.2500", "0.1250"]),
        ([31.25, 1.5], ["31.25", "1.50"]),
        ([0.5, 0.0], ["0.5000", "0.0000"]),
        ([67371.0, -160.2], ["67,371", "-160"]),
        ([1e-28, 1.0], ["1e-28", "1"]),
        ([float("inf")], ["∞"]),
        ([True, False], ["yes", "no"]),
        ([Fraction(7, 192), 2_147_483_646], ["7/192", "2,147,483,646"]),
        ([Fraction(10**30 + 1, 2 * 10**30)], ["≈ 0.5"]),
        ([(1.0, 0.5)], ["1.000, 0.500"]),
    ],
)
def test_numbers_of_one_kind_have_equal_decimals(values: list[object], written: list[str]) -> None:
    """The number of decimals suits the largest and the smallest number."""
    assert with_equal_decimals(values) == written


def test_a_fraction_alone_is_also_shown_in_decimals() -> None:
    """The equals sign is used only if the decimal is exact."""
    (table,) = tables({"a": Fraction(27, 200), "b": Fraction(81, 260), "c": 0.5})
    assert [value for _, value in table.rows] == ["27/200 = 0.135", "81/260 ≈ 0.3115", "0.5"]


def test_sizes_are_named_in_plain_words() -> None:
    """Names have no underscores, and numbers have thousands separators."""
    sizes = {"test_rows": 20000, "sizes": (10, 5120)}
    assert sizes_in_words(sizes) == "test rows = 20,000; sizes = 10, 5,120"
