"""The report of `experiment --all --out DIR`: one self-contained HTML page, DIR/index.html.

The page adapts to light and dark screens, phones and paper. An existing page that this command
did not write is never overwritten.
"""

import os
import platform
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from textbook_ml import __version__
from textbook_ml.commands.report_style import STYLE
from textbook_ml.core.errors import TextbookError, plural, require
from textbook_ml.core.files import write_file
from textbook_ml.plots.svg import Markup, element, joined, words
from textbook_ml.study.experiments._experiment import Result
from textbook_ml.study.experiments._section import BADGES, badge, section

PAGE = "index.html"
MADE = '<meta name="generator" content="textbook_ml experiment --all"/>'
TITLE = "Experiments on the claims of the chapter"


@dataclass(frozen=True, slots=True)
class ReportFolder:
    """A folder to which a report can be written."""

    path: Path

    @classmethod
    def ready(cls, name: str) -> Self:
        """Return the folder, created if needed; raise TextbookError if it cannot be used."""
        folder = cls(Path(name))
        try:
            folder.path.mkdir(parents=True, exist_ok=True)
            there = MADE
            if folder.page.exists():
                with open(folder.page, encoding="utf-8", errors="replace") as page:
                    there = page.read(4000)
        except OSError as error:
            raise TextbookError(
                f"--out {name}: the report cannot be written ({error.strerror}). "
                "Fix: name a folder that exists or can be created"
            ) from None
        require(
            MADE in there,
            f"{folder.page} was not written by this command and is not overwritten. "
            "Fix: name another folder",
        )
        require(
            os.access(folder.path, os.W_OK),
            f"--out {name}: the folder is not writable. Fix: name another folder",
        )
        return folder

    @property
    def page(self) -> Path:
        """The path of the report."""
        return self.path / PAGE

    def write(self, page: str) -> None:
        """Write the whole page; if writing fails, an existing page is not changed."""
        write_file(str(self.page), page)


def report(results: Sequence[Result], seed: int, full: bool) -> str:
    """Return the report as HTML."""
    themes: dict[str, list[Result]] = {}
    for result in results:
        themes.setdefault(result.experiment.theme, []).append(result)
    parts = [
        element("h1", words(TITLE)),
        *_introduction(results, seed, full),
        element(
            "nav", *(_contents_of_theme(*theme) for theme in themes.items()), aria_label="Contents"
        ),
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


def _introduction(results: Sequence[Result], seed: int, full: bool) -> Iterator[Markup]:
    verdicts = [result.finding.verdict for result in results]
    counted = [f"{verdicts.count(verdict)} {do}" for verdict, (*_, do) in BADGES.items()]
    yield element(
        "p",
        words(
            f"{plural(len(results), 'claim')} of five texts on generative and discriminative "
            f"classifiers, each with the method, the criterion (fixed beforehand) and the "
            f"verdict: {', '.join(counted)}."
        ),
    )
    size = "publication sizes" if full else "quick sizes, which run in seconds"
    yield element(
        "p",
        words(
            f"Seed {seed}; {size}; textbook_ml {__version__} on Python "
            f"{platform.python_version()}. On one platform, the same "
            "seed gives the same numbers with every Python version."
        ),
        class_="made",
    )


def _contents_of_theme(theme: str, results: Sequence[Result]) -> Markup:
    """Return the list of the experiments of a theme, with their verdicts."""
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
