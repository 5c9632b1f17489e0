"""The curves that Ng and Jordan published, for comparison with ours.

Figure 1 of A. Y. Ng and M. I. Jordan, "On Discriminative vs. Generative Classifiers", Advances
in Neural Information Processing Systems 14 (2002): the error of naive Bayes (solid there) and
of logistic regression (dashed) after m examples, averaged over 1000 random splits. The numbers
in `published.csv` were read from the printed figure; they are accurate to about 0.0005.
"""

import csv
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import groupby
from math import fsum, sqrt
from operator import itemgetter

POINTS = 8  # number of sizes that are run, of the 20 or 30 in the figure


@dataclass(frozen=True, slots=True)
class Published:
    """The two published curves of one data set; `kind` is the kind of its features."""

    name: str
    kind: str
    sizes: tuple[int, ...]
    naive_bayes: tuple[float, ...]
    logistic: tuple[float, ...]

    def thinned(self, n: int = POINTS) -> tuple[int, ...]:
        """Return up to n of the sizes, from the first to the last, about equally spaced in ln m.

        >>> curves()["voting-records"].thinned(4)
        (2, 6, 22, 70)
        """
        first, last = self.sizes[0], self.sizes[-1]
        wanted = [first * (last / first) ** (k / (n - 1)) for k in range(n)]
        near = (min(self.sizes, key=lambda m: abs(m - goal)) for goal in wanted)
        return tuple(dict.fromkeys(near))

    def at(self, sizes: Sequence[int]) -> dict[str, list[float | None]]:
        """Return both curves, interpolated at other sizes; None outside the range of the figure.

        >>> curves()["pima"].at([2, 100])
        {'naive-bayes': [0.4053, None], 'logistic': [0.4608, None]}
        """
        both = {"naive-bayes": self.naive_bayes, "logistic": self.logistic}
        return {
            name: [interpolated(self.sizes, errors, m) for m in sizes]
            for name, errors in both.items()
        }


@cache
def curves() -> Mapping[str, Published]:
    """Return the published curves of the fifteen data sets, by name.

    >>> curves()["pima"].sizes[:3], curves()["pima"].logistic[0]
    ((2, 5, 8), 0.4608)
    """
    file = resources.files("textbook_ml.study.experiments.ng_jordan").joinpath("published.csv")
    _, *lines = csv.reader(file.read_text(encoding="utf-8").splitlines())
    found = {}
    for (name, kind), group in groupby(lines, key=itemgetter(0, 1)):
        sizes, naive_bayes, logistic = zip(*(line[2:] for line in group))
        errors = (tuple(map(float, column)) for column in (naive_bayes, logistic))
        found[name] = Published(name, kind, tuple(map(int, sizes)), *errors)
    return found


def interpolated(sizes: Sequence[int], errors: Sequence[float], m: int) -> float | None:
    """Return the error of a published curve at m, interpolated linearly; None outside its range.

    >>> interpolated([2, 4], [0.5, 0.25], 3), interpolated([2, 4], [0.5, 0.25], 5)
    (0.375, None)
    """
    if not sizes[0] <= m <= sizes[-1]:
        return None
    k = bisect_left(sizes, m)
    if sizes[k] == m:
        return errors[k]
    fraction = (m - sizes[k - 1]) / (sizes[k] - sizes[k - 1])
    return errors[k - 1] + fraction * (errors[k] - errors[k - 1])


def distance(ours: Sequence[float], theirs: Sequence[float | None]) -> float | None:
    """Return the root mean square difference of two curves, where both are defined.

    >>> distance([0.5, 0.25, 0.25], [0.25, None, 0.5]), distance([0.5], [None])
    (0.25, None)
    """
    gaps = [a - b for a, b in zip(ours, theirs) if b is not None]
    return sqrt(fsum(gap * gap for gap in gaps) / len(gaps)) if gaps else None
