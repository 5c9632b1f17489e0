"""Questions on categorical naive Bayes: equations (2), (3), (7) and (8)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from textbook_ml.algorithms.naive_bayes import (
    classify_categorical_nb,
    factors,
    fit_categorical_nb,
    posterior_categorical_nb,
)
from textbook_ml.equations.bayes import most_probable
from textbook_ml.equations.counts import counts_by_class
from textbook_ml.equations.smoothing import class_prior, prior_smoothed, theta_smoothed
from textbook_ml.questions.chapter.naive_products import (
    TINY,
    divided,
    exponentials,
    first_largest,
    has_prior,
    is_simple,
    labelled,
    log_scores,
    prior_for_every_feature,
    prior_of,
    products,
    sums,
    sums_with_prior,
    uniform_prior,
    with_normalised_prior,
    without_prior,
    without_zeros,
)
from textbook_ml.questions.framework.case_repair import with_sum_one
from textbook_ml.questions.framework.judge import Case, any_best, close, distribution
from textbook_ml.questions.framework.question import misconception, question
from textbook_ml.questions.framework.random_values import Draw
from textbook_ml.questions.framework.regression_cases import has_features

Model = Mapping[str, Any]
Rows = Sequence[Sequence[str]]
Labels = Sequence[str]
Values = Sequence[Sequence[str]]


def is_complete(rows: Rows, labels: Labels, values: Values, strength: float) -> bool:
    """Return whether `values` lists each value of the rows once, and the rows have one length."""
    known = all(x in vs for row in rows for x, vs in zip(row, values, strict=True))
    return known and has_features(rows) and all(len(set(vs)) == len(vs) for vs in values)


@question(
    fit_categorical_nb,
    id="algorithm-categorical-nb-fit",
    edges=[
        ([["a"]], ["yes"], [["a", "b"]], 1.0),
        ([["a"], ["b"]], ["yes", "no"], [["a", "b"]], 0.0),
        ([["a"], ["a"], ["b"]], ["yes", "yes", "no"], [["a", "b", "c"]], 1.0),
        ([["a", "c"], ["b", "c"]], ["yes", "yes"], [["a", "b"], ["c", "d"]], 0.5),
    ],
    judge=close(zero=1e-12),
    valid=is_complete,
)
def _(draw: Draw) -> Case:
    classes, width = labelled(draw), draw.whole(1, 2)
    n = draw.length(len(classes), 10)
    values = [list("abcd"[: draw.whole(2, 4)]) for _ in range(width)]
    rows = [[draw.of(vs) for vs in values] for _ in range(n)]
    return rows, draw.covering(classes, n), values, draw.of((1.0, 0.5, 2.0, 0.0))


def estimated(rows: Rows, labels: Labels, values: Values, theta: Any) -> Model:
    """Return the model with another estimate: theta(count, class count, values, counts of all)."""
    counts = [counts_by_class(column, labels) for column in zip(*rows)]
    pairs = list(zip(counts, values))
    tables = {
        y: [{x: theta(c[y].get(x, 0), n_y, vs, c[y]) for x in vs} for c, vs in pairs]
        for y, n_y in Counter(labels).items()
    }
    return {"priors": class_prior(labels), "tables": tables}


@misconception(
    fit_categorical_nb,
    "Your J is the number of values that occur in the class. In (7), J is the number of values "
    "that the feature can take.",
)
def seen_values_counted(rows: Rows, labels: Labels, values: Values, strength: float) -> Model:
    return estimated(
        rows, labels, values, lambda c, n, vs, seen: (c + strength) / (n + strength * len(seen))
    )


@misconception(
    fit_categorical_nb,
    "Your J is the number of values that occur in the data. In (7), J is the number of values "
    "that the feature can take.",
)
def values_in_data_counted(rows: Rows, labels: Labels, values: Values, strength: float) -> Model:
    seen = [set(column) for column in zip(*rows)]
    own = estimated(rows, labels, values, lambda c, n, vs, _: (c + strength, n))
    tables = {
        y: [
            {x: c / (n + strength * len(there)) for x, (c, n) in table.items()}
            for table, there in zip(tables_y, seen)
        ]
        for y, tables_y in own["tables"].items()
    }
    return {"priors": own["priors"], "tables": tables}


@misconception(
    fit_categorical_nb,
    "You add l to the numerator only. The denominator of (7) is #D{Y = y} + l J.",
)
def denominator_not_smoothed(rows: Rows, labels: Labels, values: Values, strength: float) -> Model:
    return estimated(rows, labels, values, lambda c, n, vs, _: (c + strength) / n)


@misconception(
    fit_categorical_nb,
    "You ignore the strength l, which gives (6). Equation (7) adds l to every count.",
)
def strength_ignored(rows: Rows, labels: Labels, values: Values, strength: float) -> Model:
    return estimated(rows, labels, values, lambda c, n, vs, _: c / n)


@misconception(
    fit_categorical_nb,
    "You add l to the denominator once. There are l pseudo-examples of each of the J values, so "
    "add l J.",
)
def strength_added_once(rows: Rows, labels: Labels, values: Values, strength: float) -> Model:
    return estimated(rows, labels, values, lambda c, n, vs, _: (c + strength) / (n + strength))


@misconception(
    fit_categorical_nb,
    "You divide by the number of all examples, which gives P(x, y). For P(x | y), divide by the "
    "number of examples of the class.",
)
def divided_by_all(rows: Rows, labels: Labels, values: Values, strength: float) -> Model:
    every = len(rows)
    return estimated(
        rows, labels, values, lambda c, n, vs, _: (c + strength) / (every + strength * len(vs))
    )


@misconception(
    fit_categorical_nb,
    "You use the same prior for every class. By (8), the prior of a class is its fraction of the "
    "examples.",
)
def equal_priors(rows: Rows, labels: Labels, values: Values, strength: float) -> Model:
    model = fit_categorical_nb(rows, labels, values, strength)
    return {**model, "priors": uniform_prior(model["priors"])}


@misconception(
    fit_categorical_nb,
    "Your tables contain only the values that occur in the class. Include every value of `values`.",
)
def unseen_values_left_out(rows: Rows, labels: Labels, values: Values, strength: float) -> Model:
    model = fit_categorical_nb(rows, labels, values, strength)
    counts = [counts_by_class(column, labels) for column in zip(*rows)]
    tables = {
        y: [{x: table[x] for x in table if x in c[y]} for table, c in zip(tables_y, counts)]
        for y, tables_y in model["tables"].items()
    }
    return {**model, "tables": tables}


@misconception(
    fit_categorical_nb, "You smooth the prior too. Here the prior is (8), which is not smoothed."
)
def prior_smoothed_too(rows: Rows, labels: Labels, values: Values, strength: float) -> Model:
    counts, n = Counter(labels), len(labels)
    priors = {y: prior_smoothed(n_y, n, len(counts), strength) for y, n_y in counts.items()}
    return {**fit_categorical_nb(rows, labels, values, strength), "priors": priors}


@misconception(
    fit_categorical_nb,
    "Your J is the number of features. In (7), J is the number of values that the feature can "
    "take.",
)
def features_for_values(rows: Rows, labels: Labels, values: Values, strength: float) -> Model:
    j = len(values)
    return estimated(rows, labels, values, lambda c, n, vs, _: (c + strength) / (n + strength * j))


@misconception(
    fit_categorical_nb,
    "You always add 1, as Laplace smoothing does. Equation (7) adds the given pseudo-count l.",
)
def always_laplace(rows: Rows, labels: Labels, values: Values, strength: float) -> Model:
    return estimated(rows, labels, values, lambda c, n, vs, _: (c + 1) / (n + len(vs)))


@misconception(
    fit_categorical_nb,
    "You add 1 to the numerator. Equation (7) adds the pseudo-count l, as in the denominator.",
)
def one_for_strength(rows: Rows, labels: Labels, values: Values, strength: float) -> Model:
    return estimated(rows, labels, values, lambda c, n, vs, _: (c + 1) / (n + strength * len(vs)))


@misconception(
    fit_categorical_nb,
    "You smooth only counts that are 0. Equation (7) adds l to every count, and l J to the total.",
)
def zeros_alone_smoothed(rows: Rows, labels: Labels, values: Values, strength: float) -> Model:
    def theta(c: int, n: int, vs: Sequence[str], _: object) -> float:
        return c / n if c else strength / (n + strength * len(vs))

    return estimated(rows, labels, values, theta)


@misconception(
    fit_categorical_nb,
    "You divide by the number of examples with this value, which gives P(y | x). Equation (7) "
    "divides by the number of examples of the class.",
)
def condition_reversed(rows: Rows, labels: Labels, values: Values, strength: float) -> Model:
    in_all = [Counter(column) for column in zip(*rows)]
    model, n_classes = estimated(rows, labels, values, lambda c, n, vs, _: c), len(set(labels))
    tables = {
        y: [
            {x: theta_smoothed(c, seen[x], n_classes, strength) for x, c in table.items()}
            for table, seen in zip(tables_y, in_all)
        ]
        for y, tables_y in model["tables"].items()
    }
    return {**model, "tables": tables}


def is_model(model: Model, row: Sequence[str]) -> bool:
    """Return whether every table of every class is a distribution over the same values."""
    lists = list(model["tables"].values())
    return has_prior(model, row) and all(
        [set(t) for t in tables] == [set(t) for t in lists[0]] and all(map(is_table, tables))
        for tables in lists
    )


def is_table(table: Mapping[str, float]) -> bool:
    """Return whether this is a distribution whose probabilities are 0 or have few digits."""
    return sum(table.values()) == 1 and all(p == 0 or is_simple(p) for p in table.values())


def whole(model: Model, row: Sequence[str]) -> Case:
    """Make priors and tables sum to 1 after a class or a value was removed."""
    tables = {y: list(map(with_sum_one, ts)) for y, ts in model["tables"].items()}
    return with_normalised_prior({**model, "tables": tables}, row)


def even(p: float) -> dict[str, float]:
    """Return the distribution of a feature with two values, where "a" has probability p."""
    return {"b": 1 - p, "a": p}


EVEN = {"yes": [even(0.5)], "no": [even(0.5)]}
UNEVEN = {"yes": 0.25, "no": 0.75}
MODELS: list[Case] = [
    ({"priors": {"yes": 0.5, "no": 0.5}, "tables": EVEN}, ["a"]),  # a tie
    ({"priors": UNEVEN, "tables": {"yes": [even(0.5)], "no": [even(0.25)]}}, ["a"]),
    ({"priors": UNEVEN, "tables": {"yes": [even(0.5)] * 3, "no": [even(0.25)] * 3}}, ["a"] * 3),
    (  # the sum of the factors decides wrongly
        {
            "priors": {"yes": 0.5, "no": 0.5},
            "tables": {"yes": [even(0.75), even(0.125)], "no": [even(0.375), even(0.375)]},
        },
        ["a", "a"],
    ),
    ({"priors": UNEVEN, "tables": {"yes": [even(0.5)], "no": [even(0.0)]}}, ["a"]),
    (  # the product without the zero factor decides wrongly
        {"priors": UNEVEN, "tables": {"yes": [even(0.25)] * 2, "no": [even(0.0), even(1.0)]}},
        ["a", "a"],
    ),
    (
        {
            "priors": {"yes": 0.25, "no": 0.5, "maybe": 0.25},
            "tables": {
                "yes": [even(TINY)] * 2,
                "no": [even(2 * TINY)] * 2,
                "maybe": [even(TINY)] * 2,
            },
        },
        ["a", "a"],
    ),
]


def random_model_and_row(draw: Draw) -> Case:
    """Draw a model and a row."""
    classes, width = labelled(draw), draw.length(1, 5)
    values = ["abcd"[: draw.whole(2, 4)] for _ in range(width)]
    tables = {y: [dict(zip(vs, draw.shares(len(vs)))) for vs in values] for y in classes}
    return {"priors": prior_of(draw, classes), "tables": tables}, [draw.of(vs) for vs in values]


@question(
    posterior_categorical_nb,
    id="algorithm-categorical-nb-posterior",
    edges=MODELS,
    judge=distribution(),
    valid=is_model,
    repair=whole,
)
def _(draw: Draw) -> Case:
    return random_model_and_row(draw)


@question(
    classify_categorical_nb,
    id="algorithm-categorical-nb-classify",
    edges=MODELS,
    judge=any_best(posterior_categorical_nb),
    valid=is_model,
    repair=whole,
)
def _(draw: Draw) -> Case:
    return random_model_and_row(draw)


@misconception(
    posterior_categorical_nb, "You leave out the prior P(y). It is the first factor of (2)."
)
def prior_forgotten(model: Model, row: Sequence[str]) -> dict[str, float]:
    return without_prior(model["priors"], factors(model, row))


@misconception(
    posterior_categorical_nb,
    "You multiply by the prior once for each feature. In (2), P(y) is a factor only once.",
)
def prior_inside(model: Model, row: Sequence[str]) -> dict[str, float]:
    return prior_for_every_feature(model["priors"], factors(model, row))


@misconception(
    posterior_categorical_nb,
    "You return the joint probabilities P(x, y). Divide each by their sum to get the posterior.",
)
def joint_for_posterior(model: Model, row: Sequence[str]) -> dict[str, float]:
    return products(model["priors"], factors(model, row))


@misconception(
    posterior_categorical_nb,
    "Your method is correct, but the product underflows to 0 and you divide 0 by 0. Add "
    "logarithms, and subtract the largest sum before you take exp.",
)
def product_underflows(model: Model, row: Sequence[str]) -> dict[str, float]:
    return divided(products(model["priors"], factors(model, row)))


@misconception(
    posterior_categorical_nb,
    "You add the factors of a class. Given the class, the features are independent, so multiply "
    "the factors.",
)
def factors_added(model: Model, row: Sequence[str]) -> dict[str, float]:
    return divided(sums(model["priors"], factors(model, row)))


@misconception(
    posterior_categorical_nb,
    "Your method is correct until a probability is 0, which has no logarithm. The posterior of "
    "that class is 0.",
)
def logarithm_of_zero(model: Model, row: Sequence[str]) -> dict[str, float]:
    return exponentials(log_scores(model["priors"], factors(model, row)))


@misconception(
    posterior_categorical_nb,
    "You leave out factors that are 0. A zero factor makes the posterior of the class 0.",
)
def zeros_left_out(model: Model, row: Sequence[str]) -> dict[str, float]:
    return exponentials(log_scores(model["priors"], without_zeros(factors(model, row))))


@misconception(
    classify_categorical_nb, "You leave out the prior P(y). It is the first factor of (3)."
)
def decided_without_prior(model: Model, row: Sequence[str]) -> str:
    return most_probable(prior_forgotten(model, row))


@misconception(
    classify_categorical_nb,
    "You multiply by the prior once for each feature. In (3), P(y) is a factor only once.",
)
def decided_with_prior_inside(model: Model, row: Sequence[str]) -> str:
    return most_probable(prior_inside(model, row))


@misconception(
    classify_categorical_nb,
    "Your method is correct, but every product underflows to 0 and all classes tie. Compare sums "
    "of logarithms.",
)
def decided_by_products(model: Model, row: Sequence[str]) -> str:
    return first_largest(products(model["priors"], factors(model, row)))


@misconception(
    classify_categorical_nb,
    "You return the class with the largest prior. Multiply the prior by the probabilities of the "
    "values in the row.",
)
def most_common(model: Model, row: Sequence[str]) -> str:
    return first_largest(model["priors"])


@misconception(
    classify_categorical_nb,
    "You add the factors of a class. Given the class, the features are independent, so multiply "
    "the factors.",
)
def decided_by_sums(model: Model, row: Sequence[str]) -> str:
    return first_largest(factors_added(model, row))


@misconception(
    classify_categorical_nb,
    "You return the least probable class. Return the class with the largest posterior.",
)
def least_probable(model: Model, row: Sequence[str]) -> str:
    posterior = posterior_categorical_nb(model, row)
    return min(posterior, key=posterior.__getitem__)


@misconception(
    classify_categorical_nb,
    "You add the prior and the factors. Multiply them, or add their logarithms.",
)
def decided_by_sums_with_prior(model: Model, row: Sequence[str]) -> str:
    return first_largest(sums_with_prior(model["priors"], factors(model, row)))


@misconception(
    classify_categorical_nb,
    "Your method is correct until a probability is 0, which has no logarithm. Use −inf as the "
    "score of that class.",
)
def decided_with_logarithm_of_zero(model: Model, row: Sequence[str]) -> str:
    return first_largest(log_scores(model["priors"], factors(model, row)))


@misconception(
    classify_categorical_nb,
    "You leave out factors that are 0. A zero factor makes the product of the class 0.",
)
def decided_without_zeros(model: Model, row: Sequence[str]) -> str:
    return most_probable(zeros_left_out(model, row))
