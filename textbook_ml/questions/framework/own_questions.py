"""Load questions outside this package: a teacher's file, package or installed plug-in.

    questions = ["hw3:spread"]

in an assignment selects the question on the function `spread` of `hw3.py` next to the assignment,
of the package `hw3/`, or of an installed module `hw3`. The teacher's code is trusted: it runs in
the process of the grader, as the reference of this package does.
"""

import sys
import sysconfig
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from importlib import import_module
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from traceback import extract_tb

from textbook_ml.core.errors import TextbookError, require
from textbook_ml.questions.framework.question import (
    Question,
    forget,
    questions,
    questions_of,
    registering_for_module,
)
from textbook_ml.sources.docstrings import forget_pages


def own_question(name: str, folder: Path) -> list[Question]:
    """Return the question `module:function`, or the parts of the question `module:Class`.

    The module is in the folder, or installed.
    """
    module, _, function = name.partition(":")
    known = own_questions(module, folder)
    parts = [q for q in known.values() if q.part_of and q.part_of.__name__ == function]
    if parts:
        return parts
    near = get_close_matches(function, known, n=3, cutoff=0.4) or list(known)[:5]
    advice = f"Did you mean {', '.join(near)}?" if near else f"Fix: add @question({function})."
    require(function in known, f"{module} has no question on {function!r}. {advice}")
    return [known[function]]


def has_module(module: str, folder: Path) -> bool:
    """Return whether there is a module of this name in the folder, or an installed one."""
    if not all(part.isidentifier() for part in module.split(".")):
        return False
    if _module_path(module.partition(".")[0], folder) is not None:
        return True
    try:
        return find_spec(module) is not None
    except (ImportError, ValueError):
        return False


def own_questions(module: str, folder: Path) -> Mapping[str, Question]:
    """Load a teacher's module, and return its questions by the name of their function."""
    questions()  # the questions of this package are registered first
    top = module.partition(".")[0]
    path = _module_path(top, folder)
    require(
        top != "textbook_ml" and (path is None or top not in sys.stdlib_module_names),
        f"{module}: the name of a standard module or of this package cannot be used for "
        "questions. Fix: rename the file.",
    )
    loaded = sys.modules.get(top)
    if path is not None and loaded is not None and _origin_of_module(loaded) != str(path):
        require(
            bool(getattr(loaded, "__textbook_ml_questions__", False)),
            f"{path}: another module {top!r} is already loaded. Fix: rename the file.",
        )
        for name in [name for name in sys.modules if name.partition(".")[0] == top]:
            del sys.modules[name]
    if path is not None and top not in sys.modules:
        forget(top)
    with registering_for_module(top) as found:
        try:
            if path is not None and top not in sys.modules:
                _load_module(top, path)
            import_module(module)
        except TextbookError as error:
            raise TextbookError(f"{module}: {error}") from None
        except (Exception, SystemExit) as error:
            raise TextbookError(
                f"{module} cannot be loaded: {_line_of_error(error, top)}"
                f"{type(error).__name__}: {error}"
            ) from None
    return dict(found)


def _module_path(top: str, folder: Path) -> Path | None:
    """Return the path of a module or package in a folder; None if there is none."""
    places = (folder / f"{top}.py", folder / top / "__init__.py")
    return next((path.resolve() for path in places if path.is_file()), None)


def _origin_of_module(module: object) -> str | None:
    origin: str | None = getattr(getattr(module, "__spec__", None), "origin", None)
    return origin


def _load_module(top: str, path: Path) -> None:
    """Import a module or package from a path; modules next to it can be imported too."""
    inside = [str(path.parent)] if path.name == "__init__.py" else None
    spec = spec_from_file_location(top, path, submodule_search_locations=inside)
    assert spec is not None and spec.loader is not None
    beside = str(path.parent.parent if inside else path.parent)
    if beside not in sys.path:
        sys.path.append(beside)  # last, so that it replaces no other module
    module = module_from_spec(spec)
    vars(module)["__textbook_ml_questions__"] = True
    sys.modules[top] = module
    forget_pages()
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[top]
        forget(top)
        raise


def _line_of_error(error: BaseException, top: str) -> str:
    """Return the line of the teacher's module at which an error was raised."""
    if isinstance(error, SyntaxError):
        return f"line {error.lineno}: "
    frames = [f for f in extract_tb(error.__traceback__) if top in f.filename]
    return f"line {frames[-1].lineno}: " if frames else ""


def place_of(home: str) -> str:
    """Return the file of a teacher's module, by which another process can load it."""
    return _origin_of_module(sys.modules[home]) or ""


def load_again(home: str, place: str) -> Mapping[str, Question]:
    """Load a teacher's module in another process; return its questions, and those of ours."""
    if home:
        path = Path(place)
        own_questions(home, path.parents[1] if path.name == "__init__.py" else path.parent)
    return questions_of(home)


def files_of_home(home: str) -> Iterator[tuple[str, Path]]:
    """Yield the files of a teacher's module with the path at which it can be loaded elsewhere.

    These are the module or the whole package, and the modules next to it that it has imported.
    """
    path = Path(place_of(home))
    root, beside = path.parent, [path]
    if path.name == "__init__.py":
        inside_package = (p for p in sorted(root.rglob("*")) if "__pycache__" not in p.parts)
        root, beside = root.parent, [p for p in inside_package if p.is_file()]
    if not is_installed(home):
        origins = [_origin_of_module(module) for module in list(sys.modules.values())]
        inside = {Path(o) for o in origins if o and o.endswith(".py") and Path(o).parent == root}
        beside += sorted(inside - {path})
    for file in beside:
        yield file.relative_to(root).as_posix(), file


def is_installed(home: str) -> bool:
    """Return whether a teacher's module is in a folder of installed packages."""
    paths = sysconfig.get_paths()
    path = Path(place_of(home)).resolve()
    return any(Path(paths[key]).resolve() in path.parents for key in ("purelib", "platlib"))
