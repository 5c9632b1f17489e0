"""Each complete algorithm is one short file of equations that prints its worked example."""

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from tests.test_architecture import source
from textbook_ml import algorithms
from textbook_ml.core.console import WIDTH, display_width
from textbook_ml.reading.algorithms import (
    algorithm_data,
    algorithms_data,
    find_algorithm,
    printed_table,
)
from textbook_ml.reading.command import read, read_json
from textbook_ml.sources import registry
from textbook_ml.sources.docstrings import module_source

FOLDER = Path(algorithms.__file__).parent
NAMES = [name for name, *_ in algorithms.CHAPTER]
every = pytest.mark.parametrize("name", NAMES)
ALLOWED = ("textbook_ml.equations.", "collections.abc", "fractions", "itertools", "typing")
TOOLS = {"textbook_ml.core.errors", "textbook_ml.core.numeric", "textbook_ml.sources.registry"}


def test_the_list_has_every_file() -> None:
    """Every file of the folder is listed in the package."""
    assert sorted(NAMES) == sorted(p.stem for p in FOLDER.glob("*.py") if p.stem != "__init__")


@every
def test_a_file_imports_equations_only(name: str) -> None:
    """An algorithm imports neither `math` nor models nor linear algebra."""
    found = source(FOLDER / f"{name}.py").imports - TOOLS
    assert all(module.startswith(ALLOWED) for module in found), found


@every
def test_a_file_fits_on_a_page(name: str) -> None:
    """An algorithm has about a hundred lines, including documentation and worked example."""
    assert len(module_source(f"textbook_ml.algorithms.{name}").splitlines()) <= 114


@every
def test_running_the_file_prints_the_table(name: str) -> None:
    """The output is ASCII, fits in 80 columns, and is the output that `read` shows."""
    module = f"textbook_ml.algorithms.{name}"
    run = subprocess.run([sys.executable, "-m", module], capture_output=True, text=True, check=True)
    lines = run.stdout.splitlines()
    assert lines == printed_table(module)
    assert run.stdout.isascii() and max(map(len, lines)) < WIDTH
    assert run.stderr == ""


@every
def test_every_algorithm_has_an_entry_of_the_source_texts(name: str) -> None:
    """At least one function of each algorithm is registered for an entry."""
    module = f"textbook_ml.algorithms.{name}"
    registered = [n for n in registry.implementations() if n.rpartition(".")[0] == module]
    assert registered and all(registry.implementations()[n] for n in registered)
    assert callable(import_module(module).main)


@every
def test_read_shows_the_whole_file(name: str) -> None:
    """The name may contain spaces or hyphens; every line fits in the console."""
    module = f"textbook_ml.algorithms.{name}"
    for query in ([name], [module], [name.replace("_", "-")], name.split("_")):
        assert find_algorithm(" ".join(query)) == module
    lines = list(read([name], None))
    assert all(display_width(line) < WIDTH for line in lines)
    assert "def main() -> None:" in lines and f"$ python3 -m {module}" in lines
    assert lines[-1] == printed_table(module)[-1]
    assert read_json([name], None) == algorithm_data(module)


def test_read_lists_the_algorithms() -> None:
    """`read algorithms` prints text or JSON."""
    lines = list(read(["algorithms"], None))
    assert all(display_width(line) < WIDTH for line in lines)
    assert [n for n in NAMES if any(line.startswith(f"  {n} ") for line in lines)] == NAMES
    assert read_json(["algorithms"], None) == algorithms_data()
    assert [one["module"].rpartition(".")[2] for one in algorithms_data()] == NAMES
