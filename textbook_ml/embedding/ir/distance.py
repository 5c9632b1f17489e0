"""How far the scores of a plan lie from those of the library, which rounds once.

A plan adds one term after the other and keeps what rounding loses, so that every language can;
the library adds all terms exactly.
"""

import struct
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, log
from typing import Any

from textbook_ml.core.errors import TextbookError
from textbook_ml.core.stable import safe_sum
from textbook_ml.embedding.checks.test_rows import Case, Row
from textbook_ml.embedding.ir.program import Plan, ascii_tokens
from textbook_ml.embedding.ir.steps import centred_terms
from textbook_ml.models.gaussian_discriminant_analysis import GaussianDiscriminantAnalysis
from textbook_ml.models.indicator_regression import IndicatorRegression


@dataclass(frozen=True, slots=True)
class Distance:
    """What was compared, and the worst of it."""

    rows: int
    labels: int  # how many rows have the library's label
    ulps: float

    def __str__(self) -> str:
        return (
            f"{self.labels} of {self.rows} labels are those of textbook_ml, and scores lie within "
            f"{self.ulps:g} ulps of its own"
        )


def distance(model: Any, plan: Plan, cases: Sequence[Case]) -> Distance:
    """Over all rows; one that both refuse is alike, one that only one refuses is far apart."""
    worst, labels = 0.0, 0
    for case in cases:
        row = library_row(case.row)
        try:
            label = model.classify(row)
        except TextbookError:
            labels += case.place is None
            continue
        if case.place is not None:
            labels += label == plan.classes[case.place]
            worst = max(worst, _ulps(terms_of(model, row), case, plan))
    return Distance(len(cases), labels, worst)


def library_row(row: Row) -> Any:
    """A row as the library takes it: a text by its words."""
    return Counter(ascii_tokens(row)) if isinstance(row, str) else row


def terms_of(model: Any, row: Any) -> list[list[float]]:
    """What the library adds up for each class."""
    if isinstance(model, GaussianDiscriminantAnalysis):
        return [[f.w0, *centred_terms(row, f.w, f.centre)] for f in model.linear_form()]
    if hasattr(model, "log_terms"):
        return list(model.log_terms(row).values())
    if isinstance(model, IndicatorRegression):
        return [[a * b for a, b in zip(w, [1.0, *row])] for w in model.w]
    return [[0.0], [model.w0, *(w * x for w, x in zip(model.w, row))]]


def _ulps(terms: list[list[float]], case: Case, plan: Plan) -> float:
    """The largest distance of a score, in floats."""
    scores = list(case.scores)
    if plan.scores == "shares":
        scores = [log(s) if s else -inf for s in scores]
    return max(map(ulps_between, scores, map(safe_sum, terms)))


def ulps_between(a: float, b: float) -> float:
    """How many floats one has to walk from a to b.

    >>> ulps_between(1.0, 1.0 + 2**-52), ulps_between(-0.0, 5e-324)
    (1.0, 1.0)
    """
    if a != a or b != b:
        return inf
    return float(abs(_ordinal(a) - _ordinal(b)))


def _ordinal(v: float) -> int:
    """The number of a float in the order of all floats."""
    (bits,) = struct.unpack("<q", struct.pack("<d", v))
    return int(bits) if bits >= 0 else -(int(bits) & 0x7FFFFFFFFFFFFFFF)
