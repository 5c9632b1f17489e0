"""The command `export`: write a model as a file in another language, with a self-test."""

import re
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from textbook_ml import __version__
from textbook_ml.core.errors import TextbookError, plural, require
from textbook_ml.core.files import read_text, require_other_file, write_file
from textbook_ml.core.progress import with_progress
from textbook_ml.embedding.checks.package_agreement import agreement
from textbook_ml.embedding.checks.test_rows import CheckRow, check_cases, draw_rows, with_errors
from textbook_ml.embedding.checks.training_data import training_rows
from textbook_ml.embedding.ir.error_bound import ErrorBound
from textbook_ml.embedding.ir.lower import exported_models, lower
from textbook_ml.embedding.ir.lower_linear import at_means
from textbook_ml.embedding.ir.numbers import Single
from textbook_ml.embedding.ir.program import Program
from textbook_ml.embedding.targets.c_file import c_file, has_names
from textbook_ml.embedding.targets.javascript_file import javascript_file
from textbook_ml.embedding.targets.json_file import json_file
from textbook_ml.embedding.targets.language import Export
from textbook_ml.embedding.targets.python_file import python_file
from textbook_ml.models.json_codec import MEMORY, from_json, largest_text

TARGETS: Mapping[str, Callable[[Export], str]] = {
    "python": python_file,
    "javascript": javascript_file,
    "c": c_file,
    "json": json_file,
}
MODEL_FILE = "use a file written by `fit --out` or `to_json`"
LARGE_FILE = "raise --memory, if you trust the file"
ROWS = 1000  # number of rows for the comparison with the package
CELLS = 200_000  # maximum number of cells, for all classes, in these rows (texts are sparse)
SCORES: Mapping[str, str] = {
    "logs": "a score is log P(row, class), up to a constant that all classes share",
    "shares": "a score is P(row, class)",
    "order": "the class with the highest score is predicted; there are no probabilities",
}
FUNCTIONS: Mapping[str, tuple[str, ...]] = {
    "python": ("scores(row)", "classify(row)", "probabilities(row)"),
    "javascript": ("scores(row)", "classify(row)", "probabilities(row)"),
    "c": ("{0}_scores(row, scores)", "{0}_classify(row)", "{0}_probabilities(row, probabilities)"),
    "json": ("`start` and `steps` define the scores", "`how` describes the computation"),
}
ROW_FORMATS: Mapping[str, str] = {
    "python": "a row is a list in the order of FEATURES; a missing value is None",
    "javascript": "a row is a list in the order of FEATURES; a missing value is null",
    "c": "a row has {1}s in the order of {0}_features",
    "json": "a row is a list in the order of the columns; a missing value is null",
}
TEXTS: Mapping[str, str] = {
    "python": "row_of(text) converts an ASCII text to a row",
    "javascript": "rowOf(text) converts an ASCII text to a row",
    "c": "{0}_row(text, row) converts an ASCII text to a row",
    "json": "an ASCII text is converted to a row",
}
SELF_TESTS: Mapping[str, str] = {
    "python": "self_test(), or running this file, reports whether the file was changed",
    "javascript": "selfTest() reports whether the file was changed",
    "c": "compiled with -D{0}_SELF_TEST -x c, it is a program that reports changes of the file",
    "json": "`checks` contains test rows with their expected results",
}


class ExportedFile(NamedTuple):
    """A file, what the report says about it, and a generator that runs it, if it can be run."""

    content: str | bytes
    about: str
    header: Sequence[str] = ()
    verify: Callable[[], Generator[str, None, bool]] | None = None


def export(
    model: str,
    *,
    to: str,
    exact: bool = False,
    float32: bool = False,
    fast: bool = False,
    int16: bool = False,
    data: str | None = None,
    out: str | None = None,
    verify: bool = False,
    memory: int = MEMORY >> 20,
    learner: bool = False,
    eta: float | None = None,
) -> Generator[str, None, int | None]:
    """Yield the exported file, or with --out or --verify a report; return 1 if a bit differs."""
    if out is not None:
        require_other_file("--out", out, model)
    document = read_text(model, largest_text(memory << 20), MODEL_FILE, LARGE_FILE)
    numbers = {"--exact": exact, "--fast": fast, "--float32": float32}
    others = {**numbers, "--int16": int16, "--verify": verify}
    try:
        if learner:
            _require_alone("--learner", others)
            file = _learner(document, to, prefix_of(out), eta, memory << 20)
        else:
            fitted = from_json(document, exported_models(), memory=memory << 20)
            if to == "onnx":
                _require_alone("--to onnx", others)
                file = _onnx(fitted, out)
            elif int16:
                _require_alone("--int16", numbers)
                file = _integers(fitted, to, prefix_of(out), data)
            else:
                file = _code(fitted, to, exact, prefix_of(out), float32, data, fast)
    except TextbookError as error:
        raise TextbookError(f"{model}: {error}") from None
    if out is None and not verify:
        yield str(file.content).rstrip("\n")
        return None
    if out is not None:
        write_file(out, file.content)
        yield f"{out}: {file.about}"
    yield from file.header
    if not verify:
        return None
    if file.verify is None:
        yield "json: not run, because the file is data for your own interpreter"
        return None
    passed = yield from file.verify()
    return None if passed else 1


def _require_alone(option: str, others: Mapping[str, bool]) -> None:
    """Raise TextbookError if an option is combined with one of the others."""
    *names, last = others
    require(
        not any(others.values()),
        f"{option} cannot be combined with {', '.join(names)} or {last}. Fix: omit them",
    )


# The modules of rare exports, and those that start processes, are imported only when needed:
# not every platform can start a process.


def _code(model: Any, to: str, *options: Any) -> ExportedFile:
    """Return a model as source code, or as data."""

    def verify() -> Generator[str, None, bool]:
        from textbook_ml.embedding.checks import run_exports

        return (yield from run_exports.verify(result, to, text, cases))

    result, text, cases = export_model(model, to, *options)
    size = f"{len(text.encode())} bytes, {len(result.checks)} check rows"
    run = None if to == "json" else verify
    return ExportedFile(text, f"{result.program.model}, {size}", result.header, run)


def _onnx(model: Any, out: str | None) -> ExportedFile:
    """Return a model as ONNX."""
    from textbook_ml.embedding.targets.onnx_file import onnx_file

    require(out is not None, "--to onnx writes a binary file. Fix: add --out FILE")
    content = onnx_file(model)
    size = f"{len(content)} bytes; input rows, output label, scores"
    return ExportedFile(content, f"{type(model).__name__}, {size}")


def _integers(model: Any, to: str, prefix: str, data: str | None) -> ExportedFile:
    """Return a model as C with integers only."""
    from textbook_ml.embedding.export_fixed import export_fixed

    def verify() -> Generator[str, None, bool]:
        from textbook_ml.embedding.checks.run_fixed import verify_fixed

        return (yield from verify_fixed(prefix, text, cases))

    require(to == "c", f"--int16 must be used with --to c, got --to {to}. Fix: leave out --int16")
    program, text, header, cases = export_fixed(model, prefix, data)
    about = f"{program.source.model}, {len(text.encode())} bytes"
    return ExportedFile(text, about, header, verify)


def _learner(text: str, to: str, prefix: str, eta: float | None, memory: int) -> ExportedFile:
    """Return code that continues to learn."""
    from textbook_ml.embedding.learners.export_learner import export_learner

    learner, file, header = export_learner(text, to, prefix, eta, memory)
    return ExportedFile(file, f"learner of {learner.model}, {len(file.encode())} bytes", header)


def export_model(
    model: Any,
    target: str,
    exact: bool = False,
    prefix: str = "model",
    float32: bool = False,
    data: str | None = None,
    fast: bool = False,
) -> tuple[Export, str, list[CheckRow]]:
    """Return an exported model, the text of the file, and rows to test it with.

    `data` is the training data: in single precision, columns of linear models are centred at its
    means, and the labels are compared on its rows. `fast` writes a plain loop.
    """
    require(
        target != "json" or not fast,
        "--fast must be used with --to python, javascript or c, because JSON contains no code. "
        "Fix: leave out --fast, and add the terms as you like",
    )
    require(
        target == "c" or not float32,
        f"--float32 must be used with --to c, got --to {target}. Fix: leave out --float32; "
        "MicroPython uses the precision of its board, and JavaScript has only doubles",
    )
    double = lower(model)
    require(
        data is None or float32,
        "--data must be used with --float32 or --int16, because a file with doubles has the "
        "labels of the model. Fix: leave out --data",
    )
    rows = [] if data is None else training_rows(double, data)
    program = at_means(double, rows).single() if float32 else double
    width = len(program.columns) * len(program.classes)
    n = ROWS if program.text == "counts" else min(ROWS, max(20, CELLS // width))
    cases = [CheckRow.of(program, "", row) for row in with_progress(draw_rows(program, n), "rows")]
    header = [*_header_lines(program, target, exact, prefix)]
    header += _comparison_line(model, program, cases, "rows drawn from the model")
    if data is not None:
        known = [CheckRow.of(program, "", row) for row in rows]
        header += _comparison_line(model, program, known, "the training data")
    checks = check_cases(program)
    if fast:
        header.append(_fast_line(program, cases))
        checks, cases = with_errors(program, checks), with_errors(program, cases)
    result = Export(program, checks, header, exact, prefix, fast)
    return result, TARGETS[target](result), [*result.checks, *cases]


def prefix_of(out: str | None) -> str:
    """Return the prefix of the names in C, from the name of the file.

    >>> prefix_of("maps/iris-2.h"), prefix_of(None), prefix_of("3.h")
    ('iris_2', 'model', 'model_3')
    """
    stem = re.sub(r"[^a-z0-9]+", "_", Path(out).stem.lower()).strip("_") if out else "model"
    return stem if stem[:1].isalpha() else f"model_{stem}".rstrip("_")


def _header_lines(program: Program, target: str, exact: bool, prefix: str) -> Iterator[str]:
    """Yield the lines of the comment at the top of the file; they contain no names of the data."""
    features = plural(len(program.columns), "feature")
    yield f"textbook_ml {__version__}; {features}, {len(program.classes)} classes"
    functions = FUNCTIONS[target][: 2 if program.scores == "order" else 3]
    yield ", ".join(functions).format(prefix)
    number = "float" if program.number is Single else "double"
    yield ROW_FORMATS[target].format(prefix, number)
    if target == "c" and any(column.kind == "value" for column in program.columns):
        yield "a category is given by its index"
    if target == "c":
        yield f"{prefix}_classify returns an index into {prefix}_classes, or -1 for an invalid row"
    if target == "c" and any(map(has_names, program.columns)):
        yield f"{prefix}_value(column, name) returns the index of a category; columns start at 0"
    if program.text:
        content = "how often each word occurs" if program.text == "counts" else "which words occur"
        yield f"{TEXTS[target].format(prefix)}: {content}"
    yield SCORES[program.scores]
    missing = "a missing value (NAN)" if target == "c" else "a missing value"
    yield f"{missing} is {'an error' if program.whole else 'left out'}"
    if program.scores == "logs":
        source = "the exp function of this file" if exact else "the exp function of the platform"
        yield f"probabilities are computed with {source}"
    yield SELF_TESTS[target].format(prefix.upper())


def _fast_line(program: Program, cases: list[CheckRow]) -> str:
    """Return the line that states the error bound, and measures it on some rows."""
    bound = ErrorBound(program)
    valid = [case for case in cases if case.class_index is not None]
    errors = [bound.score(case.row) for case in valid]
    gaps = [sorted(case.scores)[-2:] for case in valid]
    doubtful = sum(b - a <= 2 * error for (a, b), error in zip(gaps, errors))
    power = "2^-24" if program.number is Single else "2^-53"
    return (
        f"fast: a score has an error of at most {bound.roundings} * {power} * S, where S is the "
        f"sum of the sizes of its terms (median {median(errors):.1g} on {len(valid)} rows); "
        f"labels are certain in {len(valid) - doubtful} of these rows"
    )


def _comparison_line(
    model: Any, program: Program, cases: list[CheckRow], where: str
) -> Iterator[str]:
    """Yield the line that compares the exported model with the package."""
    labels, ulps = agreement(model, program, cases)
    if program.number is Single:
        differ = f"{len(cases) - labels} of {len(cases)} labels"
        rate = f"{100 * (1 - labels / len(cases)):.2g} %"
        yield f"float32: {differ} ({rate}) differ from those with doubles, on {where}"
        return
    equal = f"{labels} of {len(cases)} labels are those of textbook_ml"
    yield f"{equal}; scores differ from its scores by at most {ulps:g} ulps"
