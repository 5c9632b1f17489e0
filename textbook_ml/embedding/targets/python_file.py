"""An exported model in Python: one file, in the subset that MicroPython runs."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from textbook_ml.embedding.checks.test_rows import Case
from textbook_ml.embedding.ir.digest import digest
from textbook_ml.embedding.ir.program import Plan
from textbook_ml.embedding.ir.steps import meaning, tables_of, whole_numbers_of
from textbook_ml.embedding.targets.language import (
    CHUNK,
    Export,
    brings_exp,
    chunks,
    everything,
    kinds_of,
    steps_in,
)
from textbook_ml.embedding.targets.literals import comment, decimal, python_literal
from textbook_ml.embedding.targets.python_text import (
    COMPARE,
    DECIDING,
    EXP,
    EXP_TEST,
    FAR,
    PYTHON,
    READING,
    SELF_TEST,
    SHARES,
    TEXT,
)


def python_file(export: Export) -> str:
    """The whole file."""
    plan = export.plan
    return "".join(
        [
            *_head(export),
            *_constants(plan),
            READING.format(missing=_missing(plan), classes=len(plan.classes)),
            steps_in(PYTHON, plan),
            _deciding(plan),
            *_probabilities(export),
            _text(plan),
            *_checks(export),
        ]
    )


def _head(export: Export) -> Iterator[str]:
    lines = "\n".join(f"    {line}".rstrip() for line in export.about)
    yield f'"""{export.plan.model}, exported by textbook_ml.\n\n{lines}\n"""\n\n'
    if export.plan.scores == "logs" and not export.exact:
        yield "import math\n\n"
    yield 'INF = float("inf")\n\n'


def _constants(plan: Plan) -> Iterator[str]:
    """Everything that was learned, by name."""
    yield from _list("CLASSES", list(map(python_literal, plan.classes)))
    yield from _list("FEATURES", [python_literal(column.name) for column in plan.columns])
    kinds = kinds_of(plan)
    one_kind = len(set(kinds)) == 1
    yield f"# {meaning('KINDS')}\n"
    yield f'KINDS = "{kinds[0]}" * {len(kinds)}\n' if one_kind else f'KINDS = "{kinds}"\n'
    values = [f"[{', '.join(map(python_literal, c.values))}]" for c in plan.columns]
    if len(set(values)) == 1:
        yield f"VALUES = [{values[0]}] * {len(values)}\n"
    else:
        yield from _list("VALUES", values)
    yield f"# {meaning('START')}\n"
    yield from _list("START", list(map(decimal, plan.start)))
    yield f"# {meaning('TIE')}\nTIE = {decimal(plan.tie)}\n"
    for name, table in tables_of(plan.steps).items():
        yield from _table(name, [list(map(decimal, row)) for row in table], plan)
    for name, rows in whole_numbers_of(plan.steps, len(plan.columns)).items():
        yield from _table(name, [list(map(str, row)) for row in rows], plan)
    names = ", ".join([*tables_of(plan.steps), *whole_numbers_of(plan.steps, len(plan.columns))])
    yield f"ALL = [CLASSES, FEATURES, KINDS, VALUES, START, TIE, {names}]\n"
    yield f"DIGEST = {digest(everything(plan))}\n"


def _list(name: str, items: Sequence[str]) -> Iterator[str]:
    """A list; a long one in pieces."""
    first, *others = chunks(items) or [""]
    yield f"{name} = [{first}]\n"
    yield from (f"{name} += [{part}]\n" for part in others)


def _table(name: str, rows: Sequence[Sequence[str]], plan: Plan) -> Iterator[str]:
    """A list of lists, one for each class or for all; a large one in pieces."""
    said = [f"  # {comment(y)}" for y in plan.classes] if len(rows) == len(plan.classes) else []
    yield f"# {meaning(name)}\n"
    if max([len(rows), *map(len, rows)]) <= CHUNK:
        yield f"{name} = [\n"
        for row, words in zip_longest(rows, said, fillvalue=""):
            yield f"    [{', '.join(row)}],{words}\n"
        yield "]\n"
        return
    yield f"{name} = []\n"
    for row, words in zip_longest(rows, said, fillvalue=""):
        first, *others = chunks(row) or [""]
        yield f"{name}.append([{first}]){words}\n"
        yield from (f"{name}[-1] += [{part}]\n" for part in others)


def _missing(plan: Plan) -> str:
    if plan.whole:
        return 'raise ValueError("feature %r is missing" % (FEATURES[i],))'
    return "return None"


def _deciding(plan: Plan) -> str:
    shares = plan.scores == "shares"
    return DECIDING.format(
        least="0.0" if shares else "-INF",
        as_part=", as a part of it" if shares else "",
        of_best=" / heads[best]" if shares else "",
    )


def _probabilities(export: Export) -> Iterator[str]:
    if export.plan.scores == "order":
        return
    if export.plan.scores == "shares":
        yield SHARES.format(weights="weights = scores(row)")
        return
    if export.exact:
        yield EXP
    exp = "_exp" if export.exact else "math.exp"
    yield SHARES.format(weights=f"weights = [{exp}(gap) for gap in _gaps(row)]")


def _text(plan: Plan) -> str:
    if plan.text == "counts":
        return TEXT.format(what="how often each word of FEATURES occurs", count="+= 1")
    if plan.text == "presence":
        return TEXT.format(what="1 for each word of FEATURES that occurs", count="= 1")
    return ""


def _checks(export: Export) -> Iterator[str]:
    """The check rows, and the function that runs them."""
    yield "\nCHECKS = []\n"
    with_shares = export.plan.scores != "order"
    for case in export.checks:
        yield f"CHECKS += [({', '.join(_parts(case, with_shares))})]\n"
    far = "a != b" if export.exact or export.plan.scores == "shares" else FAR
    row = "row = row_of(row) if isinstance(row, str) else row"
    yield (
        SELF_TEST.replace("$shares", ", shares" if with_shares else "")
        .replace("            $row\n", f"            {row}\n" if export.plan.text else "")
        .replace("$exp", EXP_TEST if brings_exp(export) else "")
        .replace("$compare", COMPARE.format(far=far) if with_shares else "")
    )


def _parts(case: Case, with_shares: bool) -> Iterator[str]:
    yield python_literal(case.kind)
    if isinstance(case.row, str):
        yield python_literal(case.row)
    else:
        yield "[" + "] + [".join(chunks(list(map(python_literal, case.row)))) + "]"
    yield str(case.place)
    yield f"[{', '.join(map(decimal, case.scores))}]"
    if with_shares:
        yield f"[{', '.join(map(decimal, case.probabilities))}]"
