"""How run time scales with the number of rows, features and classes, of students and questions."""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from tests.benchmarks.samples import letters
from tests.benchmarks.timing import Outcome, Run, growth
from textbook_ml.commands.main import main as command_line
from textbook_ml.equations.smoothing import categorical_laplace
from textbook_ml.models.bernoulli_naive_bayes import BernoulliNaiveBayes
from textbook_ml.models.categorical_naive_bayes import CategoricalNaiveBayes
from textbook_ml.models.exponential_naive_bayes import ExponentialNaiveBayes
from textbook_ml.models.full_joint_bayes import FullJointBayes
from textbook_ml.models.gaussian_discriminant_analysis import GaussianDiscriminantAnalysis
from textbook_ml.models.gaussian_naive_bayes import GaussianNaiveBayes
from textbook_ml.models.laplace_naive_bayes import LaplaceNaiveBayes
from textbook_ml.models.logistic_regression import LogisticRegression
from textbook_ml.models.multinomial_naive_bayes import MultinomialNaiveBayes
from textbook_ml.models.poisson_naive_bayes import PoissonNaiveBayes
from textbook_ml.models.quadratic_discriminant_analysis import QuadraticDiscriminantAnalysis
from textbook_ml.models.softmax_regression import SoftmaxRegression

LINEAR = 1.15  # caches add to the exponent 1
SQUARE = 2.15  # a covariance or a Hessian matrix has d² entries for d features

Size = tuple[int, int, int]  # rows, features, classes
Fit = Callable[[Sequence[Any], Sequence[Any]], Any]
Cell = Callable[[Random, int], Any]


@dataclass(frozen=True, slots=True)
class Case:
    """A model, a random feature value, and the largest accepted exponents of run time."""

    name: str
    fit: Fit
    cell: Cell  # a random value for a class
    features: float = LINEAR
    classes: float | None = LINEAR  # None: the model has two classes


def gaussian(rng: Random, y: int) -> float:
    return rng.gauss(0.1 * y, 1.0)


def positive(rng: Random, y: int) -> float:
    return rng.expovariate(1.0 / (1 + 0.1 * y))


def face(rng: Random, y: int) -> int:
    return rng.randrange(5)


def bit(rng: Random, y: int) -> int:
    return int(rng.random() < 1 / (y + 2))


CASES = (
    Case("Gaussian NB", GaussianNaiveBayes.fit, gaussian),
    Case("categorical NB", partial(CategoricalNaiveBayes.fit, theta=categorical_laplace), face),
    Case("Bernoulli NB", partial(BernoulliNaiveBayes.fit, theta=categorical_laplace), bit),
    Case("Poisson NB", PoissonNaiveBayes.fit, face),
    Case("exponential NB", ExponentialNaiveBayes.fit, positive),
    Case("Laplace NB", LaplaceNaiveBayes.fit, gaussian),
    Case("full joint", FullJointBayes.fit, bit),
    Case("GDA", GaussianDiscriminantAnalysis.fit, gaussian, features=SQUARE),
    Case("QDA", QuadraticDiscriminantAnalysis.fit, gaussian, features=SQUARE),
    Case("logistic", partial(LogisticRegression.fit, l2=1.0), gaussian, SQUARE, None),
    Case("softmax", partial(SoftmaxRegression.fit, l2=1.0), gaussian, SQUARE, SQUARE),
)


def growing() -> Iterator[Outcome]:
    """Exponents of run time for each model: 1 is linear, 2 is quadratic."""
    for case in CASES:
        for what, (size, target) in sizes(case).items():
            yield growth(f"{case.name}, fit, {what}", target, partial(fitted, case, size))
            yield growth(f"{case.name}, predict, {what}", target, partial(labelled, case, size))
    yield growth("text, fit, documents", LINEAR, texts)
    with TemporaryDirectory() as folder:
        for task, prepare in COMMANDS.items():
            yield growth(task, LINEAR, partial(prepare, Path(folder)))


def sizes(case: Case) -> dict[str, tuple[Callable[[int], Size], float]]:
    """Return how each dimension grows with k, and the largest exponent that is accepted."""
    found: dict[str, tuple[Callable[[int], Size], float]] = {
        "rows": (lambda k: (400 * k, 8, 2), LINEAR),
        "features": (lambda k: (300, 4 * k, 2), case.features),
    }
    if case.classes is not None:
        found["classes"] = (lambda k: (1_000, 6, 2 * k), case.classes)
    return found


def data(case: Case, size: Size) -> tuple[list[list[Any]], list[int]]:
    """Return random rows with labels of every class."""
    rng, (rows, features, classes) = Random(7), size
    labels = [i % classes for i in range(rows)]
    return [[case.cell(rng, y) for _ in range(features)] for y in labels], labels


def fitted(case: Case, size: Callable[[int], Size], k: int) -> Run:
    """Return a function that fits k times as much data."""
    return partial(case.fit, *data(case, size(k)))


def labelled(case: Case, size: Callable[[int], Size], k: int) -> Run:
    """Return a function that predicts k times as many rows."""
    rows, labels = data(case, size(k))
    return partial(case.fit(rows, labels).predict, rows)


def texts(k: int) -> Run:
    """Return a function that counts the words of k times as many documents."""
    return partial(MultinomialNaiveBayes.count_texts, *letters(300 * k))


def command(*words: str) -> None:
    """Run a command of the package without showing its output."""
    with open(os.devnull, "w", encoding="utf-8") as null, redirect_stdout(null):
        assert command_line(words) == 0


def csv_file(folder: Path, rows: int) -> str:
    """Write a table of six numbers and two classes, and return its path."""
    rng, path = Random(3), folder / f"rows{rows}.csv"
    lines = ["a,b,c,d,e,f,label"]
    for i in range(rows):
        lines.append(",".join([*(f"{rng.gauss(i % 2, 2.0):.6f}" for _ in range(6)), "xy"[i % 2]]))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


def on_rows(name: str, least: int, options: Sequence[str], folder: Path, k: int) -> Run:
    """Return a function that runs a command on a file of `least` · k rows."""
    return partial(command, name, csv_file(folder, least * k), *options)


SOLUTION = """\
from math import fsum


def mean_mle(xs):
    return fsum(xs) / len(xs)


def variance_mle(xs, mu):
    return fsum((x - mu) ** 2 for x in xs) / len(xs)
"""


def class_of(folder: Path, k: int) -> Run:
    """Return a function that grades 2 k files with two functions each."""
    submissions = folder / f"class{k}"
    submissions.mkdir(exist_ok=True)
    for i in range(2 * k):
        text = f"# {i}\n{SOLUTION}"
        (submissions / f"student{i}.py").write_text(text, encoding="utf-8")
    return partial(command, "grade", str(submissions), "--questions", "mean_mle,variance_mle")


def one_file(folder: Path, k: int) -> Run:
    """Return a function that grades a file for 3 k questions, chosen evenly."""
    from tests.benchmarks.grading import TASKS, TEXT  # needs half a second

    names = [task.question.function for task in TASKS[:: 10 // k]]
    submission = folder / "homework.py"
    submission.write_text(TEXT, encoding="utf-8")
    return partial(command, "grade", str(submission), "--questions", ",".join(names))


COMMANDS: dict[str, Callable[[Path, int], Run]] = {
    "stream gaussian-nb, rows": partial(on_rows, "stream", 20_000, ["--model", "gaussian-nb"]),
    "stream logistic, rows": partial(on_rows, "stream", 3_000, ["--model", "logistic"]),
    "evaluate gaussian-nb, rows": partial(on_rows, "evaluate", 1_000, ["--models", "gaussian-nb"]),
    "grade, students": class_of,
    "grade, questions": one_file,
}
