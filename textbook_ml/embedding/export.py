"""`export`: a model as a file of its own, in another language, with its proof inside."""

import re
from collections.abc import Callable, Generator, Iterator, Mapping
from pathlib import Path
from typing import Any

from textbook_ml import __version__
from textbook_ml.core.errors import TextbookError
from textbook_ml.core.files import read_text, require_other_file, write_file
from textbook_ml.core.progress import told
from textbook_ml.embedding.checks.test_rows import Case, checks, drawn
from textbook_ml.embedding.ir.distance import distance
from textbook_ml.embedding.ir.lower import exported_models, plan_of
from textbook_ml.embedding.ir.program import Plan
from textbook_ml.embedding.targets.c_file import c_file, has_names
from textbook_ml.embedding.targets.javascript_file import javascript_file
from textbook_ml.embedding.targets.json_file import json_file
from textbook_ml.embedding.targets.language import Export
from textbook_ml.embedding.targets.python_file import python_file
from textbook_ml.models.json_codec import LARGEST, from_json

TARGETS: Mapping[str, Callable[[Export], str]] = {
    "python": python_file,
    "javascript": javascript_file,
    "c": c_file,
    "json": json_file,
}
ROWS = 1000  # to compare on
CELLS = 1_000_000  # in these rows at most; texts are sparse, and not counted
SCORES: Mapping[str, str] = {
    "logs": "scores are logarithms, up to what all classes share",
    "shares": "scores are the probabilities of row and class",
    "order": "the highest score wins: there are no probabilities",
}
FUNCTIONS: Mapping[str, tuple[str, ...]] = {
    "python": ("scores(row)", "classify(row)", "probabilities(row)"),
    "javascript": ("scores(row)", "classify(row)", "probabilities(row)"),
    "c": ("{0}_scores(row, found)", "{0}_classify(row)", "{0}_probabilities(row, shares)"),
    "json": ("start and steps make scores", "how says how"),
}
ROWS_OF: Mapping[str, str] = {
    "python": "a row is a list in the order of FEATURES; a missing value is None",
    "javascript": "a row is a list in the order of FEATURES; a missing value is null",
    "c": "a row has doubles in the order of {0}_features: a category by its place, NAN if missing",
    "json": "a row is a list in the order of the columns; a missing value is null",
}
LABELS_OF_C = "{0}_classify gives a place among {0}_classes, or -1 if the row is refused"
TEXTS: Mapping[str, str] = {
    "python": "row_of(text) makes a row of an ASCII text",
    "javascript": "rowOf(text) makes a row of an ASCII text",
    "c": "{0}_row(text, row) makes a row of an ASCII text",
    "json": "an ASCII text becomes a row",
}
SELF_TESTS: Mapping[str, str] = {
    "python": "self_test(), or this file as a program, tells whether anything was changed",
    "javascript": "selfTest() tells whether anything was changed",
    "c": "with -D{0}_SELF_TEST -x c a program that tells whether anything was changed",
    "json": "checks are rows with what they must come to",
}


def export(
    model: str, *, to: str, exact: bool = False, out: str | None = None, verify: bool = False
) -> Generator[str, None, int | None]:
    """The file itself; with --out or --verify what was done, and exit code 1 if a bit differs."""
    if out is not None:
        require_other_file("--out", out, model)
    document = read_text(model, LARGEST, "give a file that fit --out or to_json has written")
    try:
        learned = from_json(document, exported_models())
        made, text, cases = exported(learned, to, exact, prefix_of(out))
    except TextbookError as error:
        raise TextbookError(f"{model}: {error}") from None
    if out is None and not verify:
        yield text.rstrip("\n")
        return None
    if out is not None:
        write_file(out, text)
        yield f"{out}: {made.plan.model}, {len(text.encode())} bytes, {len(made.checks)} check rows"
    yield from made.about
    if not verify:
        return None
    if to == "json":
        yield "json: a plan is data, and nothing here runs it"
        return None
    from textbook_ml.embedding.checks.run_exports import (
        verified,
    )  # needs processes, which not every host has

    fine = yield from verified(made, to, text, cases)
    return None if fine else 1


def exported(
    model: Any, target: str, exact: bool = False, prefix: str = "model"
) -> tuple[Export, str, list[Case]]:
    """The file of a model, and the rows that it can be tried on."""
    plan = plan_of(model)
    n = ROWS if plan.text == "counts" else min(ROWS, max(20, CELLS // len(plan.columns)))
    cases = [Case.of(plan, "", row) for row in told(drawn(plan, n), "rows")]
    about = tuple(_about(model, plan, target, exact, prefix, cases))
    made = Export(plan, checks(plan), about, exact, prefix)
    return made, TARGETS[target](made), [*made.checks, *cases]


def prefix_of(out: str | None) -> str:
    """The prefix of the names in C: the name of the file.

    >>> prefix_of("maps/iris-2.h"), prefix_of(None), prefix_of("3.h")
    ('iris_2', 'model', 'model_3')
    """
    stem = re.sub(r"[^a-z0-9]+", "_", Path(out).stem.lower()).strip("_") if out else "model"
    return stem if stem[:1].isalpha() else f"model_{stem}".rstrip("_")


def _about(
    model: Any, plan: Plan, target: str, exact: bool, prefix: str, cases: list[Case]
) -> Iterator[str]:
    """What stands at the head of the file, and on the screen; no name is among it."""
    features = f"{len(plan.columns)} feature{'s' * (len(plan.columns) > 1)}"
    yield f"textbook_ml {__version__}; {features}, {len(plan.classes)} classes"
    functions = FUNCTIONS[target][: 2 if plan.scores == "order" else 3]
    yield ", ".join(functions).format(prefix)
    yield ROWS_OF[target].format(prefix)
    if target == "c":
        yield LABELS_OF_C.format(prefix)
    if target == "c" and any(map(has_names, plan.columns)):
        yield f"{prefix}_value(column, name) is the place of a category; columns count from 0"
    if plan.text:
        counted = "how often each word occurs" if plan.text == "counts" else "which words occur"
        yield f"{TEXTS[target].format(prefix)}: {counted}"
    yield f"{SCORES[plan.scores]}; a missing value {'is refused' if plan.whole else 'is left out'}"
    if plan.scores == "logs":
        yield f"probabilities by {'the exp in this file' if exact else 'exp of the platform'}"
    yield SELF_TESTS[target].format(prefix.upper())
    yield str(distance(model, plan, cases))
