"""Sontag's slides: missing values, signs, concavity, priors and many classes."""

from fractions import Fraction

from textbook_ml.equations.ascent import ascent_step
from textbook_ml.equations.bayes import bayes_rule
from textbook_ml.equations.likelihood import (
    conditional_likelihood,
    conditional_log_likelihood,
    kappa_log_prior,
    lam_from_kappa,
)
from textbook_ml.equations.logistic import (
    linear_score,
    logistic_label,
    logistic_p1,
    mitchell_label,
    mitchell_p1,
    with_intercept,
)
from textbook_ml.equations.missing import observed_likelihood, summed_likelihood, theta_observed
from textbook_ml.equations.smoothing import theta_mle
from textbook_ml.equations.softmax import reference_softmax, softmax, softmax_step
from textbook_ml.experiments.errata._common import LABELS, ROWS
from textbook_ml.experiments.errata._fit import fit
from textbook_ml.linalg import dot, mat_vec
from textbook_ml.registry import Check, erratum
from textbook_ml.stable import sigmoid


@erratum("ERR-S-MAR")
def missing_for_a_reason() -> Check:
    """A test that is left out for the healthy says much by its absence: 1/10, not 1/2."""
    prior = {1: Fraction(1, 2), 0: Fraction(1, 2)}
    test = {
        1: {"done": Fraction(9, 10), "missing": Fraction(1, 10)},
        0: {"done": Fraction(1, 10), "missing": Fraction(9, 10)},
    }
    ignored = {y: observed_likelihood([None], [test[y]]) for y in prior}
    as_a_value = {y: observed_likelihood(["missing"], [test[y]]) for y in prior}
    return Check(
        printed={"P(Y = 1 | the test is missing)": bayes_rule(prior, ignored)[1]},
        right={"P(Y = 1 | the test is missing)": bayes_rule(prior, as_a_value)[1]},
    )


@erratum("ERR-S-DENOM")
def class_count_with_gaps() -> Check:
    """With a value missing, shares of the whole class sum to 3/4, shares of the seen to one."""
    column = [1, 0, None, 1]
    of_class = {v: theta_mle(column.count(v), len(column)) for v in (1, 0)}
    of_seen = {v: theta_observed(column, v) for v in (1, 0)}
    return Check(
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
    )


@erratum("ERR-S-OCR")
def sum_over_the_wrong_attribute() -> Check:
    """Only a sum over the missing attribute leaves the probability of the observed one."""
    tables = [{0: Fraction(1, 4), 1: Fraction(3, 4)}, {0: Fraction(1, 3), 1: Fraction(2, 3)}]
    return Check(
        printed={"P(first = 1 | y), second missing": summed_likelihood([None, 1], tables)},
        right={"P(first = 1 | y), second missing": summed_likelihood([1, None], tables)},
    )


@erratum("ERR-S-FLIP")
def silent_flip() -> Check:
    """Weights trained by the later slides get the wrong label from the earlier ones."""
    w0, *w = fit(ROWS, LABELS)
    x = [2.0]
    return Check(
        printed={
            "P(Y = 1 | x = 2)": mitchell_p1(w0, w, x),
            "label of x = 2": mitchell_label(w0, w, x),
        },
        right={
            "P(Y = 1 | x = 2)": logistic_p1(w0, w, x),
            "label of x = 2": logistic_label(w0, w, x),
            "score of x = 2": linear_score(w0, w, x),
        },
    )


@erratum("ERR-S-CONCAVE")
def concave_likelihood() -> Check:
    """Half-way between w = −4 and w = 0 the likelihood is below its chord, its log above."""
    row, label = [[1.0]], [1]
    p = {w: conditional_likelihood([w], row, label) for w in (-4.0, -2.0, 0.0)}
    log_p = {w: conditional_log_likelihood([w], row, label) for w in p}

    def compare(f: dict[float, float]) -> dict[str, object]:
        curve, chord = f[-2.0], (f[-4.0] + f[0.0]) / 2
        return {"half-way": curve, "on the chord": chord, "is above the chord": curve > chord}

    return Check(printed=compare(p), right=compare(log_p))


@erratum("ERR-S-SIMULTANEOUS")
def one_weight_after_the_other() -> Check:
    """If w₁ is updated with the new w₀ already in place, it lands elsewhere."""
    w, eta = [1 / 2, -1 / 3], 0.1
    new_w0, _ = ascent_step(w, ROWS, LABELS, eta)
    _, new_w1 = ascent_step([new_w0, w[1]], ROWS, LABELS, eta)
    return Check(
        printed={"weights after one step": [new_w0, new_w1]},
        right={"weights after one step": ascent_step(w, ROWS, LABELS, eta)},
    )


@erratum("ERR-S-PROPTO")
def proportional_for_plus_constant() -> Check:
    """The log prior and the penalty have one difference everywhere, but not one ratio."""
    kappa = 2.0

    def penalty(w: list[float]) -> float:
        return -lam_from_kappa(kappa) / 2 * dot(w, w)

    near, far = [1.0, 0.0], [3.0, -2.0]
    return Check(
        printed={
            "constant at w = (1, 0)": kappa_log_prior(near, kappa) / penalty(near),
            "constant at w = (3, −2)": kappa_log_prior(far, kappa) / penalty(far),
        },
        right={
            "constant at w = (1, 0)": kappa_log_prior(near, kappa) - penalty(near),
            "constant at w = (3, −2)": kappa_log_prior(far, kappa) - penalty(far),
        },
    )


@erratum("ERR-S-NOASSUMP")
def no_assumptions() -> Check:
    """Linear log odds are an assumption: on exclusive or, the best fit says 1/2 to everything."""
    rows = with_intercept([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
    labels = [0, 1, 1, 0]
    w = fit(rows, labels)
    return Check(
        printed={"P(Y = 1 | x) of exclusive or": labels},
        right={
            "P(Y = 1 | x) of exclusive or": [sigmoid(s) for s in mat_vec(rows, w)],
            "weights of the best fit": w,
        },
    )


@erratum("ERR-S-SOFTMAX")
def vector_for_every_class() -> Check:
    """Under a penalty, a vector for every class and one for all but the last fit differently."""
    rows, labels = [[1.0]] * 6, [0, 0, 0, 1, 1, 2]
    counts = [labels.count(k) for k in range(3)]
    every, all_but_last = [0.0, 0.0, 0.0], [[0.0], [0.0]]
    for _ in range(200):  # each step of 1/4 takes away a quarter of the error, or more
        p = softmax(every)
        every = [w + 0.25 * (c - len(rows) * p_k - w) for w, c, p_k in zip(every, counts, p)]
        all_but_last = softmax_step(all_but_last, rows, labels, eta=0.25, lam=1.0)
    return Check(
        printed={"probabilities of the three classes": softmax(every)},
        right={"probabilities of the three classes": reference_softmax(all_but_last, [1.0])},
    )
