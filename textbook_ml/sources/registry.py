"""The registry of equations: `@equation`, and the status of all entries of the source texts.

The decorator only records a function and its entries. The first look-up (by `read`, the generated
pages or the grader) imports all registered modules. Imports that only the look-up needs are inside
functions, because every model imports this module and must load quickly.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Any, TypeVar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from textbook_ml.sources.checks import Check
    from textbook_ml.sources.texts import Account

Thing = TypeVar("Thing", bound=Callable[..., Any])

# The modules and subpackages that contain registered functions.
EQUATION_PACKAGES = (
    "equations",
    "data.datasets",
    "learning.optimisers",
    "models",
    "algorithms",
    "study.experiments",
    "study.errata",
)

_registered: dict[str, tuple[str, ...]] = {}
_lines: dict[str, str] = {}
_checks: dict[str, "Callable[[], Check]"] = {}


def equation(*ids: str, line_of: str = "") -> Callable[[Thing], Thing]:
    """Register a function as the implementation of these entries; return it unchanged.

    `line_of` is an entry of several lines: the function computes a line before the last.
    """

    def register(thing: Thing) -> Thing:
        name = f"{thing.__module__}.{thing.__qualname__}"
        _registered[name] = ids
        if line_of:
            _lines[name] = line_of
        return thing

    return register


def ids_of(thing: Callable[..., Any]) -> tuple[str, ...]:
    """Return the ids of the entries that a registered function implements.

    >>> from textbook_ml.equations.gaussian import variance_mvue
    >>> ids_of(variance_mvue)
    ('mitchell-15', 'gwansiu-17')
    """
    return _registered[f"{thing.__module__}.{thing.__qualname__}"]


@cache
def lines() -> Mapping[str, tuple[str, ...]]:
    """Return the entries of several lines, each with the functions of the lines before the last.

    >>> [name.rpartition(".")[2] for name in lines()["mitchell-s3.2-ll-simplified"]]
    ['conditional_log_likelihood']
    """
    found: dict[str, tuple[str, ...]] = {}
    for name in implementations():
        if name in _lines:
            found[_lines[name]] = (*found.get(_lines[name], ()), name)
    return found


def erratum(erratum_id: str) -> "Callable[[Callable[[], Check]], Callable[[], Check]]":
    """Register a function as the numerical check of an erratum; return it unchanged."""

    def register(check: "Callable[[], Check]") -> "Callable[[], Check]":
        _checks[erratum_id] = check
        return check

    return register


@cache
def checks() -> "Mapping[str, Callable[[], Check]]":
    """Return the numerical checks of the errata: the function for each erratum that has one.

    >>> checks()["ERR-M-3BILLION"]().right["parameters at n = 30"]
    2147483646
    """
    implementations()
    return dict(_checks)


@cache
def implementations() -> Mapping[str, tuple[str, ...]]:
    """Return every registered name with the entries it implements, in the order of the chapter.

    >>> implementations()["textbook_ml.equations.gaussian.variance_mvue"]
    ('mitchell-15', 'gwansiu-17')
    """
    modules = list(_registering_modules())
    for module in modules:
        import_module(module)
    places = {module: place for place, module in enumerate(modules)}
    by_place = sorted(_registered, key=lambda n: places.get(n.rpartition(".")[0], len(places)))
    return {name: _registered[name] for name in by_place}


def _registering_modules() -> Iterator[str]:
    """Yield the modules with registered functions: equations in chapter order, others by name."""
    import pkgutil

    for package_name in EQUATION_PACKAGES:
        package = import_module(f"textbook_ml.{package_name}")
        inside = pkgutil.iter_modules(getattr(package, "__path__", ()))
        names = [name for name, *_ in getattr(package, "CHAPTER", ())] or [m.name for m in inside]
        yield package.__name__
        yield from (f"{package.__name__}.{name}" for name in names)


@cache
def implemented_by() -> Mapping[str, tuple[str, ...]]:
    """Return every implemented entry with the names of the functions that implement it.

    >>> implemented_by()["gwansiu-17"]
    ('textbook_ml.equations.gaussian.variance_mvue',)
    """
    names: dict[str, tuple[str, ...]] = {}
    for name, ids in implementations().items():
        for entry_id in ids:
            names[entry_id] = (*names.get(entry_id, ()), name)
    return names


@cache
def entries_without_function() -> Mapping[str, Mapping[str, str]]:
    """Return the entries without a function, each with a reason, as "planned" and "excused".

    >>> entries_without_function()["excused"]["xing-summary"]
    'a summary; each of its statements has its own entry'
    """
    import tomllib
    from importlib import resources

    file = resources.files("textbook_ml.sources").joinpath("account.toml")
    return tomllib.loads(file.read_text(encoding="utf-8"))


@cache
def account() -> "Mapping[str, Account]":
    """Return every entry of the five source texts with its status.

    >>> account()["mitchell-15"].status
    'implemented'
    """
    from textbook_ml.sources import texts

    planned, excused = entries_without_function()["planned"], entries_without_function()["excused"]
    result = {}
    for entry_id, entry in texts.load().entries.items():
        by = implemented_by().get(entry_id, ())
        if by:
            result[entry_id] = texts.Account(entry, "implemented", by, "")
        elif entry_id in planned:
            result[entry_id] = texts.Account(entry, "planned", (), planned[entry_id])
        else:
            result[entry_id] = texts.Account(entry, "excused", (), excused[entry_id])
    return result
