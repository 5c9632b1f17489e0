"""Mitchell, sections 1 and 3 to 5, and exercise 4: claims about whole classifiers."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from math import prod

from textbook_ml.equations.bayes import (
    bayes_rule,
    most_probable,
    naive_bayes_posterior,
    naive_joint,
    naive_product,
)
from textbook_ml.equations.bridge import categorical_to_logistic, gnb_to_logistic
from textbook_ml.equations.gaussian import normal_pdf
from textbook_ml.equations.independence import Values, is_conditionally_independent
from textbook_ml.equations.logistic import (
    linear_score,
    logistic_label,
    logistic_p1,
    mitchell_p1,
    with_intercept,
)
from textbook_ml.equations.optimality import bayes_error, bayes_optimal_label, classifier_error
from textbook_ml.equations.smoothing import class_prior, theta_table
from textbook_ml.sources.checks import Check, Claim
from textbook_ml.sources.registry import erratum
from textbook_ml.study.errata._fit import fit

HALF = Fraction(1, 2)


@erratum("ERR-M-EQUIV")
def label_for_probability() -> Check:
    """A feature counted twice gives the right label with the wrong probability."""
    once, twice = _cue_posterior(1, copies=1), _cue_posterior(1, copies=2)
    return Check(
        inputs={"P(Y = 1)": HALF, "P(X = y | Y = y)": Fraction(7, 10), "X": 1},
        printed={"label": most_probable(twice), "P(Y = 1 | X = 1)": twice[1]},
        right={"label": most_probable(once), "P(Y = 1 | X = 1)": once[1]},
        columns=("feature counted twice", "feature counted once"),
    )


Point = tuple[float, float, float]


@erratum("ERR-M-PAIRWISE")
def independent_in_pairs_only() -> Check:
    """All four assumptions hold, and the posterior is 2/3 or 0, but (22) gives 1/2."""
    agree, differ = (1.0, 1.0, 1.0), (1.0, 1.0, -1.0)
    zeros, ones = [0.0] * 3, [1.0] * 3
    weights = -gnb_to_logistic(0.5, mu0=zeros, mu1=zeros, sigma2=ones)  # in the convention of (22)
    signs, pairs = signs_in_class_1(), ((0, 1), (0, 2), (1, 2))
    return Check(
        inputs={
            "P(Y = 1)": HALF,
            "class 0": "X₁, X₂, X₃ ~ N(0, 1), independent",
            "class 1": "X₁, X₂ likewise, X₃ = |Z| sign(X₁ X₂), Z ~ N(0, 1)",
        },
        printed={
            "P(Y = 1 | x = (1, 1, 1))": mitchell_p1(weights.w0, weights.w, agree),
            "P(Y = 1 | x = (1, 1, −1))": mitchell_p1(weights.w0, weights.w, differ),
        },
        right={
            "P(Y = 1 | x = (1, 1, 1))": pairwise_posterior(agree),
            "P(Y = 1 | x = (1, 1, −1))": pairwise_posterior(differ),
            "class 1: each pair is independent": all(
                is_conditionally_independent(signs, [i], [j], []) for i, j in pairs
            ),
            "class 1: X₃ is independent of (X₁, X₂)": is_conditionally_independent(
                signs, [2], [0, 1], []
            ),
        },
        columns=("by (22)", "by Bayes' rule"),
    )


def pairwise_density(x: Point, y: int) -> float:
    """p(x | y) of the counterexample: in class 1 the sign of x₃ is that of x₁ x₂.

        class 0: φ(x₁) φ(x₂) φ(x₃);   class 1: twice that if x₁ x₂ x₃ > 0, else 0

    >>> pairwise_density((1.0, 1.0, 1.0), 1) == 2 * pairwise_density((1.0, 1.0, 1.0), 0)
    True
    """
    independent = naive_product([normal_pdf(x_i, mu=0.0, sigma2=1.0) for x_i in x])
    if y == 0:
        return independent
    return 2 * independent if prod(x) > 0 else 0.0


def pairwise_posterior(x: Point) -> float:
    """P(Y = 1 | x) of the counterexample, by Bayes' rule.

    >>> pairwise_posterior((1.0, -2.0, 3.0))
    0.0
    """
    return bayes_rule({0: 0.5, 1: 0.5}, {y: pairwise_density(x, y) for y in (0, 1)})[1]


def signs_in_class_1() -> dict[Values, Fraction]:
    """P(signs of X₁, X₂, X₃ | Y = 1); |X₁|, |X₂|, |X₃| are independent of the signs.

    >>> signs_in_class_1()[1, -1, -1]
    Fraction(1, 4)
    """
    return {(a, b, a * b): Fraction(1, 4) for a, b in product((1, -1), repeat=2)}


@erratum("ERR-M-LR-RATE")
def same_predictions_other_weights() -> Check:
    """Two codings of the same examples: equal predictions, but weights 100 times as large."""
    x1, x2 = [-1.0, 0.0, 1.0, 2.0, 0.0, 1.0], [0.0, 1.0, 1.0, 0.0, -1.0, 2.0]
    labels, small = [0, 1, 0, 1, 0, 1], 0.01
    plain = with_intercept(list(zip(x1, x2)))
    mixed = with_intercept([(a, a + small * b) for a, b in zip(x1, x2)])
    w, v = fit(plain, labels), fit(mixed, labels)
    row = 3
    return Check(
        inputs={"x₁": x1, "x₂": x2, "labels": labels},
        printed={
            "w₁": w[1],
            "w₂": w[2],
            "P(Y = 1 | fourth example)": logistic_p1(w[0], w[1:], plain[row][1:]),
        },
        right={
            "w₁": v[1],
            "w₂": v[2],
            "P(Y = 1 | fourth example)": logistic_p1(v[0], v[1:], mixed[row][1:]),
        },
        columns=("features x₁, x₂", "features x₁, x₁ + x₂/100"),
    )


@erratum("ERR-RATES-CAVEAT")
def close_parameters() -> Check:
    """If a thousand log ratios each have an error of 1/50, the score may have an error of 20."""
    n, off = 1000, Fraction(1, 50)
    sum_of_errors = linear_score(Fraction(0), [off] * n, [Fraction(1)] * n)
    return Check(
        inputs={"features": n, "error of each log ratio": off},
        printed={"error of the score": Claim("near its limit, like the parameters")},
        right={"error of the score": sum_of_errors},
        columns=("as stated", "up to"),
    )


@erratum("ERR-M-OVERCLAIM")
def naive_bayes_always_loses() -> Check:
    """The assumptions fail, but naive Bayes has a smaller error than logistic regression."""
    cells = [(0, 0), (0, 1), (1, 0), (1, 1)]
    weights = {1: [6, 6, 8, 9], 0: [2, 7, 10, 1]}
    population = [(x, y) for y in weights for x, n in zip(cells, weights[y]) for _ in range(n)]
    joint = {case: Fraction(n, len(population)) for case, n in Counter(population).items()}

    labels = [y for _, y in population]
    prior = class_prior(labels)
    tables = [theta_table([x[i] for x, _ in population], labels, values=[0, 1]) for i in (0, 1)]
    w0, *w = fit(with_intercept([x for x, _ in population]), labels)

    def naive_bayes(x: tuple[int, int]) -> int:
        factors = {y: [table[y][x_i] for table, x_i in zip(tables, x)] for y in prior}
        return most_probable({y: naive_joint(prior[y], factors[y]) for y in prior})

    error_nb = classifier_error(joint, naive_bayes)
    error_lr = classifier_error(joint, lambda x: logistic_label(w0, w, x))
    return Check(
        inputs={
            "cells (X₁, X₂)": "00, 01, 10, 11",
            "weights in class 1": weights[1],
            "weights in class 0": weights[0],
        },
        printed={"naive Bayes makes more errors": Claim("yes")},
        right={
            "naive Bayes makes more errors": error_nb > error_lr,
            "error of naive Bayes": error_nb,
            "error of logistic regression": error_lr,
            "error of the best classifier": bayes_error(joint),
            "error with one feature (right in 7 of 10 cases), used twice": _cue_error(copies=2),
            "error with the feature used once": _cue_error(copies=1),
        },
        columns=("as stated", "in the limit"),
    )


@erratum("ERR-M-LINEAR-DISCRETE")
def hyperplane_in_numbers() -> Check:
    """Naive Bayes labels x = 0, 1, 2 as 0, 1, 0: one-hot weights can do so, a threshold cannot."""
    values = (0, 1, 2)
    theta1, theta0 = {0: 0.1, 1: 0.8, 2: 0.1}, {0: 0.45, 1: 0.1, 2: 0.45}
    w0, (one_hot,) = categorical_to_logistic(0.5, [theta0], [theta1])
    labels = [logistic_label(w0, [one_hot[x]], [1.0]) for x in values]
    thresholds = [
        [logistic_label(-sign * t, [sign], [x]) for x in values]
        for t in (0.5, 1.5, 2.5)
        for sign in (1.0, -1.0)
    ]
    return Check(
        inputs={
            "P(Y = 1)": HALF,
            "P(x = 0, 1, 2 | Y = 1)": list(theta1.values()),
            "P(x = 0, 1, 2 | Y = 0)": list(theta0.values()),
        },
        printed={"some threshold on x labels like naive Bayes": Claim("yes, X is a line")},
        right={
            "some threshold on x labels like naive Bayes": labels in thresholds,
            "labels that a threshold can give to x = 0, 1, 2": sorted(thresholds),
            "labels of x = 0, 1, 2": labels,
            "one-hot weights of x = 0, 1, 2": [one_hot[x] for x in values],
        },
        columns=("as stated", "by Bayes' rule"),
    )


@erratum("ERR-M-EX4")
def vote_of_two() -> Check:
    """The vote of two hypotheses that predict labels agrees with the more probable of the two."""

    def vote(weight1: Fraction, p1: Fraction, p2: Fraction) -> int:
        """The vote of two hypotheses that give label 1 the probabilities p1 and p2."""
        posterior = {"h1": weight1, "h2": 1 - weight1}
        return bayes_optimal_label(
            posterior, {"h1": _label_distribution(p1), "h2": _label_distribution(p2)}
        )

    weights = [Fraction(1, 10), Fraction(2, 5), Fraction(3, 5), Fraction(9, 10)]
    plain = product(weights, [Fraction(0), Fraction(1)], [Fraction(0), Fraction(1)])
    h1, h2 = [Fraction(9, 10), Fraction(2, 5)], [Fraction(2, 5), Fraction(9, 10)]
    return Check(
        inputs={
            "plain labels: P(h₁ | D)": weights,
            "probabilities: P(1 | h₁, x), two inputs": h1,
            "probabilities: P(1 | h₂, x), two inputs": h2,
            "probabilities: P(h₁ | D)": HALF,
        },
        printed={"h₁ and h₂ predict labels: vote differs from both": Claim("in general")},
        right={
            "h₁ and h₂ predict labels: vote differs from both": any(
                vote(weight1, a, b) != (a if weight1 > HALF else b) for weight1, a, b in plain
            ),
            "probabilities: labels of h₁": [most_probable(_label_distribution(p)) for p in h1],
            "probabilities: labels of h₂": [most_probable(_label_distribution(p)) for p in h2],
            "probabilities: labels of the vote": [vote(HALF, a, b) for a, b in zip(h1, h2)],
        },
        columns=("as stated", "by weighted votes"),
    )


def _cue_posterior(cue: int, copies: int) -> dict[int, Fraction]:
    """The posterior of naive Bayes for copies of a feature that is right in 7 of 10 cases."""
    return naive_bayes_posterior(
        {1: HALF, 0: HALF}, {y: [_cue_likelihood(cue, y)] * copies for y in (1, 0)}
    )


def _cue_error(copies: int) -> Fraction:
    """Return the error rate of naive Bayes for copies of that feature."""
    joint = {(cue, y): HALF * _cue_likelihood(cue, y) for cue, y in product((0, 1), repeat=2)}
    return classifier_error(joint, lambda cue: most_probable(_cue_posterior(cue, copies)))


def _cue_likelihood(cue: int, y: int) -> Fraction:
    """Return P(cue | y), the probability of one copy given the class."""
    return Fraction(7, 10) if cue == y else Fraction(3, 10)


def _label_distribution(p: Fraction) -> Mapping[int, Fraction]:
    """A distribution over the labels 1 and 0."""
    return {1: p, 0: 1 - p}
