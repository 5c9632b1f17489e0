"""Questions on unobserved events: coupon collector, empty cells, bounds after no events."""

from math import exp, fsum, log

from textbook_ml.equations.theory import (
    coupon_collector_mean,
    unseen_event_bound,
    unseen_share,
)
from textbook_ml.questions.framework.judge import Case, probability
from textbook_ml.questions.framework.question import misconception, question
from textbook_ml.questions.framework.random_values import Draw


@question(coupon_collector_mean, edges=[(1,), (2,), (3,), (8,)])
def _(draw: Draw) -> Case:
    return (draw.whole(1, 12 * draw.size),)


@misconception(
    coupon_collector_mean,
    "You compute C ln C, an approximation for large C. The mean is C (1 + 1/2 + … + 1/C).",
)
def limit_for_mean(n_cells: int) -> float:
    return n_cells * log(n_cells)


@misconception(coupon_collector_mean, "You compute 1 + 1/2 + … + 1/C. Multiply it by C.")
def harmonic_number(n_cells: int) -> float:
    return fsum(1 / i for i in range(1, n_cells + 1))


@misconception(
    coupon_collector_mean,
    "Your sum ends one term too early. range(1, C) does not include the term 1/C.",
)
def last_term_forgotten(n_cells: int) -> float:
    return n_cells * fsum(1 / i for i in range(1, n_cells))


@misconception(
    coupon_collector_mean,
    "You count C draws for each cell. The first cells need fewer draws on average.",
)
def same_draws_for_every_cell(n_cells: int) -> float:
    return float(n_cells * n_cells)


@question(unseen_share, edges=[(1, 0), (2, 3), (1, 1), (3, 0), (10, 10)], judge=probability())
def _(draw: Draw) -> Case:
    return draw.whole(1, 6 * draw.size), draw.whole(0, 8 * draw.size)


@misconception(
    unseen_share,
    "You compute e^(−m/|X|), the limit for large tables. The equation is (1 − 1/|X|)ᵐ.",
)
def limit_for_fraction(n_cells: int, n_examples: int) -> float:
    return exp(-n_examples / n_cells)


@misconception(
    unseen_share,
    "You compute the fraction of cells that were observed. The "
    "question asks for 1 minus this fraction.",
)
def seen_fraction(n_cells: int, n_examples: int) -> float:
    return 1 - float(unseen_share(n_cells, n_examples))


@misconception(
    unseen_share,
    "You compute the number of cells that stay empty. Divide it by |X| to get the fraction.",
)
def number_for_fraction(n_cells: int, n_examples: int) -> float:
    return n_cells * float(unseen_share(n_cells, n_examples))


@misconception(
    unseen_share,
    "You subtract the number of draws from the number of cells. "
    "Several draws may fall into the same cell.",
)
def no_cell_twice(n_cells: int, n_examples: int) -> float:
    return max(0.0, 1 - n_examples / n_cells)


@misconception(
    unseen_share,
    "You compute the probability that all draws fall into one given cell. A draw misses a cell "
    "with probability 1 − 1/|X|.",
)
def all_draws_in_one_cell(n_cells: int, n_examples: int) -> float:
    return float(n_cells) ** -n_examples


@question(
    unseen_event_bound,
    edges=[(1, 0.95), (2, 0.75), (1, 0.5), (100, 0.95)],
)
def _(draw: Draw) -> Case:
    return draw.whole(1, 40 * draw.size), draw.of((0.95, 0.9, 0.99, 0.5, 0.75))


@misconception(
    unseen_event_bound,
    "You compute 3/m, an approximation for 95 % confidence. The equation is 1 − (1 − c)^(1/m).",
)
def rule_of_three(n_examples: int, confidence: float) -> float:
    return 3 / n_examples


@misconception(
    unseen_event_bound,
    "You raise c to the power 1/m. The probability of m draws without the "
    "event is 1 − c, so use 1 − c instead of c.",
)
def confidence_for_failure(n_examples: int, confidence: float) -> float:
    return float(1 - confidence ** (1 / n_examples))


@misconception(
    unseen_event_bound,
    "You compute the probability that the event does not happen in one "
    "draw. The bound is 1 minus this probability.",
)
def probability_of_no_event(n_examples: int, confidence: float) -> float:
    return float((1 - confidence) ** (1 / n_examples))


@misconception(
    unseen_event_bound,
    "You return 0. An event that was not observed may still be possible, so the bound is above 0.",
)
def bound_of_0(n_examples: int, confidence: float) -> float:
    return 0.0


@misconception(
    unseen_event_bound,
    "You raise 1 − c to the power m. Solve (1 − p)ᵐ = 1 − c for p: the power is 1/m.",
)
def power_not_inverted(n_examples: int, confidence: float) -> float:
    return float(1 - (1 - confidence) ** n_examples)
