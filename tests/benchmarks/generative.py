"""The generative models against scikit-learn, NLTK, river and aima, from the same lists.

    python -m pip install -r tests/benchmarks/requirements.txt
    python tests/benchmarks/generative.py                # everything, in about two minutes
    python tests/benchmarks/generative.py text streamed  # only these functions of this file

Each peer is optional. A ratio is our CPU time over the peer's on one thread: below 1 we are the
faster. Fit and predict both start from lists, which is what a program without NumPy has; NLTK
and river get the dictionaries that they ask for, ready made.
"""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))  # so that the script runs from a checkout, installed or not
os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")  # heeded when NumPy is loaded

import subprocess
import tracemalloc
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from math import dist, fsum
from random import Random

from tests.benchmarks import peers
from tests.benchmarks.timing import Outcome, Run, compared, contest, growth, table
from textbook_ml.equations.smoothing import categorical_laplace
from textbook_ml.models.categorical_naive_bayes import CategoricalNaiveBayes
from textbook_ml.models.gaussian_discriminant_analysis import GaussianDiscriminantAnalysis
from textbook_ml.models.gaussian_naive_bayes import GaussianNaiveBayes
from textbook_ml.models.multinomial_naive_bayes import MultinomialNaiveBayes
from textbook_ml.statistics.by_class import ByClass
from textbook_ml.statistics.comoments import gram
from textbook_ml.statistics.moments import Moments
from textbook_ml.text import tokens

FASTER = 1.0
LINEAR = 4 * 1.25  # four times as much work, and what memory and caches may add
STARTS = 10  # of an interpreter: one is too short to time

SKLEARN, NLTK, RIVER, AIMA = "scikit-learn", "NLTK", "river", "aima"


def bells(n: int, width: int) -> tuple[list[list[float]], list[int]]:
    """Rows of normal numbers, in three classes."""
    rng = Random(1)
    labels = rng.choices(range(3), k=n)
    rows = [[rng.gauss(0.4 * y * (i % 3), 1.0 + 0.2 * y) for i in range(width)] for y in labels]
    return rows, labels


def dice(n: int, width: int) -> tuple[list[list[int]], list[int]]:
    """Rows of five possible values, loaded differently in each of three classes."""
    rng = Random(2)
    labels = rng.choices(range(3), k=n)
    loads = [[1, 1, 1, 1, 1], [2, 1, 1, 1, 1], [1, 1, 1, 1, 2]]
    return [rng.choices(range(5), loads[y], k=width) for y in labels], labels


def letters(n: int) -> tuple[list[str], list[int]]:
    """Documents of about 100 words by Zipf's law; the second class ranks its words otherwise."""
    rng = Random(3)
    size = 20_000
    words = [f"word{k}" for k in range(size)]
    shares = [1 / (k + 1) for k in range(size)]
    zipf = [shares, shares[7:] + shares[:7]]
    labels = rng.choices(range(2), k=n)
    return [" ".join(rng.choices(words, zipf[y], k=rng.randint(60, 140))) for y in labels], labels


def gaussian() -> Iterator[Outcome]:
    """Gaussian naive Bayes, 10,000 × 20 in 3 classes."""
    rows, labels = bells(10_000, 20)
    dicts = [dict(enumerate(row)) for row in rows]
    model = GaussianNaiveBayes.fit(rows, labels)
    path = "naive_bayes.GaussianNB"
    yield contest(
        "Gaussian NB, fit",
        FASTER,
        lambda: GaussianNaiveBayes.fit(rows, labels),
        SKLEARN,
        partial(peers.sklearn_fit, path, rows, labels),
    )
    groups = [[row for row, y in zip(rows, labels) if y == k] for k in range(3)]
    yield contest(
        "  turn into columns, fsum, dist",
        None,
        lambda: [(fsum(c), dist(c, (0.0,) * len(c))) for group in groups for c in zip(*group)],
        SKLEARN,
        partial(peers.sklearn_fit, path, rows, labels),
    )
    yield contest(
        "Gaussian NB, predict",
        4.0,
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
    """Categorical naive Bayes, 20,000 × 15 of 5 values in 3 classes."""
    rows, labels = dice(20_000, 15)
    dicts = [dict(enumerate(row)) for row in rows]
    fit = partial(CategoricalNaiveBayes.fit, rows, labels, theta=categorical_laplace)
    model = fit()
    path = "naive_bayes.CategoricalNB"
    yield contest(
        "categorical NB, fit",
        2.0,
        fit,
        SKLEARN,
        partial(peers.sklearn_fit, path, rows, labels),
    )
    yield contest(
        "categorical NB, predict",
        6.0,
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
    """Gaussian discriminant analysis with one covariance, 5,000 × 20 in 3 classes."""
    rows, labels = bells(5_000, 20)
    path = "discriminant_analysis.LinearDiscriminantAnalysis"
    yield contest(
        "GDA, fit",
        6.0,
        lambda: GaussianDiscriminantAnalysis.fit(rows, labels),
        SKLEARN,
        partial(peers.sklearn_fit, path, rows, labels),
    )
    whole = [[round(x * 2**66) for x in column] for column in zip(*rows)]
    yield contest(
        "  products of whole numbers",
        None,
        lambda: gram(whole),
        SKLEARN,
        partial(peers.sklearn_fit, path, rows, labels),
    )


def text() -> Iterator[Outcome]:
    """Multinomial naive Bayes from raw strings: 5,000 documents, 2 classes."""
    documents, labels = letters(5_000)

    def bags() -> list[Counter[str]]:
        return [Counter(tokens(document)) for document in documents]

    def fit() -> MultinomialNaiveBayes[int]:
        return MultinomialNaiveBayes.fit(bags(), labels, theta=categorical_laplace)

    model, counted = fit(), bags()
    yield contest(
        "text from strings, fit",
        FASTER,
        fit,
        SKLEARN,
        partial(peers.sklearn_text_fit, documents, labels),
    )
    yield contest(
        "text from strings, predict",
        FASTER,
        lambda: model.predict(bags()),
        SKLEARN,
        partial(peers.sklearn_text_predict, documents, labels),
    )
    yield contest(
        "text from bags, predict 200",
        1 / 5,
        lambda: model.predict(counted[:200]),
        RIVER,
        partial(peers.river_predict, "MultinomialNB", counted, labels, counted[:200]),
    )


def one_row() -> Iterator[Outcome]:
    """One row at a time, as in a program that answers requests as they come."""
    rows, labels = bells(2_000, 20)
    gauss = GaussianNaiveBayes.fit(rows, labels)
    yield contest(
        "Gaussian NB, 100 rows one by one",
        1 / 10,
        lambda: [gauss.posterior(row) for row in rows[:100]],
        SKLEARN,
        partial(peers.sklearn_one_by_one, "naive_bayes.GaussianNB", rows, labels, rows[:100]),
    )
    throws, faces = dice(2_000, 15)
    tables = CategoricalNaiveBayes.fit(throws, faces, theta=categorical_laplace)
    yield contest(
        "categorical NB, 100 rows one by one",
        1 / 10,
        lambda: [tables.posterior(row) for row in throws[:100]],
        SKLEARN,
        partial(peers.sklearn_one_by_one, "naive_bayes.CategoricalNB", throws, faces, throws[:100]),
    )


def starting() -> Iterator[Outcome]:
    """Importing the package, against an interpreter that does nothing."""
    yield compared(
        f"import, {STARTS} times",
        1.5,
        partial(start, "import textbook_ml"),
        "bare interpreter",
        partial(start, "pass"),
    )


def start(code: str) -> None:
    """Run a line of code in fresh interpreters, one after the other."""
    for _ in range(STARTS):
        subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)


def linear() -> Iterator[Outcome]:
    """Four times the rows or the features: the cost of each cell stays what it was."""

    def gauss(rows: int, width: int) -> Run:
        return partial(GaussianNaiveBayes.fit, *bells(rows, width))

    def gauss_predict(rows: int, width: int) -> Run:
        numbers, labels = bells(rows, width)
        return partial(GaussianNaiveBayes.fit(numbers, labels).predict, numbers)

    def faces(rows: int, width: int) -> Run:
        return partial(CategoricalNaiveBayes.fit, *dice(rows, width))

    def faces_predict(rows: int, width: int) -> Run:
        throws, labels = dice(rows, width)
        return partial(CategoricalNaiveBayes.fit(throws, labels).predict, throws)

    def pairs(rows: int, width: int) -> Run:
        return partial(GaussianDiscriminantAnalysis.fit, *bells(rows, width))

    every: dict[str, Callable[[int, int], Run]] = {
        "Gaussian NB, fit": gauss,
        "Gaussian NB, predict": gauss_predict,
        "categorical NB, fit": faces,
        "categorical NB, predict": faces_predict,
    }
    for task, prepare in every.items():
        yield growth(f"{task}, 4 x rows", LINEAR, lambda k: prepare(10_000 * k, 10))
        yield growth(f"{task}, 4 x features", LINEAR, lambda k: prepare(5_000, 10 * k))
    yield growth("GDA, fit, 4 x rows", LINEAR, lambda k: pairs(2_000 * k, 10))


def streamed() -> Iterator[Outcome]:
    """The peak of memory of a fit from a stream, for ten times as many rows."""
    few, many = peak(10_000), peak(100_000)
    yield Outcome(
        "memory of a streamed fit, 100,000 rows",
        f"{many / 1024:.0f} kB",
        f"10,000 rows {few / 1024:.0f} kB",
        many / few,
        1.1,
    )


def peak(n: int) -> int:
    """The most memory held at once while n rows of 10 numbers pass by."""
    rng = Random(4)
    stream = (([rng.random() for _ in range(10)], i % 3) for i in range(n))
    tracemalloc.start()
    GaussianNaiveBayes.from_statistics(ByClass.of_stream(stream, [Moments] * 10))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most


SHOWS = (gaussian, categorical, discriminant, text, one_row, starting, linear, streamed)


def main(words: list[str]) -> None:
    """Print the table of the shows that are asked for."""
    chosen = [show for show in SHOWS if not words or show.__name__ in words]
    print(table([outcome for show in chosen for outcome in show()]))


if __name__ == "__main__":
    main(sys.argv[1:])
