"""Questions on multinomial naive Bayes with Laplace smoothing (Ng, section 2.2)."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from textbook_ml.algorithms.multinomial_text import (
    classify_multinomial_nb,
    factors,
    fit_multinomial_nb,
    posterior_multinomial_nb,
)
from textbook_ml.equations.bayes import most_probable, naive_bayes_posterior
from textbook_ml.equations.event_models import (
    bernoulli_laplace,
    multinomial_laplace,
    multinomial_mle,
)
from textbook_ml.equations.smoothing import class_prior
from textbook_ml.questions.chapter.naive_products import (
    TINY,
    divided,
    first_largest,
    is_simple,
    labelled,
    members_of,
    prior_for_every_feature,
    prior_of,
    products,
    sums,
    sums_with_prior,
    with_normalised_prior,
    without_prior,
)
from textbook_ml.questions.framework.case_repair import with_sum_one
from textbook_ml.questions.framework.judge import Case, any_best, close, distribution
from textbook_ml.questions.framework.question import misconception, question
from textbook_ml.questions.framework.random_values import Draw

Model = Mapping[str, Any]
Words = Sequence[str]
Labels = Sequence[str]


@question(
    fit_multinomial_nb,
    id="algorithm-multinomial-nb-fit",
    edges=[
        ([["a"]], ["yes"], ["a", "b"]),
        ([["a", "a", "a", "b"], ["b"]], ["yes", "yes"], ["a", "b"]),
        ([["a", "a"], ["b"], []], ["yes", "no", "no"], ["a", "b", "c"]),
    ],
    judge=close(),
    valid=lambda documents, labels, vocabulary: any(documents),
)
def _(draw: Draw) -> Case:
    classes, vocabulary = labelled(draw), list("abcde"[: draw.whole(2, 5)])
    n = draw.length(len(classes), 8)
    documents = [draw.picks(vocabulary, draw.whole(0, 5)) for _ in range(n)]
    return documents, draw.covering(classes, n), vocabulary


@misconception(
    fit_multinomial_nb,
    "You average the estimates of single documents. Pool the words of all documents of the class, "
    "so that long documents have more weight.",
)
def documents_averaged(documents: Sequence[Words], labels: Labels, vocabulary: Words) -> Model:
    phi = {}
    for y, members in members_of(documents, labels).items():
        tables = [multinomial_laplace([document], vocabulary) for document in members]
        phi[y] = {word: sum(t[word] for t in tables) / len(tables) for word in vocabulary}
    return {"priors": class_prior(labels), "phi": phi}


def with_added(
    documents: Sequence[Words], labels: Labels, vocabulary: Words, numerator: int, denominator: Any
) -> Model:
    """Return the model with other numbers added to the numerator and, by words, the denominator."""
    phi = {}
    for y, members in members_of(documents, labels).items():
        words = [word for document in members for word in document]
        n = len(words) + denominator(words)
        phi[y] = {word: Fraction(words.count(word) + numerator, n) for word in vocabulary}
    return {"priors": class_prior(labels), "phi": phi}


@misconception(fit_multinomial_nb, "You add 1 to the numerator only. Add |V| to the denominator.")
def nothing_added_to_denominator(
    documents: Sequence[Words], labels: Labels, vocabulary: Words
) -> Model:
    return with_added(documents, labels, vocabulary, 1, lambda words: 0)


@misconception(
    fit_multinomial_nb,
    "You add 2 to the denominator, as in the Bernoulli model. Each position can hold any of |V| "
    "words, so add |V|.",
)
def two_added_to_denominator(
    documents: Sequence[Words], labels: Labels, vocabulary: Words
) -> Model:
    return with_added(documents, labels, vocabulary, 1, lambda words: 2)


@misconception(
    fit_multinomial_nb,
    "Your |V| is the number of words that occur in the class. The vocabulary is the same for all "
    "classes.",
)
def seen_words_counted(documents: Sequence[Words], labels: Labels, vocabulary: Words) -> Model:
    return with_added(documents, labels, vocabulary, 1, lambda words: len(set(words)))


@misconception(
    fit_multinomial_nb,
    "You count a word once per document, as in the Bernoulli model. The multinomial model counts "
    "every occurrence.",
)
def counted_once(documents: Sequence[Words], labels: Labels, vocabulary: Words) -> Model:
    once = [list(dict.fromkeys(document)) for document in documents]
    return fit_multinomial_nb(once, labels, vocabulary)


@misconception(
    fit_multinomial_nb,
    "You compute the prior from the number of words. P(y) is the fraction of documents, whatever "
    "their length.",
)
def prior_by_words(documents: Sequence[Words], labels: Labels, vocabulary: Words) -> Model:
    words = [y for document, y in zip(documents, labels) for _ in document]
    priors = {y: Fraction(words.count(y), len(words)) for y in dict.fromkeys(labels)}
    return {**fit_multinomial_nb(documents, labels, vocabulary), "priors": priors}


@misconception(
    fit_multinomial_nb,
    "You do not smooth. Laplace smoothing adds 1 to the numerator and |V| to the denominator, so "
    "that no φ is 0.",
)
def not_smoothed(documents: Sequence[Words], labels: Labels, vocabulary: Words) -> Model:
    own = members_of(documents, labels)
    phi = {y: multinomial_mle(texts, vocabulary) for y, texts in own.items()}
    return {"priors": class_prior(labels), "phi": phi}


@misconception(
    fit_multinomial_nb,
    "You count the documents that contain the word and add 2 to the denominator, which is the "
    "Bernoulli model. Count every occurrence.",
)
def fraction_of_documents(documents: Sequence[Words], labels: Labels, vocabulary: Words) -> Model:
    own = members_of(documents, labels)
    phi = {
        y: {k: bernoulli_laplace(sum(k in text for text in texts), len(texts)) for k in vocabulary}
        for y, texts in own.items()
    }
    return {"priors": class_prior(labels), "phi": phi}


@misconception(
    fit_multinomial_nb,
    "You divide by the number of words in all classes. Divide by the number of words in the "
    "class, plus |V|.",
)
def divided_by_all_words(documents: Sequence[Words], labels: Labels, vocabulary: Words) -> Model:
    n_words, v = sum(map(len, documents)), len(vocabulary)
    model, own = fit_multinomial_nb(documents, labels, vocabulary), members_of(documents, labels)
    factors = {y: (sum(map(len, texts)) + v) / (n_words + v) for y, texts in own.items()}
    phi = {y: {k: p * factors[y] for k, p in row.items()} for y, row in model["phi"].items()}
    return {**model, "phi": phi}


def is_model(model: Model, words: Words) -> bool:
    """Return whether each class has a distribution without zeros over the same vocabulary."""
    tables = list(model["phi"].values())
    return all(map(is_simple, model["priors"].values())) and all(
        set(phi) == set(tables[0]) and sum(phi.values()) == 1 and all(map(is_simple, phi.values()))
        for phi in tables
    )


def whole(model: Model, words: Words) -> Case:
    """Make priors and word probabilities sum to 1 after a class or a word was removed."""
    phi = {y: with_sum_one(table) for y, table in model["phi"].items()}
    return with_normalised_prior({**model, "phi": phi}, words)


def words_with(p: float) -> dict[str, float]:
    """Return a distribution over three words, of which "a" has probability p."""
    return {"b": (1 - p) / 2, "c": (1 - p) / 2, "a": p}


UNEVEN = {"yes": 0.25, "no": 0.75}
LEANING = {"yes": words_with(0.75), "no": words_with(0.5)}
BALANCED = {
    "yes": {"a": 0.75, "b": 0.125, "c": 0.125},
    "no": {"a": 0.375, "b": 0.375, "c": 0.25},
}
RARE = {"yes": TINY, "no": 2 * TINY, "maybe": TINY}
MODELS: list[Case] = [
    ({"priors": {"yes": 0.5, "no": 0.5}, "phi": LEANING}, ["a"]),
    ({"priors": UNEVEN, "phi": LEANING}, []),
    ({"priors": UNEVEN, "phi": LEANING}, ["a", "unknown"]),
    ({"priors": UNEVEN, "phi": LEANING}, ["a"] * 4),
    # the sum of the factors decides wrongly
    ({"priors": {"yes": 0.5, "no": 0.5}, "phi": BALANCED}, ["a", "b"]),
    (
        {
            "priors": {"yes": 0.25, "no": 0.5, "maybe": 0.25},
            "phi": {y: words_with(p) for y, p in RARE.items()},
        },
        ["a", "a"],
    ),
]


def random_model_and_row(draw: Draw) -> Case:
    """Draw a model, and a document that may contain an unknown word."""
    classes, vocabulary = labelled(draw), "abcd"[: draw.whole(2, 4)]
    phi = {y: dict(zip(vocabulary, draw.shares(len(vocabulary)))) for y in classes}
    words = draw.picks(vocabulary + draw.of(("", "z")), draw.length(1, 10))
    return {"priors": prior_of(draw, classes), "phi": phi}, words


@question(
    posterior_multinomial_nb,
    id="algorithm-multinomial-nb-posterior",
    edges=MODELS,
    judge=distribution(),
    valid=is_model,
    repair=whole,
)
def _(draw: Draw) -> Case:
    return random_model_and_row(draw)


@question(
    classify_multinomial_nb,
    id="algorithm-multinomial-nb-classify",
    edges=MODELS,
    judge=any_best(posterior_multinomial_nb),
    valid=is_model,
    repair=whole,
)
def _(draw: Draw) -> Case:
    return random_model_and_row(draw)


@misconception(
    posterior_multinomial_nb,
    "You multiply by 1 − φ for absent words, as in the Bernoulli model. In the multinomial model "
    "absent words have no factor.",
)
def absent_counted(model: Model, words: Words) -> dict[str, float]:
    both = factors(model, words)
    for y, phi in model["phi"].items():
        both[y] += [1 - p for word, p in phi.items() if word not in words]
    return naive_bayes_posterior(model["priors"], both)


@misconception(
    posterior_multinomial_nb,
    "You count a repeated word once, as in the Bernoulli model. The multinomial model has a "
    "factor for every occurrence.",
)
def repeats_ignored(model: Model, words: Words) -> dict[str, float]:
    return posterior_multinomial_nb(model, list(dict.fromkeys(words)))


@misconception(posterior_multinomial_nb, "You leave out the prior. P(y) is the first factor.")
def prior_forgotten(model: Model, words: Words) -> dict[str, float]:
    return without_prior(model["priors"], factors(model, words))


@misconception(
    posterior_multinomial_nb,
    "You multiply by the prior once for each word. P(y) is a factor only once.",
)
def prior_inside(model: Model, words: Words) -> dict[str, float]:
    return prior_for_every_feature(model["priors"], factors(model, words))


@misconception(
    posterior_multinomial_nb,
    "Your method is correct until a word is not in the vocabulary. Ignore such words.",
)
def unknown_words_not_skipped(model: Model, words: Words) -> dict[str, float]:
    known = {y: [phi[word] for word in words] for y, phi in model["phi"].items()}
    return naive_bayes_posterior(model["priors"], known)


@misconception(
    posterior_multinomial_nb,
    "Your method is correct, but the product underflows to 0 and you divide 0 by 0. Add "
    "logarithms, and subtract the largest sum before you take exp.",
)
def product_underflows(model: Model, words: Words) -> dict[str, float]:
    return divided(products(model["priors"], factors(model, words)))


@misconception(
    posterior_multinomial_nb,
    "You use one factor for each word of the vocabulary, φ or 1 − φ, which is the Bernoulli "
    "model. Use one factor for each occurrence.",
)
def product_over_vocabulary(model: Model, words: Words) -> dict[str, float]:
    both = {
        y: [p if word in words else 1 - p for word, p in phi.items()]
        for y, phi in model["phi"].items()
    }
    return naive_bayes_posterior(model["priors"], both)


@misconception(
    classify_multinomial_nb,
    "You count a repeated word once, as in the Bernoulli model. The multinomial model has a "
    "factor for every occurrence.",
)
def decided_without_repeats(model: Model, words: Words) -> str:
    return most_probable(repeats_ignored(model, words))


@misconception(
    classify_multinomial_nb,
    "You multiply by 1 − φ for absent words, as in the Bernoulli model. In the multinomial model "
    "absent words have no factor.",
)
def decided_with_absent(model: Model, words: Words) -> str:
    return most_probable(absent_counted(model, words))


@misconception(classify_multinomial_nb, "You leave out the prior. P(y) is the first factor.")
def decided_without_prior(model: Model, words: Words) -> str:
    return most_probable(prior_forgotten(model, words))


@misconception(
    classify_multinomial_nb,
    "You multiply by the prior once for each word. P(y) is a factor only once.",
)
def decided_with_prior_inside(model: Model, words: Words) -> str:
    return most_probable(prior_inside(model, words))


@misconception(
    classify_multinomial_nb,
    "Your method is correct, but every product underflows to 0 and all classes tie. Compare sums "
    "of logarithms.",
)
def decided_by_products(model: Model, words: Words) -> str:
    return first_largest(products(model["priors"], factors(model, words)))


@misconception(
    classify_multinomial_nb,
    "Your method is correct until a word is not in the vocabulary. Ignore such words.",
)
def decided_with_unknown_words(model: Model, words: Words) -> str:
    return first_largest(unknown_words_not_skipped(model, words))


@misconception(
    classify_multinomial_nb,
    "You return the least probable class. Return the class with the largest posterior.",
)
def least_probable(model: Model, words: Words) -> str:
    posterior = posterior_multinomial_nb(model, words)
    return min(posterior, key=posterior.__getitem__)


@misconception(
    classify_multinomial_nb,
    "You use one factor for each word of the vocabulary, φ or 1 − φ, which is the Bernoulli "
    "model. Use one factor for each occurrence.",
)
def decided_over_vocabulary(model: Model, words: Words) -> str:
    return first_largest(product_over_vocabulary(model, words))


@misconception(
    classify_multinomial_nb,
    "You add the factors of a class. Given the class, the features are independent, so multiply "
    "the factors.",
)
def decided_by_sums(model: Model, words: Words) -> str:
    return first_largest(sums(model["priors"], factors(model, words)))


@misconception(
    classify_multinomial_nb,
    "You add the prior and the factors. Multiply them, or add their logarithms.",
)
def decided_by_sums_with_prior(model: Model, words: Words) -> str:
    return first_largest(sums_with_prior(model["priors"], factors(model, words)))
