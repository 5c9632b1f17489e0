"""Logistic and softmax regression on a table of data, and their numbers of weights."""

from collections.abc import Callable
from typing import Any

from textbook_ml.core.errors import require
from textbook_ml.data.table import Dataset
from textbook_ml.equations.parameters import logistic_parameters, prior_parameters
from textbook_ml.models.coded_regression import CodedRegression, Coding
from textbook_ml.models.logistic_regression import LogisticRegression
from textbook_ml.models.recipes import TrainingTask, observed_values
from textbook_ml.models.softmax_regression import SoftmaxRegression

Regression = LogisticRegression[str] | SoftmaxRegression[str]

NUMBERED = ({"0", "1"}, {"-1", "1"}, {"-1", "+1"})  # names of the negative and the positive class


def logistic(task: TrainingTask) -> Regression | CodedRegression[str]:
    """Fit logistic regression to two classes; the weights are for the second class."""
    require_two_classes(task.dataset)
    return _fitted(LogisticRegression.fit, task)


def softmax(task: TrainingTask) -> Regression | CodedRegression[str]:
    """Fit softmax regression to any number of classes, each with its weights."""
    return _fitted(SoftmaxRegression.fit, task)


def _fitted(
    fit: Callable[..., Regression], task: TrainingTask
) -> Regression | CodedRegression[str]:
    """Return a regression if all features are numbers; otherwise a CodedRegression."""
    data, coding = task.dataset, Coding.of(task.dataset.features, task.values)
    options: dict[str, Any] = task.settings.regression_arguments()
    regression = fit(
        [coding.row(cells) for cells in task.rows],
        data.labels,
        classes=in_order(data),
        features=coding.names,
        watch=task.watch,
        **options,
    )
    return CodedRegression(coding, regression) if any(coding.values) else regression


def in_order(data: Dataset) -> tuple[str, ...]:
    """The classes in order of appearance; for labels 0 and 1 or −1 and 1, class 1 is last.

    The weights describe the log odds of the last class.

    >>> table = Dataset(((5.0,), (6.0,)), ("1", "0"), ("x",), ("continuous",), "y")
    >>> in_order(table)
    ('0', '1')
    """
    return tuple(sorted(data.classes, key=int)) if {*data.classes} in NUMBERED else data.classes


def n_logistic(data: Dataset) -> int:
    """Return the number of weights for two classes."""
    require_two_classes(data)
    return n_weights(data)


def n_weights(data: Dataset) -> int:
    """The number of weights, without the parameters of the prior, which the intercepts replace.

    >>> from textbook_ml.data.datasets import load
    >>> n_weights(load("iris")), n_weights(load("play-tennis"))   # 2 · 4,  2 + 2 + 1 + 1
    (8, 6)
    """
    n, k = len(Coding.of(data.features, observed_values(data)).names), len(data.classes)
    return logistic_parameters(n, k) - prior_parameters(k) if n else 0


def require_two_classes(data: Dataset) -> None:
    """Raise TextbookError unless the table has two classes."""
    k = len(data.classes)
    require(
        k == 2,
        f"logistic needs two classes, but {data.label_name!r} has {k}. Fix: "
        + ("use softmax" if k > 2 else "give examples of another"),
    )
