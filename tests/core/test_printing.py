"""Reports and short reprs: exact if that is short, and safe for all names."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from textbook_ml.core.console import Heading
from textbook_ml.core.printable import Printable
from textbook_ml.core.printing import (
    LONGEST_ABBREVIATED,
    MOST_LINES,
    html_report,
    shown_lines,
)


@dataclass(frozen=True, slots=True, repr=False)
class Thing(Printable):
    """An object with a report."""

    name: Any
    cells: Any = ()
    hidden: int = field(default=0, repr=False)

    def _report(self) -> Iterable[str]:
        yield Heading(f"Thing {self.name}")
        yield from map(str, self.cells)


def test_a_short_repr_can_be_evaluated() -> None:
    """`eval(repr(x)) == x` for one-item tuples, nested tables, mappings, Fractions and objects."""
    for cells in ((), (1,), [1, 2], ((1.5, "a"), {"x": Fraction(1, 3), "…": None}), Thing("b")):
        thing = Thing("a", cells)
        assert eval(repr(thing)) == thing
    assert repr(Thing("a")) == "Thing(name='a', cells=())"


def test_a_long_repr_is_abbreviated() -> None:
    """A few items of each table are shown, with the number of the others."""
    long = repr(Thing("a" * 5000, tuple((float(i),) * 50 for i in range(10_000))))
    assert len(long) <= LONGEST_ABBREVIATED
    assert long.endswith("(5.0, 5.0, 5.0, 5.0, 5.0, 5.0, … 44 more), … 9994 more))")
    wide = repr(Thing("a", {i: i for i in range(1000)}))
    assert (
        wide
        == f"Thing(name='a', cells={{{', '.join(f'{i}: {i}' for i in range(12))}, … 988 more}})"
    )


def test_a_report_is_printed_and_shown_by_notebooks() -> None:
    """`print` and the notebook show the same lines; headings are bold in HTML."""
    thing = Thing("x", ["1", "2"])
    assert str(thing) == "Thing x\n1\n2"
    assert thing._repr_html_().endswith("><strong>Thing x</strong>\n1\n2</pre>")


def test_hostile_text_is_neither_markup_nor_a_terminal_code() -> None:
    """Tags, entities, escape codes, new lines and right-to-left marks are escaped."""
    hostile = "<script>alert('1')</script>&amp;\x1b[2J\n\u202eabc"
    html = html_report([Heading(hostile), hostile])
    assert "<script" not in html
    assert "&lt;script&gt;alert(&#x27;1&#x27;)&lt;/script&gt;&amp;amp;" in html
    for text in (html, *shown_lines([hostile])):
        assert not {"\x1b", "\u202e"} & set(text)
    assert len(shown_lines([hostile])) == 1


def test_a_long_report_is_shortened() -> None:
    """The number of omitted lines is printed."""
    lines = shown_lines(map(str, range(1000)))
    assert len(lines) == MOST_LINES + 1
    assert lines[-1] == f"… and {1000 - MOST_LINES} more lines"
    assert len(shown_lines(["a" * 10**6])[0]) < 1000
