"""Learning curves: stratified splits, exact rates, and invalid arguments."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textbook_ml.core.errors import TextbookError
from textbook_ml.data.datasets import load
from textbook_ml.evaluation import (
    LearningCurve,
    compare_splits,
    learning_curve,
    stratified_orders,
)
from textbook_ml.models.catalogue import recipe

labels_of_all_sizes = st.lists(st.sampled_from("abcd"), min_size=1, max_size=50)


@given(labels_of_all_sizes, st.integers())
def test_every_prefix_of_an_order_is_stratified(labels: list[str], seed: int) -> None:
    """The first m examples have (m − K) n/N to m n/N + 1 of a class of n, and at least 1."""
    (order,) = stratified_orders(labels, 1, seed)
    sizes, n = Counter(labels), len(labels)
    assert sorted(order) == list(range(n))
    for m in range(len(sizes), n + 1):
        counts = Counter(labels[i] for i in order[:m])
        for y, size in sizes.items():
            least, most = Fraction((m - len(sizes)) * size, n), Fraction(m * size, n) + 1
            assert least <= counts[y] <= most and counts[y] >= 1


def test_every_member_of_a_class_is_first_equally_often() -> None:
    """In 3000 orders, each of three members is first of its class about 1000 times (± 4 σ)."""
    orders = stratified_orders("aaabb", 3000, seed=0)
    first = Counter(next(i for i in order if i < 3) for order in orders)
    assert all(abs(first[i] - 1000) < 4 * sqrt(3000 * (1 / 3) * (2 / 3)) for i in range(3))


def test_the_seed_determines_the_orders() -> None:
    """More orders with the same seed begin with the same orders."""
    labels = "aabb" * 10
    assert stratified_orders(labels, 9, seed=1)[:4] == stratified_orders(labels, 4, seed=1)
    assert stratified_orders(labels, 4, seed=1) != stratified_orders(labels, 4, seed=2)
    assert len(set(stratified_orders(labels, 9, seed=1))) == 9


def test_training_sets_are_nested_and_disjoint_from_the_held_out_set() -> None:
    """The same examples are held out at every size."""
    calls: list[tuple[set[int], set[int]]] = []

    def fit_and_predict(training: Sequence[int], held_out: Sequence[int]) -> list[str]:
        calls.append((set(training), set(held_out)))
        return ["a"] * len(held_out)

    curve = learning_curve(fit_and_predict, "aab" * 6, sizes=[3, 6, 12], n_splits=2, seed=5)
    for three in (calls[:3], calls[3:]):
        sets, held_out = [training for training, _ in three], three[0][1]
        assert [len(s) for s in sets] == [3, 6, 12]
        assert sets[0] < sets[1] < sets[2]
        assert all(h == held_out for _, h in three)
        assert sets[2] | held_out == set(range(18)) and not sets[2] & held_out
    assert curve.means == (Fraction(1, 3),) * 3
    assert curve.standard_errors == (0.0,) * 3


def test_splits_are_the_same_for_all_models_in_any_order() -> None:
    """The splits of one model do not depend on other models."""

    def by(seed: int) -> dict[str, LearningCurve]:
        return {name: iris_curve(name, seed) for name in ("gda", "gaussian-nb")}

    first = by(seed=1)
    again = {name: iris_curve(name, 1) for name in ("gaussian-nb", "gda")}
    assert first == again
    assert first != by(seed=2)
    gap = compare_splits(first["gda"].at(15), first["gaussian-nb"].at(15))
    assert gap.difference == first["gda"].means[0] - first["gaussian-nb"].means[0]


def iris_curve(name: str, seed: int) -> LearningCurve:
    table, chosen = load("iris"), recipe(name)

    def fit_and_predict(training: Sequence[int], held_out: Sequence[int]) -> Sequence[str]:
        model = chosen.fit(table.take(training))
        return model.predict([table.rows[i] for i in held_out])

    return learning_curve(fit_and_predict, table.labels, sizes=[15, 60], n_splits=4, seed=seed)


def test_training_sets_do_not_depend_on_other_sizes() -> None:
    """The training set of a size is the same whatever other sizes are given."""
    labels, seen = "ab" * 10, []

    def fit_and_predict(training: Sequence[int], held_out: Sequence[int]) -> list[str]:
        seen.append((len(training), tuple(training)))
        return ["a"] * len(held_out)

    for sizes in ([4, 8], [8, 4], [8]):
        learning_curve(fit_and_predict, labels, sizes, n_splits=2, seed=0)
    assert len(seen) == 10 and len(set(seen)) == 4


def test_numbers_that_can_be_checked_by_hand() -> None:
    """For rates 0, 1/4, 1/2 the mean is 1/4, s² is 1/16, and the standard error is s / √3."""
    curve = LearningCurve((10,), ((Fraction(0), Fraction(1, 4), Fraction(1, 2)),))
    assert curve.means == (Fraction(1, 4),)
    assert curve.standard_errors == (sqrt(Fraction(1, 48)),)
    assert str(curve).splitlines()[1] == "      10      0.2500          0.1443"


@pytest.mark.parametrize(
    ("sizes", "n_splits", "message"),
    [
        ([], 3, "need at least one training size"),
        ([2], 3, "must be at least 3, one example per class, got 2"),
        ([9], 3, "must be less than 9, the number of examples, .*, got 9"),
        ([4, 900], 3, "must be less than 9, the number of examples, .*, got 900"),
        ([4, 4], 3, r"must be different, got \[4, 4\]"),
        ([4], 0, "number of orders must be at least 1, got 0"),
        ([4], 1, "need at least 2 splits of size 4, got 1"),
    ],
)
def test_invalid_arguments_raise_an_error(sizes: list[int], n_splits: int, message: str) -> None:
    """Sizes that are too small, too large or repeated, and too few splits raise an error."""
    with pytest.raises(TextbookError, match=message):
        learning_curve(lambda _, held_out: ["a"] * len(held_out), "abcabcabc", sizes, n_splits, 0)


def test_the_error_of_a_model_states_the_training_size() -> None:
    """Equation (15) fails for a class of one example, and the error states the size."""
    table = load("iris")

    def fit_and_predict(training: Sequence[int], held_out: Sequence[int]) -> Sequence[str]:
        return recipe("gaussian-nb").fit(table.take(training)).predict(table.rows)

    with pytest.raises(TextbookError, match=r"with 3 training examples: .*equation \(15\) divides"):
        learning_curve(fit_and_predict, table.labels, sizes=[3], n_splits=2, seed=0)


def test_invalid_curves_raise_an_error() -> None:
    """Rates must be between 0 and 1, one list for each size, and `at` needs a known size."""
    half = (Fraction(1, 2), Fraction(1, 2))
    with pytest.raises(TextbookError, match="2 sizes and 1 list of rates"):
        LearningCurve((1, 2), (half,))
    with pytest.raises(TextbookError, match="must be 0 to 1, got 1/2 to 3/2 at size 1"):
        LearningCurve((1,), ((Fraction(1, 2), Fraction(3, 2)),))
    with pytest.raises(TextbookError, match="size must be one of 1, 2, got 5"):
        LearningCurve((1, 2), (half, half)).at(5)
