"""Every example in the package and in the hand-written pages runs as printed."""

import doctest
import linecache
from importlib import import_module
from pathlib import Path

import pytest

import textbook_ml

PACKAGE = Path(textbook_ml.__file__).parent
ROOT = PACKAGE.parent
FILES = sorted(p for p in PACKAGE.rglob("*.py") if p.stem != "__main__")
WITH_EXAMPLES = [p for p in FILES if ">>> " in p.read_text(encoding="utf-8")]


def dotted(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def test_every_module_can_be_imported() -> None:
    """Each module imports without an error."""
    for path in FILES:
        import_module(dotted(path))


@pytest.mark.parametrize("name", list(map(dotted, WITH_EXAMPLES)))
def test_docstring_examples_run_as_printed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each example in a docstring gives the output that is printed there."""
    # For each docstring, doctest would ask the disk whether any source file has changed.
    monkeypatch.setattr(linecache, "checkcache", lambda filename=None: None)
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
