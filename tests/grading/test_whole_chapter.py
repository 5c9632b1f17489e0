"""End to end: right code passes and misconceptions are named, in a real worker process."""

from pathlib import Path

import pytest

from tests.grading.handwritten import code_names, handed_in
from tests.grading.support import graded, summary_of
from textbook_ml.grading.results import Verdict
from textbook_ml.grading.runner.limits import Limits
from textbook_ml.questions import Misconception, Question, questions

AMPLE = Limits(wall=10.0, cpu=5.0)
PLAIN = [q for q in questions().values() if ".equations." in q.reference.__module__]
SOME = PLAIN[::8]
WRONG = [
    (question, wrong)
    for question in PLAIN[5::24]
    for wrong in question.misconceptions
    if question.function not in code_names(wrong.function.__code__)
]


def test_code_of_the_chapter_gets_full_points(tmp_path: Path) -> None:
    """The reference functions, written as one file without imports of the package, pass."""
    path = tmp_path / "homework.py"
    path.write_text(handed_in(question.reference for question in SOME), encoding="utf-8")
    result = graded(path, tuple(question.function for question in SOME), AMPLE, cases=20)
    wrong = [line for line in summary_of(result) if line[1] != Verdict.PASSED]
    assert wrong == []
    assert result.notes == ()


@pytest.mark.parametrize(("question", "wrong"), WRONG, ids=[wrong.name for _, wrong in WRONG])
def test_submitted_misconception_is_named(
    question: Question, wrong: Misconception, tmp_path: Path
) -> None:
    """The report names the misconception, with a failing call."""
    path = tmp_path / "homework.py"
    code = handed_in([wrong.function]) + f"{question.function} = {wrong.name}\n"
    path.write_text(code, encoding="utf-8")
    [found] = graded(path, (question.function,), AMPLE, cases=50).questions
    assert (found.misconception, found.help) == (wrong.name, wrong.help)
    assert found.score == 0.0 and found.counterexample is not None
