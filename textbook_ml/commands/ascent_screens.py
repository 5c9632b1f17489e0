"""The output of `ascent`: the examples, the first steps in full, and all steps in a table.

column    a heading and the cells below it
panel     as many columns side by side as fit into a line
"""

from collections.abc import Iterator, Sequence

from textbook_ml.commands.ascent_steps import Ascent, Problem, Working
from textbook_ml.core.console import WIDTH, Heading, display_width, wrap
from textbook_ml.core.errors import plural
from textbook_ml.core.formatting import columns, shorten
from textbook_ml.core.formatting import significant as digits
from textbook_ml.core.linalg import dot
from textbook_ml.models.weight_tables import first_names

EXAMPLES = (12, 3)  # examples shown from the beginning and from the end of a long list
STEPS = (20, 2)
PANELS = 2  # maximum number of panels of one table; further columns are left out
WEIGHTS = 12  # maximum number of weights listed by name or update
NAMES = 40  # width of a name
RULE = "  wᵢ ← wᵢ + η (Σ_l Xᵢˡ (Yˡ − P̂(Yˡ = 1 | Xˡ, W)) − λ wᵢ)"

Column = list[str]


def screens(result: Ascent, full: int) -> Iterator[str]:
    """Yield the whole output, from the update rule to the conclusion."""
    yield from introduction(result)
    yield ""
    yield from example_table(result.problem)
    for step in range(1, min(full, len(result.stages) - 1) + 1):
        yield ""
        yield from step_in_full(result, step)
    yield ""
    yield from all_steps(result)
    yield ""
    yield from conclusion(result)


def introduction(result: Ascent) -> Iterator[str]:
    """Yield the update rule, its constants, and the names of the weights."""
    problem = result.problem
    one, zero = shorten(problem.one, NAMES), shorten(" or ".join(problem.zero), NAMES)
    sides = f"Y = 1 where {shorten(problem.label, NAMES)} is {one}, 0 where it is {zero}"
    yield from map(Heading, wrap(f"Equation (26) on {problem.data}: {sides}"))
    yield ""
    yield RULE
    yield ""
    sizes = plural(len(problem.rows), "example"), plural(len(problem.rows[0]), "weight")
    constants = f"η = {result.eta:g}, λ = {result.lam:g}"
    yield from wrap(f"{', '.join(sizes)}; all start at 0; {constants}.")
    if result.lam:
        yield from wrap("The penalty is on every weight, including w0, as in the source texts.")
    safe = f"1/L = {digits(result.safe)}"
    yield from wrap(f"With a step size of {safe} or less the objective never falls.")
    yield from wrap("Numbers are rounded to four digits; --json prints all digits.")
    if problem.standardised:
        yield from wrap("The features are standardised: (x − mean) / standard deviation.")
    yield ""
    yield from names(problem)


def names(problem: Problem) -> Iterator[str]:
    """Yield the feature that each weight belongs to."""
    yield "w0  x0 = 1, for the intercept"
    for i, name in enumerate(problem.names[:WEIGHTS], start=1):
        yield f"{f'w{i}':3} x{i} = {shorten(name, WIDTH - 20)}"
    if len(problem.names) > WEIGHTS:
        yield f"and so on up to w{len(problem.names)}; --json prints all names"
    if problem.references:
        yield from wrap(
            "A feature such as Wind=Strong is 1 in rows with that value and 0 in others. Reference "
            f"values, for which all of these are 0: {first_names(problem.references)}."
        )


def example_table(problem: Problem) -> Iterator[str]:
    """Yield the table of the examples."""
    yield Heading(f"The examples{_shown_range(len(problem.rows), EXAMPLES)}")
    first = ["row", *map(str, problem.places)]
    others = [["Y", *map(str, problem.labels)]]
    for i, xs in enumerate(list(zip(*problem.rows))[1:], start=1):
        others.append([f"x{i}", *map(_short_number, xs)])
    yield from panels(first, others, EXAMPLES)


def step_in_full(result: Ascent, step: int) -> Iterator[str]:
    """Yield one step: score, probability and error of each example, their sums, the update."""
    problem, stage = result.problem, result.stages[step - 1]
    working = Working.at(problem, stage.w)
    xs = list(zip(*problem.rows))
    products = [[x * error for x, error in zip(column, working.errors)] for column in xs]
    sums = [dot(column, working.errors) for column in xs]
    yield Heading(f"Step {step} in full")
    yield from wrap("score = w0 + Σᵢ wᵢ xᵢ,  P = 1/(1 + exp(−score)),  error = Y − P", indent="  ")
    yield ""
    foot = ["sum", "penalty", "gradient"] if result.lam else ["sum"]
    first = ["row", *map(str, problem.places), *foot]
    blank = [""] * len(foot)
    others = [
        ["score", *map(digits, working.scores), *blank],
        ["P(Y=1|x)", *map(digits, working.probabilities), *blank],
    ]
    heads = ["error", *(f"x{i}*error" for i in range(1, len(xs)))]
    for head, column, total, w, derivative in zip(heads, products, sums, stage.w, stage.gradient):
        ends = [total, -result.lam * w, derivative] if result.lam else [total]
        others.append([head, *map(digits, column), *map(digits, ends)])
    yield from panels(first, others, EXAMPLES, len(foot))
    yield ""
    yield from updates(result, step, sums)


def updates(result: Ascent, step: int, sums: Sequence[float]) -> Iterator[str]:
    """Yield the update rule with numbers for each weight."""
    before, after = result.stages[step - 1].w, result.stages[step].w
    lines = []
    for i, (w, total, new) in enumerate(zip(before, sums, after)):
        gradient = _as_factor(total)
        if result.lam:
            gradient = f"({digits(total)} − {result.lam:g} · {_as_factor(w)})"
        change = f"+ {result.eta:g} · {gradient}"
        lines.append([f"w{i}", f"← {digits(w)}", change, f"= {digits(new)}"])
    yield from columns(lines[: WEIGHTS + 1], "<<<<", indent="  ")
    if len(lines) > WEIGHTS + 1:
        yield f"  and so on up to w{len(lines) - 1}"


def all_steps(result: Ascent) -> Iterator[str]:
    """Yield the objective, the weights and the gradient after each step."""
    objective = "l(W) − (λ/2) Σᵢ wᵢ²" if result.lam else "l(W) = Σ_l ln P(Yˡ | Xˡ, W)"
    title = f"{plural(len(result.stages) - 1, 'step')}: the objective {objective}, and the weights"
    yield from map(Heading, wrap(title))
    first = ["step", *map(str, range(len(result.stages)))]
    objectives = ["objective", *(digits(stage.objective, 6) for stage in result.stages)]
    marks = ["fell" if n in result.falls else "" for n in range(len(result.stages))]
    flagged = [["", *marks]] if result.falls else []
    ws = zip(*(stage.w for stage in result.stages))
    weights = [[f"w{i}", *map(digits, w)] for i, w in enumerate(ws)]
    yield from panels(first, [objectives, *flagged, *weights], STEPS)
    yield ""
    yield Heading("The gradient after each step, used by the next step")
    gradients = zip(*(stage.gradient for stage in result.stages))
    yield from panels(first, [[f"g{i}", *map(digits, g)] for i, g in enumerate(gradients)], STEPS)


def conclusion(result: Ascent) -> Iterator[str]:
    """Yield the conclusion: whether the objective rose, and how large the gradient still is."""
    first, last = result.stages[0], result.stages[-1]
    largest = max(map(abs, last.gradient))
    if largest == 0:
        yield from wrap("The gradient is 0: this is the maximum, so further steps change nothing.")
    elif result.falls:
        steps = ", ".join(map(str, result.falls[:10])) + ", …" * (len(result.falls) > 10)
        yield from map(Heading, wrap(
            f"The objective fell in step {steps}: the step size η = {result.eta:g} is too large. "
            f"With 1/L = {digits(result.safe)} or less it never falls."
        ))  # fmt: skip
    else:
        yield from wrap(
            f"The objective rose from {digits(first.objective, 6)} to "
            f"{digits(last.objective, 6)}. The largest component of the gradient is "
            f"{digits(largest)}; at the maximum it is 0."
        )


def panels(
    first: Column, others: Sequence[Column], ends: tuple[int, int], foot: int = 0
) -> Iterator[str]:
    """Yield a table in panels that fit into a line; each repeats the first column."""
    shortened = [_first_and_last_cells(column, ends, foot) for column in (first, *others)]
    panel_columns = [[shortened[0]]]
    for column in shortened[1:]:
        if sum(map(_column_width, panel_columns[-1])) + _column_width(column) > WIDTH + 1:
            panel_columns.append([shortened[0]])
        panel_columns[-1].append(column)
    for n, panel in enumerate(panel_columns[:PANELS]):
        if n:
            yield ""
        yield from columns(list(zip(*panel)), ">" * len(panel))
    n_left_out = sum(len(panel) - 1 for panel in panel_columns[PANELS:])
    if n_left_out:
        yield f"{plural(n_left_out, 'more column')}, too wide for this screen: --json prints them"


def _first_and_last_cells(column: Column, ends: tuple[int, int], foot: int) -> Column:
    """Return a column with its heading and its first and last cells; a colon marks the gap."""
    head, *cells = column
    body, feet = cells[: len(cells) - foot], cells[len(cells) - foot :]
    start, stop = ends
    if len(body) > start + stop + 1:
        body = [*body[:start], ":", *body[-stop:]]
    return [head, *body, *feet]


def _column_width(column: Column) -> int:
    """Return the width of a column, with the gap before the next one."""
    return max(map(display_width, column)) + 2


def _shown_range(n: int, ends: tuple[int, int]) -> str:
    return f", the first {ends[0]} and the last {ends[1]} of {n:,}" if n > sum(ends) + 1 else ""


def _as_factor(x: float) -> str:
    """Return a number as a factor of a product; a negative number is in brackets."""
    return f"({digits(x)})" if x < 0 else digits(x)


def _short_number(x: float) -> str:
    """Return a number with at most five digits, for a table."""
    return f"{x:.5g}"
