"""A missing value: its factor is left out, unless values are missing for a reason."""

from dataclasses import replace
from fractions import Fraction

from textbook_ml.reading.book.pictures._log_odds_bars import UNKNOWN, bars, choices, evidence
from textbook_ml.reading.book.pictures._picture import Picture, Scene, Slider, State, Toggle
from textbook_ml.reading.book.stories._examples import n_days

WIND = "wind"


def draw(state: State) -> Scene:
    """Draw the evidence; a missing wind has a bar only if it is missing for a reason."""
    odds = {"prior": Fraction(n_days("No"), n_days("Yes"))}
    missing = [Fraction(str(round(state[key], 2))) for key in ("missing_no", "missing_yes")]
    for place, (name, choice) in enumerate(choices().items()):
        value = state[WIND] if name == WIND else choice.start
        if value != UNKNOWN:
            odds[f"{name}: {value}"] = evidence(place, value)
        elif state["reason"]:
            odds["wind is missing"] = missing[0] / missing[1]
    if state["reason"] and state[WIND] != UNKNOWN:
        odds["wind is recorded"] = (1 - missing[0]) / (1 - missing[1])
    return Scene(bars(odds))


PICTURE = Picture(
    page="missing",
    title="The wind was not recorded",
    about=(
        "The evidence of today’s weather. Choose the wind, or ? if it was not recorded; then let "
        "it be missing for a reason."
    ),
    notice=(
        "An unknown wind has no bar: its factor is 1. If the wind is missing for a reason, the "
        "fact that it is missing is evidence itself, and a bar comes back."
    ),
    controls={
        WIND: replace(choices()[WIND], start=UNKNOWN),
        "reason": Toggle("missing for a reason", False),
        "missing_no": Slider("P(missing | No)", 0.05, 0.95, 0.05, 0.1),
        "missing_yes": Slider("P(missing | Yes)", 0.05, 0.95, 0.05, 0.9),
    },
    draw=draw,
)
