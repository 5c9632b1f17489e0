"""JSON, Gradescope, JUnit and CSV reports are complete, and safe against hostile text."""

import csv
import json
from dataclasses import replace
from datetime import datetime, timedelta
from io import StringIO
from xml.etree import ElementTree

import pytest

from tests.grading_support import HOSTILE, ODD, RIGHT, STUCK, UNTOUCHED, WRONG, result
from textbook_ml.core.errors import TextbookError
from textbook_ml.grading.late import LatePolicy, with_lateness
from textbook_ml.grading.reports.class_table import as_csv, safe_cell
from textbook_ml.grading.reports.gradescope import as_gradescope
from textbook_ml.grading.reports.json_report import as_graded, as_json, from_json
from textbook_ml.grading.reports.junit import as_junit
from textbook_ml.grading.reports.terminal import report
from textbook_ml.grading.results import Result, Verdict

DUE = datetime(2026, 11, 30)
POLICY = LatePolicy(DUE, percent_per_day=10)
ALL = (RIGHT, WRONG, STUCK, UNTOUCHED, ODD)


def test_json_has_the_documented_keys() -> None:
    """Teachers' scripts read these keys."""
    said = json.loads(as_json(result()))
    assert {"score", "max_score", "seed", "isolation", "questions"} <= set(said)
    wrong = said["questions"][1]
    assert {"id", "function", "verdict", "score", "max_score"} <= set(wrong)
    assert wrong["verdict"] == "wrong_value"
    assert wrong["misconception"] == "divided_by_n"
    assert wrong["counterexample"] == {
        "call": "variance_mvue([0.0, 1.0], 0.5)",
        "expected": "0.5",
        "got": "0.25",
    }


def test_json_round_trip_preserves_a_result() -> None:
    """A result is read back unchanged, including hostile text."""
    whole = result(HOSTILE, *ALL)
    again, said = from_json(as_json(whole, made_from="abc"))
    assert again == whole
    assert said["made_from"] == "abc"


@pytest.mark.parametrize("text", ["", "{}", "[]", "null", "[" * 100_000, '{"questions": 3}'])
def test_invalid_result_file_is_rejected(text: str) -> None:
    """An invalid result file counts as missing, so the submission is graded again."""
    with pytest.raises(TextbookError, match="is not a result of the grader"):
        from_json(text)


def test_original_result_can_be_restored() -> None:
    """Overrides and late deductions can be removed again."""
    decided = replace(WRONG, score=1.5, graded=0.0, comment="well tried")
    late = replace(result("ada.py", RIGHT, decided), score=2.5, deducted=1.0, late="late")
    assert as_graded(late) == result("ada.py", RIGHT, WRONG)


def test_gradescope_has_numbers_and_visibility() -> None:
    """Scores are numbers; a hidden question is visible after publication."""
    said = json.loads(as_gradescope(result("ada.py", *ALL)))
    assert said["score"] == 2.0
    assert [test["max_score"] for test in said["tests"]] == [2.0, 3.0, 1.0, 1.0, 1.0]
    assert [test["visibility"] for test in said["tests"]] == ["visible"] * 4 + ["after_published"]
    assert "variance_mvue([0.0, 1.0], 0.5)" in said["tests"][1]["output"]
    assert said["tests"][0]["status"] == "passed"


def shown_at_once(whole: Result) -> str:
    """Return the part of a Gradescope report that students see before grades are published.

    It has neither the score nor the rows of hidden questions. Student code could read this part
    of the report on an earlier submission.
    """
    said = json.loads(as_gradescope(whole))
    said["tests"] = [test for test in said["tests"] if test["visibility"] == "visible"]
    del said["score"]  # Gradescope shows no total while a question is hidden
    return json.dumps(said)


@pytest.mark.parametrize("finished", [True, False])
@pytest.mark.parametrize("place", [0, 1, 2])
def test_gradescope_reveals_nothing_on_hidden_questions(place: int, finished: bool) -> None:
    """Students see the same text, whatever the result of the hidden question is."""
    right = replace(RIGHT, id=WRONG.id, function=WRONG.function)
    words = "With a correct mean_mle your function is right, so you get its points."
    helped = replace(right, verdict=Verdict.WRONG_VALUE, given=("mean_mle",), words=words)
    seen = []
    for hidden, question, seconds in (
        (replace(RIGHT, visible=False), right, 1.0),
        (replace(RIGHT, verdict=Verdict.TIMEOUT, score=0.0, visible=False), helped, 60.0),
    ):
        hidden_row = replace(hidden, words=str(seconds), output="printed", seconds=seconds)
        asked = [question, UNTOUCHED]
        asked.insert(place, hidden_row)
        late = with_lateness(result("ada.py", *asked), POLICY, DUE + timedelta(days=1))
        seen.append(shown_at_once(replace(late, seconds=seconds, finished=finished)))
    assert seen[0] == seen[1]
    assert "s3cret" not in seen[0]
    assert ("stopped" in seen[0]) is not finished


def test_gradescope_shows_students_neither_seed_nor_total() -> None:
    """Seed and total are only in the instructor's terminal output, not in the results file."""
    whole = result("ada.py", *ALL)
    text = as_gradescope(whole)
    assert "s3cret" not in text and "of 5 questions" not in text
    assert "execution_time" not in json.loads(text)
    screen = "\n".join(report(whole))
    assert "Seed s3cret" in screen and "1 of 5 questions right" in screen


def test_gradescope_numbers_have_no_gaps() -> None:
    """A gap would reveal the number and the position of hidden questions."""
    tests = json.loads(as_gradescope(result("ada.py", ODD, RIGHT, WRONG)))["tests"]
    seen = [(test["number"], test["visibility"]) for test in tests]
    assert seen == [("1", "visible"), ("2", "visible"), ("3", "after_published")]


def test_junit_is_valid_xml() -> None:
    """Control characters are removed, and each question has at most one finding."""
    root = ElementTree.fromstring(as_junit([result("ada.py", *ALL), result(HOSTILE)]))
    suites = root.findall("testsuite")
    assert [suite.get("tests") for suite in suites] == ["5", "2"]
    first = suites[0]
    assert (first.get("failures"), first.get("errors"), first.get("skipped")) == ("2", "1", "1")
    children = [[child.tag for child in case] for case in first.findall("testcase")]
    assert children == [[], ["failure"], ["error"], ["skipped"], ["failure"]]


def test_full_points_are_not_a_junit_failure() -> None:
    """Full points by a helper or by the teacher are a pass; grader errors are skipped."""
    given = replace(WRONG, score=3.0, given=("mean_mle",))
    ours = replace(STUCK, verdict=Verdict.GRADER_ERROR, score=1.0)
    suite = ElementTree.fromstring(as_junit([result("ada.py", given, ours)]))[0]
    assert (suite.get("failures"), suite.get("errors"), suite.get("skipped")) == ("0", "0", "1")
    tests = json.loads(as_gradescope(result("ada.py", given, ours)))["tests"]
    assert [test["status"] for test in tests] == ["passed", "passed"]


def test_class_table_is_csv() -> None:
    """The table has one row per submission and one cell per value."""
    rows = list(csv.DictReader(StringIO(as_csv([result('a,"b".py'), result("bob.py", RIGHT)]))))
    assert [row["submission"] for row in rows] == ['a,"b".py', "bob.py"]
    assert [row["score"] for row in rows] == ["2", "2"]
    assert [row["variance_mvue verdict"] for row in rows] == ["wrong_value", ""]
    assert rows[0]["variance_mvue misconception"] == "divided_by_n"


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t=", "\n=", " =", "|", "＝"])
def test_spreadsheet_formulas_are_escaped(start: str) -> None:
    """A submission with the name of a formula is shown as text."""
    name = f"{start}cmd()!A1.py"
    assert safe_cell(name).lstrip() == "'" + name.replace("\t", " ").replace("\n", " ")
    cell = next(csv.DictReader(StringIO(as_csv([result(name)]))))["submission"]
    assert cell.startswith("'")


def test_class_table_is_printable_text() -> None:
    """The table contains no control characters, and each submission has one line."""
    lines = as_csv([result(HOSTILE), result("a\nb.py")]).split("\r\n")
    assert len(lines) == 4
    assert all(line.isprintable() for line in lines)
