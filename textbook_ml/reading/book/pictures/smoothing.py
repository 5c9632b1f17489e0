"""Smoothing as pseudo-counts: bars for three values, and the posterior as l grows."""

from collections.abc import Sequence
from fractions import Fraction

from textbook_ml.core.errors import require
from textbook_ml.data.datasets import play_tennis
from textbook_ml.data.table import Dataset
from textbook_ml.equations.bayes import naive_bayes_posterior
from textbook_ml.equations.smoothing import categorical_smoothed, prior_mle, theta_smoothed
from textbook_ml.plots import Bars, Figure, Line, Panels, Points
from textbook_ml.reading.book.pictures._picture import (
    Columns,
    Handle,
    Picture,
    Scene,
    Slider,
    State,
    Surface,
)

DAY = ("Overcast", "Hot", "High", "Strong")
MOST_VALUES = 3


def chance_of_play(strength: Fraction) -> float:
    """Return P(Yes) for an overcast, hot, humid and windy day, smoothed with l.

    >>> chance_of_play(Fraction(0)), chance_of_play(Fraction(1)) == 784 / 1389
    (1.0, True)
    """
    days = play_tennis()
    prior: dict[str, Fraction] = {}
    factors: dict[str, list[Fraction]] = {}
    for label in days.classes:
        size = days.labels.count(label)
        prior[label] = prior_mle(size, len(days))
        factors[label] = []
        for feature, value in zip(days.features, DAY):
            pairs = list(zip(days.column(feature), days.labels))
            n_values = len(days.values(feature))
            count = pairs.count((value, label))
            factors[label].append(theta_smoothed(count, size, n_values, strength))
    return float(naive_bayes_posterior(prior, factors)["Yes"])


LS = [Fraction(k, 4) for k in range(41)]
_CURVE: list[float] = []


def curve() -> list[float]:
    """Return P(Yes) of the day for each l of the drawing; computed once."""
    if not _CURVE:
        _CURVE.extend(chance_of_play(l) for l in LS)
    return _CURVE


def draw(state: State) -> Scene:
    """Draw the estimates of three values, without and with pseudo-counts, and the posterior."""
    values: Sequence[str] = state["values"]
    counts = [int(state[f"n{i}"]) for i in range(len(values))]
    strength = Fraction(round(4 * state["strength"]), 4)
    smoothed = categorical_smoothed(counts, strength)
    estimates = ", ".join(f"{value} {p}" for value, p in zip(values, smoothed))
    n = sum(counts)
    plain = [Bars(values, [k / n for k in counts], label="not smoothed")] if n else []
    play = chance_of_play(strength)
    panels = Panels(
        title=f"{n} examples and {float(strength):g} pseudo-examples of each value",
        description=f"The estimates are {estimates}. The overcast day of the tennis data has "
        f"P(Yes) = {play:.3f}.",
        figures=[
            Figure(
                state["title"], "Bars.", "probability", "",
                [*plain, Bars(values, [float(p) for p in smoothed], label="smoothed")],
                x_range=(0.0, 1.0),
            ),
            Figure(
                "An overcast day of the tennis data", "A falling curve.", "pseudo-count l",
                "P(Yes) of the day",
                [
                    Line([float(l) for l in LS], curve(), label="posterior"),
                    Points([float(strength)], [play], label="posterior"),
                    Surface(),
                ],
                x_range=(0.0, 10.0), y_range=(0.0, 1.0),
            ),
        ],
    )  # fmt: skip
    return Scene(panels, [Handle("Pseudo-count l", "strength", play)])


def adopt(table: Dataset, columns: Columns) -> State:
    """Return the counts of the values of one column of words in the smallest class."""
    [name] = columns.discrete(table, 1)
    label = min(table.classes, key=table.labels.count)
    column = [v for v, y in zip(table.column(name), table.labels) if y == label]
    values = sorted(set(table.column(name)) - {None}, key=str)[:MOST_VALUES]
    message = f"{name} must have at least {MOST_VALUES} values, got {len(values)}"
    require(len(values) == MOST_VALUES, message)
    counts = [column.count(value) for value in values]
    high = max(20, *counts)
    return {
        "values": [str(value) for value in values],
        "title": f"{name}, given {table.label_name} = {label}",
        **{f"n{i}": n for i, n in enumerate(counts)},
        "ranges": {f"n{i}": [0, high, 1] for i in range(len(counts))},
    }


PICTURE = Picture(
    page="smoothing",
    title="Start every count at l",
    about=(
        "Of the five days without play three were sunny, none was overcast, two were rainy. Change "
        "the counts and the pseudo-count l; drag the point on the curve."
    ),
    notice=(
        "With l = 0, a single value that was never observed makes the answer certain. A small l "
        "changes little "
        "else; a large l makes all values equally probable."
    ),
    controls={
        "strength": Slider("l, pseudo-count for each value", 0, 10, 0.25, 1),
        "n0": Slider("count of the first value", 0, 20, 1, 3),
        "n1": Slider("count of the second value", 0, 20, 1, 0),
        "n2": Slider("count of the third value", 0, 20, 1, 2),
    },
    draw=draw,
    adopt=adopt,
    extra={"values": ["Sunny", "Overcast", "Rain"], "title": "Outlook on days without play"},
)
