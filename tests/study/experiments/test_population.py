"""Tests of populations and of drawing examples from them."""

from fractions import Fraction as F
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from textbook_ml.study.experiments._population import as_table, boolean_population, drawn

shares = st.fractions(F(1, 10), F(9, 10), max_denominator=10)


class EvenNumbers(Random):
    """A fake random generator that returns 1/2n, 3/2n, 5/2n, …, each once."""

    def __init__(self, n: int) -> None:
        super().__init__(0)
        self.numbers = iter([(2 * k + 1) / (2 * n) for k in range(n)])

    def random(self) -> float:
        """The next number."""
        return next(self.numbers)


@given(shares, st.lists(st.tuples(shares, shares), min_size=1, max_size=3))
def test_a_boolean_population_has_its_prior_and_parameters(p1: F, pairs: list[tuple[F, F]]) -> None:
    """All probabilities sum to 1, those of class 1 to its prior, those with xᵢ = 1 to P(y) θᵢ."""
    theta1, theta0 = [a for a, _ in pairs], [b for _, b in pairs]
    population = boolean_population(p1, theta1, theta0)
    assert sum(population.values()) == 1
    assert sum(p for (_, y), p in population.items() if y) == p1
    for i, (a, b) in enumerate(pairs):
        assert sum(p for (x, y), p in population.items() if y and x[i]) == p1 * a
        assert sum(p for (x, y), p in population.items() if not y and x[i]) == (1 - p1) * b


def test_evenly_spaced_random_numbers_give_the_exact_frequencies() -> None:
    """A thousand draws give each case its exact frequency."""
    population = boolean_population(0.4, [0.7, 0.5], [0.2, 0.5])
    counts = drawn(EvenNumbers(1000), population, m=1000)
    assert counts == {case: round(1000 * p) for case, p in population.items()}


def test_impossible_cases_are_never_drawn() -> None:
    """A case of probability one is always drawn."""
    counts = drawn(Random(0), {((0,), 0): 0.0, ((1,), 0): 1.0, ((1,), 1): 0.0}, m=50)
    assert counts == {((1,), 0): 50}


def test_draws_depend_on_the_seed_alone() -> None:
    """Same seed, same counts, in the same order."""
    population = boolean_population(0.5, [0.6] * 3, [0.4] * 3)
    first, again = (list(drawn(Random(7), population, 40).items()) for _ in range(2))
    assert first == again
    assert sum(n for _, n in first) == 40


def test_a_table_has_the_order_of_the_counts() -> None:
    """Rows, labels and counts are in the order of the mapping."""
    assert as_table({((1, 0), 1): 2, ((0, 0), 0): 1}) == ([(1, 0), (0, 0)], [1, 0], [2, 1])
