"""Every distribution: accurate terms, and the methods that a module must define."""

from collections.abc import Callable
from decimal import Decimal, localcontext
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.oracle import SIXTY
from textbook_ml.core.errors import TextbookError
from textbook_ml.data.table import Dataset
from textbook_ml.embedding.ir.program import Column
from textbook_ml.models.catalogue import recipe
from textbook_ml.models.distribution import Distribution
from textbook_ml.models.exponential_naive_bayes import Exponential
from textbook_ml.models.gaussian_naive_bayes import Gaussian
from textbook_ml.models.laplace_naive_bayes import Laplace
from textbook_ml.models.poisson_naive_bayes import Poisson

D = Decimal


def gaussian(x: Decimal, mu: Decimal, sigma2: Decimal) -> Decimal:
    """Log density ln N(x; μ, σ²) without the constant −½ ln 2π."""
    return -sigma2.ln() / 2 - (x - mu) * (x - mu) / (2 * sigma2)


def laplace(x: Decimal, mu: Decimal, b: Decimal) -> Decimal:
    """Log density of the Laplace distribution without the constant −ln 2."""
    return -b.ln() - abs(x - mu) / b


def poisson(x: Decimal, rate: Decimal) -> Decimal:
    """Log probability of the Poisson distribution without −ln x!."""
    return x * rate.ln() - rate


def exponential(x: Decimal, rate: Decimal) -> Decimal:
    """Log density of the exponential distribution."""
    return rate.ln() - rate * x


FAMILIES: list[tuple[type[Distribution], Callable[..., Decimal]]] = [
    (Gaussian, gaussian),
    (Laplace, laplace),
    (Poisson, poisson),
    (Exponential, exponential),
]


@pytest.mark.parametrize(("family", "log_p"), FAMILIES, ids=lambda one: one.__name__)
@given(
    x=st.one_of(st.integers(0, 10**6), st.sampled_from([10**9, 10**12, 10**15])),
    parameters=st.tuples(st.floats(0.5, 50.0), st.floats(0.5, 50.0)),
    change=st.sampled_from([1e-6, 1e-9, 1e-12, 2.0**-50]),
)
def test_log_odds_of_similar_classes_are_accurate_for_large_values(
    family: Any, log_p: Callable[..., Decimal], x: int, parameters: Any, change: float
) -> None:
    """The relative error of the difference of terms is at most 1e-12, however large x is."""
    n = len(family.__dataclass_fields__)
    one = parameters[:n]
    other = (one[0] * (1 + change), *one[1:])
    terms = [
        sum(map(Fraction, family.precise_log_terms(x, *theta)), Fraction(0))
        for theta in (one, other)
    ]
    found = terms[0] - terms[1]
    with localcontext(SIXTY):
        a, b = (log_p(D(x), *map(D, theta)) for theta in (one, other))
        truth = a - b
        error = abs(D(found.numerator) / D(found.denominator) - truth)
        assert error <= D("1e-12") + D("1e-15") * abs(truth)


def test_an_incomplete_distribution_names_the_missing_method() -> None:
    """The error names the class and the method."""
    calls: dict[str, Callable[[], object]] = {
        "check": lambda: Distribution.check(1.0),
        "from_sample": lambda: Distribution.from_sample([1.0]),
        "tables": lambda: Distribution.tables([1.0]),
        "probability": lambda: Distribution.probability(1, 1.0),
        "precise_log_terms": lambda: Distribution.precise_log_terms(1.0, 1.0),
        "draw": lambda: Distribution.draw(Random(0), 1.0),
    }
    for method, call in calls.items():
        with pytest.raises(NotImplementedError, match=f"Distribution must define {method}"):
            call()


def test_exponential_naive_bayes_rejects_negative_columns() -> None:
    """The errors of `models` and `fit` name the negative value; zero is allowed."""
    one = recipe("exponential-nb")
    data = Dataset(((1.0,), (0.0,), (-1.5,)), ("a", "a", "b"), ("wait",), ("continuous",), "class")
    with pytest.raises(TextbookError, match=r"example 3, column 'wait'.*at least 0, got -1\.5"):
        one.parameters(data)
    assert one.rows(Dataset(((0.0,),), ("a",), ("wait",), ("continuous",), "class")) == [(0.0,)]


def test_an_exported_exponential_feature_rejects_negative_numbers() -> None:
    """In the exported model 0 and 0.5 are valid, and −0.5 is rejected."""
    column = Column("wait", Exponential.column)
    assert column.number(0.5) == 0.5 and column.number(0) == 0.0
    with pytest.raises(TextbookError, match=r"'wait' must be at least 0, got -0\.5"):
        column.number(-0.5)
