"""The Normal prior on the weights, whose logarithm is the penalty; section 3.3.

    mean        μᵢ, where each weight is expected; the intercept first
    variance    κᵢ², how far from there; ∞ where nothing is expected
    λᵢ          1/κᵢ², the penalty on that weight: 0 where nothing is expected
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum, inf, isfinite

from textbook_ml.equations.likelihood import require_penalty
from textbook_ml.errors import require, require_same_length
from textbook_ml.stable import safe_sum


@dataclass(frozen=True, slots=True)
class NormalPrior:
    """Independent Normal distributions, one for each weight: wᵢ ~ N(μᵢ, κᵢ²).

    >>> NormalPrior(mean=(0.0, 1.0), variance=(inf, 0.25)).precision
    (0.0, 4.0)
    """

    mean: tuple[float, ...]
    variance: tuple[float, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "mean", tuple(self.mean))
        object.__setattr__(self, "variance", tuple(self.variance))
        require_same_length(means=self.mean, variances=self.variance)
        for i, (mu, kappa2) in enumerate(zip(self.mean, self.variance)):
            require(isfinite(mu), f"the mean of weight {i} is {mu}: it must be finite")
            require(
                kappa2 > 0,
                f"the variance of weight {i} is {kappa2}: it must be above 0 (∞ expects nothing)",
            )
            require(1 / kappa2 < inf, f"1/κ² is no float for κ² = {kappa2}, weight {i}: widen it")

    @classmethod
    def ridge(cls, l2: float, n_features: int, penalise_intercept: bool) -> "NormalPrior":
        """The prior that (λ/2) Σ wᵢ² stands for: mean 0 and variance 1/λ.

        >>> NormalPrior.ridge(4.0, n_features=1, penalise_intercept=False)
        NormalPrior(mean=(0.0, 0.0), variance=(inf, 0.25))
        """
        require_penalty(l2)
        variance = 1 / l2 if l2 else inf
        first = variance if penalise_intercept else inf
        return cls((0.0,) * (n_features + 1), (first, *[variance] * n_features))

    @property
    def precision(self) -> tuple[float, ...]:
        """λᵢ = 1/κᵢ² for each weight."""
        return tuple([1 / kappa2 for kappa2 in self.variance])

    def log_density(self, w: Sequence[float]) -> float:
        """−Σᵢ (λᵢ/2) (wᵢ − μᵢ)²: ln P(w) but for a constant."""
        terms = zip(self.precision, w, self.mean)
        return safe_sum(-lam / 2 * (w_i - mu) * (w_i - mu) for lam, w_i, mu in terms)

    def gradient(self, w: Sequence[float]) -> list[float]:
        """−λᵢ (wᵢ − μᵢ) for each weight."""
        return [-lam * (w_i - mu) for lam, w_i, mu in zip(self.precision, w, self.mean)]

    def noise(self, w: Sequence[float]) -> list[float]:
        """How far rounding w alone may move each component of the gradient: 2⁻⁵³ λᵢ |wᵢ|."""
        return [2.0**-53 * lam * abs(w_i) for lam, w_i in zip(self.precision, w)]

    def curvature(self, direction: Sequence[float]) -> float:
        """Σᵢ λᵢ dᵢ²: how the density bends along a direction."""
        return fsum(lam * d * d for lam, d in zip(self.precision, direction))
