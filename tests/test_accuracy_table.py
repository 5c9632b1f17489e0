"""The errors of the benchmark's table, held to their targets without any peer."""

import pytest

from tests import oracle
from tests.benchmarks.accuracy import ESTIMATES, REGRESSION, SCALARS, Trial, posterior, worst


@pytest.mark.parametrize("trial", (*SCALARS, *ESTIMATES, *REGRESSION), ids=lambda t: t.name)
def test_errors_are_within_their_targets(trial: Trial) -> None:
    """And the formula as it is written is worse, or as good where it is the best there is."""
    truths = [oracle.in_sixty_digits(trial.truth)(*case) for case in trial.cases]
    error = worst(trial.ours, trial.cases, truths)
    assert error <= trial.target
    assert error <= worst(trial.naive, trial.cases, truths)


def test_a_posterior_of_fifty_thousand_features_is_right_to_a_hundred_ulps() -> None:
    """Its evidence nearly cancels."""
    outcome = posterior()
    assert outcome.ratio is not None and outcome.ratio <= 100
