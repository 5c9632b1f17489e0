"""The plans of discriminant analysis, of the regressions, and of what else weighs features."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import fsum
from typing import Any

from textbook_ml.embedding.ir.lower_shared import logs, lookups, numbered
from textbook_ml.embedding.ir.program import Column, Plan
from textbook_ml.embedding.ir.score_line import score_line
from textbook_ml.embedding.ir.steps import Step, Terms, Whitened, centred_terms, weighted_terms
from textbook_ml.equations.gaussian import normal_log_constant
from textbook_ml.models.coded_regression import CodedRegression
from textbook_ml.models.covariance_fit import factored
from textbook_ml.models.gaussian_discriminant_analysis import GaussianDiscriminantAnalysis
from textbook_ml.models.logistic_regression import LogisticRegression
from textbook_ml.models.quadratic_discriminant_analysis import QuadraticDiscriminantAnalysis


def discriminant(model: GaussianDiscriminantAnalysis[Any]) -> Plan:
    """One covariance for all classes: the log odds are linear, and right far outside the data."""
    form = model.linear_form()
    step = Terms(
        score_line(centred_terms),
        tuple(range(len(model.features))),
        {"WEIGHTS": tuple(line.w for line in form), "CENTRES": tuple(line.centre for line in form)},
    )
    start = tuple(line.w0 for line in form)
    columns = numbered(model.features)
    return Plan(type(model).__name__, model.classes, columns, start, (step,), whole=True)


def quadratic(model: QuadraticDiscriminantAnalysis[Any]) -> Plan:
    """A covariance for each class."""
    factors = [factored(sigma, model.features).factors for sigma in model.covariances]
    constants = [map(normal_log_constant, d) for _, d in factors]
    start = tuple(fsum([log_prior, *c]) for log_prior, c in zip(logs(model.priors), constants))
    step = Whitened(
        tuple(range(len(model.features))),
        model.means,
        tuple(tuple(l_ij for l_i in lower for l_ij in l_i) for lower, _ in factors),
        tuple(tuple(0.5 / d_i for d_i in d) for _, d in factors),
    )
    columns = numbered(model.features)
    return Plan(type(model).__name__, model.classes, columns, start, (step,), whole=True)


def softmax(model: Any) -> Plan:
    """An intercept and weights for each class."""
    start, *columns = zip(*model.w)
    return _weighted(model, start, tuple(zip(*columns)))


def logistic(model: Any) -> Plan:
    """Two classes: the weights are for the second, and the first has none."""
    plan = _weighted(model, (0.0, model.w0), ((0.0,) * len(model.w), model.w))
    return replace(plan, tie=0.0)  # the sign decides, however small the score


def _weighted(model: Any, start: Sequence[float], weights: Any) -> Plan:
    columns = numbered(model.features)
    tables = {"WEIGHTS": tuple(map(tuple, weights))}
    step = Terms(score_line(weighted_terms), tuple(range(len(columns))), tables)
    name, first = type(model).__name__, tuple(w0 + 0.0 for w0 in start)  # −0 becomes 0
    return Plan(name, model.classes, columns, first, (step,), whole=True)


def coded(model: CodedRegression[Any]) -> Plan:
    """The weight of the value that is there; of the first value it is 0."""
    regression = model.regression
    two = isinstance(regression, LogisticRegression)
    inner = logistic(regression) if two else softmax(regression)
    (terms,) = inner.steps
    assert isinstance(terms, Terms)
    weights, values = terms.tables["WEIGHTS"], model.coding.values
    columns = tuple(
        Column(name, "value", vs) if vs else Column(name, "number")
        for name, vs in zip(model.features, values)
    )
    spans = model.coding.spans
    discrete = [i for i, vs in enumerate(values) if vs]
    numeric = [i for i, vs in enumerate(values) if not vs]
    gains = [[(0.0, *w[slice(*spans[i])]) for i in discrete] for w in weights]
    steps: list[Step] = [lookups(discrete, gains)] if discrete else []
    if numeric:
        table = tuple(tuple(w[spans[i][0]] for i in numeric) for w in weights)
        steps.append(Terms(score_line(weighted_terms), tuple(numeric), {"WEIGHTS": table}))
    name = f"CodedRegression ({inner.model})"
    return replace(inner, model=name, columns=columns, steps=tuple(steps))


def in_order(plan: Callable[[Any], Plan]) -> Callable[[Any], Plan]:
    """The plan of a model whose scores tell the winner, and are no logarithms of anything."""
    return lambda model: replace(plan(model), scores="order", tie=0.0)
