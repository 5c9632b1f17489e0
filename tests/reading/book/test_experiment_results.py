"""The stored results of the experiments are those of a run."""

import re
from concurrent.futures import ProcessPoolExecutor

import pytest

from textbook_ml.reading.book import experiment_results
from textbook_ml.reading.book.experiment_results import (
    processors,
    run_experiments,
    stored_result_of,
    stored_results,
    text_of_findings,
)
from textbook_ml.study.experiments._experiment import experiments

NAMES = ["weather", "map-bayes", "parameter-count"]
# Experiments that run for seconds. In every run of the tests, `tests/test_generated_files.py`
# compares the hash of their code with that of the stored result.
LONG = """
    bias-variance convergence crossover discretise equal-limit event-models gda-efficient lda-lr-nb
    nips optimisers rates rates-caveat regularise variance
""".split()
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


@pytest.mark.parametrize(
    "name",
    [pytest.param(n, marks=[pytest.mark.slow] if n in LONG else []) for n in experiments()],
)
def test_a_run_gives_the_stored_result(name: str) -> None:
    """The words are equal; the numbers may differ by the rounding of another platform."""
    old, new = stored_results()[name], stored_result_of(name)
    fix = "Fix: delete findings.json and run `python3 -m textbook_ml.dev`."
    assert new.verdict == old.verdict, fix
    assert NUMBER.sub("", new.evidence) == NUMBER.sub("", old.evidence), fix
    expected = [float(n) for n in NUMBER.findall(old.evidence)]
    assert [float(n) for n in NUMBER.findall(new.evidence)] == pytest.approx(expected, abs=0.1), fix


def test_the_long_experiments_exist() -> None:
    """No experiment has been renamed."""
    assert set(LONG) <= set(experiments())


def test_only_changed_experiments_run_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """An experiment runs again if its code has changed or its result is missing."""
    old = dict(stored_results())
    del old["map-bayes"]
    weather = old["weather"]
    old["weather"] = experiment_results.Stored("another hash", "", "")
    ran: list[str] = []

    def record(names: list[str]) -> list[experiment_results.Stored]:
        ran.extend(names)
        return [weather for _ in names]

    monkeypatch.setattr(experiment_results, "stored_results", lambda: old)
    monkeypatch.setattr(experiment_results, "run_experiments", record)
    text_of_findings()
    assert sorted(ran) == ["map-bayes", "weather"]


def test_several_processes_give_the_results_of_one() -> None:
    """The order is that of the names, whichever process is first."""
    alone = run_experiments(NAMES, processes=1)
    assert alone == [stored_result_of(name) for name in NAMES]
    assert run_experiments(NAMES, processes=2) == alone


def test_without_processes_the_experiments_run_in_this_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """A system may forbid to start a process."""

    def refuse(number: int) -> ProcessPoolExecutor:
        raise PermissionError("no process")

    monkeypatch.setattr(experiment_results, "ProcessPoolExecutor", refuse)
    assert run_experiments(NAMES, processes=2) == [stored_result_of(name) for name in NAMES]


def test_the_number_of_processes_is_limited() -> None:
    """A machine with many processors does not start a process on each."""
    assert 1 <= processors() <= experiment_results.MOST
