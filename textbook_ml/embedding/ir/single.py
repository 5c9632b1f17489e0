"""Single-precision arithmetic (IEEE binary32), exactly as a microcontroller computes it.

Each operation is done in double precision and rounded once more. This gives the correctly rounded
single-precision result of + − × ÷, because a double has more than twice the digits of a float.
"""

from __future__ import annotations

import struct
from dataclasses import fields, replace
from math import copysign, inf
from typing import Any

from textbook_ml.embedding.ir.program_steps import Step

ULP_RATIO = 2.0**29  # a unit in the last place of a float, in those of a double


def rounded(v: float) -> float:
    """Return v rounded to the nearest single-precision number.

    >>> rounded(0.1), rounded(1e39), rounded(0.5)
    (0.10000000149011612, inf, 0.5)
    """
    try:
        return float(struct.unpack("<f", struct.pack("<f", v))[0])
    except OverflowError:
        return copysign(inf, v)


class Single(float):
    """A number in single precision; results with any other number are rounded to single precision.

    >>> Single(0.1) + Single(0.2), 1.0 + Single(2.0**-24)
    (Single(0.30000001192092896), Single(1.0))
    """

    __slots__ = ()

    def __new__(cls, v: float) -> Single:
        return float.__new__(cls, rounded(v))

    def __repr__(self) -> str:
        return f"Single({float(self)!r})"

    def __neg__(self) -> Single:
        return Single(float.__neg__(self))

    def __abs__(self) -> Single:
        return Single(float.__abs__(self))

    def __add__(self, other: float) -> Single:
        return Single(float.__add__(self, float(other)))

    def __sub__(self, other: float) -> Single:
        return Single(float.__sub__(self, float(other)))

    def __rsub__(self, other: float) -> Single:
        return Single(float.__rsub__(self, float(other)))

    def __mul__(self, other: float) -> Single:
        return Single(float.__mul__(self, float(other)))

    def __truediv__(self, other: float) -> Single:
        return Single(float.__truediv__(self, float(other)))

    __radd__, __rmul__ = __add__, __mul__


def in_single(step: Step) -> Step:
    """Return a step with all its tables of floats in single precision."""
    return replace(
        step, **{f.name: _in_single_precision(getattr(step, f.name)) for f in fields(step)}
    )


def _in_single_precision(part: Any) -> Any:
    """Return nested tuples and mappings with each float in single precision."""
    if isinstance(part, float):
        return Single(part)
    if isinstance(part, tuple):
        return tuple(map(_in_single_precision, part))
    if isinstance(part, dict):
        return {name: _in_single_precision(table) for name, table in part.items()}
    return part
