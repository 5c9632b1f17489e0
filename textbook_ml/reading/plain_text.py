r"""LaTeX as one line of plain text: `\hat\theta_{ij}^2` becomes θ̂ᵢⱼ².

Only the commands that occur in the five source texts are supported; any other command is an error,
so that the output never contains a backslash.
"""

import re
from collections.abc import Iterator

from textbook_ml.core.errors import TextbookError

_SUPERSCRIPTS = dict(
    zip("0123456789+-−=()abcdefghijklmnoprstuvwxyzT", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᵀ")
)
_SUBSCRIPTS = dict(zip("0123456789+-−=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ"))
_ACCENTS = {"hat": "\u0302", "tilde": "\u0303", "bar": "\u0304"}
_SILENT = {"bigl", "bigr", "Bigl", "Bigr", "left", "right", "mathrm", "mathbf", "mathcal", "mathbb"}
_FUNCTIONS = {"ln", "log", "exp"}
_WITH_LIMITS = {"sum": " Σ", "prod": " Π", "int": " ∫", "max": "max", "min": "min"}
_GIVEN = "\ue000"  # the bar of a condition, distinguished from the bars of an absolute value
_SYMBOLS = {
    "alpha": "α",
    "beta": "β",
    "delta": "δ",
    "Delta": "Δ",
    "epsilon": "ε",
    "eta": "η",
    "theta": "θ",
    "kappa": "κ",
    "lambda": "λ",
    "Lambda": "Λ",
    "mu": "μ",
    "pi": "π",
    "rho": "ρ",
    "sigma": "σ",
    "Sigma": "Σ",
    "tau": "τ",
    "phi": "φ",
    "omega": "ω",
    "ell": "ℓ",
    "nabla": "∇",
    "partial": "∂",
    "infty": "∞",
    "forall": "∀",
    "exists": "∃",
    "cdot": " · ",
    "cdots": " ⋯ ",
    "dots": "…",
    "top": "T",
    "langle": "⟨",
    "rangle": "⟩",
    "perp": " ⊥ ",
    "in": " ∈ ",
    "subseteq": " ⊆ ",
    "setminus": " ∖ ",
    "wedge": " ∧ ",
    "times": " × ",
    "mid": _GIVEN,
    "le": " ≤ ",
    "ge": " ≥ ",
    "ne": " ≠ ",
    "equiv": " ≡ ",
    "approx": " ≈ ",
    "propto": " ∝ ",
    "sim": " ~ ",
    "gtrsim": " ≳ ",
    "preceq": " ⪯ ",
    "to": " → ",
    "rightarrow": " → ",
    "longrightarrow": " → ",
    "leftarrow": " ← ",
    "mapsto": " ↦ ",
    "Rightarrow": " ⇒ ",
    "Leftarrow": " ⇐ ",
    "iff": " ⇔ ",
    "Longleftrightarrow": " ⇔ ",
    "arg": " arg ",
    "quad": "   ",
    "qquad": "   ",
    " ": " ",
    ",": " ",
    "{": "{",
    "}": "}",
    "#": "#",
    "|": "‖",
    "\\": "; ",
}
_NEGATED = {"⇒": "⇏", "⇐": "⇍"}
_MARKS = "[" + "".join({*_SUPERSCRIPTS.values(), *_SUBSCRIPTS.values(), *_ACCENTS.values()}) + "]*"
_ONE_THING = re.compile(rf"\d+|∂|[d∂]?\s?\w{_MARKS}")
_TOKEN = re.compile(r"\\[a-zA-Z]+|\\.|[{}^_&]|\s+|.")


def as_plain_text(latex: str) -> str:
    r"""Return a formula as one line of plain text.

    >>> as_plain_text(r"\hat\theta_{ij}=\frac{a+1}{b}")
    'θ̂ᵢⱼ = (a + 1)/b'
    """
    text = "".join(_plain_pieces(_FormulaReader(latex)))
    text = re.sub(r"\s*([=<>])\s*", r" \1 ", text)
    text = re.sub(r"(?<=[^\s(\[{,;=<>+−∈~|·/^_\ue000])\s*([+−])\s*(?=\S)", r" \1 ", text)
    text = re.sub(rf"\s*{_GIVEN}\s*", " | ", text)
    text = re.sub(r"(?<=[(\[{⟨…∂∇‖√])\s+|\s+(?=[)\]},;:⟩])", "", re.sub(r"\s+", " ", text))
    text = re.sub(r"(^|[(\[{,;=<>/] ?)− ", r"\1−", text)
    return re.sub(r"(?<=exp|log) (?=[({])|(?<=ln|ax) (?=\()", "", text).strip()


def plain_words(text: str) -> str:
    r"""Return a sentence with its formulas, which are between dollar signs, as plain text.

    >>> plain_words(r"the power of $2\pi$ is the dimension")
    'the power of 2π is the dimension'
    """
    parts = text.split("$")
    return "".join(as_plain_text(part) if i % 2 else part for i, part in enumerate(parts))


class _FormulaReader:
    """The tokens of a formula, one after another."""

    def __init__(self, latex: str) -> None:
        self.tokens: list[str] = _TOKEN.findall(latex)
        self.place = 0

    def next(self) -> str:
        self.place += 1
        return self.tokens[self.place - 1]

    def more(self) -> bool:
        return self.place < len(self.tokens)

    def peek(self) -> str:
        return self.tokens[self.place] if self.more() else ""

    def argument(self) -> str:
        """Read the next group, command with arguments, or character, and return it as text."""
        while self.peek().isspace():
            self.next()
        return (
            "".join(_plain_pieces(_FormulaReader(self.group())))
            if self.peek() == "{"
            else _plain_piece(self)
        )

    def group(self) -> str:
        """Read a group in braces and return its content as LaTeX."""
        self.next()
        start, depth = self.place, 1
        while depth:
            depth += {"{": 1, "}": -1}.get(self.next(), 0)
        return "".join(self.tokens[start : self.place - 1])


def _plain_pieces(reader: _FormulaReader) -> Iterator[str]:
    while reader.more():
        yield _plain_piece(reader)


def _plain_piece(reader: _FormulaReader) -> str:
    token = reader.next()
    if token == "{":
        reader.place -= 1
        return reader.argument()
    if token in ("^", "_"):
        script = _sub_or_superscript(reader.argument().strip(), token)
        return f"{script} " if script[0] == token and reader.peek().isalnum() else script
    if token.startswith("\\"):
        return _plain_command(token[1:], reader)
    if token == "-":
        return "−"
    if token == "&":
        return ", "
    return " " if token.isspace() else token


def _plain_command(name: str, reader: _FormulaReader) -> str:
    if name in _SILENT:
        return ""
    if name in _ACCENTS:
        base = reader.argument()
        return base[:1] + _ACCENTS[name] + base[1:]
    if name == "text":
        while reader.peek().isspace():
            reader.next()
        return reader.group()
    if name in ("frac", "tfrac"):
        return f" {_bracketed(reader.argument())}/{_bracketed(reader.argument())} "
    if name in _FUNCTIONS:
        if reader.peek() in ("\\frac", "\\tfrac"):
            return f" {name}({reader.argument()}) "
        return f" {name} "
    if name in _WITH_LIMITS:
        scripts = ""
        while reader.peek() in ("^", "_"):
            scripts += _plain_piece(reader)
        return f"{_WITH_LIMITS[name]}{scripts} "
    if name == "sqrt":
        inner = reader.argument().strip()
        return f"√{inner}" if len(inner) == 1 else f"√({inner})"
    if name in ("begin", "end"):
        reader.group()
        return "[" if name == "begin" else "]"
    if name == "not":
        return f" {_NEGATED[reader.argument().strip()]} "
    try:
        return _SYMBOLS[name]
    except KeyError:
        raise TextbookError(
            f"cannot write \\{name} as plain text. Fix: add it to _SYMBOLS in plain_text.py."
        ) from None


def _sub_or_superscript(text: str, mark: str) -> str:
    """Return a superscript or subscript, in small characters if Unicode has all of them."""
    if text in ("*", "′"):
        return text
    small = _SUPERSCRIPTS if mark == "^" else _SUBSCRIPTS
    tight = re.sub(r"\s+", "", text)
    if all(c in small for c in tight) and not re.search("[a-z]{4}", tight):
        return "".join(small[c] for c in tight)
    short = _ONE_THING.fullmatch(text) or (text.isascii() and text.isalnum())
    return f"{mark}{text}" if short else f"{mark}({text})"


def _bracketed(text: str) -> str:
    """Return a numerator or denominator, in brackets unless it is one number or one symbol."""
    text = text.strip()
    return text if _ONE_THING.fullmatch(text) else f"({text})"
