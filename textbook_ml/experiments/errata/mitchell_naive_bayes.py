"""Mitchell, sections 1 and 2: counts of parameters, and estimates."""

from fractions import Fraction
from itertools import product
from math import exp, pi, sqrt

from textbook_ml.equations.gaussian import (
    mean_mle,
    normal_pdf,
    pooled_variance_mle,
    variance_mle,
    variance_mvue,
)
from textbook_ml.equations.parameters import (
    discrete_parameters,
    full_joint_parameters,
    full_joint_table_size,
    prior_parameters,
)
from textbook_ml.equations.smoothing import (
    categorical_smoothed,
    dirichlet_map,
    dirichlet_mean,
    prior_smoothed,
)
from textbook_ml.equations.theory import (
    binomial_within,
    examples_for_half_width,
    interval_half_width,
)
from textbook_ml.experiments.errata._common import outcome
from textbook_ml.numeric import mean, squares_about
from textbook_ml.registry import Check, erratum


@erratum("ERR-M-3BILLION")
def three_billion() -> Check:
    """Thirty Boolean features need two billion parameters; only 31 pass three billion."""
    return Check(
        printed={"parameters at n = 30": "more than 3 000 000 000"},
        right={
            "parameters at n = 30": full_joint_parameters(30),
            "parameters at n = 31": full_joint_parameters(31),
            "parameters at n = 30 with three classes": full_joint_parameters(30, n_classes=3),
        },
    )


@erratum("ERR-M-HUNDRED")
def a_few_percent() -> Check:
    """A hundred tosses of a fair coin miss its bias by more than 3 points every other time."""

    def chance(points: int, p: Fraction = Fraction(1, 2)) -> float:
        return float(binomial_within(p, 100, tolerance=Fraction(points, 100)))

    return Check(
        printed={"examples for 3 points either way, 19 times in 20": 100},
        right={
            "examples for 3 points either way, 19 times in 20": examples_for_half_width(0.03),
            "95 % half width with 100 examples": interval_half_width(0.5, 100),
            "chance to be within 3 points with 100 examples": chance(3),
            "chance to be within 5 points with 100 examples": chance(5),
            "chance to be within 10 points with 100 examples": chance(10),
            "chance to be within 3 points, if P(Y) is 1/20": chance(3, p=Fraction(1, 20)),
        },
    )


@erratum("ERR-M-TWO-PER-INSTANCE")
def two_per_instance() -> Check:
    """Two parameters for each instance are two too many: each class's column sums to one."""
    sizes = (1, 2, 3)
    return Check(
        printed={f"parameters at n = {n}": full_joint_table_size(n) for n in sizes},
        right={f"parameters at n = {n}": full_joint_parameters(n) for n in sizes},
    )


@erratum("ERR-M-2N")
def prior_not_counted() -> Check:
    """The counts 2n and 2(2ⁿ − 1) leave out the one parameter of the prior."""
    counts = {}
    for n in (1, 2, 5):
        counts[f"naive Bayes at n = {n}"] = discrete_parameters([2] * n)
        counts[f"full joint at n = {n}"] = full_joint_parameters(n)
    return Check(
        printed=counts,
        right={model: count + prior_parameters(2) for model, count in counts.items()},
    )


@erratum("ERR-M-DIRICHLET")
def strength_as_parameter() -> Check:
    """Adding l = 1 is MAP under Dirichlet(2); MAP under Dirichlet(1) does not smooth at all."""
    counts, strength = [2, 2, 0], Fraction(1)
    return Check(
        printed={"l = 1 as a MAP estimate": dirichlet_map(counts, alphas=[strength] * 3)},
        right={
            "l = 1 as a MAP estimate": dirichlet_map(counts, alphas=[strength + 1] * 3),
            "l = 1 as a posterior mean": dirichlet_mean(counts, alphas=[strength] * 3),
            "l = 1 as hallucinated examples": categorical_smoothed(counts, strength),
        },
    )


@erratum("ERR-C-PRIOR-SMOOTH")
def one_strength_for_all() -> Check:
    """Smoothing the prior too, as Mitchell does and Ng does not, moves it from 3/4 to 2/3."""
    return Check(
        printed={"P(Y = 1), 3 examples of 4": prior_smoothed(3, 4, 2, strength=Fraction(1))},
        right={"P(Y = 1), 3 examples of 4": prior_smoothed(3, 4, 2, strength=Fraction(0))},
    )


@erratum("ERR-SD-VAR")
def deviation_for_variance() -> Check:
    """A deviation of 2 taken for the variance 4 is another bell; the root of (15) is biased."""
    coin = [0.0, 1.0]
    deviations = [sqrt(variance_mvue(xs, mean_mle(xs))) for xs in product(coin, repeat=2)]
    return Check(
        printed={
            "density at 3 of mean 1, deviation 2": normal_pdf(3.0, 1.0, 2.0),
            "deviation of a coin, estimated from two tosses": mean(deviations),
        },
        right={
            "density at 3 of mean 1, deviation 2": normal_pdf(3.0, 1.0, 2.0 * 2.0),
            "deviation of a coin, estimated from two tosses": sqrt(variance_mle(coin, 0.5)),
        },
    )


@erratum("ERR-DEGENERATE")
def single_example() -> Check:
    """One example has variance 0 by (14), which gives no density, and 0/0 by (15)."""
    xs = [Fraction(5)]
    mu = mean_mle(xs)
    no_spread = float(variance_mle(xs, mu))
    return Check(
        printed={
            "variance by (14)": variance_mle(xs, mu),
            "density at the mean": outcome(lambda: exp(0) / sqrt(2 * pi * no_spread)),
            "variance by (15)": outcome(lambda: squares_about(xs, mu) / (len(xs) - 1)),
        },
        right={
            "variance by (14)": variance_mle(xs, mu),
            "density at the mean": outcome(lambda: normal_pdf(5.0, 5.0, no_spread)),
            "variance by (15)": outcome(lambda: variance_mvue(xs, mu)),
        },
    )


@erratum("ERR-M-SHARED-SIGMA")
def no_shared_variance() -> Check:
    """Equation (14) gives each class its own variance; the weights of 3.1 need a pooled one."""
    class_0 = [Fraction(0), Fraction(2)]
    class_1 = [Fraction(1), Fraction(3), Fraction(5)]
    pooled = pooled_variance_mle([class_0, class_1])
    return Check(
        printed={
            "variance in class 0": variance_mle(class_0, mean_mle(class_0)),
            "variance in class 1": variance_mle(class_1, mean_mle(class_1)),
        },
        right={"variance in class 0": pooled, "variance in class 1": pooled},
    )
