"""Progress is shown only on a terminal or in a notebook, and only after two seconds."""

from io import StringIO

import pytest

from textbook_ml.core.progress import time_left, with_progress, with_time_left
from textbook_ml.learning.objectives.concave import Concave
from textbook_ml.learning.optimisers.steps import Step
from textbook_ml.models.logistic_regression import LogisticRegression
from textbook_ml.models.optimiser_progress import progress_callback


class Terminal(StringIO):
    """A stream that is a terminal."""

    def isatty(self) -> bool:
        return True


def test_progress_of_slow_work_is_shown_and_erased() -> None:
    """Progress is shown after two seconds, and the line is empty at the end."""
    screen, times = Terminal(), iter([0.0, 1.0, 3.0])
    assert list(with_progress("ab", "letters", screen, times.__next__)) == ["a", "b"]
    assert screen.getvalue() == "\rletters: 1 of 2" + "\r" + " " * len("letters: 1 of 2") + "\r"


def test_progress_is_shown_in_a_notebook() -> None:
    """The stream of a notebook is not a terminal, but it can overwrite lines."""
    notebook = type("OutStream", (StringIO,), {"__module__": "ipykernel.iostream"})()
    times = iter([0.0, 1.0, 3.0])
    assert list(with_progress("ab", "letters", notebook, times.__next__)) == ["a", "b"]
    assert notebook.getvalue().startswith("\rletters: 1 of 2\r")
    assert notebook.getvalue().endswith("\r")


def test_a_fit_shows_its_progress_in_a_notebook(monkeypatch: pytest.MonkeyPatch) -> None:
    """A notebook needs no callback; elsewhere a fit without a callback prints nothing."""
    monkeypatch.setattr("textbook_ml.core.progress.DELAY", -1.0)
    rows, labels = [[-1.0], [1.0], [-1.0], [2.0]], [0, 0, 1, 1]
    for module, shown in (("ipykernel.iostream", True), ("io", False)):
        stream = type("OutStream", (StringIO,), {"__module__": module})()
        monkeypatch.setattr("sys.stderr", stream)
        LogisticRegression.fit(rows, labels)
        assert ("iteration 0: the gradient is" in stream.getvalue()) is shown


def test_quick_work_prints_no_progress() -> None:
    """Nothing is printed in the first two seconds."""
    screen, times = Terminal(), iter([0.0, 0.5, 1.0])
    assert list(with_progress("ab", "letters", screen, times.__next__)) == ["a", "b"]
    assert screen.getvalue() == ""


def test_no_progress_is_written_to_a_file() -> None:
    """Even long work prints no progress to a file."""
    log, times = StringIO(), iter([0.0, 10.0, 20.0])
    assert list(with_progress("ab", "letters", log, times.__next__)) == ["a", "b"]
    assert log.getvalue() == ""


def first_step() -> Step:
    """Return the first step of the maximisation of −x² from 3, where the derivative is −6."""
    objective = Concave(lambda w: -w[0] * w[0], lambda w: [-2 * w[0]], lambda w, v: [2 * v[0]], 2.0)
    return Step(0, objective.at([3.0]), 0.0)


def test_progress_of_an_optimisation_is_shown_and_erased() -> None:
    """The line has the iteration and the gradient, at most ten times a second."""
    screen, times = Terminal(), iter([0.0, 1.0, 3.0, 3.05])
    with progress_callback(screen, times.__next__) as watch:
        for _ in range(3):
            watch(first_step())
    line = "iteration 0: the gradient is 6.00e+00"
    assert screen.getvalue() == f"\r{line}" + "\r" + " " * len(line) + "\r"


def test_no_progress_of_an_optimisation_is_written_to_a_file() -> None:
    """Even a long optimisation prints no progress to a file."""
    log, times = StringIO(), iter([0.0, 10.0])
    with progress_callback(log, times.__next__) as watch:
        watch(first_step())
    assert log.getvalue() == ""


def test_the_time_left_assumes_constant_speed() -> None:
    """If one of three tasks took 3 s, the others need 6 s; the line names the next task."""
    screen, times = Terminal(), iter([0.0, 0.0, 0.0, 0.0, 3.0, 3.0, 3.05, 3.05])
    assert list(with_time_left("abc", ["one", "two", "three"], screen, times.__next__)) == [
        "a",
        "b",
        "c",
    ]
    line = "2 of 3, two; about 6 s left"
    assert screen.getvalue() == f"\r{line}\r{' ' * len(line)}\r"


def test_a_long_time_left_is_given_in_minutes() -> None:
    """Times from 90 seconds are given in minutes."""
    assert time_left(89.0) == "about 89 s left"
    assert time_left(120.0) == "about 2 min left"
