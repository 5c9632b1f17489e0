"""The command `describe`, notes of other commands, and advice in errors on tables."""

import json
import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from textbook_ml.commands.main import main
from textbook_ml.core.console import WIDTH, display_width, to_ascii

Capture = pytest.CaptureFixture[str]
REAL_DATA = os.environ.get("TEXTBOOK_ML_DATA", "")
REAL_FILES = sorted(Path(REAL_DATA).glob("*.csv")) if REAL_DATA else []


def run(capsys: Capture, *words: str) -> tuple[int, str, str]:
    """Run a command; return the exit code, the output and the errors."""
    code = main(words)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


@pytest.fixture
def shop(tmp_path: Path) -> str:
    """Return a file from a German spreadsheet, with an index and a word among numbers."""
    colours = ("rot", "rot", "blau")
    rows = "".join(
        f"{i};{i * 7 % 11},5;{'n/a?' if i == 3 else i % 5};{colours[i % 3]};{'ab'[i % 2]}\r\n"
        for i in range(20)
    )
    path = tmp_path / "shop.csv"
    path.write_bytes(f";size;n;Farbe;y\r\n{rows}".encode("utf-8-sig"))
    return str(path)


NOTES = [
    "column 1 has no name: it is taken as an index and left out",
    "decimal commas: 1,5 is read as 1.5",
    "'n': 19 numbers and 'n/a?' – treated as discrete; if 'n/a?' means missing, use --missing "
    "'n/a?'",
]


def test_describe_shows_how_a_file_is_interpreted(shop: str, capsys: Capture) -> None:
    """The description has the format, classes, columns, notes and models."""
    code, out, err = run(capsys, "describe", shop)
    assert (code, err) == (0, "")
    together = " ".join(out.split())
    assert "20 rows, 4 columns" in together
    assert "delimiter: semicolon; header: row 1; encoding: utf-8; decimal mark: comma" in together
    assert "class column: y; 2 classes: a 10, b 10" in together
    lines = [line.split() for line in out.splitlines()]
    mean = sum(i * 7 % 11 + 0.5 for i in range(20)) / 20
    assert ["size", "continuous", "0", "0.5", "to", "10.5,", "mean", f"{mean:g}"] in lines
    assert ["Farbe", "discrete", "0", "2:", "rot", "14,", "blau", "6"] in lines
    for note in NOTES:
        assert f"note: {note}" in together
    assert "Models that take these columns: mixed-nb, logistic, softmax" in together
    assert "note:" not in run(capsys, "describe", shop, "--quiet")[1]


def test_json_of_describe_has_the_facts_of_the_text(shop: str, capsys: Capture) -> None:
    """JSON contains the facts of the text as data."""
    code, out, err = run(capsys, "describe", shop, "--json", "--missing", "n/a?")
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert (found["rows"], found["delimiter"], found["decimal"]) == (20, "semicolon", ",")
    assert (found["encoding"], found["header"]) == ("utf-8", "row 1")
    assert found["missing_words"] == ["", "n/a?"]
    assert found["classes"] == {"a": 10, "b": 10}
    assert found["columns"][1] | {"mean": 0} == {
        "name": "n", "kind": "continuous", "missing": 1, "min": 0.0, "max": 4.0, "mean": 0,
    }  # fmt: skip
    assert found["columns"][2]["counts"] == {"rot": 14, "blau": 6}
    assert (found["notes"], found["problem"]) == (NOTES[:2], None)
    assert "gaussian-nb" not in found["models"] and "mixed-nb" in found["models"]


def test_a_file_that_no_model_can_use_is_described(tmp_path: Path, capsys: Capture) -> None:
    """The description contains the reason and the fix."""
    path = tmp_path / "data.csv"
    path.write_text("x,y\n1,a\n2,\n")
    code, out, _ = run(capsys, "describe", str(path))
    together = " ".join(out.split())
    assert code == 0
    assert "No model can be fitted: " in together
    assert "row 3: the class 'y' is missing (''). Fix: add the class, or remove the" in together
    path.write_text("x\n1\n2\n")
    assert "got the single column 'x'" in " ".join(run(capsys, "describe", str(path))[1].split())


@pytest.mark.parametrize("path", REAL_FILES, ids=lambda path: path.stem)
def test_real_files_are_described_in_80_columns(path: Path, capsys: Capture) -> None:
    """The description fits 80 columns, in ASCII too."""
    code, out, err = run(capsys, "describe", str(path))
    assert (code, err) == (0, "")
    for line in out.splitlines():
        assert max(display_width(line), display_width(to_ascii(line))) < WIDTH or os.sep in line


@pytest.mark.parametrize(
    "words",
    [
        ("fit", "--model", "mixed-nb", "--strength", "1"),
        ("stream", "--model", "mixed-nb", "--strength", "1"),
        ("evaluate", "--models", "mixed-nb", "--strength", "1", "--folds", "2", "--json"),
        ("models",),
    ],
    ids=lambda words: words[0],
)
def test_notes_are_on_standard_error(words: Sequence[str], shop: str, capsys: Capture) -> None:
    """Each note is one line; --quiet hides notes and does not change the output."""
    code, out, err = run(capsys, words[0], shop, *words[1:])
    assert (code, err.splitlines()) == (0, [f"note: {note}" for note in NOTES])
    assert run(capsys, words[0], shop, *words[1:], "--quiet") == (0, out, "")
    if "--json" in words:
        json.loads(out)


def test_the_missing_option_suggested_by_a_note_works(shop: str, capsys: Capture) -> None:
    """With the suggested --missing option, the column is continuous."""
    words = ("fit", shop, "--model", "gda", "--drop", "Farbe", "--missing", "n/a?")
    code, _, err = run(capsys, *words)
    assert code == 2  # gda needs complete rows
    assert f"{shop}, row 5, column 'n': the value is missing, but this model needs" in err
    assert run(capsys, "fit", shop, "--model", "gaussian-nb", *words[4:])[0] == 0


ONE_ROW = "x,y\n1,a\n2,a\n5,b\n"
CASES = [
    (
        "x,y\n1,a\nwarm,a\n5,b\n6,b\n7,b\n",
        ("fit", "--model", "gaussian-nb"),
        "row 3, column 'x': gaussian-nb needs numbers, got 'warm'. Fix: correct the cell, or, if "
        "it means a missing value, --missing warm",
    ),
    (ONE_ROW, ("fit", "--model", "gaussian-nb"), "or use a model with one variance for all"),
    (ONE_ROW, ("stream", "--model", "gaussian-nb"), "such as gaussian-nb-tied"),
    (ONE_ROW, ("evaluate", "--models", "gda"), "got 10. Fix: use --folds 3"),
    (
        "x,y\n1,a\n-2,a\n5,b\n",
        ("fit", "--model", "exponential-nb"),
        "row 3, column 'x': expected a number of at least 0, got -2.0. Fix: ",
    ),
    (
        "x,y\n1,a\n-2,a\n5,b\n",
        ("stream", "--model", "exponential-nb"),
        "row 3, column 'x': expected a number of at least 0, got -2.0. Fix: ",
    ),
    ("x,y\n1,a\n", ("fit", "--model", "gda"), "need at least two classes, got 1 ('a' in column"),
    ("x,y\n1,a\n", ("stream", "--model", "gda"), "or name the class column: --label NAME"),
    ("x,y\n1,a\n2,b\n", ("fit", "--model", "categorical-nb"), "--kind FEATURE=discrete"),
    ("x,y\n1,a\n2,b\n", ("fit", "--model", "gda", "--drop", "z"), "--drop: there is no column 'z'"),
    ("x,x,y\n1,2,a\n", ("fit", "--model", "gda"), "if the first row is data, --no-header"),
    ("x,y\n1,é\n", ("fit", "--model", "gda", "--encoding", "ascii"), "such as --encoding utf-8"),
    ("x:y\n1:a\n", ("fit", "--model", "gda"), "state the delimiter: --delimiter :"),
]


@pytest.mark.parametrize(("content", "words", "message"), CASES)
def test_errors_give_advice_for_the_command_line(
    content: str, words: Sequence[str], message: str, tmp_path: Path, capsys: Capture
) -> None:
    """Errors name file, row and column, and options instead of keyword arguments."""
    path = tmp_path / "data.csv"
    path.write_text(content, encoding="utf-8")
    code, out, err = run(capsys, words[0], str(path), *words[1:])
    assert (code, out) == (2, "")
    assert str(path) in err and message in err.splitlines()[-1]
    assert "row 0" not in err and "(14)" not in err


def test_a_bundled_table_cannot_be_streamed(capsys: Capture) -> None:
    """The error names the command that can read a bundled table."""
    code, _, err = run(capsys, "stream", "iris", "--model", "gda")
    assert code == 2
    assert (
        "iris: there is no such file, and `stream` reads no bundled tables. Fix: use `fit`" in err
    )


def test_the_header_of_fit_and_stream_states_all_estimators(
    tmp_path: Path, capsys: Capture
) -> None:
    """Both commands print estimators (6) and (15), and the number of parameters."""
    path = tmp_path / "data.csv"
    path.write_text("c,x,y\n" + "u,1,a\nv,2,a\nu,5,b\nv,7,b\n")
    heads = []
    for command in ("fit", "stream"):
        _, out, _ = run(capsys, command, str(path), "--model", "mixed-nb")
        heads.append(" ".join(out.partition("\n\n")[0].split()))
    assert heads[0] == heads[1]
    assert heads[0].endswith(
        "4 examples, 2 features, 2 classes, 7 parameters; maximum likelihood, equation (6); "
        "unbiased variances, equation (15)"
    )


def test_an_unknown_feature_is_not_reported_as_text(tmp_path: Path, capsys: Capture) -> None:
    """The error for a Bernoulli model of a table does not mention a text."""
    path, out = tmp_path / "data.csv", str(tmp_path / "model.json")
    path.write_text("fever,cough,y\n1,0,a\n0,1,a\n1,1,b\n0,0,b\n")
    run(capsys, "fit", str(path), "--model", "bernoulli-nb", "--out", out)
    code, _, err = run(capsys, "explain", out, "--row", "fever=1,cuogh=0")
    assert code == 2 and "--row: the model has no feature 'cuogh'. Did you mean cough?" in err
    assert run(capsys, "explain", out, "--row", "fever=1,cough=0")[0] == 0


def test_a_missing_value_code_may_begin_with_a_dash(tmp_path: Path, capsys: Capture) -> None:
    """The option that a note suggests works, even for --, which argparse removes."""
    path = tmp_path / "dashes.csv"
    for word in ("--", "-x", "---", "-"):
        path.write_text(f"x,y\n1,a\n2,a\n{word},a\n5,b\n6,b\n7,b\n")
        fit = ("fit", str(path), "--model", "gaussian-nb")
        code, _, err = run(capsys, *fit)
        assert code == 2
        option = err.rpartition("missing value, ")[2].strip()
        assert option == (f"--missing={word}" if len(word) > 1 else "--missing -")
        assert run(capsys, *fit, *option.split(" "))[::2] == (0, "")


@pytest.mark.parametrize("cell", ["inf", "-Infinity", "1e999"])
def test_describe_shows_a_file_with_an_infinite_number(
    tmp_path: Path, capsys: Capture, cell: str
) -> None:
    """The place of the infinite cell is shown; JSON contains only finite numbers."""
    path = tmp_path / "inf.csv"
    path.write_text(f"x,z,y\n1,{cell},a\n2,{cell},b\n{cell},{cell},b\n")
    code, out, err = run(capsys, "describe", str(path))
    assert (code, err) == (0, "")
    together = " ".join(out.split())
    assert f"x continuous 0 numbers, and '{cell}'" in together
    assert "row 4, column 'x': a continuous column must hold finite numbers" in together
    x, z, _ = json.loads(run(capsys, "describe", str(path), "--json")[1])["columns"]
    assert (x["min"], x["max"], x["mean"]) == (1, 2, 1.5)
    assert "mean" not in z


@pytest.mark.parametrize(
    ("content", "options", "message"),
    [
        # The reason in the message differs between versions of Python.
        ("x,y\n1,a\n", ["--encoding", "utf-16"], "is not UTF-16"),
        ("x,y\n1,a\n", ["--encoding", "utf-16"], "such as --encoding utf-8"),
        (
            "x,y\n1;2;3,a\n",
            ["--delimiter", ";"],
            "row 2: expected 1 cell, as in the header, got 3. Fix: check the delimiter, which is a "
            "semicolon, and quote",
        ),
        (
            "id,datum,x,y\n1,2,3,a\n",
            ["--drop", "id,datum"],
            "no column 'id,datum'. Fix: name each column by itself: --drop id --drop datum\n",
        ),
    ],
)
def test_a_wrong_option_is_named_in_the_fix(
    tmp_path: Path, capsys: Capture, content: str, options: list[str], message: str
) -> None:
    """The fix names a wrong encoding, a wrong delimiter, or several columns in one --drop."""
    path = tmp_path / "data.csv"
    path.write_text(content)
    code, _, err = run(capsys, "describe", str(path), *options)
    assert code == 2
    assert message in err


def test_an_option_is_suggested_for_decimal_commas_in_quotes(
    tmp_path: Path, capsys: Capture
) -> None:
    """The option that the note suggests makes the column continuous."""
    path = tmp_path / "data.csv"
    path.write_text('x,y\n"1,5",a\n"2,5",b\n"3,5",a\n')
    out = " ".join(run(capsys, "describe", str(path))[1].split())
    assert "treated as discrete; if all numbers have it, use --decimal ," in out
    assert "x continuous" in " ".join(
        run(capsys, "describe", str(path), "--decimal", ",")[1].split()
    )


def test_the_list_of_columns_in_an_error_ends_with_a_full_stop(
    tmp_path: Path, capsys: Capture
) -> None:
    """If no name is similar, the list of columns is a sentence before the fix."""
    model, path = str(tmp_path / "iris.json"), tmp_path / "data.csv"
    path.write_text("q,r\n1,2\n")
    run(capsys, "fit", "iris", "--model", "gaussian-nb", "--out", model)
    _, _, err = run(capsys, "predict", model, str(path))
    assert "Columns: 'q', 'r'. Fix: add or rename the column" in err
