"""The normal prior on the weights, whose logarithm is the penalty; section 3.3.

mean        μᵢ, the mean of each weight; the intercept first
variance    κᵢ², its variance; ∞ for a weight without a prior
λᵢ          1/κᵢ², the penalty on that weight: 0 for a weight without a prior
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from textbook_ml.core.errors import number_text, require, require_same_length
from textbook_ml.core.numeric import is_number
from textbook_ml.equations.likelihood import penalty, require_penalty


@dataclass(frozen=True, slots=True)
class NormalPrior:
    """Independent normal distributions, one for each weight: wᵢ ~ N(μᵢ, κᵢ²).

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
            require(is_number(mu), f"the mean of weight {i} must be finite, got {number_text(mu)}")
            require(
                kappa2 == inf or is_number(kappa2) and kappa2 > 0,
                f"the variance of weight {i} must be above 0, got {number_text(kappa2)}. "
                "Fix: use inf for a weight without a prior",
            )
            require(
                1 / kappa2 < inf,
                f"the variance of weight {i} must be larger, got {kappa2}: 1/κ² is not a float",
            )

    @classmethod
    def ridge(cls, l2: float, n_features: int, penalise_intercept: bool) -> "NormalPrior":
        """The prior whose log density is −(λ/2) Σ wᵢ²: mean 0 and variance 1/λ.

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

    @property
    def is_flat(self) -> bool:
        """Return whether no weight has a prior."""
        return min(self.variance) == inf

    @property
    def towards_mean(self) -> list[float]:
        """λᵢ μᵢ for each weight: the constant part of the gradient of ln P(w)."""
        return [lam * mu for lam, mu in zip(self.precision, self.mean)]

    def log_density(self, w: Sequence[float]) -> float:
        """ln P(w) = −Σᵢ (λᵢ/2) (wᵢ − μᵢ)², without the constant of `shifted_log_prior`."""
        return -penalty([w_i - mu for w_i, mu in zip(w, self.mean)], self.precision)

    def gradient(self, w: Sequence[float]) -> list[float]:
        """−λᵢ (wᵢ − μᵢ) for each weight."""
        return [-lam * (w_i - mu) for lam, w_i, mu in zip(self.precision, w, self.mean)]

    def rounding(self, w: Sequence[float]) -> list[float]:
        """Bound on the rounding error of each component of the gradient: 2⁻⁵² λᵢ (|wᵢ| + |μᵢ|)."""
        parts = zip(self.precision, w, self.mean)
        return [2.0**-52 * lam * (abs(w_i) + abs(mu)) for lam, w_i, mu in parts]

    def curvature(self, direction: Sequence[float]) -> float:
        """Σᵢ λᵢ dᵢ²: minus the second derivative of ln P along a direction."""
        return 2 * penalty(direction, self.precision)
