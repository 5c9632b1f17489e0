"""Gradient ascent with a given or safe step size, with momentum, and stochastic."""

from functools import partial
from itertools import pairwise
from math import inf, nan
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.learning.optimisers.objectives import (
    Quadratic,
    first,
    quadratics,
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
    """Return rows, labels 0 and 1, and signs."""
    return [[a, b] for a, b, _ in data], [y for *_, y in data], [2.0 * y - 1 for *_, y in data]


# The products by distances are off by some ulps of lengths below 10: 1e-14 in a gradient of at
# most 6 examples. Each of the four steps less than doubles this error.
close = partial(pytest.approx, rel=1e-13, abs=1e-12)


@given(examples, etas)
def test_a_fixed_eta_is_the_update_rule(data: list[tuple[float, float, int]], eta: float) -> None:
    """Every step equals `ascent_step` of the equations, except for rounding of the sums."""
    rows, labels, signs = table(data)
    flat = NormalPrior.ridge(0.0, 2, penalise_intercept=False)
    objective = LogisticObjective.of(rows, signs, [1.0] * len(rows), flat)
    w = [0.0, 0.0, 0.0]
    for step in first(gradient_ascent(objective.at(w), eta), 5):
        assert step.w == close(w)
        w = ascent_step(w, with_intercept(rows), labels, eta)


@given(examples, etas, st.sampled_from([0.25, 1.0]))
def test_penalised_ascent_is_equation_26(
    data: list[tuple[float, float, int]], eta: float, lam: float
) -> None:
    """Every step equals `penalised_step`, with the intercept penalised as in the text."""
    rows, labels, signs = table(data)
    ridge = NormalPrior.ridge(lam, 2, penalise_intercept=True)
    objective = LogisticObjective.of(rows, signs, [1.0] * len(rows), ridge)
    w = [0.0, 0.0, 0.0]
    for step in first(gradient_ascent(objective.at(w), eta), 5):
        assert step.w == close(w)
        w = penalised_step(w, with_intercept(rows), labels, eta, lam)


@given(examples, etas, st.lists(eighths, min_size=3, max_size=3))
def test_ascent_with_prior_means(
    data: list[tuple[float, float, int]], eta: float, mean: list[float]
) -> None:
    """Every step equals `shifted_step`, which shrinks the weights towards the prior means."""
    rows, labels, signs = table(data)
    prior = NormalPrior(tuple(mean), (2.0, 2.0, 2.0))
    objective = LogisticObjective.of(rows, signs, [1.0] * len(rows), prior)
    w = [0.0, 0.0, 0.0]
    for step in first(gradient_ascent(objective.at(w), eta), 5):
        assert step.w == close(w)
        w = shifted_step(w, with_intercept(rows), labels, eta, 0.5, mean)


@given(examples, etas)
def test_ascent_for_many_classes_is_equation_29(
    data: list[tuple[float, float, int]], eta: float
) -> None:
    """Every step equals `softmax_step` for all K − 1 vectors at once."""
    rows, labels, _ = table(data)
    labels = [y + (a > 0) for (a, _), y in zip(rows, labels)]
    ridge = NormalPrior.ridge(0.5, 2, penalise_intercept=True)
    objective = SoftmaxObjective.of(rows, labels, [1.0] * len(rows), ridge, 3, 2)
    w = [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]
    for step in first(gradient_ascent(objective.at([0.0] * 6), eta), 5):
        assert step.w == close(w[0] + w[1])
        w = softmax_step(w, with_intercept(rows), labels, eta, 0.5)


def test_two_steps_by_hand() -> None:
    """With zero weights both errors are ½, so one step gives w = η (0, ½ (1 + 2))."""
    flat = NormalPrior.ridge(0.0, 1, penalise_intercept=False)
    objective = LogisticObjective.of([[-1.0], [2.0]], [-1.0, 1.0], [1.0, 1.0], flat)
    start, once = first(gradient_ascent(objective.at([0.0, 0.0]), 0.5), 2)
    assert (start.iteration, start.step_size, start.w) == (0, 0.0, [0.0, 0.0])
    assert (once.iteration, once.step_size) == (1, 0.5)
    assert once.w == pytest.approx([0.0, 0.75], abs=1e-15)


@given(st.integers(0, 10**6), st.integers(1, 4), st.sampled_from([0.0, 0.1, 10.0]))
def test_the_safe_step_never_decreases_the_objective(seed: int, d: int, l2: float) -> None:
    """With η = 1/L, no step decreases a random logistic likelihood."""
    steps = first(gradient_ascent(two_classes(seed, n=12, d=d, l2=l2)), 12)
    assert steps[1].step_size == 1 / steps[0].point.curvature_bound
    for before, after in pairwise(steps):
        assert after.objective >= before.objective - 1e-13 * abs(before.objective)


@settings(max_examples=20)
@given(st.integers(0, 10**6), st.sampled_from([2, 3]))
def test_the_safe_step_never_decreases_a_softmax_objective(seed: int, n_vectors: int) -> None:
    """With η = 1/L and three classes no step decreases the objective, with K − 1 or K vectors."""
    for before, after in pairwise(first(gradient_ascent(three_classes(seed, n_vectors, 12)), 8)):
        assert after.objective >= before.objective - 1e-13 * abs(before.objective)


@given(quadratics())
def test_both_ascents_reach_the_maximum_of_a_quadratic(quadratic: Quadratic) -> None:
    """As 3 ≤ curvature ≤ L ≤ 19, a step leaves at most 16/19 of the distance, 160 steps 1e-12."""
    for ascent in (gradient_ascent, accelerated_ascent):
        last = first(ascent(quadratic.start()), 160)[-1]
        assert last.w == pytest.approx(quadratic.maximum(), rel=1e-9, abs=1e-9)


def test_momentum_needs_fewer_steps_on_ill_conditioned_objectives() -> None:
    """With condition number 1000, accelerated ascent converges before plain ascent."""
    ill_conditioned = Quadratic([[1.0, 0.0], [0.0, 1000.0]], [1.0, 1000.0])
    plain, fast = (
        first(a(ill_conditioned.start()), 400)[-1] for a in (gradient_ascent, accelerated_ascent)
    )
    assert plain.gradient_norm > 0.1
    assert fast.gradient_norm < 1e-6


def test_ascent_ends_only_at_gradient_zero() -> None:
    """From the maximum, the iterator yields only the start; elsewhere it continues."""
    quadratic = Concave(lambda w: -w[0] * w[0], lambda w: [-2 * w[0]], lambda w, v: [2 * v[0]], 2.0)
    for ascent in (gradient_ascent, accelerated_ascent):
        assert [step.w for step in ascent(quadratic.at([0.0]))] == [[0.0]]
        assert [step.w for step in ascent(quadratic.at([5.0]))] == [[5.0], [0.0]]
    assert len(first(gradient_ascent(quadratic.at([5.0]), eta=0.25), 500)) == 500


def test_a_step_size_of_two_over_l_oscillates() -> None:
    """η = 2/L turns w into −w, and larger step sizes diverge; ascent itself does not stop."""
    quadratic = Concave(lambda w: -w[0] * w[0], lambda w: [-2 * w[0]], lambda w, v: [2 * v[0]], 2.0)
    swinging, growing = (first(gradient_ascent(quadratic.at([5.0]), eta), 3) for eta in (1.0, 2.0))
    assert [step.w for step in swinging] == [[5.0], [-5.0], [5.0]]
    assert [step.w for step in growing] == [[5.0], [-15.0], [45.0]]


@pytest.mark.parametrize("eta", [0.0, -1.0, nan, inf])
def test_invalid_step_sizes_are_rejected(eta: float) -> None:
    """In both rules with a step size, η must be finite and above 0."""
    start = two_classes(0, n=4)
    with pytest.raises(TextbookError, match="η must be"):
        next(gradient_ascent(start, eta))
    with pytest.raises(TextbookError, match="η must be"):
        next(stochastic_ascent(start, eta))


@pytest.mark.parametrize("eta", [1e300, 1e307])
def test_a_step_that_overflows_is_rejected(eta: float) -> None:
    """An overflow in any of the sums raises TextbookError."""
    with pytest.raises(TextbookError):
        for step in first(gradient_ascent(two_classes(0, l2=1.0), eta), 9):
            assert step.objective < inf
    with pytest.raises(TextbookError):
        first(stochastic_ascent(two_classes(0, l2=1.0), eta), 9)


# Stochastic ascent.


def order(seed: int, n: int) -> list[int]:
    """Return the order of the examples in the first pass, which random numbers determine."""
    rng = Random(seed)
    lots = [rng.random() for _ in range(n)]
    return sorted(range(n), key=lambda place: lots[place])


@pytest.mark.parametrize("seed", [0, 1, 2, 3])
def test_two_examples_by_hand(seed: int) -> None:
    """The first step uses one example; the second uses the other with the new weights."""
    rows, labels = [[1.0], [-2.0]], [1, 0]
    flat = NormalPrior.ridge(0.0, 1, penalise_intercept=False)
    objective = LogisticObjective.of(rows, [1.0, -1.0], [1.0, 1.0], flat)
    _, once, twice = first(stochastic_ascent(objective.at([0.0, 0.0]), 0.5, 0.25, seed), 3)
    w = [0.0, 0.0]
    for place in order(seed, 2):
        w = stochastic_step(w, [1.0, *rows[place]], labels[place], 0.5)
    assert once.w == pytest.approx(w, rel=1e-14)
    assert (once.step_size, twice.step_size) == (0.5, 0.5 / 1.25)


def test_both_orders_occur() -> None:
    """The seeds of the test by hand cover both orders of two examples."""
    assert {tuple(order(seed, 2)) for seed in range(4)} == {(0, 1), (1, 0)}


def test_each_example_includes_an_equal_part_of_the_penalty() -> None:
    """To first order, one pass with a tiny η equals one step of gradient ascent."""
    start = two_classes(5, n=20, l2=3.0)
    eta = 1e-7
    _, once = first(stochastic_ascent(start, eta), 2)
    assert [w / eta for w in once.w] == pytest.approx(start.gradient, rel=1e-5, abs=1e-5)


def test_the_same_seed_gives_the_same_path() -> None:
    """Two runs with one seed are equal to the last bit; another seed gives another path."""
    start = two_classes(1)
    paths = [[s.w for s in first(stochastic_ascent(start, seed=k), 4)] for k in (7, 7, 8)]
    assert paths[0] == paths[1] != paths[2]


@pytest.mark.parametrize("start", [two_classes(2, n=60), three_classes(2, n=60)])
def test_stochastic_ascent_approaches_the_maximum(start: LikelihoodPoint) -> None:
    """With the default η, most of the gradient is gone after forty passes."""
    steps = first(stochastic_ascent(start), 40)
    assert steps[-1].objective > steps[0].objective
    assert steps[-1].gradient_norm < 0.2 * steps[0].gradient_norm
    assert len(steps) == 40


def test_stochastic_ascent_does_not_stop_at_the_maximum() -> None:
    """At the maximum, the gradients of single examples are not zero, so the weights still move."""
    flat = NormalPrior.ridge(0.0, 1, penalise_intercept=False)
    balanced = LogisticObjective.of(
        [[1.0], [1.0], [-1.0], [-1.0]], [1.0, -1.0, 1.0, -1.0], [1.0] * 4, flat
    )
    steps = first(stochastic_ascent(balanced.at([0.0, 0.0]), 0.5, decay=0.0), 4)
    assert len({tuple(step.w) for step in steps}) == 4


@pytest.mark.parametrize("decay", [-0.5, nan, inf])
def test_a_negative_decay_is_rejected(decay: float) -> None:
    """The decay must be 0 or more, because step sizes must not grow."""
    with pytest.raises(TextbookError, match="the decay must be"):
        next(stochastic_ascent(two_classes(0, n=4), decay=decay))
