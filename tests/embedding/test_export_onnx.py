"""ONNX files of linear models and Gaussian naive Bayes agree with the package."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from textbook_ml.core.errors import TextbookError
from textbook_ml.embedding.export import export
from textbook_ml.embedding.targets.onnx_file import onnx_file
from textbook_ml.models.gaussian_discriminant_analysis import GaussianDiscriminantAnalysis
from textbook_ml.models.gaussian_naive_bayes import GaussianNaiveBayes
from textbook_ml.models.indicator_regression import IndicatorRegression
from textbook_ml.models.linear_svm import LinearSVM
from textbook_ml.models.logistic_regression import LogisticRegression
from textbook_ml.models.softmax_regression import SoftmaxRegression

RNG = Random(4)
LABELS = [RNG.choice("uvw") for _ in range(120)]
TWO = [y if y != "w" else "v" for y in LABELS]
SHIFT = {"u": 0.0, "v": 1.0, "w": -1.5}
ROWS = [[RNG.gauss(SHIFT[y], 1.0), RNG.gauss(30 * SHIFT[y] + 100, 40.0)] for y in LABELS]
MODELS: dict[str, Any] = {
    "gaussian": lambda: GaussianNaiveBayes.fit(ROWS, LABELS),
    "logistic": lambda: LogisticRegression.fit(ROWS, TWO),
    "softmax": lambda: SoftmaxRegression.fit(ROWS, LABELS, l2=1.0),
    "svm": lambda: LinearSVM.fit(ROWS, TWO),
    "indicators": lambda: IndicatorRegression.fit(ROWS, LABELS),
}


@pytest.mark.parametrize("name", MODELS)
def test_onnxruntime_has_the_labels_and_probabilities_of_the_package(
    name: str, tmp_path: Path
) -> None:
    """Probabilities agree to 1e-12; onnxruntime sums in its own order."""
    runtime = pytest.importorskip("onnxruntime", reason="pip install -r requirements-sklearn.txt")
    numpy = pytest.importorskip("numpy")
    model = MODELS[name]()
    (tmp_path / "model.json").write_text(model.to_json())
    out = tmp_path / "model.onnx"
    list(export(str(tmp_path / "model.json"), to="onnx", out=str(out)))
    session = runtime.InferenceSession(str(out), providers=["CPUExecutionProvider"])
    assert session.get_modelmeta().custom_metadata_map["classes"].count('"') == 2 * len(
        model.classes
    )
    names = [one.name for one in session.get_outputs()]
    found = dict(zip(names, session.run(None, {"rows": numpy.array(ROWS)})))
    assert [model.classes[k] for k in found["label"]] == model.predict(ROWS)
    if name in ("svm", "indicators"):
        assert names == ["label", "scores"]
        return
    for row, probabilities in zip(ROWS, found["probabilities"].tolist()):
        ours = list(model.posterior(row).values())
        assert probabilities == pytest.approx(ours, abs=1e-12)


def test_other_models_are_errors(tmp_path: Path) -> None:
    """The message names the model and the supported ones; a binary file needs a name."""
    with pytest.raises(TextbookError, match="GaussianDiscriminantAnalysis cannot be written as ON"):
        onnx_file(GaussianDiscriminantAnalysis.fit(ROWS, LABELS))
    (tmp_path / "model.json").write_text(MODELS["gaussian"]().to_json())
    with pytest.raises(TextbookError, match="--to onnx writes a binary file. Fix: add --out FILE"):
        list(export(str(tmp_path / "model.json"), to="onnx"))
