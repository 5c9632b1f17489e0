"""Checks of the platform: float arithmetic, exp, log and the functions built on them.

The reference values have thirty digits; they were computed with sixty.
"""

import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from math import exp, expm1, fsum, isqrt, log, log1p, sqrt
from random import Random

from textbook_ml.core.stable import log_sum_exp, normalise_log_terms, sigmoid, softplus
from textbook_ml.embedding.checks.check_result import CheckResult, check_close, check_equal

LIBRARY_ULPS = 1.0  # largest error of exp and log in the mathematical libraries that we measured
STABLE_ULPS = 2.0  # error of two or three roundings

FUNCTIONS: tuple[tuple[Callable[[float], float], float, str], ...] = (
    (exp, 1.0, "2.71828182845904523536028747135"),
    (exp, -0.5, "0.606530659712633423603799534991"),
    (exp, -30.25, "7.28772409581969241934317748698e-14"),
    (exp, 700.0, "1.01423205473500450945532959523e+304"),
    (exp, -708.0, "3.30755300363840799620117429721e-308"),
    (log, 2.0, "0.693147180559945309417232121458"),
    (log, 3.0, "1.09861228866810969139524523692"),
    (log, 0.1, "-2.30258509299404562850684022343"),
    (log, 1e-300, "-690.775527898213705180338344570"),
    (log, 1e300, "690.775527898213705257902196661"),
    (log1p, 1e-10, "9.99999999950000036435530645188e-11"),
    (log1p, 0.5, "0.405465108108164381978013115464"),
    (log1p, -0.75, "-1.38629436111989061883446424292"),
    (expm1, 1e-10, "1.00000000005000003643386398581e-10"),
    (expm1, 1.0, "1.71828182845904523536028747135"),
    (expm1, -2.0, "-0.864664716763387308106000505028"),
)
STABLE: tuple[tuple[Callable[[float], float], float, str], ...] = (
    (sigmoid, -3.0, "0.0474258731775667808788481517718"),
    (sigmoid, 0.5, "0.622459331201854564638900565746"),
    (softplus, -20.0, "2.06115362031438070323898279888e-9"),
    (softplus, 0.25, "0.825939419878843562207836131658"),
)


def floats() -> Iterator[CheckResult]:
    """Check that floats are doubles, operations round once, and subnormal numbers exist."""
    info = sys.float_info
    yield check_equal("float format", (info.radix, info.mant_dig, info.max_exp), (2, 53, 1024))
    yield check_equal("1/3", (1.0 / 3.0).hex(), "0x1.5555555555555p-2")
    yield check_equal("0.1 + 0.2", (0.1 + 0.2).hex(), "0x1.3333333333334p-2")
    yield check_equal("square root of 2", sqrt(2.0).hex(), "0x1.6a09e667f3bcdp+0")
    yield check_equal("subnormal numbers", 5e-324 * 2.0, 1e-323)
    tie = 1.0 + 2.0**-53  # half-way between two floats: rounded to the even one
    yield check_equal("rounding of ties to even", (tie, tie + 2.0**-52), (1.0, 1.0 + 2.0**-52))
    twice = 1.0 + (2.0**-53 + 2.0**-78)  # an additional rounding to 64 bits would make this a tie
    yield check_equal("single rounding", twice, 1.0 + 2.0**-52)
    rng = Random(0)
    xs = [rng.uniform(-1.0, 1.0) * 10.0 ** rng.randint(-20, 20) for _ in range(200)]
    truth = sum(map(Fraction, xs))
    yield check_equal("fsum", fsum(xs), truth.numerator / truth.denominator)
    products = [float(Fraction(a) * Fraction(b)) for a, b in zip(xs, xs[1:])]
    yield check_equal("products", [a * b for a, b in zip(xs, xs[1:])], products)
    ratios = [float(Fraction(a) / Fraction(b)) for a, b in zip(xs, xs[1:])]
    yield check_equal("quotients", [a / b for a, b in zip(xs, xs[1:])], ratios)
    yield check_equal("floats as decimal text", [float(repr(x)) for x in xs], xs)
    yield check_equal("floats as hexadecimal text", [float.fromhex(x.hex()) for x in xs], xs)
    yield check_equal("large integers", isqrt(10**80 - 1), 10**40 - 1)
    yield check_equal("Fractions", sum(Fraction(1, n) for n in range(1, 11)), Fraction(7381, 2520))


def exp_and_log() -> Iterator[CheckResult]:
    """Check exp, log, log1p and expm1 of the platform."""
    for function, x, digits in FUNCTIONS:
        yield check_close(f"{function.__name__}({x})", function(x), digits, LIBRARY_ULPS)


def stable_functions() -> Iterator[CheckResult]:
    """Check the functions that avoid overflow, also where the plain formulas would overflow."""
    for function, x, digits in STABLE:
        yield check_close(f"{function.__name__}({x})", function(x), digits, STABLE_ULPS)
    sum_of_three = log_sum_exp([0.1, 0.2, 0.3])
    yield check_close("log_sum_exp", sum_of_three, "1.30194284822924413066602664989", STABLE_ULPS)
    yield check_equal("log_sum_exp of large terms", log_sum_exp([-1e6, -1e6 - 800.0]), -1e6)
    yield check_equal("sigmoid of large numbers", (sigmoid(-1000.0), sigmoid(1000.0)), (0.0, 1.0))
    posterior = normalise_log_terms({"a": [-1e6, 0.0], "b": [-1e6, log(3.0)]})
    yield check_close("normalised log terms", posterior["b"], Fraction(3, 4), STABLE_ULPS)
