"""Numbers: exact when the input is exact, and rounded as late as possible when it is not.

    Num          a float or a Fraction; an equation that only adds, subtracts, multiplies and
                 divides takes either and gives back the same
    exact(x)     the Fraction that x is: floats are fractions too, with a power of two below
    in_kind      the way back: a float where a float came in
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from math import fsum, isfinite, lcm, nan, prod, ulp
from operator import mul
from sys import float_info
from typing import Any, Protocol, TypeGuard, TypeVar, Union, cast

from textbook_ml.errors import TextbookError, require, require_same_length, shown

Num = TypeVar("Num", float, Fraction)
Num_co = TypeVar("Num_co", float, Fraction, covariant=True)

CLOSE_TO_ONE = 1e-9  # how far a sum of float probabilities may be from one
WIDE_BITS = 256  # kept of a long product of floats; a float itself has 53


def exact(x: float | Fraction) -> Fraction:
    """The Fraction that x is.

    >>> exact(0.75), exact(Fraction(2, 3))
    (Fraction(3, 4), Fraction(2, 3))
    """
    require_finite([x], "the number")
    return Fraction(x)


def in_kind(value: Fraction, *kin: Num) -> Num:
    """`value` written as its kin are: a Fraction among Fractions, otherwise a float.

    >>> in_kind(Fraction(3, 4), 0.5), in_kind(Fraction(3, 4), Fraction(1, 2))
    (0.75, Fraction(3, 4))
    """
    try:
        return cast(Num, value if is_exact(kin) else float(value))
    except OverflowError:
        raise TextbookError(
            "the result is larger than any float: give Fractions, or smaller numbers"
        ) from None


def head_and_tail(value: Fraction) -> tuple[float, float]:
    """Two floats whose sum has twice the digits of one: what rounding loses is kept beside.

    >>> head_and_tail(Fraction(2**60 + 1)) == (2.0**60, 1.0)
    True
    """
    head = in_kind(value, 0.0)
    return head, float(value - Fraction(head))


def is_exact(numbers: Iterable[object]) -> bool:
    """Whether there are Fractions and no floats (whole numbers go with either).

    >>> is_exact([Fraction(1, 2), 1]), is_exact([Fraction(1, 2), 0.5])
    (True, False)
    """
    kinds = set(map(type, numbers))
    return Fraction in kinds and kinds <= {Fraction, int}


def is_number(x: object) -> TypeGuard[float | Fraction]:
    """Whether x is a number that a float can hold.

    >>> is_number(3), is_number(10**400), is_number(nan), is_number("3")
    (True, False, False, False)
    """
    return isinstance(x, (int, float, Fraction)) and -float_info.max <= x <= float_info.max


def require_finite(numbers: Iterable[float | Fraction], name: str) -> None:
    """Refuse what is missing, NaN or infinite, with its place."""
    for place, x in enumerate(numbers):
        if x is None or (isinstance(x, float) and not isfinite(x)):
            raise TextbookError(
                f"there is {x} in {name}, at position {place}: every number must be finite; "
                "leave it out"
            )


class Summary(Protocol[Num_co]):
    """Sums that replace the values of a sample, for example `statistics.moments.Moments`."""

    @property
    def n(self) -> int | Fraction:
        """N: the number of observed values, or the sum of their weights."""

    @property
    def total(self) -> Num_co:
        """Σ x."""

    @property
    def squares(self) -> Num_co:
        """Σ x²."""

    @property
    def mean(self) -> Num_co:
        """x̄ = Σ x / N."""

    @property
    def about_mean(self) -> Num_co:
        """Σ (x − x̄)²."""


# What `size`, `total`, `mean` and `squares_about` take: the values, or a summary of them. A
# summary of Fractions gives Fractions; whoever stores the result rounds it.
Sample = Union[Sequence[Num], Summary[Num]]


def is_summary(xs: object) -> TypeGuard[Summary[Any]]:
    """Return whether xs is a summary of a sample, not the values themselves."""
    return hasattr(xs, "squares")


def size(xs: Sample[Num]) -> int | Fraction:
    """N: the number of values, or the sum of their weights.

    >>> size([1.0, 2.0, 6.0])
    3
    """
    return xs.n if is_summary(xs) else len(cast(Sequence[Num], xs))


def total(terms: Iterable[Num] | Summary[Num]) -> Num:
    """Σ terms. Fractions are summed exactly; a sum of floats is rounded once.

    >>> total([0.1] * 10), total([Fraction(1, 10)] * 10)
    (1.0, Fraction(1, 1))
    """
    if is_summary(terms):
        return cast(Num, terms.total)
    ts: list[Any] = list(cast(Iterable[Num], terms))
    if is_exact(ts):
        return cast(Num, sum(ts, Fraction(0)))
    result: Any = nan
    with suppress(OverflowError, ValueError):
        result = fsum(ts)
    if not isfinite(result):  # partial sums overflow, but the whole sum may be a float
        require_finite(ts, "a sum, or a product in it was larger than any float")
        result = in_kind(sum(map(Fraction, ts), Fraction(0)), 0.0)
    return cast(Num, result)


def mean(xs: Sample[Num]) -> Num:
    """x̄ = Σ x / N. Floats: the sum and the quotient are each rounded once.

    >>> mean([1.0, 2.0, 6.0])
    3.0
    """
    require(size(xs) > 0, "a mean divides by N, but there are no values (N = 0)")
    return cast(Num, xs.mean) if is_summary(xs) else total(xs) / cast(int, size(xs))


def squares_about(xs: Sample[Num], mu: Num) -> Num:
    """Σ (x − μ)², computed exactly; of a list of floats rounded once (half an ulp).

    A float μ within two ulps of the mean of xs stands for the mean itself, because a mean of
    floats is rounded twice; at an offset of 1e12 that rounding would cost eight digits.

    >>> squares_about([1e12, 1e12 + 1, 1e12 + 3], mu=mean([1e12, 1e12 + 1, 1e12 + 3])) == 14 / 3
    True
    """
    centre = exact(mu)
    slack = 2 * Fraction(ulp(mu)) if isinstance(mu, float) else Fraction(0)
    if is_summary(xs):
        if abs(xs.total - xs.n * centre) <= xs.n * slack:
            return cast(Num, xs.about_mean)
        moved: Num = _moved(xs.n, xs.total, xs.squares, centre)
        return moved
    values = cast(Sequence[Num], xs)
    points, unit = over_one_denominator(values)
    n, s, squares = len(points), sum(points), sum(map(mul, points, points))
    centre *= unit
    if n and abs(s - n * centre) <= n * slack * unit:
        centre = Fraction(s, n)
    return in_kind(_moved(n, s, squares, centre) / unit**2, mu, *values)


def _moved(n: Any, total: Any, squares: Any, centre: Fraction) -> Any:
    """Σ (x − c)² = Σ x² − 2 c Σ x + N c², exactly; nothing cancels in Fractions."""
    return squares - 2 * centre * total + n * centre * centre


def co_moment(xs: Sequence[Num], ys: Sequence[Num]) -> Fraction:
    """Σ (x − x̄) (y − ȳ) = Σ x y − Σ x Σ y / N, exactly: nothing cancels in whole numbers.

    >>> co_moment([1.0, 2.0, 6.0], [1.0, 3.0, 2.0])
    Fraction(1, 1)
    """
    require_same_length(xs=xs, ys=ys)
    require(len(xs) > 0, "no values came, and a moment is about their mean: give at least one")
    (p, x_unit), (q, y_unit) = over_one_denominator(xs), over_one_denominator(ys)
    n = len(p)
    return Fraction(n * sum(map(mul, p, q)) - sum(p) * sum(q), n * x_unit * y_unit)


def over_one_denominator(xs: Iterable[Num]) -> tuple[list[int], int]:
    """Numbers as whole numbers of one common unit, 1 / denominator; floats are fractions too.

    >>> over_one_denominator([0.5, 3.0, 0.125])
    ([4, 24, 1], 8)
    """
    numbers = list(xs)
    require_finite(numbers, "the list of values")
    ratios = [x.as_integer_ratio() for x in numbers]
    unit = lcm(*{q for _, q in ratios})
    return [p * (unit // q) for p, q in ratios], unit


def wide_product(factors: Iterable[float | Fraction]) -> Fraction:
    """Π factors as a Fraction: of Fractions exactly; of floats to 256 bits.

    The exponent has no bound, so that fifty thousand small factors do not become zero.

    >>> wide_product([0.5] * 3000) == Fraction(1, 2**3000)
    True
    """
    leading, exponent = wide_parts(factors)
    return leading * Fraction(2) ** exponent


def wide_parts(factors: Iterable[float | Fraction]) -> tuple[Fraction, int]:
    """The same product as a number of ordinary size and a power of two.

    >>> wide_parts([0.5, 3.0, Fraction(1, 3)])
    (Fraction(1, 1), -1)
    """
    fs = list(factors)
    require_finite(fs, "the list of factors")
    result = prod(f for f in fs if isinstance(f, Fraction))
    mantissa, exponent = 1, 0
    for f in fs:
        if not isinstance(f, Fraction):
            p, q = f.as_integer_ratio()  # q is a power of two
            mantissa *= p
            exponent -= q.bit_length() - 1
            spare = mantissa.bit_length() - WIDE_BITS
            if spare > 0:
                mantissa >>= spare
                exponent += spare
    return Fraction(result * mantissa), exponent


def product_of(factors: Sequence[Num]) -> Num:
    """Π factors, rounded once; a product that no float can hold is refused, not made zero.

    >>> product_of([0.5, 0.25])
    0.125
    """
    result = in_kind(wide_product(factors), *factors)
    require(
        result != 0 or 0 in factors,
        f"the product of these {len(factors)} factors is smaller than any float: "
        "add their logarithms, or give Fractions",
    )
    return result


def require_distribution(probabilities: Mapping[Any, Num], name: str) -> None:
    """Refuse what is not a distribution: a negative share, or shares that do not sum to one."""
    require(len(probabilities) > 0, f"{name} is empty: give a probability for every value")
    if is_exact(probabilities.values()):
        parts, unit = over_one_denominator(probabilities.values())
        if min(parts) >= 0 and sum(parts) == unit:
            return
    for key, p in probabilities.items():
        if not 0 <= p <= 1:
            raise TextbookError(
                f"{name} gives {key!r} the probability {shown(p)}: it must lie in [0, 1]"
            )
    everything = total(probabilities.values())
    tolerance = 0 if is_exact(probabilities.values()) else CLOSE_TO_ONE
    if abs(everything - 1) > tolerance:
        raise TextbookError(
            f"{name} sums to {shown(everything)}, and probabilities sum to one: "
            "divide each by the sum"
        )


def require_probability(p: float | Fraction, name: str) -> None:
    """Refuse a number outside [0, 1]."""
    if not 0 <= p <= 1:
        raise TextbookError(f"{name} is {shown(p)}, and a probability lies in [0, 1]")


def ulps_off(value: float, truth: Fraction) -> float:
    """How far `value` is from the truth, in units in the last place of the truth.

    >>> ulps_off(1.0, Fraction(1)), ulps_off(1.0 + 2**-52, Fraction(1))
    (0.0, 1.0)
    """
    return float(abs(Fraction(value) - truth) / Fraction(ulp(float(truth))))
