"""Text for the console: width in columns, wrapping, and conversion to ASCII."""

import re
import unicodedata
from collections.abc import Iterable, Iterator

WIDTH = 80

_ASCII = {
    "∑": "sum",
    "Π": "prod",
    "±": "+-",
    "∫": "integral",
    "√": "sqrt",
    "∇": "grad ",
    "∂": "d",
    "∞": "inf",
    "∀": "for all",
    "∃": "there is",
    "∈": "in",
    "⊆": "subset of",
    "∖": "minus",
    "∧": "and",
    "⊥": "indep",
    "·": "*",
    "×": "x",
    "⋯": "...",
    "…": "...",
    "ℓ": "l",
    "≤": "<=",
    "≥": ">=",
    "≠": "!=",
    "≡": ":=",
    "≈": "~=",
    "∝": "prop to",
    "≳": ">~",
    "⪯": "<=",
    "→": "->",
    "←": "<-",
    "↦": "|->",
    "⇒": "=>",
    "⇐": "<=",
    "⇔": "<=>",
    "⇏": "=/=>",
    "⇍": "<=/=",
    "‖": "||",
    "⟨": "<",
    "⟩": ">",
    "−": "-",
    "–": "-",
    "—": "--",
    "′": "'",
    "’": "'",
    "“": '"',
    "”": '"',
    "§": "s.",
    "½": "1/2",
    "‐": "-",
    "✓": "ok",
    "✗": "FAILS:",
    "█": "#",
    "─": "-",
    "│": "|",
    "•": "*",
}
# A capital sigma is a sum if an index or a term follows; otherwise it is a covariance matrix.
_SUM = re.compile(r"Σ(?=[ᵢⱼₖₗₙₕ_]| (?![=∈,≤]))")
_HATS = {"\u0302": "_hat", "\u0303": "_tilde", "\u0304": "_bar", "\u0306": "_bar"}


class Heading(str):
    """A line that a terminal shows in bold."""

    __slots__ = ()


class Immediate(str):
    """A line that is written at once, for a program that waits for it."""

    __slots__ = ()


def display_width(text: str) -> int:
    """Return the number of columns of a text: accents have 0, East Asian wide characters 2.

    >>> display_width("θ̂ᵢⱼ"), display_width("日本")
    (3, 4)
    """
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )


def padded(text: str, columns: int) -> str:
    """Return the text with spaces added up to a number of columns.

    >>> padded("θ̂", 3) + "|"
    'θ̂  |'
    """
    return text + " " * (columns - display_width(text))


def wrap(text: str, indent: str = "", hanging: str | None = None) -> Iterator[str]:
    """Yield lines that fit the console, broken at spaces; later lines start with `hanging`.

    >>> list(wrap("to be or not to be", indent=" " * 68))[1].strip()
    'not to be'
    """
    start = indent
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if line and display_width(start + longer) > WIDTH - 1:
            yield start + line
            start, line = indent if hanging is None else hanging, word
        else:
            line = longer
    yield (start + line).rstrip()


def to_ascii(text: str) -> str:
    """Return the text in ASCII, converted character by character.

    >>> to_ascii("σ̂ᵢₖ² ≤ Σᵢ xᵢ")
    'sigma_hat_ik^2 <= sum_i x_i'
    """
    return "".join(_ascii_pieces(_character_kinds(_SUM.sub("∑", text))))


def _character_kinds(text: str) -> Iterator[tuple[str, str]]:
    """Yield the kind of each character (plain, sub or super), and the character."""
    for c in text:
        kind = unicodedata.decomposition(c).partition(" ")[0]
        yield {"<sub>": "sub", "<super>": "super"}.get(kind, "plain"), c


def _ascii_pieces(runs: Iterable[tuple[str, str]]) -> Iterator[str]:
    last_kind, last = "plain", ""
    for kind, c in runs:
        spelled = _ascii_character(c)
        if kind != last_kind and kind != "plain":
            yield "_" if kind == "sub" else "^"
        elif len(spelled) > 1 and spelled.isalpha() and last[-1:].isalnum():
            yield " "  # 2πσ² is 2 pi sigma^2
        elif len(last) > 1 and last.isalpha() and spelled[:1].isalnum():
            yield " "
        last_kind, last = kind, spelled
        yield spelled


def _ascii_character(c: str) -> str:
    """Return one character in ASCII: from the table, simplified, or the name of a Greek letter."""
    if c.isascii():
        return c
    if c in _ASCII:
        return _ASCII[c]
    if unicodedata.combining(c):
        return _HATS.get(c, "")
    simple = unicodedata.normalize("NFKD", c)
    if simple.isascii():
        return simple
    if simple != c:
        return "".join(map(_ascii_character, simple))
    name = unicodedata.name(c, "")
    if "GREEK" in name and " LETTER " in name:
        letter = name.rpartition(" LETTER ")[2].lower()
        letter = "lambda" if letter == "lamda" else letter
        return letter.capitalize() if "CAPITAL" in name else letter
    return "?"
