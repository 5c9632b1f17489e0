"""Two models of a message: Bernoulli (one per word) and multinomial (one word per position)."""

from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from fractions import Fraction as F
from functools import partial
from itertools import product
from math import exp, factorial, fsum, inf, log, nan, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import oracle
from tests.oracle import dec, in_sixty_digits, ulps
from textbook_ml.core.errors import TextbookError
from textbook_ml.core.text import tokens
from textbook_ml.equations.bayes import bayes_rule
from textbook_ml.equations.event_models import (
    bernoulli_event,
    bernoulli_laplace,
    bernoulli_log_likelihood,
    bernoulli_pmf,
    bin_number,
    multinomial_event,
    multinomial_laplace,
    multinomial_likelihood,
    multinomial_mle,
    poisson_pmf,
    vocabulary,
    word_indicators,
)

PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494459")
WORDS = "abc"
NO_WORDS: list[str] = []
near = partial(
    pytest.approx, abs=0.0
)  # without abs=0, approx also accepts an absolute error of 1e-12

Distribution = dict[str, Fraction]

twelfths = st.integers(0, 12).map(lambda n: F(n, 12))
sixteenths = st.integers(0, 16).map(lambda n: n / 16)  # as floats, 1 − θ is exact
parameter_lists = st.lists(twelfths, min_size=1, max_size=5)
messages = st.text(WORDS, max_size=6)
corpora = st.lists(messages, min_size=1, max_size=5).filter(any)


@st.composite
def word_distributions(draw: st.DrawFn) -> Distribution:
    """Exact probabilities of the three words."""
    counts = draw(st.lists(st.integers(0, 9), min_size=3, max_size=3).filter(any))
    return {word: F(n, sum(counts)) for word, n in zip(WORDS, counts)}


def all_messages(length: int) -> Iterator[tuple[str, ...]]:
    """Every message of this length."""
    return product(WORDS, repeat=length)


# The Bernoulli model.


@given(twelfths)
def test_bernoulli_is_a_power_formula(theta: Fraction) -> None:
    """θˣ (1 − θ)¹⁻ˣ, also at θ = 0 and θ = 1, where 0⁰ = 1; both values sum to 1."""
    assert [bernoulli_pmf(x, theta) for x in (0, 1)] == [
        theta**x * (1 - theta) ** (1 - x) for x in (0, 1)
    ]
    assert bernoulli_pmf(0, theta) + bernoulli_pmf(1, theta) == 1


@given(parameter_lists)
def test_the_bernoulli_model_sums_to_one(phi: list[Fraction]) -> None:
    """The sum is over all 2ⁿ combinations of present and absent words."""
    assert sum(bernoulli_event(x, phi) for x in product((0, 1), repeat=len(phi))) == 1


@given(parameter_lists, twelfths, st.data())
def test_absent_words_change_the_bernoulli_likelihood(
    phi: list[Fraction], rare: Fraction, data: st.DataObject
) -> None:
    """One more word in the dictionary adds a factor: 1 − φ if it is absent, φ if present."""
    x = data.draw(st.lists(st.integers(0, 1), min_size=len(phi), max_size=len(phi)))
    p = bernoulli_event(x, phi)
    assert bernoulli_event([*x, 0], [*phi, rare]) == p * (1 - rare)
    assert bernoulli_event([*x, 1], [*phi, rare]) == p * rare


def test_an_absent_word_changes_the_posterior() -> None:
    """With the absent word 4/5, without its factor 3/4; the joint is 1/5 at prior 1/3."""
    spam, ham = [F(3, 4), F(1, 5)], [F(1, 4), F(2, 5)]
    half = {1: F(1, 2), 0: F(1, 2)}
    both = {1: bernoulli_event([1, 0], spam), 0: bernoulli_event([1, 0], ham)}
    one = {1: bernoulli_event([1], spam[:1]), 0: bernoulli_event([1], ham[:1])}
    assert bayes_rule(half, both)[1] == F(4, 5)
    assert bayes_rule(half, one)[1] == F(3, 4)
    assert F(1, 3) * both[1] == F(1, 5)


@given(st.integers(0, 20), st.integers(0, 20))
def test_bernoulli_laplace_adds_two_pseudo_messages(with_word: int, without: int) -> None:
    """One pseudo-message with the word and one without; no estimate is 0 or 1."""
    phi = bernoulli_laplace(with_word, with_word + without)
    assert phi == F(with_word + 1, (with_word + 1) + (without + 1))
    assert phi + bernoulli_laplace(without, with_word + without) == 1


@pytest.mark.parametrize(
    ("with_word", "documents", "phi"), [(3, 4, F(2, 3)), (1, 2, F(1, 2)), (0, 4, F(1, 6))]
)
def test_bernoulli_laplace_by_hand(with_word: int, documents: int, phi: Fraction) -> None:
    """The word is in three of four messages, in one of two, and in none."""
    assert bernoulli_laplace(with_word, documents) == phi


def test_a_spam_filter_by_hand() -> None:
    """Four messages, Laplace smoothing and Bayes' rule: P(spam | "buy now") is 27/28."""
    spam = ["buy price now", "cheap price buy"]
    ham = ["lecture notes exam", "exam project notes"]
    dictionary = vocabulary(map(tokens, spam + ham))

    def likelihood(training: list[str], message: str) -> Fraction:
        rows = [word_indicators(tokens(text), dictionary) for text in training]
        phi = [bernoulli_laplace(sum(column), len(rows)) for column in zip(*rows)]
        return bernoulli_event(word_indicators(tokens(message), dictionary), phi)

    half = {1: F(1, 2), 0: F(1, 2)}
    evidence = {1: likelihood(spam, "buy now"), 0: likelihood(ham, "buy now")}
    assert bayes_rule(half, evidence)[1] == F(27, 28)


@st.composite
def labelled_rows(draw: st.DrawFn) -> tuple[list[list[int]], list[int]]:
    """Rows of two Boolean features with labels of both classes."""
    pairs = st.lists(st.integers(0, 1), min_size=2, max_size=2)
    rows = draw(st.lists(pairs, min_size=2, max_size=6))
    return rows, [1, 0, *(draw(st.integers(0, 1)) for _ in rows[2:])]


@given(labelled_rows(), sixteenths, st.lists(sixteenths, min_size=4, max_size=4))
def test_the_log_likelihood_is_that_of_the_product(
    data: tuple[list[list[int]], list[int]], phi_y: float, phis: list[float]
) -> None:
    """The result is within 2 ulp of ln Π p(x, y), which is −∞ where a factor is zero."""
    rows, labels = data
    phi = {1: phis[:2], 0: phis[2:]}
    coin_by_coin = [
        F(p) if side else 1 - F(p)
        for x, y in zip(rows, labels)
        for side, p in zip([y, *x], [phi_y, *phi[y]])
    ]
    value, truth = bernoulli_log_likelihood(rows, labels, phi_y, phi), prod(coin_by_coin)
    if truth in (0, 1):
        assert value == (0 if truth else -inf)
    else:
        assert ulps(value, oracle.ln(truth)) <= 2


@given(labelled_rows(), st.lists(st.floats(0.01, 0.99), min_size=5, max_size=5))
def test_frequencies_maximise_the_bernoulli_likelihood(
    data: tuple[list[list[int]], list[int]], others: list[float]
) -> None:
    """No other parameters have a larger likelihood than the frequencies."""
    rows, labels = data
    phi = {}
    for y in (1, 0):
        members = [x for x, label in zip(rows, labels) if label == y]
        phi[y] = [sum(column) / len(members) for column in zip(*members)]
    best = bernoulli_log_likelihood(rows, labels, sum(labels) / len(labels), phi)
    phi_y, *rest = others
    other = bernoulli_log_likelihood(rows, labels, phi_y, {1: rest[:2], 0: rest[2:]})
    assert (
        other <= best + 1e-14
    )  # the parameters may be equal to the frequencies: allow a few ulp of rounding


def test_the_bernoulli_likelihood_by_hand() -> None:
    """Three messages with the word and one without; the maximum is at φ = 3/4."""
    rows = [[1], [1], [1], [0]]
    value = bernoulli_log_likelihood(rows, [1] * 4, 1.0, {1: [0.75], 0: [0.5]})
    assert ulps(value, dec(-2.2493405784752336)) <= 1


# The multinomial model.


@given(word_distributions(), st.integers(0, 4))
def test_the_multinomial_model_sums_to_one(phi: Distribution, length: int) -> None:
    """The sum is over all |V|ⁿ messages of one length n, also n = 0."""
    assert sum(multinomial_event(words, phi) for words in all_messages(length)) == 1


@given(word_distributions(), messages, messages)
def test_the_multinomial_model_is_a_bag_of_words(phi: Distribution, left: str, right: str) -> None:
    """Order does not matter, repetition does; the parts of a message are multiplied."""
    p = multinomial_event(left + right, phi)
    assert p == prod(phi[word] ** (left + right).count(word) for word in WORDS)
    assert p == multinomial_event(sorted(left + right), phi)
    assert p == multinomial_event(left, phi) * multinomial_event(right, phi)


def test_absent_words_do_not_change_the_multinomial_likelihood() -> None:
    """Words of probability 0 that double the dictionary do not change the likelihood."""
    phi = {"a": F(1, 2), "b": F(1, 2)}
    longer = {**phi, "c": F(0), "d": F(0)}
    assert multinomial_event("aab", phi) == multinomial_event("aab", longer) == F(1, 8)


def test_the_multinomial_posterior_by_hand() -> None:
    """One "a" gives 5/11, two give 25/37, and the empty message gives the prior."""
    spam = {"a": F(1, 2), "b": F(1, 3), "c": F(1, 6)}
    phi = {1: spam, 0: {"a": F(1, 5), "b": F(1, 5), "c": F(3, 5)}}
    prior = {1: F(1, 4), 0: F(3, 4)}

    def posterior(message: Sequence[str]) -> Fraction:
        return bayes_rule(prior, {y: multinomial_event(message, phi[y]) for y in prior})[1]

    assert [posterior("a"), posterior("aa"), posterior(NO_WORDS)] == [F(5, 11), F(25, 37), F(1, 4)]
    assert posterior("aac") == posterior("caa")


def test_the_empty_message_has_likelihood_one() -> None:
    """The empty product is 1, for floats and for Fractions."""
    assert multinomial_event(NO_WORDS, {"a": F(1)}) == 1
    assert multinomial_event(NO_WORDS, {"a": 1.0}) == 1


@given(corpora)
def test_multinomial_mle_depends_on_the_total_counts_only(documents: list[str]) -> None:
    """Joining or repeating the documents changes nothing; the estimates sum to 1."""
    phi = multinomial_mle(documents, WORDS)
    whole = "".join(documents)
    assert phi == {word: F(whole.count(word), len(whole)) for word in WORDS}
    assert phi == multinomial_mle([whole], WORDS) == multinomial_mle(documents * 3, WORDS)
    assert sum(phi.values()) == 1


def test_multinomial_mle_is_not_the_average_of_the_documents() -> None:
    """aaab and b: three of five words are a; the mean of the fractions per document is 3/8."""
    assert multinomial_mle(["aaab", "b"], WORDS) == {"a": F(3, 5), "b": F(2, 5), "c": 0}
    each = [multinomial_mle([document], WORDS)["a"] for document in ("aaab", "b")]
    assert sum(each) / 2 == F(3, 8)


@given(st.lists(messages, max_size=4))
def test_multinomial_laplace_adds_a_document_with_every_word(documents: list[str]) -> None:
    """Smoothing is the MLE with one pseudo-document that contains each word once."""
    phi = multinomial_laplace(documents, WORDS)
    assert phi == multinomial_mle([*documents, WORDS], WORDS)
    assert min(phi.values()) >= F(1, sum(map(len, documents)) + len(WORDS))
    assert sum(phi.values()) == 1


def test_multinomial_laplace_by_hand() -> None:
    """aaab and b give 4/8, 3/8 and 1/8; bc gives 1/5, 2/5 and 2/5."""
    spam, ham = multinomial_laplace(["aaab", "b"], WORDS), multinomial_laplace(["bc"], WORDS)
    assert list(spam.values()) == [F(1, 2), F(3, 8), F(1, 8)]
    assert list(ham.values()) == [F(1, 5), F(2, 5), F(2, 5)]


@given(word_distributions(), word_distributions(), twelfths, st.integers(0, 2), st.integers(0, 2))
def test_the_multinomial_likelihood_sums_to_one(
    spam: Distribution, ham: Distribution, phi_y: Fraction, n: int, m: int
) -> None:
    """The sum is over all pairs of messages of lengths n and m and all their labels."""
    phi = {1: spam, 0: ham}
    everything = product(all_messages(n), all_messages(m), (0, 1), (0, 1))
    assert sum(multinomial_likelihood([d, e], [y, z], phi_y, phi) for d, e, y, z in everything) == 1


@given(word_distributions(), word_distributions(), twelfths, corpora, st.data())
def test_frequencies_maximise_the_multinomial_likelihood(
    spam: Distribution,
    ham: Distribution,
    phi_y: Fraction,
    documents: list[str],
    data: st.DataObject,
) -> None:
    """No other parameters have a larger likelihood than the frequencies, exactly."""
    labels = [data.draw(st.integers(0, 1)) for _ in documents]
    phi = {1: spam, 0: ham}
    mle = dict(phi)
    for y in (1, 0):
        members = [d for d, label in zip(documents, labels) if label == y]
        if any(members):
            mle[y] = multinomial_mle(members, WORDS)
    best = multinomial_likelihood(documents, labels, F(sum(labels), len(labels)), mle)
    assert multinomial_likelihood(documents, labels, phi_y, phi) <= best


def test_the_multinomial_likelihood_by_hand() -> None:
    """aab is spam and bc is not: 4/27 · 1/4 · 1/4; with exchanged labels it is 0."""
    phi = {
        1: {"a": F(2, 3), "b": F(1, 3), "c": F(0)},
        0: {"a": F(0), "b": F(1, 2), "c": F(1, 2)},
    }
    assert multinomial_likelihood(["aab", "bc"], [1, 0], F(1, 2), phi) == F(1, 108)
    assert multinomial_likelihood(["aab", "bc"], [0, 1], F(1, 2), phi) == 0


# Fifty thousand words: underflow of floats is an error, and Fractions are exact.


@pytest.mark.parametrize(
    "question",
    [
        lambda: bernoulli_event([1] * 2000, [0.5] * 2000),
        lambda: multinomial_event("a" * 2000, {"a": 0.5, "b": 0.5}),
        lambda: multinomial_likelihood(["a" * 600] * 4, [1] * 4, 1.0, {1: {"a": 0.5, "b": 0.5}}),
    ],
)
def test_a_product_that_underflows_is_an_error(question: Callable[[], object]) -> None:
    """2⁻²⁰⁰⁰ is not a float, and 0 would exclude the class."""
    with pytest.raises(TextbookError, match="smaller than any float"):
        question()


def test_small_products_are_exact_in_fractions() -> None:
    """Fractions are exact; a float product is 0 only if a factor is 0."""
    assert bernoulli_event([1] * 2000, [F(1, 2)] * 2000) == F(1, 2**2000)
    assert multinomial_event("a" * 2000, {"a": F(1, 2), "b": F(1, 2)}) == F(1, 2**2000)
    assert bernoulli_event([1, 0], [0.5, 1.0]) == 0
    assert multinomial_event("ab", {"a": 1.0, "b": 0.0}) == 0


def test_a_likelihood_is_rounded_once() -> None:
    """All factors are multiplied as one product, because one message alone may underflow."""
    phi = {1: {"a": 0.5, "b": 0.5}, 0: {"a": 1.0, "b": 0.0}}
    many = multinomial_likelihood(["a" * 500, "b" * 500], [1, 1], 1.0, phi)
    assert many == 2.0**-1000


# The Poisson distribution.


@in_sixty_digits
def exact_poisson(k: int, rate: float) -> Decimal:
    """λᵏ e^−λ / k! in sixty digits."""
    return dec(rate) ** k * oracle.exp(-dec(rate)) / factorial(k)


@in_sixty_digits
def poisson_by_stirling(k: int, rate: float) -> Decimal:
    """λᵏ e^−λ / k! for a large k, with k! by Stirling's series to at least thirty digits."""
    n, lam = Decimal(k), dec(rate)
    exponent = n - lam + n * (lam / n).ln() - 1 / (12 * n) + 1 / (360 * n**3)
    return exponent.exp() / (2 * PI * n).sqrt()


@given(st.integers(0, 200), st.floats(0.01, 200))
def test_poisson_in_sixty_digits(k: int, rate: float) -> None:
    """The error is that of eᵗ, whose exponent t is a sum that contains k ln(k / λ)."""
    truth = exact_poisson(k, rate)
    t = abs(float(oracle.ln(truth)))
    part = abs(k * log(k / rate)) if k else 0.0
    if t < 700:
        # An error of one ulp in t, or in a term of it, is an error of |t| or |term| ulp in eᵗ.
        assert ulps(poisson_pmf(k, rate), truth) <= 8 + 2 * (t + part)


@pytest.mark.parametrize("k", [1, 2, 5, 12, 15, 16, 17, 20, 40])
def test_poisson_at_its_mean(k: int) -> None:
    """At λ = k the exponent is Stirling's error term, without cancellation: 16 ulp."""
    assert ulps(poisson_pmf(k, float(k)), exact_poisson(k, float(k))) <= 16


@pytest.mark.parametrize(
    ("k", "rate"),
    [(10**6, 1e6), (10**9, 1e9), (10**12, 1e12), (10**15, 1e15), (10**12, 1e12 + 2e6)],
)
def test_poisson_keeps_its_digits_at_large_counts(k: int, rate: float) -> None:
    """For counts above a million the terms of the exponent are huge and almost cancel."""
    truth = poisson_by_stirling(k, rate)
    t = abs(float(oracle.ln(truth)))
    assert ulps(poisson_pmf(k, rate), truth) <= 8 + 2 * t


@pytest.mark.parametrize("rate", [0.5, 3.0, 20.0])
def test_poisson_has_its_rate_as_mean_and_variance(rate: float) -> None:
    """Σ P = 1, Σ k P = λ and Σ (k − λ)² P = λ; the tail beyond 200 is negligible."""
    p = [poisson_pmf(k, rate) for k in range(201)]
    # Relative 1e-14: each large term has an error of about 40 ulp.
    assert fsum(p) == near(1, rel=1e-14)
    assert fsum(k * q for k, q in enumerate(p)) == near(rate, rel=1e-14)
    assert fsum((k - rate) ** 2 * q for k, q in enumerate(p)) == near(rate, rel=1e-14)


def test_a_poisson_classifier_by_hand() -> None:
    """Rates 2 and 5, prior 1/4: P(second class | count 4) = 0.3933."""
    prior, rates = {0: 0.75, 1: 0.25}, {0: 2.0, 1: 5.0}
    posterior = bayes_rule(prior, {y: poisson_pmf(4, rates[y]) for y in prior})
    odds = exp(-3) * 2.5**4 / 3
    assert posterior[1] == near(0.3933029574804748, rel=1e-14)
    assert posterior[1] == near(odds / (1 + odds), rel=1e-14)
    assert poisson_pmf(0, log(4)) == near(0.25, rel=1e-15)


# Bins.


@pytest.mark.parametrize(
    ("area", "number"),
    [
        (0, 1),
        (399, 1),
        (400, 2),
        (401, 2),
        (800, 3),
        (890, 3),
        (1200, 4),
        (1300, 4),
        (1600, 4),
        (1601, 5),
        (2000, 5),
    ],
)
def test_bins_of_the_living_area_table(area: float, number: int) -> None:
    """Ng's five bins: 400 is in bin 2 because of "< 400", 1600 in bin 4 because of "> 1600"."""
    assert bin_number(area, [400, 800, 1200, 1600]) == number


@given(st.floats(allow_nan=False), st.lists(st.floats(-9, 9), max_size=5, unique=True))
def test_every_number_has_one_bin(value: float, edges: list[float]) -> None:
    """An edge belongs to the bin on its right, and the last edge to the bin on its left."""
    fence = [-inf, *sorted(edges), inf]
    number = bin_number(value, sorted(edges))
    last = len(edges) + 1
    assert fence[number - 1] < value if number == last > 1 else fence[number - 1] <= value
    assert value <= fence[number] if number >= last - 1 else value < fence[number]


# Errors.


@pytest.mark.parametrize(
    ("question", "words"),
    [
        (lambda: bernoulli_pmf(2, 0.5), "must be 0 or 1, got 2"),
        (lambda: bernoulli_pmf(1, 1.5), "theta is 1.5"),
        (lambda: bernoulli_pmf(1, nan), "theta is nan"),
        (lambda: bernoulli_event([1], [0.5, 0.5]), "1 word and 2 parameters"),
        (lambda: bernoulli_event([1, 2], [0.5, 0.5]), "must be 0 or 1, got 2"),
        (lambda: multinomial_event("z", {"a": 1.0}), "'z' is not in the vocabulary"),
        (lambda: multinomial_event("a", {"a": 0.5}), "sums to 0.5"),
        (lambda: multinomial_event("a", {}), "phi is empty"),
        (lambda: bernoulli_laplace(5, 4), "a count of .* exceeds the total of"),
        (lambda: bernoulli_laplace(-1, 4), "must not be negative"),
        (lambda: multinomial_mle(NO_WORDS, WORDS), "divides by"),
        (lambda: multinomial_mle([""], WORDS), "divides by"),
        (lambda: multinomial_mle(["abz"], WORDS), "'z' is not in the vocabulary"),
        (lambda: multinomial_laplace(["z"], WORDS), "'z' is not in the vocabulary"),
        (lambda: multinomial_mle(["ab"], "aab"), "duplicate word"),
        (lambda: multinomial_laplace(["ab"], "aab"), "duplicate word"),
        (lambda: poisson_pmf(-1, 1.0), "a count k must be .* got -1"),
        (lambda: poisson_pmf(0, 0.0), "above 0, got 0.0"),
        (lambda: poisson_pmf(0, nan), "above 0, got nan"),
        (lambda: poisson_pmf(0, inf), "above 0, got inf"),
        (lambda: bin_number(nan, [1.0]), "NaN"),
        (lambda: bin_number(0.0, [2.0, 1.0]), "increasing order"),
        (lambda: bin_number(0.0, [nan, 1.0]), "nan"),
    ],
)
def test_invalid_arguments_of_event_models_are_errors(
    question: Callable[[], object], words: str
) -> None:
    """Unknown words, invalid probabilities or counts, and unsorted edges raise errors."""
    with pytest.raises(TextbookError, match=words):
        question()


PHI = {1: [0.5], 0: [0.5]}


@pytest.mark.parametrize(
    ("rows", "labels", "phi_y", "phi", "words"),
    [
        ([[1]], [1, 0], 0.5, PHI, "1 row and 2 labels"),
        ([[1, 1]], [1], 0.5, PHI, "2 words and 1 parameter"),
        ([[1]], [1], 0.5, {1: [0.5, 0.5], 0: [0.5]}, "1 word and 2 parameters"),
        ([[1]], [2], 0.5, PHI, "2"),
        ([[1]], [1], 0.5, {0: [0.5]}, "for labels .0., got label 1"),
        ([[1]], [1], 1.5, PHI, "is 1.5"),
        ([[1]], [1], 0.5, {1: [nan], 0: [0.5]}, "is nan"),
        ([[3]], [1], 0.5, PHI, "must be 0 or 1, got 3"),
    ],
)
def test_bernoulli_rows_of_the_wrong_length_are_an_error(
    rows: list[list[int]], labels: list[int], phi_y: float, phi: dict[int, list[float]], words: str
) -> None:
    """Rows and parameters of different lengths are not truncated."""
    with pytest.raises(TextbookError, match=words):
        bernoulli_log_likelihood(rows, labels, phi_y, phi)


@pytest.mark.parametrize(
    ("documents", "labels", "phi_y", "words"),
    [
        (["a"], [1, 0], 0.5, "1 document and 2 labels"),
        (["a"], [0], 0.5, "for labels .1., got label 0"),
        (["z"], [1], 0.5, "'z' is not in the vocabulary"),
        (["a"], [1], 1.5, "is 1.5"),
    ],
)
def test_invalid_arguments_of_the_multinomial_likelihood_are_errors(
    documents: list[str], labels: list[int], phi_y: float, words: str
) -> None:
    """A label without parameters, an unknown word and an invalid prior raise errors."""
    with pytest.raises(TextbookError, match=words):
        multinomial_likelihood(documents, labels, phi_y, {1: {"a": 1.0}})
