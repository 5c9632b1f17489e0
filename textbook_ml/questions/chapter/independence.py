"""Questions on conditional independence: all probabilities are sums of powers of two.

Both sides of the independence test are therefore exact, whether a solution uses a product or a
quotient, == or a tolerance.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import product
from math import isclose, prod

from textbook_ml.equations.independence import (
    Values,
    conditional,
    factorises,
    is_conditionally_independent,
    marginal,
)
from textbook_ml.questions.framework.judge import Case, exactly
from textbook_ml.questions.framework.question import misconception, question
from textbook_ml.questions.framework.random_values import Draw

Joint = Mapping[Values, float]
Places = Sequence[int]

BITS = (0, 1)
FAIR_BITS = dict.fromkeys(product(BITS, BITS), 0.25)
EQUAL_BITS = {(0, 0): 0.5, (1, 1): 0.5}
EXCLUSIVE_OR = {(a, b, a ^ b): 0.25 for a, b in product(BITS, BITS)}
EQUAL_TO_THIRD_BIT = {(0, 0, 0): 0.5, (1, 1, 1): 0.5}  # dependent, but independent given the third
EQUAL_IF_THIRD_IS_0 = {(0, 0, 0): 0.25, (1, 1, 0): 0.25, **{(a, b, 1): 0.125 for a, b in FAIR_BITS}}


def bit_probabilities(draw: Draw) -> tuple[float, float]:
    """Return random probabilities of the two values of a bit."""
    p = draw.whole(1, 3) / 4
    return p, 1 - p


def independent_given_last(draw: Draw, n: int) -> dict[tuple[int, ...], float]:
    """Return a joint table of n bits that are independent given the last one."""
    p_z = bit_probabilities(draw)
    p_x = {z: [bit_probabilities(draw) for _ in range(n - 1)] for z in BITS}
    return {
        (*x, z): p_z[z] * prod(p[v] for p, v in zip(p_x[z], x)) for *x, z in product(BITS, repeat=n)
    }


def with_exclusive_or(draw: Draw) -> dict[tuple[int, ...], float]:
    """Return a joint table of two fair bits, their exclusive or, and an independent bit."""
    p_z = bit_probabilities(draw)
    return {(*bits, z): 0.25 * p_z[z] for bits, z in product(EXCLUSIVE_OR, BITS)}


def any_table(draw: Draw, n: int) -> dict[tuple[int, ...], float]:
    """Return a joint table of n bits with arbitrary dependence."""
    cells = list(product(BITS, repeat=n))
    return dict(zip(cells, draw.shuffled(draw.shares(len(cells)))))


@question(
    is_conditionally_independent,
    edges=[
        (FAIR_BITS, [0], [1], []),
        (EQUAL_BITS, [0], [1], []),
        (EQUAL_TO_THIRD_BIT, [0], [1], [2]),
        (EQUAL_TO_THIRD_BIT, [0], [1], []),
        (EXCLUSIVE_OR, [0], [1], []),
        (EXCLUSIVE_OR, [0], [1], [2]),
        (EXCLUSIVE_OR, [0], [1, 2], []),
        (EQUAL_IF_THIRD_IS_0, [0], [1], [2]),
    ],
    judge=exactly,
)
def _(draw: Draw) -> Case:
    joint = draw.of((independent_given_last, any_table, independent_given_last))(draw, 3)
    if draw.choose(4) == 3:
        return with_exclusive_or(draw), [0], [1, 2], [3]
    return joint, *draw.of((([0], [1], [2]), ([1], [0], []), ([0], [2], [1]), ([0], [1, 2], [])))


@misconception(
    is_conditionally_independent,
    "You ignore Z and test P(x, y) = P(x) P(y). Test it separately for each value of Z.",
)
def condition_forgotten(joint: Joint, x_at: Places, y_at: Places, z_at: Places) -> bool:
    return is_conditionally_independent(joint, x_at, y_at, [])


@misconception(
    is_conditionally_independent,
    "You test whether X, Y and Z are all independent. X and Y may each depend on Z.",
)
def all_three_independent(joint: Joint, x_at: Places, y_at: Places, z_at: Places) -> bool:
    places = [x_at, y_at, z_at]
    tables = [marginal(joint, at) for at in places]
    together = marginal(joint, [i for at in places for i in at])
    return all(
        isclose(together.get((*x, *y, *z), 0.0), tables[0][x] * tables[1][y] * tables[2][z])
        for x, y, z in product(*tables)
    )


@misconception(
    is_conditionally_independent,
    "You test one value of Z only. X and Y must be independent for every value of Z.",
)
def first_value_of_z(joint: Joint, x_at: Places, y_at: Places, z_at: Places) -> bool:
    first = next(iter(joint))
    known = {i: first[i] for i in z_at}
    n = len(first)
    within = conditional(joint, range(n), known)
    return is_conditionally_independent(within, x_at, y_at, [])


@misconception(
    is_conditionally_independent,
    "You compare P(x, y, z) with P(x, z) P(y, z). The left side "
    "needs the factor P(z): P(x, y, z) P(z).",
)
def p_z_forgotten(joint: Joint, x_at: Places, y_at: Places, z_at: Places) -> bool:
    p_xz, p_yz = marginal(joint, [*x_at, *z_at]), marginal(joint, [*y_at, *z_at])
    together = marginal(joint, [*x_at, *y_at, *z_at])
    return all(
        together.get((*x[: len(x_at)], *y), 0.0) == p_xz[x] * p_yz[y]
        for x, y in product(p_xz, p_yz)
        if x[len(x_at) :] == y[len(y_at) :]
    )


@misconception(
    is_conditionally_independent,
    "You test single variables in pairs. Test the whole sets X and Y together: with XOR, all "
    "pairs are independent but the sets are not.",
)
def one_by_one(joint: Joint, x_at: Places, y_at: Places, z_at: Places) -> bool:
    pairs = product(x_at, y_at)
    return all(is_conditionally_independent(joint, [i], [j], z_at) for i, j in pairs)


@question(
    factorises,
    edges=[
        ({(0,): 0.25, (1,): 0.75},),
        (FAIR_BITS,),
        (EQUAL_BITS,),
        ({(0, 0): 0.25, (0, 1): 0.75},),
        (EXCLUSIVE_OR,),
        ({(a, b, a): 0.25 for a, b in FAIR_BITS},),
        ({**FAIR_BITS, (1, 1): 0.0, (1, 2): 0.25},),
    ],
    judge=exactly,
)
def _(draw: Draw) -> Case:
    if draw.choose(2):
        return (any_table(draw, draw.whole(2, 3)),)
    bits = [bit_probabilities(draw) for _ in range(draw.whole(2, 4))]
    rows = product(BITS, repeat=len(bits))
    return ({x: prod(p[v] for p, v in zip(bits, x)) for x in rows},)


@misconception(
    factorises,
    "You test the features in pairs. All pairs can be independent although the three features are "
    "not (for example with XOR).",
)
def pairs_only(table: Joint) -> bool:
    width = len(next(iter(table)))
    pairs = ((i, j) for j in range(width) for i in range(j))
    return all(is_conditionally_independent(table, [i], [j], []) for i, j in pairs)


@misconception(
    factorises, "You test the first two features only. The product must include all n features."
)
def first_two_only(table: Joint) -> bool:
    return factorises(marginal(table, [0, 1][: len(next(iter(table)))]))


@misconception(factorises, "You test one row of the table only. The product must hold for every x.")
def one_row_only(table: Joint) -> bool:
    x = next(iter(table))
    factors = [marginal(table, [i])[(v,)] for i, v in enumerate(x)]
    return table[x] == prod(factors)


@misconception(
    factorises, "You count rows. P(xᵢ) is the sum of the probabilities of the rows that contain xᵢ."
)
def rows_counted(table: Joint) -> bool:
    counts = [Counter(column) for column in zip(*table)]
    shares = {x: prod(n[v] / len(table) for n, v in zip(counts, x)) for x in table}
    return all(isclose(p, shares[x]) for x, p in table.items())


@misconception(
    factorises,
    "You test whether all rows have the same probability. "
    "Independent features need not be uniform.",
)
def uniform(table: Joint) -> bool:
    return len(set(table.values())) == 1
