"""Sections 1 and 1.1. The training data D: how they are sampled and counted.

δ(…)      indicator     1 if a condition holds, else 0
#D{…}     count         number of examples of D that have a property
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

from textbook_ml.core.errors import number_text, require, require_same_length
from textbook_ml.core.numeric import ratio, require_probability
from textbook_ml.sources.registry import equation

TYPE_CHECKING = False
if TYPE_CHECKING:  # `random` is slow to import, and only `draw_examples` needs it
    from random import Random

Label = TypeVar("Label", bound=Hashable)
Value = TypeVar("Value", bound=Hashable)
Example = TypeVar("Example")


@equation("mitchell-s1-delta")
def indicator(condition: bool) -> int:
    """Indicator function.

        δ(condition) = 1 if the condition is true, else 0

    >>> indicator(3 > 2), indicator(2 > 3)
    (1, 0)
    """
    return 1 if condition else 0


@equation("mitchell-s1-count", "sontag-count")
def count(examples: Iterable[Example], has_property: Callable[[Example], bool]) -> int:
    """Counting operator: the number of examples that have a property.

        #D{property} = Σ_{d ∈ D} δ(property(d))

    >>> count([1, 4, 9, 16], lambda d: d > 3)
    3
    """
    return sum(indicator(has_property(d)) for d in examples)


@equation("mitchell-s1.1-theta")
def full_joint_table(
    rows: Sequence[Value], labels: Sequence[Label]
) -> dict[Label, dict[Value, Fraction]]:
    """Unrestricted model: a relative frequency for every x and class.

        θ̂ᵢⱼ = #D{X = xᵢ ∧ Y = yⱼ} / #D{Y = yⱼ}

    >>> full_joint_table([(1, "a"), (1, "b"), (1, "a"), (0, "b")], [1, 1, 1, 0])
    {1: {(1, 'a'): Fraction(2, 3), (1, 'b'): Fraction(1, 3)}, 0: {(0, 'b'): Fraction(1, 1)}}
    """
    return {
        y: {x: ratio(n_xy, sum(cells.values())) for x, n_xy in cells.items()}
        for y, cells in counts_by_class(rows, labels).items()
    }


def counts_by_class(
    column: Sequence[Value], labels: Sequence[Label]
) -> dict[Label, Mapping[Value, int]]:
    """#D{X = x ∧ Y = y} for every class y and every value x observed with it.

    >>> counts_by_class("aba", [1, 1, 0])[1]
    Counter({'a': 1, 'b': 1})
    """
    require_same_length(values=column, labels=labels)
    require(len(labels) > 0, "counting needs at least one example, got none")
    table: dict[Label, Counter[Value]] = {}
    for x, y in zip(column, labels):
        table.setdefault(y, Counter())[x] += 1
    return dict(table)


@equation("mitchell-s1.1-sampling")
def draw_examples(
    draw_instance: Callable[[Random], Example],
    teacher: Callable[[Example], float],
    n_examples: int,
    rng: Random,
) -> list[tuple[Example, int]]:
    """Sample training data: random instances with noisy labels.

        Xʲ ~ P(X),   Yʲ ~ P(Y | X = Xʲ),   independently for each j

    `teacher(x)` is P(Y = 1 | X = x).

    >>> from random import Random
    >>> draw_examples(lambda rng: "sunny", lambda x: 1.0, 3, Random(0))
    [('sunny', 1), ('sunny', 1), ('sunny', 1)]
    """
    require(
        0 <= n_examples <= 10**9,
        f"n_examples must be from 0 to 10⁹, got {number_text(n_examples)}",
    )
    instances = [draw_instance(rng) for _ in range(n_examples)]
    probabilities = [teacher(x) for x in instances]
    for x, p in zip(instances, probabilities):
        require_probability(p, f"the teacher's P(Y = 1 | {x!r})")
    return [(x, indicator(rng.random() < p)) for x, p in zip(instances, probabilities)]
