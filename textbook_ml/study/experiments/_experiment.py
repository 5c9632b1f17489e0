"""Experiments: a claim of the source texts, a function that tests it, and a verdict.

    @experiment("EXP-VARIANCE", claim=…, criterion=…, entries=…, full=…)

decorates a function whose arguments are sizes and a seed. With the default sizes it finishes in
seconds; `full` has larger sizes. The function returns a `Finding`: whether the criterion is met,
the numbers, a figure, and a caveat if the claim is true only with a qualification.
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

from textbook_ml.core.errors import require
from textbook_ml.plots import Figure, Panels
from textbook_ml.sources.docstrings import Page, module_summary, page
from textbook_ml.sources.registry import equation

HOLDS, FAILS, CAVEAT = "holds", "fails", "holds with a caveat"
UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Finding:
    """The outcome of a run.

    `numbers` maps short names to numbers, or to lists and mappings of numbers.
    """

    holds: bool
    numbers: Mapping[str, object]
    figure: Figure | Panels
    caveat: str = ""
    undecided: bool = False  # whether the data neither support nor contradict the claim

    @property
    def verdict(self) -> str:
        """The verdict: 'holds', 'holds with a caveat', 'fails' or 'undecided'."""
        if self.holds:
            return CAVEAT if self.caveat else HOLDS
        return UNDECIDED if self.undecided else FAILS


Run = TypeVar("Run", bound=Callable[..., Finding])


@dataclass(frozen=True, slots=True)
class Experiment:
    """A claim and the function that tests it."""

    id: str
    claim: str
    criterion: str
    entries: tuple[str, ...]
    run: Callable[..., Finding]
    full: Mapping[str, int] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The name on the command line; for EXP-VARIANCE it is `variance`."""
        return self.id.removeprefix("EXP-").lower()

    @property
    def title(self) -> str:
        """The first line of the docstring."""
        return self._page.title

    @property
    def method(self) -> str:
        """Description of the method: the rest of the docstring."""
        return self._page.words

    @property
    def theme(self) -> str:
        """The first line of the module's docstring, common to its experiments."""
        return module_summary(self.run.__module__)

    @property
    def _page(self) -> Page:
        return page(f"{self.run.__module__}.{self.run.__qualname__}")

    def sizes(self, full: bool = False) -> dict[str, object]:
        """The default arguments without the seed; with `full`, the larger sizes."""
        arguments = signature(self.run).parameters.values()
        defaults = {a.name: a.default for a in arguments if a.default is not a.empty}
        defaults.pop("seed", None)
        return {**defaults, **(self.full if full else {})}

    def result(self, seed: int = 0, full: bool = False) -> "Result":
        """Run the experiment."""
        return Result(self, seed, self.run(seed=seed, **(self.full if full else {})))


@dataclass(frozen=True, slots=True)
class Result:
    """An experiment and the outcome of one run."""

    experiment: Experiment
    seed: int
    finding: Finding

    def as_json(self) -> dict[str, object]:
        """The result as JSON values; Fractions become strings such as "3/4"."""
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
        lines = [self.experiment.claim, f"{self.finding.verdict}. {self.finding.caveat}".strip()]
        return "".join(f"<p>{escape(line)}</p>" for line in lines) + self.finding.figure.svg()


def plain(value: object) -> object:
    """Return numbers as JSON values; infinity, which JSON does not have, becomes None.

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
    """Register a function as the test of a claim; the function itself is unchanged."""

    def register(run: Run) -> Run:
        _experiments[experiment_id] = Experiment(
            experiment_id, claim, criterion, entries, run, full or {}
        )
        return equation(*entries)(run)

    return register


@cache
def experiments() -> Mapping[str, Experiment]:
    """Return every experiment by its name on the command line, in the order of the modules.

    >>> experiments()["variance"].id
    'EXP-VARIANCE'
    """
    package = import_module("textbook_ml.study.experiments")
    for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
        import_module(module.name)
    require(len(_experiments) > 0, "there are no experiments")
    found = sorted(_experiments.values(), key=lambda one: one.run.__module__)
    return {one.name: one for one in found}


def by_theme() -> Mapping[str, list[Experiment]]:
    """Return the experiments, grouped by theme."""
    themes: dict[str, list[Experiment]] = {}
    for one in experiments().values():
        themes.setdefault(one.theme, []).append(one)
    return themes
