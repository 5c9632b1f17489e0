"""Small edits of a student's function, from frequent mistakes to rare ones.

The grader searches these edits for one that makes the function right; the edited line is where the
mistake is. This module only parses and rewrites the code; it executes nothing.
"""

import ast
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations

MOST_NODES = 400  # larger functions are not searched
MOST_ATOMS = 14  # expressions that an edit may insert

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
COMPARISONS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)
WRAPPERS = ("log({})", "exp({})", "sqrt({})", "{0} * {0}", "abs({})", "1 - ({})", "1 / ({})")
NORMALISED = (
    "(lambda t: {{k: t[k] / sum(t.values()) for k in t}})({})",
    "(lambda t: [v / sum(t) for v in t])({})",
)
CONTAINERS = ("len", "range", "zip", "enumerate", "list", "dict", "set", "tuple", "sorted", "map")
COMMUTATIVE = (ast.Add, ast.Mult)


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


@dataclass(frozen=True, slots=True)
class Place:
    """A part of the syntax tree that can be replaced: the field of its parent."""

    parent: ast.AST
    name: str
    index: int | None
    role: str  # how the parent uses this part: "divisor", "iterable", "container", "function", …

    @property
    def node(self) -> ast.expr:
        value = getattr(self.parent, self.name)
        found: ast.expr = value if self.index is None else value[self.index]
        return found

    def put(self, node: ast.AST) -> None:
        if self.index is None:
            setattr(self.parent, self.name, node)
        else:
            getattr(self.parent, self.name)[self.index] = node


def function_in(text: str, name: str) -> ast.FunctionDef | None:
    """Return the last definition of a function in a file; None if it cannot be searched.

    >>> function_in("def f(x):\\n    return x", "f").name
    'f'
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
    return function


def edits(function: ast.FunctionDef, tier: int) -> Iterator[Edit]:
    """Yield the edits of a tier: 0 changes parts, 1 adds parts, 2 rebuilds expressions.

    >>> code = function_in("def f(xs, mu):\\n    return sum(xs) / len(xs)", "f")
    >>> [e.after for e in edits(code, 0) if e.kind == "the divisor"][-2:]
    ['len(xs) / 2', '2 * len(xs)']
    """
    writer = _Writer(function)
    yield from (_TIERS[tier])(writer)


class _Writer:
    """The places of a function, and the function's code after a place is replaced."""

    def __init__(self, function: ast.FunctionDef) -> None:
        self.function = function
        self.places = list(_places(function))
        self.seen: set[str] = {ast.unparse(function)}

    def edit(
        self, place: Place, after: ast.AST | str, kind: str, exact: bool = True
    ) -> Iterator[Edit]:
        """Yield the edit that replaces one place, unless the same code was yielded before."""
        yield from self.edit_all([place], after, kind, exact)

    def edit_all(
        self, places: Sequence[Place], after: ast.AST | str, kind: str, exact: bool = True
    ) -> Iterator[Edit]:
        """Yield the edit that replaces several equal parts."""
        new = _expression(after) if isinstance(after, str) else after
        old = [place.node for place in places]
        if new is None:
            return
        outer = places[0].parent if isinstance(places[0].parent, ast.expr) else None
        around = [ast.unparse(outer)] if outer else []
        for place in places:
            place.put(new)
        try:
            code = ast.unparse(self.function)
            around += [ast.unparse(outer)] if outer else []
        finally:
            for place, node in zip(places, old):
                place.put(node)
        if code not in self.seen:
            self.seen.add(code)
            line, texts = old[0].lineno, (ast.unparse(old[0]), ast.unparse(new))
            both = (around[0], around[1]) if around else ("", "")
            yield Edit(line, kind, *texts, code, exact, both)

    def rebuilt(self, line: int, kind: str, before: str, after: str) -> Iterator[Edit]:
        """Yield an edit of the statements; the function has already been changed."""
        code = ast.unparse(self.function)
        if code not in self.seen:
            self.seen.add(code)
            yield Edit(line, kind, before, after, code, exact=False)


@cache
def _expression(text: str) -> ast.expr | None:
    try:
        return ast.parse(text, mode="eval").body
    except SyntaxError:
        return None


def _places(function: ast.FunctionDef) -> Iterator[Place]:
    """Yield every expression of the body that is read, with its role."""
    waiting: list[tuple[ast.AST, str]] = [(statement, "") for statement in function.body]
    while waiting:
        parent, inherited = waiting.pop(0)
        for name, value in ast.iter_fields(parent):
            for index, part in enumerate(value) if isinstance(value, list) else [(None, value)]:
                if not isinstance(part, ast.AST):
                    continue
                role = _role(parent, name, index)
                if isinstance(part, ast.expr) and name not in ("targets", "target", "annotation"):
                    if not isinstance(part, (ast.Starred, ast.Slice)):
                        yield Place(parent, name, index, role)
                if name not in ("annotation", "args") or not isinstance(part, ast.arguments):
                    waiting.append((part, role))


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
    known = ("divisor", "index", "exponent", "condition")
    if place.role == "bound":
        return "the range"
    return f"the {place.role}" if place.role in known else default


def _is_number(place: Place) -> bool:
    """Return whether a place may hold a number that can be scaled or shifted."""
    if place.role in ("iterable", "container", "function", "condition", "object"):
        return False
    node = place.node
    if isinstance(node, ast.Constant):
        return isinstance(node.value, (int, float)) and not isinstance(node.value, bool)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id not in CONTAINERS or node.func.id == "len"
    return isinstance(node, (ast.BinOp, ast.Name, ast.Subscript, ast.UnaryOp, ast.Call, ast.IfExp))


def _atoms(function: ast.FunctionDef) -> list[str]:
    """Return short expressions of the function's own names that an edit may insert.

    >>> _atoms(function_in("def f(xs, n):\\n    return [x / xs[0] for x in xs]", "f"))
    ['xs[0]', 'n', 'x', 'len(xs)', 'len(n)', 'sum(xs)']
    """
    arguments = [a.arg for a in function.args.args]
    stored: list[str] = []
    indexed: list[str] = []
    containers: set[str] = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            stored.append(node.id)
        elif isinstance(node, ast.Subscript) and len(ast.unparse(node)) < 24:
            indexed.append(ast.unparse(node))
            containers |= {node.value.id} if isinstance(node.value, ast.Name) else set()
        elif isinstance(node, (ast.For, ast.comprehension)) and isinstance(node.iter, ast.Name):
            containers.add(node.iter.id)
    names = [name for name in (*arguments, *stored) if name not in containers]
    sizes = [f"len({name})" for name in arguments]
    sums = [f"sum({name})" for name in arguments if name in containers]
    return list(dict.fromkeys([*indexed, *names, *sizes, *sums]))[:MOST_ATOMS]


def _scope(function: ast.FunctionDef) -> list[str]:
    """Return the names of the function: its arguments, then those that it assigns."""
    arguments = [a.arg for a in function.args.args]
    stored = [
        n.id for n in ast.walk(function) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
    ]
    return list(dict.fromkeys((*arguments, *stored)))


def _changes(writer: _Writer) -> Iterator[Edit]:
    """Yield the edits of tier 0: change an operator, constant, name or function, or drop a part."""
    for place in writer.places:
        for change in (_operators, _constants, _names, _functions, _dropped, _shifted):
            yield from change(writer, place)
    yield from _statements(writer)


def _operators(writer: _Writer, place: Place) -> Iterator[Edit]:
    node = place.node
    if isinstance(node, ast.BinOp):
        kind = "the sign" if isinstance(node.op, (ast.Add, ast.Sub)) else "the operator"
        for other in ARITHMETIC:
            sign = kind if other in (ast.Add, ast.Sub) else "the operator"
            yield from writer.edit(place, ast.BinOp(node.left, other(), node.right), sign)
        for regrouped in _regrouped(node):
            yield from writer.edit(place, regrouped, "the brackets")
        if not isinstance(node.op, COMMUTATIVE) or isinstance(node.right, ast.List):
            swapped = ast.BinOp(node.right, node.op, node.left)
            yield from writer.edit(place, swapped, "the order of the operands")
    elif isinstance(node, ast.Compare) and len(node.ops) == 1:
        for other_sign in COMPARISONS:
            changed = ast.Compare(node.left, [other_sign()], node.comparators)
            yield from writer.edit(place, changed, "the comparison")
    elif isinstance(node, ast.BoolOp):
        op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield from writer.edit(place, ast.BoolOp(op, node.values), "and / or")
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.Not)):
        yield from writer.edit(place, node.operand, "the sign")
    elif _is_number(place) and not isinstance(node, ast.Constant):
        yield from writer.edit(place, ast.UnaryOp(ast.USub(), node), "the sign")


def _regrouped(node: ast.BinOp) -> Iterator[ast.expr]:
    """Yield the same operations with other brackets: a / b - c becomes a / (b - c)."""
    if isinstance(node.left, ast.BinOp):
        a, b, c = node.left.left, node.left.right, node.right
        yield ast.BinOp(a, node.left.op, ast.BinOp(b, node.op, c))
    if isinstance(node.right, ast.BinOp):
        a, b, c = node.left, node.right.left, node.right.right
        yield ast.BinOp(ast.BinOp(a, node.op, b), node.right.op, c)
    match node:
        case ast.BinOp(left=ast.List(elts=[ast.BinOp() as row]), op=ast.Mult(), right=n):
            loop = ast.comprehension(ast.Name("_", ast.Store()), _call("range", n), [], 0)
            yield ast.ListComp(row, [loop])  # rows that are not the same list


def _call(name: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])


def _constants(writer: _Writer, place: Place) -> Iterator[Edit]:
    node = place.node
    if not isinstance(node, ast.Constant):
        return
    value = node.value
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        for other in (value + 1, value - 1, -value, 0, 1, 2, 0.5, 2 * value):
            yield from writer.edit(place, ast.Constant(other), _kind(place, "the constant"))
    elif isinstance(value, bool):
        yield from writer.edit(place, ast.Constant(not value), "the constant")


def _names(writer: _Writer, place: Place) -> Iterator[Edit]:
    node = place.node
    if isinstance(node, ast.Name) and place.role != "function":
        for name in _scope(writer.function):
            new = ast.Name(name, ast.Load())
            yield from writer.edit(place, new, _kind(place, "the variable"))
    elif isinstance(node, ast.Call) and len(node.args) == 1 and isinstance(node.args[0], ast.Name):
        for name in _scope(writer.function):
            changed = ast.Call(node.func, [ast.Name(name, ast.Load())], node.keywords)
            yield from writer.edit(place, changed, _kind(place, "the argument"))
        if getattr(node.func, "id", "") in ("len", "sum"):
            values = ast.Call(ast.Attribute(node.args[0], "values", ast.Load()), [], [])
            yield from writer.edit(place, _call("sum", values), _kind(place, "the function"))


def _functions(writer: _Writer, place: Place) -> Iterator[Edit]:
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
        kind = _kind(place, "the call")
        for inner in node.args[:2]:
            if not isinstance(inner, (ast.Starred, ast.GeneratorExp)):
                yield from writer.edit(place, inner, kind)


def _dropped(writer: _Writer, place: Place) -> Iterator[Edit]:
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


def _shifted(writer: _Writer, place: Place) -> Iterator[Edit]:
    """Yield edits that add or subtract 1, halve or double, for indices, bounds and divisors."""
    node = place.node
    wanted = place.role in ("index", "bound", "divisor", "exponent", "returned value")
    size = isinstance(node, ast.Call) and getattr(node.func, "id", "") == "len"
    if (wanted or size) and (_is_number(place) or size) and not isinstance(node, ast.Constant):
        text = ast.unparse(node)
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
                yield from writer.rebuilt(last.lineno, "the indentation", ast.unparse(last), "")
                del body[place + 1]
                statement.body.append(last)
            if isinstance(statement, (ast.For, ast.While)) and place + 1 < len(body):
                after = body.pop(place + 1)
                statement.body.append(after)
                yield from writer.rebuilt(after.lineno, "the indentation", ast.unparse(after), "")
                statement.body.pop()
                body.insert(place + 1, after)
            if len(body) > 1 and not isinstance(statement, ast.Return):
                del body[place]
                yield from writer.rebuilt(statement.lineno, "a statement too many", text, "")
                body.insert(place, statement)
            for changed, kind in _other_statements(statement):
                body[place] = ast.copy_location(changed, statement)
                yield from writer.rebuilt(statement.lineno, kind, text, ast.unparse(changed))
                body[place] = statement


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


def _additions(writer: _Writer) -> Iterator[Edit]:
    """Yield the edits of tier 1: add a factor or a term, wrap in a function, change everywhere."""
    atoms = _atoms(writer.function)
    numbers = [place for place in writer.places if _is_number(place)]
    yield from _everywhere(writer)
    for place in writer.places:
        text = ast.unparse(place.node)
        if place.role == "iterable":
            yield from writer.edit(place, f"zip(*{text})", "rows in place of columns")
        if isinstance(place.node, ast.Name) and place.role != "function":
            for form in ("{}[:-1]", "{}[1:]"):
                yield from writer.edit(place, form.format(text), "the slice")
    for place in numbers:
        text = ast.unparse(place.node)
        for form in WRAPPERS:
            kind = _kind(place, "a function or square that is missing")
            yield from writer.edit(place, form.format(f"({text})"), kind)
    for place in numbers:
        text = f"({ast.unparse(place.node)})"
        for atom in (*atoms, "2"):
            kind = _kind(place, "a factor that is missing")
            yield from writer.edit(place, f"{text} * {atom}", kind)
            yield from writer.edit(place, f"{text} / {atom}", _kind(place, "a missing divisor"))
    for place in numbers:
        text = f"({ast.unparse(place.node)})"
        for atom in (*atoms, "1"):
            kind = _kind(place, "a term that is missing")
            yield from writer.edit(place, f"{text} + {atom}", kind)
            yield from writer.edit(place, f"{text} - {atom}", kind)


def _everywhere(writer: _Writer) -> Iterator[Edit]:
    """Yield edits that replace all occurrences of a name, a constant or a function."""
    groups: dict[str, list[Place]] = {}
    for place in writer.places:
        if isinstance(place.node, (ast.Name, ast.Constant, ast.Attribute, ast.Subscript)):
            groups.setdefault(ast.unparse(place.node), []).append(place)
    for text, places in groups.items():
        if len(places) < 2:
            continue
        short = text.rpartition(".")[2]
        others = [o for group in CONFUSED if short in group for o in group if o != short]
        for other in others:
            new = text.removesuffix(short) + other
            yield from writer.edit_all(places, new, "the function that is called", exact=False)
        if all(place.role != "function" for place in places):
            for form in ("({}) + 1", "({}) - 1", "-({})", "({}) * ({})"):
                new = form.format(text, text)
                yield from writer.edit_all(places, new, "the value", exact=False)
            for name in _scope(writer.function):
                yield from writer.edit_all(places, name, "the variable", exact=False)


def _rebuilding(writer: _Writer) -> Iterator[Edit]:
    """Yield the edits of tier 2: use another expression of the scope, normalise, smooth, copy."""
    atoms = _atoms(writer.function)
    for place in writer.places:
        if place.role == "returned value":
            for form in NORMALISED:
                new = form.format(ast.unparse(place.node))
                yield from writer.edit(place, new, "the normalisation", exact=False)
    for place in writer.places:
        node = place.node
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
            above, below = ast.unparse(node.left), ast.unparse(node.right)
            for s in ("1", *atoms):
                for size in ("2", *atoms):
                    new = f"({above} + {s}) / ({below} + {s} * {size})"
                    yield from writer.edit(place, new, "the smoothing", exact=False)
    for place in writer.places:
        if _is_number(place) and not isinstance(place.node, (ast.Name, ast.Constant)):
            for atom in atoms:
                yield from writer.edit(place, atom, _kind(place, "the expression"))
    yield from _copies(writer)


def _copies(writer: _Writer) -> Iterator[Edit]:
    """Yield edits that copy an argument, so that the caller's value does not change."""
    for argument in writer.function.args.args:
        name = argument.arg
        for form in ("[list(r) for r in {0}]", "list({0})", "dict({0})"):
            line = ast.parse(f"{name} = {form.format(name)}").body[0]
            writer.function.body.insert(0, line)
            first = writer.function.body[1].lineno
            yield from writer.rebuilt(first, f"the argument {name}, which is changed", name, "")
            del writer.function.body[0]


_TIERS: tuple[Callable[[_Writer], Iterator[Edit]], ...] = (_changes, _additions, _rebuilding)
TIERS = len(_TIERS)
