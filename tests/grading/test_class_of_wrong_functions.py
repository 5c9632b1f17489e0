"""The class of the benchmark on the search for mistakes: its solutions, and the lines found."""

from pathlib import Path

import pytest

from tests.benchmarks.locating import HEAD, graded, styles, submissions
from textbook_ml.grading.locating import edited_functions
from textbook_ml.grading.results import Verdict

STUDENTS = 4


@pytest.mark.parametrize("style", [0, -1])
def test_the_solutions_without_mistakes_are_right(tmp_path: Path, style: int) -> None:
    """Both styles of each function get full points."""
    path = tmp_path / "homework.py"
    path.write_text("\n".join([HEAD, *(written[style].code for written in styles().values())]))
    result = graded(path, "none")
    assert [q.words for q in result.questions if q.verdict is not Verdict.PASSED] == []


def test_most_mistakes_of_a_class_get_a_line_and_the_right_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At least 3 in 4 functions with wrong values get a line, and 9 in 10 lines are right."""
    monkeypatch.setattr(edited_functions, "SECONDS", 60.0)
    n_wrong = n_named = n_right = 0
    for number, (text, places) in enumerate(submissions(STUDENTS)):
        path = tmp_path / f"{number}.py"
        path.write_text(text)
        for question in graded(path, "line").questions:
            if question.verdict is Verdict.WRONG_VALUE:
                n_wrong += 1
                n_named += question.line is not None
                n_right += question.line in places[question.function]
    assert n_named >= 0.75 * n_wrong > 10
    assert n_right >= 0.9 * n_named
