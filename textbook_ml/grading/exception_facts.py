"""Facts about an exception, as reported by the worker process, which is not trusted."""

from dataclasses import dataclass
from typing import Any

from textbook_ml.grading.runner.process import clean
from textbook_ml.grading.runner.worker.facts import LONGEST, MOST_NAMES


@dataclass(frozen=True, slots=True)
class ExceptionFacts:
    """Names and types involved in an exception; fields that do not apply are empty."""

    name: str = ""  # the name that is not defined, or the attribute that does not exist
    owner: str = ""  # the type of the object that lacks the attribute, or the module to import
    module: str = ""  # the module that lacks the attribute
    names: tuple[str, ...] = ()  # names that the student may have meant


def plain_facts(message: Any) -> ExceptionFacts:
    """Return the facts in a message; parts of the wrong type are left out.

    >>> plain_facts({"name": "summ", "names": ["xs", 3]})
    Facts(name='summ', owner='', module='', names=('xs',))
    """
    message = message if isinstance(message, dict) else {}
    name, owner, module = (_as_string(message.get(key)) for key in ("name", "owner", "module"))
    names = message.get("names")
    listed = names[:MOST_NAMES] if isinstance(names, list) else []
    return ExceptionFacts(name, owner, module, tuple(filter(None, map(_as_string, listed))))


def _as_string(value: Any) -> str:
    return clean(value, 2 * LONGEST) if isinstance(value, str) else ""
