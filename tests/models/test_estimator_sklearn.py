"""Our models as estimators of scikit-learn; skipped if scikit-learn is not installed."""

import pickle
import warnings
from importlib import import_module
from typing import Any

import pytest

import textbook_ml as ml
from textbook_ml import TextbookError, as_estimator, expected_failed_checks

pytest.importorskip("sklearn", reason="pip install -r tests/requirements-sklearn.txt")
np = import_module("numpy")


def sk(path: str) -> Any:
    """Import a name of scikit-learn; type checks do not need it."""
    module, _, name = path.rpartition(".")
    return getattr(import_module(f"sklearn.{module}"), name)


clone = sk("base.clone")
is_classifier = sk("base.is_classifier")
CalibratedClassifierCV = sk("calibration.CalibratedClassifierCV")
load_iris = sk("datasets.load_iris")
NotFittedError = sk("exceptions.NotFittedError")
CountVectorizer = sk("feature_extraction.text.CountVectorizer")
GridSearchCV = sk("model_selection.GridSearchCV")
cross_val_score = sk("model_selection.cross_val_score")
OneVsRestClassifier = sk("multiclass.OneVsRestClassifier")
GaussianNB = sk("naive_bayes.GaussianNB")
MultinomialNB = sk("naive_bayes.MultinomialNB")
make_pipeline = sk("pipeline.make_pipeline")
StandardScaler = sk("preprocessing.StandardScaler")

IRIS, SPECIES = load_iris(return_X_y=True)
NAMES = np.array(["setosa", "versicolor", "virginica"])[SPECIES]

ESTIMATORS = [
    as_estimator(ml.GaussianNaiveBayes),
    as_estimator(ml.GaussianNaiveBayes, floor=1e-9),
    as_estimator(ml.MixedNaiveBayes),
    as_estimator(ml.MixedNaiveBayes, floor=1e-9),
    as_estimator(ml.LaplaceNaiveBayes),
    as_estimator(ml.ExponentialNaiveBayes),
    as_estimator(ml.PoissonNaiveBayes),
    as_estimator(ml.CategoricalNaiveBayes),
    as_estimator(ml.BernoulliNaiveBayes, theta=ml.categorical_laplace),
    as_estimator(ml.MultinomialNaiveBayes, theta=ml.categorical_laplace),
    as_estimator(ml.FullJointBayes),
    as_estimator(ml.GaussianDiscriminantAnalysis),
    as_estimator(ml.QuadraticDiscriminantAnalysis),
    as_estimator(ml.LogisticRegression),
    as_estimator(ml.LogisticRegression, l2=1.0),
    as_estimator(ml.SoftmaxRegression),
    as_estimator(ml.SoftmaxRegression, l2=1.0),
    as_estimator(ml.Perceptron),
    as_estimator(ml.LinearSVM),
    as_estimator(ml.IndicatorRegression),
]


@pytest.mark.parametrize("estimator", ESTIMATORS, ids=repr)
def test_check_estimator_fails_only_where_the_model_contradicts_it(estimator: Any) -> None:
    """Only the listed checks fail, with a TextbookError on their data; all others pass."""
    check_estimator = sk("utils.estimator_checks.check_estimator")
    listed = expected_failed_checks(estimator)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            results = check_estimator(
                estimator, expected_failed_checks=listed, on_skip=None, on_fail=None
            )
    except TypeError:  # an unknown argument
        pytest.skip("this scikit-learn has no expected_failed_checks (1.6 and newer have)")
    by_status: dict[str, set[str]] = {}
    for one in results:
        by_status.setdefault(one["status"], set()).add(one["check_name"])
    assert by_status.get("failed", set()) == set()
    assert by_status.get("xfail", set()) == set(listed) - by_status.get("skipped", set())
    assert len(by_status["passed"]) > 20


def test_every_model_is_checked() -> None:
    """Every public class of models with a method `fit` is in the list above."""
    from textbook_ml.models.catalogue import MODELS

    with_fit = {model for model in MODELS.values() if hasattr(model, "fit")}
    assert with_fit <= {estimator._model for estimator in ESTIMATORS}


def test_predictions_equal_those_of_scikit_learn() -> None:
    """Gaussian naive Bayes with (14) is GaussianNB without its smoothing."""
    ours = as_estimator(ml.GaussianNaiveBayes, variance=ml.variance_mle).fit(IRIS, NAMES)
    theirs = GaussianNB(var_smoothing=0.0).fit(IRIS, NAMES)
    assert ours.classes_.tolist() == theirs.classes_.tolist()
    assert ours.predict(IRIS).tolist() == theirs.predict(IRIS).tolist()
    assert ours.predict_proba(IRIS) == pytest.approx(theirs.predict_proba(IRIS), abs=1e-12)
    assert ours.score(IRIS, NAMES) == theirs.score(IRIS, NAMES)
    assert ours.predict(IRIS).dtype == theirs.predict(IRIS).dtype


def test_an_estimator_works_in_a_pipeline_and_in_cross_validation() -> None:
    """A pipeline with a scaler is cross-validated."""
    pipeline = make_pipeline(StandardScaler(), as_estimator(ml.SoftmaxRegression, l2=1.0))
    scores = cross_val_score(pipeline, IRIS, NAMES, cv=3)
    assert scores.shape == (3,)
    assert scores.mean() > 0.9
    assert is_classifier(pipeline)
    assert cross_val_score(pipeline, IRIS, NAMES, cv=3, scoring="neg_log_loss").mean() > -0.4


def test_a_grid_search_finds_parameters_of_our_models() -> None:
    """The best floor is one of the grid, and the best estimator is ours."""
    grid = {"floor": [1e-9, 100.0], "variance": [ml.variance_mle, ml.variance_mvue]}
    search = GridSearchCV(as_estimator(ml.GaussianNaiveBayes), grid, cv=3, n_jobs=2)
    search.fit(IRIS, SPECIES)
    assert search.best_params_["floor"] == 1e-9
    assert isinstance(search.best_estimator_.model_, ml.GaussianNaiveBayes)


@pytest.mark.parametrize(
    "estimator",
    [
        as_estimator(ml.GaussianNaiveBayes),
        as_estimator(ml.LinearSVM),
        as_estimator(ml.LogisticRegression, l2=1.0),
    ],
    ids=repr,
)
def test_probabilities_are_calibrated(estimator: Any) -> None:
    """Models with probabilities and models with a linear score alone can be calibrated."""
    rows, labels = IRIS[50:], NAMES[50:]
    calibrated = CalibratedClassifierCV(estimator, cv=3).fit(rows, labels)
    assert calibrated.predict_proba(rows).sum(axis=1) == pytest.approx(np.ones(100))
    assert calibrated.score(rows, labels) > 0.8


def test_a_model_of_two_classes_is_used_one_against_the_rest() -> None:
    """Three classes are rejected with advice, unless scikit-learn splits them."""
    with pytest.raises(TextbookError, match="Only binary classification is supported.*Softmax"):
        as_estimator(ml.LinearSVM).fit(IRIS, NAMES)
    assert OneVsRestClassifier(as_estimator(ml.LinearSVM)).fit(IRIS, NAMES).score(IRIS, NAMES) > 0.8


def test_clones_copies_and_pickles_are_equal() -> None:
    """A clone has the same parameters and no model; a pickle has both."""
    fitted = as_estimator(ml.GaussianNaiveBayes, floor=0.5).fit(IRIS, NAMES)
    fresh = clone(fitted)
    assert fresh.get_params() == fitted.get_params()
    with pytest.raises(NotFittedError, match="not fitted yet"):
        fresh.predict(IRIS)
    again = pickle.loads(pickle.dumps(fitted))
    assert again.model_ == fitted.model_
    assert type(again) is type(fitted)


def test_a_sparse_matrix_of_word_counts_gives_the_posteriors_of_multinomial_nb() -> None:
    """The output of CountVectorizer is accepted as rows of the text models."""
    texts = [
        "buy pills now",
        "buy buy cheap",
        "exam on monday",
        "see you at the exam",
        "cheap exam",
    ]
    labels = ["spam", "spam", "ham", "ham", "ham"]
    ours = as_estimator(ml.MultinomialNaiveBayes, theta=ml.categorical_laplace)
    pipeline = make_pipeline(CountVectorizer(), ours).fit(texts, labels)
    theirs = make_pipeline(CountVectorizer(), MultinomialNB()).fit(texts, labels)
    assert pipeline.predict_proba(texts) == pytest.approx(theirs.predict_proba(texts), abs=1e-12)
    dense = CountVectorizer().fit_transform(texts).toarray()
    assert clone(ours).fit(dense, labels).model_.phi == pipeline[-1].model_.phi


def test_a_sparse_matrix_of_words_fits_a_bernoulli_model() -> None:
    """Sparse rows and dense rows give the same model."""
    texts, labels = ["a b", "b c", "c d", "a d d"], [1, 1, 0, 0]
    matrix = CountVectorizer(binary=True, token_pattern=r"\w").fit_transform(texts)
    ours = as_estimator(ml.BernoulliNaiveBayes, theta=ml.categorical_laplace)
    sparse, dense = clone(ours).fit(matrix, labels), clone(ours).fit(matrix.toarray(), labels)
    assert sparse.model_ == dense.model_
    assert sparse.predict_proba(matrix).tolist() == dense.predict_proba(matrix.toarray()).tolist()


def test_a_data_frame_names_the_features_and_nan_is_missing() -> None:
    """Column names become features; renamed columns are rejected."""
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(
        {"wind": ["weak", "strong", None, "weak"], "degrees": [20, 21, 30, 31]}
    )
    estimator = as_estimator(ml.MixedNaiveBayes).fit(
        frame, pandas.Series(["no", "no", "yes", "yes"])
    )
    assert estimator.model_.features == ("wind", "degrees")
    assert estimator.feature_names_in_.tolist() == ["wind", "degrees"]
    assert estimator.predict(frame).tolist() == ["no", "no", "yes", "yes"]
    with pytest.raises(TextbookError, match="feature names should match"):
        estimator.predict(frame.rename(columns={"wind": "rain"}))
