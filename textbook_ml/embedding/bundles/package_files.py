"""The files of this package, and the files that a model needs.

They are read through the import system, so that a bundle can also be made from a wheel, from a zip
file and from another bundle.
"""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

from textbook_ml.core.errors import did_you_mean, require
from textbook_ml.models.catalogue import RECIPES

PUBLIC_NAMES = "textbook_ml/__init__.pyi"  # the package reads this file when a public name is used
BINARY = (".gz", ".woff2", ".png")
# Not included with single models: only the pages that list the equations need the source texts.
EXCLUDED = "textbook_ml.sources.texts"


def all_files() -> dict[str, str | bytes]:
    """Return every file of the package by its path, sorted, without compiled files."""
    return dict(sorted(_walk(resources.files("textbook_ml"), "textbook_ml")))


def _walk(folder: Traversable, path: str) -> Iterator[tuple[str, str | bytes]]:
    for item in folder.iterdir():
        where = f"{path}/{item.name}"
        if item.name == "__pycache__" or item.name.startswith(".") or where.endswith(".pyc"):
            continue
        if item.is_dir():
            yield from _walk(item, where)
        elif where.endswith(BINARY):
            yield where, item.read_bytes()
        else:  # a checkout on Windows may have other line ends
            yield where, item.read_text(encoding="utf-8").replace("\r\n", "\n")


def model_classes(names: Sequence[str]) -> list[type[Any]]:
    """Return the classes of the models with these names, as listed by `models`.

    >>> [model.__name__ for model in model_classes(["gaussian-nb", "gda"])]
    ['GaussianNaiveBayes', 'GaussianDiscriminantAnalysis']
    """
    known = {one.name: one.model for one in RECIPES}
    for name in names:
        hint = did_you_mean(name, known, f"Models: {', '.join(known)}")
        require(name in known, f"--models: unknown model {name!r}. {hint}")
    return [known[name] for name in names]


def needed(files: Mapping[str, str | bytes], modules: Iterable[str]) -> dict[str, str | bytes]:
    """Return the files that some modules import, directly or through other modules."""
    found = {PUBLIC_NAMES}
    waiting = ["textbook_ml", *modules]
    while waiting:
        module = waiting.pop()
        path = path_of(files, module)
        if path is None or path in found or module == EXCLUDED:
            continue
        found.add(path)
        parent = module.rpartition(".")[0]
        waiting += [*imported(str(files[path])), *([parent] if parent else [])]
    kept = {path: files[path] for path in files if path in found}
    return {**kept, PUBLIC_NAMES: names_in(kept, str(files[PUBLIC_NAMES]))}


def names_in(files: Iterable[str], stub: str) -> str:
    """Return the list of public names without the names of other modules.

    >>> stub = "from a import (\\n    f as f,\\n)\\nfrom b import (\\n    g as g,\\n)\\n"
    >>> names_in(["a.py"], stub)
    'from a import (\\n    f as f,\\n)\\n'
    """
    head, *blocks = re.split(r"^(?=from )", stub, flags=re.M)
    return head + "".join(b for b in blocks if path_of(files, b.split()[1]) is not None)


def path_of(files: Iterable[str], module: str) -> str | None:
    """Return the path of a module, or None if it is not in this package.

    >>> path_of(["textbook_ml/core/errors.py"], "textbook_ml.core.errors")
    'textbook_ml/core/errors.py'
    """
    stem = module.replace(".", "/")
    return next((p for p in (f"{stem}.py", f"{stem}/__init__.py") if p in files), None)


@cache
def imported(source: str) -> tuple[str, ...]:
    """Return the modules that a source imports at run time, not only for type checkers.

    >>> imported("from textbook_ml.core.errors import require")
    ('textbook_ml.core.errors', 'textbook_ml.core.errors.require')
    """
    return tuple(_imported(source))


def _imported(source: str) -> Iterator[str]:
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
