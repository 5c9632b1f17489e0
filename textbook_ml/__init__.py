"""The executable edition of one chapter: generative and discriminative classifiers.

Every public name can be imported from here, and is loaded only then.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from textbook_ml._public import *

__version__ = "0.1.0"


def __getattr__(name: str) -> object:
    """Load a public name from its module, the first time it is asked for."""
    # Imported here, not above: Ctrl-C while a package is loaded cannot be caught inside it.
    from importlib import import_module

    from textbook_ml._public import HOMES

    if name == "__all__":
        return sorted(public for names in HOMES.values() for public in names)
    for module, names in HOMES.items():
        if name in names:
            return getattr(import_module(module), name)
    raise AttributeError(f"textbook_ml has no {name!r}")


def __dir__() -> list[str]:
    from textbook_ml._public import HOMES

    return sorted(["__all__", "__version__", *(name for names in HOMES.values() for name in names)])
