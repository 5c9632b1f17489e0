"""A base class for objects that print as a report.

The code that writes the report is imported only when it is used, so importing a model is quick.
"""

from collections.abc import Iterable
from typing import Protocol


class Printable(Protocol):
    """An object whose `print` and notebook output are a report, and whose `repr` is short."""

    __slots__ = ()

    def _report(self) -> Iterable[str]:
        """Yield the lines of the report."""
        ...

    def __str__(self) -> str:
        from textbook_ml.core.printing import shown_lines

        return "\n".join(shown_lines(self._report()))

    def __repr__(self) -> str:
        from textbook_ml.core.printing import short_repr

        return short_repr(self)

    def _repr_html_(self) -> str:
        from textbook_ml.core.printing import html_report

        return html_report(self._report())
