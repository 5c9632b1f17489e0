"""A word on the way: only at a terminal, and only after a while."""

from io import StringIO

from textbook_ml.commands.watched import watched
from textbook_ml.objectives.concave import Concave
from textbook_ml.optimisers.steps import Step
from textbook_ml.progress import time_left, timed, told


class Terminal(StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True



def test_slow_work_is_told_and_wiped_away() -> None:
    """From the third second on, and nothing is left on the line at the end."""
    screen, times = Terminal(), iter([0.0, 1.0, 3.0])
    assert list(told("ab", "letters", screen, times.__next__)) == ["a", "b"]
    assert screen.getvalue() == "\rletters: 1 of 2" + "\r" + " " * len("letters: 1 of 2") + "\r"


def test_quick_work_is_silent() -> None:
    """Within two seconds nobody needs a word."""
    screen, times = Terminal(), iter([0.0, 0.5, 1.0])
    assert list(told("ab", "letters", screen, times.__next__)) == ["a", "b"]
    assert screen.getvalue() == ""


def test_a_file_is_told_nothing() -> None:
    """However long it takes."""
    log, times = StringIO(), iter([0.0, 10.0, 20.0])
    assert list(told("ab", "letters", log, times.__next__)) == ["a", "b"]
    assert log.getvalue() == ""


def first_step() -> Step:
    """The beginning of a climb on −x², from 3: its slope is −6."""
    hill = Concave(lambda w: -w[0] * w[0], lambda w: [-2 * w[0]], lambda w, v: [2 * v[0]], 2.0)
    return Step(0, hill.at([3.0]), 0.0)


def test_a_long_climb_is_told_and_wiped_away() -> None:
    """The iteration and the gradient; not more often than ten times a second."""
    screen, times = Terminal(), iter([0.0, 1.0, 3.0, 3.05])
    with watched(screen, times.__next__) as watch:
        for _ in range(3):
            watch(first_step())
    line = "iteration 0: the gradient is 6.00e+00"
    assert screen.getvalue() == f"\r{line}" + "\r" + " " * len(line) + "\r"


def test_a_climb_into_a_file_is_silent() -> None:
    """However long it takes, and also if it ends in an error."""
    log, times = StringIO(), iter([0.0, 10.0])
    with watched(log, times.__next__) as watch:
        watch(first_step())
    assert log.getvalue() == ""


def test_the_time_left_is_what_the_rest_takes_at_this_pace() -> None:
    """Three seconds for one of three: six for the other two, and the name of what comes next."""
    screen, times = Terminal(), iter([0.0, 0.0, 0.0, 0.0, 3.0, 3.0, 3.05, 3.05])
    assert list(timed("abc", ["one", "two", "three"], screen, times.__next__)) == ["a", "b", "c"]
    said = "2 of 3, two; about 6 s left"
    assert screen.getvalue() == f"\r{said}\r{' ' * len(said)}\r"


def test_a_long_time_is_told_in_minutes() -> None:
    """From a minute and a half on."""
    assert time_left(89.0) == "about 89 s left"
    assert time_left(120.0) == "about 2 min left"
