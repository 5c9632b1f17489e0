"""Random values depend only on the seed, and have the documented properties."""

from hypothesis import given
from hypothesis import strategies as st

from textbook_ml.questions.framework.random_values import Draw, digit_choices, random_choices

draws = st.builds(
    lambda seed, size, rough: Draw(random_choices(seed), size, rough),
    st.integers(),
    st.integers(1, 10),
    st.booleans(),
)


def test_a_seed_gives_the_same_choices_on_every_python() -> None:
    """The recorded choices must not change, because the grades of a whole term depend on them."""
    choose = random_choices("public", "variance_mvue", 0)
    assert [choose(1000) for _ in range(6)] == [89, 325, 920, 401, 980, 456]


@given(draws, st.integers(1, 9))
def test_random_proportions_sum_to_exactly_one(draw: Draw, n: int) -> None:
    """Random proportions have a power of two as denominator, so the sum is exact."""
    shares = draw.shares(n)
    assert len(shares) == n and min(shares) > 0 and sum(shares) == 1


@given(draws)
def test_random_values_are_within_their_limits(draw: Draw) -> None:
    """The test covers positive numbers, probabilities, lengths, whole numbers and bits."""
    assert draw.positive() > 0
    assert 0 < draw.probability() < 1
    assert 2 <= draw.length(2, 5) <= 5
    assert draw.whole(3, 4) in (3, 4)
    assert set(draw.bits(8)) <= {0, 1}


@given(draws, st.integers(0, 5))
def test_covering_contains_every_option(draw: Draw, more: int) -> None:
    """Each option occurs at least once; shuffling keeps all items."""
    assert set(draw.covering("abc", 3 + more)) == set("abc")
    assert sorted(draw.shuffled("aabc")) == list("aabc")


def test_counting_yields_every_combination() -> None:
    """Twelve numbers yield all combinations of two binary choices and one of three options."""
    combinations = set()
    for number in range(12):
        choose = digit_choices(number)
        combinations.add((choose(2), choose(2), choose(3)))
    assert len(combinations) == 12
