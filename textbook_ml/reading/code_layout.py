"""Python code for a console of 80 columns: a long line is broken only where Python allows it.

So the code that `read` prints can be pasted. A line is broken inside brackets, after a comma or
before an operator; a long string becomes two adjacent strings; a long comment moves to lines of
its own. The syntax tree stays the same.
"""

import ast
import builtins
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from io import StringIO
from token import COMMENT, DEDENT, INDENT, NAME, NEWLINE, NL, NUMBER, OP, STRING, tok_name
from tokenize import TokenError, TokenInfo, generate_tokens

from textbook_ml import modules_of_names
from textbook_ml.core.console import WIDTH, display_width, wrap
from textbook_ml.sources.docstrings import Page, module_source

COLUMNS = WIDTH - 1

_BREAK_BEFORE = {
    "+", "-", "*", "/", "//", "%", "|", "&", "==", "!=", "<", ">", "<=", ">=",
    "and", "or", "if", "else", "for",
}  # fmt: skip
_LONG_IMPORT = re.compile(r"(\s*from \S+ import )([^(]+)")
_NO_CODE = {NL, NEWLINE, INDENT, DEDENT}


@dataclass(frozen=True, slots=True)
class _Token:
    """A token on one line: its columns, its text, and the number of open brackets before it."""

    kind: int
    text: str
    start: int
    end: int
    depth: int


def fit_code(code: str, columns: int = COLUMNS) -> list[str]:
    """Return the lines of the code, with long lines broken so that the code stays valid.

    >>> fit_code("total = add(first_number, second_number)", columns=30)
    ['total = add(first_number,', '    second_number)']
    """
    lines = _with_narrow_docstrings(code, columns)
    i, margin = 0, ""
    while i < len(lines):
        parts, next_margin = _split_line(lines, i, columns, margin)
        lines[i : i + 1] = parts
        i += max(1, len(parts) - 1)
        margin = next_margin
    return lines


def example_lines(page: Page) -> list[str]:
    """Return the worked example of a function, with the imports that it needs.

    >>> from textbook_ml.sources.docstrings import page
    >>> example_lines(page("textbook_ml.equations.gaussian.variance_mvue"))[0]
    '>>> from textbook_ml import variance_mvue'
    """
    lines = [f"{'... ' if line[:1] in ' )' else '>>> '}{line}" for line in imports_for(page)]
    for code, output in _doctest_statements(page.example):
        first, *rest = fit_code(code, COLUMNS - 4)
        lines += [f">>> {first}", *(f"... {line}" for line in rest)]
        for line in output:
            lines += [line] if display_width(line) <= COLUMNS else wrap(line, "", "    ")
    return lines


def imports_for(page: Page) -> list[str]:
    """Return the import statements for the names that the example of a function uses.

    >>> from textbook_ml.sources.docstrings import page
    >>> imports_for(page("textbook_ml.equations.bridge.posterior_from_log_odds"))
    ['from math import log', 'from textbook_ml import posterior_from_log_odds']
    """
    code = "\n".join(code for code, _ in _doctest_statements(page.example))
    homes: dict[str, list[str]] = {}
    known = _homes_of_names(page.module)
    for name in sorted(_free_names(code)):
        if name in known:
            homes.setdefault(known[name], []).append(name)
    return [line for home, names in sorted(homes.items()) for line in _import_lines(home, names)]


def _import_lines(home: str, names: Sequence[str]) -> list[str]:
    return fit_code(f"from {home} import {', '.join(names)}", COLUMNS - 4)


def _free_names(code: str) -> set[str]:
    """Return the names that some code uses and does not define."""
    used: set[str] = set()
    bound = set(dir(builtins))
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Name):
            (used if isinstance(node.ctx, ast.Load) else bound).add(node.id)
        elif isinstance(node, ast.arg):
            bound.add(node.arg)
        elif isinstance(node, ast.alias):
            bound.add(node.asname or node.name)
    return used - bound


@cache
def _homes_of_names(module: str) -> dict[str, str]:
    """Return from where the names at the top of a module can be imported."""
    public = modules_of_names()
    found = {}
    for node in ast.parse(module_source(module)).body:
        if isinstance(node, ast.ImportFrom):
            found.update({a.name: str(node.module) for a in node.names if a.asname is None})
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            found[node.name] = module
        elif isinstance(node, ast.Assign):
            found.update({t.id: module for t in node.targets if isinstance(t, ast.Name)})
    return {
        name: "textbook_ml" if name in public and home.startswith("textbook_ml.") else home
        for name, home in found.items()
    }


def _doctest_statements(example: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield each statement of a doctest, and the lines of its output."""
    code: list[str] = []
    output: list[str] = []
    for line in example:
        if line.startswith(">>> ") and code:
            yield "\n".join(code), output
            code, output = [], []
        if line.startswith((">>> ", "... ")):
            code.append(line[4:])
        else:
            output.append(line)
    if code:
        yield "\n".join(code), output


def _with_narrow_docstrings(code: str, columns: int) -> list[str]:
    """Return the lines of the code; long lines of docstrings are wrapped, examples stay valid."""
    lines = code.splitlines()
    if max(map(display_width, lines), default=0) <= columns:
        return lines
    kinds = (ast.FunctionDef, ast.ClassDef, ast.Module)
    nodes = [n for n in ast.walk(ast.parse(code)) if isinstance(n, kinds)]
    texts = [node.body[0] for node in nodes if ast.get_docstring(node) is not None]
    for text in sorted(texts, key=lambda text: -text.lineno):
        start, end = text.lineno - 1, text.end_lineno or text.lineno
        lines[start:end] = _narrow_docstring(lines[start:end], columns)
    return lines


def _narrow_docstring(lines: Sequence[str], columns: int) -> Iterator[str]:
    """Yield the lines of a docstring, wrapped; a statement of an example is broken as code."""
    statement: list[str] = []
    for line, following in zip(lines, [*lines[1:], ""]):
        indent = line[: len(line) - len(line.lstrip())]
        text = line.strip()
        if text.startswith((">>> ", "... ")):
            statement.append(text[4:])
            if not following.strip().startswith("... "):
                first, *rest = fit_code("\n".join(statement), columns - len(indent) - 4)
                yield from (f"{indent}>>> {first}", *(f"{indent}... {more}" for more in rest))
                statement = []
        elif display_width(line) > columns:
            yield from wrap(text, indent, indent + "  " * (len(indent) > 4))
        else:
            yield line


def _split_line(lines: list[str], i: int, columns: int, margin: str) -> tuple[list[str], str]:
    """Break line i once if it is too long; `margin` is the indent after an earlier break.

    Return the parts, and the margin of the last part if that part continues the line.
    """
    line = lines[i]
    pieces = _tokens_of_line(lines, i) if display_width(line) > columns else []
    if not pieces:
        return [line], ""
    indent = line[: len(line) - len(line.lstrip())]
    if pieces[-1].kind == COMMENT:
        comment = list(wrap(pieces[-1].text.lstrip("# "), f"{indent}# "))
        rest = line[: pieces[-1].start].rstrip()
        return [*comment, *([rest] if rest else [])], margin
    inner = margin or f"{indent}    "
    if found := _LONG_IMPORT.fullmatch(line):
        return [f"{found[1]}(", f"{inner}{found[2]}", f"{indent})"], ""
    at = _best_break(line, pieces, columns)
    if at is None:
        return _split_string(line, pieces, columns, inner)
    head = line[: at.start].rstrip()
    return [head if at.depth else f"{head} \\", inner + line[at.start :]], inner


def _best_break(line: str, pieces: Sequence[_Token], columns: int) -> _Token | None:
    """Return the piece before which a line is broken: inside as few brackets as possible."""
    found = []
    for before, piece in zip(pieces, pieces[1:]):
        head = line[: piece.start].rstrip()
        if display_width(head) > columns - 2 * (not piece.depth):
            break
        cost = _break_cost(before, piece)
        if cost is not None:
            found.append((-cost - (not piece.depth) * 9, piece.start, piece))
    return max(found, key=lambda f: f[:2])[2] if found else None


def _break_cost(before: _Token, piece: _Token) -> float | None:
    """Return the cost of a line break before a piece, or None if no break is allowed."""
    if piece.text in (")", "]", "}"):
        return None
    if before.text == ",":
        return piece.depth
    if before.text in ("(", "[", "{"):
        return piece.depth + 0.5
    if before.text == ":" and piece.depth:
        return piece.depth + 0.75
    ends = before.text in (")", "]", "}") or before.kind in (NAME, STRING, NUMBER)
    if piece.text in _BREAK_BEFORE and ends and before.text not in _BREAK_BEFORE:
        return piece.depth
    return piece.depth if before.kind == STRING == piece.kind else None


def _split_string(
    line: str, pieces: Sequence[_Token], columns: int, inner: str
) -> tuple[list[str], str]:
    """Break a string inside brackets into two at a space that is in no replacement field."""
    for piece in pieces:
        if piece.kind == STRING and piece.depth and display_width(line[: piece.end]) >= columns:
            prefix = piece.text[: len(piece.text) - len(piece.text.lstrip("rbfuRBFU"))]
            quote = piece.text[len(prefix)]
            depth, at = 0, 0
            for k, c in enumerate(piece.text[:-1]):
                depth += "f" in prefix and {"{": 1, "}": -1}.get(c, 0)
                if c == " " and not depth and display_width(line[: piece.start + k]) < columns - 1:
                    at = k + 1
            if at > len(prefix) + 1 and piece.text[len(prefix) :][:3] != quote * 3:
                cut = piece.start + at
                return [line[:cut] + quote, f"{inner}{prefix}{quote}{line[cut:]}"], inner
    return [line], ""


def _tokens_of_line(lines: list[str], i: int) -> list[_Token]:
    """Return the tokens of line i; none if the line is a part of a token of several lines."""
    found, depth = [], 0
    lambdas: list[int] = []  # depths of lambdas whose parameters are being read
    for kind, text, start, end in _tokens_of_code("\n".join(lines) + "\n"):
        if start[0] <= i + 1 <= end[0] and start[0] != end[0]:
            return []
        depth -= kind == OP and text in (")", "]", "}")
        if start[0] == i + 1 and kind not in _NO_CODE and text:
            found.append(_Token(kind, text, start[1], end[1], depth + 3 * len(lambdas)))
        if text == "lambda":
            lambdas.append(depth)
        elif text == ":" and lambdas and lambdas[-1] == depth:
            lambdas.pop()
        depth += kind == OP and text in ("(", "[", "{")
    return found


def _tokens_of_code(code: str) -> Iterator[tuple[int, str, tuple[int, int], tuple[int, int]]]:
    """Yield kind, text, start and end of each token; an f-string is one token on every Python."""
    lines = code.splitlines()
    opened: list[TokenInfo] = []
    try:
        for token in generate_tokens(StringIO(code).readline):
            if tok_name[token.type] == "FSTRING_START":
                opened.append(token)
            elif tok_name[token.type] == "FSTRING_END":
                start = opened.pop().start
                if not opened:
                    text = lines[start[0] - 1][start[1] : token.end[1]]
                    yield STRING, text, start, token.end
            elif not opened:
                yield token.type, token.string, token.start, token.end
    except (TokenError, IndentationError):  # incomplete code: the remaining tokens are unknown
        return
