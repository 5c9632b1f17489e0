"""Multinomial naive Bayes: documents by hand, and unseen words."""

from collections import Counter
from fractions import Fraction as F
from functools import partial
from itertools import permutations, product
from math import inf, log, prod
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textbook_ml.core.errors import TextbookError
from textbook_ml.core.text import tokens
from textbook_ml.equations.smoothing import categorical_laplace, categorical_smoothed
from textbook_ml.models.multinomial_naive_bayes import MultinomialNaiveBayes

NB = MultinomialNaiveBayes
DOCUMENTS = [Counter("aaab"), Counter("b"), Counter("bc")]
LABELS = [1, 1, 0]


def three_words() -> MultinomialNaiveBayes[int]:
    """Return a model of words a, b, c: 1/2, 1/3, 1/6 in class 1 and 1/5, 1/5, 3/5 in class 0."""
    phi = ((F(1, 2), F(1, 3), F(1, 6)), (F(1, 5), F(1, 5), F(3, 5)))
    return NB((1, 0), ("a", "b", "c"), (F(1, 4), F(3, 4)), phi)


def test_two_documents_by_hand() -> None:
    """One word a gives 5/11 for class 1, two give 25/37: repetition counts."""
    model = three_words()
    assert model.exact_posterior({"a": 1})[1] == F(5, 11)
    assert model.exact_posterior({"a": 2})[1] == F(25, 37)


def test_the_documents_of_one_length_sum_to_one() -> None:
    """P(x, y) sums to one over all nine documents of two words."""
    model = three_words()
    joint = [
        model.priors[k] * prod(dict(zip("abc", model.phi[k]))[word] for word in document)
        for k in (0, 1)
        for document in product("abc", repeat=2)
    ]
    assert sum(joint) == 1


def test_words_are_pooled_over_the_documents_of_a_class() -> None:
    """The pooled frequencies are 3/5, 2/5, 0, not the mean over documents, 3/8."""
    model = NB.fit(DOCUMENTS, LABELS)
    assert model.features == ("a", "b", "c")
    assert model.phi == ((F(3, 5), F(2, 5), F(0)), (F(0), F(1, 2), F(1, 2)))
    assert model.priors == (F(2, 3), F(1, 3))


def test_laplace_adds_the_size_of_the_vocabulary() -> None:
    """Smoothing gives 4/8, 3/8, 1/8 and 1/5, 2/5, 2/5."""
    model = NB.fit(DOCUMENTS, LABELS, theta=categorical_laplace)
    assert model.phi == ((F(1, 2), F(3, 8), F(1, 8)), (F(1, 5), F(2, 5), F(2, 5)))


@pytest.mark.parametrize("strength", [0.01, 0.1, 1.5])
def test_a_strength_may_be_a_float(strength: float) -> None:
    """With a float pseudo-count the word probabilities sum to one."""
    theta = partial(categorical_smoothed, strength=strength)
    model = NB.fit(DOCUMENTS, LABELS, theta=theta)
    expected = (3 + strength) / (5 + 3 * strength)
    assert float(model.phi[0][0]) == pytest.approx(expected, rel=1e-14)
    assert sum(model.exact_posterior({"c": 2}).values()) == 1


@pytest.mark.parametrize("document", [{}, {"unheard": 3}, {"a": 0}, Counter()])
def test_a_document_without_known_words_has_the_prior_as_posterior(
    document: dict[str, int],
) -> None:
    """Documents may be empty or contain only unknown words or counts of zero."""
    model = NB.fit(DOCUMENTS, LABELS, theta=categorical_laplace)
    assert model.exact_posterior(document) == {1: F(2, 3), 0: F(1, 3)}
    assert model.posterior(document) == pytest.approx({1: 2 / 3, 0: 1 / 3}, abs=1e-15)
    assert model.predict([document]) == [1]
    assert model.explain(document).contributions == ()


def test_unknown_words_are_ignored() -> None:
    """An unknown word does not change the posterior or the vocabulary."""
    model = NB.fit(DOCUMENTS, LABELS, theta=categorical_laplace)
    before = repr(model)
    assert model.exact_posterior({"a": 1, "unheard": 9}) == model.exact_posterior({"a": 1})
    assert repr(model) == before


def test_a_document_impossible_in_every_class_is_rejected() -> None:
    """Without smoothing, a and c occur in different classes only, so the posterior is 0/0."""
    model = NB.fit(DOCUMENTS, LABELS)
    for ask in (model.posterior, model.exact_posterior, model.classify):
        with pytest.raises(TextbookError, match="no class can have produced this"):
            ask({"a": 1, "c": 1})
    with pytest.raises(TextbookError, match="no class can have produced this"):
        model.predict([{"a": 1, "c": 1}])


@pytest.mark.parametrize("order", list(permutations("xyz")))
def test_a_word_of_count_zero_excludes_no_class(order: tuple[str, ...]) -> None:
    """A word that occurs zero times excludes no class, also on the fast path."""
    documents = [{"a": 2, "b": 1}, {"c": 3, "a": 1}, {"b": 1}]
    model = NB.fit(documents, "xyz", classes=order)
    for row in ({"a": 1, "b": 0}, {"a": 1, "b": 0, "c": 0}, {"b": 1, "c": 0}, {"c": 1, "b": 0}):
        assert model.exact_posterior(row) == model.exact_posterior({w: 1 for w in row if row[w]})
        assert model.predict([row]) == [model.classify(row)]


@pytest.mark.parametrize("count", [-1, -0.5, float("nan"), float("inf"), "many", None])
def test_invalid_word_counts_are_rejected(count: Any) -> None:
    """The error names the word and the value, for one document and for many."""
    model = NB.fit(DOCUMENTS, LABELS, theta=categorical_laplace)
    for ask in (model.posterior, model.exact_posterior, model.classify, model.explain):
        with pytest.raises(TextbookError, match="'a'"):
            ask({"a": count})
    for ask_many in (model.predict, model.predict_proba):
        with pytest.raises(TextbookError, match="'a'"):
            ask_many([{"a": count}])
    with pytest.raises(TextbookError, match="'a'"):
        NB.fit([{"a": count}, {"b": 1}], [1, 0])


@pytest.mark.parametrize("row", ["buy now", ["buy", "now"], 3])
def test_a_raw_string_is_rejected(row: Any) -> None:
    """The error for a raw string explains what a row is."""
    with pytest.raises(TextbookError, match="word"):
        NB.fit([row, {"b": 1}], [1, 0])
    with pytest.raises(TextbookError, match="word"):
        NB.fit(DOCUMENTS, LABELS).posterior(row)


def test_a_class_without_examples() -> None:
    """Without smoothing this is an error; with smoothing all words are equally probable."""
    with pytest.raises(TextbookError, match="the words of class 2"):
        NB.fit(DOCUMENTS, LABELS, classes=[0, 1, 2])
    model = NB.fit(DOCUMENTS, LABELS, classes=[0, 1, 2], theta=categorical_laplace)
    assert model.phi[2] == (F(1, 3),) * 3
    assert model.exact_posterior({"a": 1})[2] == 0


def test_documents_without_words_are_rejected() -> None:
    """An empty vocabulary is an error; one class without words needs smoothing."""
    with pytest.raises(TextbookError, match="the documents have no words"):
        NB.fit([{}, {}], [0, 1])
    with pytest.raises(TextbookError, match="the words of class 1"):
        NB.fit([{"a": 1}, {}], [0, 1])


def test_a_document_of_a_thousand_words_does_not_underflow() -> None:
    """Products near 1e-2000 are compared by logarithms and exactly."""
    model = three_words()
    document = {"a": 900, "b": 500, "c": 1200}
    exact = model.exact_posterior(document)
    for y in (0, 1):
        assert model.posterior(document)[y] == pytest.approx(float(exact[y]), rel=1e-11)
    assert all(s > -inf for s in model.log_scores(document).values())


def test_the_most_informative_words_come_first() -> None:
    """Words of one class only have infinite log odds; words of no class are last."""
    model = NB.fit(DOCUMENTS, LABELS, features=["z", "a", "b", "c"])
    ranked = model.most_informative(4)
    assert {name for name, _ in ranked[:2]} == {"a", "c"}
    assert ranked[2][0] == "b" and ranked[2][1] == pytest.approx(log(5 / 4), rel=1e-14)
    assert ranked[3] == ("z", 0.0)
    assert len(model.most_informative(2)) == 2


def test_weights_count_documents() -> None:
    """A weight of 1/2 halves the word counts of a document and its part of the prior."""
    model = NB.fit([{"a": 2}, {"b": 3}, {"a": 1}], [1, 1, 0], weights=[F(1, 2), 1, 1])
    assert model.phi[0] == (F(1, 4), F(3, 4))
    assert model.priors == (F(3, 5), F(2, 5))


def test_a_sample_has_the_requested_length() -> None:
    """Sampled documents of length seven have seven words of the vocabulary."""
    rows, _ = three_words().sample(20, Random(0), length=7)
    assert all(sum(row.values()) == 7 and set(row) <= set("abc") for row in rows)


texts = st.lists(
    st.tuples(st.sampled_from("sh"), st.text("ab ,'é", max_size=12)), min_size=1, max_size=6
)


@given(texts)
def test_raw_strings_are_counted_and_labelled_as_their_bags_are(
    pairs: list[tuple[str, str]],
) -> None:
    """The fast path for strings gives the same counts and labels, including ties."""
    pairs = [("s", "a b"), ("h", "b é"), *pairs]
    labels, strings = [y for y, _ in pairs], [text for _, text in pairs]
    bags = [Counter(tokens(text)) for text in strings]
    counts = MultinomialNaiveBayes.count_texts(strings, labels)
    assert counts == MultinomialNaiveBayes.count(bags, labels)
    nb = MultinomialNaiveBayes.from_statistics(counts, theta=categorical_laplace)
    assert nb.predict_texts(strings) == nb.predict(bags) == list(map(nb.classify, bags))


def test_unequal_numbers_of_texts_and_labels_are_rejected() -> None:
    """The error states both numbers."""
    with pytest.raises(TextbookError, match="1 text and 2 labels|2 labels"):
        MultinomialNaiveBayes.count_texts(["a"], "sh")
    with pytest.raises(TextbookError, match="there are no texts"):
        MultinomialNaiveBayes.count_texts([], "")
