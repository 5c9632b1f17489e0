"""`evaluate` beyond the error rates: what was taken for what, and whether the model knew."""

import json
from collections.abc import Sequence
from math import log
from pathlib import Path
from typing import Any, cast

import pytest

from tests.commands.test_learning_commands import Capture, said
from textbook_ml.commands.evaluate import answers, evaluate, trial
from textbook_ml.commands.inputs import table_of
from textbook_ml.commands.trials import Answer, Forecasts, Report, Trial
from textbook_ml.commands.verdicts import for_machines, for_readers
from textbook_ml.data.csv_file import read_sheet
from textbook_ml.data.table import Dataset, Kind
from textbook_ml.datasets import load
from textbook_ml.equations.gaussian import pooled_variance_mle
from textbook_ml.evaluation import (
    ConfusionMatrix,
    cross_validate,
    held_out_answers,
    mean_log_loss_of_terms,
    stratified_folds,
)
from textbook_ml.models.catalogue import RECIPES, recipe
from textbook_ml.models.gaussian_naive_bayes import GaussianNaiveBayes
from textbook_ml.models.recipes import Model, Recipe, Settings, seen

def tried(name: str, table: Dataset, folds: Sequence[Sequence[int]]) -> Trial:
    return trial(recipe(name), table, folds, Settings(), place=lambda i: f"row {i}")


def forecasts(judged: Trial) -> Forecasts:
    assert judged.forecasts is not None
    return judged.forecasts


def found(*words: str, **options: Any) -> Any:
    """The JSON of a command; Infinity and NaN, which are none, are refused."""

    def refuse(constant: str) -> None:
        raise AssertionError(f"{constant} is not JSON")

    return json.loads("\n".join(evaluate(*words, json=True, **options)), parse_constant=refuse)


def section(lines: Sequence[str], title: str) -> list[list[str]]:
    """The cells under the heading that has these words, up to an empty line."""
    start = next(i for i, line in enumerate(lines) if title in line) + 1
    end = lines.index("", start) if "" in lines[start:] else len(lines)
    return [line.split() for line in lines[start:end]]


@pytest.mark.parametrize("chosen", RECIPES, ids=lambda one: one.name)
def test_labels_are_those_of_predict(chosen: Recipe) -> None:
    """They come from the posteriors, and are what predict says: also of coins, which are ties."""
    table = load("spam") if chosen.kinds == ("text",) else coins(chosen)
    folds = stratified_folds(table.labels, 4, seed=1)
    rows, values = chosen.rows(table), seen(table)

    def exam(training: Sequence[int], held_out: Sequence[int]) -> Sequence[str]:
        known = [rows[i] for i in training]
        model = chosen.fit_rows(table.take(training), known, Settings(), values)
        return model.predict([rows[i] for i in held_out])

    judged = tried(chosen.name, table, folds)
    guesses = held_out_answers(exam, len(table), folds)
    assert judged.outcome == cross_validate(exam, table.labels, folds)
    assert judged.confusion == ConfusionMatrix.of(table.labels, guesses, table.classes)
    right = sum(b.n_right for b in forecasts(judged).calibration.bins)
    assert right == len(table) - sum(judged.outcome.errors)


def test_a_tie_is_not_left_to_rounding() -> None:
    """(1, 0) is as far from (0.5, 0.6) as from (0.4, 0.5): a quick posterior may be off 1/2."""
    cells = "01 00 10 10 01 00 01 11 00 11 00 11 01 10 01 10 01 11 10 01".split()
    rows = [(float(cell[0]), float(cell[1])) for cell in cells]
    labels = "ababbaaabbaaaabbbabb"
    model = GaussianNaiveBayes.fit(rows, labels, variance=pooled_variance_mle)
    assert [answer.label for answer in answers(model, rows, labels)] == model.predict(rows)


def coins(chosen: Recipe) -> Dataset:
    """Two coins and a class that has nothing to do with them."""
    rows = [(a, b) for a in (0.0, 1.0) for b in (0.0, 1.0)] * 8
    kind: Kind = "discrete" if chosen.kinds == ("discrete",) else "continuous"
    labels = tuple(y for y in "ab" for _ in range(16))
    return Dataset(tuple(rows), labels, ("x", "y"), (kind, kind), "class")


@pytest.mark.parametrize("name", ["gda", "gaussian-nb"])
def test_the_log_loss_is_that_of_the_log_terms(name: str) -> None:
    """From posteriors where a float can hold them, and the same as without them."""
    table, chosen = load("iris"), recipe(name)
    folds = stratified_folds(table.labels, 5, seed=1)

    def exam(training: Sequence[int], held_out: Sequence[int]) -> list[Any]:
        model = chosen.fit(table.take(training))
        return [model.log_terms(table.rows[i]) for i in held_out]

    truth = mean_log_loss_of_terms(table.labels, held_out_answers(exam, len(table), folds))
    assert forecasts(tried(name, table, folds)).log_loss == pytest.approx(truth, rel=1e-12)


def test_the_screen_shows_the_numbers_of_the_json(capsys: Capture) -> None:
    """To four decimals; the matrix of the best has the classes as its rows."""
    lines = said(capsys, "evaluate", "iris", "--models", "gaussian-nb,gda")
    everything = found("iris", "gaussian-nb,gda")
    assert everything["best"] == ["gda"]
    losses = {cells[0]: cells[1:] for cells in section(lines, "log loss")}
    for name, numbers in everything["models"].items():
        keys = ("log_loss", "brier_score", "calibration_error")
        assert losses[name] == [f"{numbers[key]:.4f}" for key in keys]
    best = everything["models"]["gda"]
    matrix = section(lines, "gda, best of 2: the true class in rows")[1:]
    assert [list(map(int, cells[1:])) for cells in matrix] == best["confusion"]
    assert [sum(row) for row in best["confusion"]] == [50, 50, 50]
    bins = section(lines, "gda, best of 2: how sure it was")[1:]
    assert [int(cells[3]) for cells in bins] == [b["examples"] for b in best["calibration"]]
    assert sum(b["examples"] for b in best["calibration"]) == 150
    assert sum(b["right"] for b in best["calibration"]) == 150 - best["errors"]


def test_what_the_shares_alone_would_give(capsys: Capture) -> None:
    """Three classes of a third: ln 3 and 2/3, and perfectly calibrated."""
    lines = said(capsys, "evaluate", "iris", "--models", "gda")
    (shares,) = [line.split() for line in lines if line.startswith("P(class) alone")]
    assert shares[2:] == [f"{log(3):.4f}", "0.6667", "0.0000"]


def test_one_model_is_no_best_of_many(capsys: Capture) -> None:
    """Its details are shown all the same."""
    lines = said(capsys, "evaluate", "animals", "--models", "gaussian-nb")
    assert section(lines, "gaussian-nb: the true class in rows")[1:] == [
        ["dog", "10", "0"],
        ["elephant", "0", "10"],
    ]


def test_a_true_label_of_probability_0_is_told(capsys: Capture) -> None:
    """The log loss is infinite, null in JSON; smoothing makes it finite."""
    words = ("evaluate", "play-tennis", "--models", "categorical-nb")
    told = " ".join(" ".join(said(capsys, *words)).split())
    assert "1 true label had probability 0, and the log loss is infinite; --strength 1" in told
    numbers = found("play-tennis", "categorical-nb")["models"]["categorical-nb"]
    assert (numbers["log_loss"], numbers["impossible"]) == (None, 1)
    smooth = found("play-tennis", "categorical-nb", strength="1")["models"]["categorical-nb"]
    assert smooth["log_loss"] > 0 and smooth["impossible"] == 0
    assert "infinite" not in " ".join(said(capsys, *words, "--strength", "1"))


def test_a_class_of_one_example_cannot_be_known(capsys: Capture, tmp_path: Path) -> None:
    """When it is held out, nobody has met its class: smoothing does not help, nor is advised."""
    data = tmp_path / "data.csv"
    data.write_text("x,class\nu,a\nv,a\nu,a\nv,b\nu,b\nv,b\nu,rare\n")
    words = ("--models", "categorical-nb", "--folds", "3", "--strength", "1")
    told = " ".join(" ".join(said(capsys, "evaluate", str(data), *words)).split())
    assert "1 true label had probability 0" in told
    assert "rare has one example, and is not known when that is held out" in told
    assert "--strength" not in told


def test_what_is_too_small_for_a_float_is_not_impossible(tmp_path: Path) -> None:
    """A stray among the others: its class has a log posterior of −10⁷, and a float has 0."""
    data = tmp_path / "data.csv"
    near = [f"{i / 10},a" for i in range(20)]
    far = [f"{10_000 + i / 10},b" for i in range(20)]
    data.write_text("\n".join(["x,class", *near, *far, "10000.5,a"]) + "\n")
    table = table_of(read_sheet(str(data)), None, ())
    judged = forecasts(tried("gaussian-nb", table, [(40,), range(0, 40, 2), range(1, 40, 2)]))
    assert judged.impossible == 0
    assert 1e5 < judged.log_loss < 1e8


def test_many_classes_are_summed_up(capsys: Capture, tmp_path: Path) -> None:
    """A matrix of 13 is too large for a page: the commonest confusions are listed."""
    data, noise = tmp_path / "data.csv", (0.0, 0.1, 0.2, 0.3, 0.4, 0.5)
    rows = [f"{k // 2 + off},class-{k}" for k in range(13) for off in noise]
    data.write_text("\n".join(["x,class", *rows]) + "\n")
    lines = said(capsys, "evaluate", str(data), "--models", "gaussian-nb", "--folds", "3")
    listed = section(lines, "what was taken for what, most often")[1:]
    assert len(listed) == 12
    assert all(true != called for _, true, called in listed)
    assert [int(cells[0]) for cells in listed] == sorted((int(c[0]) for c in listed), reverse=True)
    matrix = found(str(data), "gaussian-nb", folds=3)["models"]["gaussian-nb"]["confusion"]
    off_diagonal = [n for i, row in enumerate(matrix) for j, n in enumerate(row) if i != j]
    assert int(listed[0][0]) == max(off_diagonal)


def test_wide_matrices_come_in_panels(capsys: Capture, tmp_path: Path) -> None:
    """Twelve classes with long names: each line fits, and each column is there once."""
    data = tmp_path / "data.csv"
    names = [f"{k}-a-class-with-a-name-of-more-than-thirty-letters" for k in range(12)]
    rows = [f"{k + off},{name}" for k, name in enumerate(names) for off in (0.0, 0.1, 0.3)]
    data.write_text("\n".join(["x,class", *rows]) + "\n")
    lines = said(capsys, "evaluate", str(data), "--models", "gaussian-nb", "--folds", "3")
    start = next(i for i, line in enumerate(lines) if "the true class in rows" in line)
    stop = next(i for i, line in enumerate(lines) if "how sure it was" in line)
    heads = [line for line in lines[start + 1 : stop] if line.startswith(" ")]
    shown = [word.split("-")[0] for head in heads for word in head.split()]
    assert shown == list(map(str, range(12)))


def test_refusals_are_part_of_the_json() -> None:
    """A model that cannot take the data has words and no numbers; of none, none is the best."""
    everything = found("iris", "gda,categorical-nb", folds=4, seed=7)
    assert set(everything["models"]) == {"gda"}
    assert "takes discrete features" in everything["refusals"]["categorical-nb"]
    assert (everything["examples"], everything["folds"], everything["seed"]) == (150, 4, 7)
    assert everything["classes"] == list(dict.fromkeys(load("iris").labels))
    assert everything["always"] == {"label": "Iris-setosa", "errors": 100}
    alone = found("iris", "categorical-nb")
    assert alone["best"] == [] and alone["models"] == {}


def test_no_model_at_all_leaves_the_baseline(capsys: Capture) -> None:
    """The table has one line, the reason stands below, and nothing else is drawn."""
    lines = said(capsys, "evaluate", "iris", "--models", "categorical-nb")
    assert lines[3].startswith("always Iris-setosa")
    assert not any("log loss" in line or "how sure" in line for line in lines)


class Parrot:
    """A classifier that gives labels alone."""

    def predict(self, rows: Sequence[Any]) -> list[str]:
        return ["a"] * len(rows)


def test_a_model_without_probabilities_has_errors_and_no_losses() -> None:
    """It is compared by its labels; where none has probabilities, there is no table of losses."""
    labels, folds = "aaab", [(0, 1), (2, 3)]
    said_so = answers(cast(Model, Parrot()), [None] * 4, labels)
    assert said_so == [Answer("a", None)] * 4
    parrot = Trial.of(labels, "ab", said_so, folds)
    alone = Report("data", labels, 0, folds, {"parrot": parrot}, {})
    lines = list(for_readers(alone))
    assert lines[3].split() == ["parrot", "1", "0.2500", "0.2500", "best"]
    matrix = section(lines, "parrot: the true class in rows")[1:]
    assert matrix == [["a", "3", "0"], ["b", "1", "0"]]
    assert not any("log loss" in line or "how sure" in line for line in lines)
    numbers = json.loads("\n".join(for_machines(alone)))["models"]["parrot"]
    assert numbers["errors"] == 1 and "log_loss" not in numbers and "calibration" not in numbers
    other = tried("gaussian-nb", load("animals"), stratified_folds(load("animals").labels, 2, 0))
    both = Report("data", labels, 0, folds, {"parrot": parrot, "gaussian-nb": other}, {})
    assert "parrot: it gives labels, and no probabilities" in list(for_readers(both))


def test_regressions_are_told_how_to_climb() -> None:
    """Iris can be separated: without a penalty a refusal with the option, with one an answer."""
    refusal = found("iris", "softmax,gda")["refusals"]["softmax"]
    assert "can be separated" in refusal and "--l2 1" in refusal
    judged = found("iris", "softmax,gda", l2="1", standardise=True)
    assert judged["refusals"] == {} and judged["models"]["softmax"]["errors"] < 10


def test_the_command_line_takes_the_options_of_a_climb(capsys: Capture) -> None:
    """The same words as for fit."""
    options = ("--l2", "1", "--standardise", "--optimiser", "l-bfgs", "--folds", "3")
    lines = said(capsys, "evaluate", "iris", "--models", "softmax", *options)
    assert any(line.startswith("softmax ") and line.endswith("best") for line in lines)


def test_a_model_that_loses_to_guessing_is_not_the_best() -> None:
    """Two models err on 2 and on 3 of 4; always guessing "a" errs on 1, and neither is best."""
    labels, folds = "aaab", [(0, 1), (2, 3)]
    trials = {
        name: Trial.of(labels, "ab", [Answer(label, None) for label in guesses], folds)
        for name, guesses in (("two", "aabb"[:2] + "ba"), ("three", "abba"))
    }
    losing = Report("data", labels, 0, folds, trials, {})
    lines = list(for_readers(losing))
    assert losing.leading == ["two"]
    assert not any(line.endswith("best") for line in lines)
    assert "No model is as good as always guessing a." in lines
    assert any(line.startswith("two, fewest errors of 2: ") for line in lines)
    assert json.loads("\n".join(for_machines(losing)))["best"] == []
