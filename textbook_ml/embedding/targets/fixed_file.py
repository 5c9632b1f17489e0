"""Write a model as one C99 header with integers only, for processors without floating point."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from textbook_ml.embedding.ir.digest import BASIS, PRIME, digest, mix
from textbook_ml.embedding.ir.fixed import (
    MISSING,
    FixedLinear,
    FixedLookups,
    FixedProgram,
    FixedSquares,
)
from textbook_ml.embedding.targets.c_file import category_lists, string_arrays, with_prefix
from textbook_ml.embedding.targets.fixed_template import FIXED_FILE
from textbook_ml.embedding.targets.language import chunks, render
from textbook_ml.embedding.targets.literals import c_string, comment

BITS = 0xFFFFFFFF
Rows = Sequence[Sequence[int]]


@dataclass(frozen=True, slots=True)
class FixedCase:
    """Cells of a row, and the results that an exported file must compute for them."""

    cells: tuple[int, ...]
    class_index: int  # −1 if the row is rejected
    scores: tuple[int, ...]

    @classmethod
    def of(cls, program: FixedProgram, cells: Sequence[int | None]) -> "FixedCase":
        """Run a program on valid cells."""
        numbers = tuple(MISSING if cell is None else cell for cell in cells)
        return cls(numbers, program.class_index(cells), tuple(program.scores(cells)))


@dataclass(frozen=True, slots=True)
class Table:
    """A constant of the file: one list, or one list for each class."""

    name: str
    kind: str
    rows: Rows
    about: str
    flat: bool = False


def fixed_file(
    program: FixedProgram, checks: Sequence[FixedCase], header: Sequence[str], prefix: str
) -> str:
    """Return the text of the file."""
    tables = list(_tables_of_numbers(program))
    names = [*string_arrays(program.source).values()]
    h = mix(digest(names), (v & BITS for table in tables for row in table.rows for v in row))
    values: dict[str, object] = {
        "model": program.source.model,
        "header": "\n".join(f" *     {line}".rstrip() for line in header),
        "n": len(program.cells),
        "classes": len(program.start),
        "fraction": program.fraction,
        "score": "int64_t" if program.wide else "int32_t",
        "whole": program.source.whole,
        "names": "values" in string_arrays(program.source),
        "constants": "".join(_constant_lines(program, tables, prefix)),
        "prime": PRIME,
        "basis": BASIS,
        "digest": h,
        "digest_calls": with_prefix("".join(_digest_calls(program, tables)), prefix),
        "n_checks": len(checks),
        "rows": "".join(f"    {{{_c_list(case.cells)}}},\n" for case in checks),
        "indices": ", ".join(str(case.class_index) for case in checks),
        "scores": "".join(f"    {{{_c_list(case.scores)}}},\n" for case in checks),
        **_values_of_steps(program, prefix),
    }
    return render(with_prefix(FIXED_FILE, prefix), values)


def _values_of_steps(program: FixedProgram, prefix: str) -> dict[str, object]:
    """Return the values of the template that depend on the steps."""
    values: dict[str, object] = {"linear_bases": False}
    for name, kind in (
        ("linear", FixedLinear),
        ("squares", FixedSquares),
        ("lookups", FixedLookups),
    ):
        found = [step for step in program.steps if isinstance(step, kind)]
        values[name] = bool(found)
        values[f"n_{name}"] = values[f"{name}_column"] = ""
        for step in found:
            values[f"n_{name}"] = len(step.columns)
            every = step.columns == tuple(range(len(program.cells)))
            values[f"{name}_column"] = "i" if every else f"{prefix}_{name}_at[i]"
    for step in program.steps:
        if isinstance(step, FixedLinear):
            values["linear_bases"] = _has_entries(step.bases)
    drops = [step.drop for step in program.steps if isinstance(step, FixedSquares)]
    return {**values, "drop": drops[0] if drops else ""}


def _has_entries(rows: Rows) -> bool:
    return any(v for row in rows for v in row)


def _tables_of_numbers(program: FixedProgram) -> Iterator[Table]:
    """Yield all tables of numbers."""
    score = "model_score"
    cells = program.cells
    yield Table("shift", "int8_t", [[c.shift for c in cells]], "of each column, see above", True)
    yield Table("offset", "int32_t", [[c.offset for c in cells]], "of each column, see above", True)
    yield Table("low", "int16_t", [[c.low for c in cells]], "least valid cell", True)
    yield Table("high", "int16_t", [[c.high for c in cells]], "largest valid cell", True)
    if "values" in string_arrays(program.source):
        sizes, firsts = category_lists(program.source).values()
        yield Table("n_values", "int16_t", [sizes], "number of categories", True)
        yield Table("first_value", "int16_t", [firsts], "first category in values", True)
    yield Table("start", score, [program.start], "initial score of each class", True)
    for step in program.steps:
        match step:
            case FixedLinear():
                name = "linear"
                yield Table("weights", "int16_t", step.weights, "weight of each cell")
                if _has_entries(step.bases):
                    yield Table("bases", score, step.bases, "term of the cell 0")
            case FixedSquares():
                name = "squares"
                yield Table("means", "int16_t", step.means, "mean of each column, as a cell")
                yield Table("roots", "uint16_t", step.roots, "factor of the distance from the mean")
                yield Table("scales", "uint8_t", step.scales, "the factor is divided by 2^scale")
                yield Table("peaks", score, step.bases, "maximum of the log density")
            case FixedLookups():
                name = "lookups"
                yield Table("gains", "int16_t", step.gains, "term of each category")
                yield Table("firsts", "int16_t", [step.firsts], "first category in gains", True)
        if step.columns != tuple(range(len(cells))):
            yield Table(f"{name}_at", "int16_t", [step.columns], "indices of the columns", True)


def _constant_lines(program: FixedProgram, tables: Sequence[Table], prefix: str) -> Iterator[str]:
    """Yield the definitions of all constants."""
    for name, strings in string_arrays(program.source).items():
        lines = ",\n  ".join(chunks(list(map(c_string, strings))))
        yield f"static const char *const {prefix}_{name}[] = {{\n  {lines}}};\n"
    for table in tables:
        name = f"static const {with_prefix(table.kind, prefix)} {prefix}_{table.name}"
        yield f"/* {table.about} */\n"
        if table.flat:
            yield f"{name}[] = {{{_c_list(table.rows[0])}}};\n"
            continue
        yield f"{name}[{len(table.rows)}][{len(table.rows[0])}] = {{\n"
        for row, y in zip(table.rows, program.source.classes):
            yield f"  {{{_c_list(row)}}}, /* {comment(y)} */\n"
        yield "};\n"


def _c_list(numbers: Sequence[int]) -> str:
    """Return numbers as C code; INT32_MIN does not occur, and has no literal in C.

    >>> _c_list([1, -32768])
    '1, -32768'
    """
    return ",\n    ".join(chunks(list(map(str, numbers))))


def _digest_calls(program: FixedProgram, tables: Sequence[Table]) -> Iterator[str]:
    """Yield the code that adds every constant to the checksum."""
    for name, strings in string_arrays(program.source).items():
        yield f"  h = model_mix_strings(h, model_{name}, {len(strings)});\n"
    for table in tables:
        n = len(table.rows[0])
        if table.flat:
            entry = f"(uint32_t)model_{table.name}[j]"
            yield f"  for (j = 0; j < {n}; j++) h = model_mix(h, {entry});\n"
        else:
            index = f"model_{table.name}[j / {n}][j % {n}]"
            size = n * len(table.rows)
            yield f"  for (j = 0; j < {size}; j++) h = model_mix(h, (uint32_t){index});\n"
