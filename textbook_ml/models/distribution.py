"""What a file of a distribution provides: everything that is particular about one P(x | y).

    Column   one feature: its name, and its summary (moments or counts) in each class
    family   a class of distributions, such as Gaussian or Poisson

A distribution is a frozen dataclass of its parameters. The naive Bayes model beside it in the
same file holds the same parameters for every class and feature; fitting, prediction, JSON, the
catalogue, the screens and the exports are written once, for all distributions, elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import is_dataclass
from fractions import Fraction
from math import hypot, inf
from typing import Any, ClassVar, Literal, NamedTuple

from textbook_ml.core.errors import TextbookError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random

Parameters = tuple[Any, ...]  # of one distribution, in the order of its fields


class Column(NamedTuple):
    """One feature, and its summary in each class: moments or counts."""

    name: str
    classes: Sequence[Any]
    samples: Sequence[Any]


class Distribution:
    """P(x | y) of one feature in one class; the fields of the dataclass are its parameters.

    A method without a body here must be defined. `*parameters` are single numbers in all methods
    but `tables`, which is given one sequence for each parameter: the values for all features.
    """

    __slots__ = ()

    # Every distribution defines these:
    kind: ClassVar[str]  # its name in MixedNaiveBayes.fit(kinds=…)
    summary: ClassVar[str]  # "moments": sums of powers; "counts": frequencies of the values
    column: ClassVar[Literal["number", "count", "value"]]  # type of the feature in exported files
    headings: ClassVar[tuple[str, ...]]  # heading of each parameter in the output of `fit`
    log_terms: ClassVar[Callable[..., list[float]]]  # called as log_terms(row, *tables)
    log_p: ClassVar[Callable[..., float]]  # of a value and the parameters: the equation itself
    # Some distributions also define these:
    exact: ClassVar[bool] = False  # whether its probabilities are Fractions
    text: ClassVar[Literal["", "presence", "counts"]] = ""  # how a text is converted, if allowed
    restricted: ClassVar[bool] = False  # True if not every finite number is a valid value

    @classmethod
    def alternatives(cls) -> list[type[Distribution]]:
        """Every family: what a field of this type may hold in a JSON file."""
        return [family for family in families().values() if is_dataclass(family)]

    @staticmethod
    def check(*parameters: Any) -> None:
        """Raise TextbookError if the parameters give no distribution."""
        raise NotImplementedError

    @classmethod
    def from_sample(cls, xs: Any) -> Parameters:
        """The maximum likelihood estimate from what was counted of one feature in one class."""
        raise NotImplementedError

    @classmethod
    def estimate(cls, columns: Sequence[Column]) -> list[list[Parameters]]:
        """The parameters of each feature in each class; options are keyword arguments."""
        return [
            [located(c.name, y, cls.from_sample, xs) for y, xs in zip(c.classes, c.samples)]
            for c in columns
        ]

    @staticmethod
    def tables(*parameters: Any) -> tuple[Sequence[Any], ...]:
        """The tables of `log_terms`, from the parameters of all features of one class."""
        raise NotImplementedError

    @staticmethod
    def require_cell(x: Any) -> None:
        """Raise TextbookError if x is not a valid value, whatever the parameters are."""

    @classmethod
    def require_value(cls, x: Any, *parameters: Any) -> None:
        """Raise TextbookError if x is not a valid value for these parameters."""
        cls.require_cell(x)

    @staticmethod
    def all_plain(cells: Sequence[Any]) -> bool:
        """Whether all cells are certainly valid and none is missing: a quick test.

        It may return False for valid cells; then `require_value` checks each of them.
        """
        return False

    @staticmethod
    def probability(x: Any, *parameters: Any) -> Fraction:
        """P(x) of a discrete feature."""
        raise NotImplementedError

    @classmethod
    def wide_log_p(cls, x: Any, *parameters: Any) -> Iterable[float | Fraction]:
        """Numbers whose exact sum is ln P(x), to about 30 digits.

        It is used where rounding could change the posterior. Terms that are equal in all classes
        may be left out. If x multiplies a logarithm, add x · `log_tail`, as Poisson does.
        """
        raise NotImplementedError

    @staticmethod
    def draw(rng: Random, *parameters: Any) -> Any:
        """A random value."""
        raise NotImplementedError

    @staticmethod
    def values(*parameters: Any) -> tuple[Any, ...]:
        """The values that a discrete feature can take; none for numbers."""
        return ()

    @staticmethod
    def n_parameters(n_values: int) -> int:
        """How many free parameters there are for one feature in one class."""
        raise NotImplementedError


def all_finite(cells: Sequence[Any]) -> bool:
    """Whether all cells are finite numbers, none missing.

    >>> all_finite([1.0, 2]), all_finite([1.0, None]), all_finite([float("nan")])
    (True, False, False)
    """
    try:
        return hypot(*cells) < inf  # one loop in C
    except (TypeError, OverflowError):  # missing, no number, or larger than any float
        return False


def located(name: str, y: object, function: Callable[..., Any], *arguments: Any) -> Any:
    """The function's result; an error says which feature and class it is about."""
    try:
        return function(*arguments)
    except TextbookError as error:
        raise TextbookError(f"feature {name!r} in class {y!r}: {error}") from None


def families() -> Mapping[str, type[Distribution]]:
    """Every family of distributions by its kind: one for each file `…_naive_bayes.py` here.

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
