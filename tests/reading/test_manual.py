"""The generated pages of docs/."""

from pathlib import Path

import pytest

import textbook_ml
from textbook_ml import registry, sources
from textbook_ml.reading import manual

DOCS = Path(textbook_ml.__file__).parents[1] / "docs"


@pytest.mark.parametrize("name", manual.PAGES)
def test_the_page_is_up_to_date(name: str) -> None:
    """`python3 -m textbook_ml.reading.manual docs` would not change it."""
    assert (DOCS / name).read_text(encoding="utf-8") == manual.text_of(name)


def test_the_pages_are_complete() -> None:
    """Every function, every entry and every erratum is on a page."""
    equations, errata = manual.text_of("equations.md"), manual.text_of("errata.md")
    names = [name.rpartition(".")[2] for name in registry.implementations()]
    assert all(f"### {name}\n" in equations for name in names)
    assert all(f"`{i}`" in equations for i in sources.load().entries)
    assert all(f"## {e}\n" in errata for e in sources.load().errata)
