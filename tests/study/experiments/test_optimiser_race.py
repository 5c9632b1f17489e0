"""Tests of the comparison of optimisers."""

from functools import cache

import pytest

from tests.study.experiments.findings_support import number, series, table
from textbook_ml.core.errors import TextbookError
from textbook_ml.study.experiments._experiment import Finding
from textbook_ml.study.experiments.optimiser_race import PLAIN, TOLERANCE, optimiser_race


@cache
def run() -> Finding:
    """Run the experiment with fewer examples than the default."""
    return optimiser_race(examples=80, passes=20, seed=2)


def test_newton_needs_the_fewest_steps_and_plain_ascent_the_most() -> None:
    """The other optimisers are between the two."""
    assert run().verdict == "holds with a caveat"
    steps = {name: number(run(), "steps", name) for name in TOLERANCE}
    assert min(steps, key=steps.__getitem__) == "newton"
    assert max(steps, key=steps.__getitem__) == PLAIN
    assert steps["newton"] < 10 < 1000 < steps[PLAIN]


def test_all_methods_end_at_the_same_weights() -> None:
    """All optimisers end within 1e-5 of the weights of `LogisticRegression`."""
    distances = table(run(), "distance from the best weights")
    assert distances.keys() == TOLERANCE.keys()
    assert max(number(run(), "distance from the best weights", name) for name in distances) < 1e-5


def test_standardised_features_make_plain_ascent_fast() -> None:
    """A hundredth of the steps is enough; stochastic ascent ends near the maximum."""
    quick = number(run(), "gradient ascent on standardised features, steps")
    assert 100 * quick < number(run(), "steps", PLAIN)
    name = "stochastic ascent, below the maximum after 20 passes"
    slow, near = (number(run(), name, how) for how in ("features as they are", "standardised"))
    assert 0 < near < slow


def test_examples_without_a_maximum_raise_an_error() -> None:
    """Six examples with four features are separable, so no optimiser would converge."""
    with pytest.raises(TextbookError, match="separated"):
        optimiser_race(examples=6)


def test_the_figure_shows_its_series() -> None:
    """There is one falling line for each optimiser."""
    assert series(run()) == set(TOLERANCE)
