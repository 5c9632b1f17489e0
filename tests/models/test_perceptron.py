"""The perceptron separates its training data, also where a training row has score 0."""

from hypothesis import assume, given
from hypothesis import strategies as st

from textbook_ml.models.perceptron import Perceptron

WEIGHTS = st.tuples(*[st.integers(-3, 3)] * 3)
ROWS = st.lists(st.tuples(*[st.integers(-3, 3)] * 2), min_size=2, max_size=8)


@given(WEIGHTS, ROWS)
def test_the_fitted_perceptron_makes_no_mistake(
    w: tuple[int, int, int], rows: list[tuple[int, int]]
) -> None:
    """`fit` ends when no prediction is wrong; `predict` then finds the same labels."""
    labels = [w[0] + w[1] * x + w[2] * y > 0 for x, y in rows]
    assume(len(set(labels)) == 2)
    model = Perceptron.fit(rows, labels, max_passes=10_000)
    assert model.predict(rows) == labels


def test_a_tie_goes_to_the_first_class() -> None:
    """A row with score 0 is learned as the first class, as `classify` predicts it."""
    for order in (["no", "yes"], ["yes", "no"]):
        model = Perceptron.fit([[0.0], [-1.0]], ["yes", "no"], classes=order)
        assert model.predict([[0.0], [-1.0]]) == ["yes", "no"]
    assert Perceptron(("no", "yes"), ("x",), 0.0, (1.0,)).classify([0.0]) == "no"
