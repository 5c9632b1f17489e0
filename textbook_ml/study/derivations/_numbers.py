"""Numbers of derivations: Fractions where a line is rational, otherwise Decimals of 120 digits.

Two Decimals are equal if they agree to 50 digits. The other digits allow for cancellation, for
example in the difference quotients that check derivatives.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal, localcontext
from fractions import Fraction
from typing import Any, TypeVar

PRECISION = 120
DIGITS = 50
TOLERANCE = Decimal(10) ** -DIGITS
STEP = Decimal(10) ** -30  # of difference quotients; the error of a central difference is STEP²
CONTEXT = Context(prec=PRECISION, Emax=MAX_EMAX, Emin=MIN_EMIN)
PI = Decimal(
    "3.14159265358979323846264338327950288419716939937510582097494459230781640628620899862803482"
    "534211706798214808651328230664709384460955058223172535940812848"
)

Number = TypeVar("Number", Fraction, Decimal)
Value = Fraction | Decimal | int | str | tuple[Any, ...]


def decimal(x: Any) -> Any:
    """Return a value with each Fraction and whole number converted to a Decimal.

    >>> decimal((Fraction(1, 4), 2))
    (Decimal('0.25'), Decimal('2'))
    """
    if isinstance(x, tuple):
        return tuple(map(decimal, x))
    if isinstance(x, (Fraction, int)):
        return Decimal(x.numerator) / Decimal(x.denominator)
    return x


def as_floats(x: Any) -> Any:
    """Return a value with each Fraction and Decimal converted to a float.

    >>> as_floats((Fraction(1, 4), 2, "a"))
    (0.25, 2, 'a')
    """
    if isinstance(x, tuple):
        return tuple(map(as_floats, x))
    return float(x) if isinstance(x, (Fraction, Decimal)) else x


def with_tuples(x: Any) -> Value:
    """Return a value with lists, and the values of dictionaries, converted to tuples.

    >>> with_tuples({"a": [1, 2]})
    ((1, 2),)
    """
    if isinstance(x, Mapping):
        x = tuple(x.values())
    if isinstance(x, (list, tuple)):
        return tuple(map(with_tuples, x))
    kind: Value = x
    return kind


def is_finite(x: Value) -> bool:
    """Return whether a value contains no infinite number.

    >>> is_finite((1, Decimal(2))), is_finite((1, Decimal("Infinity")))
    (True, False)
    """
    if isinstance(x, tuple):
        return all(map(is_finite, x))
    return not isinstance(x, Decimal) or x.is_finite()


def agree(a: Value, b: Value) -> bool:
    """Return whether two values are equal: exactly, or to 50 digits if one is a Decimal.

    >>> agree(Fraction(1, 2), Fraction(2, 4)), agree(Fraction(1, 3), Decimal("0.333"))
    (True, False)
    """
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(map(agree, a, b))
    if isinstance(a, Decimal) or isinstance(b, Decimal):
        return _agree_to_50_digits(a, b)
    return type(a) is type(b) and a == b or _is_rational(a) and _is_rational(b) and a == b


def difference(a: Value, b: Value) -> Value:
    """Return b − a, number by number; "different" for text and for different shapes.

    >>> difference((Fraction(1, 2), 1), (Fraction(3, 2), 1))
    (Fraction(1, 1), 0)
    """
    if isinstance(a, tuple) and isinstance(b, tuple) and len(a) == len(b):
        return tuple(map(difference, a, b))
    if isinstance(a, (tuple, str)) or isinstance(b, (tuple, str)):
        return "different"
    if isinstance(a, Decimal) or isinstance(b, Decimal):
        with localcontext(CONTEXT):
            change: Decimal = decimal(b) - decimal(a)
            return change
    return b - a


def not_above(a: Value, b: Value) -> bool:
    """Return whether a ≤ b; two Decimals may differ after 50 digits.

    >>> not_above(Fraction(1, 3), Fraction(1, 2)), not_above(1, 0)
    (True, False)
    """
    if isinstance(a, (tuple, str)) or isinstance(b, (tuple, str)):
        return False
    change = difference(a, b)
    return agree(a, b) or (not isinstance(change, (tuple, str)) and change > 0)


def _is_rational(x: object) -> bool:
    return isinstance(x, (int, Fraction))


def _agree_to_50_digits(a: Any, b: Any) -> bool:
    if not (isinstance(a, (int, Fraction, Decimal)) and isinstance(b, (int, Fraction, Decimal))):
        return False
    with localcontext(CONTEXT):
        x, y = decimal(a), decimal(b)
        if not (x.is_finite() and y.is_finite()):
            return bool(x == y)
        return bool(abs(x - y) <= TOLERANCE * max(1, abs(x), abs(y)))


def total(terms: Iterable[Number]) -> Number:
    """Return the sum of Fractions or of Decimals.

    >>> total([Fraction(1, 2), Fraction(1, 3)])
    Fraction(5, 6)
    """
    return sum(terms)  # type: ignore[return-value]


def square(x: Number) -> Number:
    """Return x².

    >>> square(Fraction(3, 2))
    Fraction(9, 4)
    """
    return x * x


def mean(terms: Collection[Number]) -> Number:
    """Return the mean of Fractions or of Decimals.

    >>> mean([Fraction(1, 2), Fraction(1, 3)])
    Fraction(5, 12)
    """
    return total(terms) / len(terms)


def ln(x: Decimal) -> Decimal:
    """Return the natural logarithm, in the precision of the context."""
    return x.ln()


def exp(x: Decimal) -> Decimal:
    """Return e to the power x, in the precision of the context."""
    return x.exp()


def slope(f: Callable[[Decimal], Decimal], at: Decimal) -> Decimal:
    """Return the derivative of f by a central difference, accurate to more than 50 digits.

    >>> with localcontext(CONTEXT):
    ...     agree(slope(lambda t: t * t * t, Decimal(2)), 12)
    True
    """
    return (f(at + STEP) - f(at - STEP)) / (2 * STEP)


def with_item_replaced(xs: tuple[Decimal, ...], place: int, x: Decimal) -> tuple[Decimal, ...]:
    """Return a tuple with one item replaced.

    >>> with_item_replaced((Decimal(1), Decimal(2)), 0, Decimal(5))
    (Decimal('5'), Decimal('2'))
    """
    return (*xs[:place], x, *xs[place + 1 :])


def gradient(
    f: Callable[[tuple[Decimal, ...]], Decimal], at: tuple[Decimal, ...]
) -> tuple[Decimal, ...]:
    """Return the derivatives of f with respect to each variable, by central differences."""
    return tuple(
        slope(lambda t, i=i: f(with_item_replaced(at, i, t)), x)  # type: ignore[misc]
        for i, x in enumerate(at)
    )
