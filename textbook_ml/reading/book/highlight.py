"""Syntax highlighting of Python, with the tokenizer of the standard library."""

import io
import keyword
import tokenize
from collections.abc import Iterator

from textbook_ml.plots.svg import Markup
from textbook_ml.reading.book.markup import verbatim

# The HTML element for each kind of token; the names are short to save space.
_KINDS = {tokenize.COMMENT: "i", tokenize.STRING: "u"}
_KINDS |= {
    getattr(tokenize, name): "u"
    for name in ("FSTRING_START", "FSTRING_MIDDLE", "FSTRING_END")
    if hasattr(tokenize, name)  # since Python 3.12 an f-string is several tokens
}
_PROMPTS = (">>> ", "... ")


def highlighted(code: str) -> Markup:
    """Return highlighted code; text that is not valid Python is not highlighted.

    >>> highlighted("return 1 < x")
    '<b>return</b> 1 &lt; x'
    >>> highlighted("(not closed")
    '(not closed'
    """
    try:
        return Markup("".join(_highlighted_tokens(code)))
    except (tokenize.TokenError, SyntaxError, UnicodeError):  # UnicodeError: line ends in 3.12
        return verbatim(code)


def transcript(lines: tuple[str, ...]) -> Markup:
    """Return an interactive session: input is highlighted after its prompt, output is not."""
    return Markup("\n".join(map(_highlighted_line, lines)))


def _highlighted_line(line: str) -> Markup:
    prompt = next((p for p in _PROMPTS if f"{line} ".startswith(p)), "")
    if not prompt:
        return Markup(f"<samp>{verbatim(line)}</samp>") if line else Markup("")
    return Markup(f"<s>{verbatim(prompt)}</s>{highlighted(line[len(prompt) :])}")


def _highlighted_tokens(code: str) -> Iterator[Markup]:
    lines = code.splitlines(keepends=True)
    row, column, before = 1, 0, ""
    for token in tokenize.generate_tokens(io.StringIO(code).readline):
        if token.type in (tokenize.INDENT, tokenize.DEDENT, tokenize.NEWLINE, tokenize.NL):
            continue
        yield verbatim(_text_between(lines, (row, column), token.start))
        text = _text_between(lines, token.start, token.end)
        kind = _token_class(token, before)
        yield Markup(f"<{kind}>{verbatim(text)}</{kind}>") if kind else verbatim(text)
        (row, column), before = token.end, token.string


def _text_between(lines: list[str], start: tuple[int, int], end: tuple[int, int]) -> str:
    """Return the text between two positions; rows count from 1."""
    rows = lines[start[0] - 1 : end[0]]
    if not rows:
        return ""
    if start[0] == end[0]:
        return rows[0][start[1] : end[1]]
    last = rows[-1][: end[1]] if len(rows) > end[0] - start[0] else ""
    return rows[0][start[1] :] + "".join(rows[1 : end[0] - start[0]]) + last


def _token_class(token: tokenize.TokenInfo, before: str) -> str:
    if token.string == "->":
        return "em"  # the style sheet forbids line breaks in this element
    if token.type != tokenize.NAME:
        return _KINDS.get(token.type, "")
    if keyword.iskeyword(token.string):
        return "b"
    return "dfn" if before in ("def", "class") else ""
