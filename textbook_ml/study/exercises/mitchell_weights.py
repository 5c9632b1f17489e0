"""Mitchell's sections 3.3 and 3.4 as exercises: many classes, and a prior on the weights."""

from collections.abc import Iterator, Sequence
from math import fsum, isclose, log, pi

from textbook_ml.core.linalg import dot
from textbook_ml.equations.gaussian import normal_log_pdf
from textbook_ml.equations.likelihood import (
    conditional_log_likelihood,
    gradient,
    kappa_log_prior,
    lam_from_kappa,
    map_objective,
    normal_log_prior,
    numerical_gradient,
    penalised_log_likelihood,
    shifted_log_prior,
)
from textbook_ml.equations.softmax import (
    reference_softmax,
    softmax_gradient,
    softmax_log_likelihood,
    softmax_residuals,
)
from textbook_ml.study.exercises._exercise import Step, check_of, exercise

ROWS = [[1.0, 0.0], [1.0, 1.0], [1.0, 2.0], [1.0, 3.0]]  # with a leading 1
LABELS = [0, 1, 2, 1]
W = [[0.2, -0.2], [0.5, 0.1]]  # of classes 0 and 1; class 2 is the reference
LAM = 1 / 3

WEIGHTS, PRIOR_LAM = [1.0, 2.0, -1.0], 3.0


@exercise(14, "EX-M-MULTI", "mitchell-29", "sontag-softmax")
def gradient_for_many_classes() -> Iterator[Step]:
    """Where does the update rule (29) for many classes come from?

    Logistic regression with K classes gives class k the score sₖ = wₖ · x and the last class
    the score 0. P(Y = k | x) is proportional to exp(sₖ). Differentiate the penalised log
    likelihood, and show that it is concave. For the numbers, take one feature after a
    leading 1 for the intercept, and three classes:

        x = 0, 1, 2, 3   with labels   Y = 0, 1, 2, 1;   λ = 1/3
        weights (1/5, −1/5) of class 0,  (1/2, 1/10) of class 1,  none of class 2
    """
    yield Step(
        "The logarithm of a softmax is the score of the observed class minus the logarithm of the "
        "sum over all classes. Let δ(Y = j) be 1 if Y = j, and 0 otherwise.",
        "l(W) = Σ_l (s_{Yˡ}(Xˡ) − ln Σₖ exp(sₖ(Xˡ))),   s_K = 0",
        {
            "l(W)": softmax_log_likelihood(W, ROWS, LABELS),
            "P(Y | x = 0)": tuple(reference_softmax(W, ROWS[0])),
        },
    )
    errors = softmax_residuals(W, ROWS, LABELS)
    yield Step(
        "Differentiate with respect to wⱼᵢ, the weight of feature i for class j. The first term "
        "contains it only if the label is j. In the second term the chain rule gives exp(sⱼ) "
        "divided by the sum, which is the probability of class j. The difference of the two is the "
        "prediction error.",
        """
        ∂/∂wⱼᵢ s_{Yˡ} = Xᵢˡ δ(Yˡ = j)
        ∂/∂wⱼᵢ ln Σₖ exp(sₖ) = Xᵢˡ exp(sⱼ) / Σₖ exp(sₖ) = Xᵢˡ P(Y = j | Xˡ)
        """,
        {f"errors at x = {x[1]:g}": tuple(e) for x, e in zip(ROWS, errors)},
        columns=("class 0", "class 1", "class 2"),
    )
    yield Step(
        "Subtract, sum over the examples, and add the derivative of the penalty −(λ/2) ‖W‖². Rule "
        "(29) takes steps along this gradient; with K = 2 it becomes (26).",
        "gⱼᵢ = Σ_l Xᵢˡ (δ(Yˡ = j) − P(Y = j | Xˡ)) − λ wⱼᵢ",
        {
            f"class {j}": tuple(g) for j, g in enumerate(softmax_gradient(W, ROWS, LABELS, LAM))
        },
        columns=("g of the intercept", "g of the feature"),
    )
    yield Step(
        "The scores are linear in W, ln Σ exp is a convex function of them, and the penalty is a "
        "square. So l(W) − (λ/2) ‖W‖² is concave and has a single maximum. To see that ln Σ exp is "
        "convex: its second derivative along a direction d of the scores is the variance of d "
        "under the class probabilities.",
        "d²/dt² ln Σₖ exp(sₖ + t dₖ) = Σₖ pₖ dₖ² − (Σₖ pₖ dₖ)² ≥ 0",
    )


def objective(flat: list[float]) -> float:
    """The penalised log likelihood as a function of the flattened weights."""
    w = [flat[:2], flat[2:]]
    return softmax_log_likelihood(w, ROWS, LABELS) - LAM / 2 * dot(flat, flat)


@check_of(gradient_for_many_classes)
def check_ex14() -> dict[str, bool]:
    """Compare the gradient with difference quotients and with the two-class rule."""
    flat = [*W[0], *W[1]]
    found = softmax_gradient(W, ROWS, LABELS, LAM)
    slopes = numerical_gradient(objective, flat)
    two = [0, 1, 1, 0]
    ones = [1 - y for y in two]  # with two classes, class 0 has the weights
    there = [0.3, -0.8, 0.0, 1.1]
    halfway = [(a + b) / 2 for a, b in zip(flat, there)]
    return {
        "the gradient equals difference quotients, to 8 digits":
            all(
                isclose(g, slope, rel_tol=1e-8)
                for g, slope in zip([*found[0], *found[1]], slopes)
            ),
        "the errors of each example sum to zero":
            all(
                abs(fsum(errors)) < 1e-15
                for errors in softmax_residuals(W, ROWS, LABELS)
            ),
        "with two classes it is the gradient of section 3.2, to 14 digits":
            all(
                isclose(g, h, rel_tol=1e-14)
                for g, h in zip(
                    softmax_gradient(W[:1], ROWS, two)[0],
                    gradient(W[0], ROWS, ones),
                )
            ),
        "halfway between two points the objective is above the average":
            objective(halfway) > (objective(flat) + objective(there)) / 2,
    }


@exercise(15, "EX-M-RIDGE", "mitchell-s3.3-map", "sontag-map-prior", "xing-map-prior")
def a_penalty_is_a_prior() -> Iterator[Step]:
    """Which prior on the weights corresponds to (λ/2) ‖W‖²?

    Mitchell subtracts the penalty (λ/2) ‖W‖²; Sontag gives each weight a normal prior with
    mean 0 and standard deviation κ; Xing uses a normal prior as well. Show that all three
    are equivalent, and find the relation of λ and κ. For the numbers, take

        w = (1, 2, −1),   λ = 3
    """
    lam, zero = PRIOR_LAM, [0.0, 0.0, 0.0]
    yield Step(
        "Take the logarithm of the prior: a product of Gaussian densities becomes a sum of "
        "squares. The terms without w are a constant and do not change the maximum.",
        """
        ln Πᵢ exp(−wᵢ²/2κ²) / (κ √2π) = −(1/2κ²) ‖w‖² − n ln(κ √2π)
        """,
        {
            "ln p(w) at w = (1, 2, −1)": normal_log_prior(WEIGHTS, lam),
            "ln p(w) at w = 0, the constant": normal_log_prior(zero, lam),
            "(3/2) ln(λ/2π)": 3 / 2 * log(lam / (2 * pi)),
            "the difference, −(λ/2) ‖w‖²": -lam / 2 * dot(WEIGHTS, WEIGHTS),
        },
    )
    yield Step(
        "Compare with the penalty −(λ/2) ‖w‖²: λ is exactly one over the variance of each weight. "
        "A narrow prior is a strong penalty.",
        "λ = 1/κ²,   κ² = 1/λ",
        {f"λ for κ = {kappa:g}": lam_from_kappa(kappa) for kappa in (0.5, 1.0, 2.0)},
    )
    rows, labels = [[1.0, 2.0, 0.0], [1.0, 0.0, 1.0]], [1, 0]

    def prior(w: Sequence[float]) -> float:
        return normal_log_prior(w, lam)

    yield Step(
        "So the MAP weights are those that maximise the penalised likelihood: the two objectives "
        "differ by the same constant at every w. The numbers are for two examples: (1, 2, 0) with "
        "label 1, and (1, 0, 1) with label 0.",
        "ln p(w) + Σ_l ln P(Yˡ | Xˡ, w) = l(w) − (λ/2) ‖w‖² + constant",
        {
            f"w = {name}": (
                over := map_objective(w, rows, labels, prior),
                plain := penalised_log_likelihood(w, rows, labels, lam),
                over - plain,
            )
            for name, w in {"(0, 0, 0)": zero, "(1, 2, −1)": WEIGHTS}.items()
        },
        columns=("MAP", "penalised", "difference"),
    )
    yield Step(
        "Two related priors. A normal prior with mean m shrinks the weights towards m. A Laplace "
        "prior, proportional to exp(−|w|/b), gives an L1 penalty, Σᵢ |wᵢ|/b.",
        "−(λ/2) ‖w − m‖²",
        {"ln p(w) at w = m, once more the constant": shifted_log_prior(WEIGHTS, WEIGHTS, lam)},
    )


@check_of(a_penalty_is_a_prior)
def check_ex15() -> dict[str, bool]:
    """Check that the two objectives differ by a constant."""
    lam, constant = PRIOR_LAM, 3 / 2 * log(PRIOR_LAM / (2 * pi))
    rows, labels = [[1.0, 2.0, 0.0], [1.0, 0.0, 1.0]], [1, 0]

    def ln_prior(w: Sequence[float]) -> float:
        return fsum(normal_log_pdf(w_i, mu=0.0, sigma2=1 / lam) for w_i in w)

    def map_(w: list[float]) -> float:
        return map_objective(w, rows, labels, ln_prior)

    return {
        "ln prior of variance 1/3 plus the penalty: constant, to 14 digits":
            all(
                isclose(ln_prior(w) + 1.5 * dot(w, w), constant, rel_tol=1e-14)
                for w in ([0.0, 0.0, 0.0], WEIGHTS, [0.5, 0.5, 2.0])
            ),
        "lambda = 1 / kappa^2: 4, 1 and 1/4 for kappa = 1/2, 1 and 2":
            [lam_from_kappa(k) for k in (0.5, 1.0, 2.0)] == [4, 1, 0.25],
        "Sontag's prior equals Mitchell's":
            kappa_log_prior(WEIGHTS, 0.5) == normal_log_prior(WEIGHTS, 4.0),
        "both objectives rise by the same amount from w = 0, to 14 digits":
            isclose(
                map_(WEIGHTS) - map_([0.0] * 3),
                penalised_log_likelihood(WEIGHTS, rows, labels, lam)
                - conditional_log_likelihood([0.0] * 3, rows, labels),
                rel_tol=1e-14,
            ),
    }
