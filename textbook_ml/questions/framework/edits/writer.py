"""Changes of a function: the replaced parts, and the function after the change."""

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any

from textbook_ml.questions.framework.edits.code import Code, arguments_of, names_of
from textbook_ml.questions.framework.edits.places import Place, is_number, places_of

MOST_ATOMS, FEWEST_ATOMS = 18, 6  # expressions that an edit may insert, by the size of the code
MOST_ADDITIONS = 2000  # edits that add a factor or a term
Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Edit:
    """One change of a function: the line, the changed part, and the function after the change."""

    line: int
    kind: str  # what is wrong, as a noun phrase, for example "the divisor"
    before: str
    after: str
    code: str
    exact: bool = True  # whether `before` and `after` may be shown to the student
    around: tuple[str, str] = ("", "")  # the expression that contains the change, before and after

    @property
    def key(self) -> tuple[tuple[Span, ...], str]:
        """What distinguishes this edit from the others of the same function."""
        return (), self.code

    @property
    def edit(self) -> "Edit":
        """The edit itself; a `Change` works it out."""
        return self


class Writer:
    """The places of a function, and the function's code after a place is replaced."""

    def __init__(self, code: Code) -> None:
        self.code, self.function = code, code.tree()
        self.bytes = code.text.encode()
        self.starts = [0]
        for line in self.bytes.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        self.places = [
            replace(place, shape=shape)
            for place, shape in zip_longest(places_of(self.function), code.seen, fillvalue="")
            if isinstance(place, Place)
        ]
        self.spans: dict[int, Span] = {}
        self.seen: set[str] = {code.text}
        self.changes: set[tuple[tuple[Span, ...], str]] = set()
        self.names = [n for n in ast.walk(self.function) if isinstance(n, ast.Name)]
        assigns = [n for n in ast.walk(self.function) if isinstance(n, ast.Assign)]
        stored = [n.id for n in self.names if isinstance(n.ctx, ast.Store)]
        uses = [n.id for n in self.names]
        self.computed_again = {  # variables with one use that several lines compute
            name for name in set(stored)
            if stored.count(name) == uses.count(name) - 1 and uses.count(name) > 2
        }  # fmt: skip
        self.assigned = [target for assign in assigns for target in assign.targets]
        n_numbers = sum(map(is_number, self.places))
        most = MOST_ADDITIONS // (4 * n_numbers + 1)
        self.most_atoms = max(FEWEST_ATOMS, min(MOST_ATOMS, most))
        self.scopes = _scopes(self)
        self.known = _shapes(self)  # shapes of the variables
        self.math = code.math

    def span(self, node: ast.AST) -> Span:
        """Return the first and the last position of an expression in the text, in bytes."""
        found = self.spans.get(id(node))
        if found is None:
            at: Any = node
            start = self.starts[at.lineno - 1] + at.col_offset
            found = start, self.starts[at.end_lineno - 1] + at.end_col_offset
            self.spans[id(node)] = found
        return found

    def text(self, node: ast.AST) -> str:
        """Return the text of an expression of the function."""
        start, end = self.span(node)
        return self.bytes[start:end].decode()

    def edit(
        self, place: Place, after: ast.AST | str, kind: str, exact: bool = True
    ) -> Iterator["Change"]:
        """Yield the change that replaces one place, unless it was yielded before."""
        yield from self.edit_all([place], after, kind, exact)

    def edit_all(
        self, places: Sequence[Place], after: ast.AST | str, kind: str, exact: bool = True
    ) -> Iterator["Change"]:
        """Yield the change that replaces several equal parts."""
        new = after if isinstance(after, str) else ast.unparse(after)
        spans = tuple([self.span(place.node) for place in places])
        if (spans, new) not in self.changes:
            self.changes.add((spans, new))
            if new != self.text(places[0].node) and not self.is_misleading(places[0], new):
                yield Change(self, places, spans, new, kind, exact)

    def is_misleading(self, place: Place, new: str) -> bool:
        """Return whether an edit of a variable hides a mistake that is somewhere else.

        It replaces the only use of a variable that several lines compute, so that the mistake may
        be in any of these lines. Or it may make a comparison the same in all cases.
        """
        node = place.node
        if not isinstance(node, ast.Name) or not (
            node.id in self.computed_again or _is_ordered(place)
        ):
            return False
        without_itself = node.id not in names_of(new)
        computed = node.id in self.computed_again and not new.isidentifier()
        return without_itself and (computed or _is_ordered(place))

    def only_definition(self, node: ast.expr, new: str) -> ast.AST | None:
        """Return where a variable gets the value that an edit replaces in its only use.

        The mistake is there, unless the edit uses another variable or the variable itself.
        """
        if not isinstance(node, ast.Name) or new.isidentifier() or node.id in names_of(new):
            return None
        uses = [n for n in self.names if n.id == node.id]
        stored = [n for n in uses if isinstance(n.ctx, ast.Store)]
        whole = [t for t in self.assigned if isinstance(t, ast.Name) and t.id == node.id]
        return stored[0] if len(uses) == 2 and len(stored) == len(whole) == 1 else None

    def spliced(self, spans: Sequence[Span], new: str) -> str:
        """Return the code with some expressions replaced by a text in brackets."""
        code, put = self.bytes, f"({new})".encode()
        for start, end in sorted(spans, reverse=True):
            code = code[:start] + put + code[end:]
        return code.decode()

    def line(self, node: ast.AST) -> int:
        """Return the line of the file that contains the start of a part of the function."""
        own, column = getattr(node, "lineno"), getattr(node, "col_offset")
        found: int = self.code.spots.get((own, column)) or self.code.lines.get(own, own)
        return found

    def rebuilt(self, node: ast.AST, kind: str, before: str, after: str) -> Iterator[Edit]:
        """Yield an edit of the statements; the function has already been changed."""
        code = ast.unparse(self.function)
        if code not in self.seen:
            self.seen.add(code)
            yield Edit(self.line(node), kind, before, after, code, exact=False)

    def visible(self, node: ast.AST) -> list[str]:
        """Return the variables that can be used at a place."""
        start, end = self.span(node)
        return [
            name for name, spans in self.scopes.items()
            if any(first <= start and end <= last for first, last in spans)
        ]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Change:
    """A replacement of parts of a function; most of them are only tried, and never shown."""

    writer: Writer
    places: Sequence[Place]
    spans: tuple[Span, ...]  # the positions of the replaced parts, in bytes
    after: str
    kind: str
    exact: bool

    @property
    def key(self) -> tuple[tuple[Span, ...], str]:
        """What distinguishes this change from the others of the same function."""
        return self.spans, self.after

    def is_apart_from(self, other: "Change") -> bool:
        """Return whether no replaced part overlaps with one of the other change."""
        return all(
            one[1] <= two[0] or two[1] <= one[0] for one in self.spans for two in other.spans
        )

    @property
    def edit(self) -> Edit:
        """The edit, with the function after the change."""
        writer, first = self.writer, self.places[0]
        before, line, kind, exact = writer.text(first.node), 0, self.kind, self.exact
        around = ("", "")
        if isinstance(first.parent, ast.expr):
            start, end = writer.span(first.parent)
            changed = writer.spliced(self.spans[:1], self.after).encode()
            size = len(changed) - len(writer.bytes)
            around = (writer.text(first.parent), changed[start : end + size].decode())
        line = writer.line(first.node)
        if (definition := writer.only_definition(first.node, self.after)) is not None:
            line, kind, exact = writer.line(definition), f"the value of `{before}`", False
        code = writer.spliced(self.spans, self.after)
        return Edit(line, kind, before, self.after, code, exact, around)


def together(one: Change, other: Change) -> str:
    """Return the function after two changes of different places."""
    parts = [(span, change.after) for change in (one, other) for span in change.spans]
    code = one.writer.bytes
    for (start, end), after in sorted(parts, reverse=True):
        code = code[:start] + f"({after})".encode() + code[end:]
    return code.decode()


def _scopes(writer: Writer) -> dict[str, list[tuple[int, int]]]:
    """Return the parts of the code in which each variable is known."""
    whole = (0, len(writer.bytes))
    found = {argument.arg: [whole] for argument in arguments_of(writer.function)}
    inner: dict[int, tuple[int, int]] = {}
    for node in ast.walk(writer.function):
        if isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
            for loop in node.generators:
                inner |= {id(part): writer.span(node) for part in ast.walk(loop.target)}
    for node in ast.walk(writer.function):
        if isinstance(node, ast.FunctionDef) and node is not writer.function:
            for argument in arguments_of(node):
                found.setdefault(argument.arg, []).append(writer.span(node))
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.setdefault(node.id, []).append(inner.get(id(node), whole))
    return found


def _is_ordered(place: Place) -> bool:
    """Return whether a place is a variable that is compared by <, <=, > or >= with a number.

    With another variable there, the comparison may be the same in all cases, which only avoids a
    wrong branch.
    """
    match place.parent:
        case ast.Compare(ops=[ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE()], comparators=[other]):
            return isinstance(place.node, ast.Name) and isinstance(other, ast.Constant)
    return False


def _shapes(writer: Writer) -> dict[str, str]:
    """Return the shapes of the variables, as far as they are known."""
    found = dict(writer.code.shapes)
    for place in writer.places:
        if isinstance(place.node, ast.Name) and place.shape:
            found.setdefault(place.node.id, place.shape)
    for node in ast.walk(writer.function):  # variables that are assigned but not read
        if isinstance(node, (ast.For, ast.comprehension)):
            _loop_shapes(node.target, node.iter, found)
    return found


def _loop_shapes(target: ast.expr, source: ast.expr, found: dict[str, str]) -> None:
    """Add the shapes of the variables of a loop over a variable, or over several with zip."""
    match target, source:
        case ast.Name(id=name), ast.Name(id=over) if found.get(over, "")[:1] == "L":
            found.setdefault(name, found[over][1:])
        case ast.Name(id=name), ast.Call(func=ast.Name(id="range")):
            found.setdefault(name, "i")
        case ast.Name(id=name), ast.Name(id=over) if found.get(over, "")[:1] == "D":
            found.setdefault(name, "s")
        case ast.Tuple(elts=parts), ast.Call(func=ast.Name(id="zip"), args=sources):
            for part, one in zip(parts, sources):
                _loop_shapes(part, one, found)
        case (
            ast.Tuple(elts=[index, part]),
            ast.Call(func=ast.Name(id="enumerate"), args=[one, *_]),
        ):
            if isinstance(index, ast.Name):
                found.setdefault(index.id, "i")
            _loop_shapes(part, one, found)
