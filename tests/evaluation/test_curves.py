"""Learning curves: fair splits, the same for all, and exact rates."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textbook_ml.datasets import load
from textbook_ml.errors import TextbookError
from textbook_ml.evaluation import (
    LearningCurve,
    compare_splits,
    learning_curve,
    stratified_orders,
)
from textbook_ml.models.catalogue import recipe

labels_of_all_sizes = st.lists(st.sampled_from("abcd"), min_size=1, max_size=50)


@given(labels_of_all_sizes, st.integers())
def test_any_beginning_of_an_order_has_its_share_of_each_class(
    labels: list[str], seed: int
) -> None:
    """Of m first examples, from (m − K) n/N to m n/N + 1 are of a class of n; one at least."""
    (order,) = stratified_orders(labels, 1, seed)
    sizes, n = Counter(labels), len(labels)
    assert sorted(order) == list(range(n))
    for m in range(len(sizes), n + 1):
        met = Counter(labels[i] for i in order[:m])
        for y, size in sizes.items():
            least, most = Fraction((m - len(sizes)) * size, n), Fraction(m * size, n) + 1
            assert least <= met[y] <= most and met[y] >= 1


def test_every_member_of_a_class_comes_first_equally_often() -> None:
    """Over 3000 orders, each of three members leads its class about 1000 times (± 4 σ)."""
    orders = stratified_orders("aaabb", 3000, seed=0)
    first = Counter(next(i for i in order if i < 3) for order in orders)
    assert all(abs(first[i] - 1000) < 4 * sqrt(3000 * (1 / 3) * (2 / 3)) for i in range(3))


def test_the_seed_decides_and_more_orders_only_add() -> None:
    """The same seed gives the same orders, the first of many are those of few."""
    labels = "aabb" * 10
    assert stratified_orders(labels, 9, seed=1)[:4] == stratified_orders(labels, 4, seed=1)
    assert stratified_orders(labels, 4, seed=1) != stratified_orders(labels, 4, seed=2)
    assert len(set(stratified_orders(labels, 9, seed=1))) == 9


def test_training_sets_are_nested_and_never_meet_the_held_out() -> None:
    """The same examples are held out at every size; what was learned from stays in."""
    met: list[tuple[set[int], set[int]]] = []

    def exam(training: Sequence[int], held_out: Sequence[int]) -> list[str]:
        met.append((set(training), set(held_out)))
        return ["a"] * len(held_out)

    curve = learning_curve(exam, "aab" * 6, sizes=[3, 6, 12], n_splits=2, seed=5)
    for three in (met[:3], met[3:]):
        sets, held_out = [training for training, _ in three], three[0][1]
        assert [len(s) for s in sets] == [3, 6, 12]
        assert sets[0] < sets[1] < sets[2]
        assert all(h == held_out for _, h in three)
        assert sets[2] | held_out == set(range(18)) and not sets[2] & held_out
    assert curve.means == (Fraction(1, 3),) * 3
    assert curve.standard_errors == (0.0,) * 3


def test_splits_are_the_same_for_all_models_in_any_order() -> None:
    """What one model does, or whether it ran before, is nothing to another."""

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

    def exam(training: Sequence[int], held_out: Sequence[int]) -> Sequence[str]:
        model = chosen.fit(table.take(training))
        return model.predict([table.rows[i] for i in held_out])

    return learning_curve(exam, table.labels, sizes=[15, 60], n_splits=4, seed=seed)


def test_sizes_are_free_of_each_other() -> None:
    """What is learned from at one size does not depend on which others are asked for."""
    labels, seen = "ab" * 10, []

    def exam(training: Sequence[int], held_out: Sequence[int]) -> list[str]:
        seen.append((len(training), tuple(training)))
        return ["a"] * len(held_out)

    for sizes in ([4, 8], [8, 4], [8]):
        learning_curve(exam, labels, sizes, n_splits=2, seed=0)
    assert len(seen) == 10 and len(set(seen)) == 4


def test_numbers_that_can_be_checked_by_hand() -> None:
    """Rates 0, 1/4, 1/2: their mean is 1/4, s² is 1/16, and s / √3 is the standard error."""
    curve = LearningCurve((10,), ((Fraction(0), Fraction(1, 4), Fraction(1, 2)),))
    assert curve.means == (Fraction(1, 4),)
    assert curve.standard_errors == (sqrt(Fraction(1, 48)),)
    assert str(curve).splitlines()[1] == "      10      0.2500          0.1443"


@pytest.mark.parametrize(
    ("sizes", "n_splits", "message"),
    [
        ([], 3, "no sizes came"),
        ([2], 3, "learning from 2 .* there are 3 classes: it takes at least one example of each"),
        ([9], 3, "learning from 9 was asked for, and there are 9 examples"),
        ([4, 900], 3, "learning from 900 was asked for, and there are 9 examples"),
        ([4, 4], 3, r"a size stands twice in \[4, 4\]"),
        ([4], 0, "0 orders"),
        ([4], 1, "1 split of 4 came: it takes 2 or more"),
    ],
)
def test_senseless_questions_are_refused(sizes: list[int], n_splits: int, message: str) -> None:
    """Too few, too many, twice, and too few splits: each in words."""
    with pytest.raises(TextbookError, match=message):
        learning_curve(lambda _, held_out: ["a"] * len(held_out), "abcabcabc", sizes, n_splits, 0)


def test_a_model_that_cannot_learn_says_from_how_many() -> None:
    """Equation (15) needs two examples of a class."""
    table = load("iris")

    def exam(training: Sequence[int], held_out: Sequence[int]) -> Sequence[str]:
        return recipe("gaussian-nb").fit(table.take(training)).predict(table.rows)

    with pytest.raises(TextbookError, match=r"learning from 3 examples: .*equation \(15\) divides"):
        learning_curve(exam, table.labels, sizes=[3], n_splits=2, seed=0)


def test_what_is_no_curve_is_refused() -> None:
    """Rates are shares, one list for each size; and a size must be there to be asked for."""
    half = (Fraction(1, 2), Fraction(1, 2))
    with pytest.raises(TextbookError, match="2 sizes and 1 lists of rates"):
        LearningCurve((1, 2), (half,))
    with pytest.raises(TextbookError, match="error rates at 1 go from 1/2 to 3/2"):
        LearningCurve((1,), ((Fraction(1, 2), Fraction(3, 2)),))
    with pytest.raises(TextbookError, match="5 is none of the sizes: there are 1, 2"):
        LearningCurve((1, 2), (half, half)).at(5)
