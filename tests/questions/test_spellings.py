"""Alternative correct implementations of a function are accepted."""

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from math import ceil, comb, erf, exp, inf, isclose, lgamma, log, pi, prod, sqrt, tanh
from statistics import NormalDist, mean, pvariance, variance
from typing import Any

import pytest

from textbook_ml.questions import questions
from textbook_ml.questions.framework.diagnosis import answer

SEEDS, CASES = ("public", "third", "fourth"), 50
Table = Mapping[Any, float]
Numbers = Sequence[float]
SPELLINGS: list[tuple[str, Callable[..., Any]]] = []


def spelling(*functions: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register an alternative implementation of these functions."""

    def note(written: Callable[..., Any]) -> Callable[..., Any]:
        SPELLINGS.extend((function, written) for function in functions)
        return written

    return note


@spelling("bayes_rule")
def with_logarithms(prior: Table, likelihood: Table) -> dict[Any, float]:
    logs = {y: log(prior[y]) + (log(p) if p else -inf) for y, p in likelihood.items()}
    top = max(logs.values())
    evidence = top + log(sum(exp(score - top) for score in logs.values()))
    return {y: exp(score - evidence) for y, score in logs.items()}


@spelling("bayes_rule")
def with_a_plain_sum(prior: Table, likelihood: Table) -> dict[Any, float]:
    joint = {y: likelihood[y] * prior[y] for y in reversed(list(prior))}
    return {y: p / sum(joint.values()) for y, p in joint.items()}


@spelling("naive_bayes_posterior")
def by_log_odds(prior: Table, factors: Mapping[Any, Numbers]) -> dict[Any, float]:
    scores = {y: log(prior[y]) + sum(log(p) if p else -inf for p in factors[y]) for y in prior}
    possible = {y: score for y, score in scores.items() if score > -inf}
    shares = {
        y: 1 / sum(exp(min(other - mine, 700)) for other in possible.values())
        for y, mine in possible.items()
    }
    return {y: shares.get(y, 0.0) for y in prior}


@spelling("most_probable")
def first_of_equals(scores: Table) -> Any:
    return sorted(scores, key=lambda y: -scores[y])[0]


@spelling("is_conditionally_independent")
def by_quotients(joint: Table, x_at: list[int], y_at: list[int], z_at: list[int]) -> bool:
    def p(at: list[int], values: tuple[Any, ...]) -> float:
        return sum(q for cell, q in joint.items() if tuple(cell[i] for i in at) == values)

    cells = {tuple(cell[i] for i in x_at + y_at + z_at) for cell in joint}
    for cell in cells:
        x, y = cell[: len(x_at)], cell[len(x_at) : len(x_at) + len(y_at)]
        z = cell[len(x_at) + len(y_at) :]
        known = p(y_at + z_at, y + z)
        if known and not isclose(
            p(x_at + y_at + z_at, cell) / known, p(x_at + z_at, x + z) / p(z_at, z)
        ):
            return False
    return True


@spelling("hallucinate")
def in_rounds(column: list[str], values: list[str], copies: int) -> list[str]:
    return values * copies + column


@spelling("dirichlet_map")
def weights_normalised(counts: list[int], alphas: list[float]) -> tuple[float, ...]:
    weights = [c + (alpha - 1) for c, alpha in zip(counts, alphas)]
    return tuple(weight / sum(weights) for weight in weights)


@spelling("mean_mle")
def running_mean(xs: Numbers) -> float:
    mu = 0.0
    for n, x in enumerate(xs, start=1):
        mu += (x - mu) / n
    return mu


@spelling("variance_mle")
def of_the_library(xs: Numbers, mu: float) -> float:
    return pvariance(xs)


@spelling("variance_mvue")
def with_a_mean_of_its_own(xs: Numbers, mu: float) -> float:
    own = sum(xs) / len(xs)
    return sum((x - own) * (x - own) / (len(xs) - 1) for x in xs)


@spelling("pooled_variance_mle")
def weighted_variances(groups: Sequence[Numbers]) -> float:
    return sum(len(xs) * pvariance(xs) for xs in groups) / sum(map(len, groups))


@spelling("pooled_variance_mvue")
def by_degrees_of_freedom(groups: Sequence[Numbers]) -> float:
    parts = [(len(xs) - 1, variance(xs)) for xs in groups if len(xs) > 1]
    return sum(n * spread for n, spread in parts) / sum(n for n, _ in parts)


@spelling("conditional_variance")
def square_less_square(joint: Table, y: Any) -> float:
    members = [(float(x), p) for (x, label), p in joint.items() if label == y]
    p_y = sum(p for _, p in members)
    mu = sum(x * p for x, p in members) / p_y
    return sum(x * x * p for x, p in members) / p_y - mu * mu


@spelling("mean_map")
def weighted_with_the_prior(xs: Numbers, sigma2: float, mu0: float, tau2: float) -> float:
    weight = len(xs) * tau2 / (sigma2 + len(xs) * tau2)
    return weight * (mean(xs) if xs else 0.0) + (1 - weight) * mu0


@spelling("normal_pdf")
def in_deviations(x: float, mu: float, sigma2: float) -> float:
    return NormalDist(mu, sqrt(sigma2)).pdf(x)


@spelling("normal_log_pdf")
def standardised(x: float, mu: float, sigma2: float) -> float:
    sigma = sqrt(sigma2)
    z = (x - mu) / sigma
    return -0.5 * z * z - log(sigma) - 0.5 * log(2 * pi)


@spelling("mixture_pdf")
def densities_multiplied(
    x: Numbers, prior: Table, mu: Mapping[Any, Numbers], sigma2: Mapping[Any, Numbers]
) -> float:
    density = 0.0
    for y in prior:
        bells = [NormalDist(m, sqrt(s2)).pdf(x_i) for x_i, m, s2 in zip(x, mu[y], sigma2[y])]
        density += prior[y] * prod(bells)
    return density


@spelling("observed_likelihood", "summed_likelihood")
def every_completion(x: Sequence[Any], tables: Sequence[Table]) -> float:
    rows = product(*([v] if v is not None else list(table) for v, table in zip(x, tables)))
    return sum(prod(table[v] for v, table in zip(row, tables)) for row in rows)


@spelling("bayes_risk")
def by_gamma_functions(strength: float, n_examples: int) -> float:
    def beta(a: int, b: int) -> float:
        return exp(lgamma(a) + lgamma(b) - lgamma(a + b))

    risk = 0.0
    for c in range(n_examples + 1):
        guess, rest = (c + strength) / (n_examples + 2 * strength), n_examples - c + 1
        parts = guess * guess * beta(c + 1, rest) - 2 * guess * beta(c + 2, rest)
        risk += comb(n_examples, c) * (parts + beta(c + 3, rest))
    return risk


@spelling("binomial_within")
def between_two_bounds(p: float, n: int, t: float) -> float:
    near = [k for k in range(n + 1) if p - t <= k / n <= p + t]
    return sum(comb(n, k) * p**k * (1 - p) ** (n - k) for k in near)


def quantile_by_halving(confidence: float) -> float:
    low, high = 0.0, 40.0
    while high - low > 1e-13:
        middle = (low + high) / 2
        low, high = (middle, high) if erf(middle / sqrt(2)) < confidence else (low, middle)
    return low


@spelling("interval_half_width")
def roots_apart(p: float, n_examples: int, confidence: float) -> float:
    return quantile_by_halving(confidence) * sqrt(p) * sqrt(1 - p) / sqrt(n_examples)


@spelling("examples_for_half_width")
def as_a_square(half_width: float, p: float, confidence: float) -> int:
    ratio = quantile_by_halving(confidence) / half_width
    return ceil(ratio * ratio * p * (1 - p))


@spelling("coupon_collector_mean")
def cell_by_cell(n_cells: int) -> float:
    return sum(n_cells / left for left in range(n_cells, 0, -1))


@spelling("unseen_event_bound")
def as_printed(n_examples: int, confidence: float) -> float:
    return float(1 - (1 - confidence) ** (1 / n_examples))


@spelling("kappa_log_prior")
def as_sontag_prints_it(w: Numbers, kappa: float) -> float:
    return sum(log(exp(-a * a / (2 * kappa * kappa)) / (kappa * sqrt(2 * pi))) for a in w)


@spelling("log_loss")
def by_the_hyperbolic_tangent(margin: float) -> float:
    return -log((1 + tanh(margin / 2)) / 2) if margin > -30 else -margin


@pytest.mark.parametrize("function, written", SPELLINGS, ids=lambda it: getattr(it, "__name__", it))
def test_alternative_implementation_passes(function: str, written: Callable[..., Any]) -> None:
    """A mathematically correct function passes on every case, whatever its rounding and order."""
    question = questions()[function]
    for seed in SEEDS:
        for case, expected in question.exam(seed, CASES):
            assert question.fault(case, answer(written, case), expected) is None, question.call(
                case
            )
