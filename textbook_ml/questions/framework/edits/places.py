"""The places of a function: expressions that can be replaced, and how they are used."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from textbook_ml.questions.framework.edits.code import Code

CONTAINERS = ("len", "range", "zip", "enumerate", "list", "dict", "set", "tuple", "sorted", "map")
NUMBERS = ("f", "i", "b")  # shapes of numbers


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


def places_of(function: ast.FunctionDef) -> Iterator[Place]:
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


def kind_of_mistake(place: Place, default: str) -> str:
    """Return a noun phrase for a mistake: the role of the place if that is more exact."""
    if is_start(place):
        return "the start value"
    known = ("divisor", "index", "exponent", "condition")
    if place.role == "bound":
        return "the range"
    return f"the {place.role}" if place.role in known else default


def is_number(place: Place) -> bool:
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


def is_start(place: Place) -> bool:
    """Return whether a place is the number 0 or 1 that a variable is set to."""
    node = place.node
    if not isinstance(node, ast.Constant) or node.value not in (0, 1):
        return False
    return isinstance(place.parent, ast.Assign) and isinstance(place.parent.targets[0], ast.Name)


def recording(code: Code, recorder: str) -> str:
    """Return the function with a call of `recorder(number, value)` around each expression."""
    tree = code.tree()
    for number, place in enumerate(list(places_of(tree))):
        if place.role != "function":
            call = call_of(recorder, ast.Constant(number), place.node)
            place.put(call)
    return ast.unparse(tree)


def call_of(name: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])
