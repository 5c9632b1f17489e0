"""Links from an entry or a function to code, models, derivations, questions and experiments.

The table is `links.toml`, which `link_table.py` generates. So `read` imports no model.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from textbook_ml import modules_of_names
from textbook_ml.sources import registry, texts
from textbook_ml.sources.texts import Account, Entry


@dataclass(frozen=True, slots=True)
class Link:
    """A derivation, exercise or experiment: the name to type, and its title."""

    name: str
    title: str


@dataclass(frozen=True, slots=True)
class ModelLink:
    """A model: its name, its class, a command that fits it, and the equations that it runs."""

    name: str
    model: str
    about: str
    needs: str
    command: str
    fit: tuple[str, ...]
    use: tuple[str, ...]

    @property
    def class_name(self) -> str:
        """The name of the class without its module."""
        return self.model.rpartition(".")[2]


@cache
def table() -> Mapping[str, Any]:
    """Return the generated table."""
    file = resources.files("textbook_ml.reading").joinpath("links.toml")
    return tomllib.loads(file.read_text(encoding="utf-8"))


def functions() -> Mapping[str, list[str]]:
    """Return every registered name with its entries, in the order of the chapter.

    >>> functions()["textbook_ml.equations.gaussian.variance_mvue"]
    ['mitchell-15', 'gwansiu-17']
    """
    found: Mapping[str, list[str]] = table()["functions"]
    return found


@cache
def names() -> Mapping[str, str]:
    """Return dotted names by short names; an experiment only if no other function has its name.

    >>> names()["softplus"]
    'textbook_ml.core.stable.softplus'
    """
    public = {name: f"{module}.{name}" for name, module in modules_of_names().items()}
    registered = {name.rpartition(".")[2]: name for name in reversed(list(functions()))}
    chapter = {short: name for short, name in registered.items() if ".study." not in name}
    return {**registered, **public, **chapter}


@cache
def by_entry() -> Mapping[str, tuple[str, ...]]:
    """Return the functions of every implemented entry."""
    found: dict[str, tuple[str, ...]] = {}
    for name, ids in functions().items():
        for entry_id in ids:
            found[entry_id] = (*found.get(entry_id, ()), name)
    return found


def account(entry: Entry) -> Account:
    """Return the status of an entry.

    >>> account(texts.load().entries["mitchell-15"]).status
    'implemented'
    """
    by = by_entry().get(entry.id, ())
    if by:
        return Account(entry, "implemented", by, "")
    if entry.id in registry.entries_without_function()["planned"]:
        return Account(
            entry, "planned", (), registry.entries_without_function()["planned"][entry.id]
        )
    return Account(entry, "excused", (), registry.entries_without_function()["excused"][entry.id])


def lines_of(entry_id: str) -> tuple[str, ...]:
    """Return the functions of the lines of an entry before the last.

    >>> len(lines_of("mitchell-20")), lines_of("mitchell-15")
    (4, ())
    """
    return tuple(table()["lines"].get(entry_id, ()))


@cache
def models() -> tuple[ModelLink, ...]:
    """Return all models."""
    return tuple(
        ModelLink(**{**one, "fit": tuple(one["fit"]), "use": tuple(one["use"])})
        for one in table()["models"]
    )


def model_of(name: str) -> ModelLink | None:
    """Return the model with this dotted class name; of several variants, the first.

    >>> model_of("textbook_ml.models.gaussian_naive_bayes.GaussianNaiveBayes").name
    'gaussian-nb'
    """
    return next((one for one in models() if one.model == name), None)


def models_that_run(function: str) -> list[ModelLink]:
    """Return the models that run an equation, when they are fitted or used.

    >>> [one.name for one in models_that_run("textbook_ml.equations.gaussian.variance_mvue")]
    ['gaussian-nb']
    """
    return [one for one in models() if function in one.fit or function in one.use]


def question_of(function: str) -> str | None:
    """Return the id of the question about a function, if there is one."""
    found: str | None = table()["questions"].get(function.rpartition(".")[2])
    return found


def linked(kind: str, entry_id: str) -> list[Link]:
    """Return the derivations, exercises or experiments about an entry.

    >>> [one.name for one in linked("exercises", "ng-gda-sigma-mle")]
    ['ex5', 'ex8']
    """
    items = table()[kind].items()
    return [Link(name, one["title"]) for name, one in items if entry_id in one["entries"]]


def label_of(function: str) -> str:
    """Return the number or place by which a reader knows an equation.

    >>> label_of("textbook_ml.equations.gaussian.variance_mvue")
    '(15)'
    >>> label_of("textbook_ml.equations.discriminant.pooled_covariance")
    'Ng §1.2'
    """
    known = texts.load()
    entries = [known.entries[i] for i in functions().get(function, ())]
    alike = [known.entries[m] for e in entries for c in known.classes_of(e.id) for m in c.members]
    for e in (*entries, *alike):
        if e.text == "mitchell" and e.number:
            return f"({e.number})"
    if not entries:
        return ""
    first = entries[0]
    place = f" §{first.section.split()[0].rstrip(',')}" if first.section[:1].isdigit() else ""
    return f"{known.texts[first.text].name}{place}"
