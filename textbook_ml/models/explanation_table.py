"""An explanation as a table: the contribution of each feature to the log odds, with bars."""

from collections.abc import Iterator
from math import fsum, inf, isfinite
from typing import Any

from textbook_ml.core.console import Heading, wrap
from textbook_ml.core.errors import plural
from textbook_ml.core.formatting import adding_up, columns, right_aligned, shorten, text_bar
from textbook_ml.models.explanation import Explanation

SHOWN = 15  # number of contributions in the table; the others are summed in one line
DIGITS = 4  # decimals of log odds
NAME, HALF = 32, 14  # columns of a contribution's name, and of half a bar

Parts = list[tuple[str, float]]


def explanation_report(why: Explanation[Any]) -> Iterator[str]:
    """Yield the lines that `print(explanation)` shows."""
    yield Heading(explanation_title(why))
    yield ""
    yield from table_of_evidence(why)


def explanation_title(why: Explanation[Any]) -> str:
    """Return the title, which names the two classes that are compared."""
    return f"{why.chosen} rather than {why.other}"


def table_of_evidence(why: Explanation[Any]) -> Iterator[str]:
    """Yield the table of contributions, and the features whose values are missing."""
    yield from _log_odds_table(why, largest_contributions(why))
    missing = [name for name, value, _ in why.contributions if value is None]
    if missing:
        yield ""
        yield from wrap(f"Missing values, which contribute nothing: {', '.join(missing)}.")


def largest_contributions(why: Explanation[Any]) -> Parts:
    """Return the prior and the features, largest contribution first; the smallest are summed.

    >>> largest_contributions(Explanation("a", "b", 1.5, -0.5, (("x", 1, 2.0), ("y", None, 0.0))))
    [('x = 1', 2.0), ('prior', -0.5)]
    """
    parts = [(why.first_term, why.prior)]
    for name, value, gap in why.contributions:
        if value is not None:
            parts.append((_feature_with_value(name, value, why.of_words), gap))
    parts.sort(key=lambda part: -abs(part[1]))
    rest = parts[SHOWN:]
    if len(rest) < 2:
        return parts
    return [*parts[:SHOWN], (f"{len(rest):,} others", fsum(gap for _, gap in rest))]


def _log_odds_table(why: Explanation[Any], parts: Parts) -> Iterator[str]:
    """Yield a table with name, log odds and bar of each part, and their sum."""
    gaps = [gap for _, gap in parts]
    finite = [abs(gap) for gap in gaps if isfinite(gap)]
    names = [shorten(name, NAME) for name, _ in parts]
    rounded = adding_up(gaps, DIGITS)
    numbers = [_with_sign(x) for x in rounded]
    bars = [text_bar(gap, max(finite, default=0.0), HALF) for gap in gaps]
    sides = right_aligned(f"for {shorten(str(why.other), HALF - 5)} ", HALF)
    head = f"{sides}│ for {shorten(str(why.chosen), HALF)}"
    total = _with_sign(fsum(rounded))
    yield from columns(
        [
            ["evidence", "log odds", head],
            *([name, number, drawn] for name, number, drawn in zip(names, numbers, bars)),
            ["", "─" * len(total), ""],
            ["sum", total, _odds_in_words(why)],
        ],
        "<><",
    )


def _odds_in_words(why: Explanation[Any]) -> str:
    """Return the text that explains the sum of the log odds."""
    if why.log_odds == inf:
        return f"{why.other} has probability 0"
    return f"= ln P({shorten(str(why.chosen), HALF)})/P({shorten(str(why.other), HALF)})"


def _with_sign(x: float) -> str:
    return f"{x:+.{DIGITS}f}"


def _feature_with_value(name: str, value: Any, is_word: bool) -> str:
    """Return a feature with its value, or a word with its count if that is not 1."""
    if isinstance(value, tuple):
        return f"all {plural(len(value), 'feature')} together"
    if is_word:
        return {0: f"{name} (absent)", 1: name}.get(value, f"{name} × {value}")
    return f"{name} = {value:g}" if isinstance(value, float) else f"{name} = {value}"
