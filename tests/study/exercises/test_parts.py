"""The parts of exercises that readers answer."""

import math

import pytest

from textbook_ml.core.errors import TextbookError
from textbook_ml.questions import questions
from textbook_ml.study.exercises._exercise import exercises
from textbook_ml.study.exercises._parts import (
    PARTS,
    Code,
    Formula,
    Number,
    right_numbers,
)

FORMULAS = [
    pytest.param(part, id=f"{name}-{place}")
    for name, parts in PARTS.items()
    for place, part in enumerate(parts, start=1)
    if isinstance(part, Formula)
]


def test_every_exercise_has_a_number_and_a_formula() -> None:
    assert list(PARTS) == list(exercises())
    for name, parts in PARTS.items():
        assert {Number, Formula} <= set(map(type, parts)), name


def test_every_function_to_write_is_a_question_and_is_asked_once() -> None:
    names = [part.name for parts in PARTS.values() for part in parts if isinstance(part, Code)]
    assert set(names) <= questions().keys()
    assert len(set(names)) == len(names) >= 15


def test_right_numbers_are_finite_and_come_from_the_solution() -> None:
    for name, parts in PARTS.items():
        for part in parts:
            if isinstance(part, Number):
                values = right_numbers(name, part)
                assert values
                assert all(map(math.isfinite, values)), part.ask
    with pytest.raises(TextbookError, match="ex6: the solution has no number 'nothing'"):
        right_numbers("ex6", Number("", "nothing"))


@pytest.mark.parametrize("part", FORMULAS)
def test_slips_differ_from_the_answer_and_from_each_other(part: Formula) -> None:
    inputs = part.inputs()
    assert inputs == part.inputs()
    for one in inputs:
        for symbol, (low, high) in part.ranges.items():
            assert low <= one[symbol] <= high
    values = [tuple(f(**one) for one in inputs) for f in (part.value, *part.slips.values())]
    assert all(math.isfinite(value) for row in values for value in row)
    assert len(set(values)) == len(values)


@pytest.mark.parametrize(
    ("exercise", "place", "values", "expected"),
    [
        ("ex1", 0, {"z": 1.96, "p": 0.5, "h": 0.02}, 2401),
        ("ex4", 2, {"a": 0.36, "b": 0.4225}, 72 / 241),
        ("ex5", 1, {"S": 26, "n": 2, "N": 5, "K": 2}, 13 / 3),
        ("ex6", 0, {"a": 1 / 2, "b": 1 / 8, "q": 1 / 3}, 1 / 4),
        ("ex11", 1, {"c": 3, "N": 6, "a": 2, "k": 3}, 4 / 9),
        ("ex12", 0, {"c": 4, "m": 7, "k": 4, "l": 1}, 5 / 11),
        ("ex17", 1, {"g": 1 / 2, "h": 1 / 10, "a": 3 / 4, "b": 1 / 2}, 15 / 17),
        ("ex18", 0, {"n": 10, "K": 2, "J": 2}, 2046),
        ("ex18", 2, {"n": 10, "K": 2}, 75),
    ],
)
def test_formulas_give_the_numbers_of_the_solution(
    exercise: str, place: int, values: dict[str, float], expected: float
) -> None:
    part = PARTS[exercise][place]
    assert isinstance(part, Formula)
    assert part.value(**values) == pytest.approx(expected, rel=1e-12)
