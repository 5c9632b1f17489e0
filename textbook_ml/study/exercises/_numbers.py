"""Numbers as text: names and values in two columns, or a table."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from textbook_ml.core.console import display_width, padded

LONG = 20  # fractions with a larger denominator are also written as decimals
DIGITS = 10  # significant digits of a float


def number_lines(numbers: Mapping[str, object]) -> Iterator[str]:
    """Lines with each name and its value.

    >>> list(number_lines({"p": Fraction(1, 2), "1 - p": Fraction(1, 2)}))
    ['p      1/2', '1 - p  1/2']
    """
    column = max(map(display_width, numbers), default=0)
    for name, value in numbers.items():
        yield f"{padded(name, column)}  {written(value)}"


def table_lines(rows: Mapping[str, Sequence[object]], headings: Sequence[str]) -> Iterator[str]:
    """Lines of a table: the headings, then each name with its row.

    >>> list(table_lines({"x = 0": (1, 2)}, headings=("left", "right")))
    ['       left  right', 'x = 0  1     2']
    """
    body = [[name, *map(_table_cell, row)] for name, row in rows.items()]
    columns = list(zip(["", *headings], *body))
    widths = [max(map(display_width, column)) for column in columns]
    for row in zip(*columns):
        yield "  ".join(map(padded, row, widths)).rstrip()


def written(value: object) -> str:
    """A value as text; a long fraction is followed by its decimal.

    >>> written(Fraction(1, 2)), written(Fraction(169, 400)), written([0.5, True])
    ('1/2', '169/400 = 0.4225', '[0.5, yes]')
    """
    if isinstance(value, Fraction) and value.denominator > LONG:
        rounded = f"{float(value):.6g}"
        return f"{value} {'=' if Fraction(rounded) == value else '≈'} {rounded}"
    return _table_cell(value)


def _table_cell(value: object) -> str:
    """A value as the text of a table cell."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value + 0.0:.{DIGITS}g}"  # without the sign of -0.0
    if isinstance(value, (list, tuple)):
        inside = ", ".join(map(_table_cell, value))
        return f"[{inside}]" if isinstance(value, list) else f"({inside})"
    return str(value)
