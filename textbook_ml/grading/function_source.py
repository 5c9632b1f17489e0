"""Collect the source code of a function and its dependencies, without running the code.

A notebook defines functions in cells. A worker process needs the code of one function and of the
helpers, imports and constants that it uses.
"""

import ast
import inspect
import linecache
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from math import isfinite
from symtable import symtable
from textwrap import dedent
from types import FunctionType, ModuleType
from typing import Any

from textbook_ml.core.errors import TextbookError

LONGEST_CONSTANT = 100_000  # characters
ANSWER = "answer"  # the name of a lambda that has none
FUTURE_ANNOTATIONS = 0x1000000  # flag of code compiled with `from __future__ import annotations`


class SourceUnavailable(Exception):
    """The source of a function cannot be read."""


@dataclass(slots=True)
class CollectedCode:
    """Pieces of code in an order in which they can be run, and the names that are left out."""

    cells: list[str] = field(default_factory=list)
    names: set[str] = field(default_factory=set)
    left_out: dict[str, str] = field(default_factory=dict)  # the name, and the type of its value

    def add(self, thing: Any, name: str) -> None:
        """Add the source of a function or class, after its dependencies."""
        text, line = source_of(thing)
        scope = _names_visible_to(thing)
        self.names.add(name)
        for used in _names_in(text):
            if used in scope and used not in self.names:
                self.add_value(scope[used], used)
        self.cells.append("\n" * (line - 1) + text)

    def add_value(self, value: Any, name: str) -> None:
        """Add the code that defines a name: an import, a function or class, or a constant."""
        statement = _import_line(value, name) or _constant_assignment(value, name)
        if statement:
            self.names.add(name)
            self.cells.append(statement)
        elif isinstance(value, type) or callable(value):
            own = getattr(value, "__name__", name)
            try:
                self.add(value, name)
            except SourceUnavailable:
                self.left_out[name] = type(value).__name__
            else:
                if own != name and own.isidentifier():
                    self.cells.append(f"{name} = {own}")
        else:
            self.left_out[name] = type(value).__name__


def collect_source(function: Callable[..., Any]) -> CollectedCode:
    """Return the source of a function and its dependencies; raise NoSource if there is none.

    The function has a cell of its own, and keeps its line number.

    >>> collect_source(dedent).cells[-1].strip().splitlines()[0]
    'def dedent(text):'
    """
    found = CollectedCode()
    code = getattr(inspect.unwrap(function), "__code__", None)
    if code is not None and code.co_flags & FUTURE_ANNOTATIONS:
        found.cells.append("from __future__ import annotations")
    found.add(function, function_name(function))
    return found


def function_name(function: Callable[..., Any]) -> str:
    """Return the name under which the collected source defines a function.

    >>> function_name(len), function_name(lambda x: x / 2)
    ('len', 'answer')
    """
    name = getattr(function, "__name__", "")
    if name != "<lambda>":
        return str(name)
    try:
        return source_of(function)[0].partition(" =")[0]
    except SourceUnavailable:
        return ANSWER


def source_of(thing: Any) -> tuple[str, int]:
    """Return the source of a function or class, and its line; raise NoSource if there is none."""
    try:
        code = getattr(inspect.unwrap(thing), "__code__", None)
        if code is not None and code.co_filename == "<string>":
            raise OSError("Python 3.13 would return the text of `python -c` for code from `exec`")
        lines, line = inspect.getsourcelines(inspect.unwrap(thing))
    except (OSError, TypeError, ValueError):
        if not isinstance(thing, type):
            raise SourceUnavailable from None
        lines, line = _class_lines(thing)
    text = dedent("".join(lines))
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise SourceUnavailable from None
    if getattr(thing, "__name__", "") == "<lambda>":
        text = _lambda_assignment(tree)
    return text, max(line, 1)


def _lambda_assignment(tree: ast.Module) -> str:
    """Return the assignment of the only lambda of a statement; raise NoSource for several."""
    found = [node for node in ast.walk(tree) if isinstance(node, ast.Lambda)]
    if len(found) != 1:
        raise SourceUnavailable
    match tree.body:
        case [ast.Assign(targets=[ast.Name(id=target)], value=ast.Lambda())]:
            return f"{target} = {ast.unparse(found[0])}"
    return f"{ANSWER} = {ast.unparse(found[0])}"


def _class_lines(thing: type) -> tuple[list[str], int]:
    """Return the lines of a class of a notebook, found by one of its methods."""
    methods = [value for value in vars(thing).values() if isinstance(value, FunctionType)]
    for method in methods:
        lines = linecache.getlines(method.__code__.co_filename)
        try:
            nodes = ast.walk(ast.parse("".join(lines)))
        except (SyntaxError, ValueError):
            continue
        for node in nodes:
            if isinstance(node, ast.ClassDef) and node.name == thing.__name__:
                first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
                return lines[first - 1 : node.end_lineno], first
    raise SourceUnavailable


def _names_visible_to(thing: Any) -> dict[str, Any]:
    """Return the names that the code of a function or class can see outside itself."""
    plain = inspect.unwrap(thing)
    if isinstance(plain, type):
        return vars(sys.modules.get(plain.__module__, ModuleType("none")))
    scope = dict(getattr(plain, "__globals__", {}))
    code = getattr(plain, "__code__", None)
    cells = getattr(plain, "__closure__", None) or ()
    for name, cell in zip(getattr(code, "co_freevars", ()), cells):
        try:
            scope[name] = cell.cell_contents
        except ValueError:  # not assigned yet
            scope.pop(name, None)
    return scope


def _names_in(text: str) -> Iterator[str]:
    """Yield the names that a piece of code uses from outside itself.

    >>> list(_names_in("def f(x, n=N):\\n    y = [g(z) for z in x]\\n    return y"))
    ['N', 'g']
    """
    tables = [symtable(text, "<source>", "exec")]
    for table in tables:
        for symbol in table.get_symbols():
            outside = symbol.is_global() or table.get_type() == "module"
            if outside and symbol.is_referenced():
                yield symbol.get_name()
        tables += table.get_children()


def _import_line(value: Any, name: str) -> str:
    """Return the import of a module, or of a name of an installed module; "" for other values."""
    if isinstance(value, ModuleType):
        whole = value.__name__
        return f"import {whole}" if whole == name else f"import {whole} as {name}"
    module, own = getattr(value, "__module__", None), getattr(value, "__qualname__", None)
    if not isinstance(module, str) or not isinstance(own, str) or not _is_installed(module):
        return ""
    if not own.isidentifier() or getattr(sys.modules.get(module), own, None) is not value:
        return ""
    return f"from {module} import {own}" if own == name else f"from {module} import {own} as {name}"


def _is_installed(module: str) -> bool:
    """Return whether a module is part of Python or an installed package, not a file of the student.

    >>> _is_installed("math"), _is_installed("__main__")
    (True, False)
    """
    first = module.partition(".")[0]
    if first == "__main__":
        return False
    if first in (*sys.stdlib_module_names, "textbook_ml"):
        return True
    file = str(getattr(sys.modules.get(first), "__file__", None) or "")
    return "site-packages" in file or "dist-packages" in file


def _constant_assignment(value: Any, name: str) -> str:
    """Return the assignment of a constant; "" if its value has no short literal."""
    text = _literal_of_value(value)
    return f"{name} = {text}" if text and len(text) <= LONGEST_CONSTANT else ""


def _literal_of_value(value: Any) -> str:
    """Return code for a number, a string or a container of them; "" for any other value.

    >>> _literal_of_value((1, "a", [None, 2.5])), _literal_of_value(object())
    ("(1, 'a', [None, 2.5])", '')
    >>> _literal_of_value(Fraction(1, 2))
    "__import__('fractions').Fraction(1, 2)"
    """
    kind = type(value)
    if kind in (int, bool, str, bytes, type(None)) or (kind is float and isfinite(value)):
        return repr(value)
    if kind is float:
        return f"float({str(value)!r})"
    if kind is Fraction:
        return f"__import__('fractions').Fraction({value.numerator}, {value.denominator})"
    if kind in (list, tuple):
        parts = [_literal_of_value(part) for part in value]
        if all(parts):
            inside = ", ".join(parts) + "," * (kind is tuple and len(parts) == 1)
            return f"[{inside}]" if kind is list else f"({inside})"
    if kind is dict:
        pairs = [(_literal_of_value(key), _literal_of_value(part)) for key, part in value.items()]
        if all(key and part for key, part in pairs):
            return "{" + ", ".join(f"{key}: {part}" for key, part in pairs) + "}"
    if kind in (set, frozenset):
        parts = [_literal_of_value(part) for part in value]
        return f"{kind.__name__}([{', '.join(parts)}])" if all(parts) else ""
    return ""


def require_function(function: object) -> None:
    """Raise TextbookError unless the value is a function that a student can have written."""
    if isinstance(function, str):
        raise TextbookError(
            f"check needs the function itself, without quotes, got the text {function!r}. "
            f"Fix: check({function if function.isidentifier() else 'your_function'})"
        )
    if not callable(function) or isinstance(function, type):
        raise TextbookError(
            f"check needs a function, got a value of type {type(function).__name__}. "
            "Fix: check(variance_mvue)"
        )
    if str(getattr(function, "__module__", "")).startswith("textbook_ml."):
        name = getattr(function, "__name__", "this")
        raise TextbookError(
            f"{name} is the function of textbook_ml itself, not your own. Fix: define your own "
            f"{name} first, then call check({name}) again"
        )
