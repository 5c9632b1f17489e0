"""Claims about generative models: sampling data from a model recovers its parameters.

truth, again   a parameter, and its estimate from samples of the model
z              (again − truth) / standard error: mean 0, and almost certainly within ±5
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, sqrt
from random import Random

from textbook_ml.equations.gaussian import normal_pdf
from textbook_ml.models.bernoulli_naive_bayes import BernoulliNaiveBayes
from textbook_ml.models.gaussian_discriminant_analysis import GaussianDiscriminantAnalysis
from textbook_ml.models.gaussian_naive_bayes import GaussianNaiveBayes
from textbook_ml.models.multinomial_naive_bayes import MultinomialNaiveBayes
from textbook_ml.plots import Figure, Histogram, Line
from textbook_ml.study.experiments._experiment import Finding, experiment

CLASSES = (0, 1)
PRIOR = (0.7, 0.3)
EXACT_PRIOR = (Fraction(7, 10), Fraction(3, 10))
LENGTH = 10  # words per message

GAUSSIAN = GaussianNaiveBayes(
    CLASSES, ("x1", "x2", "x3"), PRIOR,
    means=((0.0, 1.0, -2.0), (2.0, -1.0, -2.0)),
    variances=((1.0, 4.0, 0.25), (1.0, 0.5, 2.0)),
)  # fmt: skip
BERNOULLI = BernoulliNaiveBayes(
    CLASSES, ("x1", "x2", "x3", "x4"), EXACT_PRIOR,
    phi=tuple(
        tuple(Fraction(p, 10) for p in row) for row in ((1, 3, 5, 8), (2, 7, 5, 4))
    ),
)  # fmt: skip
WORDS = MultinomialNaiveBayes(
    CLASSES, ("buy", "exam", "now", "paper"), EXACT_PRIOR,
    phi=tuple(
        tuple(Fraction(p, 10) for p in row) for row in ((1, 4, 2, 3), (4, 1, 4, 1))
    ),
)  # fmt: skip
PLANE = GaussianDiscriminantAnalysis(
    CLASSES, ("x1", "x2"), PRIOR, means=((0.0, 0.0), (2.0, 1.0)),
    covariance=((2.0, 0.8), (0.8, 1.0)),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Recovered:
    """A parameter, its estimate, and the standard error of the estimate."""

    name: str
    truth: float
    again: float
    off: float

    @property
    def z(self) -> float:
        """The difference between estimate and truth in standard errors.

        >>> Recovered("mean", truth=1.0, again=1.5, off=0.25).z
        2.0
        """
        return (self.again - self.truth) / self.off


@experiment(
    "EXP-SAMPLE",
    claim="Generative models can generate data, and fitting the model to them recovers its "
    "parameters.",
    criterion="every parameter of Gaussian, Bernoulli and multinomial naive Bayes and of GDA is "
    "estimated to within 5 standard errors",
    entries=("mitchell-s5-generative", "sontag-nb-vs-lr"),
    full={"rows": 200_000},
)
def sample_and_refit(rows: int = 20_000, seed: int = 0) -> Finding:
    """Sample rows from four models and fit each model to its own sample.

    >>> sample_and_refit(rows=100).numbers["parameters"]
    39
    """
    rng = Random(seed)
    parts = {
        "Gaussian naive Bayes": list(_gaussian(rng, rows)),
        "Bernoulli naive Bayes": list(_bernoulli(rng, rows)),
        "multinomial naive Bayes": list(_words(rng, rows)),
        "GDA": list(_plane(rng, rows)),
    }
    everything = [one for found in parts.values() for one in found]
    return Finding(
        holds=all(abs(one.z) <= 5 for one in everything),
        numbers={
            "parameters": len(everything),
            "largest distance, in standard errors": max(abs(one.z) for one in everything),
            **{
                model: {one.name: {"truth": one.truth, "again": one.again} for one in found}
                for model, found in parts.items()
            },
        },
        figure=_figure([one.z for one in everything]),
    )


def _share(name: str, truth: float, again: float, draws: float) -> Recovered:
    """Return a probability with its estimate and the standard error for this number of draws."""
    return Recovered(name, truth, again, sqrt(truth * (1 - truth) / draws))


def _gaussian(rng: Random, n: int) -> Iterator[Recovered]:
    rows, labels = GAUSSIAN.sample(n, rng)
    again = GaussianNaiveBayes.fit(rows, labels, classes=CLASSES)
    yield _share("P(Y = 1)", PRIOR[1], again.priors[1], n)
    for k in CLASSES:
        n_k = n * PRIOR[k]
        for i, name in enumerate(GAUSSIAN.features):
            mean, variance = GAUSSIAN.means[k][i], GAUSSIAN.variances[k][i]
            yield Recovered(
                f"mean of {name}, class {k}", mean, again.means[k][i], sqrt(variance / n_k)
            )
            yield Recovered(
                f"variance of {name}, class {k}",
                variance,
                again.variances[k][i],
                variance * sqrt(2 / n_k),
            )


def _bernoulli(rng: Random, n: int) -> Iterator[Recovered]:
    rows, labels = BERNOULLI.sample(n, rng)
    again = BernoulliNaiveBayes.fit(rows, labels, classes=CLASSES)
    yield from _phi(BERNOULLI, again, n, draws=1)


def _words(rng: Random, n: int) -> Iterator[Recovered]:
    rows, labels = WORDS.sample(n, rng, length=LENGTH)
    again = MultinomialNaiveBayes.fit(rows, labels, classes=CLASSES, features=WORDS.features)
    yield from _phi(WORDS, again, n, draws=LENGTH)


def _phi(
    model: BernoulliNaiveBayes[int] | MultinomialNaiveBayes[int],
    again: BernoulliNaiveBayes[int] | MultinomialNaiveBayes[int],
    n: int,
    draws: int,
) -> Iterator[Recovered]:
    """The prior and each φ, if every row contains the given number of draws."""
    yield _share("P(Y = 1)", PRIOR[1], float(again.priors[1]), n)
    for k in CLASSES:
        for name, p, q in zip(model.features, model.phi[k], again.phi[k]):
            yield _share(f"φ of {name}, class {k}", float(p), float(q), n * PRIOR[k] * draws)


def _plane(rng: Random, n: int) -> Iterator[Recovered]:
    rows, labels = PLANE.sample(n, rng)
    again = GaussianDiscriminantAnalysis.fit(rows, labels, classes=CLASSES)
    sigma = PLANE.covariance
    yield _share("P(Y = 1)", PRIOR[1], again.priors[1], n)
    for k in CLASSES:
        for i, name in enumerate(PLANE.features):
            off = sqrt(sigma[i][i] / (n * PRIOR[k]))
            yield Recovered(f"mean of {name}, class {k}", PLANE.means[k][i], again.means[k][i], off)
    for i, j in ((0, 0), (0, 1), (1, 1)):
        off = sqrt((sigma[i][i] * sigma[j][j] + sigma[i][j] * sigma[i][j]) / n)
        name = f"covariance of {PLANE.features[i]} and {PLANE.features[j]}"
        yield Recovered(name, sigma[i][j], again.covariance[i][j], off)


def _figure(zs: list[float]) -> Figure:
    reach = max(4, ceil(max(map(abs, zs))))
    xs = [k / 20 for k in range(-20 * reach, 20 * reach + 1)]
    return Figure(
        title="Errors of parameters estimated from a model's own samples",
        description="A histogram of the errors of the parameters, in standard errors. It is "
        "centred at zero and as wide as the standard normal density that is drawn "
        "over it.",
        x_label="(estimate − truth) / standard error",
        y_label="density",
        marks=[
            Histogram.density(zs, list(range(-reach, reach + 1)), label="parameters"),
            Line(xs, [normal_pdf(x, 0.0, 1.0) for x in xs], label="N(0, 1)"),
        ],
    )
