"""Gaussian naive Bayes: equations (2), (3), (8), (13) and (14).

rows    the numbers of each example, one for each feature
model   {"priors": {label: π}, "means": {label: [μ, …]},
         "variances": {label: [σ², …]}}
"""

from collections.abc import Mapping, Sequence
from typing import Any

from textbook_ml.core.errors import require_same_length
from textbook_ml.equations.bayes import most_probable
from textbook_ml.equations.gaussian import gaussian_posterior, mean_mle, variance_mle
from textbook_ml.equations.smoothing import class_prior
from textbook_ml.sources.registry import equation

Model = Mapping[str, Any]


@equation("gwansiu-s1.4-gaussian", "xing-nb-joint")
def fit_gaussian_nb(rows: Sequence[Sequence[float]], labels: Sequence[str]) -> Model:
    """Fit Gaussian naive Bayes: (8) for each class, (13) and (14) for each feature in it.

        π_y = #{y⁽ⁱ⁾ = y} / N
        μᵢ_y = mean of feature i in class y,   σᵢ_y² = mean of (xᵢ − μᵢ_y)² in class y

    Return {"priors": {label: π}, "means": {label: [μ, one for each feature]},
    "variances": {label: [σ², one for each feature]}}.

    >>> model = fit_gaussian_nb([[1.0], [3.0], [7.0], [9.0]], ["a", "a", "b", "b"])
    >>> model["means"], model["variances"]
    ({'a': [2.0], 'b': [8.0]}, {'a': [1.0], 'b': [1.0]})
    """
    require_same_length(rows=rows, labels=labels)
    priors, means, variances = class_prior(labels), {}, {}
    for y in priors:
        members = [row for row, label in zip(rows, labels) if label == y]
        columns = list(zip(*members, strict=True))
        means[y] = [mean_mle(xs) for xs in columns]
        variances[y] = [variance_mle(xs, mu) for xs, mu in zip(columns, means[y])]
    return {"priors": priors, "means": means, "variances": variances}


def posterior_gaussian_nb(model: Model, row: Sequence[float]) -> dict[str, float]:
    """Return the posterior probability of every class under Gaussian naive Bayes, by (2).

        P(y | x) = π_y Πᵢ N(xᵢ; μᵢ_y, σᵢ_y²) / Σ_y′ π_y′ Πᵢ N(xᵢ; μᵢ_y′, σᵢ_y′²)

    `model` is the result of `fit_gaussian_nb`.

    >>> model = {"priors": {"a": 0.5, "b": 0.5}, "means": {"a": [1.0], "b": [3.0]},
    ...          "variances": {"a": [1.0], "b": [1.0]}}
    >>> posterior_gaussian_nb(model, [2.0])
    {'a': 0.5, 'b': 0.5}
    """
    return gaussian_posterior(row, model["priors"], model["means"], model["variances"])


def classify_gaussian_nb(model: Model, row: Sequence[float]) -> str:
    """Return the most probable class under Gaussian naive Bayes, by (3).

        y* = argmax_y π_y Πᵢ N(xᵢ; μᵢ_y, σᵢ_y²)

    `model` is the result of `fit_gaussian_nb`. If several classes are equally
    probable, any of them is correct.

    >>> model = {"priors": {"a": 0.75, "b": 0.25}, "means": {"a": [1.0], "b": [3.0]},
    ...          "variances": {"a": [1.0], "b": [1.0]}}
    >>> classify_gaussian_nb(model, [2.0])
    'a'
    """
    return most_probable(posterior_gaussian_nb(model, row))


ROWS = [[3.0, 23.0], [4.0, 25.0], [5.0, 27.0], [6.0, 27.0], [9.0, 33.0], [12.0, 39.0]]
LABELS = ["cat", "cat", "cat", "dog", "dog", "dog"]  # weight in kg, height in cm


def main() -> None:
    """Print the estimates, then the decisions for three new animals.

    >>> main()
    class   P(y)   weight: mean  variance   height: mean  variance
    cat     0.50           4.00      0.67          25.00      2.67
    dog     0.50           9.00      6.00          33.00     24.00
    <BLANKLINE>
    weight   height   P(cat | x)   P(dog | x)   decision
       4.0     26.0        0.994        0.006   cat
       5.5     28.0        0.590        0.410   cat
      10.0     30.0        0.000        1.000   dog
    """
    model = fit_gaussian_nb(ROWS, LABELS)
    print("class   P(y)   weight: mean  variance   height: mean  variance")
    for y, prior in model["priors"].items():
        pairs = zip(model["means"][y], model["variances"][y])
        cells = "".join(f"{mu:15.2f}{sigma2:10.2f}" for mu, sigma2 in pairs)
        print(f"{y:6}{float(prior):6.2f}{cells}")
    print("\nweight   height   P(cat | x)   P(dog | x)   decision")
    for x in ([4.0, 26.0], [5.5, 28.0], [10.0, 30.0]):
        p = posterior_gaussian_nb(model, x)
        y = classify_gaussian_nb(model, x)
        print(f"{x[0]:6.1f}{x[1]:9.1f}{p['cat']:13.3f}{p['dog']:13.3f}   {y}")


if __name__ == "__main__":
    main()
