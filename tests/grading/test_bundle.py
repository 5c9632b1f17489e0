"""The Gradescope bundle runs in a folder with the layout of Gradescope."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from textbook_ml.commands.main import main
from textbook_ml.grading.assignment import read_assignment

pytestmark = pytest.mark.skipif(shutil.which("bash") is None, reason="Gradescope runs bash")

ASSIGNMENT = """
title = "Week 3"
cases = 5
files = ["table.csv"]
questions = ["mitchell-13", { ask = "mitchell-15", hidden = true }]
[late]
due = 2026-11-30T12:00:00+01:00
percent_per_day = 10
"""
SOLUTION = """
import csv

with open("table.csv") as table:
    rows = list(csv.reader(table))

def mean_mle(xs):
    return sum(xs) / len(xs)

def variance_mvue(xs, mu):
    return sum((x - mu) * (x - mu) for x in xs) / len(xs)
"""


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bundle")
    (folder / "hw.toml").write_text(ASSIGNMENT)
    (folder / "table.csv").write_text("a,b\n")
    out = folder / "out"
    words = ["--assignment", str(folder / "hw.toml"), "--out", str(out)]
    assert main(["gradescope-bundle", *words]) == 0
    return out


def unpacked(bundle: Path, root: Path) -> Path:
    """Return a folder like /autograder, with the unpacked upload and a submission."""
    with ZipFile(bundle / "autograder.zip") as archive:
        archive.extractall(root / "source")
    shutil.copy(root / "source" / "run_autograder", root)
    (root / "submission").mkdir()
    (root / "submission" / "solution.py").write_text(SOLUTION)
    return root


@pytest.fixture
def root(bundle: Path, tmp_path: Path) -> Path:
    return unpacked(bundle, tmp_path)


@pytest.fixture(scope="module")
def graded(bundle: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """Grade a submission that is half a day late; return the folder and what was printed."""
    root = unpacked(bundle, tmp_path_factory.mktemp("autograder"))
    metadata = {"created_at": "2026-11-30T15:30:00.365935-08:00", "previous_submissions": []}
    (root / "submission_metadata.json").write_text(json.dumps(metadata))
    (root / "submission_metadata.json").chmod(0o644)
    return root, run_script(root, with_this_python(root))


def run(root: Path, path: str) -> dict[str, object]:
    """Run the autograder and return the content of results.json."""
    run_script(root, path)
    result: dict[str, object] = json.loads((root / "results" / "results.json").read_text())
    return result


def run_script(root: Path, path: str) -> str:
    """Run the autograder and return its output."""
    environment = {"PATH": path, "AUTOGRADER_ROOT": str(root), "HOME": str(root)}
    script = ["bash", str(root / "run_autograder")]
    done = subprocess.run(script, env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


def with_this_python(root: Path) -> str:
    """Return a PATH on which python3 is the Python that runs the tests."""
    tools = root / "tools"
    tools.mkdir()
    (tools / "python3").symlink_to(sys.executable)
    return f"{tools}:{os.environ['PATH']}"


def test_bundle_grades_a_submission(graded: tuple[Path, str]) -> None:
    """One question is right, one is hidden and wrong, and the submission is half a day late."""
    said = json.loads((graded[0] / "results" / "results.json").read_text())
    assert said["score"] == 0.9
    tests = said["tests"]
    assert isinstance(tests, list)
    assert [test["score"] for test in tests] == [1.0, 0.0]
    assert [test["visibility"] for test in tests] == ["visible", "after_published"]
    assert "You divide by N" in tests[1]["output"]
    assert "10 % deducted." in str(said["output"])


def test_students_on_gradescope_see_neither_seed_nor_total(graded: tuple[Path, str]) -> None:
    """Only the instructor sees seed and total, in the output of the script."""
    root, printed = graded
    written = (root / "results" / "results.json").read_text()
    seed = str(read_assignment(str(root / "source" / "assignment.toml")).seed)
    assert seed in printed and "1 of 2 questions right" in printed
    assert seed not in written and "questions right" not in written
    assert json.loads(written)["stdout_visibility"] == "hidden"


def test_student_code_cannot_read_earlier_results(graded: tuple[Path, str]) -> None:
    """Gradescope's metadata contains earlier results, with the hidden questions."""
    root, _ = graded
    assert (root / "submission_metadata.json").stat().st_mode & 0o077 == 0
    assert (root / "source").stat().st_mode & 0o077 == 0


def test_results_file_exists_without_python(root: Path) -> None:
    """Without Python, results.json contains a message instead of a grade."""
    tools = root / "tools"
    tools.mkdir()
    for name in ("bash", "mkdir", "cat", "chmod", "rm"):
        (tools / name).symlink_to(str(shutil.which(name)))
    assert "could not run" in str(run(root, str(tools))["output"])


def test_results_file_exists_if_the_grader_is_broken(root: Path) -> None:
    """A damaged package gives a results.json without a grade."""
    (root / "source" / "textbook_ml.zip").write_bytes(b"spoilt")
    said = run(root, with_this_python(root))
    assert (said["score"], said["tests"]) == (0, [])
    assert "could not run" in str(said["output"])


def test_results_file_exists_without_a_submission(root: Path) -> None:
    """For an empty folder all questions are listed with their points."""
    (root / "submission" / "solution.py").unlink()
    tests = run(root, with_this_python(root))["tests"]
    assert isinstance(tests, list)
    assert [test["max_score"] for test in tests] == [1.0, 1.0]


def test_bundle_contains_a_secret_seed_and_the_package(bundle: Path) -> None:
    """The scripts in the bundle are executable; compiled files are left out."""
    with ZipFile(bundle / "textbook_ml.zip") as archive:
        names = archive.namelist()
    assert {"textbook_ml/__main__.py", "textbook_ml/grading/assignments/mitchell.toml"} <= {*names}
    assert not any("__pycache__" in name for name in names)
    assert len(read_assignment(str(bundle / "assignment.toml")).seed or "") == 16
    assert os.access(bundle / "run_autograder", os.X_OK)


def test_scripts_are_valid_bash(bundle: Path) -> None:
    """The scripts are parsed, not run."""
    for name in ("setup.sh", "run_autograder"):
        assert subprocess.run(["bash", "-n", str(bundle / name)]).returncode == 0


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("+01:00", ""), "must have an offset"),
        (("mitchell-13", "mitchel-13"), "Did you mean mitchell-13"),
        (("cases = 5", 'seed = "own"'), "the seed is set twice"),
    ],
)
def test_invalid_assignment_is_rejected_before_upload(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], change: tuple[str, str], said: str
) -> None:
    """The error appears before the upload, not after the deadline."""
    (tmp_path / "hw.toml").write_text(ASSIGNMENT.replace(*change))
    (tmp_path / "table.csv").write_text("")
    words = ["--assignment", str(tmp_path / "hw.toml"), "--out", str(tmp_path / "out")]
    words += ["--seed", "another"]
    assert main(["gradescope-bundle", *words]) == 2
    assert said in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_existing_folder_is_not_overwritten(tmp_path: Path) -> None:
    """The files in the folder stay unchanged."""
    (tmp_path / "mine.txt").write_text("")
    assert main(["gradescope-bundle", "--assignment", "ng", "--out", str(tmp_path)]) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]
