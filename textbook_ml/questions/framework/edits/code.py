"""A student's function in a normal layout, with the lines of its file."""

import ast
from copy import copy
from dataclasses import dataclass, field, replace
from functools import lru_cache

MOST_NODES = 700  # larger functions are not searched
FILES, TEXTS = 8, 10_000  # numbers of files and of expressions that stay parsed


@dataclass(slots=True)
class Code:
    """A function in a normal layout, with the line of the file for each of its own lines."""

    name: str
    text: str
    lines: dict[int, int]  # own line: line of the file
    shapes: dict[str, str] = field(default_factory=dict)  # of the arguments
    seen: list[str] = field(default_factory=list)  # of the places, in their order
    math: str = "math."  # how the file names the functions of `math`: "math.", "m." or ""
    wrappers: tuple[str, ...] = ()  # functions of the file that have one argument
    spots: dict[tuple[int, int], int] = field(default_factory=dict)  # line and column: line of file

    def tree(self) -> ast.FunctionDef:
        """Return the syntax tree of the text."""
        found = ast.parse(self.text).body[0]
        assert isinstance(found, ast.FunctionDef)
        return found

    def statement_of(self, line: int) -> int:
        """Return the line of the file at which the statement begins that contains a line."""
        begins = (self.lines[own] for (own, _), spot in self.spots.items() if spot == line)
        return next(begins, line)

    def after(self, edited: str) -> "Code | None":
        """Return the function after an edit, to edit it again; None if its lines are others."""
        text = ast.unparse(ast.parse(edited))
        if text.count("\n") != self.text.count("\n"):
            return None
        return replace(self, text=text, seen=[], spots={})


def function_in(text: str, name: str) -> Code | None:
    """Return the last definition of a function in a file; None if it cannot be searched.

    >>> function_in("def f(x):\\n    return x", "f").text
    'def f(x):\\n    return x'
    """
    tree = file_tree(text)
    found = [n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name == name]
    if not found or sum(1 for _ in ast.walk(found[-1])) > MOST_NODES:
        return None
    function = copy(found[-1])
    function.decorator_list = []
    function.returns = None
    if ast.get_docstring(function) is not None and len(function.body) > 1:
        function.body = function.body[1:]
    wrappers = tuple(
        n.name for n in tree.body
        if isinstance(n, ast.FunctionDef) and n.name != name and len(arguments_of(n)) == 1
    )  # fmt: skip
    code = Code(name, ast.unparse(function), {}, math=_math(text), wrappers=wrappers)
    for own, original in zip(ast.walk(code.tree()), ast.walk(function)):
        if type(own) is not type(original):
            return None
        if hasattr(own, "lineno"):
            code.lines.setdefault(own.lineno, getattr(original, "lineno"))
            spot = own.lineno, getattr(own, "col_offset")
            code.spots.setdefault(spot, getattr(original, "lineno"))
    return code


@lru_cache(maxsize=FILES)
def file_tree(text: str) -> ast.Module:
    """Return the syntax tree of a file, which must not be changed; empty if it cannot be read."""
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ast.Module([], [])


@lru_cache(maxsize=FILES)
def _math(text: str) -> str:
    """Return what a file writes before the functions of `math`.

    >>> _math("import math as m"), _math("from math import exp, log")
    ('m.', '')
    """
    for node in ast.walk(file_tree(text)):
        if isinstance(node, ast.Import):
            for name in node.names:
                if name.name == "math":
                    return f"{name.asname or 'math'}."
        elif isinstance(node, ast.ImportFrom) and node.module == "math":
            if {"log", "exp"} <= {name.name for name in node.names} or node.names[0].name == "*":
                return ""
    return "math."


def arguments_of(function: ast.FunctionDef) -> list[ast.arg]:
    return [*function.args.args, *function.args.kwonlyargs]


@lru_cache(maxsize=TEXTS)
def _expression(text: str) -> ast.expr | None:
    try:
        return ast.parse(text, mode="eval").body
    except SyntaxError:
        return None


@lru_cache(maxsize=TEXTS)
def names_of(atom: str) -> frozenset[str]:
    found = _expression(atom)
    assert found is not None
    return frozenset(node.id for node in ast.walk(found) if isinstance(node, ast.Name))


@lru_cache(maxsize=TEXTS)
def tidy(text: str) -> str:
    """Return an expression in normal layout, without superfluous brackets.

    >>> tidy("(a) + ((b))")
    'a + b'
    """
    found = _expression(text)
    return text if found is None else ast.unparse(found)
