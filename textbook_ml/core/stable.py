"""Exponentials and logarithms that neither overflow nor underflow nor lose digits.

t    any number that fits into a float: a score, log odds, a margin
Each function states the identity it keeps and its error bound in ulps (units in the last
place); the tests compare it with the decimal module at 60 digits.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import lru_cache
from math import exp, expm1, factorial, fsum, hypot, inf, isinf, log, log1p, pi, sqrt
from operator import neg
from typing import Any, TypeVar

from textbook_ml.core.errors import TextbookError, number_text, require
from textbook_ml.core.numeric import as_float

Label = TypeVar("Label", bound=Hashable)

LARGE = 64.0  # the rounding of a term up to here changes a probability by less than 2⁻⁴⁵
OUT_OF_REACH = 800.0  # a class that is this far below the best in logarithms has probability 0.0
BITS = 256  # after the binary point, in sums of terms of any size
NEAR_ONE = Decimal("1e-15")  # below this, three terms of the series of ln(1 + u) are enough
TINY = 2.0**-1022  # smaller floats have fewer digits


def sigmoid(t: float) -> float:
    """1 / (1 + e⁻ᵗ), within 2 ulp for every t: only e to a negative power is computed.

    >>> sigmoid(0.0), sigmoid(-1000.0), sigmoid(1000.0)
    (0.5, 0.0, 1.0)
    """
    e = exp(-abs(_as_finite_float(t)))
    whole = 1.0 + e
    lost = (1.0 - whole) + e  # the rounding error of the sum
    p = (1.0 if t >= 0 else e) / whole
    return p - p * (lost / whole)


def log_sigmoid(t: float) -> float:
    """log(1 / (1 + e⁻ᵗ)) = −softplus(−t), within 2 ulp.

    >>> log_sigmoid(-1000.0), log_sigmoid(0.0) == -log(2)
    (-1000.0, True)
    """
    return min(t, 0.0) - log1p(exp(-abs(_as_finite_float(t))))


def softplus(t: float) -> float:
    """log(1 + eᵗ), within 2 ulp; softplus(t) − softplus(−t) = t.

    >>> softplus(1000.0), softplus(0.0) == log(2)
    (1000.0, True)
    """
    return max(t, 0.0) + log1p(exp(-abs(_as_finite_float(t))))


def log_sum_exp(terms: Iterable[float]) -> float:
    """log Σ eᵗ: the largest term is subtracted first.

    Within 2 ulp of the larger of the result and the largest term.

    >>> log_sum_exp([1000.0, 1000.0, 1000.0, 1000.0]) == 1000.0 + log(4)
    True
    """
    ts = list(map(_as_finite_float, terms))
    top = max(ts, default=-inf)
    if isinf(top):
        return top
    others = list(ts)
    others.remove(top)
    if abs(top) < 0.5:  # the rounding of t − top would show in a result near 0
        rest = log1p(fsum(_exp_of_difference(t, top) for t in others))
    else:
        rest = log1p(fsum(exp(t - top) for t in others))
    if top < 0 and max(-top, abs(top + rest)) < 2 * rest:  # the two cancel: use more digits
        with localcontext(prec=40):
            everything = sum((Decimal(max(t, -1000.0)).exp() for t in ts), Decimal(0))
            return float(everything.ln())
    return top + rest


def _exp_of_difference(t: float, top: float) -> float:
    """Return exp(t − top), corrected for the rounding of the difference."""
    d = t - top
    if d < -OUT_OF_REACH:
        return 0.0
    shift = d - t
    lost = (t - (d - shift)) - (top + shift)  # exactly t − top − d
    e = exp(d)
    return e + e * lost


def exact_parts(terms: Iterable[float]) -> list[float]:
    """A few floats, largest first, whose exact sum is that of the terms.

    `fsum` of the parts and further terms is then `fsum` of all the terms: it is rounded once. If
    the sum is infinite, it is the only part.

    >>> exact_parts([8.0, 1e-20, 0.5])
    [8.5, 1e-20]
    """
    rest = list(terms)
    parts: list[float] = []
    while part := fsum(rest):
        parts.append(part)
        if isinf(part):
            break
        rest.append(-part)
    return parts


def safe_exp(t: float) -> float:
    """eᵗ, which is 0 for very negative t. Raise TextbookError if it is larger than any float.

    >>> safe_exp(0.0), safe_exp(-1000.0)
    (1.0, 0.0)
    """
    try:
        return exp(_as_finite_float(t))
    except OverflowError:
        raise TextbookError(f"e^{t:g} is larger than any float. Fix: use logarithms") from None


def exp_minus_one(t: float) -> float:
    """eᵗ − 1, within 1 ulp also where t is near 0; ∞ if it is larger than any float.

    >>> exp_minus_one(0.0), exp_minus_one(1e-300), exp_minus_one(1000.0)
    (0.0, 1e-300, inf)
    """
    return expm1(t) if _as_finite_float(t) < 700 else inf


def safe_log(p: float | Fraction) -> float:
    """log p, where log 0 is −∞; of a Fraction of any size.

    >>> safe_log(1.0), safe_log(0.0)
    (0.0, -inf)
    """
    top, bottom = p.as_integer_ratio() if isinstance(p, Fraction) else (p, 1)
    if not top >= 0:  # no call of `require`: it would build the message for every word
        raise TextbookError(
            f"a logarithm needs a number that is not negative, got {number_text(p)}"
        )
    if top == 0:
        return -inf
    return _log_of_ratio(top, bottom) if isinstance(top, int) else log(top)


@lru_cache(maxsize=100_000)
def log_tail(p: Fraction) -> float:
    """The rounding error of `safe_log`, ln p − safe_log(p), to 15 digits or 1e-44 ln p.

    Sums of thousands of logarithms need it.

    >>> log_tail(Fraction(1)), abs(log_tail(Fraction(1, 3))) < 2**-53
    (0.0, True)
    """
    if p == 0:
        return 0.0
    with localcontext(prec=60):
        q = Decimal(p.denominator)
        u = (p.numerator - p.denominator) / q  # p − 1, with all its digits
        if abs(u) < NEAR_ONE:  # noqa: SIM108
            exactly = u - u * u / 2 + u * u * u / 3  # ln(1 + u), to 45 digits
        else:
            exactly = (p.numerator / q).ln()
        return float(exactly - Decimal(safe_log(p)))


def log_ratio(a: float | Fraction, b: float | Fraction) -> float:
    """ln(a / b), within 2 ulp also where a and b are close and the logarithm is near zero.

    >>> log_ratio(3.0, 1.0) == log(3), log_ratio(0.1, 0.1)
    (True, 0.0)
    """
    if not (0 < a < inf and 0 < b < inf):
        raise TextbookError(
            f"ln({number_text(a)} / {number_text(b)}) has no finite value: both must be finite "
            "and above 0. "
            "Fix: smooth the estimates"
        )
    return _log_of_ratio(*(Fraction(a) / Fraction(b)).as_integer_ratio())


def log_ratio_of_complements(a: float | Fraction, b: float | Fraction) -> float:
    """ln((1 − a) / (1 − b)), within 2 ulp also where a and b are small and 1 − a would round.

    >>> log_ratio_of_complements(0.75, 0.25) == -log(3)
    True
    """
    return log_ratio(1 - Fraction(a), 1 - Fraction(b))


def _log_of_ratio(p: int, q: int) -> float:
    """ln(p / q) for integers above 0; the quotient is rounded once."""
    if q <= 2 * p <= 4 * q:
        return log1p((p - q) / q)
    doublings = p.bit_length() - q.bit_length()
    if -1000 < doublings < 1000:
        return log(p / q)
    # p / q is beyond floats
    return log(Fraction(p, q) / Fraction(2) ** doublings) + doublings * log(2)


def log_product(a: float, b: float) -> float:
    """ln(a b), within 2 ulp of the larger of the result and 1, also where a b is no float.

    >>> log_product(0.5, 4.0) == log(2), log_product(1e200, 1e200) == 2 * log(1e200)
    (True, True)
    """
    ab = as_float(a) * as_float(b)
    return log(ab) if TINY <= ab < inf else safe_log(a) + safe_log(b)


def normalise_log_terms(terms: Mapping[Label, Sequence[float]]) -> dict[Label, float]:
    """Probabilities proportional to exp(Σ terms), for each label.

    The terms of the best label are subtracted one by one, inside one exact sum, before
    anything is rounded: large terms that all labels share cancel without loss.

    >>> normalise_log_terms({"a": [-1e6, 0.0], "b": [-1e6, log(3)]}) == {"a": 0.25, "b": 0.75}
    True
    """
    require(len(terms) > 0, "probabilities need at least one label, got none")
    rows = list(terms.values())
    sums = list(map(safe_sum, rows))
    top = max(sums)
    require(top > -inf, "no class can have produced this: every likelihood is 0")
    gaps = _exact_gaps(rows, sums.index(top))
    while max(gaps) > 0:  # the rounding of large sums may hide which label is best
        gaps = _exact_gaps(rows, gaps.index(max(gaps)))
    weights = list(map(exp, gaps))
    everything = fsum(weights)
    return {label: w / everything for label, w in zip(terms, weights)}


def _exact_gaps(rows: Sequence[Sequence[float]], best: int) -> list[float]:
    """The sum of each row less the sum of row `best`, every term in one exact sum."""
    against = list(map(neg, rows[best]))
    return [0.0 if k == best else safe_sum([*ts, *against]) for k, ts in enumerate(rows)]


def normalise_exponents(
    constants: Mapping[Label, Sequence[float]],
    exponent: Callable[..., Any],
    arguments: Mapping[Label, Sequence[tuple[Any, ...]]],
    large: float = LARGE,
) -> dict[Label, float]:
    """Probabilities proportional to exp(Σ constants − Σ exponent(…)), for each label.

    `arguments[label]` has one tuple for each feature, for example (x, μ, σ²) for the exponent
    (x − μ)² / 2σ² of a normal density; vectors and matrices are allowed. The exponent must be
    made of + − × ÷ and abs only. It is evaluated in floats and, if terms are so large (above
    `large`) that their rounding would change the probabilities, once more in Fractions: the
    result is right however far x is from the means. Probabilities are within n · large · 2⁻⁵⁰ of
    the exact ones, relatively, where n counts the terms of the classes.

    >>> def exponent(x, mu):
    ...     return (x - mu) * (x - mu) / 2
    >>> p = normalise_exponents({0: [0.0], 1: [0.0]}, exponent, {0: [(1e9, 0.0)], 1: [(1e9, 1e-9)]})
    >>> p == {0: sigmoid(-1.0), 1: sigmoid(1.0)}
    True
    """
    terms = {
        y: [*cs, *(-_rounded_exponent(exponent, each) for each in arguments[y])]
        for y, cs in constants.items()
    }
    if not loses_digits(terms, large):
        return normalise_log_terms(terms)
    return normalise_exact_terms(
        {
            y: [*cs, *(-exponent(*map(_as_fractions, each)) for each in arguments[y])]
            for y, cs in constants.items()
        }
    )


def _as_fractions(a: Any) -> Any:
    """Return a number, a vector or a matrix as Fractions."""
    return list(map(_as_fractions, a)) if isinstance(a, Sequence) else Fraction(a)


def loses_digits(terms: Mapping[Label, Sequence[float]], large: float = LARGE) -> bool:
    """Return whether the rounding of a large term may change the probabilities of the labels.

    Labels whose probability is certainly 0.0 are ignored.

    >>> loses_digits({"a": [-2.0], "b": [-1e9]}), loses_digits({"a": [-1e9], "b": [-1e9]})
    (False, True)
    """
    if all([hypot(*ts) <= large for ts in terms.values()]):  # noqa: C419 (a list is faster)
        return False
    near = labels_within_reach(terms)
    largest = max((max(map(abs, terms[y])) for y in near), default=0.0)
    return largest == inf or (largest > large and len(near) > 1)


def labels_within_reach(terms: Mapping[Label, Sequence[float]]) -> list[Label]:
    """Labels whose probability, proportional to exp(Σ terms), is not certainly 0.0.

    >>> labels_within_reach({"a": [-2.0], "b": [-1e9], "c": [-5.0]})
    ['a', 'c']
    """
    sums = {y: sum(ts) for y, ts in terms.items()}
    errors = {y: 2.0**-51 * len(ts) * sum(map(abs, ts)) for y, ts in terms.items()}
    best = max(s - errors[y] if s > -inf else -inf for y, s in sums.items())
    if best == -inf:  # the exponents of every label are too large for floats
        return list(terms)
    return [y for y, s in sums.items() if s > -inf and s + errors[y] >= best - OUT_OF_REACH]


def normalise_exact_terms(
    terms: Mapping[Label, Iterable[float | Fraction]],
) -> dict[Label, float]:
    """Probabilities proportional to exp(Σ terms), for terms that may be Fractions of any size.

    Terms are added as integer multiples of 2⁻²⁵⁶, so differences of sums of any size are exact
    to 2⁻²⁵⁶ for each term.

    >>> normalise_exact_terms({"a": [Fraction(-(10**400)), 0.0], "b": [Fraction(-(10**400)), 0.0]})
    {'a': 0.5, 'b': 0.5}
    """
    sums = {label: _fixed_point_sum(ts) for label, ts in terms.items()}
    possible = [s for s in sums.values() if s is not None]
    require(len(possible) > 0, "no class can have produced this: every likelihood is 0")
    best = max(possible)
    least = -int(OUT_OF_REACH) << BITS  # e to this power is 0.0
    weights = {
        label: 0.0 if s is None else exp(max(s - best, least) / (1 << BITS))
        for label, s in sums.items()
    }
    everything = fsum(weights.values())
    return {label: w / everything for label, w in weights.items()}


def exact_difference(
    terms: Iterable[float | Fraction], others: Iterable[float | Fraction]
) -> float:
    """Σ terms − Σ others, rounded once, however large the terms are.

    >>> exact_difference([1e300, 1.0], [1e300])
    1.0
    """
    a, b = _fixed_point_sum(terms), _fixed_point_sum(others)
    if a is None or b is None:
        return -inf if b is not None else inf if a is not None else 0.0
    try:
        return (a - b) / (1 << BITS)
    except OverflowError:
        return inf if a > b else -inf


def _fixed_point_sum(terms: Iterable[float | Fraction]) -> int | None:
    """Return Σ terms in units of 2⁻²⁵⁶; None if a term is −∞."""
    result = 0
    for term in terms:
        if term == -inf:
            return None
        p, q = term.as_integer_ratio()
        result += (p << BITS) // q
    return result


def _rounded_exponent(exponent: Callable[..., Any], arguments: Sequence[float | Fraction]) -> float:
    """Return the exponent as a float; ∞ if it, or a part of it, is larger than any float."""
    try:
        return float(exponent(*arguments))
    except (OverflowError, TextbookError):
        return inf


def power_exp_over_factorial(k: int, rate: float) -> float:
    """λᵏ e^−λ / k!, within 8 + 2 (|t| + k |ln(k / λ)|) ulp, where t is the logarithm of the result.

    Large counts use Stirling's formula for k!, in Loader's form, in which k ln λ, λ and ln k! do
    not cancel.

    >>> power_exp_over_factorial(0, log(2))
    0.5
    """
    if k == 0 or (k < 16 and rate < 700):
        return exp(-rate) * rate**k / factorial(k)
    return exp(-_stirling_error(k) - _poisson_deviance(k, rate)) / sqrt(2 * pi * k)


def _stirling_error(k: int) -> float:
    """The error of Stirling's formula, ln k! − (k ln k − k + ½ ln 2πk), within 2⁻⁵² absolutely.

    >>> _stirling_error(1) == 1 - log(2 * pi) / 2
    True
    """
    if k < 16:
        return safe_sum([log(factorial(k)), k, -k * log(k), -log(2 * pi * k) / 2])
    series = [(12, 1), (-360, 3), (1260, 5), (-1680, 7), (1188, 9)]
    return safe_sum(1 / (c * k**power) for c, power in series)


def _poisson_deviance(k: int, rate: float) -> float:
    """k ln(k / λ) + λ − k: never negative, and zero only where λ = k.

    >>> _poisson_deviance(3, 3.0)
    0.0
    """
    u = as_float((Fraction(rate) - k) / k)
    if abs(u) > 0.1:
        return safe_sum([k * log_ratio(k, rate), rate, -k])
    # u − ln(1 + u) = u v − 2 (v³/3 + v⁵/5 + …) with v = u / (2 + u): nothing cancels
    v = u / (2 + u)
    return k * safe_sum([u * v, *(-2 * v**j / j for j in range(3, 27, 2))])


def _as_finite_float(t: float) -> float:
    """Return t as a float. Raise TextbookError if it is NaN or too large for a float."""
    number = t if type(t) is float else as_float(t)
    require(number == number, "expected a number, got NaN. Fix: leave it out")
    return number


def safe_sum(terms: Iterable[float]) -> float:
    """Σ terms, rounded once; −∞, the logarithm of 0, is allowed.

    >>> safe_sum([0.1] * 10), safe_sum([1.0, -inf])
    (1.0, -inf)
    """
    try:
        ts = terms if type(terms) is list else list(terms)
    except OverflowError:
        raise TextbookError("a number is too large for a float. Fix: use smaller numbers") from None
    try:
        result = fsum(ts)
    except (OverflowError, ValueError):
        result = inf
    if result < inf:
        return result
    _as_finite_float(result)  # raises if a term is NaN
    raise TextbookError(
        "a sum is larger than any float. Fix: look for infinite and very large numbers"
    )
