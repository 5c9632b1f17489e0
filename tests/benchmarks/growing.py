"""How run time scales with the number of rows, features and classes."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Any

from tests.benchmarks.samples import letters
from tests.benchmarks.timing import Outcome, Run, growth
from textbook_ml.equations.smoothing import categorical_laplace
from textbook_ml.models.categorical_naive_bayes import CategoricalNaiveBayes
from textbook_ml.models.gaussian_discriminant_analysis import GaussianDiscriminantAnalysis
from textbook_ml.models.gaussian_naive_bayes import GaussianNaiveBayes
from textbook_ml.models.logistic_regression import LogisticRegression
from textbook_ml.models.multinomial_naive_bayes import MultinomialNaiveBayes

PROPORTIONAL = 1.15  # what caches may add
Fit = Callable[[Sequence[Any], Sequence[Any]], Any]


def table(rows: int, features: int, classes: int) -> tuple[list[list[float]], list[int]]:
    """Random numbers with labels of every class."""
    rng = Random(7)
    labels = [i % classes for i in range(rows)]
    return [[rng.gauss(0.1 * y, 1.0) for _ in range(features)] for y in labels], labels


def throws(rows: int, features: int, classes: int) -> tuple[list[list[int]], list[int]]:
    """Faces of dice."""
    rng = Random(8)
    labels = [i % classes for i in range(rows)]
    return [rng.choices(range(5), k=features) for _ in labels], labels


def laplace(rows: Sequence[Any], labels: Sequence[Any]) -> Any:
    """Categorical naive Bayes, smoothed."""
    return CategoricalNaiveBayes.fit(rows, labels, theta=categorical_laplace)


def ridge(rows: Sequence[Any], labels: Sequence[Any]) -> Any:
    """Logistic regression with a penalty."""
    return LogisticRegression.fit(rows, labels, l2=1.0)


def growing() -> Iterator[Outcome]:
    """Exponents of run time: 1 is linear; for d features GDA needs d² products, Newton d³."""
    for name, fit, make in (
        ("Gaussian NB", GaussianNaiveBayes.fit, table),
        ("categorical NB", laplace, throws),
    ):
        for what, size in SIZES.items():
            yield growth(f"{name}, fit, {what}", PROPORTIONAL, partial(fits, fit, make, size))
            yield growth(f"{name}, predict, {what}", PROPORTIONAL, partial(labels, fit, make, size))
    gda = GaussianDiscriminantAnalysis.fit
    yield growth("GDA, fit, rows", PROPORTIONAL, lambda k: fits(gda, table, rows_of(500), k))
    yield growth("GDA, fit, features", 2.0, lambda k: fits(gda, table, wide, k))
    yield growth("logistic, fit, rows", PROPORTIONAL, lambda k: fits(ridge, table, two_classes, k))
    yield growth("text, fit, documents", PROPORTIONAL, texts)


def rows_of(least: int) -> Callable[[int], tuple[int, int, int]]:
    """A size with `least` times k rows."""
    return lambda k: (least * k, 10, 2)


def wide(k: int) -> tuple[int, int, int]:
    return 300, 4 * k, 2


def two_classes(k: int) -> tuple[int, int, int]:
    return 300 * k, 8, 2


SIZES: dict[str, Callable[[int], tuple[int, int, int]]] = {
    "rows": rows_of(2_000),
    "features": lambda k: (2_000, 4 * k, 2),
    "classes": lambda k: (4_000, 10, 2 * k),
}


def fits(fit: Fit, make: Callable[..., Any], size: Callable[[int], Any], k: int) -> Run:
    """A fit of k times as much."""
    return partial(fit, *make(*size(k)))


def labels(fit: Fit, make: Callable[..., Any], size: Callable[[int], Any], k: int) -> Run:
    """Labels of k times as much."""
    rows, classes = make(*size(k))
    return partial(fit(rows, classes).predict, rows)


def texts(k: int) -> Run:
    """Counting the words of k times as many documents."""
    return partial(MultinomialNaiveBayes.count_texts, *letters(300 * k))
