"""The option --fast: plain sums, within a stated error bound, in every language."""

import shutil
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from tests.embedding.test_export import different_code, loaded, models, with_self_test
from textbook_ml.core.errors import TextbookError
from textbook_ml.data.datasets import load
from textbook_ml.embedding.checks import run_exports
from textbook_ml.embedding.export import export_model
from textbook_ml.embedding.ir.error_bound import ErrorBound
from textbook_ml.embedding.ir.lower import lower
from textbook_ml.models.gaussian_discriminant_analysis import GaussianDiscriminantAnalysis

GCC, NODE = shutil.which("gcc"), shutil.which("node")
IRIS = load("iris")
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Wfloat-equal"]
OPTIONS = {
    "plain": ["-O2", *WARNINGS, "-Werror"],
    "fused and reordered": ["-Ofast", "-fno-finite-math-only", "-march=native"],
}


@pytest.fixture(autouse=True)
def fewer_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare 100 rows of each model instead of 1,000."""
    monkeypatch.setattr("textbook_ml.embedding.export.ROWS", 100)


@pytest.mark.slow
@pytest.mark.skipif(GCC is None, reason="gcc is not installed")
@pytest.mark.parametrize("float32", [False, True])
@pytest.mark.parametrize("name", different_code())
def test_c_is_within_the_bound(name: str, float32: bool, tmp_path: Path) -> None:
    """The bound holds even if the compiler fuses operations and reorders sums."""
    assert GCC is not None
    result, text, cases = export_model(models()[name], "c", float32=float32, fast=True)
    assert "two_sum" not in text
    for options in OPTIONS.values():
        run = run_exports.compile_with("-std=c99", *options)
        output = run(GCC, tmp_path, result, with_self_test(text), cases).decode()
        line, equal = run_exports.compare(result, output, cases)
        assert equal, line
        assert "check rows and all constants are unchanged" in output


@pytest.mark.parametrize("name", models())
def test_python_is_within_the_bound(name: str, tmp_path: Path) -> None:
    result, text, cases = export_model(models()[name], "python", fast=True)
    output = run_exports.run_python(sys.executable, tmp_path, result, text, cases).decode()
    line, equal = run_exports.compare(result, output, cases)
    assert equal, line
    assert loaded(text)["self_test"]() == []


@pytest.mark.skipif(NODE is None, reason="node is not installed")
@pytest.mark.parametrize("name", different_code())
def test_javascript_is_within_the_bound(name: str, tmp_path: Path) -> None:
    assert NODE is not None
    result, text, cases = export_model(models()[name], "javascript", fast=True)
    loop = "\nif (selfTest().length > 0) throw new Error(selfTest().join());\n"
    output = run_exports.run_node(NODE, tmp_path, result, text + loop, cases).decode()
    line, equal = run_exports.compare(result, output, cases)
    assert equal, line


def test_a_changed_constant_fails_the_self_test(tmp_path: Path) -> None:
    """A weight that changes by a thousandth is far outside the bound."""
    model = GaussianDiscriminantAnalysis.fit(IRIS.rows, IRIS.labels)
    _, text, _ = export_model(model, "python", fast=True)
    weight = f"{lower(model).steps[0].tables['WEIGHTS'][1][2]!r}"  # type: ignore[union-attr]
    changed = text.replace(weight, repr(float(weight) * 1.001))
    assert changed != text
    changed = changed.replace("if _digest(ALL) != DIGEST:", "if False:")
    (tmp_path / "model.py").write_text(changed, encoding="ascii")
    done = subprocess.run([sys.executable, str(tmp_path / "model.py")], capture_output=True)
    assert done.returncode == 1
    assert b"the scores are" in done.stdout


def test_the_bound_holds_for_a_plain_loop_in_any_order() -> None:
    """Compare shuffled plain sums with exact Fractions."""
    model = GaussianDiscriminantAnalysis.fit(IRIS.rows, IRIS.labels)
    program, rng = lower(model), Random(3)
    bound, (step,) = ErrorBound(program), program.steps
    for cells in IRIS.rows:
        row = [float(str(x)) * rng.choice([1.0, 1e9, 1e18]) for x in cells]
        for k, line in enumerate(model.linear_form()):
            exact = Fraction(line.w0) + sum(
                Fraction(w) * (Fraction(x) - Fraction(c))
                for w, x, c in zip(line.w, row, line.centre)
            )
            terms = [line.w0, *step.terms(k, row)]
            rng.shuffle(terms)
            total = 0.0
            for term in terms:
                total = total + term
            assert abs(Fraction(total) - exact) <= Fraction(bound.score(row))


def test_the_header_states_the_bound() -> None:
    model = GaussianDiscriminantAnalysis.fit(IRIS.rows, IRIS.labels)
    _, text, _ = export_model(model, "c", fast=True)
    assert "fast: a score has an error of at most 12 * 2^-53 * S" in text


def test_json_rejects_fast() -> None:
    model = GaussianDiscriminantAnalysis.fit(IRIS.rows, IRIS.labels)
    with pytest.raises(TextbookError, match="--fast must be used with --to python"):
        export_model(model, "json", fast=True)
