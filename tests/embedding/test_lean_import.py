"""Importing a model loads what it needs to answer, and nothing that only others need."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HEAVY = ("json", "tomllib", "random", "pathlib", "argparse", "importlib.resources", "unicodedata")


def loaded(code: str) -> set[str]:
    """The modules that some code loads in an interpreter of its own."""
    program = f"import sys; sys.path.insert(0, {str(ROOT)!r}); {code}; print(*sys.modules)"
    command = [sys.executable, "-I", "-S", "-c", program]
    return set(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())


def test_importing_the_package_loads_nothing_of_it() -> None:
    """Not even the table of its public names."""
    ours = {name for name in loaded("import textbook_ml") if name.startswith("textbook_ml")}
    assert ours == {"textbook_ml"}


@pytest.mark.parametrize(
    "model",
    [
        "GaussianNaiveBayes",
        "CategoricalNaiveBayes",
        "BernoulliNaiveBayes",
        "GaussianDiscriminantAnalysis",
        "LogisticRegression",
        "SoftmaxRegression",
        "FullJointBayes",
        "MixedNaiveBayes",
        "Perceptron",
        "LinearSVM",
        "IndicatorRegression",
    ],
)
def test_a_model_does_not_load_what_only_learning_or_saving_needs(model: str) -> None:
    """No files, no texts, no statistics, no bridges until they are asked for."""
    found = loaded(f"from textbook_ml import {model}")
    assert found.isdisjoint(HEAVY)
    assert not {name for name in found if name.startswith("textbook_ml.learning.statistics")}
    assert found.isdisjoint({"textbook_ml.sources.texts", "textbook_ml.models.json_codec"})
    assert len([name for name in found if name.startswith("textbook_ml")]) < 30


def test_what_was_left_out_comes_when_it_is_asked_for() -> None:
    """Learning, saving and bridging load their parts."""
    found = loaded(
        "from textbook_ml import GaussianNaiveBayes as G; "
        "G.fit([[1.0], [3.0], [7.0], [9.0]], 'aabb').to_json()"
    )
    assert {
        "textbook_ml.learning.statistics.moments",
        "textbook_ml.models.json_codec",
        "json",
    } <= found


def test_exporting_needs_no_processes() -> None:
    """Only --verify starts any: a browser, and many a small system, has none."""
    assert "subprocess" not in loaded("import textbook_ml.embedding.export")
