"""The plans of naive Bayes in every form, and of the full joint."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import prod
from typing import Any

from textbook_ml.core.errors import TextbookError, require, shown
from textbook_ml.core.text import tokens
from textbook_ml.embedding.ir.lower_shared import logs, lookups
from textbook_ml.embedding.ir.program import Column, Plan, ascii_tokens
from textbook_ml.embedding.ir.score_line import score_line
from textbook_ml.embedding.ir.steps import Step, Terms, WholeRows
from textbook_ml.models.distribution import Distribution
from textbook_ml.models.full_joint_bayes import FullJointBayes
from textbook_ml.models.mixed_naive_bayes import MixedNaiveBayes
from textbook_ml.models.naive_bayes import NaiveBayes

MOST_ROWS = 2**1000  # more than this no float can count
TIE = 2.0**-50  # of a share: each is rounded twice at most, and so is what it is compared with


def naive_bayes(model: NaiveBayes[Any]) -> Plan:
    """Naive Bayes with the distributions of one family: the family's own line."""
    family = model.family
    strange = next(_strange_words(model.features), None) if family.text else None
    if family.text == "counts" and strange is not None:
        raise TextbookError(
            f"the exported tokeniser never finds the word {strange!r} of the vocabulary (it makes "
            f"{ascii_tokens(strange)} of it). Fix: learn the model from the words that "
            "textbook_ml.core.text.tokens gives"
        )
    first = zip(*(table[0] for table in model.parameters))
    columns = tuple(
        Column(name, family.column, family.values(*parameters))
        for name, parameters in zip(model.features, first)
    )
    return Plan(
        type(model).__name__,
        model.classes,
        columns,
        logs(model.priors),
        (_step(family, columns, range(len(columns)), list(map(family.tables, *model.parameters))),),
        whole=family.text == "counts",
        text="" if strange is not None else family.text,
    )


def mixed(model: MixedNaiveBayes[Any]) -> Plan:
    """One step for each family, with its columns."""
    first = model.distributions[0]
    columns = tuple(
        Column(name, part.column, part.values(*part.parameters))
        for name, part in zip(model.features, first)
    )
    steps = []
    families: list[type[Distribution]] = list(dict.fromkeys(map(type, first)))
    for family in families:
        places = [i for i, part in enumerate(first) if type(part) is family]
        tables = [
            family.tables(*zip(*(parts[i].parameters for i in places)))
            for parts in model.distributions
        ]
        steps.append(_step(family, columns, places, tables))
    return Plan("MixedNaiveBayes", model.classes, columns, logs(model.priors), tuple(steps))


def _step(
    family: type[Distribution],
    columns: Sequence[Column],
    places: Sequence[int],
    tables: Sequence[tuple[Sequence[Any], ...]],
) -> Step:
    """The line of a family over its tables, `tables[k]` those of class k."""
    line = score_line(family.log_terms)
    if line.looks_up:
        gains = [
            [[table[v] for v in columns[i].values] for i, table in zip(places, entries)]
            for (entries,) in tables
        ]
        return lookups(places, gains)
    named = {
        name: tuple(tuple(of_class[j]) for of_class in tables) for j, name in enumerate(line.tables)
    }
    return Terms(line, tuple(places), named, skips_zero=family.text == "counts")


def _strange_words(words: Sequence[str]) -> Iterator[str]:
    """The words that the tokeniser never finds in a text."""
    return (word for word in words if tokens(word) != [word])


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
