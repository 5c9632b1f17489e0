"""Formulas inside a sentence: they are found and become MathML; the words around them stay text.

A formula is a sequence of terms and operators with at least one sign that prose does not have: a
script, a Greek letter, a relation, a root, or an argument in brackets, as in `P(Y)`. A number, a
word and an equation number such as (15) are not formulas.
"""

import re
from collections.abc import Iterator

from textbook_ml.reading.book.linear_formulas import FUNCTIONS, HIGH, LOW

_GREEK = "α-ωΓΔΘΛΠΣΦΨΩ"
_SCRIPTS = (
    rf"(?:[{LOW}]+|[{HIGH}]+|[′″]"
    rf"|[_^](?:\{{[^{{}}]*\}}|\([^()]*\)|[−-]?\w(?:[{LOW}{HIGH}]|(?!\w))))"
)
_AFTER = re.compile(rf"{_SCRIPTS}*!?")
_ACCENT = "[\u0302\u0303\u0304]"
_LETTER = (
    rf"(?:d(?=[{_GREEK}]))?"
    rf"(?:[A-Za-z](?:{_ACCENT}?{_SCRIPTS}+|{_ACCENT}|(?![A-Za-z]))"
    rf"|[{_GREEK}∂∞ℓ∇]{_ACCENT}?{_SCRIPTS}*)"
)
_NUMBER = rf"\d+(?:[.,\u202f]\d+)*{_SCRIPTS}*(?![A-Za-z]{{2}})"
_FUNCTION = (
    rf"(?:{'|'.join(sorted(FUNCTIONS, key=len, reverse=True))})(?:_\w|[{LOW}{HIGH}])?(?![a-z])"
)
_ATOM = re.compile(rf"{_LETTER}|{_NUMBER}|{_FUNCTION}|…")
_SIGN = re.compile(r"[−+-]?\s?√|[−+-](?=\S)|#(?=[A-Z])|¬")
_BINARY = re.compile(r"\s?[=≠<>≤≥≈∝≡×·∙→←∈∧∨|±∼/−+*^]\s?|\s-\s|-(?=\w)")
_STRONG = re.compile(
    rf"[=≠<>≤≥≈∝≡√∈∧∨+−·×^_{LOW}{HIGH}{_GREEK}\u0302\u0303\u0304]"
    r"|[A-Za-z](?:[({]|-\d)|\d[a-df-z]|\b(?:ln|exp) "
)
_LETTERS = re.compile(rf"[A-Za-z{_GREEK}∂∞ℓ∇]")
_START = re.compile(rf"(?<![\w’'{LOW}{HIGH}])(?<!\w\.)[\w(\[‖|√−+∂∇#{_GREEK}∞ℓ]")
_RELATION = re.compile(r"[=≠<>≤≥≈∝]")
_PLAIN = re.compile(r"\(?[\d.,\s]*\)?")
_CLOSING = {"(": ")", "[": "]", "{": "}", "‖": "‖"}
_SYMBOLS = set("bcdefghijklmnpqrstuvwxyzDJKNPSTWXYZ")  # letters that alone are symbols
_PROSE_LETTERS = ("a", "A", "I")
_ARTICLE = re.compile(r"[aAI] (?![=≠<>≤≥≈∝·×+−/|])")


def with_formulas_found(text: str) -> Iterator[tuple[str, bool]]:
    """Yield the parts of a sentence in order, and whether each is a formula.

    >>> list(with_formulas_found("if P(Y = 1 | x) > 1/2, see (15)"))
    [('if ', False), ('P(Y = 1 | x) > 1/2', True), (', see (15)', False)]
    >>> list(with_formulas_found("a student of class k"))
    [('a student of class ', False), ('k', True), ('', False)]
    """
    done = at = 0
    while found := _START.search(text, at):
        end = found.start()
        if not _ARTICLE.match(text, end):
            end = _expression(text, end)
        at = max(found.end(), end)
        if _is_formula(text[found.start() : end]) and not _is_name(text, found.start(), end):
            yield text[done : found.start()], False
            yield text[found.start() : end], True
            done = at = end
    yield text[done:], False


def _is_formula(text: str) -> bool:
    return bool(_STRONG.search(text) and _LETTERS.search(text)) or text in _SYMBOLS


def _is_name(text: str, start: int, end: int) -> bool:
    """Return whether letters are a label (b), an abbreviation, or part of a word or a name."""
    before, after = text[max(0, start - 2) : start], text[end : end + 2]
    alone = end == start + 1
    label = alone and before[-1:] == "(" and after[:1] == ")"
    word = alone and re.fullmatch("[.-][a-z]", after) is not None
    return label or word or after[:1] == "_" or re.fullmatch(r"\w\[", before) is not None


def _expression(text: str, at: int) -> int:
    """Return where the longest formula that begins here ends, or `at` if none does."""
    end = _term(text, at)
    while end > at:
        sign = _BINARY.match(text, end)
        if sign and (more := _term(text, sign.end())) > sign.end():
            end = more
            continue
        more = _factor(text, end)
        if more == end:
            break
        end = more
    return end


def _factor(text: str, at: int) -> int:
    """Return where a factor without a sign of multiplication ends, or `at` if there is none."""
    if text[at : at + 1] != " ":
        return _term(text, at) if text[at : at + 1] not in ("−", "+", "-") else at
    end = _term(text, at + 1)
    factor = text[at + 1 : end]
    signed = factor[:1] in ("−", "+", "-")
    if end == at + 1 or signed or (factor[0] == "(" and _RELATION.search(factor)):
        return at
    if _PLAIN.fullmatch(factor) or factor in _PROSE_LETTERS:
        return at
    return end if _is_formula(factor) or len(factor) == 1 or factor in FUNCTIONS else at


def _term(text: str, at: int) -> int:
    """Return where the term that begins here ends, or `at` if none begins."""
    sign = _SIGN.match(text, at)
    start = sign.end() if sign else at
    if text[start : start + 1] in _CLOSING:
        end = _bracket(text, start)
        inside = text[start + 1 : end - 1]
        if end == start or not _is_list(inside):
            return at
    else:
        atom = _ATOM.match(text, start)
        if atom is None:
            return at
        end = atom.end()
        named = _LETTERS.match(atom[0]) is not None
        if named and text[end : end + 1] in tuple("([{"):
            end = _bracket(text, end)
        elif named and text[end : end + 1] == " " and atom[0] in FUNCTIONS:
            more = _term(text, end + 1)
            end = more if more > end + 1 else end
    scripts = _AFTER.match(text, end)
    return scripts.end() if scripts else end


def _bracket(text: str, at: int) -> int:
    """Return the place after the bracket that closes the one here, or `at` if none does."""
    opening, depth = text[at], 0
    if opening == "‖":
        end = text.find("‖", at + 1)
        return end + 1 if end > 0 else at
    for place in range(at, min(len(text), at + 80)):
        depth += (text[place] in "([{") - (text[place] in ")]}")
        if depth == 0:
            return place + 1 if text[place] == _CLOSING[opening] else at
    return at


def _is_list(text: str) -> bool:
    """Return whether the text consists of formulas and numbers, separated by commas."""
    parts = [part.strip() for part in re.split(r"[,;:]\s", text)]
    return all(part and _expression(part, 0) == len(part) for part in parts)
