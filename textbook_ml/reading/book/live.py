"""Run code that a reader has typed into the live book. This module runs in the browser.

    source   the code of the reader, which may be anything
    parts    the output to show: text, drawings, an error

Each run has a fresh namespace. If a run has changed something that later runs could see (a builtin,
a module, a class, a file), the result is not "clean", and the page discards this interpreter.
"""

import ast
import io
import json
import linecache
import os
import random
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from importlib import import_module
from time import monotonic
from types import CodeType
from typing import Any

MOST_LETTERS = 20_000  # maximum number of printed characters per run
MOST_DRAWINGS, LARGEST_DRAWING = (
    6,
    400_000,
)  # maximum number of drawings per run, and of characters of one drawing
FILE = "<example>"
PAUSE = 0.1  # seconds between two messages to the page

Part = dict[str, str]
Marks = dict[tuple[str, ...], int]


class Output(io.TextIOBase):
    """The output of a run, up to a limit; characters beyond it are only counted."""

    left: int
    lost: int
    drawings: int

    def __init__(self, emit: Callable[[str], object] | None = None) -> None:
        self.parts: list[Part] = []
        self.left, self.lost, self.drawings = MOST_LETTERS, 0, 0
        self.emit, self.unsent, self.sent_at = emit, "", monotonic()

    def writable(self) -> bool:
        """Return True, as `print` requires."""
        return True

    def write(self, text: str) -> int:
        """Store text up to the limit."""
        kept = str(text)[: self.left]
        self.left -= len(kept)
        self.lost += len(text) - len(kept)
        if kept and self.parts and self.parts[-1]["kind"] == "text":
            self.parts[-1]["text"] += kept
        elif kept:
            self.parts.append({"kind": "text", "text": kept})
        self.stream(kept)
        return len(text)

    def stream(self, text: str) -> None:
        """Send the output so far to the page, at most ten times a second."""
        self.unsent += text
        if self.emit is not None and self.unsent and monotonic() - self.sent_at > PAUSE:
            self.emit(self.unsent)
            self.unsent, self.sent_at = "", monotonic()

    def show(self, value: object) -> None:
        """Store the value of an expression: its drawing if it has one, otherwise its repr."""
        if value is None:
            return
        draw = getattr(type(value), "_repr_svg_", None)
        if draw is not None and self.drawings < MOST_DRAWINGS:
            svg = draw(value)
            if isinstance(svg, str) and len(svg) <= LARGEST_DRAWING:
                self.drawings += 1
                self.parts.append({"kind": "drawing", "text": svg})
                return
        self.write(f"{value!r}\n")

    def all_parts(self) -> list[Part]:
        """Return all parts, with a note if output was cut off."""
        if not self.lost:
            return self.parts
        words = f"… {self.lost:,} more characters are not shown."
        return [*self.parts, {"kind": "note", "text": words}]


def run_code(source: str, module: str, emit: Callable[[str], object] | None = None) -> str:
    """Run the code of a reader in a namespace with the names of a module; return JSON.

    >>> json.loads(run_code("x = 20\\nx + 1\\nprint('<b>')", "textbook_ml.core.stable"))["parts"]
    [{'kind': 'text', 'text': '21\\n<b>\\n'}]
    """
    output = Output(emit)
    names = vars(import_module(module)).items()
    namespace = {name: value for name, value in names if not name.startswith("__")}
    namespace["__name__"] = "__main__"
    random.seed()  # discard the random seed of the previous run
    before = identities_of_names()
    hook, sys.displayhook = sys.displayhook, output.show
    try:
        with redirect_stdout(output), redirect_stderr(output):
            for code in statements(source):
                exec(code, namespace)
    except BaseException as error:  # includes SystemExit, which must not end the worker
        line = line_of(error)
        where = {"line": str(line)} if line else {}
        output.parts.append({"kind": "error", "text": traceback_text(error), **where})
    finally:
        sys.displayhook = hook
    return json.dumps({"parts": output.all_parts(), "clean": names_are_unchanged(before)})


def check_function(check: Callable[[str, str], dict[str, Any]], function: str, text: str) -> str:
    """Check the function of a reader; return the result as JSON, with `clean` as in `run_code`."""
    output, before = Output(), identities_of_names()
    with redirect_stdout(output), redirect_stderr(output):
        result = check(function, text)
    return json.dumps({**result, "parts": output.all_parts(), "clean": names_are_unchanged(before)})


def statements(source: str) -> Iterator[CodeType]:
    """Yield the compiled statements one by one, so that the value of each is shown."""
    linecache.cache[FILE] = (len(source), None, source.splitlines(keepends=True), FILE)
    tree = ast.parse(source, FILE)
    for node in tree.body:
        yield compile(ast.Interactive([node]), FILE, "single")


def traceback_text(error: BaseException) -> str:
    """Return the traceback of an error, without stack frames outside the code of the reader."""
    lines = traceback.TracebackException.from_exception(error, limit=200)
    while lines.stack and lines.stack[0].filename != FILE:
        del lines.stack[0]
    text = "".join(lines.format())
    return text if len(text) <= 4000 else f"{text[:1500]}  …\n{text[-1500:]}"


def line_of(error: BaseException) -> int | None:
    """Return the innermost line of the reader's code in which an error occurred."""
    if isinstance(error, SyntaxError) and error.filename == FILE:
        return error.lineno
    frames = traceback.extract_tb(error.__traceback__, limit=200)
    return next((frame.lineno for frame in reversed(frames) if frame.filename == FILE), None)


def identities_of_names() -> Marks:
    """Return the identity of every name in the watched modules and their classes."""
    marks = process_state()
    for name in sorted(watched_modules()):
        module = sys.modules[name]
        for key, value in list(vars(module).items()):
            marks[name, key] = id(value)
            if isinstance(value, type) and value.__module__ == name:
                marks |= {(name, key, part): id(v) for part, v in vars(value).items()}
    return marks


def process_state() -> Marks:
    """Return hashes of the process state: recursion limit, path, folder and environment."""
    return {
        ("the recursion limit",): sys.getrecursionlimit(),
        ("the path",): hash(tuple(sys.path)),
        ("the folder",): hash((os.getcwd(), *sorted(os.listdir()))),
        ("the environment",): hash(tuple(sorted(os.environ.items()))),
    }


def watched_modules() -> set[str]:
    """Return the names of the modules to watch: our own, and standard modules of examples."""
    ours = {name for name in sys.modules if name.partition(".")[0] == "textbook_ml"}
    theirs = {"builtins", "sys", "math", "fractions", "random", "json", "io", "ast", "collections"}
    return ours | (theirs & sys.modules.keys())


def names_are_unchanged(before: Marks) -> bool:
    """Return whether all old names are unchanged; new names are allowed, except for builtins."""
    now = identities_of_names()
    new = now.keys() - before.keys()
    return not any(name[0] == "builtins" for name in new) and before.items() <= now.items()
