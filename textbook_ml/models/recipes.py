"""How a model is made from a table: what it takes, how it learns, how large it becomes.

recipe     one model with its choices made: the tied variances are a recipe of their own
kinds      of features that it takes: discrete, continuous, text
strength   l of equation (7): how many examples of each value are hallucinated. 0 is the
           maximum likelihood estimate, 1 is Laplace's. Without a word from the reader it is
           0 for tables, as the texts begin, and 1 for text, where almost every message
           has a word that some class never used
floor      the least variance of a bell curve; none unless it is given
l2         λ of equation (26), and what else a regression may be told about its optimisation
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
Values = Mapping[str, Sequence[Cell]]  # what each discrete feature can take

ADVICE: Mapping[str, str] = {
    "discrete": "use categorical-nb or mixed-nb",
    "continuous": "use gaussian-nb or mixed-nb",
    "text": "use multinomial-nb or bernoulli-nb",
}
STEPPED: Mapping[str, Callable[..., Any]] = {  # the optimisers that take a step size
    "gradient-ascent": gradient_ascent,
    "stochastic": stochastic_ascent,
}
NOT_STREAMED = ("bernoulli", "full-joint")  # their rows are whole texts, or all values at once
REGRESSION_SETTINGS = (  # the settings that a regression heeds
    "l2", "penalise_intercept", "standardise", "optimiser", "eta", "max_iterations", "tolerance",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Settings:
    """What the reader may ask for beside the model; None is the recipe's own choice.

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
            f"the strength is {self.strength}: it counts examples, and is 0 or more",
        )
        require(
            self.floor is None or 0 < self.floor < inf,
            f"the floor is {self.floor}: it is the least variance, finite and above 0",
        )
        require(
            not self.penalise_intercept or self.l2 is not None,
            "the intercept is to be penalised, and there is no penalty: give one, such as l2=1.0",
        )
        require(
            self.eta is None or self.optimiser in STEPPED,
            f"a step size of {self.eta} came, and {self.optimiser or 'the optimiser'} finds its "
            f"own: use {' or '.join(STEPPED)}, or leave eta out",
        )

    @property
    def given(self) -> dict[str, Any]:
        """What was asked for, by name."""
        named = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in named.items() if value is not None}

    def regression_arguments(self) -> dict[str, Any]:
        """What was asked for as arguments of a regression's `fit`.

        >>> Settings(l2=2.0, standardise=True).regression_arguments()
        {'l2': 2.0, 'standardise': True}
        """
        asked = {name: value for name, value in self.given.items() if name in REGRESSION_SETTINGS}
        if "eta" in asked:
            asked["optimiser"] = partial(STEPPED[asked["optimiser"]], eta=asked.pop("eta"))
        return asked


@dataclass(frozen=True, slots=True)
class TrainingTask:
    """What a recipe learns from: a table, its rows as the model takes them, and choices made."""

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
        """The arguments of `fit` for some settings, as far as the model knows them."""
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
    options: tuple[str, ...] = ()  # which of the settings it heeds
    of_text: ToRow | None = None  # how a row is made of a text, if that is another way
    fixed: Mapping[str, Any] = field(default_factory=dict)  # arguments of `fit` it always has

    @property
    def streams(self) -> bool:
        """Whether it can be learned from additive statistics of parts of the data."""
        return hasattr(self.model, "from_statistics") and not self.name.startswith(NOT_STREAMED)

    def fit(
        self,
        dataset: Dataset,
        settings: Settings = Settings(),
        *,
        values: Values | None = None,
        place: Place | None = None,
        watch: Watch | None = None,
    ) -> Model:
        """The model, learned from a table.

        `values` says what each discrete feature can take, if it is more than the table shows.
        `place` says where the i-th row stands, for a message; `watch` is called with every step.
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
        """The same where the rows of the model are made already."""
        possible = seen(dataset) if values is None else values
        strength = self.strength(dataset, settings)
        model: Model = self.learn(TrainingTask(dataset, rows, strength, possible, settings, watch))
        return model

    def strength(self, dataset: Dataset, settings: Settings) -> Fraction:
        """What was asked for; otherwise 1 for text and 0 for tables."""
        if settings.strength is None:
            return Fraction(1 if is_text(dataset) else 0)
        return settings.strength

    def rows(self, dataset: Dataset, place: Place | None = None) -> list[Any]:
        """The rows of a table as the model takes them."""
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
        """What makes one row of the model, from a text or from the cells of a table."""
        return self.of_text if of_text and self.of_text else self.to_row

    def parameters(self, dataset: Dataset, place: Place | None = None) -> int:
        """How many free parameters it would have, the prior among them."""
        self.rows(dataset, place)
        return self.count(dataset) + prior_parameters(len(dataset.classes))

    def require_takes(self, dataset: Dataset) -> None:
        """Refuse a table with a feature of another kind."""
        for name, kind in zip(dataset.features, dataset.kinds):
            codes = ", or declare it discrete" * (kind == "continuous" and "discrete" in self.kinds)
            require(
                kind in self.kinds,
                f"{self.name} takes {self.takes}, and {name!r} is {kind}: {ADVICE[kind]}{codes}",
            )
        require(
            "text" not in dataset.kinds or len(dataset.features) == 1,
            f"{self.name} takes one column of text, and there are also others: "
            f"{', '.join(map(repr, dataset.features))}; leave one",
        )


def is_text(dataset: Dataset) -> bool:
    """Whether the examples are texts."""
    return dataset.kinds == ("text",)


def seen(dataset: Dataset) -> dict[str, tuple[Cell, ...]]:
    """The values of each discrete feature that occur in a table, in order.

    >>> from textbook_ml.data.datasets import load
    >>> seen(load("play-tennis"))["Wind"]
    ('Weak', 'Strong')
    """
    discrete = [n for n, kind in zip(dataset.features, dataset.kinds) if kind == "discrete"]
    return {name: dataset.values(name) for name in discrete}
