"""The numbers (ticks) of an axis: multiples of 1, 2 or 5 times a power of ten.

n, e    a tick is the number n · 10ᵉ, stored as two integers, so that its digits are exact
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from math import ceil, floor, log10

SUPERSCRIPTS = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")


@dataclass(frozen=True, slots=True)
class Tick:
    """A value on an axis, and its label."""

    value: float
    label: str
    on_grid: bool = True


def as_written(x: float) -> Fraction:
    """Return the decimal number that Python prints for a float, so that 0.1 is exactly 1/10.

    >>> as_written(0.1)
    Fraction(1, 10)
    """
    return Fraction(repr(float(x)))


def linear_ticks(low: float, high: float, at_most: int) -> list[Tick]:
    """Return the multiples of the smallest 1-2-5 step with at most `at_most` ticks in the range.

    >>> [tick.label for tick in linear_ticks(-0.3, 1.0, at_most=5)]
    ['0', '0.5', '1.0']
    """
    bottom, top = as_written(low), as_written(high)

    def multiples(step: Fraction) -> range:
        return range(ceil(bottom / step), floor(top / step) + 1)

    n, e = finest_step((top - bottom) / at_most, lambda step: len(multiples(step)) <= at_most)
    return _labelled_ticks([(k * n, e) for k in multiples(n * Fraction(10) ** e)])


def finest_step(near: Fraction, fits: Callable[[Fraction], bool]) -> tuple[int, int]:
    """Return the smallest step n · 10ᵉ near `near` that fits, with n = 1, 2 or 5, as (n, e).

    >>> finest_step(Fraction(3), fits=lambda step: step > 3)
    (5, 0)
    """
    steps = ((n, e) for e in count(floor(_floor_log10(near)) - 1) for n in (1, 2, 5))
    return next((n, e) for n, e in steps if fits(n * Fraction(10) ** e))


def log_ticks(low: float, high: float, at_most: int) -> list[Tick]:
    """Return 1-2-5 multiples of powers of ten, or only the powers, or only some powers.

    If the range contains fewer than three such ticks, the ticks are those of a linear scale.

    >>> [tick.label for tick in log_ticks(1.0, 1000.0, at_most=5)]
    ['1', '10', '100', '1000']
    """
    bottom, top = as_written(low), as_written(high)
    decades = range(floor(_floor_log10(bottom)), ceil(_floor_log10(top)) + 1)
    for mantissas, stride in (((1, 2, 5), 1), *(((1,), s) for s in (1, 2, 3, 5, 10, 20, 50, 100))):
        pairs = [(n, e) for e in decades if e % stride == 0 for n in mantissas]
        inside = [(n, e) for n, e in pairs if bottom <= n * Fraction(10) ** e <= top]
        if len(inside) < 3:
            break
        if len(inside) <= at_most:
            return _labelled_ticks(inside)
    return linear_ticks(low, high, at_most)


def _floor_log10(x: Fraction) -> float:
    return log10(x.numerator) - log10(x.denominator)


def _labelled_ticks(pairs: Sequence[tuple[int, int]]) -> list[Tick]:
    labels = decimal_labels(pairs)
    return [Tick(float(n * Fraction(10) ** e), label) for (n, e), label in zip(pairs, labels)]


def decimal_labels(pairs: Sequence[tuple[int, int]]) -> list[str]:
    """Return the numbers n · 10ᵉ in digits or, if one of them is long, as powers of ten.

    >>> decimal_labels([(-5, -1), (0, -1), (5, -1)]), decimal_labels([(2, 6)])
    (['−0.5', '0', '0.5'], ['2×10⁶'])
    """
    sizes = [len(str(abs(n))) + e for n, e in pairs if n]
    spelt_out = all(-3 <= size <= 6 for size in sizes)
    return [
        _with_all_digits(n, e) if spelt_out else _in_scientific_notation(n, e) for n, e in pairs
    ]


def _with_all_digits(n: int, e: int) -> str:
    """Return all digits of a number, with commas from ten thousand on."""
    sign = "−" if n < 0 else ""
    if n == 0 or e >= 0:
        whole = abs(n) * 10 ** max(e, 0)
        return sign + (f"{whole:,}" if whole >= 10_000 else str(whole))
    digits = str(abs(n)).rjust(1 - e, "0")
    return f"{sign}{digits[:e]}.{digits[e:]}"


def _in_scientific_notation(n: int, e: int) -> str:
    """Return a number with one digit before the point, and a power of ten."""
    if n == 0:
        return "0"
    digits = str(abs(n))
    power = "10" + str(e + len(digits) - 1).translate(SUPERSCRIPTS)
    digits = digits.rstrip("0")
    mantissa = digits[0] + ("." + digits[1:] if digits[1:] else "")
    return ("−" if n < 0 else "") + (power if mantissa == "1" else f"{mantissa}×{power}")


def short_number(value: float) -> str:
    """Return a number with at most three significant digits.

    >>> short_number(0.25), short_number(-1 / 3), short_number(12000.0)
    ('0.25', '−0.333', '12,000')
    """
    if value == 0:
        return "0"
    text = f"{abs(value):.2e}"
    n, e = int(text[0] + text[2:4]), int(text[5:]) - 2
    while n % 10 == 0:
        n, e = n // 10, e + 1
    return decimal_labels([(n if value > 0 else -n, e)])[0]
