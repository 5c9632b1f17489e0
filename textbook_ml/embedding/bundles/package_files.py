"""The files of this package, and which of them a model needs.

They are read through the loader, so that a wheel, a zip and one file can be bundled again.
"""

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

from textbook_ml.core.errors import require
from textbook_ml.models.catalogue import RECIPES

PACKAGE = "textbook_ml"
PUBLIC_NAMES = f"{PACKAGE}/__init__.pyi"  # the package reads it when a public name is used
BINARY = (".gz", ".woff2", ".png")
LOCKED = (
    f"{PACKAGE}.sources.texts"  # the texts: only a reader's account of the entries asks for them
)


def all_files() -> dict[str, str | bytes]:
    """Every file of the package with its path, in order; compiled ones are left."""
    return dict(sorted(_walk(resources.files(PACKAGE), PACKAGE)))


def _walk(folder: Traversable, path: str) -> Iterator[tuple[str, str | bytes]]:
    for item in folder.iterdir():
        where = f"{path}/{item.name}"
        if item.name == "__pycache__" or item.name.startswith(".") or where.endswith(".pyc"):
            continue
        if item.is_dir():
            yield from _walk(item, where)
        elif where.endswith(BINARY):
            yield where, item.read_bytes()
        else:  # line ends are one character, whatever a checkout makes of them
            yield where, item.read_text(encoding="utf-8").replace("\r\n", "\n")


def models_called(names: Sequence[str]) -> list[type[Any]]:
    """The models of some recipes.

    >>> [model.__name__ for model in models_called(["gaussian-nb", "gda"])]
    ['GaussianNaiveBayes', 'GaussianDiscriminantAnalysis']
    """
    known = {one.name: one.model for one in RECIPES}
    for name in names:
        require(name in known, f"there is no model {name!r}: there are {', '.join(known)}")
    return [known[name] for name in names]


def needed(files: Mapping[str, str | bytes], modules: Iterable[str]) -> dict[str, str | bytes]:
    """The files that some modules need, directly or through others, wherever they import."""
    found = {PUBLIC_NAMES}
    waiting = [PACKAGE, *modules]
    while waiting:
        module = waiting.pop()
        path = path_of(files, module)
        if path is None or path in found or module == LOCKED:
            continue
        found.add(path)
        parent = module.rpartition(".")[0]
        waiting += [*imported(str(files[path])), *([parent] if parent else [])]
    return {path: files[path] for path in files if path in found}


def path_of(files: Iterable[str], module: str) -> str | None:
    """The file of a module, if it is one of this package.

    >>> path_of(["textbook_ml/core/errors.py"], "textbook_ml.core.errors")
    'textbook_ml/core/errors.py'
    """
    stem = module.replace(".", "/")
    return next((p for p in (f"{stem}.py", f"{stem}/__init__.py") if p in files), None)


def imported(source: str) -> Iterator[str]:
    """What a module imports when it runs; what only type checkers import is left.

    >>> list(imported("from textbook_ml.core.errors import require"))
    ['textbook_ml.core.errors', 'textbook_ml.core.errors.require']
    """
    waiting: list[ast.AST] = [ast.parse(source)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        waiting += ast.iter_child_nodes(node)
