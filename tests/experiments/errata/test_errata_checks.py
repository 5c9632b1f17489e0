"""Every erratum that has numbers: what the printed form gives, and what is right.

The exact numbers were worked out by hand, the others with 50 digits and without this package.
"""

import ast
import re
from collections.abc import Mapping
from fractions import Fraction as F
from inspect import getdoc, getsource
from math import exp, isclose
from textwrap import dedent

import pytest

from textbook_ml import sources
from textbook_ml.registry import checks

Numbers = Mapping[str, object]

# One row of weights in three spellings, and the distribution that all of them mean.
SOFTMAX_OF_THREE = [0.07557276011618849, 0.003762546174652858, 0.9206646937091586]

EXPECTED: dict[str, tuple[Numbers, Numbers]] = {
    "ERR-M-3BILLION": (
        {"parameters at n = 30": "more than 3 000 000 000"},
        {
            "parameters at n = 30": 2147483646,
            "parameters at n = 31": 4294967294,
            "parameters at n = 30 with three classes": 3221225469,
        },
    ),
    "ERR-M-HUNDRED": (
        {"examples for 3 points either way, 19 times in 20": 100},
        {
            "examples for 3 points either way, 19 times in 20": 1068,
            "95 % half width with 100 examples": 0.05 * 1.959963984540054,
            "chance to be within 3 points with 100 examples": 0.5158815863927085,
            "chance to be within 5 points with 100 examples": 0.7287469759261652,
            "chance to be within 10 points with 100 examples": 0.9647997997822951,
            "chance to be within 3 points, if P(Y) is 1/20": 0.8998292000451961,
        },
    ),
    "ERR-M-TWO-PER-INSTANCE": (
        {"parameters at n = 1": 4, "parameters at n = 2": 8, "parameters at n = 3": 16},
        {"parameters at n = 1": 2, "parameters at n = 2": 6, "parameters at n = 3": 14},
    ),
    "ERR-M-2N": (
        {
            "naive Bayes at n = 1": 2,
            "full joint at n = 1": 2,
            "naive Bayes at n = 2": 4,
            "full joint at n = 2": 6,
            "naive Bayes at n = 5": 10,
            "full joint at n = 5": 62,
        },
        {
            "naive Bayes at n = 1": 3,
            "full joint at n = 1": 3,
            "naive Bayes at n = 2": 5,
            "full joint at n = 2": 7,
            "naive Bayes at n = 5": 11,
            "full joint at n = 5": 63,
        },
    ),
    "ERR-M-DIRICHLET": (
        {"l = 1 as a MAP estimate": [F(1, 2), F(1, 2), F(0)]},
        {
            "l = 1 as a MAP estimate": [F(3, 7), F(3, 7), F(1, 7)],
            "l = 1 as a posterior mean": [F(3, 7), F(3, 7), F(1, 7)],
            "l = 1 as hallucinated examples": [F(3, 7), F(3, 7), F(1, 7)],
        },
    ),
    "ERR-C-PRIOR-SMOOTH": (
        {"P(Y = 1), 3 examples of 4": F(2, 3)},
        {"P(Y = 1), 3 examples of 4": F(3, 4)},
    ),
    "ERR-SD-VAR": (
        {
            "density at 3 of mean 1, deviation 2": 0.10377687435514868,
            "deviation of a coin, estimated from two tosses": 0.3535533905932738,
        },
        {
            "density at 3 of mean 1, deviation 2": 0.12098536225957167,
            "deviation of a coin, estimated from two tosses": 0.5,
        },
    ),
    "ERR-DEGENERATE": (
        {
            "variance by (14)": F(0),
            "density at the mean": "ZeroDivisionError",
            "variance by (15)": "ZeroDivisionError",
        },
        {
            "variance by (14)": F(0),
            "density at the mean": re.compile("refused: .* finite variance above 0"),
            "variance by (15)": re.compile(r"refused: equation \(15\) divides by N − 1"),
        },
    ),
    "ERR-M-SHARED-SIGMA": (
        {"variance in class 0": F(1), "variance in class 1": F(8, 3)},
        {"variance in class 0": F(2), "variance in class 1": F(2)},
    ),
    "ERR-SIGN-FLIP": (
        {"P(Y = 1 | x) by (25)": 0.9605755775205379},
        {
            "P(Y = 1 | x) by (25)": 0.039424422479462075,
            "P(Y = 1 | x) by (16)": 0.039424422479462075,
            "P(Y = 1 | x) by Bayes' rule": 0.039424422479462075,
        },
    ),
    "ERR-M-TIES": (
        {
            "labels that may win at score 0": [1],
            "the same rule in the convention of (25)": [0],
        },
        {
            "labels that may win at score 0": [0, 1],
            "P(Y = 1) at score 0": 0.5,
            "the first class, which the arg max here prefers": 0,
        },
    ),
    "ERR-M-GNB-GENERAL": (
        {"second difference of the log odds": 0.0},
        {
            "second difference of the log odds": -0.75,
            "second difference with equal variances": 0.0,
        },
    ),
    "ERR-M-SPECIAL-CASE": (
        {
            "P(Y = 1) at score 0.6, y₁ = 1": 0.35434369377420455,
            "direction of the update, y₁ = 0": [0.0, 1.0],
        },
        {
            "P(Y = 1) at score 0.6, y₁ = 1": 0.6456563062257955,
            "P(Y = 1) at score 0.6, y₁ = 0": 0.35434369377420455,
            "direction of the update, y₁ = 1": [0.0, 1.0],
            "direction of the update, y₁ = 0": [0.0, -1.0],
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
            "Mitchell: the last class has no vector": [
                0.84379473448133947,
                0.042010066134066051,
                0.114195199384594479,
            ],
        },
        {
            "Sontag: a vector for each class": SOFTMAX_OF_THREE,
            "Xing: negative exponents": SOFTMAX_OF_THREE,
            "Mitchell: the last class has no vector": SOFTMAX_OF_THREE,
        },
    ),
    "ERR-M-CONVERGE": (
        {
            "l(W) after steps 1 and 2": [-100.69314718055995, -2.772601222226761],
            "l(W) after steps 1999 and 2000": [-264.08471319041007, -164.08406548806605],
        },
        {
            "l(W) after steps 1999 and 2000": [-2.40599171313052172, -2.40598614908625322],
            "the step size that never goes down": 4 / 60200,
            "maximum of l(W)": -2.347486535121346,
            "l(W) of separable data at w₁ = 1, 5, 20": [
                -0.6265233750364456,
                -0.013430696978236224,
                -2 * (exp(-20) - exp(-40) / 2),  # log(1 + e⁻²⁰), by its series
            ],
        },
    ),
    "ERR-M-ASCENT-DESCENT": (
        {"change of l(W)": -0.010074999062522916},
        {"change of l(W)": 0.009925000937477084},
    ),
    "ERR-M-SYMBOLS": (
        {"∂l/∂w₁": 1.4052964338488738},
        {"∂l/∂w₁": 1.238629767182207, "derivative of the penalised function": 1.4052964338488738},
    ),
    "ERR-M-BIAS-PENALTY": (
        {"average prediction": 0.7758408742351132},
        {"average prediction": 0.9, "share of label 1": F(9, 10)},
    ),
    "ERR-M-EQUIV": (
        {"label of the cue": 1, "P(Y = 1 | cue)": F(49, 58)},
        {"label of the cue": 1, "P(Y = 1 | cue)": F(7, 10)},
    ),
    "ERR-RATES-CAVEAT": (
        {"error left in a score of 1000 features": F(1, 50)},
        {"error left in a score of 1000 features": F(20)},
    ),
    "ERR-M-OVERCLAIM": (
        {"naive Bayes errs more": True},
        {
            "naive Bayes errs more": False,
            "error of naive Bayes": F(20, 49),
            "error of logistic regression": F(24, 49),
            "error of the best classifier": F(17, 49),
            "error with a cue counted twice": F(3, 10),
            "error with a cue counted once": F(3, 10),
        },
    ),
    "ERR-M-LINEAR-DISCRETE": (
        {"some threshold on x labels like naive Bayes": True},
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
        {"the vote of two plain classifiers can differ from the heavier": True},
        {
            "the vote of two plain classifiers can differ from the heavier": False,
            "labels of h1, which has probabilities": [1, 0],
            "labels of h2, which has probabilities": [0, 1],
            "labels of their vote": [1, 1],
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
        {"determinant of [[1, 1], [1, 1]]": 0.0, "density at the mean": "ZeroDivisionError"},
        {
            "[[1, 1], [1, 1]] is positive definite": False,
            "density at the mean": re.compile("refused: the matrix is not positive definite"),
        },
    ),
    "ERR-N-SD-WORDS": (
        {
            "standard deviation of N(0, 1)": 0.79787791173161308,
            "the same, with the signs of the deviations": 0.0,
        },
        {
            "standard deviation of N(0, 1)": 1.0,
            "expected size of the deviation, in closed form": 0.7978845608028654,
        },
    ),
    "ERR-N-COV-WORDS": (
        {"covariance of X and X²": F(0), "X and X² are independent": True},
        {"X and X² are independent": False, "P(X² = 1)": F(2, 3), "P(X² = 1 | X = 0)": F(0)},
    ),
    "ERR-N-ROTATE": (
        {"covariance 0.8 for 0.5 rotates the bell": True},
        {
            "covariance 0.8 for 0.5 rotates the bell": False,
            "angle for variances 1, 1 and covariance 0.5": 45.0,
            "angle for variances 1, 1 and covariance 0.8": 45.0,
            "angle for variances 3, 1 and covariance 0.8": 19.3299041270450453,
        },
    ),
    "ERR-N-PER-CLASS": (
        {"parameters, in units of 2⁵⁰⁰⁰⁰ − 1": F(1)},
        {"parameters, in units of 2⁵⁰⁰⁰⁰ − 1": F(2)},
    ),
    "ERR-N-BINS": (
        {
            "bins of 399": [1],
            "bins of 400": [2],
            "bins of 800": [2, 3],
            "bins of 890": [3],
            "bins of 1200": [3, 4],
            "bins of 1600": [4],
            "bins of 1601": [5],
        },
        {
            "bins of 399": [1],
            "bins of 400": [2],
            "bins of 800": [3],
            "bins of 890": [3],
            "bins of 1200": [4],
            "bins of 1600": [5],
            "bins of 1601": [5],
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
            "its integral, which ought to be 1": 2.5066282746310007,
        },
        {"density at the mean": 0.18377629847393068},
    ),
    "ERR-X-STAR": (
        {"second difference of the log odds": 0.0},
        {
            "second difference of the log odds": -0.6666666666666667,
            "second difference with a shared covariance": 0.0,
        },
    ),
    "ERR-X-LOGSIGMA": (
        {"P(class 1 | x)": 0.17609135500876022, "P(class 2 | x)": 0.8239086449912397},
        {"P(class 1 | x)": 0.6579490612710932, "P(class 2 | x)": 0.3420509387289068},
    ),
    "ERR-X-THETA0": (
        {
            "P(class 1 | x)": 0.7081248672594217,
            "P(class 1 | x), only the squared means left out": 0.2326965376188986,
            "P(class 1 | x), only the prior inverted": 0.14101892132241015,
        },
        {
            "P(class 1 | x)": 0.039424422479462075,
            "P(class 1 | x) by Bayes' rule": 0.039424422479462075,
        },
    ),
    "ERR-X-SOFTMAX": (
        {"P(class 1 | x)": 0.2497398944048824},
        {
            "P(class 1 | x)": 0.7502601055951176,
            "P(class 1 | x) by the two-class formula": 0.7502601055951176,
        },
    ),
    "ERR-X-SIGMOID": (
        {
            "μ at score 1": 1.5819767068693265,
            "μ at score 0": "ZeroDivisionError",
            "μ at score −1": -0.5819767068693265,
        },
        {
            "μ at score 1": 0.7310585786300049,
            "μ at score 0": 0.5,
            "μ at score −1": 0.268941421369995121,
        },
    ),
    "ERR-X-4N1": (
        {"naive Bayes beside logistic regression, n = 10": 41},
        {
            "naive Bayes beside logistic regression, n = 10": 31,
            "naive Bayes with variances per class": 41,
            "naive Bayes of Boolean features": 21,
            "logistic regression": 11,
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
            "slope of the objective": [-3.680481384832738, -1.238629767182207],
        },
        {
            "gradient line": [-0.3195186151672618, 1.238629767182207],
            "slope of the objective": [-0.3195186151672618, 1.238629767182207],
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
        {"w₁, far point at 4": 1.0218845850769112, "w₁, far point at 8": 1.0218845850769112},
        {"w₁, far point at 4": 1.0218845850769112, "w₁, far point at 8": 0.9172803444619447},
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
        {"examples for n = 0": "ValueError"},
        {
            "examples for n = 0": re.compile("refused: .*give at least one"),
            "examples for n = 1": 219.101331733694081,
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
        {"P(first = 1 | y), second missing": F(2, 3)},
        {"P(first = 1 | y), second missing": F(3, 4)},
    ),
    "ERR-S-FLIP": (
        {"P(Y = 1 | x = 2)": 0.203870577723272111, "label of x = 2": 0},
        {
            "P(Y = 1 | x = 2)": 0.7961294222767279,
            "label of x = 2": 1,
            "score of x = 2": 1.3622763938401425,
        },
    ),
    "ERR-S-CONCAVE": (
        {
            "half-way": 0.11920292202211756,
            "on the chord": 0.2589931049810458,
            "is above the chord": False,
        },
        {
            "half-way": -2.1269280110429727,
            "on the chord": -2.3556485542388774,
            "is above the chord": True,
        },
    ),
    "ERR-S-SIMULTANEOUS": (
        {"weights after one step": [0.4680481384832738, -0.20777072061686191]},
        {"weights after one step": [0.4680481384832738, -0.20947035661511262]},
    ),
    "ERR-S-PROPTO": (
        {"constant at w = (1, 0)": 26.79337142023389, "constant at w = (3, −2)": 2.984105493864145},
        {
            "constant at w = (1, 0)": -3.224171427529236,
            "constant at w = (3, −2)": -3.224171427529236,
        },
    ),
    "ERR-S-NOASSUMP": (
        {"P(Y = 1 | x) of exclusive or": [0, 1, 1, 0]},
        {
            "P(Y = 1 | x) of exclusive or": [0.5, 0.5, 0.5, 0.5],
            "weights of the best fit": [0.0, 0.0, 0.0],
        },
    ),
    "ERR-S-SOFTMAX": (
        {
            "probabilities of the three classes": [
                0.445381304188553247,
                0.329128428275154305,
                0.225490267536292448,
            ]
        },
        {
            "probabilities of the three classes": [
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
    "ERR-G-DELTA": ({"what (17) divides by": -2}, {"what (17) divides by": 2}),
    "ERR-G-ONE": (
        {"score": F(1, 2), "label": 1},
        {"score": F(1, 2), "label": 0, "P(Y = 0)": 0.6224593312018546},
    ),
    "ERR-G-SQUARE": ({"equation (31)": F(-1)}, {"equation (31)": F(-4)}),
    "ERR-G-PLUS": ({"P(Y = 1 | x)": 0.9975273768433652}, {"P(Y = 1 | x)": 0.7310585786300049}),
}

every_erratum = pytest.mark.parametrize("erratum_id", EXPECTED)


def same(actual: object, expected: object) -> bool:
    """Exact numbers exactly, floats to 1e-12, lists item by item, words by their pattern.

    A float that ought to be zero is a rounded difference of numbers of the size of one.
    """
    if isinstance(expected, list):
        return (
            isinstance(actual, list)
            and len(actual) == len(expected)
            and all(map(same, actual, expected))
        )
    if isinstance(expected, float):
        tolerance = 0.0 if expected else 1e-14
        return isinstance(actual, float) and isclose(
            actual, expected, rel_tol=1e-12, abs_tol=tolerance
        )
    if isinstance(expected, re.Pattern):
        return isinstance(actual, str) and expected.match(actual) is not None
    return type(actual) is type(expected) and actual == expected


def unlike(actual: Numbers, expected: Numbers) -> list[str]:
    """What is not as it ought to be, in words that a failing test can show."""
    return [
        f"{name}: {actual.get(name)!r} instead of {expected.get(name)!r}"
        for name in (*expected, *(name for name in actual if name not in expected))
        if not (name in actual and name in expected and same(actual[name], expected[name]))
    ]


def test_every_erratum_with_numbers_has_a_check() -> None:
    """Sixty-two of the ninety errata prove themselves, no more and no fewer."""
    assert len(EXPECTED) == 62
    assert checks().keys() == EXPECTED.keys()


@every_erratum
def test_a_check_belongs_to_a_known_erratum(erratum_id: str) -> None:
    """What is checked is an erratum that the sources tell of."""
    assert erratum_id in sources.load().errata


@every_erratum
def test_the_numbers_are_as_they_were_checked(erratum_id: str) -> None:
    """Every number of both forms is the one that was worked out apart from this package."""
    check = checks()[erratum_id]()
    printed, right = EXPECTED[erratum_id]
    assert unlike(check.printed, printed) == []
    assert unlike(check.right, right) == []


@every_erratum
def test_printed_and_right_differ_where_they_can_be_compared(erratum_id: str) -> None:
    """Under some name that both have, the printed form gives something else than the right one."""
    check = checks()[erratum_id]()
    shared = check.printed.keys() & check.right.keys()
    assert any(not same(check.printed[name], check.right[name]) for name in shared)


@every_erratum
def test_a_check_gives_the_same_every_time(erratum_id: str) -> None:
    """Nothing is drawn at random and nothing is remembered."""
    check = checks()[erratum_id]
    assert check() == check()


@every_erratum
def test_a_check_says_in_one_sentence_what_its_numbers_show(erratum_id: str) -> None:
    """A reader sees one line that ends in a full stop, in the file of the text it is about."""
    check = checks()[erratum_id]
    words = getdoc(check) or ""
    assert re.fullmatch(r"[A-Z0-9][^\n]*\.", words)
    text = sources.load().errata[erratum_id].where.split()[0].strip(",;").casefold()
    assert check.__module__.rpartition(".")[2].startswith(text)


@every_erratum
def test_no_result_is_written_into_a_check(erratum_id: str) -> None:
    """The source of a check holds no number of more than six digits: results are computed."""
    tree = ast.parse(dedent(getsource(checks()[erratum_id])))
    numbers = [n.value for n in ast.walk(tree) if isinstance(n, ast.Constant)]
    assert all(len(str(n)) <= 7 for n in numbers if isinstance(n, (int, float)))
