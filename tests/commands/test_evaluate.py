"""The command `evaluate`: confusion matrix, log loss, calibration, and JSON."""

import json
from collections.abc import Sequence
from math import log
from pathlib import Path
from typing import Any, cast

import pytest

from tests.commands.test_learning_commands import Capture, output_of
from textbook_ml.commands.evaluate import answers, evaluate, trial
from textbook_ml.commands.evaluation_report import as_json_value, report_lines
from textbook_ml.commands.evaluation_run import Answer, Forecasts, ModelTrial, Report
from textbook_ml.commands.loading import table_of
from textbook_ml.commands.main import main
from textbook_ml.data.csv_file import read_sheet
from textbook_ml.data.datasets import load
from textbook_ml.data.table import Dataset, Kind
from textbook_ml.equations.gaussian import pooled_variance_mle
from textbook_ml.evaluation import (
    ConfusionMatrix,
    CrossValidation,
    held_out_answers,
    mean_log_loss_of_terms,
    stratified_folds,
)
from textbook_ml.models.catalogue import RECIPES, recipe
from textbook_ml.models.gaussian_naive_bayes import GaussianNaiveBayes
from textbook_ml.models.recipes import Model, Recipe, Settings, observed_values


def tried(name: str, table: Dataset, folds: Sequence[Sequence[int]]) -> ModelTrial:
    return trial(recipe(name), table, folds, Settings(), place=lambda i: f"row {i}")


def forecasts(judged: ModelTrial) -> Forecasts:
    assert judged.forecasts is not None
    return judged.forecasts


def found(*words: str, **options: Any) -> Any:
    """Return the parsed JSON output; raise an error for Infinity and NaN, which are not JSON."""

    def reject(constant: str) -> None:
        raise AssertionError(f"{constant} is not JSON")

    return json.loads("\n".join(evaluate(*words, json=True, **options)), parse_constant=reject)


def section(lines: Sequence[str], title: str) -> list[list[str]]:
    """Return the cells under the heading that contains a title, up to an empty line."""
    start = next(i for i, line in enumerate(lines) if title in line) + 1
    end = lines.index("", start) if "" in lines[start:] else len(lines)
    return [line.split() for line in lines[start:end]]


@pytest.mark.parametrize("chosen", RECIPES, ids=lambda one: one.name)
def test_labels_of_the_evaluation_are_those_of_predict(chosen: Recipe) -> None:
    """Labels come from the posteriors and equal those of `predict`, even for ties."""
    table = load("spam") if chosen.kinds == ("text",) else two_bits(chosen)
    folds = stratified_folds(table.labels, 4, seed=1)
    rows, values = chosen.rows(table), observed_values(table)

    def exam(training: Sequence[int], held_out: Sequence[int]) -> Sequence[str]:
        known = [rows[i] for i in training]
        model = chosen.fit_rows(table.take(training), known, Settings(), values)
        return model.predict([rows[i] for i in held_out])

    judged = tried(chosen.name, table, folds)
    guesses = held_out_answers(exam, len(table), folds)
    assert judged.outcome == CrossValidation.of(table.labels, guesses, folds)
    assert judged.confusion == ConfusionMatrix.of(table.labels, guesses, table.classes)
    right = sum(b.n_correct for b in forecasts(judged).calibration.bins)
    assert right == len(table) - sum(judged.outcome.errors)


def test_ties_do_not_depend_on_rounding() -> None:
    """(1, 0) is equally far from (0.5, 0.6) and (0.4, 0.5), but rounding may break the tie."""
    cells = "01 00 10 10 01 00 01 11 00 11 00 11 01 10 01 10 01 11 10 01".split()
    rows = [(float(cell[0]), float(cell[1])) for cell in cells]
    labels = "ababbaaabbaaaabbbabb"
    model = GaussianNaiveBayes.fit(rows, labels, variance=pooled_variance_mle)
    assert [answer.label for answer in answers(model, rows, labels)] == model.predict(rows)


def two_bits(chosen: Recipe) -> Dataset:
    """Return two binary features that are independent of the class."""
    rows = [(a, b) for a in (0.0, 1.0) for b in (0.0, 1.0)] * 8
    kind: Kind = "discrete" if chosen.kinds == ("discrete",) else "continuous"
    labels = tuple(y for y in "ab" for _ in range(16))
    return Dataset(tuple(rows), labels, ("x", "y"), (kind, kind), "class")


@pytest.mark.parametrize("name", ["gda", "gaussian-nb"])
def test_log_losses_from_posteriors_and_log_terms_are_equal(name: str) -> None:
    """Both agree if the posteriors do not underflow."""
    table, chosen = load("iris"), recipe(name)
    folds = stratified_folds(table.labels, 5, seed=1)

    def exam(training: Sequence[int], held_out: Sequence[int]) -> list[Any]:
        model = chosen.fit(table.take(training))
        return [model.log_terms(table.rows[i]) for i in held_out]

    truth = mean_log_loss_of_terms(table.labels, held_out_answers(exam, len(table), folds))
    assert forecasts(tried(name, table, folds)).log_loss == pytest.approx(truth, rel=1e-12)


def test_text_and_json_show_the_same_numbers(capsys: Capture) -> None:
    """The text has four decimals; the confusion matrix is that of the best model."""
    lines = output_of(capsys, "evaluate", "iris", "--models", "gaussian-nb,gda")
    everything = found("iris", "gaussian-nb,gda")
    assert everything["best"] == ["gda"]
    losses = {cells[0]: cells[1:] for cells in section(lines, "log loss")}
    for name, numbers in everything["models"].items():
        keys = ("log_loss", "brier_score", "calibration_error")
        assert losses[name] == [f"{numbers[key]:.4f}" for key in keys]
    best = everything["models"]["gda"]
    matrix = section(lines, "gda, best of 2: confusion matrix (rows: true class")[1:]
    assert [list(map(int, cells[1:])) for cells in matrix] == best["confusion"]
    assert [sum(row) for row in best["confusion"]] == [50, 50, 50]
    bins = section(lines, "gda, best of 2: calibration")[1:]
    assert [int(cells[3]) for cells in bins] == [b["examples"] for b in best["calibration"]]
    assert sum(b["examples"] for b in best["calibration"]) == 150
    assert sum(b["right"] for b in best["calibration"]) == 150 - best["errors"]


def test_scores_of_the_class_frequencies_are_exact(capsys: Capture) -> None:
    """Three equally frequent classes have log loss ln 3, Brier score 2/3, calibration 0."""
    lines = output_of(capsys, "evaluate", "iris", "--models", "gda")
    (scores,) = [line.split() for line in lines if line.startswith("class frequencies")]
    assert scores[2:] == [f"{log(3):.4f}", "0.6667", "0.0000"]


def test_details_of_a_single_model_are_printed(capsys: Capture) -> None:
    """The title does not call a single model the best."""
    lines = output_of(capsys, "evaluate", "animals", "--models", "gaussian-nb")
    assert section(lines, "gaussian-nb: confusion matrix (rows: true class")[1:] == [
        ["dog", "10", "0"],
        ["elephant", "0", "10"],
    ]


def test_a_true_label_with_probability_0_is_reported(capsys: Capture) -> None:
    """The log loss is infinite, and null in JSON; smoothing makes it finite."""
    words = ("evaluate", "play-tennis", "--models", "categorical-nb")
    printed = " ".join(" ".join(output_of(capsys, *words)).split())
    assert (
        "the log loss is infinite because 1 true label had probability 0. Fix: use --strength 1"
        in printed
    )
    numbers = found("play-tennis", "categorical-nb")["models"]["categorical-nb"]
    assert (numbers["log_loss"], numbers["impossible"]) == (None, 1)
    smooth = found("play-tennis", "categorical-nb", strength="1")["models"]["categorical-nb"]
    assert smooth["log_loss"] > 0 and smooth["impossible"] == 0
    assert "infinite" not in " ".join(output_of(capsys, *words, "--strength", "1"))


def test_a_class_with_one_example_is_unknown_when_held_out(capsys: Capture, tmp_path: Path) -> None:
    """Smoothing does not help, so the message does not suggest it."""
    data = tmp_path / "data.csv"
    data.write_text("x,class\nu,a\nv,a\nu,a\nv,b\nu,b\nv,b\nu,rare\n")
    words = ("--models", "categorical-nb", "--folds", "3", "--strength", "1")
    printed = " ".join(" ".join(output_of(capsys, "evaluate", str(data), *words)).split())
    assert "1 true label had probability 0" in printed
    assert "Classes with one example, unknown while it is held out: rare." in printed
    assert "--strength" not in printed


def test_a_probability_that_underflows_is_not_counted_as_0(tmp_path: Path) -> None:
    """An outlier has a log posterior of −10⁷, so its posterior underflows."""
    data = tmp_path / "data.csv"
    near = [f"{i / 10},a" for i in range(20)]
    far = [f"{10_000 + i / 10},b" for i in range(20)]
    data.write_text("\n".join(["x,class", *near, *far, "10000.5,a"]) + "\n")
    table = table_of(read_sheet(str(data)), None, ())
    judged = forecasts(tried("gaussian-nb", table, [(40,), range(0, 40, 2), range(1, 40, 2)]))
    assert judged.impossible == 0
    assert 1e5 < judged.log_loss < 1e8


def test_with_many_classes_the_largest_confusions_are_listed(
    capsys: Capture, tmp_path: Path
) -> None:
    """A matrix of 13 classes is too wide for a screen."""
    data, noise = tmp_path / "data.csv", (0.0, 0.1, 0.2, 0.3, 0.4, 0.5)
    rows = [f"{k // 2 + off},class-{k}" for k in range(13) for off in noise]
    data.write_text("\n".join(["x,class", *rows]) + "\n")
    lines = output_of(capsys, "evaluate", str(data), "--models", "gaussian-nb", "--folds", "3")
    listed = section(lines, "most frequent confusions")[1:]
    assert len(listed) == 12
    assert all(true != predicted for _, true, predicted in listed)
    assert [int(cells[0]) for cells in listed] == sorted((int(c[0]) for c in listed), reverse=True)
    matrix = found(str(data), "gaussian-nb", folds=3)["models"]["gaussian-nb"]["confusion"]
    off_diagonal = [n for i, row in enumerate(matrix) for j, n in enumerate(row) if i != j]
    assert int(listed[0][0]) == max(off_diagonal)


def test_wide_matrices_are_split_into_panels(capsys: Capture, tmp_path: Path) -> None:
    """With twelve long class names, each line fits and each column occurs once."""
    data = tmp_path / "data.csv"
    names = [f"{k}-a-class-with-a-name-of-more-than-thirty-letters" for k in range(12)]
    rows = [f"{k + off},{name}" for k, name in enumerate(names) for off in (0.0, 0.1, 0.3)]
    data.write_text("\n".join(["x,class", *rows]) + "\n")
    words = ("evaluate", str(data), "--models", "gaussian-nb", "--folds", "3", "--quiet")
    lines = output_of(capsys, *words)
    start = next(i for i, line in enumerate(lines) if "confusion matrix (rows: true class" in line)
    stop = next(i for i, line in enumerate(lines) if "calibration of the predicted labels" in line)
    heads = [line for line in lines[start + 1 : stop] if line.startswith(" ")]
    shown = [word.split("-")[0] for head in heads for word in head.split()]
    assert shown == list(map(str, range(12)))


def test_errors_of_models_are_part_of_the_json() -> None:
    """A model that cannot be fitted has a message and no numbers."""
    everything = found("iris", "gda,categorical-nb", folds=4, seed=7)
    assert set(everything["models"]) == {"gda"}
    assert "takes discrete features" in everything["refusals"]["categorical-nb"]
    assert (everything["examples"], everything["folds"], everything["seed"]) == (150, 4, 7)
    assert everything["classes"] == list(dict.fromkeys(load("iris").labels))
    assert everything["always"] == {"label": "Iris-setosa", "errors": 100}
    alone = found("iris", "categorical-nb")
    assert alone["best"] == [] and alone["models"] == {}


def test_the_baseline_is_printed_if_no_model_can_be_fitted(capsys: Capture) -> None:
    """The table has one line, followed only by the reasons."""
    assert main(["evaluate", "iris", "--models", "categorical-nb"]) == 2
    lines = capsys.readouterr().out.splitlines()
    assert lines[3].startswith("always Iris-setosa")
    assert not any("log loss" in line or "calibration" in line for line in lines)


class LabelsOnly:
    """A classifier without probabilities."""

    def predict(self, rows: Sequence[Any]) -> list[str]:
        return ["a"] * len(rows)


def test_a_model_without_probabilities_has_an_error_rate_but_no_log_loss() -> None:
    """If no model has probabilities, there is no table of losses."""
    labels, folds = "aaab", [(0, 1), (2, 3)]
    predicted = answers(cast(Model, LabelsOnly()), [None] * 4, labels)
    assert predicted == [Answer("a", None)] * 4
    simple = ModelTrial.of(labels, "ab", predicted, folds)
    alone = Report("data", labels, 0, folds, {"simple": simple}, {})
    lines = list(report_lines(alone))
    assert lines[3].split() == ["simple", "1", "0.2500", "0.2500", "best"]
    matrix = section(lines, "simple: confusion matrix (rows: true class")[1:]
    assert matrix == [["a", "3", "0"], ["b", "1", "0"]]
    assert not any("log loss" in line or "calibration" in line for line in lines)
    numbers = json.loads("\n".join(as_json_value(alone)))["models"]["simple"]
    assert numbers["errors"] == 1 and "log_loss" not in numbers and "calibration" not in numbers
    other = tried("gaussian-nb", load("animals"), stratified_folds(load("animals").labels, 2, 0))
    both = Report("data", labels, 0, folds, {"simple": simple, "gaussian-nb": other}, {})
    assert "simple: predicts labels only, no probabilities" in list(report_lines(both))


def test_the_penalty_option_makes_regression_on_iris_possible() -> None:
    """Iris is separable: without --l2 there is an error that names it, with it a result."""
    refusal = found("iris", "softmax,gda")["refusals"]["softmax"]
    assert "can be separated" in refusal and "--l2 1" in refusal
    judged = found("iris", "softmax,gda", l2="1", standardise=True)
    assert judged["refusals"] == {} and judged["models"]["softmax"]["errors"] < 10


def test_optimiser_options_are_those_of_fit(capsys: Capture) -> None:
    """The command accepts the optimiser options of `fit`."""
    options = ("--l2", "1", "--standardise", "--optimiser", "l-bfgs", "--folds", "3")
    lines = output_of(capsys, "evaluate", "iris", "--models", "softmax", *options)
    assert any(line.startswith("softmax ") and line.endswith("best") for line in lines)


def test_a_model_worse_than_guessing_is_not_the_best() -> None:
    """Two models err on 2 and 3 of 4 examples; always guessing "a" errs on 1."""
    labels, folds = "aaab", [(0, 1), (2, 3)]
    trials = {
        name: ModelTrial.of(labels, "ab", [Answer(label, None) for label in guesses], folds)
        for name, guesses in (("two", "aabb"[:2] + "ba"), ("three", "abba"))
    }
    losing = Report("data", labels, 0, folds, trials, {})
    lines = list(report_lines(losing))
    assert losing.leading == ["two"]
    assert not any(line.endswith("best") for line in lines)
    assert "Every model makes more errors than always guessing a." in lines
    assert any(line.startswith("two, fewest errors of 2: ") for line in lines)
    assert json.loads("\n".join(as_json_value(losing)))["best"] == []


def test_a_model_that_failed_is_reported_and_changes_the_exit_code(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Failed models are named on stderr; the report gives the name and reason of each."""
    assert main(["evaluate", "iris", "--models", "gda"]) == 0
    assert capsys.readouterr().err == ""
    for extra in ([], ["--json"], ["--quiet"]):
        assert main(["evaluate", "iris", "--models", "logistic,gda,bernoulli-nb", *extra]) == 1
        captured = capsys.readouterr()
        expected = "note: 2 of 3 models could not be fitted: logistic, bernoulli-nb\n"
        assert captured.err == expected
        if extra != ["--json"]:
            reasons = captured.out.rpartition("\n\n")[2]
            assert reasons.startswith("logistic: needs two classes")
            assert "\nbernoulli-nb: iris, row 2" in reasons
