"""Experiments of the book give the same results in one process and in several."""

from concurrent.futures import ProcessPoolExecutor

import pytest

from textbook_ml.reading.book import run_experiments
from textbook_ml.reading.book.run_experiments import processors, results

NAMES = ["weather", "map-bayes", "parameter-count"]


def test_several_processes_give_the_results_of_one() -> None:
    """The order is that of the names, whichever process is first."""
    alone = [one.as_json() for one in results(NAMES, processes=1)]
    assert [one["name"] for one in alone] == NAMES
    assert [one.as_json() for one in results(NAMES, processes=2)] == alone


def test_without_processes_the_experiments_run_in_this_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """A system may forbid to start a process."""

    def refuse(number: int) -> ProcessPoolExecutor:
        raise PermissionError("no process")

    monkeypatch.setattr(run_experiments, "ProcessPoolExecutor", refuse)
    assert [one.experiment.name for one in results(NAMES, processes=2)] == NAMES


def test_the_number_of_processes_is_limited() -> None:
    """A machine with many processors does not start a process on each."""
    assert 1 <= processors() <= run_experiments.MOST
