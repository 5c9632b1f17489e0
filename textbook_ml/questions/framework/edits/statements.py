"""Edits that move, delete or change a statement."""

import ast
from collections.abc import Iterator

from textbook_ml.questions.framework.edits.writer import Edit, Writer

ARITHMETIC = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Pow)


def changes_of_statements(writer: Writer) -> Iterator[Edit]:
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
            if len(body) > 1 and not isinstance(statement, (ast.Return, ast.If)):
                del body[place]
                yield from writer.rebuilt(statement, "an extra statement", text, "")
                body.insert(place, statement)
            for changed, kind in _other_statements(statement):
                body[place] = ast.copy_location(changed, statement)
                yield from writer.rebuilt(statement, kind, text, ast.unparse(changed))
                body[place] = statement


def _moved_starts(writer: Writer, body: list[ast.stmt], place: int) -> Iterator[Edit]:
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
