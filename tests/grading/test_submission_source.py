"""Submitted files, which are untrusted, are read safely."""

from dataclasses import replace
from pathlib import Path

import pytest

from textbook_ml.core.errors import TextbookError
from textbook_ml.grading.runner.limits import Limits
from textbook_ml.grading.runner.submission_source import ALL_FILES, read_source
from textbook_ml.grading.select_questions import functions_in

LIMITS = Limits(file_size=1000)


def test_file_with_the_requested_functions_is_the_solution(tmp_path: Path) -> None:
    """A helper file may define more functions."""
    (tmp_path / "answers.py").write_text("def mean_mle(xs): ...\n")
    (tmp_path / "helpers.py").write_text("def a(): ...\ndef b(): ...\n")
    assert read_source(tmp_path, LIMITS, ["mean_mle"]).name == "answers.py"
    assert read_source(tmp_path, LIMITS).name == "helpers.py"


def test_a_single_file_may_have_the_name_of_a_module(tmp_path: Path) -> None:
    """Among several files, such a file is chosen only if it defines the requested functions."""
    (tmp_path / "statistics.py").write_text("def mean_mle(xs): ...\n")
    assert read_source(tmp_path, LIMITS).name == "statistics.py"
    (tmp_path / "homework.py").write_text("x = 1\n")
    assert read_source(tmp_path, LIMITS).name == "homework.py"
    assert read_source(tmp_path, LIMITS, ["mean_mle"]).name == "statistics.py"


def test_hidden_files_and_links_are_ignored(tmp_path: Path) -> None:
    """A folder with the name of a file is ignored too."""
    (tmp_path / "a.py").write_text("x = 1\n")
    (tmp_path / ".secret.py").write_text("def f(): ...\n")
    (tmp_path / "link.py").symlink_to(tmp_path / ".secret.py")
    (tmp_path / "folder.py").mkdir()
    assert set(read_source(tmp_path, LIMITS).files) == {"a.py"}


def test_code_is_found_among_many_files(tmp_path: Path) -> None:
    """The code is found however many data files precede it in the alphabet."""
    (tmp_path / "solution.py").write_text("x = 1\n")
    for number in range(150):
        (tmp_path / f"data{number}.csv").write_text("1")
    assert read_source(tmp_path, LIMITS).name == "solution.py"


def test_file_of_the_assignment_replaces_a_folder_of_its_name(tmp_path: Path) -> None:
    """The teacher's file replaces whatever the submission has under this name."""
    work, given = tmp_path / "work", tmp_path / "data.csv"
    (work / "data.csv").mkdir(parents=True)
    (work / "a.py").write_text("x = 1\n")
    (work / "data.csv" / "x").write_text("mine")
    given.write_text("given")
    source = read_source(work, replace(LIMITS, files=(str(given),)))
    source.write_files(str(tmp_path))
    assert source.files == {"a.py": b"x = 1\n", "data.csv": b"given"}


def test_unclosed_imports_are_read_quickly() -> None:
    """Each bracket is searched up to the next one, not to the end of the file."""
    assert functions_in("from a import (\n" * 60_000 + "def f(): ...") >= {"f"}


def test_large_files_are_ignored_with_a_note(tmp_path: Path) -> None:
    """The size limits apply to each file and to all files together."""
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
def test_unusual_encodings_are_not_used(name: str, tmp_path: Path) -> None:
    """A file declares its encoding; only encodings of text editors are decoded."""
    path = tmp_path / "a.py"
    path.write_bytes(f"# coding: {name}\nx = 'é'\n".encode("latin-1"))
    source = read_source(path, LIMITS)
    assert source.cells == (f"# coding: {name}\nx = 'é'\n",)
    assert "not in UTF-8" in source.notes[0]


@pytest.mark.parametrize("name", ["nothing.py", "x" * 5000])
def test_unreadable_file_is_rejected(name: str, tmp_path: Path) -> None:
    """The error is a TextbookError, not an OSError."""
    with pytest.raises(TextbookError, match="cannot be read"):
        read_source(tmp_path / name, LIMITS)


def test_old_notebooks_are_read(tmp_path: Path) -> None:
    """Notebooks before 2014 have cells in worksheets, with their code under the key input."""
    path = tmp_path / "a.ipynb"
    path.write_text('{"worksheets": [{"cells": [{"cell_type": "code", "input": ["x = 1"]}]}]}')
    assert read_source(path, LIMITS).cells == ("x = 1",)


def test_file_that_imports_the_answers_is_the_solution(tmp_path: Path) -> None:
    """A helper may define most functions; a test file that imports some is not chosen."""
    (tmp_path / "helper.py").write_text("def mean_mle(xs): ...\ndef variance_mle(xs, mu): ...\n")
    (tmp_path / "main.py").write_text("from helper import *\ndef variance_mvue(xs, mu): ...\n")
    (tmp_path / "try_it.py").write_text("from main import mean_mle\ndef a(): ...\ndef b(): ...\n")
    asked = ["mean_mle", "variance_mle", "variance_mvue"]
    assert read_source(tmp_path, LIMITS, asked).name == "main.py"


def test_files_in_subfolders_are_included(tmp_path: Path) -> None:
    """The student's own package is included; hidden and cached files are not."""
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
