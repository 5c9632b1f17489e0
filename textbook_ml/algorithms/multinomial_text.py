"""Multinomial naive Bayes for text: every occurrence of a word counts (Ng, section 2.2).

documents    the words of each document, in any order, with repetitions
vocabulary   the words of the model; all other words are ignored
model        {"priors": {label: π}, "phi": {label: {word: φ}}}
"""

from collections.abc import Mapping, Sequence
from typing import Any

from textbook_ml.core.errors import require_same_length
from textbook_ml.equations.bayes import most_probable, naive_bayes_posterior
from textbook_ml.equations.event_models import multinomial_laplace
from textbook_ml.equations.smoothing import class_prior
from textbook_ml.sources.registry import equation

Model = Mapping[str, Any]
Words = Sequence[str]


@equation("gwansiu-s1.4-multinomial", "ng-multinomial-event")
def fit_multinomial_nb(documents: Sequence[Words], labels: Words, vocabulary: Words) -> Model:
    """Fit multinomial naive Bayes: pool the words of all documents of a class.

        π_y = number of documents of class y / number of documents
        φₖ|y = (occurrences of word k in class y + 1) / (number of words in class y + |V|)

    Return {"priors": {label: π}, "phi": {label: {word: φ}}}.

    >>> model = fit_multinomial_nb([["buy", "buy"], ["exam"]], ["spam", "ham"], ["buy", "exam"])
    >>> {word: float(phi) for word, phi in model["phi"]["spam"].items()}
    {'buy': 0.75, 'exam': 0.25}
    """
    require_same_length(documents=documents, labels=labels)
    priors, phi = class_prior(labels), {}
    for y in priors:
        members = [words for words, label in zip(documents, labels) if label == y]
        phi[y] = multinomial_laplace(members, vocabulary)
    return {"priors": priors, "phi": phi}


def factors(model: Model, words: Words) -> dict[str, list[float]]:
    """Return φ of each known word, once for each occurrence, by label."""
    return {y: [phi[word] for word in words if word in phi] for y, phi in model["phi"].items()}


def posterior_multinomial_nb(model: Model, words: Words) -> dict[str, float]:
    """Return the posterior of every class: one factor for every occurrence of a word.

        P(y | x) = π_y Πⱼ φ_{xⱼ}|y / Σ_y′ π_y′ Πⱼ φ_{xⱼ}|y′

    `model` is the result of `fit_multinomial_nb`. Ignore words that are not in
    the vocabulary. The posterior of an empty document is the prior.

    >>> phi = {"spam": {"buy": 0.75, "exam": 0.25}, "ham": {"buy": 0.25, "exam": 0.75}}
    >>> model = {"priors": {"spam": 0.5, "ham": 0.5}, "phi": phi}
    >>> posterior_multinomial_nb(model, ["buy", "lottery"])
    {'spam': 0.75, 'ham': 0.25}
    """
    return naive_bayes_posterior(model["priors"], factors(model, words))


def classify_multinomial_nb(model: Model, words: Words) -> str:
    """Return the most probable class of a document under multinomial naive Bayes.

        y* = argmax_y π_y Πⱼ φ_{xⱼ}|y

    Ignore words that are not in the vocabulary of `model`. If several classes are
    equally probable, any of them is correct.

    >>> phi = {"spam": {"buy": 0.75, "exam": 0.25}, "ham": {"buy": 0.25, "exam": 0.75}}
    >>> model = {"priors": {"spam": 0.5, "ham": 0.5}, "phi": phi}
    >>> classify_multinomial_nb(model, ["buy", "lottery"])
    'spam'
    """
    return most_probable(posterior_multinomial_nb(model, words))


SPAM, HAM = ["buy buy now", "pills now", "pills"], ["lunch now", "lunch bob", "lunch"]


def main() -> None:
    """Print the probability of each word, then the decisions for three new messages.

    >>> main()
    word      P(word | spam)   P(word | ham)
    bob                0.091           0.200
    buy                0.273           0.100
    lunch              0.091           0.400
    now                0.273           0.200
    pills              0.273           0.100
    <BLANKLINE>
    message            P(spam | message)   decision
    now                            0.577   spam
    now now now                    0.717   spam
    lunch with bob now             0.123   ham
    """
    texts, labels = [text.split() for text in SPAM + HAM], ["spam"] * 3 + ["ham"] * 3
    words = sorted({word for text in texts for word in text})
    model = fit_multinomial_nb(texts, labels, words)
    print("word      P(word | spam)   P(word | ham)")
    for word in words:
        p, q = (float(model["phi"][y][word]) for y in ("spam", "ham"))
        print(f"{word:10}{p:14.3f}{q:16.3f}")
    print("\nmessage            P(spam | message)   decision")
    for text in ("now", "now now now", "lunch with bob now"):
        p = posterior_multinomial_nb(model, text.split())["spam"]
        print(f"{text:24}{float(p):12.3f}   {classify_multinomial_nb(model, text.split())}")


if __name__ == "__main__":
    main()
