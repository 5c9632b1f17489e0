"""What the live book asks of Python: run an example, draw an explorable. It runs in a browser.

    source   what a reader has typed: anything at all
    parts    what is shown below it: text, drawings, an error

A run has a fresh namespace. If it has changed what others see (a builtin, a module, a class, a
file), it says so, and the page throws this interpreter away.
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
from types import CodeType
from typing import Any

MOST_LETTERS = 20_000  # of what a run prints
MOST_DRAWINGS, LARGEST_DRAWING = 6, 400_000  # per run; letters of one
FILE = "<example>"

Part = dict[str, str]
Marks = dict[tuple[str, ...], int]


class Paper(io.TextIOBase):
    """What is printed, up to a limit; what comes after it is counted, and not kept."""

    def __init__(self) -> None:
        self.parts: list[Part] = []
        self.left, self.lost, self.drawings = MOST_LETTERS, 0, 0

    def writable(self) -> bool:
        """As `print` expects."""
        return True

    def write(self, text: str) -> int:
        """Keep what there is room for."""
        kept = str(text)[: self.left]
        self.left -= len(kept)
        self.lost += len(text) - len(kept)
        if kept and self.parts and self.parts[-1]["kind"] == "text":
            self.parts[-1]["text"] += kept
        elif kept:
            self.parts.append({"kind": "text", "text": kept})
        return len(text)

    def show(self, value: object) -> None:
        """What a line came to: a drawing, if it is one, or as Python would write it."""
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

    def told(self) -> list[Part]:
        """All parts, with a word on what was cut."""
        if not self.lost:
            return self.parts
        words = f"… {self.lost:,} more characters were printed, and are not shown."
        return [*self.parts, {"kind": "note", "text": words}]


def run(source: str, module: str) -> str:
    """Run what a reader has typed, with the names of a module at hand; the answer is JSON.

    >>> json.loads(run("x = 20\\nx + 1\\nprint('<b>')", "textbook_ml.stable"))["parts"]
    [{'kind': 'text', 'text': '21\\n<b>\\n'}]
    """
    paper = Paper()
    names = vars(import_module(module)).items()
    namespace = {name: value for name, value in names if not name.startswith("__")}
    namespace["__name__"] = "__main__"
    random.seed()  # whatever seed the run before has set
    before = fingerprint()
    hook, sys.displayhook = sys.displayhook, paper.show
    try:
        with redirect_stdout(paper), redirect_stderr(paper):
            for code in statements(source):
                exec(code, namespace)
    except BaseException as error:  # also SystemExit: the page lives on
        paper.parts.append({"kind": "error", "text": told(error)})
    finally:
        sys.displayhook = hook
    return json.dumps({"parts": paper.told(), "clean": unchanged(before)})


def checked(check: Callable[[str, str], dict[str, Any]], function: str, text: str) -> str:
    """What a check says of a reader's function, and whether it has left the house as it was."""
    paper, before = Paper(), fingerprint()
    with redirect_stdout(paper), redirect_stderr(paper):
        result = check(function, text)
    return json.dumps({**result, "parts": paper.told(), "clean": unchanged(before)})


def statements(source: str) -> Iterator[CodeType]:
    """The statements one by one, so that each shows what it comes to."""
    linecache.cache[FILE] = (len(source), None, source.splitlines(keepends=True), FILE)
    tree = ast.parse(source, FILE)
    for node in tree.body:
        yield compile(ast.Interactive([node]), FILE, "single")


def told(error: BaseException) -> str:
    """An error as Python tells it, without the lines that are not the reader's."""
    lines = traceback.TracebackException.from_exception(error, limit=200)
    while lines.stack and lines.stack[0].filename != FILE:
        del lines.stack[0]
    text = "".join(lines.format())
    return text if len(text) <= 4000 else f"{text[:1500]}  …\n{text[-1500:]}"


def fingerprint() -> Marks:
    """Which thing has which name, in the modules that are in use and in their classes."""
    marks = surroundings()
    for name in sorted(watched()):
        module = sys.modules[name]
        for key, value in list(vars(module).items()):
            marks[name, key] = id(value)
            if isinstance(value, type) and value.__module__ == name:
                marks |= {(name, key, part): id(v) for part, v in vars(value).items()}
    return marks


def surroundings() -> Marks:
    """What is around all modules: where they come from, a program's folder, its limits."""
    return {
        ("the recursion limit",): sys.getrecursionlimit(),
        ("the path",): hash(tuple(sys.path)),
        ("the folder",): hash((os.getcwd(), *sorted(os.listdir()))),
        ("the environment",): hash(tuple(sorted(os.environ.items()))),
    }


def watched() -> set[str]:
    """Our own modules, and those of Python that examples use."""
    ours = {name for name in sys.modules if name.partition(".")[0] == "textbook_ml"}
    theirs = {"builtins", "sys", "math", "fractions", "random", "json", "io", "ast", "collections"}
    return ours | (theirs & sys.modules.keys())


def unchanged(before: Marks) -> bool:
    """Has everything its old name? New names are no harm, except among the builtins."""
    now = fingerprint()
    new = now.keys() - before.keys()
    return not any(name[0] == "builtins" for name in new) and before.items() <= now.items()
