"""Files that are handed in, read without trust."""

from dataclasses import replace
from pathlib import Path

import pytest

from textbook_ml.errors import TextbookError
from textbook_ml.grading.limits import Limits
from textbook_ml.grading.selecting import functions_in
from textbook_ml.grading.source import ALL_FILES, read_source

LIMITS = Limits(file_size=1000)


def test_the_file_that_defines_what_is_asked_is_the_submission(tmp_path: Path) -> None:
    """A helper may define more functions."""
    (tmp_path / "answers.py").write_text("def mean_mle(xs): ...\n")
    (tmp_path / "helpers.py").write_text("def a(): ...\ndef b(): ...\n")
    assert read_source(tmp_path, LIMITS, ["mean_mle"]).name == "answers.py"
    assert read_source(tmp_path, LIMITS).name == "helpers.py"


def test_a_file_with_the_name_of_a_module_may_be_the_only_one(tmp_path: Path) -> None:
    """Beside others it is chosen only if it defines what is asked."""
    (tmp_path / "statistics.py").write_text("def mean_mle(xs): ...\n")
    assert read_source(tmp_path, LIMITS).name == "statistics.py"
    (tmp_path / "homework.py").write_text("x = 1\n")
    assert read_source(tmp_path, LIMITS).name == "homework.py"
    assert read_source(tmp_path, LIMITS, ["mean_mle"]).name == "statistics.py"


def test_hidden_files_and_links_are_not_looked_at(tmp_path: Path) -> None:
    """Nor a folder that is called as a file is."""
    (tmp_path / "a.py").write_text("x = 1\n")
    (tmp_path / ".secret.py").write_text("def f(): ...\n")
    (tmp_path / "link.py").symlink_to(tmp_path / ".secret.py")
    (tmp_path / "folder.py").mkdir()
    assert set(read_source(tmp_path, LIMITS).files) == {"a.py"}


def test_code_is_seen_among_many_files(tmp_path: Path) -> None:
    """However many pages of data come before it in the alphabet."""
    (tmp_path / "solution.py").write_text("x = 1\n")
    for number in range(150):
        (tmp_path / f"data{number}.csv").write_text("1")
    assert read_source(tmp_path, LIMITS).name == "solution.py"


def test_a_folder_with_the_name_of_a_file_that_is_given(tmp_path: Path) -> None:
    """What the teacher gives is there, and nothing is in its place."""
    work, given = tmp_path / "work", tmp_path / "data.csv"
    (work / "data.csv").mkdir(parents=True)
    (work / "a.py").write_text("x = 1\n")
    (work / "data.csv" / "x").write_text("mine")
    given.write_text("given")
    source = read_source(work, replace(LIMITS, files=(str(given),)))
    source.write_files(str(tmp_path))
    assert source.files == {"a.py": b"x = 1\n", "data.csv": b"given"}


def test_imports_without_an_end_are_soon_read() -> None:
    """Each bracket is looked for up to the next one, not to the end of the file."""
    assert functions_in("from a import (\n" * 60_000 + "def f(): ...") >= {"f"}


def test_files_that_are_too_large_are_left_out_and_noted(tmp_path: Path) -> None:
    """One by one, and all together."""
    (tmp_path / "a.py").write_text("x = 1\n")
    (tmp_path / "large.csv").write_text("1" * 1001)
    for number in range(ALL_FILES + 4):
        (tmp_path / f"part{number:02}.csv").write_text("1" * 999)
    source = read_source(tmp_path, LIMITS)
    assert "large.csv" not in source.files and len(source.files) <= ALL_FILES + 1
    too_large = "large.csv must have at most 1,000 bytes, got 1,001"
    assert any(too_large in note for note in source.notes)
    assert any("all files together are too large" in note for note in source.notes)


@pytest.mark.parametrize("name", ["punycode", "idna", "unicode_escape", "hex", "zlib", "nonsense"])
def test_encodings_of_machines_are_not_followed(name: str, tmp_path: Path) -> None:
    """The line is in the file, so the file chooses: only encodings of people are decoded."""
    path = tmp_path / "a.py"
    path.write_bytes(f"# coding: {name}\nx = 'é'\n".encode("latin-1"))
    source = read_source(path, LIMITS)
    assert source.cells == (f"# coding: {name}\nx = 'é'\n",)
    assert "not in UTF-8" in source.notes[0]


@pytest.mark.parametrize("name", ["nothing.py", "x" * 5000])
def test_what_cannot_be_read_is_refused(name: str, tmp_path: Path) -> None:
    """In words, and never by an error of the system."""
    with pytest.raises(TextbookError, match="cannot be read"):
        read_source(tmp_path / name, LIMITS)


def test_old_notebooks_are_read(tmp_path: Path) -> None:
    """Before 2014 cells stood in worksheets, and their code was called input."""
    path = tmp_path / "a.ipynb"
    path.write_text('{"worksheets": [{"cells": [{"cell_type": "code", "input": ["x = 1"]}]}]}')
    assert read_source(path, LIMITS).cells == ("x = 1",)


def test_the_file_that_imports_the_answers_is_the_submission(tmp_path: Path) -> None:
    """A helper may hold most of them; a test that imports some of them is not taken for it."""
    (tmp_path / "helper.py").write_text("def mean_mle(xs): ...\ndef variance_mle(xs, mu): ...\n")
    (tmp_path / "main.py").write_text("from helper import *\ndef variance_mvue(xs, mu): ...\n")
    (tmp_path / "try_it.py").write_text("from main import mean_mle\ndef a(): ...\ndef b(): ...\n")
    asked = ["mean_mle", "variance_mle", "variance_mvue"]
    assert read_source(tmp_path, LIMITS, asked).name == "main.py"


def test_files_in_folders_come_too(tmp_path: Path) -> None:
    """A package of one's own is a helper; what is hidden or cached is not."""
    (tmp_path / "a.py").write_text("from tools.sums import total\n")
    for name in ("tools", "__pycache__", ".git"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "sums.py").write_text("total = sum\n")
    (tmp_path / "elsewhere").symlink_to("/etc")
    source = read_source(tmp_path, LIMITS)
    assert set(source.files) == {"a.py", "tools/sums.py"}
    (tmp_path / "child").mkdir()
    source.write_files(str(tmp_path / "child"))
    assert (tmp_path / "child" / "tools" / "sums.py").read_text() == "total = sum\n"
