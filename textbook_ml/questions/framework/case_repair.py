"""Repair of a case after it was made smaller."""

from collections.abc import Mapping
from math import fsum
from typing import Any


def with_sum_one(table: Mapping[Any, float]) -> dict[Any, float]:
    """Return probabilities that sum to 1: the first is 1 minus the sum of the others.

    >>> with_sum_one({"a": 0.5, "b": 0.25}), with_sum_one({"a": 0.5, "b": 0.5})
    ({'a': 0.75, 'b': 0.25}, {'a': 0.5, 'b': 0.5})
    """
    first, *rest = table
    left = round(1 - fsum(table[key] for key in rest), 12)
    return {first: left} | {key: table[key] for key in rest}
