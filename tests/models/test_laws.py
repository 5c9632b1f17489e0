"""Laws that every model obeys; models are found by their files, so new ones are tested too.

Some laws are about every classifier, some about probabilistic and some about generative models:
a model is tested for the protocols that it implements.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import FrozenInstanceError, fields
from fractions import Fraction as F
from functools import reduce
from inspect import signature
from itertools import permutations
from math import fsum, inf, log, sqrt
from operator import add
from random import Random
from typing import Any, TypeVar

import pytest

from tests.models_support import (
    EXAMPLES,
    LINEAR,
    ONE_HOT,
    Example,
    assert_same_model,
    model_classes,
    parameters,
)
from textbook_ml.core.errors import TextbookError
from textbook_ml.core.numeric import ulps_off
from textbook_ml.core.stable import sigmoid
from textbook_ml.equations.bayes import most_probable
from textbook_ml.learning.statistics.by_class import ByClass
from textbook_ml.learning.statistics.moments import Moments
from textbook_ml.models.protocols import Classifier, Generative, Probabilistic

Test = TypeVar("Test", bound=Callable[..., None])


def of_every(
    keep: Callable[[Example], bool] = lambda _: True,
) -> Callable[[Test], Test]:
    """Run a test for every example that `keep` selects."""
    kept = [example for example in EXAMPLES if keep(example)]
    assert kept
    return pytest.mark.parametrize("example", kept, ids=lambda example: example.name)


def probabilistic(example: Example) -> bool:
    return example.is_probabilistic


def generative(example: Example) -> bool:
    return example.is_generative


def unique(example: Example) -> bool:
    return example.unique


def is_exact(example: Example) -> bool:
    return hasattr(example.model, "exact_posterior")


def takes(name: str) -> Callable[[Example], bool]:
    return lambda example: name in signature(example.model.fit).parameters


def is_counted(example: Example) -> bool:
    return hasattr(example.model, "count") and not takes_text(example)


def takes_text(example: Example) -> bool:
    return example.model.__name__ == "BernoulliNaiveBayes" and example.is_text


def methods_of(model: Any, *verbs: str) -> list[Callable[[Any], Any]]:
    """Return those of the named methods that the model has."""
    return [getattr(model, verb) for verb in verbs if hasattr(model, verb)]


def assert_alike(a: Mapping[Any, float], b: Mapping[Any, float], tolerance: float) -> None:
    """Check that two posteriors have the same classes and nearly the same probabilities."""
    assert a.keys() == b.keys()
    for y in a:
        assert abs(a[y] - b[y]) <= tolerance, (y, a, b)


def assert_same_predictions(a: Any, b: Any, asked: Sequence[Any], others: Sequence[Any]) -> None:
    """Check that `a` predicts for `asked` what `b` predicts for `others`, exactly if possible."""
    exactness = 1e-13 if Generative in type(a).__mro__ else 1e-10
    for row, other in zip(asked, others, strict=True):
        if Probabilistic in type(a).__mro__:
            assert_alike(a.posterior(row), b.posterior(other), exactness)
        else:
            assert a.classify(row) == b.classify(other)
        if hasattr(a, "exact_posterior"):
            assert a.exact_posterior(row) == b.exact_posterior(other)


def with_prior_of_sizes(example: Example) -> dict[str, Any]:
    """Return options that replace a given prior by the class frequencies."""
    return {"prior": prior_of_sizes} if example.is_generative else {}


def prior_of_sizes(sizes: Sequence[Any]) -> list[F]:
    """Return the class frequencies, whatever prior the example has."""
    return [F(n, sum(sizes)) for n in sizes]


def assert_few_ulps(a: ByClass[Any], b: ByClass[Any]) -> None:
    """Check that counts are equal and moments differ by at most a few ulps."""
    assert a.sizes == b.sizes and a.summaries.keys() == b.summaries.keys()
    for y in a.summaries:
        for found, due in zip(a.summaries[y], b.summaries[y], strict=True):
            if isinstance(due, Moments):
                assert found.n == due.n
                assert ulps_off(float(found.mean), due.mean) <= 2
                assert ulps_off(float(found.about_mean), due.about_mean) <= 4
            else:
                assert found == due


# Completeness of the examples.


def test_every_model_is_held_to_the_laws() -> None:
    """Every model class has an example, so all tests of this file run for it."""
    assert set(model_classes()) == {example.model for example in EXAMPLES}


@of_every(generative)
def test_every_generative_model_counts_then_estimates(example: Example) -> None:
    """Every generative model has `count`, whose results can be added, and `from_statistics`."""
    assert hasattr(example.model, "count") and hasattr(example.model, "from_statistics")


@pytest.mark.parametrize("model", list(model_classes()))
@pytest.mark.parametrize("option", ["classes", "features"])
def test_every_fit_takes_the_common_options(model: Any, option: str) -> None:
    """Every `fit` has options for the order of the classes and for feature names."""
    assert option in signature(model.fit).parameters


@of_every(probabilistic)
@pytest.mark.parametrize("option", ["prior", "weights"])
def test_every_fit_of_probabilities_takes_a_prior_and_weights(
    example: Example, option: str
) -> None:
    """Every `fit` of a probabilistic model has options for the prior and for row weights."""
    assert option in signature(example.model.fit).parameters


@pytest.mark.parametrize("model", list(model_classes()))
def test_every_model_is_a_classifier(model: Any) -> None:
    """Every model is a Classifier, and every generative model is Probabilistic."""
    assert Classifier in model.__mro__
    assert Generative not in model.__mro__ or Probabilistic in model.__mro__


# The posterior.


@of_every(probabilistic)
def test_the_posterior_sums_to_one(example: Example) -> None:
    """A posterior has one probability for each class, and their sum is one."""
    model = example.fitted()
    for row in example.questions():
        posterior = model.posterior(row)
        assert tuple(posterior) == model.classes
        assert all(0 <= p <= 1 for p in posterior.values())
        assert abs(fsum(posterior.values()) - 1) <= 2**-52


@of_every(is_exact)
def test_the_exact_posterior_sums_to_exactly_one(example: Example) -> None:
    """Exact posteriors sum to one, and float posteriors are the rounded Fractions."""
    model = example.fitted()
    for row in example.questions():
        exact = model.exact_posterior(row)
        assert set(map(type, exact.values())) == {F}
        assert sum(exact.values()) == 1
        assert_alike(exact, model.posterior(row), 1e-15)


@of_every(probabilistic)
def test_classify_is_the_most_probable(example: Example) -> None:
    """`classify` returns the most probable class; in a tie, the first."""
    model = example.fitted()
    for row in example.questions():
        assert model.classify(row) == most_probable(model.posterior(row))


@of_every()
def test_predict_is_classify_of_each_row(example: Example) -> None:
    """`predict` for many rows returns the labels that `classify` returns for each row."""
    model, rows = example.fitted(), example.questions()
    labels = [model.classify(row) for row in rows]
    assert set(labels) <= set(model.classes)
    assert model.predict(rows) == labels
    assert model.predict(iter(rows)) == labels
    assert model.score(rows, labels) == 1.0


@of_every(probabilistic)
def test_predict_proba_is_the_posterior_of_each_row(example: Example) -> None:
    """`predict_proba` differs from `posterior` only by rounding."""
    model, rows = example.fitted(), example.questions()
    for fast, row in zip(model.predict_proba(iter(rows)), rows, strict=True):
        assert_alike(fast, model.posterior(row), 1e-12)


@of_every(probabilistic)
def test_scores_differ_from_log_posteriors_by_one_constant(example: Example) -> None:
    """For each row, scores and log posteriors differ by the same number in every class."""
    model = example.fitted()
    for row in example.questions():
        posterior = model.posterior(row)
        for ask in methods_of(model, "log_scores", "log_joint"):
            scores = ask(row)
            gaps = [s - log(posterior[y]) for y, s in scores.items() if posterior[y] > 1e-300]
            assert max(gaps) - min(gaps) <= 1e-12 * max(1.0, *map(abs, gaps))
            vetoed = [y for y, s in scores.items() if s == -inf]
            assert all(posterior[y] == 0 for y in vetoed)


@of_every(lambda example: example.gaps and not example.is_text)
def test_ties_go_to_the_first_class(example: Example) -> None:
    """With equal priors, a row without evidence is classified as the first class."""
    classes = example.fitted().classes
    equal = {y: F(1, len(classes)) for y in classes}
    nothing = [None] * len(example.rows[0])
    for order in permutations(classes):
        model = example.fitted(prior=equal, classes=order)
        assert model.classify(nothing) == order[0]
        assert model.predict([nothing]) == [order[0]]


# Invariances.


@of_every(unique)
@pytest.mark.parametrize("seed", range(3))
def test_the_order_of_the_rows_does_not_matter(example: Example, seed: int) -> None:
    """Shuffled training data give the same model."""
    places = list(range(len(example.rows)))
    Random(seed).shuffle(places)
    rows, labels = [example.rows[i] for i in places], [example.labels[i] for i in places]
    shuffled = example.fit(rows, labels)
    assert_same_predictions(example.fitted(), shuffled, example.asked, example.asked)


@of_every(unique)
def test_the_order_of_the_classes_does_not_matter(example: Example) -> None:
    """The order of `classes` changes only the order of the predictions, not their values."""
    model = example.fitted()
    for order in permutations(model.classes):
        turned = example.fitted(classes=order)
        assert turned.classes == order
        assert_same_predictions(model, turned, example.asked, example.asked)


@of_every(lambda example: not example.is_text)
def test_the_order_of_the_features_does_not_matter(example: Example) -> None:
    """Permuting the columns of training and test rows does not change predictions."""
    model = example.fitted()
    for order in permutations(range(len(example.rows[0]))):
        turned = example.reordered(order)
        assert_same_predictions(model, turned.fitted(), example.asked, turned.asked)


@of_every(lambda example: example.is_text)
def test_the_order_of_the_words_does_not_matter(example: Example) -> None:
    """Neither the order of the vocabulary nor that of the words of a document matters."""
    model = example.fitted()
    turned = example.reordered([]).fitted(features=model.features[::-1])
    assert turned.features == model.features[::-1]
    asked = example.reordered([]).asked
    assert_same_predictions(model, turned, example.asked, asked)


@of_every(lambda example: example.mle)
def test_duplicating_the_data_does_not_change_the_mle(example: Example) -> None:
    """Maximum likelihood estimates depend only on relative frequencies."""
    thrice = example.fit([*example.rows] * 3, [*example.labels] * 3)
    assert_same_model(example, thrice, example.fitted())


# Weights.


@of_every(takes("weights"))
def test_a_weight_of_two_is_a_duplicated_row(example: Example) -> None:
    """An integer weight equals that number of copies of the row, exactly."""
    weights = [1 + i % 3 for i in range(len(example.rows))]
    rows = [row for row, n in zip(example.rows, weights) for _ in range(n)]
    labels = [y for y, n in zip(example.labels, weights) for _ in range(n)]
    assert_same_model(example, example.fitted(weights=weights), example.fit(rows, labels))


@of_every(takes("weights"))
def test_weights_of_one_change_nothing(example: Example) -> None:
    """Weights of one, as int, float or Fraction, give the unweighted model."""
    for one in (1, 1.0, F(1)):
        assert example.fitted(weights=[one] * len(example.rows)) == example.fitted()


@of_every(lambda example: example.mle and takes("weights")(example))
def test_only_the_ratios_of_weights_matter_to_the_mle(example: Example) -> None:
    """Equal weights of 1/3 give the same estimates as weights of 1."""
    third = example.fitted(weights=[F(1, 3)] * len(example.rows))
    assert_same_model(example, third, example.fitted())


@of_every(takes("weights"))
@pytest.mark.parametrize("wrong", [-1, float("nan"), inf])
def test_weights_are_finite_and_not_negative(example: Example, wrong: float) -> None:
    """A weight that is negative or not finite raises an error."""
    with pytest.raises(TextbookError, match="weight"):
        example.fitted(weights=[*[1] * (len(example.rows) - 1), wrong])


@of_every(takes("weights"))
def test_there_is_a_weight_for_each_row(example: Example) -> None:
    """Fewer weights than rows raise an error."""
    with pytest.raises(TextbookError, match="weights"):
        example.fitted(weights=[1] * (len(example.rows) - 1))


NUMBERS = [10**5000, -(10**400), F(10**400), 1e308, -1e308, 5e-324, float("nan"), inf, 1.0, True]


@of_every()
@pytest.mark.parametrize("number", NUMBERS, ids=range(len(NUMBERS)))
def test_any_number_is_classified_or_raises_textbook_error(example: Example, number: Any) -> None:
    """Any number is classified or raises TextbookError, never another exception."""
    model, row = example.fitted(), example.rows[0]
    asked = dict.fromkeys(row, number) if isinstance(row, Mapping) else [number] * len(row)
    try:
        assert model.classify(asked) in model.classes
    except TextbookError as error:
        assert len(str(error)) < 1000


# Statistics.


@of_every(is_counted)
def test_statistics_add_up(example: Example) -> None:
    """Statistics of two pieces add up, in either order, to those of all rows."""
    count = example.count
    for cut in range(1, len(example.rows)):
        a = count(example.rows[:cut], example.labels[:cut])
        b = count(example.rows[cut:], example.labels[cut:])
        assert a + b == b + a == count(example.rows, example.labels)


@of_every(is_counted)
def test_statistics_can_be_subtracted(example: Example) -> None:
    """Statistics that were added can be subtracted, down to the last example of a class."""
    count = example.count
    everything = count(example.rows, example.labels)
    for cut in range(1, len(example.rows)):
        a = count(example.rows[:cut], example.labels[:cut])
        b = count(example.rows[cut:], example.labels[cut:])
        assert everything - b == a and everything - a == b


@of_every(is_counted)
def test_statistics_of_single_rows_add_up_in_any_order(example: Example) -> None:
    """Statistics of single rows, added in random order, equal those of the batch."""
    pairs = list(zip(example.rows, example.labels))
    Random(3).shuffle(pairs)
    pieces = [example.count([row], [y]) for row, y in pairs]
    assert reduce(add, pieces) == example.count(example.rows, example.labels)


@of_every(lambda example: is_counted(example) and not example.is_text)
def test_statistics_of_a_stream_are_those_of_the_batch(example: Example) -> None:
    """Counting an iterator of more than one block gives the statistics of the list."""
    batch = example.count(example.rows, example.labels)
    kinds: list[Any] = [type(summary) for summary in next(iter(batch.summaries.values()))]
    if len(kinds) != len(example.rows[0]):
        pytest.skip("all features are summed up together")
    once: ByClass[Any] = ByClass.of_stream(zip(example.rows, example.labels), kinds)
    assert once == batch
    times = 2500 // len(example.rows)
    long = ((x, y) for _ in range(times) for x, y in zip(example.rows, example.labels))
    assert_few_ulps(ByClass.of_stream(long, kinds), reduce(add, [batch] * times))


@of_every(is_counted)
def test_a_model_from_merged_statistics_equals_the_fitted_model(example: Example) -> None:
    """Estimating from statistics merged from two pieces gives the model of `fit`."""
    count = example.count
    merged = count(example.rows[:2], example.labels[:2])
    merged = merged + count(example.rows[2:], example.labels[2:])
    options = {**example.options, **example.per_feature}
    assert example.model.from_statistics(merged, **options) == example.fitted()


@of_every(is_counted)
def test_subtracting_uncounted_examples_is_rejected(example: Example) -> None:
    """Subtracting statistics of examples that were not counted raises an error."""
    some = example.count(example.rows[:-1], example.labels[:-1])
    everything = example.count(example.rows, example.labels)
    with pytest.raises(TextbookError, match="cannot remove"):
        some - everything


# Missing values.


@of_every(lambda example: example.gaps)
def test_a_missing_value_is_a_feature_left_out(example: Example) -> None:
    """The posterior with a missing value is that of a model without the feature."""
    model = example.fitted()
    for i in range(len(example.rows[0])):
        small = example.without(i)
        asked = [[None if j == i else x for j, x in enumerate(row)] for row in example.asked]
        assert_same_predictions(model, small.fitted(), asked, small.asked)


@of_every(lambda example: example.gaps)
def test_a_row_of_missing_values_has_the_prior_as_posterior(example: Example) -> None:
    """If all values are missing, the posterior is the prior."""
    model, nothing = example.fitted(), [None] * len(example.rows[0])
    prior = dict(zip(model.classes, model.priors))
    assert_alike(model.posterior(nothing), prior, 1e-15)
    assert_alike(model.predict_proba([nothing])[0], prior, 1e-15)
    if is_exact(example):
        assert model.exact_posterior(nothing) == prior


@of_every(lambda example: example.gaps)
def test_a_missing_value_contributes_zero_to_an_explanation(example: Example) -> None:
    """The contribution of a missing value to the log odds is exactly zero."""
    model = example.fitted()
    explained = model.explain([None, *example.asked[0][1:]])
    assert explained.contributions[0] == (model.features[0], None, 0.0)


@of_every(lambda example: not example.gaps and not example.is_text)
def test_models_of_complete_rows_reject_missing_values(example: Example) -> None:
    """Models that cannot omit a factor reject missing values in `fit` and `predict`."""
    if example.model.__name__ == "GaussianNaiveBayes":
        pytest.skip("the common variance of fewer features is another")
    row = [None, *example.asked[0][1:]]
    if example.model.__name__ != "FullJointBayes":  # which sums over missing values
        with pytest.raises(TextbookError, match="missing|None|whole"):
            example.fitted().classify(row)
    with pytest.raises(TextbookError, match="missing|no value"):
        example.fit([row, *example.rows], [example.labels[0], *example.labels])


# Saving.


@of_every()
def test_a_model_read_from_json_is_equal(example: Example) -> None:
    """The JSON text is read to an equal model, which writes the same text again."""
    model = example.fitted()
    text = model.to_json()
    again = type(model).from_json(text)
    assert again == model
    assert again.to_json() == text


# Explaining.


@of_every(probabilistic)
def test_the_parts_of_an_explanation_add_up(example: Example) -> None:
    """Prior and contributions sum to the log odds of the best class against the second."""
    model = example.fitted()
    for row in example.questions():
        explained, posterior = model.explain(row), model.posterior(row)
        parts = [explained.prior, *(gap for _, _, gap in explained.contributions)]
        best, second = sorted(posterior.values(), reverse=True)[:2]
        assert explained.chosen == model.classify(row) != explained.other
        assert (posterior[explained.chosen], posterior[explained.other]) == (best, second)
        assert fsum(parts) == explained.log_odds
        if second > 1e-300:
            assert explained.log_odds == pytest.approx(log(best / second), rel=1e-12, abs=1e-12)


@of_every(lambda example: example.gaps or probabilistic(example) and not generative(example))
def test_an_explanation_names_every_feature_and_its_value(example: Example) -> None:
    """The contributions are in the order of the features."""
    model, row = example.fitted(), example.asked[0]
    named = [(name, value) for name, value, _ in model.explain(row).contributions]
    assert named == list(zip(model.features, row))


# Sampling.


@of_every(generative)
def test_a_seed_gives_the_same_sample(example: Example) -> None:
    """Equal seeds draw equal samples of size n; another seed draws another sample."""
    model = example.fitted()
    rows, labels = model.sample(60, Random(1))
    assert len(rows) == len(labels) == 60
    assert set(labels) <= set(model.classes)
    assert model.sample(60, Random(1)) == (rows, labels)
    assert model.sample(60, Random(2)) != (rows, labels)
    assert model.sample(0, Random(1)) == ([], [])


@of_every(generative)
def test_refitting_a_sample_recovers_the_parameters(example: Example) -> None:
    """From 20,000 sampled rows every parameter is estimated within five standard errors."""
    n, model = 20_000, example.fitted()
    rows, labels = model.sample(n, Random(11))
    again = {"classes": model.classes, "features": model.features, "prior": prior_of_sizes}
    found = parameters(example.fit(rows, labels, **again))
    for name, (value, deviation, share) in parameters(model).items():
        error = deviation / sqrt(n * share) if share else 0.0
        estimate = found.get(name, (0.0, 0.0, 0.0))[0]
        assert abs(estimate - value) <= 5 * error + 20 / n, (name, value, estimate, error)


# Models as Python objects.


@of_every()
def test_a_model_is_frozen(example: Example) -> None:
    """Attributes of a fitted model cannot be changed or added."""
    model = example.fitted()
    for name in [f.name for f in fields(model)]:
        with pytest.raises(FrozenInstanceError):
            setattr(model, name, None)
    with pytest.raises((FrozenInstanceError, TypeError, AttributeError)):
        model.something_else = 1
    assert not hasattr(model, "__dict__")


@of_every()
def test_models_are_compared_by_their_parameters(example: Example) -> None:
    """Equal data give equal models; one more example gives another model."""
    rows, labels = [*example.rows, example.rows[0]], [*example.labels, example.labels[0]]
    options = with_prior_of_sizes(example)
    model = example.fitted(**options)
    assert model == example.fitted(**options)
    if example.unique:
        assert model != example.fit(rows, labels, **options)


@of_every()
def test_the_repr_has_only_classes_and_parameters(example: Example) -> None:
    """The repr has the class name, labels and parameters, but no tables derived for speed."""
    model = example.fitted()
    shown = repr(model)
    assert shown.startswith(f"{example.model.__name__}(classes={model.classes!r}, features=")
    assert all(f"{f.name}=" in shown for f in fields(model) if f.init and f.compare)
    assert not any(f"{f.name}=" in shown for f in fields(model) if not f.compare)


@of_every()
def test_predicting_does_not_change_the_model(example: Example) -> None:
    """After any number of predictions, the model and its predictions are the same."""
    model = example.fitted()
    before, answers = repr(model), model.predict(example.asked)
    if example.is_probabilistic:
        model.predict_proba(example.asked)
        model.explain(example.asked[0])
    if example.is_generative:
        model.sample(5, Random(0))
    assert repr(model) == before
    assert model.predict(example.asked) == answers


# The bridge to logistic regression.


def logistic_probability(weights: Any, features: Sequence[str], row: Any) -> float:
    """Return P(second class | row) from an intercept and weights or tables of weights."""
    if isinstance(weights, tuple):
        bias, tables = weights
        return sigmoid(fsum([bias, *(table[x] for table, x in zip(tables, row))]))
    values = [row.get(name, 0) for name in features] if isinstance(row, Mapping) else row
    return sigmoid(fsum([weights.w0, *(w * x for w, x in zip(weights.w, values))]))


@of_every(lambda example: example.bridge in (LINEAR, ONE_HOT))
def test_the_logistic_form_has_the_same_posterior(example: Example) -> None:
    """If a logistic form exists, its weights give the posterior to 1e-12."""
    model = example.fitted()
    weights, second = model.to_logistic(), model.classes[1]
    for row in example.questions():
        p = logistic_probability(weights, model.features, row)
        assert abs(p - model.posterior(row)[second]) <= 1e-12


@of_every(lambda example: example.bridge not in (LINEAR, ONE_HOT, ""))
def test_the_error_without_a_logistic_form_gives_the_reason(example: Example) -> None:
    """Three classes, a zero factor, or log odds that are not linear raise an error."""
    with pytest.raises(TextbookError, match=example.bridge):
        example.fitted().to_logistic()


# Invalid input.


@of_every()
def test_a_single_class_is_rejected(example: Example) -> None:
    """Training data with a single class raise an error that names the class."""
    with pytest.raises(TextbookError, match="need at least two classes, got 1.*here"):
        example.fit(example.rows, ["here"] * len(example.rows))


@of_every()
def test_empty_data_are_rejected(example: Example) -> None:
    """Fitting without rows, or with rows but no labels, raises an error."""
    with pytest.raises(TextbookError, match="there are no"):
        example.fit([], [])
    with pytest.raises(TextbookError, match="labels"):
        example.fit(example.rows, example.labels[:-1])


@of_every(lambda example: not example.is_text)
def test_ragged_rows_are_rejected_with_their_number(example: Example) -> None:
    """The error for a training row that is too long states its row number."""
    rows = [*example.rows]
    rows[2] = (*rows[2], rows[2][0])
    with pytest.raises(TextbookError, match="row 2 has"):
        example.fit(rows, example.labels)


@of_every(lambda example: not example.is_text)
def test_rows_of_another_length_are_rejected(example: Example) -> None:
    """Rows with one value too many or too few raise an error in every method that predicts."""
    model, row = example.fitted(), example.asked[0]
    for wrong in ((*row, row[0]), row[:-1]):
        for ask in [model.classify, *methods_of(model, "posterior", "explain")]:
            with pytest.raises(TextbookError, match="features"):
                ask(wrong)
        for ask_many in [model.predict, *methods_of(model, "predict_proba")]:
            with pytest.raises(TextbookError, match="features"):
                ask_many([wrong])


@of_every(generative)
def test_invalid_priors_are_rejected(example: Example) -> None:
    """A prior for other classes, or one that does not sum to one, raises an error."""
    first, *rest = example.fitted().classes
    with pytest.raises(TextbookError, match="the prior must have a probability for each class"):
        example.fitted(prior={first: F(1)})
    with pytest.raises(TextbookError, match="the prior sums to"):
        example.fitted(prior={first: F(1, 2), **{y: F(1, 3 * len(rest)) for y in rest}})


@of_every(generative)
def test_a_prior_of_floats_may_sum_to_one_only_up_to_rounding(example: Example) -> None:
    """Tenths do not sum to exactly one in binary, but they are a valid prior."""
    first, *rest = example.fitted().classes
    prior = {first: 0.1, **{y: 0.9 / len(rest) for y in rest}}
    model = example.fitted(prior=prior)
    assert [float(p) for p in model.priors] == pytest.approx(list(prior.values()), rel=1e-15)


@of_every()
def test_labels_outside_the_classes_are_rejected(example: Example) -> None:
    """A label outside `classes`, or a duplicate in `classes`, raises an error."""
    first, *_ = example.fitted().classes
    with pytest.raises(TextbookError, match="which are not in"):
        example.fitted(classes=[first, "another"])
    with pytest.raises(TextbookError, match="duplicate class"):
        example.fitted(classes=[*example.fitted().classes, first])


@of_every()
def test_wrong_feature_names_are_rejected(example: Example) -> None:
    """Too few feature names or duplicate names raise an error."""
    names = example.fitted().features
    if not example.is_text:
        with pytest.raises(TextbookError, match="different names, got"):
            example.fitted(features=names[:-1])
    with pytest.raises(TextbookError):
        example.fitted(features=[*names[:-1], names[0]])


@of_every(lambda example: hasattr(example.model, "family") and not example.is_text)
def test_fit_rejects_values_that_the_distribution_does_not_have(example: Example) -> None:
    """A value that `require_cell` rejects is also rejected in the training data."""
    family = example.model.family
    for value in (-1, 1.5, "three", [1]):
        try:
            family.require_cell(value)
        except TextbookError:
            rows = [list(row) for row in example.rows]
            rows[1][0] = value
            with pytest.raises(TextbookError):
                example.fit(rows, example.labels)
