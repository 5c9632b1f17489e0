"""Typeset simple formulas in a sentence: sigma_ik^2 <= 1 gets Greek letters, indices and signs."""

import re

from textbook_ml.plots.svg import Markup
from textbook_ml.reading.book.markup import around_code, sentence, verbatim

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
    """Return a sentence as HTML with formulas as MathML; text between backticks is code.

    >>> typeset("at most x_2^n")
    'at most <math><msubsup><mi>x</mi><mn>2</mn><mi>n</mi></msubsup></math>'
    >>> typeset("sigma <- 0, `x_j`, n_features")
    '<math><mi>σ</mi><mo>←</mo><mn>0</mn></math>, <code>x_j</code>, n_features'
    """
    return around_code(text, _typeset_part)


def _typeset_part(text: str) -> Markup:
    text = _LARGE.sub(lambda large: _LARGER[large[0]], text)
    text = _WORD.sub(lambda word: word[1] + _GREEK[word[2]], text)
    text = _SIGN.sub(lambda sign: _SIGNS[sign[0]], text)
    text = _LOW.sub(lambda low: f"{low[1]}_{{{low[2] or low[3]}}}", text)
    text = _HIGH.sub(lambda high: f"^{{{high[high.lastindex or 0]}}}", text)
    return sentence(text, _with_scripts)


def _with_scripts(text: str) -> Markup:
    """Return words as HTML; an index that is in no formula becomes one of HTML."""
    low = re.sub(r"_{([^{}]*)}", r"<sub>\1</sub>", verbatim(text))
    return Markup(re.sub(r"\^{([^{}]*)}", r"<sup>\1</sup>", low))
