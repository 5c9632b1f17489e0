"""Select questions by the name of a function, the id of a question, or an entry of a text."""

import re
from collections.abc import Iterable
from dataclasses import replace
from difflib import get_close_matches

from textbook_ml.core.errors import TextbookError
from textbook_ml.questions import Question, questions
from textbook_ml.sources.registry import implemented_by

_DEFINED = re.compile(r"^def[ \t]+(\w+)", re.MULTILINE)
_ASSIGNED = re.compile(r"^(\w+)[ \t]*=(?!=)", re.MULTILINE)
_IMPORTED = re.compile(r"^from[ \t]+[\w.]+[ \t]+import[ \t]*(\([^()]*\)|[^\n]*)", re.MULTILINE)
_WORD = re.compile(r"\w+")


def asked_for(name: str) -> list[Question]:
    """Return the questions with this name: one, or all functions that implement an entry.

    A question is reported under the id by which it was selected; `entry:function` selects one of
    several functions.

    >>> [(q.function, q.id) for q in asked_for("mitchell-15") + asked_for("gwansiu-17")]
    [('variance_mvue', 'mitchell-15'), ('variance_mvue', 'gwansiu-17')]
    >>> [q.function for q in asked_for("sontag-losses:hinge_loss")]
    ['hinge_loss']
    """
    known = questions()
    entry, _, function = name.partition(":")
    found = [known[name]] if name in known else _questions_of_entry(entry)
    if function:
        found = [replace(q, id=name) for q in found if q.function == function]
    if not found:
        raise TextbookError(f"unknown question {name!r}. {_similar_or_all_names(name)}")
    return found


def _questions_of_entry(entry: str) -> list[Question]:
    """Return the questions on an entry; if there are several, their ids are `entry:function`.

    A whole algorithm is selected by its own name or id, not by an entry that it implements.
    """
    known = questions()
    paths = implemented_by().get(entry, ())
    equations = [path for path in paths if not path.startswith("textbook_ml.algorithms.")]
    functions = [path.rpartition(".")[2] for path in equations]
    found = [known[function] for function in functions if function in known]
    found += [q for q in known.values() if q.id == entry and q not in found]
    if len(found) == 1:
        return [replace(found[0], id=entry)]
    own = {entry, *(f"{entry}:{q.function}" for q in found)}
    return [q if q.id in own else replace(q, id=f"{entry}:{q.function}") for q in found]


def asked_for_all(names: Iterable[str]) -> list[Question]:
    """Return the questions of all these names, without duplicates."""
    found: dict[str, Question] = {}
    for name in names:
        for question in asked_for(name):
            found.setdefault(question.function, question)
    return list(found.values())


def words_of(listed: str) -> list[str]:
    """Split a list of names that are separated by commas.

    >>> words_of("mitchell-15, bayes_rule")
    ['mitchell-15', 'bayes_rule']
    """
    return [word.strip() for word in listed.split(",") if word.strip()]


def functions_in(source: str) -> set[str]:
    """Return the names that a student's file defines or imports at its top level.

    The file is searched, not parsed: a malicious file can crash the parser and the interpreter.

    >>> sorted(functions_in("def f(x):\\n    y = 1\\ng = f\\nfrom helpers import a, b as h\\n"))
    ['a', 'b', 'f', 'g', 'h']
    """
    imported = {word for words in _IMPORTED.findall(source) for word in _WORD.findall(words)}
    return {*_DEFINED.findall(source), *_ASSIGNED.findall(source), *imported} - {"as"}


def _similar_or_all_names(name: str) -> str:
    """Return the most similar names, or how to list all names."""
    known = questions()
    names = [*known, *(q.id for q in known.values())]
    near = get_close_matches(name, names, n=3, cutoff=0.5)
    return f"Did you mean {', '.join(near)}?" if near else "Run `questions` to list all."
