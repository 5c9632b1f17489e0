"""The score line of an equation: the term of one value, translated from its syntax tree.

A model evaluates `log_terms(row, *tables)`, a function that returns one list comprehension. Its
element, over one value and one entry of each table, is the expression in exported files:

    [0.0 if x is None else peak - (x - mean) * (x - mean) * half
     for x, peak, mean, half in zip(row, peaks, means, narrow)]

becomes `PEAKS - (v - MEANS) * (v - MEANS) * NARROW`. Only + − × and abs are translated, because
they give the same bits in every language.
"""

import ast
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from inspect import getsource
from textwrap import dedent

from textbook_ml.core.errors import require

ALLOWED = (
    ast.BinOp, ast.UnaryOp, ast.Add, ast.Sub, ast.Mult, ast.USub, ast.Name, ast.Load, ast.Constant,
    ast.Call,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """The term that one value adds to the score of a class.

    >>> from textbook_ml.equations.log_terms import categorical_log_terms, normal_log_terms
    >>> score_line(normal_log_terms).text
    'PEAKS - (v - MEANS) * (v - MEANS) * NARROW'
    >>> score_line(categorical_log_terms).looks_up
    True
    """

    equation: Callable[..., list[float]]
    text: str  # expression with v and the names of the tables in capitals
    tables: tuple[str, ...]
    looks_up: bool  # whether the expression is table[v]


@cache
def score_line(equation: Callable[..., list[float]]) -> ScoreLine:
    """Return the score line of an equation. Raise TextbookError if it cannot be translated."""
    name = equation.__name__
    tree = ast.parse(dedent(getsource(equation)))
    loops = [node for node in ast.walk(tree) if isinstance(node, ast.ListComp)]
    require(len(loops) == 1, f"{name} cannot be exported: it must return one list comprehension")
    (loop,) = loops
    (over,) = loop.generators
    named, zipped = _names_in_node(over.target), _names_in_node(over.iter)
    require(
        len(named) == len(zipped) and len(named) > 1,
        f"{name} cannot be exported: it must loop over zip(row, table, …)",
    )
    tables = tuple(table.upper() for table in zipped[1:])
    element = loop.elt.orelse if isinstance(loop.elt, ast.IfExp) else loop.elt
    if isinstance(element, ast.Subscript):
        return ScoreLine(equation, "", tables, looks_up=True)
    for node in ast.walk(element):
        other_call = isinstance(node, ast.Call) and ast.unparse(node.func) != "abs"
        require(
            isinstance(node, ALLOWED) and not other_call,
            f"{name} cannot be exported: {ast.unparse(element)!r} must use only + - * and abs",
        )
    renamed = _VariableRenamer(dict(zip(named, ["v", *tables]))).visit(element)
    return ScoreLine(equation, ast.unparse(renamed), tables, looks_up=False)


class _VariableRenamer(ast.NodeTransformer):
    """Rename loop variables to v and to the names of the tables."""

    def __init__(self, names: dict[str, str]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.Name:
        return ast.Name(self.names.get(node.id, node.id), node.ctx)


def _names_in_node(node: ast.expr) -> list[str]:
    """Return the names in a tuple of variables, or in the arguments of zip."""
    parts = node.elts if isinstance(node, ast.Tuple) else getattr(node, "args", [])
    return [part.id for part in parts if isinstance(part, ast.Name)]
