"""Typeset simple formulas in a sentence: sigma_ik^2 <= 1 gets Greek letters, indices and signs."""

import re

from textbook_ml.plots.svg import Markup
from textbook_ml.reading.book.markup import around_code, verbatim

_GREEK = {
    "alpha": "α", "delta": "δ", "epsilon": "ε", "eta": "η", "kappa": "κ", "lambda": "λ", "mu": "μ",
    "omega": "ω", "phi": "φ", "pi": "π", "rho": "ρ", "sigma": "σ", "Sigma": "Σ", "theta": "θ",
}  # fmt: skip
_SIGNS = {
    "<=": "≤", ">=": "≥", "->": "→", "<- ": "← ", "+-": "±", "!=": "≠", " - ": " − ", "sqrt(": "√(",
    "...": "…",
}  # fmt: skip
_LARGER = {"sum_": "Σ_", "prod_": "Π_"}
_LARGE = re.compile(r"\b(?:sum|prod)_")
_LETTER = "A-Za-zα-ωΣΠ"
_WORD = re.compile(rf"(?<![A-Za-z.])(d?)({'|'.join(_GREEK)})(?![A-Za-z])")
_SIGN = re.compile("|".join(map(re.escape, _SIGNS)))
# Only single letters have an index: n_features is a name in the code.
_INDEX = "[A-Za-z0-9α-ω]{1,5}"
_LOW = re.compile(rf"(?<![A-Za-z_])(d?[{_LETTER}])_(?:{{([^{{}}]*)}}|({_INDEX}))(?!\w)")
_HIGH = re.compile(r"\^(?:{([^{}]*)}|(\(\w\))|\(([^()]*)\)|(\d+|[A-Za-z]))")


def typeset(text: str) -> Markup:
    """Return a sentence as HTML with typeset formulas; text between backticks is code.

    >>> typeset("sigma_ik^2 <= 2^(n+1)")
    'σ<sub>ik</sub><sup>2</sup> ≤ 2<sup>n+1</sup>'
    >>> typeset("y^(i), sum_j x_j, `x_j`, n_features")
    'y<sup>(i)</sup>, Σ<sub>j</sub> x<sub>j</sub>, <code>x_j</code>, n_features'
    """
    return around_code(text, _typeset_part)


def _typeset_part(text: str) -> Markup:
    text = _LARGE.sub(lambda large: _LARGER[large[0]], text)
    text = _WORD.sub(lambda word: word[1] + _GREEK[word[2]], text)
    text = verbatim(_SIGN.sub(lambda sign: _SIGNS[sign[0]], text))
    text = _LOW.sub(lambda low: f"{low[1]}<sub>{low[2] or low[3]}</sub>", text)
    return Markup(_HIGH.sub(lambda high: f"<sup>{high[high.lastindex or 0]}</sup>", text))
