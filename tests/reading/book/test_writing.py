"""The folder of a book is written completely or not at all."""

from pathlib import Path

import pytest

from textbook_ml.core.errors import TextbookError
from textbook_ml.reading.book.template import MADE
from textbook_ml.reading.book.writing import require_place, write


def test_a_book_replaces_an_older_one(tmp_path: Path) -> None:
    """No old file and no temporary folder is left."""
    out = tmp_path / "book"
    write(str(out), {"index.html": MADE.encode(), "old.html": MADE.encode(), "book.css": b""})
    require_place(str(out))
    write(str(out), {"index.html": MADE.encode(), "new.html": b""})
    assert sorted(p.name for p in out.iterdir()) == ["index.html", "new.html"]
    assert list(tmp_path.iterdir()) == [out]


def test_a_folder_with_other_files_is_an_error(tmp_path: Path) -> None:
    """Neither other documents nor other HTML pages are overwritten."""
    (tmp_path / "thesis.tex").write_text("years of work")
    with pytest.raises(TextbookError, match="contains files that are not part of a book"):
        require_place(str(tmp_path))
    (tmp_path / "index.html").write_text("<p>my page</p>")
    with pytest.raises(TextbookError, match="so it is not replaced"):
        require_place(str(tmp_path))


def test_notes_in_the_folder_of_a_book_are_not_lost(tmp_path: Path) -> None:
    """A folder with a book and a file of the reader is not replaced."""
    out = tmp_path / "book"
    write(str(out), {"index.html": MADE.encode()})
    for name in ("notes.txt", "notes.html"):
        (out / name).write_text("mine")
        with pytest.raises(TextbookError, match="contains files that are not part of a book"):
            require_place(str(out))
        (out / name).unlink()
    require_place(str(out))


def test_a_link_to_a_folder_stays_a_link(tmp_path: Path) -> None:
    """The target of the link is replaced and keeps its mode."""
    real, link = tmp_path / "real", tmp_path / "link"
    write(str(real), {"index.html": MADE.encode()})
    real.chmod(0o750)
    link.symlink_to(real)
    require_place(str(link))
    write(str(link), {"index.html": b"new"})
    assert link.is_symlink()
    assert (real / "index.html").read_bytes() == b"new"
    assert real.stat().st_mode & 0o777 == 0o750


def test_a_failed_replacement_restores_the_old_book(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The old book is renamed back if the new one cannot be renamed."""
    out = tmp_path / "book"
    write(str(out), {"index.html": b"old"})
    rename = Path.rename

    def failing(self: Path, target: Path) -> Path:
        if self.name == "new":
            raise KeyboardInterrupt
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", failing)
    with pytest.raises(KeyboardInterrupt):
        write(str(out), {"index.html": b"new"})
    assert (out / "index.html").read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [out]


@pytest.mark.parametrize("place", ["a/b/c", "file", "file/book"])
def test_an_impossible_folder_is_an_error_before_the_experiments(
    tmp_path: Path, place: str
) -> None:
    """The error is raised before any experiment runs."""
    (tmp_path / "file").write_text("")
    with pytest.raises(TextbookError, match="--out"):
        require_place(str(tmp_path / place))


def test_a_failed_write_leaves_the_old_book_unchanged(tmp_path: Path) -> None:
    """If a file cannot be written, the old book is unchanged."""
    out = tmp_path / "book"
    write(str(out), {"index.html": b"old"})
    with pytest.raises(TextbookError, match="cannot be written"):
        write(str(out), {"index.html": b"new", "no/such/folder.html": b""})
    assert (out / "index.html").read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [out]
