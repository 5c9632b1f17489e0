"""Claims about optimisers: how many steps each needs to reach the same maximum."""

from collections.abc import Mapping
from itertools import islice
from math import dist
from random import Random

from textbook_ml.learning.objectives.logistic_objective import LogisticPoint
from textbook_ml.learning.objectives.scaling import Scaling
from textbook_ml.learning.optimisers.gradient_ascent import stochastic_ascent
from textbook_ml.learning.optimisers.optimise import OPTIMISERS
from textbook_ml.learning.optimisers.steps import Step
from textbook_ml.models.logistic_regression import LogisticRegression
from textbook_ml.plots import Figure, Line, Log
from textbook_ml.study.experiments._experiment import Finding, experiment
from textbook_ml.study.experiments.convergence import scaled_examples, start_of

PLAIN = "gradient-ascent"
TOLERANCE = dict.fromkeys(
    ("newton", "newton-cg", "l-bfgs", "conjugate-gradient", "accelerated"), 1e-6
) | {PLAIN: 5e-5}  # the largest component of the gradient at the last step
SAME = 1e-5  # largest distance at which two weight vectors count as the same

Path = list[tuple[int, float]]  # the number of a step, and the norm of the gradient at that step


@experiment(
    "EXP-OPTIMISERS",
    claim="Newton's method needs the fewest steps, conjugate gradients more, and plain gradient "
    "ascent by far the most; all reach the same maximum.",
    criterion="every optimiser ends within 1e-5 of the best weights; Newton's method needs fewer "
    "steps than conjugate gradients to reach a gradient of 1e-6, and conjugate gradients fewer "
    "than gradient ascent needs to reach 5e-5",
    entries=("mitchell-s3.2-cg", "mitchell-s6-irls", "xing-quasi-newton", "xing-sgd"),
    full={"examples": 1000, "passes": 500},
)
def optimiser_race(examples: int = 200, passes: int = 50, seed: int = 0) -> Finding:
    """Run six optimisers on the same examples, with four features of scales 1, 3, 10 and 30.

    >>> optimiser_race(examples=20, passes=1).numbers["steps"]["newton"] < 10
    True
    """
    rows, labels = scaled_examples(Random(seed), examples)
    best = LogisticRegression.fit(rows, labels)  # raises an error if there is no maximum
    start = start_of(rows, labels, l2=0.0)
    runs = {name: _optimise(name, start) for name in TOLERANCE}
    last = {name: step for name, (step, _) in runs.items()}
    steps = {name: step.iteration for name, step in last.items()}
    off = {name: dist(step.w, (best.w0, *best.w)) for name, step in last.items()}
    standard = start_of(Scaling.of(rows).standard(rows), labels, l2=0.0)
    maximum = last["newton"].objective
    return Finding(
        holds=max(off.values()) < SAME
        and steps["newton"] < steps["conjugate-gradient"] < steps[PLAIN],
        numbers={
            "steps": steps,
            "distance from the best weights": off,
            "gradient ascent on standardised features, steps": _optimise(PLAIN, standard)[
                0
            ].iteration,
            f"stochastic ascent, below the maximum after {passes} passes": {
                "features as they are": maximum - _stochastic(start, passes),
                "standardised": maximum - _stochastic(standard, passes),
            },
        },
        figure=_figure({name: path for name, (_, path) in runs.items()}),
        caveat="a Newton step costs N d² + d³ operations and a step of the others N d, so Newton's "
        "method is slower with very many features; stochastic gradient ascent comes close to the "
        "maximum but does not reach it",
    )


def _optimise(name: str, start: LogisticPoint) -> tuple[Step, Path]:
    """The step at which the gradient is small enough, and the path of the optimiser to it."""
    path: Path = []
    step = Step(0, start, 0.0)
    for step in OPTIMISERS[name](start):
        gradient_norm = step.gradient_norm
        path.append((step.iteration, gradient_norm))
        if gradient_norm <= TOLERANCE[name]:
            break
    return step, path


def _stochastic(start: LogisticPoint, passes: int) -> float:
    """The objective after several passes of stochastic gradient ascent over the examples."""
    *_, last = islice(stochastic_ascent(start), passes + 1)
    return last.objective


def _figure(paths: Mapping[str, Path]) -> Figure:
    marks = []
    for name, path in paths.items():
        shown = [(t, size) for t, size in path if t > 0 and size > 0]
        marks.append(Line([t for t, _ in shown], [size for _, size in shown], label=name))
    return Figure(
        title="Size of the gradient after each step, by optimiser",
        description="On logarithmic axes, the gradient becomes small within a few steps with "
        "Newton's method, after about a hundred with conjugate gradients, and after ten thousand "
        "or more with plain gradient ascent.",
        x_label="steps",
        y_label="largest component of the gradient",
        marks=marks,
        x_scale=Log(),
        y_scale=Log(),
    )
