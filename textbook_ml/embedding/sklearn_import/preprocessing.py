"""What may stand in front of a model in a Pipeline of scikit-learn, and what becomes of it.

StandardScaler    its units are undone in the parameters: the model takes rows as they come
OrdinalEncoder    the codes of a CategoricalNB become the categories again
CountVectorizer   its vocabulary becomes the features of a model of text
"""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction as F
from typing import Any

from textbook_ml.core.errors import TextbookError, require
from textbook_ml.core.text import tokens
from textbook_ml.embedding.sklearn_import.estimator_json import Described, Vector
from textbook_ml.models.gaussian_discriminant_analysis import GaussianDiscriminantAnalysis
from textbook_ml.models.gaussian_naive_bayes import GaussianNaiveBayes
from textbook_ml.models.json_types import path_told, require_spread_out, short
from textbook_ml.models.logistic_regression import LogisticRegression
from textbook_ml.models.quadratic_discriminant_analysis import QuadraticDiscriminantAnalysis
from textbook_ml.models.softmax_regression import SoftmaxRegression

OUR_WORDS = r"[^\W_]+(?:['’][^\W_]+)*"
COUNTED = "give counted=True (--counted) if you count the words yourself, as it does"


def unscaled(model: Any, scaler: Described) -> Any:
    """A model of rows as they come, from one of rows in standard units (x − m) / s."""
    n = len(model.features)
    zeros, ones = (0.0,) * n, (1.0,) * n  # it may have learned what it does not use
    m = [F(x) for x in (scaler.vector("mean_", n) if _uses(scaler, "with_mean") else zeros)]
    s = [F(x) for x in (scaler.vector("scale_", n) if _uses(scaler, "with_std") else ones)]
    require(min(s) > 0, "StandardScaler.scale_ has a number that is not above 0")
    names = scaler.names()
    named = replace(model, features=names) if names and len(names) == n else model
    match named:
        case GaussianNaiveBayes():
            variances = tuple(
                tuple(float(F(v) * a * a) for v, a in zip(row, s)) for row in model.variances
            )
            return replace(named, means=_moved(model.means, m, s), variances=variances)
        case GaussianDiscriminantAnalysis():
            widened = _widened(model.covariance, s)
            return replace(named, means=_moved(model.means, m, s), covariance=widened)
        case QuadraticDiscriminantAnalysis():
            each = tuple(_widened(c, s) for c in model.covariances)
            return replace(named, means=_moved(model.means, m, s), covariances=each)
        case LogisticRegression():
            w0, *w = _undone((model.w0, *model.w), m, s)
            return replace(named, w0=w0, w=tuple(w))
        case SoftmaxRegression():
            return replace(named, w=tuple(_undone(w, m, s) for w in model.w))
    raise TextbookError(
        f"a StandardScaler stands in front of {type(model).__name__}, which takes no numbers "
        "in standard units: leave it out"
    )


def _uses(scaler: Described, setting: str) -> bool:
    scaler.require_setting(setting, [True, False], "it is true or false")
    return bool(scaler.settings.get(setting, True))


def _moved(means: Sequence[Vector], m: Sequence[F], s: Sequence[F]) -> tuple[Vector, ...]:
    return tuple(tuple(float(F(x) * b + a) for x, a, b in zip(row, m, s)) for row in means)


def _widened(covariance: Sequence[Vector], s: Sequence[F]) -> tuple[Vector, ...]:
    return tuple(
        tuple(float(F(c) * a * b) for c, b in zip(row, s)) for row, a in zip(covariance, s)
    )


def _undone(weights: Vector, m: Sequence[F], s: Sequence[F]) -> Vector:
    """w₀ − Σ wᵢ mᵢ / sᵢ, then wᵢ / sᵢ: exactly, and rounded once."""
    w0, *w = map(F, weights)
    slopes = [a / b for a, b in zip(w, s)]
    return (float(w0 - sum(a * b for a, b in zip(slopes, m))), *map(float, slopes))


def categories(encoder: Described) -> list[list[Any]]:
    """What the codes of an OrdinalEncoder stand for, feature by feature."""
    for setting in ("min_frequency", "max_categories"):
        why = "then several categories share one code: fit it without"
        encoder.require_setting(setting, [None], why)
    found = encoder.attribute("categories_")
    plain = isinstance(found, list) and all(
        isinstance(values, list)
        and all(type(v) in (str, int, float, bool) and v == v for v in values)
        for values in found
    )
    require(
        plain,
        f"OrdinalEncoder.categories_ is {short(found)}: strings or numbers are due, and a missing "
        "value (None or NaN) is none: give it a name before it is fitted",
    )
    with path_told():
        for values in found:
            require_spread_out(values)
    return [list(values) for values in found]


def vocabulary(vectorizer: Described, once: bool, counted: bool) -> tuple[str, ...]:
    """The words in the order of their columns; `once` if a word counts once however often."""
    found = vectorizer.attribute("vocabulary_")
    pairs: Any = found.get("pairs") if isinstance(found, dict) else None
    words = sorted(pairs, key=lambda pair: pair[1]) if _are_words(pairs) else []
    places = [place for _, place in words]
    require(
        words != [] and places == list(range(len(words))),
        f"CountVectorizer.vocabulary_ is {short(found)}: each word has a column of its own",
    )
    if not counted:
        require_our_words(vectorizer, [word for word, _ in words])
        require(
            once or vectorizer.settings.get("binary", False) is False,
            f"CountVectorizer has binary=True, and our MultinomialNaiveBayes counts: {COUNTED}",
        )
    return tuple(word for word, _ in words)


def _are_words(pairs: Any) -> bool:
    return isinstance(pairs, list) and all(
        isinstance(p, list) and len(p) == 2 and type(p[0]) is str and type(p[1]) is int
        for p in pairs
    )


def require_our_words(vectorizer: Described, words: Sequence[str]) -> None:
    """Refuse a vectorizer that finds other words in a text than `textbook_ml.core.text.tokens`."""
    other = f"our models of text find their words otherwise; {COUNTED}"
    vectorizer.require_setting("analyzer", ["word"], other)
    vectorizer.require_setting("ngram_range", [[1, 1]], other)
    vectorizer.require_setting("lowercase", [True], other)
    for name in ("tokenizer", "preprocessor", "strip_accents"):
        vectorizer.require_setting(name, [None], other)
    same = f'fit it with token_pattern=r"{OUR_WORDS}", which finds the same words; or {COUNTED}'
    vectorizer.require_setting("token_pattern", [OUR_WORDS], same)
    for word in words:
        require(
            tokens(word) == [word],
            f"the word {word!r} of the CountVectorizer is {tokens(word)} to us: {COUNTED}",
        )
