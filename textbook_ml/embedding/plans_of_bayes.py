"""The plans of naive Bayes in every form, and of the full joint."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import log, pi, prod
from typing import Any

from textbook_ml.distributions import Categorical, Gaussian, Poisson
from textbook_ml.embedding.plan import Column, Plan, ascii_tokens
from textbook_ml.embedding.plan_parts import logs, lookups, numbered
from textbook_ml.embedding.steps import BELLS, RATES, WORDS, Matrix, Step, Terms, WholeRows
from textbook_ml.errors import TextbookError, require, shown
from textbook_ml.models.bernoulli_naive_bayes import BernoulliNaiveBayes
from textbook_ml.models.categorical_naive_bayes import CategoricalNaiveBayes
from textbook_ml.models.full_joint_bayes import FullJointBayes
from textbook_ml.models.gaussian_naive_bayes import GaussianNaiveBayes
from textbook_ml.models.mixed_naive_bayes import MixedNaiveBayes
from textbook_ml.models.multinomial_naive_bayes import MultinomialNaiveBayes
from textbook_ml.models.poisson_naive_bayes import PoissonNaiveBayes
from textbook_ml.text import tokens

MOST_ROWS = 2**1000  # more than this no float can count
TIE = 2.0**-50  # of a share: each is rounded twice at most, and so is what it is compared with


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
        prod(sizes) < MOST_ROWS,
        f"this FullJointBayes has {shown(prod(sizes))} of possible rows, and no float counts them: "
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
    return Plan("FullJointBayes", model.classes, columns, start, (step,), "shares", tie=TIE)


def _share(p: Fraction) -> float:
    require(
        p == 0 or float(p) >= 2.0**-960,
        "this FullJointBayes has a probability too small for the floats: export a naive Bayes "
        "model, whose logarithms have room",
    )
    return float(p)
