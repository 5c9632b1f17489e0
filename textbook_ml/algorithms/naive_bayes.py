"""Naive Bayes for discrete features: equations (2), (3), (7) and (8).

rows       the values of each example, one for each feature
values     values[i] lists the J values of feature i, observed or not
strength   l, the number of pseudo-examples of each value; 0 gives (6)
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from textbook_ml.core.errors import require_same_length
from textbook_ml.core.numeric import Num
from textbook_ml.equations.bayes import most_probable, naive_bayes_posterior
from textbook_ml.equations.smoothing import class_prior, theta_smoothed
from textbook_ml.sources.registry import equation

Model = Mapping[str, Any]


@equation("sontag-nb-given", "ng-nb-multivalued")
def fit_categorical_nb(
    rows: Sequence[Sequence[str]],
    labels: Sequence[str],
    values: Sequence[Sequence[str]],
    strength: Num,
) -> Model:
    """Fit categorical naive Bayes: (8) for each class, (7) for each value.

        π̂ₖ = #D{Y = yₖ} / |D|
        θ̂ᵢⱼₖ = (#D{Xᵢ = xᵢⱼ ∧ Y = yₖ} + l) / (#D{Y = yₖ} + l J)

    `values[i]` lists the J values of feature i, observed or not; `strength` is
    l. Return {"priors": {label: π}, "tables": {label: [{value: θ}, …]}}.

    >>> model = fit_categorical_nb([["a"], ["a"], ["b"]], ["yes", "yes", "no"], [["a", "b"]], 1.0)
    >>> model["tables"]["yes"]
    [{'a': 0.75, 'b': 0.25}]
    """
    require_same_length(rows=rows, labels=labels)
    priors, tables = class_prior(labels), {}
    for y in priors:
        members = [row for row, label in zip(rows, labels) if label == y]
        tables[y] = [
            {x: theta_smoothed(xs.count(x), len(xs), len(known), strength) for x in known}
            for xs, known in zip(zip(*members), values)
        ]
    return {"priors": priors, "tables": tables}


def factors(model: Model, row: Sequence[str]) -> dict[str, list[float]]:
    """Return P(xᵢ | y) for each feature i, by label."""
    tables = model["tables"].items()
    return {y: [table[x] for table, x in zip(ts, row, strict=True)] for y, ts in tables}


def posterior_categorical_nb(model: Model, row: Sequence[str]) -> dict[str, float]:
    """Return the posterior probability of every class under categorical naive Bayes, by (2).

        P(y | x) = π_y Πᵢ θᵢ(xᵢ | y) / Σ_y′ π_y′ Πᵢ θᵢ(xᵢ | y′)

    `model` is the result of `fit_categorical_nb`. With strength 0 a
    probability can be 0; the posterior of that class is then 0.

    >>> tables = {"yes": [{"a": 0.5, "b": 0.5}], "no": [{"a": 0.5, "b": 0.5}]}
    >>> model = {"priors": {"yes": 0.75, "no": 0.25}, "tables": tables}
    >>> posterior_categorical_nb(model, ["a"])
    {'yes': 0.75, 'no': 0.25}
    """
    return naive_bayes_posterior(model["priors"], factors(model, row))


def classify_categorical_nb(model: Model, row: Sequence[str]) -> str:
    """Return the most probable class under categorical naive Bayes, by (3).

        y* = argmax_y π_y Πᵢ θᵢ(xᵢ | y)

    `model` is the result of `fit_categorical_nb`. If several classes are
    equally probable, any of them is correct.

    >>> tables = {"yes": [{"a": 0.5, "b": 0.5}], "no": [{"a": 0.5, "b": 0.5}]}
    >>> model = {"priors": {"yes": 0.75, "no": 0.25}, "tables": tables}
    >>> classify_categorical_nb(model, ["a"])
    'yes'
    """
    return most_probable(posterior_categorical_nb(model, row))


SKY = "Sun Sun Cloud Rain Rain Rain Cloud Sun Sun Rain Sun Cloud Cloud Rain"
HEAT = "Hot Hot Hot Mild Cool Cool Cool Mild Cool Mild Mild Mild Hot Mild"
PLAY = "No No Yes Yes Yes No Yes No Yes Yes Yes Yes Yes No"


def main() -> None:
    """Print decisions, with Laplace smoothing; a tie goes to the label that is first in the data.

    >>> main()
    sky     heat   P(Yes | day)   play tennis?
    Sun     Hot           0.375   No
    Sun     Mild          0.500   No
    Sun     Cool          0.545   Yes
    Cloud   Cool          0.889   Yes
    """
    columns = [SKY.split(), HEAT.split()]
    rows, values = list(zip(*columns)), [sorted(set(column)) for column in columns]
    model = fit_categorical_nb(rows, PLAY.split(), values, Fraction(1))
    print("sky     heat   P(Yes | day)   play tennis?")
    for row in (["Sun", "Hot"], ["Sun", "Mild"], ["Sun", "Cool"], ["Cloud", "Cool"]):
        p = float(posterior_categorical_nb(model, row)["Yes"])
        print(f"{row[0]:8}{row[1]:7}{p:12.3f}   {classify_categorical_nb(model, row)}")


if __name__ == "__main__":
    main()
