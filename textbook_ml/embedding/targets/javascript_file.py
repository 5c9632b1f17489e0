"""An exported model in JavaScript: one ES module, for browsers and Node."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any

from textbook_ml.embedding.checks.test_rows import Case
from textbook_ml.embedding.ir.digest import digest
from textbook_ml.embedding.ir.program import Plan
from textbook_ml.embedding.ir.steps import meaning, tables_of, whole_numbers_of
from textbook_ml.embedding.targets.javascript_text import (
    COMPARE,
    DECIDING,
    EXP,
    EXP_TEST,
    FAR,
    JAVASCRIPT,
    READING,
    SELF_TEST,
    SHARES,
    TEXT,
)
from textbook_ml.embedding.targets.language import (
    Export,
    brings_exp,
    chunks,
    everything,
    kinds_of,
    steps_in,
)
from textbook_ml.embedding.targets.literals import comment, decimal, javascript_literal


def javascript_file(export: Export) -> str:
    """The whole file."""
    plan = export.plan
    missing = 'throw refusal(i, "missing");' if plan.whole else "return null;"
    return "".join(
        [
            *_head(export),
            *_constants(plan),
            READING % {"missing": missing, "classes": len(plan.classes)},
            steps_in(JAVASCRIPT, plan),
            _deciding(plan),
            *_probabilities(export),
            _text(plan),
            *_checks(export),
        ]
    )


def _head(export: Export) -> Iterator[str]:
    lines = "\n".join(f"//     {line}".rstrip() for line in export.about)
    yield f"// {export.plan.model}, exported by textbook_ml.\n//\n{lines}\n\n"
    yield "const INF = Infinity;\n\n"


def _constants(plan: Plan) -> Iterator[str]:
    """Everything that was learned, by name."""
    yield _list("export const CLASSES", list(map(javascript_literal, plan.classes)))
    features = [javascript_literal(column.name) for column in plan.columns]
    yield _list("export const FEATURES", features)
    yield f"// {meaning('KINDS')}\n"
    yield f'const KINDS = "{kinds_of(plan)}";\n'
    values = [f"[{', '.join(map(_cell, c.values))}]" for c in plan.columns]
    if len(set(values)) == 1:
        yield f"const VALUES = FEATURES.map(() => {values[0]});\n"
    else:
        yield _list("const VALUES", values)
    yield f"// {meaning('START')}\n"
    yield _list("const START", list(map(decimal, plan.start)))
    yield f"// {meaning('TIE')}\nconst TIE = {decimal(plan.tie)};\n"
    tables = tables_of(plan.steps)
    whole = whole_numbers_of(plan.steps, len(plan.columns))
    for name, table in tables.items():
        yield _table(name, [list(map(decimal, row)) for row in table], plan)
    for name, rows in whole.items():
        yield _table(name, [list(map(str, row)) for row in rows], plan)
    names = ["CLASSES", "FEATURES", "KINDS", "VALUES", "START", "TIE", *tables, *whole]
    yield f"const ALL = [{', '.join(names)}];\n"
    yield f"const DIGEST = {digest(everything(plan))};\n"


def _cell(value: Any) -> str:
    """A cell; true and false are 1 and 0, as they are in Python."""
    return javascript_literal(int(value) if isinstance(value, bool) else value)


def _list(name: str, items: Sequence[str]) -> str:
    return f"{name} = [{(',' + chr(10) + '  ').join(chunks(items))}];\n"


def _table(name: str, rows: Sequence[Sequence[str]], plan: Plan) -> str:
    """A list of lists, one for each class or for all."""
    said = [f" // {comment(y)}" for y in plan.classes] if len(rows) == len(plan.classes) else []
    lines = [
        f"  [{(',' + chr(10) + '    ').join(chunks(row))}],{words}\n"
        for row, words in zip_longest(rows, said, fillvalue="")
    ]
    return f"// {meaning(name)}\nconst {name} = [\n{''.join(lines)}];\n"


def _deciding(plan: Plan) -> str:
    shares = plan.scores == "shares"
    return DECIDING % {
        "least": "0" if shares else "-INF",
        "as_part": ", as a part of it" if shares else "",
        "of_best": " / heads[best]" if shares else "",
    }


def _probabilities(export: Export) -> Iterator[str]:
    if export.plan.scores == "order":
        return
    if export.plan.scores == "shares":
        yield SHARES % {"weights": "const weights = scores(row);"}
        return
    if export.exact:
        yield EXP
    exp = "exp" if export.exact else "Math.exp"
    yield SHARES % {"weights": f"const weights = gaps(row).map((gap) => {exp}(gap));"}


def _text(plan: Plan) -> str:
    if plan.text == "counts":
        return TEXT % {"what": "how often each word of FEATURES occurs", "count": "+= 1"}
    if plan.text == "presence":
        return TEXT % {"what": "1 for each word of FEATURES that occurs", "count": "= 1"}
    return ""


def _checks(export: Export) -> Iterator[str]:
    """The check rows, and the function that runs them."""
    yield "\nconst CHECKS = [\n"
    yield from (f"  [{', '.join(_parts(case))}],\n" for case in export.checks)
    yield "];\n"
    far = "a !== shares[k]" if export.exact or export.plan.scores == "shares" else FAR
    compare = "" if export.plan.scores == "order" else COMPARE.replace("{far}", far)
    row = 'typeof asked === "string" ? rowOf(asked) : asked' if export.plan.text else "asked"
    exp = EXP_TEST if brings_exp(export) else ""
    yield SELF_TEST.replace("$row", row).replace("$exp", exp).replace("$compare", compare)


def _parts(case: Case) -> Iterator[str]:
    yield javascript_literal(case.kind)
    if isinstance(case.row, str):
        yield javascript_literal(case.row)
    else:
        yield f"[{', '.join(map(_cell, case.row))}]"
    yield "null" if case.place is None else str(case.place)
    yield f"[{', '.join(map(decimal, case.scores))}]"
    yield f"[{', '.join(map(decimal, case.probabilities))}]"
