"""Fold the preprocessing steps before a linear model into its weights.

    column     a column of the rows that the Pipeline accepts
    output     a number that the steps compute from one column: an affine function a x + b of a
               number, or a table {category: number}

A linear model of the outputs is a linear model of the columns; a category has a weight of its own.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction as F
from typing import Any

from textbook_ml.core.errors import TextbookError, require
from textbook_ml.embedding.sklearn_import.estimator_json import Estimator
from textbook_ml.embedding.sklearn_import.preprocessing import categories
from textbook_ml.models.coded_regression import CodedRegression, Coding
from textbook_ml.models.indicator_regression import IndicatorRegression
from textbook_ml.models.json_types import short_repr
from textbook_ml.models.linear_svm import LinearSVM
from textbook_ml.models.logistic_regression import LogisticRegression
from textbook_ml.models.priors import feature_names
from textbook_ml.models.softmax_regression import SoftmaxRegression

SCALERS = ("StandardScaler", "MinMaxScaler", "MaxAbsScaler", "RobustScaler")
ENCODERS = ("OneHotEncoder", "OrdinalEncoder")
FRONTS = (*SCALERS, *ENCODERS, "ColumnTransformer")
LINEAR = (LogisticRegression, SoftmaxRegression, LinearSVM, IndicatorRegression)


@dataclass(frozen=True, slots=True)
class PreprocessingOutput:
    """A number that is computed from one column."""

    column: int
    a: F = F(1)
    b: F = F(0)
    table: Mapping[Any, F] | None = None  # instead of a and b, for a column of categories

    def scaled(self, m: F, s: F) -> "PreprocessingOutput":
        """Return (this − m) / s."""
        if self.table is None:
            return replace(self, a=self.a / s, b=(self.b - m) / s)
        return replace(self, table={x: (v - m) / s for x, v in self.table.items()})


def outputs_of(
    steps: Iterable[Estimator], outputs: Sequence[PreprocessingOutput]
) -> list[PreprocessingOutput]:
    """Return the outputs after some steps."""
    found = list(outputs)
    for step in steps:
        n = step.learned.get("n_features_in_", len(found))
        require(n == len(found), f"{step.name} was fitted to {n} columns, but it gets {len(found)}")
        found = _outputs_of_step(step, found)
    return found


def _outputs_of_step(
    step: Estimator, outputs: Sequence[PreprocessingOutput]
) -> list[PreprocessingOutput]:
    if step.name in SCALERS:
        m, s = mean_and_scale(step, len(outputs))
        return [output.scaled(*pair) for output, *pair in zip(outputs, m, s)]
    if step.name in ENCODERS:
        return _encoded_outputs(step, outputs)
    if step.name == "ColumnTransformer":
        return _outputs_by_column(step, outputs)
    raise TextbookError(
        f"{step.name} before a model is not supported. Supported steps: {', '.join(FRONTS)}"
    )


def mean_and_scale(scaler: Estimator, n: int) -> tuple[list[F], list[F]]:
    """Return m and s of a scaler, which computes (x − m) / s for each of n columns."""

    def vector(name: str, setting: str) -> list[F] | None:
        scaler.require_setting(setting, [True, False], "it must be true or false")
        return list(map(F, scaler.vector(name, n))) if scaler.settings.get(setting, True) else None

    m: list[F] | None = None
    s: list[F] | None = None
    if scaler.name == "StandardScaler":
        m, s = vector("mean_", "with_mean"), vector("scale_", "with_std")
    elif scaler.name == "RobustScaler":
        m, s = vector("center_", "with_centering"), vector("scale_", "with_scaling")
    else:
        s = list(map(F, scaler.vector("scale_", n)))
    require(s is None or min(s) > 0, f"every number of {scaler.name}.scale_ must be greater than 0")
    if scaler.name == "MinMaxScaler":  # it computes x · scale_ + min_
        clips = (
            "it limits values to a range, which a linear model cannot do. "
            "Fix: fit it with clip=False"
        )
        scaler.require_setting("clip", [False], clips)
        s = [1 / x for x in s or []]
        m = [-F(b) * a for a, b in zip(s, scaler.vector("min_", n))]
    return m or [F(0)] * n, s or [F(1)] * n


def _encoded_outputs(
    encoder: Estimator, outputs: Sequence[PreprocessingOutput]
) -> list[PreprocessingOutput]:
    """Return a number for each category (OneHotEncoder), or one for each column."""
    found = []
    known = categories(encoder)
    require(
        len(known) == len(outputs),
        f"{encoder.name}.categories_ must have {len(outputs)} lists, got {len(known)}",
    )
    dropped = encoder.learned.get("drop_idx_") or [None] * len(known)
    require(
        isinstance(dropped, list) and len(dropped) == len(known),
        f"{encoder.name}.drop_idx_ must have {len(known)} entries, got {short_repr(dropped)}",
    )
    for output, values, left_out in zip(outputs, known, dropped):
        require(
            output == PreprocessingOutput(output.column),
            f"{encoder.name} must get the original columns, not scaled ones",
        )
        if encoder.name == "OrdinalEncoder":
            codes = {x: F(code) for code, x in enumerate(values)}
            found.append(replace(output, table=codes))
            continue
        for place, value in enumerate(values):
            if place != left_out:
                indicator = {x: F(x == value) for x in values}
                found.append(replace(output, table=indicator))
    return found


def _outputs_by_column(
    transformer: Estimator, outputs: Sequence[PreprocessingOutput]
) -> list[PreprocessingOutput]:
    """Return the outputs of a ColumnTransformer, in its order."""
    parts = transformer.attribute("transformers_")
    valid = isinstance(parts, list) and all(isinstance(p, list) and len(p) == 3 for p in parts)
    require(valid, f"ColumnTransformer.transformers_ must be triples, got {short_repr(parts)}")
    weights = transformer.settings.get("transformer_weights")
    require(weights is None, "ColumnTransformer has transformer_weights. Fix: fit it without them")
    found: list[PreprocessingOutput] = []
    names = transformer.names() or ()
    for _, how, chosen in parts:
        places = [_column_index(c, names, len(outputs)) for c in _columns_of_part(chosen)]
        inputs = [outputs[place] for place in places]
        if how == "drop" and places:
            raise TextbookError(
                f"ColumnTransformer drops {len(places)} columns, but a model here uses all "
                "columns of a row. Fix: fit the Pipeline without these columns"
            )
        found += _outputs_of_part(how, inputs)
    return found


def _outputs_of_part(how: Any, inputs: list[PreprocessingOutput]) -> list[PreprocessingOutput]:
    if how in (None, "drop", "passthrough") or not inputs:
        return inputs
    step = Estimator.of(how)
    if step.name == "FunctionTransformer" and step.settings.get("func") is None:
        return inputs
    if step.name == "Pipeline":
        for one in step.steps():
            inputs = _outputs_of_part(one, inputs)
        return inputs
    return outputs_of([step], inputs)


def _columns_of_part(chosen: Any) -> list[Any]:
    """Return the columns of a part as a list of names or indices."""
    columns = [chosen] if isinstance(chosen, (str, int)) else chosen
    require(
        isinstance(columns, list) and all(type(c) in (str, int, bool) for c in columns),
        f"the columns of a ColumnTransformer must be names or numbers, got {short_repr(chosen)}. "
        "Fix: "
        "list them, instead of a slice or a function",
    )
    if columns and all(type(c) is bool for c in columns):
        return [i for i, wanted in enumerate(columns) if wanted]
    return list(columns)


def _column_index(column: str | int, names: Sequence[str], n: int) -> int:
    if isinstance(column, str):
        require(column in names, f"ColumnTransformer has no column {short_repr(column)}")
        return names.index(column)
    require(-n <= column < n, f"ColumnTransformer has {n} columns, got the index {column}")
    return column % n


def fold_into_inputs(model: Any, steps: Sequence[Estimator]) -> Any:
    """Return a linear model of the columns from a linear model of the outputs of the steps."""
    before = " and ".join(step.name for step in steps)
    require(
        isinstance(model, LINEAR),
        f"{before} before {type(model).__name__} is not supported, because the model is not "
        "linear. Fix: use a linear model, or leave the steps out",
    )
    one_to_one = all(step.name in SCALERS for step in steps)
    n = len(model.features) if one_to_one else steps[0].n_features()
    outputs = outputs_of(steps, [PreprocessingOutput(i) for i in range(n)])
    vectors = [list(map(F, w)) for w in vectors_of(model)]
    require(
        all(len(w) == len(outputs) + 1 for w in vectors),
        f"the model needs {len(vectors[0]) - 1} numbers, but the steps compute {len(outputs)}",
    )
    given = steps[0].names()
    named = model.features if one_to_one and (given is None or len(given) != n) else given
    names = feature_names(named, n)
    values = tuple(_categories_of_column(outputs, i, name) for i, name in enumerate(names))
    weights = [_weights_of_inputs(w, outputs, values) for w in vectors]
    if not any(values):
        return with_vectors(model, weights, names)
    require(
        isinstance(model, (LogisticRegression, SoftmaxRegression)),
        f"{before} before a model without probabilities ({type(model).__name__}) is not supported. "
        "Fix: use a LogisticRegression",
    )
    coding = Coding(names, values)
    return CodedRegression(coding, with_vectors(model, weights, coding.names))


def _categories_of_column(
    outputs: Sequence[PreprocessingOutput], column: int, name: str
) -> tuple[Any, ...]:
    """Return the categories of a column; none if it is numeric."""
    own = [output for output in outputs if output.column == column]
    tables = [output.table for output in own if output.table is not None]
    require(
        not tables or len(tables) == len(own),
        f"column {name!r} is used as a number and as a category. Fix: use it once",
    )
    return tuple(tables[0]) if tables else ()


def _weights_of_inputs(
    w: Sequence[F], outputs: Sequence[PreprocessingOutput], values: Sequence[Sequence[Any]]
) -> list[float]:
    """Return the intercept and the weight of each column, or of each category but the first."""
    w0, *slopes = w
    total, result = w0, []
    for column, known in enumerate(values):
        own = [(v, output) for v, output in zip(slopes, outputs) if output.column == column]
        if not known:
            total += sum((v * output.b for v, output in own), F(0))
            result.append(sum((v * output.a for v, output in own), F(0)))
            continue
        tables = [(v, output.table or {}) for v, output in own]
        first, *others = [sum((v * table[x] for v, table in tables), F(0)) for x in known]
        total += first
        result += [x - first for x in others]
    return [float(total), *map(float, result)]


def vectors_of(model: Any) -> list[Sequence[float]]:
    """Return the weights of a linear model, the intercept first; one vector for two classes."""
    if isinstance(model, (LogisticRegression, LinearSVM)):
        return [(model.w0, *model.w)]
    return list(model.w)


def with_vectors(model: Any, vectors: Sequence[Sequence[float]], names: Sequence[str]) -> Any:
    """Return a linear model with other weights and features."""
    if isinstance(model, (LogisticRegression, LinearSVM)):
        ((w0, *w),) = vectors
        return type(model)(model.classes, tuple(names), w0, tuple(w))
    return type(model)(model.classes, tuple(names), tuple(map(tuple, vectors)))
