"""Examples of every model, fitted to small data: one entry for each way to fit a model.

    rows, labels   training data
    asked          rows to predict, each possible in at least one class
    options        options of `fit`; `per_feature` options have one entry for each feature
    gaps           whether a value may be missing (None) in prediction
    mle            whether estimates are maximum likelihood, which duplicates do not change
    bridge         form of the weights of `to_logistic`, or why there are none
    unique         whether the model is independent of the order of the data
    iterated       whether the fit is iterative: then the last digits depend on the path

A model whose class has no entry here fails `test_every_model_is_held_to_the_laws`. The laws
that are tested follow from the protocols of the model: Classifier, Probabilistic, Generative.
"""

import pkgutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, is_dataclass
from fractions import Fraction as F
from functools import partial
from importlib import import_module
from inspect import isclass, ismethod
from math import sqrt
from random import Random
from typing import Any

import textbook_ml.models
from textbook_ml.equations.gaussian import (
    common_variance_mvue,
    pooled_variance_mle,
    variance_mle,
    variance_mvue,
)
from textbook_ml.equations.smoothing import (
    categorical_laplace,
    categorical_mle,
    categorical_smoothed,
    dirichlet_mean,
)
from textbook_ml.models.bernoulli_naive_bayes import BernoulliNaiveBayes
from textbook_ml.models.categorical_naive_bayes import Categorical, CategoricalNaiveBayes
from textbook_ml.models.exponential_naive_bayes import ExponentialNaiveBayes
from textbook_ml.models.full_joint_bayes import FullJointBayes
from textbook_ml.models.gaussian_discriminant_analysis import GaussianDiscriminantAnalysis
from textbook_ml.models.gaussian_naive_bayes import Gaussian, GaussianNaiveBayes
from textbook_ml.models.indicator_regression import IndicatorRegression
from textbook_ml.models.laplace_naive_bayes import LaplaceNaiveBayes
from textbook_ml.models.linear_svm import LinearSVM
from textbook_ml.models.logistic_regression import LogisticRegression
from textbook_ml.models.mixed_naive_bayes import MixedNaiveBayes
from textbook_ml.models.multinomial_naive_bayes import MultinomialNaiveBayes
from textbook_ml.models.perceptron import Perceptron
from textbook_ml.models.poisson_naive_bayes import Poisson, PoissonNaiveBayes
from textbook_ml.models.protocols import Generative, Probabilistic
from textbook_ml.models.quadratic_discriminant_analysis import QuadraticDiscriminantAnalysis
from textbook_ml.models.softmax_regression import SoftmaxRegression

Row = Any
# A parameter by name: its value, the deviation of one observation, and the fraction of the
# observations on which it depends.
Parameters = dict[object, tuple[float, float, float]]

LINEAR, ONE_HOT = "linear", "one-hot"

TOY_ROWS = [(1, "a"), (1, "b"), (0, "b"), (1, "a"), (0, "c"), (1, "b")]
TOY_LABELS = [1, 1, 1, 1, 0, 0]
TOY_VALUES = [(0, 1), ("a", "b", "c")]
GTOY_ROWS = [[1.0, 2.0], [3.0, 4.0], [5.0, 0.0], [0.0, 1.0], [2.0, 5.0]]
GTOY_LABELS = [1, 1, 1, 0, 0]


@dataclass(frozen=True)
class Example:
    """One model, one way to fit it, and rows to classify."""

    name: str
    model: Any
    rows: Sequence[Row]
    labels: Sequence[Any]
    asked: Sequence[Row]
    options: Mapping[str, Any] = field(default_factory=dict)
    per_feature: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    gaps: bool = False
    mle: bool = False
    bridge: str = ""  # LINEAR, ONE_HOT, or part of the error message
    unique: bool = True
    iterated: bool = False

    def fit(self, rows: Sequence[Row], labels: Sequence[Any], **extra: Any) -> Any:
        """Return the model fitted to other data with the options of the example."""
        return self.model.fit(rows, labels, **{**self.options, **self.per_feature, **extra})

    def count(self, rows: Sequence[Row], labels: Sequence[Any]) -> Any:
        """Return the statistics of these rows; a mixed model needs the kinds of its features."""
        kinds = {k: v for k, v in {**self.options, **self.per_feature}.items() if k == "kinds"}
        return self.model.count(rows, labels, **kinds)

    def fitted(self, **extra: Any) -> Any:
        """Return the model fitted to the data of the example."""
        return self.fit(self.rows, self.labels, **extra)

    def questions(self) -> list[Row]:
        """Return the rows to classify, and forty sampled rows or the training rows."""
        more = self.fitted().sample(40, Random(7))[0] if self.is_generative else self.rows
        return [*self.asked, *more]

    def reordered(self, order: Sequence[int]) -> "Example":
        """Return the example with its features in another order; word counts are unchanged."""
        move = partial(permuted, order=order)
        return Example(
            self.name,
            self.model,
            list(map(move, self.rows)),
            self.labels,
            list(map(move, self.asked)),
            self.options,
            {name: [along[i] for i in order] for name, along in self.per_feature.items()},
        )

    def without(self, i: int) -> "Example":
        """Return the example without one of its features."""
        return self.reordered([j for j in range(len(self.rows[0])) if j != i])

    @property
    def is_probabilistic(self) -> bool:
        """Whether the model predicts probabilities."""
        return Probabilistic in self.model.__mro__

    @property
    def is_generative(self) -> bool:
        """Whether the model can sample data."""
        return Generative in self.model.__mro__

    @property
    def is_text(self) -> bool:
        """Whether a row is a set of words or a mapping from word to count."""
        return isinstance(self.rows[0], (Mapping, AbstractSet))


def permuted(row: Row, order: Sequence[int]) -> Row:
    """Return a row with its values in another order; the words of a mapping are reversed."""
    if isinstance(row, AbstractSet):
        return row
    if isinstance(row, Mapping):
        return dict(reversed(list(row.items())))
    return type(row)(row[i] for i in order)


def assert_same_model(example: Example, a: Any, b: Any) -> None:
    """Check that models are equal, or for iterative fits that weights agree to ten digits."""
    if not example.iterated:
        assert a == b
        return
    assert (type(a), a.classes, a.features) == (type(b), b.classes, b.features)
    pairs = zip(weights_of(a), weights_of(b), strict=True)
    assert max(abs(x - y) for x, y in pairs) <= 1e-10 * max(map(abs, weights_of(b)))


def weights_of(model: Any) -> list[float]:
    """Return the intercept and weights of a linear model, or those of every class."""
    if isinstance(model.w[0], tuple):
        return [w for vector in model.w for w in vector]
    return [model.w0, *model.w]


SHARED = ("exact_posteriors", "naive_bayes", "covariance_fit", "linear")  # modules of base classes


def model_classes() -> Iterator[type]:
    """Return all models: dataclasses with a class method `fit` in `textbook_ml.models`."""
    for found in pkgutil.iter_modules(textbook_ml.models.__path__):
        module = import_module(f"textbook_ml.models.{found.name}")
        for thing in vars(module).values():
            learns = isclass(thing) and is_dataclass(thing) and ismethod(getattr(thing, "fit", 0))
            if learns and thing.__module__ == module.__name__ and found.name not in SHARED:
                yield thing


def parameters(model: Any) -> Parameters:
    """Return the parameters of a model, with the numbers for the standard error of each."""
    shares = {y: float(p) for y, p in zip(model.classes, model.priors)}
    found: Parameters = {("prior", y): (p, bernoulli_deviation(p), 1.0) for y, p in shares.items()}
    for k, (y, share) in enumerate(shares.items()):
        for name, (value, deviation) in READERS[type(model)](model, k).items():
            found[y, name] = (value, deviation, share)
    return found


def bernoulli_deviation(p: float | F) -> float:
    """Return the standard deviation of one Bernoulli observation."""
    return sqrt(p * (1 - p))


def read_gaussian(name: object, mu: float, sigma2: float) -> dict[object, tuple[float, float]]:
    """Read a mean and a variance; the standard deviation of (x − μ)² is √2 σ²."""
    return {("mean", name): (mu, sqrt(sigma2)), ("variance", name): (sigma2, sqrt(2) * sigma2)}


Reading = dict[object, tuple[float, float]]


def read_tables(model: Any, k: int) -> Reading:
    """Read the tables of a categorical model."""
    named = zip(model.features, model.tables[k])
    return {
        (f, v): (float(p), bernoulli_deviation(p)) for f, table in named for v, p in table.items()
    }


def read_joint(model: Any, k: int) -> Reading:
    """Read the table of the full joint; rows not in the table share one probability."""
    cells = {x for table in model.tables for x in table}
    shares = {x: model.tables[k].get(x, model.unseen[k]) for x in cells}
    return {x: (float(p), bernoulli_deviation(p)) for x, p in shares.items()}


def read_bernoulli(model: Any, k: int) -> Reading:
    """Read the parameters of the Bernoulli model."""
    return {f: (float(p), bernoulli_deviation(p)) for f, p in zip(model.features, model.phi[k])}


def read_gaussians(model: Any, k: int) -> Reading:
    """Read the means and variances of naive Bayes."""
    named = zip(model.features, model.means[k], model.variances[k])
    return {key: value for f, m, v in named for key, value in read_gaussian(f, m, v).items()}


def read_rates(model: Any, k: int) -> Reading:
    """Read the rates of Poisson counts: the variance of a count is its mean."""
    return {f: (rate, sqrt(rate)) for f, rate in zip(model.features, model.rates[k])}


def read_waits(model: Any, k: int) -> Reading:
    """Read exponential rates: the deviation of an estimated rate is about the rate."""
    return {f: (rate, rate) for f, rate in zip(model.features, model.rates[k])}


def read_medians(model: Any, k: int) -> Reading:
    """Read medians and mean distances: the deviation of both is about the mean distance."""
    named = zip(model.features, model.medians[k], model.distances[k])
    found: Reading = {}
    for f, mu, b in named:
        found |= {("median", f): (mu, b), ("distance", f): (b, b)}
    return found


def read_normal(mu: Sequence[float], sigma: Sequence[Sequence[float]]) -> Reading:
    """Read a mean vector and a covariance; the variance of xᵢxⱼ is ΣᵢᵢΣⱼⱼ + Σᵢⱼ²."""
    size = range(len(mu))
    found: Reading = {("mean", i): (mu[i], sqrt(sigma[i][i])) for i in size}
    for i in size:
        for j in size:
            spread = sqrt(sigma[i][i] * sigma[j][j] + sigma[i][j] ** 2)
            found["covariance", i, j] = (sigma[i][j], spread)
    return found


def read_mixture(model: Any, k: int) -> Reading:
    """Read the distributions of the mixed model, each by its kind."""
    found: Reading = {}
    for name, part in zip(model.features, model.distributions[k]):
        if isinstance(part, Gaussian):
            found |= read_gaussian(name, part.mu, part.sigma2)
        elif isinstance(part, Poisson):
            found[name] = (part.rate, sqrt(part.rate))
        elif isinstance(part, Categorical):
            found |= {(name, v): (float(p), bernoulli_deviation(p)) for v, p in part.table.items()}
    return found


READERS: Mapping[type, Callable[[Any, int], Reading]] = {
    BernoulliNaiveBayes: read_bernoulli,
    CategoricalNaiveBayes: read_tables,
    ExponentialNaiveBayes: read_waits,
    FullJointBayes: read_joint,
    GaussianDiscriminantAnalysis: lambda m, k: read_normal(m.means[k], m.covariance),
    GaussianNaiveBayes: read_gaussians,
    LaplaceNaiveBayes: read_medians,
    MixedNaiveBayes: read_mixture,
    MultinomialNaiveBayes: read_bernoulli,
    PoissonNaiveBayes: read_rates,
    QuadraticDiscriminantAnalysis: lambda m, k: read_normal(m.means[k], m.covariances[k]),
}


FLOWERS = [
    [5.0, 3.25, 1.5],
    [4.5, 3.0, 1.25],
    [5.5, 3.75, 1.75],
    [4.75, 3.5, 1.25],
    [6.5, 3.0, 4.5],
    [5.75, 2.5, 4.0],
    [6.0, 2.75, 5.0],
    [7.0, 3.25, 4.75],
    [6.25, 3.25, 6.0],
    [7.5, 3.0, 5.75],
    [6.75, 2.75, 5.25],
    [7.25, 3.5, 6.5],
    [6.5, 3.25, 5.5],
]
KINDS = ["setosa"] * 4 + ["versicolor"] * 4 + ["virginica"] * 5
FLOWERS_ASKED = [[5.0, 3.0, 2.5], [6.5, 3.0, 5.0], [6.0, 2.5, 4.5], [5.75, 3.25, 3.0]]

DAYS = [
    ("sunny", "hot", 0),
    ("sunny", "mild", 1),
    ("rain", "cool", 1),
    ("rain", "mild", 0),
    ("cloud", "hot", 0),
    ("cloud", "cool", 1),
    ("cloud", "mild", 0),
    ("rain", "cool", 0),
]
PLANS = ["stay", "play", "read", "play", "play", "read", "play", "stay"]
DAYS_ASKED = [("sunny", "cool", 1), ("cloud", "hot", 0), ("snow", "mild", 1), ("rain", "hot", 1)]
DAY_VALUES = [("sunny", "cloud", "rain", "snow"), ("hot", "mild", "cool"), (0, 1)]

BITS = [[1, 0, 1], [1, 1, 0], [0, 1, 1], [1, 0, 0], [0, 0, 1], [0, 1, 0], [0, 0, 0]]
BIT_LABELS = [1, 1, 1, 1, 0, 0, 0]
BITS_ASKED = [[1, 1, 1], [0, 1, 0], [0, 0, 1], [1, 0, 0]]

MESSAGES = [{"buy": 2, "now": 1}, {"buy": 1, "pills": 3}, {"exam": 1, "now": 1}, {"exam": 2}]
MESSAGE_LABELS = ["spam", "spam", "ham", "ham"]
MESSAGES_ASKED = [{"buy": 1}, {"now": 2, "exam": 1}, {"pills": 1, "exam": 3, "unknown": 2}]
TOPICS = [{"goal": 3, "vote": 1}, {"vote": 4, "goal": 1, "disk": 1}, {"disk": 2, "goal": 1}]

VISITS = [[1, 4], [3, 2], [2, 6], [7, 1], [9, 0], [8, 2]]
PATIENTS = [
    ("a", 1.5, 2),
    ("b", 2.5, 0),
    ("a", 2.0, 1),
    ("c", 4.5, 3),
    ("b", 6.0, 5),
    ("a", 5.25, 4),
]

NAIVE_BAYES = [
    Example(
        "categorical (6)",
        CategoricalNaiveBayes,
        TOY_ROWS,
        TOY_LABELS,
        [(1, "b"), (0, "b"), (1, "a"), (0, "c")],
        mle=True,
        gaps=True,
        bridge="infinite weight",
    ),
    Example(
        "categorical (7)",
        CategoricalNaiveBayes,
        TOY_ROWS,
        TOY_LABELS,
        [(1, "b"), (0, "a"), (1, "c"), (0, "c")],
        {"theta": categorical_laplace, "prior": partial(categorical_smoothed, strength=F(1, 3))},
        {"values": TOY_VALUES},
        gaps=True,
        bridge=ONE_HOT,
    ),
    Example(
        "categorical, an estimator for each feature",
        CategoricalNaiveBayes,
        DAYS,
        PLANS,
        DAYS_ASKED,
        {"prior": {"stay": F(1, 6), "play": F(1, 2), "read": F(1, 3)}},
        {
            "values": DAY_VALUES,
            "theta": [
                partial(dirichlet_mean, alphas=[F(1), F(2), F(1, 2), F(3)]),
                partial(categorical_smoothed, strength=F(1, 2)),
                categorical_laplace,
            ],
        },
        gaps=True,
        bridge="3 classes",
    ),
    Example(
        "bernoulli (6)",
        BernoulliNaiveBayes,
        BITS,
        BIT_LABELS,
        BITS_ASKED,
        mle=True,
        gaps=True,
        bridge="infinite weight",
    ),
    Example(
        "bernoulli (7)",
        BernoulliNaiveBayes,
        BITS,
        BIT_LABELS,
        BITS_ASKED,
        {"theta": categorical_laplace},
        gaps=True,
        bridge=LINEAR,
    ),
    Example(
        "bernoulli, of words",
        BernoulliNaiveBayes,
        [frozenset(message) for message in MESSAGES],
        MESSAGE_LABELS,
        [{"buy"}, frozenset(), {"exam": 2, "now": 1}, {"unknown", "pills"}],
        {"theta": categorical_laplace},
    ),
    Example(
        "multinomial (6)",
        MultinomialNaiveBayes,
        TOPICS,
        ["sport", "state", "tech"],
        [{"goal": 1}, {"goal": 2, "vote": 1}, {"disk": 1}, {}],
        mle=True,
        bridge="3 classes",
    ),
    Example(
        "multinomial (7)",
        MultinomialNaiveBayes,
        MESSAGES,
        MESSAGE_LABELS,
        MESSAGES_ASKED,
        {"theta": categorical_laplace},
        bridge=LINEAR,
    ),
    Example(
        "exponential",
        ExponentialNaiveBayes,
        [[0.5, 4.0], [1.5, 2.0], [1.0, 6.0], [7.0, 1.0], [9.0, 0.5], [8.0, 1.5]],
        "aaabbb",
        [[4.0, 2.0], [0.25, 9.0], [12.0, 0.0], [5.0, 3.0]],
        mle=True,
        gaps=True,
    ),
    Example(
        "laplace",
        LaplaceNaiveBayes,
        FLOWERS,
        KINDS,
        FLOWERS_ASKED,
        mle=True,
        gaps=True,
    ),
    Example(
        "laplace, with a floor",
        LaplaceNaiveBayes,
        [[1.0, 2.0], [1.0, 4.0], [5.0, 0.0], [0.0, 1.0]],
        "aabb",
        [[1.0, 2.5], [3.0, 1.0]],
        {"floor": 0.5},
        gaps=True,
    ),
    Example(
        "poisson",
        PoissonNaiveBayes,
        VISITS,
        "aaabbb",
        [[4, 2], [0, 9], [12, 0], [5, 3]],
        mle=True,
        gaps=True,
        bridge=LINEAR,
    ),
    Example(
        "mixed",
        MixedNaiveBayes,
        PATIENTS,
        [0, 0, 0, 1, 1, 1],
        [("a", 3.0, 2), ("b", 4.0, 3), ("c", 1.5, 0)],
        {"theta": categorical_laplace, "variance": variance_mvue},
        {"kinds": ["categorical", "gaussian", "poisson"]},
        gaps=True,
        bridge="logistic",
    ),
]

GAUSSIANS = [
    Example(
        "gaussian (15)",
        GaussianNaiveBayes,
        GTOY_ROWS,
        GTOY_LABELS,
        [[1.0, 2.0], [2.0, 3.0], [-4.0, 9.5], [0.25, 2.5]],
        gaps=True,
        bridge="the variances differ",
    ),
    Example(
        "gaussian (14)",
        GaussianNaiveBayes,
        FLOWERS,
        KINDS,
        FLOWERS_ASKED,
        {"variance": variance_mle},
        gaps=True,
        mle=True,
        bridge="3 classes",
    ),
    Example(
        "gaussian, a variance per feature",
        GaussianNaiveBayes,
        GTOY_ROWS,
        GTOY_LABELS,
        [[1.0, 2.0], [2.0, 3.0], [-1.0, 2.5]],
        {"variance": pooled_variance_mle},
        gaps=True,
        mle=True,
        bridge=LINEAR,
    ),
    Example(
        "gaussian, one variance",
        GaussianNaiveBayes,
        GTOY_ROWS,
        GTOY_LABELS,
        [[1.0, 2.0], [2.0, 3.0], [-1.0, 2.5]],
        {"variance": common_variance_mvue, "prior": {0: F(1, 4), 1: F(3, 4)}},
        bridge=LINEAR,
    ),
]

COMPLETE_ROWS = [
    Example(
        "full joint (6)",
        FullJointBayes,
        TOY_ROWS,
        TOY_LABELS,
        [(1, "b"), (0, "b"), (0, "c")],
        mle=True,
        bridge="logistic",
    ),
    Example(
        "full joint (7)",
        FullJointBayes,
        TOY_ROWS,
        TOY_LABELS,
        [(1, "b"), (0, "a"), (0, "c")],
        {"strength": F(1)},
        {"values": TOY_VALUES},
        bridge="logistic",
    ),
    Example(
        "one covariance",
        GaussianDiscriminantAnalysis,
        GTOY_ROWS,
        GTOY_LABELS,
        [[1.0, 2.0], [2.0, 3.0], [-4.0, 9.5]],
        mle=True,
        bridge=LINEAR,
    ),
    Example(
        "one covariance for three classes",
        GaussianDiscriminantAnalysis,
        FLOWERS,
        KINDS,
        FLOWERS_ASKED,
        {"prior": categorical_mle},
        mle=True,
        bridge="3 classes",
    ),
    Example(
        "a covariance for each class",
        QuadraticDiscriminantAnalysis,
        [[0.0, 0.0], [1.0, 1.0], [1.0, 2.0], [2.0, 1.0], [5.0, 0.0], [6.0, 3.0], [9.0, 1.0]],
        "aaaabbb",
        [[3.0, 1.0], [2.0, 0.5], [5.0, 5.0]],
        mle=True,
        bridge="quadratic",
    ),
]

LESSONS = [
    [1.0, 2.0],
    [2.0, 1.5],
    [2.5, 3.0],
    [3.0, 0.5],
    [3.5, 2.0],
    [4.0, 3.5],
    [4.5, 1.0],
    [5.0, 2.5],
    [1.5, 3.5],
    [5.5, 0.25],
]
MARKS = ["no", "yes", "no", "no", "yes", "no", "yes", "yes", "no", "yes"]
GRADES = ["C", "A", "B", "C", "A", "B", "C", "A", "B", "B"]
LESSONS_ASKED = [[3.25, 1.75], [0.0, 0.0], [6.0, 4.0], [2.25, 2.75]]

DISCRIMINATIVE = [
    Example(
        "logistic",
        LogisticRegression,
        LESSONS,
        MARKS,
        LESSONS_ASKED,
        mle=True,
        bridge=LINEAR,
        iterated=True,
    ),
    Example(
        "logistic (26)",
        LogisticRegression,
        LESSONS,
        MARKS,
        LESSONS_ASKED,
        {"l2": 0.5, "penalise_intercept": True},
        bridge=LINEAR,
        iterated=True,
    ),
    Example(
        "logistic, in standard units",
        LogisticRegression,
        GTOY_ROWS,
        GTOY_LABELS,
        [[1.0, 2.0], [2.0, 3.0], [-1.0, 2.5]],
        {"l2": 1.0, "standardise": True},
        bridge=LINEAR,
        iterated=True,
    ),
    Example(
        "softmax",
        SoftmaxRegression,
        LESSONS,
        GRADES,
        LESSONS_ASKED,
        mle=True,
        iterated=True,
    ),
    Example(
        "softmax, the last class as reference",
        SoftmaxRegression,
        LESSONS,
        GRADES,
        LESSONS_ASKED,
        {"reference": True},
        mle=True,
        iterated=True,
    ),
    Example(
        "softmax, penalised",
        SoftmaxRegression,
        FLOWERS,
        KINDS,
        FLOWERS_ASKED,
        {"l2": 1.0},
        iterated=True,
    ),
    Example(
        "lines on indicators",
        IndicatorRegression,
        FLOWERS,
        KINDS,
        FLOWERS_ASKED,
        mle=True,
        iterated=True,
    ),
    Example(
        "perceptron",
        Perceptron,
        [[0.0, 1.0], [1.0, 0.0], [1.0, 2.0], [4.0, 3.0], [3.0, 5.0], [5.0, 4.0]],
        "aaabbb",
        [[0.5, 0.5], [4.5, 4.5], [2.0, 1.0]],
        unique=False,
    ),
    Example(
        "support vectors",
        LinearSVM,
        LESSONS,
        MARKS,
        LESSONS_ASKED,
        {"steps": 200},
        iterated=True,
    ),
]

EXAMPLES = [*NAIVE_BAYES, *GAUSSIANS, *COMPLETE_ROWS, *DISCRIMINATIVE]
