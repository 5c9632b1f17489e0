"""Mitchell, section 3: signs, ties, forms and the climb of logistic regression."""

from textbook_ml.equations.ascent import ascent_step, safe_step_size
from textbook_ml.equations.bayes import most_probable
from textbook_ml.equations.bridge import gnb_log_odds, gnb_to_logistic
from textbook_ml.equations.gaussian import gaussian_posterior
from textbook_ml.equations.likelihood import (
    Rows,
    conditional_log_likelihood,
    gradient,
    penalised_gradient,
)
from textbook_ml.equations.logistic import (
    logistic_label,
    logistic_p1,
    mitchell_label,
    mitchell_p0,
    mitchell_p1,
)
from textbook_ml.equations.smoothing import prior_mle
from textbook_ml.equations.softmax import (
    reference_softmax,
    softmax,
    softmax_gradient,
    to_reference,
    xing_softmax,
)
from textbook_ml.experiments.errata._common import LABELS, MU0, MU1, P1, ROWS, SIGMA2, X, bend
from textbook_ml.experiments.errata._fit import fit
from textbook_ml.linalg import mat_vec
from textbook_ml.registry import Check, erratum
from textbook_ml.stable import sigmoid


@erratum("ERR-SIGN-FLIP")
def forgotten_flip() -> Check:
    """The weights of section 3.1, put into (25) as they are, give the other class's chance."""
    usual = gnb_to_logistic(P1, MU0, MU1, SIGMA2)
    of_3_1 = -usual
    bayes = gaussian_posterior(X, {0: 1 - P1, 1: P1}, {0: MU0, 1: MU1}, {0: SIGMA2, 1: SIGMA2})
    return Check(
        printed={"P(Y = 1 | x) by (25)": logistic_p1(of_3_1.w0, of_3_1.w, X)},
        right={
            "P(Y = 1 | x) by (25)": logistic_p1(usual.w0, usual.w, X),
            "P(Y = 1 | x) by (16)": mitchell_p1(of_3_1.w0, of_3_1.w, X),
            "P(Y = 1 | x) by Bayes' rule": bayes[1],
        },
    )


@erratum("ERR-M-TIES")
def tie_to_one_label() -> Check:
    """At score 0 both labels are equally probable, and "otherwise" prefers one all the same."""
    w0, w, x = 0.0, [1.0], [0.0]
    posterior = {0: mitchell_p0(w0, w, x), 1: mitchell_p1(w0, w, x)}
    return Check(
        printed={
            "labels that may win at score 0": [mitchell_label(w0, w, x)],
            "the same rule in the convention of (25)": [logistic_label(w0, w, x)],
        },
        right={
            "labels that may win at score 0": [
                y for y, p in posterior.items() if p == max(posterior.values())
            ],
            "P(Y = 1) at score 0": posterior[1],
            "the first class, which the arg max here prefers": most_probable(posterior),
        },
    )


@erratum("ERR-M-GNB-GENERAL")
def any_variances() -> Check:
    """Class variances of 1 and 4 bend the log odds; only equal ones leave a logistic form."""

    def curvature(sigma2_0: float, sigma2_1: float) -> float:
        variances = ([sigma2_0], [sigma2_1])
        return bend(lambda x: -gnb_log_odds([x], 0.5, mu=([0.0], [1.0]), sigma2=variances))

    return Check(
        printed={"second difference of the log odds": curvature(2.0, 2.0)},
        right={
            "second difference of the log odds": curvature(1.0, 4.0),
            "second difference with equal variances": curvature(2.0, 2.0),
        },
    )


@erratum("ERR-M-SPECIAL-CASE")
def opposite_orders() -> Check:
    """With y₁ = 1 the many-class form is (25) and (26); only with y₁ = 0 is it (16)."""
    first, reference = reference_softmax([[0.6]], [1.0])
    flat = [[0.0, 0.0]]
    numbers_if_1_is_first = [1 - y for y in LABELS]
    (up_if_1_is_first,) = softmax_gradient(flat, ROWS, numbers_if_1_is_first)
    (up_if_0_is_first,) = softmax_gradient(flat, ROWS, LABELS)
    return Check(
        printed={
            "P(Y = 1) at score 0.6, y₁ = 1": mitchell_p1(0.6, [], []),
            "direction of the update, y₁ = 0": gradient(flat[0], ROWS, LABELS),
        },
        right={
            "P(Y = 1) at score 0.6, y₁ = 1": first,
            "P(Y = 1) at score 0.6, y₁ = 0": reference,
            "direction of the update, y₁ = 1": up_if_1_is_first,
            "direction of the update, y₁ = 0": up_if_0_is_first,
        },
    )


@erratum("ERR-C-SOFTMAX")
def three_parametrisations() -> Check:
    """The same weights mean three different things in three texts, until they are converted."""
    w, x = [[0.0, 1.0], [1.0, -1.0], [0.5, 2.0]], [1.0, 2.0]
    negated = [[-w_i for w_i in row] for row in w]
    return Check(
        printed={
            "Sontag: a vector for each class": softmax(mat_vec(w, x)),
            "Xing: negative exponents": xing_softmax(w, x),
            "Mitchell: the last class has no vector": reference_softmax(w[:-1], x),
        },
        right={
            "Sontag: a vector for each class": softmax(mat_vec(w, x)),
            "Xing: negative exponents": xing_softmax(negated, x),
            "Mitchell: the last class has no vector": reference_softmax(to_reference(w), x),
        },
    )


@erratum("ERR-M-CONVERGE")
def step_too_long() -> Check:
    """On a feature of large numbers steps of 0.01 jump about; separable data have no maximum."""
    rows = [(one, 100 * x) for one, x in ROWS]
    jumps = _climb(rows, eta=0.01)
    climbs = _climb(rows, eta=safe_step_size(rows))
    separable = [(1.0, -1.0), (1.0, 1.0)]
    return Check(
        printed={
            "l(W) after steps 1 and 2": jumps[:2],
            "l(W) after steps 1999 and 2000": jumps[-2:],
        },
        right={
            "l(W) after steps 1999 and 2000": climbs[-2:],
            "the step size that never goes down": safe_step_size(rows),
            "maximum of l(W)": conditional_log_likelihood(fit(rows, LABELS), rows, LABELS),
            "l(W) of separable data at w₁ = 1, 5, 20": [
                conditional_log_likelihood([0.0, w1], separable, [0, 1]) for w1 in (1.0, 5.0, 20.0)
            ],
        },
    )


def _climb(rows: Rows, eta: float) -> list[float]:
    """The log likelihood after each of 2000 steps of gradient ascent."""
    w, heights = [0.0, 0.0], []
    for _ in range(2000):
        w = ascent_step(w, rows, LABELS, eta)
        heights.append(conditional_log_likelihood(w, rows, LABELS))
    return heights


@erratum("ERR-M-ASCENT-DESCENT")
def descent_that_climbs() -> Check:
    """The rules add the gradient and raise l(W): descent would subtract it and lower l(W)."""
    w, eta = [0.0, 0.0], 0.01
    downhill = [w_i - eta * g for w_i, g in zip(w, gradient(w, ROWS, LABELS))]
    uphill = ascent_step(w, ROWS, LABELS, eta)
    before = conditional_log_likelihood(w, ROWS, LABELS)
    return Check(
        printed={"change of l(W)": conditional_log_likelihood(downhill, ROWS, LABELS) - before},
        right={"change of l(W)": conditional_log_likelihood(uphill, ROWS, LABELS) - before},
    )


@erratum("ERR-M-SYMBOLS")
def one_name_for_two_functions() -> Check:
    """The line called ∂l/∂w₁ has the penalty in it, and l(W) was defined without."""
    w = [1 / 2, -1 / 3]
    with_penalty = penalised_gradient(w, ROWS, LABELS, lam=0.5)[1]
    return Check(
        printed={"∂l/∂w₁": with_penalty},
        right={
            "∂l/∂w₁": gradient(w, ROWS, LABELS)[1],
            "derivative of the penalised function": with_penalty,
        },
    )


@erratum("ERR-M-BIAS-PENALTY")
def shrunk_bias() -> Check:
    """Nine of ten labels are 1; a penalty on the bias pulls the average prediction below 8/10."""
    bias_only, labels = [[1.0]] * 10, [1] * 9 + [0]
    return Check(
        printed={"average prediction": sigmoid(fit(bias_only, labels, lam=1.0)[0])},
        right={
            "average prediction": sigmoid(fit(bias_only, labels)[0]),
            "share of label 1": prior_mle(9, 10),
        },
    )
