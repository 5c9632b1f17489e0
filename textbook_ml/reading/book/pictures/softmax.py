"""Softmax of three scores: a plane of scores, and the triangle of probabilities."""

from math import log

from textbook_ml.equations.softmax import softmax
from textbook_ml.plots import Figure, Grid, Line, Mark, Panels, Points, Region
from textbook_ml.reading.book.pictures._picture import (
    Handle,
    Picture,
    Scene,
    Slider,
    State,
    Surface,
)

SPAN = (-5.0, 5.0)
LINES = (-4, -2, 0, 2, 4)


def draw(state: State) -> Scene:
    """Draw the plane of two scores with its three regions, and the triangle of probabilities."""
    scores = [state["s1"], state["s2"], 0.0]
    shifted = [score + state["c"] for score in scores]
    p1, p2, p3 = softmax(shifted)
    along = [SPAN[0] + 0.1 * i for i in range(101)]
    regions = [
        Region(Grid.of(lead, SPAN, SPAN, cells=40), label=f"class {k} is most probable")
        for k, lead in (
            (1, lambda a, b: a - max(b, 0.0)),
            (2, lambda a, b: b - max(a, 0.0)),
            (3, lambda a, b: -max(a, b)),
        )
    ]
    plane: list[Mark] = [Line([s, s], list(SPAN), label="equal score 1") for s in LINES]
    plane += [Line(list(SPAN), [s, s], label="equal score 2") for s in LINES]
    triangle: list[Mark] = [Line([0, 1, 0, 0], [0, 0, 1, 0], label="certain of two classes")]
    for s in LINES:
        ups = [softmax([s, t, 0.0]) for t in along]
        acrosses = [softmax([t, s, 0.0]) for t in along]
        triangle.append(Line([p[0] for p in ups], [p[1] for p in ups], label="equal score 1"))
        triangle.append(
            Line([p[0] for p in acrosses], [p[1] for p in acrosses], label="equal score 2")
        )
    inside = [
        Region(Grid.of(lead, (0.0, 1.0), (0.0, 1.0), cells=40), label=f"class {k} is most probable")
        for k, lead in (
            (1, lambda p, q: min(p - max(q, 1 - p - q), 1 - p - q)),
            (2, lambda p, q: min(q - max(p, 1 - p - q), 1 - p - q)),
            (3, lambda p, q: min(1 - p - q - max(p, q), 1 - p - q)),
        )
    ]
    panels = Panels(
        title=f"softmax({shifted[0]:g}, {shifted[1]:g}, {shifted[2]:g})",
        description=f"The probabilities are {p1:.3f}, {p2:.3f} and {p3:.3f}. The log of the ratio "
        f"of the first to the second is {log(p1 / p2):.2f}, the difference of their scores.",
        figures=[
            Figure(
                "Scores; that of class 3 is 0", "A plane.", "score of class 1",
                "score of class 2",
                [*regions, *plane, Points([scores[0]], [scores[1]], label="the example"),
                 Surface()],
                SPAN, SPAN, equal_aspect=True,
            ),
            Figure(
                "Probabilities: a triangle", "A triangle.", "P(class 1)", "P(class 2)",
                [*inside, *triangle, Points([p1], [p2], label="the example")],
                (0.0, 1.0), (0.0, 1.0), equal_aspect=True,
            ),
        ],
    )  # fmt: skip
    return Scene(panels, [Handle("The example", "s1", "s2")])


PICTURE = Picture(
    page="softmax",
    title="From scores to a triangle of probabilities",
    about=(
        "Drag the example in the plane of scores; the triangle shows its three probabilities. The "
        "corner at the origin is class 3."
    ),
    notice=(
        "The borders are straight in the plane and in the triangle. Softmax squeezes the plane "
        "into the triangle: far away, large changes of a score move the point very little. Adding "
        "c to all scores changes nothing."
    ),
    controls={
        "s1": Slider("score of class 1", -5, 5, 0.1, 2),
        "s2": Slider("score of class 2", -5, 5, 0.1, 1),
        "c": Slider("c, added to all three scores", -100, 100, 10, 0),
    },
    draw=draw,
)
