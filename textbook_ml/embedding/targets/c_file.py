"""Write a model as one C99 header: tables in read-only memory, no allocation."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate, zip_longest
from math import nan
from typing import Any

from textbook_ml.embedding.checks.test_rows import CheckRow
from textbook_ml.embedding.ir.digest import digest, mix
from textbook_ml.embedding.ir.numbers import Single
from textbook_ml.embedding.ir.program import Column, Program
from textbook_ml.embedding.ir.program_steps import float_tables, int_tables, table_comment
from textbook_ml.embedding.targets.c_template import C_FILE, C
from textbook_ml.embedding.targets.language import Export, chunks, render, render_steps
from textbook_ml.embedding.targets.literals import c_names, c_string, comment, hexadecimal
from textbook_ml.embedding.targets.portable_exp import portable_exp, single_exp

DOUBLE: Mapping[str, object] = {
    "whole_limit": "9007199254740992.0",
    "long": "long long",
    "bits": "uint64_t",
    "tolerance": "4.4e-323 + probabilities[k] * 8.9e-16",
}
SINGLE: Mapping[str, object] = {
    "whole_limit": "16777216.0f",
    "long": "long",
    "bits": "uint32_t",
    "tolerance": "5.6e-45f + probabilities[k] * 4.8e-7f",
}
IN_SINGLE: Mapping[str, str] = {
    r"\bdouble\b": "float",
    r"\bDBL_MAX\b": "FLT_MAX",
    r"\bfabs\b": "fabsf",
    r"\bexp@": "expf@",
    r"(?<![\w.])(\d+\.\d+(?:e-?\d+)?)(?!\w)": r"\1f",
}
LONGEST_STRING = 4095  # bytes of a string that every C99 compiler accepts


def c_file(export: Export) -> str:
    """Return the text of the file."""
    program, prefix = export.program, export.prefix
    strings, lists = string_arrays(program), category_lists(program)
    floats, ints = _float_tables(program), _int_tables(program)
    sizes, places = (_as_numbers(part, program) for part in (lists.values(), ints.values()))
    constants = [*strings.values(), *sizes, *floats.values(), *places]
    single = program.number is Single
    written = "".join(
        _constant_lines(program, prefix)
    )  # raises TextbookError for unsupported names
    long_strings = any(len(s.encode()) > LONGEST_STRING for part in strings.values() for s in part)
    values = {
        **export.values(),
        **(single_exp if single else portable_exp).constants(hexadecimal, "{{{}, {}}}"),
        **(SINGLE if single else DOUBLE),
        "header": "\n".join(f" *     {line}".rstrip() for line in export.header),
        "names": "values" in strings,
        "categories": lists != {},
        "ints": bool(lists or ints),
        "long_strings": long_strings,
        "constants": written,
        "steps": with_prefix(render_steps(C, export), prefix, single),
        "digest_calls": with_prefix("".join(_digest_calls(program)), prefix),
        "digest": mix(digest(constants), program.kinds.encode()),
        "checks": "".join(_self_test_call(case, export) for case in export.checks),
    }
    if export.exact_probabilities:
        values["tolerance"] = hexadecimal(program.number(0.0))
    return render(with_prefix(C_FILE, prefix, single), values)


def with_prefix(template: str, prefix: str, single: bool = False) -> str:
    """Replace `model_` and `MODEL_` by a prefix; if `single` is true, also replace double by float.

    >>> with_prefix("model_scores MODEL_H", "iris")
    'iris_scores IRIS_H'
    >>> with_prefix("double t = 0.5 * DBL_MAX;", "iris", single=True)
    'float t = 0.5f * FLT_MAX;'
    """
    if single:
        for pattern, replacement in IN_SINGLE.items():
            template = re.sub(pattern, replacement, template)
    return template.replace("model_", f"{prefix}_").replace("MODEL_", f"{prefix.upper()}_")


def has_names(column: Column) -> bool:
    """Return whether the categories of a column are other than the numbers 0, 1, 2, …

    >>> has_names(Column("rain", "value", (0, 1))), has_names(Column("wind", "value", ("weak",)))
    (False, True)
    """
    return list(column.values) != list(range(len(column.values)))


def string_arrays(program: Program) -> dict[str, list[str]]:
    """Return the arrays of strings by name."""
    strings = {"classes": c_names(program.classes), "features": [c.name for c in program.columns]}
    if any(map(has_names, program.columns)):
        strings["values"] = [text for c in program.columns for text in c_names(c.values)]
    return strings


def category_lists(program: Program) -> dict[str, list[int]]:
    """Return the number of categories of each column, and the index of its first category."""
    sizes = [len(column.values) for column in program.columns]
    if not any(sizes):
        return {}
    return {"n_values": sizes, "first_value": list(accumulate(sizes, initial=0))[:-1]}


def _float_tables(program: Program) -> dict[str, Sequence[Sequence[float]]]:
    """Return the tables of doubles by name."""
    tables = {name.lower(): table for name, table in float_tables(program.steps).items()}
    return {"start": (program.start,), "tie": ((program.tie,),), **tables}


def _int_tables(program: Program) -> dict[str, Sequence[Sequence[int]]]:
    """Return the tables of integers by name."""
    words = [column.name.encode() for column in program.columns]
    tables: dict[str, Sequence[Sequence[int]]] = {
        name.lower(): table for name, table in int_tables(program.steps, len(words)).items()
    }
    if program.text:
        tables["sorted"] = [sorted(range(len(words)), key=words.__getitem__)]
    return tables


def _constant_lines(program: Program, prefix: str) -> Iterator[str]:
    """Yield the definitions of all constants."""
    kind = "float" if program.number is Single else "double"
    for name, strings in string_arrays(program).items():
        lines = ",\n  ".join(chunks(list(map(c_string, strings))))
        yield f"static const char *const {prefix}_{name}[] = {{\n  {lines}}};\n"
    yield f"/* {table_comment('KINDS')} */\n"
    yield f'static const char {prefix}_kinds[] = "{program.kinds}";\n'
    for name, numbers in category_lists(program).items():
        body = ",\n  ".join(chunks(list(map(str, numbers))))
        yield f"static const int {prefix}_{name}[] = {{\n  {body}}};\n"
    for name, table in _float_tables(program).items():
        yield f"/* {table_comment(name.upper())} */\n"
        yield _table_definition(f"{kind} {prefix}_{name}", table, hexadecimal, program)
    for name, table in _int_tables(program).items():
        yield f"/* {table_comment(name.upper())} */\n"
        yield _table_definition(f"int {prefix}_{name}", table, str, program)


def _table_definition(
    name: str, rows: Sequence[Sequence[Any]], write: Callable[[Any], str], program: Program
) -> str:
    """Return the definition of a table; an empty one gets a 0, because C has no empty arrays."""
    labels = program.classes if len(rows) == len(program.classes) else ()
    width = max([1, *map(len, rows)])
    lines = [
        "  {" + ",\n   ".join(chunks(list(map(write, row))) or ["0"]) + "},"
        + (f" /* {comment(y)} */" if labels else "")
        for row, y in zip_longest(rows or [()], labels)
    ]  # fmt: skip
    body = "\n".join(lines)
    return f"static const {name}[{max(1, len(rows))}][{width}] = {{\n{body}\n}};\n"


def _digest_calls(program: Program) -> Iterator[str]:
    """Yield one call for each list, and for each row of a table, because rows differ in length."""
    calls = [("strings", name, len(strings)) for name, strings in string_arrays(program).items()]
    calls += [("ints", name, len(numbers)) for name, numbers in category_lists(program).items()]
    for name, table in _float_tables(program).items():
        calls += [("numbers", f"{name}[{k}]", len(row)) for k, row in enumerate(table)]
    for name, rows in _int_tables(program).items():
        calls += [("ints", f"{name}[{k}]", len(row)) for k, row in enumerate(rows)]
    for kind, name, n in calls:
        yield f"  h = model_mix_{kind}(h, model_{name}, {n});\n"


def _self_test_call(case: CheckRow, export: Export) -> str:
    """Return one call of the self-test."""
    program = export.program
    index = -1 if case.class_index is None else case.class_index
    number = program.number
    numbers = [
        _c_array(list(map(number, part or (0.0,)))) for part in (case.scores, case.probabilities)
    ]
    errors = map(program.number, case.errors if export.fast else ())
    expected = ", ".join([str(index), *numbers, *map(hexadecimal, errors)])
    if isinstance(case.row, str):
        function, row = "check_text", c_string(case.row)
    else:
        function, row = "check", _c_array(c_row(program, case.row))
    return f'  wrong |= {export.prefix}_{function}("{case.kind}", {row}, {expected});\n'


def c_row(program: Program, row: Sequence[Any]) -> list[float]:
    """Return a row for C: a category by its index (−1 if unknown), NaN for a missing value."""
    numbers = []
    for column, cell in zip(program.columns, row):
        if cell is None:
            numbers.append(nan)
        elif column.kind == "value":
            known = cell in column.values
            numbers.append(float(column.values.index(cell)) if known else -1.0)
        else:
            numbers.append(float(cell))
    return list(map(program.number, numbers))


def _as_numbers(part: Any, program: Program) -> Any:
    """Return nested lists of integers as numbers of the precision of a program."""
    if isinstance(part, int):
        return program.number(part)
    return [_as_numbers(each, program) for each in part]


def _c_array(numbers: Sequence[float]) -> str:
    kind = "float" if isinstance(numbers[0], Single) else "double"
    return f"(const {kind}[]){{" + ",\n    ".join(chunks(list(map(hexadecimal, numbers)))) + "}"
