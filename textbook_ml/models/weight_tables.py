"""The weights of a regression as a table, with a report on the optimisation.

weight             change of the log odds of a class per unit of a feature
standard weight    change per standard deviation; it makes features comparable
"""

from collections.abc import Iterator, Sequence
from typing import Any

from textbook_ml.core.console import Heading, wrap
from textbook_ml.core.errors import plural
from textbook_ml.core.formatting import TableLine, class_table, columns, shorten, text_bar
from textbook_ml.core.formatting import significant as digits
from textbook_ml.data.table import Dataset
from textbook_ml.learning.objectives.scaling import standard_deviations
from textbook_ml.models.coded_regression import CodedRegression, Coding
from textbook_ml.models.logistic_regression import LogisticRegression
from textbook_ml.models.recipes import Model, Settings
from textbook_ml.models.softmax_regression import SoftmaxRegression

Regression = LogisticRegression[Any] | SoftmaxRegression[Any]

# number of features and of reference values shown; the others are only counted
SHOWN, REFERENCES = 20, 10
NAME, HALF = 34, 10  # columns of a name, and of half a bar


def regression_of(model: Model) -> Regression | None:
    """Return the regression that a model is or contains, or None."""
    learned = model.regression if isinstance(model, CodedRegression) else model
    return learned if isinstance(learned, LogisticRegression | SoftmaxRegression) else None


def penalty_in_words(settings: Settings) -> str:
    """Return the penalty on the weights, in words."""
    if not settings.l2:
        return "maximum likelihood, no penalty"
    which = "all weights" if settings.penalise_intercept else "all weights but the intercept"
    units = ", for standardised features" if settings.standardise else ""
    return f"penalty λ = {settings.l2:g} on {which}{units}"


def regression_report(model: Model, table: Dataset | None = None) -> Iterator[str]:
    """Yield the report of the optimiser and the weights; with the data, also standard weights."""
    regression = regression_of(model)
    assert regression is not None
    if regression.fit_report:
        yield from wrap(str(regression.fit_report))
    yield ""
    coding = getattr(model, "coding", None) or Coding.of(regression.features, {})
    units = None if table is None else standard_deviations(list(zip(*map(coding.row, table.rows))))
    if isinstance(regression, LogisticRegression):
        yield from for_two(regression, units)
    else:
        yield from for_many(regression, units)
    if coding.references:
        yield ""
        yield from wrap(
            f"Reference values (weight 0): {first_names(coding.references)}.", hanging="  "
        )


def first_names(names: Sequence[str]) -> str:
    """Return the first names and the number of the others.

    >>> first_names(["Wind=Weak", "Humidity=High"])
    'Wind=Weak, Humidity=High'
    """
    more = f" and {len(names) - REFERENCES} more" * (len(names) > REFERENCES)
    return ", ".join(shorten(name, NAME) for name in names[:REFERENCES]) + more


def for_two(
    regression: LogisticRegression[Any], units: Sequence[float] | None = None
) -> Iterator[str]:
    """Yield a table with the weight of each feature, and a bar; with units, standard weights."""
    y0, y1 = (shorten(str(y), 2 * HALF) for y in regression.classes)
    per = "per unit" if units is None else "per unit and per standard deviation"
    yield Heading(f"ln P({y1})/P({y0}), {per}")
    yield from _weight_table(regression, units)


def weights_of_line(model: Any) -> Iterator[str]:
    """Yield the weights of a linear classifier for two classes."""
    y0, y1 = (shorten(str(y), 2 * HALF) for y in model.classes)
    yield Heading(f"weighted sum, per unit; {y1} if it is positive, otherwise {y0}")
    yield from _weight_table(model, None)


def _weight_table(model: Any, units: Sequence[float] | None) -> Iterator[str]:
    """Yield a table with weight, standard weight and bar of each feature, largest first."""
    standard = [w * s for w, s in zip(model.w, units or [1.0] * len(model.w))]
    order = _order_by_size([abs(x) for x in standard])
    largest = max(map(abs, standard), default=0.0)
    rows = [["", "weight", "standard", ""], ["intercept", digits(model.w0), "", ""]]
    for i in order[:SHOWN]:
        name = shorten(model.features[i], NAME)
        drawn = text_bar(standard[i], largest, HALF)
        rows.append([name, digits(model.w[i]), f"{standard[i]:+#.3g}", drawn])
    if units is None:
        yield from columns([[name, w, drawn] for name, w, _, drawn in rows], "<><")
    else:
        yield from columns(rows, "<>><")
    yield from _omitted_weights(len(order))


def for_many(
    regression: SoftmaxRegression[Any], units: Sequence[float] | None = None
) -> Iterator[str]:
    """Yield a table with one weight for each feature and class."""
    intercepts, *by_feature = zip(*regression.w)
    scales = units or [1.0] * len(by_feature)
    order = _order_by_size([max(map(abs, ws)) * s for ws, s in zip(by_feature, scales)])
    lines = [_weight_line("intercept", intercepts)]
    lines += [_weight_line(regression.features[i], by_feature[i]) for i in order[:SHOWN]]
    first = "largest weight first" if units is None else "largest standard weight first"
    yield Heading(f"score of each class, per unit; {first}")
    yield from class_table(regression.classes, lines)
    yield from _omitted_weights(len(order))


def _order_by_size(sizes: Sequence[float]) -> list[int]:
    return sorted(range(len(sizes)), key=lambda i: -sizes[i])


def _omitted_weights(n: int) -> Iterator[str]:
    if n > SHOWN:
        yield f"and {plural(n - SHOWN, 'feature')} with smaller weights; a saved model has all"


def _weight_line(name: str, weights: Sequence[float]) -> TableLine:
    return TableLine(name, tuple((digits(w),) for w in weights))
