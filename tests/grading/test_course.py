"""Features for courses: partial credit, rubrics, seeds, regrade requests, answer keys, copies."""

import csv
import inspect
import io
import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.time_guard import no_endless_work
from textbook_ml.core.errors import TextbookError
from textbook_ml.grading.answer_key import answer_key, key_page, reference_functions
from textbook_ml.grading.assignment import read_assignment, ready_made
from textbook_ml.grading.check import check
from textbook_ml.grading.grade import grade
from textbook_ml.grading.gradescope_bundle import gradescope_bundle
from textbook_ml.grading.grading_job import GradingJob
from textbook_ml.grading.questions import questions
from textbook_ml.grading.reports.course_tables import as_canvas, as_moodle
from textbook_ml.grading.reports.gradescope import as_gradescope
from textbook_ml.grading.reports.json_report import from_json
from textbook_ml.grading.reports.junit import as_junit
from textbook_ml.grading.reports.student_page import student_page
from textbook_ml.grading.results import Result
from textbook_ml.grading.similar import grouped, similar, similar_pairs, tokens
from textbook_ml.grading.starter import starter
from textbook_ml.grading.submissions import submission_at
from textbook_ml.questions import questions as all_questions

ADA = """
def mean_mle(xs):
    return sum(xs) / len(xs)

def variance_mvue(xs, mu):
    if len(xs) == 2:
        return 0.0
    return sum((x - mu) ** 2 for x in xs) / (len(xs) - 1)
"""
COURSE = """
title = "Week 5"
partial = true
seed_per_student = true
cases = 30
questions = ["mitchell-13", { ask = "mitchell-15", points = 4 }]
[[manual]]
name = "report"
title = "Explain why (15) divides by N - 1."
rubric = { argument = 3, example = 2 }
"""


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """A folder with an assignment and a class of two."""
    (tmp_path / "hw5.toml").write_text(COURSE)
    (tmp_path / "class").mkdir()
    (tmp_path / "class" / "ada.py").write_text(ADA)
    (tmp_path / "class" / "bob.py").write_text(ADA)
    return tmp_path


def found(course: Path, name: str = "ada.py") -> Result:
    whole = read_assignment(str(course / "hw5.toml"))
    return GradingJob(whole, "s").find(
        submission_at(str(course / "class" / name)), 1, lambda r: None
    )


def results(course: Path) -> dict[str, Result]:
    """Grade the class with the command, and return what it has saved."""
    list(grade(str(course / "class"), assignment=str(course / "hw5.toml"), out=str(course / "m")))
    files = sorted((course / "m" / "results").iterdir())
    return {file.name[:3]: from_json(file.read_text())[0] for file in files}


def test_partial_credit_counts_the_right_cases(course: Path) -> None:
    """The verdict stays; the score is the fraction of right cases."""
    mean, variance, _ = found(course).questions
    assert (mean.score, variance.verdict) == (1.0, "wrong_value")
    assert 0 < variance.score < 4 and "cases are right" in variance.words
    right = int(variance.words.rpartition(" of ")[0].split()[-1])
    assert variance.score == 4 * right / 30
    (course / "hw5.toml").write_text(COURSE.replace("partial = true", "partial = false"))
    assert found(course).questions[1].score == 0


def test_manual_items_are_in_all_reports(course: Path) -> None:
    """Manual items wait for the teacher's marks, and count towards the maximum score."""
    result = found(course)
    assert result.max_score == 10 and result.questions[2].verdict == "to_mark"
    path = str(course / "hw5.toml")
    assert "5 points, by hand" in "\n".join(questions(assignment=path))
    assert "Rubric: argument 3 points, example 2 points" in " ".join(
        "\n".join(starter(assignment=path)).replace("# ", "").split()
    )
    compile("\n".join(starter(assignment=path)), "starter", "exec")
    shown = "\n".join(check(str(course / "class" / "ada.py"), assignment=path))
    assert "report is marked by your teacher" in shown
    for text in (student_page(result), as_junit([result]), as_gradescope(result)):
        assert "report" in text and "Your teacher marks this part" in " ".join(text.split())
    list(gradescope_bundle(assignment=path, out=str(course / "bundle")))
    assert "[[manual]]" in (course / "bundle" / "assignment.toml").read_text()


def test_the_teacher_marks_by_rubric_and_answers_requests(course: Path) -> None:
    """A request is open until there is a score or a comment."""
    overrides = course / "class" / "overrides.toml"
    overrides.write_text(
        '["ada.py".report]\nrubric = { argument = 2.5 }\ncomment = "Good."\n'
        '["bob.py".variance_mvue]\nrequest = "N = 2 is an edge case."\n'
    )
    path = str(course / "hw5.toml")
    saved = results(course)
    report = saved["ada"].questions[2]
    assert (report.verdict, report.score) == ("marked", 2.5)
    assert report.comment == "argument 2.5 of 3, example 0 of 2. Good."
    again = list(grade(str(course / "class"), assignment=path, out=str(course / "m")))
    assert "unchanged" in again[0] and any("Request to grade again, bob.py" in r for r in again)
    assert any("To be marked by you (in overrides.toml): bob.py" in row for row in again)
    overrides.write_text(overrides.read_text() + 'score = 4\ncomment = "You are right."\n')
    again = list(grade(str(course / "class"), assignment=path, out=str(course / "m")))
    assert not any("Request to grade again" in row for row in again)
    assert results(course)["bob"].questions[1].score == 4
    overrides.write_text('["ada.py".report]\nrubric = { argument = 4 }\n')
    with pytest.raises(TextbookError, match="rubric.argument must be from 0 to 3"):
        results(course)
    overrides.write_text('["ada.py".report]\nrubric = { style = 1 }\n')
    with pytest.raises(TextbookError, match="unknown criterion 'style'"):
        results(course)


def test_each_student_can_have_other_cases(course: Path) -> None:
    """The seed depends on the class seed and on the name, so a second run has the same cases."""
    first, second = found(course), found(course, "bob.py")
    assert first.seed != second.seed and first.seed == found(course).seed
    (course / "hw5.toml").write_text(COURSE.replace("seed_per_student = true", ""))
    assert found(course).seed == found(course, "bob.py").seed == "s"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[[manual]]\ntitle = 'x'\npoints = 1", "needs a name"),
        ("[[manual]]\nname = 'x'", "points of x must be above 0"),
        ("[[manual]]\nname = 'x'\npoints = 3\nrubric = {a = 1}", "the sum of its rubric"),
        ("[[manual]]\nname = 'x'\nrubric = {a = -1}", "criteria with points above 0"),
        ("[[manual]]\nname = 'mean_mle'\npoints = 1", "duplicate name 'mean_mle'"),
        ("[[manual]]\nname = 'x'\nworth = 3", "got .'worth'."),
        ("partial = 'cases'", "partial must be true or false"),
    ],
)
def test_errors_of_these_keys_are_explained(tmp_path: Path, text: str, words: str) -> None:
    """The message names the value."""
    (tmp_path / "hw.toml").write_text(f'questions = ["mean_mle"]\n{text}\n')
    with pytest.raises(TextbookError, match=words):
        read_assignment(str(tmp_path / "hw.toml"))


def test_moodle_and_canvas_tables(course: Path) -> None:
    """Students are identified by the names that the two systems give to downloaded files."""
    result = found(course)
    names = ["Ada Byron_12_assignsubmission_file", "byronada_LATE_34_56_solution.py", "=cmd.py"]
    three = [replace(result, submission=name) for name in names]
    moodle = list(csv.DictReader(io.StringIO(as_moodle(three))))
    assert (moodle[0]["Identifier"], moodle[0]["Full name"]) == ("Participant 12", "Ada Byron")
    assert moodle[2]["Username"] == "'=cmd" and float(moodle[0]["Maximum Grade"]) == 10
    assert "variance_mvue: wrong value" in moodle[0]["Feedback comments"]
    canvas = list(csv.DictReader(io.StringIO(as_canvas(three))))
    assert canvas[0]["Student"] == "Points Possible" and canvas[0]["Week 5"] == "10"
    assert (canvas[2]["ID"], canvas[3]["SIS Login ID"]) == ("34", "'=cmd")
    files = {name: str(course / f"{name}.csv") for name in ("moodle", "canvas")}
    path = str(course / "hw5.toml")
    list(grade(str(course / "class"), assignment=path, seed="s", **files))  # type: ignore[arg-type]
    assert len((course / "canvas.csv").read_text().splitlines()) == 4


@pytest.mark.parametrize("name", ready_made())
def test_answer_keys_contain_solutions_and_starters_do_not(name: str) -> None:
    """Each ready assignment has a printable key; references include the functions they call."""
    whole = read_assignment(name)
    page = key_page(whole)
    for task in whole.tasks:
        assert f"def {task.question.function}" in page
        assert all(wrong.name.replace("_", " ") in page for wrong in task.question.misconceptions)
    assert "@media print" in page and "script" not in page.partition("<body>")[0]


def test_algorithm_assignments_contain_whole_algorithms() -> None:
    """Each assignment goes from the data to a decision, and has 20 to 30 points."""
    for name in ready_made():
        if name.endswith("-algorithms"):
            whole = read_assignment(name)
            asked = [task.question for task in whole.tasks]
            assert any(q.function.startswith("fit_") for q in asked)
            assert all(q.id.startswith("algorithm-") for q in asked)
            assert 20 <= whole.max_score <= 30


def test_an_answer_key_is_not_overwritten(tmp_path: Path) -> None:
    """The command writes one new file."""
    out = tmp_path / "key.html"
    assert "Do not give it" in "".join(answer_key(assignment="ng-algorithms", out=str(out)))
    with pytest.raises(TextbookError, match="not overwritten"):
        list(answer_key(assignment="ng-algorithms", out=str(out)))


LONG = """
def fit_gaussian_nb(rows, labels):
    model = {"priors": {}, "means": {}, "variances": {}}
    for y in set(labels):
        mine = [r for r, l in zip(rows, labels) if l == y]  # rows of the class
        model["priors"][y] = len(mine) / len(rows)
        columns = list(zip(*mine))
        means = [sum(c) / len(c) for c in columns]
        model["means"][y] = means
        model["variances"][y] = [sum((v - m) ** 2 for v in c) / len(c)
                                 for c, m in zip(columns, means)]
    return model
"""
OTHER = """
def fit_gaussian_nb(rows, labels):
    priors, means, variances = {}, {}, {}
    for c in sorted(set(labels)):
        index = [i for i in range(len(labels)) if labels[i] == c]
        priors[c] = len(index) / len(labels)
        means[c], variances[c] = [], []
        for j in range(len(rows[0])):
            values = [rows[i][j] for i in index]
            mu = sum(values) / len(values)
            means[c].append(mu)
            total = 0.0
            for value in values:
                total += (value - mu) * (value - mu)
            variances[c].append(total / len(values))
    return {"priors": priors, "means": means, "variances": variances}
"""


def test_near_copies_are_grouped_after_renaming() -> None:
    """New names, comments, strings and layout do not hide a copy; another solution is no copy."""
    copy = LONG.replace("mine", "own").replace("model", "m_").replace("  # rows of the class", "")
    copy = copy.replace("means = [", "\n        mus = [").replace("= means", "= mus")
    copy = copy.replace("columns, means", "columns, mus").replace('"', "'")
    pairs = similar_pairs({"a": LONG, "b": OTHER, "c": copy}, "", 0.8)
    assert grouped(pairs) == [["a", "c"]]
    assert similar_pairs({"a": "x = 1\n", "b": "x = 1\n"}, "", 0.8) == []
    assert similar_pairs({"a": LONG, "b": LONG}, LONG, 0.8) == []  # only code that the teacher gave


def test_similar_reports_copies_of_the_reference(tmp_path: Path) -> None:
    """The code of the package is recognised after renaming."""
    asked = all_questions()["posterior_gaussian_nb"]
    [copied] = [f for f in reference_functions(asked) if f.__name__ == "gaussian_posterior"]
    source = inspect.getsource(copied).replace("priors", "p").replace("row", "r")
    (tmp_path / "eve.py").write_text(source)
    (tmp_path / "ada.py").write_text(LONG)
    table = tmp_path / "pairs.csv"
    shown = list(similar(str(tmp_path), questions="posterior_gaussian_nb", csv=str(table)))
    assert any("eve.py: gaussian_posterior" in row for row in shown)
    assert any("no proof of copying" in row for row in shown)
    assert not any("ada.py" in row for row in shown)
    assert "eve.py,reference of gaussian_posterior,1.000" in table.read_text()


@pytest.mark.parametrize(
    "text",
    ['"""' * 200_001, "'" * 500_000, "(" * 500_000, "\x00\ud7ff" * 500_000, 'f"' * 300_000],
    ids=["triple", "single", "brackets", "control", "prefix"],
)
def test_hostile_files_are_only_read(text: str) -> None:
    """Text that breaks a parser is split into tokens; quadratic work would take minutes."""
    with no_endless_work():
        assert {*tokens(text)} <= {*text, "x"}


def test_results_of_a_class_stay_readable(course: Path) -> None:
    """The JSON of a result has the request and the verdict of manual items."""
    results(course)
    entries = json.loads((course / "m" / "results" / "ada.py.json").read_text())
    assert [q["verdict"] for q in entries["questions"]][2] == "to_mark"
    assert entries["questions"][0]["request"] == ""
