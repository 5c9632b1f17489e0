"""Student's t, for means of few numbers whose spread is estimated from them too.

    df       degrees of freedom: how many numbers, less one
    theta    the angle with tan θ = t / √df, in which its distribution is a short sum
"""

from collections.abc import Callable
from math import cos, fsum, inf, pi, sin, sqrt, tan

from textbook_ml.errors import require


def student_quantile(confidence: float, df: int) -> float:
    """The t with P(|T| ≤ t) = confidence: what 1.96 is for many numbers, larger for few.

    >>> round(student_quantile(0.95, df=1), 3), round(student_quantile(0.95, df=9), 3)
    (12.706, 2.262)
    """
    require(0 < confidence < 1, f"the confidence is {confidence}: it lies between 0 and 1")
    require(df >= 1, f"there are {df} degrees of freedom: it takes two numbers or more to have one")
    theta = turning_point(lambda angle: student_share(angle, df) < confidence, 0.0, pi / 2)
    return sqrt(df) * tan(theta)


def student_share(theta: float, df: int) -> float:
    """P(|T| ≤ √df tan θ), a finite sum because df is a whole number.

        even df:   sin θ (1 + 1/2 cos² θ + 1·3/2·4 cos⁴ θ + …)
        odd df:    2/π (θ + sin θ (cos θ + 2/3 cos³ θ + 2·4/3·5 cos⁵ θ + …))

    The sums end with the power df − 2 of the cosine.

    >>> student_share(pi / 4, df=1), student_share(pi / 2, df=2)
    (0.5, 1.0)
    """
    odd = df % 2
    term, terms = cos(theta) if odd else 1.0, []
    for power in range(odd, df, 2):
        terms.append(term)
        term *= (power + 1) / (power + 2) * cos(theta) * cos(theta)
    rest = sin(theta) * fsum(terms)
    return 2 / pi * (theta + rest) if odd else rest


def turning_point(holds: Callable[[float], bool], low: float, high: float) -> float:
    """The last float at which a condition holds that holds at `low` and no more at `high`.

    >>> turning_point(lambda x: x * x <= 9.0, 0.0, 8.0)
    3.0
    """
    require(-inf < low <= high < inf, f"there is no way from {low} up to {high}: give finite ends")
    while low < (middle := (low + high) / 2) < high:
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low
