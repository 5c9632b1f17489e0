"""Repair of a case after it was made smaller."""

from collections.abc import Mapping
from math import fsum
from typing import Any


def topped_up(table: Mapping[Any, float]) -> dict[Any, float]:
    """Return probabilities that sum to 1: the first is 1 minus the sum of the others.

    >>> topped_up({"a": 0.5, "b": 0.25}), topped_up({"a": 0.5, "b": 0.5})
    ({'a': 0.75, 'b': 0.25}, {'a': 0.5, 'b': 0.5})
    """
    first, *rest = table
    left = round(1 - fsum(table[key] for key in rest), 12)
    return {first: left} | {key: table[key] for key in rest}
