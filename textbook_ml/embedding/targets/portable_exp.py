"""e to the power of t, computed only by + − ×, so that every language gets the same bits.

t = −n ln 2 + r with |r| ≤ ½ ln 2. ln 2 is stored in two parts; the first is so short that its
product with n is exact (Cody and Waite's reduction). eʳ is computed by its Taylor series, up to
r¹³/13! in double and r⁷/7! in single precision, and the power of two as a product of halves, which
is exact.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import factorial

from textbook_ml.embedding.ir.numbers import Single


@dataclass(frozen=True, slots=True)
class PortableExp:
    """The function eᵗ for t ≤ 0, and its constants in one precision.

    >>> portable_exp(0.0), portable_exp(-1000.0), single_exp(Single(-1000.0))
    (1.0, 0.0, 0.0)
    """

    number: type[float]
    head: float  # the first part of ln 2
    tail: float
    order: int  # order of the Taylor polynomial
    least: float  # for smaller t, eᵗ is less than half of the smallest positive number
    probes: tuple[float, ...]  # arguments that a self-test checks

    @property
    def log2_e(self) -> float:
        """log₂ e."""
        return self.number(1.4426950408889634)

    @property
    def series(self) -> tuple[float, ...]:
        """The coefficients of the Taylor polynomial, from the highest power down to r²."""
        return tuple(self.number(1 / factorial(n)) for n in range(self.order, 1, -1))

    def __call__(self, t: float) -> float:
        """Return eᵗ for t ≤ 0, within 2 ulp."""
        if t < self.least:
            return 0.0
        n = int(0.5 - t * self.log2_e)
        r = (t + n * self.head) + n * self.tail
        p = self.number(0.0)
        for c in self.series:
            p = p * r + c
        y = 1.0 + (r + r * r * p)
        half = self.number(0.5)
        while n > 0:
            if n % 2 == 1:
                y = y * half
            half = half * half
            n = n // 2
        return y

    def constants(
        self, number: Callable[[float], str], pair: str = "[{}, {}]"
    ) -> dict[str, object]:
        """Return the constants for templates; `number` writes a float."""
        return {
            "least": number(self.least),
            "log2_e": number(self.log2_e),
            "ln_2_head": number(self.head),
            "ln_2_tail": number(self.tail),
            "n_series": len(self.series),
            "series": ", ".join(map(number, self.series)),
            "n_probes": len(self.probes),
            "probes": ", ".join(pair.format(number(t), number(self(t))) for t in self.probes),
        }


portable_exp = PortableExp(
    float,
    head=float.fromhex("0x1.62e42feep-1"),  # 32 bits
    tail=float.fromhex("0x1.a39ef35793c76p-33"),
    order=13,
    least=-746.0,
    probes=(-0.4, -1.5, -5.3, -37.2, -300.7, -700.9),
)
single_exp = PortableExp(
    Single,
    head=Single(float.fromhex("0x1.62e4p-1")),  # 15 bits
    tail=Single(float.fromhex("0x1.7f7d1cf79abcap-20")),
    order=7,
    least=Single(-104.0),
    probes=tuple(map(Single, (-0.4, -1.5, -5.3, -37.2, -70.7, -100.9))),
)
