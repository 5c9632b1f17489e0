"""Read a scikit-learn estimator from JSON; every part is validated before it is used.

settings   the constructor arguments, such as alpha
learned    the fitted attributes, such as theta_
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf, isfinite
from typing import Any, Self

from textbook_ml.core.errors import TextbookError, require
from textbook_ml.models.json_types import path_told, require_spread_out, short_repr
from textbook_ml.models.priors import feature_names

# tolerance for the sum of probabilities, because they may be 32-bit floats
TOLERANCE = Fraction(1, 10**6)
# maximum number of features; it limits the memory before the numbers are read
MAX_FEATURES = 1_000_000

Vector = tuple[float, ...]
Matrix = tuple[Vector, ...]


@dataclass(frozen=True, slots=True)
class Estimator:
    """The class name, settings and fitted attributes of one estimator."""

    name: str
    settings: Mapping[str, Any]
    learned: Mapping[str, Any]

    @classmethod
    def of(cls, document: Any) -> Self:
        """Read the result of `sklearn_dump.describe`.

        >>> Estimator.of({"class": "GaussianNB", "settings": {}, "learned": {}}).name
        'GaussianNB'
        """
        parts = document if isinstance(document, dict) else {}
        name, settings, learned = map(parts.get, ("class", "settings", "learned"))
        if not (isinstance(name, str) and isinstance(settings, dict) and isinstance(learned, dict)):
            raise TextbookError(
                f"expected an estimator written by sklearn_dump, got {short_repr(document)}. "
                "Fix: write it again with the module that import-sklearn --snippet prints"
            )
        return cls(name, settings, learned)

    def attribute(self, name: str) -> Any:
        """Return a fitted attribute. Raise TextbookError if it is missing or not an array."""
        require(
            name in self.learned,
            f"{self.name} has no {name}. Fix: fit it before you write it, with scikit-learn 1.0 or "
            "newer",
        )
        value = self.learned[name]
        require(
            not (isinstance(value, dict) and "type" in value),
            f"{self.name}.{name} must be an array of numbers, got a {short_repr(value)[10:-2]}. "
            "Fix: make it dense",
        )
        return value

    def vector(self, name: str, length: int | None = None, infinite: bool = False) -> Vector:
        """Return an attribute that is a list of numbers, `infinite` ones only if allowed."""
        return vector_of(f"{self.name}.{name}", self.attribute(name), length, infinite)

    def matrix(self, name: str, rows: int, columns: int, infinite: bool = False) -> Matrix:
        """Return an attribute that is a list of rows of numbers."""
        return matrix_of(f"{self.name}.{name}", self.attribute(name), rows, columns, infinite)

    def probabilities(self, name: str, length: int) -> Vector:
        """Return an attribute that is a distribution, normalised to a sum of exactly 1."""
        given = list(map(Fraction, self.vector(name, length)))
        total = sum(given, Fraction(0))
        require(
            min(given) >= 0 and abs(total - 1) <= TOLERANCE,
            f"{self.name}.{name} must be probabilities that sum to 1, got a sum of {float(total)}",
        )
        return tuple(float(p / total) for p in given)

    def classes(self) -> tuple[Any, ...]:
        """Return the classes, in scikit-learn's order."""
        labels = self.attribute("classes_")
        valid = isinstance(labels, list) and all(
            isinstance(y, (str, int, bool)) or isinstance(y, float) and isfinite(y) for y in labels
        )
        require(valid, f"{self.name}.classes_ must be strings or numbers, got {short_repr(labels)}")
        with path_told():
            require_spread_out(labels)
        return tuple(labels)

    def n_features(self) -> int:
        """Return the number of features."""
        n = self.attribute("n_features_in_")
        require(
            type(n) is int and 0 < n <= MAX_FEATURES,
            f"{self.name}.n_features_in_ must be between 1 and {MAX_FEATURES}, got {short_repr(n)}",
        )
        return int(n)

    def feature_names(self) -> tuple[str, ...]:
        """Return the names of the features, or x1, x2, … if it was fitted without names."""
        return feature_names(self.names(), self.n_features())

    def names(self) -> tuple[str, ...] | None:
        """Return the names of the features, if it was fitted on a table with names."""
        names = self.learned.get("feature_names_in_")
        require(
            names is None or isinstance(names, list) and all(isinstance(n, str) for n in names),
            f"{self.name}.feature_names_in_ must be strings, got {short_repr(names)}",
        )
        return None if names is None else tuple(names)

    def steps(self) -> list[Any]:
        """Return the documents of the steps of a Pipeline."""
        steps = self.settings.get("steps")
        pairs = isinstance(steps, list) and all(isinstance(s, list) and len(s) == 2 for s in steps)
        require(pairs, f"the steps of a Pipeline must be pairs, got {short_repr(steps)}")
        return [step for _, step in steps or []]

    def require_setting(self, name: str, allowed: Sequence[Any], reason: str) -> None:
        """Raise TextbookError unless a setting has an allowed value; the first is the default."""
        value = self.settings.get(name, allowed[0])
        valid = any(value == good and type(value) is type(good) for good in allowed)
        require(valid, f"{self.name} has {name}={short_repr(value)}: {reason}")


def vector_of(name: str, value: Any, length: int | None, infinite: bool = False) -> Vector:
    """Return a list of numbers as a tuple of floats. Raise TextbookError if it is not valid.

    >>> vector_of("theta_", [1, 2.5], 2)
    (1.0, 2.5)
    """
    numbers = value if isinstance(value, list) else []
    valid = all(type(x) in (int, float) and (infinite or isfinite(x)) and x == x for x in numbers)
    require(
        isinstance(value, list) and valid and length in (None, len(numbers)),
        f"{name} must be a list of {'' if length is None else f'{length} '}finite numbers, got "
        f"{short_repr(value)}",
    )
    try:
        return tuple(map(float, numbers))
    except OverflowError:
        raise TextbookError(f"{name} has a number that is too large for a float") from None


def matrix_of(name: str, value: Any, rows: int, columns: int, infinite: bool = False) -> Matrix:
    """Return a list of lists of numbers as tuples. Raise TextbookError if it is not valid.

    >>> matrix_of("coef_", [[1, 2]], 1, 2)
    ((1.0, 2.0),)
    """
    require(
        isinstance(value, list) and len(value) == rows,
        f"{name} must have {rows} rows of {columns} numbers, got {short_repr(value)}",
    )
    return tuple(vector_of(f"{name}[{i}]", row, columns, infinite) for i, row in enumerate(value))


def difference(a: float, b: float) -> float:
    """Return the absolute difference; two equal infinities have difference 0.

    >>> difference(1.0, 1.5), difference(float("-inf"), float("-inf"))
    (0.5, 0.0)
    """
    return 0.0 if a == b else abs(a - b) if isfinite(a - b) else inf
