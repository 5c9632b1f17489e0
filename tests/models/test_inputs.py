"""Arrays, data frames and lists of dicts in every model, and the errors for wrong shapes."""

from collections import Counter
from copy import deepcopy
from dataclasses import replace
from inspect import signature
from io import StringIO
from pickle import dumps, loads
from typing import Any

import pytest

from tests.array_support import (
    EXAMPLES,
    FAKES,
    Array,
    Example,
    PandasFrame,
    Scalar,
    Series,
    assert_single_rows,
    assert_the_same_in,
)
from textbook_ml.core.errors import TextbookError
from textbook_ml.data.csv_file import read_csv
from textbook_ml.data.datasets import load
from textbook_ml.equations.smoothing import categorical_laplace
from textbook_ml.models.bernoulli_naive_bayes import BernoulliNaiveBayes
from textbook_ml.models.categorical_naive_bayes import CategoricalNaiveBayes
from textbook_ml.models.full_joint_bayes import FullJointBayes
from textbook_ml.models.gaussian_discriminant_analysis import GaussianDiscriminantAnalysis
from textbook_ml.models.gaussian_naive_bayes import GaussianNaiveBayes
from textbook_ml.models.logistic_regression import LogisticRegression
from textbook_ml.models.multinomial_naive_bayes import MultinomialNaiveBayes
from textbook_ml.models.naive_bayes import NaiveBayes

of_every = pytest.mark.parametrize("example", EXAMPLES, ids=lambda e: e.name)
NAN = float("nan")
ROWS = [[1.0, 2.0], [3.0, 5.0], [7.0, 8.0], [9.0, 7.0]]
LABELS = ["a", "a", "b", "b"]


class NAType:
    """A stand-in for pandas.NA: comparing it has no truth value."""

    def __eq__(self, other: object) -> Any:
        raise TypeError("boolean value of NA is ambiguous")

    __ne__ = __eq__


@of_every
@pytest.mark.parametrize("form", FAKES)
def test_every_form_gives_the_model_of_plain_lists(example: Example, form: str) -> None:
    if example.is_text and form == "a list of dicts" and "bernoulli" in example.name:
        return  # these dicts are documents, whose words are the features
    assert_the_same_in(example, FAKES[form], lambda labels: Array(list(labels)))


@of_every
@pytest.mark.parametrize(
    "form",
    [
        lambda names, row: Array(list(row)),
        lambda names, row: list(map(Scalar, row)),
        lambda names, row: Series(list(row), index=list(names)),
        lambda names, row: dict(zip(names, row)),
        lambda names, row: dict(reversed(list(zip(names, row)))),
    ],
    ids=["array", "scalars", "series", "dict", "dict in another order"],
)
def test_every_form_of_one_row(example: Example, form: Any) -> None:
    if example.is_text:
        return  # the order of the words of a document is not that of the features
    assert_single_rows(example, form)


def test_the_columns_of_a_frame_are_the_features() -> None:
    frame = PandasFrame(["height", 7], ROWS)
    model = GaussianNaiveBayes.fit(frame, Series(LABELS, name="class"))
    assert model.features == ("height", "7")
    turned = PandasFrame(["7", "other", "height"], [[y, None, x] for x, y in ROWS])
    assert model.predict(turned) == LABELS


def test_features_choose_columns_by_name() -> None:
    model = GaussianNaiveBayes.fit(PandasFrame(["a", "b"], ROWS), LABELS, features=["b"])
    assert model == GaussianNaiveBayes.fit([[y] for _, y in ROWS], LABELS, features=["b"])


@pytest.mark.parametrize("form", [tuple, Array, Series, iter])
def test_features_may_be_an_array(form: Any) -> None:
    frame = PandasFrame(["u", "v"], ROWS)
    names = ["v", "u"]
    model = GaussianNaiveBayes.fit(frame, LABELS, features=form(names))
    assert model == GaussianNaiveBayes.fit(frame, LABELS, features=names)
    assert GaussianNaiveBayes.fit(ROWS, LABELS, features=form(names)).features == ("v", "u")
    counted = GaussianNaiveBayes.count(frame, LABELS, features=form(names))
    assert GaussianNaiveBayes.from_statistics(counted, features=form(names)) == model
    regression = LogisticRegression.fit(ROWS, LABELS, features=form(names), l2=1.0)
    assert regression.features == ("v", "u")


@pytest.mark.parametrize(
    ("features", "message"),
    [
        ("petal", r"the string 'petal'. Fix: features=\['petal'\]"),
        (["petal", 1.5], "features must be a list of names, got 1.5 in it. Fix: "),
        (2, "features must be a sequence"),
    ],
)
def test_features_other_than_lists_of_names_are_rejected(features: Any, message: str) -> None:
    frame = PandasFrame(["petal", "width"], ROWS)
    for model in (GaussianNaiveBayes, LogisticRegression):
        with pytest.raises(TextbookError, match=message):
            model.fit(frame, LABELS, features=features)


def test_columns_that_are_numbered_can_be_features() -> None:
    frame, numbers = PandasFrame([0, 1], ROWS), Array([1])
    assert GaussianNaiveBayes.fit(frame, LABELS, features=numbers).features == ("1",)


def test_a_data_set_has_its_own_feature_names() -> None:
    iris = load("iris")
    model = GaussianNaiveBayes.fit(iris, iris.labels)
    assert model == GaussianNaiveBayes.fit(iris.rows, iris.labels, features=iris.features)
    assert model.score(iris, iris.labels) == model.score(iris.rows, iris.labels)


@pytest.mark.parametrize("hole", [None, NAN, Scalar(NAN), NAType()])
def test_missing_values_of_arrays_are_none(hole: Any) -> None:
    rows = [[1.0, hole], *ROWS]
    plain = GaussianNaiveBayes.fit([[1.0, None], *ROWS], ["a", *LABELS])
    assert GaussianNaiveBayes.fit(Array(rows), ["a", *LABELS]) == plain
    frame = PandasFrame(["x1", "x2"], rows)
    assert GaussianNaiveBayes.fit(frame, ["a", *LABELS]) == plain
    assert plain.posterior(Array([1.0, hole])) == plain.posterior([1.0, None])


@pytest.mark.parametrize(
    "model", [LogisticRegression, GaussianDiscriminantAnalysis, FullJointBayes]
)
def test_a_model_of_complete_rows_names_the_missing_value(model: Any) -> None:
    frame = PandasFrame(["height", "width"], [*ROWS[:2], [4.0, NAN], *ROWS[2:]])
    with pytest.raises(TextbookError, match="row 2 .*'width'"):
        model.fit(frame, ["a", "a", "a", "b", "b"])


def test_weights_and_classes_may_be_arrays() -> None:
    weights, classes = Array([1, 2, 1, 2]), Array(["b", "a"])
    model = GaussianNaiveBayes.fit(Array(ROWS), Array(LABELS), weights=weights, classes=classes)
    plain = GaussianNaiveBayes.fit(ROWS, LABELS, weights=[1, 2, 1, 2], classes=["b", "a"])
    assert model == plain


def test_labels_that_are_scalars_in_a_list() -> None:
    """Before fitting only the first and last label are checked; classes are plain values."""
    model = GaussianNaiveBayes.fit(ROWS, ["a", Hashed("a"), Hashed("b"), "b"])
    assert model == GaussianNaiveBayes.fit(ROWS, LABELS)
    assert list(map(type, model.classes)) == [str, str]


class Hashed(Scalar):
    """A scalar that is equal to its value and has the same hash, as in NumPy."""

    def __eq__(self, other: object) -> bool:
        return bool(self.value == (other.value if isinstance(other, Hashed) else other))

    def __hash__(self) -> int:
        return hash(self.value)


def test_rows_may_be_an_iterator() -> None:
    labels: Any = iter(LABELS)
    model = GaussianNaiveBayes.fit(iter(ROWS), labels)
    assert model == GaussianNaiveBayes.fit(ROWS, LABELS)
    assert model.predict(Array(list(row)) for row in ROWS) == model.predict(ROWS)
    assert model.score(iter(ROWS), LABELS) == 1.0


def test_counting_takes_arrays() -> None:
    assert GaussianNaiveBayes.count(Array(ROWS), Array(LABELS)) == GaussianNaiveBayes.count(
        ROWS, LABELS
    )
    assert FullJointBayes.count(Array([[1], [0]]), Array([1, 0])).sizes == {1: 1, 0: 1}


def test_rows_of_counts_are_documents() -> None:
    nb = MultinomialNaiveBayes.fit([[2, 0], [0, 1]], "sh", theta=categorical_laplace)
    assert nb.features == ("x1", "x2")
    assert nb.predict([[1, 0], [0, 3]]) == ["s", "h"]
    assert nb.classify(Array([0, 3])) == "h"


WRONG_ROWS: list[tuple[Any, str]] = [
    (["abc", "abd"], r"rows\[0\] must be a sequence of values, got the string 'abc'. Fix: .*'abc'"),
    ("abcd", r"rows must be a list of rows, .*, got the string 'abcd'"),
    ([1.0, 2.0], r"rows\[0\] must be a sequence of values, got the number 1.0. Fix: .*classify"),
    (Array([1.0, 2.0]), r"rows must be two-dimensional, .*got shape \(2,\). Fix: "),
    (Series([1.0, 2.0]), r"rows must be two-dimensional, .*got 1 dimensions"),
    ({"x": [1.0, 2.0]}, "rows must be a list of rows, .*, got a dict"),
    (3, "rows must be a list of rows, .*, got the number 3"),
    (None, "rows must be a list of rows, .*, got None"),
    ([{1.0}, {2.0}], r"rows\[0\] must be a sequence of values, got a set"),
    (
        [{"x": 1.0}, {"y": 2.0}],
        r"rows\[1\] must be a dict with the keys of rows\[0\], 'x', got 'y'",
    ),
    ([{"x": 1.0}, [2.0]], r"rows\[1\] must be a dict with the keys of rows\[0\], 'x', got a list"),
    (Array([[[1.0]]]), "rows must be two-dimensional"),
    (PandasFrame(["x", "x"], [[1.0, 2.0]]), "different column names, got 'x' twice"),
    (PandasFrame(["when"], [[object()]]), "column 'when', position 0: a value must be a number"),
]


@pytest.mark.parametrize(("rows", "message"), WRONG_ROWS)
def test_wrong_rows_are_rejected(rows: Any, message: str) -> None:
    fitted = GaussianNaiveBayes.fit([[1.0], [2.0], [5.0], [7.0]], LABELS, features=["x"])
    with pytest.raises(TextbookError, match=message):
        GaussianNaiveBayes.fit(rows, ["a", "b"])
    with pytest.raises(TextbookError, match=message):
        fitted.predict(rows)


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        (
            Array([["a"], ["b"]]),
            r"labels must be one-dimensional, got shape \(2, 1\). Fix: .*ravel",
        ),
        (PandasFrame(["y"], [["a"], ["b"]]), "labels must be one-dimensional, got a data frame"),
        ([["a"], ["b"]], r"labels\[0\] must be one value, got \['a'\]"),
        (Array(["a", None]), r"labels\[1\] is missing"),
        (["a", NAN], r"labels\[1\] is missing"),
        (["a", None], r"labels\[1\] is missing"),
        (Array(["a", "b", "a"]), "2 rows and 3 labels"),
        (3, "labels must be a sequence"),
        ({"a": 1}, "labels must be a sequence"),
    ],
)
def test_wrong_labels_are_rejected(labels: Any, message: str) -> None:
    with pytest.raises(TextbookError, match=message):
        CategoricalNaiveBayes.fit([["u"], ["v"]], labels)


def test_ragged_rows_are_rejected() -> None:
    with pytest.raises(TextbookError, match="row 1 has 1 features"):
        GaussianNaiveBayes.fit([[1.0, 2.0], [3.0]], "ab")
    model = GaussianNaiveBayes.fit(ROWS, LABELS)
    with pytest.raises(TextbookError, match=r"rows\[1\]: got 1 value and 2 features"):
        model.predict([[1.0, 2.0], [3.0]])
    with pytest.raises(TextbookError, match=r"rows\[2\]: feature 'x2': .*got 'high'"):
        model.predict_proba([*ROWS[:2], [1.0, "high"]])


@pytest.mark.parametrize("ask", ["classify", "posterior", "explain"])
@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("ab", "the row must be a sequence of values, got the string 'ab'"),
        (Array([[1.0, 2.0]]), r"the row must be one-dimensional, got shape \(1, 2\)"),
        (PandasFrame(["x1", "x2"], ROWS), "one-dimensional, got a data frame. Fix: .*iloc"),
        ({"x1": 1.0}, "the row must have a value for each feature, missing: 'x2'"),
        (1.0, "the row must be a sequence of values, got the number 1.0"),
        (None, "the row must be a sequence of values, got None"),
        ([], "0 values and 2 features"),
    ],
)
def test_wrong_single_rows_are_rejected(ask: str, row: Any, message: str) -> None:
    with pytest.raises(TextbookError, match=message):
        getattr(GaussianNaiveBayes.fit(ROWS, LABELS), ask)(row)


def test_columns_with_other_names_are_rejected() -> None:
    model = GaussianNaiveBayes.fit(ROWS, LABELS)
    with pytest.raises(TextbookError, match="missing: 'x1', 'x2'; the names are 'u', 'v'. Fix: "):
        model.predict(PandasFrame(["u", "v"], ROWS))


def test_rows_that_contain_the_labels_are_rejected() -> None:
    frame = PandasFrame(["x", "y"], [["u", "a"], ["v", "a"], ["u", "b"], ["v", "b"]])
    with pytest.raises(TextbookError, match="rows must not contain the labels, .*'y'"):
        CategoricalNaiveBayes.fit(frame, Series(LABELS, name="y"))


@pytest.mark.parametrize("model", [BernoulliNaiveBayes, MultinomialNaiveBayes])
def test_the_error_for_raw_texts_states_how_to_split_them(model: type[NaiveBayes[str]]) -> None:
    with pytest.raises(
        TextbookError, match=r"rows\[0\] must be .*'buy now'. Fix: .*tokens\(text\)"
    ):
        model.fit(["buy now", "an exam"], ["spam", "ham"])
    with pytest.raises(TextbookError, match=r"rows\[0\] must be .*list of words .*\(words\)"):
        model.fit([["buy", "now"], ["exam"]], ["spam", "ham"])
    words = [Counter(["buy", "now"]), Counter(["exam"])]
    fitted = model.fit(words, ["spam", "ham"], theta=categorical_laplace)
    for ask in (fitted.classify, fitted.posterior, fitted.explain):
        with pytest.raises(TextbookError, match=r"the row must be .*'buy now'. Fix: "):
            ask("buy now")
    with pytest.raises(TextbookError, match=r"rows\[0\] must be .*'buy now'. Fix: "):
        fitted.predict(["buy now"])
    counts = {"buy": Scalar(1)}
    assert fitted.classify(counts) == fitted.predict([counts])[0] == "spam"


def test_labels_that_are_no_classes_are_rejected_by_score() -> None:
    model = GaussianNaiveBayes.fit(ROWS, [0, 0, 1, 1])
    with pytest.raises(TextbookError, match="among the classes 0, 1, got '0', '1'"):
        model.score(ROWS, ["0", "0", "1", "1"])


def test_a_table_with_a_column_of_texts_is_rejected() -> None:
    spam = load("spam")
    with pytest.raises(TextbookError, match=r"rows\[0\] must be .*the string 'Cong.* each text"):
        MultinomialNaiveBayes.fit(spam, spam.labels)
    with pytest.raises(TextbookError, match="feature 'text' .*must be 0 or 1, got"):
        BernoulliNaiveBayes.fit(spam, spam.labels)


@pytest.mark.parametrize(
    ("model", "options", "message"),
    [
        (GaussianNaiveBayes, {"prior": [0.5, 0.5]}, r"got \[0.5, 0.5\]. Fix: prior={'a': 0.5, 'b"),
        (GaussianNaiveBayes, {"prior": None}, "got None. Fix: prior={'a': 0.5, 'b': 0.5}, .*omit"),
        (GaussianNaiveBayes, {"prior": Array([0.5, 0.5])}, "the prior must be a dict .*Fix: "),
        (GaussianNaiveBayes, {"prior": Series([0.5, 0.5])}, "the prior must be a dict .*Fix: "),
        (
            GaussianNaiveBayes,
            {"prior": {"a": "1", "b": "0"}},
            "prior of class 'a' must be a number",
        ),
        (GaussianNaiveBayes, {"floor": "a"}, "floor must be a number, got 'a'. Fix: "),
        (GaussianNaiveBayes, {"variance": 1.0}, "variance must be a function .*got 1.0. Fix: "),
        (CategoricalNaiveBayes, {"theta": 1}, "theta must be a function .*got 1. Fix: .*laplace"),
        (CategoricalNaiveBayes, {"theta": "laplace"}, "theta must be a function .*'laplace'. Fix"),
        (CategoricalNaiveBayes, {"theta": [1, 1]}, r"theta must be a function .*\[1, 1\]. Fix"),
        (FullJointBayes, {"strength": "1"}, "strength must be a number, got '1'. Fix: "),
        (LogisticRegression, {"l2": "1"}, "l2 must be a number, got '1'. Fix: .*l2=1"),
        (LogisticRegression, {"l2": None}, "l2 must be a number, got None"),
        (LogisticRegression, {"tolerance": "1"}, "tolerance must be a number, got '1'"),
    ],
)
def test_options_of_another_type_are_rejected(model: Any, options: Any, message: str) -> None:
    with pytest.raises(TextbookError, match=message):
        model.fit(ROWS, LABELS, **options)
    if hasattr(model, "from_statistics"):
        with pytest.raises(TextbookError, match=message):
            model.from_statistics(model.count(ROWS, LABELS), **options)


def test_options_may_be_numbers_of_an_array() -> None:
    given = LogisticRegression.fit(ROWS, LABELS, l2=Scalar(2))  # type: ignore[arg-type]
    assert given == LogisticRegression.fit(ROWS, LABELS, l2=2)
    assert GaussianNaiveBayes.fit(ROWS, LABELS, floor=None).features == ("x1", "x2")


def test_a_feature_that_was_read_as_the_class_is_named() -> None:
    model = GaussianNaiveBayes.fit(ROWS, LABELS, features=["u", "v"])
    table: Any = read_csv(StringIO("u,v\n1,2\n3,5\n"), quiet=True)
    for ask in (model.predict, model.predict_proba, model.probabilities):
        with pytest.raises(TextbookError, match="'v', but it was read as the class .*Fix: add a"):
            ask(table)
    complete: Any = read_csv(StringIO("u,v,class\n1,2,unknown\n3,5,unknown\n"), quiet=True)
    assert model.predict(complete) == model.predict(ROWS[:2])


@pytest.mark.parametrize("model", [GaussianNaiveBayes, LogisticRegression, FullJointBayes])
def test_an_unfitted_model_is_rejected(model: Any) -> None:
    with pytest.raises(
        TextbookError, match=rf"got none. Fix: {model.__name__}.fit\(rows, labels\)"
    ):
        model()
    with pytest.raises(TextbookError, match=r"got 'floor'. Fix: .*fit\(rows, labels\)"):
        model(floor=1.0)


def test_a_model_can_be_copied_and_its_signature_read() -> None:
    model = GaussianNaiveBayes.fit(ROWS, LABELS)
    assert deepcopy(model) == loads(dumps(model)) == replace(model) == model
    assert list(signature(GaussianNaiveBayes).parameters)[:2] == ["classes", "features"]
