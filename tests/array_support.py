"""Imitations of arrays and data frames, which have only the methods that the models use.

forms    how a table is given: a name, and a function of columns names and rows
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.models_support import EXAMPLES, Example

Form = Callable[[Sequence[str], Sequence[Sequence[Any]]], Any]


@dataclass
class Scalar:
    """A number of an array library: not a Python number."""

    value: Any
    shape: tuple[int, ...] = ()

    def item(self) -> Any:
        return self.value


@dataclass
class FakeArray:
    """An array with `tolist` and `shape`; iterating gives scalars of its own."""

    values: list[Any]

    @property
    def shape(self) -> tuple[int, ...]:
        nested = bool(self.values) and isinstance(self.values[0], list)
        return (len(self.values), len(self.values[0])) if nested else (len(self.values),)

    def __len__(self) -> int:
        return len(self.values)

    def tolist(self) -> list[Any]:
        return self.values

    def __bool__(self) -> bool:
        raise ValueError("the truth value of an array is ambiguous")


@dataclass
class OnlyArray:
    """An object that only converts itself to an array."""

    values: list[Any]

    def __array__(self) -> FakeArray:
        return FakeArray(self.values)


@dataclass
class FakeSeries:
    """A pandas column: values, an index and a name."""

    values: list[Any]
    index: Any = None
    name: Any = None

    def tolist(self) -> list[Any]:
        return self.values

    def __bool__(self) -> bool:
        raise ValueError("the truth value of a Series is ambiguous")


class FakePandasFrame:
    """A pandas data frame: columns by position; iterating gives column names."""

    def __init__(self, names: Sequence[Any], rows: Sequence[Sequence[Any]]) -> None:
        self.columns = list(names)
        self._values = list(map(list, zip(*rows)))
        self.iloc = self

    def __getitem__(self, place: tuple[slice, int]) -> FakeSeries:
        return FakeSeries(self._values[place[1]])


class PolarsFrame:
    """A Polars data frame."""

    def __init__(self, names: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
        self.columns = list(names)
        self._rows = rows

    def get_columns(self) -> list[Any]:
        return [PolarsSeries(n, list(c)) for n, c in zip(self.columns, zip(*self._rows))]


@dataclass
class PolarsSeries:
    """A Polars column."""

    name: str
    values: list[Any]

    def to_list(self) -> list[Any]:
        return self.values


class ArrowTable:
    """A table of Arrow."""

    def __init__(self, names: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
        self.column_names = list(names)
        self.columns = [ArrowColumn(list(c)) for c in zip(*rows)]


@dataclass
class ArrowColumn:
    """A column of Arrow."""

    values: list[Any]

    def to_pylist(self) -> list[Any]:
        return self.values


# Declared as Any, because the type hints of the models do not mention such types.
Array: Any = FakeArray
Series: Any = FakeSeries
PandasFrame: Any = FakePandasFrame


def dicts(names: Sequence[str], rows: Sequence[Sequence[Any]]) -> list[dict[str, Any]]:
    """A list of dicts."""
    return [dict(zip(names, row)) for row in rows]


FAKES: Mapping[str, Form] = {
    "a 2-D array": lambda names, rows: Array(list(map(list, rows))),
    "an object with __array__": lambda names, rows: OnlyArray(list(map(list, rows))),
    "a list of arrays": lambda names, rows: [Array(list(row)) for row in rows],
    "a list of lists of scalars": lambda names, rows: [list(map(Scalar, row)) for row in rows],
    "pandas": PandasFrame,
    "Polars": PolarsFrame,
    "Arrow": ArrowTable,
    "a list of dicts": dicts,
}


def table_of(example: Example) -> tuple[list[str], list[list[Any]], list[list[Any]]]:
    """Return column names, training rows and rows to predict; texts become word counts."""
    if not example.is_text:
        names = [f"x{j + 1}" for j in range(len(example.rows[0]))]
        return names, list(map(list, example.rows)), list(map(list, example.asked))
    names = sorted({word for row in example.rows for word in row})
    return names, _counts(names, example.rows), _counts(names, example.asked)


def _counts(names: Sequence[str], rows: Sequence[Any]) -> list[list[Any]]:
    return [
        [row.get(n, 0) if isinstance(row, Mapping) else int(n in row) for n in names]
        for row in rows
    ]


def zeros_and_ones(rows: Sequence[Sequence[Any]]) -> list[list[int]]:
    """Counts as the presence of words."""
    return [[int(x > 0) for x in row] for row in rows]


def assert_the_same_in(example: Example, form: Form, labels_as: Callable[[Any], Any]) -> None:
    """A model fitted to this form equals that of plain lists in predictions and saved files."""
    names, rows, asked = table_of(example)
    if example.is_text and "bernoulli" in example.name:
        rows, asked = zeros_and_ones(rows), zeros_and_ones(asked)
    plain = example.fit(rows, example.labels, features=names)
    model = example.fit(form(names, rows), labels_as(list(example.labels)), features=names)
    assert model == plain
    assert model.to_json() == plain.to_json()
    assert set(map(type, model.classes)) <= {str, int, bool, float}
    table = form(names, asked)
    assert model.predict(table) == plain.predict(asked)
    score = model.score(form(names, rows), labels_as(list(example.labels)))
    assert score == plain.score(rows, example.labels)
    if example.is_probabilistic:
        assert model.predict_proba(table) == plain.predict_proba(asked)
        assert model.probabilities(table) == [list(p.values()) for p in plain.predict_proba(asked)]


def assert_single_rows(example: Example, form: Callable[[Sequence[str], Any], Any]) -> None:
    """Each method for one row accepts the row in this form, and returns plain values."""
    names, rows, asked = table_of(example)
    if example.is_text and "bernoulli" in example.name:
        rows, asked = zeros_and_ones(rows), zeros_and_ones(asked)
    model = example.fit(rows, example.labels, features=names)
    questions = ("classify", "posterior", "exact_posterior", "log_scores", "log_joint", "explain")
    for row in asked:
        for question in questions:
            if hasattr(model, question):
                ask = getattr(model, question)
                assert ask(form(names, row)) == ask(row), question
        if hasattr(model, "explain"):
            cells = [value for _, value, _ in model.explain(form(names, row)).contributions]
            flat = [x for cell in cells for x in (cell if isinstance(cell, tuple) else [cell])]
            assert set(map(type, flat)) <= {str, int, bool, float, type(None)}


__all__ = ["EXAMPLES", "FAKES", "Example"]
