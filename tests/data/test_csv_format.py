"""Formats of CSV files: delimiter, decimal mark, encoding, header, unnamed columns."""

import csv
import gzip
import io
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.time_guard import no_endless_work
from textbook_ml.core.errors import DataWarning, TextbookError
from textbook_ml.data import Dataset, read_csv
from textbook_ml.data.csv_file import read_sheet
from textbook_ml.data.csv_format import CsvOptions

PLAIN = "size,colour,y\n1.5,red,a\n2.25,blue,b\n-3,red,a\n"


def read(text: str | bytes, **options: Any) -> Dataset:
    source = io.StringIO(text) if isinstance(text, str) else io.BytesIO(text)
    return read_csv(source, quiet=True, **options)


def with_index(first: str) -> str:
    """Return the plain table with a first column of row numbers, whose header is `first`."""
    header, *rows = PLAIN.splitlines()
    return "".join([f"{first}{header}\n", *(f"{i},{row}\n" for i, row in enumerate(rows))])


def german(text: str) -> str:
    return text.replace(",", ";").replace(".", ",")


@pytest.mark.parametrize(
    "text",
    [
        PLAIN.replace(",", ";"),
        PLAIN.replace(",", "\t"),
        PLAIN.replace(",", "|"),
        german(PLAIN),
        german(PLAIN).replace(";", "\t"),
        "sep=;\n" + german(PLAIN),
        '"sep=|"\r\n' + PLAIN.replace(",", "|"),
        PLAIN.replace(",", " , ").replace("\n", "  \n"),
        PLAIN.replace("red", '"red" '),
        PLAIN.replace("red", ' "red"'),
        "# made by a tool, version 2\n\n" + PLAIN,
        PLAIN.replace(",", " "),
        PLAIN.replace("\n", ",\n"),
        PLAIN.replace("\n", ",\n").replace("y,", "y"),
        PLAIN.replace("y\n", "y,\n"),
        PLAIN + ",,\n \n,,\n",
        with_index(","),
        with_index(""),
        with_index('"Unnamed: 0",'),
    ],
    ids=[
        "semicolon", "tab", "pipe", "German", "German tab", "sep", "quoted sep", "spaces",
        "space after quote", "space before quote", "comment", "space", "trailing",
        "trailing in rows", "trailing in header", "empty rows", "pandas index", "R row names",
        "Unnamed: 0",
    ],
)  # fmt: skip
def test_the_same_table_in_other_formats(text: str) -> None:
    """Rows, labels and kinds equal those of the plain file."""
    assert read(text) == read(PLAIN)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("packed", [False, True])
def test_encodings_with_a_byte_order_mark(encoding: str, packed: bool, tmp_path: Path) -> None:
    """Encodings with a byte order mark are recognised, also in a file compressed by gzip."""
    mark = "\ufeff" if encoding.endswith("e") else ""
    content = (mark + PLAIN.replace("red", "größe")).encode(encoding)
    path = tmp_path / "data.csv"
    path.write_bytes(gzip.compress(content) if packed else content)
    assert read_csv(path, quiet=True).column("colour") == ("größe", "blue", "größe")


def test_other_encodings_must_be_stated() -> None:
    """The error for another encoding names the line, the byte and the option."""
    content = PLAIN.replace("blue", "blå").encode("latin-1")
    with pytest.raises(TextbookError, match=r"line 3: the byte 0xe5 is not UTF-8.*='latin-1'"):
        read(content)
    assert read(content, encoding="latin-1").column("colour")[1] == "blå"
    with pytest.raises(TextbookError, match="unknown encoding 'klingon'. Fix: .*latin-1"):
        read(content, encoding="klingon")
    for not_text in ("rot13", "zlib", "hex"):
        with pytest.raises(TextbookError, match="unknown encoding"):
            read(content, encoding=not_text)
    with pytest.raises(TextbookError, match="character NUL, as UTF-16.*encoding='utf-16-le'"):
        read(PLAIN.encode("utf-16-le"))
    assert read(PLAIN.encode("utf-16-le"), encoding="utf-16-le") == read(PLAIN)


def test_a_workbook_is_rejected() -> None:
    """An .xlsx file is recognised as a zip file and rejected."""
    with pytest.raises(TextbookError, match="got an Excel workbook or a zip file. Fix: save"):
        read(b"PK\x03\x04" + bytes(range(256)))


def test_a_file_without_a_header() -> None:
    """A missing header is recognised by its numbers, or stated; columns are numbered."""
    table = read("1,2,0\n3,4,1\n")
    assert (table.features, table.label_name, len(table)) == (("x1", "x2"), "x3", 2)
    assert "no header: row 1 is data" in table.notes[0]
    assert read("1,2,0\n3,4,1\n", header=True).features == ("1", "2")
    table = read("red,1,a\nblue,2,b\n", header=False)
    assert table.rows == (("red", 1.0), ("blue", 2.0))
    (note, *_) = read("5.1,3.5,a\n4.9,3.0,b\n").notes
    assert note == "the header looks like data ('5.1', '3.5'); if row 1 is data: header=False"
    with pytest.raises(TextbookError, match="row 1: .*'1' 2 times. Fix: .*header=False"):
        read("1,1,a\n2,2,b\n")


def test_rows_are_numbered_as_in_the_file() -> None:
    """Comments, blank lines, `sep=;` and a missing header do not change row numbers."""
    with pytest.raises(TextbookError, match="row 5: expected 2 cells, got 3"):
        read("sep=;\n\nx;y\n1;a\n2;b;c\n")
    with pytest.raises(TextbookError, match="row 2: expected 3 cells, got 2"):
        read("1,2,0\n3,4\n")


def test_unnamed_columns() -> None:
    """An index column is dropped with a note; other unnamed columns must be empty."""
    table = read(",x,y\n0,1,a\n1,2,b\n")
    assert (table.features, table.notes) == (
        ("x",),
        ("column 1 has no name: it is taken as an index and left out",),
    )
    with pytest.raises(TextbookError, match="row 1: column 2 has no name. Fix: name it"):
        read("x,,y\n1,7,a\n")
    rows = "1,a,\n" * 150
    assert len(read(f"x,y,\n{rows}")) == 150
    with pytest.raises(TextbookError, match="row 152: column 3 must be empty, .*got 'late'"):
        read(f"x,y,\n{rows}2,b,late\n")


def test_decimal_marks() -> None:
    """A comma is a decimal mark only if the delimiter is another character."""
    assert read("x;y\n1,5;a\n2;b\n").rows == ((1.5,), (2.0,))
    assert read("x;y\n1.5;a\n2;b\n").rows == ((1.5,), (2.0,))
    assert read('x,y\n"1,5",a\n2,b\n').kinds == ("discrete",)
    assert read('x,y\n"1,5",a\n2,b\n', decimal=",").rows == ((1.5,), (2.0,))
    assert read("x\ty\n1,234\ta\n5,678\tb\n").kinds == ("discrete",)
    assert read("x;y\n1.234,5;a\n2;b\n").kinds == ("discrete",)  # no thousands separators
    assert read("x;y\n1,5;a\n2;b\n", decimal=".").kinds == ("discrete",)


def test_missing_words_can_be_replaced() -> None:
    """Empty cells are always missing; missing values that are numbers are compared as numbers."""
    text = "x,c,y\n-999,NA,a\n1,none,b\n,u,a\n"
    table = read(text, missing=["none", "-999.0"])
    assert table.rows == ((None, "NA"), (1.0, None), (None, "u"))
    assert read("x,y\n1,None\n2,b\n", missing=["?"]).labels == ("None", "b")


def test_quotes_can_be_ordinary_characters() -> None:
    """The SMS collection is a tab-separated file with quotes in its text and no header."""
    text = 'ham\t"Hi" she said\nspam\t"Buy\nham\t5" pipe\n'
    with pytest.raises(TextbookError, match='row 1: .*if " is an ordinary character, quotes=F'):
        read(text, header=False)
    table = read(text, header=False, quotes=False, label="x1", kinds={"x2": "text"})
    assert table.rows == (('"Hi" she said',), ('"Buy',), ('5" pipe',))


def test_rows_with_one_cell_too_many_are_not_row_names() -> None:
    """Row names in a file of R must all be different."""
    with pytest.raises(TextbookError, match="row 2: expected 2 cells, got 3"):
        read("text,class\nhello, you,ham\nhello, spam,spam\n")


def test_columns_can_be_dropped() -> None:
    """The last column that is not dropped is the class."""
    table = read("id,x,y,z\n1,2,a,q\n2,3,b,q\n", drop=["id", "z"])
    assert (table.features, table.label_name) == (("x",), "y")
    with pytest.raises(TextbookError, match="drop: there is no column 'idd'. Did you mean id?"):
        read("id,x,y\n1,2,a\n", drop=["idd"])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"delimiter": "::"}, "the delimiter must be one character"),
        ({"delimiter": '"'}, "the delimiter must be one character"),
        ({"decimal": "x"}, "decimal must be '.' or ',', got 'x'"),
        ({"missing": "NA"}, "missing must be a list of strings, got 'NA'"),
        ({"missing": [-999]}, "missing must be a list of strings, got .-999."),
        ({"drop": "id"}, "drop must be a list of strings, got 'id'"),
    ],
)
def test_options_are_checked(options: dict[str, Any], message: str) -> None:
    """The error for an invalid option names the argument and the value."""
    with pytest.raises(TextbookError, match=message):
        CsvOptions(**options)


@pytest.mark.parametrize("name", ["tab", "\\t", "\t"])
def test_a_delimiter_may_be_named(name: str) -> None:
    """A delimiter can be given by name, for example "tab"."""
    assert read(PLAIN.replace(",", "\t"), delimiter=name) == read(PLAIN)


def test_notes_are_warnings_unless_quiet() -> None:
    """Notes are warnings and are also stored in the data set."""
    with pytest.warns(DataWarning, match="taken as an index"):
        table = read_csv(io.StringIO(",x,y\n0,1,a\n1,2,b\n"))
    assert len(table.notes) == 1


cells = st.text("ab,;\t|\"\n\r '1é#?", max_size=5).map(lambda word: f"w{word}")


@given(
    st.lists(st.lists(cells, min_size=3, max_size=3), min_size=2, max_size=8),
    st.sampled_from(",;\t|"),
)
def test_cells_written_with_a_stated_delimiter_are_read_back(
    rows: list[list[str]], delimiter: str
) -> None:
    """Cells keep quotes and line breaks; only spaces around a cell are lost."""
    file = io.StringIO(newline="")
    csv.writer(file, delimiter=delimiter).writerows([["p", "q", "r"], *rows])
    file.seek(0)
    sheet = read_sheet(file, CsvOptions(delimiter=delimiter))
    assert [[c.strip() for c in row] for _, row in sheet.rows] == [
        [c.strip() for c in row] for row in rows
    ]


@given(st.text('x,y;\t|\n\r"?1. é\0_#=sep', max_size=40) | st.text(max_size=30))
def test_any_text_is_a_table_or_a_textbook_error(text: str) -> None:
    """Any text is read or raises TextbookError, never another exception."""
    try:
        assert len(read(text)) > 0
    except TextbookError as error:
        assert str(error).startswith("the open file")


@given(st.binary(max_size=40), st.sampled_from([None, "latin-1", "utf-16", "cp1252"]))
def test_any_bytes_are_a_table_or_a_textbook_error(content: bytes, encoding: str | None) -> None:
    """Any bytes are read or raise TextbookError, never another exception."""
    try:
        assert len(read(content, encoding=encoding)) > 0
    except TextbookError as error:
        assert str(error).startswith("the open file")


@pytest.mark.parametrize(
    "text",
    [
        "x,y\n" + '" ' * 400_000,
        "x,y\n" + '"" ' * 300_000 + "\n",
        "x, " + " " * 900_000 + "y\n1,a\n",
        "#" * 900_000,
        "\n" * 900_000 + "x,y\n1,a\n",
        ";" * 300_000 + "\n" + ";" * 300_000,
        "x,y\n" + "1,a\n" * 200 + '"' * 900_000,
        "x,y" + "," * 100_000 + "\n1,a" + "," * 100_000,
    ],
    ids=["quotes", "doubled", "spaces", "hashes", "blank", "semicolons", "open", "unnamed"],
)
def test_hostile_files_take_linear_time(text: str) -> None:
    """Each file would take minutes if any step were quadratic."""
    with no_endless_work(), suppress(TextbookError):
        read(text)
