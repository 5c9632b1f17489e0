"""Logistic regression by gradient ascent: equations (24) to (26).

rows     the numbers of each example, without the leading 1
labels   0 or 1, one for each row
w        the weights [w₀, w₁, …]; w₀ is the intercept
lam      λ, the penalty of (26); it also applies to w₀
"""

from collections.abc import Sequence

from textbook_ml.core.errors import TextbookError
from textbook_ml.core.numeric import require_floats
from textbook_ml.equations.ascent import penalised_step, safe_step_size
from textbook_ml.equations.likelihood import penalised_gradient, penalised_log_likelihood
from textbook_ml.equations.logistic import logistic_label, logistic_p1, with_intercept
from textbook_ml.sources.registry import equation

Rows = Sequence[Sequence[float]]
Labels = Sequence[int]
TOLERANCE, MAX_STEPS = 1e-8, 10_000


@equation("mitchell-26", "xing-map-update")
def ascend(rows: Rows, labels: Labels, eta: float, lam: float, n_steps: int) -> list[float]:
    """Return the weights after a number of steps of penalised gradient ascent (26), from zero.

        wᵢ ← wᵢ + η Σ_l Xᵢˡ (Yˡ − P̂(Yˡ = 1 | Xˡ, W)) − η λ wᵢ,   with X₀ = 1 and i = 0, 1, …, n

    The rows do not contain the leading 1. The labels are 0 and 1. Return [w₀, …].

    >>> ascend([[-1.0], [2.0]], [0, 1], eta=0.5, lam=1.0, n_steps=1)
    [0.0, 0.75]
    """
    examples = with_intercept(rows)
    w = [0.0] * len(examples[0])
    for _ in range(n_steps):
        w = penalised_step(w, examples, labels, eta, lam)
    return w


@equation("xing-ga", "sontag-ga")
def fit_logistic_regression(rows: Rows, labels: Labels, lam: float) -> list[float]:
    """Fit logistic regression: return the weights that maximise the penalised log likelihood.

        W* = argmax_W  Σ_l ln P(Yˡ | Xˡ, W) − (λ/2) ‖W‖²,   with X₀ = 1 and w₀ in W

    The rows do not contain the leading 1. The labels are 0 and 1. Return [w₀, …]. Any
    method is accepted: the objective at your weights is compared with its maximum.

    >>> w0, w1 = fit_logistic_regression([[-1.0], [1.0], [-1.0], [1.0]], [0, 0, 1, 1], lam=1.0)
    >>> abs(w0) < 1e-9, abs(w1) < 1e-9
    (True, True)
    """
    require_floats(lam=lam)
    examples = with_intercept(rows)
    eta = 1 / (1 / safe_step_size(examples) + lam)  # the penalty adds λ to the curvature
    w = [0.0] * len(examples[0])
    for _ in range(MAX_STEPS):
        if max(map(abs, penalised_gradient(w, examples, labels, lam))) <= TOLERANCE:
            return w
        w = penalised_step(w, examples, labels, eta, lam)
    raise TextbookError(
        f"the gradient must be 0 after {MAX_STEPS} steps, but it is not: there may be no maximum. "
        "Fix: use a larger lam, or standardise the features"
    )


HOURS = [[0.5], [1.0], [1.5], [2.0], [2.5], [3.0], [3.5], [4.0]]
PASSED = [0, 0, 0, 1, 0, 1, 1, 1]


def main() -> None:
    """Print the weights after 1, 100 and 1000 steps, then the decisions.

    >>> main()
      steps      w0      w1   log likelihood
          1   0.000   0.203          -5.0928
        100  -3.060   1.455          -2.8417
       1000  -5.663   2.520          -2.5034
    maximum  -5.770   2.565
    <BLANKLINE>
     hours   P(pass | hours)   decision
       1.0             0.039   fail
       2.0             0.345   fail
       3.0             0.873   pass
    """
    examples, eta = with_intercept(HOURS), safe_step_size(with_intercept(HOURS))
    print("  steps      w0      w1   log likelihood")
    for n_steps in (1, 100, 1000):
        w = ascend(HOURS, PASSED, eta, 0.0, n_steps)
        value = penalised_log_likelihood(w, examples, PASSED, 0.0)
        print(f"{n_steps:7}{w[0]:8.3f}{w[1]:8.3f}{value:17.4f}")
    w0, *w = fit_logistic_regression(HOURS, PASSED, lam=0.0)
    print(f"maximum{w0:8.3f}{w[0]:8.3f}")
    print("\n hours   P(pass | hours)   decision")
    for x in ([1.0], [2.0], [3.0]):
        decision = "pass" if logistic_label(w0, w, x) else "fail"
        print(f"{x[0]:6.1f}{logistic_p1(w0, w, x):18.3f}   {decision}")


if __name__ == "__main__":
    main()
