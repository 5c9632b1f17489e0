"""The C target in single precision: no double anywhere, and the bits of the exact model."""

import shutil
import struct
from fractions import Fraction
from math import exp, inf, isinf
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.embedding.test_export import different_code, models, with_self_test
from textbook_ml.core.errors import TextbookError
from textbook_ml.data.datasets import load
from textbook_ml.embedding.checks import run_exports
from textbook_ml.embedding.export import export, export_model
from textbook_ml.embedding.ir.lower import lower
from textbook_ml.embedding.ir.lower_linear import at_means
from textbook_ml.embedding.ir.numbers import Single, rounded
from textbook_ml.embedding.ir.program import Program
from textbook_ml.embedding.targets.portable_exp import single_exp
from textbook_ml.models.gaussian_naive_bayes import GaussianNaiveBayes
from textbook_ml.models.logistic_regression import LogisticRegression

GCC = shutil.which("gcc")
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Wfloat-equal"]
IRIS = load("iris")

singles = st.floats(width=32, allow_nan=False, allow_infinity=False)


def nearest(exact: Fraction) -> float:
    """Return the single-precision number nearest to an exact number; ties go to the even one."""
    if exact == 0:
        return 0.0
    size, exponent = abs(exact), -149
    while size / Fraction(2) ** exponent >= 2**24:
        exponent += 1
    quotient = size / Fraction(2) ** exponent
    below = quotient.numerator // quotient.denominator
    rest = quotient - below
    below += rest > Fraction(1, 2) or (rest == Fraction(1, 2) and below % 2 == 1)
    found = below * Fraction(2) ** exponent
    limit = inf if found >= 2**128 else float(found)
    return limit if exact > 0 else -limit


@given(singles, singles)
def test_operations_are_correctly_rounded(a: float, b: float) -> None:
    """Compare with the exact result in Fractions, rounded once."""
    x, y, p, q = Single(a), Single(b), Fraction(a), Fraction(b)
    assert x + y == nearest(p + q)
    assert x - y == nearest(p - q)
    assert x * y == nearest(p * q)
    if q != 0:
        assert x / y == nearest(p / q)


@given(singles, st.floats(allow_nan=False))
def test_mixed_operations_give_singles(a: float, b: float) -> None:
    for result in (b + Single(a), b - Single(a), b * Single(a), Single(a) - b, -Single(a)):
        assert type(result) is Single
        assert result != result or isinf(result) or rounded(result) == result


@given(st.floats(-110, 0, width=32))
def test_the_exp_in_single_precision_is_within_2_ulp(t: float) -> None:
    found, truth = single_exp(Single(t)), exp(t)
    (bits,) = struct.unpack("<I", struct.pack("<f", rounded(truth)))
    (after,) = struct.unpack("<f", struct.pack("<I", bits + 1))
    assert abs(found - truth) <= 2 * (after - rounded(truth))


@pytest.fixture(autouse=True)
def fewer_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare 200 rows of each model instead of 1,000."""
    monkeypatch.setattr("textbook_ml.embedding.export.ROWS", 200)


@pytest.mark.slow
@pytest.mark.skipif(GCC is None, reason="gcc is not installed")
@pytest.mark.parametrize("name", different_code())
def test_every_model_has_the_bits_of_the_exact_arithmetic(name: str, tmp_path: Path) -> None:
    """Compile without a warning and without a double, run the self-test, and compare 200 rows."""
    assert GCC is not None
    result, text, cases = export_model(models()[name], "c", exact=True, float32=True)
    run = run_exports.compile_with("-std=c99", "-O2", "-Wdouble-promotion", *WARNINGS, "-Werror")
    output = run(GCC, tmp_path, result, with_self_test(text), cases).decode()
    line, equal = run_exports.compare(result, output, cases)
    assert equal, line
    assert "check rows and all constants are unchanged" in output
    code = [line for line in text.splitlines() if not line.startswith((" *", "#error"))]
    assert not [line for line in code if "double" in line.replace("with doubles", "")]


def test_the_means_are_subtracted_before_the_weights() -> None:
    """A column near 1e6 keeps its digits: all labels of the data are those with doubles."""
    model = LogisticRegression(("a", "b"), ("x", "y"), -2e6, (1.0, 1.0))
    rows = [[1e6 + i / 4, 1e6 - j / 4] for i in range(8) for j in range(8)]
    program = lower(model)
    plain, centred = program.single(), at_means(program, rows).single()

    def differ(one: Program) -> int:
        found = [(one.class_index(one.sums(r)), program.class_index(program.sums(r))) for r in rows]
        return sum(a != b for a, b in found)

    assert differ(centred) == 0
    scores = [one.sums(rows[-1])[1] for one in (program, plain, centred)]
    exact, uncentred, kept = (t + e for t, e in scores)
    assert abs(kept - exact) <= abs(uncentred - exact)


def test_the_report_counts_labels_that_differ_on_the_training_data(tmp_path: Path) -> None:
    """Two classes 2^-30 apart are one class in single precision."""
    near = 1.0 + 2.0**-30
    model = GaussianNaiveBayes(
        ("a", "b"), ("x",), (0.5, 0.5), ((1.0,), (near,)), ((1e-18,), (1e-18,))
    )
    (tmp_path / "m.json").write_text(model.to_json())
    (tmp_path / "data.csv").write_text(f"x,class\n1.0,a\n{near!r},b\n")
    lines = list(
        export(
            str(tmp_path / "m.json"),
            to="c",
            float32=True,
            data=str(tmp_path / "data.csv"),
            out=str(tmp_path / "m.h"),
        )
    )
    expected = "float32: 1 of 2 labels (50 %) differ from those with doubles, on the training data"
    assert expected in lines


def test_what_single_precision_cannot_hold_is_rejected() -> None:
    narrow = GaussianNaiveBayes(
        ("a", "b"), ("x",), (0.5, 0.5), ((0.0,), (1e-50,)), ((1e-90,), (1e-91,))
    )
    with pytest.raises(TextbookError, match="too large for a float"):
        lower(narrow).single()
    program = lower(GaussianNaiveBayes.fit(IRIS.rows, IRIS.labels)).single()
    with pytest.raises(TextbookError, match="3.4e38"):
        program.sums([1e39, 1.0, 1.0, 1.0])


@pytest.mark.parametrize("target", ["python", "javascript", "json"])
def test_other_targets_reject_float32(target: str) -> None:
    model = GaussianNaiveBayes.fit(IRIS.rows, IRIS.labels)
    with pytest.raises(TextbookError, match="--float32 must be used with --to c"):
        export_model(model, target, float32=True)


def test_data_without_float32_is_rejected() -> None:
    model = GaussianNaiveBayes.fit(IRIS.rows, IRIS.labels)
    with pytest.raises(TextbookError, match="--data must be used with --float32"):
        export_model(model, "c", data="iris")


def test_data_must_have_the_columns_of_the_model() -> None:
    model = GaussianNaiveBayes.fit(IRIS.rows, IRIS.labels, features=("a", "b", "c", "d"))
    with pytest.raises(TextbookError, match="must have the column 'a'"):
        export_model(model, "c", float32=True, data="iris")
