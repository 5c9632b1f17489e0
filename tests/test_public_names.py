"""Public names: the core names, lazy loading, and the list that type checkers read."""

import re
import subprocess
import sys
from collections import Counter
from importlib import import_module
from pathlib import Path

import pytest

import textbook_ml
from textbook_ml.dev import CORE, public_names

ROOT = Path(textbook_ml.__file__).parents[1]
NAMES = [(module, name) for module, names in public_names().items() for name in names]
PAGES = [ROOT / "README.md", *(page for page in [ROOT / "docs/python.md"] if page.exists())]
IMPORTS = re.compile(r"from textbook_ml import (?:\(([^)]*)\)|([\w, ]+))")


def test_each_public_name_belongs_to_one_module() -> None:
    """No public name has two meanings."""
    assert [n for n, times in Counter(name for _, name in NAMES).items() if times > 1] == []


@pytest.mark.parametrize(("module", "name"), NAMES)
def test_public_names_are_attributes_of_the_package(module: str, name: str) -> None:
    """Reading the attribute loads the object from its module."""
    assert getattr(textbook_ml, name) is getattr(import_module(module), name)
    assert name in dir(textbook_ml)


def test_an_unknown_name_raises_attribute_error() -> None:
    """The error message is the one that Python gives for any module."""
    with pytest.raises(AttributeError, match="module 'textbook_ml' has no attribute 'Gaussians'"):
        getattr(textbook_ml, "Gaussians")


def test_a_star_import_binds_the_core_names() -> None:
    """`from textbook_ml import *` binds the core names and no others."""
    namespace: dict[str, object] = {}
    exec("from textbook_ml import *", namespace)
    assert set(namespace) - {"__builtins__"} == set(CORE)


def test_core_names_are_few_sorted_and_public() -> None:
    """The core has about thirty names, all of them public."""
    assert sorted(CORE) == CORE
    assert len(CORE) <= 45
    assert set(CORE) <= {name for _, name in NAMES}


def test_readme_and_the_python_page_import_only_core_names() -> None:
    """A new name on these pages must be added to `__all__` in textbook_ml/__init__.py."""
    found = [m[0] or m[1] for page in PAGES for m in IMPORTS.findall(page.read_text("utf-8"))]
    names = {name for names in found for name in re.findall(r"\w+", names)}
    assert names - set(CORE) == set()


def test_a_public_name_is_loaded_without_other_modules() -> None:
    """A function of one module loads neither models nor commands."""
    code = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); from textbook_ml import sigmoid; "
        "print(*(m for m in sys.modules if m.startswith('textbook_ml')))"
    )
    run = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True)
    assert not re.search("models|commands|learning|data", run.stdout), run.stdout + run.stderr
