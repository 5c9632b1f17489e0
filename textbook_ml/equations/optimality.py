"""Section 4 and exercise 4. What no classifier can beat, and what the best one is.

    joint        the true distribution, {(x, y): probability}
    hypotheses   each gives, for an x, a distribution over labels
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from math import comb, factorial
from typing import TypeVar

from textbook_ml.equations.bayes import bayes_rule, most_probable
from textbook_ml.errors import require
from textbook_ml.numeric import Num, exact, mean, require_distribution, squares_about, total
from textbook_ml.registry import equation

Input = TypeVar("Input", bound=Hashable)
Label = TypeVar("Label", bound=Hashable)
Hypothesis = TypeVar("Hypothesis", bound=Hashable)


@equation("sontag-nb-optimal", "ng-nb-works-well", "ng-first-thing")
def bayes_error(joint: Mapping[tuple[Input, Label], Num]) -> Num:
    """The smallest error that any classifier can have.

        Σ_x (P(x) − max_y P(x, y))

    That is the error of the classifier that answers each x with its most probable label.

    >>> bayes_error({("a", 0): 0.25, ("a", 1): 0.25, ("b", 1): 0.5})
    0.25
    """
    require_distribution(joint, "the joint table")
    by_input: dict[Input, dict[Label, Num]] = {}
    for (x, y), p in joint.items():
        by_input.setdefault(x, {})[y] = p
    return classifier_error(joint, lambda x: most_probable(by_input[x]))


@equation("sontag-nb-optimal", "ng-nb-works-well", "ng-first-thing")
def classifier_error(
    joint: Mapping[tuple[Input, Label], Num], classify: Callable[[Input], Label]
) -> Num:
    """How often a classifier errs, by the true distribution.

        P(h(X) ≠ Y) = Σ_{x, y : h(x) ≠ y} P(x, y)

    Naive Bayes reaches the Bayes error where its assumption holds, and often where it does not.

    >>> classifier_error({("a", 0): 0.25, ("a", 1): 0.25, ("b", 1): 0.5}, classify=lambda x: 1)
    0.25
    """
    require_distribution(joint, "the joint table")
    return total([p if classify(x) != y else p - p for (x, y), p in joint.items()])


@equation("mitchell-ex4")
def map_hypothesis(
    prior: Mapping[Hypothesis, Num], likelihood: Mapping[Hypothesis, Num]
) -> Hypothesis:
    """The most probable hypothesis, given the data.

        h_MAP = argmax_h P(D | h) P(h)

    >>> map_hypothesis({"h1": 0.5, "h2": 0.5}, {"h1": 0.25, "h2": 0.125})
    'h1'
    """
    return most_probable(bayes_rule(prior, likelihood))


@equation("mitchell-ex4")
def bayes_optimal_label(
    posterior: Mapping[Hypothesis, Num], predictions: Mapping[Hypothesis, Mapping[Label, Num]]
) -> Label:
    """The most probable label when all hypotheses vote by their posterior.

        argmax_v Σ_h P(v | h, x) P(h | D)

    >>> bayes_optimal_label({"h1": 0.4, "h2": 0.3, "h3": 0.3},
    ...                     {"h1": {"+": 1.0, "-": 0.0}, "h2": {"+": 0.0, "-": 1.0},
    ...                      "h3": {"+": 0.0, "-": 1.0}})
    '-'
    """
    require_distribution(posterior, "the posterior of the hypotheses")
    require(
        posterior.keys() <= predictions.keys(),
        f"hypotheses {set(posterior) - set(predictions)} have no predictions: give each one's",
    )
    for votes in predictions.values():
        require_distribution(votes, "the prediction of a hypothesis")
    labels = dict.fromkeys(v for votes in predictions.values() for v in votes)
    return most_probable(
        {v: total([predictions[h].get(v, p - p) * p for h, p in posterior.items()]) for v in labels}
    )


@equation("ng-laplace-optimal")
def bayes_risk(strength: Fraction, n_examples: int) -> Fraction:
    """The mean squared error of add-l for a coin whose bias is uniform on [0, 1]: exactly.

        ∫₀¹ Σ_c C(m, c) pᶜ (1 − p)^(m − c) (p̂_c − p)² dp,   p̂_c = (c + l) / (m + 2l)

    Laplace's l = 1 has the least; the integrals are beta functions, ratios of factorials.

    >>> bayes_risk(Fraction(1), 3) < min(bayes_risk(Fraction(0), 3), bayes_risk(Fraction(2), 3))
    True
    """
    strength = exact(strength)
    require(strength >= 0, f"the strength is {strength}: hallucinate no fewer than 0 examples")
    require(n_examples >= 0, f"n_examples is {n_examples}: draw none or more")
    require(n_examples + strength > 0, "no examples and no strength: the estimate is 0/0")

    def integral(a: int, b: int) -> Fraction:  # ∫ pᵃ (1 − p)ᵇ dp
        return Fraction(factorial(a) * factorial(b), factorial(a + b + 1))

    risk = Fraction(0)
    for c in range(n_examples + 1):
        guess, rest = (c + strength) / (n_examples + 2 * strength), n_examples - c
        risk += comb(n_examples, c) * (
            guess * guess * integral(c, rest)
            - 2 * guess * integral(c + 1, rest)
            + integral(c + 2, rest)
        )
    return risk


@equation("mitchell-s5-estimators", "gwansiu-s4-summary-6")
def bias_and_variance(estimates: Sequence[Num], truth: Num) -> tuple[Num, Num]:
    """How an estimate errs over many samples: on average, and around its average.

        E[(θ̂ − θ)²] = bias² + variance

    >>> bias_and_variance([1.0, 3.0], truth=1.0)
    (1.0, 1.0)
    """
    errors = [estimate - truth for estimate in estimates]
    bias = mean(errors)
    return bias, squares_about(errors, bias) / len(errors)
