"""Public names: importable from the package itself, lazily, and known to type checkers."""

from collections import Counter
from importlib import import_module
from pathlib import Path

import pytest

import textbook_ml
from textbook_ml import exports
from textbook_ml._public import HOMES

NAMES = [(module, name) for module, names in HOMES.items() for name in names]


def test_the_generated_list_is_fresh() -> None:
    """`python3 -m textbook_ml.exports` would write the same."""
    written = Path(exports.__file__).with_name("_public.py").read_text(encoding="utf-8")
    assert written == exports.public_module()


def test_no_name_has_two_homes() -> None:
    """A name means one thing."""
    assert [n for n, times in Counter(name for _, name in NAMES).items() if times > 1] == []


@pytest.mark.parametrize(("module", "name"), NAMES)
def test_the_package_gives_what_the_module_has(module: str, name: str) -> None:
    """Asking the package loads the right thing."""
    assert getattr(textbook_ml, name) is getattr(import_module(module), name)
    assert name in dir(textbook_ml)


def test_other_names_are_refused() -> None:
    """As any module does."""
    with pytest.raises(AttributeError, match="textbook_ml has no 'GaussianProcess'"):
        getattr(textbook_ml, "GaussianProcess")


def test_a_star_gives_the_public_names_and_no_others() -> None:
    """`from textbook_ml import *` yields no name of the package's own machinery."""
    namespace: dict[str, object] = {}
    exec("from textbook_ml import *", namespace)
    assert set(namespace) - {"__builtins__"} == {name for _, name in NAMES}
    assert textbook_ml.__all__ == sorted(name for _, name in NAMES)
