"""Questions on estimating a distribution from counts: MLE, Laplace, Dirichlet priors."""

from collections.abc import Sequence
from math import fsum

from textbook_ml.equations.smoothing import (
    categorical_laplace,
    categorical_mle,
    categorical_smoothed,
    dirichlet_map,
    dirichlet_mean,
    hallucinate,
)
from textbook_ml.questions.framework.judge import Case, distribution, in_any_order
from textbook_ml.questions.framework.question import misconception, question
from textbook_ml.questions.framework.random_values import Draw

VALUES = ("a", "b", "c", "d")


def counts_of(draw: Draw) -> list[int]:
    """Return random counts of the values; some may be 0, but not all."""
    counts = [draw.whole(0, 2 * draw.size) for _ in range(draw.length(2, 6))]
    return [*counts[:-1], max(counts[-1], 1 - sum(counts[:-1]))]


@question(categorical_mle, edges=[([1],), ([1, 1],), ([3, 1, 0],), ([0, 2],)], judge=distribution())
def _(draw: Draw) -> Case:
    return (counts_of(draw),)


@misconception(
    categorical_mle,
    "You divide by J, the number of values. The maximum likelihood estimate is cⱼ / N.",
)
def divided_by_values(counts: Sequence[int]) -> list[float]:
    return [c / len(counts) for c in counts]


@misconception(
    categorical_mle, "You smooth with l = 1. The maximum likelihood estimate adds nothing: cⱼ / N."
)
def smoothed_instead(counts: Sequence[int]) -> list[float]:
    return [float(p) for p in categorical_laplace(counts)]


@misconception(categorical_mle, "You leave out values that were not observed. Their estimate is 0.")
def unseen_left_out(counts: Sequence[int]) -> list[float]:
    return [c / sum(counts) for c in counts if c]


@misconception(
    categorical_mle, "You divide by the largest count. Divide by N, so that the estimates sum to 1."
)
def divided_by_largest(counts: Sequence[int]) -> list[float]:
    return [c / max(counts) for c in counts]


@question(
    categorical_smoothed,
    edges=[([0, 0], 1.0), ([1, 0], 1.0), ([3, 1, 0], 0.5), ([2, 0], 0.0), ([5, 0, 0, 0], 2.0)],
    judge=distribution(),
)
def _(draw: Draw) -> Case:
    return counts_of(draw), draw.positive()


@misconception(
    categorical_smoothed,
    "You use the number of observed values as J. J is the number of all possible values.",
)
def seen_values_counted(counts: Sequence[int], strength: float) -> list[float]:
    n_seen = sum(1 for c in counts if c)
    return [(c + strength) / (sum(counts) + strength * n_seen) for c in counts]


@misconception(categorical_smoothed, "You add l to the numerator only. The denominator is N + l J.")
def added_to_numerator_only(counts: Sequence[int], strength: float) -> list[float]:
    return [(c + strength) / sum(counts) for c in counts]


@misconception(
    categorical_smoothed,
    "You add l to the denominator once. Each of the J values "
    "gets l, so the denominator is N + l J.",
)
def pseudo_count_added_once(counts: Sequence[int], strength: float) -> list[float]:
    return [(c + strength) / (sum(counts) + strength) for c in counts]


@misconception(categorical_smoothed, "You add l only to counts that are 0. Every value gets l.")
def zeros_alone(counts: Sequence[int], strength: float) -> list[float]:
    adjusted = [c or strength for c in counts]
    return [c / fsum(adjusted) for c in adjusted]


@misconception(
    categorical_smoothed,
    "You add 1 to the counts. The numerator has the pseudo-count l, as the denominator has l J.",
)
def one_for_pseudo_count(counts: Sequence[int], strength: float) -> list[float]:
    return [(c + 1) / (sum(counts) + strength * len(counts)) for c in counts]


@misconception(
    categorical_smoothed,
    "You add J to the denominator, which is right only for l = 1. The denominator is N + l J.",
)
def values_without_pseudo_count(counts: Sequence[int], strength: float) -> list[float]:
    return [(c + strength) / (sum(counts) + len(counts)) for c in counts]


@misconception(
    categorical_smoothed,
    "You always add 1, as Laplace smoothing does. Add the given pseudo-count l.",
)
def always_laplace(counts: Sequence[int], strength: float) -> list[float]:
    return [float(p) for p in categorical_laplace(counts)]


@question(
    categorical_laplace,
    edges=[([0],), ([0, 0],), ([1, 0],), ([3, 1, 0],), ([9, 0, 0, 0],)],
    judge=distribution(),
)
def _(draw: Draw) -> Case:
    return (counts_of(draw),)


@misconception(
    categorical_laplace,
    "You add 2 to the denominator, which is right only for two values. The denominator is N + J.",
)
def two_added_to_denominator(counts: Sequence[int]) -> list[float]:
    return [(c + 1) / (sum(counts) + 2) for c in counts]


@misconception(
    categorical_laplace,
    "You add 1 to the denominator. Each of the J values gets 1, so the denominator is N + J.",
)
def one_added_to_denominator(counts: Sequence[int]) -> list[float]:
    return [(c + 1) / (sum(counts) + 1) for c in counts]


@misconception(
    categorical_laplace,
    "You use the number of observed values as J. J is the number of all possible values.",
)
def seen_values_plus_one(counts: Sequence[int]) -> list[float]:
    return [(c + 1) / (sum(counts) + sum(1 for c in counts if c)) for c in counts]


@misconception(categorical_laplace, "You add 1 only to counts that are 0. Every value gets 1.")
def zeros_alone_plus_one(counts: Sequence[int]) -> list[float]:
    return zeros_alone(counts, 1)


@misconception(
    categorical_laplace,
    "You compute the unsmoothed estimate cⱼ / N. Laplace smoothing is (cⱼ + 1) / (N + J).",
)
def not_smoothed(counts: Sequence[int]) -> list[float]:
    return [c / sum(counts) for c in counts]


@misconception(categorical_laplace, "You add J to the denominator only. The numerator is cⱼ + 1.")
def added_to_denominator_only(counts: Sequence[int]) -> list[float]:
    return [c / (sum(counts) + len(counts)) for c in counts]


@question(
    hallucinate,
    edges=[
        (["a"], ["a", "b"], 1),
        ([], ["a", "b"], 1),
        (["a", "b", "a"], ["a", "b"], 0),
        (["a", "b", "a"], ["a", "b", "c"], 2),
    ],
    judge=in_any_order,
    valid=lambda column, values, copies: {*column} <= {*values} and len({*values}) == len(values),
)
def _(draw: Draw) -> Case:
    values = list(VALUES[: draw.whole(1, 4)])
    return draw.picks(values, draw.length(1, 8)), values, draw.whole(0, 3)


@misconception(
    hallucinate, "You add examples of unobserved values only. Add `copies` examples of every value."
)
def unseen_alone(column: Sequence[str], values: Sequence[str], copies: int) -> list[str]:
    return [*column, *(x for x in values if x not in column for _ in range(copies))]


@misconception(
    hallucinate,
    "You add examples of observed values only. Add `copies` examples "
    "of every value, including unobserved ones.",
)
def seen_alone(column: Sequence[str], values: Sequence[str], copies: int) -> list[str]:
    return [*column, *(x for x in values if x in column for _ in range(copies))]


@misconception(
    hallucinate, "You always add one example of each value. Add `copies` examples of each."
)
def one_copy_each(column: Sequence[str], values: Sequence[str], copies: int) -> list[str]:
    return [*column, *values]


@misconception(hallucinate, "You repeat the data. Add `copies` examples of each value instead.")
def data_repeated(column: Sequence[str], values: Sequence[str], copies: int) -> list[str]:
    return [*column] * (1 + copies)


@misconception(hallucinate, "You return the added examples alone. Append them to the data.")
def data_left_out(column: Sequence[str], values: Sequence[str], copies: int) -> list[str]:
    return [*values] * copies


@question(
    dirichlet_map,
    edges=[
        ([1, 0], [2.0, 2.0]),
        ([2, 2, 0], [2.0, 2.0, 2.0]),
        ([1, 0], [1.0, 1.0]),
        ([0, 0], [3.0, 2.0]),
        ([3, 1], [0.5, 1.5]),
    ],
    judge=distribution(),
)
def _(draw: Draw) -> Case:
    counts = counts_of(draw)
    return counts, [1 + draw.positive() for _ in counts]


@misconception(
    dirichlet_map,
    "You add α, which gives the posterior mean. The posterior maximum (MAP) adds α − 1.",
)
def alpha_for_alpha_minus_1(counts: Sequence[int], alphas: Sequence[float]) -> list[float]:
    return dirichlet_mean(counts, alphas)


@misconception(
    dirichlet_map,
    "You subtract 1 from Σ αⱼ once. The denominator is N + Σ "
    "(αⱼ − 1), which subtracts 1 for each value.",
)
def one_subtracted_once(counts: Sequence[int], alphas: Sequence[float]) -> list[float]:
    denominator = sum(counts) + fsum(alphas) - 1
    return [(c + alpha - 1) / denominator for c, alpha in zip(counts, alphas)]


@misconception(
    dirichlet_map,
    "You add α − 1 to the numerator but Σ αⱼ to the denominator. "
    "The denominator is N + Σ (αⱼ − 1).",
)
def alphas_in_denominator(counts: Sequence[int], alphas: Sequence[float]) -> list[float]:
    denominator = sum(counts) + fsum(alphas)
    return [(c + alpha - 1) / denominator for c, alpha in zip(counts, alphas)]


@misconception(
    dirichlet_map,
    "You compute the maximum likelihood estimate cⱼ / N. The prior adds αⱼ − 1 to each count.",
)
def prior_ignored(counts: Sequence[int], alphas: Sequence[float]) -> list[float]:
    return [c / sum(counts) for c in counts]


@question(
    dirichlet_mean,
    edges=[
        ([1, 0], [1.0, 1.0]),
        ([2, 2, 0], [1.0, 1.0, 1.0]),
        ([0, 0], [1.0, 3.0]),
        ([3, 1], [0.5, 0.25]),
    ],
    judge=distribution(),
)
def _(draw: Draw) -> Case:
    counts = counts_of(draw)
    return counts, draw.positives(len(counts))


@misconception(
    dirichlet_mean,
    "You add α − 1, which gives the posterior maximum (MAP). The posterior mean adds α.",
)
def alpha_minus_1_for_alpha(counts: Sequence[int], alphas: Sequence[float]) -> list[float]:
    denominator = sum(counts) + fsum(alphas) - len(alphas)
    return [(c + alpha - 1) / denominator for c, alpha in zip(counts, alphas)]


@misconception(
    dirichlet_mean,
    "You add J to the denominator, which is right only if every "
    "α is 1. The denominator is N + Σ αⱼ.",
)
def values_for_alphas(counts: Sequence[int], alphas: Sequence[float]) -> list[float]:
    denominator = sum(counts) + len(alphas)
    return [(c + alpha) / denominator for c, alpha in zip(counts, alphas)]


@misconception(dirichlet_mean, "You add α to the numerator only. The denominator is N + Σ αⱼ.")
def alphas_in_numerator_only(counts: Sequence[int], alphas: Sequence[float]) -> list[float]:
    return [(c + alpha) / sum(counts) for c, alpha in zip(counts, alphas)]


@misconception(
    dirichlet_mean,
    "You add only the value's own αⱼ to the denominator. The denominator "
    "is N + Σ αⱼ, with the sum over all values.",
)
def own_alpha_in_denominator(counts: Sequence[int], alphas: Sequence[float]) -> list[float]:
    return [(c + alpha) / (sum(counts) + alpha) for c, alpha in zip(counts, alphas)]


@misconception(
    dirichlet_mean,
    "You compute the mean of the prior, αⱼ / Σ αⱼ. The posterior mean also adds the counts.",
)
def counts_ignored(counts: Sequence[int], alphas: Sequence[float]) -> list[float]:
    return [alpha / fsum(alphas) for alpha in alphas]
