"""Converted scikit-learn models have the same probabilities; unsupported ones are errors."""

import json
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest

from textbook_ml.core.errors import TextbookError
from textbook_ml.embedding.export_call import export
from textbook_ml.embedding.import_sklearn import as_row, from_sklearn, import_sklearn
from textbook_ml.embedding.sklearn_import.dump import document, dump
from textbook_ml.embedding.sklearn_import.preprocessing import TOKEN_PATTERN
from textbook_ml.models.catalogue import MODELS
from textbook_ml.models.json_codec import from_json

pytest.importorskip("sklearn", reason="pip install -r tests/requirements-sklearn.txt")

CLOSE = 1e-12  # tolerated difference of probabilities, because both libraries round
RNG = Random(1)
LABELS = [RNG.choice(["no", "yes", "maybe"]) for _ in range(90)]
TWO = [y if y != "maybe" else "no" for y in LABELS]
SHIFT = {"no": 0.0, "yes": 1.0, "maybe": -1.5}
NUMBERS = [
    [RNG.gauss(SHIFT[y], 1.0), RNG.gauss(50 * SHIFT[y] + 1000, 40.0), RNG.gauss(0.0, 0.1)]
    for y in LABELS
]
CODES = [[RNG.randrange(2 + (y == "yes")), RNG.randrange(4)] for y in LABELS]
CELLS = [["low high top".split()[a], "north east south west".split()[b]] for a, b in CODES]
BINARY = [[int(RNG.random() < 0.3 + 0.2 * SHIFT[y]) for _ in range(5)] for y in LABELS]
COUNTS = [[RNG.randrange(4) for _ in range(6)] for _ in LABELS]
WORDS = "buy now don't wait exam price foo free the a".split()
TEXTS = [" ".join(RNG.choices(WORDS, k=8)) + "! Buy-it" for _ in LABELS]


def sk(path: str, **settings: Any) -> Any:
    """Return an unfitted estimator of scikit-learn."""
    module, _, name = path.rpartition(".")
    return getattr(import_module(f"sklearn.{module}"), name)(**settings)


def pipeline(front: Any, last: Any) -> Any:
    """Return a Pipeline of two steps."""
    return sk("pipeline.Pipeline", steps=[("front", front), ("last", last)])


def scaled(last: Any, **settings: Any) -> Any:
    """Return a Pipeline of a StandardScaler and a model."""
    return pipeline(sk("preprocessing.StandardScaler", **settings), last)


def encoded(**settings: Any) -> Any:
    """Return a Pipeline of an OrdinalEncoder and a CategoricalNB."""
    return pipeline(sk("preprocessing.OrdinalEncoder", **settings), sk(NB + "CategoricalNB"))


def of_text(last: Any, **settings: Any) -> Any:
    """Return a Pipeline of a CountVectorizer with the tokens of this package and a model."""
    options = {"token_pattern": TOKEN_PATTERN, **settings}
    return pipeline(sk("feature_extraction.text.CountVectorizer", **options), last)


LDA, QDA = (f"discriminant_analysis.{n}DiscriminantAnalysis" for n in ("Linear", "Quadratic"))
LR = "linear_model.LogisticRegression"
ONE_HOT = "preprocessing.OneHotEncoder"
SGD = "linear_model.SGDClassifier"
NB = "naive_bayes."
Make = Callable[[], Any]
SUPPORTED: dict[str, tuple[Make, Sequence[Any], Sequence[str], str]] = {
    "gaussian": (lambda: sk(NB + "GaussianNB"), NUMBERS, LABELS, "GaussianNaiveBayes"),
    "gaussian, given priors": (
        lambda: sk(NB + "GaussianNB", priors=[0.2, 0.3, 0.5]),
        NUMBERS, LABELS, "GaussianNaiveBayes",
    ),
    "gaussian, scaled": (
        lambda: scaled(sk(NB + "GaussianNB")), NUMBERS, LABELS, "GaussianNaiveBayes"
    ),
    "categorical": (lambda: sk(NB + "CategoricalNB"), CODES, LABELS, "CategoricalNaiveBayes"),
    "categorical, more values": (
        lambda: sk(NB + "CategoricalNB", alpha=0.3, min_categories=6, fit_prior=False),
        CODES, LABELS, "CategoricalNaiveBayes",
    ),
    "categorical, encoded": (
        encoded, CELLS, LABELS, "CategoricalNaiveBayes"
    ),
    "bernoulli": (lambda: sk(NB + "BernoulliNB"), BINARY, LABELS, "BernoulliNaiveBayes"),
    "bernoulli, no threshold": (
        lambda: sk(NB + "BernoulliNB", binarize=None, alpha=2.0, class_prior=[0.5, 0.3, 0.2]),
        BINARY, LABELS, "BernoulliNaiveBayes",
    ),
    "bernoulli of floats": (
        lambda: sk(NB + "BernoulliNB"),
        [list(map(float, row)) for row in BINARY], LABELS, "BernoulliNaiveBayes",
    ),
    "multinomial": (lambda: sk(NB + "MultinomialNB"), COUNTS, LABELS, "MultinomialNaiveBayes"),
    "multinomial, an alpha for each": (
        lambda: sk(NB + "MultinomialNB", alpha=[0.5, 1.0, 2.0, 0.1, 3.0, 1.0]),
        COUNTS, LABELS, "MultinomialNaiveBayes",
    ),
    "multinomial, tiny alphas for some": (
        lambda: sk(NB + "MultinomialNB", alpha=[1e-15, 1.0, 0.0, 0.1, 3.0, 1.0], force_alpha=False),
        COUNTS, LABELS, "MultinomialNaiveBayes",
    ),
    "multinomial, a tiny alpha": (
        lambda: sk(NB + "MultinomialNB", alpha=1e-15, force_alpha=False),
        COUNTS, LABELS, "MultinomialNaiveBayes",
    ),
    "multinomial of text": (
        lambda: of_text(sk(NB + "MultinomialNB")), TEXTS, TWO, "MultinomialNaiveBayes"
    ),
    "bernoulli of text, with stop words": (
        lambda: of_text(sk(NB + "BernoulliNB"), stop_words=["the", "a"], binary=True),
        TEXTS, LABELS, "BernoulliNaiveBayes",
    ),
    "lda": (lambda: sk(LDA), NUMBERS, LABELS, "SoftmaxRegression"),
    "lda of two": (lambda: sk(LDA), NUMBERS, TWO, "LogisticRegression"),
    "lda by least squares": (
        lambda: sk(LDA, solver="lsqr", shrinkage=0.1),
        NUMBERS, LABELS, "GaussianDiscriminantAnalysis",
    ),
    "lda by eigenvalues, of two, scaled": (
        lambda: scaled(sk(LDA, solver="eigen")), NUMBERS, TWO, "GaussianDiscriminantAnalysis"
    ),
    "qda": (lambda: sk(QDA), NUMBERS, LABELS, "QuadraticDiscriminantAnalysis"),
    "qda, regularised, scaled": (
        lambda: scaled(sk(QDA, reg_param=0.2)), NUMBERS, LABELS, "QuadraticDiscriminantAnalysis"
    ),
    "logistic": (lambda: sk(LR, max_iter=5000), NUMBERS, TWO, "LogisticRegression"),
    "logistic, scaled": (lambda: scaled(sk(LR)), NUMBERS, TWO, "LogisticRegression"),
    "logistic, only centred": (
        lambda: scaled(sk(LR, max_iter=5000), with_std=False), NUMBERS, TWO, "LogisticRegression"
    ),
    "softmax, only scaled": (
        lambda: scaled(sk(LR), with_mean=False), NUMBERS, LABELS, "SoftmaxRegression"
    ),
    "min and max, scaled": (
        lambda: pipeline(sk("preprocessing.MinMaxScaler", feature_range=(-1, 3)), sk(LR)),
        NUMBERS, LABELS, "SoftmaxRegression",
    ),
    "largest, scaled": (
        lambda: pipeline(sk("preprocessing.MaxAbsScaler"), sk(LR)),
        NUMBERS, TWO, "LogisticRegression",
    ),
    "quartiles, scaled": (
        lambda: pipeline(sk("preprocessing.RobustScaler"), sk(NB + "GaussianNB")),
        NUMBERS, LABELS, "GaussianNaiveBayes",
    ),
    "quartiles, only centred": (
        lambda: pipeline(sk("preprocessing.RobustScaler", with_scaling=False), sk(QDA)),
        NUMBERS, LABELS, "QuadraticDiscriminantAnalysis",
    ),
    "scaled twice": (
        lambda: pipeline(sk("preprocessing.MinMaxScaler"), scaled(sk(LR))),
        NUMBERS, LABELS, "SoftmaxRegression",
    ),
    "complement": (lambda: sk(NB + "ComplementNB"), COUNTS, LABELS, "SoftmaxRegression"),
    "complement, normalised": (
        lambda: sk(NB + "ComplementNB", norm=True, alpha=0.3), COUNTS, TWO, "SoftmaxRegression"
    ),
    "gradient steps": (
        lambda: scaled(sk(SGD, loss="log_loss", random_state=0)),
        NUMBERS, TWO, "LogisticRegression",
    ),
    "one-hot": (
        lambda: pipeline(sk("preprocessing.OneHotEncoder"), sk(LR)),
        CELLS, LABELS, "CodedRegression",
    ),
    "one-hot without the first": (
        lambda: pipeline(sk("preprocessing.OneHotEncoder", drop="first"), sk(LR)),
        CELLS, TWO, "CodedRegression",
    ),
    "ordinal before a regression": (
        lambda: pipeline(sk("preprocessing.OrdinalEncoder"), scaled(sk(LR))),
        CELLS, LABELS, "CodedRegression",
    ),
    "liblinear of two": (
        lambda: scaled(sk(LR, solver="liblinear")), NUMBERS, TWO, "LogisticRegression"
    ),
}  # fmt: skip


def fitted(name: str) -> tuple[Any, Sequence[Any]]:
    """Return a fitted estimator of the table above, and its rows."""
    make, rows, labels, _ = SUPPORTED[name]
    return make().fit(rows, labels), rows


@pytest.mark.parametrize("name", SUPPORTED)
def test_converted_models_have_the_probabilities_of_scikit_learn(name: str) -> None:
    """The probabilities agree for every row of the training data."""
    estimator, rows = fitted(name)
    model = from_sklearn(estimator)
    assert type(model).__name__ == SUPPORTED[name][3]
    for row, expected in zip(rows, estimator.predict_proba(rows)):
        ours = model.posterior(as_row(model, row))
        assert list(ours) == estimator.classes_.tolist()
        assert list(ours.values()) == pytest.approx(expected.tolist(), abs=CLOSE, rel=1e-9)


@pytest.mark.parametrize("name", SUPPORTED)
def test_command_and_function_give_the_same_model(name: str, tmp_path: Path) -> None:
    """The command also compares the predictions for the sample rows."""
    estimator, rows = fitted(name)
    there, here = str(tmp_path / "there.json"), str(tmp_path / "here.json")
    dump(estimator, there, rows[:20])
    first, last = import_sklearn(there, here)
    assert SUPPORTED[name][3] in first
    assert last.startswith("20 rows compared")
    text = Path(here).read_text(encoding="utf-8")
    assert from_json(text, MODELS) == from_sklearn(estimator)


ORDERED: dict[str, tuple[Make, Sequence[str], str]] = {
    "support vectors of two": (lambda: scaled(sk("svm.LinearSVC")), TWO, "LinearSVM"),
    "support vectors": (lambda: scaled(sk("svm.LinearSVC")), LABELS, "IndicatorRegression"),
    "ridge of two": (lambda: sk("linear_model.RidgeClassifier"), TWO, "LinearSVM"),
    "ridge without an intercept": (
        lambda: sk("linear_model.RidgeClassifier", fit_intercept=False),
        TWO,
        "LinearSVM",
    ),
    "ridge": (lambda: sk("linear_model.RidgeClassifier"), LABELS, "IndicatorRegression"),
    "hinge steps": (lambda: scaled(sk(SGD, random_state=0)), LABELS, "IndicatorRegression"),
}


@pytest.mark.parametrize("name", ORDERED)
def test_models_without_probabilities_have_the_labels_of_scikit_learn(
    name: str, tmp_path: Path
) -> None:
    """The labels are also equal if the model is converted and exported in one call."""
    make, labels, kind = ORDERED[name]
    estimator = make().fit(NUMBERS, labels)
    model = from_sklearn(estimator)
    assert type(model).__name__ == kind
    assert [model.classify(row) for row in NUMBERS] == estimator.predict(NUMBERS).tolist()
    names: dict[str, Any] = {}
    exec(export(estimator, to="python"), names)
    assert [names["classify"](row) for row in NUMBERS] == estimator.predict(NUMBERS).tolist()
    there, here = str(tmp_path / "there.json"), str(tmp_path / "here.json")
    dump(estimator, there, NUMBERS[:20])
    *_, comparison = import_sklearn(there, here)
    assert comparison == "20 rows compared with scikit-learn: all labels are equal"
    text = Path(there).read_text()
    Path(there).write_text(text.replace('"labels": ["', '"labels": ["un'))
    with pytest.raises(TextbookError, match="row 0 has the label .* in scikit-learn"):
        list(import_sklearn(there, here))


def columns(*parts: Any, **settings: Any) -> Any:
    """Return a ColumnTransformer."""
    named = [(f"part {i}", how, chosen) for i, (how, chosen) in enumerate(parts)]
    return sk("compose.ColumnTransformer", transformers=named, **settings)


MIXED_COLUMNS: dict[str, Make] = {
    "scaled and one-hot": lambda: columns(
        (sk("preprocessing.OneHotEncoder", handle_unknown="ignore"), ["b", "a"]),
        (sk("preprocessing.MinMaxScaler"), ["x", "y"]),
    ),
    "the rest unchanged": lambda: columns(
        (sk("preprocessing.OneHotEncoder", drop="if_binary"), [0, 2]), remainder="passthrough"
    ),
    "a Pipeline inside": lambda: columns(
        (scaled("passthrough"), ["y"]),
        (sk("preprocessing.OrdinalEncoder"), ["a"]),
        ("passthrough", ["x"]),
        (sk("preprocessing.OneHotEncoder"), ["b"]),
    ),
}


@pytest.mark.parametrize("labels", [TWO, LABELS], ids=["two", "three"])
@pytest.mark.parametrize("name", MIXED_COLUMNS)
def test_column_transformers_are_folded_into_the_weights(name: str, labels: list[str]) -> None:
    """Rows have the columns of the data frame, in its order."""
    rows = [[a, n[0], b, n[1] / 500 - 2] for (a, b), n in zip(CELLS, NUMBERS)]
    frame = import_module("pandas").DataFrame(rows, columns=["a", "x", "b", "y"])
    estimator = pipeline(MIXED_COLUMNS[name](), sk(LR, max_iter=9000)).fit(frame, labels)
    model = from_sklearn(estimator)
    assert model.features == ("a", "x", "b", "y")
    for row, expected in zip(rows, estimator.predict_proba(frame)):
        assert list(model.posterior(row).values()) == pytest.approx(expected.tolist(), abs=CLOSE)
    names: dict[str, Any] = {}
    exec(export(estimator, to="python"), names)
    assert [names["classify"](row) for row in rows] == estimator.predict(frame).tolist()


def test_column_transformers_that_drop_columns_are_an_error() -> None:
    """Columns given as a slice are an error too: the file does not contain its ends."""
    dropping = columns((sk("preprocessing.MinMaxScaler"), [0]))
    with pytest.raises(TextbookError, match="drops 2 columns.*Fix: fit the Pipeline without"):
        from_sklearn(pipeline(dropping, sk(LR)).fit(NUMBERS, LABELS))
    sliced = columns((sk("preprocessing.MinMaxScaler"), slice(0, 3)))
    with pytest.raises(TextbookError, match="names or numbers.*Fix: list them"):
        from_sklearn(pipeline(sliced, sk(LR)).fit(NUMBERS, LABELS))


TFIDF = "feature_extraction.text.Tfidf"


@pytest.mark.parametrize("last", [LR, NB + "MultinomialNB", NB + "ComplementNB", "svm.LinearSVC"])
@pytest.mark.parametrize("two_steps", [False, True])
def test_inverse_document_frequencies_become_weights(last: str, two_steps: bool) -> None:
    """The converted model takes the counts of the words."""
    counting = sk("feature_extraction.text.CountVectorizer")
    front = (
        pipeline(counting, sk(TFIDF + "Transformer", norm=None))
        if two_steps
        else sk(TFIDF + "Vectorizer", norm=None)
    )
    estimator = pipeline(front, sk(last)).fit(TEXTS, TWO)
    model = from_sklearn(estimator, counted=True)
    counts = counting.fit_transform(TEXTS).toarray().tolist()
    assert list(model.features) == counting.get_feature_names_out().tolist()
    assert [model.classify(row) for row in counts] == estimator.predict(TEXTS).tolist()
    if hasattr(estimator, "predict_proba"):
        for row, expected in zip(counts, estimator.predict_proba(TEXTS)):
            ours = list(model.posterior(row).values())
            assert ours == pytest.approx(expected.tolist(), abs=CLOSE)


def test_tfidf_with_a_norm_is_an_error() -> None:
    """The norm is different for each text."""
    estimator = pipeline(sk(TFIDF + "Vectorizer"), sk(LR)).fit(TEXTS, TWO)
    with pytest.raises(TextbookError, match="norm='l2': it divides .*Fix: fit it with norm=None"):
        from_sklearn(estimator, counted=True)


def test_sparse_weights_are_converted() -> None:
    """Sparse and dense weights give the same model."""
    estimator, _ = fitted("logistic")
    dense = from_sklearn(estimator)
    assert from_sklearn(estimator.sparsify()) == dense


SINGLE = ["gaussian", "lda", "lda by least squares", "qda", "logistic, scaled"]


@pytest.mark.parametrize("name", SINGLE)
def test_32_bit_floats_have_a_larger_tolerance(name: str, tmp_path: Path) -> None:
    """32-bit floats have seven digits; the command prints the tolerance."""
    make, rows, labels, _ = SUPPORTED[name]
    single = import_module("numpy").asarray(rows, dtype="float32")
    dump(make().fit(single, labels), str(tmp_path / "there.json"), single[:20])
    _, comparison = import_sklearn(str(tmp_path / "there.json"), str(tmp_path / "here.json"))
    assert comparison.startswith("20 rows compared with scikit-learn (32-bit floats)")


def test_counts_are_converted_to_exact_fractions() -> None:
    """Three of five with alpha = 1 and two values give 4/7, not 0.5714."""
    nb = sk(NB + "CategoricalNB").fit([[0], [0], [0], [1], [1], [0], [1]], [0, 0, 0, 0, 0, 1, 1])
    model = from_sklearn(nb)
    assert [str(p) for p in model.tables[0][0].values()] == ["4/7", "3/7"]
    assert [str(p) for p in model.priors] == ["5/7", "2/7"]


def test_feature_names_can_be_given() -> None:
    """Without names, the features are called x1, x2, …"""
    estimator, _ = fitted("gaussian")
    assert from_sklearn(estimator).features == ("x1", "x2", "x3")
    assert from_sklearn(estimator, features=["a", "b", "c"]).features == ("a", "b", "c")
    with pytest.raises(TextbookError, match="3 features need 3 different names, got 2"):
        from_sklearn(estimator, features=["a", "b"])


def test_counted_accepts_any_vocabulary() -> None:
    """With --counted, pairs of words are accepted; the vocabulary becomes the features."""
    vectorizer = sk("feature_extraction.text.CountVectorizer", ngram_range=(1, 2))
    estimator = pipeline(vectorizer, sk(NB + "MultinomialNB")).fit(TEXTS, LABELS)
    model = from_sklearn(estimator, counted=True)
    names = vectorizer.get_feature_names_out().tolist()
    assert list(model.features) == names
    for text, expected in zip(TEXTS[:9], estimator.predict_proba(TEXTS[:9])):
        counts = vectorizer.transform([text]).toarray()[0].tolist()
        ours = model.posterior({w: n for w, n in zip(names, counts) if n})
        assert list(ours.values()) == pytest.approx(expected.tolist(), abs=CLOSE)


UNSUPPORTED: dict[str, tuple[Make, Sequence[Any], str]] = {
    "one against the rest": (
        lambda: sk("multiclass.OneVsRestClassifier", estimator=sk(LR)),
        NUMBERS, "OneVsRestClassifier",
    ),
    "another model": (lambda: sk("svm.SVC"), NUMBERS, "SVC is not supported"),
    "a threshold": (lambda: sk(NB + "BernoulliNB", binarize=1.5), COUNTS, "binarize=1.5"),
    "default token pattern": (
        lambda: pipeline(sk("feature_extraction.text.CountVectorizer"), sk(NB + "MultinomialNB")),
        TEXTS, "token_pattern",
    ),
    "pairs of words": (
        lambda: of_text(sk(NB + "MultinomialNB"), ngram_range=(1, 2)), TEXTS, "ngram_range"
    ),
    "upper case": (
        lambda: of_text(sk(NB + "MultinomialNB"), lowercase=False), TEXTS, "lowercase=False"
    ),
    "characters": (lambda: of_text(sk(NB + "MultinomialNB"), analyzer="char"), TEXTS, "analyzer"),
    "a function": (
        lambda: of_text(sk(NB + "MultinomialNB"), preprocessor=str.upper), TEXTS, "preprocessor"
    ),
    "binary counts in a multinomial": (
        lambda: of_text(sk(NB + "MultinomialNB"), binary=True), TEXTS, "binary=True"
    ),
    "text for a regression": (lambda: of_text(sk(LR)), TEXTS, "needs rows of numbers"),
    "tf-idf": (
        lambda: pipeline(sk("feature_extraction.text.TfidfVectorizer"), sk(NB + "MultinomialNB")),
        TEXTS, "TfidfVectorizer before MultinomialNB becomes weights .*--counted",
    ),
    "a scaler of binary features": (
        lambda: scaled(sk(NB + "BernoulliNB")), BINARY, "needs counts or categories"
    ),
    "a scaler that clips": (
        lambda: pipeline(sk("preprocessing.MinMaxScaler", clip=True), sk(LR)), NUMBERS, "clip=True"
    ),
    "another step": (
        lambda: pipeline(sk("preprocessing.PolynomialFeatures"), sk(LR)),
        NUMBERS, "PolynomialFeatures before LogisticRegression is not supported. Supported steps",
    ),
    "one-hot before another model": (
        lambda: pipeline(sk(ONE_HOT, sparse_output=False), sk(NB + "GaussianNB")),
        CELLS, "OneHotEncoder before GaussianNaiveBayes .* not linear",
    ),
    "one-hot before a model without probabilities": (
        lambda: pipeline(sk("preprocessing.OneHotEncoder"), sk("svm.LinearSVC")),
        CELLS, "without probabilities .IndicatorRegression. is not supported",
    ),
    "gradient steps of three classes": (
        lambda: sk(SGD, loss="log_loss"), NUMBERS, "one-versus-rest model of 3 classes"
    ),
    "gradient steps of another loss": (
        lambda: sk(SGD, loss="modified_huber"), NUMBERS, "loss='modified_huber'"
    ),
    "rare categories in one": (
        lambda: encoded(min_frequency=40), CELLS, "min_frequency=40"
    ),
    "few categories": (lambda: encoded(max_categories=2), CELLS, "max_categories=2"),
    "a missing category": (
        lambda: encoded(encoded_missing_value=2),
        [[float("nan") if a == 2 else a, b] for a, b in CODES], "missing values",
    ),
    "one class": (lambda: sk(NB + "GaussianNB"), NUMBERS, "need at least two classes"),
}  # fmt: skip


@pytest.mark.parametrize("name", UNSUPPORTED)
def test_unsupported_models_are_errors(name: str) -> None:
    """The error message gives the reason."""
    make, rows, why = UNSUPPORTED[name]
    estimator = make().fit(rows, ["one"] * len(rows) if name == "one class" else LABELS)
    with pytest.raises(TextbookError, match=why):
        from_sklearn(estimator)


def test_words_that_both_libraries_lower_case_differently_are_an_error() -> None:
    """scikit-learn keeps straße in lower case, and this package folds it to strasse."""
    texts = ["die Straße", "der Weg"] * 5
    estimator = of_text(sk(NB + "MultinomialNB")).fit(texts, ["a", "b"] * 5)
    with pytest.raises(TextbookError, match="strasse"):
        from_sklearn(estimator)


def test_one_versus_rest_models_are_an_error() -> None:
    """Old versions of scikit-learn have this setting, so a file may contain it."""
    estimator, _ = fitted("softmax, only scaled")
    estimator.steps[1][1].get_params = lambda deep: {"multi_class": "ovr", "solver": "lbfgs"}
    with pytest.raises(TextbookError, match="not a softmax"):
        from_sklearn(estimator)


def test_an_unfitted_model_is_an_error() -> None:
    """An unfitted estimator has no parameters to convert."""
    with pytest.raises(TextbookError, match="fit it before"):
        from_sklearn(sk(NB + "GaussianNB"))


def test_a_model_that_was_changed_after_fitting_is_an_error() -> None:
    """The counts of such a model contradict its log probabilities."""
    estimator, _ = fitted("multinomial")
    estimator.feature_log_prob_[0, 0] -= 0.5
    with pytest.raises(TextbookError, match="changed after fitting"):
        from_sklearn(estimator)


def test_parameters_that_contradict_the_sample_rows_are_an_error(tmp_path: Path) -> None:
    """The file contains the parameters and the probabilities of the sample rows."""
    estimator, rows = fitted("gaussian")
    tampered = document(estimator, rows[:5])
    tampered["estimator"]["learned"]["theta_"][0][0] += 0.001
    path = tmp_path / "there.json"
    path.write_text(json.dumps(tampered))
    with pytest.raises(TextbookError, match="in scikit-learn"):
        list(import_sklearn(str(path), str(tmp_path / "here.json")))


def test_the_snippet_runs_without_this_package(tmp_path: Path) -> None:
    """The snippet imports only json and typing."""
    script = tmp_path / "sklearn_dump.py"
    script.write_text("\n".join(import_sklearn(snippet=True)), encoding="utf-8")
    names: dict[str, Any] = {"__name__": "sklearn_dump"}
    exec(compile(script.read_text(encoding="utf-8"), str(script), "exec"), names)
    estimator, rows = fitted("gaussian")
    assert names["document"](estimator, rows) == document(estimator, rows)
    taken = [line for line in script.read_text(encoding="utf-8").splitlines() if "import " in line]
    assert [line for line in taken if not line.startswith(" ")] == [
        "import json",
        "from typing import Any, Dict",
    ]


def test_conversion_does_not_import_scikit_learn() -> None:
    """The conversion only reads attributes of the estimators."""
    before = {name for name in sys.modules if name.startswith("sklearn")}
    from_sklearn(fitted("qda")[0])
    assert {name for name in sys.modules if name.startswith("sklearn")} == before
