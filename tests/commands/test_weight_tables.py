"""The output of `fit`, `predict` and `explain` for regressions."""

import csv
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.commands.test_learning_commands import Capture, error_of, output_of
from textbook_ml.commands.main import main
from textbook_ml.data.datasets import load
from textbook_ml.models.catalogue import recipe
from textbook_ml.models.json_codec import to_json
from textbook_ml.models.logistic_regression import LogisticRegression
from textbook_ml.models.recipes import Settings

ODDS = "x,class\n2,1\n-1,0\n-2,0\n1,1\n1,0\n-1,1\n"
RIDGE = ("--l2", "1")
WILD = "a,b,class\n1e-6,1e6,u\n2e-6,3e6,v\n3e-6,1e6,v\n1e-6,2e6,u\n2e-6,2e6,u\n"


def written(tmp_path: Path, text: str) -> str:
    """Write a file with this text and return its path."""
    path = tmp_path / "data.csv"
    path.write_text(text)
    return str(path)


def cells(lines: Sequence[str]) -> list[list[str]]:
    """Return the words of each line."""
    return [line.split() for line in lines]


def test_weights_are_shown_per_unit_and_per_standard_deviation(
    capsys: Capture, tmp_path: Path
) -> None:
    """x has mean 0 and standard deviation √2; the weight is for class 1."""
    data = written(tmp_path, ODDS)
    table = cells(output_of(capsys, "fit", data, "--model", "logistic"))
    rows = [[float(x) for x, _ in zip(line.split(","), "x")] for line in ODDS.splitlines()[1:]]
    model = LogisticRegression.fit(rows, [1, 0, 0, 1, 0, 1])
    assert any("P(1)/P(0)," in line for line in table)
    _, weight, standard, *_ = next(line for line in table if line[:1] == ["x"])
    assert float(weight) == float(f"{model.w[0]:.4g}")
    assert float(standard) == float(f"{model.w[0] * 2**0.5:.3g}")


def test_the_report_of_the_optimiser_is_printed(capsys: Capture, tmp_path: Path) -> None:
    """The report names the optimiser, the iterations, and why it stopped."""
    data = written(tmp_path, ODDS)
    for name in ("newton", "newton-cg", "l-bfgs", "conjugate-gradient", "accelerated"):
        words = " ".join(output_of(capsys, "fit", data, "--model", "logistic", "--optimiser", name))
        assert f"{name}, " in words and "iterations: the gradient is at most 1e-08" in words
    slow = ("--optimiser", "gradient-ascent", "--eta", "0.01", "--tolerance", "0.1")
    words = " ".join(output_of(capsys, "fit", data, "--model", "softmax", *slow))
    assert "gradient-ascent, " in words and "at most 0.1" in words


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ((), "maximum likelihood, no penalty"),
        (("--l2", "0.5"), "penalty λ = 0.5 on all weights but the intercept"),
        (("--l2", "2", "--penalise-intercept"), "penalty λ = 2 on all weights"),
        (
            ("--l2", "1", "--standardise"),
            "on all weights but the intercept, for standardised features",
        ),
    ],
)
def test_the_penalty_is_printed(
    options: Sequence[str], words: str, capsys: Capture, tmp_path: Path
) -> None:
    """The penalty on the weights is described in one phrase."""
    data = written(tmp_path, ODDS)
    assert words in " ".join(output_of(capsys, "fit", data, "--model", "logistic", *options))


def test_each_class_has_its_column(capsys: Capture) -> None:
    """Intercepts of softmax come first, then the features by size of the standard weight."""
    options = ("--l2", "1", "--standardise")
    table = cells(output_of(capsys, "fit", "iris", "--model", "softmax", *options))
    heads = table.index(["Iris-setosa", "Iris-versicolor", "Iris-virginica"])
    names = [line[0] for line in table[heads + 1 :]]
    assert names[0] == "intercept" and sorted(names[1:]) == sorted(load("iris").features)
    assert all(len(line) == 4 for line in table[heads + 1 :])


def test_long_lists_of_features_are_shortened(capsys: Capture, tmp_path: Path) -> None:
    """Twenty of thirty features are shown, and ten of thirty reference values."""
    header = ",".join(f"f{j}" for j in range(30)) + ",class\n"
    rows = [[*("uv"[(i + 1) * (j + 1) % 11 % 2] for j in range(30)), str(i % 2)] for i in range(9)]
    data = written(tmp_path, header + "\n".join(map(",".join, rows)) + "\n")
    lines = output_of(capsys, "fit", data, "--model", "logistic", "--l2", "1")
    assert sum("│" in line for line in lines) == 20
    assert any(line.startswith("and ") and "with smaller weights" in line for line in lines)
    assert "and 20 more." in " ".join(" ".join(lines).split())


def test_fit_predict_and_explain_work_with_discrete_features(
    capsys: Capture, tmp_path: Path
) -> None:
    """The model file contains all values, including the reference values."""
    out = str(tmp_path / "model.json")
    lines = output_of(
        capsys, "fit", "play-tennis", "--model", "logistic", "--l2", "1", "--out", out
    )
    assert any(line.startswith("Outlook=Overcast ") for line in lines)
    assert any(line.startswith("Reference values (weight 0): Outlook=Sunny") for line in lines)
    model = recipe("logistic").fit(load("play-tennis"), Settings(l2=1.0))
    assert Path(out).read_text(encoding="utf-8") == to_json(model)
    answers = list(csv.reader(output_of(capsys, "predict", out, "play-tennis")))
    days = load("play-tennis").rows
    expected = [[model.posterior(row)[y] for y in ("No", "Yes")] for row in days]
    assert [list(map(float, answer[2:])) for answer in answers[1:]] == expected
    row = "Outlook=Rain,Temperature=Cool,Humidity=High,Wind=Weak"
    why = output_of(capsys, "explain", out, "--row", row)
    assert any(line.startswith("Outlook = Rain ") for line in why)
    assert any(line.startswith("intercept ") for line in why)
    assert not any(line.startswith("prior") for line in why)


def test_missing_and_unknown_values_raise_an_error(capsys: Capture, tmp_path: Path) -> None:
    """`predict` names file, row, column and value."""
    out, new = str(tmp_path / "model.json"), tmp_path / "new.csv"
    output_of(capsys, "fit", "play-tennis", "--model", "logistic", "--l2", "1", "--out", out)
    header = "Outlook,Temperature,Humidity,Wind\n"
    new.write_text(f"{header}Fog,Hot,High,Weak\n")
    message = error_of(capsys, "predict", out, str(new))
    assert f"{new}, row 2, column 'Outlook': the value must be one of" in message
    assert "Sunny, Overcast, Rain, got 'Fog'" in message
    new.write_text(f"{header}Rain,?,High,Weak\n")
    message = error_of(capsys, "predict", out, str(new))
    assert f"{new}, row 2, column 'Temperature': the value is missing, but" in message
    assert "column 'Outlook': the value is missing" in error_of(
        capsys, "explain", out, "--row", "Wind=Weak"
    )


def test_features_on_very_different_scales_give_one_note(capsys: Capture, tmp_path: Path) -> None:
    """The note is one line on stderr; with --standardise there is none."""
    data = written(tmp_path, WILD)
    assert main(("fit", data, "--model", "logistic", "--l2", "1")) == 0
    captured = capsys.readouterr()
    assert captured.err.startswith("note: the features have very different scales: 'b' has")
    assert captured.err.count("\n") == 1 and captured.err.endswith("--standardise\n")
    assert "intercept" in captured.out
    output_of(capsys, "fit", data, "--model", "logistic", "--l2", "1", "--standardise")


@pytest.mark.parametrize(
    ("data", "options", "message"),
    [
        ("animals", (), "animals: the 2 classes can be separated.*no finite weights.*--l2 1"),
        ("iris", (), "logistic needs two classes, but 'class' has 3. Fix: use softmax"),
        ("spam", (), "'text' is text: use multinomial-nb"),
        ("animals", ("--l2", "-1"), "--l2 must be a finite number of at least 0, got -1.0"),
        (
            "animals",
            ("--l2", "much"),
            "--l2 must be a finite number, such as 1 or 0.01, got 'much'",
        ),
        ("animals", ("--l2", "nan"), "--l2 must be a finite number, .*, got 'nan'"),
        ("animals", ("--penalise-intercept",), "needs a penalty. Fix: set one, such as --l2 1"),
        ("animals", ("--optimiser", "steepest"), "--optimiser must be one of newton"),
        ("animals", ("--eta", "0.1"), "got a step size of 0.1, but the optimiser finds its own"),
        ("animals", ("--eta", "1", "--optimiser", "newton"), "newton finds its own. Fix: use"),
        ("animals", (*RIDGE, "--eta", "0", "--optimiser", "gradient-ascent"), "above 0, got 0.0"),
        ("animals", (*RIDGE, "--tolerance", "0"), "--tolerance must be .*above 0, got 0.0"),
        (
            "animals",
            (*RIDGE, "--max-iterations", "0"),
            "--max-iterations must be at least 1, got 0",
        ),
        ("animals", ("--strength", "1"), "--strength does not apply to logistic"),
        ("animals", ("--floor", "1"), "--floor does not apply to logistic"),
    ],
)
def test_errors_of_regressions_are_one_line_with_a_fix(
    data: str, options: Sequence[str], message: str, capsys: Capture
) -> None:
    """Each error is one line and contains the fix."""
    error = error_of(capsys, "fit", data, "--model", "logistic", *options)
    assert re.search(message, error)


@pytest.mark.parametrize(
    "option",
    ["--l2=1", "--standardise", "--optimiser=newton", "--max-iterations=9", "--tolerance=1e-3"],
)
def test_options_that_do_not_apply_raise_an_error(option: str, capsys: Capture) -> None:
    """The message names the option and the model."""
    message = error_of(capsys, "fit", "iris", "--model", "gda", option)
    assert f"{option.partition('=')[0]} does not apply to gda" in message


def test_the_data_file_is_not_overwritten(capsys: Capture, tmp_path: Path) -> None:
    """The model file may be neither the data file nor a link to it."""
    data = written(tmp_path, ODDS)
    link = tmp_path / "link.csv"
    link.symlink_to(data)
    for out in (data, str(link)):
        words = ("fit", data, "--model", "logistic", "--out", out)
        assert "that is the file with the data" in error_of(capsys, *words)
    assert Path(data).read_text() == ODDS
