"""What is true of every model; a new one is tested because its file exists.

Some laws are about every classifier, some about those that say how sure they are, some about
those that model how the data arise: a model is held to those of the protocols that it keeps.
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
    """Run a law for every example that it is about."""
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


def asks(model: Any, *verbs: str) -> list[Callable[[Any], Any]]:
    """Those of the verbs that a model knows."""
    return [getattr(model, verb) for verb in verbs if hasattr(model, verb)]


def assert_alike(a: Mapping[Any, float], b: Mapping[Any, float], tolerance: float) -> None:
    """Two posteriors over the same classes, whatever their order."""
    assert a.keys() == b.keys()
    for y in a:
        assert abs(a[y] - b[y]) <= tolerance, (y, a, b)


def assert_same_answers(a: Any, b: Any, asked: Sequence[Any], others: Sequence[Any]) -> None:
    """One model asked one way and another asked another: exactly, where that can be."""
    exactness = 1e-13 if Generative in type(a).__mro__ else 1e-10
    for row, other in zip(asked, others, strict=True):
        if Probabilistic in type(a).__mro__:
            assert_alike(a.posterior(row), b.posterior(other), exactness)
        else:
            assert a.classify(row) == b.classify(other)
        if hasattr(a, "exact_posterior"):
            assert a.exact_posterior(row) == b.exact_posterior(other)


def with_prior_of_sizes(example: Example) -> dict[str, Any]:
    """The option that undoes a given prior, for the models that have one."""
    return {"prior": prior_of_sizes} if example.is_generative else {}


def prior_of_sizes(sizes: Sequence[Any]) -> list[F]:
    """The shares of the classes, whatever prior was given for the model."""
    return [F(n, sum(sizes)) for n in sizes]


def assert_few_ulps(a: ByClass[Any], b: ByClass[Any]) -> None:
    """Equal counts, and moments that differ in the last places of a float at most."""
    assert a.sizes == b.sizes and a.summaries.keys() == b.summaries.keys()
    for y in a.summaries:
        for found, due in zip(a.summaries[y], b.summaries[y], strict=True):
            if isinstance(due, Moments):
                assert found.n == due.n
                assert ulps_off(float(found.mean), due.mean) <= 2
                assert ulps_off(float(found.about_mean), due.about_mean) <= 4
            else:
                assert found == due


# Every model is here.


def test_every_model_is_held_to_the_laws() -> None:
    """A model class without an example would escape all that follows."""
    assert set(model_classes()) == {example.model for example in EXAMPLES}


@of_every(generative)
def test_every_generative_model_counts_then_estimates(example: Example) -> None:
    """Learning is `count`, which adds up, and `from_statistics`."""
    assert hasattr(example.model, "count") and hasattr(example.model, "from_statistics")


@pytest.mark.parametrize("model", list(model_classes()))
@pytest.mark.parametrize("option", ["classes", "features"])
def test_every_fit_takes_the_common_options(model: Any, option: str) -> None:
    """The order of the classes, and names."""
    assert option in signature(model.fit).parameters


@of_every(probabilistic)
@pytest.mark.parametrize("option", ["prior", "weights"])
def test_every_fit_of_probabilities_takes_a_prior_and_weights(
    example: Example, option: str
) -> None:
    """What is believed beforehand, and how much each row counts."""
    assert option in signature(example.model.fit).parameters


@pytest.mark.parametrize("model", list(model_classes()))
def test_every_model_is_a_classifier(model: Any) -> None:
    """And what is generative has a posterior too."""
    assert Classifier in model.__mro__
    assert Generative not in model.__mro__ or Probabilistic in model.__mro__


# The posterior.


@of_every(probabilistic)
def test_the_posterior_sums_to_one(example: Example) -> None:
    """A posterior has one probability for each class, and they sum to one."""
    model = example.fitted()
    for row in example.questions():
        posterior = model.posterior(row)
        assert tuple(posterior) == model.classes
        assert all(0 <= p <= 1 for p in posterior.values())
        assert abs(fsum(posterior.values()) - 1) <= 2**-52


@of_every(is_exact)
def test_the_exact_posterior_sums_to_exactly_one(example: Example) -> None:
    """Fractions sum to one with nothing over, and the floats are their rounding."""
    model = example.fitted()
    for row in example.questions():
        exact = model.exact_posterior(row)
        assert set(map(type, exact.values())) == {F}
        assert sum(exact.values()) == 1
        assert_alike(exact, model.posterior(row), 1e-15)


@of_every(probabilistic)
def test_classify_is_the_most_probable(example: Example) -> None:
    """Of equally probable ones, the first."""
    model = example.fitted()
    for row in example.questions():
        assert model.classify(row) == most_probable(model.posterior(row))


@of_every()
def test_predict_is_classify_of_each_row(example: Example) -> None:
    """One row or many, by the long way or the fast one: the label is the same."""
    model, rows = example.fitted(), example.questions()
    labels = [model.classify(row) for row in rows]
    assert set(labels) <= set(model.classes)
    assert model.predict(rows) == labels
    assert model.predict(iter(rows)) == labels
    assert model.score(rows, labels) == 1.0


@of_every(probabilistic)
def test_predict_proba_is_the_posterior_of_each_row(example: Example) -> None:
    """The fast path differs from the long one by rounding only."""
    model, rows = example.fitted(), example.questions()
    for fast, row in zip(model.predict_proba(iter(rows)), rows, strict=True):
        assert_alike(fast, model.posterior(row), 1e-12)


@of_every(probabilistic)
def test_scores_differ_from_log_posteriors_by_one_constant(example: Example) -> None:
    """log P(y) + Σ log P(xᵢ | y), or w₀ + Σ wᵢ xᵢ, lacks the same number in every class."""
    model = example.fitted()
    for row in example.questions():
        posterior = model.posterior(row)
        for ask in asks(model, "log_scores", "log_joint"):
            scores = ask(row)
            gaps = [s - log(posterior[y]) for y, s in scores.items() if posterior[y] > 1e-300]
            assert max(gaps) - min(gaps) <= 1e-12 * max(1.0, *map(abs, gaps))
            vetoed = [y for y, s in scores.items() if s == -inf]
            assert all(posterior[y] == 0 for y in vetoed)


@of_every(lambda example: example.gaps and not example.is_text)
def test_equals_go_to_the_first_class(example: Example) -> None:
    """Asked about a row that says nothing, with equal priors, the first class is the answer."""
    classes = example.fitted().classes
    equal = {y: F(1, len(classes)) for y in classes}
    nothing = [None] * len(example.rows[0])
    for order in permutations(classes):
        model = example.fitted(prior=equal, classes=order)
        assert model.classify(nothing) == order[0]
        assert model.predict([nothing]) == [order[0]]


# What must not matter.


@of_every(unique)
@pytest.mark.parametrize("seed", range(3))
def test_the_order_of_the_rows_does_not_matter(example: Example, seed: int) -> None:
    """Shuffled data teach the same."""
    places = list(range(len(example.rows)))
    Random(seed).shuffle(places)
    rows, labels = [example.rows[i] for i in places], [example.labels[i] for i in places]
    shuffled = example.fit(rows, labels)
    assert_same_answers(example.fitted(), shuffled, example.asked, example.asked)


@of_every(unique)
def test_the_order_of_the_classes_does_not_matter(example: Example) -> None:
    """Classes listed in any order have the same answers, in that order."""
    model = example.fitted()
    for order in permutations(model.classes):
        turned = example.fitted(classes=order)
        assert turned.classes == order
        assert_same_answers(model, turned, example.asked, example.asked)


@of_every(lambda example: not example.is_text)
def test_the_order_of_the_features_does_not_matter(example: Example) -> None:
    """Columns may stand in any order, if those of the question do too."""
    model = example.fitted()
    for order in permutations(range(len(example.rows[0]))):
        turned = example.reordered(order)
        assert_same_answers(model, turned.fitted(), example.asked, turned.asked)


@of_every(lambda example: example.is_text)
def test_the_order_of_the_words_does_not_matter(example: Example) -> None:
    """Neither the order of the vocabulary nor that of the words in a document counts."""
    model = example.fitted()
    turned = example.reordered([]).fitted(features=model.features[::-1])
    assert turned.features == model.features[::-1]
    asked = example.reordered([]).asked
    assert_same_answers(model, turned, example.asked, asked)


@of_every(lambda example: example.mle)
def test_duplicating_the_data_leaves_the_mle_alone(example: Example) -> None:
    """Maximum likelihood asks for shares, and each share stays: the models are equal."""
    thrice = example.fit([*example.rows] * 3, [*example.labels] * 3)
    assert_same_model(example, thrice, example.fitted())


# Weights.


@of_every(takes("weights"))
def test_a_weight_of_two_is_a_duplicated_row(example: Example) -> None:
    """Whole weights are copies, exactly."""
    weights = [1 + i % 3 for i in range(len(example.rows))]
    rows = [row for row, n in zip(example.rows, weights) for _ in range(n)]
    labels = [y for y, n in zip(example.labels, weights) for _ in range(n)]
    assert_same_model(example, example.fitted(weights=weights), example.fit(rows, labels))


@of_every(takes("weights"))
def test_a_weight_of_one_is_no_weight(example: Example) -> None:
    """Ones, as whole numbers, floats or Fractions, change nothing."""
    for one in (1, 1.0, F(1)):
        assert example.fitted(weights=[one] * len(example.rows)) == example.fitted()


@of_every(lambda example: example.mle and takes("weights")(example))
def test_only_the_ratios_of_weights_matter_to_the_mle(example: Example) -> None:
    """Weights of a third each teach what weights of one do."""
    third = example.fitted(weights=[F(1, 3)] * len(example.rows))
    assert_same_model(example, third, example.fitted())


@of_every(takes("weights"))
@pytest.mark.parametrize("wrong", [-1, float("nan"), inf])
def test_weights_are_finite_and_not_negative(example: Example, wrong: float) -> None:
    """A weight that is no amount of evidence is refused."""
    with pytest.raises(TextbookError, match="weight"):
        example.fitted(weights=[*[1] * (len(example.rows) - 1), wrong])


@of_every(takes("weights"))
def test_there_is_a_weight_for_each_row(example: Example) -> None:
    """One weight too few is refused."""
    with pytest.raises(TextbookError, match="weights"):
        example.fitted(weights=[1] * (len(example.rows) - 1))


NUMBERS = [10**5000, -(10**400), F(10**400), 1e308, -1e308, 5e-324, float("nan"), inf, 1.0, True]


@of_every()
@pytest.mark.parametrize("number", NUMBERS, ids=range(len(NUMBERS)))
def test_any_number_gets_a_label_or_a_refusal(example: Example, number: Any) -> None:
    """However large; no other error comes out."""
    model, row = example.fitted(), example.rows[0]
    asked = dict.fromkeys(row, number) if isinstance(row, Mapping) else [number] * len(row)
    try:
        assert model.classify(asked) in model.classes
    except TextbookError as error:
        assert len(str(error)) < 1000


# Statistics.


@of_every(is_counted)
def test_statistics_add_up(example: Example) -> None:
    """Counted apart and added, in either order, the pieces are what is counted at once."""
    count = example.count
    for cut in range(1, len(example.rows)):
        a = count(example.rows[:cut], example.labels[:cut])
        b = count(example.rows[cut:], example.labels[cut:])
        assert a + b == b + a == count(example.rows, example.labels)


@of_every(is_counted)
def test_statistics_forget(example: Example) -> None:
    """What was added can be taken away, down to the last example of a class."""
    count = example.count
    everything = count(example.rows, example.labels)
    for cut in range(1, len(example.rows)):
        a = count(example.rows[:cut], example.labels[:cut])
        b = count(example.rows[cut:], example.labels[cut:])
        assert everything - b == a and everything - a == b


@of_every(is_counted)
def test_statistics_come_one_by_one_and_in_any_order(example: Example) -> None:
    """A fold over single rows, shuffled, is the batch."""
    pairs = list(zip(example.rows, example.labels))
    Random(3).shuffle(pairs)
    pieces = [example.count([row], [y]) for row, y in pairs]
    assert reduce(add, pieces) == example.count(example.rows, example.labels)


@of_every(lambda example: is_counted(example) and not example.is_text)
def test_a_stream_is_the_batch(example: Example) -> None:
    """Examples from an iterator, more than fit into one block, are counted alike."""
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
def test_what_is_counted_is_all_that_fit_needs(example: Example) -> None:
    """Estimating from statistics, merged from two pieces, gives the model that `fit` gives."""
    count = example.count
    merged = count(example.rows[:2], example.labels[:2])
    merged = merged + count(example.rows[2:], example.labels[2:])
    options = {**example.options, **example.per_feature}
    assert example.model.from_statistics(merged, **options) == example.fitted()


@of_every(is_counted)
def test_more_than_is_known_cannot_be_forgotten(example: Example) -> None:
    """Taking away examples that were never counted is refused."""
    some = example.count(example.rows[:-1], example.labels[:-1])
    everything = example.count(example.rows, example.labels)
    with pytest.raises(TextbookError, match="cannot remove"):
        some - everything


# Missing values.


@of_every(lambda example: example.gaps)
def test_a_missing_value_is_a_feature_left_out(example: Example) -> None:
    """The posterior with a gap is that of the model that never heard of the feature."""
    model = example.fitted()
    for i in range(len(example.rows[0])):
        small = example.without(i)
        asked = [[None if j == i else x for j, x in enumerate(row)] for row in example.asked]
        assert_same_answers(model, small.fitted(), asked, small.asked)


@of_every(lambda example: example.gaps)
def test_nothing_known_leaves_the_prior(example: Example) -> None:
    """A row of missing values has the prior as its posterior."""
    model, nothing = example.fitted(), [None] * len(example.rows[0])
    prior = dict(zip(model.classes, model.priors))
    assert_alike(model.posterior(nothing), prior, 1e-15)
    assert_alike(model.predict_proba([nothing])[0], prior, 1e-15)
    if is_exact(example):
        assert model.exact_posterior(nothing) == prior


@of_every(lambda example: example.gaps)
def test_a_gap_adds_nothing_to_an_explanation(example: Example) -> None:
    """A missing value contributes exactly zero."""
    model = example.fitted()
    explained = model.explain([None, *example.asked[0][1:]])
    assert explained.contributions[0] == (model.features[0], None, 0.0)


@of_every(lambda example: not example.gaps and not example.is_text)
def test_a_model_of_whole_rows_says_so(example: Example) -> None:
    """Where a factor cannot be dropped, a gap is refused, when learning and when asked."""
    if example.model.__name__ == "GaussianNaiveBayes":
        pytest.skip("the common variance of fewer features is another")
    row = [None, *example.asked[0][1:]]
    if example.model.__name__ != "FullJointBayes":  # which can sum a gap out when asked
        with pytest.raises(TextbookError, match="missing|None|whole"):
            example.fitted().classify(row)
    with pytest.raises(TextbookError, match="missing|no value"):
        example.fit([row, *example.rows], [example.labels[0], *example.labels])


# Saving.


@of_every()
def test_a_model_comes_back_from_json_as_it_was(example: Example) -> None:
    """The text is read to an equal model, which writes the same text again."""
    model = example.fitted()
    text = model.to_json()
    again = type(model).from_json(text)
    assert again == model
    assert again.to_json() == text


# Explaining.


@of_every(probabilistic)
def test_the_parts_of_an_explanation_add_up(example: Example) -> None:
    """Prior and contributions sum to the log odds of the best class against the next."""
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
    """The contributions stand in the order of the features."""
    model, row = example.fitted(), example.asked[0]
    named = [(name, value) for name, value, _ in model.explain(row).contributions]
    assert named == list(zip(model.features, row))


# Sampling.


@of_every(generative)
def test_a_seed_gives_the_same_sample(example: Example) -> None:
    """The same seed draws the same data, another seed other data, and n of them."""
    model = example.fitted()
    rows, labels = model.sample(60, Random(1))
    assert len(rows) == len(labels) == 60
    assert set(labels) <= set(model.classes)
    assert model.sample(60, Random(1)) == (rows, labels)
    assert model.sample(60, Random(2)) != (rows, labels)
    assert model.sample(0, Random(1)) == ([], [])


@of_every(generative)
def test_refitting_a_sample_recovers_the_parameters(example: Example) -> None:
    """From 20,000 rows every parameter comes back within five standard errors."""
    n, model = 20_000, example.fitted()
    rows, labels = model.sample(n, Random(11))
    again = {"classes": model.classes, "features": model.features, "prior": prior_of_sizes}
    found = parameters(example.fit(rows, labels, **again))
    for name, (value, deviation, share) in parameters(model).items():
        error = deviation / sqrt(n * share) if share else 0.0
        estimate = found.get(name, (0.0, 0.0, 0.0))[0]
        assert abs(estimate - value) <= 5 * error + 20 / n, (name, value, estimate, error)


# What a model is.


@of_every()
def test_a_model_is_frozen(example: Example) -> None:
    """Nothing can be changed or added once it is learned."""
    model = example.fitted()
    for name in [f.name for f in fields(model)]:
        with pytest.raises(FrozenInstanceError):
            setattr(model, name, None)
    with pytest.raises((FrozenInstanceError, TypeError, AttributeError)):
        model.something_else = 1
    assert not hasattr(model, "__dict__")


@of_every()
def test_models_are_compared_by_what_they_learned(example: Example) -> None:
    """The same data teach an equal model, one example more another one."""
    rows, labels = [*example.rows, example.rows[0]], [*example.labels, example.labels[0]]
    options = with_prior_of_sizes(example)
    model = example.fitted(**options)
    assert model == example.fitted(**options)
    if example.unique:
        assert model != example.fit(rows, labels, **options)


@of_every()
def test_a_model_prints_what_it_learned_and_nothing_else(example: Example) -> None:
    """The class, its labels and parameters; no tables that are there for speed."""
    model = example.fitted()
    shown = repr(model)
    assert shown.startswith(f"{example.model.__name__}(classes={model.classes!r}, features=")
    assert all(f"{f.name}=" in shown for f in fields(model) if f.init and f.compare)
    assert not any(f"{f.name}=" in shown for f in fields(model) if not f.compare)


@of_every()
def test_asking_changes_nothing(example: Example) -> None:
    """A model is the same after any number of questions, and so are its answers."""
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
    """P(second class | row) by a bias and weights, or by a bias and tables of weights."""
    if isinstance(weights, tuple):
        bias, tables = weights
        return sigmoid(fsum([bias, *(table[x] for table, x in zip(tables, row))]))
    values = [row.get(name, 0) for name in features] if isinstance(row, Mapping) else row
    return sigmoid(fsum([weights.w0, *(w * x for w, x in zip(weights.w, values))]))


@of_every(lambda example: example.bridge in (LINEAR, ONE_HOT))
def test_the_logistic_form_has_the_same_posterior(example: Example) -> None:
    """Where the chapter proves that one exists, the weights give the posterior to 1e-12."""
    model = example.fitted()
    weights, second = model.to_logistic(), model.classes[1]
    for row in example.questions():
        p = logistic_probability(weights, model.features, row)
        assert abs(p - model.posterior(row)[second]) <= 1e-12


@of_every(lambda example: example.bridge not in (LINEAR, ONE_HOT, ""))
def test_where_there_is_no_logistic_form_the_reason_is_given(example: Example) -> None:
    """Three classes, a veto, or a log odds that is not linear: refused in words."""
    with pytest.raises(TextbookError, match=example.bridge):
        example.fitted().to_logistic()


# Bad input, the same for all.


@of_every()
def test_one_class_is_no_choice(example: Example) -> None:
    """Data of one class are refused, and the class is named."""
    with pytest.raises(TextbookError, match="need at least two classes, got 1.*here"):
        example.fit(example.rows, ["here"] * len(example.rows))


@of_every()
def test_no_data_teach_nothing(example: Example) -> None:
    """Learning from no rows, or from rows without labels, is refused."""
    with pytest.raises(TextbookError, match="there are no"):
        example.fit([], [])
    with pytest.raises(TextbookError, match="labels"):
        example.fit(example.rows, example.labels[:-1])


@of_every(lambda example: not example.is_text)
def test_ragged_rows_are_refused_with_their_place(example: Example) -> None:
    """A row that is too long is named by its number when learning."""
    rows = [*example.rows]
    rows[2] = (*rows[2], rows[2][0])
    with pytest.raises(TextbookError, match="row 2 has"):
        example.fit(rows, example.labels)


@of_every(lambda example: not example.is_text)
def test_questions_of_another_length_are_refused(example: Example) -> None:
    """One value too many or too few has no answer, by the long way or the fast one."""
    model, row = example.fitted(), example.asked[0]
    for wrong in ((*row, row[0]), row[:-1]):
        for ask in [model.classify, *asks(model, "posterior", "explain")]:
            with pytest.raises(TextbookError, match="features"):
                ask(wrong)
        for ask_many in [model.predict, *asks(model, "predict_proba")]:
            with pytest.raises(TextbookError, match="features"):
                ask_many([wrong])


@of_every(generative)
def test_the_prior_is_about_the_classes(example: Example) -> None:
    """A prior for other classes, or one that does not sum to one, is refused."""
    first, *rest = example.fitted().classes
    with pytest.raises(TextbookError, match="the prior must have a probability for each class"):
        example.fitted(prior={first: F(1)})
    with pytest.raises(TextbookError, match="the prior sums to"):
        example.fitted(prior={first: F(1, 2), **{y: F(1, 3 * len(rest)) for y in rest}})


@of_every(generative)
def test_a_prior_of_floats_is_taken_as_given(example: Example) -> None:
    """Tenths do not sum to one in binary, and are a prior all the same."""
    first, *rest = example.fitted().classes
    prior = {first: 0.1, **{y: 0.9 / len(rest) for y in rest}}
    model = example.fitted(prior=prior)
    assert [float(p) for p in model.priors] == pytest.approx(list(prior.values()), rel=1e-15)


@of_every()
def test_classes_that_are_not_given_cannot_come(example: Example) -> None:
    """A label outside `classes` is refused, and so is one that stands there twice."""
    first, *_ = example.fitted().classes
    with pytest.raises(TextbookError, match="which are not in"):
        example.fitted(classes=[first, "another"])
    with pytest.raises(TextbookError, match="duplicate class"):
        example.fitted(classes=[*example.fitted().classes, first])


@of_every()
def test_names_of_features_are_as_many_as_features(example: Example) -> None:
    """A name too few, or one given twice, is refused."""
    names = example.fitted().features
    if not example.is_text:
        with pytest.raises(TextbookError, match="different names, got"):
            example.fitted(features=names[:-1])
    with pytest.raises(TextbookError):
        example.fitted(features=[*names[:-1], names[0]])


@of_every(lambda example: hasattr(example.model, "family") and not example.is_text)
def test_fit_rejects_values_that_the_distribution_does_not_have(example: Example) -> None:
    """A value that `require_cell` rejects is rejected in the data, too."""
    family = example.model.family
    for value in (-1, 1.5, "three", [1]):
        try:
            family.require_cell(value)
        except TextbookError:
            rows = [list(row) for row in example.rows]
            rows[1][0] = value
            with pytest.raises(TextbookError):
                example.fit(rows, example.labels)
