"""Quadratic discriminant analysis: a covariance matrix for each class (Xing).

rows    the numbers of each example, one for each feature
model   {"priors": {label: π}, "means": {label: μ}, "covariances": {label: Σ}}
"""

from collections.abc import Mapping, Sequence
from typing import Any

from textbook_ml.equations.bayes import most_probable
from textbook_ml.equations.discriminant import class_means, covariance_matrix, quadratic_posterior
from textbook_ml.equations.smoothing import class_prior
from textbook_ml.sources.registry import equation

Model = Mapping[str, Any]


@equation("xing-predictive-star")
def fit_qda(rows: Sequence[Sequence[float]], labels: Sequence[str]) -> Model:
    """Fit quadratic discriminant analysis: a mean and a covariance matrix for each class.

        π_y = #{y⁽ⁱ⁾ = y} / m,   μ_y = mean of the rows of class y
        Σ_y = mean of (x − μ_y) (x − μ_y)ᵀ over the rows of class y

    Return {"priors": {label: π}, "means": {label: μ}, "covariances": {label:
    Σ}}.

    >>> fit_qda([[1.0], [3.0], [8.0]], ["a", "a", "b"])["covariances"]
    {'a': [[1.0]], 'b': [[0.0]]}
    """
    priors, means = class_prior(labels), class_means(rows, labels)
    members = {y: [x for x, label in zip(rows, labels) if label == y] for y in priors}
    covariances = {y: covariance_matrix(xs) for y, xs in members.items()}
    return {"priors": priors, "means": means, "covariances": covariances}


def posterior_qda(model: Model, x: Sequence[float]) -> dict[str, float]:
    """Return the posterior of every class, with a covariance matrix for each class.

        P(y | x) = π_y N(x; μ_y, Σ_y) / Σ_y′ π_y′ N(x; μ_y′, Σ_y′)

    `model` is the result of `fit_qda`.

    >>> model = {"priors": {"a": 0.5, "b": 0.5}, "means": {"a": [1.0], "b": [3.0]},
    ...          "covariances": {"a": [[1.0]], "b": [[1.0]]}}
    >>> posterior_qda(model, [2.0])
    {'a': 0.5, 'b': 0.5}
    """
    return quadratic_posterior(x, model["priors"], model["means"], model["covariances"])


def classify_qda(model: Model, x: Sequence[float]) -> str:
    """Return the most probable class, with a covariance matrix for each class.

        y* = argmax_y π_y N(x; μ_y, Σ_y)

    `model` is the result of `fit_qda`. If several classes are equally
    probable, any of them is correct.

    >>> model = {"priors": {"a": 0.75, "b": 0.25}, "means": {"a": [1.0], "b": [3.0]},
    ...          "covariances": {"a": [[1.0]], "b": [[1.0]]}}
    >>> classify_qda(model, [2.0])
    'a'
    """
    return most_probable(posterior_qda(model, x))


ROWS = [[-1.0], [0.0], [0.0], [1.0], [-8.0], [-2.0], [2.0], [8.0]]
LABELS = ["narrow", "narrow", "narrow", "narrow", "wide", "wide", "wide", "wide"]


def main() -> None:
    """Print the estimates, then the decisions: the narrow class wins near the common mean.

    >>> main()
    class    P(y)    mean   variance
    narrow   0.50    0.00       0.50
    wide     0.50    0.00      34.00
    <BLANKLINE>
         x   P(narrow | x)   P(wide | x)   decision
       0.0           0.892         0.108   narrow
       1.0           0.755         0.245   narrow
       2.0           0.138         0.862   wide
       4.0           0.000         1.000   wide
    """
    model = fit_qda(ROWS, LABELS)
    print("class    P(y)    mean   variance")
    for y, prior in model["priors"].items():
        [mu], [[sigma2]] = model["means"][y], model["covariances"][y]
        print(f"{y:6}{float(prior):7.2f}{mu:8.2f}{sigma2:11.2f}")
    print("\n     x   P(narrow | x)   P(wide | x)   decision")
    for x in (0.0, 1.0, 2.0, 4.0):
        p = posterior_qda(model, [x])
        print(f"{x:6.1f}{p['narrow']:16.3f}{p['wide']:14.3f}   {classify_qda(model, [x])}")


if __name__ == "__main__":
    main()
