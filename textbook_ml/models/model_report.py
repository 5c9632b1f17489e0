"""The report of `print(model)`: the name of the model, its size, and the tables of `fit`."""

from collections.abc import Iterator
from typing import Any

from textbook_ml.core.console import Heading
from textbook_ml.core.errors import plural
from textbook_ml.models.bernoulli_naive_bayes import BernoulliNaiveBayes
from textbook_ml.models.linear import Linear
from textbook_ml.models.parameter_tables import DRAWN, parameter_tables
from textbook_ml.models.weight_tables import (
    for_many,
    regression_of,
    regression_report,
    weights_of_line,
)

MANY = 40  # features: a Bernoulli model with more is shown by its most informative features


def model_report(model: Any) -> Iterator[str]:
    """Yield the report on a model."""
    features, classes = len(model.features), len(model.classes)
    size = f"{plural(classes, 'class', 'classes')}, {plural(features, 'feature')}"
    yield Heading(f"{type(model).__name__}: {size}")
    if regression_of(model) is not None:
        yield from regression_report(model)
        return
    yield ""
    if isinstance(model, tuple(DRAWN)):
        yield from parameter_tables(
            model, isinstance(model, BernoulliNaiveBayes) and features > MANY
        )
    elif Linear in type(model).__mro__:
        yield from weights_of_line(model)
    elif hasattr(model, "w"):
        yield from for_many(model)
