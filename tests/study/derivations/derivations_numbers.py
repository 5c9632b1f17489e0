"""Numbers of the derivations, computed by hand or in an independent way."""

from fractions import Fraction as F

from tests.study.derivations.derivations_support import Break

# Name of the derivation: line and its value for the example inputs.
VALUES: dict[str, dict[int, object]] = {
    "bayes-to-naive-bayes": {1: F(3, 5), 4: F(3, 5), 6: 1},
    "chain-rule": {1: F(3, 20), 4: F(3, 20)},
    "counts-mle": {
        3: F(1, 4) ** 6 * F(1, 2) ** 3,
        8: (F(3), F(11), F(1)),
        9: (9, 9, 9),
        13: (F(2, 9), F(4, 9), F(1, 3)),
        15: F(2, 9) ** 2 * F(4, 9) ** 4 * F(1, 3) ** 3,
    },
    "dirichlet-map": {6: (8, 8, 8), 9: (F(1, 2), F(1, 8), F(3, 8)), 12: 0.994380286390082},
    "gaussian-mle": {
        2: -5.031679928442931,
        5: F(2, 3),
        7: 7,
        9: F(1, 9),
        11: F(14, 3),
        12: 0,
        14: -4.919564728032577,
    },
    "variance-bias": {1: F(28, 3), 5: F(28, 3), 7: F(28, 9), 9: F(14, 3)},
    "boolean-to-logistic": {1: F(2, 3), 4: F(2, 3), 6: -0.405465108108164},
    "log-likelihood": {1: F(1, 12), 4: F(1, 12), 6: F(1, 12)},
    "log-likelihood-gradient": {1: -1.25, 4: F(-5, 4), 7: F(-5, 4)},
    "sigmoid-derivative": {1: 0.1875, 4: F(3, 16)},
    "hessian-concave": {
        3: ((F(-79, 144), F(-2, 9)), (F(-2, 9), F(-145, 144))),
        5: F(-1237, 144),
    },
    "gda-to-logistic": {1: -5 / 3, 5: F(-5, 3), 7: 0.158869104880915},
    "gda-mle": {
        2: -21.6828692887110,
        4: F(3, 2),
        6: 2,
        8: (F(-2, 3), F(4, 3)),
        10: (2, 6),
        13: ((F(-3, 2), F(-2)), (F(-2), F(-5, 2))),
        15: ((5, 0), (0, 5)),
    },
    "map-to-l2": {4: -1.48461511896710, 8: (0.338169892344932, -0.416217251193765)},
    "softmax-reference": {1: (F(6, 11), F(3, 11), F(2, 11)), 5: F(3, 4), 7: -0.606135803570316},
    "softmax-gradient": {
        3: (F(-6, 11), F(8, 11), F(-2, 11)),
        6: (F(-47, 22), F(35, 11), F(-35, 44)),
        8: (F(173, 220), F(-37, 22), F(37, 88)),
    },
    "losses": {1: 3, 3: 3, 5: 2.89138973429127, 7: (F(-1, 2), -1)},
    "logistic-decision": {1: 3, 3: 3, 6: 0},
    "poisson-to-logistic": {1: 0.197224577336219, 4: 0.197224577336219},
    "missing-value": {1: F(1, 2), 3: F(1, 2), 5: F(3, 4)},
    "joint-likelihood": {1: F(1, 16), 3: F(1, 16)},
    "covariance-forms": {
        1: ((F(1, 2), F(1, 4)), (F(1, 4), F(1, 2))),
        4: ((F(1, 2), F(1, 4)), (F(1, 4), F(1, 2))),
    },
    "pooled-variance": {2: F(-5, 18), 4: 10},
    "mean-map": {2: 1, 4: F(9, 4)},
    "log-n-examples": {2: F(113538850, 1162261467), 3: 0.985019983486786, 5: F(1, 20)},
    "newton-irls": {3: (-1.35995259957155, 1.36657253838400)},
    "gnb-to-logistic": {1: 0.051884063558719, 9: 2.5, 13: F(5, 2), 15: 0.051884063558719},
}

# Name of the derivation and of the violated assumption: the line that fails, the value of the line
# before it, and its own value.
BREAKS: dict[tuple[str, str], Break] = {
    ("bayes-to-naive-bayes", "independent-features"): (4, F(3, 4), F(9, 10)),
    ("chain-rule", "mutual-independence"): (4, F(1, 4), F(1, 8)),
    ("counts-mle", "independent-rows"): (2, F(5625, 8388608), F(1, 4) ** 6 * F(1, 2) ** 3),
    ("counts-mle", "positive-counts"): (9, None, None),
    ("dirichlet-map", "interior-maximum"): (8, None, (F(3, 5), F(3, 5), F(-1, 5))),
    ("dirichlet-map", "alpha-is-l-plus-1"): (
        9,
        (F(1, 2), F(1, 6), F(1, 3)),
        (F(4, 9), F(2, 9), F(1, 3)),
    ),
    ("gaussian-mle", "independent-examples"): (2, -6.18510633816296, -5.03167992844293),
    ("gaussian-mle", "not-constant"): (12, None, None),
    ("variance-bias", "independent-draws"): (4, F(1, 2), F(1, 4)),
    ("boolean-to-logistic", "independent-features"): (2, F(1, 3), F(1, 9)),
    ("boolean-to-logistic", "two-values"): (3, F(4, 3), F(1, 3)),
    ("boolean-to-logistic", "no-zero-probability"): (4, F(3, 2), None),
    ("log-likelihood", "labels-0-and-1"): (2, F(1, 12), F(1, 20)),
    ("log-likelihood", "second-convention"): (4, F(5, 72), F(1, 12)),
    ("log-likelihood-gradient", "labels-0-and-1"): (2, -0.5, -1.5),
    ("hessian-concave", "log-likelihood"): (2, ((490 / 4096,),), ((-7 / 64,),)),
    ("gda-to-logistic", "shared-covariance"): (2, 0.113705638880109, 0),
    ("gda-mle", "enough-rows"): (14, None, None),
    ("map-to-l2", "gaussian-prior"): (3, -2.33961511896710, -1.48461511896710),
    ("map-to-l2", "zero-mean"): (4, -1.68461511896710, -1.48461511896710),
    ("softmax-reference", "no-penalty"): (7, -3.05503778871991, -1.29181126092319),
    ("losses", "labels-plus-minus-1"): (2, 3, 2),
    ("logistic-decision", "first-convention"): (2, F(1, 3), 3),
    ("poisson-to-logistic", "poisson-counts"): (2, 0.117783035656383, 0.197224577336219),
    ("missing-value", "missing-at-random"): (5, F(1, 10), F(1, 2)),
    ("pooled-variance", "shared-variance"): (2, -13 / 36, F(-5, 18)),
    ("newton-irls", "independent-columns"): (1, None, None),
    ("gnb-to-logistic", "boolean-class"): (2, 0.348207428, 0.232696538),
    ("gnb-to-logistic", "independent-features"): (5, 2 / 3, 0.5),
    ("gnb-to-logistic", "gaussian-features"): (7, -1.0, -0.75),
    ("gnb-to-logistic", "equal-variances"): (8, 0.6931471805599453 - 1.5, 0.0),
}
