"""The study `experiment sms`: results on a file of messages, and errors."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from textbook_ml.commands.main import main
from textbook_ml.core.console import WIDTH, display_width

# Both words are in every message: only their counts separate the classes.
COUNTED = ["text,class", *["win win win now,spam", "now now now win,ham"] * 12]


@pytest.fixture
def counted(tmp_path: Path) -> str:
    """Return a file of 24 messages."""
    path = tmp_path / "counted.csv"
    path.write_text("\n".join(COUNTED), encoding="utf-8")
    return str(path)


def test_the_multinomial_model_uses_word_counts(
    counted: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The multinomial model has no errors on 24 messages, the Bernoulli model errs on half."""
    assert main(["experiment", "sms", "--data", counted, "--splits", "4"]) == 0
    lines = capsys.readouterr().out.splitlines()
    text = " ".join(" ".join(lines).split())
    assert "folds = 4" in text
    assert "error of multinomial minus error of Bernoulli -0.5" in text
    assert "verdict holds with a caveat" in text
    assert all(display_width(line) < WIDTH for line in lines if counted not in line)


def test_json_and_figure_are_written(
    counted: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The JSON has the keys of every experiment, and the file name."""
    svg = tmp_path / "a.svg"
    words = ["--data", counted, "--splits", "4", "--json", "--svg", str(svg)]
    assert main(["experiment", "SMS", *words]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert {"claim", "criterion", "verdict", "numbers"} <= set(answer)
    assert (answer["data"], answer["numbers"]["messages"]) == (counted, 24)
    assert ElementTree.parse(svg).getroot().tag.endswith("svg")


def test_a_failed_claim_gives_exit_code_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """If each word occurs in one class only, both models make no errors."""
    path = tmp_path / "plain.csv"
    path.write_text("text,class\n" + "win,spam\nhello,ham\n" * 8, encoding="utf-8")
    assert main(["experiment", "sms", "--data", str(path), "--splits", "4"]) == 1
    assert "fails" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("rows", "splits", "message"),
    [
        (["text,class", "win,spam", "now,spam"], "2", "need at least two classes, got 1"),
        (["a,b,class", "win it,1.5,spam", "see you,2.5,ham"], "2", "column"),
        (COUNTED, "25", "between 2 and 24 (the number of examples), got 25"),
        (["text,class"], "2", "row"),
    ],
)
def test_bad_data_is_a_one_line_error_that_names_the_file(
    rows: list[str],
    splits: str,
    message: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """One class, another column, too many folds, and no rows are errors; stdout is empty."""
    path = tmp_path / "bad.csv"
    path.write_text("\n".join(rows), encoding="utf-8")
    assert main(["experiment", "sms", "--data", str(path), "--splits", splits]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "bad.csv" in captured.err
    assert message in captured.err
    assert captured.err.count("\n") == 1


def test_the_data_file_is_not_overwritten(counted: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The command rejects a figure file that is the data file."""
    assert main(["experiment", "sms", "--data", counted, "--svg", counted]) == 2
    assert "choose another file" in capsys.readouterr().err
    assert Path(counted).read_text(encoding="utf-8").startswith("text,class")
