"""Bars of log odds: what the prior and each feature of a day contribute to “No”."""

from collections.abc import Mapping
from fractions import Fraction
from math import log

from textbook_ml.core.errors import require
from textbook_ml.core.stable import sigmoid
from textbook_ml.data import datasets
from textbook_ml.plots import Bars, Figure
from textbook_ml.reading.book.pictures._picture import Choice
from textbook_ml.reading.book.stories._examples import DAY, counted, n_days

UNKNOWN = "unknown"


def choices() -> dict[str, Choice]:
    """Return a choice of the value for each feature of a day; today's value is the first one."""
    days = datasets.play_tennis()
    return {
        name.lower(): Choice(
            name,
            {str(v): str(v) for v in sorted(set(days.column(name)), key=str)} | {UNKNOWN: "?"},
            today,
        )
        for name, today in zip(days.features, DAY)
    }


def evidence(feature: int, value: str) -> Fraction:
    """Return P(value | No) / P(value | Yes); raise TextbookError if a count is 0."""
    no, yes = (Fraction(counted(feature, value, y), n_days(y)) for y in ("No", "Yes"))
    require(no * yes > 0, f"{value} never occurred on a day without play, so its log odds are −∞")
    return no / yes


def bars(odds: Mapping[str, Fraction]) -> Figure:
    """Draw the logarithm of each factor of the odds, and their sum."""
    total = Fraction(1)
    for factor in odds.values():
        total *= factor
    parts = {name: log(factor) for name, factor in odds.items()} | {"all together": log(total)}
    probability = sigmoid(log(total))
    winner = "No" if total > 1 else "Yes"
    factors = ", ".join(f"{name} {factor}" for name, factor in odds.items())
    return Figure(
        title=f"The odds of “No” are {total}: P(No) = {probability:.3f}",
        description=(
            f"Factors of the odds of No: {factors}. Their product is {total}, "
            f"so P(No) = {probability:.3f}, and the decision is {winner}."
        ),
        x_label="log odds: left for Yes, right for No",
        y_label="evidence",
        marks=[Bars(list(parts), list(parts.values()))],
        x_range=(-2.5, 4.0),
    )
