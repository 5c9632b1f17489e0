"""The models by name, each with its recipe.

Each file `…_naive_bayes.py` adds its own models to the catalogue.
The others are listed below.
"""

import pkgutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from importlib import import_module
from math import prod
from typing import Any

from textbook_ml import models
from textbook_ml.core.errors import TextbookError
from textbook_ml.data.table import Dataset
from textbook_ml.equations import parameters
from textbook_ml.models import rows
from textbook_ml.models.coded_regression import CodedRegression
from textbook_ml.models.distribution import Card
from textbook_ml.models.full_joint_bayes import FullJointBayes
from textbook_ml.models.gaussian_discriminant_analysis import GaussianDiscriminantAnalysis
from textbook_ml.models.logistic_regression import LogisticRegression
from textbook_ml.models.mixed_naive_bayes import MixedNaiveBayes
from textbook_ml.models.naive_bayes import NaiveBayes
from textbook_ml.models.quadratic_discriminant_analysis import QuadraticDiscriminantAnalysis
from textbook_ml.models.recipes import (
    REGRESSION_SETTINGS,
    Recipe,
    TrainingTask,
    is_text,
    observed_values,
)
from textbook_ml.models.regressions import logistic, n_logistic, n_weights, softmax
from textbook_ml.models.softmax_regression import SoftmaxRegression

# Models in the order of the chapter; those of other distributions follow by name.
FIRST = ("gaussian", "categorical", "bernoulli", "multinomial", "poisson")


def naive_bayes_models() -> list[type[NaiveBayes[Any]]]:
    """Return the naive Bayes models with one family: first those of the chapter, then by name."""
    found = [m.name for m in pkgutil.iter_modules(models.__path__)]
    names = [name.removesuffix("_naive_bayes") for name in found if name.endswith("_naive_bayes")]
    order = [*FIRST, *sorted(set(names) - {*FIRST, "mixed"})]
    modules = [import_module(f"{models.__name__}.{name}_naive_bayes") for name in order]
    return [model for module in modules for model in _models_of_module(module)]


def _models_of_module(module: Any) -> Iterator[type[NaiveBayes[Any]]]:
    for thing in vars(module).values():
        if isinstance(thing, type) and issubclass(thing, NaiveBayes) and "cards" in vars(thing):
            yield thing


def _recipe_of_card(card: Card, model: type[Any], learn: Callable[[TrainingTask], Any]) -> Recipe:
    """Return the recipe for a `Card`, a line of the catalogue."""
    return Recipe(
        card.name,
        model,
        card.about,
        card.needs,
        card.kinds,  # type: ignore[arg-type]
        getattr(rows, card.cells),
        learn,
        lambda data: _n_feature_parameters(card, model, data),
        options=card.options,
        of_text=rows.words if "text" in card.kinds else None,
        fixed=card.fixed,
    )


def _n_feature_parameters(card: Card, model: type[Any], data: Dataset) -> int:
    """Return the number of free parameters of the features; numeric features have 0 values."""
    values, k = _n_values_of_features(data), len(data.classes)
    if model is MixedNaiveBayes:
        discrete, continuous = [j for j in values if j], values.count(0)
        tables = parameters.discrete_parameters(discrete, k) if discrete else 0
        return tables + (parameters.gaussian_parameters(continuous, k) if continuous else 0)
    if card.n_parameters == "full_joint_parameters":  # the whole row is one feature
        return parameters.full_joint_parameters(1, prod(values), k)
    if card.n_parameters == "discrete_parameters":
        return parameters.discrete_parameters(values, k)
    if card.n_parameters:
        by_size: int = getattr(parameters, card.n_parameters)(len(values), k)
        return by_size
    return len(fields(model.family)) * len(values) * k


def _n_values_of_features(data: Dataset) -> list[int]:
    """Return the number of values of each feature: 0 for a number, 2 for a word of a text."""
    if is_text(data):
        return [2] * len({w for cells in data.rows for w in rows.words(data.features, cells)})
    known = observed_values(data)
    return [len(known.get(name, ())) for name in data.features]


def _fit_by_counting(card: Card, model: type[Any]) -> Callable[[TrainingTask], Any]:
    """Return the function that fits a model to a table by counting and estimating."""

    def learn(task: TrainingTask) -> Any:
        data, options = task.dataset, task.options(card.options, model.options())
        features = None if is_text(data) else data.features
        return model.fit(task.rows, data.labels, features=features, **options, **card.fixed)

    return learn


def _fit_mixed(task: TrainingTask) -> Any:
    data = task.dataset
    at = {name: i for i, name in enumerate(data.features)}
    return MixedNaiveBayes.fit(
        task.rows,
        data.labels,
        kinds=["categorical" if kind == "discrete" else "gaussian" for kind in data.kinds],
        theta=task.theta,
        floor=task.settings.floor,
        values={at[name]: values for name, values in task.values.items()},
        features=data.features,
    )


MIXED = Card(
    name="mixed-nb",
    about="a table or a Gaussian density for each feature; exercise 2",
    needs="discrete and continuous features",
    kinds=("discrete", "continuous"),
    options=("strength", "floor"),
)
OTHERS: Mapping[type[Any], Card] = {
    FullJointBayes: Card(
        name="full-joint",
        about="a probability for every whole row; §1",
        needs="discrete features",
        kinds=("discrete",),
        cells="whole",
        options=("strength",),
        n_parameters="full_joint_parameters",
    ),
    GaussianDiscriminantAnalysis: Card(
        name="gda",
        about="a normal distribution per class, one covariance; Ng §1",
        needs="continuous features",
        kinds=("continuous",),
        cells="whole",
        n_parameters="discriminant_parameters",
    ),
    QuadraticDiscriminantAnalysis: Card(
        name="qda",
        about="a normal distribution per class, each with its covariance",
        needs="continuous features",
        kinds=("continuous",),
        cells="whole",
        n_parameters="quadratic_parameters",
    ),
}

RECIPES: tuple[Recipe, ...] = (
    *(
        _recipe_of_card(card, model, _fit_by_counting(card, model))
        for model in naive_bayes_models()
        for card in model.cards
    ),
    _recipe_of_card(MIXED, MixedNaiveBayes, _fit_mixed),
    *(
        _recipe_of_card(card, model, _fit_by_counting(card, model))
        for model, card in OTHERS.items()
    ),
    Recipe(
        "logistic",
        LogisticRegression,
        "a weight for each feature, for two classes; (25), (26)",
        "continuous or discrete features",
        ("continuous", "discrete"),
        rows.whole,
        logistic,
        n_logistic,
        options=REGRESSION_SETTINGS,
    ),
    Recipe(
        "softmax",
        SoftmaxRegression,
        "a weight for each feature and class; (27) to (29)",
        "continuous or discrete features",
        ("continuous", "discrete"),
        rows.whole,
        softmax,
        n_weights,
        options=REGRESSION_SETTINGS,
    ),
)

MODELS: Mapping[str, type[Any]] = {
    **{one.model.__name__: one.model for one in RECIPES},
    CodedRegression.__name__: CodedRegression,
}


def recipe(name: str) -> Recipe:
    """Return the recipe with this name.

    >>> from textbook_ml.data.datasets import load
    >>> recipe("categorical-nb").fit(load("play-tennis")).classes
    ('No', 'Yes')
    >>> recipe("gaussian-nb").parameters(load("iris"))      # 2 · 4 · 3, and 3 − 1
    26
    """
    for one in RECIPES:
        if one.name == name:
            return one
    known = ", ".join(one.name for one in RECIPES)
    raise TextbookError(f"unknown model {name!r}. Known: {known}")


def recipe_of(model: object) -> Recipe:
    """Return the first recipe whose models have the class of this model.

    >>> from textbook_ml.data.datasets import load
    >>> recipe_of(recipe("gaussian-nb-tied").fit(load("iris"))).name
    'gaussian-nb'
    """
    learned = model.regression if isinstance(model, CodedRegression) else model
    for one in RECIPES:
        if isinstance(learned, one.model):
            return one
    raise TextbookError(f"{type(model).__name__} is not a model of the catalogue")
