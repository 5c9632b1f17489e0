"""Two classes with one Gaussian feature: their parameters from sliders or from a table."""

from collections.abc import Sequence
from math import ceil, floor, log10, sqrt
from typing import TypeGuard

from textbook_ml.core.errors import require
from textbook_ml.data.table import Dataset
from textbook_ml.equations.gaussian import mean_mle, variance_mvue
from textbook_ml.plots.scales import Span
from textbook_ml.reading.book.pictures._picture import Columns, State, padded_range, two_classes

START: State = {"axis": [-6.0, 6.0], "name": "x", "classes": ["0", "1"]}


def adopt(table: Dataset, columns: Columns) -> State:
    """Return the means and standard deviations of one column in two classes."""
    [name] = columns.continuous(table, 1)
    classes = two_classes(table)
    groups = [
        [
            float(x)
            for x, y in zip(table.column(name), table.labels)
            if y == label and _known_values(x)
        ]
        for label in classes
    ]
    for label, group in zip(classes, groups):
        require(len(group) > 1, f"class {label} must have at least 2 values of {name}")
    means = [mean_mle(group) for group in groups]
    deviations = [sqrt(variance_mvue(g, m)) for g, m in zip(groups, means)]
    message = f"{name} must vary within both classes, got standard deviations {deviations}"
    require(min(deviations) > 0, message)
    axis = padded_range([x for group in groups for x in group])
    return {
        "axis": list(axis), "name": name, "classes": list(classes),
        "mu0": means[0], "mu1": means[1], "sigma0": deviations[0], "sigma1": deviations[1],
        "ranges": _slider_ranges(axis, deviations),
    }  # fmt: skip


def _known_values(x: object) -> TypeGuard[float]:
    return isinstance(x, int | float)


def _slider_ranges(axis: Span, deviations: Sequence[float]) -> State:
    """Return ranges of the sliders that fit the table; the step is about a hundredth."""
    low, high = axis
    step = 10.0 ** floor(log10((high - low) / 50))
    ends = [floor(low / step) * step, ceil(high / step) * step, step / 10]
    widths = [min(deviations) / 4, max(deviations) * 4, step / 10]
    return {"mu0": ends, "mu1": ends, "sigma0": widths, "sigma1": widths}


def points_of(axis: Span) -> list[float]:
    """Return the points at which the curves are drawn."""
    low, high = axis
    return [low + (high - low) * i / 200 for i in range(201)]
