"""Regression on one-hot encoded discrete features: weights, terms and errors."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textbook_ml.core.errors import TextbookError
from textbook_ml.data import Dataset, one_hot
from textbook_ml.data.datasets import load
from textbook_ml.models.catalogue import MODELS, recipe
from textbook_ml.models.coded_regression import CodedRegression, Coding
from textbook_ml.models.json_codec import from_json, to_json
from textbook_ml.models.logistic_regression import LogisticRegression
from textbook_ml.models.recipes import Settings, observed_values

OUTLOOK = Coding(("Outlook", "degrees"), (("Sunny", "Overcast", "Rain"), ()))


@pytest.fixture
def tennis() -> CodedRegression[str]:
    """Return the regression on the fourteen days, with a penalty of one."""
    model = recipe("logistic").fit(load("play-tennis"), Settings(l2=1.0))
    assert isinstance(model, CodedRegression)
    return model


def test_coding_is_one_hot_without_the_first_values() -> None:
    """The coding is that of `one_hot` without the first column of each feature."""
    table = load("play-tennis")
    coding = Coding.of(table.features, observed_values(table))
    columns = [c for c in one_hot(table).columns() if c[0] not in coding.references]
    assert coding.names == tuple(name for name, *_ in columns)
    cells = zip(*(cells for *_, cells in columns))
    assert [coding.row(row) for row in table.rows] == list(map(list, cells))


def test_indicators_and_reference_are_not_collinear() -> None:
    """The reference value is coded as zeros; every other value as a single one."""
    assert OUTLOOK.row(["Sunny", 1.0])[:2] == [0.0, 0.0]
    assert [sum(OUTLOOK.row([value, 0.0])) for value in ("Overcast", "Rain")] == [1.0, 1.0]
    assert OUTLOOK.references == ("Outlook=Sunny",)


@given(st.lists(st.integers(0, 4), min_size=1, max_size=5))
def test_spans_cut_a_coded_row_into_its_features(sizes: list[int]) -> None:
    """A discrete feature with J values has J − 1 columns, a continuous feature has one."""
    values = tuple(tuple(range(n)) for n in sizes)
    coding = Coding(tuple(f"f{i}" for i in range(len(sizes))), values)
    owned = [stop - start for start, stop in coding.spans]
    assert owned == [n - 1 if n else 1 for n in sizes]
    assert coding.spans[0][0] == 0 and coding.spans[-1][1] == len(coding.names)


def test_terms_add_up_to_the_log_odds(tennis: CodedRegression[str]) -> None:
    """There is one term for each column of the table; their sum is the log odds."""
    for row in load("play-tennis").rows:
        why = tennis.explain(row)
        parts = [Fraction(why.prior), *(Fraction(gap) for *_, gap in why.contributions)]
        assert len(parts) == 5
        assert float(sum(parts)) == why.log_odds
        assert abs(why.log_odds) == abs(tennis.regression.log_scores(tennis.coding.row(row))["Yes"])


def test_a_feature_contributes_the_weight_of_its_value(tennis: CodedRegression[str]) -> None:
    """Rain contributes its weight; Sunny, the reference value, contributes zero."""
    regression = tennis.regression
    assert isinstance(regression, LogisticRegression)
    weight = regression.w[regression.features.index("Outlook=Rain")]
    rain = tennis.log_terms(["Rain", "Hot", "High", "Weak"])["Yes"]
    assert rain == [regression.w0, weight, 0.0, 0.0, 0.0]


def test_predictions_are_those_of_the_regression(tennis: CodedRegression[str]) -> None:
    """Labels and posteriors equal those of the regression on the coded rows."""
    for row in load("play-tennis").rows:
        coded = tennis.coding.row(row)
        assert tennis.posterior(row) == tennis.regression.posterior(coded)
        assert tennis.classify(row) == tennis.regression.classify(coded)


def test_weights_of_one_discrete_feature_by_hand() -> None:
    """With one discrete feature, the log odds of each value are those of its examples.

    Tennis is played on two of four weak days and one of four strong days: ln 1 and ln 1/3.
    """
    rows = (("Weak",),) * 4 + (("Strong",),) * 4
    days = Dataset(rows, tuple("yynnynnn"), ("Wind",), ("discrete",), "play")
    model = recipe("logistic").fit(days)
    assert model.posterior(["Weak"])["y"] == pytest.approx(1 / 2, rel=1e-12)
    assert model.posterior(["Strong"])["y"] == pytest.approx(1 / 4, rel=1e-12)


def test_json_keeps_the_values(tennis: CodedRegression[str]) -> None:
    """The model read from JSON is equal and accepts the same rows."""
    again = from_json(to_json(tennis), MODELS)
    assert again == tennis
    assert again.coding.values[0] == ("Sunny", "Overcast", "Rain")


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (["Fog", 1.0], "feature 'Outlook' is 'Fog': its values are 'Sunny', 'Overcast', 'Rain'"),
        ([None, 1.0], "feature 'Outlook' is None"),
        (["Sunny", None], "feature 'degrees' must be a finite number, got None"),
        (["Sunny", float("nan")], "feature 'degrees' must be a finite number, got nan"),
        (["Sunny"], "got 1 cell and 2 features"),
    ],
)
def test_rows_that_cannot_be_coded(row: list[object], message: str) -> None:
    """The error names the feature and its value."""
    with pytest.raises(TextbookError, match=message):
        OUTLOOK.row(row)


def test_invalid_codings_are_rejected() -> None:
    """Duplicate values or names, unequal lists, and other regressions raise an error."""
    with pytest.raises(TextbookError, match="'a' has a duplicate value"):
        Coding(("a",), (("u", "u"),))
    with pytest.raises(TextbookError, match="duplicate name"):
        Coding(("a", "a=v"), (("u", "v"), ()))
    with pytest.raises(TextbookError, match="1 feature and 2 lists of values"):
        Coding(("a",), ((), ()))
    other = LogisticRegression(("n", "y"), ("x",), 0.0, (1.0,))
    with pytest.raises(TextbookError, match="they must be the same"):
        CodedRegression(Coding(("a",), (("u", "v"),)), other)
