"""Numbers of the derivations, computed by hand or in an independent way."""

from fractions import Fraction as F

from tests.study.derivations.derivations_support import Break

# Name of the derivation: line and its value for the example inputs.
VALUES: dict[str, dict[int, object]] = {
    "bayes-to-naive-bayes": {1: F(3, 5), 4: F(3, 5), 6: 1},
    "gnb-to-logistic": {1: 0.051884063558719, 9: 2.5, 13: F(5, 2), 15: 0.051884063558719},
}

# Name of the derivation and of the violated assumption: the line that fails, the value of the line
# before it, and its own value.
BREAKS: dict[tuple[str, str], Break] = {
    ("bayes-to-naive-bayes", "independent-features"): (4, F(3, 4), F(9, 10)),
    ("gnb-to-logistic", "boolean-class"): (2, 0.348207428, 0.232696538),
    ("gnb-to-logistic", "independent-features"): (5, 2 / 3, 0.5),
    ("gnb-to-logistic", "gaussian-features"): (7, -1.0, -0.75),
    ("gnb-to-logistic", "equal-variances"): (8, 0.6931471805599453 - 1.5, 0.0),
}
