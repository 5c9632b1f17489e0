"""Kinds of numbers that a program can compute with, other than doubles.

    Single   single precision (IEEE binary32), exactly as a microcontroller computes it
    Size     a bound on the size of a number: a difference counts as a sum

A single-precision operation is done in double precision and rounded once more. This gives the
correctly rounded result of + − × ÷, because a double has more than twice the digits of a float.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import fields, replace
from math import copysign, inf, isfinite
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


def _same_kind(operation: Callable[..., float]) -> Callable[..., Any]:
    """Return an operation of floats as a method whose result has the class of its object."""

    def method(number: float, *others: float) -> float:
        return type(number)(operation(number, *map(float, others)))

    return method


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

    __neg__, __abs__ = _same_kind(float.__neg__), _same_kind(float.__abs__)
    __sub__, __rsub__ = _same_kind(float.__sub__), _same_kind(float.__rsub__)
    __add__ = __radd__ = _same_kind(float.__add__)
    __mul__ = __rmul__ = _same_kind(float.__mul__)
    __truediv__ = _same_kind(float.__truediv__)


class Size(float):
    """The size of a number: expressions of sizes bound those of numbers, whatever their signs.

    >>> Size(-2.0) - Size(3.0), -Size(2.0) * 3.0
    (5.0, 6.0)
    """

    __slots__ = ()

    def __new__(cls, v: float) -> Size:
        return float.__new__(cls, abs(v))

    __neg__ = __abs__ = _same_kind(float.__abs__)
    __add__ = __radd__ = __sub__ = __rsub__ = _same_kind(float.__add__)
    __mul__ = __rmul__ = _same_kind(float.__mul__)


def in_single(step: Step) -> Step:
    """Return a step with all its tables of floats in single precision."""
    return _with_numbers(step, Single)


def in_sizes(step: Step) -> Step:
    """Return a step whose terms bound the sizes of its terms; −∞ in a table counts as 0."""
    return _with_numbers(step, lambda v: Size(v if isfinite(v) else 0.0))


def _with_numbers(step: Step, number: Callable[[float], float]) -> Step:
    converted = {f.name: _converted(getattr(step, f.name), number) for f in fields(step)}
    return replace(step, **converted)


def _converted(part: Any, number: Callable[[float], float]) -> Any:
    """Return nested tuples and mappings with each float converted."""
    if isinstance(part, float):
        return number(part)
    if isinstance(part, tuple):
        return tuple([_converted(item, number) for item in part])
    if isinstance(part, dict):
        return {name: _converted(table, number) for name, table in part.items()}
    return part
