"""The numerical check of an erratum: the numbers of the printed and of the corrected form."""

from collections.abc import Mapping
from typing import NamedTuple


class Claim(str):
    """A statement of a source text, in our words, for a text that prints no number."""

    __slots__ = ()


class Check(NamedTuple):
    """A numerical check of an erratum, with its inputs, so that a reader can repeat it by hand.

    `printed` contains the results of the printed form or, if the text makes a statement, a `Claim`.
    The kind of the erratum determines the titles of the two columns, unless `columns` is given.
    """

    inputs: Mapping[str, object]
    printed: Mapping[str, object]
    right: Mapping[str, object]
    columns: tuple[str, str] | None = None
