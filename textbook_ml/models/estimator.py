"""Our models as scikit-learn estimators, for Pipeline, GridSearchCV and similar tools.

    as_estimator(GaussianNaiveBayes, floor=1e-9)

An estimator has the methods that scikit-learn calls; scikit-learn itself is not imported, unless
scikit-learn asks the estimator for its tags, which only scikit-learn defines. Parameters
of an estimator are the options of the model's `fit`. After `fit`, `model_` is our model.
"""

import sys
from importlib import import_module
from inspect import Parameter, Signature, signature
from itertools import compress
from typing import Any, Self

from textbook_ml.core.errors import TextbookError, did_you_mean, quoted_list, require
from textbook_ml.models.estimator_input import (
    Table,
    array,
    labels_of,
    needs_of,
    sorted_classes,
    table_of,
    weights_of,
)
from textbook_ml.models.linear import Linear
from textbook_ml.models.protocols import Classifier, Probabilistic

__all__ = ["as_estimator"]

FROM_DATA = ("rows", "labels", "classes", "features", "weights", "watch", "options")
_CLASSES: dict[type[Any], type[Any]] = {}  # the estimator class of each model class


def as_estimator(model: type[Any], **options: Any) -> Any:
    """Return a scikit-learn estimator that fits this model with these options of its `fit`.

    >>> from textbook_ml.models.gaussian_naive_bayes import GaussianNaiveBayes
    >>> estimator = as_estimator(GaussianNaiveBayes, floor=0.01)
    >>> estimator.fit([[1.0], [3.0], [7.0], [9.0]], ["a", "a", "b", "b"])
    as_estimator(GaussianNaiveBayes, floor=0.01)
    >>> estimator.model_.means
    ((2.0,), (8.0,))
    """
    require(
        isinstance(model, type) and Classifier in model.__mro__ and hasattr(model, "fit"),
        f"as_estimator needs a class of models with a method fit, such as GaussianNaiveBayes, got "
        f"{model!r}",
    )
    return estimator_class(model)(**options)


class Estimator:
    """The base class of all estimators. Use `as_estimator` to create one."""

    _estimator_type: str = "classifier"
    _model: type[Any]
    model_: Any
    classes_: Any
    n_features_in_: int
    feature_names_in_: Any

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Return the parameters by name."""
        return {name: getattr(self, name) for name in parameters_of(self._model)}

    def set_params(self, **options: Any) -> Self:
        """Set parameters; raise TextbookError for an unknown name."""
        _require_known(self._model, options)
        for name, value in options.items():
            setattr(self, name, value)
        return self

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Fit the model; `model_`, `classes_` and `n_features_in_` are set."""
        model, needs = self._model, needs_of(self._model)
        table = table_of(X, needs.sparse)
        labels = labels_of(y, len(table.rows))
        weights = weights_of(sample_weight, len(table.rows))
        counted = [True] * len(labels) if weights is None else list(map(bool, weights))
        rows, options = needs.rows(table, table.features()), self.get_params()
        classes = sorted_classes(compress(labels, counted))
        _require_classes(model, classes)
        if "kinds" in options and options["kinds"] is None:
            options["kinds"] = list(map(_feature_family, zip(*rows)))
        if weights is not None:
            options["weights"] = list(compress(weights, counted))
        self.model_ = model.fit(
            list(compress(rows, counted)),
            list(compress(labels, counted)),
            classes=classes,
            features=table.features(),
            **options,
        )
        self.classes_ = array(self.model_.classes, y)
        self.n_features_in_ = table.width
        vars(self).pop("feature_names_in_", None)
        if table.names is not None:
            self.feature_names_in_ = array(list(table.names), "object")
        return self

    def predict(self, X: Any) -> Any:
        """Return the labels of the rows."""
        rows = self._accepted_rows(X)
        return array(self.model_.predict(rows), self.classes_)

    def score(self, X: Any, y: Any, sample_weight: Any = None) -> float:
        """Return the accuracy: the fraction of rows with the correct label."""
        rows = self._accepted_rows(X)
        labels, weights = labels_of(y, len(rows)), weights_of(sample_weight, len(rows))
        right = [a == b for a, b in zip(self.model_.predict(rows), labels)]
        amounts = weights or [1.0] * len(rows)
        return sum(w for w, fine in zip(amounts, right) if fine) / sum(amounts)

    def _accepted_rows(self, X: Any) -> list[Any]:
        """Return new rows in the form that the model accepts. Raise an error if X is not valid."""
        if "model_" not in vars(self):
            raise _not_fitted(self)
        needs = needs_of(self._model)
        table = table_of(X, needs.sparse)
        _require_same_names(self, table)
        require(
            table.width == self.n_features_in_,
            f"X has {table.width} features, but {type(self).__name__} is expecting "
            f"{self.n_features_in_} features as input",
        )
        return needs.rows(table, self.model_.features)

    def __sklearn_is_fitted__(self) -> bool:
        return "model_" in vars(self)

    def __sklearn_tags__(self) -> Any:
        """Return the scikit-learn tags of the estimator."""
        utils = import_module("sklearn.utils")  # called by scikit-learn only
        needs, categories = needs_of(self._model), needs_of(self._model).cells == "categories"
        return utils.Tags(
            estimator_type="classifier",
            target_tags=utils.TargetTags(required=True),
            classifier_tags=utils.ClassifierTags(
                multi_class=Linear not in self._model.__mro__, poor_score=needs.cells != "numbers"
            ),
            input_tags=utils.InputTags(
                sparse=needs.sparse,
                categorical=categories,
                string=categories,
                positive_only=needs.positive,
                allow_nan=needs.missing,
            ),
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuilt_estimator, (self._model, dict(vars(self)))

    def __repr__(self) -> str:
        given = [
            f"{name}={_parameter_text(value)}"
            for name, value in self.get_params().items()
            if value is not parameters_of(self._model)[name]
        ]
        return f"as_estimator({', '.join([self._model.__name__, *given])})"


class ProbabilisticEstimator(Estimator):
    """An estimator whose model has probabilities."""

    def predict_proba(self, X: Any) -> Any:
        """Return the probabilities of the rows, one column for each of `classes_`."""
        rows = self._accepted_rows(X)
        posteriors = self.model_.predict_proba(rows)
        return array([[one[y] for y in self.model_.classes] for one in posteriors])

    def predict_log_proba(self, X: Any) -> Any:
        """Return the logarithms of the probabilities."""
        from textbook_ml.core.stable import safe_log

        return array([[safe_log(p) for p in row] for row in self.predict_proba(X)])


class LinearEstimator(Estimator):
    """An estimator whose model has a linear score and two classes."""

    def decision_function(self, X: Any) -> Any:
        """Return w₀ + Σᵢ wᵢ xᵢ of each row, which is positive if the second class is predicted."""
        rows = self._accepted_rows(X)
        return array([self.model_.linear_score(row) for row in rows])


def estimator_class(model: type[Any]) -> type[Any]:
    """Return the class of estimators for a model; it is created once."""
    if model not in _CLASSES:
        _CLASSES[model] = _new_estimator_class(model)
    return _CLASSES[model]


def _new_estimator_class(model: type[Any]) -> type[Any]:
    """Create the class of estimators for a model; its parameters are the options of `fit`."""
    kinds = {Linear: LinearEstimator, Probabilistic: ProbabilisticEstimator}
    bases = tuple(base for kind, base in kinds.items() if kind in model.__mro__) or (Estimator,)
    known = parameters_of(model)

    def __init__(self: Any, **options: Any) -> None:
        _require_known(model, options)
        for name, default in known.items():
            setattr(self, name, options.get(name, default))

    arguments = [Parameter(n, Parameter.KEYWORD_ONLY, default=d) for n, d in known.items()]
    own = Parameter("self", Parameter.POSITIONAL_OR_KEYWORD)
    __init__.__signature__ = Signature([own, *arguments])  # type: ignore[attr-defined]
    name = f"{model.__name__}Estimator"
    about = f"A scikit-learn estimator for {model.__name__}."
    members = {"__init__": __init__, "_model": model, "__module__": __name__, "__doc__": about}
    if "weights" not in signature(model.fit).parameters:
        members["fit"] = _fit_without_weights
    return type(name, bases, members)


def parameters_of(model: type[Any]) -> dict[str, Any]:
    """Return the options of a model's `fit` with their defaults, without data arguments.

    >>> from textbook_ml.models.perceptron import Perceptron
    >>> parameters_of(Perceptron)
    {'eta': 1.0, 'max_passes': 1000}
    """
    found = {
        name: None if one.default is Parameter.empty else one.default
        for name, one in signature(model.fit).parameters.items()
        if name not in FROM_DATA
    }
    return found | model.option_defaults() if hasattr(model, "option_defaults") else found


def _require_known(model: type[Any], options: dict[str, Any]) -> None:
    known = parameters_of(model)
    for name in options:
        advice = did_you_mean(name, known, f"Parameters: {', '.join(known)}")
        require(name in known, f"Invalid parameter {name!r} for {model.__name__}. {advice}")


def _require_same_names(estimator: Estimator, table: Table) -> None:
    """Raise TextbookError if the columns of a data frame differ from the training data."""
    fitted = getattr(estimator, "feature_names_in_", None)
    if fitted is None or table.names is None or list(fitted) == list(table.names):
        return
    raise TextbookError(
        "The feature names should match those that were passed during fit: "
        f"{quoted_list(list(fitted))}, got {quoted_list(table.names)}"
    )


def _require_classes(model: type[Any], classes: list[Any]) -> None:
    """Raise TextbookError for one class, or for more than two if the model is binary."""
    require(len(classes) > 1, f"y must have at least 2 classes, got 1 class: {classes}")
    require(
        len(classes) == 2 or Linear not in model.__mro__,
        f"Only binary classification is supported. {model.__name__} needs 2 classes, but the type "
        f"of the target is multiclass: {quoted_list(classes)}. Fix: use SoftmaxRegression",
    )


def _not_fitted(estimator: Estimator) -> Exception:
    """Return the exception for an estimator without a model, of scikit-learn's type if loaded."""
    exceptions = sys.modules.get("sklearn.exceptions")
    kind: type[Exception] = getattr(exceptions, "NotFittedError", TextbookError)
    return kind(f"this {type(estimator).__name__} is not fitted yet. Fix: call fit(X, y) first")


def _rebuilt_estimator(model: type[Any], state: dict[str, Any]) -> Estimator:
    """Return the estimator that was pickled or copied."""
    estimator: Estimator = estimator_class(model)()
    vars(estimator).update(state)
    return estimator


def _feature_family(column: tuple[Any, ...]) -> str:
    """Return the family of a feature of a mixed model: Gaussian if all its values are numbers."""
    numbers = all(x is None or isinstance(x, (int, float)) for x in column)
    return "gaussian" if numbers else "categorical"


def _fit_without_weights(self: Any, X: Any, y: Any) -> Any:
    """Fit the model; `model_`, `classes_` and `n_features_in_` are set."""
    return Estimator.fit(self, X, y)


def _parameter_text(value: Any) -> str:
    """Return a parameter as text: a function by its name."""
    return str(getattr(value, "__name__", None) or repr(value))
