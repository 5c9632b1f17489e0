"""Discrete models agree exactly with the complete algorithms: estimates, posteriors, labels."""

from collections import Counter
from fractions import Fraction
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from textbook_ml.algorithms.bernoulli_text import (
    classify_bernoulli_nb,
    fit_bernoulli_nb,
    posterior_bernoulli_nb,
)
from textbook_ml.algorithms.multinomial_text import (
    classify_multinomial_nb,
    fit_multinomial_nb,
    posterior_multinomial_nb,
)
from textbook_ml.algorithms.naive_bayes import (
    classify_categorical_nb,
    fit_categorical_nb,
    posterior_categorical_nb,
)
from textbook_ml.equations.smoothing import categorical_laplace, categorical_smoothed
from textbook_ml.models.bernoulli_naive_bayes import BernoulliNaiveBayes
from textbook_ml.models.categorical_naive_bayes import CategoricalNaiveBayes
from textbook_ml.models.multinomial_naive_bayes import MultinomialNaiveBayes

CLASSES = ["yes", "no", "maybe"]
VOCABULARY = ["buy", "now", "exam", "lunch"]
strengths = st.fractions(Fraction(1, 4), 3, max_denominator=8)


@st.composite
def labelled(draw: st.DrawFn, example: st.SearchStrategy[Any]) -> tuple[list[Any], list[str]]:
    """Draw examples of two or three classes, each of which occurs."""
    k = draw(st.integers(2, 3))
    more = draw(st.lists(st.sampled_from(CLASSES[:k]), max_size=8))
    labels = draw(st.permutations(CLASSES[:k] + more))
    return [draw(example) for _ in labels], list(labels)


def agree(model: Any, row: Any, exactly: dict[str, Fraction], label: str) -> None:
    """Check that the posteriors are equal Fractions and the labels are equal."""
    assert model.exact_posterior(row) == exactly
    best = max(exactly.values())
    ties = [y for y in model.classes if exactly[y] == best]
    assert label == ties[0] and model.classify(row) in ties
    for y, p in model.posterior(row).items():
        assert abs(p - exactly[y]) <= 2.0**-48


@given(labelled(st.tuples(st.sampled_from("abc"), st.sampled_from("uv"))), strengths, st.data())
def test_categorical_naive_bayes_agrees(
    data: tuple[list[Any], list[str]], strength: Fraction, more: st.DataObject
) -> None:
    """Tables by (7), priors by (8), posteriors by (2) and labels by (3) agree exactly."""
    rows, labels = data
    values = [["a", "b", "c"], ["u", "v", "w"]]
    fitted = fit_categorical_nb(rows, labels, values, strength)
    model = CategoricalNaiveBayes.fit(
        rows, labels, values=values, theta=lambda counts: categorical_smoothed(counts, strength)
    )
    assert model.classes == tuple(fitted["priors"])
    assert list(map(list, model.tables)) == list(fitted["tables"].values())
    row = [more.draw(st.sampled_from(vs)) for vs in values]
    posterior: Any = posterior_categorical_nb(fitted, row)
    agree(model, row, posterior, classify_categorical_nb(fitted, row))


bits = st.lists(st.integers(0, 1), min_size=3, max_size=3)


@given(labelled(bits), bits)
def test_bernoulli_naive_bayes_agrees(data: tuple[list[Any], list[str]], row: list[int]) -> None:
    """Probabilities are smoothed with + 1 and + 2, and absent words have factors."""
    rows, labels = data
    fitted = fit_bernoulli_nb(rows, labels)
    model = BernoulliNaiveBayes.fit(rows, labels, theta=categorical_laplace)
    assert list(map(list, model.phi)) == list(fitted["phi"].values())
    posterior: Any = posterior_bernoulli_nb(fitted, row)
    agree(model, row, posterior, classify_bernoulli_nb(fitted, row))


documents = st.lists(st.sampled_from(VOCABULARY), max_size=6)


@given(labelled(documents), documents)
def test_multinomial_naive_bayes_agrees(
    data: tuple[list[Any], list[str]], words: list[str]
) -> None:
    """Counts are smoothed with + 1 and + |V|; repeated words count, unknown words do not."""
    texts, labels = data
    fitted = fit_multinomial_nb(texts, labels, VOCABULARY)
    counted = [Counter(text) for text in texts]
    model = MultinomialNaiveBayes.fit(
        counted, labels, theta=categorical_laplace, features=VOCABULARY
    )
    phi = [[table[word] for word in VOCABULARY] for table in fitted["phi"].values()]
    assert list(map(list, model.phi)) == phi
    posterior: Any = posterior_multinomial_nb(fitted, [*words, "unknown"])
    label = classify_multinomial_nb(fitted, words)
    agree(model, Counter([*words, "unknown"]), posterior, label)
