"""The interface of a distribution P(x | y), which each family of distributions implements.

    Column   one feature: its name, and its summary (moments or counts) in each class
    family   a class of distributions, such as Gaussian or Poisson

A distribution is a frozen dataclass of its parameters. The naive Bayes model in the same file
contains these parameters for every class and feature. Fitting, prediction, JSON, the catalogue,
the output and the exports are written only once, in other modules, for all distributions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from fractions import Fraction
from math import hypot, inf
from types import SimpleNamespace  # quicker to import than a dataclass or a NamedTuple
from typing import Any, ClassVar, Literal

from textbook_ml.core.errors import TextbookError, quoted, require
from textbook_ml.core.numeric import is_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random

    from textbook_ml.models.counting import Column

Parameters = tuple[Any, ...]  # the parameters of one distribution, in the order of its fields


class Golden(SimpleNamespace):
    """A test case for the self-test: parameters, a row, and its posterior to thirty digits.

    The model has the classes a and b with the priors 1/4 and 3/4, and the features x and y.
    """

    parameters: tuple[Any, ...]
    row: tuple[Any, ...]
    posterior: tuple[str, ...]


class Card(SimpleNamespace):
    """One line of the catalogue: a name, and how the model is fitted to a table of data."""

    name: str
    about: str
    needs: str
    kinds: tuple[str, ...]  # accepted kinds of columns: "continuous", "discrete", "text"
    cells: str = "numbers"  # how cells become values: see `rows.py`
    options: tuple[str, ...] = ()  # settings of the model: "strength", "floor"
    fixed: Mapping[str, Any] = {}  # fixed arguments of `fit` for this variant
    n_parameters: str = ""  # an equation of `parameters`; by default, one parameter for each field


class Distribution:
    """P(x | y) of one feature in one class; the fields of the dataclass are its parameters.

    A subclass must define the methods that have no body here. `*parameters` are single numbers,
    except in `tables`: there each is a sequence with the values for all features.
    """

    __slots__ = ()

    # Every distribution defines these:
    kind: ClassVar[str]  # its name in MixedNaiveBayes.fit(kinds=…)
    summary: ClassVar[str]  # "moments": sums of powers; "counts": frequencies of the values
    # Type of the feature in exported files:
    column: ClassVar[Literal["number", "amount", "count", "value"]]
    headings: ClassVar[tuple[str, ...]]  # heading of each parameter in the output of `fit`
    log_terms: ClassVar[Callable[..., list[float]]]  # called as log_terms(row, *tables)
    # the equation for ln P(value), called with (value, *parameters)
    log_p: ClassVar[Callable[..., float]]
    # Some distributions also define these:
    exact: ClassVar[bool] = False  # True if the probabilities are Fractions
    # "counts" or "presence" if a row may be a text
    text: ClassVar[Literal["", "presence", "counts"]] = ""
    restricted: ClassVar[bool] = False  # True if not every finite number is a valid value
    # larger values are not scored by the quick method, because of rounding
    largest: ClassVar[float] = inf

    def __post_init__(self) -> None:
        self.check(*self.parameters)

    @property
    def parameters(self) -> Parameters:
        """The parameters, in the order of the fields."""
        return tuple(getattr(self, f.name) for f in fields(self))  # type: ignore[arg-type]

    @classmethod
    def alternatives(cls) -> list[type[Distribution]]:
        """Return all families: in a JSON file, a field of this type names one of them."""
        return [family for family in families().values() if is_dataclass(family)]

    @classmethod
    def check(cls, *parameters: Any) -> None:
        """Raise TextbookError if the parameters are not valid."""
        raise cls._missing_method_error("check(*parameters)")

    @classmethod
    def from_sample(cls, xs: Any) -> Parameters:
        """Return the maximum likelihood estimate from the statistics of one feature and class."""
        raise cls._missing_method_error("from_sample(xs) or estimate(columns)")

    @classmethod
    def estimate(cls, columns: Sequence[Column]) -> list[list[Parameters]]:
        """Estimate the parameters of each feature in each class; options are keywords."""
        return [
            [
                errors_name_place(c.name, y, cls.from_sample, xs)
                for y, xs in zip(c.classes, c.samples)
            ]
            for c in columns
        ]

    @classmethod
    def tables(cls, *parameters: Any) -> tuple[Sequence[Any], ...]:
        """Return the tables for `log_terms`, from the parameters of all features of one class."""
        raise cls._missing_method_error("tables(*parameters)")

    @staticmethod
    def require_cell(x: Any) -> None:
        """Raise TextbookError unless x is a valid value, whatever the parameters are."""
        require(is_number(x), f"the value must be a finite number, or None, got {quoted(x)}")

    @classmethod
    def require_value(cls, x: Any, *parameters: Any) -> None:
        """Raise TextbookError if x is not a valid value for these parameters."""
        cls.require_cell(x)

    @staticmethod
    def all_plain(cells: Sequence[Any]) -> bool:
        """Return whether all cells are certainly valid and none is missing, by a quick test.

        The result may be False for valid cells; then `require_value` checks every cell.
        """
        return False

    @classmethod
    def probability(cls, x: Any, *parameters: Any) -> Fraction:
        """P(x) of a discrete feature."""
        raise cls._missing_method_error("probability(x, *parameters)")

    @classmethod
    def precise_log_terms(cls, x: Any, *parameters: Any) -> Iterable[float | Fraction]:
        """Return numbers whose exact sum is ln P(x) to about 30 digits.

        This method is used where rounding could change the posterior. Terms that are equal in
        all classes may be left out. If x multiplies a logarithm, add x · `log_tail`, as in
        Poisson.
        """
        raise cls._missing_method_error("precise_log_terms(x, *parameters)")

    @classmethod
    def draw(cls, rng: Random, *parameters: Any) -> Any:
        """Return a random value."""
        raise cls._missing_method_error("draw(rng, *parameters)")

    @classmethod
    def _missing_method_error(cls, method: str) -> NotImplementedError:
        """Return the error for a method that every distribution must define."""
        return NotImplementedError(f"the distribution {cls.__name__} must define {method}")

    @staticmethod
    def values(*parameters: Any) -> tuple[Any, ...]:
        """Return the values that a discrete feature can take; none for numeric features."""
        return ()


def all_finite(cells: Sequence[Any]) -> bool:
    """Return whether all cells are finite numbers and none is missing.

    >>> all_finite([1.0, 2]), all_finite([1.0, None]), all_finite([float("nan")])
    (True, False, False)
    """
    try:
        return hypot(*cells) < inf  # one loop in C
    except (TypeError, OverflowError):  # missing, not a number, or larger than any float
        return False


def errors_name_place(name: str, y: object, function: Callable[..., Any], *arguments: Any) -> Any:
    """Return the result of a function; its error messages name the feature and the class."""
    try:
        return function(*arguments)
    except TextbookError as error:
        raise TextbookError(f"feature {name!r} in class {y!r}: {error}") from None


def families() -> Mapping[str, type[Distribution]]:
    """Return the families of distributions by kind: one for each file `…_naive_bayes.py`.

    >>> "gaussian" in families(), "laplace" in families()
    (True, True)
    """
    import pkgutil
    from importlib import import_module

    from textbook_ml import models

    for found in pkgutil.iter_modules(models.__path__):
        if found.name.endswith("_naive_bayes"):
            import_module(f"textbook_ml.models.{found.name}")
    return {family.kind: family for family in Distribution.__subclasses__()}
