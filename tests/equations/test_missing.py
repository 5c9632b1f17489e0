"""Missing attributes: omitting a factor equals summing it out; estimates from observed values."""

from collections.abc import Callable
from fractions import Fraction
from fractions import Fraction as F

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textbook_ml.core.errors import TextbookError
from textbook_ml.equations.bayes import bayes_rule
from textbook_ml.equations.missing import observed_likelihood, summed_likelihood, theta_observed
from textbook_ml.equations.smoothing import theta_mle

Tables = list[dict[str, Fraction]]
Row = list[str | None]

columns = st.lists(st.sampled_from(["a", "b", "c", None]), min_size=1, max_size=9)


@st.composite
def rows_with_tables(draw: st.DrawFn) -> tuple[Row, Tables]:
    """A row in which any attribute may be missing, and P(Xᵢ | y) for each attribute."""
    counts = st.dictionaries(st.sampled_from("abc"), st.integers(0, 5), min_size=1, max_size=3)
    drawn = draw(st.lists(counts.filter(lambda c: sum(c.values()) > 0), min_size=1, max_size=4))
    tables = [{v: F(n, sum(c.values())) for v, n in c.items()} for c in drawn]
    return [draw(st.sampled_from([*table, None])) for table in tables], tables


def tosses(*heads: Fraction) -> Tables:
    """P(Xᵢ | y) of tosses that are heads with the given probabilities."""
    return [{"H": p, "T": 1 - p} for p in heads]


@given(rows_with_tables())
def test_omitting_a_factor_equals_summing_it_out(case: tuple[Row, Tables]) -> None:
    """The product without the missing factors equals the sum over all their values, exactly."""
    x, tables = case
    assert observed_likelihood(x, tables) == summed_likelihood(x, tables)


@given(rows_with_tables(), st.data())
def test_one_attribute_can_be_summed_out_at_a_time(
    case: tuple[Row, Tables], data: st.DataObject
) -> None:
    """The likelihoods with each value of one missing attribute sum to that without it."""
    x, tables = case
    i = data.draw(st.integers(0, len(x) - 1))
    filled = [observed_likelihood([*x[:i], v, *x[i + 1 :]], tables) for v in tables[i]]
    assert sum(filled) == observed_likelihood([*x[:i], None, *x[i + 1 :]], tables)


@given(rows_with_tables())
def test_the_likelihood_is_the_product_of_observed_factors(case: tuple[Row, Tables]) -> None:
    """One factor for each observed attribute; if none is observed the likelihood is 1."""
    x, tables = case
    expected = F(1)
    for v, table in zip(x, tables):
        expected *= 1 if v is None else table[v]
    assert observed_likelihood(x, tables) == expected
    assert observed_likelihood([None for _ in x], tables) == 1


@pytest.mark.parametrize("likelihood", [observed_likelihood, summed_likelihood])
def test_three_tosses_worked_by_hand(
    likelihood: Callable[[Row, Tables], Fraction],
) -> None:
    """P(H, ?, T) is 1/4 if P(H) = 1/2, and 1/2 if P(H) is 2/3, 1/5 and 1/4."""
    assert likelihood(["H", None, "T"], tosses(F(1, 2), F(1, 2), F(1, 2))) == F(1, 4)
    assert likelihood(["H", None, "T"], tosses(F(2, 3), F(1, 5), F(1, 4))) == F(1, 2)


def test_the_posterior_uses_observed_attributes_only() -> None:
    """Likelihoods 3/8 and 1/6 with priors 1/3 and 2/3 give 9/17; without attributes, the prior."""
    tables = {1: tosses(F(3, 4), F(1, 5), F(1, 2)), 0: tosses(F(1, 2), F(2, 3), F(2, 3))}
    prior = {1: F(1, 3), 0: F(2, 3)}
    seen: Row = ["H", None, "T"]
    likelihood = {y: observed_likelihood(seen, tables[y]) for y in prior}
    assert likelihood == {1: F(3, 8), 0: F(1, 6)}
    assert bayes_rule(prior, likelihood)[1] == F(9, 17)
    nothing: Row = [None, None, None]
    assert bayes_rule(prior, {y: observed_likelihood(nothing, tables[y]) for y in prior}) == prior


def test_float_tables_agree_when_the_probabilities_are_exact() -> None:
    """Multiples of 1/8 are not rounded as floats, so both methods agree exactly."""
    tables = [{"H": 0.125, "T": 0.875}, {"H": 0.5, "T": 0.5}, {"H": 0.75, "T": 0.25}]
    assert observed_likelihood(["T", None, "H"], tables) == 0.875 * 0.75
    assert summed_likelihood(["T", None, "H"], tables) == 0.875 * 0.75


@given(columns)
def test_frequencies_among_the_observed_sum_to_one(column: list[str | None]) -> None:
    """Frequencies among observed values sum to 1; among all examples only if none is missing."""
    observed = [v for v in column if v is not None]
    if observed:
        assert sum(theta_observed(column, v) for v in "abc") == 1
        by_class = sum(theta_mle(column.count(v), len(column)) for v in "abc")
        assert (by_class == 1) == (None not in column)


@given(st.lists(st.sampled_from("abc"), min_size=1, max_size=9), st.integers(0, 3))
def test_without_missing_values_the_estimate_is_the_frequency(column: list[str], gaps: int) -> None:
    """Sontag's estimate is Mitchell's (6) if no value is missing; missing rows are ignored."""
    with_gaps: Row = [*column, *[None] * gaps]
    for v in "abc":
        assert theta_observed(with_gaps, v) == theta_mle(column.count(v), len(column))


def test_the_two_denominators_worked_by_hand() -> None:
    """In 1, 0, ?, 1 two of the three observed values are 1, and two of all four."""
    assert theta_observed([1, 0, None, 1], 1) == F(2, 3)
    assert theta_mle(2, 4) == F(1, 2)


@pytest.mark.parametrize("likelihood", [observed_likelihood, summed_likelihood])
@pytest.mark.parametrize(
    ("x", "tables", "words"),
    [
        ([], [], "at least one feature, got none"),
        (["H"], [], "1 feature and 0 tables"),
        ([None], [{"H": 0.5}], "sums to 0.5"),
        ([None], [{}], "feature 0 is empty"),
        (["H", "X"], [{"H": 1.0}, {"H": 1.0}], "feature 1 must be one of .*, got 'X'"),
        (["H"], [{"H": -0.5, "T": 1.5}], r"in \[0, 1\]"),
        (["H", "H"], [{"H": 1e-200, "T": 1.0}] * 2, "smaller than any float"),
    ],
)
def test_likelihoods_of_invalid_tables_are_errors(
    likelihood: Callable[..., object], x: Row, tables: list[dict[str, float]], words: str
) -> None:
    """Tables that are not distributions, unknown values, and products that underflow."""
    with pytest.raises(TextbookError, match=words):
        likelihood(x, tables)


@pytest.mark.parametrize("column", [[], [None], [None, None]])
def test_a_frequency_without_observed_values_is_an_error(column: list[str | None]) -> None:
    """If every value is missing, the estimate would be 0/0."""
    with pytest.raises(TextbookError, match="missing in every example"):
        theta_observed(column, "a")
