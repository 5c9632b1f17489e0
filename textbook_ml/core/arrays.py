"""Convert rows and labels to plain values: from arrays, data frames and lists of dicts.

    table     rows with the names of their columns, if they have names
    frame     a table with named columns: of pandas, Polars or Arrow, or a data set of ours
    array     anything with `tolist` or `__array__`: NumPy, PyTorch, …
    cell      one value: a number, a string, True or False, or None if it is missing

All functions return plain Python values: lists, numbers and strings. They recognise a type by its
methods; no other library is imported. NaN, NA and null are missing values.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

from textbook_ml.core.errors import TextbookError, quoted, quoted_list, require

PLAIN = frozenset({int, float, str, bool, Fraction, type(None)})
NO_NAN = PLAIN - {float}
MISSING = ("NAType", "NaTType")  # the types of pandas.NA and pandas.NaT
LISTS = (list, tuple)
ONE_LIST = "pass one list of values for each example"


class InputTable(NamedTuple):
    """Rows, each with one cell for each column, and the names of the columns."""

    rows: Sequence[Any]
    names: tuple[str, ...] | None = None

    def choose(self, features: Sequence[str]) -> Sequence[Any]:
        """Return the rows with these columns in this order; without names, all columns.

        >>> InputTable([[1, 2, 3]], ("a", "b", "c")).choose(["c", "a"])
        [[3, 1]]
        """
        if self.names is None or self.names == tuple(features):
            return self.rows
        places = places_of(features, self.names, "rows")
        return [[row[j] for j in places] for row in self.rows]


def read_table(rows: Any) -> InputTable:
    """Return rows in any of the accepted forms as a table of plain values.

    >>> read_table([{"x": 1, "y": 2}, {"y": 4, "x": 3}])
    InputTable(rows=[[1, 2], [3, 4]], names=('x', 'y'))
    """
    frame = _table_of_frame(rows)
    if frame is not None:
        return frame
    if _is_array(rows):
        return _table_of_array(rows)
    if not isinstance(rows, Iterable) or isinstance(rows, (str, bytes, Mapping, Set)):
        raise TextbookError(
            f"rows must be a list of rows, a 2-D array, a data frame or a list of dicts, got "
            f"{_value_with_type(rows)}. Fix: "
            f"{'rows.collect()' if hasattr(rows, 'collect') else ONE_LIST}"
        )
    examples = list(rows)
    if examples and isinstance(examples[0], Mapping):
        return _table_of_dicts(examples)
    return InputTable([read_row(row, f"rows[{i}]") for i, row in enumerate(examples)])


def read_row(row: Any, name: str = "the row") -> Sequence[Any]:
    """Return one row without names as a list of plain values.

    >>> read_row(range(3))
    [0, 1, 2]
    """
    if type(row) in LISTS and PLAIN.issuperset(map(type, row)):
        plain: Sequence[Any] = row
        return plain
    if _is_array(row):
        return plain_cells(_one_dimensional(row, name), name)
    if isinstance(row, (str, bytes)) or not _is_sequence(row):
        one = "; for one row, use classify" if name == "rows[0]" else ""
        raise TextbookError(
            f"{name} must be a sequence of values, got {_value_with_type(row)}. Fix: write one "
            "list of "
            f"values for each row, for example [{_example_rows(row)}]{one}"
        )
    return [_plain_cell(x) for x in row]


def read_named_row(row: Any, features: Sequence[str]) -> Sequence[Any]:
    """Return one row in the order of the features; a dict or a Series is read by its names.

    >>> read_named_row({"b": 2, "a": 1, "c": 3}, ["a", "b"])
    [1, 2]
    """
    names = _names_of(row)
    if names is None:
        require(
            _table_of_frame(row) is None,
            "the row must be one-dimensional, got a data frame. Fix: predict(frame) for many "
            "rows; for one row, frame.iloc[0] (pandas), a list or a dict",
        )
        return read_row(row)
    values = list(row.values()) if isinstance(row, Mapping) else _one_dimensional(row, "the row")
    cells = plain_cells(values, "the row") if not isinstance(row, Mapping) else _plain_cells(values)
    return [cells[j] for j in places_of(features, names, "the row")]


def read_labels(labels: Any, name: str = "labels") -> Sequence[Any]:
    """Return labels as plain values. Raise TextbookError if one is missing.

    >>> read_labels(("a", "b"))
    ['a', 'b']
    """
    require(
        _table_of_frame(labels) is None,
        f"{name} must be one-dimensional, got a data frame. Fix: pass one column of it, for "
        "example frame['class']",
    )
    if isinstance(labels, str):  # each character is a label
        return labels
    if _is_array(labels):
        values = plain_cells(_one_dimensional(labels, name), name)
    else:
        if not isinstance(labels, Iterable) or isinstance(labels, (bytes, Mapping, Set)):
            raise TextbookError(
                f"{name} must be a sequence with one value for each row, got "
                f"{_value_with_type(labels)}"
            )
        values = [_plain_cell(y) for y in labels]
    for i, y in enumerate(values):
        if y is None:
            raise TextbookError(f"{name}[{i}] is missing. Fix: leave out the rows without a value")
        if isinstance(y, (list, dict, set)) or _is_array(y):
            raise TextbookError(
                f"{name}[{i}] must be one value, got {quoted(y)}. Fix: make {name} one-dimensional"
            )
    return values


def require_not_a_column(
    labels: Any, plain: Sequence[Any], table: InputTable, features: Sequence[str] | None = None
) -> None:
    """Raise TextbookError if the labels are also a feature of the rows, under the same name.

    The features are the columns that are given, or else all columns.
    """
    name = getattr(labels, "name", None)
    if table.names is None or name is None or str(name) not in table.names:
        return
    if features is not None and str(name) not in features:
        return
    j = table.names.index(str(name))
    require(
        len(plain) != len(table.rows) or any(row[j] != y for row, y in zip(table.rows, plain)),
        f"rows must not contain the labels, but their column {str(name)!r} is the labels. "
        "Fix: drop this column from the rows",
    )


def take(items: Any, places: Sequence[int]) -> Any:
    """Return the rows or labels at some positions, in the type in which they are given.

    >>> take(["a", "b", "c"], [2, 0])
    ['c', 'a']
    """
    if isinstance(items, (list, tuple, str)):
        return [items[i] for i in places]
    if hasattr(items, "iloc"):  # pandas
        return items.iloc[list(places)]
    if hasattr(items, "to_pylist") or hasattr(items, "kinds"):  # Arrow, or a data set of ours
        return items.take(list(places))
    return items[list(places)]  # NumPy, Polars


def places_of(features: Sequence[str], names: Sequence[str], subject: str) -> list[int]:
    """Return where each feature is among the names. Raise TextbookError if one is missing."""
    position_of = {name: j for j, name in enumerate(names)}
    missing = [name for name in features if name not in position_of]
    if missing:
        raise TextbookError(
            f"{subject} must have a value for each feature, missing: {quoted_list(missing)}; the "
            "names "
            f"are {quoted_list(list(names))}. Fix: rename the columns; or, if they are in the "
            "order of "
            "the features, pass the values without names (in pandas: frame.to_numpy())"
        )
    return [position_of[name] for name in features]


def plain_cells(values: Sequence[Any], name: str) -> Sequence[Any]:
    """Return the cells of one column or array as plain values; NaN, NA and null become None.

    >>> plain_cells([1.5, float("nan")], "x")
    [1.5, None]
    """
    kinds = set(map(type, values))
    if kinds <= NO_NAN:
        return values
    if kinds <= PLAIN:
        return [None if x != x else x for x in values]
    cells = [_plain_cell(x) for x in values]
    for i, x in enumerate(cells):
        if type(x) not in PLAIN:
            raise TextbookError(
                f"{name}, position {i}: a value must be a number, a string, True, False or "
                f"missing, got {quoted(x)}. Fix: convert the column to numbers or strings"
            )
    return cells


def _plain_cell(x: Any) -> Any:
    """Return one value as a plain value; a value of an unknown type is returned unchanged."""
    if type(x) in NO_NAN:
        return x
    if type(x).__name__ in MISSING:
        return None
    if isinstance(x, Decimal):
        x = float(x)
    elif hasattr(x, "as_py"):  # a scalar of Arrow
        x = x.as_py()
    elif hasattr(x, "item") and getattr(x, "shape", ()) == ():  # a scalar of NumPy
        x = x.item()
    return None if isinstance(x, float) and x != x else x


def _plain_cells(values: Iterable[Any]) -> list[Any]:
    return [_plain_cell(x) for x in values]


# Tables with names.


def _table_of_frame(rows: Any) -> InputTable | None:
    """Return a frame as a table, or None for any other type."""
    if hasattr(rows, "features") and hasattr(rows, "rows"):  # a data set of ours
        return InputTable(rows.rows, tuple(rows.features))
    columns = _frame_columns(rows)
    if columns is None:
        return None
    names = tuple(name for name, _ in columns)
    require(len(names) > 0, "rows must have at least one column, got a data frame with none")
    twice = [name for name in names if names.count(name) > 1]
    require(
        not twice,
        f"rows must have different column names, got {quoted_list(twice[:1])} twice. Fix: rename "
        "one",
    )
    return InputTable(list(zip(*(plain_cells(xs, f"column {n!r}") for n, xs in columns))), names)


def _frame_columns(rows: Any) -> list[tuple[str, list[Any]]] | None:
    """Return the names and values of the columns of a data frame; None for anything else."""
    if hasattr(rows, "iloc") and hasattr(rows, "columns"):  # pandas
        return [(str(n), rows.iloc[:, j].tolist()) for j, n in enumerate(rows.columns)]
    if hasattr(rows, "get_columns") and hasattr(rows, "columns"):  # Polars
        return [(str(c.name), c.to_list()) for c in rows.get_columns()]
    if hasattr(rows, "column_names") and hasattr(rows, "columns"):  # Arrow
        return [(str(n), c.to_pylist()) for n, c in zip(rows.column_names, rows.columns)]
    return None


def _table_of_dicts(rows: Sequence[Any]) -> InputTable:
    """Return a list of dicts as a table; the keys of the first are the columns."""
    names = tuple(rows[0])
    for i, row in enumerate(rows):
        if not isinstance(row, Mapping) or row.keys() != rows[0].keys():
            got = quoted_list(list(row)) if isinstance(row, Mapping) else _value_with_type(row)
            raise TextbookError(
                f"rows[{i}] must be a dict with the keys of rows[0], {quoted_list(names)}, got "
                f"{got}. "
                "Fix: use None for a missing value"
            )
    return InputTable([_plain_cells(row[n] for n in names) for row in rows], tuple(map(str, names)))


def _names_of(row: Any) -> list[str] | None:
    """Return the names of the values of one row: the keys of a dict, the index of a Series."""
    if isinstance(row, Mapping):
        return list(map(str, row))
    index = getattr(row, "index", None)
    if index is None or callable(index) or not hasattr(row, "tolist"):
        return None
    names = list(index)
    return names if names and all(isinstance(name, str) for name in names) else None


# Arrays, which have no names.


def _is_array(x: Any) -> bool:
    """Return whether x is an array, a Series or a sparse matrix; a data frame is not an array."""
    return any(hasattr(x, method) for method, _ in TO_LIST) or isinstance(x, memoryview)


TO_LIST: tuple[tuple[str, Callable[[Any], Any]], ...] = (
    ("toarray", lambda x: x.toarray().tolist()),  # a sparse matrix of SciPy
    ("to_pylist", lambda x: x.to_pylist()),  # Arrow
    ("to_list", lambda x: x.to_list()),  # Polars, pandas
    ("tolist", lambda x: x.tolist()),  # NumPy, PyTorch, array.array
    ("__array__", lambda x: x.__array__().tolist()),
)


def _array_values(x: Any) -> Any:
    """Return the values of an array as nested lists."""
    kind = getattr(getattr(x, "dtype", None), "kind", "")
    require(
        kind not in ("m", "M"),
        "the values must be numbers or strings, got dates or times. Fix: convert them to numbers "
        "or strings first",
    )
    for method, convert in TO_LIST:
        if hasattr(x, method):
            return convert(x)
    return x.tolist()  # a memoryview


def _table_of_array(rows: Any) -> InputTable:
    """Return a 2-D array, or an array with named fields, as a table."""
    names = getattr(getattr(rows, "dtype", None), "names", None)
    values = _array_values(rows)
    depth = _nesting_depth(values) + bool(names)
    require(
        depth == 2,
        "rows must be two-dimensional, with one row for each example, got "
        f"{_nested_shape(rows, depth)}. "
        "Fix: for one feature, rows.reshape(-1, 1); for one row, classify(row)",
    )
    cells = [plain_cells(row, f"rows[{i}]") for i, row in enumerate(values)]
    return InputTable(cells, None if names is None else tuple(map(str, names)))


def _one_dimensional(x: Any, name: str) -> Sequence[Any]:
    """Return the values of a 1-D array. Raise TextbookError if it has other dimensions."""
    values = _array_values(x)
    depth = _nesting_depth(values)
    require(
        depth == 1,
        f"{name} must be one-dimensional, got {_nested_shape(x, depth)}. Fix: "
        f"{name.split()[-1]}.ravel()",
    )
    cells: Sequence[Any] = values
    return cells


def _nesting_depth(values: Any) -> int:
    """Return the number of dimensions of nested lists.

    >>> _nesting_depth([[1, 2], [3, 4]])
    2
    """
    depth = 0
    while isinstance(values, list):
        depth += 1
        values = values[0] if values else None
    return depth


def _nested_shape(x: Any, depth: int) -> str:
    shape = getattr(x, "shape", None)
    return f"shape {tuple(shape)}" if isinstance(shape, Sequence) else f"{depth} dimensions"


def _is_sequence(x: Any) -> bool:
    """Return whether x has values in an order."""
    return hasattr(x, "__iter__") and hasattr(x, "__len__") and not isinstance(x, (Mapping, Set))


def _value_with_type(x: Any) -> str:
    """Return a value for a message, with its type.

    >>> _value_with_type("abc"), _value_with_type(1.5), _value_with_type({})
    ("the string 'abc'", 'the number 1.5', 'a dict')
    """
    if isinstance(x, str):
        return f"the string {quoted(x)}"
    if isinstance(x, (int, float)):
        return f"the number {x}"
    return "None" if x is None else f"a {type(x).__name__}"


def _example_rows(x: Any) -> str:
    """Return an example of a list of rows that contains this value."""
    return f"[{quoted(x)}], …" if isinstance(x, (str, int, float)) else "[1, 2], …"
