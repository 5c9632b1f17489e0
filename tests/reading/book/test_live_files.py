"""The files of the live book: a folder, a single page, and errors for a wrong Pyodide."""

import gzip
import io
import json
import re
import zipfile
from base64 import b64decode
from hashlib import sha256
from pathlib import Path

import pytest

from textbook_ml.core.errors import TextbookError
from textbook_ml.plots.svg import Markup
from textbook_ml.questions import questions
from textbook_ml.reading.book import book
from textbook_ml.reading.book.page import Leaf
from textbook_ml.reading.book.runtime import DIGESTS, VERSION, runtime
from textbook_ml.reading.book.site import folder_files, single_page_files
from textbook_ml.reading.book.stubs import practice_stubs
from textbook_ml.study.experiments._experiment import experiments

INSIDE = Markup('<p><a href="errata.html">a</a> <a href="errata.html#b">c</a> <i id="b">d</i></p>')
PAGES = [Leaf(name, name.title(), "", lambda: INSIDE) for name in ("index", "errata")]


@pytest.fixture
def pyodide(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with the layout of the npm package of Pyodide."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as library:
        library.writestr("os.py", "path = 1\n" * 100)
    files = {
        "package.json": json.dumps({"version": VERSION}).encode(),
        "pyodide.asm.js": b"// asm",
        "pyodide.js": b"// loader",
        "pyodide.asm.wasm": b"\0asm\1\0\0\0",
        "python_stdlib.zip": archive.getvalue(),
        "pyodide-lock.json": b'{"info": {"python": "3.13"}, "packages": {"x": 1}}',
    }
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    digests = {name: sha256(files[name]).hexdigest() for name in DIGESTS}
    monkeypatch.setattr("textbook_ml.reading.book.runtime.DIGESTS", digests)
    return tmp_path


def unpacked(text: str) -> dict[str, bytes]:
    return {name: gzip.decompress(b64decode(part)) for name, part in json.loads(text).items()}


def test_the_runtime_contains_python_and_this_package(pyodide: Path) -> None:
    """Files that are needed only to write books are left out."""
    parts = unpacked(runtime(str(pyodide)))
    assert parts["program"].startswith(b"// asm\n// loader\n")
    with zipfile.ZipFile(io.BytesIO(parts["library"])) as library:
        assert library.read("os.py") == b"path = 1\n" * 100
    with zipfile.ZipFile(io.BytesIO(parts["house"])) as house:
        names = set(house.namelist())
    assert {"textbook_ml/reading/book/live.py", "textbook_ml/sources/mitchell.toml"} <= names
    assert not [name for name in names if "assets" in name or name.endswith(".pyc")]


def test_the_same_files_give_the_same_bytes(pyodide: Path) -> None:
    """The archive contains no time stamp."""
    assert runtime(str(pyodide)) == runtime(str(pyodide))


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("pyodide.asm.wasm", None, "no pyodide.asm.wasm"),
        ("pyodide.asm.js", None, "no pyodide.asm.js"),
        ("pyodide.asm.wasm", b"<html>", "pyodide.asm.wasm is damaged"),
        ("pyodide.asm.wasm", b"\0asm\1\0\0", "pyodide.asm.wasm is damaged"),
        ("pyodide.asm.js", b"// as", "pyodide.asm.js is damaged"),
        ("python_stdlib.zip", b"PK\3\4 and no more", "damaged"),
        ("pyodide-lock.json", b"{", "damaged"),
        ("package.json", b'{"version": "0.20.0"}', "has version 0.20.0"),
        ("package.json", b"{}", "has no version number"),
        ("package.json", b"<html>", "has no version number"),
    ],
)
def test_a_wrong_pyodide_is_a_one_line_error_and_writes_no_book(
    pyodide: Path, name: str, content: bytes | None, words: str
) -> None:
    """The error is raised before the experiments run and before anything is written."""
    (pyodide / name).unlink() if content is None else (pyodide / name).write_bytes(content)
    out = pyodide / "book"
    with pytest.raises(TextbookError, match=words) as refused:
        list(book(str(out), pyodide=str(pyodide)))
    assert "\n" not in str(refused.value) and VERSION in str(refused.value)
    assert not out.exists()


def test_a_missing_pyodide_folder_is_an_error(tmp_path: Path) -> None:
    """The message contains the command that creates the folder."""
    with pytest.raises(TextbookError, match=f"npm install pyodide@{VERSION}"):
        runtime(str(tmp_path / "nothing"))


def test_only_a_live_book_has_scripts_that_run_python() -> None:
    """A book without Pyodide contains no script that runs Python."""
    plain, live = dict(folder_files(PAGES)), dict(folder_files(PAGES, "{}"))
    assert live.keys() - plain.keys() == {"live.js", "data.js", "runtime.js"}
    assert b"live.js" not in plain["index.html"]
    assert b'src="live.js"' in live["index.html"]


def test_all_links_of_a_single_page_are_internal() -> None:
    """`errata.html#b` becomes `#b`, and `errata.html` becomes the anchor of that page."""
    [(name, content)] = single_page_files(PAGES, "{}")
    text = content.decode()
    assert name == "index.html"
    assert "<a href=#page-errata>a</a> <a href=#b>c</a>" in text
    body = text.partition("</style>")[2].partition("<script>{")[0]
    assert not re.findall(r"[a-z]\.(?:html|css|js|woff2)\b", body)
    assert 'url("data:font/woff2;base64,' in text


def test_every_question_has_a_stub_to_try() -> None:
    """Each stub compiles, and has at most six common mistakes as a hint."""
    offered = practice_stubs()
    assert offered.keys() == questions().keys()
    for name, one in offered.items():
        compile(str(one["stub"]), name, "exec")
    assert "divides by N − 1" in str(offered["variance_mvue"]["hints"])
    assert all(str(one["hints"]).count("– ") <= 6 for one in offered.values())


def test_no_experiment_has_the_name_of_a_question() -> None:
    """The names of experiments and of questions are anchors in the same book."""
    assert not questions().keys() & experiments().keys()
