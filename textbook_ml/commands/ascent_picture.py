"""What `ascent` draws: the way of two weights over the contours, and the objective by step."""

from collections.abc import Callable, Sequence
from math import fsum

from textbook_ml.commands.climbing import Ascent
from textbook_ml.errors import TextbookError
from textbook_ml.layout import plural
from textbook_ml.linalg import mat_vec
from textbook_ml.models.logistic_regression import LogisticRegression
from textbook_ml.plots import Contours, Figure, Grid, Line, Mark, Panels, Path, Points
from textbook_ml.progress import told
from textbook_ml.stable import log_sigmoid

CELLS = 32
LEVELS = 9
MARGIN = 0.3  # of the way's extent, on every side
FAR = 3.0  # times the way's extent: a top that is farther away is not shown

Span = tuple[float, float]


def drawing(climb: Ascent, pair: tuple[int, int] | None) -> str:
    """The picture as SVG: two panels, or one where no two weights are chosen."""
    title = f"Gradient ascent on {climb.problem.data}: {_constants(climb)}"
    figures = [heights(climb)] if pair is None else [way(climb, *pair), heights(climb)]
    in_words = " ".join(figure.description for figure in figures)
    return Panels(title, in_words, figures).svg()


def heights(climb: Ascent) -> Figure:
    """The objective against the step."""
    values = [stage.objective for stage in climb.stages]
    course = "falls now and then" if climb.falls else "never falls"
    return Figure(
        title="The objective, step by step",
        description=f"The objective goes from {values[0]:.4g} to {values[-1]:.4g} in "
        f"{plural(len(values) - 1, 'step')}, and {course}.",
        x_label="step",
        y_label=_objective(climb),
        marks=[Line(list(range(len(values))), values, label="ascent")],
    )


def way(climb: Ascent, i: int, j: int) -> Figure:
    """The way of two weights over the contours of the objective."""
    xs, ys = ([stage.w[k] for stage in climb.stages] for k in (i, j))
    top = highest(climb) if len(climb.problem.rows[0]) == 2 else None
    x_range, y_range = (
        frame(ws, None if top is None else top[k]) for ws, k in ((xs, i), (ys, j))
    )
    grid = grid_of(climb, i, j, x_range, y_range)
    marks: list[Mark] = [
        Contours(grid, levels(grid), label="objective"),
        Path(xs, ys, label="ascent"),
    ]
    if top and x_range[0] <= top[i] <= x_range[1] and y_range[0] <= top[j] <= y_range[1]:
        marks.append(Points([top[i]], [top[j]], label="the top"))
    others = "" if len(climb.problem.rows[0]) == 2 else ", all others as after the last step"
    return Figure(
        title=f"The way of w{i} and w{j}{others}",
        description=f"From ({xs[0]:.4g}, {ys[0]:.4g}) to ({xs[-1]:.4g}, {ys[-1]:.4g}), across "
        "the contours of the objective.",
        x_label=_named(climb, i),
        y_label=_named(climb, j),
        marks=marks,
        x_range=x_range,
        y_range=y_range,
    )


def grid_of(climb: Ascent, i: int, j: int, x_range: Span, y_range: Span) -> Grid:
    """The objective where two weights vary and all others are as after the last step."""
    height = slice_of(climb, i, j)
    xs, ys = _evenly(x_range), _evenly(y_range)
    return Grid(xs, ys, [[height(x, y) for x in xs] for y in told(ys, "picture, rows")])


def slice_of(climb: Ascent, i: int, j: int) -> Callable[[float, float], float]:
    """The objective as a function of two weights; what the others add is worked out once."""
    fixed = [0.0 if k in (i, j) else w for k, w in enumerate(climb.stages[-1].w)]
    rows, lam = climb.problem.rows, climb.lam
    signs = [1.0 if y else -1.0 for y in climb.problem.labels]
    base = [y * s for y, s in zip(signs, mat_vec(rows, fixed))]
    a, b = ([y * row[k] for y, row in zip(signs, rows)] for k in (i, j))
    size = fsum(w * w for w in fixed)

    def height(x: float, y: float) -> float:
        likelihood = fsum(log_sigmoid(s + x * p + y * q) for s, p, q in zip(base, a, b))
        return likelihood - lam / 2 * (size + x * x + y * y)

    return height


def highest(climb: Ascent) -> list[float] | None:
    """The weights at the top, if there is one."""
    problem = climb.problem
    rows = [row[1:] for row in problem.rows]
    try:
        model = LogisticRegression.fit(
            rows, problem.labels, l2=climb.lam, penalise_intercept=climb.lam > 0
        )
    except TextbookError:
        return None
    return [model.w0, *model.w]


def frame(way: Sequence[float], top: float | None) -> Span:
    """From where to where a weight is drawn: its way, and the top if that is near."""
    low, high = min(way), max(way)
    extent = high - low
    if top is not None and low - FAR * extent <= top <= high + FAR * extent:
        low, high = min(low, top), max(high, top)
    room = MARGIN * (high - low) or 1.0
    return low - room, high + room


def levels(grid: Grid) -> list[float]:
    """Heights whose lines lie about equally far apart, as on a round hill, in short numbers."""
    heights = [z for row in grid.values for z in row]
    low, high = min(heights), max(heights)
    steps = [high - (high - low) * k * k / (LEVELS * LEVELS) for k in range(1, LEVELS)]
    return list(dict.fromkeys(float(f"{level:.3g}") for level in steps))


def _evenly(span: Span) -> list[float]:
    low, high = span
    return [low + (high - low) * k / CELLS for k in range(CELLS + 1)]


def _constants(climb: Ascent) -> str:
    penalty = f", λ = {climb.lam:g}" if climb.lam else ""
    return f"η = {climb.eta:g}{penalty}, {plural(len(climb.stages) - 1, 'step')}"


def _objective(climb: Ascent) -> str:
    return "log likelihood − penalty" if climb.lam else "log likelihood"


def _named(climb: Ascent, k: int) -> str:
    return f"w{k}, {climb.problem.names[k - 1]}" if k else "w0, the intercept"
