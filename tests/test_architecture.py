"""The house: rooms open only into rooms listed above them, and nothing comes from outside."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import textbook_ml
from textbook_ml.equations import CHAPTER

PACKAGE = Path(textbook_ml.__file__).parent

# From the ground up; a room may open into those before it. The wings open into all of these.
ROOMS = (
    "errors",
    "numeric",
    "stable",
    "tables",
    "elementwise",
    "linalg",
    "plots",
    "notation",
    "sources",
    "registry",
    "docstrings",
    "console",
    "layout",
    "files",
    "progress",
    "words",
    "text",
    "equations",
    "algorithms",
    "data",
    "datasets",
    "statistics",
    "objectives",
    "optimisers",
    "models",
    "evaluation",
    "experiments",
    "questions",
)
WINGS = ("reading", "commands", "grading", "embedding")
DOORSTEP = ("__init__", "__main__", "_public", "exports", "cli")


def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def room_of(module: str) -> str:
    """The room that a dotted module of the package stands in."""
    return module.split(".")[1] if "." in module else "__init__"


def dotted(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path: Path) -> Iterator[str]:
    """Every module that a file imports, at the top or inside a function."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            assert node.module is not None
            whole = [f"{node.module}.{alias.name}" for alias in node.names]
            known = {dotted(p) for p in modules()}
            yield from (name if name in known else node.module for name in whole)


@pytest.mark.parametrize("path", modules(), ids=dotted)
def test_only_the_standard_library_is_imported(path: Path) -> None:
    """The package needs nothing that Python does not bring."""
    outside = {name.split(".")[0] for name in imports(path)} - sys.stdlib_module_names
    assert outside <= {"textbook_ml"}


@pytest.mark.parametrize("path", modules(), ids=dotted)
def test_imports_point_to_rooms_listed_above(path: Path) -> None:
    """No room opens into a later one, and no wing into another."""
    here = room_of(dotted(path))
    if here in DOORSTEP:
        return
    allowed = {*ROOMS, here} if here in WINGS else set(ROOMS[: ROOMS.index(here) + 1])
    rooms = {room_of(name) for name in imports(path) if name.startswith("textbook_ml.")}
    assert rooms <= allowed


def test_every_room_is_listed() -> None:
    """A new folder or module finds its place in the list above."""
    rooms = {room_of(dotted(path)) for path in modules()}
    assert rooms <= {*ROOMS, *WINGS, *DOORSTEP}


def test_the_chapter_lists_its_modules_in_order() -> None:
    """Each module of equations is in the chapter, and imports only earlier ones."""
    order = [name for name, *_ in CHAPTER]
    folder = PACKAGE / "equations"
    assert sorted(order) == sorted(p.stem for p in folder.glob("*.py") if p.stem != "__init__")
    for place, name in enumerate(order):
        earlier = {f"textbook_ml.equations.{other}" for other in order[:place]}
        siblings = {m for m in imports(folder / f"{name}.py") if ".equations." in m}
        assert siblings <= earlier


@pytest.mark.parametrize("path", modules(), ids=dotted)
def test_functions_fit_on_a_screen(path: Path) -> None:
    """No function is longer than a screen, and no line wider than a page."""
    source = path.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef):
            assert node.end_lineno is not None
            assert node.end_lineno - node.lineno < 60, node.name
    assert max(map(len, source.splitlines()), default=0) <= 100


@pytest.mark.parametrize("path", modules(), ids=dotted)
def test_squares_are_products(path: Path) -> None:
    """x ** 2 of a float differs from x * x in the last bit on some systems."""
    powers = [
        node.lineno
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.Pow)
        and isinstance(node.right, ast.Constant)
        and node.right.value == 2
    ]
    whole_numbers_only = path.stem == "numeric"
    assert powers == [] or whole_numbers_only
