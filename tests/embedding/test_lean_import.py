"""Importing a model loads only the modules that prediction needs."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HEAVY = ("json", "tomllib", "random", "pathlib", "argparse", "importlib.resources", "unicodedata")


def loaded(code: str) -> set[str]:
    """Return the modules that are loaded by some code in a new interpreter."""
    program = f"import sys; sys.path.insert(0, {str(ROOT)!r}); {code}; print(*sys.modules)"
    command = [sys.executable, "-I", "-S", "-c", program]
    return set(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())


def test_importing_the_package_loads_no_submodule() -> None:
    """Importing the package does not even load the table of public names."""
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
def test_importing_a_model_does_not_load_fitting_or_saving(model: str) -> None:
    """Modules for fitting and saving are loaded when they are first used."""
    found = loaded(f"from textbook_ml import {model}")
    assert found.isdisjoint(HEAVY)
    assert not {name for name in found if name.startswith("textbook_ml.learning.statistics")}
    assert found.isdisjoint({"textbook_ml.sources.texts", "textbook_ml.models.json_codec"})
    ours = [name for name in found if name.startswith("textbook_ml")]
    packages = {name.rpartition(".")[0] for name in ours}  # their own modules have no code
    assert len([name for name in ours if name not in packages]) < 30


def test_fitting_and_saving_load_their_modules() -> None:
    """Fitting loads the statistics; saving loads the JSON codec and json."""
    found = loaded(
        "from textbook_ml import GaussianNaiveBayes as G; "
        "G.fit([[1.0], [3.0], [7.0], [9.0]], 'aabb').to_json()"
    )
    assert {
        "textbook_ml.learning.statistics.moments",
        "textbook_ml.models.json_codec",
        "json",
    } <= found


def test_exporting_does_not_import_subprocess() -> None:
    """Only --verify starts processes, and some platforms have no processes."""
    assert "subprocess" not in loaded("import textbook_ml.embedding.export")
