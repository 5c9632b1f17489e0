"""The losses of one example as functions of its margin."""

from collections.abc import Callable
from math import log

from textbook_ml.equations.losses import hinge_loss, log_loss, zero_one_loss
from textbook_ml.plots import Figure, Line, Points, Rule
from textbook_ml.reading.book.pictures._picture import (
    Handle,
    Picture,
    Scene,
    Slider,
    State,
    Surface,
    Toggle,
)


def draw(state: State) -> Scene:
    """Draw three losses, and their values at one margin."""
    margin = state["margin"]
    unit = log(2.0) if state["base2"] else 1.0
    losses: dict[str, Callable[[float], float]] = {
        "logistic loss": lambda z: log_loss(z) / unit,
        "hinge loss": lambda z: float(hinge_loss(z)),
        "0–1 loss": lambda z: float(zero_one_loss(z)),
    }
    zs = [-3 + 0.05 * i for i in range(121)]
    values = {name: loss(margin) for name, loss in losses.items()}
    said = ", ".join(f"{name} {value:.2f}" for name, value in values.items())
    verdict = "wrong" if margin < 0 else "right" if margin > 0 else "undecided"
    figure = Figure(
        title=f"The loss of each method at margin {margin:g}",
        description=f"At margin {margin:g} the prediction is {verdict}: {said}.",
        x_label="margin: label (−1 or +1) times score",
        y_label="loss in bits" if state["base2"] else "loss",
        marks=[
            *(Line(zs, [loss(z) for z in zs], label=name) for name, loss in losses.items()),
            *(Points([margin], [value], label=name) for name, value in values.items()),
            Rule(x=margin, label="the example"),
            Surface(),
        ],
        x_range=(-3.0, 3.0),
        y_range=(0.0, 4.5),
    )
    return Scene(figure, [Handle("Margin of the example", "margin", values["logistic loss"])])


PICTURE = Picture(
    page="losses",
    title="Move the margin of one example",
    about="Three losses of one example. Drag the example, or use the slider.",
    notice=(
        "To base 2 the logistic loss is 1 at margin 0 and lies above the 0–1 loss everywhere; "
        "with natural logarithms it does not."
    ),
    controls={
        "margin": Slider("margin of the example", -3, 3, 0.1, 0.5),
        "base2": Toggle("logarithm to base 2", False),
    },
    draw=draw,
)
