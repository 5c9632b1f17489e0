"""NumPy, pandas, Polars, Arrow and SciPy input for every model; skipped if not installed.

`pip install --requirement tests/requirements-arrays.txt` installs all of them.
"""

from collections.abc import Sequence
from typing import Any

import pytest

import textbook_ml as t
from tests.array_support import (
    EXAMPLES,
    Example,
    Form,
    assert_single_rows,
    assert_the_same_in,
)
from textbook_ml.core.errors import TextbookError

of_every = pytest.mark.parametrize("example", EXAMPLES, ids=lambda e: e.name)
Rows = Sequence[Sequence[Any]]
LABELS = ["a", "a", "b", "b"]


def numpy() -> Any:
    return pytest.importorskip("numpy", reason="NumPy is not installed")


def pandas() -> Any:
    return pytest.importorskip("pandas", reason="pandas is not installed")


def polars() -> Any:
    return pytest.importorskip("polars", reason="Polars is not installed")


def arrow() -> Any:
    return pytest.importorskip("pyarrow", reason="Arrow is not installed")


def numpy_rows(names: Sequence[str], rows: Rows) -> Any:
    """Return a numeric array, or an array of objects for numbers and strings."""
    np = numpy()
    mixed = any(isinstance(x, str) for row in rows for x in row)
    return np.array(list(map(list, rows)), dtype=object if mixed else None)


def pandas_rows(names: Sequence[str], rows: Rows) -> Any:
    return pandas().DataFrame([list(row) for row in rows], columns=list(names))


def pandas_categories(names: Sequence[str], rows: Rows) -> Any:
    frame = pandas_rows(names, rows)
    strings = [n for n, x in zip(names, rows[0]) if isinstance(x, str)]
    return frame.astype(dict.fromkeys(strings, "category"))


def pandas_nullable(names: Sequence[str], rows: Rows) -> Any:
    return pandas_rows(names, rows).convert_dtypes()


def polars_rows(names: Sequence[str], rows: Rows) -> Any:
    columns = {n: list(column) for n, column in zip(names, zip(*rows))}
    return polars().DataFrame(columns, strict=False)


def arrow_rows(names: Sequence[str], rows: Rows) -> Any:
    return arrow().table({n: list(column) for n, column in zip(names, zip(*rows))})


FORMS: dict[str, tuple[Form, Any]] = {
    "NumPy": (numpy_rows, lambda labels: numpy().array(labels)),
    "pandas": (pandas_rows, lambda labels: pandas().Series(labels)),
    "pandas categories": (pandas_categories, lambda y: pandas().Series(y).astype("category")),
    "pandas nullable": (pandas_nullable, lambda y: pandas().Series(y).convert_dtypes()),
    "Polars": (polars_rows, lambda labels: polars().Series(labels)),
    "Arrow": (arrow_rows, lambda labels: arrow().array(labels)),
}


@of_every
@pytest.mark.parametrize("form", FORMS)
def test_every_model_takes_rows_and_labels(example: Example, form: str) -> None:
    rows_as, labels_as = FORMS[form]
    labels_as([1, 2])  # skips if the library is not installed
    assert_the_same_in(example, rows_as, labels_as)


@of_every
@pytest.mark.parametrize(
    "form",
    [
        lambda names, row: numpy_rows(names, [row])[0],
        lambda names, row: list(numpy_rows(names, [row])[0]),
        lambda names, row: pandas_rows(names, [row]).iloc[0],
        lambda names, row: polars_rows(names, [row]).row(0, named=True),
        lambda names, row: arrow_rows(names, [row]).to_pylist()[0],
    ],
    ids=["NumPy", "list of NumPy scalars", "pandas", "Polars", "Arrow"],
)
def test_every_model_takes_one_row(example: Example, form: Any) -> None:
    form(["x"], [1])  # skips if the library is not installed
    if not example.is_text:
        assert_single_rows(example, form)


@pytest.mark.parametrize("dtype", ["float32", "float64", "int8", "int64", "uint16", "bool"])
def test_every_type_of_number(dtype: str) -> None:
    np = numpy()
    rows = np.array([[1, 0], [0, 0], [1, 1], [0, 1]], dtype=dtype)
    models: list[Any] = [t.BernoulliNaiveBayes, t.CategoricalNaiveBayes, t.FullJointBayes]
    for model in models:
        fitted = model.fit(rows, np.array(LABELS))
        assert fitted == model.fit(rows.tolist(), LABELS)
        assert model.from_json(fitted.to_json()) == fitted


def test_missing_values() -> None:
    np, pd, pl, pa = numpy(), pandas(), polars(), arrow()
    rows: list[Any] = [[1.0, 2.0], [None, 3.0], [4.0, None], [5.0, 7.0], [6.0, 8.0], [7.0, 9.0]]
    labels = ["a", "a", "a", "b", "b", "b"]
    plain = t.GaussianNaiveBayes.fit(rows, labels, features=["u", "v"])
    holes = np.array(rows, dtype=float)
    masked = np.ma.masked_invalid(holes)
    for given in (holes, masked):
        assert t.GaussianNaiveBayes.fit(given, labels, features=["u", "v"]) == plain
    for frame in (
        pd.DataFrame(rows, columns=["u", "v"]),
        pd.DataFrame(rows, columns=["u", "v"]).astype("Float64"),
        pl.DataFrame(rows, schema=["u", "v"], orient="row"),
        pa.table({"u": [r[0] for r in rows], "v": [r[1] for r in rows]}),
    ):
        assert t.GaussianNaiveBayes.fit(frame, labels) == plain
        with pytest.raises(TextbookError, match="row 1 .*'u'"):
            t.LogisticRegression.fit(frame, labels)
    for missing in (pd.Series(["a", None] * 3), pl.Series(["a", None] * 3)):
        with pytest.raises(TextbookError, match=r"labels\[1\] is missing"):
            t.GaussianNaiveBayes.fit(rows, missing)


def test_wrong_shapes() -> None:
    np, pd, pl, pa = numpy(), pandas(), polars(), arrow()
    flat = [1.0, 2.0, 3.0, 4.0]
    for rows in (np.array(flat), pd.Series(flat), pl.Series(flat), pa.array(flat)):
        with pytest.raises(TextbookError, match="rows must be two-dimensional"):
            t.GaussianNaiveBayes.fit(rows, LABELS)
    table = [[x] for x in flat]
    for labels in (np.array(LABELS)[:, None], pd.DataFrame(LABELS), pl.DataFrame({"y": LABELS})):
        with pytest.raises(TextbookError, match="labels must be one-dimensional"):
            t.GaussianNaiveBayes.fit(table, labels)
    model = t.GaussianNaiveBayes.fit(table, LABELS)
    with pytest.raises(TextbookError, match=r"the row must be one-dimensional, got shape \(1, 1\)"):
        model.posterior(np.array([[1.0]]))
    with pytest.raises(TextbookError, match="rows must be a list of rows, .*got a LazyFrame"):
        model.predict(pl.LazyFrame({"x1": flat}))
    frame = pd.DataFrame({"x": flat, "y": LABELS})
    with pytest.raises(TextbookError, match="rows must not contain the labels"):
        t.MixedNaiveBayes.fit(frame, frame["y"], kinds=["gaussian", "categorical"])


def test_dates_are_rejected() -> None:
    np, pd = numpy(), pandas()
    days = np.array([["2026-01-01"], ["2026-01-02"]] * 2, dtype="datetime64[D]")
    with pytest.raises(TextbookError, match="dates or times"):
        t.CategoricalNaiveBayes.fit(days, LABELS)
    with pytest.raises(TextbookError, match="column 'day', position 0: .*got Timestamp"):
        t.CategoricalNaiveBayes.fit(pd.DataFrame({"day": days.ravel()}), LABELS)


def test_named_fields_and_sparse_counts() -> None:
    np = numpy()
    fields = np.array([(1.0, 2), (2.0, 1), (5.0, 6), (7.0, 8)], dtype=[("u", float), ("v", int)])
    assert t.GaussianNaiveBayes.fit(fields, LABELS).features == ("u", "v")
    sparse = pytest.importorskip("scipy.sparse", reason="SciPy is not installed")
    counts = [[2, 0], [1, 0], [0, 1], [0, 3]]
    for form in (sparse.csr_matrix, sparse.csr_array):
        model = t.MultinomialNaiveBayes.fit(form(counts), LABELS)
        assert model == t.MultinomialNaiveBayes.fit(counts, LABELS)
        assert model.predict(form(counts)) == LABELS


def test_equations_take_numpy_numbers() -> None:
    """Results equal those of plain lists and are Python numbers."""
    np = numpy()
    whole, floats = [1, 2, 4], [0.5, 0.25, 0.125]
    cases: list[tuple[Any, Any, Any]] = [
        (t.mean_mle, floats, ()),
        (t.mean_mle, whole, ()),
        (t.variance_mle, whole, (7 / 3,)),
        (t.variance_mvue, floats, (0.25,)),
        (t.variance_mvue, whole, (2.0,)),
        (t.categorical_mle, whole, ()),
        (t.categorical_laplace, whole, ()),
        (t.naive_product, floats, ()),
        (t.naive_product, whole, ()),
        (t.log_naive_product, floats, ()),
        (t.softmax, floats, ()),
        (t.log_sum_exp, whole, ()),
    ]
    for equation, numbers, others in cases:
        due = equation(numbers, *others)
        for array in (np.array(numbers), list(np.array(numbers))):
            found = equation(array, *others)
            assert found == due, equation.__name__
            plain = found if isinstance(found, list) else [found]
            assert all(type(x).__module__ != "numpy" for x in plain), equation.__name__
    w, x = np.array([1.0, -2.0]), np.array([3, 1])
    assert t.logistic_p1(0.5, w, x) == t.logistic_p1(0.5, [1.0, -2.0], [3, 1])
    assert t.linear_score(0.5, w, x) == t.linear_score(0.5, [1.0, -2.0], [3, 1])
    assert t.normal_log_pdf(np.float32(3), np.int64(1), np.float64(2)) == t.normal_log_pdf(3, 1, 2)
    prior = {"a": np.float64(0.25), "b": np.float64(0.75)}
    assert t.bayes_rule(prior, prior) == t.bayes_rule(
        {"a": 0.25, "b": 0.75}, {"a": 0.25, "b": 0.75}
    )
    assert t.sigmoid(np.float32(0.5)) == t.sigmoid(0.5)
