"""A score becomes a probability: equations (24) and (25)."""

from textbook_ml.equations.logistic import linear_score, logistic_p1, mitchell_p1
from textbook_ml.plots import Figure, Line, Panels, Points, Rule
from textbook_ml.reading.book.pictures._picture import (
    Handle,
    Picture,
    Scene,
    Slider,
    State,
    Surface,
    Toggle,
)

AXIS = (0.0, 6.0)


def draw(state: State) -> Scene:
    """Draw the probability and the score against the hours, with one student."""
    w0, w, hours = state["w0"], [state["w1"]], state["hours"]
    curve = mitchell_p1 if state["first"] else logistic_p1
    xs = [AXIS[0] + (AXIS[1] - AXIS[0]) * i / 120 for i in range(121)]
    score, p = linear_score(w0, w, [hours]), curve(w0, w, [hours])
    boundary = [-w0 / w[0]] if w[0] and AXIS[0] <= -w0 / w[0] <= AXIS[1] else []
    said = f"The boundary is at {boundary[0]:.3g} hours." if boundary else "No boundary is visible."
    rules = [Rule(x=at, label="boundary") for at in boundary]
    number = "(16)" if state["first"] else "(25)"
    student = "one student"
    return Scene(
        Panels(
            title=f"{hours:g} hours: score {score:.3g}, probability {p:.3f}",
            description=(
                f"With the sign of {number}, a student with {hours:g} hours has the score "
                f"{score:.3g} and passes with probability {p:.3f}. {said}"
            ),
            figures=[
                Figure(
                    "Probability", "A curve from 0 to 1.", "hours of study", "P(pass)",
                    [
                        Line(xs, [curve(w0, w, [x]) for x in xs], label="model"), *rules,
                        Points([hours], [p], label=student), Surface(),
                    ],
                    x_range=AXIS, y_range=(0.0, 1.0),
                ),
                Figure(
                    "Score", "A straight line.", "hours of study", "score",
                    [
                        Line(xs, [linear_score(w0, w, [x]) for x in xs], label="model"), *rules,
                        Points([hours], [score], label=student),
                    ],
                    x_range=AXIS,
                ),
            ],
        ),
        [Handle("Hours of the student", "hours", p)],
    )  # fmt: skip


PICTURE = Picture(
    page="logistic",
    title="Move the weights and the student",
    about=(
        "The probability to pass, and the score below the curve. Drag the student, change the "
        "weights, or switch to the sign of equation (16)."
    ),
    notice=(
        "The boundary is where the score is 0, at −w₀/w₁ hours. The weight w₁ decides how sudden "
        "the change is. With the sign of (16) the curve is reversed."
    ),
    controls={
        "w0": Slider("w₀", -8, 2, 0.5, -4),
        "w1": Slider("w₁", -3, 3, 0.1, 1.5),
        "hours": Slider("hours of the student", 0, 6, 0.1, 2),
        "first": Toggle("sign of (16)", False),
    },
    draw=draw,
)
