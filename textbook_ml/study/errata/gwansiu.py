"""GwanSiu's post: priors, signs and brackets."""

from fractions import Fraction

from textbook_ml.core.stable import sigmoid
from textbook_ml.equations.bayes import bayes_rule, evidence, most_probable
from textbook_ml.equations.bridge import expanded_squares
from textbook_ml.equations.counts import indicator
from textbook_ml.equations.logistic import linear_score, mitchell_label, mitchell_p0, mitchell_p1
from textbook_ml.equations.smoothing import dirichlet_mean
from textbook_ml.sources.checks import Check
from textbook_ml.sources.registry import erratum


@erratum("ERR-G-TRAIN")
def prior_before_the_data() -> Check:
    """After 3 examples of one class and 1 of the other, the class probability is not 1/2."""
    likelihood = {0: Fraction(1, 4), 1: Fraction(1, 2)}
    untrained = {0: Fraction(1, 2), 1: Fraction(1, 2)}
    trained = dict(enumerate(dirichlet_mean([1, 3], alphas=[Fraction(1), Fraction(1)])))
    return Check(
        inputs={
            "training labels": "0, 1, 1, 1",
            "P(Y = 1), no data": untrained[1],
            "P(Y = 1 | data), Laplace": trained[1],
            "P(x | Y = 0), P(x | Y = 1)": list(likelihood.values()),
        },
        printed={"P(Y = 1 | x, training data)": bayes_rule(untrained, likelihood)[1]},
        right={"P(Y = 1 | x, training data)": bayes_rule(trained, likelihood)[1]},
    )


@erratum("ERR-G-PRIOR")
def prior_left_out() -> Check:
    """Without the prior in the numerator the posterior sums to 30/11, and the label changes."""
    prior = {1: Fraction(9, 10), 2: Fraction(1, 10)}
    likelihood = {1: Fraction(1, 4), 2: Fraction(1, 2)}
    as_printed = {y: likelihood[y] / evidence(prior, likelihood) for y in prior}
    right = bayes_rule(prior, likelihood)
    return Check(
        inputs={
            "P(Y = 1), P(Y = 2)": list(prior.values()),
            "P(x | Y = 1), P(x | Y = 2)": list(likelihood.values()),
        },
        printed={
            "posterior of the classes 1 and 2": list(as_printed.values()),
            "its sum": sum(as_printed.values()),
            "label": most_probable(as_printed),
        },
        right={
            "posterior of the classes 1 and 2": list(right.values()),
            "its sum": sum(right.values()),
            "label": most_probable(right),
        },
    )


@erratum("ERR-G-DELTA")
def count_less_one() -> Check:
    """With three of five examples in the class, (Σ δ) − 1 is 2 and Σ (δ − 1) is −2."""
    deltas = [indicator(y == "k") for y in ("k", "k", "k", "other", "other")]
    return Check(
        inputs={"δ(Y^j = y_k)": deltas},
        printed={"divisor in (17)": sum(delta - 1 for delta in deltas)},
        right={"divisor in (17)": sum(deltas) - 1},
        columns=("Σ (δ − 1)", "(Σ δ) − 1"),
    )


@erratum("ERR-G-ONE")
def one_for_zero() -> Check:
    """The logarithm of 1 is 0: at a score of 1/2, Y = 0 is already more probable."""
    w0, w, x = Fraction(-1, 2), [Fraction(1)], [Fraction(1)]
    score = linear_score(w0, w, x)
    return Check(
        inputs={"ω₀": w0, "ω₁": w[0], "X₁": x[0], "score": score},
        printed={"label": 0 if score > 1 else 1},
        right={
            "label": mitchell_label(w0, w, x),
            "P(Y = 0)": mitchell_p0(float(score), [], []),
        },
    )


@erratum("ERR-G-SQUARE")
def square_left_out() -> Check:
    """With X instead of X² in the second bracket, the line is not equal to the lines around it."""
    x, mu0, mu1, sigma2 = Fraction(3), Fraction(0), Fraction(2), Fraction(1)
    as_printed = (x * x - 2 * x * mu1 + mu1 * mu1) - (x - 2 * x * mu0 + mu0 * mu0)
    return Check(
        inputs={"X": x, "μ₀": mu0, "μ₁": mu1, "σ²": sigma2},
        printed={"equation (31)": as_printed / (2 * sigma2)},
        right={"equation (31)": expanded_squares([x], [mu0], [mu1], [sigma2])},
    )


@erratum("ERR-G-PLUS")
def intercept_times_sum() -> Check:
    """Without the plus sign the intercept multiplies the sum, and P(Y = 1) is close to one."""
    w0, w, x = 2.0, -3.0, 1.0
    return Check(
        inputs={"ω₀": w0, "ω₁": w, "X₁": x},
        printed={"P(Y = 1 | x)": sigmoid(-(w0 * (w * x)))},
        right={"P(Y = 1 | x)": mitchell_p1(w0, [w], [x])},
    )
