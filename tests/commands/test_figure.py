"""The command `figure`: the list, SVG to a file or a pipe, and the error at a terminal."""

import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

import textbook_ml
from tests.plots.drawn import corners, parsed, paths, texts
from textbook_ml.commands.figure import figure
from textbook_ml.commands.main import main
from textbook_ml.core.console import WIDTH, display_width, to_ascii
from textbook_ml.study.figures import FIGURES


def test_the_list_contains_all_figures() -> None:
    """Each figure has one line that fits any console."""
    lines = list(figure())
    text = " ".join(" ".join(lines).split())
    assert all(f" {name} " in text for name in FIGURES)
    for line in lines:
        assert display_width(line) < WIDTH
        assert to_ascii(line).count("?") == line.count("?")


def test_svg_on_standard_output_is_ascii() -> None:
    """An XML parser reads back the original characters."""
    text = "\n".join(figure("losses"))
    assert text.isascii()
    assert "".join(ElementTree.fromstring(text).itertext()).count("e⁻ᶻ") > 0


def test_out_writes_the_same_figure_to_a_file(tmp_path: Path) -> None:
    """Title, description and file name are printed."""
    lines = list(figure("LOSSES", svg=str(tmp_path / "l.svg")))
    assert lines[0] == "Three loss functions of the margin"
    drawn = ElementTree.parse(tmp_path / "l.svg").getroot()
    piped = ElementTree.fromstring("\n".join(figure("losses")))
    assert list(drawn.itertext()) == list(piped.itertext())


@pytest.mark.slow
def test_the_figure_in_the_readme_is_up_to_date() -> None:
    """docs/learning-curves.svg equals the output of `python3 -m textbook_ml.dev` to a pixel."""
    page = Path(textbook_ml.__file__).parents[1] / "docs/learning-curves.svg"
    kept, drawn = parsed(page.read_text("utf-8")), parsed("\n".join(figure("learning-curves")))
    assert texts(kept) == texts(drawn)
    for old, new in zip(paths(kept), paths(drawn), strict=True):
        expected = sum(corners(old.attrib["d"]), ())
        assert sum(corners(new.attrib["d"]), ()) == pytest.approx(expected, abs=1)


def test_a_terminal_gets_an_error_instead_of_svg(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The message says how to write a file."""
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert main(["figure", "losses"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "`figure losses --svg losses.svg`" in captured.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["loses"], "unknown figure 'loses'. Did you mean losses?"),
        (
            ["covariance"],
            "Did you mean covariance-scale, covariance-negative, covariance-correlation?",
        ),
        (["--svg", "a.svg"], "--svg needs the name of a figure"),
        (["losses", "--svg", "/no/such/folder/a.svg"], "cannot be written"),
    ],
)
def test_bad_usage_is_a_one_line_error_with_exit_code_2(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The message is on stderr; stdout stays empty."""
    assert main(["figure", *words]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert message in captured.err
    assert captured.err.count("\n") == 1
