"""An exported model in C: one C99 header, tables in read-only memory, nothing allocated."""

from collections.abc import Iterator, Sequence
from itertools import accumulate, zip_longest
from math import inf, nan
from string import Template
from typing import Any

from textbook_ml.embedding.checks.test_rows import Case
from textbook_ml.embedding.ir.digest import digest, mixed
from textbook_ml.embedding.ir.program import Column, Plan
from textbook_ml.embedding.ir.steps import meaning, tables_of, whole_numbers_of
from textbook_ml.embedding.targets import c_text
from textbook_ml.embedding.targets.language import (
    Export,
    Language,
    brings_exp,
    chunks,
    kinds_of,
    steps_in,
)
from textbook_ml.embedding.targets.literals import c_names, c_string, comment, hexadecimal

LONGEST = 4095  # bytes of a string that every compiler of C99 takes

TERMS = """\
    for (i = 0; i < $n; i++) {
      const double v = row[$column];
      if (v == v$and_not_zero) t = model_plus(t, $expression, &e);
    }
"""
LOOKUPS = """\
    for (i = 0; i < $n; i++) {
      const double v = row[$column];
      if (v == v) t = model_plus(t, $GAINS[k][$FIRSTS[0][i] + (int)v], &e);
    }
"""
WHITENED = """\
    {
      double z[$n];
      int j, at = 0;
      for (i = 0; i < $n; i++) {
        double d = row[$column] - $MEANS[k][i];
        for (j = 0; j < i; j++) d = d - $LOWER[$m][at++] * z[j];
        z[i] = d;
        t = model_plus(t, -(d * d * $NARROW[$m][i]), &e);
      }
    }
"""
WHOLE_ROWS = """\
    {
      double left = 1.0;
      int j;
      for (i = 0; i < $n; i++) if (row[i] != row[i]) left = left * $SIZES[0][i];
      for (j = 0; j < $n_seen; j++) {
        int fits = 1;
        for (i = 0; i < $n; i++) if (row[i] == row[i] && row[i] != $SEEN[j][i]) fits = 0;
        if (fits) {
          t = model_plus(t, $SHARES[k][j], &e);
          left = left - 1.0;
        }
      }
      t = model_plus(t, $UNSEEN[0][k] * left, &e);
    }
"""
C = Language(
    TERMS,
    LOOKUPS,
    WHITENED,
    WHOLE_ROWS,
    " && v != 0",
    "fabs",
    lambda name: f"model_{name.lower()}" + ("[0]" if name.endswith("_AT") else ""),
)


def c_file(export: Export) -> str:
    """The whole file."""
    plan = export.plan

    def named(template: str, **words: object) -> str:
        """A template with its own prefix; what is filled in is left as it is."""
        lower, upper = f"{export.prefix}_", f"{export.prefix.upper()}_"
        return Template(template.replace("model_", lower).replace("MODEL_", upper)).substitute(
            words
        )

    values, shares = any(map(has_names, plan.columns)), plan.scores == "shares"
    constants = "".join(_constants(plan, export.prefix))
    if any(len(text.encode()) > LONGEST for texts in _strings(plan).values() for text in texts):
        constants = named(c_text.LONG_NAMES, constants=constants)
    return named(
        c_text.FILE,
        model=plan.model,
        about="\n".join(f" *     {line}".rstrip() for line in export.about),
        n=len(plan.columns),
        classes=len(plan.classes),
        constants=constants,
        value=named(c_text.VALUE) if values else "",
        missing="return i + 1" if plan.whole else "continue",
        known=named(c_text.KNOWN) if _lists(plan) else "",
        steps=named(steps_in(C, plan)),
        least="0.0" if shares else "-HUGE_VAL",
        as_part=", as a part of it" if shares else "",
        of_best=" / head[best]" if shares else "",
        probabilities="".join(_probabilities(export, named)),
        text=_text(plan, named),
        self_test=_self_test(export, named),
    )


def has_names(column: Column) -> bool:
    """Whether the values of a column are more than the numbers 0, 1, 2, …

    >>> has_names(Column("coin", "value", (0, 1))), has_names(Column("Wind", "value", ("Weak",)))
    (False, True)
    """
    return list(column.values) != list(range(len(column.values)))


def _strings(plan: Plan) -> dict[str, list[str]]:
    """The names that stand in the file."""
    texts = {"classes": c_names(plan.classes), "features": [c.name for c in plan.columns]}
    if any(map(has_names, plan.columns)):
        texts["values"] = [text for c in plan.columns for text in c_names(c.values)]
    return texts


def _ints(plan: Plan) -> dict[str, Sequence[Sequence[int]]]:
    sizes = [len(column.values) for column in plan.columns]
    named: dict[str, Sequence[Sequence[int]]] = {
        name.lower(): rows for name, rows in whole_numbers_of(plan.steps, len(sizes)).items()
    }
    if plan.text:
        words = [column.name.encode() for column in plan.columns]
        named["sorted"] = [sorted(range(len(words)), key=words.__getitem__)]
    return named


def _lists(plan: Plan) -> dict[str, list[int]]:
    """How many values each column has, and where they begin; nothing where none has any."""
    sizes = [len(column.values) for column in plan.columns]
    if not any(sizes):
        return {}
    return {"n_values": sizes, "first_value": list(accumulate(sizes, initial=0))[:-1]}


def _doubles(plan: Plan) -> dict[str, Sequence[Sequence[float]]]:
    tables = {name.lower(): table for name, table in tables_of(plan.steps).items()}
    return {"start": (plan.start,), "tie": ((plan.tie,),), **tables}


def _constants(plan: Plan, prefix: str) -> Iterator[str]:
    """Everything that was learned, by name."""
    for name, texts in _strings(plan).items():
        lines = ",\n  ".join(chunks(list(map(c_string, texts))))
        yield f"static const char *const {prefix}_{name}[] = {{\n  {lines}}};\n"
    yield f"/* {meaning('KINDS')} */\n"
    yield f'static const char {prefix}_kinds[] = "{kinds_of(plan)}";\n'
    for name, numbers in _lists(plan).items():
        body = ",\n  ".join(chunks(list(map(str, numbers))))
        yield f"static const int {prefix}_{name}[] = {{\n  {body}}};\n"
    for name, table in _doubles(plan).items():
        yield f"/* {meaning(name.upper())} */\n"
        yield _table("double", f"{prefix}_{name}", table, hexadecimal, plan)
    for name, rows in _ints(plan).items():
        yield f"/* {meaning(name.upper())} */\n"
        yield _table("int", f"{prefix}_{name}", rows, str, plan)


def _table(kind: str, name: str, rows: Sequence[Sequence[Any]], write: Any, plan: Plan) -> str:
    """A table; C has no empty ones, so that an empty one has a zero nobody looks at."""
    said = plan.classes if len(rows) == len(plan.classes) else ()
    width = max([1, *map(len, rows)])
    lines = [
        "  {" + ",\n   ".join(chunks(list(map(write, row))) or ["0"]) + "},"
        + (f" /* {comment(y)} */" if said else "")
        for row, y in zip_longest(rows or [()], said)
    ]  # fmt: skip
    body = "\n".join(lines)
    return f"static const {kind} {name}[{max(1, len(rows))}][{width}] = {{\n{body}\n}};\n"


def _probabilities(export: Export, named: Any) -> Iterator[str]:
    if export.plan.scores == "order":
        return
    if export.plan.scores == "shares":
        yield named(c_text.SHARES, weights=f"{export.prefix}_scores", exponentials="")
        return
    if export.exact:
        yield named(c_text.EXP)
    exp = f"{export.prefix}_exp" if export.exact else "exp"
    exponentials = named(c_text.EXPONENTIALS, exp=exp)
    yield named(c_text.SHARES, weights=f"{export.prefix}_gaps", exponentials=exponentials)


def _text(plan: Plan, named: Any) -> str:
    if plan.text == "counts":
        return str(named(c_text.TEXT, what="how often each word occurs", count="+= 1.0"))
    if plan.text == "presence":
        return str(named(c_text.TEXT, what="1 for each word that occurs", count="= 1.0"))
    return ""


def _self_test(export: Export, named: Any) -> str:
    """The check rows, and the program that runs them."""
    plan = export.plan
    shares = plan.scores != "order"
    exactly = export.exact or plan.scores == "shares"
    allowed = "0.0" if exactly else c_text.ALLOWED
    texts, lists, ints, doubles = _strings(plan), _lists(plan), _ints(plan), _doubles(plan)
    steps = [
        *(f"{_hashed('strings', name, len(t))}" for name, t in texts.items()),
        *(f"{_hashed('ints', name, len(t))}" for name, t in lists.items()),
        *(line for name, t in doubles.items() for line in _hashed_rows("doubles", name, t)),
        *(line for name, t in ints.items() for line in _hashed_rows("ints", name, t)),
    ]
    everything = [texts.values(), lists.values(), doubles.values(), ints.values()]
    return str(
        named(
            c_text.SELF_TEST,
            compare=named(c_text.COMPARE, allowed=allowed) if shares else "",
            check_text=named(c_text.CHECK_TEXT) if plan.text else "",
            digest=named("".join(steps)),
            of_ints=named(c_text.OF_INTS) if lists or ints else "",
            exponentials=named(c_text.EXP_TEST) if brings_exp(export) else "",
            lookups=named(c_text.LOOKUPS) if "values" in texts else "",
            fingerprint=mixed(digest(everything), kinds_of(plan).encode()),
            checks="".join(_check(case, plan, export.prefix) for case in export.checks),
            n_checks=len(export.checks),
        )
    )


def _hashed(kind: str, name: str, n: int) -> str:
    return f"  h = model_of_{kind}(h, model_{name}, {n});\n"


def _hashed_rows(kind: str, name: str, rows: Sequence[Sequence[Any]]) -> Iterator[str]:
    """One call for each row: a table may have rows of different lengths."""
    yield from (_hashed(kind, f"{name}[{k}]", len(row)) for k, row in enumerate(rows))


def _check(case: Case, plan: Plan, prefix: str) -> str:
    """One call of the self-test."""
    place = -1 if case.place is None else case.place
    shares = _doubles_of(case.probabilities or (0.0,))
    expected = f"{place}, {_doubles_of(case.scores or (0.0,))}, {shares}"
    if isinstance(case.row, str):
        asked = f'{prefix}_check_text("{case.kind}", {c_string(case.row)}'
    else:
        asked = f'{prefix}_check("{case.kind}", {_doubles_of(c_row(plan, case.row))}'
    return f"  wrong |= {asked}, {expected});\n"


def c_row(plan: Plan, row: Sequence[Any]) -> list[float]:
    """A row as C takes it: a value by its place, −1 for one that is not known, NaN if missing."""
    numbers = []
    for column, cell in zip(plan.columns, row):
        if cell is None:
            numbers.append(nan)
        elif column.kind == "value":
            known = cell in column.values
            numbers.append(float(column.values.index(cell)) if known else -1.0)
        else:
            numbers.append(float(cell))
    return numbers


def _doubles_of(numbers: Sequence[float]) -> str:
    written = [_double(v) for v in numbers]
    return "(const double[]){" + ",\n    ".join(chunks(written)) + "}"


def _double(v: float) -> str:
    return "(double)NAN" if v != v else "HUGE_VAL" if v == inf else hexadecimal(v)
