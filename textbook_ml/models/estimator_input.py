"""Convert the inputs of a scikit-learn estimator to the rows, labels and weights of our models.

X       2-D array, data frame, sparse matrix of counts, or list of rows; one row for each example
y       the labels, 1-D
NaN     a missing value, like None

NumPy and the other libraries are recognised by their methods and never imported.
"""

import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from numbers import Complex, Real
from typing import Any

from textbook_ml.core.errors import TextbookError, quoted, require
from textbook_ml.models.distribution import Distribution
from textbook_ml.models.priors import feature_names

Rows = list[list[Any]]
CELLS = {  # how messages name the cells of each kind of column
    "number": "numbers",
    "amount": "positive numbers",
    "count": "counts",
    "value": "categories",
}


@dataclass(frozen=True, slots=True)
class Table:
    """The rows of X as plain Python values, and the column names of a data frame."""

    rows: Sequence[Any]
    width: int
    names: tuple[str, ...] | None = None

    def features(self) -> tuple[str, ...]:
        """The names of the features: those of the data frame, or x1, x2, …."""
        return feature_names(self.names, self.width)


def table_of(x: Any, sparse: bool = False) -> Table:
    """Return X as plain values; raise TextbookError unless it has two dimensions.

    >>> table_of([[1.0, None], [2.0, "a"]]).rows
    [[1.0, None], [2.0, 'a']]
    """
    if hasattr(x, "tocsr"):
        return sparse_table(x, sparse)
    columns = getattr(x, "columns", None)
    names = None if columns is None else list(columns)
    named = names is not None and all(isinstance(name, str) for name in names)
    rows = _nested_lists(x)
    require_two_dimensions(x, rows)
    require(len(rows) > 0, "X: Found array with 0 sample(s) while a minimum of 1 is required.")
    width = len(rows[0])
    shape = f"(shape=({len(rows)}, 0))"
    require(
        width > 0, f"X: Found array with 0 feature(s) {shape} while a minimum of 1 is required."
    )
    for i, row in enumerate(rows):
        require(len(row) == width, f"X: row 0 has {width} values, but row {i} has {len(row)}")
    return Table(rows, width, tuple(names or ()) if named else None)


@dataclass(frozen=True, slots=True)
class Needs:
    """The cells and rows that a model accepts."""

    cells: str  # numbers, positive numbers, counts, zeros and ones, or categories
    words: bool = False  # whether a row is a mapping from word to count
    sparse: bool = False  # whether a sparse matrix of counts is accepted
    missing: bool = False  # whether a value may be missing

    def rows(self, table: Table, names: Sequence[str]) -> list[Any]:
        """Return the rows of a table in the form that the model accepts."""
        if self.words or isinstance(table.rows[0], Mapping):
            return word_counts(table, names)
        rows = plain_rows(table, self.missing)
        if self.positive:
            require_positive(rows)
        return whole_numbers(rows) if self.cells in ("counts", "zeros and ones") else rows

    @property
    def positive(self) -> bool:
        """Return whether negative numbers are rejected with an error."""
        return self.cells in ("counts", "positive numbers", "zeros and ones")


def needs_of(model: type[Any]) -> Needs:
    """Return the kinds of cells and rows that a model accepts.

    >>> from textbook_ml.models.poisson_naive_bayes import PoissonNaiveBayes
    >>> needs_of(PoissonNaiveBayes)
    Needs(cells='counts', words=False, sparse=False, missing=True)
    """
    if not hasattr(model, "family"):
        options = model.options() if hasattr(model, "options") else ()
        mixed = "kinds" in options
        return Needs(
            "categories" if "values" in options and not mixed else "numbers", missing=mixed
        )
    family: type[Distribution] = model.family
    if family.text:
        counts = family.text == "counts"
        return Needs("counts" if counts else "zeros and ones", counts, True, not counts)
    return Needs(CELLS[family.column], missing=True)


def sparse_table(x: Any, allowed: bool) -> Table:
    """Return a sparse matrix of counts as one {column number: count} for each row."""
    if not allowed:
        raise TypeError(
            "X must be dense for this model, got a sparse matrix. Fix: use X.toarray(), or a "
            "model of text (MultinomialNaiveBayes, BernoulliNaiveBayes)"
        )
    matrix = x.tocsr()
    starts, places, values = (
        part.tolist() for part in (matrix.indptr, matrix.indices, matrix.data)
    )
    rows = [dict(zip(places[a:b], values[a:b])) for a, b in zip(starts, starts[1:])]
    return Table(rows, matrix.shape[1])


def require_two_dimensions(x: Any, rows: Any) -> None:
    """Raise TextbookError for a number, a text, a single row, or more than two dimensions."""
    dimensions = getattr(x, "ndim", None)
    if dimensions is None:
        plain = isinstance(rows, list) and all(isinstance(row, (list, tuple)) for row in rows)
        dimensions = 2 if plain else 1
    require(
        dimensions == 2,
        f"Expected 2D array, got {dimensions}D array instead: X must have rows and columns. "
        "Fix: Reshape your data, X.reshape(-1, 1) if it has one feature or X.reshape(1, -1) if it "
        "is one row",
    )


def plain_rows(table: Table, allow_missing: bool) -> Rows:
    """Return the rows with None for missing values; raise TextbookError for ∞ and complex numbers.

    >>> plain_rows(table_of([[1.0, float("nan")]]), allow_missing=True)
    [[1.0, None]]
    """
    rows = []
    for i, row in enumerate(table.rows):
        if any(type(x) is not float or not -inf < x < inf for x in row):
            row = [_cell(x, i, j, allow_missing) for j, x in enumerate(row)]
        rows.append(row)
    return rows


def _cell(x: Any, i: int, j: int, allow_missing: bool) -> Any:
    """Return one cell as a plain value, None if it is missing."""
    place = f"X: row {i}, column {j}"
    x = x.item() if hasattr(x, "item") else x
    if is_missing(x):
        require(
            allow_missing,
            f"{place}: this model needs complete rows, but Input X contains NaN. Fix: fill the "
            "value in, or use a naive Bayes model",
        )
        return None
    if isinstance(x, Complex) and not isinstance(x, Real):
        raise TextbookError(f"Complex data not supported: {place} is {x}")
    if isinstance(x, Real) and abs(x) == inf:
        raise TextbookError(
            f"{place}: a number must be finite, but Input X contains infinity (inf)"
        )
    if isinstance(x, (dict, list, set)):
        raise TypeError(f"{place}: argument must be a string or a number, got {quoted(x)}")
    return x


def is_missing(x: Any) -> bool:
    """Return whether a cell is None, NaN, or the NA or NaT of pandas.

    >>> is_missing(None), is_missing(float("nan")), is_missing(0.0), is_missing("")
    (True, True, False, False)
    """
    if x is None or type(x).__name__ in ("NAType", "NaTType"):
        return True
    return isinstance(x, float) and x != x


def whole_numbers(rows: Rows) -> Rows:
    """Return counts as int where they are written as floats: 3.0 is 3.

    >>> whole_numbers([[3.0, 0, None, 2.5]])
    [[3, 0, None, 2.5]]
    """
    return [[int(x) if isinstance(x, float) and x.is_integer() else x for x in row] for row in rows]


def word_counts(table: Table, names: Sequence[str]) -> list[dict[str, Any]]:
    """Return each row as a mapping from feature to count, without zeros.

    >>> word_counts(table_of([[2.0, 0.0]]), ["buy", "exam"])
    [{'buy': 2}]
    """
    if table.rows and isinstance(table.rows[0], Mapping):
        pairs: Iterable[Any] = (row.items() for row in table.rows)
    else:
        pairs = (enumerate(row) for row in whole_numbers(plain_rows(table, False)))
    counted = [{names[j]: n for j, n in row if n} for row in pairs]
    require_positive(row.values() for row in counted)
    return [{w: int(n) if n == int(n) else n for w, n in row.items()} for row in counted]


def require_positive(rows: Iterable[Iterable[Any]]) -> None:
    """Raise TextbookError for the first negative number."""
    for i, row in enumerate(rows):
        for x in row:
            if isinstance(x, Real) and x < 0:
                raise TextbookError(
                    f"Negative values in data: X, row {i} must have numbers of at least 0, got {x}"
                )


def labels_of(y: Any, n_rows: int) -> list[Any]:
    """Return the labels as a list of plain values; raise TextbookError unless there are n_rows.

    >>> labels_of(("yes", "no"), 2)
    ['yes', 'no']
    """
    if y is None:
        raise TextbookError(
            "This estimator requires y to be passed, but the target y is None. Fix: fit(X, y)"
        )
    found = _nested_lists(y)
    if getattr(y, "ndim", 1) == 2 and all(len(row) == 1 for row in found):
        _warn_of_column(len(found))
        found = [row[0] for row in found]
    labels = [label.item() if hasattr(label, "item") else label for label in found]
    for i, label in enumerate(labels):
        require(
            not isinstance(label, (list, tuple, dict)),
            f"y must be 1-D, with one label for each row: bad input shape, y[{i}] is "
            f"{quoted(label)}",
        )
        require(not is_missing(label), f"y[{i}]: Input y contains NaN")
        real = isinstance(label, float) and not label.is_integer()
        require(
            not (real and abs(label) < inf),
            f"Unknown label type: continuous. y[{i}] is {label}, but a class must be a whole "
            "number or a string. Fix: use a regression model, or put the values into classes",
        )
        require(label not in (inf, -inf), f"y[{i}]: Input y contains infinity (inf)")
    require(
        len(labels) == n_rows,
        f"X and y must have the same length, got inconsistent numbers of samples: "
        f"[{n_rows}, {len(labels)}]",
    )
    return labels


def weights_of(sample_weight: Any, n_rows: int) -> list[float] | None:
    """Return the weights of the rows as floats; None if there are none."""
    if sample_weight is None:
        return None
    found = _nested_lists(sample_weight)
    if isinstance(found, Real):
        return [float(found)] * n_rows
    shape = getattr(sample_weight, "shape", (len(found),))
    require(
        len(found) == n_rows and all(isinstance(w, Real) for w in found),
        f"sample_weight must have {n_rows} numbers, one for each row, got the shape {shape}. "
        "Fix: Sample weights must be 1D array or scalar",
    )
    weights = list(map(float, found))
    require(
        any(weights), "sample_weight: at least one weight must be greater than zero, all are zero"
    )
    return weights


def sorted_classes(labels: Iterable[Any]) -> list[Any]:
    """Return the different labels in ascending order, as scikit-learn does.

    >>> sorted_classes(["b", "a", "b"])
    ['a', 'b']
    """
    different = list(dict.fromkeys(labels))
    try:
        return sorted(different)
    except TypeError:
        types = ", ".join(sorted({type(label).__name__ for label in different}))
        raise TextbookError(
            f"the labels must be all numbers or all strings, got {types}. Fix: use str(label)"
        ) from None


def array(values: Sequence[Any], like: Any = None) -> Any:
    """Return a NumPy array with the dtype of `like`, or a list if NumPy is not loaded."""
    numpy = sys.modules.get("numpy")
    if numpy is None:
        return list(values)
    dtype = like if isinstance(like, str) else getattr(like, "dtype", None)
    known = isinstance(dtype, (str, numpy.dtype))
    return numpy.asarray(values, dtype=dtype if known else None)


def _nested_lists(x: Any) -> Any:
    """Return an array, data frame or series as nested lists; other sequences as a list."""
    if hasattr(x, "to_numpy"):
        x = x.to_numpy()
    elif hasattr(x, "__array__") and not hasattr(x, "tolist"):
        x = x.__array__()
    if hasattr(x, "tolist"):
        return x.tolist()
    if isinstance(x, (str, bytes, Mapping)) or not isinstance(x, Iterable):
        return x
    return [row.tolist() if hasattr(row, "tolist") else row for row in x]


def _warn_of_column(n: int) -> None:
    """Warn that y is a column and not a list; the warning has scikit-learn's class."""
    from warnings import warn

    from textbook_ml.core.errors import TextbookWarning

    exceptions = sys.modules.get("sklearn.exceptions")
    kind = getattr(exceptions, "DataConversionWarning", TextbookWarning)
    warn(
        "A column-vector y was passed when a 1d array was expected. Please change the shape of y "
        f"to ({n},), for example using ravel().",
        kind,
        stacklevel=5,
    )
