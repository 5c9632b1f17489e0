"""One kind of refusal: what came, why the mathematics has no answer, what would do."""

from collections.abc import Sized
from fractions import Fraction


class TextbookError(ValueError):
    """A question to which the chapter's mathematics has no answer."""


class TextbookWarning(UserWarning):
    """An answer that the reader may want to look at twice."""


def require(condition: bool, message: str) -> None:
    """Refuse in the reader's words.

    >>> require(2 > 1, "never said")
    """
    if not condition:
        raise TextbookError(message)


def shown(number: object) -> str:
    """A number for a message; one of thousands of digits by its size.

    >>> shown(Fraction(3, 4)), shown(10**5000)
    ('3/4', 'a whole number of 16610 bits')
    """
    if isinstance(number, int) and number.bit_length() > 1000:
        return f"a whole number of {number.bit_length()} bits"
    if isinstance(number, Fraction) and number.denominator > 1:
        return f"{shown(number.numerator)}/{shown(number.denominator)}"
    if isinstance(number, Fraction):
        return shown(number.numerator)
    return str(number)


def quoted(value: object) -> str:
    """A value for a message: a number as `shown` has it, anything else as Python writes it.

    >>> quoted("3"), quoted(10**400)
    ("'3'", 'a whole number of 1329 bits')
    """
    return shown(value) if isinstance(value, (int, Fraction)) else repr(value)


def require_same_length(**named: Sized) -> None:
    """Refuse lists that should run side by side and do not.

    >>> require_same_length(rows=[1, 2], labels="ab")
    """
    if len({len(items) for items in named.values()}) > 1:
        counted = [f"{len(items)} {name.replace('_', ' ')}" for name, items in named.items()]
        lengths = " and ".join(counted)
        raise TextbookError(f"{lengths} came, and they must be as many: give one for each")
