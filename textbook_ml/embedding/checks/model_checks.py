"""Every kind of model against the true posterior, the bridges between them, and their files."""

from collections.abc import Iterator
from fractions import Fraction as F
from functools import partial
from itertools import product
from typing import Any

from textbook_ml.core.numeric import mean
from textbook_ml.core.stable import sigmoid
from textbook_ml.data.datasets import load
from textbook_ml.embedding.checks.check_result import Verdict, alike, exactly, nearly
from textbook_ml.embedding.checks.reference_models import GOLDENS, HALF, NAMES, ROUND, TWO
from textbook_ml.equations.gaussian import variance_mle, variance_mvue
from textbook_ml.equations.likelihood import (
    conditional_log_likelihood,
    gradient,
    numerical_gradient,
)
from textbook_ml.equations.smoothing import categorical_smoothed, dirichlet_mean
from textbook_ml.learning.optimisers.optimise import FitReport
from textbook_ml.models.catalogue import recipe
from textbook_ml.models.categorical_naive_bayes import CategoricalNaiveBayes
from textbook_ml.models.gaussian_discriminant_analysis import GaussianDiscriminantAnalysis
from textbook_ml.models.gaussian_naive_bayes import GaussianNaiveBayes
from textbook_ml.models.logistic_regression import LogisticRegression
from textbook_ml.models.recipes import Settings
from textbook_ml.models.softmax_regression import SoftmaxRegression

FEW = 4.0  # ulps of a posterior: what the tests hold every model to
STEEP = 16.0  # ulps where two sums cancel before the exponential


def posteriors() -> Iterator[Verdict]:
    """Each kind of model against the truth, and its quick way for many rows."""
    for model, row, truth in GOLDENS:
        kind = type(model).__name__
        found = model.posterior(row)
        for y, digits in zip(model.classes, truth):
            yield nearly(f"{kind}, P({y} | x)", found[y], digits, FEW)
        yield alike(f"{kind}, many rows", model.predict_proba([row])[0], found, STEEP)
        if hasattr(model, "exact_posterior"):
            exact = dict(zip(model.classes, truth))
            yield exactly(f"{kind}, in Fractions", model.exact_posterior(row), exact)


def files() -> Iterator[Verdict]:
    """A model that is written and read again is the same to the last bit."""
    for model, *_ in GOLDENS:
        again = type(model).from_json(model.to_json())
        yield exactly(type(model).__name__, (again, again.to_json()), (model, model.to_json()))


def bridges() -> Iterator[Verdict]:
    """The posteriors of generative models are those of the logistic weights they come to."""
    tied = GaussianNaiveBayes(
        TWO, NAMES, (0.25, 0.75), ((1.0, -2.0), (2.5, 0.5)), ((0.5, 4.0), (0.5, 4.0))
    )
    gda = GaussianDiscriminantAnalysis(TWO, NAMES, (0.5, 0.5), ((0.0, 0.0), (2.0, 1.0)), ROUND)
    models: list[tuple[Any, tuple[float, ...]]] = [(tied, (1.5, 0.25)), (gda, (0.75, 1.5))]
    models += [(GOLDENS[2].model, (1, 0)), (GOLDENS[4].model, (4, 1))]
    for model, row in models:
        weights = model.to_logistic()
        same = LogisticRegression(model.classes, NAMES, weights.w0, weights.w)
        name = f"{type(model).__name__} is logistic"
        yield alike(name, same.posterior(row), model.posterior(row), STEEP)
    bias, tables = GOLDENS[1].model.to_logistic()
    yield nearly("a table is logistic", sigmoid(bias + tables[0]["u"]), F(3, 4), FEW)
    binary = LogisticRegression(TWO, NAMES, -0.5, (1.25, -2.0))
    both = SoftmaxRegression(TWO, NAMES, ((0.0, 0.0, 0.0), (-0.5, 1.25, -2.0)))
    row = (0.75, 0.3)
    yield alike("two classes of softmax", both.posterior(row), binary.posterior(row), FEW)


def identities() -> Iterator[Verdict]:
    """Theorems, in Fractions: nothing is rounded, and nothing may be off."""
    numbers = [F(1), F(5, 2), F(-4)]
    samples = list(product(numbers, repeat=2))
    unbiased = mean([variance_mvue(s, mean(s)) for s in samples])
    yield exactly("(15) is unbiased", unbiased, variance_mle(numbers, mean(numbers)))
    counts = [3, 0, 2]
    smoothed = categorical_smoothed(counts, strength=HALF)
    yield exactly("smoothing sums to one", sum(smoothed), F(1))
    mean_of_dirichlet = dirichlet_mean(counts, alphas=[HALF] * 3)
    yield exactly("smoothing is a mean of Dirichlet", list(smoothed), list(mean_of_dirichlet))
    tennis = load("play-tennis")
    theta = partial(categorical_smoothed, strength=F(1))
    learned = CategoricalNaiveBayes.fit(tennis.rows, tennis.labels, theta=theta)
    for row in tennis.rows[:3]:
        whole = sum(learned.exact_posterior(row).values())
        yield exactly("a posterior sums to one", whole, F(1))
    count = CategoricalNaiveBayes.count
    parts = count(tennis.rows[:5], tennis.labels[:5]) + count(tennis.rows[5:], tennis.labels[5:])
    again = CategoricalNaiveBayes.from_statistics(parts, theta=theta)
    yield exactly("counts add up", again, learned)
    gap = learned.exact_posterior((None, None, None, None))
    yield exactly("missing values leave the prior", gap, dict(zip(("No", "Yes"), learned.priors)))


def learning() -> Iterator[Verdict]:
    """Fitted models that must come out the same everywhere, and optimisers that must converge."""
    iris = load("iris")
    wrong = {"gaussian-nb": 6, "gda": 3, "qda": 3}
    for name, errors in wrong.items():
        model = recipe(name).fit(iris)
        found = sum(a != b for a, b in zip(model.predict(iris.rows), iris.labels))
        yield exactly(f"{name} on iris, errors", found, errors)
    means = getattr(recipe("gaussian-nb").fit(iris), "means")[0]
    yield exactly("means of iris", means, (5.006, 3.428, 1.462, 0.246))
    rows, labels, w = [[1.0, x] for x in (-1.0, 0.0, 1.0, 2.0)], [0, 1, 0, 1], [0.5, -0.25]
    slopes = numerical_gradient(lambda w: conditional_log_likelihood(w, rows, labels), w)
    for slope, part in zip(slopes, gradient(w, rows, labels)):
        yield exactly("a gradient is what rises", abs(slope - part) < 1e-8, True)
    tennis = load("play-tennis")
    report: FitReport = getattr(
        recipe("logistic").fit(tennis, Settings(l2=1.0)), "regression"
    ).fit_report
    yield exactly("logistic regression converges", report.gradient_norm <= 1e-8, True)
