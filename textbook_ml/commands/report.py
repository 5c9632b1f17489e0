"""The report of `experiment --all --out DIR`: one page that needs nothing but itself.

It is DIR/index.html: light or dark as the reader's screen is, on a phone and on paper. A page
there that this command has not written is never overwritten.
"""

import os
import platform
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from textbook_ml import __version__
from textbook_ml.commands.report_style import STYLE
from textbook_ml.errors import TextbookError, require
from textbook_ml.experiments._experiment import Result
from textbook_ml.experiments._section import BADGES, badge, section
from textbook_ml.files import write_file
from textbook_ml.layout import plural
from textbook_ml.plots.svg import Markup, element, joined, words

PAGE = "index.html"
MADE = '<meta name="generator" content="textbook_ml experiment --all"/>'
TITLE = "The chapter’s claims, run"


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder that a report can be written to."""

    path: Path

    @classmethod
    def ready(cls, name: str) -> Self:
        """The folder, made if it is not there; refused before anything runs if it will not do."""
        folder = cls(Path(name))
        try:
            folder.path.mkdir(parents=True, exist_ok=True)
            there = MADE
            if folder.page.exists():
                with open(folder.page, encoding="utf-8", errors="replace") as page:
                    there = page.read(4000)
        except OSError as error:
            raise TextbookError(
                f"--out {name}: no report can be written there ({error.strerror}): "
                "give a folder, or the name of a new one"
            ) from None
        require(
            MADE in there,
            f"{folder.page} is not a report of this command, and stays as it is: "
            "give another folder",
        )
        require(
            os.access(folder.path, os.W_OK),
            f"--out {name}: the folder cannot be written to: give another",
        )
        return folder

    @property
    def page(self) -> Path:
        """Where the report goes."""
        return self.path / PAGE

    def write(self, page: str) -> None:
        """Write the whole page, or leave what is there."""
        write_file(str(self.page), page)


def report(results: Sequence[Result], seed: int, full: bool) -> str:
    """The page."""
    themes: dict[str, list[Result]] = {}
    for result in results:
        themes.setdefault(result.experiment.theme, []).append(result)
    parts = [
        element("h1", words(TITLE)),
        *_preface(results, seed, full),
        element("nav", *(_contents(*theme) for theme in themes.items()), aria_label="Contents"),
    ]
    for theme, some in themes.items():
        parts += [element("h2", words(theme)), *(section(result, full) for result in some)]
    head = joined(
        [
            Markup('<meta charset="utf-8"/>'),
            Markup('<meta name="viewport" content="width=device-width, initial-scale=1"/>'),
            Markup('<meta name="color-scheme" content="light dark"/>'),
            Markup(MADE),
            element("title", words(TITLE)),
            element("style", Markup(STYLE)),
        ]
    )
    body = element("main", joined(parts))
    whole = element("html", element("head", head), element("body", body), lang="en")
    return f"<!DOCTYPE html>\n{whole}\n"


def _preface(results: Sequence[Result], seed: int, full: bool) -> Iterator[Markup]:
    verdicts = [result.finding.verdict for result in results]
    counted = [f"{verdicts.count(verdict)} {do}" for verdict, (*_, do) in BADGES.items()]
    yield element(
        "p",
        words(
            f"{plural(len(results), 'claim')} of five texts on generative and discriminative "
            f"classifiers, each with what was done, the criterion that was set beforehand, and "
            f"the verdict: {', '.join(counted)}."
        ),
    )
    size = "for publication" if full else "that finish in seconds"
    yield element(
        "p",
        words(
            f"Seed {seed}; sizes {size}; textbook_ml {__version__} on Python "
            f"{platform.python_version()}. The same seed gives the same numbers on every Python "
            "of one platform."
        ),
        class_="made",
    )


def _contents(theme: str, results: Sequence[Result]) -> Markup:
    """The experiments of a theme, with their verdicts."""
    rows = [
        element(
            "li",
            element("a", words(result.experiment.name), href=f"#{result.experiment.name}"),
            badge(result.finding.verdict),
            element("span", words(result.experiment.claim)),
        )
        for result in results
    ]
    return Markup(element("p", words(theme), class_="made") + element("ul", joined(rows)))
