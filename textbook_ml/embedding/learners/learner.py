"""The state of a learner: one list of doubles, which the exported code updates.

Naive Bayes, for each class, one after the other:

    size                     number of examples
    numeric column           n, Σ d and Σ d² with d = x − centre; each sum in two doubles
    column of categories     the count of each category

Logistic regression: the intercept, then the weight of each feature. Each sum in two doubles has
about 32 digits, so it does not depend on the order of the examples, and a removed example leaves
no trace.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import inf
from typing import Any

from textbook_ml.core.errors import TextbookError, require
from textbook_ml.embedding.ir.digest import digest
from textbook_ml.learning.statistics.moments import Moments
from textbook_ml.learning.statistics.value_counts import Counts
from textbook_ml.models.json_codec import model_in, parsed
from textbook_ml.models.logistic_regression import LogisticRegression
from textbook_ml.models.statistics_json import Resumable, resumable_in

NUMERIC = 5  # number of doubles for a numeric column of a class
COUNTING = ("gaussian-nb", "categorical-nb", "mixed-nb")
SUPPORTED = f"Supported models: {', '.join(COUNTING)} (fitted with --resumable), and logistic"


@dataclass(frozen=True, slots=True)
class Learner:
    """Everything that an exported learner contains."""

    model: str
    classes: tuple[Any, ...]
    features: tuple[str, ...]
    state: tuple[float, ...]
    values: tuple[tuple[Any, ...], ...] = ()  # categories of each column; none if it is numeric
    centres: tuple[float, ...] = ()
    strength: float = 0.0
    floor: float = 0.0
    eta: float = 0.0  # step size of a logistic regression

    @property
    def steps(self) -> bool:
        """Return whether the learner takes gradient steps; otherwise it counts examples."""
        return self.eta > 0

    @property
    def places(self) -> list[int]:
        """The place of each column in the state of a class."""
        return list(accumulate((len(v) or NUMERIC for v in self.values), initial=1))[:-1]

    @property
    def width(self) -> int:
        """The number of doubles for a class."""
        return 1 + sum(len(v) or NUMERIC for v in self.values)

    @property
    def identity(self) -> int:
        """A checksum of everything but the state: saved states of other learners are rejected."""
        numbers = [*self.centres, self.strength, self.floor, self.eta]
        return digest([*map(repr, [self.model, self.classes, self.features, self.values]), numbers])


def learner_in(text: str, eta: float | None, memory: int) -> Learner:
    """Return the learner that continues the model in a file."""
    document = parsed(text, memory)
    name = document.get("model") if isinstance(document, dict) else None
    if name == "LogisticRegression":
        return logistic_learner(model_in(document, {"LogisticRegression": LogisticRegression}), eta)
    try:
        resumable = resumable_in(text, memory=memory)
    except TextbookError as error:
        raise TextbookError(f"{error}. {SUPPORTED}") from None
    require(
        eta is None,
        f"--eta is the step size of a logistic regression, and {resumable.recipe} has none. Fix: "
        "omit it",
    )
    require(
        resumable.recipe in COUNTING,
        f"no learner can be written for {resumable.recipe}. {SUPPORTED}",
    )
    return counting_learner(resumable)


def logistic_learner(model: LogisticRegression[Any], eta: float | None) -> Learner:
    """Return a learner that takes a step of stochastic gradient ascent for each example."""
    if eta is None or not 0 < eta < inf:
        raise TextbookError(
            f"a learner of a logistic regression needs a step size above 0, got {eta}. Fix: give "
            "one, such as --eta 0.1"
        )
    return Learner("logistic", model.classes, model.features, (model.w0, *model.w), eta=eta)


def counting_learner(resumable: Resumable) -> Learner:
    """Return a learner that continues from saved statistics."""
    counted, names = resumable.counted, resumable.features
    centres = tuple(_mean_of_column([parts[i] for parts in counted.summaries.values()])
                    for i in range(len(names)))  # fmt: skip
    values = tuple(resumable.values)
    for name, kind, known in zip(names, resumable.kinds, values):
        require(
            kind == "continuous" or known != (),
            f"column {name!r} has no categories, because all of its values are missing",
        )
    state: list[float] = []
    for y, parts in counted.summaries.items():
        state.append(float(counted.sizes[y]))
        for part, known, centre in zip(parts, values, centres):
            state += _column_state(part, known, Fraction(centre))
    return Learner(
        resumable.recipe,
        tuple(counted.sizes),
        names,
        tuple(state),
        values,
        centres,
        float(resumable.strength or 0),
        resumable.floor or 0.0,
    )


def _mean_of_column(parts: Sequence[Any]) -> float:
    """Return the mean of a numeric column over all classes, and 0 for categories."""
    moments = [part for part in parts if isinstance(part, Moments)]
    n = sum(part.n for part in moments)
    return float(sum((part.total for part in moments), Fraction(0)) / n) if n else 0.0


def _column_state(part: Any, known: Sequence[Any], c: Fraction) -> Iterator[float]:
    """Yield the state of one column of a class."""
    if isinstance(part, Counts):
        yield from (float(part.table.get(value, 0)) for value in known)
        return
    yield float(part.n)
    for total in (part.total - c * part.n, part.squares - 2 * c * part.total + c * c * part.n):
        head = float(total)
        yield from (head, float(total - Fraction(head)))
