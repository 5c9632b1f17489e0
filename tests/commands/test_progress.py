"""A word on the way: only at a terminal, and only after a while."""

from io import StringIO

from textbook_ml.commands.progress import told


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
