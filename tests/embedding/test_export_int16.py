"""The C target with integers only: equal integers in C, and scores within the stated bound."""

import shutil
import subprocess
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.embedding.test_export_hostile import HOSTILE, model_of
from textbook_ml.core.errors import TextbookError
from textbook_ml.data.datasets import load
from textbook_ml.embedding.export import export
from textbook_ml.embedding.export_fixed import export_fixed
from textbook_ml.embedding.ir.fixed import MISSING, FixedProgram
from textbook_ml.embedding.ir.lower import lower
from textbook_ml.embedding.ir.lower_fixed import lower_fixed
from textbook_ml.embedding.targets.fixed_file import FixedCase, fixed_file
from textbook_ml.equations.gaussian import pooled_variance_mle
from textbook_ml.equations.smoothing import categorical_laplace
from textbook_ml.models.categorical_naive_bayes import CategoricalNaiveBayes
from textbook_ml.models.exponential_naive_bayes import ExponentialNaiveBayes
from textbook_ml.models.gaussian_discriminant_analysis import GaussianDiscriminantAnalysis
from textbook_ml.models.gaussian_naive_bayes import GaussianNaiveBayes
from textbook_ml.models.laplace_naive_bayes import LaplaceNaiveBayes
from textbook_ml.models.logistic_regression import LogisticRegression
from textbook_ml.models.multinomial_naive_bayes import MultinomialNaiveBayes
from textbook_ml.models.poisson_naive_bayes import PoissonNaiveBayes
from textbook_ml.models.quadratic_discriminant_analysis import QuadraticDiscriminantAnalysis
from textbook_ml.models.softmax_regression import SoftmaxRegression

GCC = shutil.which("gcc")
STRICT = ["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"]
UNDEFINED = ["-fsanitize=undefined", "-fno-sanitize-recover"]
IRIS, TENNIS = load("iris"), load("play-tennis")
WORDS = [{"win": 2, "now": 1}, {"meet": 1, "now": 1}, {"win": 1}, {"meet": 2, "then": 1}]
RNG = Random(5)
COUNTS = [[int(RNG.expovariate(1 / (2 + 3 * (i % 2)))) for _ in range(3)] for i in range(60)]
MODELS: dict[str, Callable[[], Any]] = {
    "gaussian": lambda: GaussianNaiveBayes.fit(IRIS.rows, IRIS.labels),
    "tied": lambda: GaussianNaiveBayes.fit(IRIS.rows, IRIS.labels, variance=pooled_variance_mle),
    "gda": lambda: GaussianDiscriminantAnalysis.fit(IRIS.rows, IRIS.labels, features=IRIS.features),
    "softmax": lambda: SoftmaxRegression.fit(IRIS.rows, IRIS.labels, l2=1.0),
    "exponential": lambda: ExponentialNaiveBayes.fit(IRIS.rows, IRIS.labels),
    "logistic": lambda: LogisticRegression(("a", "b"), ("x", "y"), -2e6, (1.0, 1.0)),
    "poisson": lambda: PoissonNaiveBayes.fit(COUNTS, "ab" * 30),
    "categorical": lambda: CategoricalNaiveBayes.fit(
        TENNIS.rows, TENNIS.labels, theta=categorical_laplace
    ),
    "hostile names": lambda: model_of(HOSTILE[:7]),
    "words": lambda: MultinomialNaiveBayes.fit(WORDS, "abab", theta=categorical_laplace),
}


@cache
def program_and_rows(name: str) -> tuple[FixedProgram, list[list[Any]]]:
    """Return a model in integers, and 60 rows that are valid for it, some with missing values."""
    source, rng = lower(MODELS[name]()), Random(name)
    ranges = {"logistic": (1e6, 1e6 + 4)}
    rows: list[list[Any]] = []
    for _ in range(60):
        row: list[Any] = []
        for column in source.columns:
            if not source.whole and rng.random() < 0.1:
                row.append(None)
            elif column.kind == "value":
                row.append(rng.choice(column.values))
            elif column.kind == "count":
                row.append(rng.choice([0, 1, 2, 20]))
            else:
                row.append(rng.uniform(*ranges.get(name, (0.1, 8.0))))
        rows.append(row)
    return lower_fixed(source, [source.numbers(row) for row in rows]), rows


@pytest.mark.parametrize("name", MODELS)
def test_scores_are_within_the_stated_bound(name: str) -> None:
    """The lead of a class over another is that of the exact terms, up to both errors."""
    program, rows = program_and_rows(name)
    for row in rows:
        cells = program.numbers(row)
        found = [Fraction(t, 2**program.fraction) for t in program.scores(cells)]
        exact = [Fraction(t) + Fraction(e) for t, e in program.source.sums(row)]
        for a, b in zip(found, exact):
            gap, due = a - found[0], b - exact[0]
            assert abs(gap - due) <= 2 * Fraction(program.error(cells))


@pytest.mark.skipif(GCC is None, reason="gcc is not installed")
@pytest.mark.parametrize("name", MODELS)
def test_c_computes_the_same_integers(name: str, tmp_path: Path) -> None:
    """Without a warning, a floating-point number or an overflow, also at the ends of the range."""
    assert GCC is not None
    program, rows = program_and_rows(name)
    rng = Random(1)
    cells: list[list[int | None]] = [program.numbers(row) for row in rows]
    for _ in range(40):
        cells.append(
            [rng.choice([c.low, c.high, 0 if c.low <= 0 else c.low]) for c in program.cells]
        )
    cases = [FixedCase.of(program, row) for row in cells]
    text = fixed_file(program, cases, ["for a test"], "model")
    assert "double" not in text and "float" not in text
    (tmp_path / "m.h").write_text(text, encoding="ascii")
    command = [GCC, *STRICT, *UNDEFINED, "-DMODEL_SELF_TEST", "-x", "c", "m.h", "-o", "m"]
    built = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert (built.stderr, built.returncode) == ("", 0)
    done = subprocess.run([tmp_path / "m"], capture_output=True, text=True)
    assert (done.stdout, done.stderr, done.returncode) == (
        f"{len(cases)} check rows and all constants are unchanged\n", "", 0
    )  # fmt: skip


@pytest.mark.skipif(GCC is None, reason="gcc is not installed")
def test_a_changed_constant_fails_the_self_test(tmp_path: Path) -> None:
    assert GCC is not None
    program, _ = program_and_rows("gda")
    _, text, _, _ = export_fixed(MODELS["gda"](), data="iris")
    weight = str(lower_fixed(program.source, list(map(program.source.numbers, IRIS.rows))).start[1])
    assert text.count(weight) == 1
    (tmp_path / "m.h").write_text(text.replace(weight, str(int(weight) + 1)), encoding="ascii")
    subprocess.run(
        [GCC, "-DMODEL_SELF_TEST", "-x", "c", "m.h", "-o", "m"], cwd=tmp_path, check=True
    )
    done = subprocess.run([tmp_path / "m"], capture_output=True, text=True)
    assert done.returncode == 1 and "a constant differs" in done.stdout


def test_rows_outside_the_range_are_rejected() -> None:
    program, _ = program_and_rows("gda")
    with pytest.raises(TextbookError, match="1e\\+18 is outside the range of the training data"):
        program.numbers([5.8, 3.0, 1e18, 1.2])
    _, _, _, cases = export_fixed(MODELS["gda"](), data="iris")
    rejected = [case.cells for case in cases if case.class_index == -1]
    assert (MISSING,) * 4 in rejected
    assert (
        tuple(c.high + 1 for c in export_fixed(MODELS["gda"](), data="iris")[0].cells) in rejected
    )


def test_the_report_counts_labels_that_differ(tmp_path: Path) -> None:
    """Two values that share a cell have one label, so one of these three labels differs."""
    model = LogisticRegression(("a", "b"), ("x",), -1.0, (1.0,))
    near = 1.0 + 2.0**-20
    (tmp_path / "m.json").write_text(model.to_json())
    (tmp_path / "data.csv").write_text(f"x,class\n0.0,a\n{near!r},b\n{2 - near!r},a\n2.0,b\n")
    lines = list(
        export(
            str(tmp_path / "m.json"),
            to="c",
            int16=True,
            data=str(tmp_path / "data.csv"),
            out=str(tmp_path / "m.h"),
        )
    )
    expected = "int16: 1 of 4 labels (25 %) differ from those with doubles, on the training data"
    assert expected in lines
    assert any("2 of 4 labels are certain" in line for line in lines)


REJECTED: dict[str, tuple[Any, str]] = {
    "qda": (
        lambda: QuadraticDiscriminantAnalysis.fit(IRIS.rows, IRIS.labels),
        "--int16 is for linear models and naive Bayes. Fix: use --float32",
    ),
    "laplace": (
        lambda: LaplaceNaiveBayes.fit(IRIS.rows, IRIS.labels),
        "--int16 has no Laplace distribution",
    ),
    "a probability of 0": (
        lambda: CategoricalNaiveBayes.fit(TENNIS.rows, TENNIS.labels),
        "a probability is 0. Fix: fit with a smoothing pseudo-count",
    ),
}


@pytest.mark.parametrize("name", REJECTED)
def test_models_that_integers_cannot_express_are_rejected(name: str) -> None:
    fit, message = REJECTED[name]
    source = lower(fit())
    with pytest.raises(TextbookError, match=message):
        lower_fixed(source, [])


def test_columns_of_numbers_need_data() -> None:
    with pytest.raises(TextbookError, match="--int16 needs --data.*'sepal_length' is unknown"):
        export_fixed(MODELS["gda"]())


@pytest.mark.parametrize("scale", [1e-30, 1e30])
def test_units_of_the_features_do_not_matter(scale: float) -> None:
    """Scores in other units have the same labels."""
    rows = [[float(str(x)) * scale for x in row] for row in IRIS.rows]
    model = GaussianDiscriminantAnalysis.fit(rows, IRIS.labels)
    program = lower_fixed(lower(model), rows)
    labels = [program.source.classes[program.class_index(program.numbers(row))] for row in rows]
    assert labels == model.predict(rows)


def test_categories_are_found_by_name() -> None:
    program, _ = program_and_rows("categorical")
    text = fixed_file(program, [], ["for a test"], "model")
    assert "model_value(int i, const char *name)" in text
    numbered = replace(program.source.columns[0], values=(0, 1, 2))
    columns = [numbered, *(replace(c, values=(0, 1)) for c in program.source.columns[1:])]
    source = replace(program.source, columns=tuple(columns))
    assert "model_value(" not in fixed_file(replace(program, source=source), [], [""], "model")
