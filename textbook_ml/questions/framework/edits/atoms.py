"""Short expressions of a function's own names that an edit may insert."""

import ast
from collections.abc import Sequence

from textbook_ml.questions.framework.edits.code import arguments_of, names_of
from textbook_ml.questions.framework.edits.places import NUMBERS, Place
from textbook_ml.questions.framework.edits.writer import Writer


def all_atoms(writer: Writer) -> list[str]:
    """Return short numeric expressions of the function's own names that an edit may insert.

    Arguments that the function does not use come first. Names of unknown shape may be numbers.

    >>> from textbook_ml.questions.framework.edits.code import function_in
    >>> all_atoms(Writer(function_in("def f(xs, n):\\n    return [x / xs[0] for x in xs]", "f")))
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
    arguments = [argument.arg for argument in arguments_of(writer.function)]
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


def atoms_at(writer: Writer, place: Place, atoms: Sequence[str]) -> list[str]:
    """Return the expressions whose variables are known at a place."""
    visible = {*writer.visible(place.node), "len", "sum", "values"}
    return [atom for atom in atoms if names_of(atom) <= visible][: writer.most_atoms]


def alike_names(writer: Writer, place: Place) -> list[str]:
    """Return the variables at a place that have a shape like the value of the place."""
    shapes = writer.known
    wanted = "f" if place.shape in NUMBERS else place.shape
    return [
        name for name in writer.visible(place.node)
        if not place.shape or not shapes.get(name)
        or ("f" if shapes[name] in NUMBERS else shapes[name]) == wanted
    ]  # fmt: skip
