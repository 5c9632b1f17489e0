"""Bernoulli naive Bayes for text: which words occur in a document (Ng, section 2).

rows    one row for each document: 1 if word j occurs in it, otherwise 0
model   {"priors": {label: π}, "phi": {label: [φ, one for each word]}}
"""

from collections.abc import Mapping, Sequence
from typing import Any

from textbook_ml.core.errors import require_same_length
from textbook_ml.equations.bayes import most_probable, naive_bayes_posterior
from textbook_ml.equations.event_models import bernoulli_laplace, bernoulli_pmf
from textbook_ml.equations.smoothing import class_prior
from textbook_ml.sources.registry import equation

Model = Mapping[str, Any]


@equation("gwansiu-s1.4-bernoulli", "ng-bernoulli-event")
def fit_bernoulli_nb(rows: Sequence[Sequence[int]], labels: Sequence[str]) -> Model:
    """Fit Bernoulli naive Bayes: priors by (8), one smoothed probability for each word.

        π_y = #{y⁽ⁱ⁾ = y} / m
        φⱼ|y = (#{xⱼ⁽ⁱ⁾ = 1 ∧ y⁽ⁱ⁾ = y} + 1) / (#{y⁽ⁱ⁾ = y} + 2)

    Each row contains a 0 or a 1 for each word. Return {"priors": {label: π},
    "phi": {label: [φ, one for each word]}}.

    >>> model = fit_bernoulli_nb([[1, 0], [1, 1], [0, 1]], ["spam", "spam", "ham"])
    >>> [float(phi) for phi in model["phi"]["spam"]]
    [0.75, 0.5]
    """
    require_same_length(rows=rows, labels=labels)
    priors, phi = class_prior(labels), {}
    for y in priors:
        members = [row for row, label in zip(rows, labels) if label == y]
        columns = zip(*members, strict=True)
        phi[y] = [bernoulli_laplace(sum(column), len(column)) for column in columns]
    return {"priors": priors, "phi": phi}


def factors(model: Model, row: Sequence[int]) -> dict[str, list[float]]:
    """Return φ for each word that occurs and 1 − φ for each absent word, by label."""
    phis = model["phi"].items()
    return {y: [bernoulli_pmf(x, p) for x, p in zip(row, phi, strict=True)] for y, phi in phis}


def posterior_bernoulli_nb(model: Model, row: Sequence[int]) -> dict[str, float]:
    """Return the posterior of every class: factor φ for present words, 1 − φ for absent ones.

        P(y | x) = π_y Πⱼ φⱼ|y^xⱼ (1 − φⱼ|y)^(1 − xⱼ) / Σ_y′ π_y′ Πⱼ φⱼ|y′^xⱼ (1 − φⱼ|y′)^(1 − xⱼ)

    `model` is the result of `fit_bernoulli_nb`.

    >>> model = {"priors": {"spam": 0.5, "ham": 0.5}, "phi": {"spam": [0.75], "ham": [0.25]}}
    >>> posterior_bernoulli_nb(model, [0])
    {'spam': 0.25, 'ham': 0.75}
    """
    return naive_bayes_posterior(model["priors"], factors(model, row))


def classify_bernoulli_nb(model: Model, row: Sequence[int]) -> str:
    """Return the most probable class under Bernoulli naive Bayes.

        y* = argmax_y π_y Πⱼ φⱼ|y^xⱼ (1 − φⱼ|y)^(1 − xⱼ)

    If several classes are equally probable, any of them is correct.

    >>> model = {"priors": {"spam": 0.5, "ham": 0.5}, "phi": {"spam": [0.75], "ham": [0.25]}}
    >>> classify_bernoulli_nb(model, [0])
    'ham'
    """
    return most_probable(posterior_bernoulli_nb(model, row))


SPAM, HAM = ["buy now", "buy pills now", "pills"], ["lunch now", "lunch bob", "lunch"]


def main() -> None:
    """Print the probability of each word, then the decisions for three new messages.

    >>> main()
    word      P(word | spam)   P(word | ham)
    bob                  0.2             0.4
    buy                  0.6             0.2
    lunch                0.2             0.8
    now                  0.6             0.4
    pills                0.6             0.2
    <BLANKLINE>
    message            P(spam | message)   decision
    buy pills                      0.970   spam
    lunch now                      0.111   ham
    now                            0.667   spam
    """
    texts, labels = [text.split() for text in SPAM + HAM], ["spam"] * 3 + ["ham"] * 3
    words = sorted({word for text in texts for word in text})
    model = fit_bernoulli_nb([[int(w in text) for w in words] for text in texts], labels)
    print("word      P(word | spam)   P(word | ham)")
    for j, word in enumerate(words):
        p, q = (float(model["phi"][y][j]) for y in ("spam", "ham"))
        print(f"{word:10}{p:14.1f}{q:16.1f}")
    print("\nmessage            P(spam | message)   decision")
    for text in ("buy pills", "lunch now", "now"):
        row = [int(w in text.split()) for w in words]
        p = posterior_bernoulli_nb(model, row)["spam"]
        print(f"{text:19}{float(p):17.3f}   {classify_bernoulli_nb(model, row)}")


if __name__ == "__main__":
    main()
