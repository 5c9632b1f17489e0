"""Write a learner: `export --learner`."""

from collections.abc import Iterator

from textbook_ml import __version__
from textbook_ml.core.errors import TextbookError, plural
from textbook_ml.embedding.learners.c_learner import c_learner
from textbook_ml.embedding.learners.javascript_learner import javascript_learner
from textbook_ml.embedding.learners.learner import Learner, learner_in
from textbook_ml.embedding.learners.python_learner import python_learner


def export_learner(
    text: str, to: str, prefix: str, eta: float | None, memory: int
) -> tuple[Learner, str, list[str]]:
    """Return the learner that continues a model, its file, and the lines of the header."""
    if to not in ("c", "python", "javascript"):
        raise TextbookError(
            f"--learner must be used with --to c, python or javascript, got --to {to}. Fix: choose "
            "one of these"
        )
    learner = learner_in(text, eta, memory)
    header = list(_header_lines(learner, to, prefix))
    if to == "c":
        return learner, c_learner(learner, header, prefix), header
    write = python_learner if to == "python" else javascript_learner
    return learner, write(learner, header), header


def _header_lines(learner: Learner, to: str, prefix: str) -> Iterator[str]:
    """Yield the lines of the comment at the top of the file; they contain no names of the data."""
    features = plural(len(learner.features), "feature")
    yield f"textbook_ml {__version__}; {features}, {len(learner.classes)} classes"
    names = ["update(row, label)", "forget(row, label)", "scores(row)", "classify(row)"]
    if to == "c":
        names = ["update(row, k)", "forget(row, k)", "scores(row, scores)", "classify(row)"]
        names = [f"{prefix}_{name}" for name in names]
    if learner.steps:
        names.pop(1)
    yield ", ".join(names)
    state = f"{8 * len(learner.state)} bytes"
    saved = {"c": f"{prefix}_save(bytes), {prefix}_restore(bytes)"}.get(
        to, "save(), restore(bytes)"
    )
    yield f"{saved}: what was learned, {state} and a checksum of 8 bytes"
    if learner.steps:
        yield f"an example is one step of stochastic gradient ascent, step size {learner.eta:g}"
        yield "steps cannot be undone, so there is no forget function"
    else:
        yield "sums have about 32 digits, so the order of the examples does not matter"
        missing = {"c": "NAN", "javascript": "null"}.get(to, "None")
        yield f"a missing value ({missing}) is left out; a new class or category is an error"
