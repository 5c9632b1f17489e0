"""Edits of tier 0: change an operator, constant, name or function, or drop a part."""

import ast
from collections.abc import Iterator, Sequence
from itertools import permutations

from textbook_ml.questions.framework.edits.atoms import alike_names
from textbook_ml.questions.framework.edits.places import (
    Place,
    call_of,
    is_number,
    is_start,
    kind_of_mistake,
)
from textbook_ml.questions.framework.edits.statements import ARITHMETIC, changes_of_statements
from textbook_ml.questions.framework.edits.writer import Change, Edit, Writer

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
ORDERS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
COMPARISONS = (*ORDERS, ast.Eq, ast.NotEq)
OPPOSITES: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
COMMUTATIVE = (ast.Add, ast.Mult)


def changes_of_parts(writer: Writer) -> Iterator[Change | Edit]:
    """Yield the edits of tier 0: change an operator, constant, name or function, or drop a part."""
    for place in writer.places:
        for change in (_operators, _constants, _names, _functions, _dropped, _shifted):
            yield from change(writer, place)
    yield from changes_of_statements(writer)


def _operators(writer: Writer, place: Place) -> Iterator[Change]:
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
    elif is_number(place) and not isinstance(node, ast.Constant):
        if not _is_sum_returned(writer, place):
            yield from writer.edit(place, ast.UnaryOp(ast.USub(), node), "the sign")


def _is_sum_returned(writer: Writer, place: Place) -> bool:
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
            loop = ast.comprehension(ast.Name("_", ast.Store()), call_of("range", n), [], 0)
            yield ast.ListComp(row, [loop])  # rows that are not the same list


def _is_list(node: ast.expr) -> bool:
    return isinstance(node, (ast.List, ast.ListComp))


def _constants(writer: Writer, place: Place) -> Iterator[Change]:
    node = place.node
    if not isinstance(node, ast.Constant):
        return
    value = node.value
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        kind = kind_of_mistake(place, "the constant")
        others = (
            (0, 1) if is_start(place) else (value + 1, value - 1, -value, 0, 1, 2, 0.5, 2 * value)
        )
        for other in others:
            yield from writer.edit(place, ast.Constant(other), kind)
    elif isinstance(value, bool):
        yield from writer.edit(place, ast.Constant(not value), "the constant")


def _names(writer: Writer, place: Place) -> Iterator[Change]:
    node = place.node
    if isinstance(node, ast.Name) and place.role != "function":
        for name in alike_names(writer, place):
            yield from writer.edit(place, name, kind_of_mistake(place, "the variable"))
        if writer.known.get(node.id) == "i" and place.role != "index":
            for name in writer.visible(node):  # the item in place of its index
                if writer.known.get(name, "") in ("Lf", "Li"):
                    yield from writer.edit(place, f"{name}[{node.id}]", "the index as a value")
    elif isinstance(node, ast.Call) and len(node.args) == 1 and isinstance(node.args[0], ast.Name):
        called = writer.text(node.func)
        for name in writer.visible(node) if called in ("len", "sum", "range") else ():
            if called != "len" or writer.known.get(name, "L")[:1] in ("L", "D"):
                new = f"{called}({name})"
                yield from writer.edit(place, new, kind_of_mistake(place, "the argument"))
        if getattr(node.func, "id", "") in ("len", "sum"):
            values = ast.Call(ast.Attribute(node.args[0], "values", ast.Load()), [], [])
            yield from writer.edit(
                place, call_of("sum", values), kind_of_mistake(place, "the function")
            )


def _functions(writer: Writer, place: Place) -> Iterator[Change]:
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
        kind = kind_of_mistake(place, "the call")
        for inner in node.args[:2]:
            if not isinstance(inner, (ast.Starred, ast.GeneratorExp)):
                yield from writer.edit(place, inner, kind)


def _dropped(writer: Writer, place: Place) -> Iterator[Change]:
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


def _shifted(writer: Writer, place: Place) -> Iterator[Change]:
    """Yield edits that add or subtract 1, halve or double, for indices, bounds and divisors."""
    node = place.node
    wanted = place.role in ("index", "bound", "divisor", "exponent", "returned value")
    size = isinstance(node, ast.Call) and getattr(node.func, "id", "") == "len"
    if (wanted or size) and (is_number(place) or size) and not isinstance(node, ast.Constant):
        text = writer.text(node)
        for form in ("{} - 1", "{} + 1", "({}) / 2", "2 * ({})"):
            yield from writer.edit(place, form.format(text), kind_of_mistake(place, "the value"))
