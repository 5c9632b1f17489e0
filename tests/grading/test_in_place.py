"""Checking without processes says what checking with them says."""

import sys
from dataclasses import asdict
from pathlib import Path

import pytest

from textbook_ml.docstrings import page
from textbook_ml.errors import TextbookError
from textbook_ml.grading.assignment import PUBLIC_SEED, of_questions
from textbook_ml.grading.in_place import NOT_YOURS, check_here
from textbook_ml.grading.job import Job
from textbook_ml.grading.submissions import submission_at
from textbook_ml.questions import questions

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
def test_the_same_is_said_in_a_process_and_in_place(what: str, tmp_path: Path) -> None:
    """Verdict, words, counterexample and misconception are equal, letter by letter."""
    file = tmp_path / "answer.py"
    file.write_text(ANSWERS[what])
    assignment = of_questions([questions()["variance_mvue"]], "one question")
    job = Job(assignment, PUBLIC_SEED)
    found = job.find(submission_at(str(file)), 1, lambda result: None)
    [apart] = found.questions
    here = check_here("variance_mvue", ANSWERS[what])
    assert here["notes"] == list(found.notes)
    due = asdict(apart)
    for name in ("verdict", "words", "counterexample", "misconception", "help", "cases"):
        assert here[name] == due[name], name


def test_nothing_of_an_answer_is_left() -> None:
    """The next check starts as this one did."""
    before = set(sys.modules)
    check_here("variance_mvue", "import sys\n" + RIGHT)
    assert set(sys.modules) - before == set()


def test_endless_recursion_is_an_answer() -> None:
    """It is told, and the interpreter lives on."""
    endless = "def variance_mvue(xs, mu):\n    return variance_mvue(xs, mu)\n"
    assert "RecursionError" in check_here("variance_mvue", endless)["words"]


def test_an_unknown_question_is_refused() -> None:
    """By its name."""
    with pytest.raises(TextbookError, match="no question 'nothing'"):
        check_here("nothing", "")


def test_the_code_that_the_page_shows_is_right_and_nobodys_work() -> None:
    """It leans on its module, as no answer may; whoever pastes it is told so, and not refused."""
    for function, asked in questions().items():
        own = page(f"{asked.reference.__module__}.{function}").signature_and_body
        found = check_here(function, f"{own}  # as it is shown\n")
        assert (found["name"], found["comment"]) == ("passed", NOT_YOURS), function
    assert check_here("variance_mvue", RIGHT)["comment"] == ""
