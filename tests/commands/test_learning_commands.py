"""The commands fit, predict, explain, evaluate and models, from the command line."""

import csv
import io
import json
import os
import sys
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import pytest

import textbook_ml
from textbook_ml.commands.main import main
from textbook_ml.core.console import WIDTH, display_width, to_ascii
from textbook_ml.data.datasets import load
from textbook_ml.models.catalogue import RECIPES, recipe
from textbook_ml.models.json_codec import to_json
from textbook_ml.models.recipes import Recipe

Capture = pytest.CaptureFixture[str]

REAL_DATA = os.environ.get("TEXTBOOK_ML_DATA", "")
REAL_FILES = sorted(Path(REAL_DATA).glob("*.csv")) if REAL_DATA else []
CODES = ("lymphography",)  # files whose numbers are codes of categories


def output_of(capsys: Capture, *words: str) -> list[str]:
    """Return the output of a successful command; check the width of lines without paths."""
    assert main(words) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    lines = captured.out.splitlines()
    for line in lines if words[0] != "predict" else ():
        assert max(display_width(line), display_width(to_ascii(line))) < WIDTH or os.sep in line
    return lines


def error_of(capsys: Capture, *words: str) -> str:
    """Return the error of a command; check that it is one line with exit code 2."""
    assert main(words) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    return captured.err


def parameters(lines: Sequence[str]) -> dict[str, str]:
    """Return the second column of `models DATA`, by model."""
    names = {one.name for one in RECIPES}
    cells = [line.split() for line in lines if not line.startswith(" ")]
    return {words[0]: words[1] for words in cells if words and words[0] in names}


@pytest.fixture
def tennis(tmp_path: Path) -> str:
    """Return the path of a model file for play-tennis."""
    path = tmp_path / "tennis.json"
    path.write_text(to_json(recipe("categorical-nb").fit(load("play-tennis"))), encoding="utf-8")
    return str(path)


def test_probabilities_of_play_tennis_are_the_known_fractions(capsys: Capture) -> None:
    """The maximum likelihood estimates are the well-known fractions."""
    lines = output_of(capsys, "fit", "play-tennis", "--model", "categorical-nb")
    cells = [line.split() for line in lines]
    assert ["P(class)", "5/14", "9/14"] in cells
    assert ["Sunny", "3/5", "2/9"] in cells
    assert ["Overcast", "0", "4/9"] in cells
    assert "maximum likelihood, equation (6)" in " ".join(lines)


def test_means_and_variances_are_printed_by_class(capsys: Capture) -> None:
    """For iris, mean and variance are under each class, with 4 significant digits."""
    lines = output_of(capsys, "fit", "iris", "--model", "gaussian-nb")
    cells = [line.split() for line in lines]
    assert ["mean", "variance"] * 3 in cells
    assert ["sepal_length", "5.006", "0.1242", "5.936", "0.2664", "6.588", "0.4043"] in cells
    assert ["P(class)", "1/3", "1/3", "1/3"] in cells


def test_the_most_informative_words_are_printed(capsys: Capture) -> None:
    """Ten words are printed, largest ratio first, each with the class it is evidence for."""
    lines = output_of(capsys, "fit", "spam", "--model", "bernoulli-nb", "--strength", "1/2")
    words = [line.split() for line in lines if " : 1" in line]
    assert len(words) == 10
    ratios = [float(cells[-3]) for cells in words]
    assert ratios == sorted(ratios, reverse=True)
    assert {cells[-4] for cells in words} == {"spam", "ham"}


def test_an_infinite_ratio_is_printed_as_only(capsys: Capture) -> None:
    """Without smoothing, a word that occurs in one class only has an infinite ratio."""
    lines = output_of(capsys, "fit", "spam", "--model", "multinomial-nb", "--strength", "0")
    assert sum(line.endswith("only") for line in lines) == 10


@pytest.mark.parametrize("one", RECIPES, ids=lambda one: one.name)
def test_fit_predict_and_evaluate_work_with_every_model(
    one: Recipe, capsys: Capture, tmp_path: Path
) -> None:
    """Each model runs on a table that it can use."""
    name = one.name
    data, out = tmp_path / "binary.csv", str(tmp_path / "model.json")
    days = "1,0,a\n1,1,a\n0,1,a\n0,0,a\n1,0,b\n0,1,b\n1,1,b\n0,0,b\n"
    data.write_text(f"x,y,class\n{days * 4}")
    table = "spam" if name == "multinomial-nb" else str(data)
    kind = ["--kind", "*=discrete"] if one.kinds == ("discrete",) else []
    output_of(capsys, "fit", table, "--model", name, "--out", out, *kind)
    answers = list(csv.reader(output_of(capsys, "predict", out, table)))
    assert answers[0][:2] == ["row", "prediction"]
    assert [int(answer[0]) for answer in answers[1:]] == list(range(2, len(answers) + 1))
    for _, label, *cells in answers[1:]:
        probabilities = list(map(float, cells))
        assert abs(sum(probabilities) - 1) < 1e-12
        best = probabilities.index(max(probabilities))
        assert answers[0][2:][best] == f"P({label})"
    lines = output_of(capsys, "evaluate", table, "--models", name, "--folds", "2", *kind)
    assert any(line.startswith(f"{name} ") for line in lines)


def test_the_model_file_is_the_json_of_the_model(capsys: Capture, tmp_path: Path) -> None:
    """The file equals `to_json`; an old file is replaced, and no temporary file is left."""
    out = tmp_path / "model.json"
    out.write_text("old")
    output_of(capsys, "fit", "iris", "--model", "qda", "--out", str(out))
    assert out.read_text(encoding="utf-8") == to_json(recipe("qda").fit(load("iris")))
    assert os.listdir(tmp_path) == ["model.json"]


def test_a_failed_write_leaves_no_file(capsys: Capture, tmp_path: Path) -> None:
    """The error is one line if the path is a folder or its folder does not exist."""
    (tmp_path / "taken").mkdir()
    for place in (tmp_path / "taken", tmp_path / "absent" / "model.json"):
        words = ("fit", "iris", "--model", "gda", "--out", str(place))
        assert f"{place}: cannot be written" in error_of(capsys, *words)
    assert os.listdir(tmp_path) == ["taken"]


def test_a_failed_fit_writes_no_file(capsys: Capture, tmp_path: Path) -> None:
    """The old model file is unchanged."""
    out = tmp_path / "model.json"
    out.write_text("old")
    error_of(capsys, "fit", "iris", "--model", "poisson-nb", "--out", str(out))
    assert out.read_text() == "old"


def test_predictions_equal_those_of_the_python_interface(tennis: str, capsys: Capture) -> None:
    """All digits are equal to those of `posterior`."""
    table = load("play-tennis")
    model = recipe("categorical-nb").fit(table)
    answers = list(csv.reader(output_of(capsys, "predict", tennis, "play-tennis")))
    expected = [[model.posterior(row)[y] for y in ("No", "Yes")] for row in table.rows]
    assert answers[0] == ["row", "prediction", "P(No)", "P(Yes)"]
    assert [list(map(float, answer[2:])) for answer in answers[1:]] == expected


def test_columns_are_found_by_name(tennis: str, capsys: Capture, tmp_path: Path) -> None:
    """Columns may be in any order, and there may be others; ? and empty cells are missing."""
    new = tmp_path / "new.csv"
    new.write_text("note,Wind,Humidity,Outlook,Temperature\nx,,?,?,?\n\ny,Weak,High,Sunny,Hot\n")
    answers = list(csv.reader(output_of(capsys, "predict", tennis, str(new))))
    assert answers[1][:2] == ["2", "Yes"]
    assert abs(float(answers[1][3]) - Fraction(9, 14)) < 1e-15
    assert answers[2][:2] == ["4", "No"]


def test_a_dash_means_standard_input(
    tennis: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Every command that takes DATA reads standard input for a dash."""
    text = "a,class\nu,x\nu,x\nv,y\nv,y\n"
    out = str(tmp_path / "model.json")
    for words in (
        ("fit", "-", "--model", "categorical-nb", "--out", out),
        ("predict", out, "-"),
        ("evaluate", "-", "--models", "categorical-nb", "--folds", "2"),
        ("models", "-"),
    ):
        monkeypatch.setattr(sys, "stdin", io.StringIO(text))
        assert output_of(capsys, *words)


def test_the_class_column_and_the_feature_kinds_can_be_given(
    capsys: Capture, tmp_path: Path
) -> None:
    """Codes are declared discrete; the class need not be the last column."""
    data = tmp_path / "codes.csv"
    data.write_text("y,code,size\na,1,2.5\na,2,3.5\nb,1,7\nb,1,9\n")
    words = ("fit", str(data), "--model", "mixed-nb", "--label", "y", "--kind", "code=discrete")
    cells = [line.split() for line in output_of(capsys, *words)]
    assert ["1", "1/2", "1"] in cells
    assert ["mean", "3.000", "8.000"] in cells


def test_unseen_categories_are_errors_or_missing_values(
    tennis: str, capsys: Capture, tmp_path: Path
) -> None:
    """The error names file, row, column and value; --unseen missing accepts the row."""
    new = tmp_path / "new.csv"
    new.write_text("Outlook,Temperature,Humidity,Wind\nSunny,Hot,High,Weak\nFog,?,?,?\n")
    message = error_of(capsys, "predict", tennis, str(new))
    assert f"{new}, row 3, column 'Outlook': the value must be one of" in message
    assert "Sunny, Overcast, Rain, got 'Fog'. Fix: " in message
    answers = output_of(capsys, "predict", tennis, str(new), "--unseen", "missing")
    label, p = answers[2].split(",")[1:3]
    assert label == "Yes"
    assert abs(float(p) - Fraction(5, 14)) < 1e-15


def test_a_row_with_probability_0_in_every_class_is_an_error(
    capsys: Capture, tmp_path: Path
) -> None:
    """The posterior is 0/0; the error contains the row and the fix."""
    data, out = tmp_path / "d.csv", str(tmp_path / "model.json")
    data.write_text("a,b,class\nu,u,x\nv,v,y\n")
    output_of(capsys, "fit", str(data), "--model", "categorical-nb", "--out", out)
    new = tmp_path / "new.csv"
    new.write_text("a,b\nu,u\nu,v\n")
    message = error_of(capsys, "predict", out, str(new))
    assert f"{new}, row 3: " in message
    assert "--strength 1" in message


def test_texts_are_read_from_the_text_column(capsys: Capture, tmp_path: Path) -> None:
    """The column is the named one or the only one; an empty text gets the prior."""
    out, new = str(tmp_path / "model.json"), tmp_path / "new.csv"
    output_of(capsys, "fit", "spam", "--model", "multinomial-nb", "--out", out)
    new.write_text('message\n"free money, buy today"\n""\n')
    answers = list(csv.reader(output_of(capsys, "predict", out, str(new))))
    assert answers[1][1] == "spam"
    assert answers[2][2:] == ["0.5", "0.5"]
    new.write_text("id,message\n1,free money\n")
    assert "Fix: --text COLUMN" in error_of(capsys, "predict", out, str(new))
    assert output_of(capsys, "predict", out, str(new), "--text", "message")[1].startswith("2,spam,")


def test_printed_contributions_add_up(tennis: str, capsys: Capture) -> None:
    """The largest contribution is first; missing features are listed without one."""
    lines = output_of(capsys, "explain", tennis, "--row", "Outlook=Sunny, Humidity=High,Wind=?")
    assert lines[0] == "No rather than Yes"
    rule = next(i for i, line in enumerate(lines) if line.strip().strip("─") == "")
    body = [line for line in lines[lines.index("") + 2 :] if "│" in line]
    parts = [Fraction(next(w for w in line.split() if w[0] in "+-")) for line in body]
    total = next(Fraction(line.split()[1]) for line in lines[rule:] if line.startswith("sum"))
    assert [abs(p) for p in parts] == sorted(map(abs, parts), reverse=True)
    assert sum(parts) == total
    assert body[0].startswith("Outlook = Sunny")
    assert lines[-1] == "Missing values, which contribute nothing: Temperature, Wind."


def test_a_zero_factor_is_shown_in_the_explanation(tennis: str, capsys: Capture) -> None:
    """P(Overcast | No) is 0, so the log odds are infinite."""
    lines = output_of(capsys, "explain", tennis, "--row", "Outlook=Overcast")
    assert any("Outlook = Overcast" in line and "+inf" in line for line in lines)
    assert any(line.endswith("No has probability 0") for line in lines)


@pytest.mark.parametrize("name", ["multinomial-nb", "bernoulli-nb"])
def test_texts_are_explained_by_their_words(name: str, capsys: Capture, tmp_path: Path) -> None:
    """Commas and equal signs belong to the text; small contributions are summed up."""
    out = str(tmp_path / "model.json")
    output_of(capsys, "fit", "spam", "--model", name, "--out", out)
    lines = output_of(capsys, "explain", out, "--row", "free, free = money now")
    assert lines[0] == "spam rather than ham"
    first = "free × 2 " if name == "multinomial-nb" else "free "
    assert any(line.startswith(first) for line in lines)
    assert any("others" in line for line in lines) == (name == "bernoulli-nb")


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (
            "Outlook=Fog",
            "--row, column 'Outlook': the value must be one of the training data, Sunny",
        ),
        ("Outlok=Sunny", "--row: the model has no feature 'Outlok'. Did you mean Outlook?"),
        ("Pressure=1", "--row: the model has no feature 'Pressure'. Features: Outlook"),
        ("Sunny", "expected FEATURE=VALUE, got 'Sunny'"),
        ("Wind=Weak,Wind=Strong", "each feature must appear once, got 'Wind=Weak,Wind=Strong'"),
    ],
)
def test_errors_for_unreadable_rows_name_the_wrong_part(
    tennis: str, row: str, message: str, capsys: Capture
) -> None:
    """The message of `explain` quotes the part of --row that is wrong."""
    assert message in error_of(capsys, "explain", tennis, "--row", row)


def test_an_empty_row_gets_the_log_odds_of_the_prior(tennis: str, capsys: Capture) -> None:
    """The command `explain` with an empty row shows the prior alone."""
    lines = output_of(capsys, "explain", tennis, "--row", "")
    assert lines[0] == "Yes rather than No"
    assert any(line.startswith("sum") and "+0.5878" in line for line in lines)


def test_models_that_cannot_be_fitted_do_not_stop_other_models(capsys: Capture) -> None:
    """Other models are compared on the same folds; the errors are listed below the table."""
    names = "gaussian-nb,categorical-nb,gda,poisson-nb"
    assert main(["evaluate", "iris", "--models", names]) == 1
    lines = capsys.readouterr().out.splitlines()
    rates = {line.split()[0]: line.split()[1:] for line in lines[3:5]}
    assert rates["gda"][-1] == "best" and rates["gaussian-nb"][-1] != "best"
    assert float(rates["gda"][1]) == int(rates["gda"][0]) / 150
    printed = " ".join(" ".join(lines).split())
    assert "categorical-nb: takes discrete features, but 'sepal_length' is continuous" in printed
    assert "poisson-nb: iris, row 2, column 'sepal_length': expected a count" in printed


def test_the_seed_determines_the_folds(capsys: Capture) -> None:
    """Two runs of a command print the same table, and the table shows the seed."""
    words = ("evaluate", "iris", "--models", "gaussian-nb", "--folds", "5", "--seed", "3")
    first = output_of(capsys, *words)
    assert "5 folds, seed 3" in first[0]
    assert output_of(capsys, *words) == first


def test_a_held_out_row_without_a_prediction_is_reported(capsys: Capture) -> None:
    """The full joint has probability 0 for a new row; the message names the fix."""
    words = ("evaluate", "play-tennis", "--models", "full-joint", "--folds", "7")
    assert main(list(words)) == 2
    printed = " ".join(capsys.readouterr().out.split())
    assert "full-joint: play-tennis, row" in printed
    assert "when held out: no class can have produced this" in printed
    assert "--strength 1" in printed
    lines = output_of(capsys, *words, "--strength", "1")
    assert any(line.startswith("full-joint ") and line.endswith("best") for line in lines)


def test_models_command_lists_all_models(capsys: Capture) -> None:
    """For a table, each model has the number of parameters or a reason why it has none."""
    firsts = [line.split()[0] for line in output_of(capsys, "models")]
    counted = parameters(output_of(capsys, "models", "iris"))
    for one in RECIPES:
        assert one.name in firsts
    assert counted["gaussian-nb"] == "26"
    assert counted["categorical-nb"] == "–"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("fit", "absent.csv", "--model", "gda"), "absent.csv: cannot be read"),
        (
            ("fit", "iris", "--model", "gausian"),
            "unknown model 'gausian'. Did you mean gaussian-nb, gaussian-nb-tied?",
        ),
        (("fit", "iris", "--model", "gda", "--label", "kind"), "no class column 'kind'"),
        (("fit", "iris", "--model", "gda", "--label", "clas"), "'clas'. Did you mean class?"),
        (
            ("fit", "irs", "--model", "gda"),
            "irs: there is no such file or bundled table. Did you mean",
        ),
        (("fit", "iris", "--model", "gda", "--kind", "class"), "must be FEATURE=KIND"),
        (
            ("fit", "iris", "--model", "gda", "--kind", "sepal_lenght=discrete"),
            "iris, row 1: --kind: there is no feature 'sepal_lenght'. Did you mean sepal_length",
        ),
        (
            ("fit", "play-tennis", "--model", "gda", "--kind", "Wind=continuous"),
            "Fix: write ? for a missing value, or declare the column: --kind Wind=discrete",
        ),
        (
            ("fit", "iris", "--model", "gda", "--kind", "sepal_length=discret"),
            "got 'sepal_length=discret'. Did you mean discrete?",
        ),
        (
            ("fit", "iris", "--model", "gda", "--strength", "1"),
            "--strength does not apply to gda. Fix: omit it",
        ),
        (("fit", "spam", "--model", "bernoulli-nb", "--strength", "-1"), "1/2, got '-1'"),
        (("fit", "spam", "--model", "bernoulli-nb", "--strength", "1/0"), "1/2, got '1/0'"),
        (("fit", "spam", "--model", "bernoulli-nb", "--strength", "1e9999999"), "such as 0, 1"),
        (("fit", "iris", "--model", "gaussian-nb", "--floor", "0"), "1e-6, got '0'"),
        (
            ("fit", "iris", "--model", "poisson-nb"),
            "iris, row 2, column 'sepal_length': expected a count",
        ),
        (
            ("evaluate", "iris", "--models", "gda", "--folds", "151"),
            "(the number of examples), got 151",
        ),
        (("evaluate", "iris", "--models", "gda,"), "unknown model ''. Run `models` to list all."),
        (("predict", "absent.json", "iris"), "absent.json: cannot be read"),
    ],
)
def test_bad_input_is_a_one_line_error(words: Sequence[str], message: str, capsys: Capture) -> None:
    """The error contains the value and the fix."""
    assert message in error_of(capsys, *words)


@pytest.mark.parametrize("content", ["", "{", '{"format": "textbook_ml"}', "\x00", "[" * 10**5])
def test_errors_for_invalid_model_files_name_the_file(
    content: str, capsys: Capture, tmp_path: Path
) -> None:
    """The error message is one line."""
    path = tmp_path / "broken.json"
    path.write_text(content)
    assert str(path) in error_of(capsys, "predict", str(path), "iris")
    path.write_bytes(b"\xff\xfe")
    assert "is not UTF-8" in error_of(capsys, "predict", str(path), "iris")


def test_text_in_a_numeric_column_is_an_error(capsys: Capture, tmp_path: Path) -> None:
    """`predict` names file, row, column and value."""
    out, new = str(tmp_path / "model.json"), tmp_path / "new.csv"
    output_of(capsys, "fit", "animals", "--model", "gaussian-nb", "--out", out)
    new.write_text("weight_kg,height_cm\n12,40\nheavy,300\n")
    message = error_of(capsys, "predict", out, str(new))
    assert f"{new}, row 3, column 'weight_kg': must be a finite number" in message
    assert "got 'heavy'. Fix: write ? for a missing value" in message
    new.write_text("weight_kg\n12\n")
    assert "there is no column 'height_cm'" in error_of(capsys, "predict", out, str(new))


def test_a_file_takes_precedence_over_a_bundled_table(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file called iris is read instead of the bundled table."""
    monkeypatch.chdir(tmp_path)
    Path("iris").write_text("x,y\n1,a\n2,b\n3,a\n")
    assert "3 examples, 1 feature, 2 classes" in output_of(capsys, "models", "iris")


def test_categories_that_are_numbers_are_found(capsys: Capture, tmp_path: Path) -> None:
    """A model fitted in Python may have numbers as categories; 2 is a tie, 3/14 each."""
    table = load("play-tennis")
    codes = [1 if cell == "Weak" else 2 for cell in table.column("Wind")]
    model = recipe("categorical-nb").fit(table.with_columns([("Wind", "discrete", codes)]))
    path, new = tmp_path / "model.json", tmp_path / "new.csv"
    path.write_text(to_json(model), encoding="utf-8")
    new.write_text("Wind\n1\n2\n")
    answers = list(csv.reader(output_of(capsys, "predict", str(path), str(new))))
    assert [answer[1] for answer in answers[1:]] == ["Yes", "No"]
    assert json.loads(path.read_text(encoding="utf-8"))["model"] == "CategoricalNaiveBayes"


def test_outputs_in_the_readme_are_those_of_the_commands(capsys: Capture) -> None:
    """Each command in README prints the output that is shown there."""
    page = (Path(textbook_ml.__file__).parents[1] / "README.md").read_text(encoding="utf-8")
    assert (
        "\n".join(output_of(capsys, "fit", "play-tennis", "--model", "categorical-nb")[3:10])
        in page
    )
    words = ("evaluate", "iris", "--models", "gaussian-nb,gda,qda")
    assert "\n".join(output_of(capsys, *words)[:7]) in page


@pytest.mark.slow
@pytest.mark.skipif(not REAL_FILES, reason="TEXTBOOK_ML_DATA names no folder with CSV files")
@pytest.mark.parametrize("path", REAL_FILES, ids=lambda path: path.stem)
def test_all_commands_work_on_real_data(path: Path, capsys: Capture, tmp_path: Path) -> None:
    """Every row of every file has a label and probabilities."""
    out, data = str(tmp_path / "model.json"), str(path)
    counted = parameters(output_of(capsys, "models", data, "--quiet"))
    name = next(n for n in ("multinomial-nb", "mixed-nb") if counted[n] != "–")
    options = ["--strength", "1", *(["--floor", "1e-3"] if name == "mixed-nb" else [])]
    options += ["--kind", "*=discrete"] if path.stem in CODES else []
    options.append("--quiet")
    output_of(capsys, "fit", data, "--model", name, "--out", out, *options)
    answers = list(csv.reader(output_of(capsys, "predict", out, data)))
    with path.open(encoding="utf-8", newline="") as file:
        assert len(answers) == sum(1 for row in csv.reader(file) if row)
    assert all(abs(sum(map(float, ps)) - 1) < 1e-9 for _, _, *ps in answers[1:])
    lines = output_of(capsys, "evaluate", data, "--models", name, "--folds", "3", *options)
    rate, always = (float(next(x for x in line.split() if "." in x)) for line in lines[3:5])
    assert rate <= always


def test_a_column_of_identifiers_cannot_be_the_class(capsys: Capture, tmp_path: Path) -> None:
    """Too many different classes are an error before the model is fitted."""
    data = tmp_path / "ids.csv"
    data.write_text("x,id\n" + "".join(f"{i % 7},{i}\n" for i in range(10_001)))
    fit_options = ["fit", str(data), "--model", "gda"]
    streamed = [["stream", str(data), "--model", m] for m in ("gaussian-nb", "laplace-nb")]
    for options in (fit_options, *streamed):
        message = error_of(capsys, *options)
        assert "the class 'id' must have at most 10,000 different values, got 10,001" in message


def test_an_endless_model_file_is_an_error(capsys: Capture, tmp_path: Path) -> None:
    """The size of a model file is checked while it is read."""
    (tmp_path / "model.json").write_text("[" * 65537)
    words = ("predict", str(tmp_path / "model.json"), "iris", "--memory", "1")
    assert "model.json: must have at most 65536 characters, has more" in error_of(capsys, *words)


@pytest.mark.parametrize("cell", ["NAN", "inf", "1e400", "1" + "0" * 400])
def test_a_cell_that_is_not_0_or_1_raises_an_error(
    cell: str, capsys: Capture, tmp_path: Path
) -> None:
    """The error is also raised for a column that is declared discrete and contains strings."""
    data = tmp_path / "odd.csv"
    data.write_text(f"x,c\n{cell},a\n1,b\n")
    words = ("fit", str(data), "--model", "bernoulli-nb", "--kind", "x=discrete")
    assert "odd.csv, row 2, column 'x': " in error_of(capsys, *words)


def test_evaluate_is_an_error_if_no_model_can_be_fitted(capsys: Capture) -> None:
    """The reasons are printed, and the exit code is 2."""
    assert main(["evaluate", "iris", "--models", "poisson-nb"]) == 2
    assert "expected a count" in capsys.readouterr().out


def test_a_value_with_a_comma_can_be_quoted(tmp_path: Path, capsys: Capture) -> None:
    """Quotes may enclose the value or FEATURE=VALUE; the error for 1,5 explains both."""
    data, model = tmp_path / "towns.csv", str(tmp_path / "towns.json")
    data.write_text('city,x,y\n"Paris, Texas",1.5,a\nRome,2.5,a\n"Paris, Texas",3,b\nRome,5,b\n')
    fit = ("fit", str(data), "--model", "mixed-nb", "--strength", "1", "--out", model, "--quiet")
    output_of(capsys, *fit)
    plain = output_of(capsys, "explain", model, "--row", '"city=Paris, Texas",x=1.5')
    assert output_of(capsys, "explain", model, "--row", 'city="Paris, Texas", x=1.5') == plain
    assert output_of(capsys, "explain", model, "--row", 'x=1.5,city= "Paris, Texas"') == plain
    message = error_of(capsys, "explain", model, "--row", "x=1,5")
    assert "got '5'" in message
    assert "a decimal point, and quote a value that contains a comma: FEATURE=" in message
    with pytest.raises(SystemExit):
        main(["explain", "--help"])
    assert 'city="Paris, Texas",x=1.5' in " ".join(capsys.readouterr().out.split())
