"""The safe spellings of exp and log: no overflow, no underflow, no digit lost to either.

    t    any float; a score, a log odds, a margin
    Each function states the identity it keeps and how near it stays to it, in ulps
    (units in the last place); the tests measure that against the decimal module.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import lru_cache
from itertools import chain
from math import exp, fsum, inf, isinf, log, log1p
from operator import neg
from typing import TypeVar

from textbook_ml.errors import TextbookError, require, shown

Label = TypeVar("Label", bound=Hashable)


def sigmoid(t: float) -> float:
    """1 / (1 + e⁻ᵗ), within 2 ulp for every t: only e to a negative power is ever taken.

    >>> sigmoid(0.0), sigmoid(-1000.0), sigmoid(1000.0)
    (0.5, 0.0, 1.0)
    """
    e = exp(-abs(_number(t)))
    whole = 1.0 + e
    lost = (1.0 - whole) + e  # what the sum rounded away
    share = (1.0 if t >= 0 else e) / whole
    return share - share * (lost / whole)


def log_sigmoid(t: float) -> float:
    """log(1 / (1 + e⁻ᵗ)) = −softplus(−t), within 2 ulp.

    >>> log_sigmoid(-1000.0), log_sigmoid(0.0) == -log(2)
    (-1000.0, True)
    """
    return min(t, 0.0) - log1p(exp(-abs(_number(t))))


def softplus(t: float) -> float:
    """log(1 + eᵗ), within 2 ulp; softplus(t) − softplus(−t) = t.

    >>> softplus(1000.0), softplus(0.0) == log(2)
    (1000.0, True)
    """
    return max(t, 0.0) + log1p(exp(-abs(_number(t))))


def log_sum_exp(terms: Iterable[float]) -> float:
    """log Σ eᵗ: the largest term is taken out first.

    Within 2 ulp of the larger of the result and the largest term.

    >>> log_sum_exp([1000.0, 1000.0, 1000.0, 1000.0]) == 1000.0 + log(4)
    True
    """
    ts = list(map(_number, terms))
    top = max(ts, default=-inf)
    if isinf(top):
        return top
    others = list(ts)
    others.remove(top)
    rest = log1p(fsum(exp(t - top) for t in others))
    if top < 0 and max(-top, abs(top + rest)) < 2 * rest:  # the two cancel: carry more digits
        with localcontext(prec=40):
            everything = sum((Decimal(max(t, -1000.0)).exp() for t in ts), Decimal(0))
            return float(everything.ln())
    return top + rest


def safe_exp(t: float) -> float:
    """eᵗ, which far enough down is 0; where it is larger than any float it is refused.

    >>> safe_exp(0.0), safe_exp(-1000.0)
    (1.0, 0.0)
    """
    try:
        return exp(_number(t))
    except OverflowError:
        raise TextbookError(f"e^{t:g} is larger than any float: stay with logarithms") from None


def safe_log(p: float | Fraction) -> float:
    """log p, where log 0 is −∞: the logarithm of an impossible event.

    >>> safe_log(1.0), safe_log(0.0)
    (0.0, -inf)
    """
    top, bottom = p.as_integer_ratio() if isinstance(p, Fraction) else (p, 1)
    if not top >= 0:  # the words are made only where they are said: this runs for every word
        raise TextbookError(f"the logarithm of {shown(p)} came up: a probability is not negative")
    if top == 0:
        return -inf
    return _log_of_ratio(top, bottom) if isinstance(top, int) else log(top)


@lru_cache(maxsize=100_000)
def log_tail(p: Fraction) -> float:
    """What `safe_log` rounds away: ln p − safe_log(p), which matters when thousands are added.

    >>> log_tail(Fraction(1)), abs(log_tail(Fraction(1, 3))) < 2**-53
    (0.0, True)
    """
    if p == 0:
        return 0.0
    with localcontext(prec=40):
        exactly = Decimal(p.numerator).ln() - Decimal(p.denominator).ln()
        return float(exactly - Decimal(safe_log(p)))


def log_ratio(a: float | Fraction, b: float | Fraction) -> float:
    """ln(a / b), within 2 ulp also where a and b are close and the logarithm is near zero.

    >>> log_ratio(3.0, 1.0) == log(3), log_ratio(0.1, 0.1)
    (True, 0.0)
    """
    if not (0 < a < inf and 0 < b < inf):
        raise TextbookError(
            f"ln({shown(a)} / {shown(b)}) has no finite value: both must be finite and above 0"
        )
    return _log_of_ratio(*(Fraction(a) / Fraction(b)).as_integer_ratio())


def _log_of_ratio(p: int, q: int) -> float:
    """ln(p / q) of whole numbers above 0, of which the quotient is rounded once."""
    if q <= 2 * p <= 4 * q:
        return log1p((p - q) / q)
    doublings = p.bit_length() - q.bit_length()
    if -1000 < doublings < 1000:
        return log(p / q)
    return log(Fraction(p, q) / Fraction(2) ** doublings) + doublings * log(2)  # p / q is no float


def normalise_log_terms(terms: Mapping[Label, Sequence[float]]) -> dict[Label, float]:
    """Probabilities proportional to exp(Σ terms) for each label: where log space is left.

    The terms of the best label are subtracted one by one, inside one exact sum, before
    anything is rounded: large parts that all labels share cancel without loss.

    >>> normalise_log_terms({"a": [-1e6, 0.0], "b": [-1e6, log(3)]}) == {"a": 0.25, "b": 0.75}
    True
    """
    require(len(terms) > 0, "no label came, and one of them must be the answer: give at least one")
    sums = {label: safe_sum(ts) for label, ts in terms.items()}
    best = max(sums, key=sums.__getitem__)
    require(sums[best] > -inf, "no class can have produced this: every likelihood is 0")
    gaps = _gaps(terms, best)
    while max(gaps.values()) > 0:  # large terms may hide, when rounded, which label is best
        best = max(gaps, key=gaps.__getitem__)
        gaps = _gaps(terms, best)
    weights = {label: exp(gap) for label, gap in gaps.items()}
    everything = fsum(weights.values())
    return {label: w / everything for label, w in weights.items()}


def _gaps(terms: Mapping[Label, Sequence[float]], best: Label) -> dict[Label, float]:
    """How far each label's sum is from that of the best, every term in one exact sum."""
    against = list(map(neg, terms[best]))
    return {
        label: 0.0 if label == best else safe_sum(chain(ts, against))
        for label, ts in terms.items()
    }


def _number(t: float) -> float:
    """t itself, unless it is NaN."""
    require(t == t, "NaN came, and has no place on any curve: leave it out")
    return t


def safe_sum(terms: Iterable[float]) -> float:
    """Σ terms, rounded once; −∞, the logarithm of 0, may be among them.

    >>> safe_sum([0.1] * 10), safe_sum([1.0, -inf])
    (1.0, -inf)
    """
    ts = list(terms)  # first: what making a term refuses is no fault of the sum
    try:
        result = fsum(ts)
    except (OverflowError, ValueError):
        result = inf
    if result < inf:
        return result
    _number(result)  # a sum is NaN where a term is
    raise TextbookError("a sum is larger than any float: look for infinities and enormous numbers")
