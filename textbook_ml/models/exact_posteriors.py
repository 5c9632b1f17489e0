"""Naive Bayes with exact posteriors: the base class of the models of discrete features."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, TypeVar

from textbook_ml.equations.bayes import most_probable, naive_bayes_posterior
from textbook_ml.models.naive_bayes import NaiveBayes
from textbook_ml.models.protocols import near_tie

Label = TypeVar("Label", bound=Hashable)
Row = Any


@dataclass(frozen=True, slots=True, repr=False, init=False, eq=False)
class ExactNaiveBayes(NaiveBayes[Label], Generic[Label]):
    """Naive Bayes whose probabilities are Fractions: posteriors can be exact."""

    priors: tuple[Fraction, ...]  # type: ignore[assignment]  # Fractions act as floats do

    def exact_posterior(self, row: Row) -> dict[Label, Fraction]:
        """P(y | x) as Fractions that sum to exactly one, by (2).

        >>> from textbook_ml.models.categorical_naive_bayes import CategoricalNaiveBayes
        >>> nb = CategoricalNaiveBayes.fit([["a"], ["b"], ["b"]], [1, 1, 0])
        >>> nb.exact_posterior(["b"])
        {1: Fraction(1, 2), 0: Fraction(1, 2)}
        """
        values = self._row_values(row)
        factors = {}
        for k, y in enumerate(self.classes):
            parts = zip(values, self._families_and_parameters(k))
            factors[y] = [f.probability(x, *theta) for x, (f, theta) in parts if x is not None]
        return naive_bayes_posterior(dict(zip(self.classes, self.priors)), factors)

    def classify(self, row: Row) -> Label:
        """Return the most probable label; of tied labels, the first of `classes`.

        Posteriors that differ by little are compared as Fractions, because rounding may have made
        equal ones different.
        """
        posterior = self.posterior(row)
        counts = self.family.text == "counts"  # the powers of large counts would take too long
        if near_tie(list(posterior.values())) and not counts:
            return most_probable(self.exact_posterior(row))
        return most_probable(posterior)


def largest_gaps(
    n: int, features: Iterable[str], first: Iterable[float], second: Iterable[float]
) -> list[tuple[str, float]]:
    """Return the n features whose log probabilities differ most, with second − first.

    >>> largest_gaps(1, ["buy", "exam"], [-1.0, -2.0], [-3.0, -2.5])
    [('buy', -2.0)]
    """
    scored = [(name, 0.0 if a == b else b - a) for name, a, b in zip(features, first, second)]
    return sorted(scored, key=lambda item: -abs(item[1]))[:n]
