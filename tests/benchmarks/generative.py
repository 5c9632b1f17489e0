"""Time of the generative models compared with scikit-learn, NLTK, river and aima.

Fit and predict both start from lists, as in a program without NumPy; NLTK and river
get the dictionaries that they ask for, ready made.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain
from math import dist, fsum
from typing import Any

from tests.benchmarks import peers
from tests.benchmarks.peers import AIMA, NLTK, RIVER, SKLEARN
from tests.benchmarks.samples import dice, gaussian_rows, letters
from tests.benchmarks.timing import Outcome, contest
from textbook_ml.core.tables import gram, products, unit_and_length
from textbook_ml.core.text import tokens
from textbook_ml.equations.smoothing import categorical_laplace
from textbook_ml.learning.statistics.by_class import columns_of
from textbook_ml.models.bernoulli_naive_bayes import BernoulliNaiveBayes
from textbook_ml.models.categorical_naive_bayes import CategoricalNaiveBayes
from textbook_ml.models.gaussian_discriminant_analysis import GaussianDiscriminantAnalysis
from textbook_ml.models.gaussian_naive_bayes import GaussianNaiveBayes
from textbook_ml.models.multinomial_naive_bayes import MultinomialNaiveBayes
from textbook_ml.models.quadratic_discriminant_analysis import QuadraticDiscriminantAnalysis

LDA = "discriminant_analysis.LinearDiscriminantAnalysis"
QDA = "discriminant_analysis.QuadraticDiscriminantAnalysis"


def gaussian() -> Iterator[Outcome]:
    """Time Gaussian naive Bayes on 10,000 rows of 20 features in 3 classes."""
    rows, labels = gaussian_rows(10_000, 20)
    dicts = [dict(enumerate(row)) for row in rows]
    model = GaussianNaiveBayes.fit(rows, labels)
    path = "naive_bayes.GaussianNB"
    yield contest(
        "Gaussian NB, fit",
        0.8,
        lambda: GaussianNaiveBayes.fit(rows, labels),
        SKLEARN,
        partial(peers.sklearn_fit, path, rows, labels),
    )
    groups = [[row for row, y in zip(rows, labels) if y == k] for k in range(3)]
    yield contest(
        "  turn into columns, fsum, dist",
        None,
        lambda: [(fsum(c), dist(c, (0.0,) * len(c))) for g in groups for c in columns_of(g)],
        SKLEARN,
        partial(peers.sklearn_fit, path, rows, labels),
    )
    yield contest(
        "Gaussian NB, predict",
        2.5,
        lambda: model.predict(rows),
        SKLEARN,
        partial(peers.sklearn_predict, path, rows, labels),
    )
    yield contest(
        "Gaussian NB, predict 1,000",
        1 / 20,
        lambda: model.predict(rows[:1000]),
        RIVER,
        partial(peers.river_predict, "GaussianNB", dicts, labels, dicts[:1000]),
    )


def categorical() -> Iterator[Outcome]:
    """Time categorical naive Bayes on 20,000 rows of 15 features with 5 values."""
    rows, labels = dice(20_000, 15)
    dicts = [dict(enumerate(row)) for row in rows]
    fit = partial(CategoricalNaiveBayes.fit, rows, labels, theta=categorical_laplace)
    model = fit()
    path = "naive_bayes.CategoricalNB"
    yield contest(
        "categorical NB, fit",
        1.0,
        fit,
        SKLEARN,
        partial(peers.sklearn_fit, path, rows, labels),
    )
    yield contest(
        "categorical NB, predict",
        3.0,
        lambda: model.predict(rows),
        SKLEARN,
        partial(peers.sklearn_predict, path, rows, labels),
    )
    yield contest(
        "categorical NB, predict 1,000",
        1 / 5,
        lambda: model.predict(rows[:1000]),
        NLTK,
        partial(peers.nltk_predict, dicts, labels, dicts[:1000]),
    )
    yield contest(
        "categorical NB, predict 1,000",
        1 / 5,
        lambda: model.predict(rows[:1000]),
        AIMA,
        partial(peers.aima_predict, rows[:5000], labels[:5000], rows[:1000]),
    )


def discriminant() -> Iterator[Outcome]:
    """Time Gaussian discriminant analysis on 5,000 rows of 20 features in 3 classes."""
    rows, labels = gaussian_rows(5_000, 20)
    path = LDA
    yield contest(
        "GDA, fit",
        5.0,
        lambda: GaussianDiscriminantAnalysis.fit(rows, labels),
        SKLEARN,
        partial(peers.sklearn_fit, path, rows, labels),
    )
    columns = [unit_and_length(column)[0] for column in zip(*rows)]
    yield contest(
        "  products of the columns",
        None,
        lambda: gram(columns),
        SKLEARN,
        partial(peers.sklearn_fit, path, rows, labels),
    )


def text() -> Iterator[Outcome]:
    """Multinomial naive Bayes from raw strings: 5,000 documents, 2 classes."""
    documents, labels = letters(5_000)
    laplace = partial(MultinomialNaiveBayes.from_statistics, theta=categorical_laplace)
    model = laplace(MultinomialNaiveBayes.count_texts(documents, labels))
    bags = [Counter(tokens(document)) for document in documents]
    yield contest(
        "text from strings, fit",
        0.35,
        lambda: laplace(MultinomialNaiveBayes.count_texts(documents, labels)),
        SKLEARN,
        partial(peers.sklearn_text_fit, documents, labels),
    )
    yield contest(
        "  cut into words, and count them",
        None,
        lambda: Counter(chain.from_iterable(map(str.split, documents))),
        SKLEARN,
        partial(peers.sklearn_text_fit, documents, labels),
    )
    yield contest(
        "text from strings, predict",
        0.35,
        lambda: model.predict_texts(documents),
        SKLEARN,
        partial(peers.sklearn_text_predict, documents, labels),
    )
    yield contest(
        "text from bags, predict 200",
        1 / 5,
        lambda: model.predict(bags[:200]),
        RIVER,
        partial(peers.river_predict, "MultinomialNB", bags, labels, bags[:200]),
    )


def one_row() -> Iterator[Outcome]:
    """Time the prediction of single rows, one call for each."""
    rows, labels = gaussian_rows(2_000, 20)
    coins = [[int(x > 0) for x in row] for row in rows]
    throws, faces = dice(2_000, 15)
    every: tuple[tuple[Callable[..., Any], str, Any, Any], ...] = (
        (GaussianNaiveBayes.fit, "naive_bayes.GaussianNB", rows, labels),
        (GaussianDiscriminantAnalysis.fit, LDA, rows, labels),
        (QuadraticDiscriminantAnalysis.fit, QDA, rows, labels),
        (
            partial(BernoulliNaiveBayes.fit, theta=categorical_laplace),
            "naive_bayes.BernoulliNB",
            coins,
            labels,
        ),
        (
            partial(CategoricalNaiveBayes.fit, theta=categorical_laplace),
            "naive_bayes.CategoricalNB",
            throws,
            faces,
        ),
    )
    for fit, path, table, classes in every:
        model, some = fit(table, classes), table[:100]
        yield contest(
            f"{type(model).__name__}, 100 posteriors one by one",
            0.25 if path == QDA else 0.1,
            lambda: [model.posterior(row) for row in some],
            SKLEARN,
            lambda: peers.sklearn_one_by_one(path, table, classes, some),
        )
        if path == QDA:
            units, lengths = zip(*map(unit_and_length, table[:20]))
            yield contest(
                "  three products with a 20 × 20 matrix",
                None,
                lambda: [products(units, lengths, row) for row in some for _ in model.classes],
                SKLEARN,
                lambda: peers.sklearn_one_by_one(path, table, classes, some),
            )
