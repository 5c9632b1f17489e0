"""The figure of the study: error against m, as in Ng and Jordan's Figure 1.

The ordinary pair stands on the left, and on the right what the paper did and published.
"""

from collections.abc import Iterator, Mapping
from pathlib import PurePath

from textbook_ml.evaluation import LearningCurve
from textbook_ml.experiments.ng_jordan.published import Published
from textbook_ml.experiments.ng_jordan.words import NAMES
from textbook_ml.plots import Band, Figure, Line, Log, Mark, Panels, Points

WIDE = 2  # standard errors, to either side
ORDINARY = ("naive-bayes", "logistic")
PAPER = ("naive-bayes", "nearest-mean", "logistic-sampled")


def drawn(
    name: str, description: str, curves: Mapping[str, LearningCurve], published: Published | None
) -> Panels:
    """Both sides, or the one of which there is anything to see."""
    figures = []
    if {*ORDINARY} <= curves.keys():
        ours = {method: curves[method] for method in ORDINARY}
        figures.append(_panel("ordinary logistic regression", description, ours, None))
    if "logistic-sampled" in curves:
        theirs = {method: curves[method] for method in PAPER if method in curves}
        figures.append(_panel("as in the paper", description, theirs, published))
    return Panels(f"{PurePath(name).name}: who errs less", description, figures)


def _panel(
    title: str, description: str, curves: Mapping[str, LearningCurve], published: Published | None
) -> Figure:
    """A line and a band for each method; the published curves as points."""
    marks: list[Mark] = []
    for name, curve in curves.items():
        marks += _line_and_band(NAMES[name], curve)
    if published is not None:
        marks += _points(published, curves)
    return Figure(
        title=title,
        description=description,
        x_label="training examples m",
        y_label="error on the other examples",
        marks=marks,
        x_scale=Log(),
    )


def _line_and_band(name: str, curve: LearningCurve) -> Iterator[Mark]:
    means = list(map(float, curve.means))
    room = [WIDE * off for off in curve.standard_errors]
    low = [max(mean - r, 0.0) for mean, r in zip(means, room)]  # an error is never below 0
    yield Band(curve.sizes, low, [mean + r for mean, r in zip(means, room)], label=name)
    yield Line(curve.sizes, means, label=name)


def _points(published: Published, curves: Mapping[str, LearningCurve]) -> Iterator[Mark]:
    """The published points that lie within the sizes that were run."""
    sizes = next(iter(curves.values())).sizes
    inside = [k for k, m in enumerate(published.sizes) if sizes[0] <= m <= sizes[-1]]
    both = {"naive Bayes": published.naive_bayes, "logistic regression": published.logistic}
    for name, errors in both.items() if inside else ():
        xs = [published.sizes[k] for k in inside]
        yield Points(xs, [errors[k] for k in inside], label=f"{name}, as published")
