"""Claims about features: bins for features that are not Gaussian, and missing values.

m       the number of training examples
None    an attribute whose value is missing
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from random import Random

from textbook_ml.equations.event_models import bin_number
from textbook_ml.equations.gaussian import mean_mle
from textbook_ml.equations.logistic import logistic_label
from textbook_ml.equations.missing import observed_likelihood, summed_likelihood
from textbook_ml.equations.smoothing import categorical_laplace
from textbook_ml.evaluation import accuracy
from textbook_ml.models.bernoulli_naive_bayes import BernoulliNaiveBayes
from textbook_ml.models.categorical_naive_bayes import CategoricalNaiveBayes
from textbook_ml.models.gaussian_discriminant_analysis import GaussianDiscriminantAnalysis
from textbook_ml.plots import Band, Bars, Figure, Line, Log, Panels
from textbook_ml.study.experiments._experiment import Finding, experiment
from textbook_ml.study.experiments._random_data import (
    bernoulli,
    boolean_table,
    normal,
    standard_error,
)

EDGES = (-2.5, -1.5, -0.5, 0.5, 1.5, 2.5)
BINS = range(1, len(EDGES) + 2)
RUNS = {50: 4, 200: 2, 500: 1}  # results for small m vary more, so they are repeated more often
NOISE = 0.7
GDA, BINNED = "GDA", "binned naive Bayes"

Draw = Callable[[Random, int], list[float]]  # a function that returns a random row of a class
Table = dict[int, dict[str, float]]

ABSENT = (0.4,) * 8  # P(xᵢ = 1 | Y = 0)
PRESENT = (0.7,) * 8  # P(xᵢ = 1 | Y = 1)
EVEN = {0: Fraction(1, 2), 1: Fraction(1, 2)}


@experiment(
    "EXP-DISCRETISE",
    claim="Naive Bayes with binned features does better than GDA if the features are not Gaussian.",
    criterion="for every m: if one class lies on both sides of the other, the error of naive "
    "Bayes with bins is below 0.1, and the error of GDA is above 0.4; if both classes "
    "are Gaussian, the error of "
    "GDA is not larger than that of naive Bayes with bins",
    entries=("ng-nb-discretise-claim",),
    full={"repeats": 200, "tests": 100_000},
)
def discretising(repeats: int = 36, tests: int = 7200, seed: int = 0) -> Finding:
    """Naive Bayes with seven bins per coordinate, compared with GDA, on two kinds of data.

    The `tests` new rows are divided among the repeats.

    >>> sorted(discretising(repeats=2, tests=8).numbers["two-sided"])
    [50, 200, 500]
    """
    rng = Random(seed)
    two_sided = {m: _errors(rng, two_sided_row, m, k * repeats, tests) for m, k in RUNS.items()}
    gaussian = {m: _errors(rng, gaussian_row, m, k * repeats, tests) for m, k in RUNS.items()}
    return Finding(
        holds=all(row[BINNED] < 0.1 and row[GDA] > 0.4 for row in two_sided.values())
        and all(row[GDA] <= row[BINNED] for row in gaussian.values()),
        numbers={"two-sided": two_sided, "Gaussian": gaussian},
        figure=Panels(
            title="Bins fit any distribution, but cost accuracy if it is Gaussian",
            description="Error against the number of examples. On the left, one class lies on "
            "both sides of the other: only naive Bayes with bins is better than chance. On the "
            "right, both classes are Gaussian: the error with bins is a little larger than that "
            "of GDA.",
            figures=[
                _errors_figure("One class on both sides", two_sided),
                _errors_figure("Two Gaussian classes", gaussian),
            ],
        ),
        caveat="this is often true, as the text says, but not always: with Gaussian features, "
        "bins discard "
        "information that GDA uses, and the error is larger",
    )


def two_sided_row(rng: Random, y: int) -> list[float]:
    """A row with class 1 around 0 and class 0 around ±2 in each coordinate; the means are equal."""
    return [normal(rng, 0.0 if y else 4.0 * bernoulli(rng, 0.5) - 2.0, NOISE) for _ in range(2)]


def gaussian_row(rng: Random, y: int) -> list[float]:
    """A row with mean 0.7 (class 1) or −0.7 (class 0) in each coordinate, and variance 1."""
    return [normal(rng, 0.7 if y else -0.7) for _ in range(2)]


def binned(rows: Sequence[Sequence[float]]) -> list[list[int]]:
    """Replace every number by the number of its bin.

    >>> binned([[-9.0, 0.0], [0.5, 9.0]])
    [[1, 4], [5, 7]]
    """
    return [[bin_number(x, EDGES) for x in row] for row in rows]


def _errors(rng: Random, draw: Draw, m: int, runs: int, tests: int) -> dict[str, float]:
    """The mean error of each method over many runs, with its standard error."""
    rates = zip(*(_one_run(rng, draw, m, tests // runs) for _ in range(runs)))
    by_method = dict(zip((GDA, BINNED), rates))
    off = {f"{name} ±": standard_error(errors) for name, errors in by_method.items()}
    return {name: mean_mle(errors) for name, errors in by_method.items()} | off


def _one_run(rng: Random, draw: Draw, m: int, tests: int) -> tuple[float, float]:
    labels = [bernoulli(rng, 0.5) for _ in range(m + tests)]
    rows = [draw(rng, y) for y in labels]
    learn, known, new, hidden = rows[:m], labels[:m], rows[m:], labels[m:]
    gda = GaussianDiscriminantAnalysis.fit(learn, known, classes=(0, 1)).to_logistic()
    straight = [logistic_label(gda.w0, gda.w, x) for x in new]
    bins = CategoricalNaiveBayes.fit(
        binned(learn), known, theta=categorical_laplace, values=[BINS, BINS]
    )
    return float(1 - accuracy(hidden, straight)), 1 - bins.score(binned(new), hidden)


def _errors_figure(title: str, table: Table) -> Figure:
    sizes = list(table)
    marks: list[Line | Band] = []
    for name in (GDA, BINNED):
        means = [table[m][name] for m in sizes]
        off = [table[m][f"{name} ±"] for m in sizes]
        low, high = [a - b for a, b in zip(means, off)], [a + b for a, b in zip(means, off)]
        marks += [Band(sizes, low, high, label=name), Line(sizes, means, label=name)]
    return Figure(
        title=title,
        description="Mean error, with a band of one standard error on either side.",
        x_label="examples m",
        y_label="error on new rows",
        marks=marks,
        x_scale=Log(),
        y_range=(0.0, 0.6),
    )


@experiment(
    "EXP-MISSING",
    claim="Ignoring a missing attribute is the same as summing over its values, and better than "
    "filling in a constant; if missingness depends on the class, it should be used as information.",
    criterion="exact: ignoring and summing give equal likelihoods for every pattern of missing "
    "values; simulated: ignoring has a smaller error than filling in 0 or 1, and if the classes "
    "differ in how much is missing, treating 'missing' as a value has a smaller error still",
    entries=("sontag-missing", "sontag-missing-general", "sontag-missing-coins"),
    full={"examples": 40_000, "tests": 40_000},
)
def missing_attributes(examples: int = 10_000, tests: int = 3000, seed: int = 0) -> Finding:
    """Eight Boolean features of which half are missing: at random, or more often in one class.

    >>> missing_attributes(examples=20, tests=10).numbers["patterns of missing values that agree"]
    81
    """
    rng = Random(seed)
    agreeing = [observed_likelihood(x, t) == summed_likelihood(x, t) for x, t in _patterns(rng)]
    errors = _missing_at_random(rng, examples, tests)
    telling = _missing_depending_on_class(rng, examples, tests)
    ignored = errors["ignored"]
    return Finding(
        holds=all(agreeing)
        and ignored < errors["filled with 0"]
        and ignored < errors["filled with 1"]
        and telling["missing as a value"] < telling["ignored"],
        numbers={
            "patterns of missing values that agree": sum(agreeing),
            "error, half hidden at random": errors,
            "error, hidden in class 0 more often": telling,
        },
        figure=_missing_figure(errors, telling),
        caveat="ignoring missing values is right only if missingness carries no information about "
        "the class",
    )


def _patterns(rng: Random) -> list[tuple[tuple[int | None, ...], list[dict[int, Fraction]]]]:
    """Every row of four Boolean values, any of them missing, with P(xᵢ | y) in one class."""
    theta = [Fraction(1 + int(99 * rng.random()), 100) for _ in range(4)]
    tables = [{1: p, 0: 1 - p} for p in theta]
    return [(x, tables) for x in product((1, 0, None), repeat=4)]


def _missing_at_random(rng: Random, examples: int, tests: int) -> dict[str, float]:
    """The errors, on rows with missing values, of a model fitted to complete rows."""
    rows, labels = boolean_table(rng, examples, 0.5, PRESENT, ABSENT)
    model = BernoulliNaiveBayes.fit(
        rows, labels, theta=categorical_laplace, prior=EVEN, classes=(0, 1)
    )
    new, hidden = boolean_table(rng, tests, 0.5, PRESENT, ABSENT)
    gaps = [[None if bernoulli(rng, 0.5) else x for x in row] for row in new]

    def filled(value: int) -> list[list[int]]:
        return [[value if x is None else x for x in row] for row in gaps]

    return {
        "nothing hidden": 1 - model.score(new, hidden),
        "ignored": 1 - model.score(gaps, hidden),
        "filled with 0": 1 - model.score(filled(0), hidden),
        "filled with 1": 1 - model.score(filled(1), hidden),
    }


def _missing_depending_on_class(rng: Random, examples: int, tests: int) -> dict[str, float]:
    """The errors if a value is missing with probability 0.2 in class 1 and 0.8 in class 0."""

    def draw(n: int) -> tuple[list[list[int | None]], list[int]]:
        rows, labels = boolean_table(rng, n, 0.5, PRESENT, ABSENT)
        chances = [0.2 if y else 0.8 for y in labels]
        holes = [[None if bernoulli(rng, p) else x for x in r] for r, p in zip(rows, chances)]
        return holes, labels

    def named(rows: list[list[int | None]]) -> list[list[int | str]]:
        return [["missing" if x is None else x for x in row] for row in rows]

    (rows, labels), (new, hidden) = draw(examples), draw(tests)
    theta = categorical_laplace
    ignoring = BernoulliNaiveBayes.fit(rows, labels, theta=theta, prior=EVEN, classes=(0, 1))
    values = [(0, 1, "missing")] * len(PRESENT)
    with_missing = CategoricalNaiveBayes.fit(
        named(rows), labels, theta=theta, prior=EVEN, values=values, classes=(0, 1)
    )
    return {
        "ignored": 1 - ignoring.score(new, hidden),
        "missing as a value": 1 - with_missing.score(named(new), hidden),
    }


def _missing_figure(errors: dict[str, float], telling: dict[str, float]) -> Figure:
    lengths = errors | {f"more missing in class 0, {name}": e for name, e in telling.items()}
    return Figure(
        title="Ignore missing values, unless missingness depends on the class",
        description="Bars of the error. Ignoring missing values costs less than filling them in; "
        "if more is missing in class 0, treating 'missing' as a value makes nearly no errors.",
        x_label="error on new rows",
        y_label="",
        marks=[Bars(list(lengths), list(lengths.values()))],
    )
