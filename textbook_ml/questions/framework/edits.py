"""Small edits of a student's function, from frequent mistakes to rare ones.

The grader searches these edits for one that makes the function right; the edited line is where the
mistake is. This module only parses and rewrites the code; it executes nothing.
"""

import ast
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import permutations, zip_longest
from typing import Any

MOST_NODES = 700  # larger functions are not searched
MOST_ATOMS, FEWEST_ATOMS = 18, 6  # expressions that an edit may insert, by the size of the code
MOST_ADDITIONS = 2000  # edits that add a factor or a term

# A function is likely meant to be one of its neighbours in these groups.
CONFUSED = (
    ("log", "log2", "log10", "log1p", "exp", "expm1", "sqrt"),
    ("max", "min", "sum", "len", "abs"),
    ("sum", "prod", "fsum"),
    ("floor", "ceil", "round", "int"),
    ("any", "all"),
    ("mean", "median", "mode"),
    ("variance", "pvariance", "stdev", "pstdev"),
    ("keys", "values", "items"),
    ("sorted", "reversed", "list"),
)
ARITHMETIC = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Pow)
ORDERS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
COMPARISONS = (*ORDERS, ast.Eq, ast.NotEq)
OPPOSITES: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
WRAPPERS = (
    "{math}log{0}",
    "{math}exp{0}",
    "{0} * {0}",
    "1 - {0}",
    "{math}sqrt{0}",
    "abs{0}",
    "1 / {0}",
    "{0} * (1 - {0})",
)
NORMALISED = (
    "(lambda t: {{k: t[k] / sum(t.values()) for k in t}})({})",
    "(lambda t: [v / sum(t) for v in t])({})",
)
DIVIDED = {  # by the shape of the value without the shape of its numbers
    "L": "[v / {1} for v in {0}]",
    "LL": "[[v / {1} for v in r] for r in {0}]",
    "D": "{{k: v / {1} for k, v in ({0}).items()}}",
}
ODDS = ("{0} / (1 - {0})", "(1 - {0}) / {0}")
CONTAINERS = ("len", "range", "zip", "enumerate", "list", "dict", "set", "tuple", "sorted", "map")
COMMUTATIVE = (ast.Add, ast.Mult)
NUMBERS = ("f", "i", "b")  # shapes of numbers


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
    def edit(self) -> "Edit":
        """The edit itself; a `Change` works it out."""
        return self


@dataclass(frozen=True, slots=True)
class Place:
    """An expression of the function that can be replaced: a field of its parent."""

    parent: ast.AST
    name: str
    index: int | None
    role: str  # how the parent uses this part: "divisor", "iterable", "container", "function", …
    shape: str = ""  # what its value was in one call: "f" float, "Lf" list of floats; "" unknown

    @property
    def node(self) -> ast.expr:
        """The expression itself."""
        value = getattr(self.parent, self.name)
        found: ast.expr = value if self.index is None else value[self.index]
        return found

    def put(self, node: ast.AST) -> None:
        """Replace the expression in the syntax tree."""
        if self.index is None:
            setattr(self.parent, self.name, node)
        else:
            getattr(self.parent, self.name)[self.index] = node


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

    @property
    def line(self) -> int:
        """The first line of the function in the file."""
        return min(self.lines.values())


def function_in(text: str, name: str) -> Code | None:
    """Return the last definition of a function in a file; None if it cannot be searched.

    >>> function_in("def f(x):\\n    return x", "f").text
    'def f(x):\\n    return x'
    """
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    found = [n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name == name]
    if not found or sum(1 for _ in ast.walk(found[-1])) > MOST_NODES:
        return None
    function = found[-1]
    function.decorator_list = []
    function.returns = None
    if ast.get_docstring(function) is not None and len(function.body) > 1:
        del function.body[0]
    wrappers = tuple(
        n.name for n in tree.body
        if isinstance(n, ast.FunctionDef) and n.name != name and len(_arguments(n)) == 1
    )  # fmt: skip
    code = Code(name, ast.unparse(function), {}, math=_math(tree), wrappers=wrappers)
    for own, original in zip(ast.walk(code.tree()), ast.walk(function)):
        if type(own) is not type(original):
            return None
        if hasattr(own, "lineno"):
            code.lines.setdefault(own.lineno, getattr(original, "lineno"))
            spot = own.lineno, getattr(own, "col_offset")
            code.spots.setdefault(spot, getattr(original, "lineno"))
    return code


def _math(tree: ast.Module) -> str:
    """Return what a file writes before the functions of `math`.

    >>> _math(ast.parse("import math as m")), _math(ast.parse("from math import exp, log"))
    ('m.', '')
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for name in node.names:
                if name.name == "math":
                    return f"{name.asname or 'math'}."
        elif isinstance(node, ast.ImportFrom) and node.module == "math":
            if {"log", "exp"} <= {name.name for name in node.names} or node.names[0].name == "*":
                return ""
    return "math."


def recording(code: Code, recorder: str) -> str:
    """Return the function with a call of `recorder(number, value)` around each expression."""
    tree = code.tree()
    for number, place in enumerate(list(_places(tree))):
        if place.role != "function":
            call = _call(recorder, ast.Constant(number), place.node)
            place.put(call)
    return ast.unparse(tree)


def changes(code: Code, tier: int) -> "Iterator[Change | Edit]":
    """Yield the changes of a tier: 0 changes parts, 1 adds parts, 2 rebuilds expressions.

    An `Edit` is a change of the statements.
    """
    writer = _Writer(code)
    yield from (_TIERS[tier])(writer)


def edits(code: Code, tier: int) -> Iterator[Edit]:
    """Yield the edits of a tier, which are worked-out changes.

    >>> code = function_in("def f(xs, mu):\\n    return sum(xs) / len(xs)", "f")
    >>> [e.after for e in edits(code, 0) if e.kind == "the divisor"][-2:]
    ['(len(xs)) / 2', '2 * (len(xs))']
    """
    yield from (change.edit for change in changes(code, tier))


def tidy(text: str) -> str:
    """Return an expression in normal layout, without superfluous brackets.

    >>> tidy("(a) + ((b))")
    'a + b'
    """
    found = _expression(text)
    return text if found is None else ast.unparse(found)


class _Writer:
    """The places of a function, and the function's code after a place is replaced."""

    def __init__(self, code: Code) -> None:
        self.code, self.function = code, code.tree()
        self.bytes = code.text.encode()
        self.starts = [0]
        for line in self.bytes.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        self.places = [
            replace(place, shape=shape)
            for place, shape in zip_longest(_places(self.function), code.seen, fillvalue="")
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
        n_numbers = sum(map(_is_number, self.places))
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
        without_itself = node.id not in _names_of(new)
        computed = node.id in self.computed_again and not new.isidentifier()
        return without_itself and (computed or _is_ordered(place))

    def only_definition(self, node: ast.expr, new: str) -> ast.AST | None:
        """Return where a variable gets the value that an edit replaces in its only use.

        The mistake is there, unless the edit uses another variable or the variable itself.
        """
        if not isinstance(node, ast.Name) or new.isidentifier() or node.id in _names_of(new):
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

    writer: _Writer
    places: Sequence[Place]
    spans: tuple[Span, ...]  # the positions of the replaced parts, in bytes
    after: str
    kind: str
    exact: bool

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


def _scopes(writer: _Writer) -> dict[str, list[tuple[int, int]]]:
    """Return the parts of the code in which each variable is known."""
    whole = (0, len(writer.bytes))
    found = {argument.arg: [whole] for argument in _arguments(writer.function)}
    inner: dict[int, tuple[int, int]] = {}
    for node in ast.walk(writer.function):
        if isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
            for loop in node.generators:
                inner |= {id(part): writer.span(node) for part in ast.walk(loop.target)}
    for node in ast.walk(writer.function):
        if isinstance(node, ast.FunctionDef) and node is not writer.function:
            for argument in _arguments(node):
                found.setdefault(argument.arg, []).append(writer.span(node))
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.setdefault(node.id, []).append(inner.get(id(node), whole))
    return found


def _arguments(function: ast.FunctionDef) -> list[ast.arg]:
    return [*function.args.args, *function.args.kwonlyargs]


@cache
def _expression(text: str) -> ast.expr | None:
    try:
        return ast.parse(text, mode="eval").body
    except SyntaxError:
        return None


def _places(function: ast.FunctionDef) -> Iterator[Place]:
    """Yield every expression of the body that is read, with its role."""
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        parent = waiting.pop(0)
        for name, value in ast.iter_fields(parent):
            for index, part in enumerate(value) if isinstance(value, list) else [(None, value)]:
                if not isinstance(part, ast.AST) or isinstance(part, (ast.JoinedStr, ast.Lambda)):
                    continue
                read = isinstance(getattr(part, "ctx", ast.Load()), ast.Load)
                if isinstance(part, ast.expr) and name != "annotation" and read:
                    if not isinstance(part, (ast.Starred, ast.Slice)):
                        yield Place(parent, name, index, _role(parent, name, index))
                if name != "annotation" and not isinstance(part, ast.arguments):
                    waiting.append(part)


def _role(parent: ast.AST, name: str, index: int | None) -> str:
    """Return the role of a part: how its parent uses it."""
    match parent, name:
        case ast.BinOp(op=ast.Div() | ast.FloorDiv()), "right":
            return "divisor"
        case ((ast.For() | ast.comprehension()), "iter"):
            return "iterable"
        case ast.Subscript(), "value":
            return "container"
        case ast.Subscript(), "slice":
            return "index"
        case ast.Slice(), _:
            return "index"
        case ast.Call(), "func":
            return "function"
        case ast.Call(func=ast.Name(id=called)), "args" if called in CONTAINERS:
            return "bound" if called == "range" else "iterable"
        case ((ast.If() | ast.IfExp() | ast.While()), "test"):
            return "condition"
        case ast.DictComp(), "key":
            return "key"
        case ast.comprehension(), "ifs":
            return "condition"
        case ast.BinOp(op=ast.Pow()), "right":
            return "exponent"
        case ast.Attribute(), "value":
            return "object"
        case ast.Return(), _:
            return "returned value"
    return ""


def _kind(place: Place, default: str) -> str:
    """Return a noun phrase for a mistake: the role of the place if that is more exact."""
    if _is_start(place):
        return "the start value"
    known = ("divisor", "index", "exponent", "condition")
    if place.role == "bound":
        return "the range"
    return f"the {place.role}" if place.role in known else default


def _is_number(place: Place) -> bool:
    """Return whether a place may hold a number that can be scaled or shifted."""
    if place.role in ("iterable", "container", "function", "condition", "object", "key"):
        return False
    if place.shape:
        return place.shape in NUMBERS
    node = place.node
    if isinstance(node, ast.Constant):
        return isinstance(node.value, (int, float)) and not isinstance(node.value, bool)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id not in CONTAINERS or node.func.id == "len"
    return isinstance(node, (ast.BinOp, ast.Name, ast.Subscript, ast.UnaryOp, ast.Call, ast.IfExp))


def _shapes(writer: _Writer) -> dict[str, str]:
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


def _all_atoms(writer: _Writer) -> list[str]:
    """Return short numeric expressions of the function's own names that an edit may insert.

    Arguments that the function does not use come first. Names of unknown shape may be numbers.

    >>> _all_atoms(_Writer(function_in("def f(xs, n):\\n    return [x / xs[0] for x in xs]", "f")))
    ['n', 'x', 'xs[0]', 'len(xs)', 'len(n)', 'sum(xs)']
    """
    shapes = writer.known
    used = {place.node.id for place in writer.places if isinstance(place.node, ast.Name)}
    names = sorted(writer.scopes, key=lambda name: name in used)
    containers = {
        writer.text(place.node)
        for place in writer.places
        if place.role in ("container", "iterable") and isinstance(place.node, ast.Name)
    }
    plain, indexed, sizes = [], [], []
    indices = [name for name in names if shapes.get(name, "i") == "i"]
    keys = [name for name in names if shapes.get(name, "s") == "s"]
    for name in names:
        shape = shapes.get(name, "")
        if (not shape and name not in containers) or shape in NUMBERS:
            plain.append(name)
        if shape in ("Lf", "Li", "Lb"):
            indexed += [f"{name}[{index}]" for index in indices if index in shapes]
        if shape in ("LLf", "LLi"):
            indexed += [f"{name}[{i}][{j}]" for i in indices for j in indices if i != j]
        if shape in ("Df", "Di"):
            indexed += [f"{name}[{key}]" for key in keys if key in shapes]
        if shape == "DLf":
            indexed += [f"{name}[{k}][{i}]" for k in keys for i in indices if k in shapes]
    for place in writer.places:
        if isinstance(place.node, ast.Subscript) and (place.shape or "f") in NUMBERS:
            indexed.append(writer.text(place.node))
    arguments = [argument.arg for argument in _arguments(writer.function)]
    for name in (*arguments, *(n for n in names if shapes.get(n, "")[:1] in ("L", "D"))):
        if shapes.get(name, "L")[:1] in ("L", "D"):
            sizes.append(f"len({name})")
            if shapes.get(name, "Lf") in ("Lf", "Li") and (shapes or name in containers):
                sizes.append(f"sum({name})")
            if shapes.get(name) in ("Df", "Di"):
                sizes.append(f"sum({name}.values())")
            if shapes.get(name, "")[:2] == "LL":
                sizes.append(f"len({name}[0])")
    sizes.sort(key=lambda text: text.startswith("sum"))
    return [atom for atom in dict.fromkeys([*plain, *indexed, *sizes]) if len(atom) < 24]


def _atoms_at(writer: _Writer, place: Place, atoms: Sequence[str]) -> list[str]:
    """Return the expressions whose variables are known at a place."""
    visible = {*writer.visible(place.node), "len", "sum", "values"}
    return [atom for atom in atoms if _names_of(atom) <= visible][: writer.most_atoms]


@cache
def _names_of(atom: str) -> frozenset[str]:
    found = _expression(atom)
    assert found is not None
    return frozenset(node.id for node in ast.walk(found) if isinstance(node, ast.Name))


def _alike_names(writer: _Writer, place: Place) -> list[str]:
    """Return the variables at a place that have a shape like the value of the place."""
    shapes = writer.known
    wanted = "f" if place.shape in NUMBERS else place.shape
    return [
        name for name in writer.visible(place.node)
        if not place.shape or not shapes.get(name)
        or ("f" if shapes[name] in NUMBERS else shapes[name]) == wanted
    ]  # fmt: skip


def _changes(writer: _Writer) -> Iterator[Change | Edit]:
    """Yield the edits of tier 0: change an operator, constant, name or function, or drop a part."""
    for place in writer.places:
        for change in (_operators, _constants, _names, _functions, _dropped, _shifted):
            yield from change(writer, place)
    yield from _statements(writer)


def _operators(writer: _Writer, place: Place) -> Iterator[Change]:
    node = place.node
    if isinstance(node, ast.BinOp):
        kind = "the sign" if isinstance(node.op, (ast.Add, ast.Sub)) else "the operator"
        for other in ARITHMETIC:
            sign = kind if other in (ast.Add, ast.Sub) else "the operator"
            yield from writer.edit(place, ast.BinOp(node.left, other(), node.right), sign)
        for regrouped in _regrouped(node):
            yield from writer.edit(place, regrouped, "the brackets")
        if not isinstance(node.op, COMMUTATIVE) or _is_list(node.left) or _is_list(node.right):
            swapped = ast.BinOp(node.right, node.op, node.left)
            yield from writer.edit(place, swapped, "the order of the operands")
    elif isinstance(node, ast.Compare) and len(node.ops) == 1:
        for other_sign in _other_comparisons(node.ops[0]):
            changed = ast.Compare(node.left, [other_sign()], node.comparators)
            yield from writer.edit(place, changed, "the comparison")
    elif isinstance(node, ast.BoolOp):
        op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield from writer.edit(place, ast.BoolOp(op, node.values), "and / or")
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.Not)):
        yield from writer.edit(place, node.operand, "the sign")
    elif _is_number(place) and not isinstance(node, ast.Constant):
        if not _is_sum_returned(writer, place):
            yield from writer.edit(place, ast.UnaryOp(ast.USub(), node), "the sign")


def _is_sum_returned(writer: _Writer, place: Place) -> bool:
    """Return whether a variable that several statements compute is returned.

    A minus sign there repairs a mistake in each of these statements.
    """
    node = place.node
    if not isinstance(node, ast.Name) or not isinstance(place.parent, (ast.Return, ast.List)):
        return False
    stored = [n for n in writer.names if n.id == node.id and isinstance(n.ctx, ast.Store)]
    return len(stored) > 1


def _factors(node: ast.expr) -> list[ast.expr]:
    """Return the factors of a product, from left to right."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        return [*_factors(node.left), node.right]
    return [node]


def _other_comparisons(sign: ast.cmpop) -> Sequence[type[ast.cmpop]]:
    """Return the comparisons that may be meant; != for < would only avoid a wrong branch."""
    if type(sign) in OPPOSITES:
        return (OPPOSITES[type(sign)],)
    return ORDERS if isinstance(sign, ORDERS) else COMPARISONS


def _regrouped(node: ast.BinOp) -> Iterator[ast.expr]:
    """Yield the same operations with other brackets: a / b - c becomes a / (b - c)."""
    if isinstance(node.left, ast.BinOp):
        a, b, c = node.left.left, node.left.right, node.right
        yield ast.BinOp(a, node.left.op, ast.BinOp(b, node.op, c))
    if isinstance(node.right, ast.BinOp):
        a, b, c = node.left, node.right.left, node.right.right
        yield ast.BinOp(ast.BinOp(a, node.op, b), node.right.op, c)
    match node:
        case ast.BinOp(
            left=ast.BinOp(left=a, op=ast.Mult(), right=b),
            op=ast.Add() | ast.Sub(),
            right=ast.BinOp(op=ast.Mult()) as product,
        ):  # a * 1 - b * c becomes a * (1 - b) * c
            first, *others = _factors(product)
            inside: ast.expr = ast.BinOp(a, ast.Mult(), ast.BinOp(b, node.op, first))
            for factor in others:
                inside = ast.BinOp(inside, ast.Mult(), factor)
            yield inside
        case ast.BinOp(
            left=ast.BinOp(left=a, op=ast.Add() | ast.Sub() as sign, right=b), op=ast.Pow()
        ):  # (a - b) ** 2 becomes a ** 2 - b ** 2
            yield ast.BinOp(
                ast.BinOp(a, ast.Pow(), node.right), sign, ast.BinOp(b, ast.Pow(), node.right)
            )
        case ast.BinOp(
            left=ast.BinOp(left=a, op=ast.Pow(), right=ast.Constant(value=power)),
            op=ast.Add() | ast.Sub(),
            right=ast.BinOp(left=b, op=ast.Pow(), right=ast.Constant(value=other)),
        ) if power == other:  # and the reverse
            yield ast.BinOp(ast.BinOp(a, node.op, b), ast.Pow(), ast.Constant(power))
        case ast.BinOp(
            left=ast.Call(args=[inner], keywords=[]) as call, op=ast.Add() | ast.Sub(), right=b
        ) if not isinstance(inner, (ast.Starred, ast.GeneratorExp)):  # exp(a) - b: exp(a - b)
            yield ast.Call(call.func, [ast.BinOp(inner, node.op, b)], [])
    match node:
        case ast.BinOp(left=ast.List(elts=[ast.BinOp() as row]), op=ast.Mult(), right=n):
            loop = ast.comprehension(ast.Name("_", ast.Store()), _call("range", n), [], 0)
            yield ast.ListComp(row, [loop])  # rows that are not the same list


def _is_list(node: ast.expr) -> bool:
    return isinstance(node, (ast.List, ast.ListComp))


def _call(name: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])


def _constants(writer: _Writer, place: Place) -> Iterator[Change]:
    node = place.node
    if not isinstance(node, ast.Constant):
        return
    value = node.value
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        kind = _kind(place, "the constant")
        others = (
            (0, 1) if _is_start(place) else (value + 1, value - 1, -value, 0, 1, 2, 0.5, 2 * value)
        )
        for other in others:
            yield from writer.edit(place, ast.Constant(other), kind)
    elif isinstance(value, bool):
        yield from writer.edit(place, ast.Constant(not value), "the constant")


def _is_start(place: Place) -> bool:
    """Return whether a place is the number 0 or 1 that a variable is set to."""
    node = place.node
    if not isinstance(node, ast.Constant) or node.value not in (0, 1):
        return False
    return isinstance(place.parent, ast.Assign) and isinstance(place.parent.targets[0], ast.Name)


def _names(writer: _Writer, place: Place) -> Iterator[Change]:
    node = place.node
    if isinstance(node, ast.Name) and place.role != "function":
        for name in _alike_names(writer, place):
            yield from writer.edit(place, name, _kind(place, "the variable"))
        if writer.known.get(node.id) == "i" and place.role != "index":
            for name in writer.visible(node):  # the item in place of its index
                if writer.known.get(name, "") in ("Lf", "Li"):
                    yield from writer.edit(place, f"{name}[{node.id}]", "the index as a value")
    elif isinstance(node, ast.Call) and len(node.args) == 1 and isinstance(node.args[0], ast.Name):
        called = writer.text(node.func)
        for name in writer.visible(node) if called in ("len", "sum", "range") else ():
            if called != "len" or writer.known.get(name, "L")[:1] in ("L", "D"):
                new = f"{called}({name})"
                yield from writer.edit(place, new, _kind(place, "the argument"))
        if getattr(node.func, "id", "") in ("len", "sum"):
            values = ast.Call(ast.Attribute(node.args[0], "values", ast.Load()), [], [])
            yield from writer.edit(place, _call("sum", values), _kind(place, "the function"))


def _is_ordered(place: Place) -> bool:
    """Return whether a place is a variable that is compared by <, <=, > or >= with a number.

    With another variable there, the comparison may be the same in all cases, which only avoids a
    wrong branch.
    """
    match place.parent:
        case ast.Compare(ops=[ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE()], comparators=[other]):
            return isinstance(place.node, ast.Name) and isinstance(other, ast.Constant)
    return False


def _functions(writer: _Writer, place: Place) -> Iterator[Change]:
    node = place.node
    if place.role == "function":
        name = node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
        for group in CONFUSED:
            for other in group if name in group else ():
                new: ast.expr = ast.Name(other, ast.Load())
                if isinstance(node, ast.Attribute):
                    new = ast.Attribute(node.value, other, ast.Load())
                yield from writer.edit(place, new, "the function that is called")
    elif isinstance(node, ast.Call):
        if 2 <= len(node.args) <= 3:
            for order in permutations(node.args):
                changed = ast.Call(node.func, list(order), node.keywords)
                yield from writer.edit(place, changed, "the order of the arguments")
        for first in range(len(node.args) - 1 if len(node.args) in (4, 5) else 0):
            swapped = [*node.args]
            swapped[first : first + 2] = swapped[first + 1], swapped[first]
            changed = ast.Call(node.func, swapped, node.keywords)
            yield from writer.edit(place, changed, "the order of the arguments")
        if getattr(node.func, "id", "") == "range" and len(node.args) == 1:
            text = writer.text(node.args[0])
            yield from writer.edit(place, f"range(1, {text} + 1)", "the range")
        if isinstance(node.func, ast.Attribute) and node.func.attr == "insert":
            method = ast.Attribute(node.func.value, "append", ast.Load())
            changed = ast.Call(method, node.args[1:], [])
            yield from writer.edit(place, changed, "the position of the new item")
        kind = _kind(place, "the call")
        for inner in node.args[:2]:
            if not isinstance(inner, (ast.Starred, ast.GeneratorExp)):
                yield from writer.edit(place, inner, kind)


def _dropped(writer: _Writer, place: Place) -> Iterator[Change]:
    node = place.node
    if isinstance(node, ast.BinOp):
        for kept, lost in ((node.left, node.right), (node.right, node.left)):
            name = {ast.Add: "a term", ast.Sub: "a term", ast.Pow: "an exponent"}.get(
                type(node.op), "a factor"
            )
            if lost is node.right or isinstance(node.op, COMMUTATIVE):
                yield from writer.edit(place, kept, f"{name} too many")
            else:
                yield from writer.edit(place, kept, "the expression")
        match node:
            case ast.BinOp(
                left=ast.BinOp(left=above, op=ast.Add()),
                op=ast.Div(),
                right=ast.BinOp(left=below, op=ast.Add()),
            ):
                plain = ast.BinOp(above, ast.Div(), below)
                yield from writer.edit(place, plain, "the smoothing")
    elif isinstance(node, ast.IfExp):
        for branch in (node.body, node.orelse):
            yield from writer.edit(place, branch, "the condition")
    elif isinstance(node, ast.Subscript):
        if isinstance(node.slice, ast.Slice):
            yield from writer.edit(place, node.value, "the slice")
            for part in ("lower", "upper"):
                if getattr(node.slice, part) is not None:
                    fields = {"lower": node.slice.lower, "upper": node.slice.upper} | {part: None}
                    cut = ast.Slice(fields["lower"], fields["upper"], node.slice.step)
                    changed = ast.Subscript(node.value, cut, ast.Load())
                    yield from writer.edit(place, changed, "the slice")


def _shifted(writer: _Writer, place: Place) -> Iterator[Change]:
    """Yield edits that add or subtract 1, halve or double, for indices, bounds and divisors."""
    node = place.node
    wanted = place.role in ("index", "bound", "divisor", "exponent", "returned value")
    size = isinstance(node, ast.Call) and getattr(node.func, "id", "") == "len"
    if (wanted or size) and (_is_number(place) or size) and not isinstance(node, ast.Constant):
        text = writer.text(node)
        for form in ("{} - 1", "{} + 1", "({}) / 2", "2 * ({})"):
            yield from writer.edit(place, form.format(text), _kind(place, "the value"))


def _statements(writer: _Writer) -> Iterator[Edit]:
    """Yield edits that move or delete a statement, or return a computed value."""
    for body in list(_bodies(writer.function)):
        for place, statement in enumerate(list(body)):
            text = ast.unparse(statement)
            if isinstance(statement, (ast.For, ast.While, ast.If)) and len(statement.body) > 1:
                last = statement.body.pop()
                body.insert(place + 1, last)
                yield from writer.rebuilt(last, "the indentation", ast.unparse(last), "")
                del body[place + 1]
                statement.body.append(last)
            if isinstance(statement, (ast.For, ast.While)) and place + 1 < len(body):
                after = body.pop(place + 1)
                statement.body.append(after)
                yield from writer.rebuilt(after, "the indentation", ast.unparse(after), "")
                statement.body.pop()
                body.insert(place + 1, after)
            if isinstance(statement, ast.For):
                yield from _moved_starts(writer, body, place)
            if len(body) > 1 and not isinstance(statement, ast.Return):
                del body[place]
                yield from writer.rebuilt(statement, "an extra statement", text, "")
                body.insert(place, statement)
            for changed, kind in _other_statements(statement):
                body[place] = ast.copy_location(changed, statement)
                yield from writer.rebuilt(statement, kind, text, ast.unparse(changed))
                body[place] = statement


def _moved_starts(writer: _Writer, body: list[ast.stmt], place: int) -> Iterator[Edit]:
    """Yield edits that move a start value into a loop, or out of it."""
    loop = body[place]
    assert isinstance(loop, ast.For)
    if place > 0 and isinstance(body[place - 1], ast.Assign):
        start = body.pop(place - 1)
        loop.body.insert(0, start)
        yield from writer.rebuilt(start, "the place of the start value", ast.unparse(start), "")
        del loop.body[0]
        body.insert(place - 1, start)
    if len(loop.body) > 1 and isinstance(loop.body[0], ast.Assign):
        start = loop.body.pop(0)
        body.insert(place, start)
        yield from writer.rebuilt(start, "the place of the start value", ast.unparse(start), "")
        del body[place]
        loop.body.insert(0, start)


def _other_statements(statement: ast.stmt) -> Iterator[tuple[ast.stmt, str]]:
    """Yield statements that a student may have meant instead of this one."""
    match statement:
        case ast.Expr(value=ast.Call(func=ast.Name(id="print"), args=[printed])):
            yield ast.Return(printed), "print in place of return"
        case ast.Expr(value=value):
            yield ast.Return(value), "the missing return"
        case ast.Assign(targets=[ast.Name() as target], value=value):
            for op in (ast.Add(), ast.Mult()):
                yield ast.AugAssign(target, op, value), "the assignment"
        case ast.Assign(targets=[ast.Subscript() as cell], value=value):
            yield ast.AugAssign(cell, ast.Add(), value), "the assignment"
            get = ast.Attribute(cell.value, "get", ast.Load())
            before = ast.Call(get, [cell.slice, ast.Constant(0)], [])
            counted = ast.BinOp(before, ast.Add(), value)
            yield ast.Assign([cell], counted, lineno=statement.lineno), "the assignment"
        case ast.AugAssign(target=target, op=was, value=value):
            for other in ARITHMETIC[:4]:
                if not isinstance(was, other):
                    yield ast.AugAssign(target, other(), value), "the operator"
            yield ast.Assign([target], value, lineno=statement.lineno), "the assignment"
        case ast.Break():
            yield ast.Continue(), "break in place of continue"
        case ast.Continue():
            yield ast.Break(), "continue in place of break"


def _bodies(node: ast.AST) -> Iterator[list[ast.stmt]]:
    """Yield every list of statements of a function."""
    for part in ast.walk(node):
        for name in ("body", "orelse"):
            value = getattr(part, name, None)
            if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                yield value


def _additions(writer: _Writer) -> Iterator[Change]:
    """Yield the edits of tier 1: add a factor or a term, wrap in a function, change everywhere."""
    atoms = _all_atoms(writer)
    numbers = [place for place in writer.places if _is_number(place)]
    yield from _everywhere(writer)
    divides = _divides_by_total(writer.function)
    for place in writer.places:
        text = writer.text(place.node)
        for form in NORMALISED if place.role == "returned value" and not divides else ():
            yield from writer.edit(place, form.format(text), "the normalisation", exact=False)
        if place.role == "iterable":
            yield from writer.edit(place, f"zip(*{text})", "rows in place of columns")
        if isinstance(place.node, ast.Name) and place.shape[:1] in ("", "L"):
            if place.role != "function":
                for form in ("{}[:-1]", "{}[1:]"):
                    yield from writer.edit(place, form.format(text), "the slice")
    own = [f"{name}{{0}}" for name in writer.code.wrappers if f"{name}(" not in writer.code.text]
    for place in numbers:
        text = f"({writer.text(place.node)})"
        for form in (*own, *WRAPPERS):
            kind = _kind(place, "a function or square that is missing")
            yield from writer.edit(place, form.format(text, math=writer.math), kind)
    for place in numbers:
        text = f"({writer.text(place.node)})"
        for atom in (*_atoms_at(writer, place, atoms), "2"):
            kind = _kind(place, "a factor that is missing")
            if text == f"({atom})":
                continue  # a square is among the wrappers, and a quotient of 1 is no repair
            yield from writer.edit(place, f"{text} * {atom}", kind)
            yield from writer.edit(place, f"{text} / {atom}", _kind(place, "a missing divisor"))
    for place in numbers:
        text = f"({writer.text(place.node)})"
        for atom in (*_atoms_at(writer, place, atoms), "1"):
            kind = _kind(place, "a term that is missing")
            if text == f"({atom})":
                continue
            yield from writer.edit(place, f"{text} + {atom}", kind)
            yield from writer.edit(place, f"{text} - {atom}", kind)


def _divides_by_total(function: ast.FunctionDef) -> bool:
    """Return whether a function divides by a variable or by the result of a call.

    Then a normalisation of the result repairs a wrong divisor, wherever this divisor is computed.
    """
    for node in ast.walk(function):
        match node:
            case ast.BinOp(op=ast.Div(), right=ast.Name() | ast.Call()):
                return True
            case ast.AugAssign(op=ast.Div(), value=ast.Name() | ast.Call()):
                return True
    return False


def _everywhere(writer: _Writer) -> Iterator[Change]:
    """Yield edits that replace all occurrences of a name, a constant or a function."""
    groups: dict[str, list[Place]] = {}
    for place in writer.places:
        if isinstance(place.node, (ast.Name, ast.Constant, ast.Attribute, ast.Subscript)):
            groups.setdefault(writer.text(place.node), []).append(place)
    for text, places in groups.items():
        constant = isinstance(places[0].node, ast.Constant)
        if len(places) < 2 or (constant and len({writer.line(p.node) for p in places}) > 1):
            continue  # the same number in different lines has different meanings
        short = text.rpartition(".")[2]
        others = [o for group in CONFUSED if short in group for o in group if o != short]
        for other in others:
            new = text.removesuffix(short) + other
            yield from writer.edit_all(places, new, "the function that is called", exact=False)
        if all(place.role != "function" for place in places):
            if all(map(_is_number, places)) and not any(map(_is_start, places)):
                for form in ("({}) + 1", "({}) - 1", "-({})", "({}) * ({})"):
                    new = form.format(text, text)
                    yield from writer.edit_all(places, new, "the value", exact=False)
            for name in _alike_names(writer, places[0]):
                yield from writer.edit_all(places, name, "the variable", exact=False)


def _rebuilding(writer: _Writer) -> Iterator[Change | Edit]:
    """Yield the edits of tier 2: use another expression of the scope, normalise, smooth, copy."""
    atoms = _all_atoms(writer)
    yield from _returned(writer, atoms)
    yield from _odds(writer)
    yield from _second_branches(writer)
    for place in writer.places:
        node = place.node
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
            above, below = writer.text(node.left), writer.text(node.right)
            local = _atoms_at(writer, place, atoms)
            for s in ("1", *local):
                for size in ("2", *local):
                    new = f"(({above}) + {s}) / (({below}) + {s} * {size})"
                    yield from writer.edit(place, new, "the smoothing", exact=False)
    for place in writer.places:
        if _is_number(place) and not isinstance(place.node, ast.Name):
            for atom in _atoms_at(writer, place, atoms):
                yield from writer.edit(place, atom, _kind(place, "the expression"))
                yield from writer.edit(place, f"{atom} - 1", _kind(place, "the expression"))
                logarithm = f"{writer.math}log({atom})" if "log(" in writer.code.text else ""
                if isinstance(place.node, ast.Constant) and logarithm:
                    yield from writer.edit(place, logarithm, _kind(place, "the expression"))
                if isinstance(place.parent, ast.stmt) and logarithm:
                    new = f"({writer.text(place.node)}) + {logarithm}"
                    yield from writer.edit(place, new, "a term that is missing")
    for place in writer.places:
        if _is_number(place) and isinstance(place.node, ast.Name):
            for atom in _atoms_at(writer, place, atoms):
                yield from writer.edit(place, atom, _kind(place, "the variable"))
    yield from _copies(writer)


def _returned(writer: _Writer, atoms: Sequence[str]) -> Iterator[Change]:
    """Yield edits that divide the numbers of the returned value."""
    divides = _divides_by_total(writer.function)
    for place in writer.places:
        if place.role != "returned value":
            continue
        text = writer.text(place.node)
        form = DIVIDED.get(place.shape.rstrip("fi"), "")
        for atom in _atoms_at(writer, place, atoms) if form else ():
            if divides and atom.startswith("sum("):
                continue  # a normalisation
            kind = "a missing divisor"
            yield from writer.edit(place, form.format(text, atom), kind, exact=False)


def _odds(writer: _Writer) -> Iterator[Change]:
    """Yield edits that use the odds or a logarithm of a number, above all of unused arguments."""
    used = {place.node.id for place in writer.places if isinstance(place.node, ast.Name)}
    for place in writer.places:
        if isinstance(place.node, ast.Name) and place.shape == "f":
            for form in ODDS:
                new = form.format(place.node.id)
                yield from writer.edit(place, new, _kind(place, "the variable"))
    unused = [a.arg for a in _arguments(writer.function) if a.arg not in used]
    numbers = [name for name in unused if writer.known.get(name, "f") in NUMBERS]
    forms = [form.format(name) for name in numbers for form in ODDS]
    forms += [f"{writer.math}log({form})" for form in (*forms, *numbers)]
    for place in writer.places:
        if not isinstance(place.parent, ast.stmt) and not isinstance(place.parent, ast.List):
            continue
        text = writer.text(place.node)
        for form in forms if _is_number(place) else ():
            if isinstance(place.node, ast.Constant):
                yield from writer.edit(place, form, "the start value")
            for sign in "+-*":
                kind = "a factor that is missing" if sign == "*" else "a term that is missing"
                yield from writer.edit(place, f"({text}) {sign} ({form})", kind)


def _second_branches(writer: _Writer) -> Iterator[Edit]:
    """Yield edits that add a branch: the same statement with 1 − p, or with the opposite sign."""
    for node in ast.walk(writer.function):
        if not isinstance(node, ast.If) or node.orelse or len(node.body) != 1:
            continue
        first = node.body[0]
        if not isinstance(first, (ast.Assign, ast.AugAssign, ast.Expr)):
            continue
        parts = [part for part in ast.walk(first.value) if isinstance(part, ast.expr)]
        for part in parts:
            if isinstance(getattr(part, "ctx", ast.Load()), ast.Load):
                text, whole = ast.unparse(part), ast.unparse(first)
                for form in ("1 - {}", "-{}"):
                    branch = whole.replace(text, f"({form.format(text)})")
                    if (other := _statement(branch)) is not None:
                        node.orelse = [other]
                        yield from writer.rebuilt(first, "the missing else", whole, branch)
        node.orelse = []


def _statement(text: str) -> ast.stmt | None:
    try:
        return ast.parse(text).body[0]
    except SyntaxError:
        return None


def _copies(writer: _Writer) -> Iterator[Edit]:
    """Yield edits that copy an argument, so that the caller's value does not change."""
    for argument in writer.function.args.args:
        name = argument.arg
        for form in ("[list(r) for r in {0}]", "list({0})", "dict({0})"):
            line = ast.parse(f"{name} = {form.format(name)}").body[0]
            writer.function.body.insert(0, line)
            first = writer.function.body[1]
            yield from writer.rebuilt(first, f"the argument {name}, which is changed", name, "")
            del writer.function.body[0]


_TIERS: tuple[Callable[[_Writer], Iterator[Change | Edit]], ...] = (
    _changes,
    _additions,
    _rebuilding,
)
TIERS = len(_TIERS)
