"""Softmax regression, logistic regression for K classes: equations (27) to (29).

rows     the numbers of each example, without the leading 1
labels   the class of each row: 0, 1, …, K − 1
w        K − 1 vectors [wⱼ₀, wⱼ₁, …]; the last class has score 0
lam      λ, the penalty of (29); it also applies to wⱼ₀
"""

from collections.abc import Sequence

from textbook_ml.core.errors import TextbookError
from textbook_ml.core.numeric import require_floats
from textbook_ml.equations.ascent import safe_step_size
from textbook_ml.equations.bayes import most_probable
from textbook_ml.equations.logistic import with_intercept
from textbook_ml.equations.softmax import reference_softmax, softmax_gradient, softmax_step
from textbook_ml.sources.registry import equation

Rows = Sequence[Sequence[float]]
Labels = Sequence[int]
Vectors = list[list[float]]
TOLERANCE, MAX_STEPS = 1e-8, 10_000


@equation("mitchell-29", "gwansiu-s2.3-learning")
def softmax_ascend(
    rows: Rows, labels: Labels, n_classes: int, eta: float, lam: float, n_steps: int
) -> Vectors:
    """Return the weights after a number of steps of gradient ascent (29), from zero.

        wⱼᵢ ← wⱼᵢ + η Σ_l Xᵢˡ (δ(Yˡ = yⱼ) − P̂(Yˡ = yⱼ | Xˡ, W)) − η λ wⱼᵢ,   with X₀ = 1

    The rows do not contain the leading 1. The labels are 0, …, K − 1. Return K − 1
    vectors [wⱼ₀, wⱼ₁, …]. The last class has no weights: its score is 0.

    >>> softmax_ascend([[3.0]], [0], n_classes=2, eta=0.5, lam=1.0, n_steps=1)
    [[0.25, 0.75]]
    """
    examples = with_intercept(rows)
    w = [[0.0] * len(examples[0]) for _ in range(n_classes - 1)]
    for _ in range(n_steps):
        w = softmax_step(w, examples, labels, eta, lam)
    return w


def fit_softmax_regression(rows: Rows, labels: Labels, n_classes: int, lam: float) -> Vectors:
    """Fit softmax regression: return the weights that maximise the penalised log likelihood.

        W* = argmax_W  Σ_l ln P(Yˡ | Xˡ, W) − (λ/2) Σⱼ ‖wⱼ‖²,   with X₀ = 1 and wⱼ₀ in wⱼ

    Rows, labels and the result are those of `softmax_ascend`. Any method is
    accepted: the objective at your weights is compared with its maximum.

    >>> [w] = fit_softmax_regression([[-1.0], [1.0], [-1.0], [1.0]], [0, 0, 1, 1], 2, lam=1.0)
    >>> abs(w[0]) < 1e-9, abs(w[1]) < 1e-9
    (True, True)
    """
    require_floats(lam=lam)
    examples = with_intercept(rows)
    eta = 1 / (2 / safe_step_size(examples) + lam)  # twice the curvature of two classes
    w = [[0.0] * len(examples[0]) for _ in range(n_classes - 1)]
    for _ in range(MAX_STEPS):
        derivatives = softmax_gradient(w, examples, labels, lam)
        if max(abs(g) for vector in derivatives for g in vector) <= TOLERANCE:
            return w
        w = softmax_step(w, examples, labels, eta, lam)
    raise TextbookError(
        f"the gradient must be 0 after {MAX_STEPS} steps, but it is not: there may be no maximum. "
        "Fix: use a larger lam, or standardise the features"
    )


ROWS, LABELS = [[float(x)] for x in range(-4, 5)], [0, 0, 1, 0, 1, 1, 2, 1, 2]


def main() -> None:
    """Print the weights, then the probabilities and the decision along the feature.

    >>> main()
    class     wj0     wj1
        0   0.164  -1.804
        1   1.760  -0.713
        2   0.000   0.000
    <BLANKLINE>
         x   P(0 | x)   P(1 | x)   P(2 | x)   decision
      -4.0      0.940      0.059      0.001   0
      -1.5      0.496      0.476      0.028   0
       1.5      0.026      0.649      0.325   1
       4.0      0.001      0.251      0.748   2
    """
    w = fit_softmax_regression(ROWS, LABELS, n_classes=3, lam=0.1)
    print("class     wj0     wj1")
    for j, (w0, w1) in enumerate([*w, [0.0, 0.0]]):
        print(f"{j:5}{w0:8.3f}{w1:8.3f}")
    print("\n     x   P(0 | x)   P(1 | x)   P(2 | x)   decision")
    for x in with_intercept([[-4.0], [-1.5], [1.5], [4.0]]):
        probabilities = dict(enumerate(reference_softmax(w, x)))
        cells = "".join(f"{p:11.3f}" for p in probabilities.values())
        print(f"{x[1]:6.1f}{cells}   {most_probable(probabilities)}")


if __name__ == "__main__":
    main()
