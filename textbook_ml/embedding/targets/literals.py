"""The literals of names and numbers in each language; names are data and never become code.

A literal consists of ASCII letters, digits and escapes, so that no name can end its own string. A
comment shows only the letters and digits of a name.
"""

import json
import re
from collections.abc import Sequence
from fractions import Fraction
from math import inf, isfinite
from typing import Any

from textbook_ml.core.errors import TextbookError, require
from textbook_ml.embedding.ir.numbers import Single

JAVASCRIPT_LIMIT = 2**53
INTEGER_LIMIT = 2**1000  # smaller integers can be converted to floats, as the self-test does
SHOWN = 40  # number of characters of a name in a comment

_PLAIN = re.compile(rb"[A-Za-z0-9 _.,:;=+-]")
_NOT_SHOWN = re.compile(r"[^A-Za-z0-9 _.=+-]")


def comment(name: object) -> str:
    """Return the part of a name that a comment may show.

    >>> comment("setosa"), comment("*/ evil??/")
    ('setosa', '__ evil___')
    """
    return _NOT_SHOWN.sub("_", str(name)[: SHOWN + 1])[:SHOWN]


def not_supported(value: object, language: str, reason: str) -> TextbookError:
    """Return the error for a class or category that a language cannot represent."""
    text = repr(value)
    text = text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
    return TextbookError(
        f"{text}, a class or category of type {type(value).__name__}, cannot be written in "
        f"{language}: {reason}. Fix: use strings as classes and categories"
    )


def require_size(value: Any, limit: int, language: str, power: str) -> None:
    """Raise TextbookError if an integer is too large for a language."""
    if type(value) is int and abs(value) >= limit:
        raise not_supported("a huge integer", language, f"integers must be less than {power}")


def python_literal(value: Any) -> str:
    r"""Return a class or a cell as Python code.

    >>> python_literal('"); import os\n'), python_literal((1, None))
    ('\'"); import os\\n\'', '(1, None,)')
    """
    if type(value) is tuple:
        return f"({''.join(f'{python_literal(part)}, ' for part in value).strip()})"
    if type(value) is float and abs(value) == inf:
        return '-float("inf")' if value < 0 else 'float("inf")'
    require_size(value, INTEGER_LIMIT, "Python", "2^1000")
    if type(value) in (int, float, bool, type(None)):
        return repr(value)
    if type(value) is str:
        require_utf8(value, "Python")
        return ascii(value)
    raise not_supported(value, "Python", "the file does not import the type")


def javascript_literal(value: Any) -> str:
    r"""Return a class or a cell as JavaScript code; < is escaped, so no string closes a script.

    >>> javascript_literal("</script>"), javascript_literal(True)
    ('"\\u003c/script>"', 'true')
    """
    if type(value) is float and abs(value) == inf:
        return "-Infinity" if value < 0 else "Infinity"
    require_size(value, JAVASCRIPT_LIMIT + 1, "JavaScript", "2^53")
    if type(value) is str:
        require_utf8(value, "JavaScript")
    if type(value) in (str, int, float, bool, type(None)):
        return json.dumps(value).replace("<", "\\u003c")
    raise not_supported(value, "JavaScript", "it has no such type")


def c_string(text: str) -> str:
    r"""Return a string as C code, in UTF-8; other characters become octal escapes.

    >>> c_string("a*/"), c_string("??/")
    ('"a\\052\\057"', '"\\077\\077\\057"')
    """
    require_utf8(text, "C")
    require("\0" not in text, f"{text[:SHOWN]!r} has a zero character, which ends a string in C")
    return '"' + "".join(
        chr(byte) if _PLAIN.match(bytes([byte])) else f"\\{byte:03o}" for byte in text.encode()
    ) + '"'  # fmt: skip


def c_name(value: Any) -> str:
    """Return a class or a category as text, for a C string.

    >>> c_name("Sunny"), c_name(3)
    ('Sunny', '3')
    """
    if type(value) in (tuple, Fraction):
        raise not_supported(value, "C", "a C string has one part")
    require_size(value, INTEGER_LIMIT, "C", "2^1000")
    return str(value)


def c_names(values: Sequence[Any]) -> list[str]:
    """Return classes or categories as texts. Raise TextbookError if two texts are equal.

    >>> c_names([0, 1])
    ['0', '1']
    """
    texts = [c_name(value) for value in values]
    for text in texts:
        require(
            texts.count(text) == 1 if len(texts) < 100 else len(set(texts)) == len(texts),
            f"two classes or categories are both written {text[:SHOWN]!r} in C. Fix: rename one",
        )
    return texts


def require_utf8(text: str, language: str) -> None:
    """Raise TextbookError if a text has half of a surrogate pair, which UTF-8 cannot encode."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise not_supported(text, language, "it has half of a surrogate pair") from None


def decimal(v: float) -> str:
    """Return a number as Python or JavaScript code: the shortest decimal with the same value.

    >>> decimal(0.1), decimal(3), decimal(-inf)
    ('0.1', '3', '-INF')
    """
    return "-INF" if v == -inf else repr(v if isinstance(v, int) else float(v))


def hexadecimal(v: float) -> str:
    """Return a float as C code, to the last bit; −0 becomes 0, as in the checksum.

    >>> hexadecimal(0.5), hexadecimal(-inf), hexadecimal(Single(0.5))
    ('0x1.0000000000000p-1', '-(double)INFINITY', '0x1.000000p-1f')
    """
    single = isinstance(v, Single)
    v = v + 0.0
    if isfinite(v):
        return float(v).hex().replace("0000000p", "p") + "f" if single else float(v).hex()
    name = "(float)" if single else "(double)"
    return f"{name}NAN" if v != v else f"-{name}INFINITY" if v < 0 else f"{name}INFINITY"
