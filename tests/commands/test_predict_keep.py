"""`predict --keep` prints all input columns and the prediction; in a pipe, row by row."""

import csv
import io
import subprocess
import sys
from pathlib import Path

import pytest

from textbook_ml.commands.main import main
from textbook_ml.data.datasets import load
from textbook_ml.models.catalogue import recipe
from textbook_ml.models.json_codec import to_json

ROOT = Path(__file__).parents[2]
Capture = pytest.CaptureFixture[str]
FLOWERS = (
    ',sepal_length,sepal_width,petal_length,petal_width,remark\n7,5.1,3.5,1.4,0.2,"a, b"\n\n'
    "8,6.1,3.0,5.4,2.0,\n"
)


@pytest.fixture
def iris(tmp_path: Path) -> str:
    """Return the path of a model file for iris."""
    path = tmp_path / "iris.json"
    path.write_text(to_json(recipe("gaussian-nb").fit(load("iris"))), encoding="utf-8")
    return str(path)


def output_of(capsys: Capture, *words: str) -> str:
    assert main([*words, "--quiet"]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def test_keep_prints_all_input_columns(iris: str, tmp_path: Path, capsys: Capture) -> None:
    """Row numbers and order are those of the file; --keep does not change probabilities."""
    path = tmp_path / "new.csv"
    path.write_text(FLOWERS)
    header, *rows = csv.reader(io.StringIO(output_of(capsys, "predict", iris, str(path), "--keep")))
    _, *plain = csv.reader(io.StringIO(output_of(capsys, "predict", iris, str(path))))
    names = ["sepal_length", "sepal_width", "petal_length", "petal_width", "remark"]
    classes = [f"P({y})" for y in load("iris").classes]
    assert header == ["row", "index", *names, "prediction", *classes]
    assert [row[:7] for row in rows] == [
        ["2", "7", "5.1", "3.5", "1.4", "0.2", "a, b"],
        ["4", "8", "6.1", "3.0", "5.4", "2.0", ""],
    ]
    assert [[row[0], *row[7:]] for row in rows] == plain


def test_the_output_of_keep_can_be_its_input(
    iris: str, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """New columns are numbered if their names are already in use."""
    path = tmp_path / "new.csv"
    path.write_text(FLOWERS)
    first = output_of(capsys, "predict", iris, str(path), "--keep")
    monkeypatch.setattr(sys, "stdin", io.StringIO(first))
    header = output_of(capsys, "predict", iris, "-", "--keep").partition("\n")[0]
    assert header.startswith("row 2,row,index,") and ",prediction 2,P(Iris-setosa) 2," in header


def test_the_output_has_the_csv_format_of_the_input(
    iris: str, tmp_path: Path, capsys: Capture
) -> None:
    """Semicolons and decimal commas are used, for probabilities too."""
    path = tmp_path / "new.csv"
    path.write_text("sepal_length;sepal_width;petal_length;petal_width\n5,1;3,5;1,4;0,2\n")
    out = output_of(capsys, "predict", iris, str(path), "--keep")
    assert out.splitlines()[1].startswith("2;5,1;3,5;1,4;0,2;Iris-setosa;1,0;2,98")


def test_nothing_is_printed_for_a_file_with_an_error(
    iris: str, tmp_path: Path, capsys: Capture
) -> None:
    """The error names file, row, column, value and fix."""
    path = tmp_path / "new.csv"
    path.write_text(FLOWERS + "9,6.1,tall,5.4,2.0,\n")
    assert main(["predict", iris, str(path), "--keep", "--quiet"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert f"{path}, row 5, column 'sepal_width': must be a finite number" in captured.err
    assert "got 'tall'. Fix: write ? for a missing value" in captured.err


@pytest.mark.parametrize("keep", [True, False])
def test_the_error_for_a_missing_column_names_it(
    keep: bool, iris: str, tmp_path: Path, capsys: Capture
) -> None:
    """The error also names the most similar column of the file."""
    path = tmp_path / "new.csv"
    path.write_text("sepal_lenght,sepal_width\n1,2\n")
    assert main(["predict", iris, str(path), *["--keep"] * keep]) == 2
    message = capsys.readouterr().err
    assert "there is no column 'sepal_length', which the model needs. Did you mean" in message


def test_a_pipe_is_answered_row_by_row(iris: str) -> None:
    """The answer to each row arrives before the next row is written."""
    words = [sys.executable, "-m", "textbook_ml", "predict", iris, "-", "--keep"]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        words, stdin=pipe, stdout=pipe, stderr=pipe, text=True, cwd=ROOT
    ) as child:
        assert child.stdin is not None and child.stdout is not None and child.stderr is not None

        def say(line: str) -> None:
            assert child.stdin is not None
            child.stdin.write(line)
            child.stdin.flush()

        say("id,sepal_length,sepal_width,petal_length,petal_width\nfirst,5.1,3.5,1.4,0.2\n")
        assert child.stdout.readline().startswith("row,id,sepal_length,")
        assert child.stdout.readline().startswith("2,first,5.1,3.5,1.4,0.2,Iris-setosa,")
        say('"second\nline",6.1,3.0,5.4,2.0\n')
        assert child.stdout.readline() == '3,"second\n'
        assert child.stdout.readline().startswith('line",6.1,3.0,5.4,2.0,Iris-virginica,')
        say("third,6.1,?,5.4,2.0\nfourth,6.1,x,5.4,2.0\n")
        assert child.stdout.readline().startswith("4,third,6.1,?,5.4,2.0,Iris-virginica,")
        child.stdin.close()
        assert "standard input, row 5 (line 6), column 'sepal_width'" in child.stderr.read()
        assert child.wait() == 2


def test_predict_notes_codes_for_missing_values(tmp_path: Path, capsys: Capture) -> None:
    """The model file does not store --missing, so `fit` and `predict` print a note."""
    path, model = tmp_path / "m999.csv", str(tmp_path / "s.json")
    path.write_text("x,y\n1,a\n2,a\n-999,a\n5,b\n6,b\n7,b\n")
    fit = ("fit", str(path), "--model", "gaussian-nb", "--missing=-999", "--out", model)
    assert main(fit) == 0
    note = "the model file does not store --missing=-999: use it with predict too"
    assert capsys.readouterr().err == f"note: {note}\n"
    assert main([*fit, "--quiet"]) == 0
    assert capsys.readouterr().err == ""
    expected = (
        "note: 'x': -999 is read as a number; if it means a missing value, use --missing=-999 "
        "(the model file does not store this option)\n"
    )
    assert main(["predict", model, str(path)]) == 0
    assert capsys.readouterr().err == expected
    with path.open() as file:
        piped = subprocess.run(
            [sys.executable, "-m", "textbook_ml", "predict", model, "-", "--keep"],
            stdin=file,
            capture_output=True,
            text=True,
            cwd=ROOT,
        )
    assert piped.stderr == expected
    assert main(["predict", model, str(path), "--missing=-999"]) == 0
    assert capsys.readouterr().err == ""


def test_a_word_in_new_rows_suggests_the_option_for_missing_values(
    iris: str, tmp_path: Path, capsys: Capture
) -> None:
    """The option is suggested for a model of numbers and for one of categories."""
    path = tmp_path / "new.csv"
    path.write_text(FLOWERS.replace("6.1", "n.a."))
    assert main(["predict", iris, str(path)]) == 2
    assert "or predict with --missing n.a.\n" in capsys.readouterr().err
    assert main(["predict", iris, str(path), "--missing", "n.a."]) == 0
    capsys.readouterr()
    model = tmp_path / "tennis.json"
    model.write_text(to_json(recipe("categorical-nb").fit(load("play-tennis"))), encoding="utf-8")
    path.write_text("Outlook,Temperature,Humidity,Wind\nSunny,Hot,High,unknown\n")
    assert main(["predict", str(model), str(path)]) == 2
    assert (
        "to treat 'unknown' as missing, predict with --missing unknown;" in capsys.readouterr().err
    )


def test_rows_left_out_of_a_pipe_are_noted(
    iris: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The note is printed at the end of the input; other rows keep their numbers."""
    text = FLOWERS + ",,,,,\n9,6.1,3.0,5.4,2.0,\n"
    for quiet, note in (([], "note: 1 row with only empty cells left out\n"), (["--quiet"], "")):
        monkeypatch.setattr(sys, "stdin", io.StringIO(text))
        assert main(["predict", iris, "-", "--keep", *quiet]) == 0
        captured = capsys.readouterr()
        assert captured.err.endswith(note) and ("note" in captured.err) == (note != "")
        assert captured.out.splitlines()[-1].startswith("6,9,")


def test_a_file_and_a_pipe_have_the_same_columns_and_errors(
    iris: str, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The label is called prediction, and input that ends after its header is an error."""
    path = tmp_path / "new.csv"
    path.write_text(FLOWERS)
    header = output_of(capsys, "predict", iris, str(path)).splitlines()[0]
    assert header.split(",")[:2] == ["row", "prediction"]
    only = FLOWERS.splitlines()[0] + "\n"
    path.write_text(only)
    for words in ([str(path)], [str(path), "--keep"], ["-"], ["-", "--keep"]):
        monkeypatch.setattr(sys, "stdin", io.StringIO(only))
        assert main(["predict", iris, *words]) == 2
        assert "there must be at least one row after the header" in capsys.readouterr().err
