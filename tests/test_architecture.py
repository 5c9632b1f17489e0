"""The layers of the package import only earlier layers and the standard library."""

import ast
import sys
from collections import defaultdict
from collections.abc import Iterator
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


def imports(path: Path, *, only_when_loaded: bool = False) -> Iterator[str]:
    """Yield every module that a file imports, at the top or inside a function."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in run_when_loaded(tree) if only_when_loaded else ast.walk(tree):
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


@pytest.mark.parametrize("path", modules(), ids=dotted)
def test_only_the_standard_library_is_imported(path: Path) -> None:
    """The package has no dependencies."""
    outside = {name.split(".")[0] for name in imports(path)} - sys.stdlib_module_names
    assert outside <= {"textbook_ml"}


@pytest.mark.parametrize("path", modules(), ids=dotted)
def test_layers_import_only_earlier_layers(path: Path) -> None:
    """A layer imports only from itself and from layers before it in the list."""
    here = layer_of(dotted(path))
    if here in ENTRY_POINTS:
        return
    allowed = {here, *LAYERS}
    if here in LAYERS:
        allowed = set(LAYERS[: LAYERS.index(here) + 1])
    elif here == COMMAND_LINE:
        allowed |= {*USER_FACING, "__init__"}
    layers = {layer_of(name) for name in imports(path) if name.startswith("textbook_ml.")}
    assert layers <= allowed


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
def test_squares_are_written_as_products(path: Path) -> None:
    """On some systems, x ** 2 differs from x * x in the last bit of a float."""
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


def test_modules_do_not_import_each_other_in_a_cycle() -> None:
    """Each module can be loaded after all modules that it imports."""
    graph = {dotted(p): {*imports(p, only_when_loaded=True)} & module_names() for p in modules()}
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
