"""The generated pages of docs/."""

from pathlib import Path

import pytest

import textbook_ml
from textbook_ml.reading import docs_pages
from textbook_ml.sources import registry, texts

DOCS = Path(textbook_ml.__file__).parents[1] / "docs"


@pytest.mark.parametrize("name", docs_pages.PAGES)
def test_the_page_is_up_to_date(name: str) -> None:
    """`python3 -m textbook_ml.reading.docs_pages docs` would not change it."""
    assert (DOCS / name).read_text(encoding="utf-8") == docs_pages.text_of(name)


def test_the_pages_are_complete() -> None:
    """Every function, every entry and every erratum is on a page."""
    equations, errata = docs_pages.text_of("equations.md"), docs_pages.text_of("errata.md")
    names = [name.rpartition(".")[2] for name in registry.implementations()]
    assert all(f"### {name}\n" in equations for name in names)
    assert all(f"`{i}`" in equations for i in texts.load().entries)
    assert all(f"## {e}\n" in errata for e in texts.load().errata)
