"""Models that violate an assumption are distributions with the stated properties."""

from decimal import Decimal, localcontext
from fractions import Fraction as F
from itertools import product

import pytest

from textbook_ml.study.derivations import (
    bayes_to_naive_bayes,
    boolean_to_logistic,
    chain_rule,
    gnb_to_logistic,
)
from textbook_ml.study.derivations._numbers import CONTEXT, agree

THETA = (F(1, 2), F(2, 5), F(1, 2))
TIE = F(1, 20)
TABLES = {
    "bayes-to-naive-bayes": {
        x: bayes_to_naive_bayes.likelihood(x, THETA, TIE) for x in product((0, 1), repeat=3)
    },
    "boolean-to-logistic": {
        x: boolean_to_logistic.likelihood(x, THETA, F(0), TIE) for x in product((0, 1), repeat=3)
    },
    "chain-rule": chain_rule.table(THETA, TIE),
}


@pytest.mark.parametrize("name", TABLES)
def test_tied_features_are_pairwise_independent(name: str) -> None:
    """The probabilities sum to 1, each pair of features is independent, and the three are not."""
    table = TABLES[name]
    assert sum(table.values()) == 1
    for i, j in ((0, 1), (0, 2), (1, 2)):
        both = sum(p for x, p in table.items() if x[i] == x[j] == 1)
        assert both == THETA[i] * THETA[j]
    assert table[1, 1, 1] != THETA[0] * THETA[1] * THETA[2]


def test_three_values_have_probabilities() -> None:
    """The values 0, 1 and 2 of a feature have probabilities that sum to 1."""
    assert [boolean_to_logistic.factor(v, F(1, 2), F(1, 3)) for v in (0, 1, 2)] == [
        F(1, 6),
        F(1, 2),
        F(1, 3),
    ]


@pytest.mark.parametrize("shape", ["gaussian", "double-exponential"])
def test_tied_densities_have_the_same_marginals(shape: str) -> None:
    """Mirror one feature at its mean: the mean of both densities is the independent density."""
    mu, sigma2 = (Decimal(1), Decimal(0), Decimal(-1)), (Decimal(1), Decimal(2), Decimal(3))
    x, mirrored = (Decimal(2), Decimal(1), Decimal(0)), (Decimal(0), Decimal(1), Decimal(0))
    with localcontext(CONTEXT):
        independent = gnb_to_logistic.density(x, mu, sigma2, shape)
        tied = gnb_to_logistic.density(x, mu, sigma2, shape, Decimal("0.5"))
        other = gnb_to_logistic.density(mirrored, mu, sigma2, shape, Decimal("0.5"))
        assert agree(tied, independent * 3 / 2)
        assert agree(other, independent / 2)
