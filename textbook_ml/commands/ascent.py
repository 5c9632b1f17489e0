"""`ascent`: the first steps of equation (26) with all numbers, as one would do them on paper."""

import csv
import json as machine
from collections.abc import Iterator, Sequence
from typing import Any

from textbook_ml.commands.ascent_picture import drawing
from textbook_ml.commands.ascent_screens import screens
from textbook_ml.commands.climbing import Ascent, Problem, Working
from textbook_ml.commands.inputs import number_of, sheet_called, table_of
from textbook_ml.console import wrap
from textbook_ml.errors import TextbookError, require
from textbook_ml.files import require_other_file, write_file

INTERCEPT = "intercept"


def ascent(
    data: str,
    *,
    label: str | None = None,
    kinds: Sequence[str] = (),
    positive: str | None = None,
    eta: str | None = None,
    steps: int = 20,
    full: int = 2,
    l2: str | None = None,
    standardise: bool = False,
    svg: str | None = None,
    weights: str | None = None,
    json: bool = False,
) -> Iterator[str]:
    """Every number of the first steps; with `svg` the way is also drawn there."""
    require(steps > 0, f"--steps {steps}: take at least one")
    require(full >= 0, f"--full {full}: so many steps are worked out, 0 or more")
    require(weights is None or svg is not None, "--weights says what to draw: give --svg FILE")
    step_size, lam = number_of("--eta", eta), number_of("--l2", l2) or 0.0
    if svg is not None:
        require_other_file("--svg", svg, data)
    sheet = sheet_called(data)
    table = table_of(sheet, label, kinds)
    try:
        climb = Ascent.of(Problem.of(sheet, table, positive, standardise), step_size, lam, steps)
    except TextbookError as error:
        words = str(error)
        raise TextbookError(words if words.startswith(sheet.name) else f"{sheet.name}: {words}")
    if svg is not None:
        write_file(svg, drawing(climb, pair_of(climb.problem, weights)))
    if json:
        document = for_machines(climb, full)
        yield from machine.dumps(document, ensure_ascii=False, indent=1).split("\n")
    else:
        yield from screens(climb, full)
        if svg is not None:
            yield ""
            yield from wrap(f"Drawn in {svg}")


def pair_of(problem: Problem, words: str | None) -> tuple[int, int] | None:
    """The two weights to draw: those named, or the only two; None where there are more.

    A weight is named w0, w1 and so on, or by its feature; w0 is also called intercept.
    """
    names = [INTERCEPT, *problem.names]
    if words is None:
        return (0, 1) if len(names) == 2 else None
    known = {f"w{i}": i for i in range(len(names))} | {name: i for i, name in enumerate(names)}
    parts = [part.strip() for part in next(csv.reader([words], skipinitialspace=True), [])]
    for part in parts:
        require(
            part in known,
            f"--weights {words}: there is no weight {part!r}: there are w0 to w{len(names) - 1}, "
            "which are called intercept and by their features",
        )
    places = [known[part] for part in parts]
    require(
        len(set(places)) == len(places) == 2,
        f"--weights {words}: a picture shows two weights against each other, such as w0,w1",
    )
    return places[0], places[1]


def for_machines(climb: Ascent, full: int) -> dict[str, Any]:
    """All of it, the first steps with what was worked out of each example."""
    problem = climb.problem
    steps: list[dict[str, Any]] = []
    for n, stage in enumerate(climb.stages):
        steps.append(
            {"step": n, "objective": stage.objective, "w": stage.w, "gradient": stage.gradient}
        )
        if n < full:
            working = Working.at(problem, stage.w)
            steps[n] |= {
                "scores": working.scores,
                "probabilities": working.shares,
                "errors": working.errors,
            }
    return {
        "data": problem.data,
        "label": problem.label,
        "one": problem.one,
        "zero": problem.zero,
        "weights": [INTERCEPT, *problem.names],
        "references": problem.references,
        "standardised": problem.standardised,
        "eta": climb.eta,
        "safe_eta": climb.safe,
        "l2": climb.lam,
        "examples": [
            {"row": place, "x": row, "y": y}
            for place, row, y in zip(problem.places, problem.rows, problem.labels)
        ],
        "steps": steps,
        "falls": climb.falls,
    }
