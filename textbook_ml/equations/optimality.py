"""Section 4 and exercise 4. The Bayes error, MAP hypotheses and the Bayes optimal classifier.

joint        the true distribution, {(x, y): probability}
hypotheses   each predicts, for an x, a distribution over labels
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from math import comb, factorial
from typing import TypeVar

from textbook_ml.core.errors import number_text, require
from textbook_ml.core.numeric import (
    Num,
    mean,
    ratio,
    require_distribution,
    require_one_kind,
    require_whole,
    squares_about,
    total,
)
from textbook_ml.equations.bayes import bayes_rule, most_probable
from textbook_ml.equations.counts import indicator
from textbook_ml.sources.registry import equation

Input = TypeVar("Input", bound=Hashable)
Label = TypeVar("Label", bound=Hashable)
Hypothesis = TypeVar("Hypothesis", bound=Hashable)

MOST_EXAMPLES = 10_000  # limit of n_examples; the exact risk of more takes minutes


@equation("sontag-nb-optimal", "ng-nb-works-well", "ng-first-thing")
def bayes_error(joint: Mapping[tuple[Input, Label], Num]) -> Num:
    """Bayes error: the smallest error that any classifier can have.

        Σ_x (P(x) − max_y P(x, y))

    It is the error of the classifier that predicts the most probable label of each x.

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
    """Error of a classifier: the probability of a wrong label under the true distribution.

        P(h(X) ≠ Y) = Σ_{x, y : h(x) ≠ y} P(x, y)

    Naive Bayes reaches the Bayes error if its assumption holds, and often if it does not.

    >>> classifier_error({("a", 0): 0.25, ("a", 1): 0.25, ("b", 1): 0.5}, classify=lambda x: 1)
    0.25
    """
    require_distribution(joint, "the joint table")
    return total([p * indicator(classify(x) != y) for (x, y), p in joint.items()])


@equation("mitchell-ex4")
def map_hypothesis(
    prior: Mapping[Hypothesis, Num], likelihood: Mapping[Hypothesis, Num]
) -> Hypothesis:
    """MAP hypothesis: the most probable one given the data.

        h_MAP = argmax_h P(D | h) P(h)

    >>> map_hypothesis({"h1": 0.5, "h2": 0.5}, {"h1": 0.25, "h2": 0.125})
    'h1'
    """
    return most_probable(bayes_rule(prior, likelihood))


@equation("mitchell-ex4")
def bayes_optimal_label(
    posterior: Mapping[Hypothesis, Num], predictions: Mapping[Hypothesis, Mapping[Label, Num]]
) -> Label:
    """Bayes optimal label: the most probable one, averaged over the posterior of hypotheses.

        argmax_v Σ_h P(v | h, x) P(h | D)

    >>> bayes_optimal_label({"h1": 0.4, "h2": 0.3, "h3": 0.3},
    ...                     {"h1": {"+": 1.0, "-": 0.0}, "h2": {"+": 0.0, "-": 1.0},
    ...                      "h3": {"+": 0.0, "-": 1.0}})
    '-'
    """
    require_distribution(posterior, "the posterior of the hypotheses")
    require(
        posterior.keys() <= predictions.keys(),
        f"hypotheses without predictions: {set(posterior) - set(predictions)}",
    )
    for prediction in predictions.values():
        require_distribution(prediction, "the prediction of a hypothesis")
    labels = dict.fromkeys(v for prediction in predictions.values() for v in prediction)
    return most_probable(
        {v: total([predictions[h].get(v, 0) * p for h, p in posterior.items()]) for v in labels}
    )


@equation("ng-laplace-optimal")
def bayes_risk(strength: Fraction, n_examples: int) -> Fraction:
    """Mean squared error of add-l smoothing for a Bernoulli parameter p uniform on [0, 1].

        ∫₀¹ Σ_c C(m, c) pᶜ (1 − p)^(m − c) (p̂_c − p)² dp,   p̂_c = (c + l) / (m + 2l)

    It is smallest for Laplace's l = 1. The integrals are beta functions, ratios of factorials.

    >>> bayes_risk(Fraction(1), 3) < min(bayes_risk(Fraction(0), 3), bayes_risk(Fraction(2), 3))
    True
    """
    m, l = n_examples, ratio(strength)
    require(l >= 0, f"the smoothing strength l must be at least 0, got {number_text(l)}")
    require_whole(n_examples=m)
    require(
        0 <= m <= MOST_EXAMPLES,
        f"n_examples must be from 0 to {MOST_EXAMPLES}, got {number_text(m)}",
    )
    require(m + l > 0, "there are no examples and l is 0, so the estimate is 0/0")

    def integral(a: int, b: int) -> Fraction:  # ∫ pᵃ (1 − p)ᵇ dp
        return ratio(factorial(a) * factorial(b), factorial(a + b + 1))

    def error(c: int, p_hat: Fraction) -> Fraction:  # ∫ pᶜ (1 − p)^(m − c) (p̂ − p)² dp
        return (
            p_hat * p_hat * integral(c, m - c)
            - 2 * p_hat * integral(c + 1, m - c)
            + integral(c + 2, m - c)
        )

    return total([comb(m, c) * error(c, (c + l) / (m + 2 * l)) for c in range(m + 1)])


@equation("mitchell-s5-estimators", "gwansiu-s4-summary-6")
def bias_and_variance(estimates: Sequence[Num], truth: Num) -> tuple[Num, Num]:
    """Bias and variance of an estimator, from its estimates on many samples.

        E[(θ̂ − θ)²] = bias² + variance

    >>> bias_and_variance([1.0, 3.0], truth=1.0)
    (1.0, 1.0)
    """
    require_one_kind([*estimates, truth], "the list of estimates and the truth")
    errors = [estimate - truth for estimate in estimates]
    bias = mean(errors)
    return bias, squares_about(errors, bias) / len(errors)
