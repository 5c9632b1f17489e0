"""The errors in the accuracy table of the benchmark are within their targets."""

import pytest

from tests import oracle
from tests.benchmarks.accuracy import ESTIMATES, REGRESSION, SCALARS, Trial, posterior, worst


@pytest.mark.parametrize("trial", (*SCALARS, *ESTIMATES, *REGRESSION), ids=lambda t: t.name)
def test_errors_are_within_their_targets(trial: Trial) -> None:
    """No error is larger than its target or than the error of the textbook formula."""
    truths = [oracle.in_sixty_digits(trial.truth)(*case) for case in trial.cases]
    error = worst(trial.ours, trial.cases, truths)
    assert error <= trial.target
    assert error <= worst(trial.naive, trial.cases, truths)


@pytest.mark.slow
def test_a_posterior_of_fifty_thousand_features_is_right_to_a_hundred_ulps() -> None:
    """The log odds of the features nearly cancel."""
    outcome = posterior()
    assert outcome.ratio is not None and outcome.ratio <= 100
