"""Edits of tier 2: use another expression of the scope, normalise, smooth, copy."""

import ast
from collections.abc import Iterator, Sequence

from textbook_ml.questions.framework.edits.added_parts import divides_by_total
from textbook_ml.questions.framework.edits.atoms import all_atoms, atoms_at
from textbook_ml.questions.framework.edits.code import arguments_of
from textbook_ml.questions.framework.edits.places import NUMBERS, is_number, kind_of_mistake
from textbook_ml.questions.framework.edits.writer import Change, Edit, Writer

DIVIDED = {  # by the shape of the value without the shape of its numbers
    "L": "[v / {1} for v in {0}]",
    "LL": "[[v / {1} for v in r] for r in {0}]",
    "D": "{{k: v / {1} for k, v in ({0}).items()}}",
}
ODDS = ("{0} / (1 - {0})", "(1 - {0}) / {0}")


def rebuildings(writer: Writer) -> Iterator[Change | Edit]:
    """Yield the edits of tier 2: use another expression of the scope, normalise, smooth, copy."""
    atoms = all_atoms(writer)
    yield from _returned(writer, atoms)
    yield from _odds(writer)
    yield from _second_branches(writer)
    for place in writer.places:
        node = place.node
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
            above, below = writer.text(node.left), writer.text(node.right)
            local = atoms_at(writer, place, atoms)
            for s in ("1", *local):
                for size in ("2", *local):
                    new = f"(({above}) + {s}) / (({below}) + {s} * {size})"
                    yield from writer.edit(place, new, "the smoothing", exact=False)
    for place in writer.places:
        if is_number(place) and not isinstance(place.node, ast.Name):
            for atom in atoms_at(writer, place, atoms):
                yield from writer.edit(place, atom, kind_of_mistake(place, "the expression"))
                yield from writer.edit(
                    place, f"{atom} - 1", kind_of_mistake(place, "the expression")
                )
                logarithm = f"{writer.math}log({atom})" if "log(" in writer.code.text else ""
                if isinstance(place.node, ast.Constant) and logarithm:
                    yield from writer.edit(
                        place, logarithm, kind_of_mistake(place, "the expression")
                    )
                if isinstance(place.parent, ast.stmt) and logarithm:
                    new = f"({writer.text(place.node)}) + {logarithm}"
                    yield from writer.edit(place, new, "a term that is missing")
    for place in writer.places:
        if is_number(place) and isinstance(place.node, ast.Name):
            for atom in atoms_at(writer, place, atoms):
                yield from writer.edit(place, atom, kind_of_mistake(place, "the variable"))
    yield from _copies(writer)


def _returned(writer: Writer, atoms: Sequence[str]) -> Iterator[Change]:
    """Yield edits that divide the numbers of the returned value."""
    divides = divides_by_total(writer.function)
    for place in writer.places:
        if place.role != "returned value":
            continue
        text = writer.text(place.node)
        form = DIVIDED.get(place.shape.rstrip("fi"), "")
        for atom in atoms_at(writer, place, atoms) if form else ():
            if divides and atom.startswith("sum("):
                continue  # a normalisation
            kind = "a missing divisor"
            yield from writer.edit(place, form.format(text, atom), kind, exact=False)


def _odds(writer: Writer) -> Iterator[Change]:
    """Yield edits that use the odds or a logarithm of a number, above all of unused arguments."""
    used = {place.node.id for place in writer.places if isinstance(place.node, ast.Name)}
    for place in writer.places:
        if isinstance(place.node, ast.Name) and place.shape == "f":
            for form in ODDS:
                new = form.format(place.node.id)
                yield from writer.edit(place, new, kind_of_mistake(place, "the variable"))
    unused = [a.arg for a in arguments_of(writer.function) if a.arg not in used]
    numbers = [name for name in unused if writer.known.get(name, "f") in NUMBERS]
    forms = [form.format(name) for name in numbers for form in ODDS]
    forms += [f"{writer.math}log({form})" for form in (*forms, *numbers)]
    for place in writer.places:
        if not isinstance(place.parent, ast.stmt) and not isinstance(place.parent, ast.List):
            continue
        text = writer.text(place.node)
        for form in forms if is_number(place) else ():
            if isinstance(place.node, ast.Constant):
                yield from writer.edit(place, form, "the start value")
            for sign in "+-*":
                kind = "a factor that is missing" if sign == "*" else "a term that is missing"
                yield from writer.edit(place, f"({text}) {sign} ({form})", kind)


def _second_branches(writer: Writer) -> Iterator[Edit]:
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


def _copies(writer: Writer) -> Iterator[Edit]:
    """Yield edits that copy an argument, so that the caller's value does not change."""
    for argument in writer.function.args.args:
        name = argument.arg
        for form in ("[list(r) for r in {0}]", "list({0})", "dict({0})"):
            line = ast.parse(f"{name} = {form.format(name)}").body[0]
            writer.function.body.insert(0, line)
            first = writer.function.body[1]
            yield from writer.rebuilt(first, f"the argument {name}, which is changed", name, "")
            del writer.function.body[0]
