"""The models by name, each with its recipe. A new model is one more line of the table below."""

from collections.abc import Callable, Mapping
from math import prod
from typing import Any

from textbook_ml.data.table import Dataset
from textbook_ml.equations import parameters
from textbook_ml.equations.gaussian import pooled_variance_mle
from textbook_ml.errors import TextbookError
from textbook_ml.models.bernoulli_naive_bayes import BernoulliNaiveBayes
from textbook_ml.models.categorical_naive_bayes import CategoricalNaiveBayes
from textbook_ml.models.coded_regression import CodedRegression
from textbook_ml.models.full_joint_bayes import FullJointBayes
from textbook_ml.models.gaussian_discriminant_analysis import GaussianDiscriminantAnalysis
from textbook_ml.models.gaussian_naive_bayes import GaussianNaiveBayes
from textbook_ml.models.logistic_regression import LogisticRegression
from textbook_ml.models.mixed_naive_bayes import MixedNaiveBayes
from textbook_ml.models.multinomial_naive_bayes import MultinomialNaiveBayes
from textbook_ml.models.poisson_naive_bayes import PoissonNaiveBayes
from textbook_ml.models.quadratic_discriminant_analysis import QuadraticDiscriminantAnalysis
from textbook_ml.models.recipes import CLIMB, Lesson, Recipe, is_text, seen
from textbook_ml.models.regressions import logistic, n_logistic, n_weights, softmax
from textbook_ml.models.rows import as_they_are, coins, counts, whole, words
from textbook_ml.models.softmax_regression import SoftmaxRegression


def _gaussian(lesson: Lesson) -> Any:
    data = lesson.dataset
    return GaussianNaiveBayes.fit(
        lesson.rows, data.labels, floor=lesson.settings.floor, features=data.features
    )


def _tied(lesson: Lesson) -> Any:
    data = lesson.dataset
    return GaussianNaiveBayes.fit(
        lesson.rows,
        data.labels,
        variance=pooled_variance_mle,
        floor=lesson.settings.floor,
        features=data.features,
    )


def _categorical(lesson: Lesson) -> Any:
    data = lesson.dataset
    return CategoricalNaiveBayes.fit(
        lesson.rows,
        data.labels,
        theta=lesson.theta,
        values=lesson.possible,
        features=data.features,
    )


def _bernoulli(lesson: Lesson) -> Any:
    data = lesson.dataset
    vocabulary = None if is_text(data) else data.features
    return BernoulliNaiveBayes.fit(
        lesson.rows, data.labels, theta=lesson.theta, features=vocabulary
    )


def _multinomial(lesson: Lesson) -> Any:
    return MultinomialNaiveBayes.fit(lesson.rows, lesson.dataset.labels, theta=lesson.theta)


def _poisson(lesson: Lesson) -> Any:
    data = lesson.dataset
    return PoissonNaiveBayes.fit(lesson.rows, data.labels, features=data.features)


def _mixed(lesson: Lesson) -> Any:
    data = lesson.dataset
    at = {name: i for i, name in enumerate(data.features)}
    places = {at[name]: values for name, values in lesson.values.items()}
    return MixedNaiveBayes.fit(
        lesson.rows,
        data.labels,
        kinds=["categorical" if kind == "discrete" else "gaussian" for kind in data.kinds],
        theta=lesson.theta,
        floor=lesson.settings.floor,
        values=places,
        features=data.features,
    )


def _full_joint(lesson: Lesson) -> Any:
    data = lesson.dataset
    return FullJointBayes.fit(
        lesson.rows,
        data.labels,
        strength=lesson.strength,
        values=lesson.possible,
        features=data.features,
    )


def _gda(lesson: Lesson) -> Any:
    data = lesson.dataset
    return GaussianDiscriminantAnalysis.fit(lesson.rows, data.labels, features=data.features)


def _qda(lesson: Lesson) -> Any:
    data = lesson.dataset
    return QuadraticDiscriminantAnalysis.fit(lesson.rows, data.labels, features=data.features)


def _by_size(equation: Callable[[int, int], int]) -> Callable[[Dataset], int]:
    """A count that depends on the numbers of features and classes alone."""
    return lambda data: equation(len(data.features), len(data.classes))


def _n_values(data: Dataset) -> list[int]:
    return [len(values) for values in seen(data).values()]


def _n_words(data: Dataset) -> int:
    return len({word for cells in data.rows for word in words(data.features, cells)})


def _n_tables(data: Dataset) -> int:
    return parameters.discrete_parameters(_n_values(data), len(data.classes))


def _n_joint(data: Dataset) -> int:
    """The whole row as one feature of Π Jᵢ values."""
    return parameters.full_joint_parameters(1, prod(_n_values(data)), len(data.classes))


def _n_coins(data: Dataset) -> int:
    n = _n_words(data) if is_text(data) else len(data.features)
    return parameters.discrete_parameters([2] * n, len(data.classes))


def _n_rates(data: Dataset) -> int:
    """A rate for each feature and class: as many as coins."""
    return parameters.discrete_parameters([2] * len(data.features), len(data.classes))


def _n_phi(data: Dataset) -> int:
    return parameters.multinomial_parameters(_n_words(data), len(data.classes))


def _n_mixed(data: Dataset) -> int:
    bells = data.kinds.count("continuous")
    n_bells = parameters.gaussian_parameters(bells, len(data.classes)) if bells else 0
    return _n_tables(data) + n_bells


RECIPES: tuple[Recipe, ...] = (
    Recipe(
        "gaussian-nb",
        GaussianNaiveBayes,
        "a bell curve for each feature in each class; (13), (15)",
        "continuous features",
        ("continuous",),
        as_they_are,
        _gaussian,
        _by_size(parameters.gaussian_parameters),
        options=("floor",),
    ),
    Recipe(
        "gaussian-nb-tied",
        GaussianNaiveBayes,
        "bell curves with one variance per feature; (22), (23)",
        "continuous features",
        ("continuous",),
        as_they_are,
        _tied,
        _by_size(parameters.tied_gaussian_parameters),
        options=("floor",),
    ),
    Recipe(
        "categorical-nb",
        CategoricalNaiveBayes,
        "a table of probabilities for each feature; (6), (7)",
        "discrete features",
        ("discrete",),
        as_they_are,
        _categorical,
        _n_tables,
        options=("strength",),
    ),
    Recipe(
        "bernoulli-nb",
        BernoulliNaiveBayes,
        "a coin for each feature, or for each word; Ng §2",
        "text, or features that are 0 or 1",
        ("text", "discrete", "continuous"),
        coins,
        _bernoulli,
        _n_coins,
        options=("strength",),
        of_text=words,
    ),
    Recipe(
        "multinomial-nb",
        MultinomialNaiveBayes,
        "one distribution over the words of a class; Ng §2.2",
        "text",
        ("text",),
        words,
        _multinomial,
        _n_phi,
        options=("strength",),
    ),
    Recipe(
        "poisson-nb",
        PoissonNaiveBayes,
        "a mean count for each feature in each class",
        "features that count (0, 1, 2 and so on)",
        ("continuous",),
        counts,
        _poisson,
        _n_rates,
    ),
    Recipe(
        "mixed-nb",
        MixedNaiveBayes,
        "a table or a bell curve for each feature; exercise 2",
        "discrete and continuous features",
        ("discrete", "continuous"),
        as_they_are,
        _mixed,
        _n_mixed,
        options=("strength", "floor"),
    ),
    Recipe(
        "full-joint",
        FullJointBayes,
        "a probability for every whole row; §1",
        "discrete features",
        ("discrete",),
        whole,
        _full_joint,
        _n_joint,
        options=("strength",),
    ),
    Recipe(
        "gda",
        GaussianDiscriminantAnalysis,
        "a normal distribution per class, one covariance; Ng §1",
        "continuous features",
        ("continuous",),
        whole,
        _gda,
        _by_size(parameters.discriminant_parameters),
    ),
    Recipe(
        "qda",
        QuadraticDiscriminantAnalysis,
        "a normal distribution per class, each with its covariance",
        "continuous features",
        ("continuous",),
        whole,
        _qda,
        _by_size(parameters.quadratic_parameters),
    ),
    Recipe(
        "logistic",
        LogisticRegression,
        "a weight for each feature, for two classes; (25), (26)",
        "continuous and discrete features",
        ("continuous", "discrete"),
        whole,
        logistic,
        n_logistic,
        options=CLIMB,
    ),
    Recipe(
        "softmax",
        SoftmaxRegression,
        "a weight for each feature and class; (27) to (29)",
        "continuous and discrete features",
        ("continuous", "discrete"),
        whole,
        softmax,
        n_weights,
        options=CLIMB,
    ),
)

MODELS: Mapping[str, type[Any]] = {
    **{one.model.__name__: one.model for one in RECIPES},
    CodedRegression.__name__: CodedRegression,
}


def recipe(name: str) -> Recipe:
    """The recipe of a name.

    >>> from textbook_ml.datasets import load
    >>> recipe("categorical-nb").fit(load("play-tennis")).classes
    ('No', 'Yes')
    >>> recipe("gaussian-nb").parameters(load("iris"))      # 2 · 4 · 3, and 3 − 1
    26
    """
    for one in RECIPES:
        if one.name == name:
            return one
    known = ", ".join(one.name for one in RECIPES)
    raise TextbookError(f"there is no model {name!r}: there are {known}")


def recipe_of(model: object) -> Recipe:
    """A recipe that makes models of this kind; of several, the first.

    >>> from textbook_ml.datasets import load
    >>> recipe_of(recipe("gaussian-nb-tied").fit(load("iris"))).name
    'gaussian-nb'
    """
    learned = model.regression if isinstance(model, CodedRegression) else model
    for one in RECIPES:
        if isinstance(learned, one.model):
            return one
    raise TextbookError(f"{type(model).__name__} is no model of the catalogue")
