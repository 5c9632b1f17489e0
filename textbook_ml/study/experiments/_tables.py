"""The numbers of an experiment as tables, for the console and for HTML pages.

numbers   a mapping of names to numbers, or to lists and mappings of numbers
grid      a mapping of mappings with common names: one table with rows and columns
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor, isfinite, log10
from textwrap import wrap as fold

from textbook_ml.core.console import WIDTH, Heading, display_width, padded, wrap
from textbook_ml.core.formatting import GAP, columns, whole_number

LONGEST = 24  # longest fraction that is written out, in characters
FOLDS = (16, 12, 9)  # widths at which column names are wrapped, tried in turn
SHORT = 8  # longest list that fits in one cell
FINEST = 6  # largest number of decimals
INDENT = "  "


@dataclass(frozen=True, slots=True)
class Table:
    """Cells as printed: the first cell of each row is its name; `head` may be empty."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    @property
    def lines(self) -> list[Sequence[str]]:
        """Header and rows; the header is wrapped as little as the console width allows."""
        forms = [self._with_wrapped_header(room) for room in FOLDS]
        return next((lines for lines in forms if table_width(lines) < WIDTH), forms[-1])

    def _with_wrapped_header(self, room: int) -> list[Sequence[str]]:
        if not self.head:
            return list(self.rows)
        widest = [max(map(display_width, cells)) for cells in zip(*self.rows)]
        folded = [fold(name, max(room, wide)) or [""] for name, wide in zip(self.head, widest)]
        deep = max(map(len, folded))
        return [*zip(*([""] * (deep - len(lines)) + lines for lines in folded)), *self.rows]


def table_width(lines: Sequence[Sequence[str]]) -> int:
    """The width of a table on the console, in characters.

    >>> table_width([["a", "10"], ["bcd", "9"]])
    9
    """
    widths = [max(map(display_width, cells)) for cells in zip(*lines)]
    return len(INDENT) + sum(widths) + len(GAP) * (len(widths) - 1)


def tables(numbers: object, title: str = "") -> Iterator[Table]:
    """Tables of nested numbers: single numbers in one table, each mapping or long list in its own.

    >>> [table.rows for table in tables({"a": 1, "b": {"x": {"c": 2}, "y": {"c": 3}}})]
    [(('a', '1'),), (('x', '2'), ('y', '3'))]
    """
    named = numbers if isinstance(numbers, Mapping) else dict(enumerate(_listed(numbers), 1))
    cells = _grid(named)
    if cells:
        yield _drawn(title, cells)
        return
    single = {str(name): value for name, value in named.items() if not _nested(value)}
    if single:
        yield Table(
            title, (), tuple((name, _single_value(value)) for name, value in single.items())
        )
    for names in _names_that_share_a_table(
        {name: value for name, value in named.items() if _nested(value)}
    ):
        if len(names) > 1:
            yield _drawn(title, _grid({name: named[name] for name in names}))
        else:
            own = str(names[0])
            yield from tables(named[names[0]], f"{title}; {own}" if title else own)


def _names_that_share_a_table(nested: Mapping[object, object]) -> Iterator[list[object]]:
    """Return groups of names that share a table, because their values have the same cell names."""
    groups: dict[tuple[str, ...], list[object]] = {}
    for name, value in nested.items():
        groups.setdefault(tuple(_row(value)) or (f"{name} alone",), []).append(name)
    yield from groups.values()


def _nested(value: object) -> bool:
    """Whether a value needs a table of its own; a short list of numbers does not."""
    inside = _listed(value)
    return isinstance(value, Mapping) or len(inside) > SHORT or any(map(_nested, inside))


def _listed(value: object) -> Sequence[object]:
    return value if isinstance(value, (list, tuple)) else ()


def _grid(named: Mapping[object, object]) -> dict[str, dict[str, object]]:
    """Rows of cells, if all values are mappings that share a name, or lists of equal length."""
    rows = {str(name): _row(value) for name, value in named.items()}
    if len(rows) < 2 or not all(rows.values()):
        return {}
    shared = set.intersection(*map(set, rows.values()))
    lists = not all(isinstance(value, Mapping) for value in named.values())
    uneven = any(set(row) != shared for row in rows.values())
    return {} if not shared or (lists and uneven) else rows


def _row(value: object) -> dict[str, object]:
    """The cells of a row: the items of a mapping, or of a list numbered from 1."""
    cells = value.items() if isinstance(value, Mapping) else enumerate(_listed(value), 1)
    row = {str(name): inner for name, inner in cells}
    return {} if any(map(_nested, row.values())) else row


def _drawn(title: str, cells: Mapping[str, Mapping[str, object]]) -> Table:
    """Return a grid as a table, transposed if only the transposed table fits the console."""
    names = list(dict.fromkeys(name for row in cells.values() for name in row))
    written = {
        name: dict(zip(have, with_equal_decimals([cells[place][name] for place in have])))
        for name in names
        if (have := [place for place, row in cells.items() if name in row])
    }
    rows = [(place, *(written[name].get(place, "") for name in names)) for place in cells]
    table = Table(title, ("", *names), tuple(rows))
    head, *rest = zip(table.head, *rows)
    transposed = Table(title, head, tuple(rest))
    plain_width, transposed_width = table_width(table.lines), table_width(transposed.lines)
    return table if plain_width < WIDTH or plain_width <= transposed_width else transposed


def with_equal_decimals(values: Sequence[object]) -> list[str]:
    """Return numbers as text, with one number of decimals that suits the largest and smallest.

    >>> with_equal_decimals([0.25, 0.0125]), with_equal_decimals([Fraction(1, 3), True, 1500])
    (['0.2500', '0.0125'], ['1/3', 'yes', '1,500'])
    """
    sizes = [abs(v) for v in values if isinstance(v, float) and isfinite(v) and v]
    decimals = 3
    if sizes:
        decimals = max(3 - floor(log10(max(sizes))), 1 - floor(log10(min(sizes))), 0)
    return [_written(v, decimals) for v in values]


def _written(value: object, decimals: int) -> str:
    """One value as text: integers with thousands separators, fractions, or decimals."""
    if _listed(value):
        return ", ".join(with_equal_decimals(_listed(value)))
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}" if value < 10**15 else whole_number(value)
    if isinstance(value, Fraction):
        return str(value) if len(str(value)) <= LONGEST else f"≈ {float(value):.4g}"
    return _all_digits(value, decimals) if isinstance(value, float) else str(value)


def _all_digits(x: float, decimals: int) -> str:
    """A float with a fixed number of decimals, or in scientific notation if there are too many."""
    if not isfinite(x):
        return {"inf": "∞", "-inf": "-∞"}.get(str(x), "undefined")
    return f"{x:,.{decimals}f}" if decimals <= FINEST and abs(x) < 1e9 else f"{x:.3g}"


def _single_value(value: object) -> str:
    """A single number as text; a fraction is also given as a decimal.

    >>> [_single_value(x) for x in (Fraction(1, 4), Fraction(1, 3), Fraction(3), 0.5)]
    ['1/4 = 0.25', '1/3 ≈ 0.3333', '3', '0.5']
    """
    if isinstance(value, float) and isfinite(value) and abs(value) < 10_000:
        return f"{value:.4g}"
    text = with_equal_decimals([value])[0]
    if isinstance(value, Fraction) and "/" in text:
        short = f"{float(value):.4g}"
        return f"{text} {'=' if Fraction(short) == value else '≈'} {short}"
    return text


def sizes_in_words(sizes: Mapping[str, object]) -> str:
    """The sizes of an experiment as text.

    >>> sizes_in_words({"samples": 4000, "test_rows": (10, 20)})
    'samples = 4,000; test rows = 10, 20'
    """
    return "; ".join(
        f"{name.replace('_', ' ')} = {with_equal_decimals([size])[0]}"
        for name, size in sizes.items()
    )


def table_lines(table: Table) -> Iterator[str]:
    """Return a table as lines; a wide table is continued below, with the row names repeated."""
    if table.title:
        yield from map(Heading, wrap(table.title, INDENT))
    if not table.head and table_width(table.rows) >= WIDTH:
        yield from _wrapped(table.rows)
        return
    side = "<" if not table.head and any(" " in value for _, value in table.rows) else ">"
    for place, part in enumerate(_parts(table.lines)):
        if place:
            yield ""
        yield from columns(part, "<" + side * (len(part[0]) - 1), INDENT)


def _wrapped(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Return names and long values in two columns, or as 'name: value' if the names are long."""
    left = max(display_width(name) for name, _ in rows)
    for name, value in rows:
        if left > WIDTH - LONGEST:
            yield from wrap(f"{name}: {value}", INDENT, INDENT * 2)
        else:
            margin = " " * (len(INDENT) + left + len(GAP))
            yield from wrap(value, f"{INDENT}{padded(name, left)}{GAP}", margin)


def _parts(lines: Sequence[Sequence[str]]) -> Iterator[list[list[str]]]:
    """Split the columns of a table into groups that fit the console, each with the row names."""
    names, *cells = zip(*lines)
    left = len(INDENT) + max(map(display_width, names))
    group: list[Sequence[str]] = []
    used = left
    for column in cells:
        wide = len(GAP) + max(map(display_width, column))
        if group and used + wide >= WIDTH:
            yield [list(row) for row in zip(names, *group)]
            group, used = [], left
        group.append(column)
        used += wide
    yield [list(row) for row in zip(names, *group)]
