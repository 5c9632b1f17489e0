"""Numbers and columns as a person would write them, on 80 columns.

    cell     a piece of text in a table
    group    the cells under one class
    panel    as many classes side by side as a line can hold
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor, isfinite, log10

from textbook_ml.console import WIDTH, Heading, pad, width

LONGEST = 7  # characters of a fraction that is still short, as 123/456 is
LABEL, NAME = 38, 22  # columns for the name of a row, and for that of a class, at most
GAP = "  "


def significant(x: float | Fraction, digits: int = 4) -> str:
    """A number to some significant digits, its last zeros kept so that columns line up.

    >>> significant(3.5), significant(1 / 7), significant(12345.0), significant(0)
    ('3.500', '0.1429', '1.234e+04', '0')
    """
    return f"{float(x):#.{digits}g}".rstrip(".") if x else "0"


def short_fraction(p: float | Fraction) -> str | None:
    """A number as a fraction, if that is short and nothing is lost.

    >>> short_fraction(1 / 3), short_fraction(Fraction(9, 14)), short_fraction(0.1234567)
    ('1/3', '9/14', None)
    """
    near = Fraction(p).limit_denominator(999)
    same = near == p if isinstance(p, Fraction) else float(near) == p
    return str(near) if same and len(str(near)) <= LONGEST else None


def shares(ps: Sequence[float | Fraction]) -> list[str]:
    """Probabilities that are read together: all as fractions, or all in decimals.

    >>> shares([Fraction(2, 9), Fraction(0)]), shares([Fraction(2, 9), 0.123456])
    (['2/9', '0'], ['0.2222', '0.1235'])
    """
    fractions = [short_fraction(p) for p in ps]
    if None in fractions:
        return [significant(p) for p in ps]
    return [f for f in fractions if f is not None]


def adding_up(parts: Sequence[float], digits: int) -> list[float]:
    """The parts rounded so that, as printed, they add up to their sum, rounded.

    Each is rounded down, and what is left over goes to those that lost most.

    >>> adding_up([0.25, 0.25, 0.5], 1)
    [0.3, 0.2, 0.5]
    """
    if not all(map(isfinite, parts)):
        return list(parts)
    unit = 10**digits
    fine = [Fraction(part) * unit for part in parts]
    units = list(map(floor, fine))
    left = round(sum(fine)) - sum(units)
    losers = sorted(range(len(parts)), key=lambda i: units[i] - fine[i])
    for i in losers[:left]:
        units[i] += 1
    return [u / unit for u in units]


def whole_number(n: int) -> str:
    """A whole number with its thousands set apart; a very long one by its size.

    >>> whole_number(2147483647), whole_number(4**57)
    ('2,147,483,647', '2.1e34')
    >>> whole_number(2**100_000)
    'about 1e30103'
    """
    if n < 10**12:
        return f"{n:,}"
    if n.bit_length() > 10_000:  # Python does not write out numbers of thousands of digits
        return f"about 1e{round(n.bit_length() * log10(2))}"
    exponent = len(str(n)) - 1
    return f"{n / 10**exponent:.1f}e{exponent}"


def plural(n: int, thing: str, things: str | None = None) -> str:
    """A number of things.

    >>> plural(1, "class", "classes"), plural(1200, "row")
    ('1 class', '1,200 rows')
    """
    return f"{n:,} {thing if n == 1 else things or thing + 's'}"


def shorten(text: str, columns: int) -> str:
    """A text that fits, with dots where it was cut; line breaks and the like become spaces.

    >>> shorten("adoption-of-the-budget", 12), shorten("crime", 12)
    ('adoption-of…', 'crime')
    """
    text = "".join(c if c.isprintable() else " " for c in text)
    if width(text) <= columns:
        return text
    kept = ""
    for c in text:
        if width(kept + c) > columns - 1:
            break
        kept += c
    return kept + "…"


def right(text: str, columns: int) -> str:
    """The text, with spaces before it.

    >>> right("ab", 4)
    '  ab'
    """
    return " " * (columns - width(text)) + text


def flow(pieces: Iterable[str]) -> Iterator[str]:
    """Pieces with commas between them, on as few lines as it takes; none is broken.

    >>> list(flow(["P(a) = 0.25", "P(b) = 0.75"]))
    ['P(a) = 0.25, P(b) = 0.75']
    """
    line = ""
    for piece in pieces:
        longer = f"{line}, {piece}" if line else piece
        if line and width(longer) > WIDTH - 2:
            yield f"{line},"
            line = piece
        else:
            line = longer
    yield line


def columns(rows: Sequence[Sequence[str]], align: str, indent: str = "") -> Iterator[str]:
    """Rows of cells in columns; `align` has < or > for each.

    >>> list(columns([["a", "10"], ["bcd", "9"]], "<>"))
    ['a    10', 'bcd   9']
    """
    widths = [max(map(width, cells)) for cells in zip(*rows)]
    for row in rows:
        cells = [
            pad(cell, w) if side == "<" else right(cell, w)
            for cell, w, side in zip(row, widths, align)
        ]
        yield (indent + GAP.join(cells)).rstrip()


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a table: a name, and for each class its cells; none in a title."""

    name: str
    groups: tuple[tuple[str, ...], ...] = ()


def class_table(classes: Sequence[str], lines: Sequence[Line]) -> Iterator[str]:
    """Classes as columns, lines as rows; in several panels where the classes are too many.

    >>> for line in class_table(["No", "Yes"], [Line("P(class)", (("5/14",), ("9/14",)))]):
    ...     print(line)
                No   Yes
    P(class)  5/14  9/14
    """
    heads = [shorten(str(y), NAME) for y in classes]
    names = [shorten(line.name, LABEL) for line in lines]
    left = max(map(width, names))
    filled = [line.groups for line in lines if line.groups]
    stacks = [_stack(head, [groups[k] for groups in filled]) for k, head in enumerate(heads)]
    for start, stop in _panels([width(stack[0]) for stack in stacks], WIDTH - 1 - left):
        if start:
            yield ""
        yield Heading(_drawn("", left, [stack[0] for stack in stacks[start:stop]]))
        drawn = zip(*(stack[1:] for stack in stacks[start:stop]))
        for name, line in zip(names, lines):
            yield _drawn(name, left, next(drawn) if line.groups else ())


def _stack(head: str, groups: Sequence[Sequence[str]]) -> list[str]:
    """One class from top to bottom, all at the right of the widest."""
    full = max(map(len, groups))
    cells = [max(width(g[j]) for g in groups if len(g) == full) for j in range(full)]
    inside = [GAP.join(map(right, g, cells)) if len(g) == full else g[0] for g in groups]
    across = max(map(width, [head, *inside]))
    return [right(text, across) for text in [head, *inside]]


def _panels(widths: Sequence[int], room: int) -> Iterator[tuple[int, int]]:
    """From where to where the stacks fit side by side; one always does."""
    start, used = 0, 0
    for k, w in enumerate(widths):
        if k > start and used + len(GAP) + w > room:
            yield start, k
            start, used = k, 0
        used += len(GAP) + w
    yield start, len(widths)


def _drawn(name: str, left: int, cells: Iterable[str]) -> str:
    return (pad(name, left) + "".join(GAP + cell for cell in cells)).rstrip()


def bar(x: float, largest: float, half: int) -> str:
    """A bar to the left or to the right of an axis, `half` columns for the largest.

    >>> bar(2.0, 4.0, 4), bar(-4.0, 4.0, 4)
    ('    │██', '████│')
    """
    share = 1.0 if not isfinite(x) else abs(x) / largest if largest else 0.0
    blocks = "█" * round(min(share, 1.0) * half)
    return f"{right(blocks, half)}│" if x < 0 else f"{' ' * half}│{blocks}"
