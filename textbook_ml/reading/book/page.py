"""A page of the book, before the template is added."""

from collections.abc import Callable
from dataclasses import dataclass

from textbook_ml.plots.svg import Markup


@dataclass(frozen=True, slots=True)
class Leaf:
    """A page: name of its file, title, short description, and function that writes its content.

    `label` is a short title for lists (default: the title).
    """

    name: str
    title: str
    where: str
    write: Callable[[], Markup]
    label: str = ""

    @property
    def short(self) -> str:
        """The title in lists."""
        return self.label or self.title

    @property
    def file(self) -> str:
        """The name of its HTML file."""
        return f"{self.name}.html"
