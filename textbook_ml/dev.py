"""`python3 -m textbook_ml.dev`: write all generated files of the repository again.

It lists the files that changed. They are

    textbook_ml/__init__.pyi     the public names and their modules
    docs/reference.md            the same names with a summary of each
    docs/*.md                    the other pages of `reading.docs_pages`
    docs/learning-curves.svg     the figure in README.md
    textbook_ml/reading/links.toml     what belongs to each entry, for `read`
    textbook_ml/reading/book/assets/findings.json     the results of the experiments, for `book`
"""

import ast
import pkgutil
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from importlib import import_module
from pathlib import Path

import textbook_ml
from textbook_ml.core.errors import require
from textbook_ml.core.files import write_file
from textbook_ml.reading import docs_pages, link_table
from textbook_ml.reading.book import experiment_results
from textbook_ml.sources.docstrings import module_summary, page
from textbook_ml.study.figures import FIGURES

ROOT = Path(__file__).parents[1]
CORE: list[str] = vars(textbook_ml)["__all__"]  # type checkers see the stub, which has no __all__
PUBLIC_PACKAGES = (
    "core.errors",
    "core.stable",
    "core.text",
    "equations",
    "data",
    "learning.objectives",
    "learning.optimisers",
    "models",
    "evaluation",
    "embedding.export_call",
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
    "inputs",
)


def main(root: Path = ROOT) -> Iterator[str]:
    """Write the generated files that are stale, and yield their names."""
    require(
        (root / "docs").is_dir(),
        f"the generated files belong to the repository, got the installed package in {root}. "
        "Fix: run the command in a clone of the repository.",
    )
    for name, text_of in GENERATED.items():
        text = text_of()
        path = root / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            write_file(str(path), text)
            yield name


def public_names() -> dict[str, list[str]]:
    """Return the public names of each module: equations, models, and what they are used with."""
    return {module: names for module in modules() if (names := names_of(module))}


def modules() -> Iterator[str]:
    """Yield the modules of the public packages."""
    for package in PUBLIC_PACKAGES:
        module = import_module(f"textbook_ml.{package}")
        found = pkgutil.iter_modules(getattr(module, "__path__", ()), f"{module.__name__}.")
        inside = sorted(f.name for f in found if not f.name.endswith(INTERNAL_MODULES))
        yield from [module.__name__] if hasattr(module, "__all__") or not inside else inside


def names_of(module: str) -> list[str]:
    """Return the public functions and classes of a module, in their order.

    >>> names_of("textbook_ml.core.errors")
    ['TextbookError', 'TextbookWarning', 'DataWarning']
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


def stub() -> str:
    """Return the text of `__init__.pyi`, which type checkers and `__getattr__` read."""
    lines = ["# Made by `python3 -m textbook_ml.dev`: do not edit."]
    for module, names in public_names().items():
        lines.append(f"from {module} import (")
        lines += [f"    {name} as {name}," for name in names]
        lines.append(")")
    lines += ["", "__version__: str", "", "def modules_of_names() -> dict[str, str]: ..."]
    return "\n".join(lines) + "\n"


def reference() -> str:
    """Return the text of `docs/reference.md`."""
    public = public_names()
    homes = {name: module for module, names in public.items() for name in names}
    lines = [docs_pages.MADE, "# Public names", ""]
    lines += [
        "You can import every name on this page from `textbook_ml`. A name is loaded when it is",
        "first used. The core comes first; what a version may change is in the section",
        "[Stability](../README.md#stability) of README.md.",
    ]
    lines += ["", "## Core", "", "| name | summary | module |", "|---|---|---|"]
    for name in CORE:
        short = homes[name].removeprefix("textbook_ml.")
        lines.append(f"| `{name}` | {_summary(homes[name], name)} | `{short}` |")
    for module, names in public.items():
        lines += ["", f"## {module.removeprefix('textbook_ml.')}", "", module_summary(module), ""]
        lines += ["| name | summary |", "|---|---|"]
        lines += [f"| `{name}` | {_summary(module, name)} |" for name in names]
    return "\n".join(lines) + "\n"


def _summary(module: str, name: str) -> str:
    """Return the first line of the docstring; constants and types have none."""
    home = getattr(getattr(import_module(module), name), "__module__", "")
    if not home.startswith("textbook_ml"):
        return ""
    return docs_pages.escaped(page(f"{home}.{name}").title)


def learning_curves() -> str:
    """Return the text of the figure in README.md, as `figure learning-curves` prints it."""
    svg = FIGURES["learning-curves"]().svg()
    return svg.encode("ascii", "xmlcharrefreplace").decode()


GENERATED: Mapping[str, Callable[[], str]] = {
    "textbook_ml/__init__.pyi": stub,
    "docs/reference.md": reference,
    **{f"docs/{name}": partial(docs_pages.text_of, name) for name in docs_pages.PAGES},
    "docs/learning-curves.svg": learning_curves,
    "textbook_ml/reading/links.toml": link_table.text,
    "textbook_ml/reading/book/assets/findings.json": experiment_results.text_of_findings,
}


if __name__ == "__main__":
    print(*(f"written: {name}" for name in main()), "All generated files are up to date.", sep="\n")
