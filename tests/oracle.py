"""Independent reference values: the functions of the chapter in sixty decimal digits.

Floats are converted to decimals exactly. Sixty digits are forty more than those of a float;
cancellation in the functions of this module loses at most half of these forty.
"""

from collections.abc import Callable, Iterable
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from functools import wraps
from math import ulp
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

# The exponent range is unlimited, so that e^−10000 does not underflow.
SIXTY = Context(prec=60, Emin=-999_999_999, Emax=999_999_999)


def in_sixty_digits(function: Callable[P, R]) -> Callable[P, R]:
    """Run a function with sixty digits of precision."""

    @wraps(function)
    def precise(*args: P.args, **kwargs: P.kwargs) -> R:
        with localcontext(SIXTY):
            return function(*args, **kwargs)

    return precise


@in_sixty_digits
def dec(x: float | Fraction | Decimal) -> Decimal:
    """x as a decimal: a float exactly, a Fraction to sixty digits."""
    return Decimal(x.numerator) / x.denominator if isinstance(x, Fraction) else Decimal(x)


@in_sixty_digits
def exp(x: float | Fraction | Decimal) -> Decimal:
    """e to the power of x."""
    return dec(x).exp()


@in_sixty_digits
def ln(x: float | Fraction | Decimal) -> Decimal:
    """The natural logarithm of x; a Fraction near 1 is not rounded to a decimal first."""
    near_one = isinstance(x, Fraction) and abs(x - 1) < Fraction(1, 2)
    return log1p(x - 1) if near_one else dec(x).ln()


@in_sixty_digits
def log1p(x: float | Fraction | Decimal) -> Decimal:
    """ln(1 + x), by its series if 1 + x would lose digits of x."""
    t = dec(x)
    if abs(t) < Decimal("1e-20"):
        return t - t**2 / 2 + t**3 / 3 - t**4 / 4  # the next term is below 1e-80 · t
    return (1 + t).ln()


@in_sixty_digits
def sigmoid(t: float | Fraction | Decimal) -> Decimal:
    """1 / (1 + e⁻ᵗ)."""
    return 1 / (1 + exp(-dec(t)))


@in_sixty_digits
def softplus(t: float | Fraction | Decimal) -> Decimal:
    """ln(1 + eᵗ)."""
    return log1p(exp(t))


@in_sixty_digits
def log_sigmoid(t: float | Fraction | Decimal) -> Decimal:
    """ln(1 / (1 + e⁻ᵗ))."""
    return -log1p(exp(-dec(t)))


@in_sixty_digits
def log_sum_exp(terms: Iterable[float | Fraction | Decimal]) -> Decimal:
    """ln Σ eᵗ, with the largest term taken out."""
    first, *rest = sorted(map(dec, terms), reverse=True)
    return first + log1p(sum((exp(t - first) for t in rest), Decimal(0)))


@in_sixty_digits
def ulps(value: float, truth: Decimal | Fraction) -> float:
    """The error of a float in units in the last place of the exact value."""
    unit = ulp(float(truth))
    if isinstance(truth, Fraction):
        return float(abs(Fraction(value) - truth) / Fraction(unit))
    return float(abs(Decimal(value) - truth) / Decimal(unit))
