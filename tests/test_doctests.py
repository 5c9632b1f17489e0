"""Every example in the package and in the hand-written pages runs as printed."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

import textbook_ml

PACKAGE = Path(textbook_ml.__file__).parent
ROOT = PACKAGE.parent
MODULES = sorted(
    ".".join(p.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for p in PACKAGE.rglob("*.py")
    if p.stem != "__main__"
)


@pytest.mark.parametrize("name", MODULES)
def test_docstring_examples_run_as_printed(name: str) -> None:
    """Each example in a docstring gives the output that is printed there."""
    assert doctest.testmod(import_module(name)).failed == 0


@pytest.mark.parametrize(
    "page",
    ["README.md", "docs/data.md", "docs/python.md", "docs/reading-guide.md", "docs/optimisers.md"],
)
def test_examples_on_pages_run_as_printed(page: str) -> None:
    """Each example on a page gives the output that is printed there."""
    result = doctest.testfile(str(ROOT / page), module_relative=False)
    assert result.attempted > 0
    assert result.failed == 0
