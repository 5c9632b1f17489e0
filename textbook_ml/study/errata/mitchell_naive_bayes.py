"""Mitchell, sections 1 and 2: numbers of parameters, and estimates."""

from fractions import Fraction
from math import exp, pi, sqrt

from textbook_ml.core.numeric import squares_about
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
    gaussian_parameters,
    prior_parameters,
    tied_gaussian_parameters,
)
from textbook_ml.equations.smoothing import (
    categorical_smoothed,
    dirichlet_map,
    dirichlet_mean,
    prior_mle,
    prior_smoothed,
    theta_mle,
    theta_smoothed,
)
from textbook_ml.equations.theory import (
    binomial_within,
    examples_for_half_width,
    interval_half_width,
)
from textbook_ml.sources.checks import Check, Claim
from textbook_ml.sources.registry import erratum
from textbook_ml.study.errata._common import outcome


@erratum("ERR-M-3BILLION")
def three_billion() -> Check:
    """Thirty Boolean features need two billion parameters; 31 need more than three billion."""
    return Check(
        inputs={"count": "2(2ⁿ − 1)"},
        printed={"parameters at n = 30": Claim("more than 3 billion")},
        right={
            "parameters at n = 30": full_joint_parameters(30),
            "parameters at n = 31": full_joint_parameters(31),
            "parameters at n = 30 with three classes": full_joint_parameters(30, n_classes=3),
        },
    )


@erratum("ERR-M-HUNDRED")
def a_few_percent() -> Check:
    """If P(Y) = 1/2, 1 in 2 samples of 100 is within 3 percentage points, 3 in 4 within 5."""

    def within(points: int, p: Fraction = Fraction(1, 2)) -> float:
        return float(binomial_within(p, 100, tolerance=Fraction(points, 100)))

    return Check(
        inputs={"N": 100, "P(Y = 1)": "1/2 unless stated", "z": 1.95996},
        printed={"half width of the 95 % interval": Claim("usually within a few percent")},
        right={
            "half width of the 95 % interval": interval_half_width(0.5, 100),
            "P(within 3 points)": within(3),
            "P(within 5 points)": within(5),
            "P(within 10 points)": within(10),
            "P(within 3 points) if P(Y = 1) = 1/20": within(3, p=Fraction(1, 20)),
            "N for a half width of 3 points": examples_for_half_width(0.03),
        },
        columns=("as stated", "computed"),
    )


@erratum("ERR-M-TWO-PER-INSTANCE")
def two_per_instance() -> Check:
    """Two parameters for each instance are two too many, because each class sums to one."""
    sizes = (1, 2, 3)
    return Check(
        inputs={"instances": "2ⁿ", "classes": 2},
        printed={f"parameters at n = {n}": full_joint_table_size(n) for n in sizes},
        right={f"parameters at n = {n}": full_joint_parameters(n) for n in sizes},
        columns=("two per instance", "2(2ⁿ − 1)"),
    )


@erratum("ERR-C-COUNTS")
def with_and_without_the_prior() -> Check:
    """Numbers of parameters for ten features and two classes, without and with the prior."""
    n = 10
    counts = {
        "Boolean features": discrete_parameters([2] * n),
        "Gaussian features, variances per class": gaussian_parameters(n),
        "Gaussian features, shared variances": tied_gaussian_parameters(n),
        "Boolean features, full joint": full_joint_parameters(n),
    }
    return Check(
        inputs={"n": n, "classes": 2},
        printed=counts,
        right={model: count + prior_parameters(2) for model, count in counts.items()},
        columns=("P(X | Y) alone", "with P(Y)"),
    )


@erratum("ERR-M-DIRICHLET")
def strength_as_parameter() -> Check:
    """Adding l = 1 is MAP with a Dirichlet(2) prior; MAP with Dirichlet(1) does not smooth."""
    counts, strength = [2, 2, 0], Fraction(1)
    return Check(
        inputs={"counts": counts, "l": 1},
        printed={
            "MAP estimate": dirichlet_map(counts, alphas=[strength] * 3),
            "posterior mean": dirichlet_mean(counts, alphas=[strength] * 3),
        },
        right={
            "MAP estimate": dirichlet_map(counts, alphas=[strength + 1] * 3),
            "estimate (7)": categorical_smoothed(counts, strength),
        },
        columns=("Dirichlet parameters α = l", "α = l + 1"),
    )


@erratum("ERR-M-PSEUDO")
def one_extended_data_set() -> Check:
    """The pseudo-examples that (7) needs change the prior by more than (9) does."""
    n_values, n_classes, strength = 3, 2, 1
    in_class, total, with_value = 3, 4, 2
    added = strength * n_values  # to each class
    return Check(
        inputs={
            "J": n_values,
            "K": n_classes,
            "l": strength,
            "examples": total,
            "of class k": in_class,
            "of class k with X = x": with_value,
        },
        printed={
            "pseudo-examples": Claim("l J, which is 3"),
            "P(X = x | k)": theta_smoothed(with_value, in_class, n_values, Fraction(strength)),
            "P(Y = k)": prior_smoothed(in_class, total, n_classes, Fraction(strength)),
        },
        right={
            "pseudo-examples": added * n_classes,
            "P(X = x | k)": theta_mle(with_value + strength, in_class + added),
            "P(Y = k)": prior_mle(in_class + added, total + added * n_classes),
        },
        columns=("(7) and (9)", "(6) and (8) on the extended data"),
    )


@erratum("ERR-C-PRIOR-SMOOTH")
def one_strength_for_all() -> Check:
    """Mitchell also smooths the prior, which changes it from 3/4 to 2/3; Ng does not."""
    return Check(
        inputs={"examples": 4, "with Y = 1": 3, "classes": 2, "l": 1},
        printed={"P(Y = 1)": prior_smoothed(3, 4, 2, strength=Fraction(1))},
        right={"P(Y = 1)": prior_smoothed(3, 4, 2, strength=Fraction(0))},
        columns=("Mitchell (9)", "Ng, not smoothed"),
    )


@erratum("ERR-SD-VAR")
def deviation_for_variance() -> Check:
    """N(1, 2) has a different density if 2 is a variance or a standard deviation."""
    return Check(
        inputs={"density": "N(1, 2)", "x": 3},
        printed={"density at x": normal_pdf(3.0, 1.0, 2.0)},
        right={"density at x": normal_pdf(3.0, 1.0, 2.0 * 2.0)},
        columns=("2 is the variance", "2 is the standard deviation"),
    )


@erratum("ERR-DEGENERATE")
def single_example() -> Check:
    """For one example, (14) gives variance 0, which has no density, and (15) gives 0/0."""
    xs = [Fraction(5)]
    mu = mean_mle(xs)
    zero = float(variance_mle(xs, mu))
    return Check(
        inputs={"number of examples": 1, "x": 5},
        printed={
            "variance by (14)": variance_mle(xs, mu),
            "density at the mean": outcome(lambda: exp(0) / sqrt(2 * pi * zero)),
            "variance by (15)": outcome(lambda: squares_about(xs, mu) / (len(xs) - 1)),
        },
        right={
            "variance by (14)": variance_mle(xs, mu),
            "density at the mean": outcome(lambda: normal_pdf(5.0, 5.0, zero)),
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
        inputs={"class 0": class_0, "class 1": class_1},
        printed={
            "variance in class 0": variance_mle(class_0, mean_mle(class_0)),
            "variance in class 1": variance_mle(class_1, mean_mle(class_1)),
        },
        right={"variance in class 0": pooled, "variance in class 1": pooled},
        columns=("by (14)", "pooled"),
    )
