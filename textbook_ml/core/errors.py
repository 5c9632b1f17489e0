"""One class of errors: the message states the value, the reason and a fix."""

from collections.abc import Collection, Iterable, Sized
from fractions import Fraction
from itertools import groupby, islice

LONGEST_VALUE = 60  # characters of a value that a message quotes
LONGEST_MESSAGE = 1500
MOST_LISTED = 12  # values that a message lists
MOST_COMPARED = 10_000  # known names that an unknown one is compared with
MOST_SUGGESTED = 4


class TextbookError(ValueError):
    """Invalid input: the message states the value, the reason and a fix."""

    def __init__(self, message: str = "") -> None:
        super().__init__(shortened(_with_short_numbers(message)))


class TextbookWarning(UserWarning):
    """A warning about a result that may not be what the user expects."""


class DataWarning(TextbookWarning):
    """A warning about how a table was interpreted."""


def _with_short_numbers(message: str) -> str:
    """Return the message; a number with more than 60 digits is cut to its first ten digits."""
    if len(message) <= LONGEST_VALUE:
        return message
    runs = ["".join(run) for _, run in groupby(message, str.isdigit)]
    return "".join(
        f"{run[:10]}… ({len(run)} digits)" if run.isdigit() and len(run) > LONGEST_VALUE else run
        for run in runs
    )


def require(condition: bool, message: str) -> None:
    """Raise TextbookError with this message if the condition is false.

    >>> require(2 > 1, "not raised")
    """
    if not condition:
        raise TextbookError(message)


def shortened(message: str) -> str:
    """Return a message; a very long one keeps only its beginning (place) and its end (fix).

    >>> shortened("row 2: 5 is not 0 or 1")
    'row 2: 5 is not 0 or 1'
    """
    left_out = len(message) - LONGEST_MESSAGE
    if left_out <= 0:
        return message
    kept = LONGEST_MESSAGE // 2
    return f"{message[:kept]} … ({left_out} characters omitted) … {message[-kept:]}"


def number_text(number: object) -> str:
    """Return a number as text for a message; a very long integer is described by its size.

    >>> number_text(Fraction(3, 4)), number_text(10**5000)
    ('3/4', 'a whole number of 16610 bits')
    """
    if isinstance(number, int) and number.bit_length() > 1000:
        return f"a whole number of {number.bit_length()} bits"
    if isinstance(number, Fraction) and number.denominator > 1:
        return f"{number_text(number.numerator)}/{number_text(number.denominator)}"
    if isinstance(number, Fraction):
        return number_text(number.numerator)
    return str(number)


def quoted(value: object) -> str:
    """Return a value as text for a message: a number by `number_text`, or a shortened repr.

    >>> quoted("3"), quoted(10**400)
    ("'3'", 'a whole number of 1329 bits')
    >>> quoted("ab" * 50)
    "'abababababababababababababababababababababababababababababab'… (100 characters)"
    """
    if isinstance(value, (int, Fraction)):
        return number_text(value)
    if isinstance(value, str) and len(value) > LONGEST_VALUE:
        return f"{value[:LONGEST_VALUE]!r}… ({len(value)} characters)"
    try:
        text = repr(value)
    except ValueError:  # a whole number in it is too long
        return f"a {type(value).__name__} with a very long number"
    return text if len(text) <= 2 * LONGEST_VALUE else f"{text[:LONGEST_VALUE]}…"


def quoted_list(values: Collection[object]) -> str:
    """Return values as a quoted list for a message; a long list ends with the number left out.

    >>> quoted_list(["a", "b"]), quoted_list(range(1000))
    ("'a', 'b'", '0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 988 more')
    """
    more = f" and {len(values) - MOST_LISTED} more" * (len(values) > MOST_LISTED)
    return ", ".join(map(quoted, islice(values, MOST_LISTED))) + more


def plural(n: int, thing: str, things: str | None = None) -> str:
    """Return a number with a noun in the singular or plural.

    >>> plural(1, "class", "classes"), plural(1200, "row")
    ('1 class', '1,200 rows')
    """
    return f"{n:,} {thing if n == 1 else things or thing + 's'}"


def did_you_mean(name: str, known: Iterable[str], otherwise: str = "") -> str:
    """Return the advice on an unknown name: the most similar known names, or `otherwise`.

    >>> did_you_mean("gausian-nb", ["gaussian-nb", "gda"])
    'Did you mean gaussian-nb?'
    >>> did_you_mean("xyz", ["gaussian-nb", "gda"], "Run `models` to list all.")
    'Run `models` to list all.'
    """
    from difflib import get_close_matches  # loaded only if a name is wrong

    query = _normalised_name(name)
    if not query or len(query) > LONGEST_VALUE:
        return otherwise
    names: dict[str, list[str]] = {}
    for item in islice(known, MOST_COMPARED):
        if len(item) <= LONGEST_VALUE:
            names.setdefault(_normalised_name(item), []).append(item)
    containing = [item for item in names if len(query) > 2 and query in item]
    similar = get_close_matches(query, names, n=MOST_SUGGESTED)
    found = [item for key in dict.fromkeys([*similar, *containing]) for item in names[key]]
    shown_names = [item if item.isprintable() else repr(item) for item in found[:MOST_SUGGESTED]]
    return f"Did you mean {', '.join(shown_names)}?" if found else otherwise


def _normalised_name(name: str) -> str:
    """Return a name in the form that is compared: without case, hyphens in front, or _ for -."""
    return name.strip().casefold().replace("_", "-").lstrip("-")


def require_same_length(**named: Sized) -> None:
    """Raise TextbookError if the lists do not have the same length.

    >>> require_same_length(rows=[1, 2], labels="ab")
    """
    if len({len(items) for items in named.values()}) > 1:
        counted = [_counted(len(items), name) for name, items in named.items()]
        lengths = " and ".join(counted)
        raise TextbookError(f"got {lengths}: their numbers must be equal")


def _counted(n: int, name: str) -> str:
    """Return a number with the name of a list.

    >>> _counted(1, "lists_of_values"), _counted(1, "classes"), _counted(2, "labels")
    ('1 list of values', '1 class', '2 labels')
    """
    noun, of, owner = name.replace("_", " ").partition(" of ")
    if n == 1 and len(noun) > 2:  # xs and ys have no singular
        noun = noun.removesuffix("es" if noun.endswith("sses") else "s")
    return f"{n} {noun}{of}{owner}"
