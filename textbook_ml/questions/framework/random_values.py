"""Values for test cases, from small to large; they depend only on the seed.

A case is made by a sequence of choices. For the small cases the choices are the digits of a
counter, so that every combination occurs; for the larger cases they are drawn with a seed.
`random.Random.random` is the only method used, because Python promises never to change it: a
seed gives the same cases on every version of Python.
"""

from collections.abc import Callable, Sequence
from hashlib import sha256
from itertools import count
from random import Random
from typing import TypeVar

Item = TypeVar("Item")
Choose = Callable[[int], int]  # maps n to one of 0, 1, …, n − 1

GRAIN = 64  # rough probabilities are multiples of 1/64, so that their sums are exact


class Draw:
    """Values for one case.

    `size` limits the lengths and the numbers. If `rough` is true, numbers have several digits;
    otherwise they are multiples of 1/2, and probabilities are multiples of 1/4.
    """

    choose: Choose
    rough: bool
    size: int

    def __init__(self, choose: Choose, size: int, rough: bool) -> None:
        self.choose, self.size, self.rough = choose, size, rough

    def of(self, options: Sequence[Item]) -> Item:
        """Return one of the options."""
        return options[self.choose(len(options))]

    def whole(self, low: int, high: int) -> int:
        """Return a whole number from `low` to `high`, both included."""
        return low + self.choose(high - low + 1)

    def length(self, low: int = 1, high: int = 12) -> int:
        """Return a length from `low` to `high`; the upper limit grows with the size."""
        return self.whole(low, max(low, min(high, low + self.size - 1)))

    def number(self) -> float:
        """Return a number of either sign: a multiple of 1/2, or any number if rough."""
        if self.rough:
            return round((2 * self._uniform_number() - 1) * 4 * self.size, 3)
        return self.whole(-2 * self.size, 2 * self.size) / 2

    def positive(self) -> float:
        """Return a number above zero."""
        if self.rough:
            return round(0.05 + self._uniform_number() * 3 * self.size, 3)
        return self.whole(1, 2 * self.size) / 2

    def probability(self) -> float:
        """Return a probability strictly between 0 and 1: a multiple of 1/4, or of 1/64 if rough."""
        return self.whole(1, GRAIN - 1) / GRAIN if self.rough else self.whole(1, 3) / 4

    def shares(self, n: int) -> list[float]:
        """Return n probabilities above zero that sum to exactly one."""
        parts = [self.whole(1, 4) for _ in range(n - 1)]
        whole = next(power for power in (2**k for k in count(2)) if power > sum(parts))
        return [part / whole for part in parts] + [(whole - sum(parts)) / whole]

    def numbers(self, n: int) -> list[float]:
        """Return a list of n numbers."""
        return [self.number() for _ in range(n)]

    def positives(self, n: int) -> list[float]:
        """Return a list of n numbers above zero."""
        return [self.positive() for _ in range(n)]

    def table(self, n: int, width: int) -> list[list[float]]:
        """Return n rows, each with `width` numbers."""
        return [self.numbers(width) for _ in range(n)]

    def covariance(self, n: int) -> list[list[float]]:
        """Return a diagonally dominant covariance matrix, which is far from singular."""
        below_diagonal = [[self.whole(-2, 2) / 2 for _ in range(i)] for i in range(n)]
        sigma = [[0.0] * n for _ in range(n)]
        for i, row in enumerate(below_diagonal):
            for j, covariance in enumerate(row):
                sigma[i][j] = sigma[j][i] = covariance
        for i, row in enumerate(sigma):
            row[i] = sum(map(abs, row)) + 0.5 + self.positive()
        return sigma

    def bits(self, n: int) -> list[int]:
        """Return a list of n zeros and ones."""
        return [self.choose(2) for _ in range(n)]

    def picks(self, options: Sequence[Item], n: int) -> list[Item]:
        """Return n of the options, with replacement."""
        return [self.of(options) for _ in range(n)]

    def covering(self, options: Sequence[Item], n: int) -> list[Item]:
        """Return n of the options such that each occurs; n is at least their number."""
        return self.shuffled([*options, *self.picks(options, n - len(options))])

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        """Return the items in random order."""
        rest = list(items)
        return [rest.pop(self.choose(len(rest))) for _ in items]

    def _uniform_number(self) -> float:
        """Return a number from 0 to less than 1, a multiple of 10⁻⁶."""
        return self.choose(10**6) / 10**6


def digit_choices(number: int) -> Choose:
    """Return a function whose choices are the digits of a number, the last digit first.

    >>> choose = digit_choices(7)
    >>> choose(2), choose(2), choose(2), choose(2)
    (1, 1, 1, 0)
    """

    def choose(n: int) -> int:
        nonlocal number
        number, digit = divmod(number, n)
        return digit

    return choose


def random_choices(*words: object) -> Choose:
    """Return a function that makes random choices; they depend only on `words`, the seed.

    >>> choose, again = random_choices("secret", 3), random_choices("secret", 3)
    >>> [choose(10) for _ in range(5)] == [again(10) for _ in range(5)]
    True
    """
    digest = sha256("\0".join(map(str, words)).encode()).digest()
    source = Random(int.from_bytes(digest, "big"))
    return lambda n: int(source.random() * n)
