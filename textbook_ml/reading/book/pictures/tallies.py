"""Counting whole days, and counting one feature at a time."""

from math import prod

from textbook_ml.data import datasets
from textbook_ml.equations.counts import count
from textbook_ml.plots import Bars, Figure
from textbook_ml.reading.book.pictures._picture import Choice, Picture, Scene, State
from textbook_ml.reading.book.stories._examples import DAY, counted, n_days, n_values

WHOLE = "whole"
FEATURES = datasets.play_tennis().features


def draw(state: State) -> Scene:
    """Draw how often each value, or each kind of day, occurred in each class."""
    return Scene(
        _kinds_of_days_figure()
        if state["by"] == WHOLE
        else _values_figure(FEATURES.index(state["by"]))
    )


def _values_figure(feature: int) -> Figure:
    """Draw the counts of the values of one feature."""
    values = sorted({str(row[feature]) for row in datasets.play_tennis().rows})
    names = [f"{value} (today)" if value in DAY else value for value in values]
    tally = {y: [counted(feature, value, y) for value in values] for y in ("No", "Yes")}
    said = "; ".join(
        f"{y}: " + ", ".join(f"{value} {n}/{n_days(y)}" for value, n in zip(values, tally[y]))
        for y in tally
    )
    return Figure(
        title=f"{FEATURES[feature]} on {n_days('No')} days without and {n_days('Yes')} with play",
        description=f"Relative frequencies. {said}.",
        x_label="days",
        y_label=FEATURES[feature],
        marks=[Bars(names, tally[y], label=y) for y in tally],
        x_range=(0.0, 9.0),
    )


def _kinds_of_days_figure() -> Figure:
    """Draw how many kinds of days occurred."""
    days = datasets.play_tennis()
    kinds = prod(n_values(i) for i in range(len(FEATURES)))
    seen = len({tuple(row) for row in days.rows})
    today = count(days.rows, lambda row: tuple(row) == DAY)
    return Figure(
        title=f"{kinds - seen} of {kinds} kinds of days never occurred",
        description=(
            f"The {len(days)} days are of {seen} different kinds; {kinds - seen} of {kinds} kinds "
            f"never occurred. Days like today: {today}."
        ),
        x_label="kinds of days",
        y_label="",
        marks=[Bars(["occurred", "never occurred"], [seen, kinds - seen])],
        x_range=(0.0, float(kinds)),
    )


PICTURE = Picture(
    page="counts",
    title="Count one feature at a time, or whole days",
    about="The fourteen days on record. Choose what to count.",
    notice=(
        "Most kinds of days never occurred, today’s among them. The values of single features "
        "have occurred in both classes, with one exception: Overcast without play."
    ),
    controls={
        "by": Choice(
            "count", {name: name for name in FEATURES} | {WHOLE: "whole days"}, FEATURES[0]
        ),
    },
    draw=draw,
)
