"""Tests of the comparison of event models on messages that the user supplies."""

import os
from math import log
from pathlib import Path

import pytest

from tests.study.experiments.findings_support import number, series, table
from textbook_ml.core.errors import TextbookError
from textbook_ml.data import Dataset, read_csv
from textbook_ml.evaluation import Comparison
from textbook_ml.study.experiments._experiment import Result, experiments
from textbook_ml.study.experiments.sms import EXPERIMENT, event_models_on, texts_of, winner

REAL_DATA = os.environ.get("TEXTBOOK_ML_DATA", "")
REAL_FILE = Path(REAL_DATA) / "sms_spam.csv"

# Both words are in every message: only their counts distinguish the classes.
COUNTED = ["win win win now"] * 12 + ["now now now win"] * 12
COUNTED_LABELS = ["spam"] * 12 + ["ham"] * 12

# Ham has both words or neither, spam one of them: the counts of both classes are equal.
HIDDEN = ["buy now", "", "buy now", ""] * 6 + ["buy", "now", "buy", "now"] * 6


def test_counts_distinguish_classes_that_presence_does_not() -> None:
    """The multinomial model labels all 24 correctly, the Bernoulli model predicts one class."""
    finding = event_models_on(COUNTED, COUNTED_LABELS, splits=4, seed=1)
    assert finding.verdict == "holds with a caveat"
    assert finding.numbers["model with fewer errors"] == "multinomial"
    assert number(finding, "multinomial", "accuracy") == 1
    assert number(finding, "Bernoulli", "accuracy") == 0.5
    assert number(finding, "error of multinomial minus error of Bernoulli") == -0.5


def test_equal_likelihoods_have_a_log_loss_of_ln_two() -> None:
    """The Bernoulli model gives both classes probability 1/2, so its log loss is ln 2."""
    finding = event_models_on(COUNTED, COUNTED_LABELS, splits=4)
    assert abs(number(finding, "Bernoulli", "log loss") - log(2)) < 1e-12
    assert number(finding, "Bernoulli", "log loss ±") < 1e-12
    assert number(finding, "multinomial", "log loss") < 0.2


def test_the_log_loss_of_a_word_by_hand() -> None:
    """Two of four messages are held out; the others contain one "win" and one "now".

    Smoothed, P(win | spam) = 2/3, so that every true class has the posterior 2/3.
    """
    finding = event_models_on(["win", "win", "now", "now"], ["s", "s", "h", "h"], splits=2)
    assert abs(number(finding, "multinomial", "log loss") + log(2 / 3)) < 1e-12
    matrix = table(finding, "multinomial", "confusion")
    assert matrix == {"true s": {"called s": 2, "called h": 0},
                      "true h": {"called s": 0, "called h": 2}}  # fmt: skip


def test_the_claim_fails_if_neither_model_is_better() -> None:
    """If each word occurs in one class only, both models make no errors."""
    finding = event_models_on(["win"] * 8 + ["hello"] * 8, ["spam"] * 8 + ["ham"] * 8, splits=4)
    assert finding.verdict == "fails"
    assert finding.numbers["model with fewer errors"] == "not shown by these data"
    assert finding.numbers["words"] == 2


def test_the_matrix_counts_every_message_once() -> None:
    """Row sums are the class sizes, for both models and every seed."""
    labels = ["ham"] * 24 + ["spam"] * 24
    finding = event_models_on(HIDDEN, labels, splits=5, seed=3)
    assert finding == event_models_on(HIDDEN, labels, splits=5, seed=3)
    for model in ("multinomial", "Bernoulli"):
        for y in ("ham", "spam"):
            row = table(finding, model, "confusion", f"true {y}")
            assert sum(number(finding, model, "confusion", f"true {y}", c) for c in row) == 24


def test_three_classes_are_allowed() -> None:
    """More than two classes are allowed."""
    texts, labels = ["a b", "a", "c d", "c", "e f", "e"], ["x", "x", "y", "y", "z", "z"]
    finding = event_models_on(texts, labels, splits=2)
    assert finding.numbers["classes"] == {"x": 2, "y": 2, "z": 2}


def test_the_better_model_is_named() -> None:
    """The name of the better model depends on the interval for the difference in error rate."""
    assert winner(Comparison(-0.2, -0.3, -0.1, 0.95)) == "multinomial"
    assert winner(Comparison(0.2, 0.1, 0.3, 0.95)) == "Bernoulli"
    assert winner(Comparison(0.0, -0.1, 0.1, 0.95)) == "not shown by these data"


@pytest.mark.parametrize(
    ("texts", "labels", "splits", "message"),
    [
        (["a"], ["x", "y"], 2, "1 text and 2 labels"),
        (["a", "b"], ["x", "x"], 2, "need at least two classes, got 1"),
        (["a", "b", "c"], ["x", "x", "y"], 2, "class 'y' must have at least 2 messages .*, got 1"),
        (["a", "b", "c", "d"], ["x", "x", "y", "y"], 5, "must be between 2 and 4 .*, got 5"),
        (["!", "?", ".", ","], ["x", "x", "y", "y"], 2, "the documents have no words"),
    ],
)
def test_messages_that_cannot_be_cross_validated_raise_an_error(
    texts: list[str], labels: list[str], splits: int, message: str
) -> None:
    """The message names the value that was found."""
    with pytest.raises(TextbookError, match=message):
        event_models_on(texts, labels, splits)


def test_the_table_must_have_exactly_one_text_column() -> None:
    """The error names the other columns."""
    one = Dataset((("buy",), ("see",)), ("s", "h"), ("text",), ("text",), "class")
    assert texts_of(one) == ["buy", "see"]
    two = Dataset((("buy", "a"), ("see", "b")), ("s", "h"), ("t", "u"), ("text", "text"), "class")
    with pytest.raises(TextbookError, match="exactly one text column, got 2: t, u"):
        texts_of(two)
    numbers = Dataset(((1.0,), (2.0,)), ("s", "h"), ("length",), ("continuous",), "class")
    with pytest.raises(TextbookError, match="column 'length' is continuous"):
        texts_of(numbers)


def test_sms_is_not_listed_among_experiments_without_data() -> None:
    """The unlisted experiment `sms` has a name, a claim and a criterion."""
    assert "sms" not in experiments()
    finding = event_models_on(COUNTED, COUNTED_LABELS, splits=2)
    answer = Result(EXPERIMENT, 0, finding).as_json()
    assert (answer["name"], answer["verdict"]) == ("sms", "holds with a caveat")
    assert EXPERIMENT.title.startswith("Compare Bernoulli and multinomial naive Bayes")


def test_the_figure_shows_both_models() -> None:
    """Both models have points for the folds and a band for the mean."""
    finding = event_models_on(COUNTED, COUNTED_LABELS, splits=3)
    assert series(finding) == {"multinomial", "Bernoulli"}


@pytest.mark.skipif(
    not REAL_FILE.is_file(), reason="TEXTBOOK_ML_DATA names no folder with sms_spam.csv"
)
def test_the_claim_holds_on_real_messages() -> None:
    """On 1500 real messages the multinomial model has fewer errors and a smaller log loss."""
    data = read_csv(REAL_FILE).take(range(1500))
    finding = event_models_on(texts_of(data), data.labels, splits=3, seed=1)
    assert finding.numbers["model with fewer errors"] == "multinomial"
    always_ham = data.labels.count("ham") / 1500
    for model in ("multinomial", "Bernoulli"):
        assert number(finding, model, "accuracy") > (1 + always_ham) / 2
    losses = [number(finding, model, "log loss") for model in ("multinomial", "Bernoulli")]
    assert losses[0] < losses[1]
