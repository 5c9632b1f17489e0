"""The `figure` command: the list, SVG in a file or a pipe, and a word to those at a terminal."""

import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

import textbook_ml
from tests.plots.drawn import corners, parsed, paths, texts
from textbook_ml.cli import main
from textbook_ml.commands.figure import figure
from textbook_ml.console import WIDTH, to_ascii, width
from textbook_ml.experiments.figures import FIGURES


def test_the_list_names_all() -> None:
    """With a line on each, on any console."""
    lines = list(figure())
    text = " ".join(" ".join(lines).split())
    assert all(f" {name} " in text for name in FIGURES)
    for line in lines:
        assert width(line) < WIDTH
        assert to_ascii(line).count("?") == line.count("?")


def test_a_pipe_gets_svg_that_any_console_can_carry() -> None:
    """ASCII, which reads back as the very words of the figure."""
    text = "\n".join(figure("losses"))
    assert text.isascii()
    assert "".join(ElementTree.fromstring(text).itertext()).count("e⁻ᶻ") > 0


def test_a_file_gets_the_same_figure(tmp_path: Path) -> None:
    """And the reader its title, its description and its place."""
    lines = list(figure("LOSSES", svg=str(tmp_path / "l.svg")))
    assert lines[0] == "Three loss functions of the margin"
    drawn = ElementTree.parse(tmp_path / "l.svg").getroot()
    piped = ElementTree.fromstring("\n".join(figure("losses")))
    assert list(drawn.itertext()) == list(piped.itertext())


def test_the_picture_of_the_first_page_is_fresh() -> None:
    """`figure learning-curves --svg docs/learning-curves.svg` would draw the same, to a pixel."""
    page = Path(textbook_ml.__file__).parents[1] / "docs/learning-curves.svg"
    kept, drawn = parsed(page.read_text("utf-8")), parsed("\n".join(figure("learning-curves")))
    assert texts(kept) == texts(drawn)
    for old, new in zip(paths(kept), paths(drawn), strict=True):
        due = sum(corners(old.attrib["d"]), ())
        assert sum(corners(new.attrib["d"]), ()) == pytest.approx(due, abs=1)


def test_a_terminal_is_told_where_to_write(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """SVG on a screen helps nobody."""
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert main(["figure", "losses"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "`figure losses --svg losses.svg`" in captured.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["loses"], "did you mean losses"),
        (["covariance"], "covariance-scale, covariance-correlation, covariance-negative?"),
        (["--svg", "a.svg"], "say which figure"),
        (["losses", "--svg", "/no/such/folder/a.svg"], "cannot be written"),
    ],
)
def test_bad_usage_is_one_line_and_exit_code_2(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """On stderr; stdout stays empty."""
    assert main(["figure", *words]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert message in captured.err
    assert captured.err.count("\n") == 1
