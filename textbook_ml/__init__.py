"""The executable edition of one chapter: generative and discriminative classifiers.

Every public name can be imported from here, and is loaded only then.
"""

from importlib import import_module

from textbook_ml._public import HOMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from textbook_ml._public import *

__version__ = "0.1.0"


def __getattr__(name: str) -> object:
    """Load a public name from its module, the first time it is asked for."""
    for module, names in HOMES.items():
        if name in names:
            return getattr(import_module(module), name)
    raise AttributeError(f"textbook_ml has no {name!r}")


def __dir__() -> list[str]:
    return sorted(["__version__", *(name for names in HOMES.values() for name in names)])
