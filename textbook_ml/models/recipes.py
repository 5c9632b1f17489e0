"""Recipes for fitting a model to a table: required features, settings and parameters.

recipe     one model with fixed options; Gaussian naive Bayes has two, one with tied variances
kinds      of features that the model accepts: discrete, continuous, text
strength   l of equation (7), the pseudo-count of each value: 0 is the maximum likelihood
           estimate, 1 is Laplace smoothing. The default is 0 for tables and 1 for text, where
           almost every message has a word that some class does not have
floor      the minimum variance of a Gaussian feature (default: none)
l2         λ of equation (26); the other settings of a regression are those of its optimiser
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from fractions import Fraction
from functools import partial
from math import inf
from typing import Any

from textbook_ml.core.errors import TextbookError, require
from textbook_ml.data.table import Cell, Dataset, Kind
from textbook_ml.equations.parameters import prior_parameters
from textbook_ml.equations.smoothing import categorical_smoothed
from textbook_ml.learning.optimisers.gradient_ascent import gradient_ascent, stochastic_ascent
from textbook_ml.learning.optimisers.optimise import Watch
from textbook_ml.models.protocols import Probabilistic
from textbook_ml.models.rows import ToRow

Model = Probabilistic[Any]
Place = Callable[[int], str]
Values = Mapping[str, Sequence[Cell]]  # possible values of each discrete feature

ADVICE: Mapping[str, str] = {
    "discrete": "use categorical-nb or mixed-nb",
    "continuous": "use gaussian-nb or mixed-nb",
    "text": "use multinomial-nb or bernoulli-nb",
}
STEPPED: Mapping[str, Callable[..., Any]] = {  # the optimisers that have a step size
    "gradient-ascent": gradient_ascent,
    "stochastic": stochastic_ascent,
}
# models that cannot be fitted from a stream, by the start of their names, with the reason
NOT_STREAMED: Mapping[str, str] = {
    "bernoulli": "its features are the words of all texts, which are known only at the end",
    "full-joint": "it has a count for every different row, so its size grows with the file",
}
REGRESSION_SETTINGS = (  # the settings of a regression
    "l2", "penalise_intercept", "standardise", "optimiser", "eta", "max_iterations", "tolerance",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a fit; None is the default of the recipe.

    >>> Settings(strength=Fraction(1, 2), standardise=True).given
    {'strength': Fraction(1, 2), 'standardise': True}
    """

    strength: Fraction | None = None
    floor: float | None = None
    l2: float | None = None
    penalise_intercept: bool | None = None
    standardise: bool | None = None
    optimiser: str | None = None
    eta: float | None = None
    max_iterations: int | None = None
    tolerance: float | None = None

    def __post_init__(self) -> None:
        require(
            self.strength is None or self.strength >= 0,
            f"the strength must be at least 0, got {self.strength}: it is a pseudo-count",
        )
        require(
            self.floor is None or 0 < self.floor < inf,
            f"the floor must be finite and above 0, got {self.floor}: it is the minimum variance",
        )
        require(
            not self.penalise_intercept or self.l2 is not None,
            "penalise_intercept needs a penalty. Fix: set one, such as l2=1.0",
        )
        require(
            self.eta is None or self.optimiser in STEPPED,
            f"got a step size of {self.eta}, but {self.optimiser or 'the optimiser'} finds its "
            f"own. Fix: use {' or '.join(STEPPED)}, or leave eta out",
        )

    @property
    def given(self) -> dict[str, Any]:
        """The settings that were given, by name."""
        named = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in named.items() if value is not None}

    def regression_arguments(self) -> dict[str, Any]:
        """The given settings as arguments of a regression's `fit`.

        >>> Settings(l2=2.0, standardise=True).regression_arguments()
        {'l2': 2.0, 'standardise': True}
        """
        asked = {name: value for name, value in self.given.items() if name in REGRESSION_SETTINGS}
        if "eta" in asked:
            asked["optimiser"] = partial(STEPPED[asked["optimiser"]], eta=asked.pop("eta"))
        return asked


@dataclass(frozen=True, slots=True)
class TrainingTask:
    """The input of a recipe: a table, its rows in the form of the model, and the settings."""

    dataset: Dataset
    rows: Sequence[Any]
    strength: Fraction
    values: Values
    settings: Settings
    watch: Watch | None = None  # called with every step of an optimiser

    @property
    def theta(self) -> Callable[[Sequence[Any]], Sequence[Any]]:
        """Equation (7) with this strength; (6) if it is 0."""
        return partial(categorical_smoothed, strength=self.strength)

    def options(self, settings: Sequence[str], known: Sequence[str]) -> dict[str, Any]:
        """Return the arguments of `fit` for the settings that the model has."""
        arguments: dict[str, Any] = {}
        if "theta" in known and "strength" in settings:
            arguments["theta"] = self.theta
        if "strength" in known:
            arguments["strength"] = self.strength
        if "values" in known and not is_text(self.dataset):
            arguments["values"] = self.possible
        if "floor" in settings:
            arguments["floor"] = self.settings.floor
        return arguments

    @property
    def possible(self) -> list[Sequence[Cell]]:
        """The values of each feature, in the order of the features."""
        return [self.values[name] for name in self.dataset.features]


@dataclass(frozen=True, slots=True)
class Recipe:
    """One line of the catalogue."""

    name: str
    model: type[Any]
    words: str
    takes: str
    kinds: tuple[Kind, ...]
    to_row: ToRow
    learn: Callable[[TrainingTask], Any]
    count: Callable[[Dataset], int]
    options: tuple[str, ...] = ()  # the settings that it uses
    of_text: ToRow | None = None  # converts a text to a row, if not `to_row`
    fixed: Mapping[str, Any] = field(default_factory=dict)  # fixed arguments of `fit`

    @property
    def streams(self) -> bool:
        """Whether the model can be fitted from additive statistics of parts of the data."""
        return hasattr(self.model, "from_statistics") and not self.name.startswith(
            tuple(NOT_STREAMED)
        )

    @property
    def is_regression(self) -> bool:
        """Whether the model is fitted by an optimiser, which needs several passes over the data."""
        return "optimiser" in self.options

    def fit(
        self,
        dataset: Dataset,
        settings: Settings = Settings(),
        *,
        values: Values | None = None,
        place: Place | None = None,
        watch: Watch | None = None,
    ) -> Model:
        """Return the model fitted to a table.

        `values` lists the values of each discrete feature, if the table does not contain all.
        `place` gives the position of row i for messages; `watch` is called with every step.
        """
        return self.fit_rows(dataset, self.rows(dataset, place), settings, values, watch)

    def fit_rows(
        self,
        dataset: Dataset,
        rows: Sequence[Any],
        settings: Settings = Settings(),
        values: Values | None = None,
        watch: Watch | None = None,
    ) -> Model:
        """Fit the model to rows that are already in the form of the model."""
        possible = observed_values(dataset) if values is None else values
        strength = self.strength(dataset, settings)
        model: Model = self.learn(TrainingTask(dataset, rows, strength, possible, settings, watch))
        return model

    def strength(self, dataset: Dataset, settings: Settings) -> Fraction:
        """The given strength; by default 1 for text and 0 for tables."""
        if settings.strength is None:
            return Fraction(1 if is_text(dataset) else 0)
        return settings.strength

    def rows(self, dataset: Dataset, place: Place | None = None) -> list[Any]:
        """The rows of a table in the form of the model."""
        self.require_takes(dataset)
        to_row = self.row_maker(is_text(dataset))
        rows = []
        for i, cells in enumerate(dataset.rows):
            try:
                rows.append(to_row(dataset.features, cells))
            except TextbookError as error:
                where = place(i) if place else f"example {i + 1}"
                raise TextbookError(f"{where}, {error}") from None
        return rows

    def row_maker(self, of_text: bool) -> ToRow:
        """The function that makes one row, from a text or from the cells of a table."""
        return self.of_text if of_text and self.of_text else self.to_row

    def parameters(self, dataset: Dataset, place: Place | None = None) -> int:
        """Return the number of free parameters of the model, including the prior."""
        self.rows(dataset, place)
        return self.count(dataset) + prior_parameters(len(dataset.classes))

    def require_takes(self, dataset: Dataset) -> None:
        """Raise TextbookError if a feature has a kind that the model does not accept."""
        for name, kind in zip(dataset.features, dataset.kinds):
            codes = ", or declare it discrete" * (kind == "continuous" and "discrete" in self.kinds)
            require(
                kind in self.kinds,
                f"{self.name} takes {self.takes}, but {name!r} is {kind}: {ADVICE[kind]}{codes}",
            )
        require(
            "text" not in dataset.kinds or len(dataset.features) == 1,
            f"{self.name} accepts a single column of text, got the columns "
            f"{', '.join(map(repr, dataset.features))}. Fix: leave out the others",
        )


def is_text(dataset: Dataset) -> bool:
    """Return whether the examples are texts."""
    return dataset.kinds == ("text",)


def observed_values(dataset: Dataset) -> dict[str, tuple[Cell, ...]]:
    """Return the values of each discrete feature that occur in a table, in order.

    >>> from textbook_ml.data.datasets import load
    >>> observed_values(load("play-tennis"))["Wind"]
    ('Weak', 'Strong')
    """
    discrete = [n for n, kind in zip(dataset.features, dataset.kinds) if kind == "discrete"]
    return {name: dataset.values(name) for name in discrete}
