"""The worker processes of one submission in which edited functions are called."""

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from threading import Lock
from typing import Self

from textbook_ml.grading.locating.edited_calls import CALLER, added_code
from textbook_ml.grading.locating.edited_functions import SLOWEST
from textbook_ml.grading.runner.limits import Limits
from textbook_ml.grading.runner.process_pool import ProcessPool
from textbook_ml.grading.runner.retrying_runner import Runner
from textbook_ml.grading.runner.submission_source import SubmissionCode

CALL = 0.25  # seconds of processor time for one request
STATELESS = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.Pass)
STATEFUL = (ast.Global, ast.Nonlocal, ast.Import, ast.ImportFrom, ast.ClassDef)  # in a function


class EditedRunners:
    """The processes for the searches of one submission, which use them one after the other.

    If a call may change what later calls return, each search gets a new process.
    """

    def __init__(self, process_pool: ProcessPool, source: SubmissionCode, limits: Limits) -> None:
        self.process_pool = process_pool
        self.source = source
        self.limits = replace(limits, wall=SLOWEST * CALL, cpu=CALL)
        self.shared = len(source.cells) == 1 and is_stateless(source.cells[0])
        self.idle: list[Runner] = []
        self.lock = Lock()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        while self.idle:
            self.idle.pop().drop()

    @contextmanager
    def lend(self, end: float) -> Iterator[Runner]:
        """Lend a runner that no other search uses; its calls end at `end`."""
        with self.lock:
            runner = self.idle.pop() if self.idle else self.new(end)
        runner.extend(end)
        try:
            yield runner
        finally:
            if not self.shared:
                runner.drop()
            with self.lock:
                self.idle.append(runner)

    def new(self, end: float) -> Runner:
        """Return a new runner; its process starts at the first call."""
        source = replace(self.source, cells=(*self.source.cells, added_code()))
        return Runner(self.process_pool, source, self.limits, end, function=CALLER, until=None)


def is_stateless(text: str) -> bool:
    """Return whether a file contains only imports, constants and functions without a memory.

    >>> is_stateless("import math\\nN = 3\\ndef f(x):\\n    return N * x")
    True
    >>> is_stateless("seen = []"), is_stateless("def f(x, seen=[]):\\n    return seen")
    (False, False)
    """
    try:
        body = ast.parse(text).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return all(map(_keeps_nothing, body))


def _keeps_nothing(statement: ast.stmt) -> bool:
    """Return whether a statement of a file defines nothing that calls can change."""
    if isinstance(statement, (ast.Assign, ast.AnnAssign, ast.Expr)):
        return statement.value is None or _is_constant(statement.value)
    if not isinstance(statement, STATELESS):
        return False
    if not isinstance(statement, ast.FunctionDef):
        return True
    defaults = (*statement.args.defaults, *statement.args.kw_defaults)
    return (
        not statement.decorator_list
        and all(default is None or _is_constant(default) for default in defaults)
        and not any(isinstance(node, STATEFUL) for node in ast.walk(statement))
    )


def _is_constant(value: ast.expr) -> bool:
    """Return whether an expression is a number, a text or a tuple of them."""
    parts = (ast.Constant, ast.UnaryOp, ast.USub, ast.Tuple, ast.Load)
    return all(isinstance(node, parts) for node in ast.walk(value))
