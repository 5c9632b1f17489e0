"""An exported model as JSON: the plan itself, for those who write their own runtime.

Floats are strings of hexadecimal digits, as C and Python write them: no digit is lost, and −∞ has
a spelling. Cells of numbers and counts are written so too; values are as they are.
"""

import json
from collections.abc import Sequence
from fractions import Fraction
from math import inf
from typing import Any

from textbook_ml.embedding.checks.test_rows import Case
from textbook_ml.embedding.ir.digest import digest
from textbook_ml.embedding.ir.program import Column, Plan
from textbook_ml.embedding.ir.steps import Lookups, Step, Terms, Whitened, WholeRows, tables_of
from textbook_ml.embedding.targets.language import Export, everything
from textbook_ml.embedding.targets.literals import refuse

HOW = {
    "row": "a value stands for its place among the values of its column; a missing one adds "
    "nothing, unless whole is true: then it is refused, as is a value that is not listed",
    "text": "its words are runs of ASCII letters and digits, made small, with single apostrophes "
    "inside; a column has the count of its name among them, or whether it is there (1 or 0)",
    "plus": "t and e become s and e + ((t - (s - b)) + (v - b)) with s = t + v and b = s - t; all "
    "in doubles, without fused operations; e is 0 in the end if t is not finite",
    "score": "of class k: t = start[k] and e = 0, plus the terms of all steps in order; then t + e",
    "terms": "for each of the columns the formula, with tables by [k][i] and v the cell; where "
    "skips_zero is true, a zero adds nothing",
    "lookups": "for each of the columns GAINS[k][firsts[i] + v]",
    "whitened": "for each of the columns -(d_i d_i NARROW[m][i]), where d_i = (v - MEANS[k][i]) - "
    "LOWER[m][i (i - 1) / 2 + j] d_j for each j < i in turn; m is k, or 0 if shared",
    "whole_rows": "SHARES[k][j] for each row j of seen that fits, then UNSEEN[0][k] left, where "
    "left is the product of the sizes of the missing columns less the number of rows that fit",
    "gap": "of class k: (t_k - t_b) + (e_k - e_b) for the best b, the first of equals; of "
    "shares, divided by t_b",
    "decision": "the first class whose gap is at least -tie; refused where a t is no number, or "
    "the highest is not finite (for shares: not above 0)",
    "probabilities": "exp(gap), for shares the score, divided by their sum from left to right; "
    "scores that are an order have none",
    "digest": "h is 2166136261, and for each word (h xor word) * 16777619 modulo 2^32; words are "
    "the bytes and 255 of a string in UTF-8, and of a number the lower and the upper half of its "
    "bits; of classes, names, first letters of the kinds in one string, values, start, tie, all "
    "tables, and for each step its columns if they are not all, firsts, sizes and seen",
}


def json_file(export: Export) -> str:
    """The whole file."""
    plan = export.plan
    document = {
        "format": "textbook_ml plan",
        "version": 1,
        "model": plan.model,
        "about": list(export.about),
        "how": HOW,
        "classes": list(map(_plain, plan.classes)),
        "columns": [
            {"name": c.name, "kind": c.kind, "values": list(map(_plain, c.values))}
            for c in plan.columns
        ],
        "scores": plan.scores,
        "tie": plan.tie.hex(),
        "whole": plan.whole,
        "text": plan.text,
        "start": _hexadecimal(plan.start),
        "steps": list(map(_step, plan.steps)),
        "digest": digest(everything(plan)),
        "checks": [_check(case, plan) for case in export.checks],
    }
    return json.dumps(document, ensure_ascii=True, indent=1) + "\n"


def _plain(value: Any) -> Any:
    """A label or a value as JSON has it."""
    if isinstance(value, (tuple, Fraction)) or value in (inf, -inf):
        raise refuse(value, "JSON", "it has no such values")
    return value


def _hexadecimal(numbers: Sequence[float]) -> list[str]:
    return [float(v).hex() for v in numbers]


def _step(step: Step) -> dict[str, Any]:
    """A step by its name, with its columns and tables."""
    tables = {name: list(map(_hexadecimal, t)) for name, t in tables_of([step]).items()}
    common = {"columns": list(step.columns), "tables": tables}
    match step:
        case Terms():
            named = {"formula": step.line.text, "skips_zero": step.skips_zero}
            return {"step": "terms", **named, **common}
        case Lookups():
            return {"step": "lookups", "firsts": list(step.firsts), **common}
        case Whitened():
            return {"step": "whitened", "shared": step.shared, **common}
        case WholeRows():
            seen = list(map(list, step.seen))
            return {"step": "whole_rows", "sizes": list(step.sizes), "seen": seen, **common}


def _check(case: Case, plan: Plan) -> dict[str, Any]:
    text = isinstance(case.row, str)
    return {
        "kind": case.kind,
        "row": case.row if text else list(map(_cell, plan.columns, case.row)),
        "place": case.place,
        "scores": _hexadecimal(case.scores),
        "probabilities": _hexadecimal(case.probabilities),
    }


def _cell(column: Column, cell: Any) -> Any:
    return cell if cell is None or column.kind == "value" else float(cell).hex()
