"""Xing's slides: the models, their densities and their parameters."""

from math import exp, fsum, log, pi, sqrt

from textbook_ml.core.linalg import dot, log_determinant
from textbook_ml.core.stable import normalise_log_terms, sigmoid
from textbook_ml.equations.bridge import gnb_to_logistic, prior_log_odds
from textbook_ml.equations.discriminant import mvn_log_pdf, mvn_pdf
from textbook_ml.equations.gaussian import gaussian_posterior
from textbook_ml.equations.logistic import logistic_p1
from textbook_ml.equations.softmax import softmax, xing_softmax
from textbook_ml.sources.checks import Check, Claim
from textbook_ml.sources.registry import erratum
from textbook_ml.study.errata._common import (
    GAUSSIAN,
    MU0,
    MU1,
    P1,
    SIGMA2,
    X,
    outcome,
    second_difference,
)


@erratum("ERR-X-MVN")
def power_of_two_pi() -> Check:
    """With exponent 1/2 of 2π in two dimensions, the density integrates to √(2π), not to 1."""
    centre, sigma = [0.0, 0.0], [[1.0, 0.5], [0.5, 1.0]]
    as_printed = 1 / sqrt(2 * pi * exp(log_determinant(sigma)))
    return Check(
        inputs={"m": 2, "Σ": sigma},
        printed={
            "density at the mean": as_printed,
            "integral over the plane": as_printed / mvn_pdf(centre, centre, sigma),
        },
        right={"density at the mean": mvn_pdf(centre, centre, sigma), "integral over the plane": 1},
    )


@erratum("ERR-X-STAR")
def softmax_of_own_covariances() -> Check:
    """With unequal covariances the log odds are quadratic; a shared one gives a softmax."""

    def curvature(sigma2_1: float, sigma2_2: float) -> float:
        return second_difference(
            lambda x: mvn_log_pdf([x], [0.0], [[sigma2_1]]) - mvn_log_pdf([x], [1.0], [[sigma2_2]])
        )

    return Check(
        inputs={"f(x)": "ln N(x; 0, Σ₁) − ln N(x; 1, Σ₂)"},
        printed={"f(0) − 2 f(1) + f(2), Σ = 1 and 3": Claim("a softmax, so 0")},
        right={
            "f(0) − 2 f(1) + f(2), Σ = 1 and 3": curvature(1.0, 3.0),
            "f(0) − 2 f(1) + f(2), Σ = 1 and 1": curvature(1.0, 1.0),
        },
        columns=("as stated", "by Bayes' rule"),
    )


@erratum("ERR-X-LOGSIGMA")
def sigma_upside_down() -> Check:
    """With the minus sign in front, − log σ multiplies the density by σ instead of 1/σ."""
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
        inputs={"x": x, "priors": "1/2, 1/2", "μ": list(mu.values()), "σ²": list(sigma2.values())},
        printed={f"P(class {k} | x)": p for k, p in as_printed.items()},
        right={f"P(class {k} | x)": p for k, p in right.items()},
    )


@erratum("ERR-X-THETA0")
def inverted_prior() -> Check:
    """The intercept omits the squared means, inverts the prior odds, and counts them m times."""
    weights = gnb_to_logistic(P1, MU0, MU1, SIGMA2)  # Xing's class 1 is Y = 1, class 2 is Y = 0
    prior = prior_log_odds(P1)
    squares = weights.w0 - prior
    evidence = dot(weights.w, X)
    bayes = gaussian_posterior(X, {2: 1 - P1, 1: P1}, {2: MU0, 1: MU1}, {2: SIGMA2, 1: SIGMA2})
    return Check(
        inputs={"class 1": "Y = 1", "class 2": "Y = 0", **GAUSSIAN},
        printed={
            "P(class 1 | x)": sigmoid(fsum(w_j * x_j - prior for w_j, x_j in zip(weights.w, X))),
            "P(class 1 | x) without the squared means": sigmoid(evidence + prior),
            "P(class 1 | x) with the inverted prior": sigmoid(evidence + squares - prior),
        },
        right={
            "P(class 1 | x)": logistic_p1(weights.w0, weights.w, X),
            "P(class 1 | x) by Bayes' rule": bayes[1],
        },
    )


@erratum("ERR-X-SOFTMAX")
def negative_exponents() -> Check:
    """With e^(−θx) and negated parameters, the softmax gives the same probabilities."""
    thetas, x = [0.7, -0.4], 1.0
    negated = [-theta for theta in thetas]
    return Check(
        inputs={"θ of the other texts": thetas, "x": x},
        printed={
            "parameters": negated,
            "P(class 1 | x)": xing_softmax([[theta] for theta in negated], [x])[0],
        },
        right={
            "parameters": thetas,
            "P(class 1 | x)": softmax([theta * x for theta in thetas])[0],
        },
        columns=("Xing: e^(−θx)", "other texts: e^(θx)"),
    )


@erratum("ERR-X-SIGMOID")
def minus_in_the_sigmoid() -> Check:
    """With a minus instead of the plus, μ is above one, undefined, or negative."""
    scores = {"μ at score 1": 1.0, "μ at score 0": 0.0, "μ at score −1": -1.0}
    return Check(
        inputs={"scores θx": list(scores.values())},
        printed={name: outcome(lambda: 1 / (1 - exp(-t))) for name, t in scores.items()},
        right={name: sigmoid(t) for name, t in scores.items()},
    )
