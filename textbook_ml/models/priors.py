"""Common parts of fitting: counting, estimation, the prior, class order and feature names."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar, Generic, Self, TypeVar

from textbook_ml.core.errors import TextbookError, quoted, quoted_list, require
from textbook_ml.core.numeric import exact, is_exact, require_distribution
from textbook_ml.models.inputs import feature_list, read_options

TYPE_CHECKING = False
if TYPE_CHECKING:  # needed for fitting only, and imported there
    from textbook_ml.learning.statistics.by_class import ByClass
    from textbook_ml.learning.statistics.value_counts import Count

Label = TypeVar("Label", bound=Hashable)
MOST_SHOWN = 4  # number of classes in the example that an error message shows

# A function from counts to a distribution: categorical_mle, categorical_laplace, a partial of
# categorical_smoothed or dirichlet_map with its strength or parameters, or one of your own.
Estimator = Callable[[Sequence[Any]], Sequence[Any]]
Prior = Estimator | Mapping[Any, Any]


def relative_frequencies(counts: Sequence[Any]) -> Sequence[Any]:
    """`categorical_mle`, loaded when it is used: importing a model takes 2 % less time."""
    from textbook_ml.equations.smoothing import categorical_mle

    return categorical_mle(counts)


class CountedModel(Generic[Label]):
    """A model that is fitted in two steps: count, then estimate from the counts.

    A model defines `_statistics_of` and `_estimated_from`; the keyword arguments of the latter are
    the options of `fit`. Counts can be added, so a stream or a cluster can count parts of the data.
    """

    __slots__ = ()

    _statistics_of: ClassVar[Callable[..., Any]]  # (examples, kinds=…): additive statistics
    _estimated_from: ClassVar[Callable[..., Any]]  # (counted, options): a model

    @classmethod
    def fit(
        cls,
        rows: Any,  # a sequence of rows, a 2-D array or a data frame
        labels: Sequence[Label],
        *,
        prior: Prior = relative_frequencies,
        classes: Sequence[Label] | None = None,
        features: Sequence[str] | None = None,
        weights: Sequence[float | Fraction] | None = None,
        **options: Any,
    ) -> Self:
        """Count the examples of each class, then estimate the parameters.

        `prior` is an equation of the class sizes, or a mapping from class to probability;
        `classes` sets the order of the classes; `weights` are the weights of the rows (default: 1).
        """
        from textbook_ml.learning.statistics.sample import Sample
        from textbook_ml.models.counting import Examples

        cls._require_options(options)
        features = cls._feature_names(rows, features)
        examples = Examples(rows, labels, weights, features, whole=True)
        kinds = {"kinds": options["kinds"]} if "kinds" in options else {}
        statistics = cls._statistics_of(examples, **kinds)
        if weights is None:  # an estimator can also get the individual values
            statistics = Sample.attached(statistics, rows, labels)
        return cls.from_statistics(
            statistics, prior=prior, classes=classes, features=features, **options
        )

    @classmethod
    def count(
        cls,
        rows: Any,
        labels: Sequence[Label],
        weights: Sequence[float | Fraction] | None = None,
        features: Sequence[str] | None = None,
        whole: bool = False,
        **kinds: Any,
    ) -> ByClass[Label]:
        """The additive statistics of each class; `MixedNaiveBayes` needs `kinds`, as in `fit`.

        `whole` means that no other statistics will be added to the result, which saves time.
        """
        from textbook_ml.models.counting import Examples

        examples = Examples(rows, labels, weights, features, whole)
        statistics: ByClass[Label] = cls._statistics_of(examples, **kinds)
        return statistics

    @classmethod
    def from_statistics(
        cls,
        statistics: ByClass[Label],
        *,
        prior: Prior = relative_frequencies,
        classes: Sequence[Label] | None = None,
        features: Sequence[str] | None = None,
        **options: Any,
    ) -> Self:
        """Return the model estimated from additive statistics; options as in `fit`."""
        from textbook_ml.models.counting import Counted

        cls._require_options(options)
        order = order_of_classes(statistics.sizes, classes)
        priors = estimate_prior(statistics.sizes, order, prior)
        counted = Counted(statistics, order, priors, feature_list(features))
        model: Self = cls._estimated_from(counted, **read_options(options))
        return model

    @classmethod
    def options(cls) -> tuple[str, ...]:
        """The options of `fit` that belong to this model.

        >>> from textbook_ml.models.gaussian_naive_bayes import GaussianNaiveBayes
        >>> GaussianNaiveBayes.options()
        ('variance', 'floor')
        """
        return tuple(cls.option_defaults())

    @classmethod
    def option_defaults(cls) -> dict[str, Any]:
        """Return the options of `fit` that belong to this model, with their defaults."""
        return dict(getattr(cls._estimated_from, "__kwdefaults__", None) or {})

    @classmethod
    def _feature_names(
        cls, rows: Sequence[Any], features: Sequence[str] | None
    ) -> Sequence[str] | None:
        """Return the given names of the features; a text model finds the words in the rows."""
        return features

    @classmethod
    def _require_options(cls, options: Mapping[str, Any]) -> None:
        known = cls.options()
        for name in options:
            require(
                name in known,
                f"{cls.__name__}.fit has no option {name!r}. Its options: "
                f"{', '.join([*known, 'prior', 'classes', 'features', 'weights'])}",
            )


def estimate_prior(
    sizes: Mapping[Label, Count], classes: Sequence[Label], prior: Prior
) -> tuple[Fraction, ...]:
    """Return the prior of each class: estimated from the class sizes, or as given.

    >>> from textbook_ml.equations.smoothing import categorical_mle
    >>> estimate_prior({"a": 3, "b": 1}, ["a", "b"], categorical_mle)
    (Fraction(3, 4), Fraction(1, 4))
    >>> estimate_prior({"a": 3, "b": 1}, ["a", "b"], {"a": 0.5, "b": 0.5})
    (Fraction(1, 2), Fraction(1, 2))
    """
    if isinstance(prior, Mapping):
        require(
            prior.keys() == set(classes),
            f"the prior must have a probability for each class {sorted(map(repr, classes))}, got "
            f"{sorted(map(repr, prior))}",
        )
        for y in classes:
            require(
                isinstance(prior[y], (int, float, Fraction)),
                f"the prior of class {y!r} must be a number, got {quoted(prior[y])}",
            )
        return exact_shares([prior[y] for y in classes], "the prior")
    require(
        callable(prior),
        "the prior must be a dict from class to probability, or a function of the class sizes, got "
        f"{quoted(prior)}. Fix: prior={_even_prior(classes)}, with your probabilities; or omit "
        "it, to "
        "estimate it from the class sizes",
    )
    counts = [sizes.get(y, 0) for y in classes]
    return exact_shares(estimated(prior, counts, "prior"), "the prior")


def _even_prior(classes: Sequence[Label]) -> str:
    """Return an example of a prior for a message.

    >>> _even_prior(["a", "b"])
    "{'a': 0.5, 'b': 0.5}"
    """
    shown = [f"{quoted(y)}: {1 / len(classes):.3g}" for y in classes[:MOST_SHOWN]]
    return f"{{{', '.join(shown)}{', …' * (len(classes) > MOST_SHOWN)}}}"


def estimated(estimator: Estimator, counts: Sequence[Any], name: str = "theta") -> tuple[Any, ...]:
    """Return the probabilities that an estimator gives. Raise TextbookError if it is not one.

    >>> estimated(lambda counts: [0.5, 0.5], [3, 1])
    (0.5, 0.5)
    """
    called = f"{name}={getattr(estimator, '__name__', repr(estimator))}"
    try:
        shares = tuple(estimator(counts))
    except TypeError as error:
        raise TextbookError(
            f"{called} is not an estimator of probabilities: {error}. Fix: pass a function of a "
            "list of counts, such as categorical_laplace"
        ) from error
    kinds = set(map(type, shares))
    if len(shares) != len(counts) or not all(issubclass(k, (int, float, Fraction)) for k in kinds):
        raise TextbookError(
            f"{called} must return {len(counts)} probabilities, one for each count, got "
            f"{quoted(shares)}"
        )
    return shares


def exact_shares(shares: Sequence[Any], name: str) -> tuple[Fraction, ...]:
    """Return a distribution as Fractions that sum to exactly 1; floats are normalised.

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
    """Return at least two classes, in the given order or in order of first appearance."""
    result = tuple(sizes if classes is None else classes)
    known = set(result)
    require(
        len(known) == len(result), f"duplicate class in [{quoted_list(result)}]: list each once"
    )
    unknown = [y for y in sizes if y not in known]
    require(
        not unknown,
        f"the data have the classes [{quoted_list(unknown)}], which are not in "
        f"[{quoted_list(result)}]",
    )
    require(
        len(result) > 1,
        f"need at least two classes, got 1: [{quoted_list(result)}]",
    )
    return result


def feature_names(features: Sequence[str] | None, width: int) -> tuple[str, ...]:
    """Return the given feature names, or x1, x2, ….

    >>> feature_names(None, 2)
    ('x1', 'x2')
    """
    names = tuple(f"x{i + 1}" for i in range(width)) if features is None else tuple(features)
    require(
        len(names) == width and len(set(names)) == width,
        f"{width} features need {width} different names, got {len(names)}",
    )
    return names


def require_complete(rows: Sequence[Any], features: Sequence[str] | None, what: str) -> None:
    """Raise TextbookError for the first row with a missing value."""
    for i, row in enumerate(rows):
        cells = list(row)
        if None in cells:
            name = feature_names(features, len(cells))[cells.index(None)]
            raise TextbookError(
                f"row {i} has no value for feature {name!r}, but {what} needs complete rows. "
                "Fix: fill it in, leave the row out, or use naive Bayes"
            )
