"""Contour lines of a function of two variables, by marching squares.

    a, b, c, d    the corners of one cell of the grid, from the lower left, anticlockwise
    edge          one side of a cell: its lower left end, and whether it is vertical

A line enters and leaves a cell where the function crosses the level between two corners. An edge
belongs to two cells, so pieces with a common edge are joined to whole lines.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Self

from textbook_ml.core.errors import require
from textbook_ml.plots.scales import Span, drawable, rising
from textbook_ml.plots.svg import Point

Edge = tuple[int, int, bool]


@dataclass(frozen=True, slots=True)
class Grid:
    """A function on a grid: `values[j][i]` is f(xs[i], ys[j])."""

    xs: Sequence[float]
    ys: Sequence[float]
    values: Sequence[Sequence[float]]

    def __post_init__(self) -> None:
        object.__setattr__(self, "xs", rising(self.xs, "xs of the grid"))
        object.__setattr__(self, "ys", rising(self.ys, "ys of the grid"))
        rows = tuple(drawable(row, f"row {j} of the grid") for j, row in enumerate(self.values))
        object.__setattr__(self, "values", rows)
        require(
            len(rows) == len(self.ys) and all(len(row) == len(self.xs) for row in rows),
            f"a grid of {len(self.xs)} xs and {len(self.ys)} ys must have a row for each y, "
            "with a value for each x",
        )

    @classmethod
    def of(
        cls, f: Callable[[float, float], float], x_range: Span, y_range: Span, cells: int = 80
    ) -> Self:
        """Evaluate a function at the corners of `cells` by `cells` equal cells.

        >>> Grid.of(lambda x, y: x + y, (0.0, 1.0), (0.0, 2.0), cells=2).values[1]
        (1.0, 1.5, 2.0)
        """
        require(cells > 0, f"the number of cells must be at least 1, got {cells}")
        xs = _equally_spaced(rising(x_range, "the x range of the grid"), cells)
        ys = _equally_spaced(rising(y_range, "the y range of the grid"), cells)
        return cls(xs, ys, [[f(x, y) for x in xs] for y in ys])

    def level_lines(self, level: float) -> list[list[Point]]:
        """Return the contour lines of a level; a closed line ends at its first point."""
        neighbours: dict[Edge, list[Edge]] = {}
        for one, other in self._contour_pieces(level):
            neighbours.setdefault(one, []).append(other)
            neighbours.setdefault(other, []).append(one)
        return [
            [self._crossing_point(edge, level) for edge in chain]
            for chain in _chains_of_edges(neighbours)
        ]

    def positive_parts(self) -> Iterator[list[Point]]:
        """Yield the parts of the cells where the function is above 0; whole cells are joined."""
        for j, (low, high) in enumerate(pairwise(self.ys)):
            whole = {i for i in range(len(self.xs) - 1) if self._is_wholly_above(i, j)}
            for first, last in _runs_of_integers(whole):
                left, right = self.xs[first], self.xs[last + 1]
                yield [(left, low), (right, low), (right, high), (left, high)]
            for i in range(len(self.xs) - 1):
                if i not in whole:
                    yield from self._parts_above(i, j)

    def _is_wholly_above(self, i: int, j: int) -> bool:
        """Return whether the function is above 0 at all four corners of a cell."""
        return min(*self.values[j][i : i + 2], *self.values[j + 1][i : i + 2]) > 0

    def _parts_above(self, i: int, j: int) -> Iterator[list[Point]]:
        """Yield the parts of a cell in which the function is above 0: one, or two at a saddle."""
        around: list[tuple[int, int, Edge]] = [
            (i, j, (i, j, False)),
            (i + 1, j, (i + 1, j, True)),
            (i + 1, j + 1, (i, j + 1, False)),
            (i, j + 1, (i, j, True)),
        ]
        above = [self.values[row][column] > 0 for column, row, _ in around]
        start = above.index(True) if any(above) else 0
        part: list[Point] = []
        for k in range(start, start + 4):
            column, row, edge = around[k % 4]
            if above[k % 4]:
                part.append((self.xs[column], self.ys[row]))
            if above[k % 4] != above[(k + 1) % 4]:
                part.append(self._crossing_point(edge, 0.0))
        if len(part) == 6 and not self._value_at_centre(i, j) > 0:
            yield [part[0], part[1], part[5]]
            yield [part[3], part[4], part[2]]
        elif part:
            yield part

    def _value_at_centre(self, i: int, j: int) -> float:
        """Return the interpolated value at the centre of a cell.

        At a saddle, the corners above a level are connected if the centre is above it too.
        """
        low, high = self.values[j], self.values[j + 1]
        return (low[i] + low[i + 1] + high[i] + high[i + 1]) / 4

    def _contour_pieces(self, level: float) -> Iterator[tuple[Edge, Edge]]:
        """Yield the one or two pieces of a contour line in each cell, as pairs of edges."""
        for j, (low, high) in enumerate(pairwise(self.values)):
            above, above_high = [v > level for v in low], [v > level for v in high]
            for i in range(len(low) - 1):
                a, b, c, d = above[i], above[i + 1], above_high[i + 1], above_high[i]
                if a == b == c == d:
                    continue
                bottom, right = (i, j, False), (i + 1, j, True)
                top, left = (i, j + 1, False), (i, j, True)
                if a == c and b == d:
                    joined = a == (self._value_at_centre(i, j) > level)
                    yield (bottom, right) if joined else (left, bottom)
                    yield (top, left) if joined else (right, top)
                else:
                    sides = ((bottom, a != b), (right, b != c), (top, c != d), (left, d != a))
                    one, other = [edge for edge, crossed in sides if crossed]
                    yield one, other

    def _crossing_point(self, edge: Edge, level: float) -> Point:
        """Return the point of an edge at which the level is crossed, by linear interpolation."""
        i, j, upwards = edge
        x, y, start = self.xs[i], self.ys[j], self.values[j][i]
        if upwards:
            fraction = (level - start) / (self.values[j + 1][i] - start)
            return x, y + fraction * (self.ys[j + 1] - y)
        fraction = (level - start) / (self.values[j][i + 1] - start)
        return x + fraction * (self.xs[i + 1] - x), y


def _equally_spaced(ends: Sequence[float], cells: int) -> list[float]:
    """Return equally spaced values; the first and last are exact."""
    low, high = ends
    return [(low * (cells - k) + high * k) / cells for k in range(cells + 1)]


def _runs_of_integers(places: set[int]) -> Iterator[tuple[int, int]]:
    """Yield the first and last number of each run of consecutive integers.

    >>> list(_runs_of_integers({1, 2, 3, 7, 9, 10}))
    [(1, 3), (7, 7), (9, 10)]
    """
    firsts = sorted(place for place in places if place - 1 not in places)
    lasts = sorted(place for place in places if place + 1 not in places)
    yield from zip(firsts, lasts)


def _chains_of_edges(neighbours: dict[Edge, list[Edge]]) -> Iterator[list[Edge]]:
    """Yield whole lines as chains of edges: open lines first, then closed ones."""
    unused = dict.fromkeys(sorted(neighbours, key=lambda edge: len(neighbours[edge])))
    while unused:
        chain = [next(iter(unused))]
        del unused[chain[0]]
        while following := [edge for edge in neighbours[chain[-1]] if edge in unused]:
            chain.append(following[0])
            del unused[following[0]]
        closes = len(chain) > 2 and chain[0] in neighbours[chain[-1]]
        yield [*chain, chain[0]] if closes else chain
