"""Questions on optimality: Bayes error, MAP, Bayes optimal label, risk, bias and variance."""

from collections.abc import Callable, Mapping, Sequence
from math import comb, factorial, fsum, sqrt

from textbook_ml.equations.bayes import bayes_rule, most_probable
from textbook_ml.equations.optimality import (
    bayes_error,
    bayes_optimal_label,
    bayes_risk,
    bias_and_variance,
    map_hypothesis,
)
from textbook_ml.questions.framework.case_repair import with_sum_one
from textbook_ml.questions.framework.judge import Case, any_best, close
from textbook_ml.questions.framework.question import misconception, question
from textbook_ml.questions.framework.random_values import Draw

Joint = Mapping[tuple[str, str], float]
Table = Mapping[str, float]
Votes = Mapping[str, Mapping[str, float]]


def probabilities_by_input(joint: Joint) -> dict[str, list[float]]:
    """Return for each x the probabilities P(x, y) of all labels."""
    rows: dict[str, list[float]] = {}
    for (x, _), p in joint.items():
        rows.setdefault(x, []).append(p)
    return rows


@question(
    bayes_error,
    edges=[
        ({("a", "+"): 1.0},),
        ({("a", "+"): 0.25, ("a", "-"): 0.75},),
        ({("a", "+"): 0.25, ("a", "-"): 0.25, ("b", "-"): 0.5},),
        ({("a", "+"): 0.5, ("a", "-"): 0.25, ("a", "?"): 0.25},),
    ],
    judge=close(zero=1e-12),
    repair=lambda joint: (with_sum_one(joint),),
)
def _(draw: Draw) -> Case:
    inputs, labels = "abc"[: draw.length(1, 3)], ("+", "-", "?")[: draw.whole(2, 3)]
    cells = [(x, y) for x in inputs for y in labels]
    return (dict(zip(cells, draw.shuffled(draw.shares(len(cells))))),)


@misconception(
    bayes_error,
    "You compute the accuracy of the best classifier. Its error is 1 minus the accuracy.",
)
def accuracy_for_error(joint: Joint) -> float:
    return fsum(map(max, probabilities_by_input(joint).values()))


@misconception(
    bayes_error,
    "You add the probability of the least probable label of each x. All "
    "labels except the most probable one are errors.",
)
def least_probable_only(joint: Joint) -> float:
    return fsum(map(min, probabilities_by_input(joint).values()))


@misconception(
    bayes_error,
    "You average over the inputs x with equal weights. The weight of x is "
    "P(x), which is already contained in P(x, y).",
)
def inputs_weighted_equally(joint: Joint) -> float:
    rows = probabilities_by_input(joint).values()
    return fsum(1 - max(row) / fsum(row) for row in rows) / len(rows)


@misconception(
    bayes_error,
    "You predict the most common label for every x. The best prediction may depend on x.",
)
def same_label_for_all(joint: Joint) -> float:
    labels = {y for _, y in joint}
    return 1 - max(fsum(p for (_, y), p in joint.items() if y == label) for label in labels)


@question(
    map_hypothesis,
    edges=[
        ({"h1": 1.0}, {"h1": 0.5}),
        ({"h1": 0.5, "h2": 0.5}, {"h1": 0.25, "h2": 0.5}),
        ({"h1": 0.75, "h2": 0.25}, {"h1": 0.25, "h2": 0.5}),
        ({"h1": 0.25, "h2": 0.75}, {"h1": 0.75, "h2": 0.25}),
        ({"h1": 0.75, "h2": 0.25}, {"h1": 1e-200, "h2": 9e-200}),
    ],
    judge=any_best(bayes_rule),
    repair=lambda prior, likelihood: (with_sum_one(prior), likelihood),
)
def _(draw: Draw) -> Case:
    names = [f"h{i}" for i in range(1, 1 + draw.length(2, 4))]
    prior = dict(zip(names, draw.shares(len(names))))
    return prior, {h: draw.probability() for h in names}


@misconception(
    map_hypothesis, "You maximise the likelihood P(D | h). MAP multiplies it by the prior P(h)."
)
def prior_forgotten(prior: Table, likelihood: Table) -> str:
    return most_probable(likelihood)


@misconception(
    map_hypothesis,
    "You choose the hypothesis with the largest prior. Multiply the "
    "prior by the likelihood P(D | h) first.",
)
def likelihood_ignored(prior: Table, likelihood: Table) -> str:
    return most_probable(prior)


@misconception(map_hypothesis, "You return the probability. The question asks for the hypothesis.")
def probability_for_hypothesis(prior: Table, likelihood: Table) -> float:
    return max(bayes_rule(prior, likelihood).values())


@misconception(
    map_hypothesis,
    "You add the prior to the likelihood. MAP maximises their product, P(D | h) P(h).",
)
def prior_added(prior: Table, likelihood: Table) -> str:
    return most_probable({h: prior[h] + likelihood[h] for h in prior})


def votes_of(posterior: Table, predictions: Votes) -> dict[str, float]:
    """Return Σ P(v | h, x) P(h | D), summed over h, for every label v."""
    labels = dict.fromkeys(v for votes in predictions.values() for v in votes)
    return {v: fsum(predictions[h][v] * p for h, p in posterior.items()) for v in labels}


CERTAIN = {"h1": {"+": 1.0, "-": 0.0}, "h2": {"+": 0.0, "-": 1.0}, "h3": {"+": 0.0, "-": 1.0}}
UNCERTAIN = {"h1": {"+": 0.625, "-": 0.375}, "h2": {"+": 0.0, "-": 1.0}}


@question(
    bayes_optimal_label,
    edges=[
        ({"h1": 1.0}, {"h1": {"+": 0.25, "-": 0.75}}),
        ({"h1": 0.75, "h2": 0.125, "h3": 0.125}, CERTAIN),
        ({"h1": 0.375, "h2": 0.3125, "h3": 0.3125}, CERTAIN),
        ({"h1": 0.625, "h2": 0.375}, UNCERTAIN),
        ({"h1": 0.5625, "h2": 0.4375}, UNCERTAIN),
    ],
    judge=any_best(votes_of),
    repair=lambda posterior, predictions: (
        with_sum_one(posterior),
        {h: with_sum_one(votes) for h, votes in predictions.items()},
    ),
)
def _(draw: Draw) -> Case:
    names = [f"h{i}" for i in range(1, 1 + draw.length(2, 4))]
    labels = ("+", "-", "?")[: draw.whole(2, 3)]
    posterior = dict(zip(names, draw.shuffled(draw.shares(len(names)))))
    shares = (draw.shuffled(draw.shares(len(labels))) for _ in names)
    return posterior, {h: dict(zip(labels, each)) for h, each in zip(names, shares)}


@misconception(
    bayes_optimal_label,
    "You use the most probable hypothesis alone. All hypotheses "
    "contribute, weighted by their posteriors.",
)
def best_hypothesis_alone(posterior: Table, predictions: Votes) -> str:
    return most_probable(predictions[most_probable(posterior)])


@misconception(
    bayes_optimal_label,
    "You give all hypotheses the same weight. The weight of a "
    "hypothesis is its posterior P(h | D).",
)
def hypotheses_weighted_equally(posterior: Table, predictions: Votes) -> str:
    return most_probable(votes_of(dict.fromkeys(posterior, 1.0), predictions))


@misconception(
    bayes_optimal_label,
    "You give the whole weight of each hypothesis to its most probable "
    "label. Divide it among the labels by P(v | h, x).",
)
def most_probable_labels_counted(posterior: Table, predictions: Votes) -> str:
    labels = votes_of(posterior, predictions)
    certain = {h: dict.fromkeys(labels, 0.0) for h in predictions}
    for h, votes in predictions.items():
        certain[h][most_probable(votes)] = 1.0
    return most_probable(votes_of(posterior, certain))


@misconception(
    bayes_optimal_label,
    "You take the largest single product P(v | h, x) P(h | D). Add the "
    "products of each label over all hypotheses.",
)
def largest_product(posterior: Table, predictions: Votes) -> str:
    labels = votes_of(posterior, predictions)
    return most_probable(
        {v: max(predictions[h][v] * posterior[h] for h in posterior) for v in labels}
    )


@question(
    bayes_risk,
    edges=[(1.0, 0), (1.0, 1), (0.0, 1), (1.0, 3), (0.5, 2)],
    judge=close(relative=1e-6),
)
def _(draw: Draw) -> Case:
    return draw.positive(), draw.whole(0, 2 + draw.size)


def mean_squared_error(
    strength: float, n: int, denominator: float, coefficient: Callable[[int, int], int] = comb
) -> float:
    """Return ∫ Σ_c C(n, c) pᶜ (1 − p)^(n − c) ((c + l) / denominator − p)² dp."""
    parts = []
    for c in range(n + 1):
        estimate = (c + strength) / denominator
        powers = ((estimate * estimate, c), (-2 * estimate, c + 1), (1.0, c + 2))
        parts += [
            coefficient(n, c) * factor * factorial(a) * factorial(n - c) / factorial(a + n - c + 1)
            for factor, a in powers
        ]
    return fsum(parts)


@misconception(
    bayes_risk,
    "You leave out the binomial coefficient C(m, c), the number of orders "
    "in which c successes can occur in m trials.",
)
def binomial_coefficient_forgotten(strength: float, n_examples: int) -> float:
    return mean_squared_error(strength, n_examples, n_examples + 2 * strength, lambda n, c: 1)


@misconception(
    bayes_risk,
    "You divide by m + l. A Bernoulli variable has two values, "
    "and each gets l, so divide by m + 2l.",
)
def strength_added_once(strength: float, n_examples: int) -> float:
    return mean_squared_error(strength, n_examples, n_examples + strength)


@misconception(
    bayes_risk, "You use p = ½ only. The prior of p is uniform, so integrate over [0, 1]."
)
def one_half_only(strength: float, n_examples: int) -> float:
    denominator = n_examples + 2 * strength
    probabilities = [comb(n_examples, c) / 2**n_examples for c in range(n_examples + 1)]
    errors = [(c + strength) / denominator - 0.5 for c in range(n_examples + 1)]
    return fsum(p * error * error for p, error in zip(probabilities, errors))


@misconception(
    bayes_risk, "You use Laplace's l = 1 for every l. The estimate is (c + l) / (m + 2l)."
)
def always_laplace(strength: float, n_examples: int) -> float:
    return mean_squared_error(1.0, n_examples, n_examples + 2)


@misconception(
    bayes_risk,
    "You return the square root of the risk. The question asks for the mean squared error.",
)
def root_of_risk(strength: float, n_examples: int) -> float:
    return sqrt(mean_squared_error(strength, n_examples, n_examples + 2 * strength))


@question(
    bias_and_variance,
    edges=[([1.0], 1.0), ([3.0], 1.0), ([1.0, 3.0], 1.0), ([1.0, 3.0], 2.0), ([0.0, 3.0], 4.0)],
    judge=close(zero=1e-9),
    valid=lambda estimates, truth: not 0 < bias_and_variance(estimates, truth)[1] < 0.01,
)
def _(draw: Draw) -> Case:
    return draw.numbers(draw.length(1, 8)), draw.number()


@misconception(
    bias_and_variance,
    "Your second number is the mean squared deviation from the truth, which is bias² + variance. "
    "Subtract the mean of the estimates instead.",
)
def variance_about_the_truth(estimates: Sequence[float], truth: float) -> list[float]:
    bias, variance = bias_and_variance(estimates, truth)
    return [bias, variance + bias * bias]


@misconception(
    bias_and_variance,
    "Your bias has the wrong sign. It is the mean of the estimates minus the truth.",
)
def bias_negated(estimates: Sequence[float], truth: float) -> list[float]:
    bias, variance = bias_and_variance(estimates, truth)
    return [-bias, variance]


@misconception(
    bias_and_variance, "You divide the variance by N − 1. The question asks for the average over N."
)
def divided_by_n_minus_1(estimates: Sequence[float], truth: float) -> list[float]:
    bias, variance = bias_and_variance(estimates, truth)
    return [bias, variance * len(estimates) / (len(estimates) - 1)]


@misconception(bias_and_variance, "Your first number is bias². The question asks for the bias.")
def bias_squared(estimates: Sequence[float], truth: float) -> list[float]:
    bias, variance = bias_and_variance(estimates, truth)
    return [bias * bias, variance]


@misconception(
    bias_and_variance,
    "Your second number is the standard deviation. The question asks for the variance, its square.",
)
def deviation_for_variance(estimates: Sequence[float], truth: float) -> list[float]:
    bias, variance = bias_and_variance(estimates, truth)
    return [bias, sqrt(variance)]
