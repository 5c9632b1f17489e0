"""Claims about optimisers: how many steps each way to the same top takes."""

from collections.abc import Mapping
from itertools import islice
from math import dist
from random import Random

from textbook_ml.experiments._experiment import Finding, experiment
from textbook_ml.experiments.climbing import scaled_examples, start_of
from textbook_ml.models.logistic_regression import LogisticRegression
from textbook_ml.objectives.logistic import LogisticPoint
from textbook_ml.objectives.scaling import Scaling
from textbook_ml.optimisers.climb import OPTIMISERS
from textbook_ml.optimisers.gradient_ascent import stochastic_ascent
from textbook_ml.optimisers.steps import Step
from textbook_ml.plots import Figure, Line, Log

PLAIN = "gradient-ascent"
TOLERANCE = dict.fromkeys(
    ("newton", "newton-cg", "l-bfgs", "conjugate-gradient", "accelerated"), 1e-6
) | {PLAIN: 5e-5}  # the largest component of the gradient at the end
SAME = 1e-5  # how far apart two vectors of weights may be and still be called the same

Way = list[tuple[int, float]]  # the number of a step, and the gradient there


@experiment(
    "EXP-OPTIMISERS",
    claim="Newton's method needs the fewest steps, conjugate gradients more, and plain gradient "
    "ascent by far the most; all reach the same maximum.",
    criterion="every optimiser ends within 1e-5 of the best weights, and steps(Newton) < "
    "steps(conjugate gradient), to a gradient of 1e-6, < steps(gradient ascent), to 5e-5",
    entries=("mitchell-s3.2-cg", "mitchell-s6-irls", "xing-quasi-newton", "xing-sgd"),
    full={"examples": 1000, "passes": 500},
)
def optimiser_race(examples: int = 200, passes: int = 50, seed: int = 0) -> Finding:
    """Four features with scales 1, 3, 10 and 30, the same for all.

    >>> optimiser_race(examples=20, passes=1).numbers["steps"]["newton"] < 10
    True
    """
    rows, labels = scaled_examples(Random(seed), examples)
    best = LogisticRegression.fit(rows, labels)  # refuses examples without a maximum
    start = start_of(rows, labels, l2=0.0)
    climbs = {name: _climb(name, start) for name in TOLERANCE}
    last = {name: step for name, (step, _) in climbs.items()}
    steps = {name: step.iteration for name, step in last.items()}
    off = {name: dist(step.w, (best.w0, *best.w)) for name, step in last.items()}
    standard = start_of(Scaling.of(rows).standard(rows), labels, l2=0.0)
    top = last["newton"].objective
    return Finding(
        holds=max(off.values()) < SAME
        and steps["newton"] < steps["conjugate-gradient"] < steps[PLAIN],
        numbers={
            "steps": steps,
            "distance from the best weights": off,
            "gradient ascent on standardised features, steps": _climb(PLAIN, standard)[0].iteration,
            f"stochastic ascent, below the maximum after {passes} passes": {
                "features as they are": top - _stochastic(start, passes),
                "standardised": top - _stochastic(standard, passes),
            },
        },
        figure=_figure({name: way for name, (_, way) in climbs.items()}),
        caveat="a Newton step costs N d² + d³ and the others N d, so that with very many features "
        "it loses; one example at a time comes near the maximum and never stands on it",
    )


def _climb(name: str, start: LogisticPoint) -> tuple[Step, Way]:
    """The last step of an optimiser, when the gradient is small enough, and the way there."""
    way: Way = []
    step = Step(0, start, 0.0)
    for step in OPTIMISERS[name](start):
        gradient_norm = step.gradient_norm
        way.append((step.iteration, gradient_norm))
        if gradient_norm <= TOLERANCE[name]:
            break
    return step, way


def _stochastic(start: LogisticPoint, passes: int) -> float:
    """The objective after some passes over the examples, one at a time."""
    *_, last = islice(stochastic_ascent(start), passes + 1)
    return last.objective


def _figure(ways: Mapping[str, Way]) -> Figure:
    marks = []
    for name, way in ways.items():
        shown = [(t, size) for t, size in way if t > 0 and size > 0]
        marks.append(Line([t for t, _ in shown], [size for _, size in shown], label=name))
    return Figure(
        title="The way to the top: how steep it still is after so many steps",
        description="On logarithmic axes the gradient falls within a handful of steps for "
        "Newton's method, within a hundred or so for conjugate gradients, and within ten "
        "thousand or more for plain gradient ascent.",
        x_label="steps",
        y_label="largest component of the gradient",
        marks=marks,
        x_scale=Log(),
        y_scale=Log(),
    )
