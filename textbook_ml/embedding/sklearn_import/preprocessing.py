"""Convert the preprocessing step before a model in a Pipeline of scikit-learn.

scalers           are combined with the parameters, so that the model accepts unscaled rows
OrdinalEncoder    the codes of a CategoricalNB are replaced by the categories
CountVectorizer   its vocabulary becomes the features of a text model
"""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction as F
from typing import Any

from textbook_ml.core.errors import TextbookError, require
from textbook_ml.core.text import tokens
from textbook_ml.embedding.sklearn_import.estimator_json import Estimator, Vector
from textbook_ml.models.gaussian_discriminant_analysis import GaussianDiscriminantAnalysis
from textbook_ml.models.gaussian_naive_bayes import GaussianNaiveBayes
from textbook_ml.models.json_types import path_told, require_spread_out, short_repr
from textbook_ml.models.quadratic_discriminant_analysis import QuadraticDiscriminantAnalysis

TOKEN_PATTERN = r"[^\W_]+(?:['’][^\W_]+)*"
COUNTED = "pass --counted (counted=True) if you count the words yourself, as it does"


def model_without_scaling(
    model: Any, scaler: str, m: Sequence[F], s: Sequence[F], names: Sequence[str] | None
) -> Any:
    """Return a model of unscaled rows x from a model of scaled rows (x − m) / s."""
    n = len(model.features)
    named = replace(model, features=names) if names and len(names) == n else model
    match named:
        case GaussianNaiveBayes():
            variances = tuple(
                tuple(float(F(v) * a * a) for v, a in zip(row, s)) for row in model.variances
            )
            return replace(named, means=_unscaled_means(model.means, m, s), variances=variances)
        case GaussianDiscriminantAnalysis():
            covariance = _unscaled_covariance(model.covariance, s)
            means = _unscaled_means(model.means, m, s)
            return replace(named, means=means, covariance=covariance)
        case QuadraticDiscriminantAnalysis():
            covariances = tuple(_unscaled_covariance(c, s) for c in model.covariances)
            means = _unscaled_means(model.means, m, s)
            return replace(named, means=means, covariances=covariances)
    raise TextbookError(
        f"a {scaler} before {type(model).__name__} is not supported, because the model needs "
        "counts or categories. Fix: leave it out"
    )


def _unscaled_means(means: Sequence[Vector], m: Sequence[F], s: Sequence[F]) -> tuple[Vector, ...]:
    return tuple(tuple(float(F(x) * b + a) for x, a, b in zip(row, m, s)) for row in means)


def _unscaled_covariance(covariance: Sequence[Vector], s: Sequence[F]) -> tuple[Vector, ...]:
    return tuple(
        tuple(float(F(c) * a * b) for c, b in zip(row, s)) for row, a in zip(covariance, s)
    )


def categories(encoder: Estimator) -> list[list[Any]]:
    """Return the categories of an encoder in the order of their codes, for each feature."""
    for setting in ("min_frequency", "max_categories"):
        reason = "several categories would share one code. Fix: fit it without this setting"
        encoder.require_setting(setting, [None], reason)
    found = encoder.attribute("categories_")
    plain = isinstance(found, list) and all(
        isinstance(values, list)
        and all(type(v) in (str, int, float, bool) and v == v for v in values)
        for values in found
    )
    require(
        plain,
        f"{encoder.name}.categories_ must be strings or numbers, got {short_repr(found)}. Fix: "
        "replace "
        "missing values (None or NaN) by a name before you fit it",
    )
    with path_told():
        for values in found:
            require_spread_out(values)
    return [list(values) for values in found]


def vocabulary(vectorizer: Estimator, binary: bool, counted: bool) -> tuple[str, ...]:
    """Return the words in the order of their columns; `binary`: only presence counts."""
    found = vectorizer.attribute("vocabulary_")
    pairs: Any = found.get("pairs") if isinstance(found, dict) else None
    words = sorted(pairs, key=lambda pair: pair[1]) if _are_words(pairs) else []
    places = [place for _, place in words]
    require(
        words != [] and places == list(range(len(words))),
        f"CountVectorizer.vocabulary_ must give each word its own column, got {short_repr(found)}",
    )
    if not counted:
        require_same_tokens(vectorizer, [word for word, _ in words])
        require(
            binary or vectorizer.settings.get("binary", False) is False,
            "CountVectorizer has binary=True, but MultinomialNaiveBayes needs counts. Fix: "
            f"{COUNTED}",
        )
    return tuple(word for word, _ in words)


def model_without_idf(model: Any, step: Estimator) -> Any:
    """Return a linear model of counts from a linear model of counts times idf.

    `step` is a TfidfTransformer or a TfidfVectorizer.
    """
    norm = (
        "it divides each text by its own norm, which weights cannot do. Fix: fit it with norm=None"
    )
    given = step.settings.get("norm", "l2")
    require(given is None, f"{step.name} has norm={short_repr(given)}: {norm}")
    step.require_setting("sublinear_tf", [False], "it takes logarithms of counts. Fix: omit it")
    step.require_setting("use_idf", [True, False], "it must be true or false")
    if not step.settings.get("use_idf", True):
        return model
    from textbook_ml.embedding.sklearn_import.fronts import vectors_of, with_vectors

    idf = list(map(F, step.vector("idf_", len(model.features))))
    vectors = [(w0, *(float(F(v) * k) for v, k in zip(w, idf))) for w0, *w in vectors_of(model)]
    return with_vectors(model, vectors, model.features)


def _are_words(pairs: Any) -> bool:
    return isinstance(pairs, list) and all(
        isinstance(p, list) and len(p) == 2 and type(p[0]) is str and type(p[1]) is int
        for p in pairs
    )


def require_same_tokens(vectorizer: Estimator, words: Sequence[str]) -> None:
    """Raise TextbookError if a vectorizer finds other words than `textbook_ml.core.text.tokens`."""
    other = f"the text models of this package split texts differently. Fix: {COUNTED}"
    vectorizer.require_setting("analyzer", ["word"], other)
    vectorizer.require_setting("ngram_range", [[1, 1]], other)
    vectorizer.require_setting("lowercase", [True], other)
    for name in ("tokenizer", "preprocessor", "strip_accents"):
        vectorizer.require_setting(name, [None], other)
    same = (
        "it splits texts into other words. "
        f'Fix: fit it with token_pattern=r"{TOKEN_PATTERN}", or {COUNTED}'
    )
    vectorizer.require_setting("token_pattern", [TOKEN_PATTERN], same)
    for word in words:
        require(
            tokens(word) == [word],
            f"this package reads the word {word!r} of the CountVectorizer as {tokens(word)}. "
            f"Fix: {COUNTED}",
        )
