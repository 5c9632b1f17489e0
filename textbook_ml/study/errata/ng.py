"""Ng's notes: densities, covariances, counts and products."""

from fractions import Fraction
from itertools import product
from math import degrees, pi, sqrt

from textbook_ml.core.linalg import dot
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
from textbook_ml.sources.checks import Check, Claim
from textbook_ml.sources.registry import erratum
from textbook_ml.study.errata._common import outcome
from textbook_ml.study.experiments.variability import GDA, LOGISTIC, excess_errors


@erratum("ERR-N-DENSITY")
def mean_for_density() -> Check:
    """The hypothesis h(x) is the probability of label 1; used for both labels, it sums to 0.54."""
    h = logistic_p1(-1.0, [], [])
    return Check(
        inputs={"h(x)": "sigmoid(−1)"},
        printed={"p(1 | x)": h, "p(0 | x)": h, "their sum": h + h},
        right={
            "p(1 | x)": bernoulli_pmf(1, h),
            "p(0 | x)": bernoulli_pmf(0, h),
            "their sum": bernoulli_pmf(1, h) + bernoulli_pmf(0, h),
        },
        columns=("p(y | x) = h, literally", "p(y | x) = h^y (1 − h)^(1−y)"),
    )


@erratum("ERR-N-PSD")
def semidefinite_density() -> Check:
    """A semi-definite covariance may have determinant 0, and then there is no density."""
    sigma = [[1.0, 1.0], [1.0, 1.0]]
    (a, b), (_, c) = sigma
    determinant = a * c - b * b
    return Check(
        inputs={"Σ": sigma},
        printed={
            "determinant of Σ": determinant,
            "density at the mean": outcome(lambda: 1 / (2 * pi * sqrt(determinant))),
        },
        right={
            "Σ is positive definite": is_positive_definite(sigma),
            "density at the mean": outcome(lambda: mvn_pdf([0.0, 0.0], [0.0, 0.0], sigma)),
        },
    )


@erratum("ERR-N-SMALL")
def few_examples_per_feature() -> Check:
    """With 10 features GDA has a larger error than logistic regression at m = 20, not at 50."""
    repeats = 24
    few, many = (excess_errors(10, m, repeats) for m in (20, 50))
    return Check(
        inputs={
            "features": 10,
            "data": "two Gaussian classes, one covariance, best error 0.106",
            "training sets": f"{repeats} of each size, seed 0; `experiment gda-efficient` has more",
            "penalty of logistic regression": 0.01,
        },
        printed={"GDA makes fewer errors, m = 20": Claim("to be expected")},
        right={
            "GDA makes fewer errors, m = 20": few[GDA] < few[LOGISTIC],
            "excess error, m = 20, GDA": round(few[GDA], 3),
            "excess error, m = 20, logistic regression": round(few[LOGISTIC], 3),
            "GDA makes fewer errors, m = 50": many[GDA] < many[LOGISTIC],
            "excess error, m = 50, GDA": round(many[GDA], 3),
            "excess error, m = 50, logistic regression": round(many[LOGISTIC], 3),
        },
        columns=("as stated", "in our run"),
    )


@erratum("ERR-N-SD-WORDS")
def expected_deviation() -> Check:
    """The expected deviation is 0, the expected absolute deviation 0.8 σ; neither is σ."""
    xs = [i / 100 for i in range(-1000, 1001)]
    weights = [normal_pdf(x, mu=0.0, sigma2=1.0) / 100 for x in xs]
    return Check(
        inputs={"distribution": "N(0, 1), summed over −10, −9.99, …, 10"},
        printed={
            "standard deviation": dot(xs, weights),
            "standard deviation, from absolute values": dot([abs(x) for x in xs], weights),
        },
        right={
            "standard deviation": sqrt(dot([x * x for x in xs], weights)),
            "expected absolute deviation, √(2/π)": sqrt(2 / pi),
        },
        columns=("expected deviation", "root mean square deviation"),
    )


@erratum("ERR-N-COV-WORDS")
def covariance_for_dependence() -> Check:
    """If X is −1, 0 or 1 with equal probability, X and X² have covariance 0 but are dependent."""
    xs = [Fraction(-1), Fraction(0), Fraction(1)]
    squares = [x * x for x in xs]
    joint: dict[Values, Fraction] = {(x, x * x): Fraction(1, 3) for x in xs}
    return Check(
        inputs={"X": "−1, 0, 1 with probability 1/3 each"},
        printed={"X and X² are independent": Claim("yes, as the covariance is 0")},
        right={
            "covariance of X and X²": covariance(xs, squares),
            "X and X² are independent": is_conditionally_independent(joint, [0], [1], []),
            "P(X² = 1)": marginal(joint, [1])[(1,)],
            "P(X² = 1 | X = 0)": conditional(joint, [1], given={0: 0}).get((1,), Fraction(0)),
        },
    )


@erratum("ERR-N-ROTATE")
def rotation_by_correlation() -> Check:
    """With equal variances the axes are at 45 degrees for every covariance other than 0."""

    def angle(variance1: float, covariance12: float, variance2: float) -> float:
        return degrees(ellipse([[variance1, covariance12], [covariance12, variance2]])[2])

    return Check(
        inputs={"angle": "½ atan2(2b, a − c), for variances a, c and covariance b"},
        printed={"angle changes from b = 0.5 to 0.8, a = c": Claim("yes")},
        right={
            "angle changes from b = 0.5 to 0.8, a = c": angle(1, 0.8, 1) != angle(1, 0.5, 1),
            "angle for a = c = 1, b = 0.5, in degrees": angle(1, 0.5, 1),
            "angle for a = c = 1, b = 0.8": angle(1, 0.8, 1),
            "angle for a = 3, c = 1, b = 0.8": angle(3, 0.8, 1),
        },
    )


@erratum("ERR-N-PER-CLASS")
def one_class_counted() -> Check:
    """The count 2⁵⁰⁰⁰⁰ − 1 is for one class, but there are two."""
    words = 50_000
    one_class = full_joint_parameters(words, n_classes=1)
    return Check(
        inputs={"words": words, "classes": 2},
        printed={"parameters, in units of 2⁵⁰⁰⁰⁰ − 1": Fraction(one_class, 2**words - 1)},
        right={
            "parameters, in units of 2⁵⁰⁰⁰⁰ − 1": Fraction(
                full_joint_parameters(words, n_classes=2), 2**words - 1
            )
        },
        columns=("one distribution", "one for each class"),
    )


@erratum("ERR-N-BINS")
def shared_edges() -> Check:
    """In the printed table 800 and 1200 are in two bins each; every other value is in one."""
    areas = (399, 400, 800, 890, 1200, 1600, 1601)

    def bins_as_printed(area: int) -> list[int]:
        holds = [
            area < 400,
            400 <= area <= 800,
            800 <= area <= 1200,
            1200 <= area <= 1600,
            area > 1600,
        ]
        return [number for number, inside in enumerate(holds, start=1) if inside]

    return Check(
        inputs={"bins": "< 400, 400–800, 800–1200, 1200–1600, > 1600"},
        printed={f"bin of {area}": bins_as_printed(area) for area in areas},
        right={f"bin of {area}": [bin_number(area, [400, 800, 1200, 1600])] for area in areas},
        columns=("in the table", "lower ends included"),
    )


@erratum("ERR-N-LENGTH")
def length_left_out() -> Check:
    """The probabilities of all messages of one length sum to 1, so four lengths sum to 4."""
    phi = {"buy": Fraction(1, 2), "now": Fraction(1, 3), "exam": Fraction(1, 6)}
    per_length = [
        sum((multinomial_event(words, phi) for words in product(phi, repeat=n)), Fraction(0))
        for n in range(4)
    ]
    p_n = Fraction(1, 4)
    return Check(
        inputs={"words": list(phi), "p(word | y)": list(phi.values()), "p(n)": p_n},
        printed={
            "total for lengths 0, 1, 2, 3": per_length,
            "total for all messages up to length 3": sum(per_length),
        },
        right={
            "total for lengths 0, 1, 2, 3": [p_n * total for total in per_length],
            "total for all messages up to length 3": sum(p_n * total for total in per_length),
        },
        columns=("without p(n)", "with p(n)"),
    )


@erratum("ERR-N-SCOPE")
def prior_in_every_factor() -> Check:
    """Without brackets the prior can be read as part of every factor."""
    prior = {1: Fraction(9, 10), 0: Fraction(1, 10)}
    factors = {1: [Fraction(1, 4), Fraction(1, 2)], 0: [Fraction(3, 4), Fraction(3, 4)]}
    joint = {y: naive_product([factor * prior[y] for factor in factors[y]]) for y in prior}
    return Check(
        inputs={
            "p(y = 1)": prior[1],
            "p(x₁ | 1), p(x₂ | 1)": factors[1],
            "p(x₁ | 0), p(x₂ | 0)": factors[0],
        },
        printed={"p(y = 1 | x)": joint[1] / sum(joint.values())},
        right={"p(y = 1 | x)": naive_bayes_posterior(prior, factors)[1]},
        columns=("prior in each factor", "prior once"),
    )
