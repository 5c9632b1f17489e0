"""The report on a terminal: it fits, it can be pasted, and nothing in it steers the terminal."""

import ast
from dataclasses import replace

import pytest

from tests.grading_support import HOSTILE, ODD, RIGHT, STUCK, TIER, UNTOUCHED, WRONG, result
from textbook_ml.console import width
from textbook_ml.grading.phrases import VERDICT_TEXTS, code_lines
from textbook_ml.grading.results import Counterexample, Verdict
from textbook_ml.grading.terminal import report


def test_a_student_reads_what_went_wrong() -> None:
    """The score, the verdict, the smallest call, what was due, what came, why, and the terms."""
    text = "\n".join(report(result()))
    for said in (
        "ada.py: 2 of 5 points",
        "passed       2 of 2  mean_mle",
        "variance_mvue (mitchell-15): wrong value, 0 of 3 points",
        "      variance_mvue([0.0, 1.0], 0.5)\n      expected  0.5\n      got       0.25",
        "→ You divide by N, which is (14)",
        "1 of 2 questions right; 2 of 5 points.",
        "Seed s3cret",
        "Isolation: process.",
    ):
        assert said in text
    assert TIER in " ".join(text.split())


def test_nothing_steers_the_terminal_and_lines_fit() -> None:
    """Whatever a student's file says, a report is printable, and its words keep to 80 columns."""
    hostile = replace(result(HOSTILE, ODD, WRONG), notes=(HOSTILE,), late=HOSTILE)
    lines = list(report(hostile))
    assert all(line.isprintable() for line in lines)
    code = " " * 6  # which is broken only where it can be
    assert max(width(line) for line in lines if not line.startswith(code)) < 80


def test_what_is_right_needs_no_words() -> None:
    """A question that passed, or was not begun, has its line and nothing else."""
    text = "\n".join(report(result("ada.py", RIGHT, UNTOUCHED)))
    assert text.count("mean_mle") == 1
    assert text.count("variance_mle") == 1


def test_a_teacher_is_heard() -> None:
    """A score that was decided stands beside what the grader gave, with the comment."""
    decided = replace(WRONG, score=1.5, graded=0.0, comment="The idea is right.")
    text = "\n".join(report(result("ada.py", decided)))
    assert "Your teacher gave 1.5 points (the grader gave 0)." in text
    assert "Comment from your teacher: The idea is right." in text


def test_what_carries_forward_is_said_once() -> None:
    """With the points; what the counterexample shows is not said above it, too."""
    sentence = "With a correct mean_mle it is right, so you get its points."
    carried = replace(
        WRONG, given=("mean_mle",), words=f"Expected 0.5, got 0.25. {sentence}", score=3.0
    )
    text = "\n".join(report(result("ada.py", carried)))
    assert text.count(sentence) == 1 and "Expected 0.5" not in text


def test_a_grading_that_was_cut_short_says_so() -> None:
    """What is provisional is never taken for the end."""
    lines = list(report(replace(result(), finished=False)))
    assert any("Grading was stopped early." in line for line in lines)


@pytest.mark.parametrize(
    "call",
    [
        f"f({list(range(60))}, 'a, b', mu={{'x, y': 0.25}})",
        "h({!r})".format(["it's \"a, b\", " * 3 + "isn't it, " * 3] * 3),
        "g({!r})".format(["it's, " * 5, 'she said "a, b", ' * 3, "back\\, slash\\"] * 3),
    ],
)
def test_a_broken_call_can_still_be_pasted(call: str) -> None:
    """Lines are broken only where Python lets them be."""
    lines = list(code_lines(call, " " * 6))
    assert len(lines) > 1
    assert ast.dump(ast.parse("\n".join(lines).strip())) == ast.dump(ast.parse(call))


def test_a_huge_call_is_cut_and_says_so() -> None:
    """800 factors would fill the screen: the JSON has them."""
    call = f"f({[0.125] * 800})"
    lines = list(code_lines(call, ""))
    assert len(lines) == 2
    assert f"{len(call):,} characters" in lines[1]


def test_what_the_counterexample_says_is_said_once() -> None:
    """But a place in a list, or a reason, is told."""
    twice = replace(WRONG, words="Expected 0.5, got 0.25.")
    assert not any("Expected" in line for line in report(result("ada.py", twice)))
    placed = replace(WRONG, words="At [1]: expected 0.5, got 0.25.")
    assert any("At [1]" in line for line in report(result("ada.py", placed)))


def test_every_verdict_is_spoken() -> None:
    """A new verdict needs its words."""
    assert set(VERDICT_TEXTS) == set(Verdict)


def test_a_verdict_without_words_has_a_sentence() -> None:
    """The student always learns what happened."""
    example = Counterexample("normal_pdf(0.0, 0.0, 1.0)", "0.3989", "no answer")
    text = "\n".join(report(result("ada.py", replace(STUCK, counterexample=example))))
    assert "The function did not return in time." in text
