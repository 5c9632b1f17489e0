"""The registry: every entry has a status, and nothing is loaded before the first look-up."""

import subprocess
import sys
from importlib import import_module

import pytest

from textbook_ml.sources import registry, texts
from textbook_ml.sources.docstrings import page


def test_only_known_entries_are_registered() -> None:
    """No function is registered for an entry that does not exist."""
    assert registry.implemented_by().keys() <= texts.load().entries.keys()


def test_every_entry_has_one_status() -> None:
    """An entry is implemented, planned, or excluded with a reason."""
    table = registry.account()
    assert table.keys() == texts.load().entries.keys()
    for a in table.values():
        assert bool(a.by) == (a.status == "implemented")
        assert bool(a.reason) == (a.status != "implemented")


def test_account_toml_lists_exactly_the_entries_without_a_function() -> None:
    """An implemented entry is not also listed as planned or excused."""
    listed = {
        *registry.entries_without_function()["planned"],
        *registry.entries_without_function()["excused"],
    }
    assert listed == texts.load().entries.keys() - registry.implemented_by().keys()


@pytest.mark.parametrize("name", registry.implementations())
def test_registered_names_can_be_imported_and_read(name: str) -> None:
    """Every name is a function with a title and a worked example."""
    module, _, short = name.rpartition(".")
    assert callable(getattr(import_module(module), short))
    p = page(name)
    assert p.title.endswith((".", "!", "?")) or "," in p.title
    assert p.example or ".experiments." in name, "an experiment is run, not shown"
    if ".equations." in name:
        assert p.formula, "an equation shows its formula"


def test_the_decorator_returns_the_function_itself() -> None:
    """The registered function is not wrapped."""

    def square(x: float) -> float:
        return x * x

    before = dict(registry._registered)
    assert registry.equation("mitchell-15")(square) is square
    registry._registered.clear()
    registry._registered.update(before)


def test_importing_the_package_loads_neither_equations_nor_sources() -> None:
    """Importing `textbook_ml` loads only the list of public names."""
    code = "import sys, textbook_ml; print([m for m in sys.modules if m.startswith('textbook_ml')])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "['textbook_ml']"


def test_errata_checks_are_about_known_errata() -> None:
    """No check is registered for an erratum that does not exist."""
    assert registry.checks().keys() <= texts.load().errata.keys()
