"""Write a model as JSON: its program, for users who write their own interpreter.

Floats, and cells of numbers and counts, are strings of hexadecimal digits as in C and Python: no
digit is lost, and −∞ can be written. Categories are written as they are.
"""

import json
from collections.abc import Sequence
from fractions import Fraction
from math import inf
from typing import Any

from textbook_ml.embedding.checks.test_rows import CheckRow
from textbook_ml.embedding.ir.program import Column, Program
from textbook_ml.embedding.ir.program_steps import (
    CategoryTerms,
    JointTable,
    MahalanobisTerm,
    Step,
    Terms,
    float_tables,
)
from textbook_ml.embedding.targets.language import Export
from textbook_ml.embedding.targets.literals import not_supported

HOW = {
    "row": "a category is replaced by its index among the values of its column; a category that "
    "is not listed is an error; a missing value adds nothing, or is an error if whole is true",
    "text": "words are runs of ASCII letters and digits in lower case, with single apostrophes "
    "inside; a column is the number of times that its name occurs, or 1 if it occurs and 0 if not",
    "plus": "to add v to t and e, replace them by s and e + ((t - (s - b)) + (v - b)), where s = "
    "t + v and b = s - t, all in doubles without fused operations; in the end, e is 0 if t is not "
    "finite",
    "score": "for class k, begin with t = start[k] and e = 0, add the terms of all steps in order, "
    "and return t + e",
    "terms": "for each of the columns, the formula with the tables at [k][i] and v the cell; if "
    "skips_zero is true, a cell of 0 adds nothing",
    "lookups": "for each of the columns, GAINS[k][firsts[i] + v]",
    "whitened": "for each of the columns, -(d_i d_i NARROW[k][i]), where d_i is v - MEANS[k][i], "
    "minus LOWER[k][i (i - 1) / 2 + j] d_j for each j < i in turn",
    "whole_rows": "SHARES[k][j] for each row j of seen that matches, then UNSEEN[0][k] times left, "
    "where left is the product of the sizes of the missing columns minus the number of matches",
    "gap": "for class k, (t_k - t_b) + (e_k - e_b), where b is the class with the highest score "
    "(of equal ones, the first); if scores is shares, divided by t_b",
    "decision": "the first class whose gap is at least -tie; it is an error if a t is not a number "
    "or the highest t is not finite (if scores is shares: not greater than 0)",
    "probabilities": "exp(gap), or the scores themselves if scores is shares, divided by their sum "
    "from left to right; if scores is order, there are no probabilities",
    "digest": "begin with h = 2166136261; for each word, replace h by (h xor word) * 16777619 "
    "modulo 2^32. The words of a string are its bytes in UTF-8 and 255; those of a number are the "
    "lower and the upper 32 bits of its double. The order is: classes, names of the columns, first "
    "letters of their kinds as one string, values, start, tie, all tables, and for each step its "
    "columns (unless they are all columns), firsts, sizes and seen",
}


def json_file(export: Export) -> str:
    """Return the text of the file."""
    program = export.program
    document = {
        "format": "textbook_ml plan",
        "version": 1,
        "model": program.model,
        "about": list(export.header),
        "how": HOW,
        "classes": list(map(_json_name, program.classes)),
        "columns": [
            {"name": c.name, "kind": c.kind, "values": list(map(_json_name, c.values))}
            for c in program.columns
        ],
        "scores": program.scores,
        "tie": program.tie.hex(),
        "whole": program.whole,
        "text": program.text,
        "start": _hexadecimal_numbers(program.start),
        "steps": list(map(_step_as_json, program.steps)),
        "digest": program.digest(),
        "checks": [_check_as_json(case, program) for case in export.checks],
    }
    return json.dumps(document, ensure_ascii=True, indent=1) + "\n"


def _json_name(value: Any) -> Any:
    """Return a class or a category. Raise TextbookError if JSON cannot represent it."""
    if isinstance(value, (tuple, Fraction)) or value in (inf, -inf):
        raise not_supported(value, "JSON", "it has no such values")
    return value


def _hexadecimal_numbers(numbers: Sequence[float]) -> list[str]:
    return [float(v).hex() for v in numbers]


def _step_as_json(step: Step) -> dict[str, Any]:
    """Return a step with its name, its columns and its tables."""
    tables = {name: list(map(_hexadecimal_numbers, t)) for name, t in float_tables([step]).items()}
    common = {"columns": list(step.columns), "tables": tables}
    match step:
        case Terms():
            named = {"formula": step.line.text, "skips_zero": step.skips_zero}
            return {"step": "terms", **named, **common}
        case CategoryTerms():
            return {"step": "lookups", "firsts": list(step.firsts), **common}
        case MahalanobisTerm():  # earlier versions wrote one covariance for all classes as shared
            return {"step": "whitened", "shared": False, **common}
        case JointTable():
            seen = list(map(list, step.seen))
            return {"step": "whole_rows", "sizes": list(step.sizes), "seen": seen, **common}


def _check_as_json(case: CheckRow, program: Program) -> dict[str, Any]:
    text = isinstance(case.row, str)
    return {
        "kind": case.kind,
        "row": case.row if text else list(map(_cell_as_json, program.columns, case.row)),
        "place": case.class_index,
        "scores": _hexadecimal_numbers(case.scores),
        "probabilities": _hexadecimal_numbers(case.probabilities),
    }


def _cell_as_json(column: Column, cell: Any) -> Any:
    return cell if cell is None or column.kind == "value" else float(cell).hex()
