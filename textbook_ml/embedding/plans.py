"""From a model to its plan: one small function for each kind of model, and nothing else.

Logarithms and inverses are taken here, once; what is left for the exported file is + − ×.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import accumulate
from math import fsum, log, pi, prod
from typing import Any

from textbook_ml.distributions import Categorical, Gaussian, Poisson
from textbook_ml.embedding.plan import Column, Plan, ascii_tokens
from textbook_ml.embedding.steps import (
    BELLS,
    RATES,
    WEIGHTS,
    WORDS,
    Lookups,
    Matrix,
    Step,
    Terms,
    Whitened,
    WholeRows,
)
from textbook_ml.errors import TextbookError, require
from textbook_ml.models.bernoulli_naive_bayes import BernoulliNaiveBayes
from textbook_ml.models.categorical_naive_bayes import CategoricalNaiveBayes
from textbook_ml.models.coded_regression import CodedRegression
from textbook_ml.models.full_joint_bayes import FullJointBayes
from textbook_ml.models.gaussian_discriminant_analysis import GaussianDiscriminantAnalysis
from textbook_ml.models.gaussian_naive_bayes import GaussianNaiveBayes
from textbook_ml.models.indicator_regression import IndicatorRegression
from textbook_ml.models.linear_svm import LinearSVM
from textbook_ml.models.logistic_regression import LogisticRegression
from textbook_ml.models.mixed_naive_bayes import MixedNaiveBayes
from textbook_ml.models.multinomial_naive_bayes import MultinomialNaiveBayes
from textbook_ml.models.perceptron import Perceptron
from textbook_ml.models.poisson_naive_bayes import PoissonNaiveBayes
from textbook_ml.models.quadratic_discriminant_analysis import QuadraticDiscriminantAnalysis
from textbook_ml.models.softmax_regression import SoftmaxRegression
from textbook_ml.models.whole_rows import factorised
from textbook_ml.stable import safe_log
from textbook_ml.text import tokens

LARGEST_WHOLE = 2**53  # up to here every whole number is a float


def plan_of(model: Any) -> Plan:
    """The plan of a model; a kind that has none is refused by its name."""
    for kind, plan in PLANS.items():
        if type(model) is kind:
            return plan(model)
    known = ", ".join(kind.__name__ for kind in PLANS)
    raise TextbookError(
        f"{type(model).__name__} has no plan, and cannot be exported: there are plans of {known}"
    )


def numbered(names: Sequence[str]) -> tuple[Column, ...]:
    """Columns of numbers."""
    return tuple(Column(name, "number") for name in names)


def logs(shares: Sequence[float | Fraction]) -> tuple[float, ...]:
    """The logarithm of each share; of 0 it is −∞."""
    return tuple(map(safe_log, shares))


def bells(columns: Sequence[int], means: Matrix, variances: Matrix) -> Terms:
    """ln N(v; μ, σ²) = −½ ln 2πσ² − (v − μ)² / 2σ²."""
    return Terms(
        BELLS,
        tuple(columns),
        {
            "PEAKS": tuple(tuple(-log(2 * pi * v) / 2 for v in row) for row in variances),
            "MEANS": means,
            "NARROW": tuple(tuple(0.5 / v for v in row) for row in variances),
        },
    )


def rates(columns: Sequence[int], table: Matrix) -> Terms:
    """ln P(v) = v ln λ − λ, without ln v!, which all classes share."""
    return Terms(RATES, tuple(columns), {"LOG_RATES": tuple(map(logs, table)), "RATES": table})


def lookups(columns: Sequence[int], gains: Sequence[Sequence[Sequence[float]]]) -> Lookups:
    """`gains[k][i]` has one number for each value; the tables of a class stand in one row."""
    widths = [len(table) for table in gains[0]]
    firsts = tuple(accumulate(widths, initial=0))[:-1]
    rows = tuple(tuple(g for table in tables for g in table) for tables in gains)
    return Lookups(tuple(columns), firsts, rows)


def gaussian(model: GaussianNaiveBayes[Any]) -> Plan:
    """A bell for each column."""
    columns = numbered(model.features)
    step = bells(range(len(columns)), model.means, model.variances)
    return Plan("GaussianNaiveBayes", model.classes, columns, logs(model.priors), (step,))


def categorical(model: CategoricalNaiveBayes[Any]) -> Plan:
    """A table for each column."""
    values = [tuple(table) for table in model.tables[0]]
    columns = tuple(Column(n, "value", vs) for n, vs in zip(model.features, values))
    gains = [
        [logs([table[v] for v in vs]) for table, vs in zip(tables, values)]
        for tables in model.tables
    ]
    step = lookups(range(len(columns)), gains)
    return Plan("CategoricalNaiveBayes", model.classes, columns, logs(model.priors), (step,))


def bernoulli(model: BernoulliNaiveBayes[Any]) -> Plan:
    """A table of two for each column: 0 and 1. Columns that are words also take a text."""
    columns = tuple(Column(name, "value", (0, 1)) for name in model.features)
    step = lookups(range(len(columns)), [[logs([1 - p, p]) for p in row] for row in model.phi])
    return Plan(
        "BernoulliNaiveBayes",
        model.classes,
        columns,
        logs(model.priors),
        (step,),
        text="" if any(_strange_words(model.features)) else "presence",
    )


def multinomial(model: MultinomialNaiveBayes[Any]) -> Plan:
    """n ln φ for each word that occurs n times."""
    for word in _strange_words(model.features):
        raise TextbookError(
            f"the word {word!r} of the vocabulary is none that the exported tokeniser makes "
            f"(it makes {ascii_tokens(word)} of it): the model was learned with another "
            "tokeniser; learn it from the words that textbook_ml.text.tokens gives"
        )
    columns = tuple(Column(word, "count") for word in model.features)
    step = Terms(WORDS, tuple(range(len(columns))), {"WEIGHTS": tuple(map(logs, model.phi))})
    start = logs(model.priors)
    name = "MultinomialNaiveBayes"
    return Plan(name, model.classes, columns, start, (step,), whole=True, text="counts")


def _strange_words(words: Sequence[str]) -> Iterator[str]:
    """Those that no text could show; a text beyond ASCII is refused when it comes."""
    return (word for word in words if tokens(word) != [word])


def poisson(model: PoissonNaiveBayes[Any]) -> Plan:
    """A rate for each column."""
    columns = tuple(Column(name, "count") for name in model.features)
    step = rates(range(len(columns)), model.rates)
    return Plan("PoissonNaiveBayes", model.classes, columns, logs(model.priors), (step,))


def mixed(model: MixedNaiveBayes[Any]) -> Plan:
    """Tables first, then bells, then rates: each kind with its columns."""
    first = model.distributions[0]
    columns = tuple(map(_mixed_column, model.features, first))
    places = {
        kind: [i for i, part in enumerate(first) if isinstance(part, kind)]
        for kind in (Categorical, Gaussian, Poisson)
    }

    def parts(kind: type[Any], read: Callable[[Any], Any]) -> Any:
        rows = ([row[i] for i in places[kind]] for row in model.distributions)
        return tuple(tuple(map(read, row)) for row in rows)

    tables = [
        [logs([t[v] for v in columns[i].values]) for i, t in zip(places[Categorical], row)]
        for row in parts(Categorical, lambda part: part.table)
    ]
    steps: list[Step] = []
    if places[Categorical]:
        steps.append(lookups(places[Categorical], tables))
    if places[Gaussian]:
        means = parts(Gaussian, lambda part: part.mu)
        steps.append(bells(places[Gaussian], means, parts(Gaussian, lambda part: part.sigma2)))
    if places[Poisson]:
        steps.append(rates(places[Poisson], parts(Poisson, lambda part: part.rate)))
    return Plan("MixedNaiveBayes", model.classes, columns, logs(model.priors), tuple(steps))


def _mixed_column(name: str, part: Any) -> Column:
    if isinstance(part, Categorical):
        return Column(name, "value", tuple(part.table))
    return Column(name, "number" if isinstance(part, Gaussian) else "count")


def full_joint(model: FullJointBayes[Any]) -> Plan:
    """P(x, y) itself: a missing value is summed over, and a sum has no simple logarithm."""
    columns = tuple(Column(n, "value", vs) for n, vs in zip(model.features, model.values))
    sizes = tuple(len(column.values) for column in columns)
    require(
        prod(sizes) < LARGEST_WHOLE,
        f"this FullJointBayes has {prod(sizes)} possible rows, and floats count up to 2^53: "
        "export a naive Bayes model",
    )
    rows = list(dict.fromkeys(row for table in model.tables for row in table))
    shares = [
        [prior * table.get(row, unseen) for row in rows]
        for prior, table, unseen in zip(model.priors, model.tables, model.unseen)
    ]
    unseen = [prior * p for prior, p in zip(model.priors, model.unseen)]
    step = WholeRows(
        tuple(range(len(columns))),
        sizes,
        tuple(tuple(c.values.index(v) for c, v in zip(columns, row)) for row in rows),
        tuple(tuple(map(_share, row)) for row in shares),
        tuple(map(_share, unseen)),
    )
    start = (0.0,) * len(model.classes)
    return Plan("FullJointBayes", model.classes, columns, start, (step,), "shares", tie=0.0)


def _share(p: Fraction) -> float:
    require(
        p == 0 or float(p) >= 2.0**-960,
        "this FullJointBayes has a probability too small for the floats: export a naive Bayes "
        "model, whose logarithms have room",
    )
    return float(p)


def discriminant(model: GaussianDiscriminantAnalysis[Any]) -> Plan:
    """One covariance for all classes."""
    return _whitened("GaussianDiscriminantAnalysis", model, [model.covariance])


def quadratic(model: QuadraticDiscriminantAnalysis[Any]) -> Plan:
    """A covariance for each class."""
    return _whitened("QuadraticDiscriminantAnalysis", model, model.covariances)


def _whitened(name: str, model: Any, covariances: Sequence[Matrix]) -> Plan:
    factors = [factorised(covariance, model.features) for covariance in covariances]
    constants = [[-log(2 * pi * d_i) / 2 for d_i in d] for _, d in factors]
    each = constants * len(model.classes) if len(constants) == 1 else constants
    start = tuple(fsum([log_prior, *c]) for log_prior, c in zip(logs(model.priors), each))
    step = Whitened(
        tuple(range(len(model.features))),
        model.means,
        tuple(tuple(l_ij for l_i in lower for l_ij in l_i) for lower, _ in factors),
        tuple(tuple(0.5 / d_i for d_i in d) for _, d in factors),
    )
    return Plan(name, model.classes, numbered(model.features), start, (step,), whole=True)


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
    step = Terms(WEIGHTS, tuple(range(len(columns))), {"WEIGHTS": tuple(map(tuple, weights))})
    name, first = type(model).__name__, tuple(w0 + 0.0 for w0 in start)  # −0 becomes 0
    return Plan(name, model.classes, columns, first, (step,), whole=True)


def coded(model: CodedRegression[Any]) -> Plan:
    """The weight of the value that is there; of the first value it is 0."""
    inner = PLANS[type(model.regression)](model.regression)
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
        steps.append(Terms(WEIGHTS, tuple(numeric), {"WEIGHTS": table}))
    name = f"CodedRegression ({inner.model})"
    return replace(inner, model=name, columns=columns, steps=tuple(steps))


def in_order(plan: Callable[[Any], Plan]) -> Callable[[Any], Plan]:
    """The plan of a model whose scores tell the winner, and are no logarithms of anything."""
    return lambda model: replace(plan(model), scores="order", tie=0.0)


PLANS: Mapping[type[Any], Callable[[Any], Plan]] = {
    GaussianNaiveBayes: gaussian,
    CategoricalNaiveBayes: categorical,
    BernoulliNaiveBayes: bernoulli,
    MultinomialNaiveBayes: multinomial,
    PoissonNaiveBayes: poisson,
    MixedNaiveBayes: mixed,
    FullJointBayes: full_joint,
    GaussianDiscriminantAnalysis: discriminant,
    QuadraticDiscriminantAnalysis: quadratic,
    LogisticRegression: logistic,
    SoftmaxRegression: softmax,
    CodedRegression: coded,
    LinearSVM: in_order(logistic),
    Perceptron: in_order(logistic),
    IndicatorRegression: in_order(softmax),
}
