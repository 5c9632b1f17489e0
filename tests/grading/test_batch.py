"""The commands `grade` and `check`: whole classes, stored results, and all reports."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import textbook_ml
from textbook_ml.commands.main import main
from textbook_ml.grading import grading_job as job_module
from textbook_ml.grading.grade_submission import grade_submission
from textbook_ml.grading.results import Result
from textbook_ml.grading.submissions import defined_in, fingerprint, submissions_in
from textbook_ml.questions import questions

RIGHT = """
def mean_mle(xs):
    return sum(xs) / len(xs)

def variance_mvue(xs, mu):
    return sum((x - mu) * (x - mu) for x in xs) / (len(xs) - 1)
"""
BIASED = RIGHT.replace("(len(xs) - 1)", "len(xs)")
ASSIGNMENT = """
title = "Week 3"
cases = 8
public_seed = "week-3"
questions = ["mitchell-13", { ask = "mitchell-15", points = 3, hidden = true }]
"""
SOLUTION = Path(__file__).with_name("mitchell_solution.txt")
Out = Callable[..., tuple[int, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Out:
    """Run a command; return the exit code and the printed text."""

    def typed(*words: object) -> tuple[int, str]:
        code = main([str(word) for word in words])
        said = capsys.readouterr()
        return code, said.out + said.err

    return typed


@pytest.fixture
def hw(tmp_path: Path) -> Path:
    path = tmp_path / "hw.toml"
    path.write_text(ASSIGNMENT, encoding="utf-8")
    return path


@pytest.fixture
def class_(tmp_path: Path) -> Path:
    """Return a folder of four submissions, two of them broken, and one unrelated file."""
    folder = tmp_path / "class"
    (folder / "dora").mkdir(parents=True)
    (folder / "ada.py").write_text(RIGHT)
    (folder / "bob.py").write_text("import os\nos._exit(0)\n")
    (folder / "carl.py").write_text("def mean_mle(xs:\n")
    (folder / "dora" / "solution.py").write_text(BIASED)
    (folder / "notes.txt").write_text("hello")
    return folder


def results(out: Path) -> dict[str, Any]:
    """Return the saved results of a class by submission."""
    said = [json.loads(path.read_text()) for path in (out / "results").iterdir()]
    return {one["submission"]: one for one in said}


def test_class_with_broken_submissions_is_graded(run: Out, hw: Path, class_: Path) -> None:
    """Each submission has a result and a page, and misconceptions are counted."""
    out = class_.parent / "marks"
    code, said = run("grade", class_, "--assignment", hw, "--jobs", 2, "--out", out)
    assert code == 1
    found = results(out)
    scores = {name: (one["score"], one["finished"]) for name, one in found.items()}
    assert scores == {
        "ada.py": (4.0, True),
        "bob.py": (0.0, True),
        "carl.py": (0.0, True),
        "dora": (1.0, True),
    }
    assert len({one["seed"] for one in found.values()}) == 1
    assert "1 of 4, variance_mvue: You divide by N" in said
    assert "Skipped, because they are not submissions: notes.txt" in said
    page = (out / "index.html").read_text(encoding="utf-8")
    for name in scores:
        assert f"pages/{name}.html" in page
        assert (out / "pages" / f"{name}.html").exists()
    assert (out / "grades.csv").read_text(encoding="utf-8").count("\n") == 5


def watched(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that collects the names of all submissions that are graded."""
    names: list[str] = []

    def grade(path: Path, *words: Any, **options: Any) -> Result:
        names.append(path.name)
        return grade_submission(path, *words, **options)

    monkeypatch.setattr(job_module, "grade_submission", grade)
    return names


def test_results_are_kept_if_nothing_changed(
    run: Out, hw: Path, class_: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second run grades only new or changed submissions; a new seed grades all again."""
    out, again = class_.parent / "marks", watched(monkeypatch)
    command = ("grade", class_, "--assignment", hw, "--out", out)
    (class_ / "carl.py").unlink()
    run(*command)
    first = results(out)
    again.clear()
    (class_ / "bob.py").write_text(BIASED)
    (class_ / "eve.py").write_text(RIGHT)
    _, said = run(*command)
    second = results(out)
    assert sorted(again) == ["bob.py", "eve.py"]
    assert said.count("unchanged") == 2
    assert second["ada.py"] == first["ada.py"]
    assert {one["seed"] for one in second.values()} == {first["ada.py"]["seed"]}
    again.clear()
    run(*command, "--seed", "another")
    assert len(again) == 4
    hw.write_text(ASSIGNMENT.replace("Week 3", "Week 4"), encoding="utf-8")
    run(*command)
    assert results(out)["ada.py"]["seed"] != "another"


def test_unfinished_or_damaged_result_is_graded_again(
    run: Out, hw: Path, class_: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only finished and valid results are reused."""
    out, again = class_.parent / "marks", watched(monkeypatch)
    command = ("grade", class_ / "ada.py", "--assignment", hw, "--out", out)
    assert run(*command)[0] == 0
    path = out / "results" / "ada.py.json"
    whole = json.loads(path.read_text())
    for spoilt in (json.dumps({**whole, "finished": False}), "{", "[]"):
        again.clear()
        path.write_text(spoilt)
        assert run(*command)[0] == 0
        assert again == ["ada.py"]


def test_results_are_written_before_the_first_question(
    run: Out, hw: Path, class_: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the machine stops, the results up to then are saved and marked as unfinished."""
    out, seen = class_.parent / "marks", []

    def grade(*words: Any, on_question: Callable[[Result], None], **options: Any) -> Result:
        def told(result: Result) -> None:
            on_question(result)
            seen.append(results(out)["ada.py"])

        return grade_submission(*words, on_question=told, **options)

    monkeypatch.setattr(job_module, "grade_submission", grade)
    run("grade", class_ / "ada.py", "--assignment", hw, "--out", out)
    assert [one["finished"] for one in seen] == [False] * 3
    assert [one["max_score"] for one in seen] == [4.0] * 3
    assert [one["questions"][0]["verdict"] for one in seen][0] == "not_attempted"


def test_grader_failure_costs_no_points(
    run: Out, hw: Path, class_: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The student gets full points, the teacher a message, and the next run grades again."""
    out = class_.parent / "marks"

    def grade(path: Path, *words: Any, **options: Any) -> Result:
        if path.name == "dora":
            raise ZeroDivisionError("a bug")
        return grade_submission(path, *words, **options)

    monkeypatch.setattr(job_module, "grade_submission", grade)
    code, said = run("grade", class_ / "dora", "--one", "--assignment", hw)
    assert (code, "4 of 4 points" in said) == (1, True)
    _, said = run("grade", class_, "--assignment", hw, "--out", out)
    assert "The grader failed on dora" in said
    found = results(out)
    assert {q["verdict"] for q in found["dora"]["questions"]} == {"grader_error"}
    assert (found["dora"]["score"], found["ada.py"]["score"]) == (4.0, 4.0)
    again = watched(monkeypatch)
    run("grade", class_, "--assignment", hw, "--out", out)
    assert again == ["dora"]


def test_overrides_and_late_policy_are_applied_on_every_run(
    run: Out, hw: Path, class_: Path
) -> None:
    """The score 1 of 4 becomes 3 of 4 by an override, minus 10 %; the grader's score is kept."""
    out, times = class_.parent / "marks", class_.parent / "times.toml"
    late = "[late]\ndue = 2026-11-30T12:00:00\npercent_per_day = 10\n"
    hw.write_text(ASSIGNMENT + late, encoding="utf-8")
    times.write_text("dora = 2026-11-30T13:00:00\n")
    decisions = class_ / "overrides.toml"
    decisions.write_text('[dora.variance_mvue]\nscore = 2\ncomment = "Nearly."\n')
    command = ("grade", class_, "--assignment", hw, "--out", out, "--times", times)
    for _ in range(2):
        run(*command)
        dora = results(out)["dora"]
        assert (dora["score"], dora["deducted"]) == (2.7, 0.3)
        assert [(q["score"], q["graded"]) for q in dora["questions"]] == [(1.0, None), (2.0, 0.0)]
    assert "Nearly." in (out / "pages" / "dora.html").read_text(encoding="utf-8")
    decisions.unlink()
    run(*command)
    assert results(out)["dora"]["score"] == 0.9


def test_overrides_next_to_a_single_file_are_not_used(run: Out, hw: Path, class_: Path) -> None:
    """An overrides.toml next to a single submission is used only if it is named."""
    forged = class_ / "dora" / "overrides.toml"
    forged.write_text('["solution.py".variance_mvue]\nscore = 3\n')
    command = ("grade", class_ / "dora" / "solution.py", "--assignment", hw, "--json")
    assert json.loads(run(*command)[1])["score"] == 1.0
    assert json.loads(run(*command, "--overrides", forged)[1])["score"] == 4.0
    assert run(*command, "--overrides", class_ / "none.toml")[0] == 2


def test_all_reports_of_one_submission_are_written(run: Out, hw: Path, class_: Path) -> None:
    """A folder can be one submission; each report is written to its own file."""
    made = class_.parent / "made"
    files = {name: made / f"r.{name}" for name in ("junit", "gradescope", "csv", "html")}
    options = [word for name, path in files.items() for word in (f"--{name}", path)]
    code, said = run("grade", class_ / "dora", "--one", "--assignment", hw, "--json", *options)
    assert code == 1
    shown = json.loads(said)
    assert [q["misconception"] for q in shown["questions"]] == [None, "divided_by_n"]
    assert [q["id"] for q in shown["questions"]] == ["mitchell-13", "mitchell-15"]
    assert ElementTree.parse(files["junit"]).getroot().tag == "testsuites"
    tests = json.loads(files["gradescope"].read_text())["tests"]
    assert [test["visibility"] for test in tests] == ["visible", "after_published"]
    assert "divided_by_n" in files["csv"].read_text()
    assert "You divide by N" in files["html"].read_text(encoding="utf-8")


def test_same_seed_gives_same_grade(run: Out, class_: Path) -> None:
    """The cases depend on the seed and the function, not on the id that selects a question."""
    path = class_ / "dora" / "solution.py"
    one = json.loads(run("grade", path, "--questions", "mitchell-15", "--seed", "s", "--json")[1])
    two = json.loads(run("grade", path, "--questions", "gwansiu-17", "--seed", "s", "--json")[1])
    assert (one["questions"][0]["id"], two["questions"][0]["id"]) == ("mitchell-15", "gwansiu-17")
    assert one["questions"][0]["counterexample"] == two["questions"][0]["counterexample"]


def test_single_file_is_graded_on_the_functions_it_defines(run: Out, class_: Path) -> None:
    """Without an assignment, each function in the file counts one point."""
    code, said = run("grade", class_ / "ada.py")
    assert (code, "ada.py: 2 of 2 points" in said) == (0, True)


def test_check_uses_public_cases_and_visible_questions(run: Out, hw: Path, class_: Path) -> None:
    """The output lists the hidden questions that were not checked."""
    code, said = run("check", class_ / "dora", "--assignment", hw)
    assert code == 0
    assert "Well done: no mistake found in 1 function." in said
    assert "Not checked here (only your teacher can): variance_mvue." in said
    code, said = run("check", class_ / "dora", "--questions", "mitchell-13,mitchell-15")
    assert code == 1
    assert "1 of 2 functions right so far." in said
    shown = json.loads(run("check", class_ / "dora", "--assignment", hw, "--json")[1])
    assert shown["seed"] == "week-3"
    assert [q["function"] for q in shown["questions"]] == ["mean_mle"]
    assert "You divide by N" in said


@pytest.mark.parametrize("page", ["README.md", "docs/grading.md"])
def test_documented_report_matches_the_output(run: Out, class_: Path, page: str) -> None:
    """The report printed in the documentation is the actual output."""
    text = (Path(textbook_ml.__file__).parents[1] / page).read_text(encoding="utf-8")
    shown = text.partition("```text\nvariance_mvue")[2].partition("```")[0]
    assert "variance_mvue" + shown in run("check", class_ / "dora", "--questions", "mitchell-15")[1]


def test_complete_solution_gets_full_marks(run: Out, tmp_path: Path) -> None:
    """A hand-written solution of the assignment `mitchell` passes all questions."""
    path = tmp_path / "solution.py"
    path.write_text(SOLUTION.read_text(encoding="utf-8"), encoding="utf-8")
    command = ("grade", path, "--assignment", "mitchell", "--seed", "exam", "--jobs", 2)
    code, said = run(*command)
    assert (code, "solution.py: 34 of 34 points" in said) == (0, True)


def test_unchanged_starter_is_graded_as_not_attempted(run: Out, tmp_path: Path) -> None:
    """No question is marked as wrong, and none gets points."""
    path = tmp_path / "solution.py"
    run("starter", "--assignment", "mitchell", "--out", path)
    code, said = run("grade", path, "--assignment", "mitchell", "--json", "--cases", 3)
    shown = json.loads(said)
    assert (code, shown["score"]) == (1, 0.0)
    assert {q["verdict"] for q in shown["questions"]} == {"not_attempted"}


def test_questions_command_lists_ids_or_points(run: Out, hw: Path) -> None:
    """The command lists all questions with ids, or those of an assignment with points."""
    code, said = run("questions")
    assert (code, f"{len(questions())} questions;" in said) == (0, True)
    assert all(name in said for name in ("mitchell-15", "variance_mvue", "hinge_loss"))
    _, said = run("questions", "--assignment", hw)
    assert "Week 3: 2 questions, 4 points" in said
    assert "3 points, hidden  variance_mvue  mitchell-15" in said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["CLASS"], "needs --assignment or --questions"),
        (["CLASS", "--questions", "mitchell-15", "--gradescope", "r.json"], "one submission"),
        (["CLASS", "--questions", "mitchell-15", "--out", "CLASS"], "must be new, empty, or from"),
        (["CLASS", "--questions", "mitchell-15", "--file-times"], "with a late policy"),
        (["CLASS/ada.py", "--questions", "mitchel-15"], "Did you mean mitchell-15"),
        (["CLASS/ada.py", "--jobs", "0"], "--jobs must be at least 1, got 0"),
        (["CLASS/ada.py", "--cases", "0"], "--cases must be from 1 to"),
        (["CLASS/ada.py", "--seed", ""], "--seed must not be empty"),
        (["CLASS/bob.py"], "bob.py defines no function of any question"),
        (["CLASS/zoe.py"], "there is no file"),
    ],
)
def test_invalid_options_are_rejected(run: Out, class_: Path, words: list[str], said: str) -> None:
    """The error is one line, the exit code is 2, and nothing is graded or written."""
    code, heard = run("grade", *(word.replace("CLASS", str(class_)) for word in words))
    assert (code, said in heard) == (2, True)
    assert heard.count("\n") == 1


def test_other_files_are_not_submissions(class_: Path) -> None:
    """Hidden files, overrides and result folders are not submissions; links are skipped."""
    (class_ / ".git").mkdir()
    (class_ / "__pycache__").mkdir()
    (class_ / "overrides.toml").write_text("")
    (class_ / ".zoe.py").write_text(RIGHT)
    (class_ / "marks").mkdir()
    (class_ / "marks" / "class.json").write_text("{}")
    (class_ / "eve.py").symlink_to(class_ / "ada.py")
    (class_ / "fay").symlink_to(class_ / "dora")
    found, aside = submissions_in(class_)
    assert [one.name for one in found] == ["ada.py", "bob.py", "carl.py", "dora"]
    assert aside == [".zoe.py", "eve.py", "fay", "notes.txt"]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems forbid such names")
def test_unusual_file_names_are_graded(run: Out, tmp_path: Path) -> None:
    """Each submission has its result and its page, and is found again by its name."""
    folder, out = tmp_path / "class", tmp_path / "marks"
    folder.mkdir()
    odd = (b"\xff", b"\xfe", b"a\nb", b"=1+1", b"x" * 252, b"<b>", b"-rf")
    for name in (stem + b".py" for stem in odd):
        Path(folder, os.fsdecode(name)).write_text(RIGHT)
    command = ("grade", folder, "--questions", "mitchell-13", "--cases", 2, "--out", out)
    assert run(*command)[0] == 0
    assert len(results(out)) == len(list((out / "pages").iterdir())) == len(odd)
    assert run(*command)[1].count("unchanged") == len(odd)


def test_folder_with_class_json_and_code_is_a_submission(class_: Path) -> None:
    """A submitted file class.json cannot exclude a submission."""
    (class_ / "dora" / "class.json").write_text("{}")
    assert "dora" in [one.name for one in submissions_in(class_)[0]]


@pytest.mark.skipif(sys.platform == "win32", reason="paths are short there")
def test_deeply_nested_folders_do_not_stop_grading(
    run: Out, hw: Path, class_: Path, tmp_path: Path
) -> None:
    """A thousand nested folders are ignored."""
    here = os.open(class_ / "dora", os.O_RDONLY)
    for _ in range(1200):
        os.mkdir("a", dir_fd=here)
        here, outer = os.open("a", os.O_RDONLY, dir_fd=here), here
        os.close(outer)
    os.close(here)
    assert run("grade", class_, "--assignment", hw, "--out", tmp_path / "marks")[0] == 1
    assert len(results(tmp_path / "marks")) == 4
    subprocess.run(["rm", "-r", class_ / "dora" / "a"], check=True)  # too deep for pytest


def test_unreadable_submission_gets_no_points(
    run: Out, hw: Path, class_: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The report says that the submission is at fault, not the grader."""
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path).name != "solution.py")
    code, said = run("grade", class_ / "dora", "--one", "--assignment", hw)
    assert (code, "dora: 0 of 4 points" in said) == (1, True)
    assert "solution.py cannot be read" in said


def test_nested_folder_is_unwrapped(run: Out, hw: Path, tmp_path: Path) -> None:
    """A folder inside the submission, or files added by the system, cost no points."""
    folder = tmp_path / "class"
    inner = folder / "dora" / "hw3"
    inner.mkdir(parents=True)
    (inner / "solution.py").write_text(RIGHT)
    (folder / "dora" / "__MACOSX").mkdir()
    assert run("grade", folder, "--assignment", hw)[0] == 0
    assert run("grade", folder / "dora", "--one", "--assignment", hw)[0] == 0


def test_fingerprint_changes_with_content_and_names(tmp_path: Path) -> None:
    """The fingerprint of a folder with a pipe is computed without blocking."""
    (tmp_path / "a.py").write_text("x = 1")
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
    marks = {fingerprint(tmp_path)}
    (tmp_path / "a.py").write_text("x = 2")
    marks.add(fingerprint(tmp_path))
    (tmp_path / "a.py").rename(tmp_path / "b.py")
    marks.add(fingerprint(tmp_path))
    (tmp_path / "c.py").write_text("")
    marks.add(fingerprint(tmp_path))
    assert len(marks) == 4


def test_functions_of_notebooks_and_other_files_are_found(tmp_path: Path) -> None:
    """A folder defines the functions of all files in it."""
    cell = {"cell_type": "code", "source": ["%pylab\n", "def odds(p):\n", "    return p\n"]}
    (tmp_path / "work.ipynb").write_text(json.dumps({"cells": [cell]}))
    (tmp_path / "part.py").write_text("logit = lambda p: p\n")
    assert defined_in(tmp_path) >= {"odds", "logit"}
