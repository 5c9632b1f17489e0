"""Read the docstring and code of a function from its source: title, formula, text, code, example.

The source is read with the loader that imported the module. This also works from a zip file, and
with `-OO`, which removes docstrings at run time.
"""

import ast
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from inspect import cleandoc

from textbook_ml.core.errors import TextbookError, require

DOCSTRING = "\0"  # marks a line of a docstring; no source contains it


@dataclass(frozen=True, slots=True)
class Page:
    """The parts of the docstring of a function, and its code."""

    name: str
    title: str
    formula: tuple[str, ...]
    words: str
    signature_and_body: str
    example: tuple[str, ...]
    line: int

    @property
    def module(self) -> str:
        """The module of the function."""
        return self.name.rpartition(".")[0]

    @property
    def short_name(self) -> str:
        """The name without its module."""
        return self.name.rpartition(".")[2]


def page(name: str) -> Page:
    """Return the page of a function or class with this dotted name.

    >>> page("textbook_ml.core.stable.softplus").formula
    ()
    """
    module, _, short = name.rpartition(".")
    pages = _pages_of_module(module)
    require(short in pages, f"{module} has no function or class {short!r}")
    return pages[short]


def module_summary(module: str) -> str:
    """Return the first line of the docstring of a module.

    >>> module_summary("textbook_ml.core.errors")
    'One class of errors: the message states the value, the reason and a fix.'
    """
    return module_words(module).partition("\n")[0]


def module_words(module: str) -> str:
    """Return the whole docstring of a module."""
    return ast.get_docstring(ast.parse(module_source(module))) or ""


def module_source(module: str) -> str:
    """Return the source of a module from its loader.

    >>> "class TextbookError(" in module_source("textbook_ml.core.errors")
    True
    """
    spec = find_spec(module)
    loader = spec.loader if spec else None
    source: str | None = getattr(loader, "get_source", lambda name: None)(module)
    if source is None:
        raise TextbookError(
            f"the source of {module} is missing. Fix: install the package with its sources."
        )
    return source


def code_alone(module: str) -> str:
    """Return the source of a module without its docstrings.

    >>> code_alone("textbook_ml.algorithms.naive_bayes").splitlines()[0]
    'from collections.abc import Mapping, Sequence'
    """
    source = module_source(module)
    lines, kinds = source.splitlines(), (ast.FunctionDef, ast.ClassDef, ast.Module)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, kinds) and ast.get_docstring(node) is not None:
            first = node.body[0]
            for i in range(first.lineno - 1, first.end_lineno or first.lineno):
                lines[i] = DOCSTRING
    return "\n".join(line for line in lines if line != DOCSTRING).strip("\n")


def forget_pages() -> None:
    """Forget the pages that were read, because another module may now have the same name."""
    _pages_of_module.cache_clear()


@cache
def _pages_of_module(module: str) -> dict[str, Page]:
    """Return all pages of a module. The syntax tree is large, so only the pages are cached."""
    source = module_source(module)
    lines, kinds = source.splitlines(), (ast.FunctionDef, ast.ClassDef)
    nodes = [node for node in ast.parse(source).body if isinstance(node, kinds)]
    return {node.name: _page_of_node(f"{module}.{node.name}", lines, node) for node in nodes}


def _page_of_node(name: str, source: list[str], node: ast.FunctionDef | ast.ClassDef) -> Page:
    title, formula, words, example = _parts_of_docstring(ast.get_docstring(node, clean=False) or "")
    return Page(
        name, title, formula, words, _code_without_docstring(source, node), example, node.lineno
    )


def _code_without_docstring(source: list[str], node: ast.FunctionDef | ast.ClassDef) -> str:
    """Return a function without its decorators and docstring, or the fields of a class."""
    assert node.end_lineno is not None
    end = node.end_lineno
    if isinstance(node, ast.ClassDef):
        parts = [n for n in node.body if isinstance(n, ast.AnnAssign)]
        public = [n for n in parts if not ast.unparse(n.target).startswith("_")]
        end = (public or node.body)[-1].end_lineno or end
    lines = source[node.lineno - 1 : end]
    first = node.body[0]
    if isinstance(first, ast.Expr) and ast.get_docstring(node) is not None:
        assert first.end_lineno is not None
        del lines[first.lineno - node.lineno : first.end_lineno - node.lineno + 1]
    return "\n".join(lines).strip("\n")


def _parts_of_docstring(docstring: str) -> tuple[str, tuple[str, ...], str, tuple[str, ...]]:
    """Return the title, the formula (indented lines), the other text, and the example (>>>)."""
    title, _, rest = cleandoc(docstring).partition("\n")
    text, marker, example = rest.partition(">>> ")
    lines = text.splitlines()
    formula = tuple(line.strip() for line in lines if line.startswith("    "))
    paragraphs = "\n".join(line for line in lines if not line.startswith("    ")).split("\n\n")
    words = "\n\n".join(" ".join(p.split()) for p in paragraphs if p.strip())
    shown = tuple((marker + example).rstrip().splitlines())
    return title, formula, words, shown
