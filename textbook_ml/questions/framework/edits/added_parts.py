"""Edits of tier 1: add a factor or a term, wrap in a function, change everywhere."""

import ast
from collections.abc import Iterator

from textbook_ml.questions.framework.edits.atoms import alike_names, all_atoms, atoms_at
from textbook_ml.questions.framework.edits.changed_parts import CONFUSED
from textbook_ml.questions.framework.edits.places import Place, is_number, is_start, kind_of_mistake
from textbook_ml.questions.framework.edits.writer import Change, Writer

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


def additions(writer: Writer) -> Iterator[Change]:
    """Yield the edits of tier 1: add a factor or a term, wrap in a function, change everywhere."""
    atoms = all_atoms(writer)
    numbers = [place for place in writer.places if is_number(place)]
    yield from _everywhere(writer)
    divides = divides_by_total(writer.function)
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
            kind = kind_of_mistake(place, "a function or square that is missing")
            yield from writer.edit(place, form.format(text, math=writer.math), kind)
    for place in numbers:
        text = f"({writer.text(place.node)})"
        for atom in (*atoms_at(writer, place, atoms), "2"):
            kind = kind_of_mistake(place, "a factor that is missing")
            if text == f"({atom})":
                continue  # a square is among the wrappers, and a quotient of 1 is no repair
            yield from writer.edit(place, f"{text} * {atom}", kind)
            yield from writer.edit(
                place, f"{text} / {atom}", kind_of_mistake(place, "a missing divisor")
            )
    for place in numbers:
        text = f"({writer.text(place.node)})"
        for atom in (*atoms_at(writer, place, atoms), "1"):
            kind = kind_of_mistake(place, "a term that is missing")
            if text == f"({atom})":
                continue
            yield from writer.edit(place, f"{text} + {atom}", kind)
            yield from writer.edit(place, f"{text} - {atom}", kind)


def divides_by_total(function: ast.FunctionDef) -> bool:
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


def _everywhere(writer: Writer) -> Iterator[Change]:
    """Yield edits that replace all occurrences of a name, a constant or a function.

    A value is only changed within one line: on several lines it may compensate for other mistakes.
    """
    groups: dict[str, list[Place]] = {}
    for place in writer.places:
        if isinstance(place.node, (ast.Name, ast.Constant, ast.Attribute, ast.Subscript)):
            groups.setdefault(writer.text(place.node), []).append(place)
    for text, places in groups.items():
        one_line = len({writer.line(place.node) for place in places}) == 1
        if len(places) < 2 or (isinstance(places[0].node, ast.Constant) and not one_line):
            continue  # the same number in different lines has different meanings
        short = text.rpartition(".")[2]
        others = [o for group in CONFUSED if short in group for o in group if o != short]
        for other in others:
            new = text.removesuffix(short) + other
            yield from writer.edit_all(places, new, "the function that is called", exact=False)
        if all(place.role != "function" for place in places):
            if one_line and all(map(is_number, places)) and not any(map(is_start, places)):
                for form in ("({}) + 1", "({}) - 1", "-({})", "({}) * ({})"):
                    new = form.format(text, text)
                    yield from writer.edit_all(places, new, "the value", exact=False)
            for name in alike_names(writer, places[0]):
                yield from writer.edit_all(places, name, "the variable", exact=False)
