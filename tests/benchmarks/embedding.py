"""The import time of one model, compared with the standard library modules that it uses.

    python tests/benchmarks/embedding.py

Each line is the CPU time of an interpreter that starts, imports and ends, so the start itself is on
both sides. The flags -I -S exclude the site packages of the machine. The lines are run in turn, and
the minimum time of each is reported: other programs can only make it longer.
"""

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.benchmarks.timing import Outcome, milliseconds, table  # noqa: E402

ROUNDS = 25
TARGET = 1.3
BASE = "import dataclasses, fractions, json"
MODELS = ("GaussianNaiveBayes", "CategoricalNaiveBayes", "BernoulliNaiveBayes",
          "MultinomialNaiveBayes", "PoissonNaiveBayes", "GaussianDiscriminantAnalysis",
          "QuadraticDiscriminantAnalysis", "LogisticRegression", "SoftmaxRegression",
          "MixedNaiveBayes", "FullJointBayes", "Perceptron", "LinearSVM",
          "IndicatorRegression")  # fmt: skip


def cpu(code: str) -> float:
    """Return the CPU time of a new interpreter that runs some code."""
    words = [sys.executable, "-I", "-S", "-c", code]
    child = os.posix_spawn(sys.executable, words, {})
    _, status, used = os.wait4(child, 0)
    if status:
        raise RuntimeError(f"{code} failed")
    return used.ru_utime + used.ru_stime


def measured(codes: dict[str, str]) -> dict[str, list[float]]:
    """Return the times of each code, measured in turn; the first round fills the caches."""
    rounds = [{name: cpu(code) for name, code in codes.items()} for _ in range(ROUNDS + 1)]
    return {name: [one[name] for one in rounds[1:]] for name in codes}


def exported(folder: str) -> str:
    """Return code that imports a model exported as a Python module."""
    from textbook_ml.commands.main import main

    model, out = f"{folder}/iris.json", f"{folder}/iris_model.py"
    main(["fit", "iris", "--model", "gaussian-nb", "--out", model])
    main(["export", model, "--to", "python", "--out", out])
    return f"import sys; sys.path.insert(0, {folder!r}); import iris_model"


def outcomes() -> list[Outcome]:
    """Return all lines of the table."""
    path = f"import sys; sys.path.insert(0, {str(ROOT)!r}); "
    with TemporaryDirectory() as folder:
        codes = {"base": BASE, "nothing": "pass", "an exported model": exported(folder)}
        codes |= {name: f"{path}from textbook_ml import {name}" for name in MODELS}
        times = measured(codes)
    base = times.pop("base")
    against = f"{BASE} {milliseconds(min(base))}"
    return [
        Outcome(
            f"import {name}",
            milliseconds(min(ours)),
            against,
            min(ours) / min(base),
            TARGET if name in MODELS else None,
        )
        for name, ours in times.items()
    ]


if __name__ == "__main__":
    print(table(outcomes()))
