"""Tests of the coded table of the study: coding, counting errors, ties."""

import pytest

from tests.study.experiments.ng_jordan.small_tables import NAME, NUMBER, clouds, coded_table, table
from textbook_ml.core.errors import TextbookError
from textbook_ml.study.experiments.ng_jordan.coded_table import CodedTable


def test_numbers_are_rescaled_and_names_are_indicators() -> None:
    """The range 2 to 6 becomes 0 to 1; b, a, b become two columns in order of appearance."""
    coded = coded_table(table([(2.0, "b"), (6.0, "a"), (3.0, "b")], "FTF", (NUMBER, NAME)))
    assert coded.rows == ((0.0, 1.0, 0.0), (1.0, 0.0, 1.0), (0.25, 1.0, 0.0))
    assert (coded.numbers, coded.indicators) == ((0,), ((1, 2),))
    assert (coded.classes, coded.labels) == (("F", "T"), (0, 1, 0))


def test_missing_values_have_their_own_column() -> None:
    """Naive Bayes uses the two columns of the values, without the column of missing values."""
    coded = coded_table(table([("a",), (None,), ("b",)], "FTF", (NAME,)))
    assert coded.rows == ((1.0, 0.0, 0.0), (0.0, 0.0, 1.0), (0.0, 1.0, 0.0))
    assert coded.indicators == ((0, 1),)


def test_the_more_frequent_class_is_positive_by_default() -> None:
    """Two of three rows are F."""
    rows = table([(1.0,), (2.0,), (3.0,)], "FTF", (NUMBER,))
    assert CodedTable.of(rows, "table").classes == ("T", "F")
    assert CodedTable.of(rows, "table", "T").classes == ("F", "T")


def test_a_constant_column_is_zero() -> None:
    """The range of a constant column is 0, but nothing is divided by it."""
    assert coded_table(table([(5.0,), (5.0,)], "FT", (NUMBER,))).rows == ((0.0,), (0.0,))


def test_errors_are_rows_on_the_wrong_side() -> None:
    """The line x > 0.3 separates 0, 0.25 from 0.5, 1; the row at 0.5 is F, so it is an error."""
    coded = coded_table(table([(0.0,), (1.0,), (2.0,), (4.0,)], "FFFT", (NUMBER,)))
    assert [coded.errors([-0.3, 1.0], [i]) for i in range(4)] == [0, 0, 1, 0]
    assert coded.errors([-0.3, 1.0], range(4)) == 1
    assert coded.errors([0.3, -1.0], range(4)) == 3


def test_scaling_a_line_does_not_change_errors() -> None:
    """The factors are 1e-200 and 1e200; the sign of a factor does matter."""
    coded = coded_table(clouds(20, 3))
    line = [-0.6, 0.5, 0.25, 0.125]
    counted = coded.errors(line, range(40))
    assert 0 < counted < 40
    for scale in (1e-200, 1e200):
        assert coded.errors([scale * w for w in line], range(40)) == counted


def test_a_tie_is_classified_as_f() -> None:
    """A row on the line, up to rounding, is F; with weights 0 every row is a tie."""
    coded = coded_table(table([(0.0,), (1.0,), (3.0,)], "FTT", (NUMBER,)))
    third = 1 / 3
    assert coded.errors([-third, 1.0], [1]) == 1
    assert coded.errors([third, -1.0], [1]) == 1
    assert coded.errors([-third * (1 - 1e-6), 1.0], [1]) == 0
    assert coded.errors([0.0, 0.0], [0, 1, 2]) == 2


def test_one_or_three_classes_raise_an_error() -> None:
    """The study needs exactly two classes."""
    with pytest.raises(TextbookError, match="exactly 2 classes, got"):
        coded_table(table([(1.0,), (2.0,), (3.0,)], "FTU", (NUMBER,)))
    with pytest.raises(TextbookError, match="exactly 2 classes, got"):
        coded_table(table([(1.0,), (2.0,)], "TT", (NUMBER,)))
    with pytest.raises(TextbookError, match="the class T must be F or T, got 'X'"):
        CodedTable.of(table([(1.0,), (2.0,)], "FT", (NUMBER,)), "table", "X")


def test_a_missing_continuous_value_raises_an_error() -> None:
    """A missing continuous value has no indicator and no rescaled value."""
    with pytest.raises(TextbookError, match="'x0' is continuous and must not have missing"):
        coded_table(table([(1.0,), (None,)], "FT", (NUMBER,)))
