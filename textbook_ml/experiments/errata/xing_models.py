"""Xing's slides: the models, their densities and their parameters."""

from math import exp, fsum, log, pi, sqrt

from textbook_ml.equations.bridge import gnb_to_logistic, prior_log_odds
from textbook_ml.equations.discriminant import mvn_log_pdf, mvn_pdf
from textbook_ml.equations.gaussian import gaussian_posterior
from textbook_ml.equations.logistic import logistic_p1
from textbook_ml.equations.parameters import (
    discrete_parameters,
    gaussian_parameters,
    logistic_parameters,
    prior_parameters,
    tied_gaussian_parameters,
)
from textbook_ml.equations.softmax import softmax, xing_softmax
from textbook_ml.experiments.errata._common import MU0, MU1, P1, SIGMA2, X, bend, outcome
from textbook_ml.linalg import dot, log_determinant
from textbook_ml.registry import Check, erratum
from textbook_ml.stable import normalise_log_terms, sigmoid


@erratum("ERR-X-MVN")
def power_of_two_pi() -> Check:
    """With 2π to the power 1/2 in the plane, the density integrates to √(2π), not to one."""
    centre, sigma = [0.0, 0.0], [[1.0, 0.5], [0.5, 1.0]]
    as_printed = 1 / sqrt(2 * pi * exp(log_determinant(sigma)))
    return Check(
        printed={
            "density at the mean": as_printed,
            "its integral, which ought to be 1": as_printed / mvn_pdf(centre, centre, sigma),
        },
        right={"density at the mean": mvn_pdf(centre, centre, sigma)},
    )


@erratum("ERR-X-STAR")
def softmax_of_own_covariances() -> Check:
    """A covariance for each class bends the log odds; only a shared one gives a softmax."""

    def curvature(sigma2_1: float, sigma2_2: float) -> float:
        return bend(
            lambda x: mvn_log_pdf([x], [0.0], [[sigma2_1]]) - mvn_log_pdf([x], [1.0], [[sigma2_2]])
        )

    return Check(
        printed={"second difference of the log odds": curvature(1.0, 1.0)},
        right={
            "second difference of the log odds": curvature(1.0, 3.0),
            "second difference with a shared covariance": curvature(1.0, 1.0),
        },
    )


@erratum("ERR-X-LOGSIGMA")
def sigma_upside_down() -> Check:
    """Under the outer minus, − log σ multiplies the bell by σ where it ought to divide."""
    x, prior = 1.0, {1: 0.5, 2: 0.5}
    mu, sigma2 = {1: 0.0, 2: 2.0}, {1: 1.0, 2: 9.0}
    exponents = {
        k: (x - mu[k]) * (x - mu[k]) / (2 * sigma2[k]) - log(sqrt(sigma2[k])) for k in prior
    }
    as_printed = normalise_log_terms({k: [log(prior[k]), -exponents[k]] for k in prior})
    right = gaussian_posterior(
        [x], prior, {k: [mu[k]] for k in prior}, {k: [sigma2[k]] for k in prior}
    )
    return Check(
        printed={f"P(class {k} | x)": p for k, p in as_printed.items()},
        right={f"P(class {k} | x)": p for k, p in right.items()},
    )


@erratum("ERR-X-THETA0")
def inverted_prior() -> Check:
    """Three slips in one bias: no squared means, the prior inverted, and counted m times."""
    weights = gnb_to_logistic(P1, MU0, MU1, SIGMA2)  # his class 1 is Y = 1, his class 2 is Y = 0
    prior = prior_log_odds(P1)
    squares = weights.w0 - prior
    evidence = dot(weights.w, X)
    bayes = gaussian_posterior(X, {2: 1 - P1, 1: P1}, {2: MU0, 1: MU1}, {2: SIGMA2, 1: SIGMA2})
    return Check(
        printed={
            "P(class 1 | x)": sigmoid(fsum(w_j * x_j - prior for w_j, x_j in zip(weights.w, X))),
            "P(class 1 | x), only the squared means left out": sigmoid(evidence + prior),
            "P(class 1 | x), only the prior inverted": sigmoid(evidence + squares - prior),
        },
        right={
            "P(class 1 | x)": logistic_p1(weights.w0, weights.w, X),
            "P(class 1 | x) by Bayes' rule": bayes[1],
        },
    )


@erratum("ERR-X-SOFTMAX")
def negative_exponents() -> Check:
    """With e^(−θx) the softmax gives the other class's chance by the two-class formula."""
    theta1, theta2, x = 0.7, -0.4, 1.0
    return Check(
        printed={"P(class 1 | x)": xing_softmax([[theta1], [theta2]], [x])[0]},
        right={
            "P(class 1 | x)": softmax([theta1 * x, theta2 * x])[0],
            "P(class 1 | x) by the two-class formula": sigmoid((theta1 - theta2) * x),
        },
    )


@erratum("ERR-X-SIGMOID")
def minus_in_the_sigmoid() -> Check:
    """With a minus for the plus, μ exceeds one, falls below zero and breaks off between."""
    scores = {"μ at score 1": 1.0, "μ at score 0": 0.0, "μ at score −1": -1.0}
    return Check(
        printed={name: outcome(lambda: 1 / (1 - exp(-t))) for name, t in scores.items()},
        right={name: sigmoid(t) for name, t in scores.items()},
    )


@erratum("ERR-X-4N1")
def twin_with_more_parameters() -> Check:
    """4n + 1 is exact, for variances per class; the twin of logistic regression has 3n + 1."""
    n, prior = 10, prior_parameters(2)
    per_class = gaussian_parameters(n) + prior
    return Check(
        printed={"naive Bayes beside logistic regression, n = 10": per_class},
        right={
            "naive Bayes beside logistic regression, n = 10": tied_gaussian_parameters(n) + prior,
            "naive Bayes with variances per class": per_class,
            "naive Bayes of Boolean features": discrete_parameters([2] * n) + prior,
            "logistic regression": logistic_parameters(n),
        },
    )
