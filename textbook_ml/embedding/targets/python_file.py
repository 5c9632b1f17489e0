"""Write a model as one Python file."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from textbook_ml.embedding.checks.test_rows import CheckRow
from textbook_ml.embedding.ir.program import Program
from textbook_ml.embedding.ir.program_steps import table_comment
from textbook_ml.embedding.targets.language import CHUNK, Export, chunks, render, render_steps
from textbook_ml.embedding.targets.literals import comment, decimal, python_literal
from textbook_ml.embedding.targets.portable_exp import portable_exp
from textbook_ml.embedding.targets.python_template import PYTHON, PYTHON_FILE


def python_file(export: Export) -> str:
    """Return the text of the file."""
    program = export.program
    values = {
        **export.values(),
        **portable_exp.constants(repr),
        "header": "\n".join(f"    {line}".rstrip() for line in export.header),
        "constants": "".join(_constant_lines(program)),
        "digest": program.digest(),
        "steps": render_steps(PYTHON, export),
        "checks": "".join(
            f"CHECKS += [({_check_row(case, export.fast)})]\n" for case in export.checks
        ),
    }
    return render(PYTHON_FILE, values)


def _constant_lines(program: Program) -> Iterator[str]:
    """Yield the assignments of all constants."""
    yield from list_lines("CLASSES", list(map(python_literal, program.classes)))
    yield from list_lines("FEATURES", [python_literal(column.name) for column in program.columns])
    kinds = program.kinds
    yield f"# {table_comment('KINDS')}\n"
    one_kind = len(set(kinds)) == 1
    yield f'KINDS = "{kinds[0]}" * {len(kinds)}\n' if one_kind else f'KINDS = "{kinds}"\n'
    values = [f"[{', '.join(map(python_literal, c.values))}]" for c in program.columns]
    if len(set(values)) == 1:
        yield f"VALUES = [{values[0]}] * {len(values)}\n"
    else:
        yield from list_lines("VALUES", values)
    yield f"# {table_comment('START')}\n"
    yield from list_lines("START", list(map(decimal, program.start)))
    yield f"# {table_comment('TIE')}\nTIE = {decimal(program.tie)}\n"
    for name, table in program.tables().items():
        yield from _table_lines(name, [list(map(decimal, row)) for row in table], program)
    names = ", ".join(program.tables())
    yield f"ALL = [CLASSES, FEATURES, KINDS, VALUES, START, TIE, {names}]\n"


def list_lines(name: str, items: Sequence[str]) -> Iterator[str]:
    """Yield the assignment of a list; a long list is written in pieces."""
    first, *others = chunks(items) or [""]
    yield f"{name} = [{first}]\n"
    yield from (f"{name} += [{part}]\n" for part in others)


def _table_lines(name: str, rows: Sequence[Sequence[str]], program: Program) -> Iterator[str]:
    """Yield the assignment of a list of lists; a large one is written in pieces."""
    by_class = len(rows) == len(program.classes)
    comments = [f"  # {comment(y)}" for y in program.classes] if by_class else []
    yield f"# {table_comment(name)}\n"
    if max([len(rows), *map(len, rows)]) <= CHUNK:
        yield f"{name} = [\n"
        for row, text in zip_longest(rows, comments, fillvalue=""):
            yield f"    [{', '.join(row)}],{text}\n"
        yield "]\n"
        return
    yield f"{name} = []\n"
    for row, text in zip_longest(rows, comments, fillvalue=""):
        first, *others = chunks(row) or [""]
        yield f"{name}.append([{first}]){text}\n"
        yield from (f"{name}[-1] += [{part}]\n" for part in others)


def _check_row(case: CheckRow, fast: bool) -> str:
    """Return the entries of a check row."""
    numbers = [f"[{', '.join(map(decimal, part))}]" for part in (case.scores, case.probabilities)]
    parts = [python_literal(case.kind), python_row(case), str(case.class_index), *numbers]
    parts += map(decimal, case.errors if fast else ())
    return ", ".join(parts)


def python_row(case: CheckRow) -> str:
    """Return the literal of a row; a long list is a sum of lists."""
    if isinstance(case.row, str):
        return python_literal(case.row)
    return "[" + "] + [".join(chunks(list(map(python_literal, case.row)))) + "]"
