"""Notes on a table: how a file was interpreted, if the interpretation may be wrong."""

import io
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textbook_ml.data import read_csv
from textbook_ml.data.csv_cells import CellRules, Column
from textbook_ml.data.csv_notes import ColumnFacts

REAL_DATA = os.environ.get("TEXTBOOK_ML_DATA", "")


def notes(*lines: str, kinds: dict[str, str] | None = None) -> list[str]:
    """Return the notes on a table with the classes a and b in turn."""
    head, *rows = lines
    text = "".join(f"{row},{'ab'[i % 2]}\n" for i, row in enumerate(rows))
    file = io.StringIO(f"{head},y\n{text}")
    return list(read_csv(file, kinds=kinds, quiet=True).notes)  # type: ignore[arg-type]


def test_a_plain_table_has_no_notes() -> None:
    """Numbers, categories and missing values give no notes."""
    assert notes("x,c", *(f"{i * i % 17},{'uvw'[i % 3]}" for i in range(40)), "?,") == []


def test_a_word_among_numbers() -> None:
    """The note quotes the words, and the fix includes the current missing values."""
    rows = [f"{i / 3}" for i in range(39)]
    assert notes("temp", *rows, "n/a?") == [
        "'temp': 39 numbers and 'n/a?' – treated as discrete; if 'n/a?' means missing, use "
        "missing=['n/a?']"
    ]
    assert notes("temp", *rows, "-", "NA", "?") == [
        "'temp': 39 numbers and '-' – treated as discrete; if '-' means missing, use "
        "missing=['-', '?', 'NA']"
    ]
    assert notes("temp", *rows, "one", "two") == [
        "'temp': 39 numbers and 'one', 'two' – treated as discrete; if they mean missing, use "
        "missing=['one', 'two']"
    ]
    assert notes("temp", *rows, "a", "b", "c", "d") == [
        "'temp': 39 numbers and 'a', 'b', 'c' and others – treated as discrete"
    ]
    assert notes("temp", *rows, "temp") == [
        "'temp': 39 numbers and 'temp' – treated as discrete; remove the row that repeats the "
        "header"
    ]
    assert notes("temp", *rows, "n/a?", kinds={"temp": "discrete"}) == []
    assert notes("temp", *("hot cold 3".split() * 5)) == []


@pytest.mark.parametrize(
    ("cell", "what"),
    [
        ('"1,234"', "a thousands separator"),
        ("1'234", "a thousands separator"),
        ('"1,5"', "a decimal comma"),
        ("12%", "a per cent sign"),
        ("$12", "a currency sign"),
        ("12 kg", "a unit"),
    ],
)
def test_decorated_numbers(cell: str, what: str) -> None:
    """The note states which characters to remove, or which option reads the numbers."""
    (note,) = notes("x", *("1", "2", "3"), cell)
    assert f"'x': {cell.strip(chr(34))!r}".replace('"', "'")[:6] in note.replace('"', "'")
    comma = what == "a decimal comma"
    fix = "if all numbers have it, use decimal=','" if comma else "write plain numbers"
    assert f"has {what} – treated as discrete; {fix}" in note


def test_identifiers_and_dates() -> None:
    """A note is given for one category in every row and for numbers in sequence."""
    names = [f"person {i * 7919 % 100}" for i in range(30)]
    (note,) = notes("who", *names)
    assert note.startswith("'who': 30 categories in 30 rows (an identifier or text?); leave it out")
    assert "drop=['who']" in note and "kinds={'who': 'text'}" in note
    (note,) = notes("day", *(f"2024-01-{i % 20 + 1:02}" for i in range(30)))
    assert note == "'day': 20 categories in 30 rows (dates?); leave it out with drop=['day']"
    (note,) = notes("id", *map(str, range(1, 31)))
    assert note.startswith("'id': the numbers 1 to 30 in order – treated as a feature")
    assert notes("code", *(f"c{i % 15}" for i in range(30))) == []


def test_a_long_name_is_quoted_in_part() -> None:
    """A name of 5,000 characters is not repeated as an argument."""
    name = "n" * 5000
    for cells in (map(str, range(20)), (f"w{i}" for i in range(20)), ["1"] * 20):
        lines = [f"{name},z", *(f"{cell},{i % 7}" for i, cell in enumerate(cells))]
        [note] = notes(*lines)
        assert len(note) < 300, note


def test_constant_columns() -> None:
    """One note lists all constant columns, another all columns without values."""
    rows = [f"0,u,{i % 7},v,1" for i in range(20)]
    assert notes("p,q,r,s,t", *rows) == ["constant columns: 'p', 'q', 's' and 1 more"]
    empty = "column without any value: 's'; leave out with drop=['s']"
    constant = "constant column: 'p'; leave out with drop=['p']"
    assert notes("p,r,s", *(f"0,{i % 7},?" for i in range(20))) == [empty, constant]
    (note,) = notes("r,s,t", *(f"{i % 7},," for i in range(20)))
    assert note == "columns without any value: 's', 't'; leave out with drop=['s', 't']"
    assert notes("p", *["7"] * 12) == ["constant column: 'p'; leave out with drop=['p']"]


def test_a_category_that_is_read_as_missing() -> None:
    """In a column of words, None may be a category, so a note is given."""
    (note,) = notes("alley", *(["paved", "None", "gravel"] * 8))
    assert note == (
        "'alley': 'None' in 8 of 24 rows is read as missing; if it is a category, missing=['?']"
    )


def test_classes() -> None:
    """A note is given for classes with few rows and for a class column of many numbers."""

    def of(labels: list[str]) -> tuple[str, ...]:
        rows = "".join(f"{i % 7},{y}\n" for i, y in enumerate(labels))
        return read_csv(io.StringIO(f"x,y\n{rows}"), quiet=True).notes

    assert of(["a"] * 30 + ["b"] * 2) == ("classes with fewer than 5 rows: 'b' 2",)
    assert of(["a"] * 30 + ["b"] * 5) == ()
    (note,) = of([f"{i / 7:.3f}" for i in range(30)])
    assert note == (
        "class 'y': 30 classes in 30 rows; if another column is the class, name it: label='NAME'"
    )


def test_many_notes_of_one_kind_are_summarised() -> None:
    """A table with a thousand such columns has a short list of notes."""
    names = ",".join(f"x{i}" for i in range(100))
    rows = [",".join([f"{k * k % 13}"] * 100) for k in range(20)]
    found = notes(names, *rows, ",".join(["-"] * 100))
    assert len(found) == 6
    assert found[-1] == "95 more columns are like this; `describe` lists all columns"


cells = st.lists(
    st.sampled_from(["1", "2", "3", " 3 ", "a", "b", "", "?", "NA", "4.5"]), max_size=12
)


@given(cells, cells)
def test_facts_about_pieces_can_be_added(first: list[str], second: list[str]) -> None:
    """Facts about pieces add up, except the number of values, which is counted separately."""

    def facts(strings: list[str]) -> ColumnFacts:
        return ColumnFacts.of(Column.of(strings, None, CellRules()))

    if not first or not second:
        return
    whole, total = facts(first + second), facts(first) + facts(second)
    for name in ("rows", "missing", "numbers", "observed", "numeric", "words", "constant", "kind"):
        assert getattr(whole, name) == getattr(total, name), name
    assert whole.consecutive == (total.consecutive and not whole.missing and whole.numeric)


@pytest.mark.skipif(not REAL_DATA, reason="TEXTBOOK_ML_DATA names no folder of real data")
def test_notes_on_real_files() -> None:
    """Real files have notes only on constant columns and small classes."""
    found = {
        file.stem: read_csv(file, quiet=True).notes
        for file in sorted(Path(REAL_DATA).glob("*.csv"))
    }
    assert {name: [n.partition(":")[0] for n in some] for name, some in found.items() if some} == {
        "ionosphere": ["constant column"],
        "lenses": ["classes with fewer than 5 rows"],
        "lymphography": ["classes with fewer than 5 rows"],
        "optdigits_0v1": ["constant columns"],
        "optdigits_2v3": ["constant columns"],
    }


def test_missing_values_given_by_the_caller_have_no_note() -> None:
    """Only missing values of the default list are noted."""
    text = "colour,y\n" + "red,a\nblue,b\nNone,a\nunknown,b\n" * 5
    (note,) = read_csv(io.StringIO(text), quiet=True).notes
    assert "'None' in 5 of 20 rows is read as missing" in note
    given = ["-", "None", "unknown"]
    assert read_csv(io.StringIO(text), missing=given, quiet=True).notes == ()
