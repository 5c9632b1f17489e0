"""Functions of the chapter as a submission: one file that does not import the package."""

import ast
import inspect
import sys
from collections.abc import Callable, Iterable, Iterator
from textwrap import dedent
from types import CodeType, FunctionType, ModuleType
from typing import Any, TypeVar

HEAD = "from __future__ import annotations\n"


def handed_in(functions: Iterable[Callable[..., Any]]) -> str:
    """Return the source of these functions, with everything that they need from the package."""
    parts: dict[str, str] = {}
    for function in functions:
        gather(function.__name__, function, parts)
    return HEAD + "\n".join(parts.values()) + "\n"


def gather(name: str, value: Any, parts: dict[str, str]) -> None:
    """Add the source of a named object, after the sources of all objects that it needs."""
    if name in parts:
        return
    parts[name] = ""  # so that functions may call one another
    home = getattr(value, "__module__", "")
    ours = isinstance(home, str) and home.startswith("textbook_ml")
    if isinstance(value, ModuleType):
        text = f"import {value.__name__} as {name}\n"
    elif isinstance(value, TypeVar):
        text = f"{name} = object\n"
    elif isinstance(value, float):
        text = f"{name} = float({str(value)!r})\n"
    elif ours and isinstance(value, (FunctionType, type)):
        text = bare_source(value)
        scope = vars(sys.modules[home])
        for used in sorted(set(names_in(value))):
            if used in scope and used != name:
                gather(used, scope[used], parts)
        if value.__name__ != name:
            text += f"{name} = {value.__name__}\n"
    elif hasattr(value, "__name__") and isinstance(home, str) and home:
        text = f"from {home} import {value.__name__} as {name}\n"
    else:
        text = f"{name} = {value!r}\n"
    del parts[name]
    parts[name] = text


def bare_source(value: Any) -> str:
    """Return the source of a function or class without the decorators that register it."""
    node = ast.parse(dedent(inspect.getsource(value))).body[0]
    assert isinstance(node, (ast.FunctionDef, ast.ClassDef))
    ours = ("equation", "misconception", "cache", "lru_cache", "kept")
    node.decorator_list = [d for d in node.decorator_list if not ast.unparse(d).startswith(ours)]
    return ast.unparse(node) + "\n"


def names_in(value: Any) -> Iterator[str]:
    """Return the names that the code of a function, or of the methods of a class, looks up."""
    if isinstance(value, FunctionType):
        yield from code_names(inspect.unwrap(value).__code__)
        node = ast.parse(dedent(inspect.getsource(value))).body[0]
        assert isinstance(node, ast.FunctionDef)
        defaults = (n for default in node.args.defaults for n in ast.walk(default))
        yield from (n.id for n in defaults if isinstance(n, ast.Name))
    for part in vars(value).values() if isinstance(value, type) else ():
        if isinstance(part, FunctionType):
            yield from code_names(part.__code__)
    if isinstance(value, type):
        yield from (base.__name__ for base in value.__bases__)
        tree = ast.parse(dedent(inspect.getsource(value)))
        yield from (node.id for node in ast.walk(tree) if isinstance(node, ast.Name))


def code_names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from code_names(constant)
