"""e to the power of t, computed only by + − ×, so that every language gets the same bits.

t = −n ln 2 + r with |r| ≤ ½ ln 2. ln 2 is stored in two parts; the first is so short that its
product with n is exact (Cody and Waite's reduction). eʳ is computed by its Taylor series up to
r¹³/13!, and the power of two as a product of halves, which is exact.
"""

from collections.abc import Callable
from math import factorial

LOG2_E = 1.4426950408889634
LN_2_HEAD = float.fromhex("0x1.62e42feep-1")  # 32 bits
LN_2_TAIL = float.fromhex("0x1.a39ef35793c76p-33")
SERIES = tuple(1 / factorial(n) for n in range(13, 1, -1))  # coefficients of r¹³ down to r²
PROBES = (-0.4, -1.5, -5.3, -37.2, -300.7, -700.9)  # arguments that a self-test checks
LEAST = -746.0  # for smaller t, eᵗ is less than half of the smallest float


def portable_exp(t: float) -> float:
    """Return eᵗ for t ≤ 0, within 2 ulp.

    >>> portable_exp(0.0), portable_exp(-1000.0)
    (1.0, 0.0)
    """
    if t < LEAST:
        return 0.0
    n = int(0.5 - t * LOG2_E)
    r = (t + n * LN_2_HEAD) + n * LN_2_TAIL
    p = 0.0
    for c in SERIES:
        p = p * r + c
    y = 1.0 + (r + r * r * p)
    half = 0.5
    while n > 0:
        if n % 2 == 1:
            y = y * half
        half = half * half
        n = n // 2
    return y


def exp_constants(number: Callable[[float], str], pair: str = "[{}, {}]") -> dict[str, object]:
    """Return the constants of `portable_exp` for templates; `number` writes a float."""
    return {
        "least": LEAST,
        "log2_e": number(LOG2_E),
        "ln_2_head": number(LN_2_HEAD),
        "ln_2_tail": number(LN_2_TAIL),
        "n_series": len(SERIES),
        "series": ", ".join(map(number, SERIES)),
        "n_probes": len(PROBES),
        "probes": ", ".join(pair.format(number(t), number(portable_exp(t))) for t in PROBES),
    }
