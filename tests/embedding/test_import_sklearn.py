"""Models of the real scikit-learn, carried over: the same probabilities, or a refusal."""

import json
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest

from textbook_ml.core.errors import TextbookError
from textbook_ml.embedding.import_sklearn import as_row, from_sklearn, import_sklearn
from textbook_ml.embedding.sklearn_import.dump import document, dump
from textbook_ml.embedding.sklearn_import.preprocessing import OUR_WORDS
from textbook_ml.models.catalogue import MODELS
from textbook_ml.models.json_codec import from_json

pytest.importorskip("sklearn", reason="pip install -r tests/requirements-sklearn.txt")

CLOSE = 1e-12  # of a probability: both sides round
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
COINS = [[int(RNG.random() < 0.3 + 0.2 * SHIFT[y]) for _ in range(5)] for y in LABELS]
COUNTS = [[RNG.randrange(4) for _ in range(6)] for _ in LABELS]
WORDS = "buy now don't wait exam price foo free the a".split()
TEXTS = [" ".join(RNG.choices(WORDS, k=8)) + "! Buy-it" for _ in LABELS]


def sk(path: str, **settings: Any) -> Any:
    """An estimator of scikit-learn, not fitted yet."""
    module, _, name = path.rpartition(".")
    return getattr(import_module(f"sklearn.{module}"), name)(**settings)


def behind(front: Any, last: Any) -> Any:
    """Two steps of a pipeline."""
    return sk("pipeline.Pipeline", steps=[("front", front), ("last", last)])


def scaled(last: Any, **settings: Any) -> Any:
    """A model behind a StandardScaler."""
    return behind(sk("preprocessing.StandardScaler", **settings), last)


def encoded(**settings: Any) -> Any:
    """A model of categories behind an OrdinalEncoder."""
    return behind(sk("preprocessing.OrdinalEncoder", **settings), sk(NB + "CategoricalNB"))


def of_text(last: Any, **settings: Any) -> Any:
    """A model behind a CountVectorizer that finds words as we do."""
    options = {"token_pattern": OUR_WORDS, **settings}
    return behind(sk("feature_extraction.text.CountVectorizer", **options), last)


LDA, QDA = (f"discriminant_analysis.{n}DiscriminantAnalysis" for n in ("Linear", "Quadratic"))
LR = "linear_model.LogisticRegression"
NB = "naive_bayes."
Make = Callable[[], Any]
CARRIED: dict[str, tuple[Make, Sequence[Any], Sequence[str], str]] = {
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
    "bernoulli": (lambda: sk(NB + "BernoulliNB"), COINS, LABELS, "BernoulliNaiveBayes"),
    "bernoulli, no threshold": (
        lambda: sk(NB + "BernoulliNB", binarize=None, alpha=2.0, class_prior=[0.5, 0.3, 0.2]),
        COINS, LABELS, "BernoulliNaiveBayes",
    ),
    "bernoulli of floats": (
        lambda: sk(NB + "BernoulliNB"),
        [list(map(float, row)) for row in COINS], LABELS, "BernoulliNaiveBayes",
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
    "qda, held back, scaled": (
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
    "liblinear of two": (
        lambda: scaled(sk(LR, solver="liblinear")), NUMBERS, TWO, "LogisticRegression"
    ),
}  # fmt: skip


def fitted(name: str) -> tuple[Any, Sequence[Any]]:
    """An estimator of the table above, and its rows."""
    make, rows, labels, _ = CARRIED[name]
    return make().fit(rows, labels), rows


@pytest.mark.parametrize("name", CARRIED)
def test_the_probabilities_are_the_same(name: str) -> None:
    """Ours and scikit-learn's, on every row that it was fitted on."""
    estimator, rows = fitted(name)
    model = from_sklearn(estimator)
    assert type(model).__name__ == CARRIED[name][3]
    for row, due in zip(rows, estimator.predict_proba(rows)):
        ours = model.posterior(as_row(model, row))
        assert list(ours) == estimator.classes_.tolist()
        assert list(ours.values()) == pytest.approx(due.tolist(), abs=CLOSE, rel=1e-9)


@pytest.mark.parametrize("name", CARRIED)
def test_through_a_file_it_is_the_same_model(name: str, tmp_path: Path) -> None:
    """The command writes what the function gives, and has compared it."""
    estimator, rows = fitted(name)
    there, here = str(tmp_path / "there.json"), str(tmp_path / "here.json")
    dump(estimator, there, rows[:20])
    first, last = import_sklearn(there, here)
    assert CARRIED[name][3] in first
    assert last.startswith("20 rows compared")
    text = Path(here).read_text(encoding="utf-8")
    assert from_json(text, MODELS) == from_sklearn(estimator)


def test_a_sparse_matrix_will_do() -> None:
    """Weights that were made sparse are the same weights."""
    estimator, _ = fitted("logistic")
    dense = from_sklearn(estimator)
    assert from_sklearn(estimator.sparsify()) == dense


SINGLE = ["gaussian", "lda", "lda by least squares", "qda", "logistic, scaled"]


@pytest.mark.parametrize("name", SINGLE)
def test_floats_of_32_bits_are_compared_in_their_own_digits(name: str, tmp_path: Path) -> None:
    """Then scikit-learn answers in seven digits, and the command says so."""
    make, rows, labels, _ = CARRIED[name]
    single = import_module("numpy").asarray(rows, dtype="float32")
    dump(make().fit(single, labels), str(tmp_path / "there.json"), single[:20])
    _, proved = import_sklearn(str(tmp_path / "there.json"), str(tmp_path / "here.json"))
    assert proved.startswith("20 rows compared with scikit-learn, which learned in floats of 32")


def test_exact_counts_stay_exact() -> None:
    """Three of five with alpha = 1 and two values are 4/7, and not 0.5714."""
    nb = sk(NB + "CategoricalNB").fit([[0], [0], [0], [1], [1], [0], [1]], [0, 0, 0, 0, 0, 1, 1])
    model = from_sklearn(nb)
    assert [str(p) for p in model.tables[0][0].values()] == ["4/7", "3/7"]
    assert [str(p) for p in model.priors] == ["5/7", "2/7"]


def test_columns_can_be_named() -> None:
    """Names that are given, or x1, x2, …"""
    estimator, _ = fitted("gaussian")
    assert from_sklearn(estimator).features == ("x1", "x2", "x3")
    assert from_sklearn(estimator, features=["a", "b", "c"]).features == ("a", "b", "c")
    with pytest.raises(TextbookError, match="3 features need 3 different names, got 2"):
        from_sklearn(estimator, features=["a", "b"])


def test_whoever_counts_the_words_may_find_them_as_he_likes() -> None:
    """Pairs of words, and scikit-learn's own words: the vocabulary is the features."""
    vectorizer = sk("feature_extraction.text.CountVectorizer", ngram_range=(1, 2))
    estimator = behind(vectorizer, sk(NB + "MultinomialNB")).fit(TEXTS, LABELS)
    model = from_sklearn(estimator, counted=True)
    names = vectorizer.get_feature_names_out().tolist()
    assert list(model.features) == names
    for text, due in zip(TEXTS[:9], estimator.predict_proba(TEXTS[:9])):
        counts = vectorizer.transform([text]).toarray()[0].tolist()
        ours = model.posterior({w: n for w, n in zip(names, counts) if n})
        assert list(ours.values()) == pytest.approx(due.tolist(), abs=CLOSE)


REFUSED: dict[str, tuple[Make, Sequence[Any], str]] = {
    "one against the rest": (
        lambda: sk("multiclass.OneVsRestClassifier", estimator=sk(LR)),
        NUMBERS, "OneVsRestClassifier",
    ),
    "another model": (lambda: sk("svm.SVC"), NUMBERS, "SVC cannot be carried over"),
    "a complement": (lambda: sk(NB + "ComplementNB"), COUNTS, "ComplementNB"),
    "a threshold": (lambda: sk(NB + "BernoulliNB", binarize=1.5), COUNTS, "binarize=1.5"),
    "usual words": (
        lambda: behind(sk("feature_extraction.text.CountVectorizer"), sk(NB + "MultinomialNB")),
        TEXTS, "token_pattern",
    ),
    "pairs of words": (
        lambda: of_text(sk(NB + "MultinomialNB"), ngram_range=(1, 2)), TEXTS, "ngram_range"
    ),
    "large letters": (
        lambda: of_text(sk(NB + "MultinomialNB"), lowercase=False), TEXTS, "lowercase=False"
    ),
    "letters": (lambda: of_text(sk(NB + "MultinomialNB"), analyzer="char"), TEXTS, "analyzer"),
    "a function": (
        lambda: of_text(sk(NB + "MultinomialNB"), preprocessor=str.upper), TEXTS, "preprocessor"
    ),
    "once in a multinomial": (
        lambda: of_text(sk(NB + "MultinomialNB"), binary=True), TEXTS, "binary=True"
    ),
    "text for a regression": (lambda: of_text(sk(LR)), TEXTS, "takes rows of numbers"),
    "weights of words": (
        lambda: behind(sk("feature_extraction.text.TfidfVectorizer"), sk(NB + "MultinomialNB")),
        TEXTS, "TfidfVectorizer",
    ),
    "a scaler for coins": (lambda: scaled(sk(NB + "BernoulliNB")), COINS, "no numbers"),
    "another scaler": (
        lambda: behind(sk("preprocessing.MinMaxScaler"), sk(LR)), NUMBERS, "MinMaxScaler"
    ),
    "rare categories in one": (
        lambda: encoded(min_frequency=40), CELLS, "min_frequency=40"
    ),
    "few categories": (lambda: encoded(max_categories=2), CELLS, "max_categories=2"),
    "a missing category": (
        lambda: encoded(encoded_missing_value=2),
        [[float("nan") if a == 2 else a, b] for a, b in CODES], "missing value",
    ),
    "one class": (lambda: sk(NB + "GaussianNB"), NUMBERS, "need at least two classes"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_carried_over_is_refused(name: str) -> None:
    """With its name and the reason; nothing is guessed."""
    make, rows, why = REFUSED[name]
    estimator = make().fit(rows, ["one"] * len(rows) if name == "one class" else LABELS)
    with pytest.raises(TextbookError, match=why):
        from_sklearn(estimator)


def test_a_word_that_we_would_spell_otherwise_is_refused() -> None:
    """scikit-learn writes straße in small letters, and we fold it to strasse."""
    texts = ["die Straße", "der Weg"] * 5
    estimator = of_text(sk(NB + "MultinomialNB")).fit(texts, ["a", "b"] * 5)
    with pytest.raises(TextbookError, match="strasse"):
        from_sklearn(estimator)


def test_one_against_the_rest_in_an_old_version_is_refused() -> None:
    """The setting is gone from new versions; a file of an old one may have it."""
    estimator, _ = fitted("softmax, only scaled")
    estimator.steps[1][1].get_params = lambda deep: {"multi_class": "ovr", "solver": "lbfgs"}
    with pytest.raises(TextbookError, match="no softmax"):
        from_sklearn(estimator)


def test_a_model_that_is_not_fitted_is_refused() -> None:
    """It has no attributes."""
    with pytest.raises(TextbookError, match="fit it before"):
        from_sklearn(sk(NB + "GaussianNB"))


def test_what_was_changed_after_fitting_is_refused() -> None:
    """The counts say one thing and the logarithms another."""
    estimator, _ = fitted("multinomial")
    estimator.feature_log_prob_[0, 0] -= 0.5
    with pytest.raises(TextbookError, match="changed after fitting"):
        from_sklearn(estimator)


def test_a_false_comparison_is_seen(tmp_path: Path) -> None:
    """A file whose parameters and probabilities do not belong together is refused."""
    estimator, rows = fitted("gaussian")
    tampered = document(estimator, rows[:5])
    tampered["estimator"]["learned"]["theta_"][0][0] += 0.001
    path = tmp_path / "there.json"
    path.write_text(json.dumps(tampered))
    with pytest.raises(TextbookError, match="in scikit-learn"):
        list(import_sklearn(str(path), str(tmp_path / "here.json")))


def test_the_snippet_runs_where_this_package_is_not(tmp_path: Path) -> None:
    """What is printed is a module that stands alone."""
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


def test_we_do_not_import_scikit_learn() -> None:
    """Only its objects are read."""
    before = {name for name in sys.modules if name.startswith("sklearn")}
    from_sklearn(fitted("qda")[0])
    assert {name for name in sys.modules if name.startswith("sklearn")} == before
