"""Export a model in one call from Python."""

from collections.abc import Sequence
from typing import Any

from textbook_ml.embedding.export import export_model, prefix_of
from textbook_ml.embedding.import_sklearn import from_sklearn
from textbook_ml.embedding.ir.lower import exported_models

__all__ = ["export"]


def export(
    model: Any,
    to: str,
    *,
    exact: bool = False,
    float32: bool = False,
    name: str = "model",
    features: Sequence[str] | None = None,
    counted: bool = False,
) -> str:
    """Return a model as source code: `to` is "c", "python", "javascript" or "json".

    The model is one of this package, or a fitted estimator or Pipeline of scikit-learn. `name` is
    the prefix of the names in C. `features` and `counted` are the arguments of `from_sklearn`.

    >>> from textbook_ml import GaussianNaiveBayes
    >>> model = GaussianNaiveBayes.fit([[1.0], [3.0], [7.0], [9.0]], "aabb")
    >>> names = {}
    >>> exec(export(model, to="python"), names)
    >>> names["classify"]([8.5])
    'b'
    """
    known = type(model) in exported_models().values()
    ours = model if known else from_sklearn(model, features=features, counted=counted)
    _, text, _ = export_model(ours, to, exact, prefix_of(name), float32)
    return text
