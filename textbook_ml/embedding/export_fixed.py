"""Export a model as C with integers only (`export --int16`), and compare it with the model."""

from collections.abc import Iterator, Sequence
from typing import Any

from textbook_ml import __version__
from textbook_ml.core.errors import TextbookError, plural, require
from textbook_ml.embedding.checks.test_rows import Row, draw_rows
from textbook_ml.embedding.checks.training_data import training_rows
from textbook_ml.embedding.ir.fixed import COUNTS, MISSING, FixedProgram
from textbook_ml.embedding.ir.lower import lower
from textbook_ml.embedding.ir.lower_fixed import lower_fixed
from textbook_ml.embedding.ir.program import Program
from textbook_ml.embedding.targets.c_file import has_names
from textbook_ml.embedding.targets.fixed_file import FixedCase, fixed_file

ROWS = 1000  # number of rows that are drawn if there is no training data
ORDINARY = 4  # ordinary check rows


def export_fixed(
    model: Any, prefix: str = "model", data: str | None = None
) -> tuple[FixedProgram, str, list[str], list[FixedCase]]:
    """Return a program in integers, the text of the file, its header, and rows to test it with.

    `data` is the training data: it shows the range of each column of numbers.
    """
    source = lower(model)
    numbers = [c.name for c in source.columns if c.kind in ("number", "amount")]
    require(
        data is not None or not numbers,
        f"--int16 needs --data, because the range of feature {numbers[0] if numbers else ''!r} is "
        "unknown. Fix: add --data CSV with the training data",
    )
    rows: Sequence[Row] = draw_rows(source, ROWS) if data is None else training_rows(source, data)
    valid = [x for row in rows if (x := _numbers(source, row)) is not None]
    require(valid != [], "--data has no row that is valid for this model. Fix: use other data")
    program = lower_fixed(source, valid)
    header = [*_header(program, prefix), *_comparison(program, rows, data)]
    cases = [FixedCase.of(program, cells) for _, cells in _cells(program, rows)]
    checks = [*_different(cases), *_extreme(program)]
    return program, fixed_file(program, checks, header, prefix), header, [*checks, *cases]


def _numbers(program: Program, row: Row) -> Sequence[float | None] | None:
    """Return a row as numbers, or None if it is not valid."""
    try:
        return program.row_of(row) if isinstance(row, str) else program.numbers(row)
    except TextbookError:
        return None


def _cells(program: FixedProgram, rows: Sequence[Row]) -> Iterator[tuple[Row, list[int | None]]]:
    """Yield each valid row and its cells."""
    for row in rows:
        try:
            yield row, program.numbers(row)
        except TextbookError:
            continue


def _different(cases: Sequence[FixedCase]) -> list[FixedCase]:
    """Return the first rows, the first row of each class, and the row with the smallest margin."""

    def margin(case: FixedCase) -> int:
        second, best = sorted(case.scores)[-2:]
        return best - second

    first = {case.class_index: case for case in reversed(cases)}
    return list(dict.fromkeys([*cases[:ORDINARY], *first.values(), min(cases, key=margin)]))


def _extreme(program: FixedProgram) -> Iterator[FixedCase]:
    """Yield rows at both ends of the valid range, with missing values, and just out of range."""
    for end in ([c.low for c in program.cells], [c.high for c in program.cells]):
        yield FixedCase.of(program, end)
    if not program.source.whole:
        yield FixedCase.of(program, [None] * len(program.cells))
    outside = [c.high + 1 for c in program.cells]
    yield FixedCase(tuple(outside), -1, (0,) * len(program.start))
    if program.source.whole:
        yield FixedCase((MISSING,) * len(program.cells), -1, (0,) * len(program.start))


def _header(program: FixedProgram, prefix: str) -> Iterator[str]:
    """Yield the lines of the comment at the top of the file."""
    source = program.source
    features = plural(len(program.cells), "feature")
    yield f"textbook_ml {__version__}; {features}, {len(program.start)} classes; integers only"
    yield f"{prefix}_scores(row, scores), {prefix}_classify(row); no probabilities"
    yield f"a row has cells of the type int16_t in the order of {prefix}_features"
    if any(c.kind in ("number", "amount") for c in source.columns):
        yield f"cell i of a number v: floor(v * 2^{prefix}_shift[i] + 0.5) - {prefix}_offset[i]"
    if any(c.kind == "value" for c in source.columns):
        yield "the cell of a category is its index"
    if any(map(has_names, source.columns)):
        yield f"{prefix}_value(column, name) returns the index of a category; columns start at 0"
    if any(c.kind == "count" for c in source.columns):
        yield f"the cell of a count is the count, at most {COUNTS}"
    missing = "an error" if source.whole else "left out"
    yield f"{prefix.upper()}_MISSING is a missing value, which is {missing}"
    yield f"{prefix}_classify returns an index into {prefix}_classes, or -1 for an invalid row"
    yield f"a row with a cell outside {prefix}_low and {prefix}_high is invalid"
    yield f"a score is in units of 2^-{program.fraction}, up to a term that all classes share"


def _comparison(program: FixedProgram, rows: Sequence[Row], data: str | None) -> Iterator[str]:
    """Yield the lines that compare the labels with those of the model in double precision."""
    source = program.source
    differ = certain = n = 0
    worst = 0.0
    for row, cells in _cells(program, rows):
        sums = source.sums(row)
        error = program.error(cells)
        second, best = sorted(t + e for t, e in sums)[-2:]
        n += 1
        worst = max(worst, error)
        certain += best - second > 2 * error
        differ += source.class_index(sums) != program.class_index(cells)
    where = "rows drawn from the model" if data is None else "the training data"
    rate = f"{100 * differ / n:.2g} %"
    yield f"int16: {differ} of {n} labels ({rate}) differ from those with doubles, on {where}"
    yield (
        f"a score has an error of at most {worst:.2g} on these rows; {certain} of {n} labels are "
        "certain, because the two highest scores differ by more than twice the bound of the row"
    )
