"""The list of public names, made from the source: `python3 -m textbook_ml.exports` rewrites it.

Public are the registered equations and, in the other rooms, every function and class that
is meant for others. They can all be imported from `textbook_ml` itself; importing the package
loads none of them.
"""

import ast
import pkgutil
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from textbook_ml.files import write_file

ROOMS = (
    "errors",
    "stable",
    "text",
    "equations",
    "data",
    "objectives",
    "optimisers",
    "models",
)
# Beside the models stand the tools that make, save and list them.
WORKSHOP = (
    "catalogue",
    "codec",
    "examples",
    "linear",
    "maximum",
    "no_maximum",
    "outcome",
    "priors",
    "recipes",
    "rows",
    "shapes",
    "whole_rows",
)
HEADER = '"""Where each public name lives. Made by `python3 -m textbook_ml.exports`."""\n'


def public_module() -> str:
    """The text of `_public.py` as it should be."""
    homes = {module: names for module in modules() if (names := public_names(module))}
    lines = [HEADER, "TYPE_CHECKING = False", "", "HOMES = {"]
    for module, names in homes.items():
        lines.append(f'    "{module}": (')
        lines += [f'        "{name}",' for name in names]
        lines.append("    ),")
    lines += ["}", "", "if TYPE_CHECKING:"]
    for module, names in homes.items():
        lines.append(f"    from {module} import (")
        lines += [f"        {name} as {name}," for name in names]
        lines.append("    )")
    return "\n".join(lines) + "\n"


def modules() -> Iterator[str]:
    """The modules of the public rooms, in the order of the house."""
    for room in ROOMS:
        module = import_module(f"textbook_ml.{room}")
        found = pkgutil.iter_modules(getattr(module, "__path__", ()), f"{module.__name__}.")
        inside = sorted(f.name for f in found if not f.name.endswith(WORKSHOP))
        yield from [module.__name__] if hasattr(module, "__all__") or not inside else inside


def public_names(module: str) -> list[str]:
    """The functions and classes of a module that are meant for others, in their order.

    >>> public_names("textbook_ml.errors")
    ['TextbookError', 'TextbookWarning']
    """
    loaded = import_module(module)
    if hasattr(loaded, "__all__"):
        return list(loaded.__all__)
    tree = ast.parse(Path(str(loaded.__file__)).read_text(encoding="utf-8"))
    definitions = [n for n in tree.body if isinstance(n, (ast.FunctionDef, ast.ClassDef))]
    public = [n for n in definitions if not n.name.startswith(("_", "require"))]
    if ".equations." in module:  # beside the equations stand helpers of their module
        public = [n for n in public if n.decorator_list]
    if module.endswith(".errors") or ".models." in module:  # what they are, not how they work
        public = [n for n in public if isinstance(n, ast.ClassDef)]
    return [n.name for n in public]


if __name__ == "__main__":
    write_file(str(Path(__file__).with_name("_public.py")), public_module())
