"""Helpers for HTML: text is always escaped before it becomes markup.

`plots.svg` creates the elements; this module adds elements that only pages of text need.
"""

import re
from collections.abc import Callable, Iterable
from html import escape

from textbook_ml.plots.svg import Markup, element, words
from textbook_ml.reading.book.inline_formulas import with_formulas_found
from textbook_ml.reading.book.linear_formulas import formula_lines, formula_on_one_line

_CODE = re.compile(r"`([^`]+)`")
_PLAIN_VALUE = re.compile(r' ([a-zA-Z-]+)="([\w.#:%-]+)"(?=[ >])')
_ITEM, _LIST = "t[dhr]|li|d[td]", "tr|tbody|thead|table|ul|ol|dl"
_BLOCK = "p|h[1-6]|ul|ol|dl|pre|div|table|section|article|aside|figure|details"
_NEEDLESS_END = re.compile(
    rf"</(?:{_ITEM})>\s*(?=<(?:{_ITEM})[ >]|</(?:{_LIST})>)"
    rf"|</p>(?=<(?:{_BLOCK})[ >]|</(?:{_BLOCK}|li|dd)>)|</thead>(?=<tbody>)|</tbody>(?=</table>)"
)
_BRACKET = re.compile(r"<mo stretchy=false>([][(){}])</mo>")
_ROW_OF_ONE = re.compile("<mrow>(<m([in])>[^<]*</m\\2>)</mrow>")
_TEXT = re.compile(">[^<]+<")
_MARKS = {"&quot;": '"', "&#x27;": "'", "&gt;": ">"}
_MARK = re.compile("|".join(_MARKS))
_BEFORE_SIGN = re.compile("(?= [=≈≤≥<>∝≡+−] )")
LONGEST_PIECE = 30  # characters of a formula in a sentence that fit on a phone
_FORBIDDEN = re.compile("[^\n\u0020-\u007e\u00a0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def prose(text: str) -> Markup:
    """Return a sentence as HTML; text between backticks is code, and formulas are MathML.

    >>> prose("`a<b` & more")
    '<code>a&lt;b</code> &amp; more'
    >>> prose("the weight w₁")
    'the weight <math><msub><mi>w</mi><mn>1</mn></msub></math>'
    """
    return around_code(text, sentence)


def sentence(text: str, convert: Callable[[str], Markup] | None = None) -> Markup:
    """Return a sentence without code as HTML; `convert` is applied to the text around formulas."""
    parts = with_formulas_found(_FORBIDDEN.sub("\ufffd", text))
    return joined_markup(
        inline_formula(part) if found else (convert or verbatim)(part) for part, found in parts
    )


def inline_formula(text: str) -> Markup:
    """Return a formula inside a sentence; a line can end before a relation or a sign of a long one.

    >>> inline_formula("a = b")
    '<math><mi>a</mi><mo>=</mo><mi>b</mi></math>'
    """
    pieces = [""]
    for term in _BEFORE_SIGN.split(text):
        balanced = pieces[-1].count("(") == pieces[-1].count(")")
        if balanced and pieces[-1] and len(pieces[-1] + term) > LONGEST_PIECE:
            pieces.append(term.lstrip())
        else:
            pieces[-1] += term
    return Markup(" ".join(map(formula_on_one_line, pieces)))


def around_code(text: str, convert: Callable[[str], Markup]) -> Markup:
    """Return a sentence as HTML; `convert` is applied to the text outside backticks."""
    parts = (verbatim(p) if i % 2 else convert(p) for i, p in enumerate(_CODE.split(text)))
    return Markup("".join(f"<code>{p}</code>" if i % 2 else p for i, p in enumerate(parts)))


def paragraphs(text: str) -> Markup:
    """Return paragraphs, separated by blank lines; indented ones are formulas or tables."""
    blocks = filter(None, (block.strip("\n") for block in text.split("\n\n")))
    return joined_markup(map(_one_paragraph, blocks))


def _one_paragraph(block: str) -> Markup:
    lines = block.splitlines()
    if not block.startswith(" ") and "   " not in block:
        return element("p", prose(" ".join(block.split())))
    indents = {len(line) - len(line.lstrip()) for line in lines}
    if indents == {0} or len(indents) > 1:  # columns, or a table: its header has no name
        return element("pre", verbatim(block), class_="plain")
    return formula_lines(line.strip() for line in lines)


def verbatim(text: str) -> Markup:
    """Return escaped text with its line breaks.

    >>> verbatim("a <\\n  b")
    'a &lt;\\n  b'
    """
    return Markup(escape(_FORBIDDEN.sub("\ufffd", text)))


def joined_markup(parts: Iterable[Markup]) -> Markup:
    """Return the elements joined into one string of markup."""
    return Markup("".join(parts))


def shortened_html(markup: Markup) -> Markup:
    """Remove optional parts of HTML: some quotation marks, end tags and escapes.

    A bracket that is not stretched becomes an identifier, which browsers draw in the same way.

    >>> shortened_html(Markup('<a href="b.html#c" title="two words"><path d="M0"/></a>'))
    '<a href=b.html#c title="two words"><path d="M0"/></a>'
    >>> shortened_html(Markup('<p>a</p><p title="&gt;">&lt;&quot;b&quot;&gt;</p>'))
    '<p>a<p title="&gt;">&lt;"b"></p>'
    """
    short = _NEEDLESS_END.sub("", _PLAIN_VALUE.sub(r" \1=\2", markup))
    short = short.replace("<mo symmetric=true ", "<mo ")  # all brackets are symmetric
    short = _ROW_OF_ONE.sub(r"\1", short)
    short = _BRACKET.sub(r"<mi>\1</mi>", short)
    return Markup(_TEXT.sub(lambda text: _MARK.sub(lambda mark: _MARKS[mark[0]], text[0]), short))


def link(label: str, target: str, **attributes: str) -> Markup:
    """Return a link to a page of the book, or to an anchor.

    >>> link("(15)", "gaussian.html#mitchell-15")
    '<a href="gaussian.html#mitchell-15">(15)</a>'
    """
    return element("a", words(label), href=target, **attributes)


def folded(summary: str, *inside: Markup, **attributes: str) -> Markup:
    """Return content that opens when its summary is clicked, without a script."""
    return element("details", element("summary", prose(summary)), *inside, **attributes)
