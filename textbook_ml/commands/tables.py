"""The parameters of a model as a table: classes as columns, features as rows."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import inf
from typing import Any

from textbook_ml.console import WIDTH, Heading, width
from textbook_ml.distributions import Categorical, Gaussian
from textbook_ml.layout import (
    Line,
    class_table,
    columns,
    plural,
    shares,
    short_fraction,
    shorten,
    significant,
)
from textbook_ml.models.bernoulli_naive_bayes import BernoulliNaiveBayes
from textbook_ml.models.categorical_naive_bayes import CategoricalNaiveBayes
from textbook_ml.models.full_joint_bayes import FullJointBayes
from textbook_ml.models.gaussian_discriminant_analysis import GaussianDiscriminantAnalysis
from textbook_ml.models.gaussian_naive_bayes import GaussianNaiveBayes
from textbook_ml.models.mixed_naive_bayes import MixedNaiveBayes
from textbook_ml.models.multinomial_naive_bayes import MultinomialNaiveBayes
from textbook_ml.models.poisson_naive_bayes import PoissonNaiveBayes
from textbook_ml.models.quadratic_discriminant_analysis import QuadraticDiscriminantAnalysis
from textbook_ml.models.recipes import Model

WORDS, ROWS = 10, 20  # number of words of a text model, and rows of the full joint, shown
BLANK = Line("")


def learned(model: Any, of_text: bool) -> Iterator[str]:
    """Yield the table of a model; for a text model, the most informative words."""
    draw = told_by_words if of_text else DRAWN[type(model)]
    yield from draw(model)


def bells(model: GaussianNaiveBayes[Any]) -> Iterator[str]:
    """Yield mean and variance of each feature in each class; a shared variance once."""
    if len(set(model.variances)) == 1:
        yield from means_and(model, model.means, model.variances[0])
    else:
        yield from class_table(
            model.classes, [_prior(model), *_moments(model, model.means, model.variances)]
        )


def categories(model: CategoricalNaiveBayes[Any]) -> Iterator[str]:
    """Yield the probability of each value of each feature in each class."""
    lines = [_prior(model)]
    for name, tables in zip(model.features, zip(*model.tables)):
        lines += [BLANK, Line(name), *_values(tables)]
    yield from class_table(model.classes, lines)


def coin_table(model: BernoulliNaiveBayes[Any]) -> Iterator[str]:
    """Yield P(x = 1) of each feature in each class."""
    lines = [_prior(model), BLANK, Line("P(feature = 1 | class)")]
    for name, phi in zip(model.features, zip(*model.phi)):
        lines.append(_line(f"  {name}", shares(phi)))
    yield from class_table(model.classes, lines)


def rates(model: PoissonNaiveBayes[Any]) -> Iterator[str]:
    """Yield the mean count of each feature in each class."""
    lines = [_prior(model), BLANK, Line("mean count")]
    for name, column in zip(model.features, zip(*model.rates)):
        lines.append(_line(f"  {name}", map(significant, column)))
    yield from class_table(model.classes, lines)


def mixture(model: MixedNaiveBayes[Any]) -> Iterator[str]:
    """Yield each feature by its kind: probabilities of values, mean and variance, or rate."""
    lines = [_prior(model)]
    for name, parts in zip(model.features, zip(*model.distributions)):
        lines += [BLANK, Line(name)]
        if isinstance(parts[0], Categorical):
            lines += _values([part.table for part in parts])
        elif isinstance(parts[0], Gaussian):
            lines.append(_line("  mean", [significant(part.mu) for part in parts]))
            lines.append(_line("  variance", [significant(part.sigma2) for part in parts]))
        else:
            lines.append(_line("  mean count", [significant(part.rate) for part in parts]))
    yield from class_table(model.classes, lines)


def whole_rows(model: FullJointBayes[Any]) -> Iterator[str]:
    """Yield the most probable rows, and the probability of any other row."""
    found = list(dict.fromkeys(x for table in model.tables for x in table))
    found.sort(key=lambda x: -max(table.get(x, 0) for table in model.tables))
    lines = [_prior(model), BLANK, Line(shorten(", ".join(model.features), 38))]
    for x in found[:ROWS]:
        pairs = zip(model.tables, model.unseen)
        lines.append(_line("  " + ", ".join(map(str, x)), shares([t.get(x, u) for t, u in pairs])))
    lines += [BLANK, _line("any row not in the data of the class", shares(model.unseen))]
    yield from class_table(model.classes, lines)
    if len(found) > ROWS:
        yield ""
        yield f"{plural(len(found) - ROWS, 'more row')} in the training data."


def shared_covariance(model: GaussianDiscriminantAnalysis[Any]) -> Iterator[str]:
    """Yield the means by class, the variances, and Σ if it fits into a line."""
    diagonal = [row[i] for i, row in enumerate(model.covariance)]
    yield from means_and(model, model.means, diagonal)
    yield from triangle("covariance matrix of all classes", model.features, model.covariance)


def own_covariances(model: QuadraticDiscriminantAnalysis[Any]) -> Iterator[str]:
    """Yield means and variances by class, and each Σ if it fits into a line."""
    diagonals = [[row[i] for i, row in enumerate(c)] for c in model.covariances]
    yield from class_table(model.classes, [_prior(model), *_moments(model, model.means, diagonals)])
    for y, covariance in zip(model.classes, model.covariances):
        yield from triangle(f"covariance matrix of class {y}", model.features, covariance)


def means_and(
    model: Any, means: Sequence[Sequence[float]], tied: Sequence[float]
) -> Iterator[str]:
    """Yield the means by class, and the variance that all classes share."""
    prior = _prior(model)
    lines = [Line(prior.name, (*prior.groups, ("",))), BLANK, Line("mean")]
    for name, column, common in zip(model.features, zip(*means), tied):
        lines.append(_line(f"  {name}", [*map(significant, column), significant(common)]))
    yield from class_table([*model.classes, "variance"], lines)


def triangle(title: str, names: Sequence[str], matrix: Sequence[Sequence[float]]) -> Iterator[str]:
    """Yield the lower triangle of a symmetric matrix, if it fits into a line."""
    cells = [[significant(x) for x in row[: i + 1]] for i, row in enumerate(matrix)]
    rows = [[f"  {n}", *row, *[""] * (len(names) - len(row))] for n, row in zip(names, cells)]
    drawn = list(columns([["", *names], *rows], "<" + ">" * len(names)))
    yield ""
    yield Heading(title)
    if max(map(width, drawn)) < WIDTH:
        yield from drawn
    else:
        n = len(names)
        yield f"  {plural(n * (n + 1) // 2, 'number')}, too wide for this screen: --out writes them"


def told_by_words(model: Any) -> Iterator[str]:
    """Yield the most informative words, with their probability in each class."""
    lines = [_prior(model), BLANK, Line("P(word | class)")]
    lines[0] = Line(lines[0].name, (*lines[0].groups, ("",)))
    for word, ps, winner, times in telling_words(model)[:WORDS]:
        ratio = "only" if times == inf else f"{significant(times, 3)} : 1"
        verdict = f"{shorten(str(winner), 16)}  {ratio:>10}"
        lines.append(_line(f"  {word}", [*(significant(p, 3) for p in ps), verdict]))
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


def _prior(model: Model) -> Line:
    priors: Sequence[float | Fraction] = getattr(model, "priors")
    return _line("P(class)", shares(priors))


def _line(name: str, cells: Any) -> Line:
    return Line(name, tuple((cell,) for cell in cells))


def _moments(model: Any, means: Any, variances: Any) -> Iterator[Line]:
    """Yield mean and variance side by side under each class."""
    yield BLANK
    yield Line("", (("mean", "variance"),) * len(model.classes))
    for name, mus, sigma2s in zip(model.features, zip(*means), zip(*variances)):
        pairs = [(significant(m), significant(v)) for m, v in zip(mus, sigma2s)]
        yield Line(name, tuple(pairs))


def _values(tables: Sequence[Mapping[Any, Fraction]]) -> Iterator[Line]:
    """Yield one line for each value of a discrete feature; all fractions, or all decimals."""
    short = all(short_fraction(p) is not None for table in tables for p in table.values())
    for value in tables[0]:
        ps = [table[value] for table in tables]
        yield _line(f"  {value}", shares(ps) if short else map(significant, ps))


DRAWN: Mapping[type[Any], Callable[[Any], Iterator[str]]] = {
    GaussianNaiveBayes: bells,
    CategoricalNaiveBayes: categories,
    BernoulliNaiveBayes: coin_table,
    MultinomialNaiveBayes: told_by_words,
    PoissonNaiveBayes: rates,
    MixedNaiveBayes: mixture,
    FullJointBayes: whole_rows,
    GaussianDiscriminantAnalysis: shared_covariance,
    QuadraticDiscriminantAnalysis: own_covariances,
}
