"""Logistic regression by Newton's method: iteratively reweighted least squares (section 6).

rows     the numbers of each example, without the leading 1
labels   0 or 1, one for each row
w        the weights [w₀, w₁, …]; w₀ is the intercept
"""

from collections.abc import Iterator, Sequence
from itertools import islice, pairwise

from textbook_ml.core.errors import TextbookError
from textbook_ml.equations.ascent import newton_step
from textbook_ml.equations.likelihood import conditional_log_likelihood, gradient
from textbook_ml.equations.logistic import logistic_label, logistic_p1, with_intercept
from textbook_ml.sources.registry import equation

Rows = Sequence[Sequence[float]]
TOLERANCE, MAX_STEPS = 1e-8, 25


def newton_path(rows: Rows, labels: Sequence[int]) -> Iterator[list[float]]:
    """Yield the weights after 0, 1, 2, … steps of Newton's method.

    >>> path = newton_path([[-1.0], [1.0]], [0, 1])
    >>> next(path), next(path)
    ([0.0, 0.0], [0.0, 2.0])
    """
    examples = with_intercept(rows)
    w = [0.0] * len(examples[0])
    while True:
        yield w
        w = newton_step(w, examples, labels)


@equation("mitchell-s6-irls")
def fit_logistic_newton(rows: Rows, labels: Sequence[int]) -> list[float]:
    """Fit logistic regression without a penalty, by Newton's method from zero.

        W ← W − (∇²l)⁻¹ ∇l   until W no longer changes

    Each step maximises a quadratic approximation of l(W). Near the maximum, the
    number of correct digits doubles with each step. Raise TextbookError if the
    steps do not converge.

    >>> fit_logistic_newton([[-1.0], [1.0], [-1.0], [1.0]], [0, 0, 1, 1])
    [0.0, 0.0]
    """
    for w, following in pairwise(islice(newton_path(rows, labels), MAX_STEPS)):
        if max(abs(b - a) / max(1.0, abs(b)) for a, b in zip(w, following)) <= TOLERANCE:
            return following
    raise TextbookError(
        f"Newton's method must converge within {MAX_STEPS} steps, but it does not: the classes "
        "may be separable, so that there is no maximum. Fix: use gradient ascent with a penalty"
    )


HOURS = [[0.5], [1.0], [1.5], [2.0], [2.5], [3.0], [3.5], [4.0]]
PASSED = [0, 0, 0, 1, 0, 1, 1, 1]


def main() -> None:
    """Print the weights after each step, then the decisions.

    >>> main()
    step       w0       w1   log likelihood   largest |gradient|
       0   0.0000   0.0000        -5.545177                4e+00
       1  -3.0000   1.3333        -2.904924                8e-01
       2  -4.5842   2.0374        -2.559138                2e-01
       3  -5.5063   2.4472        -2.505465                4e-02
       4  -5.7559   2.5582        -2.503057                2e-03
       5  -5.7703   2.5646        -2.503050                7e-06
       6  -5.7703   2.5646        -2.503050                6e-11
    <BLANKLINE>
     hours   P(pass | hours)   decision
       1.0             0.039   fail
       2.0             0.345   fail
       3.0             0.873   pass
    """
    examples = with_intercept(HOURS)
    print("step       w0       w1   log likelihood   largest |gradient|")
    for step, w in zip(range(7), newton_path(HOURS, PASSED)):
        value = conditional_log_likelihood(w, examples, PASSED)
        slope = max(map(abs, gradient(w, examples, PASSED)))
        print(f"{step:4}{w[0]:9.4f}{w[1]:9.4f}{value:17.6f}{slope:21.0e}")
    w0, *w = fit_logistic_newton(HOURS, PASSED)
    print("\n hours   P(pass | hours)   decision")
    for x in ([1.0], [2.0], [3.0]):
        decision = "pass" if logistic_label(w0, w, x) else "fail"
        print(f"{x[0]:6.1f}{logistic_p1(w0, w, x):18.3f}   {decision}")


if __name__ == "__main__":
    main()
