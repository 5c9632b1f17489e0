"""The linear support vector machine: the hinge loss in place of the log loss."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from math import inf
from operator import mul
from typing import Generic, Self, TypeVar

from textbook_ml.errors import require
from textbook_ml.models.linear import Linear, require_linear
from textbook_ml.models.protocols import require_two

TYPE_CHECKING = False
if TYPE_CHECKING:  # what is only named here, and loaded where it is used
    from textbook_ml.models.examples import Number, Row

Label = TypeVar("Label", bound=Hashable)


@dataclass(frozen=True, slots=True)
class LinearSVM(Linear[Label], Generic[Label]):
    """Weights that leave a margin; it gives labels, and no probabilities.

    Only the examples within the margin count: one that is right by more than 1 may move about,
    and nothing changes.

    >>> LinearSVM(("no", "yes"), ("x",), w0=-1.0, w=(2.0,)).classify([3.0])
    'yes'
    """

    classes: tuple[Label, ...]
    features: tuple[str, ...]
    w0: float
    w: tuple[float, ...]

    def __post_init__(self) -> None:
        require_linear(self.classes, self.features, self.w0, self.w)

    @classmethod
    def fit(
        cls,
        rows: Sequence[Row],
        labels: Sequence[Label],
        *,
        l2: float = 1.0,
        steps: int = 2000,
        weights: Sequence[Number] | None = None,
        classes: Sequence[Label] | None = None,
        features: Sequence[str] | None = None,
    ) -> Self:
        """Down the subgradient of the penalised hinge loss, in steps that shrink.

            (λ/2) ‖w‖² + Σ_l max(0, 1 − yˡ (w₀ + w · xˡ))
            w ← w − η_t (λ w − Σ_{margin < 1} yˡ xˡ),   η_t = 1/(λ t)

        The intercept is penalised too, which makes the minimum one point; the steps are averaged,
        later ones more, and the average nears it as 1/t.

        >>> LinearSVM.fit([[-1.0], [1.0]], [0, 1], l2=0.5).predict([[-3.0], [3.0]])
        [0, 1]
        """
        from textbook_ml.models.examples import Examples
        from textbook_ml.objectives.concave import moved
        from textbook_ml.objectives.design import Design

        require(0 < l2 < inf, f"λ is {l2}: without a penalty no margin is best; give one above 0")
        require(steps > 0, f"{steps} steps were asked for: take at least one")
        examples = Examples.of(rows, labels, weights, classes, features)
        require_two(examples.classes)
        signs = [2.0 * place - 1.0 for place in examples.places]
        design = Design.of([[y, *(y * x_i for x_i in x)] for x, y in zip(examples.rows, signs)])
        w = average = [0.0] * (len(examples.features) + 1)
        for t in range(1, steps + 1):
            inside = [float(margin < 1) for margin in design.times(w)]
            pull = design.transposed_times(list(map(mul, examples.weights, inside)))
            w = [(1 - 1 / t) * w_i + p / (l2 * t) for w_i, p in zip(w, pull)]
            average = moved(average, 2 / (t + 1), [a - b for a, b in zip(w, average)])
        return cls(examples.classes, examples.features, average[0], tuple(average[1:]))
