"""The generated pages of docs/."""

from pathlib import Path

import pytest

import textbook_ml
from textbook_ml import registry, sources
from textbook_ml.reading import manual

DOCS = Path(textbook_ml.__file__).parents[1] / "docs"


@pytest.mark.parametrize("name", manual.PAGES)
def test_the_page_is_fresh(name: str) -> None:
    """`python3 -m textbook_ml.reading.manual docs` would write the same."""
    assert (DOCS / name).read_text(encoding="utf-8") == manual.text_of(name)


def test_the_pages_are_complete() -> None:
    """Every function, every entry and every erratum is on a page."""
    equations, errata = manual.text_of("equations.md"), manual.text_of("errata.md")
    assert all(f"### {n.rpartition('.')[2]}\n" in equations for n in _equation_names())
    in_chapter = {i for n in _equation_names() for i in registry.implementations()[n]}
    waiting = {a.entry.id for a in registry.account().values() if not a.by}
    assert all(f"`{i}`" in equations for i in in_chapter | waiting)
    assert all(f"## {e}\n" in errata for e in sources.load().errata)


def _equation_names() -> list[str]:
    return [n for n in registry.implementations() if ".equations." in n]
