"""The update rule with a given or a safe step, with momentum, and one example at a time."""

from functools import partial
from itertools import pairwise
from math import inf, nan
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.learning.optimisers.objectives import (
    Parabola,
    first,
    parabolas,
    three_classes,
    two_classes,
)
from textbook_ml.core.errors import TextbookError
from textbook_ml.equations.ascent import (
    ascent_step,
    penalised_step,
    shifted_step,
    stochastic_step,
)
from textbook_ml.equations.logistic import with_intercept
from textbook_ml.equations.softmax import softmax_step
from textbook_ml.learning.objectives.concave import Concave, LikelihoodPoint
from textbook_ml.learning.objectives.logistic_objective import LogisticObjective
from textbook_ml.learning.objectives.prior import NormalPrior
from textbook_ml.learning.objectives.softmax_objective import SoftmaxObjective
from textbook_ml.learning.optimisers.gradient_ascent import (
    accelerated_ascent,
    gradient_ascent,
    stochastic_ascent,
)

eighths = st.integers(-8, 8).map(lambda n: n / 8)
examples = st.lists(st.tuples(eighths, eighths, st.integers(0, 1)), min_size=1, max_size=6)
etas = st.sampled_from([0.125, 0.5, 1.0])


def table(data: list[tuple[float, float, int]]) -> tuple[list[list[float]], list[int], list[float]]:
    """Rows, labels 0 and 1, and signs."""
    return [[a, b] for a, b, _ in data], [y for *_, y in data], [2.0 * y - 1 for *_, y in data]


# The products by distances are off by some ulps of lengths below 10: 1e-14 in a gradient of at
# most 6 examples. Four steps from there carry it on, each less than doubling it.
close = partial(pytest.approx, rel=1e-13, abs=1e-12)


@given(examples, etas)
def test_a_fixed_eta_is_the_update_rule(data: list[tuple[float, float, int]], eta: float) -> None:
    """Every step is `ascent_step` of the chapter; sums of products round a little differently."""
    rows, labels, signs = table(data)
    flat = NormalPrior.ridge(0.0, 2, penalise_intercept=False)
    objective = LogisticObjective.of(rows, signs, [1.0] * len(rows), flat)
    w = [0.0, 0.0, 0.0]
    for step in first(gradient_ascent(objective.at(w), eta), 5):
        assert step.w == close(w)
        w = ascent_step(w, with_intercept(rows), labels, eta)


@given(examples, etas, st.sampled_from([0.25, 1.0]))
def test_with_a_penalty_it_is_equation_26(
    data: list[tuple[float, float, int]], eta: float, lam: float
) -> None:
    """Every step is `penalised_step`, the intercept penalised as printed."""
    rows, labels, signs = table(data)
    ridge = NormalPrior.ridge(lam, 2, penalise_intercept=True)
    objective = LogisticObjective.of(rows, signs, [1.0] * len(rows), ridge)
    w = [0.0, 0.0, 0.0]
    for step in first(gradient_ascent(objective.at(w), eta), 5):
        assert step.w == close(w)
        w = penalised_step(w, with_intercept(rows), labels, eta, lam)


@given(examples, etas, st.lists(eighths, min_size=3, max_size=3))
def test_a_prior_that_expects_weights_shifts_the_rule(
    data: list[tuple[float, float, int]], eta: float, mean: list[float]
) -> None:
    """Every step is `shifted_step`, pulled towards the mean."""
    rows, labels, signs = table(data)
    prior = NormalPrior(tuple(mean), (2.0, 2.0, 2.0))
    objective = LogisticObjective.of(rows, signs, [1.0] * len(rows), prior)
    w = [0.0, 0.0, 0.0]
    for step in first(gradient_ascent(objective.at(w), eta), 5):
        assert step.w == close(w)
        w = shifted_step(w, with_intercept(rows), labels, eta, 0.5, mean)


@given(examples, etas)
def test_for_many_classes_it_is_equation_29(
    data: list[tuple[float, float, int]], eta: float
) -> None:
    """Every step is `softmax_step` for the K − 1 vectors at once."""
    rows, labels, _ = table(data)
    labels = [y + (a > 0) for (a, _), y in zip(rows, labels)]
    ridge = NormalPrior.ridge(0.5, 2, penalise_intercept=True)
    objective = SoftmaxObjective.of(rows, labels, [1.0] * len(rows), ridge, 3, 2)
    w = [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]
    for step in first(gradient_ascent(objective.at([0.0] * 6), eta), 5):
        assert step.w == close(w[0] + w[1])
        w = softmax_step(w, with_intercept(rows), labels, eta, 0.5)


def test_two_steps_by_hand() -> None:
    """Without weights each of two examples errs by ½: w = η (0, ½ (1 + 2)) after one step."""
    flat = NormalPrior.ridge(0.0, 1, penalise_intercept=False)
    objective = LogisticObjective.of([[-1.0], [2.0]], [-1.0, 1.0], [1.0, 1.0], flat)
    start, once = first(gradient_ascent(objective.at([0.0, 0.0]), 0.5), 2)
    assert (start.iteration, start.step_size, start.w) == (0, 0.0, [0.0, 0.0])
    assert (once.iteration, once.step_size) == (1, 0.5)
    assert once.w == pytest.approx([0.0, 0.75], abs=1e-15)


@given(st.integers(0, 10**6), st.integers(1, 4), st.sampled_from([0.0, 0.1, 10.0]))
def test_with_the_safe_step_the_objective_never_falls(seed: int, d: int, l2: float) -> None:
    """η = 1/L for random likelihoods: each height is at least the one before."""
    steps = first(gradient_ascent(two_classes(seed, n=12, d=d, l2=l2)), 12)
    assert steps[1].step_size == 1 / steps[0].point.curvature_bound
    for before, after in pairwise(steps):
        assert after.objective >= before.objective - 1e-13 * abs(before.objective)


@settings(max_examples=20)
@given(st.integers(0, 10**6), st.sampled_from([2, 3]))
def test_with_the_safe_step_many_classes_never_fall_either(seed: int, n_vectors: int) -> None:
    """The same for three classes, with K − 1 vectors or K."""
    for before, after in pairwise(first(gradient_ascent(three_classes(seed, n_vectors, 12)), 8)):
        assert after.objective >= before.objective - 1e-13 * abs(before.objective)


@given(parabolas())
def test_both_ascents_reach_the_top_of_a_parabola(parabola: Parabola) -> None:
    """A step leaves at most 1 − 3/19 of the distance, as 3 ≤ curvature ≤ L ≤ 19: 160 leave
    1e-12."""
    for ascent in (gradient_ascent, accelerated_ascent):
        last = first(ascent(parabola.start()), 160)[-1]
        assert last.w == pytest.approx(parabola.top(), rel=1e-9, abs=1e-9)


def test_momentum_needs_fewer_steps_where_the_hill_is_long() -> None:
    """Condition 1000: plain ascent is still on its way when the accelerated one has arrived."""
    ridge = Parabola([[1.0, 0.0], [0.0, 1000.0]], [1.0, 1000.0])
    plain, fast = (first(a(ridge.start()), 400)[-1] for a in (gradient_ascent, accelerated_ascent))
    assert plain.gradient_norm > 0.1
    assert fast.gradient_norm < 1e-6


def test_ascent_ends_only_where_the_gradient_is_zero() -> None:
    """At the top at once: one step, and no more; elsewhere it would go on."""
    hill = Concave(lambda w: -w[0] * w[0], lambda w: [-2 * w[0]], lambda w, v: [2 * v[0]], 2.0)
    for ascent in (gradient_ascent, accelerated_ascent):
        assert [step.w for step in ascent(hill.at([0.0]))] == [[0.0]]
        assert [step.w for step in ascent(hill.at([5.0]))] == [[5.0], [0.0]]
    assert len(first(gradient_ascent(hill.at([5.0]), eta=0.25), 500)) == 500


def test_a_step_twice_too_long_swings_for_ever() -> None:
    """η = 2/L turns w into −w; beyond, the steps grow: it is not ascent's business to stop."""
    hill = Concave(lambda w: -w[0] * w[0], lambda w: [-2 * w[0]], lambda w, v: [2 * v[0]], 2.0)
    swinging, growing = (first(gradient_ascent(hill.at([5.0]), eta), 3) for eta in (1.0, 2.0))
    assert [step.w for step in swinging] == [[5.0], [-5.0], [5.0]]
    assert [step.w for step in growing] == [[5.0], [-15.0], [45.0]]


@pytest.mark.parametrize("eta", [0.0, -1.0, nan, inf])
def test_a_step_that_does_not_go_uphill_is_refused(eta: float) -> None:
    """η is finite and above 0, for both rules that take one."""
    start = two_classes(0, n=4)
    with pytest.raises(TextbookError, match="η must be"):
        next(gradient_ascent(start, eta))
    with pytest.raises(TextbookError, match="η must be"):
        next(stochastic_ascent(start, eta))


@pytest.mark.parametrize("eta", [1e300, 1e307])
def test_a_step_out_of_the_floats_is_refused(eta: float) -> None:
    """In words, whichever sum it is that overflows first."""
    with pytest.raises(TextbookError):
        for step in first(gradient_ascent(two_classes(0, l2=1.0), eta), 9):
            assert step.objective < inf
    with pytest.raises(TextbookError):
        first(stochastic_ascent(two_classes(0, l2=1.0), eta), 9)


# Stochastic ascent.


def order(seed: int, n: int) -> list[int]:
    """The order of the first pass: examples by the random number that each draws."""
    rng = Random(seed)
    lots = [rng.random() for _ in range(n)]
    return sorted(range(n), key=lambda place: lots[place])


@pytest.mark.parametrize("seed", [0, 1, 2, 3])
def test_two_examples_by_hand(seed: int) -> None:
    """The first step looks at one example, the second at the other, with the new weights."""
    rows, labels = [[1.0], [-2.0]], [1, 0]
    flat = NormalPrior.ridge(0.0, 1, penalise_intercept=False)
    objective = LogisticObjective.of(rows, [1.0, -1.0], [1.0, 1.0], flat)
    _, once, twice = first(stochastic_ascent(objective.at([0.0, 0.0]), 0.5, 0.25, seed), 3)
    w = [0.0, 0.0]
    for place in order(seed, 2):
        w = stochastic_step(w, [1.0, *rows[place]], labels[place], 0.5)
    assert once.w == pytest.approx(w, rel=1e-14)
    assert (once.step_size, twice.step_size) == (0.5, 0.5 / 1.25)


def test_both_orders_come_up() -> None:
    """Otherwise the test above would see one of them only."""
    assert {tuple(order(seed, 2)) for seed in range(4)} == {(0, 1), (1, 0)}


def test_each_example_has_its_share_of_the_penalty() -> None:
    """One pass with a tiny η is one step of ascent on the whole, to first order."""
    start = two_classes(5, n=20, l2=3.0)
    eta = 1e-7
    _, once = first(stochastic_ascent(start, eta), 2)
    assert [w / eta for w in once.w] == pytest.approx(start.gradient, rel=1e-5, abs=1e-5)


def test_the_same_seed_gives_the_same_path() -> None:
    """Two runs agree to the last bit; another seed goes another way."""
    start = two_classes(1)
    paths = [[s.w for s in first(stochastic_ascent(start, seed=k), 4)] for k in (7, 7, 8)]
    assert paths[0] == paths[1] != paths[2]


@pytest.mark.parametrize("start", [two_classes(2, n=60), three_classes(2, n=60)])
def test_stochastic_ascent_nears_the_top(start: LikelihoodPoint) -> None:
    """Without a word on η it climbs, and most of the gradient is gone after forty passes."""
    steps = first(stochastic_ascent(start), 40)
    assert steps[-1].objective > steps[0].objective
    assert steps[-1].gradient_norm < 0.2 * steps[0].gradient_norm
    assert len(steps) == 40


def test_it_never_stands() -> None:
    """Even from the top it goes on: single examples pull this way and that."""
    flat = NormalPrior.ridge(0.0, 1, penalise_intercept=False)
    balanced = LogisticObjective.of(
        [[1.0], [1.0], [-1.0], [-1.0]], [1.0, -1.0, 1.0, -1.0], [1.0] * 4, flat
    )
    steps = first(stochastic_ascent(balanced.at([0.0, 0.0]), 0.5, decay=0.0), 4)
    assert len({tuple(step.w) for step in steps}) == 4


@pytest.mark.parametrize("decay", [-0.5, nan, inf])
def test_steps_that_would_grow_are_refused(decay: float) -> None:
    """The decay is 0 or more."""
    with pytest.raises(TextbookError, match="the decay must be"):
        next(stochastic_ascent(two_classes(0, n=4), decay=decay))
