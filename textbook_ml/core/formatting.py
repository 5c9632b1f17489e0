"""Format numbers and tables for a console of 80 columns.

cell     a piece of text in a table
group    the cells of one class
panel    a part of a table: the classes that fit next to each other on a line
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor, isfinite, log10

from textbook_ml.core.console import WIDTH, Heading, display_width, padded

LONGEST = 7  # maximum number of characters of a short fraction, such as 123/456
LABEL, NAME = 38, 22  # maximum number of columns for the name of a row, and of a class
GAP = "  "


def significant(x: float | Fraction, digits: int = 4) -> str:
    """Return a number with some significant digits; final zeros are kept so that columns align.

    >>> significant(3.5), significant(1 / 7), significant(12345.0), significant(0)
    ('3.500', '0.1429', '1.234e+04', '0')
    """
    return f"{float(x):#.{digits}g}".rstrip(".") if x else "0"


def short_fraction(p: float | Fraction) -> str | None:
    """Return a number as a fraction if that is short and exact, otherwise None.

    >>> short_fraction(1 / 3), short_fraction(Fraction(9, 14)), short_fraction(0.1234567)
    ('1/3', '9/14', None)
    """
    nearest = Fraction(p).limit_denominator(999)
    same = nearest == p if isinstance(p, Fraction) else float(nearest) == p
    return str(nearest) if same and len(str(nearest)) <= LONGEST else None


def probability_texts(ps: Sequence[float | Fraction]) -> list[str]:
    """Return probabilities as text: all as fractions, or all as decimals.

    >>> probability_texts([Fraction(2, 9), Fraction(0)])
    ['2/9', '0']
    >>> probability_texts([Fraction(2, 9), 0.123456])
    ['0.2222', '0.1235']
    """
    fractions = [short_fraction(p) for p in ps]
    if None in fractions:
        return [significant(p) for p in ps]
    return [f for f in fractions if f is not None]


def adding_up(parts: Sequence[float], digits: int) -> list[float]:
    """Round the parts so that the rounded parts add up to the rounded sum.

    Each part is rounded down; then the parts with the largest rounding errors are rounded up.

    >>> adding_up([0.25, 0.25, 0.5], 1)
    [0.3, 0.2, 0.5]
    """
    if not all(map(isfinite, parts)):
        return list(parts)
    unit = 10**digits
    scaled = [Fraction(part) * unit for part in parts]
    units = list(map(floor, scaled))
    n_round_up = round(sum(scaled)) - sum(units)
    by_error = sorted(range(len(parts)), key=lambda i: units[i] - scaled[i])
    for i in by_error[:n_round_up]:
        units[i] += 1
    return [u / unit for u in units]


def whole_number(n: int) -> str:
    """Return an integer with commas; a very large one in powers of ten.

    >>> whole_number(2147483647), whole_number(4**57)
    ('2,147,483,647', '2.1e34')
    >>> whole_number(2**100_000)
    'about 1e30103'
    """
    if n < 10**12:
        return f"{n:,}"
    if n.bit_length() > 10_000:  # Python limits the number of digits that `str` converts
        return f"about 1e{round(n.bit_length() * log10(2))}"
    exponent = len(str(n)) - 1
    return f"{n / 10**exponent:.1f}e{exponent}"


def shorten(text: str, columns: int) -> str:
    """Return a text shortened to a number of columns; control characters become spaces.

    >>> shorten("adoption-of-the-budget", 12), shorten("crime", 12)
    ('adoption-of…', 'crime')
    """
    text = "".join(c if c.isprintable() else " " for c in text)
    if display_width(text) <= columns:
        return text
    kept = ""
    for c in text:
        if display_width(kept + c) > columns - 1:
            break
        kept += c
    return kept + "…"


def right_aligned(text: str, columns: int) -> str:
    """Return the text, aligned to the right by spaces.

    >>> right_aligned("ab", 4)
    '  ab'
    """
    return " " * (columns - display_width(text)) + text


def lines_of_items(pieces: Iterable[str]) -> Iterator[str]:
    """Yield lines with the pieces, separated by commas; no piece is broken.

    >>> list(lines_of_items(["P(a) = 0.25", "P(b) = 0.75"]))
    ['P(a) = 0.25, P(b) = 0.75']
    """
    line = ""
    for piece in pieces:
        longer = f"{line}, {piece}" if line else piece
        if line and display_width(longer) > WIDTH - 2:
            yield f"{line},"
            line = piece
        else:
            line = longer
    yield line


def columns(rows: Sequence[Sequence[str]], align: str, indent: str = "") -> Iterator[str]:
    """Yield rows with aligned columns; `align` contains < or > for each column.

    >>> list(columns([["a", "10"], ["bcd", "9"]], "<>"))
    ['a    10', 'bcd   9']
    """
    widths = [max(map(display_width, cells)) for cells in zip(*rows)]
    for row in rows:
        cells = [
            padded(cell, w) if side == "<" else right_aligned(cell, w)
            for cell, w, side in zip(row, widths, align)
        ]
        yield (indent + GAP.join(cells)).rstrip()


@dataclass(frozen=True, slots=True)
class TableLine:
    """One line of a table: a name, and the cells of each class; a title has no cells."""

    name: str
    groups: tuple[tuple[str, ...], ...] = ()


def class_table(classes: Sequence[str], lines: Sequence[TableLine]) -> Iterator[str]:
    """Yield a table with a column for each class, in several panels if there are many classes.

    >>> for line in class_table(["No", "Yes"], [TableLine("P(class)", (("5/14",), ("9/14",)))]):
    ...     print(line)
                No   Yes
    P(class)  5/14  9/14
    """
    heads = [shorten(str(y), NAME) for y in classes]
    names = [shorten(line.name, LABEL) for line in lines]
    left = max(map(display_width, names))
    filled = [line.groups for line in lines if line.groups]
    stacks = [_class_column(head, [groups[k] for groups in filled]) for k, head in enumerate(heads)]
    for start, stop in _panel_bounds(
        [display_width(stack[0]) for stack in stacks], WIDTH - 1 - left
    ):
        if start:
            yield ""
        yield Heading(_table_line("", left, [stack[0] for stack in stacks[start:stop]]))
        drawn = zip(*(stack[1:] for stack in stacks[start:stop]))
        for name, line in zip(names, lines):
            yield _table_line(name, left, next(drawn) if line.groups else ())


def _class_column(head: str, groups: Sequence[Sequence[str]]) -> list[str]:
    """Return the column of one class, aligned to the right."""
    n_cells = max(map(len, groups))
    cells = [max(display_width(g[j]) for g in groups if len(g) == n_cells) for j in range(n_cells)]
    contents = [
        GAP.join(map(right_aligned, g, cells)) if len(g) == n_cells else g[0] for g in groups
    ]
    column_width = max(map(display_width, [head, *contents]))
    return [right_aligned(text, column_width) for text in [head, *contents]]


def _panel_bounds(widths: Sequence[int], available: int) -> Iterator[tuple[int, int]]:
    """Yield the first column and the end of each panel; a panel has at least one column."""
    start, used = 0, 0
    for k, w in enumerate(widths):
        if k > start and used + len(GAP) + w > available:
            yield start, k
            start, used = k, 0
        used += len(GAP) + w
    yield start, len(widths)


def _table_line(name: str, left: int, cells: Iterable[str]) -> str:
    return (padded(name, left) + "".join(GAP + cell for cell in cells)).rstrip()


def text_bar(x: float, largest: float, half: int) -> str:
    """Return a bar to the left or right of an axis; the largest value has `half` columns.

    >>> text_bar(2.0, 4.0, 4), text_bar(-4.0, 4.0, 4)
    ('    │██', '████│')
    """
    share = 1.0 if not isfinite(x) else abs(x) / largest if largest else 0.0
    blocks = "█" * round(min(share, 1.0) * half)
    return f"{right_aligned(blocks, half)}│" if x < 0 else f"{' ' * half}│{blocks}"
