"""`Dataset`: its contents, its summary, and errors for invalid tables."""

import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, replace
from math import inf, nan
from typing import Any

import pytest

from textbook_ml.core.errors import TextbookError
from textbook_ml.data import Dataset

DAYS = Dataset(
    rows=(("Sunny", 30.0, "hot"), ("Rain", None, "wet"), ("Sunny", 20, ""), (None, 10.0, None)),
    labels=("no", "no", "yes", "no"),
    features=("outlook", "degrees", "remark"),
    kinds=("discrete", "continuous", "text"),
    label_name="play",
)


def changed(**parts: Any) -> Dataset:
    return replace(DAYS, **parts)


def one_column(*cells: Any, kind: Any = "continuous") -> Dataset:
    rows = tuple((cell,) for cell in cells)
    return Dataset(rows, ("a",) * len(cells), ("x",), (kind,), "y")


def test_columns_values_and_numbers() -> None:
    """A column has all cells, values are distinct cells, numbers are observed cells."""
    assert len(DAYS) == 4
    assert DAYS.classes == ("no", "yes")
    assert DAYS.column("degrees") == (30.0, None, 20, 10.0)
    assert DAYS.values("outlook") == ("Sunny", "Rain")
    assert DAYS.numbers("degrees") == [30.0, 20, 10.0]
    assert [name for name, *_ in DAYS.columns()] == ["outlook", "degrees", "remark"]


def test_rows_are_taken_with_their_labels() -> None:
    """`take` keeps the given order and does not change the table."""
    part = DAYS.take([2, 0])
    assert part.rows == (DAYS.rows[2], DAYS.rows[0])
    assert part.labels == ("yes", "no")
    assert part.features == DAYS.features
    assert len(DAYS) == 4


def test_a_table_is_immutable_and_comparable() -> None:
    """A table can be compared, hashed and pickled, but not changed."""
    with pytest.raises(FrozenInstanceError):
        setattr(DAYS, "labels", ())
    assert pickle.loads(pickle.dumps(DAYS)) == DAYS
    assert len({DAYS, DAYS.take(range(4)), DAYS.take([0])}) == 2


def test_the_summary_lists_size_classes_and_features() -> None:
    """The summary has the size, the classes and the observed values of each feature."""
    assert DAYS.summary() == [
        "4 rows, 3 features; class 'play': no 3, yes 1",
        "  outlook  discrete    2 values: Sunny 2, Rain 1; 1 missing",
        "  degrees  continuous  10 to 30, mean 20; 1 missing",
        "  remark   text        3 texts; 1 missing",
    ]


def test_the_summary_does_not_list_a_thousand_values() -> None:
    """The first twelve values are listed, the others counted; a column may be empty."""
    many = one_column(*map(str, range(1000)), kind="discrete")
    assert many.summary()[1].endswith("10 1, 11 1 and 988 more")
    assert one_column(None).summary() == [
        "1 row, 1 feature; class 'y': a 1",
        "  x  continuous  nothing observed; 1 missing",
    ]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: changed(rows=()), "must have at least one row, got none"),
        (lambda: changed(rows=list(DAYS.rows)), "rows must be a tuple, got a list"),
        (lambda: changed(labels=("no",)), "4 rows and 1 label"),
        (lambda: changed(labels=("no", "no", 1, "no")), "must be strings, got 1 at position 2"),
        (lambda: changed(kinds=("text",)), "3 features and 1 kind"),
        (lambda: changed(features=("a", "b", "a")), "must be different, got 'a' 2 times"),
        (lambda: changed(label_name="outlook"), "must be different, got 'outlook' 2 times"),
        (
            lambda: changed(kinds=("discrete", "real", "text")),
            "kind of feature 'degrees'.*got 'real'",
        ),
        (
            lambda: Dataset(((), ()), ("a", "b"), (), (), "y"),
            "must have at least one feature, got none",
        ),
        (
            lambda: changed(rows=(*DAYS.rows[:3], ("Rain", 1.0))),
            r"rows\[3\] must have 3 cells, one for each feature, got 2",
        ),
        (
            lambda: changed(rows=(["Rain", 1.0, ""],) * 4),
            r"rows\[0\] must be a tuple of cells, got a list",
        ),
        (lambda: one_column(1.0, "old"), r"rows\[1\], feature 'x': a continuous.*got 'old'"),
        (lambda: one_column(1.0, None, nan), r"rows\[2\], feature 'x': .*finite.*got nan"),
        (lambda: one_column(inf, kind="discrete"), r"rows\[0\].*finite.* inf"),
        (lambda: one_column(1, 10**400), r"rows\[1\].*not be larger than the largest float"),
        (lambda: one_column("a", 2, kind="text"), r"rows\[1\].*a text must be a string, got 2"),
        (lambda: one_column("a", [2], kind="discrete"), r"rows\[1\].*a cell must be .*, got \[2\]"),
        (lambda: DAYS.column("wind"), r"no feature 'wind'\. Features: 'outlook', 'degrees'"),
        (lambda: DAYS.column("Outlok"), r"no feature 'Outlok'\. Did you mean outlook\?"),
        (lambda: DAYS.numbers("outlook"), "'outlook' must be continuous .*, got discrete"),
    ],
)
def test_an_invalid_table_raises_an_error(make: Callable[[], object], message: str) -> None:
    """The error names the row, the column and the cell."""
    with pytest.raises(TextbookError, match=message):
        make()
