"""Questions on a whole distribution from counts: frequencies, Laplace, Dirichlet priors."""

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
from textbook_ml.questions.draw import Draw
from textbook_ml.questions.judge import Case, distribution, in_any_order
from textbook_ml.questions.question import misconception, question

VALUES = ("a", "b", "c", "d")


def counts_of(draw: Draw) -> list[int]:
    """How often each value came: zeros among them, but not zeros alone."""
    counts = [draw.whole(0, 2 * draw.size) for _ in range(draw.length(2, 6))]
    return [*counts[:-1], max(counts[-1], 1 - sum(counts[:-1]))]


@question(
    categorical_mle, edges=[([1],), ([1, 1],), ([3, 1, 0],), ([0, 2],)], judge=distribution()
)
def _(draw: Draw) -> Case:
    return (counts_of(draw),)


@misconception(categorical_mle, "You divide by J, the number of values; the frequency is cⱼ / N.")
def divided_by_values(counts: Sequence[int]) -> list[float]:
    return [c / len(counts) for c in counts]


@misconception(
    categorical_mle, "You smooth with l = 1; the maximum likelihood adds nothing: cⱼ / N."
)
def smoothed_all_the_same(counts: Sequence[int]) -> list[float]:
    return [float(p) for p in categorical_laplace(counts)]


@misconception(categorical_mle, "You leave out values that were not seen; their frequency is 0.")
def unseen_left_out(counts: Sequence[int]) -> list[float]:
    return [c / sum(counts) for c in counts if c]


@misconception(
    categorical_mle, "You divide by the largest count; divided by N, the shares sum to 1."
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
    categorical_smoothed, "Your J counts the values seen; J is how many there can be, seen or not."
)
def seen_values_counted(counts: Sequence[int], strength: float) -> list[float]:
    n_seen = sum(1 for c in counts if c)
    return [(c + strength) / (sum(counts) + strength * n_seen) for c in counts]


@misconception(
    categorical_smoothed, "You add l to the counts but nothing to N: below it is N + l J."
)
def nothing_added_below(counts: Sequence[int], strength: float) -> list[float]:
    return [(c + strength) / sum(counts) for c in counts]


@misconception(categorical_smoothed, "You add l below once; each of the J values gets l: N + l J.")
def strength_added_once(counts: Sequence[int], strength: float) -> list[float]:
    return [(c + strength) / (sum(counts) + strength) for c in counts]


@misconception(categorical_smoothed, "You add l only where the count is 0; every value gets it.")
def zeros_alone(counts: Sequence[int], strength: float) -> list[float]:
    lifted = [c or strength for c in counts]
    return [c / fsum(lifted) for c in lifted]


@misconception(
    categorical_smoothed, "You always add 1, as Laplace does; here the strength l is given."
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
    categorical_laplace, "You add 2 below, which suits a Boolean value: here J is added."
)
def two_added_below(counts: Sequence[int]) -> list[float]:
    return [(c + 1) / (sum(counts) + 2) for c in counts]


@misconception(
    categorical_laplace, "You add 1 below; each of the J values gets 1, so N grows by J."
)
def one_added_below(counts: Sequence[int]) -> list[float]:
    return [(c + 1) / (sum(counts) + 1) for c in counts]


@misconception(
    categorical_laplace, "Your J counts the values seen; J is how many there can be, seen or not."
)
def seen_values_plus_one(counts: Sequence[int]) -> list[float]:
    return [(c + 1) / (sum(counts) + sum(1 for c in counts if c)) for c in counts]


@misconception(categorical_laplace, "You add 1 only where the count is 0; every value gets it.")
def zeros_alone_plus_one(counts: Sequence[int]) -> list[float]:
    return zeros_alone(counts, 1)


@misconception(
    categorical_laplace, "This is cⱼ / N, not smoothed; Laplace gives (cⱼ + 1) / (N + J)."
)
def not_smoothed(counts: Sequence[int]) -> list[float]:
    return [c / sum(counts) for c in counts]


@misconception(categorical_laplace, "You add J below but nothing above: every count gets 1 more.")
def nothing_added_above(counts: Sequence[int]) -> list[float]:
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


@misconception(hallucinate, "You add examples of unseen values only; each value gets its copies.")
def unseen_alone(column: Sequence[str], values: Sequence[str], copies: int) -> list[str]:
    return [*column, *(x for x in values if x not in column for _ in range(copies))]


@misconception(hallucinate, "You add examples of seen values only; unseen ones need them most.")
def seen_alone(column: Sequence[str], values: Sequence[str], copies: int) -> list[str]:
    return [*column, *(x for x in values if x in column for _ in range(copies))]


@misconception(hallucinate, "You add one example of each value, whatever `copies` says.")
def one_copy_each(column: Sequence[str], values: Sequence[str], copies: int) -> list[str]:
    return [*column, *values]


@misconception(hallucinate, "You repeat the data; what is added is `copies` of each value.")
def data_repeated(column: Sequence[str], values: Sequence[str], copies: int) -> list[str]:
    return [*column] * (1 + copies)


@misconception(hallucinate, "You give the imagined examples alone; they are added to the data.")
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


@misconception(dirichlet_map, "You add α, which is the posterior mean; the maximum adds α − 1.")
def alpha_for_alpha_minus_1(counts: Sequence[int], alphas: Sequence[float]) -> list[float]:
    return dirichlet_mean(counts, alphas)


@misconception(
    dirichlet_map, "You take 1 from Σ α once; below it is N + Σ (αⱼ − 1), one 1 for each."
)
def one_taken_once(counts: Sequence[int], alphas: Sequence[float]) -> list[float]:
    below = sum(counts) + fsum(alphas) - 1
    return [(c + alpha - 1) / below for c, alpha in zip(counts, alphas)]


@misconception(dirichlet_map, "You add α − 1 above but Σ α below: there too it is α − 1, J times.")
def alphas_whole_below(counts: Sequence[int], alphas: Sequence[float]) -> list[float]:
    below = sum(counts) + fsum(alphas)
    return [(c + alpha - 1) / below for c, alpha in zip(counts, alphas)]


@misconception(dirichlet_map, "This is cⱼ / N, the likelihood's maximum: the prior adds αⱼ − 1.")
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


@misconception(dirichlet_mean, "You add α − 1, which is the maximum (MAP); the mean adds α.")
def alpha_minus_1_for_alpha(counts: Sequence[int], alphas: Sequence[float]) -> list[float]:
    below = sum(counts) + fsum(alphas) - len(alphas)
    return [(c + alpha - 1) / below for c, alpha in zip(counts, alphas)]


@misconception(dirichlet_mean, "You add J below, which is right only if every α is 1: add Σ αⱼ.")
def values_for_alphas(counts: Sequence[int], alphas: Sequence[float]) -> list[float]:
    below = sum(counts) + len(alphas)
    return [(c + alpha) / below for c, alpha in zip(counts, alphas)]


@misconception(dirichlet_mean, "You add α above but nothing below: there it is N + Σ αⱼ.")
def alphas_only_above(counts: Sequence[int], alphas: Sequence[float]) -> list[float]:
    return [(c + alpha) / sum(counts) for c, alpha in zip(counts, alphas)]


@misconception(
    dirichlet_mean, "You add each value's own α below; all of them belong there: N + Σ αⱼ."
)
def own_alpha_below(counts: Sequence[int], alphas: Sequence[float]) -> list[float]:
    return [(c + alpha) / (sum(counts) + alpha) for c, alpha in zip(counts, alphas)]


@misconception(
    dirichlet_mean, "This is the prior's own mean, αⱼ / Σ α: the counts are added to it."
)
def counts_ignored(counts: Sequence[int], alphas: Sequence[float]) -> list[float]:
    return [alpha / fsum(alphas) for alpha in alphas]
