"""The table: what it holds, what it refuses, and what it tells a person."""

import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, replace
from math import inf, nan
from typing import Any

import pytest

from textbook_ml.data import Dataset
from textbook_ml.errors import TextbookError

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


def test_a_table_gives_its_columns() -> None:
    """All cells, the different ones in order of appearance, or the observed numbers."""
    assert len(DAYS) == 4
    assert DAYS.classes == ("no", "yes")
    assert DAYS.column("degrees") == (30.0, None, 20, 10.0)
    assert DAYS.values("outlook") == ("Sunny", "Rain")
    assert DAYS.numbers("degrees") == [30.0, 20, 10.0]
    assert [name for name, *_ in DAYS.columns()] == ["outlook", "degrees", "remark"]


def test_rows_are_taken_with_their_labels() -> None:
    """In the order asked for; the table itself stays whole."""
    part = DAYS.take([2, 0])
    assert part.rows == (DAYS.rows[2], DAYS.rows[0])
    assert part.labels == ("yes", "no")
    assert part.features == DAYS.features
    assert len(DAYS) == 4


def test_a_table_is_a_value() -> None:
    """It cannot be changed, can be compared and hashed, and survives a pickle."""
    with pytest.raises(FrozenInstanceError):
        setattr(DAYS, "labels", ())
    assert pickle.loads(pickle.dumps(DAYS)) == DAYS
    assert len({DAYS, DAYS.take(range(4)), DAYS.take([0])}) == 2


def test_the_summary_is_for_a_person() -> None:
    """Size, classes, and for each feature what was seen of it."""
    assert DAYS.summary() == [
        "4 rows, 3 features; class 'play': no 3, yes 1",
        "  outlook  discrete    2 values: Sunny 2, Rain 1; 1 missing",
        "  degrees  continuous  10 to 30, mean 20; 1 missing",
        "  remark   text        3 texts; 1 missing",
    ]


def test_the_summary_does_not_list_a_thousand_values() -> None:
    """The first dozen are named and the others counted; a column may also be empty."""
    many = one_column(*map(str, range(1000)), kind="discrete")
    assert many.summary()[1].endswith("10 1, 11 1 and 988 more")
    assert one_column(None).summary() == [
        "1 row, 1 feature; class 'y': a 1",
        "  x  continuous  nothing observed; 1 missing",
    ]


@pytest.mark.parametrize(
    ("make", "telling"),
    [
        (lambda: changed(rows=()), "the data set has no rows"),
        (lambda: changed(rows=list(DAYS.rows)), "rows is a list: give a tuple"),
        (lambda: changed(labels=("no",)), "4 rows and 1 labels"),
        (lambda: changed(labels=("no", "no", 1, "no")), "1 came, at position 2"),
        (lambda: changed(kinds=("text",)), "3 features and 1 kinds"),
        (lambda: changed(features=("a", "b", "a")), "2 columns are called 'a'"),
        (lambda: changed(label_name="outlook"), "2 columns are called 'outlook'"),
        (lambda: changed(kinds=("discrete", "real", "text")), "'degrees' is of kind 'real'"),
        (lambda: Dataset(((), ()), ("a", "b"), (), (), "y"), "has no features"),
        (
            lambda: changed(rows=(*DAYS.rows[:3], ("Rain", 1.0))),
            r"rows\[3\] has 2 cells, and there are 3 features",
        ),
        (lambda: changed(rows=(["Rain", 1.0, ""],) * 4), r"rows\[0\] is a list"),
        (lambda: one_column(1.0, "old"), r"rows\[1\], feature 'x': the cell is 'old'.*continuous"),
        (lambda: one_column(1.0, None, nan), r"rows\[2\], feature 'x': the cell is nan.*finite"),
        (lambda: one_column(inf, kind="discrete"), r"rows\[0\].* inf.*finite"),
        (lambda: one_column(1, 10**400), r"rows\[1\].*no float is as large"),
        (lambda: one_column("a", 2, kind="text"), r"rows\[1\].*2, and a text is a string"),
        (lambda: one_column("a", [2], kind="discrete"), r"rows\[1\].*\[2\], and a cell is"),
        (lambda: DAYS.column("wind"), "no feature 'wind': there are 'outlook', 'degrees'"),
        (lambda: DAYS.numbers("outlook"), "'outlook' is discrete, and numbers are asked for"),
    ],
)
def test_what_is_no_table_is_refused(make: Callable[[], object], telling: str) -> None:
    """With the row, the column and the cell."""
    with pytest.raises(TextbookError, match=telling):
        make()
