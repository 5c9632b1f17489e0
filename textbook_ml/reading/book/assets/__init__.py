"""What goes into the book as it is: style sheets, scripts, a font, MathML."""

from importlib import resources


def asset(name: str) -> bytes:
    """One of the files beside this one.

    >>> asset("maths.woff2")[:4]
    b'wOF2'
    """
    return resources.files(__name__).joinpath(*name.split("/")).read_bytes()
