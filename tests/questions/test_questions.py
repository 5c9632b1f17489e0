"""Mutation test of the grader: the cases detect and name every misconception."""

import subprocess
import sys
from itertools import combinations
from pathlib import Path

import pytest

from textbook_ml.questions import Misconception, Question, questions
from textbook_ml.questions.framework.diagnosis import (
    RaisedException,
    answer,
    diagnose,
    failure_help,
    is_right,
    values_agree,
)
from textbook_ml.questions.framework.judge import Case
from textbook_ml.questions.framework.not_asked import NOT_ASKED
from textbook_ml.sources.registry import implementations

ROOT = Path(__file__).parents[2]
SEEDS = ("public", "another")
CASES = 50
SLOW = {"fit_logistic_regression", "fit_softmax_regression"}  # each case is an optimisation
every = pytest.mark.parametrize(
    "question",
    [
        pytest.param(question, id=name, marks=[pytest.mark.slow] if name in SLOW else [])
        for name, question in questions().items()
    ],
)


@every
def test_reference_passes_on_all_cases(question: Question) -> None:
    """All cases are valid, and the reference gets full marks."""
    for seed in SEEDS:
        for case, expected in question.exam(seed, CASES):
            assert question.is_valid(case)
            assert question.fault(case, answer(question.reference, case), expected) is None


@every
@pytest.mark.parametrize("seed", [SEEDS[0], pytest.param(SEEDS[1], marks=pytest.mark.slow)])
def test_every_misconception_is_caught_and_named(question: Question, seed: str) -> None:
    """At least one case fails, and the diagnosis names this misconception and no other.

    If all returned values are correct, nothing is named; its hint explains the exception.
    """
    for wrong in question.misconceptions:
        seen = [(case, answer(wrong.function, case)) for case in question.cases(seed, CASES)]
        faulty = [(case, got) for case, got in seen if not is_right(question, case, got)]
        assert faulty, f"{wrong.name} passes"
        if all(isinstance(got, RaisedException) for _, got in faulty):
            assert diagnose(question, seen) is None
            assert failure_help(question, seen) == wrong.help, f"{wrong.name} is not explained"
        else:
            assert diagnose(question, seen) is wrong, f"{wrong.name} is taken for another"


def is_caught(question: Question, wrong: Misconception, case: Case) -> bool:
    """Return whether the grader finds a fault with a misconception on this case."""
    got = answer(wrong.function, case)
    return isinstance(got, RaisedException) or question.fault(case, got) is not None


@every
def test_every_misconception_is_caught_on_every_seed(question: Question) -> None:
    """Verdicts do not depend on the seed; edge cases are the same for all seeds."""
    for wrong in question.misconceptions:
        if any(is_caught(question, wrong, edge) for edge in question.edges):
            continue
        for seed in range(20):
            cases = question.cases(f"seed {seed}", CASES)
            caught = any(is_caught(question, wrong, case) for case in cases)
            assert caught, f"{wrong.name} passes with seed {seed}"


@every
def test_misconceptions_differ_in_their_results(question: Question) -> None:
    """No two misconceptions of a question return the same values on all cases."""
    for one, other in combinations(question.misconceptions, 2):
        cases = question.cases(SEEDS[0], CASES)
        answers = ((c, answer(one.function, c), answer(other.function, c)) for c in cases)
        same = (
            a == b if isinstance(a, RaisedException) else values_agree(question, c, a, b)
            for c, a, b in answers
        )
        assert not all(same), (one.name, other.name)


@every
def test_every_question_has_misconceptions_with_hints(question: Question) -> None:
    """Each hint starts with a capital, ends with a full stop or question mark, and is short."""
    assert question.misconceptions
    for wrong in question.misconceptions:
        assert wrong.help[0].isupper() and wrong.help[-1] in ".?" and len(wrong.help) < 200


@every
def test_cases_are_many_distinct_and_of_plain_types(question: Question) -> None:
    """Cases contain only numbers, strings, lists and dicts, and no case occurs twice."""
    cases = question.cases(SEEDS[0], CASES)
    assert all(is_plain(part) for case in cases for part in case)
    assert all(len(case) <= len(question.parameters) for case in cases)
    assert len({repr(case) for case in cases}) == len(cases) >= 2  # yes and no


def is_plain(value: object) -> bool:
    if isinstance(value, (list, tuple)):
        return all(map(is_plain, value))
    if isinstance(value, dict):
        return all(map(is_plain, value.keys())) and all(map(is_plain, value.values()))
    return value is None or type(value) in (bool, int, float, str)


def test_every_equation_has_a_question_or_a_reason() -> None:
    """An equation without a question is listed in NOT_ASKED with a reason."""
    of_the_chapter = {n.rpartition(".")[2] for n in implementations() if ".equations." in n}
    question = set(questions())
    assert of_the_chapter - question - set(NOT_ASKED) == set()
    assert set(NOT_ASKED) <= of_the_chapter - question
    assert all(reason for reason in NOT_ASKED.values())


def test_ids_are_unique_and_misconceptions_are_many() -> None:
    """No two questions have the same id, and there are at least 120 misconceptions."""
    ids = [question.id for question in questions().values()]
    assert len(set(ids)) == len(ids)
    assert sum(len(question.misconceptions) for question in questions().values()) >= 120


@pytest.mark.parametrize("first", ["algorithms.softmax", "chapter.gaussian_shared"])
def test_ids_do_not_depend_on_the_module_that_is_imported_first(first: str) -> None:
    """Every import order gives the same ids in the same order."""
    program = (
        f"import textbook_ml.questions.{first}; from textbook_ml.questions import questions; "
        "print([(name, one.id) for name, one in questions().items()])"
    )
    printed = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT
    ).stdout
    assert printed.strip() == str([(name, one.id) for name, one in questions().items()])
