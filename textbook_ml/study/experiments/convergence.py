"""Claims about gradient ascent: when it converges, and when it does not.

η    the step size;   L   a bound on the curvature: with η = 1/L the objective never falls
w    the weights, the intercept first;   λ   the L2 penalty
"""

from collections.abc import Sequence
from itertools import islice, pairwise
from math import fsum
from random import Random

from textbook_ml.core.errors import TextbookError
from textbook_ml.core.stable import sigmoid
from textbook_ml.equations.likelihood import conditional_log_likelihood
from textbook_ml.equations.logistic import logistic_p1
from textbook_ml.learning.objectives.logistic_objective import LogisticObjective, LogisticPoint
from textbook_ml.learning.objectives.prior import NormalPrior
from textbook_ml.learning.optimisers.gradient_ascent import gradient_ascent
from textbook_ml.learning.optimisers.newton import newton
from textbook_ml.learning.optimisers.steps import Step
from textbook_ml.models.logistic_regression import LogisticRegression
from textbook_ml.plots import Contours, Figure, Grid, Line, Log, Panels, Path
from textbook_ml.study.experiments._experiment import Finding, experiment
from textbook_ml.study.experiments._random_data import bernoulli, normal

SCALES = (1.0, 3.0, 10.0, 30.0)
SLOPE = 0.7  # the weight of each feature, in units of its scale
LONG_STEP = 0.01  # the step size that the text suggests
DECADES = (1, 10, 100, 1000, 10_000)  # steps at which the weight of separable data is recorded

# Four examples that no threshold separates, and two that are separable.
FOUR, FOUR_LABELS = ((-1.0,), (0.0,), (1.0,), (2.0,)), (0, 1, 0, 1)
TWO, TWO_LABELS = ((-1.0,), (1.0,)), (0, 1)


@experiment(
    "EXP-CONVERGENCE",
    claim="Because the likelihood is concave, gradient ascent converges to its global maximum.",
    criterion="with step size 1/L the objective never falls, and with η = 0.01 it ends below its "
    "starting value; on separable examples the weight grows by at least 2 whenever the number of "
    "steps is multiplied by 10, and with λ = 1 it converges; if a column is duplicated, two starts "
    "end at different maxima that give the same predictions",
    entries=("mitchell-s3.2-concave", "mitchell-s3.2-eta", "xing-concave", "sontag-concave"),
    full={"steps": 10_000},
)
def convergence(examples: int = 300, steps: int = 2000, seed: int = 0) -> Finding:
    """Compare a safe step size with one that is too large, and data with none or many maxima.

    >>> convergence(examples=50, steps=20).numbers["separable data are refused"]
    True
    """
    start = start_of(*scaled_examples(Random(seed), examples), l2=0.0)
    safe = [step.objective for step in islice(gradient_ascent(start), steps + 1)]
    too_large = [step.objective for step in islice(gradient_ascent(start, LONG_STEP), steps + 1)]
    maximum = _maximum(start).objective
    growing = separable_weights(0.0)
    penalised = separable_weights(1.0)
    limit = LogisticRegression.fit(TWO, TWO_LABELS, l2=1.0).w[0]
    one, other = twin_maxima([0.0, 0.0, 0.0]), twin_maxima([0.0, 4.0, -4.0])
    return Finding(
        holds=all(a <= b for a, b in pairwise(safe))
        and too_large[-1] < too_large[0]
        and is_refused()
        and all(b - a >= 2 for a, b in pairwise(growing[1:]))
        and abs(penalised[-1] - limit) < 1e-9
        and abs(one[1] - other[1]) > 1
        and _difference(one, other) < 1e-6,
        numbers={
            "maximum": maximum,
            "safe step": 1 / start.curvature_bound,
            f"objective after {steps} safe steps": safe[-1],
            f"objective after {steps} steps of 0.01": too_large[-1],
            "steps of 0.01 in which the objective fell": sum(a > b for a, b in pairwise(too_large)),
            "separable data are refused": is_refused(),
            "weight of separable data, by steps": dict(zip(DECADES, growing)),
            "weight with λ = 1, by steps": dict(zip(DECADES, penalised)),
            "two maxima if a column is duplicated": [one, other],
            "largest difference of their predictions": _difference(one, other),
        },
        figure=_figure(maximum, safe, too_large, growing, penalised),
        caveat="concavity only excludes other local maxima: with too large a step size the "
        "objective oscillates for ever, separable data have no maximum, and collinear features "
        "have many",
    )


def scaled_examples(rng: Random, n: int) -> tuple[list[list[float]], list[int]]:
    """Rows with features of very different scales, and labels drawn from a logistic model.

    >>> rows, labels = scaled_examples(Random(0), 3)
    >>> len(rows[0]), len(labels)
    (4, 3)
    """
    rows = [[scale * normal(rng) for scale in SCALES] for _ in range(n)]
    chances = [sigmoid(fsum(SLOPE * x / s for x, s in zip(row, SCALES))) for row in rows]
    return rows, [bernoulli(rng, p) for p in chances]


def start_of(rows: Sequence[Sequence[float]], labels: Sequence[int], l2: float) -> LogisticPoint:
    """The penalised log likelihood of labels 0 and 1 at zero weights; the intercept has no penalty.

    >>> start_of([[1.0], [3.0]], [0, 1], l2=0.0).w
    [0.0, 0.0]
    """
    n = len(rows[0])
    prior = NormalPrior.ridge(l2, n, penalise_intercept=False)
    objective = LogisticObjective.of(rows, [2.0 * y - 1 for y in labels], [1.0] * len(rows), prior)
    return objective.at([0.0] * (n + 1))


def _maximum(start: LogisticPoint) -> Step:
    """The maximum of the objective, found with Newton's method."""
    return next(step for step in newton(start) if step.gradient_norm < 1e-9)


def is_refused() -> bool:
    """Whether the model rejects separable examples, whose likelihood has no maximum.

    >>> is_refused()
    True
    """
    try:
        LogisticRegression.fit(TWO, TWO_LABELS)
    except TextbookError:
        return True
    return False


def separable_weights(l2: float) -> list[float]:
    """The weight after 1, 10, 100, … steps of gradient ascent with η = 1 on separable examples.

    >>> [round(w) for w in separable_weights(0.0)]
    [1, 3, 5, 8, 10]
    """
    steps = islice(gradient_ascent(start_of(TWO, TWO_LABELS, l2), eta=1.0), 1, DECADES[-1] + 1)
    weights = [step.w[1] for step in steps]  # ascent stops early if the gradient becomes 0
    return [weights[min(t, len(weights)) - 1] for t in DECADES]


def twin_maxima(start: Sequence[float]) -> list[float]:
    """Return the weights that gradient ascent reaches from `start` if the column is duplicated."""
    point = start_of([(x, x) for (x,) in FOUR], FOUR_LABELS, 0.0).at(start)
    return list(next(s for s in gradient_ascent(point) if s.gradient_norm < 1e-9).w)


def _difference(one: Sequence[float], other: Sequence[float]) -> float:
    """The largest difference between two models' probabilities on the four examples."""
    pairs = [(logistic_p1(w[0], w[1:], (x, x)) for w in (one, other)) for (x,) in FOUR]
    return max(abs(p - q) for p, q in pairs)


def _figure(
    maximum: float,
    safe: Sequence[float],
    too_large: Sequence[float],
    growing: Sequence[float],
    penalised: Sequence[float],
) -> Panels:
    ticks = sorted({round(len(safe) ** (k / 40)) for k in range(41)} - {len(safe)})
    steps = Figure(
        title="A safe step size, and one that is too large",
        description="Distance of the objective from its maximum: it falls for the safe step size "
        "and stays very large for 0.01.",
        x_label="steps",
        y_label="distance from the maximum",
        marks=[
            Line(ticks, [maximum - safe[t] for t in ticks], label="η = 1/L"),
            Line(ticks, [maximum - too_large[t] for t in ticks], label="η = 0.01"),
        ],
        x_scale=Log(),
        y_scale=Log(),
    )
    separable = Figure(
        title="Two separable examples",
        description="Without a penalty the weight grows with the logarithm of the number of steps. "
        "With a penalty it converges.",
        x_label="steps",
        y_label="weight",
        marks=[
            Line(DECADES, growing, label="no penalty"),
            Line(DECADES, penalised, label="λ = 1"),
        ],
        x_scale=Log(),
    )
    return Panels(
        title="When gradient ascent converges",
        description="Three panels: the distance from the maximum for two step sizes; the weight on "
        "separable examples; and the concave likelihood of four examples with the path of gradient "
        "ascent.",
        figures=[steps, separable, _surface()],
    )


def _surface() -> Figure:
    """The likelihood of the four examples as a function of both weights, with an ascent path."""
    rows = [(1.0, x) for (x,) in FOUR]
    grid = Grid.of(
        lambda w0, w1: conditional_log_likelihood([w0, w1], rows, FOUR_LABELS),
        x_range=(-2.5, 2.0),
        y_range=(-1.5, 2.5),
        cells=60,
    )
    start = start_of(FOUR, FOUR_LABELS, 0.0).at([-2.0, -1.0])
    path = [step.w for step in islice(gradient_ascent(start), 60)]
    return Figure(
        title="The likelihood of four examples",
        description="Closed contour lines around one maximum, and the path of gradient ascent "
        "towards it.",
        x_label="w₀",
        y_label="w₁",
        marks=[
            Contours(grid, [-2.4, -2.6, -3.0, -3.5, -4.5, -6.0], label="log likelihood"),
            Path([w[0] for w in path], [w[1] for w in path], label="gradient ascent"),
        ],
    )
