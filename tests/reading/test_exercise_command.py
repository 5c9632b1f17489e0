"""The command `exercise`: output, errors and exit codes."""

import json
from collections.abc import Generator
from dataclasses import replace
from typing import Any

import pytest

from textbook_ml.commands.main import main
from textbook_ml.core.console import WIDTH, display_width, to_ascii
from textbook_ml.reading import exercise_command
from textbook_ml.reading.command import read
from textbook_ml.reading.exercise_command import exercise, exercise_json, find
from textbook_ml.study.exercises._exercise import exercises

NAMES = list(exercises())


def drained(lines: Generator[str, None, int]) -> tuple[list[str], int]:
    """Return the lines of a command, and its exit code."""
    said: list[str] = []
    while True:
        try:
            said.append(next(lines))
        except StopIteration as end:
            return said, int(end.value)


def assert_fits(lines: list[str]) -> None:
    """Check that every line fits the console and can be written in ASCII."""
    for line in lines:
        assert display_width(line) < WIDTH, line
        assert to_ascii(line).count("?") == line.count("?"), line


@pytest.mark.parametrize("name", NAMES)
def test_a_screen_has_question_solution_and_check(name: str) -> None:
    """The parts are in this order; every claim holds, and the exit code is 0."""
    lines, code = drained(exercise([name]))
    assert_fits(lines)
    assert code == 0
    one = exercises()[name]
    places = [lines.index(part) for part in ("Solution", "Check")]
    assert places == sorted(places)
    assert one.title.split()[0] in lines[0]
    assert "\n".join(lines).count("  ✓ ") == len(one.check())
    assert one.code in "\n".join(lines)


def test_ascii_distinguishes_a_covariance_from_a_sum() -> None:
    """Both are written Σ; in ASCII a covariance is Sigma, and Σ with an index is sum."""
    text = "\n".join(map(to_ascii, drained(exercise(["ex8"]))[0]))
    assert "Which phi, Sigma, mu_0 and mu_1 maximise the likelihood" in text
    assert "both classes share the covariance Sigma." in text
    assert "l = sum_i (y_i ln phi" in text


def test_the_list_of_exercises_fits_one_screen() -> None:
    """Each exercise has one line with its source text; commands to try follow."""
    lines, code = drained(exercise([]))
    assert_fits(lines)
    assert code == 0
    assert len(lines) <= 24
    assert [line.split()[0] for line in lines[2:20]] == NAMES
    assert "  ex13  Xing      Does the likelihood" in lines[14]


def test_the_question_alone_does_not_show_the_solution() -> None:
    """The output has no step and no code, only the command for a hint."""
    lines, code = drained(exercise(["ex3"], question=True))
    assert_fits(lines)
    assert code == 0
    assert "Solution" not in lines
    assert not any("def " in line for line in lines)
    assert lines[-1] == "`exercise ex3 --hint 1` shows the first step."


@pytest.mark.parametrize(("hint", "last"), [(1, "--hint 2"), (2, "--hint 3"), (3, "whole")])
def test_a_hint_shows_the_first_steps(hint: int, last: str) -> None:
    """`--hint N` shows N steps and the command for the next one."""
    lines, code = drained(exercise(["ex6"], hint=hint))
    assert_fits(lines)
    assert code == 0
    numbered = [line for line in lines if line.startswith(("  1. ", "  2. ", "  3. "))]
    assert len(numbered) == hint
    assert last in lines[-1]


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (["ex1"], "ex1"),
        (["EX1"], "ex1"),
        (["1"], "ex1"),
        (["ex", "18"], "ex18"),
        (["EX-M1"], "ex1"),
        (["ex-n-laplace"], "ex12"),
        (["mitchell-ex4"], "ex4"),
        (["sontag-missing-coins"], "ex17"),
    ],
)
def test_an_exercise_is_found_by_any_of_its_names(words: list[str], name: str) -> None:
    """The name, the number, the id in any case, or an entry of the source texts."""
    assert find(words).name == name


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["exercise", "ex19"], "ex18"),
        (["exercise", "mitchel-ex2"], "Did you mean mitchell-ex2"),
        (["exercise", "laplace"], "ex-n-laplace"),
        (["exercise", "qqqq"], "Run `exercise` to list all"),
        (["exercise", "ng-gda-sigma-mle"], "ex5 and ex8"),
        (["exercise", "--question"], "need the name of an exercise"),
        (["exercise", "--hint", "1", "--json"], "need the name of an exercise"),
        (["exercise", "ex1", "--hint", "0"], "--hint must be at least 1, got 0"),
    ],
)
def test_bad_input_is_a_one_line_error_with_exit_code_2(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The message is on stderr and contains a fix; stdout stays empty."""
    assert main(words) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert message in captured.err
    assert captured.err.count("\n") == 1


def as_data(*words: str, question: bool = False, hint: int | None = None) -> Any:
    lines, code = drained(exercise_json(words, question, hint))
    assert code == 0
    return json.loads("\n".join(lines))


@pytest.mark.parametrize("name", NAMES)
def test_json_has_the_content_of_the_screen(name: str) -> None:
    """JSON contains the question, steps, code and claims."""
    answer, one = as_data(name), exercises()[name]
    assert answer["id"] == one.id
    assert [step["words"] for step in answer["steps"]] == [step.words for step in one.solve()]
    assert answer["code"] == one.code
    assert answer["claims"] == one.check()


def test_json_writes_fractions_as_text_and_floats_in_full() -> None:
    """3/4 stays 3/4, and a float keeps every digit."""
    third = as_data("ex1")["steps"][2]
    assert third["columns"] == ["9604 p̂ (1 − p̂)", "", "examples"]
    assert third["numbers"]["p̂ = 1/100"] == ["237699/2500", 95.0796, 96]
    assert as_data("ex8")["steps"][3]["numbers"]["Σ̂"] == [["2", "0"], ["0", "16/5"]]


def test_json_of_a_part_has_only_that_part() -> None:
    """The list and the question contain no steps; a hint contains no code."""
    assert [one["name"] for one in as_data()] == NAMES
    assert "steps" not in as_data("ex2", question=True)
    hinted = as_data("ex2", hint=2)
    assert len(hinted["steps"]) == 2
    assert "code" not in hinted


@pytest.mark.parametrize("extra", [[], ["--json"]])
def test_a_failed_claim_gives_exit_code_1(
    extra: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The output marks the claim that fails."""
    wrong = replace(exercises()["ex6"], check=lambda: {"1 + 1 = 2": True, "1 + 1 = 3": False})
    monkeypatch.setattr(type(wrong), "code", "")
    monkeypatch.setattr(exercise_command, "exercises", lambda: {"ex6": wrong})
    assert main(["exercise", "ex6", *extra]) == 1
    said = capsys.readouterr().out
    assert ('"1 + 1 = 3": false' if extra else "  FAILS: 1 + 1 = 3") in said


def test_reading_an_entry_names_its_exercise() -> None:
    """`read mitchell-ex1` has the command `exercise ex1`; an entry may have two exercises."""
    assert any(line.endswith(" exercise ex1") for line in read(["mitchell-ex1"], None))
    commands = [line.split()[-2:] for line in read(["ng-gda-sigma-mle"], None) if line.strip()]
    assert ["exercise", "ex5"] in commands
    assert ["exercise", "ex8"] in commands
