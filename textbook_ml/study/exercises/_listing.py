"""The docstring and a standalone listing of a function, read from its source.

The source is read as text, so that this works from a zip file and with `-OO`, which removes
docstrings.
"""

import ast
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib import import_module
from inspect import cleandoc, getsource
from textwrap import fill

from textbook_ml.core.errors import TextbookError

Function = Callable[[], object]
LINE = 79  # columns of a listing


def docstring(function: Function) -> str:
    """The docstring of a function, from its source.

    >>> docstring(_example_to_list)
    'A function to list.'
    """
    node = _statements_by_name(function.__module__)[function.__name__]
    assert isinstance(node, ast.FunctionDef)
    return cleandoc(ast.get_docstring(node) or "")


def standalone(function: Function) -> str:
    """The source of a function with the imports, constants and helpers that it needs to run.

    >>> print(standalone(_example_to_list))
    from collections.abc import Iterator
    <BLANKLINE>
    LINE = 79  # columns of a listing
    <BLANKLINE>
    <BLANKLINE>
    def _example_to_list() -> Iterator[int]:
        yield LINE
    """
    statements = _statements_by_name(function.__module__)
    needed = _needed_names(function.__name__, statements)
    nodes = sorted({statements[name] for name in needed}, key=lambda node: node.lineno)
    imports = [_import_statement(n, needed) for n in nodes if isinstance(n, ast.ImportFrom)]
    lines = _source_of_module(function.__module__).splitlines()
    assignments = [n for n in nodes if isinstance(n, (ast.Assign, ast.AnnAssign))]
    constants = [_source_of_statement(n, lines) for n in assignments]
    functions = [_source_of_statement(n, lines) for n in nodes if isinstance(n, ast.FunctionDef)]
    head = ["\n".join(part) for part in (imports, constants) if part]
    return "\n\n\n".join(["\n\n".join(head), *functions]).strip()


def _example_to_list() -> Iterator[int]:
    """A function to list."""
    yield LINE


@cache
def _source_of_module(module: str) -> str:
    try:
        return getsource(import_module(module))
    except OSError:
        raise TextbookError(
            f"the source of {module} is missing. Fix: install the package with its .py files"
        ) from None


@cache
def _statements_by_name(module: str) -> dict[str, ast.stmt]:
    """The statement that defines each top-level name of a module."""
    body = ast.parse(_source_of_module(module)).body
    for node in body:
        if isinstance(node, ast.FunctionDef):
            node.decorator_list.clear()  # decorators only register functions; omit them
    return {name: node for node in body for name in _names_bound_by(node)}


def _names_bound_by(node: ast.stmt) -> Iterable[str]:
    """The names that a statement defines."""
    if isinstance(node, ast.ImportFrom):
        return [alias.asname or alias.name for alias in node.names]
    if isinstance(node, ast.FunctionDef):
        return [node.name]
    if isinstance(node, ast.AnnAssign):
        return _names_used(node.target)
    return _names_used(*node.targets) if isinstance(node, ast.Assign) else ()


def _names_used(*nodes: ast.AST) -> set[str]:
    return {n.id for node in nodes for n in ast.walk(node) if isinstance(n, ast.Name)}


def _needed_names(name: str, statements: dict[str, ast.stmt]) -> set[str]:
    """A name and all names it needs, directly or indirectly."""
    needed, waiting = set[str](), {name}
    while waiting:
        needed |= waiting
        nodes = [statements[one] for one in waiting]
        waiting = (_names_used(*nodes) & statements.keys()) - needed
    return needed


def _import_statement(node: ast.ImportFrom, needed: set[str]) -> str:
    """The import statement for the needed names, wrapped to the width of a listing."""
    names = [ast.unparse(a) for a in node.names if (a.asname or a.name) in needed]
    line = f"from {node.module} import {', '.join(names)}"
    if len(line) <= LINE:
        return line
    filled = fill(", ".join(names) + ",", LINE, initial_indent="    ", subsequent_indent="    ")
    return f"from {node.module} import (\n{filled}\n)"


def _source_of_statement(node: ast.stmt, lines: list[str]) -> str:
    """The source of a statement; for a function, without decorators and docstring."""
    assert node.end_lineno is not None
    text = lines[node.lineno - 1 : node.end_lineno]
    if isinstance(node, ast.FunctionDef) and ast.get_docstring(node) is not None:
        assert node.body[0].end_lineno is not None
        first, last = node.body[0].lineno - node.lineno, node.body[0].end_lineno - node.lineno
        text = text[:first] + "\n".join(text[last + 1 :]).lstrip("\n").splitlines()
    return "\n".join(text)
