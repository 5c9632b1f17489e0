"""Section 2.4: why (15) divides by N − 1.

population    numbers of which one is drawn with equal probability
draws         N, the size of a sample; every possible sample is enumerated
replacement   whether a drawn number can be drawn again
"""

from collections.abc import Callable, Sequence
from fractions import Fraction as F
from itertools import permutations, product

from textbook_ml.equations.gaussian import mean_mle, variance_mle, variance_mvue
from textbook_ml.study.derivations._derivation import Assumption, Derivation, Input
from textbook_ml.study.derivations._numbers import mean, square, total

Exact = tuple[F, ...]

BIAS = Derivation(
    "variance-bias",
    "The bias of the variance estimate (14), and why (15) divides by N − 1",
    inputs=(
        Input("population", "x", (F(0), F(1), F(5)), "numbers to draw from", sizes=("m",), most=6),
        Input("draws", "N", 3, "size of a sample", "draws"),
        Input(
            "replacement",
            "r",
            "yes",
            "whether a number can be drawn again",
            "choice",
            assumption="independent-draws",
            choices=("yes", "no"),
        ),
    ),
    assumptions=(
        Assumption(
            "independent-draws",
            "The examples are independent draws.",
            {"population": (F(0), F(1)), "draws": 2, "replacement": "no"},
            "Two draws without replacement from 0 and 1: the estimate (15) is always 1/2, but "
            "the variance is 1/4.",
        ),
    ),
    remarks=(
        "(15) is unbiased for the variance, but its square root is not unbiased for the standard "
        "deviation.",
        "For Gaussian data, the mean squared error of (15) is larger than that of (14).",
    ),
)
SUM = r"\mathrm{E}\Bigl[\sum_j(X_j-\bar X)^2\Bigr]"


def expectation(
    f: Callable[[Sequence[F]], F], population: Exact, draws: int, replacement: str
) -> F:
    """The mean of f over all samples."""
    if replacement == "yes":
        samples = list(product(population, repeat=draws))
    else:
        samples = list(permutations(population, draws))
    return sum(map(f, samples), F(0)) / len(samples)


def moments(population: Exact) -> tuple[F, F]:
    """The mean and the variance of the population."""
    mu = mean_mle(population)
    return mu, variance_mle(population, mu)


@BIAS.line(
    r"\mathrm{E}\Bigl[\sum_j(X_j-\bar X)^2\Bigr]",
    "The expected sum of squared deviations from the mean of the sample.",
    of=SUM,
)
def deviations(population: Exact, draws: int, replacement: str) -> F:
    def squares(xs: Sequence[F]) -> F:
        centre = mean(xs)
        return total(square(x - centre) for x in xs)

    return expectation(squares, population, draws, replacement)


@BIAS.line(
    r"=\mathrm{E}\Bigl[\sum_jX_j^2-N\bar X^2\Bigr]",
    "Expand the squares, and use that the examples sum to N times their mean.",
)
def expanded(population: Exact, draws: int, replacement: str) -> F:
    def squares(xs: Sequence[F]) -> F:
        centre = mean(xs)
        return sum((x * x for x in xs), F(0)) - len(xs) * centre * centre

    return expectation(squares, population, draws, replacement)


@BIAS.line(
    r"=N\,\mathrm{E}[X^2]-N\,\mathrm{E}[\bar X^2]",
    "The expectation is linear, and all examples have the same distribution.",
)
def linear(population: Exact, draws: int, replacement: str) -> F:
    def squared_mean(xs: Sequence[F]) -> F:
        centre = mean(xs)
        return centre * centre

    one = sum((x * x for x in population), F(0)) / len(population)
    return draws * one - draws * expectation(squared_mean, population, draws, replacement)


@BIAS.line(
    r"=N(\sigma^2+\mu^2)-N\Bigl(\frac{\sigma^2}{N}+\mu^2\Bigr)",
    "The mean of a square is the variance plus the square of the mean. The variance of the mean "
    "of N independent examples is σ²/N.",
    uses="independent-draws",
)
def variance_of_mean(population: Exact, draws: int) -> F:
    mu, sigma2 = moments(population)
    return draws * (sigma2 + mu * mu) - draws * (sigma2 / draws + mu * mu)


@BIAS.line(r"=(N-1)\sigma^2", "Collect the terms: μ² cancels.")
def collected(population: Exact, draws: int) -> F:
    return (draws - 1) * moments(population)[1]


@BIAS.line(
    r"\mathrm{E}[\hat\sigma^2],\quad \hat\sigma^2=\frac{1}{N}\sum_j(X_j-\bar X)^2",
    "The expected value of the estimate (14).",
    "mitchell-s2.4-biased",
    "gwansiu-s1.2-biased",
    of=r"\mathrm{E}[\hat\sigma^2]",
)
def expected_mle(population: Exact, draws: int, replacement: str) -> F:
    return expectation(lambda xs: variance_mle(xs, mean_mle(xs)), population, draws, replacement)


@BIAS.line(
    r"=\frac{N-1}{N}\sigma^2",
    "Divide line 5 by N: the estimate is too small on average.",
    "mitchell-14",
    "gwansiu-16",
    uses="independent-draws",
)
def biased(population: Exact, draws: int) -> F:
    return (draws - 1) * moments(population)[1] / draws


@BIAS.line(
    r"\mathrm{E}[\tilde\sigma^2],\quad \tilde\sigma^2=\frac{1}{N-1}\sum_j(X_j-\bar X)^2",
    "The expected value of the estimate (15).",
    of=r"\mathrm{E}[\tilde\sigma^2]",
)
def expected_mvue(population: Exact, draws: int, replacement: str) -> F:
    return expectation(lambda xs: variance_mvue(xs, mean_mle(xs)), population, draws, replacement)


@BIAS.line(
    r"=\sigma^2",
    "Divide line 5 by N − 1: the estimate is the variance on average.",
    "mitchell-15",
    "gwansiu-17",
    uses="independent-draws",
)
def unbiased(population: Exact) -> F:
    mu = mean(population)
    return mean([square(x - mu) for x in population])
