"""Record which equations of the chapter run while a model is fitted and used.

>>> fitted = equations_run(lambda: example_model("gaussian-nb"))
>>> "mean_mle" in fitted and "variance_mvue" in fitted
True
"""

import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from importlib import import_module
from random import Random
from types import CodeType, FrameType
from typing import Any

from textbook_ml.data.datasets import load
from textbook_ml.data.table import Dataset
from textbook_ml.models.catalogue import RECIPES, recipe
from textbook_ml.models.indicator_regression import IndicatorRegression
from textbook_ml.models.linear_svm import LinearSVM
from textbook_ml.models.perceptron import Perceptron
from textbook_ml.models.recipes import Settings
from textbook_ml.models.rows import counts
from textbook_ml.models.softmax_regression import SoftmaxRegression
from textbook_ml.sources import registry

DATA = {"discrete": "play-tennis", "continuous": "iris", "text": "spam"}
ROWS = [[0.0, 1.0], [1.0, 0.0], [1.0, 2.0], [4.0, 3.0], [3.0, 5.0], [5.0, 4.0]]
LABELS = "aaabbb"
# Models with linear log odds: `fit` prepares the weights that `posterior` uses.
BRIDGE = (
    "logit", "mitchell_weight", "mitchell_bias", "mitchell_gnb_weights", "gnb_to_logistic",
    "gda_to_logistic",
)  # fmt: skip
LINEAR = ("gaussian-nb-tied", "gda")
OPTIMISERS = (
    "newton", "newton-cg", "l-bfgs", "conjugate-gradient", "gradient-ascent", "accelerated",
    "stochastic",
)  # fmt: skip


@cache
def _names_by_code() -> Mapping[CodeType, str]:
    """Return the name of every registered function, by its code object."""
    found = {}
    for name in registry.implementations():
        module, _, function = name.rpartition(".")
        thing = getattr(import_module(module), function, None)
        code = getattr(thing, "__code__", None)
        if code is not None and module.startswith("textbook_ml.equations."):
            found[code] = function
    return found


def equations_run(action: Callable[[], Any]) -> list[str]:
    """Return the names of the equations that run during an action, in the order of the chapter."""
    codes, seen = _names_by_code(), set()

    def note(frame: FrameType, event: str, argument: Any) -> None:
        if event == "call" and frame.f_code in codes:
            seen.add(codes[frame.f_code])

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        action()
    finally:
        sys.setprofile(before)
    return [name for name in codes.values() if name in seen]


def example_data(name: str) -> Dataset:
    """Return a data set that suits a model: with two classes for models that need two."""
    one = recipe(name)
    if one.to_row is counts:
        rows = ((1.0, 4.0), (3.0, 2.0), (2.0, 6.0), (7.0, 1.0), (9.0, 0.0), (8.0, 2.0))
        return Dataset(
            features=("calls", "visits"),
            kinds=("continuous", "continuous"),
            label_name="class",
            rows=rows,
            labels=tuple("aaabbb"),
        )
    return load(DATA[one.kinds[0]] if name != "logistic" else "play-tennis")


def example_model(name: str, **settings: Any) -> Any:
    """Return a model fitted to its example data, with a penalty if the model has one."""
    one = recipe(name)
    if "l2" in one.options:
        settings = {"l2": 1.0, **settings}
    return one.fit(example_data(name), Settings(**settings))


def call_prediction_methods(model: Any, name: str) -> None:
    """Call every method of a model that predicts or explains one row."""
    data = example_data(name)
    row = recipe(name).rows(data)[0]
    for verb in ("log_scores", "posterior", "exact_posterior", "classify", "log_joint", "explain"):
        if hasattr(model, verb):
            getattr(model, verb)(row)
    if len(model.classes) == 2 and hasattr(model, "to_logistic") and name != "mixed-nb":
        with suppress(ValueError):  # ValueError: the model has no finite weights
            model.to_logistic()
    if hasattr(model, "sample"):
        model.sample(2, Random(0))


@cache
def equations_run_by_models() -> Mapping[str, tuple[list[str], list[str]]]:
    """Return, for each model, the equations that run in `fit` and those that run in prediction."""
    found = {}
    for one in RECIPES:
        model = example_model(one.name)
        fitting = equations_run(lambda: example_model(one.name))
        if "optimiser" in one.options:
            for optimiser in OPTIMISERS:
                fitting += equations_run(lambda: _fit_with_optimiser(one.name, optimiser))
        if one.name == "softmax":
            for optimiser in OPTIMISERS:
                fitting += equations_run(lambda: _softmax_with_reference(optimiser))
        asking = equations_run(lambda: call_prediction_methods(model, one.name))
        if "strength" not in one.options:  # (6) computes the prior only, which is (8)
            fitting = [name for name in fitting if name != "theta_mle"]
        if one.name in LINEAR:
            asking = list(dict.fromkeys([*asking, *(name for name in fitting if name in BRIDGE)]))
            fitting = [name for name in fitting if name not in BRIDGE]
        found[one.name] = (list(dict.fromkeys(fitting)), asking)
    for kind in (Perceptron, LinearSVM, IndicatorRegression):
        fitting = equations_run(lambda: kind.fit(ROWS, LABELS))
        asking = equations_run(lambda: kind.fit(ROWS, LABELS).classify(ROWS[0]))
        found[kind.__name__] = (fitting, [name for name in asking if name not in fitting])
    return found


def _softmax_with_reference(optimiser: str) -> Any:
    """Return a softmax regression in Mitchell's form: the last class has no weights."""
    return SoftmaxRegression.fit(
        ROWS, LABELS, l2=1.0, reference=True, optimiser=optimiser, tolerance=2.0
    )


def _fit_with_optimiser(name: str, optimiser: str) -> Any:
    """Return a model fitted with few steps of an optimiser; every step runs the same equations."""
    tolerance = 0.5 if name == "logistic" else 10.0
    return example_model(name, optimiser=optimiser, standardise=True, tolerance=tolerance)
