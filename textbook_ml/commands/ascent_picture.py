"""The plot of `ascent`: the path of two weights over contours, and the objective by step."""

from collections.abc import Callable, Sequence
from math import fsum

from textbook_ml.commands.ascent_steps import Ascent
from textbook_ml.core.errors import TextbookError, plural
from textbook_ml.core.linalg import mat_vec
from textbook_ml.core.progress import with_progress
from textbook_ml.core.stable import log_sigmoid
from textbook_ml.models.logistic_regression import LogisticRegression
from textbook_ml.plots import Contours, Figure, Grid, Line, Mark, Panels, Path, Points

CELLS = 32
LEVELS = 9
MARGIN = 0.3  # fraction of the extent of the path, on every side
FAR = 3.0  # a maximum farther away than FAR times the extent of the path is not shown

Span = tuple[float, float]


def drawing(result: Ascent, pair: tuple[int, int] | None) -> str:
    """Return the plot as SVG: two panels, or one if no two weights are chosen."""
    title = f"Gradient ascent on {result.problem.data}: {_constants_in_words(result)}"
    figures = [objective_by_step(result)]
    if pair is not None:
        figures.insert(0, path_of(result, *pair))
    description = " ".join(figure.description for figure in figures)
    return Panels(title, description, figures).svg()


def objective_by_step(result: Ascent) -> Figure:
    """Return the plot of the objective against the step."""
    values = [stage.objective for stage in result.stages]
    trend = "sometimes falls" if result.falls else "never falls"
    return Figure(
        title="The objective by step",
        description=f"The objective goes from {values[0]:.4g} to {values[-1]:.4g} in "
        f"{plural(len(values) - 1, 'step')}, and {trend}.",
        x_label="step",
        y_label=_objective_panel(result),
        marks=[Line(list(range(len(values))), values, label="ascent")],
    )


def path_of(result: Ascent, i: int, j: int) -> Figure:
    """Return the plot of the path of two weights over the contours of the objective."""
    xs, ys = ([stage.w[k] for stage in result.stages] for k in (i, j))
    maximum = maximum_of(result) if len(result.problem.rows[0]) == 2 else None
    x_range, y_range = (
        axis_range(ws, None if maximum is None else maximum[k]) for ws, k in ((xs, i), (ys, j))
    )
    grid = grid_of(result, i, j, x_range, y_range)
    marks: list[Mark] = [
        Contours(grid, levels(grid), label="objective"),
        Path(xs, ys, label="ascent"),
    ]
    if maximum and _is_within(maximum[i], x_range) and _is_within(maximum[j], y_range):
        marks.append(Points([maximum[i]], [maximum[j]], label="maximum"))
    others = "" if len(result.problem.rows[0]) == 2 else ", other weights as after the last step"
    return Figure(
        title=f"Path of w{i} and w{j}{others}",
        description=f"The path goes from ({xs[0]:.4g}, {ys[0]:.4g}) to ({xs[-1]:.4g}, "
        f"{ys[-1]:.4g}), across the contours of the objective.",
        x_label=_axis_label(result, i),
        y_label=_axis_label(result, j),
        marks=marks,
        x_range=x_range,
        y_range=y_range,
    )


def grid_of(result: Ascent, i: int, j: int, x_range: Span, y_range: Span) -> Grid:
    """Return the objective on a grid of two weights; the others have their last values."""
    objective = slice_of(result, i, j)
    xs, ys = _equally_spaced(x_range), _equally_spaced(y_range)
    return Grid(xs, ys, [[objective(x, y) for x in xs] for y in with_progress(ys, "plot, rows")])


def slice_of(result: Ascent, i: int, j: int) -> Callable[[float, float], float]:
    """Return the objective as a function of two weights; the others contribute constants."""
    fixed = [0.0 if k in (i, j) else w for k, w in enumerate(result.stages[-1].w)]
    rows, lam = result.problem.rows, result.lam
    signs = [1.0 if y else -1.0 for y in result.problem.labels]
    base = [y * s for y, s in zip(signs, mat_vec(rows, fixed))]
    a, b = ([y * row[k] for y, row in zip(signs, rows)] for k in (i, j))
    size = fsum(w * w for w in fixed)

    def objective(x: float, y: float) -> float:
        likelihood = fsum(log_sigmoid(s + x * p + y * q) for s, p, q in zip(base, a, b))
        return likelihood - lam / 2 * (size + x * x + y * y)

    return objective


def maximum_of(result: Ascent) -> list[float] | None:
    """Return the weights at the maximum, or None if there is no maximum."""
    problem = result.problem
    rows = [row[1:] for row in problem.rows]
    try:
        model = LogisticRegression.fit(
            rows, problem.labels, l2=result.lam, penalise_intercept=result.lam > 0
        )
    except TextbookError:
        return None
    return [model.w0, *model.w]


def axis_range(path: Sequence[float], maximum: float | None) -> Span:
    """Return the range of an axis, which covers the path and, if it is near, the maximum."""
    low, high = min(path), max(path)
    extent = high - low
    if maximum is not None and low - FAR * extent <= maximum <= high + FAR * extent:
        low, high = min(low, maximum), max(high, maximum)
    margin = MARGIN * (high - low) or 1.0
    return low - margin, high + margin


def levels(grid: Grid) -> list[float]:
    """Return rounded contour levels, at which a quadratic function has equally spaced contours."""
    values = [z for row in grid.values for z in row]
    low, high = min(values), max(values)
    steps = [high - (high - low) * k * k / (LEVELS * LEVELS) for k in range(1, LEVELS)]
    return list(dict.fromkeys(float(f"{level:.3g}") for level in steps))


def _is_within(x: float, span: Span) -> bool:
    return span[0] <= x <= span[1]


def _equally_spaced(span: Span) -> list[float]:
    low, high = span
    return [low + (high - low) * k / CELLS for k in range(CELLS + 1)]


def _constants_in_words(result: Ascent) -> str:
    penalty = f", λ = {result.lam:g}" if result.lam else ""
    return f"η = {result.eta:g}{penalty}, {plural(len(result.stages) - 1, 'step')}"


def _objective_panel(result: Ascent) -> str:
    return "log likelihood − penalty" if result.lam else "log likelihood"


def _axis_label(result: Ascent, k: int) -> str:
    return f"w{k}, {result.problem.names[k - 1]}" if k else "w0, the intercept"
