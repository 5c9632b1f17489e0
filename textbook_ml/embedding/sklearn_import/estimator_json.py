"""A scikit-learn estimator as it was written down: every part is looked at before it is believed.

settings   what its author chose, such as alpha
learned    what it found in the data, such as theta_
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf, isfinite
from typing import Any, Self

from textbook_ml.core.errors import TextbookError, require
from textbook_ml.models.json_types import path_told, require_spread_out, short

NEARLY = Fraction(1, 10**6)  # of one: what floats of 32 bits may be off
WIDEST = 1_000_000  # features: each gets a name before its numbers are looked at

Vector = tuple[float, ...]
Matrix = tuple[Vector, ...]


@dataclass(frozen=True, slots=True)
class Described:
    """One estimator."""

    name: str
    settings: Mapping[str, Any]
    learned: Mapping[str, Any]

    @classmethod
    def of(cls, found: Any) -> Self:
        """What a text or `sklearn_dump.described` holds, if it is an estimator.

        >>> Described.of({"class": "GaussianNB", "settings": {}, "learned": {}}).name
        'GaussianNB'
        """
        parts = found if isinstance(found, dict) else {}
        name, settings, learned = map(parts.get, ("class", "settings", "learned"))
        if not (isinstance(name, str) and isinstance(settings, dict) and isinstance(learned, dict)):
            raise TextbookError(
                f"{short(found)} is no estimator as sklearn_dump writes it: write it again with "
                "what import-sklearn --snippet prints"
            )
        return cls(name, settings, learned)

    def attribute(self, name: str) -> Any:
        """What was learned under a name."""
        require(
            name in self.learned,
            f"{self.name} has no {name}: fit it before it is written down, with a scikit-learn "
            "of version 1.0 or newer",
        )
        found = self.learned[name]
        require(
            not (isinstance(found, dict) and "type" in found),
            f"{self.name}.{name} is a {short(found)[10:-2]}, and not an array of numbers: make it "
            "dense",
        )
        return found

    def vector(self, name: str, length: int | None = None, wild: bool = False) -> Vector:
        """Numbers under a name; infinite ones only where they are `wild`."""
        return vector_of(f"{self.name}.{name}", self.attribute(name), length, wild)

    def matrix(self, name: str, rows: int, columns: int, wild: bool = False) -> Matrix:
        """Rows of numbers under a name."""
        return matrix_of(f"{self.name}.{name}", self.attribute(name), rows, columns, wild)

    def shares(self, name: str, length: int) -> Vector:
        """Probabilities under a name; floats of 32 bits sum to one in their first digits only."""
        given = list(map(Fraction, self.vector(name, length)))
        whole = sum(given, Fraction(0))
        require(
            min(given) >= 0 and abs(whole - 1) <= NEARLY,
            f"{self.name}.{name} sums to {float(whole)}, and probabilities sum to one",
        )
        return tuple(float(p / whole) for p in given)

    def classes(self) -> tuple[Any, ...]:
        """The labels, in scikit-learn's order."""
        labels = self.attribute("classes_")
        plain = isinstance(labels, list) and all(
            isinstance(y, (str, int, bool)) or isinstance(y, float) and isfinite(y) for y in labels
        )
        require(plain, f"{self.name}.classes_ is {short(labels)}: labels are strings or numbers")
        with path_told():
            require_spread_out(labels)
        return tuple(labels)

    def width(self) -> int:
        """How many features there are."""
        n = self.attribute("n_features_in_")
        fine = type(n) is int and 0 < n <= WIDEST
        require(fine, f"{self.name}.n_features_in_ is {short(n)}: 1 to {WIDEST} are due")
        return int(n)

    def names(self) -> tuple[str, ...] | None:
        """The names of the features, if it was fitted on a table that has them."""
        names = self.learned.get("feature_names_in_")
        require(
            names is None or isinstance(names, list) and all(isinstance(n, str) for n in names),
            f"{self.name}.feature_names_in_ is {short(names)}: names are strings",
        )
        return None if names is None else tuple(names)

    def require_setting(self, name: str, allowed: Sequence[Any], why: str) -> None:
        """Refuse a setting that changes what is computed; one that is not there is the usual."""
        value = self.settings.get(name, allowed[0])
        known = any(value == good and type(value) is type(good) for good in allowed)
        require(known, f"{self.name} has {name}={short(value)}: {why}")


def vector_of(name: str, found: Any, length: int | None, wild: bool = False) -> Vector:
    """A list of numbers.

    >>> vector_of("theta_", [1, 2.5], 2)
    (1.0, 2.5)
    """
    numbers = found if isinstance(found, list) else []
    fine = all(type(x) in (int, float) and (wild or isfinite(x)) and x == x for x in numbers)
    require(
        isinstance(found, list) and fine and length in (None, len(numbers)),
        f"{name} is {short(found)}: {'some' if length is None else length} finite numbers are due",
    )
    try:
        return tuple(map(float, numbers))
    except OverflowError:
        raise TextbookError(f"{name} has a number beyond the floats") from None


def matrix_of(name: str, found: Any, rows: int, columns: int, wild: bool = False) -> Matrix:
    """A list of lists of numbers.

    >>> matrix_of("coef_", [[1, 2]], 1, 2)
    ((1.0, 2.0),)
    """
    require(
        isinstance(found, list) and len(found) == rows,
        f"{name} is {short(found)}: {rows} rows of {columns} numbers are due",
    )
    return tuple(vector_of(f"{name}[{i}]", row, columns, wild) for i, row in enumerate(found))


def gap(a: float, b: float) -> float:
    """How far two numbers are apart; two equal infinities are not.

    >>> gap(1.0, 1.5), gap(float("-inf"), float("-inf"))
    (0.5, 0.0)
    """
    return 0.0 if a == b else abs(a - b) if isfinite(a - b) else inf
