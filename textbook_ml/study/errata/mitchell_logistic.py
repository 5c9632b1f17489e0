"""Mitchell, section 3: signs, ties, equivalent forms, and gradient ascent."""

from textbook_ml.core.linalg import mat_vec
from textbook_ml.core.stable import sigmoid
from textbook_ml.equations.ascent import ascent_step, safe_step_size
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
from textbook_ml.sources.checks import Check, Claim
from textbook_ml.sources.registry import erratum
from textbook_ml.study.errata._common import (
    EXAMPLES,
    GAUSSIAN,
    LABELS,
    MU0,
    MU1,
    P1,
    ROWS,
    SIGMA2,
    X,
    second_difference,
)
from textbook_ml.study.errata._fit import fit


@erratum("ERR-SIGN-FLIP")
def two_signs_of_the_score() -> Check:
    """Both conventions give the posterior of Bayes' rule, with weights of opposite signs."""
    usual = gnb_to_logistic(P1, MU0, MU1, SIGMA2)
    of_3_1 = -usual
    bayes = gaussian_posterior(X, {0: 1 - P1, 1: P1}, {0: MU0, 1: MU1}, {0: SIGMA2, 1: SIGMA2})
    return Check(
        inputs=GAUSSIAN,
        printed={
            "w₀": of_3_1.w0,
            "w₁, w₂": list(of_3_1.w),
            "P(Y = 1 | x)": mitchell_p1(of_3_1.w0, of_3_1.w, X),
        },
        right={
            "w₀": usual.w0,
            "w₁, w₂": list(usual.w),
            "P(Y = 1 | x)": logistic_p1(usual.w0, usual.w, X),
            "P(Y = 1 | x) by Bayes' rule": bayes[1],
            "P(Y = 1 | x), weights of (16) in (25)": logistic_p1(of_3_1.w0, of_3_1.w, X),
        },
        columns=("(16), section 3.1", "(25), section 3.2"),
    )


@erratum("ERR-M-TIES")
def tie_to_one_label() -> Check:
    """At score 0 both labels are equally probable; the two conventions choose different labels."""
    w0, w, x = 0.0, [1.0], [0.0]
    return Check(
        inputs={"w₀": w0, "w₁": w[0], "x": x[0]},
        printed={
            "label": mitchell_label(w0, w, x),
            "P(Y = 1 | x)": mitchell_p1(w0, w, x),
        },
        right={
            "label": logistic_label(w0, w, x),
            "P(Y = 1 | x)": logistic_p1(w0, w, x),
        },
        columns=("rule (18) with (16)", "the same rule with (25)"),
    )


@erratum("ERR-M-GNB-GENERAL")
def any_variances() -> Check:
    """With class variances 1 and 4 the log odds are quadratic; with equal ones they are linear."""

    def curvature(sigma2_0: float, sigma2_1: float) -> float:
        variances = ([sigma2_0], [sigma2_1])
        return second_difference(
            lambda x: -gnb_log_odds([x], 0.5, mu=([0.0], [1.0]), sigma2=variances)
        )

    unequal, equal = "f(0) − 2 f(1) + f(2), σ² = 1 and 4", "f(0) − 2 f(1) + f(2), σ² = 2 and 2"
    return Check(
        inputs={"f(x)": "ln P(Y = 1 | x) / P(Y = 0 | x)", "P(Y = 1)": "1/2", "μ₀": 0, "μ₁": 1},
        printed={unequal: Claim("logistic, so 0")},
        right={unequal: curvature(1.0, 4.0), equal: curvature(2.0, 2.0)},
        columns=("as stated", "by Bayes' rule"),
    )


@erratum("ERR-M-SPECIAL-CASE")
def opposite_orders() -> Check:
    """With y₁ = 1 the form for many classes is (25) and (26); with y₁ = 0 it is (16)."""
    score = 0.6
    first, reference = reference_softmax([[score]], [1.0])
    zeros = [[0.0, 0.0]]
    (if_1_is_first,) = softmax_gradient(zeros, ROWS, [1 - y for y in LABELS])
    (if_0_is_first,) = softmax_gradient(zeros, ROWS, LABELS)
    return Check(
        inputs={"score": score, **EXAMPLES, "W": zeros[0]},
        printed={
            "P(Y = 1) by (27), (28)": first,
            "P(Y = 1) by (25)": logistic_p1(score, [], []),
            "gradient in (29)": if_1_is_first,
            "gradient in (26)": gradient(zeros[0], ROWS, LABELS),
        },
        right={
            "P(Y = 1) by (27), (28)": reference,
            "P(Y = 1) by (16)": mitchell_p1(score, [], []),
            "gradient in (29)": if_0_is_first,
        },
        columns=("(y₁, y₂) = (1, 0)", "(y₁, y₂) = (0, 1)"),
    )


@erratum("ERR-C-SOFTMAX")
def three_parametrisations() -> Check:
    """The same weights give different distributions in three texts, unless they are converted."""
    w, x = [[0.0, 1.0], [1.0, -1.0], [0.5, 2.0]], [1.0, 2.0]
    negated = [[-w_i for w_i in row] for row in w]
    return Check(
        inputs={"w of class 1": w[0], "of class 2": w[1], "of class 3": w[2], "(1, x)": x},
        printed={
            "Sontag: a vector for each class": softmax(mat_vec(w, x)),
            "Xing: negative exponents": xing_softmax(w, x),
            "Mitchell: none for the last class": reference_softmax(w[:-1], x),
        },
        right={
            "Sontag: a vector for each class": softmax(mat_vec(w, x)),
            "Xing: negative exponents": xing_softmax(negated, x),
            "Mitchell: none for the last class": reference_softmax(to_reference(w), x),
        },
        columns=("not converted", "converted"),
    )


@erratum("ERR-M-CONVERGE")
def step_too_large() -> Check:
    """With large feature values, η = 0.01 diverges; separable data have no maximum."""
    rows = [(one, 100 * x) for one, x in ROWS]
    diverging = _log_likelihoods(rows, eta=0.01)
    rising = _log_likelihoods(rows, eta=safe_step_size(rows))
    separable = [(1.0, -1.0), (1.0, 1.0)]
    return Check(
        inputs={"x": [x for _, x in rows], "labels": list(LABELS), "W at the start": [0.0, 0.0]},
        printed={
            "η": 0.01,
            "l(W) after steps 1 and 2": diverging[:2],
            "l(W) after steps 1999 and 2000": diverging[-2:],
        },
        right={
            "η": safe_step_size(rows),
            "l(W) after steps 1999 and 2000": rising[-2:],
            "maximum of l(W)": conditional_log_likelihood(fit(rows, LABELS), rows, LABELS),
            "l(W), x = −1, 1, y = 0, 1, w₁ = 1, 5, 20": [
                conditional_log_likelihood([0.0, w1], separable, [0, 1]) for w1 in (1.0, 5.0, 20.0)
            ],
        },
        columns=("η = 0.01", "η = 4 / λ_max"),
    )


def _log_likelihoods(rows: Rows, eta: float) -> list[float]:
    """The log likelihood after each of 2000 steps of gradient ascent."""
    w, values = [0.0, 0.0], []
    for _ in range(2000):
        w = ascent_step(w, rows, LABELS, eta)
        values.append(conditional_log_likelihood(w, rows, LABELS))
    return values


@erratum("ERR-M-SYMBOLS")
def one_name_for_two_functions() -> Check:
    """The derivative called ∂l/∂w₁ includes the penalty, but l(W) was defined without it."""
    w, lam = [1 / 2, -1 / 3], 0.5
    return Check(
        inputs={**EXAMPLES, "W": "(1/2, −1/3)", "λ": lam},
        printed={"∂l/∂w₁": gradient(w, ROWS, LABELS)[1]},
        right={"∂l/∂w₁": penalised_gradient(w, ROWS, LABELS, lam)[1]},
        columns=("l(W) without the penalty", "l(W) with the penalty"),
    )


@erratum("ERR-M-BIAS-PENALTY")
def shrunk_intercept() -> Check:
    """Nine of ten labels are 1; a penalty on w₀ lowers the average prediction below 8/10."""
    intercept_only, labels = [[1.0]] * 10, [1] * 9 + [0]
    return Check(
        inputs={"features": "none", "examples": 10, "with label 1": 9, "λ": 1},
        printed={"average prediction": sigmoid(fit(intercept_only, labels, lam=1.0)[0])},
        right={
            "average prediction": sigmoid(fit(intercept_only, labels)[0]),
            "frequency of label 1": prior_mle(9, 10),
        },
        columns=("w₀ penalised", "w₀ not penalised"),
    )
