"""Mixed naive Bayes: Mitchell's exercise 2, and agreement with the models of one kind."""

from fractions import Fraction as F
from functools import partial
from math import inf, nan
from typing import Any

import pytest

from tests.models_support import GTOY_LABELS, GTOY_ROWS, TOY_LABELS, TOY_ROWS
from textbook_ml.core.errors import TextbookError
from textbook_ml.data.table import Dataset
from textbook_ml.equations.gaussian import (
    common_variance_mle,
    common_variance_mvue,
    pooled_variance_mle,
    pooled_variance_mvue,
    variance_mle,
    variance_mvue,
)
from textbook_ml.equations.smoothing import categorical_laplace
from textbook_ml.evaluation import cross_validate
from textbook_ml.models.categorical_naive_bayes import Categorical, CategoricalNaiveBayes
from textbook_ml.models.gaussian_naive_bayes import Gaussian, GaussianNaiveBayes
from textbook_ml.models.mixed_naive_bayes import MixedNaiveBayes
from textbook_ml.models.poisson_naive_bayes import Poisson, PoissonNaiveBayes

NB = MixedNaiveBayes
COUNTS = [[1, 4], [3, 2], [7, 1], [9, 0], [2, 2]]


def test_exercise_two_by_hand() -> None:
    """For θ = 3/4, 1/4, N(2, 1), N(0, 4) and prior 2/5, (1, 1) has 0.7332733813807409."""
    model = NB(
        (0, 1),
        ("boolean", "number"),
        (F(3, 5), F(2, 5)),
        (
            (Categorical({0: F(3, 4), 1: F(1, 4)}), Gaussian(0.0, 4.0)),
            (Categorical({0: F(1, 4), 1: F(3, 4)}), Gaussian(2.0, 1.0)),
        ),
    )
    assert model.posterior([1, 1.0])[1] == pytest.approx(0.7332733813807409, rel=1e-14)


def test_categorical_features_give_the_categorical_model() -> None:
    """Tables and posteriors equal those of CategoricalNaiveBayes."""
    mixed = NB.fit(TOY_ROWS, TOY_LABELS, kinds=["categorical"] * 2, theta=categorical_laplace)
    plain = CategoricalNaiveBayes.fit(TOY_ROWS, TOY_LABELS, theta=categorical_laplace)
    tables = tuple(tuple(Categorical(table) for table in row) for row in plain.tables)
    assert mixed.distributions == tables and mixed.priors == plain.priors
    for row in TOY_ROWS:
        assert mixed.posterior(row) == pytest.approx(plain.posterior(row), abs=1e-15)


@pytest.mark.parametrize(
    "variance",
    [
        variance_mle,
        variance_mvue,
        pooled_variance_mle,
        pooled_variance_mvue,
        common_variance_mle,
        common_variance_mvue,
    ],
)
def test_gaussian_features_give_the_gaussian_model(variance: Any) -> None:
    """Parameters equal those of GaussianNaiveBayes for each of the six variance equations."""
    mixed = NB.fit(GTOY_ROWS, GTOY_LABELS, kinds=["gaussian"] * 2, variance=variance)
    plain = GaussianNaiveBayes.fit(GTOY_ROWS, GTOY_LABELS, variance=variance)
    pairs = zip(plain.means, plain.variances)
    assert mixed.distributions == tuple(tuple(map(Gaussian, mus, vs)) for mus, vs in pairs)
    for row in GTOY_ROWS:
        assert mixed.posterior(row) == pytest.approx(plain.posterior(row), abs=1e-14)


def test_poisson_features_give_the_poisson_model() -> None:
    """Rates, posteriors and joint probabilities equal those of PoissonNaiveBayes."""
    mixed = NB.fit(COUNTS, "aabba", kinds=["poisson"] * 2)
    plain = PoissonNaiveBayes.fit(COUNTS, "aabba")
    assert mixed.distributions == tuple(tuple(map(Poisson, rates)) for rates in plain.rates)
    for row in COUNTS:
        assert mixed.posterior(row) == pytest.approx(plain.posterior(row), abs=1e-14)
        assert mixed.log_joint(row) == pytest.approx(plain.log_joint(row), rel=1e-13)


@pytest.mark.parametrize("count", [-1, 0.5, nan, inf, "three"])
def test_poisson_features_reject_values_other_than_counts(count: Any) -> None:
    """Values that are not counts raise an error in training and in prediction."""
    with pytest.raises(TextbookError, match="'x1'|row 1"):
        NB.fit([[4], [count], [3], [4]], "aabb", kinds=["poisson"])
    model = NB.fit([[1], [2], [3], [4]], "aabb", kinds=["poisson"])
    with pytest.raises(TextbookError, match="'x1'"):
        model.posterior([count])


@pytest.mark.parametrize("value", ["tall", "1.5", nan, inf])
def test_gaussian_features_reject_values_other_than_numbers(value: Any) -> None:
    """Values that are not finite numbers raise an error in training and in prediction."""
    with pytest.raises(TextbookError, match="'x1'|row 1"):
        NB.fit([[1.0], [value], [3.0], [4.0]], "aabb", kinds=["gaussian"])
    model = NB.fit([[1.0], [2.0], [3.0], [4.0]], "aabb", kinds=["gaussian"])
    with pytest.raises(TextbookError, match="'x1'"):
        model.posterior([value])


def test_an_unknown_value_is_rejected_with_its_feature() -> None:
    """The error for a value without table entry names the feature."""
    model = NB.fit(
        [["a", 1.0], ["b", 2.0], ["a", 4.0], ["a", 6.0]],
        "xxyy",
        kinds=["categorical", "gaussian"],
        features=["letter", "size"],
    )
    with pytest.raises(TextbookError, match="'letter': the value 'z'"):
        model.posterior(["z", 1.0])


def test_a_constant_gaussian_feature_is_rejected() -> None:
    """The error for variance zero names the feature; a minimum variance is the fix."""
    rows = [["a", 1.0], ["b", 1.0], ["a", 4.0], ["b", 6.0]]
    with pytest.raises(TextbookError, match="'x2'.*floor"):
        NB.fit(rows, "xxyy", kinds=["categorical", "gaussian"])
    model = NB.fit(rows, "xxyy", kinds=["categorical", "gaussian"], floor=0.25)
    assert model.distributions[0][1] == Gaussian(1.0, 0.25)


def test_unknown_or_missing_kinds_are_rejected() -> None:
    """The error for an unknown kind lists the known kinds; one kind is needed per feature."""
    unknown: Any = ["beta"]
    with pytest.raises(TextbookError, match="'beta'.*categorical"):
        NB.fit([["a"], ["b"]], "xy", kinds=unknown)
    with pytest.raises(TextbookError, match="2 features, expected 1"):
        NB.fit([["a", 1.0], ["b", 2.0]], "xy", kinds=["categorical"])


def test_a_feature_is_of_one_kind_in_all_classes() -> None:
    """A feature cannot be Gaussian in one class and categorical in another."""
    with pytest.raises(TextbookError, match="'x' must have one kind"):
        NB(
            (0, 1),
            ("x",),
            (F(1, 2), F(1, 2)),
            ((Gaussian(0.0, 1.0),), (Categorical({0: F(1)}),)),
        )


DAYS: Any = Dataset(
    rows=(("sunny", 30.0), ("sunny", 24.0), ("rain", 21.0), ("rain", 12.0)),
    labels=("no", "no", "yes", "yes"),
    features=("outlook", "degrees"),
    kinds=("discrete", "continuous"),
    label_name="play",
)
ROWS = list(map(list, DAYS.rows))


def test_a_data_set_has_kinds_of_its_own() -> None:
    due = MixedNaiveBayes.fit(
        ROWS, DAYS.labels, kinds=["categorical", "gaussian"], features=DAYS.features
    )
    assert MixedNaiveBayes.fit(DAYS, DAYS.labels) == due
    assert MixedNaiveBayes.fit(DAYS, DAYS.labels, kinds=DAYS.kinds) == due
    assert MixedNaiveBayes.fit(DAYS, DAYS.labels, kinds=["categorical", "gaussian"]) == due
    turned = {"degrees": "gaussian", "outlook": "discrete"}
    named = [dict(zip(DAYS.features, row)) for row in ROWS]
    assert MixedNaiveBayes.fit(named, DAYS.labels, kinds=turned) == due
    laplace = MixedNaiveBayes.fit(DAYS, DAYS.labels, kinds={"degrees": "laplace"})
    assert [type(part).__name__ for part in laplace.distributions[0]] == ["Categorical", "Laplace"]
    one = MixedNaiveBayes.fit(DAYS, DAYS.labels, features=["degrees"])
    assert [type(part).__name__ for part in one.distributions[0]] == ["Gaussian"]
    counted = MixedNaiveBayes.count(DAYS, DAYS.labels, features=DAYS.features, kinds=turned)
    again = MixedNaiveBayes.from_statistics(counted, features=DAYS.features, kinds=turned)
    assert again == due


def test_a_data_set_of_several_kinds_can_be_cross_validated() -> None:
    cells = [("u", 1.0), ("v", 2.5), ("u", 3.0), ("w", 6.0), ("x", 7.5), ("w", 9.0)]
    table: Any = Dataset(tuple(cells), tuple("aaabbb"), ("c", "d"), DAYS.kinds, "y")
    validate = partial(cross_validate, MixedNaiveBayes, folds=3, theta=categorical_laplace)
    due = validate(cells, table.labels, kinds=["categorical", "gaussian"])
    assert validate(table, table.labels).losses == due.losses
    assert validate(table, table.labels, kinds={"c": "discrete"}).losses == due.losses
    numbers = cross_validate(GaussianNaiveBayes, [[x] for _, x in cells], table.labels, folds=3)
    found = validate(table, table.labels, features=["d"])
    assert found.predictions == numbers.predictions
    assert found.losses == pytest.approx(numbers.losses)


@pytest.mark.parametrize(
    ("kinds", "message"),
    [
        ({"x1": "gaussian"}, "kinds must have the kind of each feature, missing: 'x2'. Fix: "),
        ({"x1": "discrete", "wind": "discrete"}, "no feature 'wind'. Features: 'x1', 'x2'"),
        ("gaussian", "kinds must be a list .*got 'gaussian'. Fix: "),
        (None, "needs the kind of each feature. Fix: kinds="),
        (["discrete", "text"], "unknown kind 'text'"),
    ],
)
def test_wrong_kinds_are_rejected(kinds: Any, message: str) -> None:
    with pytest.raises(TextbookError, match=message):
        MixedNaiveBayes.fit(ROWS, DAYS.labels, kinds=kinds)
