"""The generated pages in docs/ are complete."""

from textbook_ml.reading import docs_pages
from textbook_ml.sources import registry, texts


def test_generated_pages_contain_every_item() -> None:
    """Every function, every entry and every erratum is on a page."""
    equations, errata = docs_pages.text_of("equations.md"), docs_pages.text_of("errata.md")
    names = [name.rpartition(".")[2] for name in registry.implementations()]
    assert all(f"### {name}\n" in equations for name in names)
    assert all(f"`{i}`" in equations for i in texts.load().entries)
    assert all(f"## {e}\n" in errata for e in texts.load().errata)


def test_code_is_not_escaped() -> None:
    """Markdown shows a backslash in code; only a bar must be escaped, for tables."""
    assert docs_pages.escaped("a_b `c_d` e|f `g|h`") == "a\\_b `c_d` e\\|f `g\\|h`"
