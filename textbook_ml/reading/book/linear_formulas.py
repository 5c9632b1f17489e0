"""Formulas written on one line, such as `θ_y^x₁ (1 − θ_y)`, as MathML.

The formulas of exercises and of docstrings are written so that a terminal can print them. Here
subscripts, superscripts, roots, accents and sums become elements; a slash stays a slash.
"""

import re
from collections.abc import Iterable
from html import escape
from unicodedata import normalize

from textbook_ml.plots.svg import Markup, element

LOW = "₀₁₂₃₄₅₆₇₈₉₊₋ₐₑᵢⱼₖₗₘₙₓᵧₜₚᵣₛ"
HIGH = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿᵀᵏⁱʲˡᵐˣʸᵃᵇᶜˢᶻ⁽⁾"
_ACCENTS = {"\u0302": "^", "\u0304": "‾", "\u0303": "~"}
FUNCTIONS = {
    "ln", "log", "log₂", "exp", "max", "min", "argmax", "argmin", "Var", "Cov", "tr", "det", "lim",
    "sign", "dim", "sup", "Beta", "Binomial", "Dirichlet", "Poisson", "Bernoulli",
}  # fmt: skip
_SHORT_WORDS = {"an", "as", "at", "by", "if", "in", "is", "no", "of", "or", "so", "to"}
_TOKEN = re.compile(
    rf"(?P<gap>\s\s+)|(?P<space>\s)|(?P<number>\d+(?:[.\u202f ]\d+)*(?:\.\d+)?)"
    rf"|(?P<word>[A-Za-z]{{2,}})"
    rf"|(?P<letter>[A-Za-zα-ωΑ-Ω∂∞ℓ])(?P<accent>[{''.join(_ACCENTS)}])?"
    rf"|(?P<low>[{LOW}]+)|(?P<high>[{HIGH}]+)|(?P<script>[_^])|(?P<prime>(?<=\S)[′″*])"
    rf"|(?P<root>√)|(?P<sign>.)",
    re.DOTALL,
)
_FORMULA = re.compile(rf"[=<>≤≥|^√{LOW}{HIGH}α-ωΣΠ\u0302]|\b[A-Za-z]\(|_\w")
# No space between words and a bracket, or the end of the row.
_SPACE_BEFORE = re.compile(r"((?:^|[([{]</mo>)<mtext>)\u00a0")
_SPACE_AFTER = re.compile(r"\u00a0(?=</mtext>(?:$|<mo[^>]*>[])}]))")
_OPENING, _CLOSING = "([{", ")]}"
_THIN_SPACE = '<mspace width="0.17em"/>'


def formula_on_one_line(text: str) -> Markup:
    """Return a formula on one line as MathML.

    >>> formula_on_one_line("x_i² ≤ 1")
    '<math><msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup><mo>≤</mo><mn>1</mn></math>'
    >>> formula_on_one_line("min_i")
    '<math><msub><mi>min</mi><mi>i</mi></msub><mspace width="0.17em"/></math>'
    """
    return Markup(f"<math>{_FormulaRow(text).markup()}</math>")


def formula_lines(lines: Iterable[str]) -> Markup:
    """Return lines of formulas as displayed formulas, one below the other."""
    return element("div", *map(formula_on_one_line, lines), class_="maths")


def is_formula(text: str) -> bool:
    """Return whether a text contains signs of a formula.

    >>> is_formula("P(Y = 1 | x)"), is_formula("X₁"), is_formula("one half")
    (True, True, False)
    """
    return _FORMULA.search(text) is not None


class _FormulaRow:
    """A part of a formula: its atoms, and the scripts of the last one."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.atoms: list[tuple[str, str, str]] = []  # base, subscript, superscript

    def markup(self) -> str:
        """Return the elements of the row."""
        while self.at < len(self.text):
            self.read()
        row = "".join(_with_scripts(*atom) for atom in self.atoms)
        row = _SPACE_BEFORE.sub(r"\1", row)
        return _SPACE_AFTER.sub("", row)

    def read(self) -> None:
        """Read one token."""
        token = _TOKEN.match(self.text, self.at)
        assert token is not None
        self.at = token.end()
        kind, text = token.lastgroup or "", token[0]
        if kind == "accent":
            over = f"<mo stretchy=false>{_ACCENTS[token['accent']]}</mo>"
            self.add(f"<mover accent=true><mi>{token['letter']}</mi>{over}</mover>")
        elif kind in ("low", "high"):
            self.script(kind, _FormulaRow(normalize("NFKC", text)).markup())
        elif kind == "prime":
            self.script("high", f"<mo>{text}</mo>")
        elif kind == "script":
            self.script("low" if text == "_" else "high", self.group(text))
        elif kind == "root":
            self.add(f"<msqrt>{self.group()}</msqrt>")
        elif kind == "word" and len(text) == 2 and text not in _SHORT_WORDS | FUNCTIONS:
            self.atoms += [(_atom_markup("letter", letter), "", "") for letter in text]  # a product
        elif text in ("−", "+", "-") and self.begins_term():
            self.add(f"<mo form=prefix>{text}</mo>")
        elif kind != "space":
            self.add(_atom_markup(kind, text))

    def begins_term(self) -> bool:
        """Return whether a sign here belongs to the next term, as in x = −1."""
        last = self.atoms[-1][0] if self.atoms else "<mo>"
        return last.startswith("<mo") and last[-6:-5] not in _CLOSING

    def add(self, base: str) -> None:
        """Add an atom; neighbouring words become one."""
        if self.atoms and base.startswith("<mtext>") and self.atoms[-1][0].startswith("<mtext>"):
            base = self.atoms.pop()[0].removesuffix("</mtext>") + base.removeprefix("<mtext>\u00a0")
        self.atoms.append((base, "", ""))

    def script(self, kind: str, inside: str) -> None:
        """Add a subscript or a superscript to the last atom."""
        base, low, high = self.atoms.pop() if self.atoms else ("<mi></mi>", "", "")
        if base in ("<mi>Σ</mi>", "<mi>Π</mi>") and inside.startswith("<mi>"):
            base = "<mo>∑</mo>" if "Σ" in base else "<mo>∏</mo>"
        if kind == "low":
            self.atoms.append((base, low + inside, high))
        else:
            self.atoms.append((base, low, high + inside))

    def group(self, of: str = "√") -> str:
        """Read what a root or a script contains: brackets, or one letter with its scripts."""
        rest = self.text[self.at :]
        if rest[:1] in ("(", "{"):
            end = self.at + _closing_bracket(rest)
            inside = self.text[self.at + 1 : end]
            self.at = end + 1
            return _FormulaRow(inside).markup()
        scripts = LOW if of == "_" else LOW + HIGH  # in σ_y² the square belongs to σ
        found = re.match(rf"[−-]?(?:\d+|[^\W\d_][′*]?[{scripts}]*)", rest)
        whole = found[0] if found else rest[:1]
        self.at += len(whole)
        return _FormulaRow(whole).markup()


def _atom_markup(kind: str, text: str) -> str:
    if kind == "gap":
        return '<mspace width="1.5em"/>'
    if kind == "number":
        return f"<mn>{text}</mn>"
    if kind == "letter" or text in FUNCTIONS:
        space = _THIN_SPACE if kind == "word" else ""
        return f"<mi>{text}</mi>{space}"
    if kind == "word":
        return f"<mtext>\u00a0{escape(text)}\u00a0</mtext>"
    fixed = " stretchy=false" if text in _OPENING + _CLOSING + "|" else ""
    return f"<mo{fixed}>{escape(text)}</mo>"


def _with_scripts(base: str, low: str, high: str) -> str:
    scripts = [f"<mrow>{s}</mrow>" if s.count("<m") > 1 else s for s in (low, high) if s]
    if not scripts:
        return base
    tag = "msubsup" if low and high else "msub" if low else "msup"
    base, space, _ = base.partition(_THIN_SPACE)  # of a function: the space follows its scripts
    if base in ("<mo>∑</mo>", "<mo>∏</mo>"):
        tag = {"msub": "munder", "msup": "mover", "msubsup": "munderover"}[tag]
    return f"<{tag}>{base}{''.join(scripts)}</{tag}>{space}"


def _closing_bracket(text: str) -> int:
    """Return the place of the bracket that closes the first one, or the end of the text."""
    depth = 0
    for place, letter in enumerate(text):
        depth += (letter in _OPENING) - (letter in _CLOSING)
        if depth == 0:
            return place
    return len(text)
