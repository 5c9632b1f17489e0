"""The time budget of a submission: an upper limit, divided among the questions."""

from pathlib import Path

import pytest

from tests.grading.support import by_function, graded, summary_of
from textbook_ml.grading.runner.budget import Budget
from textbook_ml.grading.runner.limits import Limits
from textbook_ml.questions import questions

LOOPS = "def {name}(*args):\n    while True:\n        pass\n"
SLEEPS = "import time\ndef {name}(*args):\n    time.sleep(1000)\n"


class Clock:
    """A clock that the test sets."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def spend(budget: Budget, clock: Clock, name: str, seconds: float) -> bool:
    """Use this time for a question, or its limit if shorter; return whether the limit was hit."""
    end = budget.end_of(name)
    clock.now = min(clock.now + seconds, end)
    return budget.finish(name)


@pytest.mark.parametrize("body", [LOOPS, SLEEPS])
def test_budget_limits_total_time(body: str, tmp_path: Path) -> None:
    """No function is called after the budget of the submission, which is the last one's reason."""
    names = tuple(questions())[:20]
    path = tmp_path / "homework.py"
    path.write_text("\n".join(body.format(name=name) for name in names))
    result = graded(path, names, Limits(wall=1.0, cpu=1.0, budget=4.0), cases=2)
    assert {q.verdict for q in result.questions} == {"timeout"}, summary_of(result)
    assert "may take 4 s" in result.questions[-1].words
    assert result.finished


def test_loading_counts_towards_the_budget(tmp_path: Path) -> None:
    """A file whose statements never end is stopped before the first question."""
    path = tmp_path / "homework.py"
    path.write_text("import time\n" + "time.sleep(1000)\n" * 5)
    result = graded(path, limits=Limits(wall=300.0, budget=4.0))
    assert result.score == 0 and result.finished, summary_of(result)
    assert all(q.verdict in ("timeout", "load_error") for q in result.questions)


@pytest.mark.slow
def test_endless_functions_do_not_use_the_time_of_other_functions(tmp_path: Path) -> None:
    """A right function that comes after endless functions still has time to return."""
    names = (*[name for name in questions() if name != "mean_mle"][:3], "mean_mle")
    path = tmp_path / "homework.py"
    path.write_text(
        "\n".join(LOOPS.format(name=name) for name in names[:-1])
        + "def mean_mle(xs):\n    return sum(xs) / len(xs)\n"
    )
    result = graded(path, names, Limits(wall=5.0, cpu=5.0, budget=8.0), cases=2)
    assert by_function(result)["mean_mle"].verdict == "passed", summary_of(result)


def test_unfinished_questions_share_the_remaining_time() -> None:
    """Ten of 190 questions never end; these ten get most of the budget."""
    clock = Clock()
    budget = Budget(Limits(), jobs=1, clock=clock)
    budget.first_round(190)
    endless = {f"f{i}" for i in range(10)}
    needed = {f"f{i}": 9e9 if f"f{i}" in endless else 0.1 for i in range(190)}
    cut = [name for name, seconds in needed.items() if spend(budget, clock, name, seconds)]
    assert set(cut) == endless
    assert clock.now < 30.0
    assert all(budget.may_have_more(name) for name in cut)
    budget.second_round(len(cut))
    assert budget.end_of("f0") - clock.now > 9.0
    for name in cut:
        spend(budget, clock, name, 9e9)
    assert clock.now == pytest.approx(120.0)
    assert not budget.may_have_more("f0")


@pytest.mark.parametrize("jobs", [1, 2, 8])
@pytest.mark.parametrize("questions_", [1, 4, 190, 1000])
def test_total_time_never_exceeds_the_budget(jobs: int, questions_: int) -> None:
    """The budget holds even if all questions use their maximum time."""
    clock = Clock()
    budget = Budget(Limits(), jobs, clock)
    for begin in (budget.first_round, budget.second_round):
        begin(questions_)
        for i in range(questions_):
            assert budget.end_of(f"f{i}") <= budget.end
            if i % jobs == jobs - 1:
                clock.now = budget.end_of(f"f{i}")
            budget.finish(f"f{i}")
    assert clock.now <= 120.0


def test_small_assignment_needs_one_round() -> None:
    """Each of four questions may take 30 of 120 s, so none is run a second time."""
    clock = Clock()
    budget = Budget(Limits(), jobs=1, clock=clock)
    budget.first_round(4)
    assert spend(budget, clock, "f", 9e9)
    assert clock.now == 30.0
    assert not budget.may_have_more("f")
