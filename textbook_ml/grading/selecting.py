"""Which questions are meant: by the name of a function, a question's id, or an entry of a text."""

import re
from collections.abc import Iterable
from dataclasses import replace
from difflib import get_close_matches

from textbook_ml.errors import TextbookError
from textbook_ml.questions import Question, questions
from textbook_ml.registry import implemented_by

_DEFINED = re.compile(r"^def[ \t]+(\w+)", re.MULTILINE)
_ASSIGNED = re.compile(r"^(\w+)[ \t]*=(?!=)", re.MULTILINE)
_IMPORTED = re.compile(r"^from[ \t]+[\w.]+[ \t]+import[ \t]*(\([^()]*\)|[^\n]*)", re.MULTILINE)
_WORD = re.compile(r"\w+")


def asked_for(name: str) -> list[Question]:
    """The questions of this name: one, or all of an entry that several functions say.

    A question is reported under the id by which it was asked for; `entry:function` asks for
    one of several.

    >>> [(q.function, q.id) for q in asked_for("mitchell-15") + asked_for("gwansiu-17")]
    [('variance_mvue', 'mitchell-15'), ('variance_mvue', 'gwansiu-17')]
    >>> [q.function for q in asked_for("sontag-losses:hinge_loss")]
    ['hinge_loss']
    """
    known = questions()
    entry, _, function = name.partition(":")
    found = [known[name]] if name in known else _of_entry(entry)
    if function:
        found = [replace(q, id=name) for q in found if q.function == function]
    if not found:
        raise TextbookError(f"no question is called {name!r}: {_advice(name)}")
    return found


def _of_entry(entry: str) -> list[Question]:
    """The questions on an entry of a text; where they are several, they go by their names too."""
    known = questions()
    functions = [said.rpartition(".")[2] for said in implemented_by().get(entry, ())]
    found = [known[function] for function in functions if function in known]
    found += [q for q in known.values() if q.id == entry and q not in found]
    if len(found) == 1:
        return [replace(found[0], id=entry)]
    own = {entry, *(f"{entry}:{q.function}" for q in found)}
    return [q if q.id in own else replace(q, id=f"{entry}:{q.function}") for q in found]


def asked_for_all(names: Iterable[str]) -> list[Question]:
    """The questions of all these names, none twice."""
    found: dict[str, Question] = {}
    for name in names:
        for question in asked_for(name):
            found.setdefault(question.function, question)
    return list(found.values())


def words_of(listed: str) -> list[str]:
    """Names with commas between them, as they are typed.

    >>> words_of("mitchell-15, bayes_rule")
    ['mitchell-15', 'bayes_rule']
    """
    return [word.strip() for word in listed.split(",") if word.strip()]


def functions_in(source: str) -> set[str]:
    """The names that a student's file defines at its top, by its letters.

    It is not parsed here: a file can be written so that parsing it ends the interpreter.

    >>> sorted(functions_in("def f(x):\\n    y = 1\\ng = f\\nfrom helpers import a, b as h\\n"))
    ['a', 'b', 'f', 'g', 'h']
    """
    imported = {word for words in _IMPORTED.findall(source) for word in _WORD.findall(words)}
    return {*_DEFINED.findall(source), *_ASSIGNED.findall(source), *imported} - {"as"}


def _advice(name: str) -> str:
    """The nearest names, and where all of them are listed."""
    known = questions()
    names = [*known, *(q.id for q in known.values())]
    near = get_close_matches(name, names, n=3, cutoff=0.5)
    return f"did you mean {', '.join(near)}?" if near else "the command questions lists them"
