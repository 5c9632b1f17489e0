"""Finding the best weights, or saying why there are none.

    flat   the places of the weights that no prior holds back; the first weight is the intercept
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from math import fsum, hypot
from operator import mul
from typing import Any, Protocol, cast
from warnings import warn

from textbook_ml.equations.softmax import to_reference
from textbook_ml.errors import TextbookError, TextbookWarning, require
from textbook_ml.linalg import cholesky, cholesky_solve
from textbook_ml.models.examples import Examples
from textbook_ml.numeric import mean
from textbook_ml.objectives.concave import Point
from textbook_ml.objectives.design import Vec, gram, unit_and_length
from textbook_ml.objectives.prior import NormalPrior
from textbook_ml.objectives.scaling import Scaling, centre, wild_scales
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
NEARLY = 1e-5  # of its length: a column with less of its own can make a climb fail
OWN_STEPS = ("newton", "newton-cg", "l-bfgs", "conjugate-gradient")  # none are prescribed


class Separated(TextbookError):
    """Some weights make no mistake, or none that more of them would not mend: none are best."""


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


Start = Callable[[Sequence[Vec]], LikelihoodPoint]  # where all weights are 0, for these rows


@dataclass(frozen=True, slots=True)
class Search:
    """How to look for the maximum: by which optimiser, how near, how long, and who watches."""

    optimiser: Optimiser | str | None
    tolerance: float
    max_iterations: int
    standardise: bool
    watch: Watch | None


def best_weights(
    start: Start, n_vectors: int, examples: Examples[Any], prior: NormalPrior, search: Search
) -> tuple[list[list[float]], Climb]:
    """The vectors of weights at the top, and how they were found; without a top, a refusal."""
    flat = [i for i, lam in enumerate(prior.precision) if not lam]
    require_independent(examples, flat)
    d = len(prior.precision)
    name, optimiser = chosen(search.optimiser, n_vectors * d)
    scaling = units_of(examples, prior, name, search.standardise)
    table = scaling.standard(examples.rows)
    # Other units bring other rounding: what is proved is about the rows as they came.
    posed = partial(start, examples.rows if 0 in flat else table)
    watch = search.watch or nothing

    def vectors(w: Sequence[float]) -> list[list[float]]:
        return [scaling.original(w[i : i + d]) for i in range(0, len(w), d)]

    def look(step: Step) -> None:
        watch(step)
        if len(flat) == d and cast(LikelihoodPoint, step.point).separates():
            require_mistake(posed(), vectors(step.w), examples, flat)

    # The gradient is in proportion to the examples' weights: where those are small, so must it be.
    tolerance = search.tolerance * min(1.0, mean(examples.weights))
    try:
        steps = optimiser(start(table))
        step, report = climb(name, steps, tolerance, search.max_iterations, look)
    except Separated:
        raise
    except TextbookError:  # if there is no top, that is the better reason
        require_overlap(posed, start(table), examples, flat)
        require_independent(examples, flat, NEARLY)
        raise
    require_overlap(posed, cast(LikelihoodPoint, step.point), examples, flat)
    return vectors(step.w), report


def units_of(
    examples: Examples[Any], prior: NormalPrior, optimiser: str, standardise: bool
) -> Scaling:
    """In which units to climb: standard ones, those of the data, or distances from the means.

    The last change nothing but the intercept, and keep the digits of a feature far from zero.
    They are taken where no prior is about the intercept, and no rule prescribes the steps.
    """
    if standardise:
        return Scaling.of_weighted(examples.rows, examples.weights)
    warn_of_scales(examples)
    columns = list(zip(*examples.rows))
    free = optimiser in OWN_STEPS and not prior.precision[0]
    return Scaling(
        tuple(map(centre, columns)) if free else (0.0,) * len(columns), (1.0,) * len(columns)
    )


def require_mistake(
    posed: LikelihoodPoint,
    vectors: Sequence[list[float]],
    examples: Examples[Any],
    flat: Sequence[int],
) -> None:
    """Refuse weights that are right about every example: longer ones would be better still."""
    rows, _ = posed.cone(flat)
    own = to_reference(vectors) if len(vectors) == len(examples.classes) else vectors
    w = [w_i for vector in own for w_i in vector]
    if separates_exactly(rows, w):
        raise Separated(_separated(examples))


def require_overlap(
    posed: Callable[[], LikelihoodPoint],
    point: LikelihoodPoint,
    examples: Examples[Any],
    flat: Sequence[int],
) -> None:
    """Refuse examples that can be separated by the weights that nothing holds back."""
    if len(flat) < 2:
        return
    size = len(examples.rows) * len(examples.classes) * len(point.w) * len(point.w)
    if size > PROVABLE and point.boldest < SURE:
        return
    rows, _ = posed().cone(flat)
    _, surprise = point.cone(flat)
    found = existence(rows, surprise)
    if found is Existence.SEPARATED:
        raise Separated(_separated(examples))
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
    """The first feature with a border between one class and all others, which may meet there."""
    for k, y in enumerate(examples.classes):
        mine = [place == k for place in examples.places]
        for name, column in zip(examples.features, zip(*examples.rows)):
            inside = [x for x, own in zip(column, mine) if own]
            outside = [x for x, own in zip(column, mine) if not own]
            if max(inside) < min(outside) or min(inside) > max(outside):
                return f", by feature {name!r} alone, which tells {y!r} from the rest"
            if max(inside) == min(outside) or min(inside) == max(outside):
                border = max(inside) if max(inside) == min(outside) else min(inside)
                return f", by feature {name!r} alone, but for those at {border:g}"
    return ""


def require_independent(
    examples: Examples[Any], flat: Sequence[int], share: float = COMBINED
) -> None:
    """Refuse features that say the same, where no penalty can choose between them.

    `share` of a feature's length is what must be its own, and not a combination of the others.
    """
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
            unit, length = unit_and_length(own_part(column, basis))
            if length <= share * hypot(*column):
                nearly, what = ("", "nothing") if share == COMBINED else ("nearly ", "little")
                raise TextbookError(
                    f"feature {name!r} is {nearly}a combination of {_parts(kept, column)}: weight "
                    f"can be moved from one to the others, and {what} changes; drop one of "
                    "them, or give a penalty, such as l2=1.0"
                )
            kept[name] = column
            basis.append(unit)


def _centred(column: Vec) -> list[float]:
    middle = mean(column)
    return [x - middle for x in column]


def _parts(columns: Mapping[str, Vec], made: Vec) -> str:
    """The names of the columns that another one is made of, by least squares."""
    units = [unit_and_length(column)[0] for column in columns.values()]
    by = [fsum(map(mul, made, unit)) for unit in units]
    with suppress(TextbookError):  # which comes where these too are nearly combinations
        shares = cholesky_solve(cholesky(gram(units)), by)
        visible = VISIBLE * hypot(*made)
        return " and ".join(repr(n) for n, share in zip(columns, shares) if abs(share) > visible)
    return "the features before it"


def warn_of_scales(examples: Examples[Any]) -> None:
    """A word on features of wildly different scale, which no penalty treats alike."""
    words = wild_scales(list(zip(*examples.rows)), examples.features)
    if words:
        warn(words, TextbookWarning, stacklevel=5)
