"""Time from process start to the first prediction, with this package and with scikit-learn."""

import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from importlib.util import find_spec
from pathlib import Path

from tests.benchmarks.peers import SKLEARN
from tests.benchmarks.timing import Outcome, Run, compared, contest

ROOT = Path(__file__).resolve().parents[2]
STARTS = 3  # of an interpreter: one is too short to time
IRIS = "from textbook_ml.data.datasets import load; iris = load('iris'); "
OURS = IRIS + (
    "from textbook_ml import GaussianNaiveBayes; "
    "GaussianNaiveBayes.fit(iris.rows, iris.labels).predict(iris.rows)"
)
THEIRS = (
    "from sklearn.datasets import load_iris; from sklearn.naive_bayes import GaussianNB; "
    "iris = load_iris(); GaussianNB().fit(iris.data, iris.target).predict(iris.data)"
)


def cold() -> Iterator[Outcome]:
    """Time a new process that imports, fits and predicts iris, and one that only imports."""
    yield contest("cold: import, fit, predict iris", 0.1, start(OURS), SKLEARN, sklearn(THEIRS))
    yield contest(
        "import textbook_ml", 0.1, start("import textbook_ml"), SKLEARN, sklearn("import sklearn")
    )
    yield compared(
        "import one model",
        1.3,
        start("from textbook_ml import GaussianNaiveBayes"),
        "dataclasses, fractions, json",
        start("import dataclasses, fractions, json"),
    )


def start(code: str) -> Run:
    """Time one line of code in new interpreters, one after the other."""
    return partial(started, code)


def started(code: str) -> None:
    for _ in range(STARTS):
        subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)


def sklearn(code: str) -> "partial[Run]":
    """Time scikit-learn in the same way if it is installed, without importing it here."""
    return partial(_if_there, code)


def _if_there(code: str) -> Run:
    if find_spec("sklearn") is None:
        raise ImportError("sklearn")
    return start(code)
