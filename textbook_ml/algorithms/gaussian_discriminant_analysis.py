"""Gaussian discriminant analysis: one covariance matrix for all classes (Ng, section 1.2).

rows    the numbers of each example, one for each feature
model   {"priors": {label: π}, "means": {label: μ}, "covariance": Σ}
"""

from collections.abc import Mapping, Sequence
from typing import Any

from textbook_ml.equations.bayes import most_probable
from textbook_ml.equations.discriminant import class_means, pooled_covariance, quadratic_posterior
from textbook_ml.equations.smoothing import class_prior
from textbook_ml.sources.registry import equation

Model = Mapping[str, Any]


@equation("ng-gda-model")
def fit_gda(rows: Sequence[Sequence[float]], labels: Sequence[str]) -> Model:
    """Fit Gaussian discriminant analysis: class means and one covariance matrix about them.

        π_y = #{y⁽ⁱ⁾ = y} / m,   μ_y = mean of the rows of class y
        Σ = Σᵢ (x⁽ⁱ⁾ − μ_{y⁽ⁱ⁾}) (x⁽ⁱ⁾ − μ_{y⁽ⁱ⁾})ᵀ / m

    Return {"priors": {label: π}, "means": {label: μ}, "covariance": Σ as a
    list of rows}.

    >>> model = fit_gda([[1.0], [3.0], [8.0]], ["a", "a", "b"])
    >>> model["means"], [[3 * s for s in line] for line in model["covariance"]]
    ({'a': [2.0], 'b': [8.0]}, [[2.0]])
    """
    return {
        "priors": class_prior(labels),
        "means": class_means(rows, labels),
        "covariance": pooled_covariance(rows, labels),
    }


def posterior_gda(model: Model, x: Sequence[float]) -> dict[str, float]:
    """Return the posterior of every class, with one covariance matrix for all classes.

        P(y | x) = π_y N(x; μ_y, Σ) / Σ_y′ π_y′ N(x; μ_y′, Σ)

    `model` is the result of `fit_gda`.

    >>> model = {"priors": {"a": 0.5, "b": 0.5}, "means": {"a": [1.0, 0.0], "b": [3.0, 0.0]},
    ...          "covariance": [[1.0, 0.0], [0.0, 1.0]]}
    >>> posterior_gda(model, [2.0, 5.0])
    {'a': 0.5, 'b': 0.5}
    """
    same = {y: model["covariance"] for y in model["means"]}
    return quadratic_posterior(x, model["priors"], model["means"], same)


def classify_gda(model: Model, x: Sequence[float]) -> str:
    """Return the most probable class, with one covariance matrix for all classes.

        y* = argmax_y π_y N(x; μ_y, Σ)

    `model` is the result of `fit_gda`. If several classes are equally
    probable, any of them is correct.

    >>> model = {"priors": {"a": 0.75, "b": 0.25}, "means": {"a": [1.0, 0.0], "b": [3.0, 0.0]},
    ...          "covariance": [[1.0, 0.0], [0.0, 1.0]]}
    >>> classify_gda(model, [2.0, 5.0])
    'a'
    """
    return most_probable(posterior_gda(model, x))


ROWS = [[0.0, 0.0], [1.0, 2.0], [2.0, 1.0], [3.0, 3.0], [3.0, 0.0], [5.0, 1.0], [4.0, 2.0]]
LABELS = ["a", "a", "a", "a", "b", "b", "b"]


def main() -> None:
    """Print the estimates, then the decisions for three new rows.

    >>> main()
    class   P(y)    mean
    a      0.571    1.500  1.500
    b      0.429    4.000  1.000
    <BLANKLINE>
    covariance matrix
       1.000   0.714
       0.714   1.000
    <BLANKLINE>
        x1      x2   P(a | x)   P(b | x)   decision
       2.5     1.5      0.948      0.052   a
       3.0     1.5      0.499      0.501   b
       3.5     2.5      0.851      0.149   a
    """
    model = fit_gda(ROWS, LABELS)
    print("class   P(y)    mean")
    for y, prior in model["priors"].items():
        print(f"{y:5}{float(prior):7.3f}  " + "".join(f"{mu:7.3f}" for mu in model["means"][y]))
    print("\ncovariance matrix")
    for line in model["covariance"]:
        print("".join(f"{s:8.3f}" for s in line))
    print("\n    x1      x2   P(a | x)   P(b | x)   decision")
    for x in ([2.5, 1.5], [3.0, 1.5], [3.5, 2.5]):
        p = posterior_gda(model, x)
        print(f"{x[0]:6.1f}{x[1]:8.1f}{p['a']:11.3f}{p['b']:11.3f}   {classify_gda(model, x)}")


if __name__ == "__main__":
    main()
