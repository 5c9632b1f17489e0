"""What models share in learning: the prior, the order of the classes, names of features."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from textbook_ml.core.errors import listed, require
from textbook_ml.core.numeric import exact, is_exact, require_distribution

TYPE_CHECKING = False
if TYPE_CHECKING:  # what only learning needs, loaded by `fit`
    from textbook_ml.learning.statistics.counts import Count

Label = TypeVar("Label", bound=Hashable)

# From counts to a distribution: categorical_mle, categorical_laplace, a partial of
# categorical_smoothed or dirichlet_map with its strength or parameters, or one of your own.
Estimator = Callable[[Sequence[Any]], Sequence[Any]]
Prior = Estimator | Mapping[Any, Any]


def estimate_prior(
    sizes: Mapping[Label, Count], classes: Sequence[Label], prior: Prior
) -> tuple[Fraction, ...]:
    """The prior of each class: estimated from the sizes, or as given.

    >>> from textbook_ml.equations.smoothing import categorical_mle
    >>> estimate_prior({"a": 3, "b": 1}, ["a", "b"], categorical_mle)
    (Fraction(3, 4), Fraction(1, 4))
    >>> estimate_prior({"a": 3, "b": 1}, ["a", "b"], {"a": 0.5, "b": 0.5})
    (Fraction(1, 2), Fraction(1, 2))
    """
    if isinstance(prior, Mapping):
        require(
            prior.keys() == set(classes),
            f"the prior is about {sorted(map(repr, prior))}, and the classes are "
            f"{sorted(map(repr, classes))}: give one for each",
        )
        return exact_shares([prior[y] for y in classes], "the prior")
    return exact_shares(prior([sizes.get(y, 0) for y in classes]), "the prior")


def exact_shares(shares: Sequence[Any], name: str) -> tuple[Fraction, ...]:
    """A distribution as Fractions that sum to exactly one; one of floats does so only nearly.

    >>> exact_shares([0.1, 0.9], "the prior") == (exact(0.1) / (exact(0.1) + exact(0.9)),
    ...                                           exact(0.9) / (exact(0.1) + exact(0.9)))
    True
    """
    require_distribution(dict(enumerate(shares)), name)
    if is_exact(shares):
        return tuple(map(Fraction, shares))
    parts = list(map(exact, shares))
    whole = sum(parts)
    return tuple(p / whole for p in parts)


def order_of_classes(
    sizes: Mapping[Label, Count], classes: Sequence[Label] | None
) -> tuple[Label, ...]:
    """The classes in order of first appearance, or as given; there must be two or more."""
    result = tuple(sizes if classes is None else classes)
    known = set(result)
    require(len(known) == len(result), f"a class is given twice in [{listed(result)}]")
    unknown = [y for y in sizes if y not in known]
    require(
        not unknown,
        f"the data have class [{listed(unknown)}], which is not among [{listed(result)}]",
    )
    require(
        len(result) > 1,
        f"there is one class only, [{listed(result)}]: a classifier tells two or more apart",
    )
    return result


def feature_names(features: Sequence[str] | None, width: int) -> tuple[str, ...]:
    """The names as given, or x1, x2, ….

    >>> feature_names(None, 2)
    ('x1', 'x2')
    """
    names = tuple(f"x{i + 1}" for i in range(width)) if features is None else tuple(features)
    require(
        len(names) == width and len(set(names)) == width,
        f"{len(names)} names came for {width} features: give each its own",
    )
    return names
