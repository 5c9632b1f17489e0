"""The content of the five source texts as data: entries, errata and equivalent entries.

The content is stored in the TOML files of this folder, one file for each text. The files contain
no sentence of the texts themselves.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Literal

TEXT_KEYS = ("mitchell", "ng", "xing", "sontag", "gwansiu")


@dataclass(frozen=True, slots=True)
class Text:
    """One of the five source texts, and the edition that the equation numbers refer to."""

    key: str
    name: str
    author: str
    title: str
    edition: str
    numbers: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One equation, definition, rule, algorithm, count, example, claim, exercise or remark."""

    id: str
    text: str
    section: str
    number: str | None
    kind: str
    title: str
    latex: str
    words: str

    def _repr_latex_(self) -> str:
        """Return the formula, which a notebook displays."""
        return f"$${self.latex}$$"


@dataclass(frozen=True, slots=True)
class Account:
    """The status of an entry: implemented by functions, planned, or excused with a reason."""

    entry: Entry
    status: Literal["implemented", "planned", "excused"]
    by: tuple[str, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of erratum: its meaning, its heading, and the titles of its parts."""

    name: str
    meaning: str
    heading: str
    printed: str
    why: str
    right: str
    columns: tuple[str, str]


KINDS: Mapping[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind(
            "wrong", "the printed form is not correct", "Error in the text",
            "printed", "why it cannot be right", "correct",
            ("printed form", "correct form"),
        ),
        Kind(
            "copy", "an error in our copy, not in the original text", "Error in our copy",
            "in our copy", "what is wrong", "as intended",
            ("our copy", "as intended"),
        ),
        Kind(
            "convention", "the texts differ, and all are correct", "Different conventions",
            "conventions", "how they differ", "how to convert",
            ("one convention", "the other"),
        ),
        Kind(
            "incomplete", "a condition is missing", "Missing condition",
            "stated", "what is missing", "with the condition",
            ("as stated", "with the condition"),
        ),
        Kind(
            "ambiguous", "the passage can be read in more than one way", "Ambiguous",
            "printed", "what is unclear", "clear form",
            ("one reading", "the other reading"),
        ),
    )
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Erratum:
    """A passage with a problem: the printed form, the problem, and the correct form."""

    id: str
    where: str
    kind: Kind
    printed: str
    why: str
    right: str
    entries: tuple[str, ...]

    @property
    def parts(self) -> Mapping[str, str]:
        """The passage, the problem and the correct form, each with the title for its kind.

        >>> list(load().errata["ERR-M-3BILLION"].parts)
        ['printed', 'why it cannot be right', 'correct']
        """
        kind = self.kind
        return {kind.printed: self.printed, kind.why: self.why, kind.right: self.right}


@dataclass(frozen=True, slots=True)
class Equivalence:
    """Equivalent entries; the value of each member describes how it differs, if it does."""

    id: str
    words: str
    members: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Sources:
    """The content of all source texts, in their order."""

    texts: Mapping[str, Text]
    entries: Mapping[str, Entry]
    errata: Mapping[str, Erratum]
    equivalences: Mapping[str, Equivalence]

    def classes_of(self, entry_id: str) -> list[Equivalence]:
        """Return the equivalence classes that an entry belongs to."""
        return [c for c in self.equivalences.values() if entry_id in c.members]

    def errata_of(self, entry_id: str) -> list[Erratum]:
        """Return the errata of an entry."""
        return [e for e in self.errata.values() if entry_id in e.entries]


@cache
def load() -> Sources:
    """Read the files once, through importlib, so that it also works from a zip file.

    >>> len(load().entries), len(load().errata), len(load().equivalences)
    (357, 93, 73)
    """
    texts: dict[str, Text] = {}
    entries: dict[str, Entry] = {}
    for key in TEXT_KEYS:
        table = _read_toml(f"{key}.toml")
        texts[key] = Text(**table["text"])
        for e in table["entry"]:
            entries[e["id"]] = Entry(text=key, **{"number": None, **e})
    errata = [
        Erratum(**{**e, "kind": KINDS[e["kind"]], "entries": tuple(e["entries"])})
        for e in _read_toml("errata.toml")["erratum"]
    ]
    classes = [
        Equivalence(c["id"], c["words"], dict(map(_member_and_remark, c["members"])))
        for c in _read_toml("equivalences.toml")["class"]
    ]
    return Sources(texts, entries, {e.id: e for e in errata}, {c.id: c for c in classes})


def _read_toml(name: str) -> dict[str, Any]:
    return tomllib.loads(
        resources.files("textbook_ml.sources").joinpath(name).read_text(encoding="utf-8")
    )


def _member_and_remark(member: str) -> tuple[str, str]:
    """Return the id, and the remark in brackets after it.

    >>> _member_and_remark("gwansiu-2 [misprinted]")
    ('gwansiu-2', 'misprinted')
    """
    entry_id, _, difference = member.partition(" [")
    return entry_id, difference.removesuffix("]")
