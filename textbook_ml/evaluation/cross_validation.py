"""Cross-validation and comparison of models in one call, and the split into training and test.

    loss       log loss of one example: −ln P(y | x) of its true label y
    learner    a model class, or a function of (rows, labels) that returns a fitted model

Rows and labels may have every form that `fit` accepts. All models of a comparison are tested on
the same folds, so that they can be compared example by example.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from inspect import getattr_static
from math import fsum, inf, sqrt
from sys import float_info
from typing import Any, NamedTuple

from textbook_ml.core.arrays import read_labels, read_table, require_not_a_column, take
from textbook_ml.core.errors import TextbookError, plural, quoted, require, require_same_length
from textbook_ml.core.formatting import columns
from textbook_ml.data.prepare import split_places
from textbook_ml.equations.gaussian import mean_mle, variance_mvue
from textbook_ml.evaluation.comparison import Comparison, PairedErrors, compare_predictions, mcnemar
from textbook_ml.evaluation.folds import CrossValidation, held_out_answers, stratified_folds
from textbook_ml.evaluation.measures import ConfusionMatrix
from textbook_ml.evaluation.probabilities import surprisal, surprisal_of_terms
from textbook_ml.models.categorical_naive_bayes import CategoricalNaiveBayes
from textbook_ml.models.full_joint_bayes import FullJointBayes
from textbook_ml.models.inputs import feature_list, many_rows
from textbook_ml.models.mixed_naive_bayes import MixedNaiveBayes, kinds_in_order
from textbook_ml.models.priors import feature_names
from textbook_ml.models.protocols import Classifier

Learner = type[Any] | Callable[..., Any]
Folds = tuple[tuple[int, ...], ...]
FOREIGN = {"test_size": "test", "random_state": "seed", "cv": "folds", "sample_weight": "weights"}
SKLEARN = "use cross_validate of sklearn.model_selection"


class Split(NamedTuple):
    """Training and test examples; each part has the type of the argument it comes from."""

    train_rows: Any
    test_rows: Any
    train_labels: Any
    test_labels: Any


@dataclass(frozen=True, slots=True)
class CrossValidated:
    """The predictions for held-out examples of one model, in the order of the examples.

    `losses` is None for a model that predicts labels only.

    >>> print(CrossValidated("m", tuple("aabb"), tuple("aaba"), None, ((0, 1), (2, 3)), seed=0))
    m: 4 examples in 2 folds, seed 0
    <BLANKLINE>
                mean  standard error
    accuracy  0.7500          0.2500
    """

    name: str
    labels: tuple[Any, ...]
    predictions: tuple[Any, ...]
    losses: tuple[float, ...] | None
    folds: Folds
    seed: int

    def __post_init__(self) -> None:
        require_same_length(labels=self.labels, predictions=self.predictions)
        if self.losses is not None:
            require_same_length(labels=self.labels, losses=self.losses)

    @property
    def outcome(self) -> CrossValidation:
        """The number of errors in each fold."""
        return CrossValidation.of(self.labels, self.predictions, self.folds)

    @property
    def accuracy(self) -> float:
        """The fraction of examples that are predicted correctly."""
        return float(1 - self.outcome.error_rate)

    @property
    def accuracy_error(self) -> float:
        """The standard error of the accuracy, estimated from the folds; it is approximate."""
        return self.outcome.standard_error

    @property
    def log_loss(self) -> float | None:
        """The mean of −ln P of the true label; infinite if a true label had probability 0."""
        return None if self.losses is None else fsum(self.losses) / len(self.losses)

    @property
    def log_loss_error(self) -> float | None:
        """The standard error of the log loss, estimated from the folds; it is approximate."""
        if self.losses is None:
            return None
        if inf in self.losses:
            return inf
        means = [fsum(self.losses[i] for i in fold) / len(fold) for fold in self.folds]
        return sqrt(variance_mvue(means, mean_mle(means)) / len(means))

    @property
    def confusion(self) -> ConfusionMatrix[Any]:
        """The confusion matrix of the held-out predictions."""
        return ConfusionMatrix.of(self.labels, self.predictions)

    def __str__(self) -> str:
        lines = [["", "mean", "standard error"]]
        lines.append(["accuracy", _rounded_text(self.accuracy), _rounded_text(self.accuracy_error)])
        if self.log_loss is not None:
            lines.append(
                ["log loss", _rounded_text(self.log_loss), _rounded_text(self.log_loss_error)]
            )
        return "\n".join([f"{self.name}: {_size_and_folds(self)}", "", *columns(lines, "<>>")])


@dataclass(frozen=True, slots=True)
class ModelComparison:
    """Several models on the same folds; `best` is the first model with the fewest errors."""

    results: tuple[CrossValidated, ...]

    def __post_init__(self) -> None:
        require(len(self.results) > 0, "need at least one model to compare, got none")

    @property
    def best(self) -> CrossValidated:
        """The model with the fewest errors."""
        return max(self.results, key=lambda result: -sum(result.outcome.errors))

    def against_best(self, result: CrossValidated) -> Comparison:
        """Return the error rate of a model minus that of the best, with a 95 % interval."""
        return compare_predictions(result.labels, result.predictions, self.best.predictions)

    def p_value(self, result: CrossValidated) -> Fraction:
        """Return the p-value of McNemar's test of a model and the best one."""
        errors = PairedErrors.of(result.labels, result.predictions, self.best.predictions)
        return mcnemar(errors.only_first, errors.only_second)

    def __str__(self) -> str:
        first = self.results[0]
        return "\n".join(
            [_size_and_folds(first), "", *self._score_lines(), *self._difference_lines()]
        )

    def _score_lines(self) -> Iterator[str]:
        lines = [["model", "accuracy", "standard error", "log loss", "standard error"]]
        for one in self.results:
            numbers = one.accuracy, one.accuracy_error, one.log_loss, one.log_loss_error
            lines.append([one.name, *map(_rounded_text, numbers)])
        return columns(lines, "<>>>>")

    def _difference_lines(self) -> Iterator[str]:
        others = [one for one in self.results if one is not self.best]
        if not others:
            return
        yield ""
        yield f"Error rate minus that of {self.best.name}, on the same examples:"
        lines = [["model", "difference", "95 % interval", "p (McNemar)"]]
        for one in others:
            found, p = self.against_best(one), float(self.p_value(one))
            interval = f"{found.low:+.4f} to {found.high:+.4f}"
            lines.append([one.name, f"{float(found.difference):+.4f}", interval, _rounded_text(p)])
        yield from columns(lines, "<>>>")


def cross_validate(
    model: Learner, rows: Any, labels: Any, folds: int = 10, seed: int = 0, **options: Any
) -> CrossValidated:
    """Return the held-out predictions of a model, which is fitted once for each fold.

    `options` are those of the model's `fit`. Folds are stratified. The values that a discrete
    feature can take are those in all rows.

    >>> from textbook_ml.models.gaussian_naive_bayes import GaussianNaiveBayes
    >>> result = cross_validate(GaussianNaiveBayes, [[1.0], [2.0], [3.0], [7.0], [8.0], [9.0]],
    ...                         "aaabbb", folds=3)
    >>> result.accuracy, result.predictions
    (1.0, ('a', 'a', 'a', 'b', 'b', 'b'))
    """
    _require_no_foreign_names(options)
    _require_learner(model)
    plain = _labels_of(rows, labels)
    _require_no_label_column(model, rows, labels, plain, options)
    parts = stratified_folds(plain, folds, seed)
    return _cross_validated_model(
        _name_with_options(model, options), model, rows, plain, parts, seed, options
    )


def compare(
    models: Sequence[Learner] | Mapping[str, Learner],
    rows: Any,
    labels: Any,
    folds: int = 10,
    seed: int = 0,
    **options: Any,
) -> ModelComparison:
    """Return the cross-validation of several models on the same folds.

    `options` go to every model. For options of one model, pass `partial(Model.fit, l2=1.0)`.
    Pass a dict {name: model} to choose the names in the table.

    >>> from textbook_ml.models.gaussian_naive_bayes import GaussianNaiveBayes
    >>> rows, labels = [[1.0], [2.0], [3.0], [7.0], [8.0], [9.0]], "aaabbb"
    >>> compare([GaussianNaiveBayes], rows, labels, folds=3).best.name
    'GaussianNaiveBayes'
    """
    require(
        isinstance(models, (list, tuple, Mapping)),
        f"models must be a list of models, or a dict from name to model, got {models!r}. "
        "Fix: for one model use cross_validate",
    )
    _require_no_foreign_names(options)
    named = models if isinstance(models, Mapping) else _models_by_unique_name(models, options)
    for model in named.values():
        _require_learner(model)
    plain = _labels_of(rows, labels)
    for model in named.values():
        _require_no_label_column(model, rows, labels, plain, options)
    parts = stratified_folds(plain, folds, seed)
    return ModelComparison(
        tuple(
            _cross_validated_model(name, model, rows, plain, parts, seed, options)
            for name, model in named.items()
        )
    )


def train_test_split(
    rows: Any,
    labels: Any,
    *others: Any,
    test: float = 0.25,
    seed: int = 0,
    stratify: bool = True,
    **unknown: Any,
) -> Split:
    """Return training rows, test rows, training labels and test labels, in the original order.

    `test` is the fraction of test examples; with `stratify`, the fraction of each class. The same
    seed gives the same split with every Python version.

    >>> train_test_split([[1], [2], [3], [4]], "aabb", test=0.5).test_labels
    ['a', 'b']
    """
    require(
        not others,
        "train_test_split must have two arguments without a name, rows and labels, got more. "
        "Fix: name the fraction of test examples, test=0.25; split a third list "
        "by a call of its own, with the same labels and seed",
    )
    _require_no_foreign_names(unknown)
    for name in unknown:
        raise TextbookError(
            f"train_test_split has no option {name!r}. Its options: test, seed, stratify"
        )
    require(
        isinstance(test, (int, float)),
        f"test must be a number between 0 and 1, got {quoted(test)}. Fix: test=0.25",
    )
    plain = _labels_of(rows, labels)
    groups = plain if stratify else [0] * len(plain)
    held_out, training = split_places(groups, test, seed, "test")
    parts = [take(items, places) for items in (rows, labels) for places in (training, held_out)]
    return Split(*parts)


def loss_of(model: Any, row: Any, posterior: Mapping[Any, float], label: Any) -> float:
    """Return −ln P(y | x), even if P(y | x) underflows; only an exact 0 gives infinity."""
    if label not in posterior:  # the class has no example in the training data
        return inf
    if posterior[label] < float_info.min:
        return surprisal_of_terms(model.log_terms(row), label)
    return surprisal(posterior, label)


def _cross_validated_model(
    name: str,
    model: Learner,
    rows: Any,
    labels: Sequence[Any],
    folds: Folds,
    seed: int,
    options: Mapping[str, Any],
) -> CrossValidated:
    fit: Callable[..., Any] = getattr(model, "fit", model)
    asked = {**_options_with_values(model, rows, options), **_own_options(model)}

    def fit_and_predict(
        training: Sequence[int], held_out: Sequence[int]
    ) -> list[tuple[Any, float | None]]:
        try:
            learned = fit(take(rows, training), [labels[i] for i in training], **asked)
        except TextbookError as error:
            fit(rows, labels, **asked)  # if this raises an error, the error names the right row
            raise TextbookError(f"when {len(held_out)} rows are held out: {error}") from None
        return _predict_with_losses(
            learned, take(rows, held_out), [labels[i] for i in held_out], held_out
        )

    try:
        guesses, losses = zip(*held_out_answers(fit_and_predict, len(labels), folds))
    except TextbookError as error:
        raise TextbookError(f"{name}: {error}") from None
    known = None if None in losses else losses
    return CrossValidated(name, tuple(labels), guesses, known, folds, seed)


def _predict_with_losses(
    model: Any, rows: Any, labels: Sequence[Any], places: Sequence[int]
) -> list[tuple[Any, float | None]]:
    """Return for each row the predicted label and, from a model with probabilities, the loss."""
    plain = many_rows(model, rows) if hasattr(model, "features") else rows
    try:
        guesses = model.predict(plain)
        if not hasattr(model, "predict_proba"):
            return [(guess, None) for guess in guesses]
        posteriors = model.predict_proba(plain)
    except TextbookError:
        for i, row in zip(places, plain):
            _require_answer(model, row, i)
        raise
    losses = [loss_of(model, x, p, y) for x, p, y in zip(plain, posteriors, labels)]
    return list(zip(guesses, losses))


def _require_answer(model: Any, row: Any, place: int) -> None:
    """Raise TextbookError, with the place of the row, if the model has no answer for it."""
    try:
        model.classify(row)
    except TextbookError as error:
        raise TextbookError(f"rows[{place}], when held out: {error}") from None


def _options_with_values(
    model: Learner, rows: Any, options: Mapping[str, Any]
) -> Mapping[str, Any]:
    """Return the options with the values of each discrete feature in all rows, unless given."""
    if "values" in options or not isinstance(model, type):
        return options
    if not issubclass(model, (CategoricalNaiveBayes, FullJointBayes, MixedNaiveBayes)):
        return options
    table, features = read_table(rows), feature_list(options.get("features"))
    found = _values_of_columns(table.rows if features is None else table.choose(features))
    if not issubclass(model, MixedNaiveBayes):
        return {**options, "values": found}
    kinds = options.get("kinds")
    if hasattr(rows, "kinds"):
        kinds = model.kinds_of(rows, kinds, features)
    if kinds is None:
        return options
    named = kinds_in_order(kinds, feature_names(features or table.names, len(found)))
    discrete = [i for i, kind in enumerate(named) if kind == "categorical" and i < len(found)]
    return {**options, "values": {i: found[i] for i in discrete}}


def _values_of_columns(rows: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """Return the different values of each column, in order of first appearance."""
    return [list(dict.fromkeys(x for x in column if x is not None)) for column in zip(*rows)]


def _labels_of(rows: Any, labels: Any) -> Sequence[Any]:
    """Return the labels as plain values. Raise TextbookError unless each row has a label."""
    plain = read_labels(labels)
    shape = getattr(rows, "shape", None)  # a sparse matrix has no length
    require(
        hasattr(rows, "__len__"),
        "rows must be a list, an array or a data frame, which can be read several times, got a "
        f"{type(rows).__name__}. Fix: list(rows)",
    )
    n_rows = shape[0] if isinstance(shape, tuple) else len(rows)
    require(
        n_rows == len(plain),
        f"got {n_rows} rows and {len(plain)} labels: their numbers must be equal",
    )
    return plain


def _require_no_foreign_names(options: Mapping[str, Any]) -> None:
    """Raise TextbookError for an option that has another name in scikit-learn."""
    for name, value in options.items():
        if name in FOREIGN:
            raise TextbookError(
                f"{name!r} is an option of scikit-learn, not of this package. Fix: "
                f"{FOREIGN[name]}={quoted(value)}"
            )


def _require_learner(model: Any) -> None:
    """Raise TextbookError unless the model is a class that can be fitted, or a function."""
    if isinstance(model, type) and hasattr(model, "fit"):
        require(
            isinstance(getattr_static(model, "fit"), (classmethod, staticmethod)),
            f"a model must be a class whose `fit` returns a model, got {model.__name__}. Fix: pass "
            f"a class of textbook_ml; for one of scikit-learn, {SKLEARN}",
        )
        return
    name = type(model).__name__
    if Classifier in type(model).__mro__:
        raise TextbookError(
            f"a model must be a class, which is fitted to each training set, got a fitted {name}. "
            f"Fix: pass the class {name}, or partial({name}.fit, …) with its options"
        )
    require(
        not hasattr(model, "fit"),
        "a model must be a class of textbook_ml, or a function, got an estimator, "
        f"{quoted(model)}. Fix: pass the class, or partial(Class.fit, …) with options; for an "
        f"estimator, {SKLEARN}",
    )
    require(
        callable(model),
        f"a model must be a class with `fit`, or a function, got {quoted(model)}. Fix: pass a "
        "class such as GaussianNaiveBayes",
    )


def _require_no_label_column(
    model: Learner, rows: Any, labels: Any, plain: Sequence[Any], options: Mapping[str, Any]
) -> None:
    """Raise TextbookError if the labels are also a feature, unless the learner is a function."""
    asked = {**options, **_own_options(model)}
    fit = model.func if isinstance(model, partial) else getattr(model, "fit", None) or model
    owner = getattr(fit, "__self__", None)
    if hasattr(labels, "name") and isinstance(owner, type) and Classifier in owner.__mro__:
        require_not_a_column(labels, plain, read_table(rows), feature_list(asked.get("features")))


def _own_options(model: Learner) -> Mapping[str, Any]:
    """Return the options that are set by `functools.partial`."""
    return model.keywords if isinstance(model, partial) else {}


def _models_by_unique_name(
    models: Sequence[Learner], options: Mapping[str, Any]
) -> dict[str, Learner]:
    """Return the models by name; a repeated name gets a number."""
    named: dict[str, Learner] = {}
    for model in models:
        name = _name_with_options(model, {})
        n = sum(known == name or known.startswith(f"{name} #") for known in named)
        named[f"{name} #{n + 1}" if n else name] = model
    return named


def _name_with_options(model: Any, options: Mapping[str, Any]) -> str:
    """Return the name of a model with its options.

    >>> from textbook_ml.models.logistic_regression import LogisticRegression
    >>> _name_with_options(partial(LogisticRegression.fit, l2=1.0), {})
    'LogisticRegression(l2=1.0)'
    """
    if isinstance(model, partial):
        return _name_with_options(model.func, {**model.keywords, **options})
    owner = getattr(model, "__self__", model)
    name = getattr(owner, "__name__", type(owner).__name__)
    shown = [f"{k}={getattr(v, '__name__', None) or repr(v)}" for k, v in options.items()]
    return f"{name}({', '.join(shown)})" if shown else str(name)


def _size_and_folds(result: CrossValidated) -> str:
    examples = plural(len(result.labels), "example")
    return f"{examples} in {len(result.folds)} folds, seed {result.seed}"


def _rounded_text(number: float | None) -> str:
    return "" if number is None else f"{number:.4f}"
