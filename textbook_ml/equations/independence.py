"""Section 2.1. Conditional independence, and Mitchell's weather.

joint              a table {(a, b, c, …): probability} of several variables' values
x_at, y_at, z_at   positions of the variables X, Y and Z in those tuples
"""

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import prod

from textbook_ml.core.errors import number_text, require
from textbook_ml.core.numeric import Num, ratio, require_distribution, require_whole, total
from textbook_ml.sources.registry import equation

Values = tuple[Hashable, ...]
Joint = Mapping[Values, Num]


def marginal(joint: Joint[Num], positions: Sequence[int]) -> dict[Values, Num]:
    """Marginal distribution of the variables at some positions: the others are summed out.

    >>> from fractions import Fraction as F
    >>> marginal({(0, 0): F(1, 2), (0, 1): F(1, 6), (1, 1): F(1, 3)}, [0])
    {(0,): Fraction(2, 3), (1,): Fraction(1, 3)}
    """
    require_distribution(joint, "the joint table")
    return _sums_over_others(joint, positions)


def _sums_over_others(joint: Joint[Num], positions: Sequence[int]) -> dict[Values, Num]:
    """The sum of the probabilities of all tuples that agree at some positions."""
    for position in positions:
        require_whole(position=position)
    n_variables = {len(values) for values in joint}
    require(
        len(n_variables) == 1 and all(0 <= i < min(n_variables) for i in positions),
        f"positions must be from 0 to n − 1 in tuples of one length n, got positions "
        f"{', '.join(map(number_text, positions))} and lengths {sorted(n_variables)}",
    )
    groups: dict[Values, list[Num]] = {}
    for values, p in joint.items():
        groups.setdefault(tuple(values[i] for i in positions), []).append(p)
    return {values: total(ps) for values, ps in groups.items()}


def conditional(
    joint: Joint[Num], positions: Sequence[int], given: Mapping[int, Hashable]
) -> dict[Values, Num]:
    """Conditional distribution of chosen variables, given the values of others.

    >>> weather = weather_joint()
    >>> conditional(weather, [0], given={1: True})[(True,)]      # P(Thunder | Rain)
    Fraction(81, 260)
    """
    p_given = marginal(joint, list(given)).get(tuple(given.values()))
    require(bool(p_given), f"the condition {dict(given)} has probability 0 in the table")
    kept = {v: p for v, p in joint.items() if all(v[i] == x for i, x in given.items())}
    condition = total(kept.values())
    return {values: p / condition for values, p in _sums_over_others(kept, positions).items()}


@equation("mitchell-s2.1-ci", "mitchell-s2.1-sets", "ng-nb-assumption", "gwansiu-1")
def is_conditionally_independent(
    joint: Joint[Num], x_at: Sequence[int], y_at: Sequence[int], z_at: Sequence[int]
) -> bool:
    """Return whether X is independent of Y given Z; each may be a set of variables.

        P(x | y, z) = P(x | z)   for all x, y, z

    The test avoids division: it compares P(x, y, z) P(z) = P(x, z) P(y, z), which also covers
    probability zero. Use Fractions: with floats the two sides must agree to the last bit.

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
            if p_xyz.get(x + y + z, 0) * p_z[z] != p_xz[x_z] * p_yz[y_z]:
                return False
    return True


@equation("mitchell-s2.2-assumption", "sontag-nb-given")
def factorises(table: Joint[Num]) -> bool:
    """Return whether the naive Bayes assumption holds: P(x₁ … xₙ | y) is a product.

        P(x₁ … xₙ | y) = Πᵢ P(xᵢ | y)   for all x

    Pairwise independence is not enough: in the first example each bit is the xor of the others.

    >>> from fractions import Fraction as F
    >>> quarter = F(1, 4)
    >>> factorises({(a, b, a ^ b): quarter for a in (0, 1) for b in (0, 1)})
    False
    >>> factorises({(a, b): quarter for a in (0, 1) for b in (0, 1)})
    True
    """
    require_distribution(table, "the table P(x | y)")
    width = len(next(iter(table)))
    margins = [marginal(table, [i]) for i in range(width)]
    for x in product(*([v for (v,) in m] for m in margins)):
        if table.get(x, 0) != prod([m[(v,)] for m, v in zip(margins, x)]):
            return False
    return True


@equation("mitchell-s2.1-weather")
def weather_joint() -> dict[Values, Fraction]:
    """Joint table of Thunder, Rain and Lightning: T and R are independent given L only.

        P(T | R, L) = P(T | L)   although   P(T | R) ≠ P(T)

    The source gives no numbers. Here lightning has probability 1/10, thunder 9/10 with lightning
    and 1/20 without, and rain 4/5 with lightning and 1/5 without.

    >>> weather = weather_joint()
    >>> marginal(weather, [0])[(True,)]                               # P(T)
    Fraction(27, 200)
    >>> conditional(weather, [0], given={1: True, 2: True})[(True,)]  # P(T | R, L)
    Fraction(9, 10)
    >>> conditional(weather, [0], given={2: True})[(True,)]           # P(T | L)
    Fraction(9, 10)
    """
    p_lightning = ratio(1, 10)
    p_thunder = {True: ratio(9, 10), False: ratio(1, 20)}
    p_rain = {True: ratio(4, 5), False: ratio(1, 5)}
    return {
        (t, r, l): (p_lightning if l else 1 - p_lightning)
        * (p_thunder[l] if t else 1 - p_thunder[l])
        * (p_rain[l] if r else 1 - p_rain[l])
        for t, r, l in product((True, False), repeat=3)
    }
