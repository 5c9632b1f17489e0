"""Tests of the numerical checks of the errata.

The exact numbers were computed by hand, the others with 50 digits and without this package; those
of ERR-N-SMALL are from a run with seed 0.
"""

import ast
import re
from collections.abc import Mapping
from fractions import Fraction as F
from functools import cache
from inspect import getdoc, getsource
from math import exp, isclose, pi, sqrt
from textwrap import dedent

import pytest

from textbook_ml.sources import texts
from textbook_ml.sources.checks import Check, Claim
from textbook_ml.sources.registry import checks
from textbook_ml.study.errata.mitchell_claims import pairwise_density, pairwise_posterior

Numbers = Mapping[str, object]

# The maximum likelihood weights of six examples, by Newton's method with 50 digits.
W1, W2, P4 = 1.121442051147243086, 1.309584123570585912, 0.708166472966463587

# The same weights in the conventions of three texts, and the distribution that they all give.
SOFTMAX_OF_THREE = [0.07557276011618849, 0.003762546174652858, 0.9206646937091586]

EXPECTED: dict[str, tuple[Numbers, Numbers]] = {
    "ERR-M-3BILLION": (
        {"parameters at n = 30": Claim("more than 3 billion")},
        {
            "parameters at n = 30": 2147483646,
            "parameters at n = 31": 4294967294,
            "parameters at n = 30 with three classes": 3221225469,
        },
    ),
    "ERR-M-HUNDRED": (
        {"half width of the 95 % interval": Claim("usually within a few percent")},
        {
            "half width of the 95 % interval": 0.05 * 1.959963984540054,
            "P(within 3 points)": 0.5158815863927085,
            "P(within 5 points)": 0.7287469759261652,
            "P(within 10 points)": 0.9647997997822951,
            "P(within 3 points) if P(Y = 1) = 1/20": 0.8998292000451961,
            "N for a half width of 3 points": 1068,
        },
    ),
    "ERR-M-TWO-PER-INSTANCE": (
        {"parameters at n = 1": 4, "parameters at n = 2": 8, "parameters at n = 3": 16},
        {"parameters at n = 1": 2, "parameters at n = 2": 6, "parameters at n = 3": 14},
    ),
    "ERR-M-DIRICHLET": (
        {
            "MAP estimate": [F(1, 2), F(1, 2), F(0)],
            "posterior mean": [F(3, 7), F(3, 7), F(1, 7)],
        },
        {
            "MAP estimate": [F(3, 7), F(3, 7), F(1, 7)],
            "estimate (7)": [F(3, 7), F(3, 7), F(1, 7)],
        },
    ),
    "ERR-C-COUNTS": (
        {
            "Boolean features": 20,
            "Gaussian features, variances per class": 40,
            "Gaussian features, shared variances": 30,
            "Boolean features, full joint": 2046,
        },
        {
            "Boolean features": 21,
            "Gaussian features, variances per class": 41,
            "Gaussian features, shared variances": 31,
            "Boolean features, full joint": 2047,
        },
    ),
    "ERR-M-PSEUDO": (
        {
            "pseudo-examples": Claim("l J, which is 3"),
            "P(X = x | k)": F(1, 2),
            "P(Y = k)": F(2, 3),
        },
        {"pseudo-examples": 6, "P(X = x | k)": F(1, 2), "P(Y = k)": F(3, 5)},
    ),
    "ERR-M-PAIRWISE": (
        {"P(Y = 1 | x = (1, 1, 1))": 0.5, "P(Y = 1 | x = (1, 1, −1))": 0.5},
        {
            "P(Y = 1 | x = (1, 1, 1))": 2 / 3,
            "P(Y = 1 | x = (1, 1, −1))": 0.0,
            "class 1: each pair is independent": True,
            "class 1: X₃ is independent of (X₁, X₂)": False,
        },
    ),
    "ERR-M-LR-RATE": (
        {"w₁": W1, "w₂": W2, "P(Y = 1 | fourth example)": P4},
        {"w₁": W1 - 100 * W2, "w₂": 100 * W2, "P(Y = 1 | fourth example)": P4},
    ),
    "ERR-N-SMALL": (
        {"GDA makes fewer errors, m = 20": Claim("to be expected")},
        {
            "GDA makes fewer errors, m = 20": False,
            "excess error, m = 20, GDA": 0.125,
            "excess error, m = 20, logistic regression": 0.1,
            "GDA makes fewer errors, m = 50": True,
            "excess error, m = 50, GDA": 0.043,
            "excess error, m = 50, logistic regression": 0.059,
        },
    ),
    "ERR-C-PRIOR-SMOOTH": ({"P(Y = 1)": F(2, 3)}, {"P(Y = 1)": F(3, 4)}),
    "ERR-SD-VAR": (
        {"density at x": 0.10377687435514868},
        {"density at x": 0.12098536225957167},
    ),
    "ERR-DEGENERATE": (
        {
            "variance by (14)": F(0),
            "density at the mean": "division by zero",
            "variance by (15)": "division by zero",
        },
        {
            "variance by (14)": F(0),
            "density at the mean": "none: rejected with an error",
            "variance by (15)": "none: rejected with an error",
        },
    ),
    "ERR-M-SHARED-SIGMA": (
        {"variance in class 0": F(1), "variance in class 1": F(8, 3)},
        {"variance in class 0": F(2), "variance in class 1": F(2)},
    ),
    "ERR-SIGN-FLIP": (
        {
            "w₀": 2.693147180559945309,
            "w₁, w₂": [-2.0, 0.5],
            "P(Y = 1 | x)": 0.039424422479462075,
        },
        {
            "w₀": -2.693147180559945309,
            "w₁, w₂": [2.0, -0.5],
            "P(Y = 1 | x)": 0.039424422479462075,
            "P(Y = 1 | x) by Bayes' rule": 0.039424422479462075,
            "P(Y = 1 | x), weights of (16) in (25)": 0.9605755775205379,
        },
    ),
    "ERR-M-TIES": (
        {"label": 1, "P(Y = 1 | x)": 0.5},
        {"label": 0, "P(Y = 1 | x)": 0.5},
    ),
    "ERR-M-GNB-GENERAL": (
        {"f(0) − 2 f(1) + f(2), σ² = 1 and 4": Claim("logistic, so 0")},
        {
            "f(0) − 2 f(1) + f(2), σ² = 1 and 4": -0.75,
            "f(0) − 2 f(1) + f(2), σ² = 2 and 2": 0.0,
        },
    ),
    "ERR-M-SPECIAL-CASE": (
        {
            "P(Y = 1) by (27), (28)": 0.6456563062257955,
            "P(Y = 1) by (25)": 0.6456563062257955,
            "gradient in (29)": [0.0, 1.0],
            "gradient in (26)": [0.0, 1.0],
        },
        {
            "P(Y = 1) by (27), (28)": 0.35434369377420455,
            "P(Y = 1) by (16)": 0.35434369377420455,
            "gradient in (29)": [0.0, -1.0],
        },
    ),
    "ERR-C-SOFTMAX": (
        {
            "Sontag: a vector for each class": SOFTMAX_OF_THREE,
            "Xing: negative exponents": [
                0.0472419624506604964,
                0.948880181126586758,
                0.0038778564227527454,
            ],
            "Mitchell: none for the last class": [
                0.84379473448133947,
                0.042010066134066051,
                0.114195199384594479,
            ],
        },
        {
            "Sontag: a vector for each class": SOFTMAX_OF_THREE,
            "Xing: negative exponents": SOFTMAX_OF_THREE,
            "Mitchell: none for the last class": SOFTMAX_OF_THREE,
        },
    ),
    "ERR-M-CONVERGE": (
        {
            "η": 0.01,
            "l(W) after steps 1 and 2": [-100.69314718055995, -2.772601222226761],
            "l(W) after steps 1999 and 2000": [-264.08471319041007, -164.08406548806605],
        },
        {
            "l(W) after steps 1999 and 2000": [-2.40599171313052172, -2.40598614908625322],
            "η": 4 / 60200,
            "maximum of l(W)": -2.347486535121346,
            "l(W), x = −1, 1, y = 0, 1, w₁ = 1, 5, 20": [
                -0.6265233750364456,
                -0.013430696978236224,
                -2 * (exp(-20) - exp(-40) / 2),  # log(1 + e⁻²⁰), by its series
            ],
        },
    ),
    "ERR-M-SYMBOLS": (
        {"∂l/∂w₁": 1.238629767182207},
        {"∂l/∂w₁": 1.4052964338488738},
    ),
    "ERR-M-BIAS-PENALTY": (
        {"average prediction": 0.7758408742351132},
        {"average prediction": 0.9, "frequency of label 1": F(9, 10)},
    ),
    "ERR-M-EQUIV": (
        {"label": 1, "P(Y = 1 | X = 1)": F(49, 58)},
        {"label": 1, "P(Y = 1 | X = 1)": F(7, 10)},
    ),
    "ERR-RATES-CAVEAT": (
        {"error of the score": Claim("near its limit, like the parameters")},
        {"error of the score": F(20)},
    ),
    "ERR-M-OVERCLAIM": (
        {"naive Bayes makes more errors": Claim("yes")},
        {
            "naive Bayes makes more errors": False,
            "error of naive Bayes": F(20, 49),
            "error of logistic regression": F(24, 49),
            "error of the best classifier": F(17, 49),
            "error with one feature (right in 7 of 10 cases), used twice": F(3, 10),
            "error with the feature used once": F(3, 10),
        },
    ),
    "ERR-M-LINEAR-DISCRETE": (
        {"some threshold on x labels like naive Bayes": Claim("yes, X is a line")},
        {
            "some threshold on x labels like naive Bayes": False,
            "labels that a threshold can give to x = 0, 1, 2": [
                [0, 0, 0],
                [0, 0, 1],
                [0, 1, 1],
                [1, 0, 0],
                [1, 1, 0],
                [1, 1, 1],
            ],
            "labels of x = 0, 1, 2": [0, 1, 0],
            "one-hot weights of x = 0, 1, 2": [
                -1.5040773967762742,
                2.0794415416798357,
                -1.5040773967762742,
            ],
        },
    ),
    "ERR-M-EX4": (
        {"h₁ and h₂ predict labels: vote differs from both": Claim("in general")},
        {
            "h₁ and h₂ predict labels: vote differs from both": False,
            "probabilities: labels of h₁": [1, 0],
            "probabilities: labels of h₂": [0, 1],
            "probabilities: labels of the vote": [1, 1],
        },
    ),
    "ERR-N-DENSITY": (
        {
            "p(1 | x)": 0.2689414213699951,
            "p(0 | x)": 0.2689414213699951,
            "their sum": 0.5378828427399902,
        },
        {"p(1 | x)": 0.2689414213699951, "p(0 | x)": 0.7310585786300049, "their sum": 1.0},
    ),
    "ERR-N-PSD": (
        {"determinant of Σ": 0.0, "density at the mean": "division by zero"},
        {
            "Σ is positive definite": False,
            "density at the mean": "none: rejected with an error",
        },
    ),
    "ERR-N-SD-WORDS": (
        {
            "standard deviation": 0.0,
            "standard deviation, from absolute values": 0.79787791173161308,
        },
        {
            "standard deviation": 1.0,
            "expected absolute deviation, √(2/π)": 0.7978845608028654,
        },
    ),
    "ERR-N-COV-WORDS": (
        {"X and X² are independent": Claim("yes, as the covariance is 0")},
        {
            "covariance of X and X²": F(0),
            "X and X² are independent": False,
            "P(X² = 1)": F(2, 3),
            "P(X² = 1 | X = 0)": F(0),
        },
    ),
    "ERR-N-ROTATE": (
        {"angle changes from b = 0.5 to 0.8, a = c": Claim("yes")},
        {
            "angle changes from b = 0.5 to 0.8, a = c": False,
            "angle for a = c = 1, b = 0.5, in degrees": 45.0,
            "angle for a = c = 1, b = 0.8": 45.0,
            "angle for a = 3, c = 1, b = 0.8": 19.3299041270450453,
        },
    ),
    "ERR-N-PER-CLASS": (
        {"parameters, in units of 2⁵⁰⁰⁰⁰ − 1": F(1)},
        {"parameters, in units of 2⁵⁰⁰⁰⁰ − 1": F(2)},
    ),
    "ERR-N-BINS": (
        {
            "bin of 399": [1],
            "bin of 400": [2],
            "bin of 800": [2, 3],
            "bin of 890": [3],
            "bin of 1200": [3, 4],
            "bin of 1600": [4],
            "bin of 1601": [5],
        },
        {
            "bin of 399": [1],
            "bin of 400": [2],
            "bin of 800": [3],
            "bin of 890": [3],
            "bin of 1200": [4],
            "bin of 1600": [4],
            "bin of 1601": [5],
        },
    ),
    "ERR-N-LENGTH": (
        {
            "total for lengths 0, 1, 2, 3": [F(1), F(1), F(1), F(1)],
            "total for all messages up to length 3": F(4),
        },
        {
            "total for lengths 0, 1, 2, 3": [F(1, 4), F(1, 4), F(1, 4), F(1, 4)],
            "total for all messages up to length 3": F(1),
        },
    ),
    "ERR-N-SCOPE": ({"p(y = 1 | x)": F(18, 19)}, {"p(y = 1 | x)": F(2, 3)}),
    "ERR-X-MVN": (
        {
            "density at the mean": 0.46065886596178063,
            "integral over the plane": 2.5066282746310007,
        },
        {"density at the mean": 0.18377629847393068, "integral over the plane": 1},
    ),
    "ERR-X-STAR": (
        {"f(0) − 2 f(1) + f(2), Σ = 1 and 3": Claim("a softmax, so 0")},
        {
            "f(0) − 2 f(1) + f(2), Σ = 1 and 3": -0.6666666666666667,
            "f(0) − 2 f(1) + f(2), Σ = 1 and 1": 0.0,
        },
    ),
    "ERR-X-LOGSIGMA": (
        {"P(class 1 | x)": 0.17609135500876022, "P(class 2 | x)": 0.8239086449912397},
        {"P(class 1 | x)": 0.6579490612710932, "P(class 2 | x)": 0.3420509387289068},
    ),
    "ERR-X-THETA0": (
        {
            "P(class 1 | x)": 0.7081248672594217,
            "P(class 1 | x) without the squared means": 0.2326965376188986,
            "P(class 1 | x) with the inverted prior": 0.14101892132241015,
        },
        {
            "P(class 1 | x)": 0.039424422479462075,
            "P(class 1 | x) by Bayes' rule": 0.039424422479462075,
        },
    ),
    "ERR-X-SOFTMAX": (
        {"parameters": [-0.7, 0.4], "P(class 1 | x)": 0.7502601055951176},
        {"parameters": [0.7, -0.4], "P(class 1 | x)": 0.7502601055951176},
    ),
    "ERR-X-SIGMOID": (
        {
            "μ at score 1": 1.5819767068693265,
            "μ at score 0": "division by zero",
            "μ at score −1": -0.5819767068693265,
        },
        {
            "μ at score 1": 0.7310585786300049,
            "μ at score 0": 0.5,
            "μ at score −1": 0.268941421369995121,
        },
    ),
    "ERR-X-CLL": (
        {
            "l(θ), first form": -3.694334968118252,
            "l(θ), second form": -0.8653977116663177,
            "l(θ) of one example, y = 1 at score −50": 50.0,
        },
        {
            "l(θ), first form": -3.1346022883336824,
            "l(θ), second form": -3.1346022883336824,
            "l(θ) of one example, y = 1 at score −50": -50.0,
        },
    ),
    "ERR-X-GRAD": (
        {
            "gradient line": [-0.3195186151672618, 1.238629767182207],
            "derivative of the objective": [-3.680481384832738, -1.238629767182207],
        },
        {
            "gradient line": [-0.3195186151672618, 1.238629767182207],
            "derivative of the objective": [-0.3195186151672618, 1.238629767182207],
        },
    ),
    "ERR-IDENTITY-COV": (
        {"λ": F(1), "ln p(θ)": -6.837877066409345},
        {"λ": F(1, 4), "ln p(θ)": -4.474171427529236},
    ),
    "ERR-X-IRLS": (
        {"operations, N = 200, d = 10": 200000, "operations, N = 400, d = 10": 400000},
        {"operations, N = 200, d = 10": 22220, "operations, N = 400, d = 10": 44220},
    ),
    "ERR-X-BOUNDARY": (
        {"w₁, fifth example at 8": Claim("the same as at 4, not at the boundary")},
        {
            "w₁, fifth example at 4": 1.0218845850769112,
            "w₁, fifth example at 8": 0.9172803444619447,
        },
    ),
    "ERR-X-LOG-NM": (
        {"gap at n = 10": 0.412727348049926, "gap at n = 1000000": 0.7942675131384475},
        {"gap at n = 10": 0.2797149622536537, "gap at n = 1000000": 0.2797149622536537},
    ),
    "ERR-X-VC": (
        {"VC dimension of thresholds on the line": 1},
        {
            "VC dimension of thresholds on the line": 2,
            "two points are shattered": True,
            "three points are shattered": False,
        },
    ),
    "ERR-X-RHO": (
        {"examples for n = 0": "undefined"},
        {
            "examples for n = 0": "none: rejected with an error",
            "examples for n = 1": 219.10133173369407,
        },
    ),
    "ERR-S-MAR": (
        {"P(Y = 1 | the test is missing)": F(1, 2)},
        {"P(Y = 1 | the test is missing)": F(1, 10)},
    ),
    "ERR-S-DENOM": (
        {"P(X = 1 | y)": F(1, 2), "P(X = 0 | y)": F(1, 4), "their sum": F(3, 4)},
        {"P(X = 1 | y)": F(2, 3), "P(X = 0 | y)": F(1, 3), "their sum": F(1)},
    ),
    "ERR-S-OCR": (
        {"P(X₁ = 1 | y), X₂ missing": F(2, 3)},
        {"P(X₁ = 1 | y), X₂ missing": F(3, 4)},
    ),
    "ERR-S-FLIP": (
        {
            "w₀": 0.45409213128004755,
            "w₁": -0.9081842625600951,
            "P(Y = 1 | new x)": 0.7961294222767280,
            "label": 1,
        },
        {
            "w₀": -0.45409213128004755,
            "w₁": 0.9081842625600951,
            "P(Y = 1 | new x)": 0.7961294222767280,
            "label": 1,
            "P(Y = 1 | new x), sign not changed": 0.2038705777232720,
        },
    ),
    "ERR-S-CONCAVE": (
        {
            "at w = −2": 0.11920292202211756,
            "mean of the two end values": 0.2589931049810458,
            "above the mean": False,
        },
        {
            "at w = −2": -2.1269280110429727,
            "mean of the two end values": -2.3556485542388774,
            "above the mean": True,
        },
    ),
    "ERR-S-SIMULTANEOUS": (
        {"w after one step": [0.4680481384832738, -0.20777072061686191]},
        {"w after one step": [0.4680481384832738, -0.20947035661511262]},
    ),
    "ERR-S-PROPTO": (
        {"at w = (1, 0)": 26.79337142023389, "at w = (3, −2)": 2.984105493864145},
        {
            "at w = (1, 0)": -3.224171427529236,
            "at w = (3, −2)": -3.224171427529236,
        },
    ),
    "ERR-S-NOASSUMP": (
        {"P(Y = 1 | x)": Claim("no assumptions: any function of x")},
        {
            "P(Y = 1 | x)": [0.5, 0.5, 0.5, 0.5],
            "weights of the best fit": [0.0, 0.0, 0.0],
        },
    ),
    "ERR-S-SOFTMAX": (
        {
            "P(classes 1, 2, 3), penalised": [
                0.445381304188553247,
                0.329128428275154305,
                0.225490267536292448,
            ]
        },
        {
            "P(classes 1, 2, 3), penalised": [
                0.423414142038570109,
                0.309161805095535523,
                0.267424052865894368,
            ]
        },
    ),
    "ERR-G-TRAIN": (
        {"P(Y = 1 | x, training data)": F(2, 3)},
        {"P(Y = 1 | x, training data)": F(4, 5)},
    ),
    "ERR-G-PRIOR": (
        {
            "posterior of the classes 1 and 2": [F(10, 11), F(20, 11)],
            "its sum": F(30, 11),
            "label": 2,
        },
        {"posterior of the classes 1 and 2": [F(9, 11), F(2, 11)], "its sum": F(1), "label": 1},
    ),
    "ERR-G-DELTA": ({"divisor in (17)": -2}, {"divisor in (17)": 2}),
    "ERR-G-ONE": ({"label": 1}, {"label": 0, "P(Y = 0)": 0.6224593312018546}),
    "ERR-G-SQUARE": ({"equation (31)": F(-1)}, {"equation (31)": F(-4)}),
    "ERR-G-PLUS": ({"P(Y = 1 | x)": 0.9975273768433652}, {"P(Y = 1 | x)": 0.7310585786300049}),
}

every_erratum = pytest.mark.parametrize("erratum_id", EXPECTED)


def values_agree(actual: object, expected: object) -> bool:
    """Compare floats to 12 digits, lists item by item, text by a pattern, other values exactly.

    Where 0.0 is expected, a rounding error of up to 1e-14 is accepted.
    """
    if isinstance(expected, list):
        return (
            isinstance(actual, list)
            and len(actual) == len(expected)
            and all(map(values_agree, actual, expected))
        )
    if isinstance(expected, float):
        tolerance = 0.0 if expected else 1e-14
        return isinstance(actual, float) and isclose(
            actual, expected, rel_tol=1e-12, abs_tol=tolerance
        )
    if isinstance(expected, re.Pattern):
        return isinstance(actual, str) and expected.match(actual) is not None
    return type(actual) is type(expected) and actual == expected


def differences(actual: Numbers, expected: Numbers) -> list[str]:
    """A description of the values that differ, for the message of a failing test."""
    return [
        f"{name}: {actual.get(name)!r} instead of {expected.get(name)!r}"
        for name in (*expected, *(name for name in actual if name not in expected))
        if not (name in actual and name in expected and values_agree(actual[name], expected[name]))
    ]


@cache
def checked(erratum_id: str) -> Check:
    """Run the check of an erratum, once for all tests."""
    return checks()[erratum_id]()


def test_every_erratum_with_numbers_has_a_check() -> None:
    """Exactly 64 of the 93 errata have a numerical check."""
    assert len(EXPECTED) == 64
    assert checks().keys() == EXPECTED.keys()


@every_erratum
def test_a_check_belongs_to_a_known_erratum(erratum_id: str) -> None:
    """The id of every check is that of an erratum in the source files."""
    assert erratum_id in texts.load().errata


@every_erratum
def test_the_numbers_agree_with_the_verified_table(erratum_id: str) -> None:
    """Every number of both forms equals the value that was computed without this package."""
    check = checked(erratum_id)
    printed, right = EXPECTED[erratum_id]
    assert differences(check.printed, printed) == []
    assert differences(check.right, right) == []


@every_erratum
def test_the_columns_differ_where_they_can_be_compared(erratum_id: str) -> None:
    """The two columns differ in at least one row that has a value in both."""
    check = checked(erratum_id)
    shared = check.printed.keys() & check.right.keys()
    assert any(not values_agree(check.printed[name], check.right[name]) for name in shared)


@every_erratum
def test_a_check_lists_its_inputs(erratum_id: str) -> None:
    """Every check has inputs, none of them empty, so that a reader can repeat it by hand."""
    inputs = checked(erratum_id).inputs
    assert inputs
    assert all(str(value) for value in inputs.values())


# Errata about a statement without a number or formula: the column contains the statement.
STATEMENTS = """
    ERR-M-3BILLION ERR-M-HUNDRED ERR-M-PSEUDO ERR-M-GNB-GENERAL ERR-RATES-CAVEAT ERR-M-OVERCLAIM
    ERR-M-LINEAR-DISCRETE ERR-M-EX4 ERR-N-SMALL ERR-N-COV-WORDS ERR-N-ROTATE ERR-X-STAR
    ERR-X-BOUNDARY ERR-S-NOASSUMP
""".split()


@every_erratum
def test_no_number_is_invented_for_a_statement(erratum_id: str) -> None:
    """If a text makes a statement, the column contains the statement, in our words."""
    claims = [isinstance(value, Claim) for value in checked(erratum_id).printed.values()]
    assert any(claims) == (erratum_id in STATEMENTS)


@every_erratum
def test_only_an_error_has_a_column_called_right(erratum_id: str) -> None:
    """For two conventions or two readings, neither column is called right."""
    kind, columns = texts.load().errata[erratum_id].kind, checked(erratum_id).columns
    if kind.name != "wrong":
        assert "right" not in (columns or kind.columns)


def test_features_independent_in_pairs_are_not_independent() -> None:
    """The counterexample to the fourth assumption has standard normal features in both classes."""
    grid = [-4 + 8 * (i + 0.5) / 40 for i in range(40)]
    step = grid[1] - grid[0]

    def integral(y: int, i: int, x_i: float) -> float:
        """The density of feature i at x_i: the other two are summed over the grid."""
        rest = [(a, b) for a in grid for b in grid]
        points = [(*pair[:i], x_i, *pair[i:]) for pair in rest]
        return step * step * sum(pairwise_density((p[0], p[1], p[2]), y) for p in points)

    for y in (0, 1):
        for i in range(3):
            for x_i in (-1.5, 0.25):
                expected = exp(-x_i * x_i / 2) / sqrt(2 * pi)
                assert integral(y, i, x_i) == pytest.approx(expected, rel=1e-3)


@pytest.mark.parametrize("x1", [-2.0, 0.5])
@pytest.mark.parametrize("x2", [-1.0, 3.0])
@pytest.mark.parametrize("x3", [-0.25, 1.0])
def test_the_posterior_of_the_counterexample_is_two_thirds_or_zero(
    x1: float, x2: float, x3: float
) -> None:
    """2/3 where the product of the features is positive, and 0 where it is negative."""
    expected = 2 / 3 if x1 * x2 * x3 > 0 else 0.0
    assert pairwise_posterior((x1, x2, x3)) == pytest.approx(expected, rel=1e-15)


@every_erratum
def test_a_check_is_reproducible(erratum_id: str) -> None:
    """Two runs of a check give the same numbers."""
    assert checks()[erratum_id]() == checked(erratum_id)


@every_erratum
def test_a_check_has_a_summary_of_one_sentence(erratum_id: str) -> None:
    """The summary is one line with a full stop; the check is in the file of its source text."""
    check = checks()[erratum_id]
    words = getdoc(check) or ""
    assert re.fullmatch(r"[A-Z0-9][^\n]*\.", words)
    text = texts.load().errata[erratum_id].where.split()[0].strip(",;").casefold()
    assert check.__module__.rpartition(".")[2].startswith(text)


@every_erratum
def test_no_result_is_written_into_a_check(erratum_id: str) -> None:
    """The source of a check contains no number of more than six digits: results are computed."""
    tree = ast.parse(dedent(getsource(checks()[erratum_id])))
    numbers = [n.value for n in ast.walk(tree) if isinstance(n, ast.Constant)]
    assert all(len(str(n)) <= 7 for n in numbers if isinstance(n, (int, float)))
