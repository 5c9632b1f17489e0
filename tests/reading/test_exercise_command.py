"""The `exercise` command: what it shows, what it refuses, and with which exit code."""

import json
from collections.abc import Generator
from dataclasses import replace
from typing import Any

import pytest

from textbook_ml.cli import main
from textbook_ml.console import WIDTH, to_ascii, width
from textbook_ml.experiments.exercises._exercise import exercises
from textbook_ml.reading import exercise_command
from textbook_ml.reading.command import read
from textbook_ml.reading.exercise_command import exercise, exercise_json, find

NAMES = list(exercises())


def drained(lines: Generator[str, None, int]) -> tuple[list[str], int]:
    """The lines of a command, and its exit code."""
    said: list[str] = []
    while True:
        try:
            said.append(next(lines))
        except StopIteration as end:
            return said, int(end.value)


def assert_fits(lines: list[str]) -> None:
    """Every line has fewer columns than the console, and an ASCII form without losses."""
    for line in lines:
        assert width(line) < WIDTH, line
        assert to_ascii(line).count("?") == line.count("?"), line


@pytest.mark.parametrize("name", NAMES)
def test_a_screen_has_question_solution_and_check(name: str) -> None:
    """In this order, on any console; every claim holds, and the exit code is 0."""
    lines, code = drained(exercise([name]))
    assert_fits(lines)
    assert code == 0
    one = exercises()[name]
    places = [lines.index(part) for part in ("Solution", "Check")]
    assert places == sorted(places)
    assert one.title.split()[0] in lines[0]
    assert "\n".join(lines).count("  ✓ ") == len(one.check())
    assert one.code in "\n".join(lines)


def test_ascii_tells_a_covariance_from_a_sum() -> None:
    """The letter is the same; in words it is Sigma, before an index it is a sum."""
    text = "\n".join(map(to_ascii, drained(exercise(["ex8"]))[0]))
    assert "Which phi, Sigma, mu_0 and mu_1 maximise the likelihood" in text
    assert "both classes share the covariance Sigma." in text
    assert "l = sum_i (y_i ln phi" in text


def test_the_list_names_all_and_fits_one_screen() -> None:
    """Each exercise on one line, with the text it is from; then what to type."""
    lines, code = drained(exercise([]))
    assert_fits(lines)
    assert code == 0
    assert len(lines) <= 24
    assert [line.split()[0] for line in lines[2:20]] == NAMES
    assert "  ex13  Xing      Does the likelihood" in lines[14]


def test_the_question_alone_gives_nothing_away() -> None:
    """No step and no code, but a way on."""
    lines, code = drained(exercise(["ex3"], question=True))
    assert_fits(lines)
    assert code == 0
    assert "Solution" not in lines
    assert not any("def " in line for line in lines)
    assert lines[-1] == "`exercise ex3 --hint 1` shows the first step."


@pytest.mark.parametrize(("hint", "last"), [(1, "--hint 2"), (2, "--hint 3"), (3, "whole")])
def test_hints_come_step_by_step(hint: int, last: str) -> None:
    """So many steps as were asked for, and how to get the next."""
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
    """What one types, the number, the id in any case, an entry of the texts."""
    assert find(words).name == name


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["exercise", "ex19"], "ex18"),
        (["exercise", "mitchel-ex2"], "did you mean mitchell-ex2"),
        (["exercise", "laplace"], "ex-n-laplace"),
        (["exercise", "qqqq"], "type `exercise` for the list"),
        (["exercise", "ng-gda-sigma-mle"], "ex5 and ex8"),
        (["exercise", "--question"], "no exercise was named"),
        (["exercise", "--hint", "1", "--json"], "no exercise was named"),
        (["exercise", "ex1", "--hint", "0"], "ask for 1 step or more"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """On stderr, with what would do; stdout stays empty."""
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
def test_json_has_the_same_as_the_screen(name: str) -> None:
    """Question, steps, code and claims; Fractions as text."""
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
    """The list and the question have no steps; a hint has no code."""
    assert [one["name"] for one in as_data()] == NAMES
    assert "steps" not in as_data("ex2", question=True)
    hinted = as_data("ex2", hint=2)
    assert len(hinted["steps"]) == 2
    assert "code" not in hinted


@pytest.mark.parametrize("extra", [[], ["--json"]])
def test_a_claim_that_fails_is_exit_code_1(
    extra: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """And it is said which one."""
    wrong = replace(exercises()["ex6"], check=lambda: {"1 + 1 = 2": True, "1 + 1 = 3": False})
    monkeypatch.setattr(type(wrong), "code", "")
    monkeypatch.setattr(exercise_command, "exercises", lambda: {"ex6": wrong})
    assert main(["exercise", "ex6", *extra]) == 1
    said = capsys.readouterr().out
    assert ('"1 + 1 = 3": false' if extra else "  FAILS: 1 + 1 = 3") in said


def test_reading_an_entry_names_its_exercise() -> None:
    """`read mitchell-ex1` leads to `exercise ex1`; an entry may lead to two."""
    assert any("`exercise ex1`" in line for line in read(["mitchell-ex1"], None))
    lines = "\n".join(read(["ng-gda-sigma-mle"], None))
    assert "`exercise ex5`" in lines
    assert "`exercise ex8`" in lines
