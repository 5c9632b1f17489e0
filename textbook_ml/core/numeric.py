"""Functions of numbers: exact if the input is exact, otherwise rounded as late as possible.

    Num            a float or a Fraction; an equation that only adds, subtracts, multiplies and
                   divides takes either and returns the same kind
    Sample         the values of a feature, or sums that replace them (moments)

    size, total, mean, squares_about     N, Σ x, Σ x / N, Σ (x − μ)²
    ratio, product, sum_over             p / q, Π x, Σ f(x, y, …)
    normalise_products                   Π x of each class, divided by their sum
    require_…                            raise TextbookError unless the numbers satisfy a condition

The equations are written with these functions. Each states how far its result may be from the
exact one; the tests compare it with exact arithmetic or with 60 digits.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import chain
from math import fsum, hypot, inf, isfinite, lcm, nan, prod, ulp
from operator import index, mul
from sys import float_info
from typing import Any, Protocol, TypeGuard, TypeVar, cast

from textbook_ml.core.errors import (
    TextbookError,
    number_text,
    quoted,
    require,
    require_same_length,
)

Num = TypeVar("Num", float, Fraction)
Num_co = TypeVar("Num_co", float, Fraction, covariant=True)

Label = TypeVar("Label", bound=Hashable)
Result = TypeVar("Result")

LARGEST_FLOAT = 1.7976931348623157e308  # a larger number does not fit into a float
CLOSE_TO_ONE = 1e-9  # a sum of float probabilities may differ from one by this much
WIDE_BITS = 256  # precision of a long product of floats; a float itself has 53 bits
LEAST_EXPONENT = -5000  # a class with less than 2⁻⁵⁰⁰⁰ of the largest product has probability 0.0


def exact(x: float | Fraction) -> Fraction:
    """Return x as a Fraction, without rounding.

    >>> exact(0.75), exact(Fraction(2, 3))
    (Fraction(3, 4), Fraction(2, 3))
    """
    if type(x) is Fraction:
        return x
    require_finite([x], "the number")
    return Fraction(x)


def like(value: Fraction, *examples: Num) -> Num:
    """Return `value` in the type of the examples: a Fraction if they are, else a float.

    >>> like(Fraction(3, 4), 0.5), like(Fraction(3, 4), Fraction(1, 2))
    (0.75, Fraction(3, 4))
    """
    return cast(Num, value if is_exact(examples) else as_float(value, "the result"))


def as_float(x: float | Fraction, name: str = "the number") -> float:
    """Return x as a float. Raise TextbookError if it is too large for one.

    >>> as_float(Fraction(3, 4))
    0.75
    """
    try:
        return float(x)
    except OverflowError:
        raise TextbookError(
            f"{name} must fit into a float, got {number_text(x)}, which is larger than any float. "
            "Fix: use numbers below 1e308, or Fractions throughout"
        ) from None


def ratio(p: int | float | Fraction, q: int | float | Fraction = 1) -> Fraction:
    """Return p / q as a Fraction, without rounding.

    >>> ratio(3, 4), ratio(0.75), ratio(3, 4.0)
    (Fraction(3, 4), Fraction(3, 4), Fraction(3, 4))
    """
    if isinstance(p, (int, Fraction)) and isinstance(q, (int, Fraction)):
        return Fraction(p, q)
    return exact(p) / exact(q)


def is_exact(numbers: Iterable[object]) -> bool:
    """Return whether there are Fractions and no floats (integers may be mixed with either).

    >>> is_exact([Fraction(1, 2), 1]), is_exact([Fraction(1, 2), 0.5])
    (True, False)
    """
    kinds = set(map(type, numbers))
    return Fraction in kinds and kinds <= {Fraction, int}


def is_number(x: object) -> TypeGuard[float | Fraction]:
    """Return whether x is a number that a float can hold.

    >>> is_number(3), is_number(10**400), is_number(nan), is_number("3")
    (True, False, False, False)
    """
    return isinstance(x, (int, float, Fraction)) and -float_info.max <= x <= float_info.max


def require_finite(numbers: Iterable[float | Fraction], name: str) -> None:
    """Raise TextbookError, with the position, if a number is missing, NaN or infinite."""
    values = numbers if isinstance(numbers, (list, tuple)) else list(numbers)
    if set(map(type, values)) <= {float} and hypot(*values) < inf:  # loops in C
        return
    for place, x in enumerate(values):
        if x is None or (isinstance(x, float) and not isfinite(x)):
            raise TextbookError(
                f"there is {x} in {name}, at position {place}: every number must be finite. "
                "Fix: leave it out"
            )


def require_finite_rows(rows: Sequence[Sequence[float | Fraction]]) -> None:
    """Raise TextbookError, with row and position, if a number is missing, NaN or infinite."""
    if set(map(type, chain.from_iterable(rows))) <= {float} and all(hypot(*x) < inf for x in rows):
        return
    for j, x in enumerate(rows):
        require_finite(x, f"row {j}")


def require_whole(**named: object) -> None:
    """Raise TextbookError unless every number is an int (or one of NumPy's integers).

    >>> require_whole(n_features=3)
    """
    for name, x in named.items():
        if not hasattr(x, "__index__"):
            raise TextbookError(
                f"{name} must be an int, got {quoted(x)} of type {type(x).__name__}. "
                "Fix: pass a whole number such as 3"
            )


def require_floats(**named: float | Fraction) -> None:
    """Raise TextbookError unless every number is finite and fits into a float.

    >>> require_floats(x=1.0, sigma2=Fraction(1, 3))
    """
    for name, x in named.items():
        value = x if type(x) is float else as_float(x, name)
        if not isfinite(value):
            raise TextbookError(f"{name} must be a finite number, got {value}. Fix: leave it out")
        if value == 0 and x != 0:
            raise TextbookError(
                f"{name} must fit into a float, got {number_text(x)}, which is smaller than any "
                "float"
            )


def require_one_kind(numbers: Iterable[float | Fraction], name: str) -> None:
    """Raise TextbookError unless all are finite and, if one is a float, fit into floats.

    >>> require_one_kind([Fraction(1, 10**400), Fraction(1, 3), 2], "the prior")
    """
    ns = list(numbers)
    require_finite(ns, name)
    if any(type(x) is float for x in ns):
        require_floats(**{f"{name}, at position {i},": x for i, x in enumerate(ns)})


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


# The argument of `size`, `total`, `mean` and `squares_about`: the values, or a summary of them. A
# summary of Fractions gives Fractions; the code that stores the result rounds it.
Sample = Sequence[Num] | Summary[Num]


def is_summary(xs: object) -> TypeGuard[Summary[Any]]:
    """Return whether xs is a summary of a sample, not the values themselves."""
    return hasattr(type(xs), "squares")


def size(xs: Sample[Num]) -> int | Fraction:
    """N: the number of values, or the sum of their weights.

    >>> size([1.0, 2.0, 6.0])
    3
    """
    return xs.n if is_summary(xs) else len(cast(Sequence[Num], xs))


def total(terms: Iterable[Num] | Summary[Num]) -> Num:
    """Σ terms: of Fractions exactly, of floats rounded once; 0 if there are none.

    >>> total([0.1] * 10), total([Fraction(1, 10)] * 10)
    (1.0, Fraction(1, 1))
    """
    if type(terms) is not list and is_summary(terms):
        return cast(Num, terms.total)
    ts: Any = terms if type(terms) is list else list(cast(Iterable[Num], terms))
    if not ts:
        return cast(Num, 0)
    if type(ts[0]) is not float and is_exact(ts):
        return cast(Num, sum(ts, Fraction(0)))
    result: Any
    try:
        result = fsum(ts)
    except (OverflowError, ValueError):
        result = nan
    if not isfinite(result):  # partial sums overflow, but the whole sum may be a float
        require_finite(ts, "a sum, or a product in the sum, is larger than any float")
        result = like(sum(map(Fraction, ts), Fraction(0)), 0.0)
    return cast(Num, result)


def mean(xs: Sample[Num]) -> Num:
    """x̄ = Σ x / N. Floats: the sum and the quotient are each rounded once.

    >>> mean([1.0, 2.0, 6.0])
    3.0
    """
    require(size(xs) > 0, "a mean divides by N, but there are no values (N = 0)")
    return cast(Num, xs.mean) if is_summary(xs) else total(xs) / cast(int, size(xs))


def squares_about(xs: Sample[Num], mu: Num, weights: Sequence[Num] | None = None) -> Num:
    """Σ (x − μ)², or Σ w (x − μ)². Fractions are exact; a sum of floats is rounded once (0.5 ulp).

    A float μ within two ulps of the mean of xs stands for the mean itself, because a mean of
    floats is rounded twice; at an offset of 1e12 that rounding would cost eight digits.

    >>> squares_about([1e12, 1e12 + 1, 1e12 + 3], mu=mean([1e12, 1e12 + 1, 1e12 + 3])) == 14 / 3
    True
    """
    centre = exact(mu)
    tolerance = 2 * Fraction(ulp(mu)) if isinstance(mu, float) else Fraction(0)
    if is_summary(xs):
        whole = xs.n * centre
        if whole == xs.total or abs(xs.total - whole) <= xs.n * tolerance:
            return cast(Num, xs.about_mean)
        moved: Num = _squares_about_centre(xs.n, xs.total, xs.squares, centre)
        return moved
    values = cast(Sequence[Num], xs)
    points, unit = over_one_denominator(values)
    parts, part = over_one_denominator(weights) if weights else ([1] * len(points), 1)
    weighted = list(map(mul, parts, points))
    n, s, squares = sum(parts), sum(weighted), sum(map(mul, weighted, points))
    centre *= unit
    if n and abs(s - n * centre) <= n * tolerance * unit:
        centre = Fraction(s, n)
    return like(_squares_about_centre(n, s, squares, centre) / (unit**2 * part), mu, *values)


def _squares_about_centre(n: Any, total: Any, squares: Any, centre: Fraction) -> Any:
    """Σ (x − c)² = Σ x² − 2 c Σ x + N c², exactly; nothing cancels in Fractions."""
    return squares - 2 * centre * total + n * centre * centre


def co_moment(xs: Sequence[Num], ys: Sequence[Num]) -> Fraction:
    """Σ (x − x̄) (y − ȳ) = Σ x y − Σ x Σ y / N, exactly: nothing cancels in integers.

    >>> co_moment([1.0, 2.0, 6.0], [1.0, 3.0, 2.0])
    Fraction(1, 1)
    """
    require_same_length(xs=xs, ys=ys)
    require(len(xs) > 0, "a co-moment needs at least one pair of values, got none")
    (p, x_unit), (q, y_unit) = over_one_denominator(xs), over_one_denominator(ys)
    n = len(p)
    return Fraction(n * sum(map(mul, p, q)) - sum(p) * sum(q), n * x_unit * y_unit)


def over_one_denominator(xs: Iterable[Num]) -> tuple[list[int], int]:
    """Return numbers as integer multiples of 1 / d, and d, their least common denominator.

    >>> over_one_denominator([0.5, 3.0, 0.125])
    ([4, 24, 1], 8)
    """
    numbers = list(xs)
    require_finite(numbers, "the list of values")
    try:
        ratios = [x.as_integer_ratio() for x in numbers]
    except AttributeError:  # whole numbers of NumPy have no such method
        ratios = [_integer_ratio(x) for x in numbers]
    unit = lcm(*{q for _, q in ratios})
    return [p * (unit // q) for p, q in ratios], unit


def _integer_ratio(x: Any) -> tuple[int, int]:
    """Return the numerator and denominator of a number, also of a NumPy integer."""
    if hasattr(x, "as_integer_ratio"):
        p, q = x.as_integer_ratio()
        return p, q
    return index(x), 1


def wide_product(factors: Iterable[float | Fraction]) -> Fraction:
    """Π factors as a Fraction: of Fractions exactly; of floats to 256 bits.

    The exponent is not bounded, so a product of 50,000 small factors does not become zero.

    >>> wide_product([0.5] * 3000) == Fraction(1, 2**3000)
    True
    """
    leading, exponent = scaled_product(factors)
    return leading * Fraction(2) ** exponent


def scaled_product(factors: Iterable[float | Fraction]) -> tuple[Fraction, int]:
    """Return (p, e) with Π factors = p · 2ᵉ, where p has at most 256 bits for each float.

    >>> scaled_product([0.5, 3.0, Fraction(1, 3)])
    (Fraction(1, 1), -1)
    """
    fs = list(factors)
    require_finite(fs, "the list of factors")
    result = prod(f for f in fs if isinstance(f, Fraction))
    mantissa, exponent = 1, 0
    for f in fs:
        if not isinstance(f, Fraction):
            p, q = _integer_ratio(f)  # q is a power of two
            mantissa *= p
            exponent -= q.bit_length() - 1
            spare = mantissa.bit_length() - WIDE_BITS
            if spare > 0:
                mantissa >>= spare
                exponent += spare
    return Fraction(result * mantissa), exponent


def product(factors: Sequence[Num]) -> Num:
    """Π factors: of Fractions exactly, of floats rounded once; 1 if there are none.

    Raise TextbookError if the product is too large or too small for a float.

    >>> product([0.5, 0.25])
    0.125
    """
    if len(factors) == 0:
        return cast(Num, 1)
    result = like(wide_product(factors), *factors)
    require(
        result != 0 or 0 in factors,
        f"the product of these {len(factors)} factors is smaller than any float. "
        "Fix: add their logarithms, or use Fractions",
    )
    return result


def normalise_products(factors: Mapping[Label, Sequence[Num]]) -> dict[Label, Num]:
    """For each label, the product of its factors divided by the sum of all products.

    Fractions give exact probabilities. Floats are multiplied to 256 bits, with an exponent that
    is not bounded, and each probability is rounded once: 50,000 factors do not underflow.

    >>> normalise_products({"a": [1e-200, 1e-200], "b": [1e-200, 3e-200]})
    {'a': 0.25, 'b': 0.75}
    """
    all_exact = is_exact(chain.from_iterable(factors.values()))
    if all_exact:
        joint = {y: prod(fs, start=Fraction(1)) for y, fs in factors.items()}
    else:
        parts = {y: scaled_product(fs) for y, fs in factors.items()}
        top = max((exponent for p, exponent in parts.values() if p), default=0)
        joint = {y: p * Fraction(2) ** max(e - top, LEAST_EXPONENT) for y, (p, e) in parts.items()}
    whole = sum(joint.values())
    require(
        whole > 0,
        "no class can have produced this example: the product of every class is 0, so the "
        "posterior is 0/0. Fix: smooth the estimates",
    )
    return {y: cast(Num, p / whole if all_exact else float(p / whole)) for y, p in joint.items()}


def sum_over(term: Callable[..., Any], *lists: Sequence[Num]) -> Num:
    """Σᵢ term(xᵢ, yᵢ, …) over lists of one length, for a term made of + − × ÷.

    The term is evaluated exactly, in Fractions, and the sum is rounded once if a float is among
    the numbers: large parts may cancel without loss.

    >>> sum_over(lambda x, y: x * x - y * y, [1e9, 3.0], [1e9, 2.0])
    5.0
    """
    rows = zip(*(map(exact, xs) for xs in lists), strict=True)
    return like(sum((term(*row) for row in rows), Fraction(0)), *chain.from_iterable(lists))


def for_each(f: Callable[[Any], Result], xs: Sequence[Any]) -> list[Result]:
    """f(x) for each x, computed once for equal x: 20,000 words have few different counts.

    >>> for_each(lambda c: c * c, [3, 1, 3])
    [9, 1, 9]
    """
    known = {x: f(x) for x in set(xs)}
    return [known[x] for x in xs]


def require_distribution(probabilities: Mapping[Any, Num], name: str) -> None:
    """Raise TextbookError unless the probabilities lie in [0, 1] and sum to one."""
    require(len(probabilities) > 0, f"{name} is empty: a probability is needed for every value")
    ps = list(probabilities.values())
    tolerance = CLOSE_TO_ONE
    if is_exact(ps):
        parts, unit = over_one_denominator(ps)
        if min(parts) >= 0 and sum(parts) == unit:
            return
        tolerance = 0
    for key, p in probabilities.items():
        if not 0 <= p <= 1:
            raise TextbookError(
                f"{name} gives {key!r} the probability {number_text(p)}: it must lie in [0, 1]"
            )
    sum_of_all = total(ps)
    if abs(sum_of_all - 1) > tolerance:
        raise TextbookError(
            f"{name} sums to {number_text(sum_of_all)}, but probabilities must sum to one. "
            "Fix: divide each by the sum"
        )


def require_probability(p: float | Fraction, name: str) -> None:
    """Raise TextbookError unless p lies in [0, 1]."""
    if not 0 <= p <= 1:
        raise TextbookError(f"{name} is {number_text(p)}, but a probability must lie in [0, 1]")


def ulps_off(value: float, truth: Fraction) -> float:
    """Return the distance of `value` from the truth in units in the last place of the truth.

    >>> ulps_off(1.0, Fraction(1)), ulps_off(1.0 + 2**-52, Fraction(1))
    (0.0, 1.0)
    """
    return float(abs(Fraction(value) - truth) / Fraction(ulp(float(truth))))
