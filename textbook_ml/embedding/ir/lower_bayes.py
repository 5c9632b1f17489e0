"""Lowering of all naive Bayes models and of the full joint distribution."""

from collections.abc import Sequence
from fractions import Fraction
from math import fsum, inf, prod, ulp
from typing import Any

from textbook_ml.core.errors import TextbookError, number_text, require
from textbook_ml.core.stable import safe_log
from textbook_ml.core.text import tokens
from textbook_ml.embedding.ir.lower_linear import centred
from textbook_ml.embedding.ir.program import TIE as LOG_TIE
from textbook_ml.embedding.ir.program import Column, Program, ascii_tokens
from textbook_ml.embedding.ir.program_steps import CategoryTerms, JointTable, Step, Terms
from textbook_ml.embedding.ir.score_line import score_line
from textbook_ml.models.distribution import Distribution
from textbook_ml.models.full_joint_bayes import FullJointBayes
from textbook_ml.models.gaussian_naive_bayes import GaussianNaiveBayes
from textbook_ml.models.mixed_naive_bayes import MixedNaiveBayes
from textbook_ml.models.naive_bayes import NaiveBayes

MAX_ROWS = 2**1000  # maximum number of possible rows, so that a float can represent it
LEAST_PROBABILITY = 2.0**-960  # so that sums and quotients do not become subnormal
JOINT_TIE = 2.0**-50  # relative: covers two roundings of each of the two probabilities


def naive_bayes(model: NaiveBayes[Any]) -> Program:
    """Lower a naive Bayes model with one family of distributions: one step."""
    family = model.family
    unknown = _word_not_tokenised(model.features) if family.text else None
    if family.text == "counts" and unknown is not None:
        raise TextbookError(
            f"the exported tokeniser never finds the word {unknown!r} of the vocabulary (it makes "
            f"{ascii_tokens(unknown)} of it). Fix: learn the model from the words that "
            "textbook_ml.core.text.tokens gives"
        )
    first = zip(*(table[0] for table in model.parameters))
    columns = tuple(
        Column(name, family.column, family.values(*parameters))
        for name, parameters in zip(model.features, first)
    )
    step: Step
    if isinstance(model, GaussianNaiveBayes) and model.linear_form():
        start, step = centred(model.linear_form())
    else:
        tables = list(map(family.tables, *model.parameters))
        start = tuple(map(safe_log, model.priors))
        step = _step_of_family(family, columns, range(len(columns)), tables)
    return Program(
        type(model).__name__,
        model.classes,
        columns,
        start,
        (step,),
        tie=_tie_of_logs(start, step) if isinstance(step, CategoryTerms) else LOG_TIE,
        whole=family.text == "counts",
        text="" if unknown is not None else family.text,
    )


def _tie_of_logs(start: Sequence[float], step: CategoryTerms) -> float:
    """Bound the difference of two scores that are equal before their logarithms are rounded.

    Each logarithm has an error of less than one unit in its last place.
    """
    ends = [*step.firsts[1:], len(step.gains[0])]
    tables = [[row[a:b] for row in step.gains] for a, b in zip(step.firsts, ends)]
    logs = [start, *([v for row in table for v in row] for table in tables)]
    return fsum(2 * max((ulp(v) for v in table if v > -inf), default=0.0) for table in logs)


def mixed(model: MixedNaiveBayes[Any]) -> Program:
    """Lower a mixed naive Bayes model: one step for each family, with its columns."""
    first = model.distributions[0]
    columns = tuple(
        Column(name, part.column, part.values(*part.parameters))
        for name, part in zip(model.features, first)
    )
    steps = []
    families: list[type[Distribution]] = list(dict.fromkeys(map(type, first)))
    for family in families:
        indices = [i for i, part in enumerate(first) if type(part) is family]
        tables = [
            family.tables(*zip(*(parts[i].parameters for i in indices)))
            for parts in model.distributions
        ]
        steps.append(_step_of_family(family, columns, indices, tables))
    start = tuple(map(safe_log, model.priors))
    return Program("MixedNaiveBayes", model.classes, columns, start, tuple(steps))


def _step_of_family(
    family: type[Distribution],
    columns: Sequence[Column],
    indices: Sequence[int],
    tables: Sequence[tuple[Sequence[Any], ...]],
) -> Step:
    """Return the step of a family over some columns; `tables[k]` are the tables of class k."""
    line = score_line(family.log_terms)
    if line.looks_up:
        gains = [
            [[table[v] for v in columns[i].values] for i, table in zip(indices, entries)]
            for (entries,) in tables
        ]
        return CategoryTerms.of(indices, gains)
    named = {
        name: tuple(tuple(of_class[j]) for of_class in tables) for j, name in enumerate(line.tables)
    }
    return Terms(line, tuple(indices), named, skips_zero=family.text == "counts")


def _word_not_tokenised(words: Sequence[str]) -> str | None:
    """Return the first word that the tokeniser never finds in a text."""
    return next((word for word in words if tokens(word) != [word]), None)


def full_joint(model: FullJointBayes[Any]) -> Program:
    """Lower the full joint distribution to a table of P(x, y).

    The scores are probabilities and not logarithms, because a missing value is summed over.
    """
    columns = tuple(Column(n, "value", vs) for n, vs in zip(model.features, model.values))
    sizes = tuple(len(column.values) for column in columns)
    require(
        prod(sizes) < MAX_ROWS,
        f"the number of possible rows of this FullJointBayes must be less than 2^1000, got "
        f"{number_text(prod(sizes))}. Fix: export a naive Bayes model",
    )
    rows = list(dict.fromkeys(row for table in model.tables for row in table))
    joint = [
        [prior * table.get(row, unseen) for row in rows]
        for prior, table, unseen in zip(model.priors, model.tables, model.unseen)
    ]
    unseen = [prior * p for prior, p in zip(model.priors, model.unseen)]
    step = JointTable(
        tuple(range(len(columns))),
        sizes,
        tuple(tuple(c.values.index(v) for c, v in zip(columns, row)) for row in rows),
        tuple(tuple(map(_float_of_probability, row)) for row in joint),
        tuple(map(_float_of_probability, unseen)),
    )
    start = (0.0,) * len(model.classes)
    return Program(
        "FullJointBayes", model.classes, columns, start, (step,), "shares", tie=JOINT_TIE
    )


def _float_of_probability(p: Fraction) -> float:
    require(
        p == 0 or float(p) >= LEAST_PROBABILITY,
        "a probability of this FullJointBayes is too small for a float. Fix: export a naive Bayes "
        "model, which stores logarithms",
    )
    return float(p)
