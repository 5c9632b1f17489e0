"""The linear log odds of classes that share a covariance: equations (19) to (23), Ng's θ."""

from collections.abc import Callable, Sequence
from math import inf
from typing import Any, NamedTuple

Vector = tuple[float, ...]


class LinearLogOdds(NamedTuple):
    """The log odds of one class against another: w₀ + Σᵢ wᵢ (xᵢ − centreᵢ)."""

    w0: float
    w: Vector
    centre: Vector


def linear_log_odds(
    priors: Sequence[Any],
    means: Sequence[Sequence[float]],
    bridge: Callable[[float, list[float], list[float]], Any],
) -> tuple[LinearLogOdds, ...]:
    """Return the log odds of each class against the first class whose prior is not 0.

    The origin is the midpoint of the two means, where no digits cancel. `bridge(p1, mu0, mu1)`
    returns the logistic weights of two Gaussians.

    >>> from textbook_ml.equations.bridge import gnb_to_logistic
    >>> linear_log_odds([0.5, 0.5], [[0.0], [2.0]], lambda *two: gnb_to_logistic(*two, [4.0]))[1]
    LinearLogOdds(w0=0.0, w=(0.5,), centre=(1.0,))
    """
    p1, mu1 = next((p, m) for p, m in zip(priors, means) if p)
    lines = []
    for prior, mu in zip(priors, means):
        half = [a / 2 - b / 2 for a, b in zip(mu, mu1)]
        phi = prior / (prior + p1) if prior else 0.5
        weights = bridge(phi, [-h for h in half], half)
        centre = tuple([a / 2 + b / 2 for a, b in zip(mu, mu1)])
        w0 = weights.w0 + 0.0 if prior else -inf  # + 0.0 turns -0.0 into 0.0
        lines.append(LinearLogOdds(w0, weights.w, centre))
    return tuple(lines)
