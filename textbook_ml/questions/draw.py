"""Cases to ask, from small to large: what is drawn depends on nothing but the seed.

A case is made of choices. For the small cases the choices are the digits of a number that is
counted up, so that every combination has its turn; for the larger ones they come from a seed.
`random.Random.random` is the one method that Python promises never to change: nothing else is
used, so that a seed gives the same cases on every Python.
"""

from collections.abc import Callable, Sequence
from hashlib import sha256
from itertools import count
from random import Random
from typing import TypeVar

Item = TypeVar("Item")
Choose = Callable[[int], int]  # one of 0, 1, …, n − 1

GRAIN = 64  # larger probabilities are whole 64ths and so are shares: their sums are exact


class Draw:
    """Values for one case; `size` is how large it may be, `rough` if its numbers are not round."""

    def __init__(self, choose: Choose, size: int, rough: bool) -> None:
        self.choose, self.size, self.rough = choose, size, rough

    def of(self, options: Sequence[Item]) -> Item:
        """One of the options."""
        return options[self.choose(len(options))]

    def whole(self, low: int, high: int) -> int:
        """A whole number, both ends included."""
        return low + self.choose(high - low + 1)

    def length(self, low: int = 1, high: int = 12) -> int:
        """How many: at least `low`, and more in larger cases."""
        return self.whole(low, max(low, min(high, low + self.size - 1)))

    def number(self) -> float:
        """A number of either sign: whole or half in small cases, anything in rough ones."""
        if self.rough:
            return round((2 * self._share() - 1) * 4 * self.size, 3)
        return self.whole(-2 * self.size, 2 * self.size) / 2

    def positive(self) -> float:
        """A number above zero."""
        if self.rough:
            return round(0.05 + self._share() * 3 * self.size, 3)
        return self.whole(1, 2 * self.size) / 2

    def probability(self) -> float:
        """Strictly between 0 and 1: quarters in small cases."""
        return self.whole(1, GRAIN - 1) / GRAIN if self.rough else self.whole(1, 3) / 4

    def shares(self, n: int) -> list[float]:
        """n probabilities above zero that sum to exactly one."""
        parts = [self.whole(1, 4) for _ in range(n - 1)]
        whole = next(power for power in (2**k for k in count(2)) if power > sum(parts))
        return [part / whole for part in parts] + [(whole - sum(parts)) / whole]

    def numbers(self, n: int) -> list[float]:
        """A list of numbers."""
        return [self.number() for _ in range(n)]

    def positives(self, n: int) -> list[float]:
        """A list of numbers above zero."""
        return [self.positive() for _ in range(n)]

    def table(self, n: int, width: int) -> list[list[float]]:
        """n rows of numbers."""
        return [self.numbers(width) for _ in range(n)]

    def covariance(self, n: int) -> list[list[float]]:
        """A covariance matrix, far from singular: its diagonal outweighs the rest of each row."""
        beside = [[self.whole(-2, 2) / 2 for _ in range(i)] for i in range(n)]
        sigma = [[0.0] * n for _ in range(n)]
        for i, row in enumerate(beside):
            for j, shared in enumerate(row):
                sigma[i][j] = sigma[j][i] = shared
        for i, row in enumerate(sigma):
            row[i] = sum(map(abs, row)) + 0.5 + self.positive()
        return sigma

    def bits(self, n: int) -> list[int]:
        """A list of zeros and ones."""
        return [self.choose(2) for _ in range(n)]

    def picks(self, options: Sequence[Item], n: int) -> list[Item]:
        """n of the options; the same may come again."""
        return [self.of(options) for _ in range(n)]

    def covering(self, options: Sequence[Item], n: int) -> list[Item]:
        """n of the options in which each occurs; n is at least how many there are."""
        return self.shuffled([*options, *self.picks(options, n - len(options))])

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        """The same items in another order."""
        rest = list(items)
        return [rest.pop(self.choose(len(rest))) for _ in items]

    def _share(self) -> float:
        """Between 0 and 1, in steps that decimal digits can show."""
        return self.choose(10**6) / 10**6


def counted(number: int) -> Choose:
    """The choices that a number spells: its digits, the first choice from the last digit.

    >>> choose = counted(7)
    >>> choose(2), choose(2), choose(2), choose(2)
    (1, 1, 1, 0)
    """

    def choose(n: int) -> int:
        nonlocal number
        number, digit = divmod(number, n)
        return digit

    return choose


def seeded(*words: object) -> Choose:
    """Choices that depend on the words alone.

    >>> choose, again = seeded("secret", 3), seeded("secret", 3)
    >>> [choose(10) for _ in range(5)] == [again(10) for _ in range(5)]
    True
    """
    digest = sha256("\0".join(map(str, words)).encode()).digest()
    source = Random(int.from_bytes(digest, "big"))
    return lambda n: int(source.random() * n)
