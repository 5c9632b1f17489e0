"""Collect the names and types involved in an exception, as plain data without values.

The grader turns these facts into a sentence. Only the built-in exception classes themselves are
read, because a subclass from student code may run code when its attributes are read.
"""

from __future__ import annotations

import sys

from textbook_ml.grading.runner.worker.value_codec import type_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import CodeType, FrameType
    from typing import Any

MOST_NAMES = 300  # maximum number of names that are sent with one exception
LONGEST = 60  # maximum number of characters of a name
INNER = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>", "<lambda>")
MODULE: type = type(sys)


def facts(error: BaseException, places: tuple[str, ...]) -> dict[str, Any]:
    """Return the name that an exception reports, the type that lacks it, and similar names.

    >>> try:
    ...     [].mean()
    ... except AttributeError as error:
    ...     facts(error, ())
    {'name': 'mean', 'owner': 'list'}
    """
    kind = type(error)
    if kind is AttributeError:
        return missing_attribute(error)
    if kind is NameError or kind is UnboundLocalError:
        return {"name": word(getattr(error, "name", None)), "names": names_in_scope(error, places)}
    if kind is ImportError or kind is ModuleNotFoundError:
        module = word(getattr(error, "name", None))
        return {"owner": module, "names": members(sys.modules.get(module))}
    return {}


def missing_attribute(error: BaseException) -> dict[str, Any]:
    """Return the missing attribute, and the type, or the module with its members."""
    name, owner = word(getattr(error, "name", None)), getattr(error, "obj", None)
    if not name:  # raised by student code, without information on the object
        return {}
    if type(owner) is MODULE:
        module = word(vars(owner).get("__name__"))
        return {"name": name, "module": module, "names": members(owner)}
    return {"name": name, "owner": type_name(type(owner))}


def members(module: Any) -> list[str]:
    """Return the public names of a module."""
    if type(module) is not MODULE:
        return []
    return [word(name) for name in list(vars(module)) if word(name)[:1] != "_"][:MOST_NAMES]


def names_in_scope(error: BaseException, places: tuple[str, ...]) -> list[str]:
    """Return the local names at the place of the exception, including enclosing functions."""
    frames: list[FrameType] = []
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename in places:
            frames.append(trace.tb_frame)
        trace = trace.tb_next
    names: dict[str, None] = {}
    for frame in reversed(frames):
        code: CodeType = frame.f_code
        names.update(dict.fromkeys((*code.co_varnames, *code.co_cellvars, *code.co_freevars)))
        if code.co_name not in INNER:
            break
    return [word(name) for name in names if word(name)[:1].isidentifier()][:MOST_NAMES]


def word(name: Any) -> str:
    """Return a shortened name if it is a string, otherwise an empty string.

    >>> word("mean"), word(3)
    ('mean', '')
    """
    return name[:LONGEST] if type(name) is str else ""
