"""Estimators without scikit-learn: parameters, lists in and lists out, and clear errors."""

import copy
import pickle
import subprocess
import sys
from typing import Any

import pytest

from textbook_ml.core.errors import TextbookError
from textbook_ml.equations.gaussian import variance_mle, variance_mvue
from textbook_ml.models.catalogue import MODELS
from textbook_ml.models.estimator import as_estimator
from textbook_ml.models.estimator_input import table_of
from textbook_ml.models.gaussian_naive_bayes import GaussianNaiveBayes
from textbook_ml.models.linear_svm import LinearSVM
from textbook_ml.models.mixed_naive_bayes import MixedNaiveBayes
from textbook_ml.models.multinomial_naive_bayes import MultinomialNaiveBayes
from textbook_ml.models.perceptron import Perceptron

ROWS, LABELS = [[1.0], [3.0], [7.0], [9.0]], ["b", "b", "a", "a"]
NAN, INF = float("nan"), float("inf")


class Array:
    """The part of a NumPy array that the conversion uses."""

    def __init__(self, values: Any, ndim: int) -> None:
        self.values, self.ndim = values, ndim

    def tolist(self) -> Any:
        return self.values


def test_other_libraries_are_not_imported() -> None:
    """Importing and using an estimator loads neither scikit-learn nor NumPy."""
    code = (
        "import sys; from textbook_ml import as_estimator, GaussianNaiveBayes;"
        "e = as_estimator(GaussianNaiveBayes).fit([[1.0], [3.0], [7.0], [9.0]], [0, 0, 1, 1]);"
        "assert list(e.predict([[2.0]])) == [0];"
        "assert not {'sklearn', 'numpy', 'pandas'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_classes_are_sorted_and_columns_follow_them() -> None:
    """The order is that of scikit-learn, not that of first appearance."""
    estimator = as_estimator(GaussianNaiveBayes).fit(ROWS, LABELS)
    assert list(estimator.classes_) == ["a", "b"]
    ((pa, pb),) = estimator.predict_proba([[2.0]])
    assert pa < pb
    posterior = GaussianNaiveBayes.fit(ROWS, LABELS).posterior([2.0])
    assert [pa, pb] == pytest.approx([posterior["a"], posterior["b"]], rel=1e-12)
    assert estimator.score(ROWS, LABELS) == 1.0


def test_parameters_are_the_options_of_fit() -> None:
    """Default parameters are shown, can be set, and are passed to the model."""
    estimator = as_estimator(GaussianNaiveBayes, variance=variance_mle)
    assert estimator.get_params()["floor"] is None
    assert estimator.set_params(floor=5.0) is estimator
    assert estimator.fit(ROWS, LABELS).model_.variances == ((5.0,), (5.0,))
    assert repr(estimator) == "as_estimator(GaussianNaiveBayes, variance=variance_mle, floor=5.0)"
    estimator.set_params(floor=None, variance=variance_mvue)
    assert repr(estimator) == "as_estimator(GaussianNaiveBayes)"


@pytest.mark.parametrize("model", [m for m in MODELS.values() if hasattr(m, "fit")])
def test_every_model_has_an_estimator(model: type[Any]) -> None:
    """The parameters of each estimator can be read and set, and all share one class."""
    estimator = as_estimator(model)
    again = as_estimator(model, **estimator.get_params())
    assert again.get_params() == estimator.get_params()
    assert type(again) is type(estimator)
    assert "rows" not in estimator.get_params()


def test_an_unknown_parameter_is_rejected() -> None:
    """The error for an unknown parameter suggests a name."""
    with pytest.raises(TextbookError, match=r"Invalid parameter 'flor'.*Did you mean floor\?"):
        as_estimator(GaussianNaiveBayes, flor=1.0)
    with pytest.raises(TextbookError, match="Invalid parameter 'classes'"):
        as_estimator(GaussianNaiveBayes).set_params(classes=(1, 2))


@pytest.mark.parametrize("model", [GaussianNaiveBayes.fit, "gaussian-nb", int])
def test_objects_other_than_model_classes_are_rejected(model: Any) -> None:
    """A function, a string and another class raise an error."""
    with pytest.raises(TextbookError, match="as_estimator needs a class of models"):
        as_estimator(model)


def test_copies_and_pickles_keep_the_model() -> None:
    """Copies and pickles have the parameters and the fitted model."""
    estimator = as_estimator(GaussianNaiveBayes, floor=0.5).fit(ROWS, LABELS)
    for again in (copy.deepcopy(estimator), pickle.loads(pickle.dumps(estimator))):
        assert again.get_params() == estimator.get_params()
        assert again.model_ == estimator.model_


def test_nan_is_a_missing_value_where_the_model_allows_it() -> None:
    """Naive Bayes omits NaN; a model of complete rows rejects NaN by row and column."""
    rows = [[1.0, 5.0], [3.0, NAN], [7.0, 5.0], [9.0, 6.0], [2.0, 4.0]]
    labels = [0, 0, 1, 1, 0]
    model = as_estimator(GaussianNaiveBayes).fit(rows, labels).model_
    assert model.means[0] == (2.0, 4.5)
    with pytest.raises(TextbookError, match="row 1, column 1.*NaN"):
        as_estimator(LinearSVM).fit(rows, labels)


def test_weights_of_zero_leave_rows_out() -> None:
    """Rows of weight zero are omitted, also if a class disappears."""
    weighted = as_estimator(GaussianNaiveBayes).fit(
        [*ROWS, [100.0]], [*LABELS, "c"], sample_weight=[1, 1, 1, 1, 0]
    )
    assert weighted.model_ == GaussianNaiveBayes.fit(ROWS, LABELS, classes=["a", "b"])


def test_kinds_of_a_mixed_model_are_found() -> None:
    """Numbers are Gaussian, everything else is categorical."""
    rows = [["x", 1.0], ["y", 2.0], ["x", 5.0], ["x", 7.0]]
    model = as_estimator(MixedNaiveBayes).fit(rows, LABELS).model_
    assert [type(part).__name__ for part in model.distributions[0]] == ["Categorical", "Gaussian"]


def test_models_without_probabilities_or_weights_do_not_offer_them() -> None:
    """Tools of scikit-learn look at the methods and the signature."""
    from inspect import signature

    assert not hasattr(as_estimator(LinearSVM), "predict_proba")
    assert not hasattr(as_estimator(GaussianNaiveBayes), "decision_function")
    assert "sample_weight" not in signature(as_estimator(Perceptron).fit).parameters
    scores = as_estimator(Perceptron).fit([[1.0], [-1.0]], [1, 0]).decision_function([[2.0]])
    assert scores[0] > 0


def test_log_probabilities_are_the_logarithms() -> None:
    """A probability of 1/2 has the logarithm −ln 2."""
    estimator = as_estimator(GaussianNaiveBayes).fit(ROWS, LABELS)
    ((log_a, log_b),) = estimator.predict_log_proba([[5.0]])
    assert log_a == log_b == pytest.approx(-0.6931471805599453)


@pytest.mark.parametrize(
    ("x", "message"),
    [
        ([1.0, 2.0], "Expected 2D array, got 1D array"),
        ("abc", "Expected 2D array, got 1D"),
        (["abc", "def"], "Expected 2D array, got 1D"),
        (Array([[[1.0]]], 3), "Expected 2D array, got 3D"),
        ([], "0 sample"),
        ([[], []], "0 feature"),
        ([[1.0], [1.0, 2.0]], "row 0 has 1 values, but row 1 has 2"),
        ([[1.0], [INF]], "row 1, column 0.*inf"),
        ([[1.0], [1j]], "Complex data not supported"),
    ],
)
def test_wrong_rows_are_rejected(x: Any, message: str) -> None:
    """The error names the shape or the cell."""
    with pytest.raises(TextbookError, match=message):
        as_estimator(GaussianNaiveBayes).fit(x, ["a", "b"][: len(getattr(x, "values", x))])


@pytest.mark.parametrize(
    ("y", "message"),
    [
        (None, "requires y"),
        (["a", "a", "b"], "inconsistent numbers of samples"),
        (["a", "a", "a", "a"], "got 1 class"),
        ([0, 1, NAN, 1], r"y\[2\]: Input y contains NaN"),
        ([0.5, 1.5, 0.5, 1.5], "Unknown label type: continuous"),
        ([[0, 1], [0, 1], [1, 0], [1, 0]], "y must be 1-D"),
        ([0, "a", 0, "a"], "all numbers or all strings, got int, str"),
    ],
)
def test_wrong_labels_are_rejected(y: Any, message: str) -> None:
    """The error names the label."""
    with pytest.raises(TextbookError, match=message):
        as_estimator(GaussianNaiveBayes).fit(ROWS, y)


@pytest.mark.parametrize("weights", [[1.0], [[1.0]] * 4, [0.0] * 4])
def test_wrong_weights_are_rejected(weights: Any) -> None:
    """Too few weights, two dimensions, or only zeros raise an error."""
    with pytest.raises(TextbookError, match="sample_weight|[Ss]ample weights"):
        as_estimator(GaussianNaiveBayes).fit(ROWS, LABELS, sample_weight=weights)


def test_a_column_of_labels_is_accepted_with_a_warning() -> None:
    """A label array with one column gives a warning, as in scikit-learn."""
    with pytest.warns(UserWarning, match="column-vector y"):
        estimator = as_estimator(GaussianNaiveBayes).fit(ROWS, Array([[y] for y in LABELS], 2))
    assert estimator.model_ == GaussianNaiveBayes.fit(ROWS, LABELS, classes=["a", "b"])


def test_an_unfitted_estimator_raises_an_error() -> None:
    """Every method that predicts raises the same error if the estimator is not fitted."""
    for method in ("predict", "predict_proba"):
        with pytest.raises(ValueError, match=r"not fitted yet. Fix: call fit\(X, y\) first"):
            getattr(as_estimator(GaussianNaiveBayes), method)(ROWS)


def test_another_number_of_features_is_rejected() -> None:
    """The error states both numbers of features."""
    with pytest.raises(TextbookError, match="X has 2 features.*expecting 1 features"):
        as_estimator(GaussianNaiveBayes).fit(ROWS, LABELS).predict([[1.0, 2.0]])


def test_word_counts_must_be_integers_and_not_negative() -> None:
    """A matrix of counts is converted to words with their counts."""
    estimator = as_estimator(MultinomialNaiveBayes).fit([[2.0, 1.0], [1.0, 1.0]], [0, 1])
    assert estimator.model_.features == ("x1", "x2")
    with pytest.raises(TextbookError, match="Negative values in data: X, row 1"):
        as_estimator(MultinomialNaiveBayes).fit([[2.0, 1.0], [-1.0, 1.0]], [0, 1])


def test_column_names_that_are_not_strings_are_ignored() -> None:
    """A data frame made from an array numbers its columns."""

    class Frame:
        columns = (0, 1)
        shape, ndim = (1, 2), 2

        def to_numpy(self) -> Array:
            return Array([[1.0, 2.0]], 2)

    assert table_of(Frame()).names is None
    assert table_of(Frame()).features() == ("x1", "x2")
