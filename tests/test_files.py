"""Reading with a limit, writing whole files."""

import os
from pathlib import Path

import pytest

from textbook_ml.errors import TextbookError
from textbook_ml.files import read_text, write_file


def test_what_was_written_is_read(tmp_path: Path) -> None:
    """Text in UTF-8 and bytes as they are; line ends are not touched."""
    write_file(str(tmp_path / "a"), "σ\n")
    write_file(str(tmp_path / "b"), b"\xff\n")
    assert read_text(str(tmp_path / "a"), 2, "") == "σ\n"
    assert (tmp_path / "b").read_bytes() == b"\xff\n"


def test_a_file_that_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    """The old file stays, and none is left beside it."""
    (tmp_path / "folder").mkdir()
    with pytest.raises(TextbookError, match="cannot be written"):
        write_file(str(tmp_path / "folder"), "text")
    assert os.listdir(tmp_path) == ["folder"]


def test_a_link_is_followed(tmp_path: Path) -> None:
    """The file behind a link is replaced, and the link stays."""
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write_file(str(tmp_path / "link"), "new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "new"


def test_what_is_too_long_missing_or_no_text_is_refused(tmp_path: Path) -> None:
    """With what would do."""
    (tmp_path / "long").write_text("abc")
    (tmp_path / "odd").write_bytes(b"\xff")
    for name, why in [("long", "more than 2"), ("odd", "not UTF-8"), ("none", "No such file")]:
        with pytest.raises(TextbookError, match=f"{why}.*: give another"):
            read_text(str(tmp_path / name), 2, "give another")
