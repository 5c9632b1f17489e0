"""Section 2.1. Conditional independence, and Mitchell's weather.

    joint              a table {(a, b, c, …): probability} of several variables' values
    x_at, y_at, z_at   positions in those tuples: which variables play X, Y and Z
"""

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import prod

from textbook_ml.errors import require
from textbook_ml.numeric import Num, require_distribution, total
from textbook_ml.registry import equation

Values = tuple[Hashable, ...]
Joint = Mapping[Values, Num]


def marginal(joint: Joint[Num], positions: Sequence[int]) -> dict[Values, Num]:
    """The distribution of some of the variables: the others are summed out.

    >>> from fractions import Fraction as F
    >>> marginal({(0, 0): F(1, 2), (0, 1): F(1, 6), (1, 1): F(1, 3)}, [0])
    {(0,): Fraction(2, 3), (1,): Fraction(1, 3)}
    """
    require_distribution(joint, "the joint table")
    return _sums(joint, positions)


def _sums(joint: Joint[Num], positions: Sequence[int]) -> dict[Values, Num]:
    """The sum of the probabilities of all tuples that agree at some positions."""
    n_variables = {len(values) for values in joint}
    require(
        len(n_variables) == 1 and all(0 <= i < min(n_variables) for i in positions),
        f"positions {list(positions)} came for tuples of {sorted(n_variables)} variables: "
        "all tuples must be of one length, and positions count from 0",
    )
    groups: dict[Values, list[Num]] = {}
    for values, p in joint.items():
        groups.setdefault(tuple(values[i] for i in positions), []).append(p)
    return {values: total(ps) for values, ps in groups.items()}


def conditional(
    joint: Joint[Num], positions: Sequence[int], given: Mapping[int, Hashable]
) -> dict[Values, Num]:
    """The distribution of some of the variables when others are known.

    >>> weather = weather_joint()
    >>> conditional(weather, [0], given={1: True})[(True,)]      # P(Thunder | Rain)
    Fraction(81, 260)
    """
    p_given = marginal(joint, list(given)).get(tuple(given.values()))
    require(bool(p_given), f"nothing in the table has {dict(given)}: one cannot condition on it")
    kept = {v: p for v, p in joint.items() if all(v[i] == x for i, x in given.items())}
    condition = total(kept.values())
    return {values: p / condition for values, p in _sums(kept, positions).items()}


@equation("mitchell-s2.1-ci", "mitchell-s2.1-sets", "ng-nb-assumption", "gwansiu-1")
def is_conditionally_independent(
    joint: Joint[Num], x_at: Sequence[int], y_at: Sequence[int], z_at: Sequence[int]
) -> bool:
    """Whether X is independent of Y once Z is known; each may be a set of variables.

        P(x | y, z) = P(x | z)   for all x, y, z

    Tested without division, as P(x, y, z) P(z) = P(x, z) P(y, z), which also settles the
    cases of probability zero. With floats the two sides must agree to the last bit: give
    Fractions.

    >>> thunder, rain, lightning = [0], [1], [2]
    >>> is_conditionally_independent(weather_joint(), thunder, rain, lightning)
    True
    >>> is_conditionally_independent(weather_joint(), thunder, rain, [])
    False
    """
    p_z, p_xz, p_yz = (marginal(joint, v) for v in (z_at, [*x_at, *z_at], [*y_at, *z_at]))
    p_xyz = marginal(joint, [*x_at, *y_at, *z_at])
    for x_z, y_z in product(p_xz, p_yz):
        x, z = x_z[: len(x_at)], x_z[len(x_at) :]
        y = y_z[: len(y_at)]
        if y_z[len(y_at) :] == z:
            together = p_xyz.get(x + y + z, p_z[z] - p_z[z])
            if together * p_z[z] != p_xz[x_z] * p_yz[y_z]:
                return False
    return True


@equation("mitchell-s2.2-assumption", "sontag-nb-given")
def factorises(table: Joint[Num]) -> bool:
    """The naive Bayes assumption: P(x₁ … xₙ | y), for one class y, is a product.

        P(x₁ … xₙ | y) = Πᵢ P(xᵢ | y)   for all x

    Pairwise independence is not enough: let the third bit be the exclusive or of two coins.

    >>> quarter = Fraction(1, 4)
    >>> factorises({(a, b, a ^ b): quarter for a in (0, 1) for b in (0, 1)})
    False
    >>> factorises({(a, b): quarter for a in (0, 1) for b in (0, 1)})
    True
    """
    require_distribution(table, "the table P(x | y)")
    width = len(next(iter(table)))
    margins = [marginal(table, [i]) for i in range(width)]
    for x in product(*([v for (v,) in m] for m in margins)):
        expected = prod([m[(v,)] for m, v in zip(margins, x)])
        if table.get(x, expected - expected) != expected:
            return False
    return True


@equation("mitchell-s2.1-weather")
def weather_joint() -> dict[Values, Fraction]:
    """Thunder, Rain, Lightning: rain tells of thunder, until one has seen the lightning.

        P(T | R, L) = P(T | L)   although   P(T | R) ≠ P(T)

    The text gives no numbers; these are ours: lightning one day in ten; thunder with
    probability 9/10 under lightning and 1/20 without; rain with 4/5 and 1/5.

    >>> weather = weather_joint()
    >>> marginal(weather, [0])[(True,)]                               # P(T)
    Fraction(27, 200)
    >>> conditional(weather, [0], given={1: True, 2: True})[(True,)]  # P(T | R, L)
    Fraction(9, 10)
    >>> conditional(weather, [0], given={2: True})[(True,)]           # P(T | L)
    Fraction(9, 10)
    """
    p_lightning = Fraction(1, 10)
    p_thunder = {True: Fraction(9, 10), False: Fraction(1, 20)}
    p_rain = {True: Fraction(4, 5), False: Fraction(1, 5)}
    return {
        (t, r, l): (p_lightning if l else 1 - p_lightning)
        * (p_thunder[l] if t else 1 - p_thunder[l])
        * (p_rain[l] if r else 1 - p_rain[l])
        for t, r, l in product((True, False), repeat=3)
    }
