"""cross_validate, compare and train_test_split use equal folds and correct positions."""

from collections import Counter
from functools import partial
from math import inf, isinf, log
from typing import Any

import pytest

from tests.array_support import Array, PandasFrame, Series
from textbook_ml.commands.evaluation_report import by_frequencies
from textbook_ml.core.errors import TextbookError
from textbook_ml.core.text import tokens
from textbook_ml.data.datasets import load
from textbook_ml.equations.smoothing import categorical_laplace
from textbook_ml.evaluation import (
    compare,
    compare_predictions,
    cross_validate,
    frequency_posteriors,
    mcnemar,
    mean_log_loss,
    stratified_folds,
    train_test_split,
)
from textbook_ml.models.categorical_naive_bayes import CategoricalNaiveBayes
from textbook_ml.models.estimator import as_estimator
from textbook_ml.models.full_joint_bayes import FullJointBayes
from textbook_ml.models.gaussian_discriminant_analysis import GaussianDiscriminantAnalysis
from textbook_ml.models.gaussian_naive_bayes import GaussianNaiveBayes
from textbook_ml.models.indicator_regression import IndicatorRegression
from textbook_ml.models.logistic_regression import LogisticRegression
from textbook_ml.models.mixed_naive_bayes import MixedNaiveBayes
from textbook_ml.models.multinomial_naive_bayes import MultinomialNaiveBayes

IRIS: Any = load("iris")
ROWS = [[1.0], [2.0], [3.0], [4.0], [7.0], [8.0], [9.0], [11.0]]
LABELS = list("aaaabbbb")


def test_each_fold_is_predicted_by_a_model_of_the_others() -> None:
    result = cross_validate(GaussianNaiveBayes, IRIS, IRIS.labels, folds=5, seed=3)
    assert result.folds == stratified_folds(IRIS.labels, 5, 3)
    losses = dict[int, float]()
    for fold in result.folds:
        rest = IRIS.take([i for i in range(150) if i not in fold])
        model = GaussianNaiveBayes.fit(rest, rest.labels)
        part = IRIS.take(fold)
        assert model.predict(part) == [result.predictions[i] for i in fold]
        for i, posterior in zip(fold, model.predict_proba(part)):
            losses[i] = -log(posterior[IRIS.labels[i]])
    assert result.losses == pytest.approx([losses[i] for i in range(150)])
    assert result.accuracy == float(result.confusion.accuracy)
    assert result.log_loss == pytest.approx(sum(losses.values()) / 150)


def test_the_result_prints_as_a_table() -> None:
    assert str(cross_validate(GaussianNaiveBayes, IRIS, IRIS.labels)).splitlines() == [
        "GaussianNaiveBayes: 150 examples in 10 folds, seed 0",
        "",
        "            mean  standard error",
        "accuracy  0.9467          0.0194",
        "log loss  0.1347          0.0386",
    ]


def test_a_model_without_probabilities_has_no_log_loss() -> None:
    result = cross_validate(IndicatorRegression, ROWS, LABELS, folds=4)
    assert (result.losses, result.log_loss, result.log_loss_error) == (None, None, None)
    assert "log loss" not in str(result)


def test_a_true_label_of_probability_zero_makes_the_log_loss_infinite() -> None:
    rows = [["u"], ["u"], ["u"], ["v"], ["v"], ["u"]]
    result = cross_validate(CategoricalNaiveBayes, rows, "aaabbb", folds=3)
    assert result.log_loss == inf
    assert result.log_loss_error is not None and isinf(result.log_loss_error)
    assert "inf" in str(result)


def test_a_loss_below_the_smallest_float_is_finite() -> None:
    rows = [[0.0], [1.0], [2.0], [1000.0], [1001.0], [1002.0], [1001.5], [2.5]]
    result = cross_validate(GaussianNaiveBayes, rows, "aaabbbab", folds=2, floor=0.5)
    assert result.log_loss is not None and 100 < result.log_loss < inf


@pytest.mark.parametrize(
    ("model", "options"),
    [
        (CategoricalNaiveBayes, {"theta": categorical_laplace}),
        (FullJointBayes, {"strength": 1}),
        (MixedNaiveBayes, {"theta": categorical_laplace, "kinds": ["categorical"]}),
    ],
)
def test_values_that_occur_once_are_known_in_every_fold(model: Any, options: Any) -> None:
    rows = [["u"], ["v"], ["w"], ["u"], ["x"], ["y"]]
    assert len(cross_validate(model, rows, "aaabbb", folds=3, **options).predictions) == 6


def test_text_and_data_frames_can_be_cross_validated() -> None:
    spam = load("spam")
    rows = [Counter(tokens(str(text))) for (text,) in spam.rows]
    result = cross_validate(MultinomialNaiveBayes, rows, spam.labels, theta=categorical_laplace)
    assert result.accuracy == 1.0
    plain = cross_validate(GaussianNaiveBayes, ROWS, LABELS, folds=4)
    assert cross_validate(GaussianNaiveBayes, ROWS, Array(LABELS), folds=4) == plain


def test_a_function_may_be_the_learner() -> None:
    class Always:
        def predict(self, rows: Any) -> list[str]:
            return ["a"] * len(rows)

    def always(rows: Any, labels: Any) -> Always:
        return Always()

    result = cross_validate(always, ROWS, LABELS, folds=4)
    assert (result.name, result.accuracy, result.log_loss) == ("always", 0.5, None)


def test_errors_name_the_model_and_the_row() -> None:
    rows: list[Any] = [*ROWS[:5], [None], *ROWS[6:]]
    with pytest.raises(TextbookError, match="LogisticRegression: row 5 has no value"):
        cross_validate(LogisticRegression, rows, LABELS, folds=2)
    with pytest.raises(TextbookError, match=r"LogisticRegression\(l2=1.0\): .*3 classes"):
        cross_validate(LogisticRegression, IRIS, IRIS.labels, l2=1.0)
    with pytest.raises(TextbookError, match="when 4 rows are held out: .*N = 1"):
        cross_validate(GaussianNaiveBayes, ROWS, "aaaaaabb", folds=2)
    discrete = [["u"], ["u"], ["v"], ["v"], ["w"], ["v"]]
    with pytest.raises(TextbookError, match=r"CategoricalNaiveBayes.*: rows\[4\], when held out: "):
        cross_validate(CategoricalNaiveBayes, discrete, "ababab", folds=6, values=None)
    with pytest.raises(TextbookError, match="8 rows and 3 labels"):
        cross_validate(GaussianNaiveBayes, ROWS, "aab", folds=3)
    with pytest.raises(TextbookError, match="a model must be a class"):
        cross_validate("gaussian-nb", ROWS, LABELS, folds=2)  # type: ignore[arg-type]


def test_all_models_of_a_comparison_have_the_same_folds() -> None:
    models = [GaussianNaiveBayes, GaussianDiscriminantAnalysis, IndicatorRegression]
    found = compare(models, IRIS, IRIS.labels, folds=5, seed=1)
    alone = tuple(cross_validate(m, IRIS, IRIS.labels, folds=5, seed=1) for m in models)
    assert found.results == alone
    assert found.best is found.results[1]
    naive, best = found.results[0], found.best
    assert found.against_best(naive) == compare_predictions(
        IRIS.labels, naive.predictions, best.predictions
    )
    triples = list(zip(IRIS.labels, naive.predictions, best.predictions))
    only_naive = sum(a != y == b for y, a, b in triples)
    only_best = sum(a == y != b for y, a, b in triples)
    assert found.p_value(naive) == mcnemar(only_naive, only_best)
    assert len(str(found).splitlines()) == 11


def test_names_of_models_in_a_comparison() -> None:
    ridge = partial(LogisticRegression.fit, l2=1.0)
    found = compare([LogisticRegression, ridge, ridge], ROWS, LABELS, folds=4, l2=2.0)
    assert [one.name for one in found.results] == [
        "LogisticRegression",
        "LogisticRegression(l2=1.0)",
        "LogisticRegression(l2=1.0) #2",
    ]
    assert found.results[1].losses == cross_validate(ridge, ROWS, LABELS, folds=4).losses
    named = compare({"strong": ridge}, ROWS, LABELS, folds=4)
    assert named.best.name == "strong"
    assert "Error rate minus" not in str(named)
    with pytest.raises(TextbookError, match="models must be a list .*Fix: .*cross_validate"):
        compare(GaussianNaiveBayes, ROWS, LABELS)  # type: ignore[arg-type]
    with pytest.raises(TextbookError, match="at least one model"):
        compare([], ROWS, LABELS, folds=2)


def test_a_split_is_stratified_and_keeps_rows_with_their_labels() -> None:
    train_rows, test_rows, train_labels, test_labels = train_test_split(ROWS, LABELS, seed=5)
    assert Counter(test_labels) == {"a": 1, "b": 1} and Counter(train_labels) == {"a": 3, "b": 3}
    label_of = {x: y for (x,), y in zip(ROWS, LABELS)}
    assert [label_of[x] for (x,) in train_rows] == train_labels
    assert [label_of[x] for (x,) in test_rows] == test_labels
    assert sorted(train_rows + test_rows) == ROWS
    assert train_test_split(ROWS, LABELS, seed=5) == train_test_split(ROWS, LABELS, seed=5)
    parts = {tuple(map(tuple, train_test_split(ROWS, LABELS, seed=s).test_rows)) for s in range(9)}
    assert len(parts) > 1


def test_a_split_without_strata_has_a_fraction_of_all_rows() -> None:
    counts = {
        tuple(sorted(train_test_split(ROWS, LABELS, seed=s, stratify=False).test_labels))
        for s in range(30)
    }
    assert counts == {("a", "a"), ("a", "b"), ("b", "b")}


def test_a_split_of_a_data_set_gives_data_sets() -> None:
    split = train_test_split(IRIS, IRIS.labels, test=0.2)
    assert split.test_rows.features == IRIS.features
    assert list(split.test_rows.labels) == split.test_labels
    assert len(split.train_rows) == 120


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"test": 30}, "test must be greater than 0 and less than 1, got 30"),
        ({"seed": 0.5}, "seed must be a whole number"),
        ({"labels": "aab"}, "got 8 rows and 3 labels"),
        ({"test": LABELS}, "test must be a number .*got .*Fix: test=0.25"),
        ({"test": "0.5"}, "test must be a number .*got '0.5'. Fix: test=0.25"),
        ({"test_size": 0.2}, "no option 'test_size', .*scikit-learn. Fix: test=0.2"),
        ({"random_state": 7}, "no option 'random_state', .*Fix: seed=7"),
        ({"shuffle": False}, "no option 'shuffle'. Its options: test, seed, stratify"),
    ],
)
def test_invalid_splits_raise_an_error(arguments: Any, message: str) -> None:
    with pytest.raises(TextbookError, match=message):
        train_test_split(ROWS, **{"labels": LABELS, **arguments})


def test_the_class_frequencies_are_those_of_the_training_folds() -> None:
    """If one label 'a' is held out, one of the three other labels is 'a'."""
    labels, folds = "aabb", [(0,), (1,), (2,), (3,)]
    posteriors = frequency_posteriors(labels, folds)
    assert posteriors[0] == {"a": 1 / 3, "b": 2 / 3}
    assert mean_log_loss(labels, posteriors) == pytest.approx(log(3))
    assert by_frequencies(labels, folds)[0] == pytest.approx(log(3))
    assert by_frequencies("aaab", [(0, 1), (2, 3)])[0] == inf


def test_labels_in_a_frame_are_rejected() -> None:
    with pytest.raises(TextbookError, match="labels must be one-dimensional"):
        cross_validate(GaussianNaiveBayes, ROWS, PandasFrame(["y"], [[y] for y in LABELS]))


def test_rows_that_contain_the_labels_are_rejected() -> None:
    rows = [{"x": x, "y": float(x > 5)} for (x,) in ROWS]
    labels = Series([row["y"] for row in rows], name="y")
    ridge = partial(LogisticRegression.fit, l2=1.0)
    for model in (GaussianNaiveBayes, ridge):
        with pytest.raises(TextbookError, match="rows must not contain the labels, .*'y'"):
            cross_validate(model, rows, labels, folds=2)
        with pytest.raises(TextbookError, match="rows must not contain the labels, .*'y'"):
            compare([model], rows, labels, folds=2)
    chosen = cross_validate(GaussianNaiveBayes, rows, labels, folds=2, features=["x"])
    assert chosen.accuracy == 1.0

    def of_x(rows: Any, labels: Any) -> Any:
        return GaussianNaiveBayes.fit(rows, labels, features=["x"])

    assert cross_validate(of_x, rows, labels, folds=2).predictions == chosen.predictions


class Unfitted:
    """An estimator as in scikit-learn, whose `fit` is an instance method."""

    def fit(self, X: Any, y: Any) -> "Unfitted":
        return self


@pytest.mark.parametrize(
    ("model", "message"),
    [
        (
            LogisticRegression.fit(ROWS, LABELS, l2=1.0),
            r"got a fitted LogisticRegression. Fix: .*partial\(LogisticRegression.fit, …\)",
        ),
        (as_estimator(GaussianNaiveBayes), "an estimator, as_estimator.*Fix: .*sklearn.model_sel"),
        (Unfitted(), "an estimator, .*Fix: .*use cross_validate of sklearn.model_selection"),
        (Unfitted, "got Unfitted. Fix: .*use cross_validate of sklearn.model_selection"),
        (None, "a model must be a class with `fit`, or a function, got None. Fix: "),
    ],
)
def test_learners_that_are_not_classes_are_rejected(model: Any, message: str) -> None:
    with pytest.raises(TextbookError, match=message):
        cross_validate(model, ROWS, LABELS, folds=2)
    for models in ([GaussianNaiveBayes, model], {"mine": model}):
        with pytest.raises(TextbookError, match=message):
            compare(models, ROWS, LABELS, folds=2)


def test_a_third_list_cannot_be_split() -> None:
    with pytest.raises(TextbookError, match="takes rows and labels, .*Fix: .*test=0.25"):
        train_test_split(ROWS, LABELS, LABELS)


def test_options_of_scikit_learn_are_named() -> None:
    with pytest.raises(TextbookError, match="no option 'cv', .*Fix: folds=5"):
        cross_validate(GaussianNaiveBayes, ROWS, LABELS, cv=5)
    with pytest.raises(TextbookError, match="no option 'random_state', .*Fix: seed=1"):
        compare([GaussianNaiveBayes], ROWS, LABELS, random_state=1)
