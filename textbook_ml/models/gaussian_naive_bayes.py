"""The Gaussian (normal) distribution, and Gaussian naive Bayes: equations (10) to (15)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import repeat
from math import dist, fsum, inf, sqrt
from operator import mul
from typing import Any, ClassVar, Generic, TypeVar

from textbook_ml.core.errors import TextbookError, require
from textbook_ml.core.numeric import as_float, require_finite
from textbook_ml.equations.gaussian import (
    mean_mle,
    normal_exponent,
    normal_log_constant,
    normal_log_pdf,
    pooled_variance_mle,
    variance_mvue,
)
from textbook_ml.equations.log_terms import centred_log_terms, normal_log_terms
from textbook_ml.models.distribution import Card, Distribution, all_finite, errors_name_place
from textbook_ml.models.naive_bayes import NaiveBayes, Row, Table
from textbook_ml.models.protocols import require_two
from textbook_ml.sources.registry import equation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random

    from textbook_ml.equations.bridge import Weights
    from textbook_ml.models.counting import Column
    from textbook_ml.models.linear_log_odds import LinearLogOdds

Label = TypeVar("Label", bound=Hashable)

NEARBY = 16.0  # in standard deviations; a mean further from 0 costs at least four bits


@dataclass(frozen=True, slots=True)
class Gaussian(Distribution):
    """The normal distribution with mean μ and variance σ².

    >>> Gaussian.log_p(3.0, 1.0, 2.0) == normal_log_pdf(3.0, mu=1.0, sigma2=2.0)
    True
    """

    mu: float
    sigma2: float

    kind = "gaussian"
    summary = "moments"
    column = "number"
    headings = ("mean", "variance")
    log_terms = staticmethod(normal_log_terms)
    log_p = staticmethod(normal_log_pdf)
    all_plain = staticmethod(all_finite)

    @staticmethod
    def check(mu: float, sigma2: float) -> None:
        """Raise TextbookError unless the mean is finite and the variance positive."""
        require_finite([mu], "the mean")
        require(
            0 < sigma2 < inf and 1 / sigma2 < inf,
            f"the variance must be positive and finite, got {sigma2}; a feature that is constant "
            "within a class has variance 0. Fix: drop the feature, or set a minimum variance, "
            "such as floor=1e-9",
        )

    @classmethod
    def estimate(
        cls,
        columns: Sequence[Column],
        *,
        variance: Callable[..., Any] = variance_mvue,
        floor: float | None = None,
    ) -> list[list[tuple[float, float]]]:
        """Estimate the mean by (13) and the variance by the function `variance`.

        `variance(xs, mu)`, such as (14) or (15), is called for each class and feature.
        `variance(groups)`, such as `pooled_variance_mle`, is called for each feature, with its
        values in each class. `variance(features)`, such as `common_variance_mle`, is called once.
        """
        least = 0.0 if floor is None else floor
        require(0 <= least < inf, f"floor must be at least 0 and finite, got {floor}")
        means = [
            [errors_name_place(c.name, y, mean_mle, xs) for y, xs in zip(c.classes, c.samples)]
            for c in columns
        ]
        variances = _estimated_variances(columns, means, variance)
        return [
            [(_as_float(m), max(_as_float(v), least)) for m, v in zip(mus, sigma2s)]
            for mus, sigma2s in zip(means, variances)
        ]

    @staticmethod
    def tables(
        mus: Sequence[float], sigma2s: Sequence[float]
    ) -> tuple[Sequence[float], Sequence[float], Sequence[float]]:
        """The log density at the mean, the mean, and 1 / 2σ²."""
        peaks = list(map(normal_log_constant, sigma2s))
        return peaks, mus, [0.5 / sigma2 for sigma2 in sigma2s]

    @staticmethod
    def precise_log_terms(x: float, mu: float, sigma2: float) -> Iterable[float | Fraction]:
        """The log density at the mean, and the exact exponent."""
        return normal_log_constant(sigma2), -normal_exponent(*map(Fraction, (x, mu, sigma2)))

    @staticmethod
    def draw(rng: Random, mu: float, sigma2: float) -> float:
        """A random number with this mean and variance."""
        return rng.gauss(mu, sqrt(sigma2))


@equation(
    "mitchell-s2.4-mixture",
    "mitchell-s2.4-tied",
    "mitchell-s3.1-assumptions",
    "xing-nb-joint",
    "xing-predictive-2star",
    "gwansiu-s1.2-mixture",
    "gwansiu-s1.4-gaussian",
    "gwansiu-s2.2.2-assumptions",
)
@dataclass(frozen=True, slots=True, repr=False)
class GaussianNaiveBayes(NaiveBayes[Label], Generic[Label]):
    """Gaussian naive Bayes: a mean and a variance for each feature in each class.

        P(y | x) ∝ P(y) Πᵢ N(xᵢ; μᵢ_y, σᵢ_y²)

    `means[k][i]` and `variances[k][i]` belong to class k and feature i. Options of `fit`:
    `variance`, the equation that estimates the variances, and `floor`, the smallest variance.

    >>> rows, labels = [[1.0], [3.0], [7.0], [9.0]], ["a", "a", "b", "b"]
    >>> model = GaussianNaiveBayes.fit(rows, labels)
    >>> model.priors, model.means, model.variances
    ((0.5, 0.5), ((2.0,), (8.0,)), ((2.0,), (2.0,)))
    >>> model.posterior([5.0])      # as far from 2 as from 8
    {'a': 0.5, 'b': 0.5}
    >>> model.classify([4.0])
    'a'
    """

    means: Table
    variances: Table
    _lines: tuple[Any, ...] = field(init=False, repr=False, compare=False)  # of LinearLogOdds

    family: ClassVar[type[Distribution]] = Gaussian
    cards: ClassVar[tuple[Card, ...]] = (
        Card(
            name="gaussian-nb",
            about="a Gaussian density for each feature in each class; (13), (15)",
            needs="continuous features",
            kinds=("continuous",),
            options=("floor",),
            n_parameters="gaussian_parameters",
        ),
        Card(
            name="gaussian-nb-tied",
            about="Gaussian densities with one variance per feature; (22), (23)",
            needs="continuous features",
            kinds=("continuous",),
            options=("floor",),
            fixed={"variance": pooled_variance_mle},
            n_parameters="tied_gaussian_parameters",
        ),
    )

    def __post_init__(self) -> None:
        NaiveBayes.__post_init__(self)
        lines: tuple[LinearLogOdds, ...] = ()
        if len(set(self.variances)) == 1:
            from textbook_ml.models.linear_log_odds import linear_log_odds

            try:
                lines = linear_log_odds(self.priors, self.means, self._weights)
            except TextbookError:  # a weight is larger than any float
                lines = ()
        object.__setattr__(self, "_lines", lines)

    def linear_form(self) -> tuple[LinearLogOdds, ...]:
        """The log odds of each class against the first possible class, linear in x: (19) to (23).

            ln P(y | x) / P(y₁ | x) = w₀ + Σᵢ wᵢ (xᵢ − cᵢ),   c = (μ + μ₁) / 2

        y₁ is the first class whose prior is not 0; w₀ is −∞ for a class whose prior is 0. The
        result is empty if the variances differ between classes, because the log odds are then
        quadratic, or if a weight is larger than any float.

        >>> tied = GaussianNaiveBayes.fit([[1.0], [3.0], [7.0], [9.0]], "aabb",
        ...                               variance=pooled_variance_mle)
        >>> tied.linear_form()[1]
        LinearLogOdds(w0=0.0, w=(6.0,), centre=(5.0,))
        """
        return self._lines

    def log_terms(self, row: Row) -> dict[Label, list[float]]:
        """ln P(y), then ln P(xᵢ | y) for each feature; with equal variances, the log odds.

        If all classes have the same variances, the terms are those of `linear_form`: they keep
        their digits far from the means, where the squares would not.
        """
        if not self._lines:
            return NaiveBayes.log_terms(self, row)
        values, lines = self._row_values(row), zip(self.classes, self._lines)
        return {y: [w0, *centred_log_terms(values, w, centre)] for y, (w0, w, centre) in lines}

    def _weights(self, p1: float, mu0: Sequence[float], mu1: Sequence[float]) -> Weights:
        from textbook_ml.equations.bridge import gnb_to_logistic

        return gnb_to_logistic(p1, mu0, mu1, self.variances[0])

    def to_logistic(self) -> Weights:
        """The weights of the logistic model with the same posterior: (19) to (23).

        >>> tied = GaussianNaiveBayes.fit([[1.0], [3.0], [7.0], [9.0]], "aabb",
        ...                               variance=pooled_variance_mle)
        >>> tied.to_logistic()
        Weights(w0=-30.0, w=(6.0,))
        """
        from textbook_ml.equations.bridge import gnb_to_logistic

        require_two(self.classes)
        require(
            self.variances[0] == self.variances[1],
            "the variances differ between the classes, so the log odds are quadratic in x. "
            "Fix: fit with variance=pooled_variance_mle",
        )
        return gnb_to_logistic(self.priors[1], self.means[0], self.means[1], self.variances[0])

    def _fast_scores(self, rows: Sequence[Any]) -> list[tuple[float, ...]]:
        """Return the log scores of rows, computed as distances, which is 2.5 times as fast.

        With every feature in units of its standard deviation, Σ (x − μ)² / σ² is a squared
        distance, which `math.dist` computes in C.
        """
        inverses = [[1 / sqrt(v) for v in of_class] for of_class in self.variances]
        origin = [_feature_origin(*pairs) for pairs in zip(zip(*self.means), zip(*inverses))]
        columns = [
            [x - o for x in column] if o else column
            for column, o in zip(self._columns(rows), origin)
        ]
        scores = []
        for log_prior, (peaks, mus, _), scales in zip(self._log_priors, self._tables, inverses):
            scaled = (map(mul, column, repeat(s)) for column, s in zip(columns, scales))
            place = [(mu - o) * s for mu, o, s in zip(mus, origin, scales)]
            height = fsum([log_prior, *peaks])  # ln P(y) − ½ Σ ln 2πσ²
            distances = map(dist, zip(*scaled), repeat(tuple(place)))
            scores.append([height - 0.5 * d * d for d in distances])
        return list(zip(*scores))


def _feature_origin(means: Sequence[float], inverses: Sequence[float]) -> float:
    """Return the origin of a feature: 0, unless its means are so large that digits are lost."""
    near = all(abs(mu) * s < NEARBY for mu, s in zip(means, inverses))
    return 0.0 if near else means[0]


def _estimated_variances(
    columns: Sequence[Column], means: Sequence[Sequence[Any]], variance: Callable[..., Any]
) -> list[list[Any]]:
    """Return the variance of each feature in each class; see `Gaussian.estimate` for `variance`."""
    form = _first_parameter(variance)
    if form == "features":
        common = (
            _estimated_variance(variance, columns, [c.samples for c in columns]) if columns else 0
        )
        return [[common for _ in c.samples] for c in columns]
    if form == "groups":
        pooled = [_pooled_variance(c, variance) for c in columns]
        return [[sigma2 for _ in c.samples] for c, sigma2 in zip(columns, pooled)]
    return [
        [
            errors_name_place(c.name, y, _estimated_variance, variance, [c], xs, mu)
            for y, xs, mu in zip(c.classes, c.samples, mus)
        ]
        for c, mus in zip(columns, means)
    ]


def _pooled_variance(column: Column, variance: Callable[..., Any]) -> Any:
    """Return the pooled variance of one feature; error messages name the feature."""
    try:
        return _estimated_variance(variance, [column], column.samples)
    except TextbookError as error:
        raise TextbookError(f"feature {column.name!r}: {error}") from None


def _estimated_variance(
    variance: Callable[..., Any], columns: Sequence[Column], *arguments: Any
) -> Any:
    """Return the variance. Raise TextbookError if the estimator needs values that were not kept."""
    require(callable(variance), f"variance must be a function, got {variance!r}")
    try:
        found = variance(*_converted_arguments(variance, arguments))
    except (TypeError, AttributeError) as error:
        from textbook_ml.learning.statistics.moments import Moments

        name = getattr(variance, "__name__", repr(variance))
        if any(type(xs) is Moments for c in columns for xs in c.samples):
            raise TextbookError(
                f"variance={name} needs the values themselves, but a stream and weighted rows "
                f"keep only their sums ({error}). Fix: use variance_mle or variance_mvue, or fit "
                "without weights on rows in memory"
            ) from None
        raise TextbookError(
            f"variance={name} is not an estimator of a variance: {error}. Fix: pass a function of "
            "(xs, mu), such as variance_mle"
        ) from error
    number = isinstance(found, (int, float, Fraction)) and not isinstance(found, bool)
    if not (number and found >= 0):
        raise TextbookError(f"variance= must return a number of at least 0, got {found!r}")
    return found


def _converted_arguments(variance: Callable[..., Any], arguments: Sequence[Any]) -> list[Any]:
    """Return the arguments of an estimator; functions of other packages get lists and floats."""
    if str(getattr(variance, "__module__", "")).startswith("textbook_ml."):
        return list(arguments)
    return [_plain_argument(argument) for argument in arguments]


def _plain_argument(argument: Any) -> Any:
    if hasattr(type(argument), "values") and not isinstance(argument, dict):
        return list(argument.values)  # a Sample
    if isinstance(argument, (list, tuple)):
        return [_plain_argument(part) for part in argument]
    return _as_float(argument) if isinstance(argument, Fraction) else argument


def _first_parameter(function: Callable[..., Any]) -> str:
    """Return the name of an estimator's first parameter, which determines its arguments."""
    code = getattr(function, "__code__", None)
    if code is not None:
        return str(code.co_varnames[0]) if code.co_argcount else ""
    from inspect import signature

    try:
        return next(iter(signature(function).parameters), "")
    except (TypeError, ValueError):
        return ""


def _as_float(x: Any) -> float:
    return x if isinstance(x, float) else as_float(x, "the result")
