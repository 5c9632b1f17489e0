"""Which function says which equation: `@equation`, and the account of all entries.

The decorator only notes; nothing is looked up until someone asks. Whoever asks (`read`, the
generated pages, the grader) gets the whole shelf loaded once. What only they need is imported
only then: every model stands on this module, and should load quickly.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple, TypeVar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from textbook_ml.sources import Account

Thing = TypeVar("Thing", bound=Callable[..., Any])

# The rooms that hold what the texts say.
SHELVES = (
    "text",
    "equations",
    "datasets",
    "optimisers",
    "models",
    "algorithms",
    "experiments",
    "experiments.errata",
)

_registered: dict[str, tuple[str, ...]] = {}
_checks: dict[str, "Callable[[], Check]"] = {}


def equation(*ids: str) -> Callable[[Thing], Thing]:
    """Note that a function says these entries of the texts; the function stays as it is."""

    def note(thing: Thing) -> Thing:
        _registered[f"{thing.__module__}.{thing.__qualname__}"] = ids
        return thing

    return note


def ids_of(thing: Callable[..., Any]) -> tuple[str, ...]:
    """The entries that a registered function says.

    >>> from textbook_ml.equations.gaussian import variance_mvue
    >>> ids_of(variance_mvue)
    ('mitchell-15', 'gwansiu-17')
    """
    return _registered[f"{thing.__module__}.{thing.__qualname__}"]


class Claim(str):
    """What a text says, in our words: it stands where the text prints no number."""

    __slots__ = ()


class Check(NamedTuple):
    """An erratum in numbers, with the inputs, so that a reader can repeat it by hand.

    `printed` holds what the printed form gives or, where it is a statement, a `Claim`. The
    titles of the two columns follow from the kind of the erratum, unless `columns` has others.
    """

    inputs: Mapping[str, object]
    printed: Mapping[str, object]
    right: Mapping[str, object]
    columns: tuple[str, str] | None = None


def erratum(erratum_id: str) -> Callable[[Callable[[], Check]], Callable[[], Check]]:
    """Register a function that shows an erratum in numbers; return it unchanged."""

    def note(check: Callable[[], Check]) -> Callable[[], Check]:
        _checks[erratum_id] = check
        return check

    return note


@cache
def checks() -> Mapping[str, Callable[[], Check]]:
    """Every erratum that can be shown in numbers, with the function that computes them.

    >>> checks()["ERR-M-3BILLION"]().right["parameters at n = 30"]
    2147483646
    """
    implementations()
    return dict(_checks)


@cache
def implementations() -> Mapping[str, tuple[str, ...]]:
    """Every registered name with the entries it implements, in the order of the chapter.

    >>> implementations()["textbook_ml.equations.gaussian.variance_mvue"]
    ('mitchell-15', 'gwansiu-17')
    """
    modules = list(_modules())
    for module in modules:
        import_module(module)
    places = {module: place for place, module in enumerate(modules)}
    by_place = sorted(_registered, key=lambda n: places.get(n.rpartition(".")[0], len(places)))
    return {name: _registered[name] for name in by_place}


def _modules() -> Iterator[str]:
    """The modules of the shelves: the chapter's in its order, others by name."""
    import pkgutil

    for shelf in SHELVES:
        room = import_module(f"textbook_ml.{shelf}")
        inside = pkgutil.iter_modules(getattr(room, "__path__", ()))
        names = [name for name, *_ in getattr(room, "CHAPTER", ())] or [m.name for m in inside]
        yield room.__name__
        yield from (f"{room.__name__}.{name}" for name in names)


@cache
def implemented_by() -> Mapping[str, tuple[str, ...]]:
    """The other way round: every implemented entry with the names that implement it.

    >>> implemented_by()["gwansiu-17"]
    ('textbook_ml.equations.gaussian.variance_mvue',)
    """
    names: dict[str, tuple[str, ...]] = {}
    for name, ids in implementations().items():
        for entry_id in ids:
            names[entry_id] = (*names.get(entry_id, ()), name)
    return names


@cache
def waiting() -> Mapping[str, Mapping[str, str]]:
    """Entries that no function says: those planned, with what will say them, and those excused.

    >>> waiting()["excused"]["xing-summary"]
    'a summary of entries that are all accounted for on their own'
    """
    import tomllib
    from importlib import resources

    file = resources.files("textbook_ml.sources").joinpath("account.toml")
    return tomllib.loads(file.read_text(encoding="utf-8"))


@cache
def account() -> "Mapping[str, Account]":
    """Every entry of the five texts and what became of it.

    >>> account()["mitchell-15"].status
    'implemented'
    """
    from textbook_ml import sources

    planned, excused = waiting()["planned"], waiting()["excused"]
    result = {}
    for entry_id, entry in sources.load().entries.items():
        by = implemented_by().get(entry_id, ())
        if by:
            result[entry_id] = sources.Account(entry, "implemented", by, "")
        elif entry_id in planned:
            result[entry_id] = sources.Account(entry, "planned", (), planned[entry_id])
        else:
            result[entry_id] = sources.Account(entry, "excused", (), excused[entry_id])
    return result
