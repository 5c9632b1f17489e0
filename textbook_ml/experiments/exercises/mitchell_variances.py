"""Mitchell's homework of section 2.4: standard deviations that are tied."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import fsum

from textbook_ml.equations.discriminant import class_means, pooled_covariance
from textbook_ml.equations.gaussian import (
    common_variance_mle,
    common_variance_mvue,
    mean_mle,
    normal_log_pdf,
    pooled_variance_mle,
    pooled_variance_mvue,
    variance_mle,
)
from textbook_ml.equations.parameters import common_variance_parameters, tied_gaussian_parameters
from textbook_ml.equations.theory import expected_estimate
from textbook_ml.experiments.exercises._exercise import Step, check_of, exercise
from textbook_ml.numeric import mean

POINTS = [(1, 2), (3, 4), (5, 0), (0, 1), (2, 5)]
ROWS = [[Fraction(x1), Fraction(x2)] for x1, x2 in POINTS]
LABELS = [1, 1, 1, 0, 0]
COIN = [Fraction(0), Fraction(1)]  # a population with variance 1/4


@exercise(5, "EX-M-TIED", "mitchell-s2.4-tied", "ng-gda-sigma-mle")
def tied_standard_deviations() -> Iterator[Step]:
    """How is a variance estimated that classes or features share?

    Gaussian naive Bayes with n features and K classes has a variance σᵢₖ² for each feature
    and class. The noise may be simpler than that: one σ for everything, one σᵢ for each
    feature, or one σₖ for each class. Find the estimate in each case, what makes it
    unbiased, and the number of parameters. For the numbers, take five examples:

        class 1:  (1, 2), (3, 4), (5, 0)
        class 0:  (0, 1), (2, 5)
    """
    means = class_means(ROWS, LABELS)
    squares = [len(ROWS) * pooled_variance_mle(groups(i)) for i in (0, 1)]
    yield Step(
        "The means stay as they are. Whatever the variances, the log likelihood falls with the "
        "squares about the mean, and these are least about the average of the class.",
        """
        d/dμ Σ (x − μ)² = −2 Σ (x − μ) = 0   at   μ̂ᵢₖ = the average in class k
        Sᵢ = Σ (xᵢ − μ̂ᵢₖ)², each example about the mean of its own class
        """,
        {
            "means of class 1": tuple(means[1]),
            "means of class 0": tuple(means[0]),
            "S₁ and S₂": tuple(squares),
        },
    )
    yield Step(
        "One σ for everything. Only two terms of the log likelihood hold σ; set the derivative "
        "with respect to σ² to zero. It is positive below that point and negative above.",
        """
        l = −(nN/2) ln σ² − Σᵢ Sᵢ / 2σ² + constant
        −nN / 2σ² + Σᵢ Sᵢ / 2σ⁴ = 0   at   σ̂² = Σᵢ Sᵢ / nN
        """,
        {"σ̂² = 26 / (2 · 5)": common_variance_mle([groups(0), groups(1)])},
    )
    yield Step(
        "One σᵢ for each feature, which is the case that makes naive Bayes logistic. The log "
        "likelihood is a sum over the features, so the same line is solved for each.",
        "σ̂ᵢ² = Sᵢ / N",
        {
            "σ̂₁² = 10 / 5": pooled_variance_mle(groups(0)),
            "σ̂₂² = 16 / 5": pooled_variance_mle(groups(1)),
        },
    )
    yield Step(
        "One σₖ for each class: the same again, now summed over the features within class k.",
        "σ̂ₖ² = Σ_{x in class k} Σᵢ (xᵢ − μ̂ᵢₖ)² / (n Nₖ)",
        {
            "class 1: (8 + 8) / (2 · 3)": common_variance_mle([groups(i)[:1] for i in (0, 1)]),
            "class 0: (2 + 8) / (2 · 2)": common_variance_mle([groups(i)[1:] for i in (0, 1)]),
        },
    )
    yield from _bias_and_identities()


def _bias_and_identities() -> Iterator[Step]:
    yield Step(
        "All are too small on average, because each class spends an example on its mean. So divide "
        "by N − K where N stood, and for the class alone by Nₖ − 1. To see it exactly, let three "
        "fair coins come down in all eight ways, two of class 1 and one of class 0.",
        "E[S / N] = (N − K)/N σ²,   E[S / (N − K)] = σ²",
        {
            "one σ̂², unbiased: 26 / (2 · 3)": common_variance_mvue([groups(0), groups(1)]),
            "σ̂₁² and σ̂₂², unbiased": tuple(pooled_variance_mvue(groups(i)) for i in (0, 1)),
            "variance of a coin": variance_mle(COIN, mean_mle(COIN)),
            "E[S / N] at N = 3, K = 2": expected_estimate(tied_mle, COIN, 3),
            "E[S / (N − K)]": expected_estimate(tied_mvue, COIN, 3),
        },
    )
    n, k = 2, 2
    yield Step(
        "How they hang together: a tied variance is the average of those it ties, weighted by the "
        "examples, and those per feature are the diagonal of GDA's Σ̂.",
        """
        σ̂ᵢ² = Σₖ (Nₖ/N) σ̂ᵢₖ² = Σ̂ᵢᵢ
        σ̂² = (1/n) Σᵢ σ̂ᵢ² = (1/n) tr Σ̂
        """,
        {
            "GDA's Σ̂": pooled_covariance(ROWS, LABELS),
            "parameters, one σ:  nK + 1": common_variance_parameters(n, k),
            "parameters, one σᵢ per feature:  nK + n": tied_gaussian_parameters(n, k),
            "parameters, one σₖ per class:  nK + K": n * k + k,
        },
    )


def groups(feature: int) -> list[list[Fraction]]:
    """The values of a feature in class 1 and in class 0."""
    return [
        [x[feature] for x, y in zip(ROWS, LABELS) if y == label]
        for label in (1, 0)
    ]


def tied_mle(xs: Sequence[Fraction]) -> Fraction:
    """S / N for two examples of class 1 and one of class 0."""
    return pooled_variance_mle([xs[:2], xs[2:]])


def tied_mvue(xs: Sequence[Fraction]) -> Fraction:
    """S / (N - K) for the same."""
    return pooled_variance_mvue([xs[:2], xs[2:]])


@check_of(tied_standard_deviations)
def check_ex5() -> dict[str, bool]:
    """The maximum, the bias and the identities."""
    features = [groups(0), groups(1)]
    best = common_variance_mle(features)
    sigma = pooled_covariance(ROWS, LABELS)

    def log_likelihood(sigma2: Fraction) -> float:
        members = [(x, mean_mle(xs)) for f in features for xs in f for x in xs]
        return fsum(
            normal_log_pdf(float(x), float(mu), float(sigma2))
            for x, mu in members
        )

    return {
        "no other common variance is more likely":
            all(
                log_likelihood(best) > log_likelihood(best * k / 10)
                for k in range(1, 41)
                if k != 10
            ),
        "S / N is too small by the factor (N - K) / N = 1/3":
            expected_estimate(tied_mle, COIN, 3) == Fraction(1, 3) / 4,
        "S / (N - K) is right on average":
            expected_estimate(tied_mvue, COIN, 3) == Fraction(1, 4),
        "the tied variance averages those of the classes, 3/5 and 2/5":
            all(
                pooled_variance_mle([ones, zeros])
                == Fraction(3, 5) * variance_mle(ones, mean_mle(ones))
                + Fraction(2, 5) * variance_mle(zeros, mean_mle(zeros))
                for ones, zeros in features
            ),
        "the variances of the features are the diagonal of GDA's matrix":
            [pooled_variance_mle(f) for f in features]
            == [sigma[0][0], sigma[1][1]],
        "the common variance is their average":
            best == mean([sigma[0][0], sigma[1][1]]),
    }
