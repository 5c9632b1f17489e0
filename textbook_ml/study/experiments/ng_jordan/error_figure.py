"""The figure of the study: error against m, as in Ng and Jordan's Figure 1.

The left panel has naive Bayes and ordinary logistic regression; the right panel has the methods
of the paper and its published points.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePath

from textbook_ml.evaluation import LearningCurve
from textbook_ml.plots import Band, Figure, Line, Linear, Log, Mark, Panels, Points
from textbook_ml.study.experiments.ng_jordan.published import Published
from textbook_ml.study.experiments.ng_jordan.summary import NAMES

WIDE = 2  # half width of a band, in standard errors
ORDINARY = ("naive-bayes", "logistic")
PAPER = ("naive-bayes", "nearest-mean", "logistic-sampled")


def drawn(
    name: str, description: str, curves: Mapping[str, LearningCurve], published: Published | None
) -> Panels:
    """Return the figure: both panels, or the only one with curves, with a common y axis."""
    marks = {method: list(_line_and_band(NAMES[method], curves[method])) for method in curves}
    theirs = [] if published is None else list(_points(published, curves))
    sides: dict[str, list[Mark]] = {}
    if {*ORDINARY} <= curves.keys():
        sides["ordinary logistic regression"] = [m for one in ORDINARY for m in marks[one]]
    if "logistic-sampled" in curves:
        sides["as in the paper"] = [m for one in PAPER for m in marks.get(one, ())] + theirs
    low, high = _y_range([mark for side in sides.values() for mark in side])
    figures = [
        Figure(
            title=title,
            description=description,
            x_label="training examples m",
            y_label="error on the other examples",
            marks=side,
            y_range=(low, high),
            x_scale=Log(),
        )
        for title, side in sides.items()
    ]
    return Panels(f"{PurePath(name).name}: error by number of examples", description, figures)


def _y_range(marks: Sequence[Mark]) -> tuple[float, float]:
    """Return the common y range of all marks."""
    spans = [mark.axis_ranges(Log(), Linear())[1] for mark in marks]
    ends = [end for span in spans if span is not None for end in span]
    return (min(ends), max(ends)) if min(ends) < max(ends) else Linear().range_around(min(ends))


def _line_and_band(name: str, curve: LearningCurve) -> Iterator[Mark]:
    means = list(map(float, curve.means))
    margins = [WIDE * error for error in curve.standard_errors]
    low = [max(mean - r, 0.0) for mean, r in zip(means, margins)]  # an error is never below 0
    yield Band(curve.sizes, low, [mean + r for mean, r in zip(means, margins)], label=name)
    yield Line(curve.sizes, means, label=name)


def _points(published: Published, curves: Mapping[str, LearningCurve]) -> Iterator[Mark]:
    """Yield the published points within the range of sizes that were run."""
    sizes = next(iter(curves.values())).sizes
    inside = [k for k, m in enumerate(published.sizes) if sizes[0] <= m <= sizes[-1]]
    both = {"naive Bayes": published.naive_bayes, "logistic regression": published.logistic}
    for name, errors in both.items() if inside else ():
        xs = [published.sizes[k] for k in inside]
        yield Points(xs, [errors[k] for k in inside], label=f"{name}, as published")
