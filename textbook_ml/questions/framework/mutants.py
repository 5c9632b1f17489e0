"""Mutants: copies of a reference with one small change, to test whether the cases detect it.

A mutant that gives right answers on all cases points to a missing case, or to a change that makes
no difference.
"""

import ast
import sys
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from types import FrameType
from typing import Any

from textbook_ml.core.errors import TextbookError
from textbook_ml.questions.framework.question import (
    Function,
    Question,
    as_function_of_case,
    plain_value,
)
from textbook_ml.sources.docstrings import module_source

FILE = "<mutant>"
DEFINITIONS = (ast.FunctionDef, ast.ClassDef)
LONGEST = 60  # characters of a changed expression that are shown
LINES = 200_000  # lines that a mutant may run on one case; more is an endless loop
OTHER: dict[type[ast.AST], type[ast.AST]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult,
    ast.FloorDiv: ast.Div, ast.Mod: ast.FloorDiv, ast.Lt: ast.LtE, ast.LtE: ast.Lt,
    ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.And: ast.Or, ast.Or: ast.And, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
SWAPPED = {"min": "max", "max": "min", "all": "any", "any": "all", "floor": "ceil", "ceil": "floor"}


@dataclass(frozen=True, slots=True)
class Mutant:
    """A changed copy of a reference."""

    line: int
    change: str
    function: Function


class TooManyLines(Exception):
    """A mutant has run too many lines."""


def undetected_mutants(
    parts: Sequence[Question], seed: str, cases: int
) -> tuple[int, list[Mutant]]:
    """Return the number of mutants of a reference, and those that no case detects.

    `parts` are the parts of a class, or one question; a mutant of a class must change one part.
    """
    exams = [(question, *pair) for question in parts for pair in question.exam(seed, cases)]
    made = list(mutants(parts[0]))
    return len(made), [
        m for m in made if all(_answers_correctly(q, m, *pair) for q, *pair in exams)
    ]


def _answers_correctly(
    question: Question, mutant: Mutant, case: tuple[Any, ...], expected: Any
) -> bool:
    """Return whether a mutant gives a right answer to one case."""
    try:
        function = as_function_of_case(question, mutant.function)
        return (
            question.judge(case, expected, plain_value(call_with_limit(function, deepcopy(case))))
            is None
        )
    except Exception:  # the mutant raises, does not end, or returns what no judge expects
        return False


def call_with_limit(function: Function, case: tuple[Any, ...]) -> Any:
    """Call a mutant; raise `TooManyLines` if it runs too many lines."""
    left = LINES

    def line(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal left
        left -= 1
        if left < 0:
            raise TooManyLines
        return line

    def enter(frame: FrameType, event: str, argument: Any) -> Any:
        return line if frame.f_code.co_filename == FILE else None

    before = sys.gettrace()
    sys.settrace(enter)
    try:
        return function(*case)
    finally:
        sys.settrace(before)


def mutants(question: Question) -> Iterator[Mutant]:
    """Yield the mutants of a reference: one changed operator, number, comparison or function."""
    reference: Any = question.part_of or question.reference
    module, name = reference.__module__, reference.__name__
    nodes = [n for n in ast.parse(module_source(module)).body if isinstance(n, DEFINITIONS)]
    found = [node for node in nodes if node.name == name]
    if not found:
        raise TextbookError(f"{module} has no function or class {name!r} at its top level")
    original = found[-1]
    original.decorator_list = []
    for place, node in enumerate(_body_nodes(original)):
        for number in range(_number_of_changes(node)):
            copy = deepcopy(original)
            target = list(_body_nodes(copy))[place]
            before = ast.unparse(target)
            if not _change_node(target, number):
                continue
            shown = f"{_shortened_code(before)} → {_shortened_code(ast.unparse(target))}"
            yield Mutant(
                getattr(node, "lineno", original.lineno), shown, _compiled_mutant(module, copy)
            )


def _body_nodes(node: ast.FunctionDef | ast.ClassDef) -> Iterator[ast.AST]:
    """Yield the nodes of the body in a fixed order, without the docstring and the types."""
    start = 1 if ast.get_docstring(node) is not None else 0
    for statement in node.body[start:]:
        if isinstance(statement, ast.FunctionDef):
            yield from _body_nodes(statement)
        else:
            yield from ast.walk(statement)


def _number_of_changes(node: ast.AST) -> int:
    """Return how many changes of a node are tried."""
    if isinstance(node, ast.Constant):
        return 1 if type(node.value) in (int, float, bool) else 0
    if isinstance(node, ast.Compare):
        return len(node.ops)
    return 1 if isinstance(node, (ast.BinOp, ast.BoolOp, ast.UnaryOp, ast.Call, ast.If)) else 0


def _change_node(node: ast.AST, number: int) -> bool:
    """Make one change in a node; return whether there was anything to change."""
    match node:
        case ast.Constant(value=bool(value)):
            node.value = not value
        case ast.Constant(value=int() | float() as value):
            node.value = value + 1
        case ast.BinOp(op=op) | ast.BoolOp(op=op) if type(op) in OTHER:
            setattr(node, "op", OTHER[type(op)]())
        case ast.Compare(ops=ops) if type(ops[number]) in OTHER:
            setattr(node, "ops", [*ops[:number], OTHER[type(ops[number])](), *ops[number + 1 :]])
        case ast.UnaryOp(op=ast.USub()):
            node.op = ast.UAdd()
        case ast.Call(func=ast.Name(id=name)) if name in SWAPPED:
            node.func = ast.Name(SWAPPED[name], ast.Load())
        case ast.Call(func=ast.Name(id="sorted" | "reversed" | "set"), args=[_]):
            node.func, node.keywords = ast.Name("list", ast.Load()), []
        case ast.Call(func=ast.Name(id="abs"), args=[_]):
            node.func = ast.Name("float", ast.Load())
        case ast.If(test=test):
            node.test = ast.UnaryOp(ast.Not(), test)
        case _:
            return False
    return True


def _compiled_mutant(home: str, tree: ast.FunctionDef | ast.ClassDef) -> Function:
    """Compile a changed copy, which can use all other names of the teacher's module."""
    namespace = dict(vars(sys.modules[home]))
    module = ast.fix_missing_locations(ast.Module([tree], []))
    exec(compile(module, FILE, "exec"), namespace)
    function: Function = namespace[tree.name]
    return function


def _shortened_code(text: str) -> str:
    line = text.partition("\n")[0]
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 1]}…"
