"""Files of the book: style sheet, scripts, font, MathML."""

from importlib import resources


def asset(name: str) -> bytes:
    """Return the content of one of the files.

    >>> asset("maths.woff2")[:4]
    b'wOF2'
    """
    return resources.files(__name__).joinpath(*name.split("/")).read_bytes()
