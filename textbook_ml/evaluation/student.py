"""Student's t distribution, for means of few numbers with estimated variance.

df       degrees of freedom: the number of values minus 1
theta    the angle θ with tan θ = t / √df; the distribution function is a finite sum in θ
"""

from collections.abc import Callable
from math import cos, fsum, inf, pi, sin, sqrt, tan

from textbook_ml.core.errors import require


def student_quantile(confidence: float, df: int) -> float:
    """Return the t with P(|T| ≤ t) = confidence; for 95 % and large df it tends to 1.96.

    >>> round(student_quantile(0.95, df=1), 3), round(student_quantile(0.95, df=9), 3)
    (12.706, 2.262)
    """
    require(0 < confidence < 1, f"the confidence must be between 0 and 1, got {confidence}")
    require(df >= 1, f"the degrees of freedom must be at least 1 (two values), got {df}")
    theta = last_float_where(
        lambda angle: student_central_probability(angle, df) < confidence, 0.0, pi / 2
    )
    return sqrt(df) * tan(theta)


def student_central_probability(theta: float, df: int) -> float:
    """Return P(|T| ≤ √df tan θ), a finite sum because df is a whole number.

        even df:   sin θ (1 + 1/2 cos² θ + 1·3/2·4 cos⁴ θ + …)
        odd df:    2/π (θ + sin θ (cos θ + 2/3 cos³ θ + 2·4/3·5 cos⁵ θ + …))

    The sums end with the power df − 2 of the cosine.

    >>> student_central_probability(pi / 4, df=1), student_central_probability(pi / 2, df=2)
    (0.5, 1.0)
    """
    odd = df % 2
    term, terms = cos(theta) if odd else 1.0, []
    for power in range(odd, df, 2):
        terms.append(term)
        term *= (power + 1) / (power + 2) * cos(theta) * cos(theta)
    series = sin(theta) * fsum(terms)
    return 2 / pi * (theta + series) if odd else series


def last_float_where(holds: Callable[[float], bool], low: float, high: float) -> float:
    """Return the last float between `low` and `high` at which a condition holds, by bisection.

    The condition must hold from `low` up to some point, and not after that point.

    >>> last_float_where(lambda x: x * x <= 9.0, 0.0, 8.0)
    3.0
    """
    require(-inf < low <= high < inf, f"need finite low <= high, got {low} and {high}")
    while low < (middle := (low + high) / 2) < high:
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low
