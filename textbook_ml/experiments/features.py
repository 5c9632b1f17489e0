"""Claims about features: bins for what is no bell curve, and gaps for what is not known.

    m       how many examples are learned from
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
from textbook_ml.experiments._draw import boolean_table, coin, normal, standard_error
from textbook_ml.experiments._experiment import Finding, experiment
from textbook_ml.models.bernoulli_naive_bayes import BernoulliNaiveBayes
from textbook_ml.models.categorical_naive_bayes import CategoricalNaiveBayes
from textbook_ml.models.gaussian_discriminant_analysis import GaussianDiscriminantAnalysis
from textbook_ml.plots import Band, Bars, Figure, Line, Log, Panels

EDGES = (-2.5, -1.5, -0.5, 0.5, 1.5, 2.5)
BINS = range(1, len(EDGES) + 2)
RUNS = {50: 4, 200: 2, 500: 1}  # small m vary more, and are drawn more often
NOISE = 0.7
GDA, BINNED = "GDA", "binned naive Bayes"

Draw = Callable[[Random, int], list[float]]  # a row of a class
Table = dict[int, dict[str, float]]

ABSENT = (0.4,) * 8  # P(xᵢ = 1 | Y = 0),
PRESENT = (0.7,) * 8  # and given Y = 1
EVEN = {0: Fraction(1, 2), 1: Fraction(1, 2)}


@experiment(
    "EXP-DISCRETISE",
    claim="Naive Bayes on bins does better than GDA where features are not Gaussian.",
    criterion="at every m, binned naive Bayes errs below 0.1 and GDA above 0.4 where one class "
    "lies on both sides of the other; where both are Gaussian, GDA errs no more than the bins",
    entries=("ng-nb-discretise-claim",),
    full={"repeats": 200, "tests": 100_000},
)
def discretising(repeats: int = 36, tests: int = 7200, seed: int = 0) -> Finding:
    """Seven bins for each of two coordinates, against one covariance for both classes.

    `tests` new rows are shared out among the repeats.

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
            title="Bins follow any shape, and pay where it is a bell",
            description="Error against the number of examples. Left, one class lies on both sides "
            "of the other: only the bins are better than chance. Right, both are Gaussian: the "
            "bins err a little more than GDA.",
            figures=[
                _errors_figure("One class on both sides", two_sided),
                _errors_figure("Two Gaussian classes", gaussian),
            ],
        ),
        caveat="often, as the text says, and not always: on Gaussian features bins throw away "
        "what GDA knows, and err more",
    )


def two_sided_row(rng: Random, y: int) -> list[float]:
    """Class 1 around the origin, class 0 around ±2 in each coordinate: the same means."""
    return [
        normal(rng, 0.0 if y else 4.0 * coin(rng, 0.5) - 2.0, NOISE) for _ in range(2)
    ]


def gaussian_row(rng: Random, y: int) -> list[float]:
    """Class 1 around 0.7 and class 0 around −0.7 in each coordinate, with variance 1."""
    return [normal(rng, 0.7 if y else -0.7) for _ in range(2)]


def binned(rows: Sequence[Sequence[float]]) -> list[list[int]]:
    """Every number by the bin that it falls into.

    >>> binned([[-9.0, 0.0], [0.5, 9.0]])
    [[1, 4], [5, 7]]
    """
    return [[bin_number(x, EDGES) for x in row] for row in rows]


def _errors(rng: Random, draw: Draw, m: int, runs: int, tests: int) -> dict[str, float]:
    """The mean error of each method over many runs, and how far it may be off."""
    rates = zip(*(_one_run(rng, draw, m, tests // runs) for _ in range(runs)))
    by_method = dict(zip((GDA, BINNED), rates))
    off = {f"{name} ±": standard_error(errors) for name, errors in by_method.items()}
    return {name: mean_mle(errors) for name, errors in by_method.items()} | off


def _one_run(rng: Random, draw: Draw, m: int, tests: int) -> tuple[float, float]:
    labels = [coin(rng, 0.5) for _ in range(m + tests)]
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
        description="Mean error with one standard error to either side.",
        x_label="examples m",
        y_label="error on new rows",
        marks=marks,
        x_scale=Log(),
        y_range=(0.0, 0.6),
    )


@experiment(
    "EXP-MISSING",
    claim="Ignoring missing attributes is summing them out; filling them in is worse, and where "
    "it tells something that they are missing, that should be used.",
    criterion="exact: both likelihoods are equal for every pattern of gaps; drawn: ignoring errs "
    "less than filling in 0 or 1, and a value of its own for what is missing errs less than "
    "ignoring where the classes differ in how much is missing",
    entries=("sontag-missing", "sontag-missing-general", "sontag-missing-coins"),
    full={"examples": 40_000, "tests": 40_000},
)
def missing_attributes(examples: int = 10_000, tests: int = 3000, seed: int = 0) -> Finding:
    """Eight coins of which half are hidden: at random, or more often in one class.

    >>> missing_attributes(examples=20, tests=10).numbers["patterns of gaps that agree"]
    81
    """
    rng = Random(seed)
    agreeing = [observed_likelihood(x, t) == summed_likelihood(x, t) for x, t in _patterns(rng)]
    errors = _hidden_at_random(rng, examples, tests)
    telling = _hidden_tellingly(rng, examples, tests)
    ignored = errors["ignored"]
    return Finding(
        holds=all(agreeing)
        and ignored < errors["filled with 0"]
        and ignored < errors["filled with 1"]
        and telling["missing is a value"] < telling["ignored"],
        numbers={
            "patterns of gaps that agree": sum(agreeing),
            "error, half hidden at random": errors,
            "error, hidden in class 0 more often": telling,
        },
        figure=_missing_figure(errors, telling),
        caveat="ignoring is right only where it tells nothing that a value is missing",
    )


def _patterns(rng: Random) -> list[tuple[tuple[int | None, ...], list[dict[int, Fraction]]]]:
    """Every row of four coins with any of them hidden, and how the coins fall in one class."""
    heads = [Fraction(1 + int(99 * rng.random()), 100) for _ in range(4)]
    tables = [{1: p, 0: 1 - p} for p in heads]
    return [(x, tables) for x in product((1, 0, None), repeat=4)]


def _hidden_at_random(rng: Random, examples: int, tests: int) -> dict[str, float]:
    """The errors of a model that has learned from whole rows, on rows with gaps."""
    rows, labels = boolean_table(rng, examples, 0.5, PRESENT, ABSENT)
    model = BernoulliNaiveBayes.fit(
        rows, labels, theta=categorical_laplace, prior=EVEN, classes=(0, 1)
    )
    new, hidden = boolean_table(rng, tests, 0.5, PRESENT, ABSENT)
    gaps = [[None if coin(rng, 0.5) else x for x in row] for row in new]

    def filled(value: int) -> list[list[int]]:
        return [[value if x is None else x for x in row] for row in gaps]

    return {
        "nothing hidden": 1 - model.score(new, hidden),
        "ignored": 1 - model.score(gaps, hidden),
        "filled with 0": 1 - model.score(filled(0), hidden),
        "filled with 1": 1 - model.score(filled(1), hidden),
    }


def _hidden_tellingly(rng: Random, examples: int, tests: int) -> dict[str, float]:
    """The errors where a coin is hidden with probability 0.2 in class 1, and 0.8 in class 0."""

    def draw(n: int) -> tuple[list[list[int | None]], list[int]]:
        rows, labels = boolean_table(rng, n, 0.5, PRESENT, ABSENT)
        chances = [0.2 if y else 0.8 for y in labels]
        return [[None if coin(rng, p) else x for x in r] for r, p in zip(rows, chances)], labels

    def named(rows: list[list[int | None]]) -> list[list[int | str]]:
        return [["missing" if x is None else x for x in row] for row in rows]

    (rows, labels), (new, hidden) = draw(examples), draw(tests)
    theta = categorical_laplace
    ignoring = BernoulliNaiveBayes.fit(rows, labels, theta=theta, prior=EVEN, classes=(0, 1))
    values = [(0, 1, "missing")] * len(PRESENT)
    hearing = CategoricalNaiveBayes.fit(
        named(rows), labels, theta=theta, prior=EVEN, values=values, classes=(0, 1)
    )
    return {
        "ignored": 1 - ignoring.score(new, hidden),
        "missing is a value": 1 - hearing.score(named(new), hidden),
    }


def _missing_figure(errors: dict[str, float], telling: dict[str, float]) -> Figure:
    lengths = errors | {f"hidden tellingly, {name}": rate for name, rate in telling.items()}
    return Figure(
        title="Ignore what is missing, unless its absence tells",
        description="Bars of the error. Ignoring half of the coins costs less than filling them "
        "in; where class 0 hides more, a value for missing makes nearly no errors.",
        x_label="error on new rows",
        y_label="",
        marks=[Bars(list(lengths), list(lengths.values()))],
    )
