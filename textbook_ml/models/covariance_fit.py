"""The common part of both discriminant analyses: normal distributions of complete rows."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import fsum, isfinite, log10
from typing import Any, Generic, Self, TypeVar

from textbook_ml.core.errors import TextbookError, quoted, require, require_same_length
from textbook_ml.core.linalg import Factored
from textbook_ml.core.numeric import is_number, require_finite
from textbook_ml.core.stable import safe_log
from textbook_ml.equations.discriminant import (
    by_class,
    class_means,
    mvn_log_pdf,
    quadratic_posterior,
)
from textbook_ml.models.priors import CountedModel, feature_names, require_complete
from textbook_ml.models.protocols import Generative, Probabilistic, require_model

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random

    from textbook_ml.learning.statistics.by_class import ByClass
    from textbook_ml.models.counting import Counted, Examples

Label = TypeVar("Label", bound=Hashable)
Row = Sequence[float]
Vector = tuple[float, ...]
Matrix = tuple[Vector, ...]

MOST_FEATURES = 2000  # the products of all pairs are stored as fractions: 2 million of them


@dataclass(frozen=True, slots=True, repr=False, init=False, eq=False)
class Discriminant(CountedModel[Label], Probabilistic[Label], Generative[Label], Generic[Label]):
    """The base class of both discriminant analyses: a multivariate normal for each class."""

    classes: tuple[Label, ...]
    features: tuple[str, ...]
    priors: tuple[float, ...]
    means: tuple[Vector, ...]
    _sigmas: tuple[Factored, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        require_model(self.classes, self.features, self.priors, self.means)
        for y, mu in zip(self.classes, self.means):
            require_finite(mu, f"the mean of class {y!r}")

    @classmethod
    def _statistics_of(cls, examples: Examples) -> ByClass[Label]:
        from textbook_ml.learning.statistics.by_class import (
            ByClass,
            require_numbers,
            require_rectangular,
        )
        from textbook_ml.learning.statistics.comoments import CoMoments
        from textbook_ml.learning.statistics.scatter import Scatter

        rows, labels, features = examples.rows, examples.labels, examples.features
        n = len(next(iter(rows), ()))
        require(
            n <= MOST_FEATURES,
            f"a covariance matrix is computed for at most {MOST_FEATURES:,} features, got {n:,}. "
            "Fix: drop columns, or use naive Bayes",
        )
        require_rectangular(rows, labels, n)
        try:
            if examples.whole and examples.weights is None:
                groups = by_class(rows, labels)
                sizes = {y: len(members) for y, members in groups.items()}
                return ByClass(sizes, {y: (Scatter.of(x),) for y, x in groups.items()})
            return ByClass.of([(row,) for row in rows], labels, [CoMoments], examples.weights)
        except (TextbookError, TypeError, AttributeError):
            require_numbers(rows, features)
            require_complete(rows, features, "a covariance")
            raise

    @classmethod
    def _estimated_from(cls, counted: Counted) -> Self:
        order, found = counted.classes, counted.statistics.summaries
        for y in order:
            require(y in found, f"class {y!r} has no examples, so it has no mean")
        parts: list[Any] = [found[y][0] for y in order]
        means: dict[Label, Any] = class_means(parts, order)
        mus = tuple(to_floats(means[y], f"the mean of class {y!r}") for y in order)
        names = feature_names(counted.features, len(mus[0]))
        covariance: Any = cls._covariance(parts, order, len(names))
        make: Callable[..., Self] = cls
        return make(order, names, tuple(map(float, counted.priors)), mus, covariance)

    @classmethod
    def _covariance(cls, parts: Sequence[Any], order: Sequence[Label], n: int) -> Any:
        """Return the covariance of `n` features, shared or one per class, from the co-moments."""
        raise NotImplementedError(f"{cls.__name__} must define _covariance(parts, order, n)")

    def log_terms(self, row: Row) -> dict[Label, list[float]]:
        """For each class ln P(y) and ln N(x; μ_y, Σ_y): all features together are one factor."""
        require_whole(row, self.features)
        parts = zip(self.classes, self.priors, self.means, self._sigmas)
        return {y: [safe_log(prior), mvn_log_pdf(row, mu, sigma)] for y, prior, mu, sigma in parts}

    def posterior(self, row: Row) -> dict[Label, float]:
        """P(y | x) for each class, from the densities; accurate also far from the means."""
        require_whole(row, self.features)
        y = self.classes
        priors, means, sigmas = zip(y, self.priors), zip(y, self.means), zip(y, self._sigmas)
        return quadratic_posterior(row, dict(priors), dict(means), dict(sigmas))

    def log_joint(self, row: Row) -> dict[Label, float]:
        """ln p(x, y) for each class."""
        return {y: fsum(terms) for y, terms in self.log_terms(row).items()}

    def sample(self, n: int, rng: Random) -> tuple[list[list[float]], list[Label]]:
        """New rows: first a class from the prior, then a vector from its normal distribution."""
        from textbook_ml.equations.discriminant import draw_normal

        places = rng.choices(range(len(self.classes)), self.priors, k=n)
        rows = [draw_normal(self.means[k], self._sigmas[k], rng) for k in places]
        return rows, [self.classes[k] for k in places]

    def names_of(self, row: Row) -> Iterable[tuple[str, Any]]:
        """Return the whole row as one feature, because the covariance connects all features."""
        return [(" and ".join(self.features), tuple(row))]


def to_floats(numbers: Sequence[Fraction], what: str) -> Vector:
    """Return exact numbers as floats. Raise TextbookError if one is too large for a float."""
    try:
        return tuple(map(float, numbers))
    except OverflowError:
        size = max(abs(x.numerator).bit_length() - x.denominator.bit_length() for x in numbers)
        raise TextbookError(
            f"{what} must be a float, but it is about 1e{int(size * log10(2))}. "
            "Fix: measure the features in a larger unit"
        ) from None


def float_matrix(rows: Sequence[Sequence[Fraction]], what: str) -> Matrix:
    """Return an exact matrix as floats.

    >>> float_matrix([[Fraction(1, 2)]], "the covariance")
    ((0.5,),)
    """
    return tuple(to_floats(row, what) for row in rows)


def factored(covariance: Matrix, features: Sequence[str], where: str = "all classes") -> Factored:
    """Return a factorised covariance. Raise TextbookError if it is not positive definite."""
    require_same_length(features=features, rows_of_the_covariance=covariance)
    try:
        return Factored(covariance)
    except TextbookError as error:
        names = ", ".join(features)
        raise TextbookError(f"the covariance of {names} in {where}: {error}") from None


def require_whole(row: Sequence[float | Fraction], features: Sequence[str]) -> None:
    """Raise TextbookError unless the row has a finite number for each feature."""
    require_same_length(values=row, features=features)
    if set(map(type, row)) == {float} and all(map(isfinite, row)):
        return
    for name, x in zip(features, row):
        if not is_number(x):
            raise TextbookError(
                f"feature {name!r} must be a finite number, got {quoted(x)}: this model needs "
                "complete rows"
            )
