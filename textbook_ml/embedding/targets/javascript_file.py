"""Write a model as one ES module in JavaScript."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any

from textbook_ml.embedding.checks.test_rows import CheckRow
from textbook_ml.embedding.ir.program import Program
from textbook_ml.embedding.ir.program_steps import table_comment
from textbook_ml.embedding.targets.javascript_template import JAVASCRIPT, JAVASCRIPT_FILE
from textbook_ml.embedding.targets.language import Export, chunks, render, render_steps
from textbook_ml.embedding.targets.literals import comment, decimal, javascript_literal
from textbook_ml.embedding.targets.portable_exp import portable_exp


def javascript_file(export: Export) -> str:
    """Return the text of the file."""
    program = export.program
    values = {
        **export.values(),
        **portable_exp.constants(repr),
        "header": "\n".join(f"//     {line}".rstrip() for line in export.header),
        "constants": "".join(_constant_lines(program)),
        "digest": program.digest(),
        "steps": render_steps(JAVASCRIPT, export),
        "checks": "".join(f"  [{_check_row(case, export.fast)}],\n" for case in export.checks),
    }
    return render(JAVASCRIPT_FILE, values)


def _constant_lines(program: Program) -> Iterator[str]:
    """Yield the definitions of all constants."""
    yield _list_definition("export const CLASSES", list(map(javascript_literal, program.classes)))
    features = [javascript_literal(column.name) for column in program.columns]
    yield _list_definition("export const FEATURES", features)
    yield f'// {table_comment("KINDS")}\nconst KINDS = "{program.kinds}";\n'
    values = [f"[{', '.join(map(_cell_literal, c.values))}]" for c in program.columns]
    if len(set(values)) == 1:
        yield f"const VALUES = FEATURES.map(() => {values[0]});\n"
    else:
        yield _list_definition("const VALUES", values)
    yield f"// {table_comment('START')}\n"
    yield _list_definition("const START", list(map(decimal, program.start)))
    yield f"// {table_comment('TIE')}\nconst TIE = {decimal(program.tie)};\n"
    for name, table in program.tables().items():
        yield _table_definition(name, [list(map(decimal, row)) for row in table], program)
    names = ", ".join(program.tables())
    yield f"const ALL = [CLASSES, FEATURES, KINDS, VALUES, START, TIE, {names}];\n"


def _cell_literal(value: Any) -> str:
    """Return the literal of a cell; true and false become 1 and 0, as in Python."""
    return javascript_literal(int(value) if isinstance(value, bool) else value)


def _list_definition(name: str, items: Sequence[str]) -> str:
    lines = ",\n  ".join(chunks(items))
    return f"{name} = [{lines}];\n"


def _table_definition(name: str, rows: Sequence[Sequence[str]], program: Program) -> str:
    """Return the definition of a list of lists: one for each class, or one for all."""
    by_class = len(rows) == len(program.classes)
    comments = [f" // {comment(y)}" for y in program.classes] if by_class else []
    lines = [
        "  [" + ",\n    ".join(chunks(row)) + f"],{text}\n"
        for row, text in zip_longest(rows, comments, fillvalue="")
    ]
    return f"// {table_comment(name)}\nconst {name} = [\n{''.join(lines)}];\n"


def _check_row(case: CheckRow, fast: bool) -> str:
    """Return the entries of a check row."""
    index = "null" if case.class_index is None else str(case.class_index)
    numbers = [f"[{', '.join(map(decimal, part))}]" for part in (case.scores, case.probabilities)]
    return ", ".join(
        [
            javascript_literal(case.kind),
            javascript_row(case),
            index,
            *numbers,
            *map(decimal, case.errors if fast else ()),
        ]
    )


def javascript_row(case: CheckRow) -> str:
    """Return the literal of a row."""
    if isinstance(case.row, str):
        return javascript_literal(case.row)
    return f"[{', '.join(map(javascript_literal, case.row))}]"
