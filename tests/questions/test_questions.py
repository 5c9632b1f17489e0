"""The mutation test of the grader: every misconception is caught by the cases, and named."""

from itertools import combinations

import pytest

from textbook_ml.questions import Misconception, Question, questions
from textbook_ml.questions.diagnosis import Raised, alike, answer, diagnose, failure_help, is_right
from textbook_ml.questions.judge import Case
from textbook_ml.questions.not_asked import NOT_ASKED
from textbook_ml.registry import implementations

SEEDS = ("public", "another")
CASES = 50
every = pytest.mark.parametrize("asked", questions().values(), ids=lambda asked: asked.function)


@every
def test_the_reference_is_right(asked: Question) -> None:
    """A student who writes the reference gets full marks, on cases that are all valid."""
    for seed in SEEDS:
        for case, expected in asked.exam(seed, CASES):
            assert asked.is_valid(case)
            assert asked.fault(case, answer(asked.reference, case), expected) is None


@every
def test_every_misconception_is_caught_and_named(asked: Question) -> None:
    """Some case tells it from the truth, and no other misconception answers as it does.

    Where all that it returns is right, nothing is named: its sentence explains the exception.
    """
    for seed in SEEDS:
        for wrong in asked.misconceptions:
            seen = [(case, answer(wrong.function, case)) for case in asked.cases(seed, CASES)]
            faulty = [(case, came) for case, came in seen if not is_right(asked, case, came)]
            assert faulty, f"{wrong.name} passes"
            if all(isinstance(came, Raised) for _, came in faulty):
                assert diagnose(asked, seen) is None
                assert failure_help(asked, seen) == wrong.help, f"{wrong.name} is not explained"
            else:
                assert diagnose(asked, seen) is wrong, f"{wrong.name} is taken for another"


def is_caught(asked: Question, wrong: Misconception, case: Case) -> bool:
    """Return whether the grader finds a fault with a misconception on this case."""
    came = answer(wrong.function, case)
    return isinstance(came, Raised) or asked.fault(case, came) is not None


@every
def test_every_misconception_is_caught_on_every_seed(asked: Question) -> None:
    """A verdict does not depend on luck; what an edge case catches is caught on all seeds."""
    for wrong in asked.misconceptions:
        if any(is_caught(asked, wrong, edge) for edge in asked.edges):
            continue
        for seed in range(20):
            cases = asked.cases(f"seed {seed}", CASES)
            caught = any(is_caught(asked, wrong, case) for case in cases)
            assert caught, f"{wrong.name} passes with seed {seed}"


@every
def test_no_two_misconceptions_are_the_same(asked: Question) -> None:
    """What differs in words differs in answers."""
    for one, other in combinations(asked.misconceptions, 2):
        cases = asked.cases(SEEDS[0], CASES)
        answers = ((c, answer(one.function, c), answer(other.function, c)) for c in cases)
        same = (a == b if isinstance(a, Raised) else alike(asked, c, a, b) for c, a, b in answers)
        assert not all(same), (one.name, other.name)


@every
def test_there_are_misconceptions_and_each_helps_in_a_sentence(asked: Question) -> None:
    """At least one for each question; help begins like a sentence and ends like one."""
    assert asked.misconceptions
    for wrong in asked.misconceptions:
        assert wrong.help[0].isupper() and wrong.help[-1] in ".?" and len(wrong.help) < 200


@every
def test_cases_are_plain_and_many(asked: Question) -> None:
    """Numbers, strings, lists and dicts; the same seed gives the same cases."""
    cases = asked.cases(SEEDS[0], CASES)
    assert all(is_plain(part) for case in cases for part in case)
    assert all(len(case) <= len(asked.parameters) for case in cases)
    assert len({repr(case) for case in cases}) == len(cases) >= 2  # yes and no


def is_plain(value: object) -> bool:
    if isinstance(value, (list, tuple)):
        return all(map(is_plain, value))
    if isinstance(value, dict):
        return all(map(is_plain, value.keys())) and all(map(is_plain, value.values()))
    return value is None or type(value) in (bool, int, float, str)


def test_every_equation_is_asked_or_excused() -> None:
    """Adding an equation makes a question, or needs a reason why not."""
    of_the_chapter = {n.rpartition(".")[2] for n in implementations() if ".equations." in n}
    asked = set(questions())
    assert of_the_chapter - asked - set(NOT_ASKED) == set()
    assert set(NOT_ASKED) <= of_the_chapter - asked
    assert all(reason for reason in NOT_ASKED.values())


def test_ids_are_unique_and_misconceptions_are_many() -> None:
    """An id names one question; the issue of students' mistakes is taken seriously."""
    ids = [asked.id for asked in questions().values()]
    assert len(set(ids)) == len(ids)
    assert sum(len(asked.misconceptions) for asked in questions().values()) >= 120
