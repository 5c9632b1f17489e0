"""Lowering of discriminant analysis, the regressions and the other linear models."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import fsum
from operator import mul
from typing import Any

from textbook_ml.core.stable import safe_log
from textbook_ml.embedding.ir.program import Column, Program
from textbook_ml.embedding.ir.program_steps import (
    CategoryTerms,
    MahalanobisTerm,
    Matrix,
    Step,
    Terms,
    weighted_terms,
)
from textbook_ml.embedding.ir.score_line import score_line
from textbook_ml.equations.gaussian import normal_log_constant
from textbook_ml.equations.log_terms import centred_log_terms
from textbook_ml.models.coded_regression import CodedRegression
from textbook_ml.models.covariance_fit import factored
from textbook_ml.models.gaussian_discriminant_analysis import GaussianDiscriminantAnalysis
from textbook_ml.models.linear_log_odds import LinearLogOdds
from textbook_ml.models.logistic_regression import LogisticRegression
from textbook_ml.models.quadratic_discriminant_analysis import QuadraticDiscriminantAnalysis


def discriminant(model: GaussianDiscriminantAnalysis[Any]) -> Program:
    """Lower discriminant analysis with one covariance: its log odds are linear."""
    return _program_of_numbers(model, *centred(model.linear_form()))


def centred(form: Sequence[LinearLogOdds]) -> tuple[tuple[float, ...], Terms]:
    """Return the initial scores and the step of linear log odds."""
    tables = {"WEIGHTS": tuple(line.w for line in form), "CENTRES": tuple(f.centre for f in form)}
    step = Terms(score_line(centred_log_terms), tuple(range(len(form[0].w))), tables)
    return tuple(line.w0 for line in form), step


def quadratic(model: QuadraticDiscriminantAnalysis[Any]) -> Program:
    """Lower discriminant analysis with one covariance for each class."""
    factors = [factored(sigma, model.features).factors for sigma in model.covariances]
    start = tuple(
        fsum([safe_log(prior), *map(normal_log_constant, d)])
        for prior, (_, d) in zip(model.priors, factors)
    )
    step = MahalanobisTerm(
        tuple(range(len(model.features))),
        model.means,
        tuple(tuple(l_ij for l_i in lower for l_ij in l_i) for lower, _ in factors),
        tuple(tuple(0.5 / d_i for d_i in d) for _, d in factors),
    )
    return _program_of_numbers(model, start, step)


def softmax(model: Any) -> Program:
    """Lower a model with an intercept and weights for each class."""
    start, *columns = zip(*model.w)
    return _program_with_weights(model, start, tuple(zip(*columns)))


def logistic(model: Any) -> Program:
    """Lower a model of two classes; the weights of the first class are 0."""
    program = _program_with_weights(model, (0.0, model.w0), ((0.0,) * len(model.w), model.w))
    return replace(program, tie=0.0)  # the sign of the score decides, however small it is


def _program_with_weights(model: Any, start: Sequence[float], weights: Matrix) -> Program:
    columns = tuple(range(len(model.features)))
    step = Terms(score_line(weighted_terms), columns, {"WEIGHTS": tuple(map(tuple, weights))})
    return _program_of_numbers(model, tuple(w0 + 0.0 for w0 in start), step)  # −0 becomes 0


def _program_of_numbers(model: Any, start: tuple[float, ...], step: Step) -> Program:
    """Return a program of one step over columns of numbers, all of which must be present."""
    columns = tuple(Column(name, "number") for name in model.features)
    return Program(type(model).__name__, model.classes, columns, start, (step,), whole=True)


def at_means(program: Program, rows: Sequence[Sequence[Any]]) -> Program:
    """Return a program that subtracts the mean of each column before it multiplies by a weight.

    With few digits this matters: the product of a weight and a large column mean would need all of
    them. Steps that already subtract a mean or a centre are unchanged.
    """
    start, steps = list(program.start), []
    for step in program.steps:
        if rows and isinstance(step, Terms) and step.line.text == "v * WEIGHTS":
            columns = [[row[i] for row in rows if row[i] is not None] for i in step.columns]
            means = tuple(fsum(column) / max(1, len(column)) for column in columns)
            weights = step.tables["WEIGHTS"]
            start = [w0 + fsum(map(mul, w, means)) for w0, w in zip(start, weights)]
            tables = {"WEIGHTS": weights, "CENTRES": (means,) * len(weights)}
            step = Terms(score_line(centred_log_terms), step.columns, tables, step.skips_zero)
        steps.append(step)
    return replace(program, start=tuple(start), steps=tuple(steps))


def coded(model: CodedRegression[Any]) -> Program:
    """Lower a regression with coded categories; the weight of the first category is 0."""
    regression = model.regression
    two_classes = isinstance(regression, LogisticRegression)
    inner = logistic(regression) if two_classes else softmax(regression)
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
    steps: list[Step] = [CategoryTerms.of(discrete, gains)] if discrete else []
    if numeric:
        table = tuple(tuple(w[spans[i][0]] for i in numeric) for w in weights)
        steps.append(Terms(score_line(weighted_terms), tuple(numeric), {"WEIGHTS": table}))
    name = f"CodedRegression ({inner.model})"
    return replace(inner, model=name, columns=columns, steps=tuple(steps))


def without_probabilities(lowering: Callable[[Any], Program]) -> Callable[[Any], Program]:
    """Change a lowering for models whose scores rank the classes but are not logarithms."""
    return lambda model: replace(lowering(model), scores="order", tie=0.0)
