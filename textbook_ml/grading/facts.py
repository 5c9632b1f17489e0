"""What a child says of an exception, as plain strings: anyone may have written it."""

from dataclasses import dataclass
from typing import Any

from textbook_ml.grading.child.facts import LONGEST, MOST_NAMES
from textbook_ml.grading.process import clean


@dataclass(frozen=True, slots=True)
class Facts:
    """What an exception is about; what does not apply is empty."""

    name: str = ""  # that is not defined, or not an attribute
    owner: str = ""  # the type of the object that lacks the attribute, or the module to import
    module: str = ""  # the module that lacks the attribute
    names: tuple[str, ...] = ()  # that could have been meant


def plain_facts(said: Any) -> Facts:
    """The facts, as far as they have the right form.

    >>> plain_facts({"name": "summ", "names": ["xs", 3]})
    Facts(name='summ', owner='', module='', names=('xs',))
    """
    said = said if isinstance(said, dict) else {}
    name, owner, module = (_word(said.get(key)) for key in ("name", "owner", "module"))
    names = said.get("names")
    listed = names[:MOST_NAMES] if isinstance(names, list) else []
    return Facts(name, owner, module, tuple(filter(None, map(_word, listed))))


def _word(said: Any) -> str:
    return clean(said, 2 * LONGEST) if isinstance(said, str) else ""
