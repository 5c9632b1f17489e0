"""The layers of the package import only earlier layers and the standard library."""

import ast
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import textbook_ml
from textbook_ml.equations import CHAPTER

PACKAGE = Path(textbook_ml.__file__).parent

# The layers in order; a layer may import from those before it.
LAYERS = (
    "core",
    "plots",
    "sources",
    "equations",
    "algorithms",
    "data",
    "learning",
    "models",
    "evaluation",
    "study",
    "questions",
)
# Layers that people use directly; they may import from all of the above, not from each other.
USER_FACING = ("reading", "grading", "embedding")
COMMAND_LINE = "commands"
ENTRY_POINTS = ("__init__", "__main__", "dev")


@cache
def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


@cache
def module_names() -> frozenset[str]:
    return frozenset(map(dotted, modules()))


def layer_of(module: str) -> str:
    """Return the layer to which a dotted module of the package belongs."""
    return module.split(".")[1] if "." in module else "__init__"


def dotted(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@dataclass(frozen=True)
class Source:
    """What these tests need to know of a module; syntax trees of all modules fill the memory."""

    imports: frozenset[str]  # at the top or inside a function
    imports_when_loaded: frozenset[str]
    functions: tuple[tuple[str, int, int], ...]  # name, first line, last line
    squares: tuple[int, ...]  # lines with x ** 2
    wide_lines: tuple[int, ...]


@cache
def source(path: Path) -> Source:
    """Parse a module once for all tests."""
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    nodes = list(ast.walk(tree))
    return Source(
        frozenset(imports(nodes, path)),
        frozenset(imports(run_when_loaded(tree), path)),
        tuple(
            (node.name, node.lineno, node.end_lineno or 0)
            for node in nodes
            if isinstance(node, ast.FunctionDef)
        ),
        tuple(node.lineno for node in nodes if isinstance(node, ast.BinOp) and is_square(node)),
        tuple(n for n, line in enumerate(text.splitlines(), start=1) if len(line) > 100),
    )


def is_square(node: ast.BinOp) -> bool:
    exponent = node.right
    return (
        isinstance(node.op, ast.Pow) and isinstance(exponent, ast.Constant) and exponent.value == 2
    )


def imports(nodes: Iterable[ast.AST], path: Path) -> Iterator[str]:
    """Yield every module that one of the nodes of a file imports."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            assert node.module is not None
            whole = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from (name if name in module_names() else node.module for name in whole)


def run_when_loaded(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes that run when a module is loaded: all but the bodies of functions."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.FunctionDef, ast.Lambda)):
            continue
        if isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
            continue
        yield child
        yield from run_when_loaded(child)


def test_only_the_standard_library_is_imported() -> None:
    """The package has no dependencies."""
    allowed = {"textbook_ml", *sys.stdlib_module_names}
    outside = {
        dotted(p): {name.split(".")[0] for name in source(p).imports} - allowed for p in modules()
    }
    assert not_empty(outside) == {}


def not_empty(found: dict[str, set[str]]) -> dict[str, set[str]]:
    """Return the modules for which something was found."""
    return {module: faults for module, faults in found.items() if faults}


def test_layers_import_only_earlier_layers() -> None:
    """A layer imports only from itself and from layers before it in the list."""
    later = {}
    for path in modules():
        ours = [name for name in source(path).imports if name.startswith("textbook_ml.")]
        layers = {layer_of(name) for name in ours}
        later[dotted(path)] = layers - allowed_layers(layer_of(dotted(path)))
    assert not_empty(later) == {}


def allowed_layers(here: str) -> set[str]:
    """Return the layers from which a layer may import."""
    if here in ENTRY_POINTS:
        return {*LAYERS, *USER_FACING, COMMAND_LINE, *ENTRY_POINTS}
    if here in LAYERS:
        return set(LAYERS[: LAYERS.index(here) + 1])
    if here == COMMAND_LINE:
        return {here, *LAYERS, *USER_FACING, "__init__"}
    return {here, *LAYERS}


def test_every_layer_is_listed() -> None:
    """Every folder and module at the top of the package is in the lists above."""
    found = {layer_of(dotted(path)) for path in modules()}
    assert found <= {*LAYERS, *USER_FACING, COMMAND_LINE, *ENTRY_POINTS}


def test_the_chapter_lists_its_modules_in_order() -> None:
    """Each module of equations is in the chapter, and imports only earlier ones."""
    order = [name for name, *_ in CHAPTER]
    folder = PACKAGE / "equations"
    assert sorted(order) == sorted(p.stem for p in folder.glob("*.py") if p.stem != "__init__")
    for place, name in enumerate(order):
        earlier = {f"textbook_ml.equations.{other}" for other in order[:place]}
        siblings = {m for m in source(folder / f"{name}.py").imports if ".equations." in m}
        assert siblings <= earlier


def test_functions_fit_on_a_screen() -> None:
    """No function is longer than a screen, and no line wider than a page."""
    too_long = [
        f"{path}:{first}: {name}"
        for path in modules()
        for name, first, last in source(path).functions
        if last - first >= 60
    ]
    assert too_long == []
    assert [f"{path}:{line}" for path in modules() for line in source(path).wide_lines] == []


def test_squares_are_written_as_products() -> None:
    """On some systems, x ** 2 differs from x * x in the last bit of a float."""
    powers = [
        f"{path}:{line}"
        for path in modules()
        if path.stem != "numeric"  # whole numbers only
        for line in source(path).squares
    ]
    assert powers == []


def test_modules_do_not_import_each_other_in_a_cycle() -> None:
    """Each module can be loaded after all modules that it imports."""
    graph = {dotted(p): source(p).imports_when_loaded & module_names() for p in modules()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(f"import cycle: {' → '.join(error.args[1])}")


def test_modules_share_a_name_only_in_parallel_packages() -> None:
    """A module name says what the module is about, so other modules have other names."""
    places = defaultdict(set)
    for path in modules():
        if path.stem not in ("__init__", "__main__"):
            package = dotted(path).rpartition(".")[0].removeprefix("textbook_ml.")
            places[path.stem].add(package)
    shared = {name: found for name, found in places.items() if len(found) > 1}
    assert {n: found for n, found in shared.items() if not are_parallel(n, found)} == {}


# Packages with one module for each item of the same list, with a description of the item.
PARALLEL: tuple[set[str], ...] = (
    # a section of the chapter
    {
        "equations",
        "questions.chapter",
        "questions.algorithms",
        "study.derivations",
        "study.experiments",
        "reading.book.pictures",
    },
    {"study.derivations", "study.exercises"},  # their helpers
    {"models", "algorithms"},  # a model
    {"core", "questions.chapter"},  # exercise functions of `core`
    {
        "study.experiments",
        "study.figures",
        "reading.book.pictures",
        "commands",
    },  # a subject of study, a command
    {"reading", "grading", "embedding", "commands"},  # their command-line arguments
)
# The module of a command has the name that users type, so it may share its name with a module on
# another subject: `ascent` with the equations of gradient ascent, `figure` with the class Figure.
COMMANDS_WITH_A_SHARED_NAME = ("ascent", "figure")


def are_parallel(name: str, found: set[str]) -> bool:
    if name in COMMANDS_WITH_A_SHARED_NAME:
        found = found - {COMMAND_LINE}
    return len(found) == 1 or any(found <= group for group in PARALLEL)
