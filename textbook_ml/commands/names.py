"""Names of experiments and figures, and the error for an unknown one."""

from collections.abc import Iterable

from textbook_ml.core.errors import TextbookError, did_you_mean, quoted


def normalised_name(name: str) -> str:
    """Return a name in the form in which it is listed.

    >>> normalised_name(" Rates_Caveat ")
    'rates-caveat'
    """
    return name.strip().lower().replace("_", "-")


def unknown_name_error(thing: str, name: str, known: Iterable[str]) -> TextbookError:
    """Return the error for an unknown name, with the most similar names.

    >>> print(unknown_name_error("figure", "loses", ["gda", "losses"]))
    unknown figure 'loses'. Did you mean losses?
    """
    advice = did_you_mean(name, known, f"Run `{thing}` to list all.")
    return TextbookError(f"unknown {thing} {quoted(name)}. {advice}")
