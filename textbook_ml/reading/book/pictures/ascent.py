"""Gradient ascent on the contours of the likelihood, for the examples of the reader."""

from collections.abc import Sequence
from math import exp, sqrt

from textbook_ml.core.errors import TextbookError
from textbook_ml.data.table import Dataset
from textbook_ml.equations.ascent import newton_step, penalised_step, safe_step_size
from textbook_ml.equations.gaussian import mean_mle, variance_mle
from textbook_ml.equations.likelihood import penalised_log_likelihood
from textbook_ml.equations.logistic import logistic_p1
from textbook_ml.plots import Contours, Figure, Grid, Line, Mark, Panels, Path, Points
from textbook_ml.plots.scales import Span
from textbook_ml.reading.book.pictures._picture import (
    Choice,
    Columns,
    Examples,
    Handle,
    Picture,
    Scene,
    Slider,
    State,
    Surface,
    evenly_spaced,
    example_handles,
    padded_range,
    spans,
    two_classes,
)

FAR = 1000.0  # steps further outside the drawing than this are not drawn
CELLS, LEVELS = 28, (0.02, 0.08, 0.2, 0.4, 0.65, 0.9)


def weight_ranges(xs: list[float]) -> tuple[Span, Span]:
    """Return ranges of w₀ and w₁ that contain the maximum of usual examples."""
    mu = mean_mle(xs)
    sigma = sqrt(variance_mle(xs, mu)) or 1.0
    w1 = 3.0 / sigma
    w0 = 3.0 + 2.0 * abs(mu) / sigma
    return (-w0, w0), (-w1, w1)


def path_of(state: State, rows: list[list[float]], labels: list[int]) -> list[list[float]]:
    """Return the weights after each step; a step that fails ends the path."""
    path = [[state["w0"], state["w1"]]]
    for _ in range(int(state["steps"])):
        if state["method"] == "newton":
            path.append(newton_step(path[-1], rows, labels))
        else:
            path.append(penalised_step(path[-1], rows, labels, state["eta"], state["lam"]))
    return path


def draw(state: State) -> Scene:
    """Draw the path on the contours, the objective at each step, and the fitted curve."""
    xs, labels = [x for x, _, _ in state["examples"]], [k for _, _, k in state["examples"]]
    if not xs:
        raise TextbookError("the picture needs at least one example. Fix: add one, or press Reset")
    rows = [[1.0, x] for x in xs]
    lam = 0.0 if state["method"] == "newton" else state["lam"]
    failure = ""
    try:
        path = path_of(state, rows, labels)
    except TextbookError as error:
        path, failure = [[state["w0"], state["w1"]]], f" The step failed: {error}"

    def objective(w0: float, w1: float) -> float:
        return penalised_log_likelihood([w0, w1], rows, labels, lam)

    w0_range, w1_range = weight_ranges(xs)
    grid = Grid.of(objective, w0_range, w1_range, cells=CELLS)
    values = [objective(*w) for w in path]
    top = max(v for row in grid.values for v in row)
    bottom = min(v for row in grid.values for v in row)
    levels = sorted({round(top - (top - bottom) * share * share, 3) for share in LEVELS})
    safe = safe_step_size(rows)
    falls = sum(b < a for a, b in zip(values, values[1:]))
    method = "Newton’s method" if state["method"] == "newton" else f"step size {state['eta']:g}"
    marks: list[Mark] = [Contours(grid, levels, label="objective")]
    near = [w for w in path if abs(w[0]) < FAR * w0_range[1] and abs(w[1]) < FAR * w1_range[1]]
    if len(near) > 1:
        marks.append(Path([a for a, _ in near], [b for _, b in near], label="path"))
    w = path[-1]
    panels = Panels(
        title=f"{len(path) - 1} steps, {method}",
        description=f"At w = ({w[0]:.3g}, {w[1]:.3g}) the objective is {values[-1]:.4g}, the "
        f"likelihood {exp(values[-1]):.3g}. The objective fell in {falls} of {len(path) - 1} "
        "steps. The safe "
        f"step size for these examples is {safe:.3g}.{failure}",
        figures=[
            Figure(
                "Contours of the objective", "Contours.", "w₀", "w₁",
                [*marks, Surface("weights")], w0_range, w1_range,
            ),
            Figure(
                "Objective at each step", "A curve.", "step", "objective",
                [Line(range(len(values)), values, label="path")] if len(values) > 1
                else [Points([0], values, label="path")],
            ),
            _fitted_curve(state, path[-1]),
        ],
        columns=3,
    )  # fmt: skip
    start = Handle("Start of the path", "w0", "w1", "weights")
    return Scene(panels, [start, *example_handles(state, flat=True)])


def _fitted_curve(state: State, w: Sequence[float]) -> Figure:
    """Draw the examples, and the probability of the second class at the weights w."""
    classes, (x_range, _) = state["classes"], spans(state)
    curve = [x_range[0] + (x_range[1] - x_range[0]) * i / 80 for i in range(81)]
    examples = [[(x, float(y)) for x, _, y in state["examples"] if y == k] for k in (0, 1)]
    marks: list[Mark] = [
        Line(curve, [logistic_p1(w[0], [w[1]], [x]) for x in curve], label="fitted"),
        *(
            Points([x for x, _ in some], [y for _, y in some], label=f"class {label}")
            for some, label in zip(examples, classes)
            if some
        ),
        Surface(),
    ]
    return Figure(
        "Examples and the fitted curve", "A curve.", state["names"][0], f"P(y = {classes[1]} | x)",
        marks, x_range, (-0.1, 1.1),
    )  # fmt: skip


def adopt(table: Dataset, columns: Columns) -> State:
    """Return one column of numbers and two classes as examples."""
    [name] = columns.continuous(table, 1)
    classes = two_classes(table)
    found = [
        [float(x), 0.0, classes.index(y)]
        for x, y in zip(table.column(name), table.labels)
        if y in classes and isinstance(x, int | float)
    ]
    kept = evenly_spaced(found, 100)
    xs = [x for x, _, _ in kept]
    (_, w0), (_, w1) = weight_ranges(xs)
    return {
        "examples": kept, "view": [*padded_range(xs), 0.0, 1.0], "names": [name, ""],
        "classes": list(classes), "w0": 0.0, "w1": 0.0,
        "ranges": {"w0": [-w0, w0, w0 / 50], "w1": [-w1, w1, w1 / 50], "eta": [0.0001, 2, 0.0001]},
        "eta": max(0.0001, min(2.0, safe_step_size([[1.0, x] for x in xs]))),
    }  # fmt: skip


PICTURE = Picture(
    page="ascent",
    title="Follow the gradient on your own examples",
    about=(
        "Four students studied 1 to 4 hours; two passed. Left: the log likelihood of the weights, "
        "with the path of the optimiser. Drag the start, move or repaint the students."
    ),
    notice=(
        "Below the safe step size the objective never falls; above it the path zigzags. If the "
        "classes are separated, λ = 0 has no maximum and the path never ends."
    ),
    controls={
        "steps": Slider("number of steps", 1, 60, 1, 10),
        "eta": Slider("η, the step size", 0.02, 1, 0.02, 0.1),
        "lam": Slider("λ, the penalty", 0, 2, 0.05, 0),
        "method": Choice("method", {"gradient": "gradient ascent", "newton": "Newton"}, "gradient"),
        "w0": Slider("start, w₀", -8, 8, 0.1, 0),
        "w1": Slider("start, w₁", -3, 3, 0.1, 0),
    },
    draw=draw,
    examples=Examples(
        ("failed", "passed"), ((1, 0, 0), (2, 0, 1), (3, 0, 0), (4, 0, 1)),
        (0.0, 5.0), (0.0, 1.0), "hours studied", "", flat=True,
    ),
    adopt=adopt,
)  # fmt: skip
