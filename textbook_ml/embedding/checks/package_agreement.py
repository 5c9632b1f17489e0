"""Compare the labels and scores of a program with those of the package.

A program adds one term after the other and keeps the rounding errors, because every language can do
this. The package adds all terms exactly and rounds once.
"""

import struct
from collections import Counter
from collections.abc import Sequence
from math import inf, log
from typing import Any

from textbook_ml.core.errors import TextbookError
from textbook_ml.core.stable import safe_sum
from textbook_ml.embedding.checks.test_rows import CheckRow, Row
from textbook_ml.embedding.ir.program import Program, ascii_tokens
from textbook_ml.equations.log_terms import centred_log_terms
from textbook_ml.models.gaussian_discriminant_analysis import GaussianDiscriminantAnalysis
from textbook_ml.models.indicator_regression import IndicatorRegression


def agreement(model: Any, program: Program, cases: Sequence[CheckRow]) -> tuple[int, float]:
    """Return how many labels are equal, and the largest difference between two scores in ulps.

    If both the package and the program reject a row, the labels count as equal.
    """
    worst, equal = 0.0, 0
    for case in cases:
        row = package_row(case.row)
        try:
            label = model.classify(row)
        except TextbookError:
            equal += case.class_index is None
            continue
        if case.class_index is not None:
            equal += label == program.classes[case.class_index]
            scores = map(safe_sum, package_terms(model, row))
            worst = max([worst, *map(ulps_between, _log_scores(program, case), scores)])
    return equal, worst


def _log_scores(program: Program, case: CheckRow) -> list[float]:
    if program.scores == "shares":
        return [log(p) if p else -inf for p in case.scores]
    return list(case.scores)


def package_row(row: Row) -> Any:
    """Return a row as the package expects it: a text as the counts of its words."""
    return Counter(ascii_tokens(row)) if isinstance(row, str) else row


def package_terms(model: Any, row: Any) -> list[list[float]]:
    """Return the terms that the package adds for each class."""
    if isinstance(model, GaussianDiscriminantAnalysis):
        return [[f.w0, *centred_log_terms(row, f.w, f.centre)] for f in model.linear_form()]
    if hasattr(model, "log_terms"):
        return list(model.log_terms(row).values())
    if isinstance(model, IndicatorRegression):
        return [[a * b for a, b in zip(w, [1.0, *row])] for w in model.w]
    return [[0.0], [model.w0, *(w * x for w, x in zip(model.w, row))]]


def ulps_between(a: float, b: float) -> float:
    """Return the number of steps from one float to the next between a and b.

    >>> ulps_between(1.0, 1.0 + 2**-52), ulps_between(-0.0, 5e-324)
    (1.0, 1.0)
    """
    if a != a or b != b:
        return inf
    return float(abs(_rank_of_float(a) - _rank_of_float(b)))


def _rank_of_float(v: float) -> int:
    """Return the rank of a float in the order of all floats; 0 has rank 0."""
    (bits,) = struct.unpack("<q", struct.pack("<d", v))
    return int(bits) if bits >= 0 else -(int(bits) & 0x7FFFFFFFFFFFFFFF)
