"""Conditional independence, decided exactly."""

from collections.abc import Callable, Hashable
from fractions import Fraction
from itertools import combinations, product
from math import nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textbook_ml.core.errors import TextbookError
from textbook_ml.equations.independence import (
    conditional,
    factorises,
    is_conditionally_independent,
    marginal,
    weather_joint,
)

Values = tuple[Hashable, ...]
Table = dict[Values, Fraction]

XOR: Table = {(a, b, a ^ b): Fraction(1, 4) for a in (0, 1) for b in (0, 1)}
THUNDER, RAIN, LIGHTNING = [0], [1], [2]


def normalised(weights: list[int]) -> list[Fraction]:
    """Weights divided by their sum."""
    return [Fraction(w, sum(weights)) for w in weights]


def distributions(size: int) -> st.SearchStrategy[list[Fraction]]:
    """Distributions over `size` values, all with positive probability."""
    return st.lists(st.integers(1, 9), min_size=size, max_size=size).map(normalised)


def tables(width: int) -> st.SearchStrategy[Table]:
    """Any joint distribution of `width` Boolean variables; some cases may have probability 0."""
    cells = list(product((0, 1), repeat=width))
    weights = st.lists(st.integers(0, 4), min_size=len(cells), max_size=len(cells))
    return weights.filter(any).map(lambda ws: dict(zip(cells, normalised(ws))))


@st.composite
def forks(draw: st.DrawFn) -> Table:
    """P(x, y, z) = P(z) P(x | z) P(y | z): X and Y are independent given Z by construction."""
    p_z = draw(distributions(2))
    p_x, p_y = ([draw(distributions(n)) for _ in p_z] for n in (2, 3))
    return {
        (x, y, z): p_z[z] * p_x[z][x] * p_y[z][y]
        for x, y, z in product(range(2), range(3), range(2))
    }


def independent_by_definition(joint: Table, xs: list[int], ys: list[int], zs: list[int]) -> bool:
    """P(x | y, z) = P(x | z) for all x and all possible y and z: Mitchell's definition."""
    for yz, p_yz in marginal(joint, [*ys, *zs]).items():
        if p_yz > 0:
            known = dict(zip([*ys, *zs], yz))
            given_z = {i: v for i, v in known.items() if i in zs}
            if conditional(joint, xs, known).items() - conditional(joint, xs, given_z).items():
                return False
    return True


@given(tables(3))
def test_marginals_are_consistent(joint: Table) -> None:
    """A marginal sums to 1, and removing variables in two steps or in one is the same."""
    assert marginal(joint, [0, 1, 2]) == joint
    assert marginal(joint, []) == {(): 1}
    assert marginal(marginal(joint, [0, 2]), [1]) == marginal(joint, [2])
    assert {(b, a): p for (a, b), p in marginal(joint, [0, 1]).items()} == marginal(joint, [1, 0])


@given(tables(3))
def test_the_chain_rule_holds_for_every_distribution(joint: Table) -> None:
    """P(x | z) P(z) = P(x, z), without any assumption."""
    for (z,), p_z in marginal(joint, [2]).items():
        if p_z > 0:
            given_z = conditional(joint, [0, 1], given={2: z})
            assert sum(given_z.values()) == 1
            assert all(p * p_z == joint[(*xy, z)] for xy, p in given_z.items())


def test_conditioning_on_probability_zero_is_an_error() -> None:
    """The condition may not be an unknown value or a value of probability 0."""
    with pytest.raises(TextbookError, match="the condition {1: 'snow'} has probability 0"):
        conditional(weather_joint(), [0], given={1: "snow"})
    with pytest.raises(TextbookError, match="the condition {1: 1} has probability 0"):
        conditional({(0, 0): Fraction(1), (1, 1): Fraction(0)}, [0], given={1: 1})


@given(forks())
def test_a_fork_is_conditionally_independent(joint: Table) -> None:
    """A table P(z) P(x | z) P(y | z) is independent, for X given Y and for Y given X."""
    assert is_conditionally_independent(joint, [0], [1], [2])
    assert is_conditionally_independent(joint, [1], [0], [2])


@given(forks(), st.integers(1, 50))
def test_moving_probability_makes_variables_dependent(joint: Table, parts: int) -> None:
    """A small probability moved from one cell to the next is detected."""
    moved = min(joint.values()) / (parts + 1)
    broken = joint | {(0, 0, 0): joint[0, 0, 0] - moved, (1, 0, 0): joint[1, 0, 0] + moved}
    assert not is_conditionally_independent(broken, [0], [1], [2])


@given(tables(3) | forks())
def test_the_test_without_division_agrees_with_the_definition(joint: Table) -> None:
    """P(x, y, z) P(z) = P(x, z) P(y, z) is equivalent to P(x | y, z) = P(x | z)."""
    answer = is_conditionally_independent(joint, [0], [1], [2])
    assert answer == independent_by_definition(joint, [0], [1], [2])
    assert answer == is_conditionally_independent(joint, [1], [0], [2])


@given(tables(3) | forks())
def test_names_and_positions_of_values_do_not_matter(joint: Table) -> None:
    """Renamed values and permuted variables give the same result."""
    answer = is_conditionally_independent(joint, [0], [1], [2])
    named: Table = {(f"z{z}", (x,), f"y{y}"): p for (x, y, z), p in joint.items()}
    assert is_conditionally_independent(named, [1], [2], [0]) == answer


@given(tables(2))
def test_a_constant_condition_has_no_effect(joint: Table) -> None:
    """Given a constant Z, conditional independence is ordinary independence."""
    p_x, p_y = marginal(joint, [0]), marginal(joint, [1])
    ordinary = all(joint[x, y] == p_x[(x,)] * p_y[(y,)] for x, y in joint)
    constant: Table = {(x, y, "always"): p for (x, y), p in joint.items()}
    assert is_conditionally_independent(constant, [0], [1], [2]) == ordinary
    assert is_conditionally_independent(joint, [0], [1], []) == ordinary


@given(tables(4))
def test_independence_of_sets_implies_independence_of_members(joint: Table) -> None:
    """{A, B} ⊥ {C, D} implies A ⊥ C, but not the other way round."""
    if is_conditionally_independent(joint, [0, 1], [2, 3], []):
        for a, c in product((0, 1), (2, 3)):
            assert is_conditionally_independent(joint, [a], [c], [])


def test_an_exclusive_or_is_independent_of_each_input_but_not_of_both() -> None:
    """C = A xor B is independent of A and of B, but determined by the set {A, B}."""
    assert is_conditionally_independent(XOR, [0], [2], [])
    assert is_conditionally_independent(XOR, [1], [2], [])
    assert not is_conditionally_independent(XOR, [0, 1], [2], [])
    assert not is_conditionally_independent(XOR, [0], [1], [2])


def test_an_impossible_combination_makes_variables_dependent() -> None:
    """A cell that is missing from the table has probability 0."""
    half = Fraction(1, 2)
    assert not is_conditionally_independent({(0, 0): half, (1, 1): half}, [0], [1], [])
    assert is_conditionally_independent({(0, 0): half, (0, 1): half}, [0], [1], [])


def test_mixing_two_classes_makes_words_dependent() -> None:
    """P(buy) = 9/20 but P(buy | price) = 7/10, although they are independent in each class."""
    p_buy, p_price = ({1: Fraction(p, 10), 0: Fraction(1, 10)} for p in (8, 6))
    joint: Table = {
        (a, b, y): (p_buy[y] if a else 1 - p_buy[y]) * (p_price[y] if b else 1 - p_price[y]) / 2
        for a, b, y in product((0, 1), repeat=3)
    }
    assert marginal(joint, [0])[(1,)] == Fraction(9, 20)
    assert conditional(joint, [0], given={1: 1})[(1,)] == Fraction(7, 10)
    assert conditional(joint, [0], given={2: 1})[(1,)] == Fraction(4, 5)
    assert is_conditionally_independent(joint, [0], [1], [2])
    assert not is_conditionally_independent(joint, [0], [1], [])


def test_thunder_is_independent_of_rain_only_given_lightning() -> None:
    """P(T) = 27/200 and P(T | R) = 81/260, but P(T | R, L) = P(T | L) = 9/10."""
    weather = weather_joint()
    thunder = (True,)
    assert sum(weather.values()) == 1 and len(weather) == 8
    assert marginal(weather, THUNDER)[thunder] == Fraction(27, 200)
    assert conditional(weather, THUNDER, given={1: True})[thunder] == Fraction(81, 260)
    assert conditional(weather, THUNDER, given={1: True, 2: True})[thunder] == Fraction(9, 10)
    assert conditional(weather, THUNDER, given={2: True})[thunder] == Fraction(9, 10)
    assert is_conditionally_independent(weather, THUNDER, RAIN, LIGHTNING)
    assert not is_conditionally_independent(weather, THUNDER, RAIN, [])
    assert not is_conditionally_independent(weather, THUNDER, LIGHTNING, RAIN)


@given(st.lists(distributions(2) | distributions(3), min_size=1, max_size=3))
def test_a_product_of_margins_factorises(margins: list[list[Fraction]]) -> None:
    """A table constructed as P(x₁ … xₙ | y) = Π P(xᵢ | y) is found to factorise."""
    table: Table = {(): Fraction(1)}
    for margin in margins:
        table = {(*x, v): p * q for x, p in table.items() for v, q in enumerate(margin)}
    assert factorises(table)
    if len(margins) > 1:
        moved = min(table.values()) / 2
        corner, neighbour = (0,) * len(margins), (1,) + (0,) * (len(margins) - 1)
        assert not factorises(
            table | {corner: table[corner] - moved, neighbour: table[neighbour] + moved}
        )


@given(tables(3))
def test_factorising_is_independence_of_each_from_all_the_others(table: Table) -> None:
    """The naive Bayes assumption is mutual independence: each Xᵢ of every set of others."""
    mutual = all(
        is_conditionally_independent(table, [i], list(others), [])
        for i in range(3)
        for size in (1, 2)
        for others in combinations([j for j in range(3) if j != i], size)
    )
    assert factorises(table) == mutual


def test_pairwise_independence_is_not_enough() -> None:
    """With exclusive or, (1, 1, 1) has probability 0; the product of the marginals is 1/8."""
    assert all(is_conditionally_independent(XOR, [i], [j], []) for i, j in ((0, 1), (0, 2), (1, 2)))
    assert not factorises(XOR)


def test_two_dependent_features_do_not_factorise() -> None:
    """P(1, 1 | y) = 1/6, but the product of the marginals is 1/3 · 1/3 = 1/9."""
    sixth = Fraction(1, 6)
    table: Table = {(0, 0): Fraction(1, 2), (0, 1): sixth, (1, 0): sixth, (1, 1): sixth}
    assert marginal(table, [0])[(1,)] * marginal(table, [1])[(1,)] == Fraction(1, 9)
    assert not factorises(table)


def independence_of_two(table: dict[Values, float]) -> bool:
    """Whether the first variable is independent of the second."""
    return is_conditionally_independent(table, [0], [1], [])


@pytest.mark.parametrize("function", [factorises, independence_of_two])
@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({}, "is empty"),
        ({(0, 0): 0.5, (1, 1): 0.25}, "sums to 0.75"),
        ({(0, 0): 1.5, (1, 1): -0.5}, "the probability 1.5"),
        ({(0, 0): nan, (1, 1): 1.0}, "the probability nan"),
    ],
)
def test_a_table_that_is_not_a_distribution_is_an_error(
    function: Callable[[dict[Values, float]], bool], table: dict[Values, float], message: str
) -> None:
    """Marginals and independence are defined only for a distribution."""
    with pytest.raises(TextbookError, match=message):
        function(table)


@pytest.mark.parametrize(
    "call",
    [
        lambda: factorises({(0, 1): 0.5, (0,): 0.5}),
        lambda: marginal({(0, 1): 0.5, (0,): 0.5}, [1]),
        lambda: is_conditionally_independent({(0, 1): 1.0}, [0], [2], []),
        lambda: conditional({(0, 1): 1.0}, [0], given={2: 0}),
    ],
)
def test_a_variable_that_is_not_in_the_table_is_an_error(call: Callable[[], object]) -> None:
    """Every row of the table has a value for each requested variable."""
    with pytest.raises(TextbookError, match="positions must be from 0 to n − 1"):
        call()
