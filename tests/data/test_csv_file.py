"""Reading CSV files: numbers, missing values, and the location of each error."""

import csv
import io
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textbook_ml.core.errors import TextbookError
from textbook_ml.data import Cell, Dataset, Kind, csv_file, read_csv
from textbook_ml.data.csv_file import Sheet, dataset_of

REAL_DATA = os.environ.get("TEXTBOOK_ML_DATA", "")


def read(text: str, label: str | None = None, kinds: dict[str, Kind] | None = None) -> Dataset:
    return read_csv(io.StringIO(text), label, kinds, quiet=True)


def test_a_small_file() -> None:
    """The header has the names, the last column is the class, and numbers become floats."""
    table = read("outlook,degrees,play\nSunny,30,no\nRain,-2.5e1,no\nRain, 7 ,yes\n")
    assert table == Dataset(
        rows=(("Sunny", 30.0), ("Rain", -25.0), ("Rain", 7.0)),
        labels=("no", "no", "yes"),
        features=("outlook", "degrees"),
        kinds=("discrete", "continuous"),
        label_name="play",
    )


def test_the_class_column_can_be_named() -> None:
    """The class can be any column; its labels are strings even if they look like numbers."""
    table = read("y,a,b\n01,1,2\n1,3,4\n", label="y")
    assert (table.labels, table.features, table.label_name) == (("01", "1"), ("a", "b"), "y")
    assert table.rows == ((1.0, 2.0), (3.0, 4.0))


@pytest.mark.parametrize(
    "cell", ["", "?", " ", " ? ", "NA", "N/A", "NaN", "nan", "null", "NULL", "None", "None "]
)
def test_missing_cells(cell: str) -> None:
    """Empty cells and the usual words are missing values, in columns of both kinds."""
    table = read(f"n,s,y\n1,a,u\n{cell},{cell},v\n")
    assert table.rows == ((1.0, "a"), (None, None))
    assert table.kinds == ("continuous", "discrete")


@pytest.mark.parametrize("cell", ["1_000", "١٢", "0x10", "1,5", "twelve", "1 2", "--1"])
def test_a_cell_that_is_not_a_plain_number_makes_the_column_discrete(cell: str) -> None:
    """One cell that is not a number makes all cells of the column strings."""
    table = read(f'x,y\n1,a\n"{cell}",b\n')
    assert table.kinds == ("discrete",)
    assert table.column("x") == ("1", cell)


def test_codes_can_be_declared_discrete() -> None:
    """Cells of a column declared discrete are strings: 1 and 01 are two values."""
    table = read("age,y\n1,a\n01,b\n?,b\n", kinds={"age": "discrete"})
    assert table.column("age") == ("1", "01", None)


def test_a_column_without_observed_cells_is_discrete() -> None:
    """A column without observed cells is discrete unless its kind is declared."""
    assert read("x,y\n?,a\n,b\n").kinds == ("discrete",)
    assert read("x,y\n?,a\n,b\n", kinds={"x": "continuous"}).kinds == ("continuous",)


def test_text_cells_are_not_changed() -> None:
    """Text cells keep commas, line breaks and quotes."""
    table = read('text,class\n"Buy, ""now""\nor never",spam\n?,ham\n"",ham\n42,ham\n')
    assert table.kinds == ("text",)
    assert table.column("text") == ('Buy, "now"\nor never', "?", "", "42")
    swapped = read("spam,text\nyes,hello\n", label="spam")
    assert swapped.kinds == ("text",)
    assert read("text,class\nhello,ham\n", kinds={"text": "discrete"}).kinds == ("discrete",)
    assert read("text,size,class\nhello,3,ham\n").kinds == ("discrete", "continuous")


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["plain", "marked"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_files_of_every_system(tmp_path: Path, mark: bytes, end: str) -> None:
    """UTF-8 with or without byte order mark and all line ends are read; empty lines skipped."""
    file = tmp_path / "days.csv"
    file.write_bytes(mark + end.join(["größe,y", "1,a", "", "2,ü", "", ""]).encode())
    for source in (file, str(file)):
        table = read_csv(source)
        assert (table.features, table.labels) == (("größe",), ("a", "ü"))
        assert table.rows == ((1.0,), (2.0,))


def test_an_open_file_is_read_from_its_position(tmp_path: Path) -> None:
    """Lines that were read before are not part of the table."""
    file = tmp_path / "days.csv"
    file.write_text("# a remark\nx,y\n1,a\n", encoding="utf-8")
    with file.open(encoding="utf-8") as opened:
        opened.readline()
        assert read_csv(opened).rows == ((1.0,),)
    with pytest.raises(TextbookError, match="days.csv: cannot be read"):
        read_csv(opened)
    assert read("\ufeffx,y\n1,a\n").features == ("x",)


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    """A dash means standard input, read as UTF-8 whatever the encoding of the console."""
    content = io.BytesIO("\ufeffgröße,y\n1,a\n".encode())
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(content, encoding="latin-1"))
    assert read_csv("-").features == ("größe",)
    monkeypatch.setattr(sys, "stdin", io.StringIO("x,y\n1\n"))
    with pytest.raises(TextbookError, match="^standard input, row 2: expected 2 cells, got 1"):
        read_csv("-")


def test_cells_have_no_limit() -> None:
    """A cell may be longer than the limit of the csv module, which is not changed."""
    limit = csv.field_size_limit()
    long = "x" * (limit + 1)
    with ThreadPoolExecutor(4) as pool:
        tables = list(pool.map(read, [f"text,y\n{long},a\n"] * 8))
    assert all(table.rows == ((long,),) for table in tables)
    assert csv.field_size_limit() == limit


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "^the open file: the file is empty"),
        ("\n\n", "^the open file: the file is empty"),
        ("x,y\n", "must be at least one row after the header"),
        ("x,x,y\n1,2,a\n", "^the open file, row 1: .* different, got 'x' 2 times"),
        ("x,,y\n1,2,a\n", "row 1: column 2 has no name"),
        ("x:y\n1:a\n", "row 1: .*got the single column 'x:y'. Fix: .*delimiter=':'"),
        ("x,y\n1,a\n2\n", "row 3: expected 2 cells, got 1"),
        ("x,y\n1,a\n\n2,b,c\n", "row 4: expected 2 cells, got 3"),
        ("x,y\n1,a\n2,?\n", r"row 3: the class 'y' is missing \('\?'\)"),
        ("x,y\n1,a\n2,\n", r"row 3: the class 'y' is missing \(''\)"),
        ("x,y\n1,a\n2,NA\n", r"row 3: the class 'y' is missing \('NA'\).* missing=\['\?'\]"),
        ("x,y\n1,a\nNAN,b\n", "row 3, column 'x': .* finite numbers, got 'NAN'"),
        ("x,y\n1e999,a\n2,b\n", "row 2, column 'x': .* finite numbers, got '1e999'"),
        ('x,y\n1,a\n"2,b\n3,c\n', "row 3: unexpected end of data. Fix: begin and end a quoted"),
        ('x,y\n"1"2,a\n', "row 2: .*expected after"),
    ],
)
def test_the_error_of_an_invalid_file_names_its_place(text: str, message: str) -> None:
    """The error states the file and the row; the header is row 1."""
    with pytest.raises(TextbookError, match=message):
        read(text)


def test_a_declaration_must_fit_the_file() -> None:
    """The class and the declared kinds must name columns that exist and have that kind."""
    text = "age,sex,y\n1,f,a\nold,m,b\n"
    with pytest.raises(TextbookError, match=r"no class column 'play'\. Columns: 'age', 'sex'"):
        read(text, label="play")
    with pytest.raises(TextbookError, match=r"no class column 'Y'\. Did you mean y\?"):
        read(text, label="Y")
    with pytest.raises(TextbookError, match=r"row 1: kinds: .* no feature 'y'\. Features: 'age'"):
        read(text, kinds={"y": "discrete"})
    with pytest.raises(TextbookError, match=r"kinds: .* no feature 'agee'\. Did you mean age\?"):
        read(text, kinds={"agee": "discrete"})
    with pytest.raises(TextbookError, match="row 3, column 'age': .* finite numbers, got 'old'"):
        read(text, kinds={"age": "continuous"})
    unknown: Any = "number"
    with pytest.raises(TextbookError, match="kind of 'age' must be one of 'discrete', .* 'number'"):
        read(text, kinds={"age": unknown})


def test_a_source_that_cannot_be_read_raises_an_error(tmp_path: Path) -> None:
    """Examples are a missing file, a folder, another encoding, and an object of another type."""
    with pytest.raises(TextbookError, match="none.csv: cannot be read .No such file"):
        read_csv(tmp_path / "none.csv")
    with pytest.raises(TextbookError, match="cannot be read"):
        read_csv(tmp_path)
    with pytest.raises(TextbookError, match="cannot be read .embedded null"):
        read_csv("a\0b")
    file = tmp_path / "latin.csv"
    file.write_bytes("x,y\n1,a\n2,é\n".encode("latin-1"))
    with pytest.raises(TextbookError, match="latin.csv, line 3: the byte 0xe9 is not UTF-8"):
        read_csv(file)
    number: Any = 3
    with pytest.raises(TextbookError, match="must be a path, an open file, or - .*, got 3"):
        read_csv(number)


words = st.text("abc,\"\n'é ", max_size=4).map(lambda word: f"w{word}")
numbers = st.floats(allow_nan=False, allow_infinity=False)


@given(st.lists(st.tuples(st.none() | words, st.none() | numbers, words), min_size=1))
def test_written_cells_are_read_back(lines: list[tuple[str | None, float | None, str]]) -> None:
    """Cells written by the csv module are read back, floats exactly, without outer spaces."""
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(["word", "number", "class"])
    writer.writerows([[name, "?" if x is None else repr(x), y] for name, x, y in lines])
    table = read(file.getvalue(), kinds={"number": "continuous"})
    expected: tuple[tuple[Cell, ...], ...] = tuple(
        (name and name.strip(), x) for name, x, _ in lines
    )
    assert table.rows == expected
    assert table.labels == tuple(y.strip() for *_, y in lines)


@given(st.text('x,y\n\r"?1. é\0_', max_size=30) | st.text(max_size=30))
def test_any_text_is_a_table_or_a_textbook_error(text: str) -> None:
    """Any text is read or raises TextbookError, never another exception."""
    try:
        table = read(text)
    except TextbookError as error:
        assert str(error).startswith("the open file")
    else:
        assert len(table) > 0


@pytest.mark.skipif(not REAL_DATA, reason="TEXTBOOK_ML_DATA names no folder of real data")
def test_real_files_are_read_completely() -> None:
    """The rows are those of the csv module, and text columns are strings."""
    files = sorted(Path(REAL_DATA).glob("*.csv"))
    assert files
    for file in files:
        with file.open(encoding="utf-8", newline="") as opened:
            header, *rows = csv.reader(opened)
        table = read_csv(file)
        assert (*table.features, table.label_name) == tuple(header)
        assert table.labels == tuple(row[-1] for row in rows)
        assert len(table) == len(rows)
        if table.kinds != ("text",):
            missing = sum(cell == "?" for row in rows for cell in row)
            assert sum(cell is None for row in table.rows for cell in row) == missing


class Unsearchable(list[str]):
    """A header that counts searches; one search for each column would take quadratic time."""

    searches = 0

    def index(self, *args: Any) -> int:
        """Count the searches."""
        self.searches += 1
        return super().index(*args)


def test_the_header_is_not_searched_for_each_column() -> None:
    """A search for each of a hundred thousand columns would take hours."""
    header = Unsearchable([f"x{i}" for i in range(50)] + ["c"])
    dataset_of(Sheet("wide", header, [(2, ["1"] * 50 + ["a"])]))
    assert header.searches <= 1


def test_long_cells_and_lists_are_shortened_in_messages() -> None:
    """At most 60 characters of a cell and 12 columns are quoted."""
    text = f"x,c\n1,a\n{'9' * 5000 + 'x'},b\n"
    with pytest.raises(TextbookError, match=r"column 'x': .*'9{60}'… \(5001 characters\)"):
        read_csv(io.StringIO(text), kinds={"x": "continuous"})
    wide = ",".join(f"x{i}" for i in range(10_000))
    with pytest.raises(TextbookError, match="'x0', .*'x11' and 9988 more$"):
        read_csv(io.StringIO(f"{wide}\n{wide}\n"), label="class")


def test_a_file_without_end_is_an_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """At most the size limit is read, from a path, an open file or standard input."""
    read: list[int] = []

    class Endless(io.StringIO):
        def read(self, size: int | None = -1) -> str:
            assert size is not None and size >= 0
            read.append(size)
            return "y" * size

    monkeypatch.setattr(csv_file, "LARGEST", 1 << 20)
    (tmp_path / "big.csv").write_bytes(b"x" * ((1 << 20) + 1))
    monkeypatch.setattr(sys, "stdin", Endless())
    for source in (Endless(), "-", tmp_path / "big.csv"):
        with pytest.raises(TextbookError, match="must have at most 1 MiB, has more. Fix: "):
            read_csv(source)
    assert sum(read) <= 2 * (2 << 20)


def test_closed_standard_input_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading standard input raises an error if the process has none."""
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(TextbookError, match="standard input is closed. Fix: "):
        read_csv("-")
