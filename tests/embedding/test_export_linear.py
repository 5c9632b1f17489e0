"""Models with linear log odds: exported as linear, and right far from the data."""

from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from textbook_ml.data.datasets import load
from textbook_ml.embedding.export import CELLS, export_model
from textbook_ml.embedding.ir.lower import lower
from textbook_ml.embedding.ir.program_steps import Terms
from textbook_ml.equations.gaussian import common_variance_mle, pooled_variance_mle
from textbook_ml.models.gaussian_discriminant_analysis import GaussianDiscriminantAnalysis
from textbook_ml.models.gaussian_naive_bayes import GaussianNaiveBayes

IRIS = load("iris")
LINEAR: dict[str, Callable[[], Any]] = {
    "gda": lambda: GaussianDiscriminantAnalysis.fit(IRIS.rows, IRIS.labels),
    "tied": lambda: GaussianNaiveBayes.fit(IRIS.rows, IRIS.labels, variance=pooled_variance_mle),
    "common": lambda: GaussianNaiveBayes.fit(IRIS.rows, IRIS.labels, variance=common_variance_mle),
}


@pytest.mark.parametrize("name", LINEAR)
def test_the_export_is_linear(name: str) -> None:
    """The only step multiplies each centred column by a weight."""
    (step,) = lower(LINEAR[name]()).steps
    assert isinstance(step, Terms)
    assert step.line.text == "WEIGHTS * (v - CENTRES)"


@pytest.mark.parametrize("scale", [1.0, 1e5, 1e16, 1e18, 1e100, 1e300])
@pytest.mark.parametrize("name", LINEAR)
def test_package_and_export_agree_at_any_distance(name: str, scale: float) -> None:
    model, rng = LINEAR[name](), Random(1)
    program = lower(model)
    for _ in range(100):
        row: list[Any] = [rng.gauss(3, 2) * rng.choice([1.0, scale]) for _ in range(4)]
        if not program.whole and rng.random() < 0.2:
            row[rng.randrange(4)] = None
        label = program.classes[program.class_index(program.sums(row))]
        assert label == model.classify(row) == model.predict([row])[0]


def test_gda_one_column_far_out() -> None:
    """At 1e18 the weight of the third column decides: it is largest for virginica."""
    model = LINEAR["gda"]()
    program = lower(model)
    row = [5.8, 3.0, 1e18, 1.2]
    assert program.classes[program.class_index(program.sums(row))] == "Iris-virginica"
    assert model.classify(row) == "Iris-virginica"


@pytest.mark.parametrize("distance", [1e16, 1e20, 1e40])
def test_a_tied_model_is_right_far_out(distance: float) -> None:
    """The exact exponents decide, computed here with Fractions."""
    model = LINEAR["tied"]()
    rng = Random(2)
    for _ in range(50):
        row = [rng.gauss(0, 1) * distance for _ in range(4)]
        exact = {
            y: -sum(
                (Fraction(x) - Fraction(mu)) ** 2 / (2 * Fraction(v))
                for x, mu, v in zip(row, mus, variances)
            )
            for y, mus, variances in zip(model.classes, model.means, model.variances)
        }
        assert model.classify(row) == max(exact, key=lambda y: exact[y])


def test_tied_scores_have_the_bits_of_the_package() -> None:
    model = LINEAR["tied"]()
    program = lower(model)
    for row in IRIS.rows:
        sums = [t + e for t, e in program.sums(row)]
        assert sums == list(model.log_scores(row).values())


def test_a_class_without_prior_stays_impossible() -> None:
    model = GaussianNaiveBayes(
        ("a", "b", "c"), ("x",), (0.0, 0.5, 0.5), ((0.0,), (2.0,), (4.0,)), ((1.0,),) * 3
    )
    program = lower(model)
    assert model.posterior([0.0])["a"] == 0.0
    assert program.class_index(program.sums([0.0])) == 1
    assert program.class_index(program.sums([3.5])) == 2


def test_a_large_model_is_compared_on_fewer_rows() -> None:
    """200 features and 26 classes: 38 rows instead of 1,000, so that the export takes seconds."""
    rng = Random(0)
    means = tuple(tuple(rng.gauss(0, 1) for _ in range(200)) for _ in range(26))
    classes = tuple("abcdefghijklmnopqrstuvwxyz")
    features = tuple(f"x{i}" for i in range(200))
    variances = ((1.0,) * 200,) * 26
    model = GaussianNaiveBayes(classes, features, (1 / 26,) * 26, means, variances)
    text = export_model(model, "c")
    assert CELLS // (200 * 26) == 38
    assert "38 of 38 labels are those of textbook_ml" in str(text)
