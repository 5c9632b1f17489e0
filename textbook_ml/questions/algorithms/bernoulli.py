"""Questions on Bernoulli naive Bayes with Laplace smoothing (Ng, section 2)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from textbook_ml.algorithms.bernoulli_text import (
    classify_bernoulli_nb,
    factors,
    fit_bernoulli_nb,
    posterior_bernoulli_nb,
)
from textbook_ml.equations.bayes import most_probable, naive_bayes_posterior
from textbook_ml.equations.smoothing import class_prior
from textbook_ml.questions.chapter.naive_products import (
    TINY,
    divided,
    first_largest,
    has_prior,
    labelled,
    members_of,
    prior_for_every_feature,
    prior_of,
    products,
    sums,
    sums_with_prior,
    uniform_prior,
    with_normalised_prior,
    without_prior,
)
from textbook_ml.questions.framework.judge import Case, any_best, close, distribution
from textbook_ml.questions.framework.question import misconception, question
from textbook_ml.questions.framework.random_values import Draw
from textbook_ml.questions.framework.regression_cases import has_features

Model = Mapping[str, Any]
Rows = Sequence[Sequence[int]]
Labels = Sequence[str]


def are_bits(rows: Rows, labels: Labels) -> bool:
    """Return whether the rows are not empty and contain only zeros and ones."""
    return has_features(rows) and all(x in (0, 1) for row in rows for x in row)


@question(
    fit_bernoulli_nb,
    id="algorithm-bernoulli-nb-fit",
    edges=[
        ([[1]], ["yes"]),
        ([[1], [0]], ["yes", "no"]),
        ([[1, 0], [1, 0], [0, 0]], ["yes", "yes", "no"]),
    ],
    judge=close(),
    valid=are_bits,
)
def _(draw: Draw) -> Case:
    classes, width = labelled(draw), draw.whole(1, 4)
    n = draw.length(len(classes), 12)
    return [draw.bits(width) for _ in range(n)], draw.covering(classes, n)


def with_added(rows: Rows, labels: Labels, numerator: int, denominator: int) -> Model:
    """Return the model with these numbers added to numerator and denominator (correct: 1, 2)."""
    phi = {
        y: [Fraction(sum(c) + numerator, len(c) + denominator) for c in zip(*members)]
        for y, members in members_of(rows, labels).items()
    }
    return {"priors": class_prior(labels), "phi": phi}


@misconception(
    fit_bernoulli_nb,
    "You do not smooth. Laplace smoothing adds 1 to the numerator and 2 to the denominator, so "
    "that no φ is 0 or 1.",
)
def not_smoothed(rows: Rows, labels: Labels) -> Model:
    return with_added(rows, labels, 0, 0)


@misconception(
    fit_bernoulli_nb,
    "You add 1 to the denominator. A Bernoulli feature has two values, so Laplace smoothing adds "
    "2.",
)
def one_added_to_denominator(rows: Rows, labels: Labels) -> Model:
    return with_added(rows, labels, 1, 1)


@misconception(
    fit_bernoulli_nb,
    "You add the size of the vocabulary to the denominator, as in the multinomial model. A "
    "Bernoulli feature has two values, so add 2.",
)
def vocabulary_added_to_denominator(rows: Rows, labels: Labels) -> Model:
    return with_added(rows, labels, 1, len(rows[0]))


@misconception(
    fit_bernoulli_nb,
    "You divide by the number of all rows, which gives P(xⱼ = 1, y). Divide by the number of rows "
    "of the class.",
)
def divided_by_all(rows: Rows, labels: Labels) -> Model:
    phi = {
        y: [Fraction(sum(column) + 1, len(rows) + 2) for column in zip(*members)]
        for y, members in members_of(rows, labels).items()
    }
    return {"priors": class_prior(labels), "phi": phi}


@misconception(
    fit_bernoulli_nb,
    "You divide by the number of words in the class, as in the multinomial model. The Bernoulli "
    "model divides by the number of rows of the class.",
)
def divided_by_words(rows: Rows, labels: Labels) -> Model:
    phi = {
        y: [Fraction(sum(c) + 1, sum(map(sum, members)) + 2) for c in zip(*members)]
        for y, members in members_of(rows, labels).items()
    }
    return {"priors": class_prior(labels), "phi": phi}


@misconception(
    fit_bernoulli_nb,
    "You use the same prior for every class. The prior of a class is its fraction of the rows.",
)
def equal_priors(rows: Rows, labels: Labels) -> Model:
    model = fit_bernoulli_nb(rows, labels)
    return {**model, "priors": uniform_prior(model["priors"])}


@misconception(
    fit_bernoulli_nb,
    "You smooth the prior too. Here the prior is the unsmoothed fraction of the rows.",
)
def prior_smoothed_too(rows: Rows, labels: Labels) -> Model:
    counts, n = Counter(labels), len(labels)
    priors = {y: (n_y + 1) / (n + len(counts)) for y, n_y in counts.items()}
    return {**fit_bernoulli_nb(rows, labels), "priors": priors}


@misconception(fit_bernoulli_nb, "Your priors are counts. Divide each count by the number of rows.")
def counts_for_priors(rows: Rows, labels: Labels) -> Model:
    return {**fit_bernoulli_nb(rows, labels), "priors": dict(Counter(labels))}


def is_model(model: Model, row: Sequence[int]) -> bool:
    """Return whether every φ is between 0 and 1, and the prior of every class above 0."""
    return has_prior(model, row) and all(0 < p < 1 for phi in model["phi"].values() for p in phi)


UNEVEN = {"yes": 0.25, "no": 0.75}
MODELS: list[Case] = [
    ({"priors": {"yes": 0.5, "no": 0.5}, "phi": {"yes": [0.5], "no": [0.5]}}, [1]),  # a tie
    ({"priors": UNEVEN, "phi": {"yes": [0.5], "no": [0.25]}}, [1]),
    ({"priors": UNEVEN, "phi": {"yes": [0.5] * 3, "no": [0.25] * 3}}, [1] * 3),
    ({"priors": {"yes": 0.5, "no": 0.5}, "phi": {"yes": [0.75, 0.75], "no": [0.5, 0.25]}}, [1, 0]),
    (  # the sum of the factors decides wrongly
        {"priors": {"yes": 0.5, "no": 0.5}, "phi": {"yes": [0.75, 0.125], "no": [0.375, 0.375]}},
        [1, 1],
    ),
    (
        {
            "priors": {"yes": 0.25, "no": 0.5, "maybe": 0.25},
            "phi": {"yes": [TINY] * 2, "no": [2 * TINY] * 2, "maybe": [TINY] * 2},
        },
        [1, 1],
    ),
]


def random_model_and_row(draw: Draw) -> Case:
    """Draw a model and a row."""
    classes, width = labelled(draw), draw.length(1, 6)
    phi = {y: [draw.probability() for _ in range(width)] for y in classes}
    return {"priors": prior_of(draw, classes), "phi": phi}, draw.bits(width)


@question(
    posterior_bernoulli_nb,
    id="algorithm-bernoulli-nb-posterior",
    edges=MODELS,
    judge=distribution(),
    valid=is_model,
    repair=with_normalised_prior,
)
def _(draw: Draw) -> Case:
    return random_model_and_row(draw)


@question(
    classify_bernoulli_nb,
    id="algorithm-bernoulli-nb-classify",
    edges=MODELS,
    judge=any_best(posterior_bernoulli_nb),
    valid=is_model,
    repair=with_normalised_prior,
)
def _(draw: Draw) -> Case:
    return random_model_and_row(draw)


def present_factors(model: Model, row: Sequence[int]) -> dict[str, list[float]]:
    """Return φ of each word that occurs, by label."""
    return {y: [p for x, p in zip(row, phi) if x] for y, phi in model["phi"].items()}


@misconception(
    posterior_bernoulli_nb,
    "You ignore absent words. In the Bernoulli model each absent word contributes the factor 1 − "
    "φ.",
)
def absent_ignored(model: Model, row: Sequence[int]) -> dict[str, float]:
    return naive_bayes_posterior(model["priors"], present_factors(model, row))


@misconception(
    posterior_bernoulli_nb,
    "You multiply by φ for every word. An absent word contributes the factor 1 − φ.",
)
def absent_as_present(model: Model, row: Sequence[int]) -> dict[str, float]:
    return naive_bayes_posterior(model["priors"], model["phi"])


@misconception(posterior_bernoulli_nb, "You leave out the prior. P(y) is the first factor.")
def prior_forgotten(model: Model, row: Sequence[int]) -> dict[str, float]:
    return without_prior(model["priors"], factors(model, row))


@misconception(
    posterior_bernoulli_nb,
    "You multiply by the prior once for each word. P(y) is a factor only once.",
)
def prior_inside(model: Model, row: Sequence[int]) -> dict[str, float]:
    return prior_for_every_feature(model["priors"], factors(model, row))


@misconception(
    posterior_bernoulli_nb,
    "Your method is correct, but the product underflows to 0 and you divide 0 by 0. Add "
    "logarithms, and subtract the largest sum before you take exp.",
)
def product_underflows(model: Model, row: Sequence[int]) -> dict[str, float]:
    return divided(products(model["priors"], factors(model, row)))


@misconception(
    classify_bernoulli_nb,
    "You ignore absent words. In the Bernoulli model each absent word contributes the factor 1 − "
    "φ.",
)
def decided_by_present(model: Model, row: Sequence[int]) -> str:
    return most_probable(absent_ignored(model, row))


@misconception(classify_bernoulli_nb, "You leave out the prior. P(y) is the first factor.")
def decided_without_prior(model: Model, row: Sequence[int]) -> str:
    return most_probable(prior_forgotten(model, row))


@misconception(
    classify_bernoulli_nb,
    "You multiply by the prior once for each word. P(y) is a factor only once.",
)
def decided_with_prior_inside(model: Model, row: Sequence[int]) -> str:
    return most_probable(prior_inside(model, row))


@misconception(
    classify_bernoulli_nb,
    "Your method is correct, but every product underflows to 0 and all classes tie. Compare sums "
    "of logarithms.",
)
def decided_by_products(model: Model, row: Sequence[int]) -> str:
    return first_largest(products(model["priors"], factors(model, row)))


@misconception(
    classify_bernoulli_nb,
    "You return the least probable class. Return the class with the largest posterior.",
)
def least_probable(model: Model, row: Sequence[int]) -> str:
    posterior = posterior_bernoulli_nb(model, row)
    return min(posterior, key=posterior.__getitem__)


@misconception(
    classify_bernoulli_nb,
    "You add the factors of a class. Given the class, the features are independent, so multiply "
    "the factors.",
)
def decided_by_sums(model: Model, row: Sequence[int]) -> str:
    return first_largest(sums(model["priors"], factors(model, row)))


@misconception(
    classify_bernoulli_nb,
    "You add the prior and the factors. Multiply them, or add their logarithms.",
)
def decided_by_sums_with_prior(model: Model, row: Sequence[int]) -> str:
    return first_largest(sums_with_prior(model["priors"], factors(model, row)))
