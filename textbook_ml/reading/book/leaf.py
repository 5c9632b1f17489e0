"""A leaf of the book: a page with a name, before it has its frame."""

from collections.abc import Callable
from dataclasses import dataclass

from textbook_ml.plots.svg import Markup


@dataclass(frozen=True, slots=True)
class Leaf:
    """The name of its file, its title, where it belongs, and what writes its inside."""

    name: str
    title: str
    where: str
    write: Callable[[], Markup]

    @property
    def file(self) -> str:
        """What its file is called."""
        return f"{self.name}.html"
