"""The two event models on simulated messages."""

from functools import cache
from math import fsum, log, sqrt
from random import Random

import pytest

from tests.study.experiments.findings_support import number, series
from textbook_ml.study.experiments._experiment import Finding
from textbook_ml.study.experiments.text_models import (
    BERNOULLI_DATA,
    GAP,
    TEXTS,
    event_models,
    tilted_zipf,
)


@cache
def drawn(seed: int) -> Finding:
    """The finding with few repeats."""
    return event_models(repeats=3, messages=100, seed=seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_the_claim_holds_with_a_caveat_for_every_seed(seed: int) -> None:
    """The verdict does not depend on the seed."""
    assert drawn(seed).verdict == "holds with a caveat"


def test_longer_messages_are_easier() -> None:
    """Both models are more accurate with 200 words than with 15."""
    for model in ("multinomial", "Bernoulli"):
        short, long = (number(drawn(1), f"V = 100, length {n}", model) for n in (15, 200))
        assert short < long


def test_the_difference_is_that_of_the_mean_errors() -> None:
    """The mean of the paired differences equals the difference of the means."""
    for name in (BERNOULLI_DATA, *(f"V = {v}, length {length}" for v, length in TEXTS)):
        first, second = (number(drawn(1), name, model) for model in ("multinomial", "Bernoulli"))
        assert abs(number(drawn(1), name, GAP) - (first - second)) < 1e-12


def test_word_frequencies_vary_around_1_over_rank() -> None:
    """ln(frequency × rank) has mean 0 and deviation 0.35, within five standard errors."""
    n = 2000
    tilts = [log(p * rank) for rank, p in enumerate(tilted_zipf(Random(1), n), start=1)]
    assert abs(fsum(tilts) / n) < 5 * 0.35 / sqrt(n)
    assert abs(fsum(t * t for t in tilts) / n - 0.35 * 0.35) < 5 * 0.35 * 0.35 * sqrt(2 / n)


def test_the_figure_shows_its_series() -> None:
    """The figure has two bars for each kind of message."""
    assert series(drawn(1)) == {"multinomial", "Bernoulli"}
