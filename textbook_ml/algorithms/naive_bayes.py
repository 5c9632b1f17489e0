"""Naive Bayes for discrete features: equations (2), (3), (7) and (8).

rows       the values of each example, one for each feature
values     values[i] lists the J values of feature i, observed or not
strength   l, the number of pseudo-examples of each value; 0 gives (6)
model      {"priors": {label: π}, "tables": {label: [{value: θ}, …]}}
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from textbook_ml.core.errors import require_same_length
from textbook_ml.core.numeric import Num
from textbook_ml.equations.bayes import most_probable, naive_bayes_posterior
from textbook_ml.equations.counts import count
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

    `values[i]` lists the J values that feature i can take, including those
    that were not observed; `strength` is l. Return {"priors": {label: π},
    "tables": {label: [{value: θ}, one dictionary for each feature]}}.

    >>> model = fit_categorical_nb([["a"], ["a"], ["b"]], ["yes", "yes", "no"], [["a", "b"]], 1.0)
    >>> model["tables"]["yes"]
    [{'a': 0.75, 'b': 0.25}]
    """
    require_same_length(rows=rows, labels=labels)

    def theta(i: int, x: str, y: str) -> Any:
        pairs = [(row[i], label) for row, label in zip(rows, labels)]
        n_xy, n_y = count(pairs, lambda d: d == (x, y)), count(labels, lambda d: d == y)
        return theta_smoothed(n_xy, n_y, len(values[i]), strength)

    priors = class_prior(labels)
    tables = {y: [{x: theta(i, x, y) for x in vs} for i, vs in enumerate(values)] for y in priors}
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

    >>> model = {"priors": {"yes": 0.75, "no": 0.25},
    ...          "tables": {"yes": [{"a": 0.5, "b": 0.5}], "no": [{"a": 0.5, "b": 0.5}]}}
    >>> posterior_categorical_nb(model, ["a"])
    {'yes': 0.75, 'no': 0.25}
    """
    return naive_bayes_posterior(model["priors"], factors(model, row))


def classify_categorical_nb(model: Model, row: Sequence[str]) -> str:
    """Return the most probable class under categorical naive Bayes, by (3).

        y* = argmax_y π_y Πᵢ θᵢ(xᵢ | y)

    `model` is the result of `fit_categorical_nb`; with strength 0 a
    probability can be 0. If several classes are equally probable, any of them
    is correct.

    >>> model = {"priors": {"yes": 0.75, "no": 0.25},
    ...          "tables": {"yes": [{"a": 0.5, "b": 0.5}], "no": [{"a": 0.5, "b": 0.5}]}}
    >>> classify_categorical_nb(model, ["a"])
    'yes'
    """
    return most_probable(posterior_categorical_nb(model, row))


# Outlook, temperature, and whether tennis was played
DAYS = """Sunny Hot No, Sunny Hot No, Overcast Hot Yes, Rain Mild Yes,
Rain Cool Yes, Rain Cool No, Overcast Cool Yes, Sunny Mild No,
Sunny Cool Yes, Rain Mild Yes, Sunny Mild Yes, Overcast Mild Yes,
Overcast Hot Yes, Rain Mild No"""


def main() -> None:
    """Print decisions, with Laplace smoothing; a tie goes to the label that is first in the data.

    >>> main()
    outlook   temperature   P(Yes | day)   play tennis?
    Sunny     Hot                  0.375   No
    Sunny     Mild                 0.500   No
    Sunny     Cool                 0.545   Yes
    Overcast  Cool                 0.889   Yes
    """
    days = [day.split() for day in DAYS.split(",")]
    values = [["Sunny", "Overcast", "Rain"], ["Hot", "Mild", "Cool"]]
    rows, labels = [day[:2] for day in days], [day[2] for day in days]
    model = fit_categorical_nb(rows, labels, values, Fraction(1))
    print("outlook   temperature   P(Yes | day)   play tennis?")
    for row in (["Sunny", "Hot"], ["Sunny", "Mild"], ["Sunny", "Cool"], ["Overcast", "Cool"]):
        p = float(posterior_categorical_nb(model, row)["Yes"])
        print(f"{row[0]:10}{row[1]:14}{p:12.3f}   {classify_categorical_nb(model, row)}")


if __name__ == "__main__":
    main()
