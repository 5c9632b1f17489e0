"""Finite populations: the probability of every case, to sample from or to fit models to.

case    (x, y): a row and its label
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import accumulate, product
from random import Random

from textbook_ml.core.numeric import Num
from textbook_ml.equations.bayes import naive_joint

Case = tuple[tuple[int, ...], int]


def boolean_population(p1: Num, theta1: Sequence[Num], theta0: Sequence[Num]) -> dict[Case, Num]:
    """Return P(x, y) for all Boolean rows, if the naive Bayes assumption holds.

    >>> boolean_population(0.5, [0.75], [0.5])
    {((0,), 0): 0.25, ((1,), 0): 0.25, ((0,), 1): 0.125, ((1,), 1): 0.375}
    """
    population = {}
    for y, prior, theta in ((0, 1 - p1, theta0), (1, p1, theta1)):
        for x in product((0, 1), repeat=len(theta)):
            factors = [p if x_i else 1 - p for p, x_i in zip(theta, x)]
            population[x, y] = naive_joint(prior, factors)
    return population


def drawn(rng: Random, population: Mapping[Case, float], m: int) -> Counter[Case]:
    """Draw m examples from a population and count how often each case occurs.

    >>> drawn(Random(0), {((1,), 1): 0.0, ((0,), 0): 1.0}, m=3)
    Counter({((0,), 0): 3})
    """
    cases = list(population)
    *steps, _ = accumulate(population.values())
    places = Counter(bisect_right(steps, rng.random()) for _ in range(m))
    return Counter({cases[place]: n for place, n in sorted(places.items())})


def as_table(
    counts: Mapping[Case, int],
) -> tuple[list[tuple[int, ...]], list[int], list[int]]:
    """Return rows, labels and counts as three lists, the arguments with which models are fitted.

    >>> as_table({((1, 0), 1): 3, ((0, 0), 0): 2})
    ([(1, 0), (0, 0)], [1, 0], [3, 2])
    """
    return [x for x, _ in counts], [y for _, y in counts], list(counts.values())
