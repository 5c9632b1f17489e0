"""Names and numbers as each language writes them: data, whatever they say.

A literal is made of ASCII letters, digits and escapes, so that no name can end its own string;
what a comment shows of a name is letters and digits alone.
"""

import json
import re
from collections.abc import Sequence
from fractions import Fraction
from math import inf
from typing import Any

from textbook_ml.core.errors import TextbookError, require

LARGEST_OF_JAVASCRIPT = 2**53
LARGEST_OF_PYTHON = 2**1000  # still a float, which the self-test makes of it
SHOWN = 40  # characters of a name in a comment

_PLAIN = re.compile(rb"[A-Za-z0-9 _.,:;=+-]")
_UNSAID = re.compile(r"[^A-Za-z0-9 _.=+-]")


def comment(name: object) -> str:
    """What a comment may show of a name.

    >>> comment("setosa"), comment("*/ evil??/")
    ('setosa', '__ evil___')
    """
    return _UNSAID.sub("_", str(name)[: SHOWN + 1])[:SHOWN]


def refuse(value: object, language: str, why: str) -> TextbookError:
    """The refusal of a name that a language cannot write."""
    said = repr(value)
    said = said if len(said) <= SHOWN else f"{said[:SHOWN]}…"
    return TextbookError(
        f"{said}, a class or value of type {type(value).__name__}, cannot be written in {language}"
        f": {why}; name the classes and values by strings"
    )


def python_literal(value: Any) -> str:
    r"""A label or a cell in Python.

    >>> python_literal('"); import os\n'), python_literal((1, None))
    ('\'"); import os\\n\'', '(1, None,)')
    """
    if type(value) is tuple:
        return f"({''.join(f'{python_literal(part)}, ' for part in value).strip()})"
    if type(value) is float and abs(value) == inf:
        return '-float("inf")' if value < 0 else 'float("inf")'
    if type(value) is int and abs(value) >= LARGEST_OF_PYTHON:
        raise refuse("a huge whole number", "Python", "it is larger than 2^1000")
    if type(value) in (int, float, bool, type(None)):
        return repr(value)
    if type(value) is str:
        require_utf8(value, "Python")
        return ascii(value)
    raise refuse(value, "Python", "the file imports nothing that could hold it")


def javascript_literal(value: Any) -> str:
    r"""A label or a cell in JavaScript; < is escaped, so that no string closes a script.

    >>> javascript_literal("</script>"), javascript_literal(True)
    ('"\\u003c/script>"', 'true')
    """
    if type(value) is float and abs(value) == inf:
        return "-Infinity" if value < 0 else "Infinity"
    if type(value) is int and abs(value) > LARGEST_OF_JAVASCRIPT:
        raise refuse("a huge whole number", "JavaScript", "its whole numbers end at 2^53")
    if type(value) is str:
        require_utf8(value, "JavaScript")
    if type(value) in (str, int, float, bool, type(None)):
        return json.dumps(value).replace("<", "\\u003c")
    raise refuse(value, "JavaScript", "it has no such values")


def c_string(text: str) -> str:
    r"""A string in C, as UTF-8; what is not a letter or a digit is an octal escape.

    >>> c_string("a*/"), c_string("??/")
    ('"a\\052\\057"', '"\\077\\077\\057"')
    """
    require_utf8(text, "C")
    require("\0" not in text, f"{text[:SHOWN]!r} has a zero character, where a C string ends")
    return '"' + "".join(
        chr(byte) if _PLAIN.match(bytes([byte])) else f"\\{byte:03o}" for byte in text.encode()
    ) + '"'  # fmt: skip


def c_name(value: Any) -> str:
    """A label or a value as text, for a C string.

    >>> c_name("Sunny"), c_name(3)
    ('Sunny', '3')
    """
    if type(value) in (tuple, Fraction):
        raise refuse(value, "C", "a C string holds one word")
    if type(value) is int and abs(value) >= LARGEST_OF_PYTHON:
        raise refuse("a huge whole number", "C", "it is larger than 2^1000")
    return str(value)


def c_names(values: Sequence[Any]) -> list[str]:
    """The same for several, which must stay apart.

    >>> c_names([0, 1])
    ['0', '1']
    """
    texts = [c_name(value) for value in values]
    for text in texts:
        require(
            texts.count(text) == 1 if len(texts) < 100 else len(set(texts)) == len(texts),
            f"two classes or values are both written {text[:SHOWN]!r} in C: rename one",
        )
    return texts


def require_utf8(text: str, language: str) -> None:
    """Refuse half of a surrogate pair, which no file can hold."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise refuse(text, language, "it has half of a surrogate pair") from None


def decimal(v: float) -> str:
    """A float in Python and JavaScript: the shortest digits that give it back.

    >>> decimal(0.1), decimal(-inf)
    ('0.1', '-INF')
    """
    return "-INF" if v == -inf else repr(float(v))


def hexadecimal(v: float) -> str:
    """A float in C, to the last bit.

    >>> hexadecimal(0.5), hexadecimal(-inf)
    ('0x1.0000000000000p-1', '-HUGE_VAL')
    """
    return "-HUGE_VAL" if v == -inf else float(v).hex()
