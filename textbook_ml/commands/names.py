"""A name that nothing has: the nearest names that something has."""

from collections.abc import Iterable
from difflib import get_close_matches

from textbook_ml.errors import TextbookError


def tidy(name: str) -> str:
    """A name as it is listed.

    >>> tidy(" Rates_Caveat ")
    'rates-caveat'
    """
    return name.strip().lower().replace("_", "-")


def unknown(thing: str, name: str, known: Iterable[str]) -> TextbookError:
    """What is said of an unknown name: those that hold it, then those that look like it.

    >>> print(unknown("figure", "bell", ["gda", "bells", "belts"]))
    no figure is called 'bell': did you mean bells, belts?
    """
    names, query = list(known), tidy(name)
    holding = [other for other in names if query and query in other]
    near = list(dict.fromkeys([*holding, *get_close_matches(query, names, n=4, cutoff=0.5)]))
    advice = f"did you mean {', '.join(near[:4])}?" if near else f"type `{thing}` for the list"
    return TextbookError(f"no {thing} is called {name!r}: {advice}")
