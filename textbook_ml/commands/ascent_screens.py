"""What `ascent` prints: the examples, the first steps worked out, and all steps in a table.

    column    its head and then its cells, as long as the table
    panel     as many columns side by side as a line can hold
"""

from collections.abc import Iterator, Sequence

from textbook_ml.commands.climbing import Ascent, Problem, Working
from textbook_ml.commands.weights import few
from textbook_ml.console import WIDTH, Heading, width, wrap
from textbook_ml.layout import columns, plural, shorten
from textbook_ml.layout import significant as digits
from textbook_ml.linalg import dot

EXAMPLES = (12, 3)  # so many from the beginning and from the end, where there are more
STEPS = (20, 2)
PANELS = 2  # of one table; columns beyond are left out
WEIGHTS = 12  # lines of names or of updates; what is beyond is left out
NAMES = 40  # columns of a name
RULE = "  wᵢ ← wᵢ + η (Σ_l Xᵢˡ (Yˡ − P̂(Yˡ = 1 | Xˡ, W)) − λ wᵢ)"

Column = list[str]


def screens(climb: Ascent, full: int) -> Iterator[str]:
    """All of it, from the rule to the verdict."""
    yield from introduction(climb)
    yield ""
    yield from the_examples(climb.problem)
    for step in range(1, min(full, len(climb.stages) - 1) + 1):
        yield ""
        yield from worked_out(climb, step)
    yield ""
    yield from all_steps(climb)
    yield ""
    yield from verdict(climb)


def introduction(climb: Ascent) -> Iterator[str]:
    """The rule, its constants, and what the weights are called."""
    problem = climb.problem
    one, zero = shorten(problem.one, NAMES), shorten(" or ".join(problem.zero), NAMES)
    sides = f"Y = 1 where {shorten(problem.label, NAMES)} is {one}, 0 where it is {zero}"
    yield from map(Heading, wrap(f"Equation (26) on {problem.data}: {sides}"))
    yield ""
    yield RULE
    yield ""
    sizes = plural(len(problem.rows), "example"), plural(len(problem.rows[0]), "weight")
    yield from wrap(f"{', '.join(sizes)}, which begin at 0; η = {climb.eta:g}, λ = {climb.lam:g}.")
    if climb.lam:
        yield from wrap("The penalty is on every weight, w0 among them, as the texts print it.")
    yield from wrap(f"With a step of 1/L = {digits(climb.safe)} or less the objective never falls.")
    yield from wrap("Numbers are rounded to four digits; --json has all of them.")
    if problem.standardised:
        yield from wrap("The features are in standard units: (x − mean) / standard deviation.")
    yield ""
    yield from names(problem)


def names(problem: Problem) -> Iterator[str]:
    """Which feature each weight belongs to."""
    yield "w0  x0 = 1, for the intercept"
    for i, name in enumerate(problem.names[:WEIGHTS], start=1):
        yield f"{f'w{i}':3} x{i} = {shorten(name, WIDTH - 20)}"
    if len(problem.names) > WEIGHTS:
        yield f"and so on up to w{len(problem.names)}; --json has all names"
    if problem.references:
        yield from wrap(
            "A value is 1 where it was seen and 0 elsewhere; all are 0 for "
            f"{few(problem.references)}."
        )


def the_examples(problem: Problem) -> Iterator[str]:
    """The numbers that all is worked out from."""
    yield Heading(f"The examples{_how_many(len(problem.rows), EXAMPLES)}")
    first = ["row", *map(str, problem.places)]
    others = [["Y", *map(str, problem.labels)]]
    for i, xs in enumerate(list(zip(*problem.rows))[1:], start=1):
        others.append([f"x{i}", *map(_plain, xs)])
    yield from panels(first, others, EXAMPLES)


def worked_out(climb: Ascent, step: int) -> Iterator[str]:
    """One step: score, probability and error of each example, their sums, and the update."""
    problem, stage = climb.problem, climb.stages[step - 1]
    working = Working.at(problem, stage.w)
    xs = list(zip(*problem.rows))
    products = [[x * error for x, error in zip(column, working.errors)] for column in xs]
    sums = [dot(column, working.errors) for column in xs]
    yield Heading(f"Step {step}, worked out")
    yield from wrap("score = w0 + Σᵢ wᵢ xᵢ,  P = 1/(1 + exp(−score)),  error = Y − P", indent="  ")
    yield ""
    foot = ["sum", "penalty", "gradient"] if climb.lam else ["sum"]
    first = ["row", *map(str, problem.places), *foot]
    blank = [""] * len(foot)
    others = [
        ["score", *map(digits, working.scores), *blank],
        ["P(Y=1|x)", *map(digits, working.shares), *blank],
    ]
    heads = ["error", *(f"x{i}*error" for i in range(1, len(xs)))]
    for head, column, total, w, slope in zip(heads, products, sums, stage.w, stage.gradient):
        ends = [total, -climb.lam * w, slope] if climb.lam else [total]
        others.append([head, *map(digits, column), *map(digits, ends)])
    yield from panels(first, others, EXAMPLES, len(foot))
    yield ""
    yield from updates(climb, step, sums)


def updates(climb: Ascent, step: int, sums: Sequence[float]) -> Iterator[str]:
    """The rule with its numbers plugged in."""
    before, after = climb.stages[step - 1].w, climb.stages[step].w
    lines = []
    for i, (w, total, new) in enumerate(zip(before, sums, after)):
        pull = f"({digits(total)} − {climb.lam:g} · {_factor(w)})" if climb.lam else _factor(total)
        lines.append([f"w{i}", f"← {digits(w)}", f"+ {climb.eta:g} · {pull}", f"= {digits(new)}"])
    yield from columns(lines[: WEIGHTS + 1], "<<<<", indent="  ")
    if len(lines) > WEIGHTS + 1:
        yield f"  and so on up to w{len(lines) - 1}"


def all_steps(climb: Ascent) -> Iterator[str]:
    """After each step the objective, the weights and the gradient."""
    objective = "l(W) − (λ/2) Σᵢ wᵢ²" if climb.lam else "l(W) = Σ_l ln P(Yˡ | Xˡ, W)"
    title = f"{plural(len(climb.stages) - 1, 'step')}: the objective {objective}, and the weights"
    yield from map(Heading, wrap(title))
    first = ["step", *map(str, range(len(climb.stages)))]
    heights = ["objective", *(digits(stage.objective, 6) for stage in climb.stages)]
    marks = ["fell" if n in climb.falls else "" for n in range(len(climb.stages))]
    flagged = [["", *marks]] if climb.falls else []
    ws = zip(*(stage.w for stage in climb.stages))
    weights = [[f"w{i}", *map(digits, w)] for i, w in enumerate(ws)]
    yield from panels(first, [heights, *flagged, *weights], STEPS)
    yield ""
    yield Heading("The gradient after each step, which the next one follows")
    slopes = zip(*(stage.gradient for stage in climb.stages))
    yield from panels(first, [[f"g{i}", *map(digits, g)] for i, g in enumerate(slopes)], STEPS)


def verdict(climb: Ascent) -> Iterator[str]:
    """Whether it went up, and how much is left."""
    first, last = climb.stages[0], climb.stages[-1]
    left = max(map(abs, last.gradient))
    if left == 0:
        yield from wrap("The gradient is 0: this is the top, and no step leads away from it.")
    elif climb.falls:
        steps = ", ".join(map(str, climb.falls[:10])) + ", …" * (len(climb.falls) > 10)
        yield from map(Heading, wrap(
            f"The objective fell in step {steps}: η = {climb.eta:g} is too long. Take 1/L = "
            f"{digits(climb.safe)} or less, and it never falls."
        ))  # fmt: skip
    else:
        yield from wrap(
            f"The objective rose from {digits(first.objective, 6)} to "
            f"{digits(last.objective, 6)}. The largest component of the gradient is "
            f"{digits(left)}; at the top it is 0."
        )


def panels(
    first: Column, others: Sequence[Column], ends: tuple[int, int], foot: int = 0
) -> Iterator[str]:
    """A table in panels of columns that fit, each with the first one; long tables are cut."""
    shown = [_cut(column, ends, foot) for column in (first, *others)]
    packed = [[shown[0]]]
    for column in shown[1:]:
        if sum(map(_across, packed[-1])) + _across(column) > WIDTH + 1:
            packed.append([shown[0]])
        packed[-1].append(column)
    for n, panel in enumerate(packed[:PANELS]):
        if n:
            yield ""
        yield from columns(list(zip(*panel)), ">" * len(panel))
    beyond = sum(len(panel) - 1 for panel in packed[PANELS:])
    if beyond:
        yield f"{plural(beyond, 'more column')}, too many for this page: --json has them all"


def _cut(column: Column, ends: tuple[int, int], foot: int) -> Column:
    """A column with its head, its first and last cells, and dots between them."""
    head, *cells = column
    body, feet = cells[: len(cells) - foot], cells[len(cells) - foot :]
    start, stop = ends
    if len(body) > start + stop + 1:
        body = [*body[:start], ":", *body[-stop:]]
    return [head, *body, *feet]


def _across(column: Column) -> int:
    """The columns that a column takes, with the gap before the next."""
    return max(map(width, column)) + 2


def _how_many(n: int, ends: tuple[int, int]) -> str:
    return f", the first {ends[0]} and the last {ends[1]} of {n:,}" if n > sum(ends) + 1 else ""


def _factor(x: float) -> str:
    """A number after a dot: a negative one needs brackets."""
    return f"({digits(x)})" if x < 0 else digits(x)


def _plain(x: float) -> str:
    """A number as it stands in a table: short."""
    return f"{x:.5g}"
