"""Tests of sampling from generative models and fitting them again."""

from math import fsum

from tests.study.experiments.findings_support import number, seeds, series, table
from textbook_ml.study.experiments._experiment import Finding
from textbook_ml.study.experiments.sampling import Recovered, sample_and_refit

MODELS = ("Gaussian naive Bayes", "Bernoulli naive Bayes", "multinomial naive Bayes", "GDA")


def distance(finding: Finding) -> float:
    """The largest distance from the truth."""
    pairs = [(model, name) for model in MODELS for name in table(finding, model)]
    return max(
        abs(number(finding, *pair, "again") - number(finding, *pair, "truth")) for pair in pairs
    )


@seeds(1, 2, 3)
def test_every_parameter_is_recovered_with_every_seed(seed: int) -> None:
    """All distances are within five standard errors; only the largest is near three."""
    finding = sample_and_refit(rows=2000, seed=seed)
    assert finding.verdict == "holds"
    assert 1 < number(finding, "largest distance, in standard errors") < 5


def test_more_rows_give_closer_estimates() -> None:
    """With a hundred times as many rows the error is about a tenth."""
    few, many = (distance(sample_and_refit(rows=n)) for n in (100, 10_000))
    assert many < few / 4


def test_parameters_of_all_four_models_are_compared() -> None:
    """13 Gaussian, 9 Bernoulli, 9 multinomial and 8 GDA parameters; φ of words sums to one."""
    finding = sample_and_refit(rows=200)
    assert [len(table(finding, model)) for model in MODELS] == [13, 9, 9, 8]
    assert finding.numbers["parameters"] == 39
    for k in (0, 1):
        phi = [name for name in table(finding, MODELS[2]) if str(name).endswith(f"class {k}")]
        assert abs(fsum(number(finding, MODELS[2], name, "again") for name in phi) - 1) < 1e-12


def test_the_distance_is_in_standard_errors() -> None:
    """The distance is positive for estimates above the truth, and negative below it."""
    assert Recovered("φ", truth=0.5, again=0.75, off=0.125).z == 2
    assert Recovered("φ", truth=0.5, again=0.25, off=0.125).z == -2


def test_the_figure_shows_its_series() -> None:
    """A histogram, and the normal density it should follow."""
    assert series(sample_and_refit(rows=100)) == {"parameters", "N(0, 1)"}
