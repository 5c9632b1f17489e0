"""The temporary folder of a grader is removed after its process has ended, never before."""

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from textbook_ml.grading.runner.temporary_folder import PREFIX, TemporaryFolder, remove_stale

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such locks")


def stale(parent: Path, name: str = "stale") -> Path:
    """Create a temporary folder as a killed grader leaves it."""
    folder = parent / f"{PREFIX}{name}"
    (folder / "library" / "textbook_ml").mkdir(parents=True)
    (folder / "library" / "textbook_ml" / "a.pyc").write_text("")
    (folder / "child-12" / "deep").mkdir(parents=True)
    (folder / "child-12" / "deep" / "file").write_text("")
    (folder / "child-12").chmod(0)
    (folder / "python").mkdir()
    (folder / "site0").mkdir()
    return folder


def test_folder_of_a_killed_grader_is_removed(tmp_path: Path) -> None:
    """The folder is removed even if student code changed permissions in it."""
    folder = stale(tmp_path)
    TemporaryFolder(str(tmp_path)).remove()
    assert not folder.exists()
    assert list(tmp_path.iterdir()) == []


def test_folder_in_use_is_kept(tmp_path: Path) -> None:
    """The grader that uses the folder holds a lock, in this process or another."""
    used = TemporaryFolder(str(tmp_path))
    other = TemporaryFolder(str(tmp_path))
    assert used.path.exists()
    other.remove()
    assert list(tmp_path.iterdir()) == [used.path]
    used.remove()


def test_other_files_and_folders_are_kept(tmp_path: Path) -> None:
    """Folders with other names, links, and files that the grader did not write are kept."""
    target = tmp_path / "precious"
    (target / "library").mkdir(parents=True)
    (target / "library" / "thesis.tex").write_text("")
    (tmp_path / f"{PREFIX}link").symlink_to(target)
    (tmp_path / f"{PREFIX}file").write_text("")
    folder = stale(tmp_path)
    (folder / "child-13").symlink_to(target)
    (folder / "child-12").chmod(0o700)
    (folder / "child-12" / "link").symlink_to(target)
    foreign = stale(tmp_path, "foreign")
    (foreign / "notes.txt").write_text("mine")
    mounted = stale(tmp_path, "mounted")
    (mounted / "python" / "bin").mkdir()
    remove_stale(str(tmp_path))
    assert (target / "library" / "thesis.tex").exists()
    assert (tmp_path / f"{PREFIX}link").is_symlink()
    assert (tmp_path / f"{PREFIX}file").exists()
    assert [path.name for path in foreign.iterdir()] == ["notes.txt"]
    assert (mounted / "python" / "bin").exists()


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() != 0, reason="only root can chown")
def test_folders_of_other_users_are_kept(tmp_path: Path) -> None:
    """Any user can create a folder with the name of a grader's folder in /tmp."""
    folder = stale(tmp_path)
    os.chown(folder, 12345, 12345)
    remove_stale(str(tmp_path))
    assert (folder / "library").exists()


def test_graders_that_start_together_do_not_interfere(tmp_path: Path) -> None:
    """Each grader looks for stale folders while others create and lock theirs."""

    def start_and_end(_: int) -> bool:
        folder = TemporaryFolder(str(tmp_path))
        (folder.path / "library").mkdir()
        (folder.path / "library" / "a.pyc").write_text("")
        remove_stale(str(tmp_path))
        kept = (folder.path / "library" / "a.pyc").exists()
        folder.remove()
        return kept

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(start_and_end, range(400)))
    assert list(tmp_path.iterdir()) == []
