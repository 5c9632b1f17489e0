"""What an experiment is: a claim of the texts, a way to run it, and a verdict.

    @experiment("EXP-VARIANCE", claim=…, criterion=…, entries=…, full=…)

stands on a function of its sizes and a seed, whose defaults finish in seconds; `full` has the
sizes for publication. It returns a `Finding`: whether the criterion was met, the numbers, a
figure, and a caveat where the claim holds only with one.
"""

import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from html import escape
from importlib import import_module
from inspect import signature
from math import isfinite
from typing import TypeVar

from textbook_ml.docstrings import Page, module_summary, page
from textbook_ml.errors import require
from textbook_ml.plots import Figure, Panels
from textbook_ml.registry import equation

HOLDS, FAILS, CAVEAT = "holds", "fails", "holds with a caveat"


@dataclass(frozen=True, slots=True)
class Finding:
    """What a run has shown.

    `numbers` maps short names to numbers, or to lists and mappings of them.
    """

    holds: bool
    numbers: Mapping[str, object]
    figure: Figure | Panels
    caveat: str = ""

    @property
    def verdict(self) -> str:
        """In three words."""
        return (CAVEAT if self.caveat else HOLDS) if self.holds else FAILS


Run = TypeVar("Run", bound=Callable[..., Finding])


@dataclass(frozen=True, slots=True)
class Experiment:
    """A claim, and what runs it."""

    id: str
    claim: str
    criterion: str
    entries: tuple[str, ...]
    run: Callable[..., Finding]
    full: Mapping[str, int] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """What a reader types: EXP-VARIANCE is `variance`."""
        return self.id.removeprefix("EXP-").lower()

    @property
    def title(self) -> str:
        """The first line of the docstring."""
        return self._page.title

    @property
    def method(self) -> str:
        """What is done: the rest of the docstring."""
        return self._page.words

    @property
    def theme(self) -> str:
        """What the experiments of its module have in common."""
        return module_summary(self.run.__module__)

    @property
    def _page(self) -> Page:
        return page(f"{self.run.__module__}.{self.run.__qualname__}")

    def sizes(self, full: bool = False) -> dict[str, object]:
        """What it runs with by itself, the seed aside."""
        arguments = signature(self.run).parameters.values()
        usual = {a.name: a.default for a in arguments if a.default is not a.empty}
        usual.pop("seed", None)
        return {**usual, **(self.full if full else {})}

    def result(self, seed: int = 0, full: bool = False) -> "Result":
        """The experiment, run."""
        return Result(self, seed, self.run(seed=seed, **(self.full if full else {})))


@dataclass(frozen=True, slots=True)
class Result:
    """An experiment and what it has shown."""

    experiment: Experiment
    seed: int
    finding: Finding

    def as_json(self) -> dict[str, object]:
        """What a program would like to know; Fractions as "3/4"."""
        experiment, finding = self.experiment, self.finding
        return {
            "name": experiment.name,
            "claim": experiment.claim,
            "criterion": experiment.criterion,
            "verdict": finding.verdict,
            "caveat": finding.caveat,
            "seed": self.seed,
            "numbers": plain(finding.numbers),
        }

    def _repr_svg_(self) -> str:
        return self.finding.figure.svg()

    def _repr_html_(self) -> str:
        words = [self.experiment.claim, f"{self.finding.verdict}. {self.finding.caveat}".strip()]
        return "".join(f"<p>{escape(w)}</p>" for w in words) + self.finding.figure.svg()


def plain(value: object) -> object:
    """Numbers as JSON can hold them; it has none for infinity.

    >>> plain({"a half": Fraction(1, 2), "both": (1, 0.5), 3: True, "no bound": float("inf")})
    {'a half': '1/2', 'both': [1, 0.5], '3': True, 'no bound': None}
    """
    if isinstance(value, Mapping):
        return {str(name): plain(inner) for name, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(inner) for inner in value]
    if isinstance(value, float) and not isfinite(value):
        return None
    return str(value) if isinstance(value, Fraction) else value


_experiments: dict[str, Experiment] = {}


def experiment(
    experiment_id: str,
    *,
    claim: str,
    criterion: str,
    entries: tuple[str, ...],
    full: Mapping[str, int] | None = None,
) -> Callable[[Run], Run]:
    """Note that a function runs a claim; the function stays as it is."""

    def note(run: Run) -> Run:
        _experiments[experiment_id] = Experiment(
            experiment_id, claim, criterion, entries, run, full or {}
        )
        return equation(*entries)(run)

    return note


@cache
def experiments() -> Mapping[str, Experiment]:
    """Every experiment by the name that a reader types, in the order of the modules.

    >>> experiments()["variance"].id
    'EXP-VARIANCE'
    """
    package = import_module("textbook_ml.experiments")
    for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
        import_module(module.name)
    require(len(_experiments) > 0, "there are no experiments")
    found = sorted(_experiments.values(), key=lambda one: one.run.__module__)
    return {one.name: one for one in found}


def by_theme() -> Mapping[str, list[Experiment]]:
    """The experiments, theme by theme."""
    themes: dict[str, list[Experiment]] = {}
    for one in experiments().values():
        themes.setdefault(one.theme, []).append(one)
    return themes
