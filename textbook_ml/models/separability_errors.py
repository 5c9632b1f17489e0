"""Errors for likelihoods without a unique maximum: separable classes, dependent features.

flat    positions of the unpenalised weights; position 0 is the intercept
posed   the likelihood of the rows as given, not converted to other units
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from math import fsum, hypot
from operator import mul
from typing import Any, Self

from textbook_ml.core.errors import TextbookError, require
from textbook_ml.core.linalg import cholesky, cholesky_solve
from textbook_ml.core.numeric import mean
from textbook_ml.core.tables import Vec, gram, unit_and_length
from textbook_ml.equations.softmax import to_reference
from textbook_ml.learning.objectives.concave import LikelihoodPoint
from textbook_ml.learning.objectives.separation import (
    DEPENDENT,
    MaximumExists,
    clearly_independent,
    decide_existence,
    own_part,
    separates_exactly,
)
from textbook_ml.models.training_set import TrainingExamples

PROVABLE = 300_000_000  # maximum of rows × columns²; above this, a proof takes too long
SURE = 15.0  # if the weights diverged, some margin would be larger than this
VISIBLE = 1e-6  # columns that contribute less than this fraction of the length are not named
QUICKLY = 1e-3  # a column whose independent part is a larger fraction is not checked further
NEARLY = 1e-5  # if the independent part is a smaller fraction, an optimiser may fail
UNDECIDED = (
    "rounding errors hide whether the classes can be separated, so it is unknown whether a maximum "
    "exists. Fix: use a penalty, such as l2=1.0, or standardise the features"
)


class SeparableClasses(TextbookError):
    """The classes are separable, so the likelihood has no maximum."""

    @classmethod
    def of(cls, n_classes: int, n_examples: int, feature: str = "") -> Self:
        """Return the error; `feature` is text about a feature that separates them."""
        return cls(
            f"the {n_classes} classes can be separated in these {n_examples} examples{feature}: "
            "the likelihood increases without limit as the weights grow, and no finite weights "
            "are best. Fix: use a penalty, such as l2=1.0, or more examples"
        )


def require_mistake(
    posed: LikelihoodPoint,
    vectors: Sequence[list[float]],
    examples: TrainingExamples[Any],
    flat: Sequence[int],
) -> None:
    """Raise Separated if the weights classify every example correctly."""
    rows, _ = posed.signed_rows(flat)
    own = to_reference(vectors) if len(vectors) == len(examples.classes) else vectors
    w = [w_i for vector in own for w_i in vector]
    if separates_exactly(rows, w):
        raise _separable_error(examples, flat)


def overlap(
    posed: Callable[[], LikelihoodPoint],
    point: LikelihoodPoint,
    examples: TrainingExamples[Any],
    flat: Sequence[int],
) -> MaximumExists:
    """Return whether the classes overlap or the unpenalised weights can separate them."""
    size = len(examples.rows) * len(examples.classes) * len(point.w) * len(point.w)
    if len(flat) < 2 or (size > PROVABLE and point.largest_margin < SURE):
        return MaximumExists.OVERLAPPING
    rows, _ = posed().signed_rows(flat)
    _, wrong = point.signed_rows(flat)
    return decide_existence(rows, wrong)


def refuse_separated(
    found: MaximumExists, examples: TrainingExamples[Any], flat: Sequence[int]
) -> None:
    """Raise Separated if the classes can be separated."""
    if found is MaximumExists.SEPARATED:
        raise _separable_error(examples, flat)


def require_overlap(
    posed: Callable[[], LikelihoodPoint],
    point: LikelihoodPoint,
    examples: TrainingExamples[Any],
    flat: Sequence[int],
) -> None:
    """Raise TextbookError if the classes can be separated, or if that is not decidable."""
    found = overlap(posed, point, examples, flat)
    refuse_separated(found, examples, flat)
    require(found is MaximumExists.OVERLAPPING, UNDECIDED)


def _separable_error(examples: TrainingExamples[Any], flat: Sequence[int]) -> SeparableClasses:
    """Return the error for separable classes, with the separating feature, if any."""
    which = _separating_feature(examples, flat) if 0 in flat else ""
    return SeparableClasses.of(len(examples.classes), len(examples.rows), which)


def _separating_feature(examples: TrainingExamples[Any], flat: Sequence[int]) -> str:
    """Return the first feature with a threshold between one class and all others."""
    columns = list(zip(*examples.rows))
    for k, y in enumerate(examples.classes):
        mine = [place == k for place in examples.places]
        for name, column in [(examples.features[i - 1], columns[i - 1]) for i in flat if i]:
            inside = [x for x, own in zip(column, mine) if own]
            outside = [x for x, own in zip(column, mine) if not own]
            if max(inside) < min(outside) or min(inside) > max(outside):
                return f", by feature {name!r} alone, which separates {y!r} from the rest"
            if max(inside) == min(outside) or min(inside) == max(outside):
                border = max(inside) if max(inside) == min(outside) else min(inside)
                return f", by feature {name!r} alone, except for examples at {border:g}"
    return ""


def require_independent(
    examples: TrainingExamples[Any], flat: Sequence[int], share: float = DEPENDENT
) -> None:
    """Raise TextbookError if unpenalised features are linearly dependent.

    `share` is the fraction of a feature's length that must be independent of the others.
    """
    require_enough(len(examples.rows), flat)
    loose = {examples.features[i - 1] for i in flat if i}
    pairs = zip(examples.features, zip(*examples.rows)) if loose else ()
    columns: dict[str, Vec] = {name: column for name, column in pairs if name in loose}
    if 0 in flat:
        for name, column in columns.items():
            require_not_constant(name, min(column), max(column))
        columns = {name: _centred_column(column) for name, column in columns.items()}
    if not clearly_independent(list(columns.values()), QUICKLY):
        refuse_combined(columns, share)


def require_enough(n_examples: int, flat: Sequence[int]) -> None:
    """Raise TextbookError if there are more unpenalised weights than examples."""
    require(
        len(flat) <= n_examples,
        f"there are {n_examples} examples for {len(flat)} weights without a penalty, and more "
        "than one choice of weights fits them all. Fix: use a penalty, such as l2=1.0, or more "
        "examples",
    )


def require_not_constant(name: str, least: float, greatest: float) -> None:
    """Raise TextbookError if a feature has only one value."""
    require(
        least < greatest,
        f"feature {name!r} is always {least:g}, like the constant feature of the intercept. Fix: "
        "drop it, or use a penalty, such as l2=1.0",
    )


def refuse_combined(columns: Mapping[str, Vec], share: float) -> None:
    """Raise TextbookError for the first column whose orthogonal part is too small."""
    kept: dict[str, Vec] = {}
    basis: list[Vec] = []
    for name, column in columns.items():
        unit, length = unit_and_length(own_part(column, basis))
        if length <= share * hypot(*column):
            nearly, what = (
                ("", "the same") if share == DEPENDENT else ("nearly ", "nearly the same")
            )
            raise TextbookError(
                f"feature {name!r} is {nearly}a combination of {_names_of_parts(kept, column)}: "
                "different "
                f"weights give {what} probabilities. Fix: drop one of them, or use a penalty, "
                "such as l2=1.0"
            )
        kept[name] = column
        basis.append(unit)


def _centred_column(column: Vec) -> list[float]:
    middle = mean(column)
    return [x - middle for x in column]


def _names_of_parts(columns: Mapping[str, Vec], made: Vec) -> str:
    """Return the names of the columns whose linear combination a column is."""
    units = [unit_and_length(column)[0] for column in columns.values()]
    by = [fsum(map(mul, made, unit)) for unit in units]
    with suppress(TextbookError):  # raised if these columns are nearly dependent themselves
        shares = cholesky_solve(cholesky(gram(units)), by)
        visible = VISIBLE * hypot(*made)
        return " and ".join(repr(n) for n, share in zip(columns, shares) if abs(share) > visible)
    return "the features before it"
