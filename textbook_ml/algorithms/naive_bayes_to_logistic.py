"""Logistic weights from Gaussian naive Bayes with shared variances: section 3.1.

rows     the numbers of each example, one for each feature
labels   0 or 1, one for each row
weights  [w₀, w₁, …], where P(Y = 1 | x) = σ(w₀ + Σᵢ wᵢ xᵢ)
"""

from collections.abc import Sequence

from textbook_ml.core.errors import quoted, require, require_same_length
from textbook_ml.equations.bridge import gnb_to_logistic
from textbook_ml.equations.discriminant import mean_vector
from textbook_ml.equations.gaussian import gaussian_posterior, pooled_variance_mle
from textbook_ml.equations.logistic import logistic_label, logistic_p1
from textbook_ml.equations.smoothing import class_prior
from textbook_ml.sources.registry import equation


@equation("xing-two-class-logistic", "mitchell-s3.1-assumptions")
def gnb_weights(rows: Sequence[Sequence[float]], labels: Sequence[int]) -> list[float]:
    """Fit Gaussian naive Bayes with shared variances and return its logistic weights.

        P(Y = 1 | x) = σ(w₀ + Σᵢ wᵢ xᵢ)
        wᵢ = (μᵢ₁ − μᵢ₀) / σᵢ²,   w₀ = ln(π / (1 − π)) + Σᵢ (μᵢ₀² − μᵢ₁²) / 2σᵢ²

    π is the fraction of rows with label 1, by (8). The means are those of each
    class, by (13). Both classes share σᵢ²: the mean of (xᵢ − μᵢ_y)² over all
    rows, where y is the class of the row. Return [w₀, w₁, …].

    >>> gnb_weights([[1.0], [3.0], [7.0], [9.0]], [0, 0, 1, 1])
    [-30.0, 6.0]
    """
    require_same_length(rows=rows, labels=labels)
    classes = sorted(set(labels))
    require(classes == [0, 1], f"the labels must be 0 and 1, got {quoted(classes)}")
    groups = [[x for x, y in zip(rows, labels) if y == k] for k in (0, 1)]
    mu0, mu1 = map(mean_vector, groups)
    features = zip(*(zip(*group, strict=True) for group in groups), strict=True)
    sigma2 = [pooled_variance_mle(feature) for feature in features]
    weights = gnb_to_logistic(float(class_prior(labels)[1]), mu0, mu1, sigma2)
    return [weights.w0, *weights.w]


ROWS = [[1.0], [3.0], [2.0], [3.0], [5.0], [4.0]]
LABELS = [0, 0, 0, 1, 1, 1]


def main() -> None:
    """Print the posterior in both forms, which are equal, and the decision.

    >>> main()
    w0 = -9.000, w1 = 3.000
    <BLANKLINE>
         x   naive Bayes P(1 | x)   logistic P(1 | x)   decision
       1.0                  0.002               0.002   0
       2.0                  0.047               0.047   0
       3.5                  0.818               0.818   1
       5.0                  0.998               0.998   1
    """
    w0, *w = gnb_weights(ROWS, LABELS)
    xs0, xs1 = [1.0, 3.0, 2.0], [3.0, 5.0, 4.0]
    sigma2 = [pooled_variance_mle([xs0, xs1])]
    print(f"w0 = {w0:.3f}, w1 = {w[0]:.3f}\n")
    print("     x   naive Bayes P(1 | x)   logistic P(1 | x)   decision")
    for x in ([1.0], [2.0], [3.5], [5.0]):
        p = gaussian_posterior(x, {0: 0.5, 1: 0.5}, {0: [2.0], 1: [4.0]}, {0: sigma2, 1: sigma2})
        print(f"{x[0]:6.1f}{p[1]:23.3f}{logistic_p1(w0, w, x):20.3f}   {logistic_label(w0, w, x)}")


if __name__ == "__main__":
    main()
