"""Sontag's slides: missing values, signs, concavity, priors and many classes."""

from fractions import Fraction

from textbook_ml.core.linalg import dot, mat_vec
from textbook_ml.core.stable import sigmoid
from textbook_ml.equations.ascent import ascent_step
from textbook_ml.equations.bayes import bayes_rule
from textbook_ml.equations.likelihood import (
    conditional_likelihood,
    conditional_log_likelihood,
    kappa_log_prior,
    lam_from_kappa,
)
from textbook_ml.equations.logistic import (
    logistic_label,
    logistic_p1,
    mitchell_label,
    mitchell_p1,
    with_intercept,
)
from textbook_ml.equations.missing import observed_likelihood, summed_likelihood, theta_observed
from textbook_ml.equations.smoothing import theta_mle
from textbook_ml.equations.softmax import reference_softmax, softmax, softmax_step
from textbook_ml.sources.checks import Check, Claim
from textbook_ml.sources.registry import erratum
from textbook_ml.study.errata._common import EXAMPLES, LABELS, ROWS
from textbook_ml.study.errata._fit import fit


@erratum("ERR-S-MAR")
def missing_for_a_reason() -> Check:
    """If healthy people are rarely tested, a missing test changes P(Y = 1) from 1/2 to 1/10."""
    prior = {1: Fraction(1, 2), 0: Fraction(1, 2)}
    test = {
        1: {"done": Fraction(9, 10), "missing": Fraction(1, 10)},
        0: {"done": Fraction(1, 10), "missing": Fraction(9, 10)},
    }
    ignored = {y: observed_likelihood([None], [test[y]]) for y in prior}
    as_a_value = {y: observed_likelihood(["missing"], [test[y]]) for y in prior}
    return Check(
        inputs={
            "P(Y = 1)": prior[1],
            "P(missing | 1)": test[1]["missing"],
            "P(missing | 0)": test[0]["missing"],
        },
        printed={"P(Y = 1 | the test is missing)": bayes_rule(prior, ignored)[1]},
        right={"P(Y = 1 | the test is missing)": bayes_rule(prior, as_a_value)[1]},
        columns=("missing ignored", "missing as a value"),
    )


@erratum("ERR-S-DENOM")
def class_count_with_gaps() -> Check:
    """With one missing value, the estimates divided by the class count sum to 3/4."""
    column = [1, 0, None, 1]
    of_class = {v: theta_mle(column.count(v), len(column)) for v in (1, 0)}
    of_seen = {v: theta_observed(column, v) for v in (1, 0)}
    return Check(
        inputs={"X in class y": "1, 0, missing, 1"},
        printed={
            "P(X = 1 | y)": of_class[1],
            "P(X = 0 | y)": of_class[0],
            "their sum": sum(of_class.values()),
        },
        right={
            "P(X = 1 | y)": of_seen[1],
            "P(X = 0 | y)": of_seen[0],
            "their sum": sum(of_seen.values()),
        },
        columns=("Mitchell (6): class count", "Sontag: observed count"),
    )


@erratum("ERR-S-OCR")
def sum_over_the_wrong_attribute() -> Check:
    """Only a sum over the missing attribute gives the probability of the observed one."""
    tables = [{0: Fraction(1, 4), 1: Fraction(3, 4)}, {0: Fraction(1, 3), 1: Fraction(2, 3)}]
    return Check(
        inputs={"P(X₁ = 1 | y)": tables[0][1], "P(X₂ = 1 | y)": tables[1][1]},
        printed={"P(X₁ = 1 | y), X₂ missing": summed_likelihood([None, 1], tables)},
        right={"P(X₁ = 1 | y), X₂ missing": summed_likelihood([1, None], tables)},
        columns=("summed over x₁", "summed over x₂"),
    )


@erratum("ERR-S-FLIP")
def sign_between_slides() -> Check:
    """Weights trained as on the later slides must be negated for the earlier ones."""
    w0, *w = fit(ROWS, LABELS)
    negated0, negated = -w0, [-w_i for w_i in w]
    x = [2.0]
    return Check(
        inputs={**EXAMPLES, "new x": x[0]},
        printed={
            "w₀": negated0,
            "w₁": negated[0],
            "P(Y = 1 | new x)": mitchell_p1(negated0, negated, x),
            "label": mitchell_label(negated0, negated, x),
        },
        right={
            "w₀": w0,
            "w₁": w[0],
            "P(Y = 1 | new x)": logistic_p1(w0, w, x),
            "label": logistic_label(w0, w, x),
            "P(Y = 1 | new x), sign not changed": mitchell_p1(w0, w, x),
        },
        columns=("earlier slides", "likelihood slide and later"),
    )


@erratum("ERR-S-CONCAVE")
def concave_likelihood() -> Check:
    """At the midpoint of w = −4 and w = 0, the likelihood is below its chord, its log above."""
    row, label = [[1.0]], [1]
    p = {w: conditional_likelihood([w], row, label) for w in (-4.0, -2.0, 0.0)}
    log_p = {w: conditional_log_likelihood([w], row, label) for w in p}

    def compare(f: dict[float, float]) -> dict[str, object]:
        curve, chord = f[-2.0], (f[-4.0] + f[0.0]) / 2
        return {
            "at w = −2": curve,
            "mean of the two end values": chord,
            "above the mean": curve > chord,
        }

    return Check(
        inputs={"examples": "one, x = 1, label 1", "ends": "w = −4 and w = 0"},
        printed=compare(p),
        right=compare(log_p),
        columns=("likelihood", "log likelihood"),
    )


@erratum("ERR-S-SIMULTANEOUS")
def one_weight_after_the_other() -> Check:
    """If w₁ is updated using the new w₀, the result differs from that of gradient ascent."""
    w, eta = [1 / 2, -1 / 3], 0.1
    new_w0, _ = ascent_step(w, ROWS, LABELS, eta)
    _, new_w1 = ascent_step([new_w0, w[1]], ROWS, LABELS, eta)
    return Check(
        inputs={**EXAMPLES, "w": "(1/2, −1/3)", "η": eta},
        printed={"w after one step": [new_w0, new_w1]},
        right={"w after one step": ascent_step(w, ROWS, LABELS, eta)},
        columns=("one after the other", "all at once"),
    )


@erratum("ERR-S-PROPTO")
def proportional_for_plus_constant() -> Check:
    """The log prior and the penalty have the same difference everywhere, but not the same ratio."""
    kappa = 2.0

    def penalty(w: list[float]) -> float:
        return -lam_from_kappa(kappa) / 2 * dot(w, w)

    near, far = [1.0, 0.0], [3.0, -2.0]
    return Check(
        inputs={"κ": kappa, "λ": lam_from_kappa(kappa)},
        printed={
            "at w = (1, 0)": kappa_log_prior(near, kappa) / penalty(near),
            "at w = (3, −2)": kappa_log_prior(far, kappa) / penalty(far),
        },
        right={
            "at w = (1, 0)": kappa_log_prior(near, kappa) - penalty(near),
            "at w = (3, −2)": kappa_log_prior(far, kappa) - penalty(far),
        },
        columns=("ratio: not constant", "difference: constant"),
    )


@erratum("ERR-S-NOASSUMP")
def no_assumptions() -> Check:
    """Linear log odds are an assumption: for XOR, the best fit predicts 1/2 for every input."""
    rows = with_intercept([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
    labels = [0, 1, 1, 0]
    w = fit(rows, labels)
    return Check(
        inputs={"x": "(0, 0), (0, 1), (1, 0), (1, 1)", "labels": labels},
        printed={"P(Y = 1 | x)": Claim("no assumptions: any function of x")},
        right={
            "P(Y = 1 | x)": [sigmoid(s) for s in mat_vec(rows, w)],
            "weights of the best fit": w,
        },
        columns=("as stated", "logistic regression"),
    )


@erratum("ERR-S-SOFTMAX")
def vector_for_every_class() -> Check:
    """With a penalty, K weight vectors and K − 1 weight vectors give different fits."""
    rows, labels = [[1.0]] * 6, [0, 0, 0, 1, 1, 2]
    counts = [labels.count(k) for k in range(3)]
    every, all_but_last = [0.0, 0.0, 0.0], [[0.0], [0.0]]
    for _ in range(200):  # each step reduces the error by a quarter or more
        p = softmax(every)
        every = [w + 0.25 * (c - len(rows) * p_k - w) for w, c, p_k in zip(every, counts, p)]
        all_but_last = softmax_step(all_but_last, rows, labels, eta=0.25, lam=1.0)
    return Check(
        inputs={"features": "none", "examples per class": counts, "λ": 1},
        printed={"P(classes 1, 2, 3), penalised": softmax(every)},
        right={"P(classes 1, 2, 3), penalised": reference_softmax(all_but_last, [1.0])},
        columns=("a vector per class", "all but the last"),
    )
