"""Naive Bayes for one day: each feature adds its log odds to those of the prior."""

from fractions import Fraction

from textbook_ml.reading.book.pictures._log_odds_bars import UNKNOWN, bars, choices, evidence
from textbook_ml.reading.book.pictures._picture import Picture, Scene, Slider, State


def draw(state: State) -> Scene:
    """Draw the prior and the evidence of the features that are used."""
    without = int(state["without"])
    odds = {"prior": Fraction(without, 14 - without)}
    for place, name in enumerate(choices()):
        if state[name] != UNKNOWN:
            odds[f"{name}: {state[name]}"] = evidence(place, state[name])
    return Scene(bars(odds))


PICTURE = Picture(
    page="bayes",
    title="Should we play? Add up the evidence",
    about=(
        "A bar for the prior and one for each feature of the day; the last bar is their sum. "
        "Choose other weather, leave a feature out (?), or change the prior."
    ),
    notice=(
        "Each feature moves the sum by a fixed amount, whatever the other features are. This is "
        "what the naive assumption means."
    ),
    controls={
        **choices(),
        "without": Slider("days without play, of 14", 1, 13, 1, 5),
    },
    draw=draw,
)
