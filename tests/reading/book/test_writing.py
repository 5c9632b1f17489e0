"""The folder: all of the book, or nothing."""

from pathlib import Path

import pytest

from textbook_ml.errors import TextbookError
from textbook_ml.reading.book.frame import MADE
from textbook_ml.reading.book.writing import require_place, write


def test_a_book_takes_the_place_of_an_older_one(tmp_path: Path) -> None:
    """Nothing of the old one is left, and nothing beside it."""
    out = tmp_path / "book"
    write(str(out), {"index.html": MADE.encode(), "old.html": b""})
    require_place(str(out))
    write(str(out), {"index.html": MADE.encode(), "new.html": b""})
    assert sorted(p.name for p in out.iterdir()) == ["index.html", "new.html"]
    assert list(tmp_path.iterdir()) == [out]


def test_a_folder_with_anything_else_is_refused(tmp_path: Path) -> None:
    """A thesis is not overwritten, nor a page that someone else has made."""
    (tmp_path / "thesis.tex").write_text("years of work")
    with pytest.raises(TextbookError, match="something else"):
        require_place(str(tmp_path))
    (tmp_path / "index.html").write_text("<p>my page</p>")
    with pytest.raises(TextbookError, match="stays as it is"):
        require_place(str(tmp_path))


@pytest.mark.parametrize("place", ["a/b/c", "file", "file/book"])
def test_a_place_that_will_not_do_is_refused_at_once(tmp_path: Path, place: str) -> None:
    """Before the experiments take their time."""
    (tmp_path / "file").write_text("")
    with pytest.raises(TextbookError, match="--out"):
        require_place(str(tmp_path / place))


def test_a_failure_leaves_the_old_book(tmp_path: Path) -> None:
    """A file that cannot be written: nothing is half-written."""
    out = tmp_path / "book"
    write(str(out), {"index.html": b"old"})
    with pytest.raises(TextbookError, match="cannot be written"):
        write(str(out), {"index.html": b"new", "no/such/folder.html": b""})
    assert (out / "index.html").read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [out]
