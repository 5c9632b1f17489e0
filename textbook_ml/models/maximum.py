"""Finding the best weights, or saying why there are none.

    flat   the places of the weights that no prior holds back; the first weight is the intercept
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import fsum, hypot
from operator import mul
from typing import Any, Protocol, cast
from warnings import warn

from textbook_ml.errors import TextbookError, TextbookWarning, require
from textbook_ml.linalg import cholesky, cholesky_solve
from textbook_ml.models.examples import Examples
from textbook_ml.numeric import mean
from textbook_ml.objectives.concave import Point
from textbook_ml.objectives.design import Vec, gram, unit_and_length
from textbook_ml.objectives.prior import NormalPrior
from textbook_ml.objectives.scaling import wild_scales
from textbook_ml.objectives.separation import (
    COMBINED,
    Existence,
    existence,
    own_part,
    separates_exactly,
)
from textbook_ml.optimisers.climb import Climb, Optimiser, Watch, chosen, climb
from textbook_ml.optimisers.steps import Step

PROVABLE = 300_000_000  # rows × columns²: beyond, a proof takes too long
SURE = 15.0  # a margin: had the weights run away, some would be beyond it
VISIBLE = 1e-6  # of its length: a column that adds less to another has no part in it


class LikelihoodPoint(Point, Protocol):
    """A point of a likelihood, which knows by what margin each example is right."""

    @property
    def boldest(self) -> float:
        """The largest margin, right or wrong."""
        ...

    def separates(self) -> bool:
        """Whether every example is on the right side."""
        ...

    def cone(self, flat: Sequence[int]) -> tuple[list[list[float]], list[float]]:
        """The signed rows of the flat weights, and how surprising each of them is."""
        ...


def nothing(step: Step) -> None:
    """What is done with a step when nobody watches."""


@dataclass(frozen=True, slots=True)
class Search:
    """How to look for the maximum: by which optimiser, how near, how long, and who watches."""

    optimiser: Optimiser | str | None
    tolerance: float
    max_iterations: int
    watch: Watch | None


def best_weights(
    start: LikelihoodPoint, examples: Examples[Any], prior: NormalPrior, search: Search
) -> tuple[list[float], Climb]:
    """The weights at the top, and how they were found; without a top, a refusal that says so."""
    flat = [i for i, lam in enumerate(prior.precision) if not lam]
    require_independent(examples, flat)
    name, optimiser = chosen(search.optimiser, len(start.w))
    watch = search.watch or nothing

    def look(step: Step) -> None:
        watch(step)
        here = cast(LikelihoodPoint, step.point)
        if len(flat) == len(prior.precision) and here.separates():
            rows, _ = here.cone(flat)
            require(not separates_exactly(rows, here.w), _separated(examples))

    try:
        step, report = climb(name, optimiser(start), search.tolerance, search.max_iterations, look)
    except TextbookError:
        require_overlap(start, examples, flat)  # if there is no top, that is the better reason
        raise
    require_overlap(cast(LikelihoodPoint, step.point), examples, flat)
    return list(step.w), report


def require_overlap(point: LikelihoodPoint, examples: Examples[Any], flat: Sequence[int]) -> None:
    """Refuse examples that can be separated by the weights that nothing holds back."""
    if len(flat) < 2:
        return
    size = len(examples.rows) * len(examples.classes) * len(point.w) * len(point.w)
    if size > PROVABLE and point.boldest < SURE:
        return
    rows, surprise = point.cone(flat)
    found = existence(rows, surprise)
    require(found is not Existence.SEPARATED, _separated(examples))
    require(
        found is Existence.OVERLAPPING,
        "rounding hides whether the classes can be separated, and so whether any weights are "
        "best: give a penalty, such as l2=1.0, or standardise the features",
    )


def _separated(examples: Examples[Any]) -> str:
    """Why there is no maximum, with the feature that alone is to blame, if there is one."""
    which = _separating_feature(examples)
    return (
        f"the {len(examples.classes)} classes can be separated in these {len(examples.rows)} "
        f"examples{which}: the likelihood rises without end as the weights grow, and no finite "
        "weights are best; give a penalty, such as l2=1.0, or more examples"
    )


def _separating_feature(examples: Examples[Any]) -> str:
    """The first feature with a value that all of one class lie below and the others above."""
    for k, y in enumerate(examples.classes):
        mine = [place == k for place in examples.places]
        for name, column in zip(examples.features, zip(*examples.rows)):
            inside = [x for x, own in zip(column, mine) if own]
            outside = [x for x, own in zip(column, mine) if not own]
            if max(inside) <= min(outside) or min(inside) >= max(outside):
                return f", by feature {name!r} alone, which tells {y!r} from the rest"
    return ""


def require_independent(examples: Examples[Any], flat: Sequence[int]) -> None:
    """Refuse features that say the same, where no penalty can choose between them."""
    n = len(examples.rows)
    require(
        len(flat) <= n,
        f"there are {n} examples for {len(flat)} weights without a penalty, and more than one "
        "choice of weights fits them all: give a penalty, such as l2=1.0, or more examples",
    )
    columns: dict[str, Vec] = dict(zip(examples.features, zip(*examples.rows)))
    loose = {examples.features[i - 1] for i in flat if i}
    if 0 in flat:
        for name, column in columns.items():
            require(
                name not in loose or min(column) < max(column),
                f"feature {name!r} is always {column[0]:g}, and so says what the intercept "
                "says: drop it, or give a penalty, such as l2=1.0",
            )
        columns = {name: _centred(column) for name, column in columns.items()}
    kept: dict[str, Vec] = {}
    basis: list[Vec] = []
    for name, column in columns.items():
        if name in loose:
            rest = own_part(column, basis)
            if hypot(*rest) <= COMBINED * hypot(*column):
                raise TextbookError(
                    f"feature {name!r} is a combination of {_parts(kept, column)}: weight can be "
                    "moved from one to the others, and nothing changes; drop one of them, or "
                    "give a penalty, such as l2=1.0"
                )
            kept[name] = column
            basis.append([x / hypot(*rest) for x in rest])


def _centred(column: Vec) -> list[float]:
    middle = mean(column)
    return [x - middle for x in column]


def _parts(columns: Mapping[str, Vec], made: Vec) -> str:
    """The names of the columns that another one is made of, by least squares."""
    units = [unit_and_length(column)[0] for column in columns.values()]
    by = [fsum(map(mul, made, unit)) for unit in units]
    shares = cholesky_solve(cholesky(gram(units)), by)
    visible = VISIBLE * hypot(*made)
    return " and ".join(repr(n) for n, share in zip(columns, shares) if abs(share) > visible)


def warn_of_scales(examples: Examples[Any]) -> None:
    """A word on features of wildly different scale, which no penalty treats alike."""
    words = wild_scales(list(zip(*examples.rows)), examples.features)
    if words:
        warn(words, TextbookWarning, stacklevel=4)
