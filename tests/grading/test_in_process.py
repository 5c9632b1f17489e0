"""The in-process check gives the same results as the check with worker processes."""

import sys
from dataclasses import asdict
from pathlib import Path

import pytest

from textbook_ml.core.errors import TextbookError
from textbook_ml.grading.assignment import PUBLIC_SEED, of_questions
from textbook_ml.grading.grading_job import GradingJob
from textbook_ml.grading.runner.in_process import NOT_YOURS, check_here
from textbook_ml.grading.submissions import submission_at
from textbook_ml.questions import questions
from textbook_ml.sources.docstrings import page

RIGHT = "def variance_mvue(xs, mu):\n    return sum((x - mu)**2 for x in xs) / (len(xs) - 1)\n"
ANSWERS = {
    "right": RIGHT,
    "a misconception": RIGHT.replace(" - 1", ""),
    "wrong": "def variance_mvue(xs, mu):\n    return 17\n",
    "another type": "def variance_mvue(xs, mu):\n    return str(mu)\n",
    "an exception": "def variance_mvue(xs, mu):\n    return xs[99]\n",
    "changed arguments": RIGHT.replace("return", "xs.sort(reverse=True); return"),
    "another signature": "def variance_mvue(xs):\n    return 1\n",
    "not begun": "def variance_mvue(xs, mu):\n    raise NotImplementedError\n",
    "missing": "def variance(xs, mu):\n    return 1\n",
    "no Python": "def variance_mvue(xs, mu:\n",
    "help from the chapter": "from textbook_ml.equations.gaussian import variance_mvue\n",
    "help in one line": "import textbook_ml\n" + RIGHT,
    "help that is missing": "import numpy_of_nobody\n" + RIGHT,
}


@pytest.mark.skipif(sys.platform == "win32", reason="the grader needs Linux or macOS")
@pytest.mark.parametrize("what", ANSWERS)
def test_in_process_check_gives_the_same_result(what: str, tmp_path: Path) -> None:
    """Verdict, text, counterexample and misconception are equal."""
    file = tmp_path / "answer.py"
    file.write_text(ANSWERS[what])
    assignment = of_questions([questions()["variance_mvue"]], "one question")
    job = GradingJob(assignment, PUBLIC_SEED)
    found = job.find(submission_at(str(file)), 1, lambda result: None)
    [apart] = found.questions
    here = check_here("variance_mvue", ANSWERS[what])
    assert here["notes"] == list(found.notes)
    due = asdict(apart)
    for name in ("verdict", "words", "counterexample", "misconception", "help", "cases"):
        assert here[name] == due[name], name


def test_check_leaves_no_modules_behind() -> None:
    """Modules that a check loaded are removed, so that the next check starts afresh."""
    before = set(sys.modules)
    check_here("variance_mvue", "import sys\n" + RIGHT)
    assert set(sys.modules) - before == set()


def test_endless_recursion_is_reported() -> None:
    """The interpreter continues after the RecursionError."""
    endless = "def variance_mvue(xs, mu):\n    return variance_mvue(xs, mu)\n"
    assert "RecursionError" in check_here("variance_mvue", endless)["words"]


def test_unknown_question_is_rejected() -> None:
    """The error contains the unknown name."""
    with pytest.raises(TextbookError, match="no question 'nothing'"):
        check_here("nothing", "")


def test_copied_reference_code_is_right_and_noted() -> None:
    """Code copied from the package passes, and the result has a comment on it."""
    for function, asked in questions().items():
        own = page(f"{asked.reference.__module__}.{function}").signature_and_body
        found = check_here(function, f"{own}  # as it is shown\n")
        assert (found["name"], found["comment"]) == ("passed", NOT_YOURS), function
    assert check_here("variance_mvue", RIGHT)["comment"] == ""
