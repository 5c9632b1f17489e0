"""Regression on discrete features: each value becomes an indicator feature (one-hot coding).

indicator   1 where a feature has one of its values and 0 elsewhere: Outlook=Rain
reference   the first value of a feature; it has no indicator, and the weights of the other
            values are relative to it. Indicators for all values would sum to 1, like the
            constant feature of the intercept
"""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from math import fsum
from typing import Any, Generic, TypeVar

from textbook_ml.core.errors import require, require_same_length
from textbook_ml.models.covariance_fit import require_whole
from textbook_ml.models.logistic_regression import LogisticRegression
from textbook_ml.models.protocols import Probabilistic
from textbook_ml.models.softmax_regression import SoftmaxRegression

Label = TypeVar("Label", bound=Hashable)
Row = Sequence[Any]


@dataclass(frozen=True, slots=True)
class Coding:
    """The one-hot coding of a table: it converts the cells of a row to numbers.

    >>> coding = Coding(("Outlook", "degrees"), (("Sunny", "Overcast", "Rain"), ()))
    >>> coding.names
    ('Outlook=Overcast', 'Outlook=Rain', 'degrees')
    >>> coding.row(["Rain", 20.0]), coding.row(["Sunny", 30.0])
    ([0.0, 1.0, 20.0], [0.0, 0.0, 30.0])
    """

    features: tuple[str, ...]
    values: tuple[tuple[Any, ...], ...]  # values of each feature; empty for a numeric feature

    def __post_init__(self) -> None:
        require_same_length(features=self.features, lists_of_values=self.values)
        for name, values in zip(self.features, self.values):
            require(len(set(values)) == len(values), f"feature {name!r} has a duplicate value")
        require(len(set(self.names)) == len(self.names), f"duplicate name in {self.names}")

    @classmethod
    def of(cls, features: Sequence[str], values: Mapping[str, Sequence[Any]]) -> "Coding":
        """The coding of a table; `values` has the values of each discrete feature.

        >>> Coding.of(["Wind", "degrees"], {"Wind": ["Weak", "Strong"]}).names
        ('Wind=Strong', 'degrees')
        """
        return cls(tuple(features), tuple(tuple(values.get(name, ())) for name in features))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns of a coded row."""
        return tuple(name for names in self._column_names() for name in names)

    @property
    def references(self) -> tuple[str, ...]:
        """The reference values, which have no indicator, such as Outlook=Sunny."""
        pairs = zip(self.features, self.values)
        return tuple(f"{name}={values[0]}" for name, values in pairs if values)

    @property
    def spans(self) -> list[tuple[int, int]]:
        """Start and end positions of the numbers of each feature in a coded row."""
        return list(pairwise(accumulate(map(len, self._column_names()), initial=0)))

    def row(self, cells: Row) -> list[float]:
        """Return the cells of a row as numbers."""
        require_same_length(cells=cells, features=self.features)
        coded: list[float] = []
        for name, values, cell in zip(self.features, self.values, cells):
            if values:
                require(
                    cell in values,
                    f"feature {name!r} is {cell!r}: its values are {', '.join(map(repr, values))}",
                )
                coded += [float(cell == value) for value in values[1:]]
            else:
                require_whole([cell], [name])
                coded.append(float(cell))
        return coded

    def _column_names(self) -> Iterator[list[str]]:
        for name, values in zip(self.features, self.values):
            yield [f"{name}={value}" for value in values[1:]] if values else [name]


@dataclass(frozen=True, slots=True, repr=False)
class CodedRegression(Probabilistic[Label], Generic[Label]):
    """A regression with its coding: it accepts the rows of a table without conversion.

    >>> coding = Coding(("Wind",), (("Weak", "Strong"),))
    >>> regression = LogisticRegression(("no", "yes"), ("Wind=Strong",), w0=1.0, w=(-3.0,))
    >>> model = CodedRegression(coding, regression)
    >>> model.classify(["Weak"]), model.classify(["Strong"])
    ('yes', 'no')
    """

    coding: Coding
    regression: LogisticRegression[Label] | SoftmaxRegression[Label]
    classes: tuple[Label, ...] = field(init=False, repr=False, compare=False)
    features: tuple[str, ...] = field(init=False, repr=False, compare=False)

    first_term = "intercept"

    def __post_init__(self) -> None:
        object.__setattr__(self, "classes", self.regression.classes)
        object.__setattr__(self, "features", self.coding.features)
        require(
            self.coding.names == self.regression.features,
            f"the regression has the features {self.regression.features}, and the coding has "
            f"{self.coding.names}: they must be the same",
        )

    def log_terms(self, row: Row) -> dict[Label, list[float]]:
        """For each class, its intercept and the contribution of each feature."""
        spans = self.coding.spans
        terms = self.regression.log_terms(self.coding.row(row))
        return {
            y: [w0, *(fsum(parts[start:stop]) for start, stop in spans)]
            for y, (w0, *parts) in terms.items()
        }

    def posterior(self, row: Row) -> dict[Label, float]:
        """For each class, P(y | x)."""
        return self.regression.posterior(self.coding.row(row))

    def classify(self, row: Row) -> Label:
        """The most probable label; ties go to the first class."""
        return self.regression.classify(self.coding.row(row))
