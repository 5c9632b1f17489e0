"""The terminal report fits the width, has calls to paste, and escapes terminal codes."""

import ast
from dataclasses import replace

import pytest

from tests.grading_support import HOSTILE, ODD, RIGHT, STUCK, TIER, UNTOUCHED, WRONG, result
from textbook_ml.core.console import display_width
from textbook_ml.grading.reports.report_text import VERDICT_TEXTS, code_lines
from textbook_ml.grading.reports.terminal import report
from textbook_ml.grading.results import Counterexample, Verdict


def test_report_shows_all_parts_of_a_mistake() -> None:
    """The report has score, verdict, smallest call, values, hint, seed and isolation."""
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


def test_report_is_printable_and_fits_the_width() -> None:
    """Prose has at most 80 columns and no control characters, whatever a submission contains."""
    hostile = replace(result(HOSTILE, ODD, WRONG), notes=(HOSTILE,), late=HOSTILE)
    lines = list(report(hostile))
    assert all(line.isprintable() for line in lines)
    code = " " * 6  # code may be wider than prose
    assert max(display_width(line) for line in lines if not line.startswith(code)) < 80


def test_passed_questions_have_only_a_table_row() -> None:
    """Questions that were not attempted also have only a row in the table."""
    text = "\n".join(report(result("ada.py", RIGHT, UNTOUCHED)))
    assert text.count("mean_mle") == 1
    assert text.count("variance_mle") == 1


def test_report_shows_score_and_comment_of_the_teacher() -> None:
    """The report also shows the score of the grader."""
    decided = replace(WRONG, score=1.5, graded=0.0, comment="The idea is right.")
    text = "\n".join(report(result("ada.py", decided)))
    assert "Your teacher gave 1.5 points (the grader gave 0)." in text
    assert "Comment from your teacher: The idea is right." in text


def test_sentence_on_a_correct_helper_is_printed_once() -> None:
    """A second sentence that repeats the counterexample is left out."""
    sentence = "With a correct mean_mle your function is right, so you get its points."
    carried = replace(
        WRONG, given=("mean_mle",), words=f"Expected 0.5, got 0.25. {sentence}", score=3.0
    )
    text = "\n".join(report(result("ada.py", carried)))
    assert text.count(sentence) == 1 and "Expected 0.5" not in text


def test_unfinished_report_is_marked_as_unfinished() -> None:
    """A provisional result must not look like a final one."""
    lines = list(report(replace(result(), finished=False)))
    assert any("Grading was stopped early." in line for line in lines)


@pytest.mark.parametrize(
    "call",
    [
        f"f({list(range(60))}, 'a, b', mu={{'x, y': 0.25}})",
        "h({!r})".format(['it\'s "a, b", ' * 3 + "isn't it, " * 3] * 3),
        "g({!r})".format(["it's, " * 5, 'she said "a, b", ' * 3, "back\\, slash\\"] * 3),
    ],
)
def test_wrapped_call_can_be_pasted(call: str) -> None:
    """Lines are broken only where Python allows it."""
    lines = list(code_lines(call, " " * 6))
    assert len(lines) > 1
    assert ast.dump(ast.parse("\n".join(lines).strip())) == ast.dump(ast.parse(call))


def test_huge_call_is_shortened_with_a_note() -> None:
    """A call with 800 factors is complete only in the JSON."""
    call = f"f({[0.125] * 800})"
    lines = list(code_lines(call, ""))
    assert len(lines) == 2
    assert f"{len(call):,} characters" in lines[1]


def test_counterexample_is_not_repeated_in_words() -> None:
    """A position in a list, or a reason, is still printed."""
    twice = replace(WRONG, words="Expected 0.5, got 0.25.")
    assert not any("Expected" in line for line in report(result("ada.py", twice)))
    placed = replace(WRONG, words="At [1]: expected 0.5, got 0.25.")
    assert any("At [1]" in line for line in report(result("ada.py", placed)))


def test_every_verdict_has_a_text() -> None:
    """A new verdict needs a name and a sentence."""
    assert set(VERDICT_TEXTS) == set(Verdict)


def test_verdict_without_explanation_has_a_default_sentence() -> None:
    """The student always reads a sentence about the verdict."""
    example = Counterexample("normal_pdf(0.0, 0.0, 1.0)", "0.3989", "no answer")
    text = "\n".join(report(result("ada.py", replace(STUCK, counterexample=example))))
    assert "The function did not return in time." in text
