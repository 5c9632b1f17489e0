"""Ng's notes: densities, covariances, counts and products."""

from fractions import Fraction
from itertools import product
from math import degrees, pi, sqrt

from textbook_ml.equations.bayes import naive_bayes_posterior, naive_product
from textbook_ml.equations.discriminant import (
    covariance,
    ellipse,
    is_positive_definite,
    mvn_pdf,
)
from textbook_ml.equations.event_models import bernoulli_pmf, bin_number, multinomial_event
from textbook_ml.equations.gaussian import normal_pdf
from textbook_ml.equations.independence import (
    Values,
    conditional,
    is_conditionally_independent,
    marginal,
)
from textbook_ml.equations.logistic import logistic_p1
from textbook_ml.equations.parameters import full_joint_parameters
from textbook_ml.experiments.errata._common import outcome
from textbook_ml.linalg import dot
from textbook_ml.registry import Check, erratum


@erratum("ERR-N-DENSITY")
def mean_for_density() -> Check:
    """The hypothesis h(x) is the chance of label 1; taken for both labels, it sums to 0.54."""
    h = logistic_p1(-1.0, [], [])
    return Check(
        printed={"p(1 | x)": h, "p(0 | x)": h, "their sum": h + h},
        right={
            "p(1 | x)": bernoulli_pmf(1, h),
            "p(0 | x)": bernoulli_pmf(0, h),
            "their sum": bernoulli_pmf(1, h) + bernoulli_pmf(0, h),
        },
    )


@erratum("ERR-N-PSD")
def semidefinite_density() -> Check:
    """A semi-definite covariance may have determinant 0, and then there is no density."""
    sigma = [[1.0, 1.0], [1.0, 1.0]]
    (a, b), (_, c) = sigma
    determinant = a * c - b * b
    return Check(
        printed={
            "determinant of [[1, 1], [1, 1]]": determinant,
            "density at the mean": outcome(lambda: 1 / (2 * pi * sqrt(determinant))),
        },
        right={
            "[[1, 1], [1, 1]] is positive definite": is_positive_definite(sigma),
            "density at the mean": outcome(lambda: mvn_pdf([0.0, 0.0], [0.0, 0.0], sigma)),
        },
    )


@erratum("ERR-N-SD-WORDS")
def expected_deviation() -> Check:
    """The expected deviation is 0, its size 0.8 σ; only the root of the mean square is σ."""
    xs = [i / 100 for i in range(-1000, 1001)]
    shares = [normal_pdf(x, mu=0.0, sigma2=1.0) / 100 for x in xs]
    return Check(
        printed={
            "standard deviation of N(0, 1)": dot([abs(x) for x in xs], shares),
            "the same, with the signs of the deviations": dot(xs, shares),
        },
        right={
            "standard deviation of N(0, 1)": sqrt(dot([x * x for x in xs], shares)),
            "expected size of the deviation, in closed form": sqrt(2 / pi),
        },
    )


@erratum("ERR-N-COV-WORDS")
def covariance_for_dependence() -> Check:
    """X and X² on −1, 0, 1 have covariance 0 and are dependent all the same."""
    xs = [Fraction(-1), Fraction(0), Fraction(1)]
    squares = [x * x for x in xs]
    joint: dict[Values, Fraction] = {(x, x * x): Fraction(1, 3) for x in xs}
    return Check(
        printed={
            "covariance of X and X²": covariance(xs, squares),
            "X and X² are independent": covariance(xs, squares) == 0,
        },
        right={
            "X and X² are independent": is_conditionally_independent(joint, [0], [1], []),
            "P(X² = 1)": marginal(joint, [1])[(1,)],
            "P(X² = 1 | X = 0)": conditional(joint, [1], given={0: 0}).get((1,), Fraction(0)),
        },
    )


@erratum("ERR-N-ROTATE")
def rotation_by_correlation() -> Check:
    """With equal variances the axes stay at 45 degrees, whatever the covariance."""

    def angle(variance1: float, covariance12: float, variance2: float) -> float:
        return degrees(ellipse([[variance1, covariance12], [covariance12, variance2]])[2])

    return Check(
        printed={"covariance 0.8 for 0.5 rotates the bell": True},
        right={
            "covariance 0.8 for 0.5 rotates the bell": angle(1, 0.8, 1) != angle(1, 0.5, 1),
            "angle for variances 1, 1 and covariance 0.5": angle(1, 0.5, 1),
            "angle for variances 1, 1 and covariance 0.8": angle(1, 0.8, 1),
            "angle for variances 3, 1 and covariance 0.8": angle(3, 0.8, 1),
        },
    )


@erratum("ERR-N-PER-CLASS")
def one_class_counted() -> Check:
    """The count 2⁵⁰⁰⁰⁰ − 1 is for one class, and there are two."""
    words = 50_000
    one_class = full_joint_parameters(words, n_classes=1)
    return Check(
        printed={"parameters, in units of 2⁵⁰⁰⁰⁰ − 1": Fraction(one_class, 2**words - 1)},
        right={
            "parameters, in units of 2⁵⁰⁰⁰⁰ − 1": Fraction(
                full_joint_parameters(words, n_classes=2), 2**words - 1
            )
        },
    )


@erratum("ERR-N-BINS")
def shared_edges() -> Check:
    """As printed, 800 and 1200 fall into two bins; half-open bins take each value once."""
    areas = (399, 400, 800, 890, 1200, 1600, 1601)

    def bins_as_printed(area: int) -> list[int]:
        holds = [
            area < 400,
            400 <= area <= 800,
            800 <= area <= 1200,
            1200 <= area <= 1600,
            1600 < area,
        ]
        return [number for number, inside in enumerate(holds, start=1) if inside]

    return Check(
        printed={f"bins of {area}": bins_as_printed(area) for area in areas},
        right={f"bins of {area}": [bin_number(area, [400, 800, 1200, 1600])] for area in areas},
    )


@erratum("ERR-N-LENGTH")
def length_left_out() -> Check:
    """Messages of each length sum to one on their own, so that four lengths sum to four."""
    phi = {"buy": Fraction(1, 2), "now": Fraction(1, 3), "exam": Fraction(1, 6)}
    per_length = [
        sum((multinomial_event(words, phi) for words in product(phi, repeat=n)), Fraction(0))
        for n in range(4)
    ]
    p_n = Fraction(1, 4)
    return Check(
        printed={
            "total for lengths 0, 1, 2, 3": per_length,
            "total for all messages up to length 3": sum(per_length),
        },
        right={
            "total for lengths 0, 1, 2, 3": [p_n * total for total in per_length],
            "total for all messages up to length 3": sum(p_n * total for total in per_length),
        },
    )


@erratum("ERR-N-SCOPE")
def prior_in_every_factor() -> Check:
    """Without its brackets the product takes in the prior once for every word."""
    prior = {1: Fraction(9, 10), 0: Fraction(1, 10)}
    factors = {1: [Fraction(1, 4), Fraction(1, 2)], 0: [Fraction(3, 4), Fraction(3, 4)]}
    joint = {y: naive_product([factor * prior[y] for factor in factors[y]]) for y in prior}
    return Check(
        printed={"p(y = 1 | x)": joint[1] / sum(joint.values())},
        right={"p(y = 1 | x)": naive_bayes_posterior(prior, factors)[1]},
    )
