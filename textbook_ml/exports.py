"""Generate the list of public names: `python3 -m textbook_ml.exports` rewrites `_public.py`.

Public names are the registered equations and the public functions and classes of the other
packages. You can import all of them from `textbook_ml`; importing the package loads none of them.
"""

import ast
import pkgutil
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from textbook_ml.core.files import write_file

PUBLIC_PACKAGES = (
    "core.errors",
    "core.stable",
    "core.text",
    "equations",
    "data",
    "learning.objectives",
    "learning.optimisers",
    "models",
    "grading.notebook_check",
)
# Modules of these packages that are not public.
INTERNAL_MODULES = (
    "catalogue",
    "json_codec",
    "training_set",
    "linear",
    "fit_weights",
    "separability_errors",
    "fit_report",
    "priors",
    "recipes",
    "rows",
    "json_types",
    "covariance_fit",
    "estimator_input",
)
HEADER = '"""Where each public name lives. Made by `python3 -m textbook_ml.exports`."""\n'


def public_module() -> str:
    """Return the text of `_public.py`."""
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
    """Yield the modules of the public packages."""
    for package in PUBLIC_PACKAGES:
        module = import_module(f"textbook_ml.{package}")
        found = pkgutil.iter_modules(getattr(module, "__path__", ()), f"{module.__name__}.")
        inside = sorted(f.name for f in found if not f.name.endswith(INTERNAL_MODULES))
        yield from [module.__name__] if hasattr(module, "__all__") or not inside else inside


def public_names(module: str) -> list[str]:
    """Return the public functions and classes of a module, in their order.

    >>> public_names("textbook_ml.core.errors")
    ['TextbookError', 'TextbookWarning']
    """
    loaded = import_module(module)
    if hasattr(loaded, "__all__"):
        return list(loaded.__all__)
    tree = ast.parse(Path(str(loaded.__file__)).read_text(encoding="utf-8"))
    definitions = [n for n in tree.body if isinstance(n, (ast.FunctionDef, ast.ClassDef))]
    public = [n for n in definitions if not n.name.startswith(("_", "require"))]
    if ".equations." in module:  # only registered equations, not the helpers of a module
        public = [n for n in public if n.decorator_list]
    if module.endswith(".errors") or ".models." in module:  # only classes
        public = [n for n in public if isinstance(n, ast.ClassDef)]
    return [n.name for n in public]


if __name__ == "__main__":
    write_file(str(Path(__file__).with_name("_public.py")), public_module())
