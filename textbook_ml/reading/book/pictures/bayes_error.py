"""The Bayes error: the smaller part of every bar."""

from fractions import Fraction

from textbook_ml.core.errors import require
from textbook_ml.equations.optimality import bayes_error, classifier_error
from textbook_ml.plots import Bars, Figure
from textbook_ml.reading.book.pictures._picture import Choice, Picture, Scene, Slider, State

INPUTS = ("a", "b")


def draw(state: State) -> Scene:
    """Draw P(x, y), the error of a chosen classifier and the Bayes error."""
    shares = {(x, y): Fraction(str(round(state[f"{x}{y}"], 2))) for x in INPUTS for y in (0, 1)}
    total = sum(shares.values())
    require(total > 0, "all four probabilities are 0")
    joint = {key: share / total for key, share in shares.items()}
    chosen = {x: int(state[f"label_{x}"]) for x in INPUTS}
    best, own = bayes_error(joint), classifier_error(joint, lambda x: chosen[x])
    extra = "This is the best classifier." if own == best else "The Bayes error is smaller."
    names = [*(f"x = {x}" for x in INPUTS), "this classifier", "Bayes error"]
    return Scene(
        Figure(
            title=f"Error {float(own):.3f}; the least possible is {float(best):.3f}",
            description=(
                f"The classifier answers {chosen['a']} for a and {chosen['b']} for b. Its error is "
                f"{own}, and the Bayes error is {best}. {extra}"
            ),
            x_label="probability",
            y_label="",
            marks=[
                Bars(names, [*(float(joint[x, y]) for x in INPUTS), *ends], label=label)
                for y, label, ends in (
                    (0, "class 0", (float(own), float(best))),
                    (1, "class 1", (0.0, 0.0)),
                )
            ],
            x_range=(0.0, 1.0),
        )
    )


PICTURE = Picture(
    page="optimality",
    title="Try to beat the Bayes error",
    about=(
        "Two inputs and two classes. Set the four probabilities (they are divided by their sum) "
        "and choose an answer for each input."
    ),
    notice=(
        "For each input, the shorter bar is the error that no classifier can avoid. Another "
        "answer can only increase this error."
    ),
    controls={
        "a0": Slider("P(a, 0)", 0, 1, 0.05, 0.3),
        "a1": Slider("P(a, 1)", 0, 1, 0.05, 0.1),
        "b0": Slider("P(b, 0)", 0, 1, 0.05, 0.1),
        "b1": Slider("P(b, 1)", 0, 1, 0.05, 0.5),
        "label_a": Choice("answer for a", {"0": "0", "1": "1"}, "0"),
        "label_b": Choice("answer for b", {"0": "0", "1": "1"}, "0"),
    },
    draw=draw,
)
