"""`ascent`: show the first steps of gradient ascent by equation (26) with all numbers."""

import csv
import json as json_module
from collections.abc import Iterator, Sequence
from typing import Any, Unpack

from textbook_ml.commands.ascent_picture import drawing
from textbook_ml.commands.ascent_screens import screens
from textbook_ml.commands.ascent_steps import Ascent, Problem, Working
from textbook_ml.commands.loading import (
    Reading,
    csv_options,
    find_sheet,
    number_of,
    table_of,
)
from textbook_ml.core.console import wrap
from textbook_ml.core.errors import TextbookError, did_you_mean, quoted, require
from textbook_ml.core.files import require_other_file, write_file

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
    **reading: Unpack[Reading],
) -> Iterator[str]:
    """Yield every number of the first steps; with `svg`, also plot the path to that file."""
    require(steps > 0, f"--steps must be at least 1, got {steps}")
    require(full >= 0, f"--full must be at least 0, got {full}")
    require(weights is None or svg is not None, "--weights needs --svg FILE, the file for the plot")
    step_size, lam = number_of("--eta", eta), number_of("--l2", l2) or 0.0
    if svg is not None:
        require_other_file("--svg", svg, data)
    sheet = find_sheet(data, csv_options(reading))
    table = table_of(sheet, label, kinds, reading)
    try:
        result = Ascent.of(Problem.of(sheet, table, positive, standardise), step_size, lam, steps)
    except TextbookError as error:
        message = str(error)
        located = message if message.startswith(sheet.name) else f"{sheet.name}: {message}"
        raise TextbookError(located) from None
    if svg is not None:
        write_file(svg, drawing(result, pair_of(result.problem, weights)))
    if json:
        document = as_json_value(result, full)
        yield from json_module.dumps(document, ensure_ascii=False, indent=1).split("\n")
    else:
        yield from screens(result, full)
        if svg is not None:
            yield ""
            yield from wrap(f"Plot written to {svg}")


def pair_of(problem: Problem, text: str | None) -> tuple[int, int] | None:
    """Return the indices of the two weights to plot; None if none are named and there are more.

    A weight is named w0, w1 and so on, or by its feature; w0 is also called intercept.
    """
    names = [INTERCEPT, *problem.names]
    if text is None:
        return (0, 1) if len(names) == 2 else None
    index_of = {f"w{i}": i for i in range(len(names))} | {name: i for i, name in enumerate(names)}
    names_given = [part.strip() for part in next(csv.reader([text], skipinitialspace=True), [])]
    for part in names_given:
        if part not in index_of:
            all_weights = (
                f"Weights: w0 to w{len(names) - 1}, or intercept and the names of the features"
            )
            suggestion = did_you_mean(part, names, all_weights)
            raise TextbookError(f"--weights: unknown weight {quoted(part)}. {suggestion}")
    indices = [index_of[part] for part in names_given]
    require(
        len(set(indices)) == len(indices) == 2,
        f"--weights must be two different weights, such as w0,w1, got {quoted(text)}",
    )
    return indices[0], indices[1]


def as_json_value(result: Ascent, full: int) -> dict[str, Any]:
    """Return all numbers for JSON; the first `full` steps include the numbers of each example."""
    problem = result.problem
    steps: list[dict[str, Any]] = []
    for n, stage in enumerate(result.stages):
        steps.append(
            {"step": n, "objective": stage.objective, "w": stage.w, "gradient": stage.gradient}
        )
        if n < full:
            working = Working.at(problem, stage.w)
            steps[n] |= {
                "scores": working.scores,
                "probabilities": working.probabilities,
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
        "eta": result.eta,
        "safe_eta": result.safe,
        "l2": result.lam,
        "examples": [
            {"row": place, "x": row, "y": y}
            for place, row, y in zip(problem.places, problem.rows, problem.labels)
        ],
        "steps": steps,
        "falls": result.falls,
    }
