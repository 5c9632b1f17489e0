"""The catalogue: every recipe fits suitable tables and explains why others are rejected."""

from fractions import Fraction

import pytest

from textbook_ml.core.errors import TextbookError
from textbook_ml.data import Dataset
from textbook_ml.data.datasets import load
from textbook_ml.models.catalogue import MODELS, RECIPES, recipe, recipe_of
from textbook_ml.models.categorical_naive_bayes import CategoricalNaiveBayes
from textbook_ml.models.gaussian_naive_bayes import GaussianNaiveBayes
from textbook_ml.models.json_codec import from_json, to_json
from textbook_ml.models.logistic_regression import LogisticRegression
from textbook_ml.models.multinomial_naive_bayes import MultinomialNaiveBayes
from textbook_ml.models.recipes import Recipe, Settings

COUNTS = Dataset(
    rows=((1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (1.0, 0.0), (0.0, 1.0)),
    labels=("a", "a", "a", "b", "b"),
    features=("x", "y"),
    kinds=("continuous", "continuous"),
    label_name="class",
)
OVERLAP = Dataset(
    rows=((1.0, 2.0), (2.0, 1.0), (3.0, 3.0), (1.5, 2.5), (2.5, 1.5), (2.0, 2.0), (1.0, 1.0)),
    labels=("a", "b", "a", "b", "a", "b", "a"),
    features=("x", "y"),
    kinds=("continuous", "continuous"),
    label_name="class",
)
TAKEN = {
    "gaussian-nb": "iris",
    "gaussian-nb-tied": "iris",
    "categorical-nb": "play-tennis",
    "multinomial-nb": "spam",
    "bernoulli-nb": "spam",
    "mixed-nb": "play-tennis",
    "full-joint": "weather",
    "gda": "iris",
    "qda": "iris",
}


def table_for(one: Recipe) -> Dataset:
    """Return a table that is suitable for the recipe."""
    if "l2" in one.options:  # without a penalty, the classes must not be separable
        return OVERLAP
    return load(TAKEN[one.name]) if one.name in TAKEN else COUNTS


@pytest.mark.parametrize("one", RECIPES, ids=lambda one: one.name)
def test_every_recipe_fits_a_model_that_can_be_saved(one: Recipe) -> None:
    """The model classifies its training rows and is equal after a round trip through JSON."""
    table = table_for(one)
    model = one.fit(table)
    assert isinstance(model, one.model)
    assert set(model.predict(one.rows(table))) <= set(table.classes)
    assert from_json(to_json(model), MODELS) == model
    assert recipe_of(model).model is one.model


@pytest.mark.parametrize(
    ("name", "table", "parameters"),
    [
        ("gaussian-nb", "iris", 2 * 4 * 3 + 2),
        ("gaussian-nb-tied", "iris", 4 * 3 + 4 + 2),
        ("gda", "iris", 4 * 3 + 10 + 2),
        ("qda", "iris", 3 * (4 + 10) + 2),
        ("mixed-nb", "iris", 2 * 4 * 3 + 2),
        ("categorical-nb", "play-tennis", 2 * (2 + 2 + 1 + 1) + 1),
        ("mixed-nb", "play-tennis", 2 * (2 + 2 + 1 + 1) + 1),
        ("full-joint", "play-tennis", 2 * (3 * 3 * 2 * 2 - 1) + 1),
        ("logistic", "play-tennis", 1 + 2 + 2 + 1 + 1),
        ("logistic", "animals", 1 + 2),
        ("softmax", "iris", (3 - 1) * (4 + 1)),
        ("softmax", "animals", 1 + 2),
    ],
)
def test_parameters_counted_by_hand(name: str, table: str, parameters: int) -> None:
    """Counts of parameters follow sections 1.1 and 2, including the prior."""
    assert recipe(name).parameters(load(table)) == parameters


def test_parameters_of_text_depend_on_the_vocabulary() -> None:
    """Bernoulli has one parameter per word and class; multinomial one fewer per class."""
    model = recipe("multinomial-nb").fit(load("spam"))
    n_words = len(model.features)
    assert recipe("multinomial-nb").parameters(load("spam")) == 2 * (n_words - 1) + 1
    assert recipe("bernoulli-nb").parameters(load("spam")) == 2 * n_words + 1
    assert recipe("poisson-nb").parameters(COUNTS) == 2 * 2 + 1


def test_defaults_of_smoothing() -> None:
    """Tables default to maximum likelihood, text models to Laplace smoothing."""
    tennis = recipe("categorical-nb").fit(load("play-tennis"))
    assert isinstance(tennis, CategoricalNaiveBayes)
    assert tennis.tables[0][0]["Overcast"] == 0
    spam = recipe("multinomial-nb").fit(load("spam"))
    assert isinstance(spam, MultinomialNaiveBayes)
    assert min(map(min, spam.phi)) > 0


def test_the_strength_is_exact() -> None:
    """Equation (7) with l = 1/2 gives (0 + 1/2) / (5 + 3/2) exactly."""
    half = recipe("categorical-nb").fit(load("play-tennis"), Settings(strength=Fraction(1, 2)))
    assert isinstance(half, CategoricalNaiveBayes)
    assert half.tables[0][0]["Overcast"] == Fraction(1, 13)


def test_possible_values_may_include_unobserved_ones() -> None:
    """J is the number of possible values, as in the source text."""
    values = {"Outlook": ("Sunny", "Overcast", "Rain", "Fog")}
    table = load("play-tennis")
    outlook = table.with_columns([("Outlook", "discrete", table.column("Outlook"))])
    model = recipe("categorical-nb").fit(outlook, Settings(Fraction(1)), values=values)
    assert isinstance(model, CategoricalNaiveBayes)
    assert model.tables[0][0]["Fog"] == Fraction(1, 9)


def test_the_minimum_variance_is_used() -> None:
    """A constant feature is an error without a minimum variance."""
    constant = COUNTS.with_columns([("x", "continuous", [1.0] * 5)])
    with pytest.raises(TextbookError, match="'x' in class 'a'.*floor"):
        recipe("gaussian-nb").fit(constant)
    model = recipe("gaussian-nb").fit(constant, Settings(floor=0.25))
    assert isinstance(model, GaussianNaiveBayes)
    assert model.variances == ((0.25,), (0.25,))


@pytest.mark.parametrize(
    ("name", "table", "message"),
    [
        ("gaussian-nb", "play-tennis", "takes continuous features, but 'Outlook' is discrete"),
        ("categorical-nb", "iris", "'sepal_length' is continuous.*or declare it discrete"),
        ("multinomial-nb", "iris", "takes text.*use gaussian-nb or mixed-nb$"),
        ("mixed-nb", "spam", "'text' is text: use multinomial-nb"),
        (
            "poisson-nb",
            "iris",
            "example 1, column 'sepal_length': expected a count such as 0.*got 5.1",
        ),
        (
            "bernoulli-nb",
            "play-tennis",
            "example 1, column 'Outlook': expected 0 or 1, got 'Sunny'",
        ),
        ("logistic", "spam", "takes continuous or discrete features, but 'text' is text"),
    ],
)
def test_unsuitable_tables_are_rejected(name: str, table: str, message: str) -> None:
    """The error names the feature, its kind or its value, and a suitable model."""
    with pytest.raises(TextbookError, match=message):
        recipe(name).fit(load(table))
    with pytest.raises(TextbookError, match=message):
        recipe(name).parameters(load(table))


@pytest.mark.parametrize("name", ["gda", "qda", "full-joint", "logistic", "softmax"])
def test_models_of_complete_rows_reject_missing_values(name: str) -> None:
    """The error names the row and the column of the missing value."""
    kind = recipe(name).kinds[0]
    cells = [None, 2.0, 3.0] if kind == "continuous" else [None, "u", "v"]
    table = Dataset(tuple((c,) for c in cells), ("a", "a", "b"), ("x",), (kind,), "class")
    with pytest.raises(TextbookError, match="line 7, column 'x': the value is missing"):
        recipe(name).fit(table, place=lambda i: f"line {i + 7}")


def test_text_models_reject_tables_with_other_columns() -> None:
    """A text model needs a table with a single text column."""
    table = Dataset((("a b", "c d"),), ("u",), ("s", "t"), ("text", "text"), "class")
    with pytest.raises(TextbookError, match="single column of text.*'s', 't'"):
        recipe("multinomial-nb").rows(table)


def test_unknown_names_are_rejected_with_suggestions() -> None:
    """The error for an unknown name lists or suggests known names."""
    with pytest.raises(TextbookError, match="unknown model 'gausian-nb'. Known: gaussian-nb"):
        recipe("gausian-nb")
    with pytest.raises(TextbookError, match="int is not a model"):
        recipe_of(3)


def test_regressions_use_their_settings() -> None:
    """Penalty and standardisation give the weights of a direct call of `fit`."""
    settings = Settings(l2=2.0, penalise_intercept=True, standardise=True)
    model = recipe("logistic").fit(OVERLAP, settings)
    same = LogisticRegression.fit(
        list(zip(OVERLAP.numbers("x"), OVERLAP.numbers("y"))),
        OVERLAP.labels,
        l2=2.0,
        penalise_intercept=True,
        standardise=True,
        features=("x", "y"),
    )
    assert model == same
    assert model != recipe("logistic").fit(OVERLAP, Settings(l2=2.0, penalise_intercept=True))


def test_the_named_optimiser_is_used() -> None:
    """The step size and the iteration limit are passed to the named optimiser."""
    by_steps = Settings(optimiser="gradient-ascent", eta=0.1, tolerance=1e-3)
    model = recipe("logistic").fit(OVERLAP, by_steps)
    assert isinstance(model, LogisticRegression) and model.fit_report is not None
    assert (model.fit_report.optimiser, model.fit_report.stopped[-5:]) == (
        "gradient-ascent",
        "0.001",
    )
    with pytest.raises(TextbookError, match="not converged after 3 iterations"):
        recipe("softmax").fit(OVERLAP, Settings(optimiser="gradient-ascent", max_iterations=3))


@pytest.mark.parametrize(
    ("labels", "second"), [("100110", "1"), ("bbabab", "a"), (["1", "-1"] * 3, "1")]
)
def test_the_weights_are_for_1_or_for_the_second_class(labels: list[str], second: str) -> None:
    """Labels from files are strings: '1' is the positive class, otherwise the second label."""
    rows = tuple((x,) for x in (1.0, 2.0, 3.0, 4.0, 5.0, 6.0))
    table = Dataset(rows, tuple(labels), ("x",), ("continuous",), "class")
    assert recipe("logistic").fit(table, Settings(l2=1.0)).classes[1] == second


def test_three_classes_are_for_softmax() -> None:
    """Logistic regression rejects three classes, also when parameters are counted."""
    message = "logistic needs two classes, but 'class' has 3. Fix: use softmax"
    with pytest.raises(TextbookError, match=message):
        recipe("logistic").fit(load("iris"))
    with pytest.raises(TextbookError, match=message):
        recipe("logistic").parameters(load("iris"))
    assert len(recipe("softmax").fit(load("iris"), Settings(l2=1.0)).classes) == 3


def test_every_step_of_an_optimisation_can_be_observed() -> None:
    """`watch` is called with every step, including the start."""
    seen: list[int] = []
    recipe("logistic").fit(OVERLAP, watch=lambda step: seen.append(step.iteration))
    assert seen[:2] == [0, 1]


def test_invalid_settings_are_rejected() -> None:
    """Examples are negative pseudo-counts, a floor of 0, and a step size for Newton's method."""
    with pytest.raises(TextbookError, match="the strength must be at least 0, got -1"):
        Settings(strength=Fraction(-1))
    with pytest.raises(TextbookError, match="the floor must be finite and above 0, got 0.0"):
        Settings(floor=0.0)
    with pytest.raises(TextbookError, match="got a step size of 0.5, but newton finds its own"):
        Settings(optimiser="newton", eta=0.5)
    with pytest.raises(TextbookError, match="penalise_intercept needs a penalty.*such as l2"):
        Settings(penalise_intercept=True)
