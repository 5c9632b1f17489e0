"""The parameters of a model as a table: classes as columns, features as rows."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import inf
from typing import Any

from textbook_ml.core.console import WIDTH, Heading, display_width
from textbook_ml.core.errors import plural
from textbook_ml.core.formatting import (
    TableLine,
    class_table,
    columns,
    probability_texts,
    short_fraction,
    shorten,
    significant,
)
from textbook_ml.models.full_joint_bayes import FullJointBayes
from textbook_ml.models.gaussian_discriminant_analysis import GaussianDiscriminantAnalysis
from textbook_ml.models.mixed_naive_bayes import MixedNaiveBayes
from textbook_ml.models.multinomial_naive_bayes import MultinomialNaiveBayes
from textbook_ml.models.naive_bayes import NaiveBayes
from textbook_ml.models.quadratic_discriminant_analysis import QuadraticDiscriminantAnalysis
from textbook_ml.models.recipes import Model

WORDS, ROWS = 10, 20  # number of words shown of a text model, and of rows of a full-joint model
BLANK = TableLine("")


def parameter_tables(model: Any, of_text: bool) -> Iterator[str]:
    """Yield the parameters of a model; for a text model, the most informative words."""
    draw = next(drawn for kind, drawn in DRAWN.items() if isinstance(model, kind))
    yield from (told_by_words if of_text else draw)(model)


def naive_bayes(model: NaiveBayes[Any]) -> Iterator[str]:
    """Yield the parameters of each feature in each class; shared parameters are shown once."""
    if model.family.column == "value" and len(model.family.headings) == 1:
        yield from class_table(model.classes, [_prior_lines(model), *_discrete_lines(model)])
        return
    tied = [table for table in model.parameters[1:] if len(set(table)) == 1]
    if len(model.parameters) == 2 and tied:
        yield from means_and(model, model.family.headings, model.parameters[0], tied[0][0])
    else:
        lines = _parameter_lines(model, model.family.headings, model.parameters)
        yield from class_table(model.classes, [_prior_lines(model), *lines])


def _discrete_lines(model: NaiveBayes[Any]) -> Iterator[TableLine]:
    """Yield the values of each feature with their probabilities; for Boolean features, only 1."""
    (table,) = model.parameters
    if not isinstance(table[0], tuple) or not all(isinstance(t, Mapping) for t in table[0]):
        yield from (BLANK, TableLine(model.family.headings[0]))
        for name, phi in zip(model.features, zip(*table)):
            yield _table_line(f"  {name}", probability_texts(phi))
        return
    for name, tables in zip(model.features, zip(*table)):
        yield from (BLANK, TableLine(name), *_value_lines(tables))


def _parameter_lines(
    model: Any, headings: tuple[str, ...], tables: Sequence[Any]
) -> Iterator[TableLine]:
    """Yield one parameter under its heading, or several side by side under each class."""
    yield BLANK
    if len(headings) == 1:
        yield TableLine(headings[0])
        for name, column in zip(model.features, zip(*tables[0])):
            yield _table_line(f"  {name}", map(significant, column))
        return
    yield TableLine("", (headings,) * len(model.classes))
    for name, *cells in zip(model.features, *(zip(*table) for table in tables)):
        yield TableLine(name, tuple(tuple(map(significant, of_class)) for of_class in zip(*cells)))


def feature_tables(model: MixedNaiveBayes[Any]) -> Iterator[str]:
    """Yield for each feature the probabilities of its values, or the parameters of its density."""
    lines = [_prior_lines(model)]
    for name, parts in zip(model.features, zip(*model.distributions)):
        lines += [BLANK, TableLine(name)]
        columns = zip(*(part.parameters for part in parts))
        for heading, column in zip(parts[0].headings, columns):
            if isinstance(column[0], Mapping):
                lines += _value_lines(column)
            else:
                lines.append(_table_line(f"  {heading}", map(significant, column)))
    yield from class_table(model.classes, lines)


def whole_rows(model: FullJointBayes[Any]) -> Iterator[str]:
    """Yield the most probable rows, and the probability of any other row."""
    found = list(dict.fromkeys(x for table in model.tables for x in table))
    found.sort(key=lambda x: -max(table.get(x, 0) for table in model.tables))
    lines = [_prior_lines(model), BLANK, TableLine(shorten(", ".join(model.features), 38))]
    for x in found[:ROWS]:
        pairs = zip(model.tables, model.unseen)
        lines.append(
            _table_line(
                "  " + ", ".join(map(str, x)),
                probability_texts([t.get(x, u) for t, u in pairs]),
            )
        )
    lines += [
        BLANK,
        _table_line("any row not in the data of the class", probability_texts(model.unseen)),
    ]
    yield from class_table(model.classes, lines)
    if len(found) > ROWS:
        yield ""
        yield f"{plural(len(found) - ROWS, 'more row')} in the training data."


def shared_covariance(model: GaussianDiscriminantAnalysis[Any]) -> Iterator[str]:
    """Yield the means by class, the variances, and Σ if it fits into a line."""
    diagonal = [row[i] for i, row in enumerate(model.covariance)]
    yield from means_and(model, ("mean", "variance"), model.means, diagonal)
    yield from lower_triangle("covariance matrix of all classes", model.features, model.covariance)


def own_covariances(model: QuadraticDiscriminantAnalysis[Any]) -> Iterator[str]:
    """Yield means and variances by class, and each Σ if it fits into a line."""
    diagonals = [[row[i] for i, row in enumerate(c)] for c in model.covariances]
    lines = _parameter_lines(model, ("mean", "variance"), (model.means, diagonals))
    yield from class_table(model.classes, [_prior_lines(model), *lines])
    for y, covariance in zip(model.classes, model.covariances):
        yield from lower_triangle(f"covariance matrix of class {y}", model.features, covariance)


def means_and(
    model: Any,
    headings: Sequence[str],
    means: Sequence[Sequence[float]],
    tied: Sequence[float],
) -> Iterator[str]:
    """Yield the mean of each class, and next to them the variance that all classes share."""
    prior, (heading, shared) = _prior_lines(model), headings
    lines = [TableLine(prior.name, (*prior.groups, ("",))), BLANK, TableLine(heading)]
    for name, column, common in zip(model.features, zip(*means), tied):
        lines.append(_table_line(f"  {name}", [*map(significant, column), significant(common)]))
    yield from class_table([*model.classes, shared], lines)


def lower_triangle(
    title: str, names: Sequence[str], matrix: Sequence[Sequence[float]]
) -> Iterator[str]:
    """Yield the lower triangle of a symmetric matrix, if it fits into a line."""
    cells = [[significant(x) for x in row[: i + 1]] for i, row in enumerate(matrix)]
    rows = [[f"  {n}", *row, *[""] * (len(names) - len(row))] for n, row in zip(names, cells)]
    drawn = list(columns([["", *names], *rows], "<" + ">" * len(names)))
    yield ""
    yield Heading(title)
    if max(map(display_width, drawn)) < WIDTH:
        yield from drawn
    else:
        n = len(names)
        yield f"  {plural(n * (n + 1) // 2, 'number')}, too wide to print; a saved model has them"


def told_by_words(model: Any) -> Iterator[str]:
    """Yield the most informative words, with their probability in each class."""
    lines = [_prior_lines(model), BLANK, TableLine("P(word | class)")]
    lines[0] = TableLine(lines[0].name, (*lines[0].groups, ("",)))
    for word, ps, winner, times in telling_words(model)[:WORDS]:
        ratio = "only" if times == inf else f"{significant(times, 3)} : 1"
        verdict = f"{shorten(str(winner), 16)}  {ratio:>10}"
        lines.append(_table_line(f"  {word}", [*(significant(p, 3) for p in ps), verdict]))
    yield from class_table([*model.classes, "evidence for"], lines)


def telling_words(model: Any) -> list[tuple[str, tuple[Fraction, ...], Any, float]]:
    """Return each word, its probabilities, the class it is evidence for, and the likelihood ratio.

    The ratio divides its probability in that class by the largest in the other classes.
    """
    told = []
    for word, ps in zip(model.features, zip(*model.phi)):
        best, second = sorted(ps)[:-3:-1]
        times = float(best / second) if second else inf if best else 1.0
        told.append((word, ps, model.classes[ps.index(best)], times))
    return sorted(told, key=lambda item: (-item[3], -max(item[1])))


def _prior_lines(model: Model) -> TableLine:
    priors: Sequence[float | Fraction] = getattr(model, "priors")
    return _table_line("P(class)", probability_texts(priors))


def _table_line(name: str, cells: Any) -> TableLine:
    return TableLine(name, tuple((cell,) for cell in cells))


def _value_lines(tables: Sequence[Mapping[Any, Fraction]]) -> Iterator[TableLine]:
    """Yield one line for each value of a discrete feature; all fractions, or all decimals."""
    short = all(short_fraction(p) is not None for table in tables for p in table.values())
    for value in tables[0]:
        ps = [table[value] for table in tables]
        yield _table_line(f"  {value}", probability_texts(ps) if short else map(significant, ps))


DRAWN: Mapping[type[Any], Callable[[Any], Iterator[str]]] = {
    MultinomialNaiveBayes: told_by_words,
    MixedNaiveBayes: feature_tables,
    NaiveBayes: naive_bayes,
    FullJointBayes: whole_rows,
    GaussianDiscriminantAnalysis: shared_covariance,
    QuadraticDiscriminantAnalysis: own_covariances,
}
