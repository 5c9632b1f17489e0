"""Load student code statement by statement, so that a failing statement affects only itself.

A failing `print(open("data.csv").read())` must not prevent the functions before and after it from
being loaded. If a statement ends the program (`sys.exit()`), everything before it is kept.
"""

from __future__ import annotations

import builtins
import marshal
import os
import sys

from textbook_ml.grading.runner.worker.cells import without_magic
from textbook_ml.grading.runner.worker.facts import facts
from textbook_ml.grading.runner.worker.framing import LARGEST

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

ONLY_AST = 0x400  # ast.PyCF_ONLY_AST, without loading ast
MODULE = "submission"
MOST_NAMES, MOST_ERRORS = 5000, 20  # `from numpy import *` defines 600 names
MOST_LOST = 50  # maximum number of names reported for one statement


class SubmissionLoader:
    """A loader that runs one submission in a namespace, and records the errors."""

    name: str
    tell: Callable[[int, int], None]
    module: Any
    flags: int

    def __init__(self, name: str, tell: Callable[[int, int], None], package: str = "") -> None:
        self.name, self.tell = name, tell
        self.errors: list[dict[str, Any]] = []
        self.nodes: list[Any] = []
        self.statements: list[tuple[Any, str, int]] = []  # compiled code, cell or file, line
        self.flags = 0
        self.module = type(sys)(MODULE)
        self.module.__file__ = os.path.join(os.getcwd(), name)
        sys.modules[MODULE] = self.module
        stem = name.rpartition(".")[0]
        if stem not in sys.stdlib_module_names:  # random.py must not replace the module random
            sys.modules.setdefault(stem, self.module)  # for other files that import the submission
        if package:
            join_package(self.module, package, stem)

    def read(self, cells: list[str], compiled: str) -> None:
        """Parse the statements of all cells, or load statements compiled by another worker."""
        if compiled:
            self.statements = marshal.loads(bytes.fromhex(compiled))
            return
        for text, where in zip(cells, self.places(len(cells))):
            self.parse(text, where)

    def run(self, until: int | None) -> dict[str, Any]:
        """Run the statements before number `until`; return the namespace."""
        namespace: dict[str, Any] = vars(self.module)
        for place, (code, where, line) in enumerate(self.statements[:until]):
            self.tell(place, line)
            try:
                exec(code, namespace)
            except BaseException as error:
                self.note(error, where, line_in(error, (where,)) or line, None, message_of(error))
                self.note_lost(place)
                if not isinstance(error, Exception):
                    break
        return namespace

    def places(self, cells: int) -> tuple[str, ...]:
        """Return the names of the cells; a plain file is one cell with the name of the file."""
        return tuple(f"cell {n + 1}" for n in range(cells)) if cells > 1 else (self.name,)

    def parse(self, text: str, where: str) -> None:
        """Parse the statements of a cell; record an error if it is not valid Python."""
        try:
            tree = self.tree(text, where)
            body: list[Any] = getattr(tree, "body")
            self.flags |= future_flags(body)
            compiled = [(self.compiled(node, where), where, node.lineno) for node in body]
        except SyntaxError as error:
            self.note(error, where, error.lineno, error.offset, error.msg)
        except (ValueError, RecursionError, MemoryError, OverflowError) as error:
            self.note(error, where, None, None, message_of(error))
        else:
            self.nodes += body
            self.statements += compiled

    def tree(self, text: str, where: str) -> Any:
        """Return the syntax tree of a cell; in a notebook, without notebook commands."""
        try:
            return compile(text, where, "exec", ONLY_AST | self.flags, dont_inherit=True)
        except SyntaxError:
            if not self.name.endswith(".ipynb"):
                raise
        python = without_magic(text)
        return compile(python, where, "exec", ONLY_AST | self.flags, dont_inherit=True)

    def compiled(self, node: Any, where: str) -> Any:
        """Compile one statement."""
        module = node_class("Module")([node], [])
        return compile(module, where, "exec", self.flags, dont_inherit=True)

    def note(
        self, error: BaseException, where: str, line: int | None, column: int | None, words: str
    ) -> None:
        """Record an error and its place."""
        kind = type.__dict__["__name__"].__get__(type(error))
        entry: dict[str, Any] = {"type": kind, "message": words, "where": where}
        entry |= {"line": line, "column": column, "about": facts(error, (where,))}
        if len(self.errors) < MOST_ERRORS:
            self.errors.append(entry)

    def note_lost(self, place: int) -> None:
        """Record which names the statement that failed last would have defined."""
        if place < len(self.nodes):  # compiled statements have no syntax tree
            self.errors[-1].setdefault("lost", list(defined(self.nodes[place]))[:MOST_LOST])

    def report(self, namespace: dict[str, Any], thorough: bool) -> dict[str, Any]:
        """Return the names that the file defines, and the errors, as a report for the grader."""
        names = [n for n, value in list(namespace.items()) if type(n) is str and callable(value)]
        report: dict[str, Any] = {"errors": self.errors, "names": names[:MOST_NAMES]}
        if thorough:
            known = (n for n in list(namespace) if type(n) is str and n[:2] != "__")
            report["globals"] = [name[:100] for name in known][:MOST_NAMES]
            report["undefined"], report["called"] = undefined(self.nodes, namespace)
            report["stubs"] = [node.name for node in self.nodes if is_stub(node)]
            report["imports"] = sorted(set(imported(self.nodes)))[:MOST_NAMES]
            compiled = marshal.dumps(self.statements)
            report["compiled"] = compiled.hex() if len(compiled) < LARGEST // 4 else ""
        return report


def join_package(module: Any, name: str, stem: str) -> None:
    """Make the working folder a package of this name, with the submission as one of its modules.

    Then `from .util import f` works, with or without an `__init__.py`.
    """
    whole = module if stem == "__init__" else type(sys)(name)
    whole.__path__ = [os.getcwd()]
    module.__package__ = whole.__package__ = name
    sys.modules[name] = whole
    if whole is not module:
        sys.modules[f"{name}.{stem}"] = module
        setattr(whole, stem, module)
        run_init_when_asked(whole)


def run_init_when_asked(package: Any) -> None:
    """Run `__init__.py` at the first use of a name that the package does not have yet.

    Python would run `__init__.py` before the submission. But `__init__.py` often imports the
    submission, which is not loaded at that time. If `__init__.py` fails, only
    the names that it would have defined are missing.
    """

    def missing(name: str) -> Any:
        del package.__getattr__
        path = os.path.join(package.__path__[0], "__init__.py")
        try:
            with open(path, "rb") as file:
                exec(compile(file.read(), path, "exec", dont_inherit=True), vars(package))
        except (Exception, SystemExit):
            pass
        if name not in vars(package):
            raise AttributeError(f"module {package.__name__!r} has no attribute {name!r}")
        return vars(package)[name]

    package.__getattr__ = missing


def node_class(name: str) -> Any:
    """Return a class of syntax tree nodes, without loading the module ast."""
    import _ast

    return getattr(_ast, name)


def kind_of(node: Any) -> str:
    """Return the name of the class of a syntax tree node."""
    return type(node).__name__


def future_flags(body: list[Any]) -> int:
    """Return the compiler flags of `from __future__ import …` for the statements after it."""
    names = [
        alias.name
        for node in body
        if kind_of(node) == "ImportFrom" and node.module == "__future__"
        for alias in node.names
    ]
    if not names:
        return 0
    import __future__

    flags = 0
    for name in names:
        flags |= getattr(getattr(__future__, name, None), "compiler_flag", 0)
    return flags


def is_stub(node: Any) -> bool:
    """Return whether a node is a function without a real body."""
    if kind_of(node) != "FunctionDef":
        return False
    body = node.body
    if kind_of(body[0]) == "Expr" and isinstance(getattr(body[0].value, "value", None), str):
        body = body[1:]
    return all(is_placeholder(statement) for statement in body)


def is_placeholder(statement: Any) -> bool:
    """Return whether a node is `pass`, `...`, `return None` or `raise NotImplementedError`."""
    kind = kind_of(statement)
    if kind == "Expr":
        return getattr(statement.value, "value", None) is ...
    if kind == "Return":
        return statement.value is None or getattr(statement.value, "value", 0) is None
    if kind == "Raise":
        raised = getattr(statement.exc, "func", statement.exc)
        return getattr(raised, "id", None) == "NotImplementedError"
    return kind == "Pass"


def defined(node: Any) -> Iterator[str]:
    """Yield the names that a statement defines at the top level of a file."""
    kind = kind_of(node)
    if kind in ("Import", "ImportFrom"):
        yield from (alias.asname or alias.name.partition(".")[0] for alias in node.names)
    elif kind in ("FunctionDef", "ClassDef"):
        yield node.name
    elif kind in ("Assign", "AnnAssign"):
        targets = node.targets if kind == "Assign" else [node.target]
        yield from (target.id for target in targets if kind_of(target) == "Name")


def undefined(nodes: list[Any], namespace: dict[str, Any]) -> tuple[list[str], list[str]]:
    """Return the names that a file uses and does not define, and those of them that it calls."""
    used: dict[str, None] = {}
    called: dict[str, None] = {}
    bound = {*namespace, *dir(builtins)}
    waiting = list(nodes)
    while waiting:
        node = waiting.pop()
        kind = kind_of(node)
        if kind == "Name":
            used.update({node.id: None}) if kind_of(node.ctx) == "Load" else bound.add(node.id)
        elif kind == "Call" and kind_of(node.func) == "Name":
            called[node.func.id] = None
        elif kind == "arg":
            bound.add(node.arg)
        elif kind in ("FunctionDef", "ClassDef", "Import", "ImportFrom"):
            bound.update(defined(node))
        for field in getattr(node, "_fields", ()):
            part = getattr(node, field, None)
            waiting += part if isinstance(part, list) else [part]
    lost = [name[:100] for name in used if name not in bound]
    return lost[:MOST_NAMES], [name for name in lost if name in called][:MOST_NAMES]


def imported(nodes: list[Any]) -> Iterator[str]:
    """Yield the modules that a file imports anywhere."""
    waiting = list(nodes)
    while waiting:
        node = waiting.pop()
        if kind_of(node) == "Import":
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif kind_of(node) == "ImportFrom" and node.module and not node.level:
            yield node.module.partition(".")[0]
        for field in getattr(node, "_fields", ()):
            part = getattr(node, field, None)
            waiting += part if isinstance(part, list) else [part]


def line_in(error: BaseException, places: tuple[str, ...]) -> int | None:
    """Return the last line of the student's code in the traceback of an error."""
    line, trace = None, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename in places:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def message_of(error: BaseException, longest: int = 300) -> str:
    """Return the message of an exception, without the path of a module; empty if str() fails."""
    try:
        text = str.__str__(str(error))
        if type(error) is ImportError:  # cannot import name 'x' from 'math' (/path/of/the/module)
            text = text.partition(" (")[0]
        return text[:longest]
    except BaseException:
        return ""
