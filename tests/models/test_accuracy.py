"""Accurate digits at large offsets, with fifty thousand features, and far from all means.

The reference values are sums of logarithms of exact ratios, in sixty digits.
"""

from collections import Counter
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction as F
from math import isfinite, log
from random import Random
from typing import Any

import pytest

from tests import oracle
from textbook_ml.core.numeric import ulps_off
from textbook_ml.equations.gaussian import variance_mle, variance_mvue
from textbook_ml.models.bernoulli_naive_bayes import BernoulliNaiveBayes
from textbook_ml.models.categorical_naive_bayes import CategoricalNaiveBayes
from textbook_ml.models.gaussian_discriminant_analysis import GaussianDiscriminantAnalysis
from textbook_ml.models.gaussian_naive_bayes import GaussianNaiveBayes
from textbook_ml.models.multinomial_naive_bayes import MultinomialNaiveBayes
from textbook_ml.models.poisson_naive_bayes import PoissonNaiveBayes
from textbook_ml.models.quadratic_discriminant_analysis import QuadraticDiscriminantAnalysis

MANY = 50_000
NAMES = tuple(f"x{i}" for i in range(MANY))
HALVES = (F(1, 2), F(1, 2))
OFFSETS = [0.0, 1e9, -1e12]


@oracle.in_sixty_digits
def posterior_of(ratios: Sequence[F], rest: Decimal = Decimal(0)) -> float:
    """Return P(second class | x) from the ratio of each factor and an added log odds."""
    log_odds = rest
    for ratio, n in Counter(ratios).items():
        log_odds += n * oracle.ln(ratio)
    assert abs(log_odds) < 6, "a certain posterior would show nothing"
    return float(oracle.sigmoid(log_odds))


def assert_accurate(model: Any, row: Any, p: float) -> None:
    """Check the posterior of the second class to 1e-13, for one row and for many rows."""
    second = model.classes[1]
    assert abs(model.posterior(row)[second] - p) <= 1e-13
    assert abs(model.predict_proba([row])[0][second] - p) <= 1e-13
    assert model.predict([row]) == [second if p > 0.5 else model.classes[0]]


# Fifty thousand features.


@pytest.mark.slow
def test_fifty_thousand_equal_bernoulli_features() -> None:
    """Fifty thousand equal rounding errors do not add up."""
    phi = ((F(1, 4),) * MANY, (F(1, 3),) * MANY)
    model = BernoulliNaiveBayes((0, 1), NAMES, HALVES, phi)
    ones = 14_530
    row = [1] * ones + [0] * (MANY - ones)
    p = posterior_of([F(4, 3)] * ones + [F(8, 9)] * (MANY - ones))
    assert_accurate(model, row, p)


@pytest.mark.slow
def test_fifty_thousand_different_bernoulli_features() -> None:
    """Each feature has its own probabilities; half of them are evidence for each class."""
    rng = Random(1)
    low = tuple(F(rng.randint(1, 96), 97) for _ in NAMES)
    high = tuple(F(rng.randint(1, 96), 97) for _ in NAMES)
    model = BernoulliNaiveBayes((0, 1), NAMES, HALVES, (low, high))
    pairs = list(zip(low, high))
    row, log_odds = [], 0.0
    for a, b in pairs:  # the value that brings the odds nearer to even
        gain = log(b / a)
        row.append(int((gain < 0) == (log_odds > 0)))
        log_odds += gain if row[-1] else log((1 - b) / (1 - a))
    p = posterior_of([b / a if x else (1 - b) / (1 - a) for x, (a, b) in zip(row, pairs)])
    assert_accurate(model, row, p)


@pytest.mark.slow
def test_fifty_thousand_tables() -> None:
    """Fifty thousand categorical features with three values each have accurate posteriors."""
    first: Any = {"a": F(1, 2), "b": F(1, 3), "c": F(1, 6)}
    second: Any = {"a": F(3, 7), "b": F(2, 7), "c": F(2, 7)}
    model = CategoricalNaiveBayes((0, 1), NAMES, HALVES, ((first,) * MANY, (second,) * MANY))
    n_c = 11_121
    row = ["a"] * 20_000 + ["c"] * n_c + ["b"] * (MANY - 20_000 - n_c)
    assert_accurate(model, row, posterior_of([second[x] / first[x] for x in row]))


@pytest.mark.slow
def test_a_document_of_fifty_thousand_words() -> None:
    """Word probabilities are near 1e-5, as in a real vocabulary."""
    rng = Random(2)
    counts = [rng.randint(1, 9) for _ in NAMES]
    everything = sum(counts)
    phi = [tuple(F(n, everything) for n in c) for c in (counts, counts[::-1])]
    model = MultinomialNaiveBayes(("ham", "spam"), NAMES, HALVES, tuple(phi))
    document = dict.fromkeys(NAMES, 1)  # each word is equally probable in both classes
    document[NAMES[counts.index(3)]] += 1
    ratios = [b / a for a, b in zip(*phi)]
    p = posterior_of([*ratios, ratios[counts.index(3)]])
    assert_accurate(model, document, p)


@pytest.mark.slow
@oracle.in_sixty_digits
def test_fifty_thousand_gaussian_features() -> None:
    """Means and variances have very different sizes; squares are added exactly."""
    rng = Random(3)
    spreads = [0.1, 0.3, 0.7, 1.1, 2.3]
    low = [rng.uniform(-9, 9) for _ in NAMES]
    high = [m + rng.uniform(-0.02, 0.02) for m in low]
    var0, var1 = ([rng.choice(spreads) for _ in NAMES] for _ in "01")
    var1[: MANY - 500] = var0[: MANY - 500]
    row = [a + rng.gauss(0, 0.3) for a in low]
    squares = sum(
        (oracle.dec(x) - oracle.dec(a)) ** 2 / (2 * oracle.dec(v))
        - (oracle.dec(x) - oracle.dec(b)) ** 2 / (2 * oracle.dec(w))
        for x, a, b, v, w in zip(row, low, high, var0, var1)
    )
    logs = sum(
        n * (oracle.ln(v) - oracle.ln(w)) / 2 for (v, w), n in Counter(zip(var0, var1)).items()
    )
    # These priors bring the odds near even, so that a wrong digit is visible.
    p1 = 1 / (1 + float(oracle.exp(min(max(squares + logs, Decimal(-500)), Decimal(500)))))
    prior = oracle.ln(p1) - oracle.ln(1 - p1)
    model = GaussianNaiveBayes(
        (0, 1),
        NAMES,
        (1 - p1, p1),
        (tuple(low), tuple(high)),
        (tuple(var0), tuple(var1)),
    )
    assert_accurate(model, row, posterior_of([], squares + logs + prior))


@pytest.mark.slow
def test_fifty_thousand_counts() -> None:
    """Fifty thousand Poisson features with means from one to ten have accurate posteriors."""
    rng = Random(4)
    low = [F(rng.randint(8, 80), 8) for _ in NAMES]
    high = [rate + F(rng.choice([-1, 1]), 8) for rate in low]
    row = [rng.randint(0, 12) for _ in NAMES]
    ratios = [b / a for x, a, b in zip(row, low, high) for _ in range(x)]
    rest = oracle.dec(sum(low, F(0)) - sum(high, F(0)))
    total = float(rest) + sum(log(ratio) for ratio in ratios)
    shift = round(-total * 8)  # one more feature brings the odds near even
    low.append(F(1000))
    high.append(F(1000) - F(shift, 8))
    row.append(0)
    model = PoissonNaiveBayes(
        (0, 1), (*NAMES, "last"), (0.5, 0.5), (tuple(map(float, low)), tuple(map(float, high)))
    )
    assert_accurate(model, row, posterior_of(ratios, rest + oracle.dec(F(shift, 8))))


# Large offsets.


@pytest.mark.parametrize("n", [3, 63, 64, 200, 1000])
@pytest.mark.parametrize("spread", [1.0, 1e-2])
@pytest.mark.parametrize("offset", OFFSETS)
@pytest.mark.parametrize("variance", [variance_mle, variance_mvue])
def test_means_and_variances_are_accurate_at_any_offset(
    offset: float, spread: float, n: int, variance: Any
) -> None:
    """Estimates are within 2 ulp of the exact Fractions, for few and for many values."""
    rng = Random(n)
    for _ in range(5):
        columns = [[offset + rng.gauss(0, spread) for _ in range(n)] for _ in "ab"]
        labels = ["a"] * n + ["b"] * n
        model = GaussianNaiveBayes.fit([[x] for x in sum(columns, [])], labels, variance=variance)
        for k, column in enumerate(columns):
            exact = list(map(F, column))
            mu = sum(exact, F(0)) / n
            assert ulps_off(model.means[k][0], mu) <= 2
            assert ulps_off(model.variances[k][0], variance(exact, mu)) <= 2


@pytest.mark.parametrize("offset", OFFSETS)
def test_covariances_are_accurate_at_any_offset(offset: float) -> None:
    """Shared and separate covariances are within 2 ulp of the exact Fractions."""
    rng = Random(5)
    rows = [[offset + rng.gauss(0, 1), offset + rng.gauss(0, 2)] for _ in range(90)]
    labels = [i % 2 for i in range(90)]
    shared = GaussianDiscriminantAnalysis.fit(rows, labels)
    own = QuadraticDiscriminantAnalysis.fit(rows, labels)
    pooled = [[F(0), F(0)], [F(0), F(0)]]
    for k in (0, 1):
        members = [list(map(F, row)) for row, y in zip(rows, labels) if y == k]
        mu = [sum(column) / F(len(members)) for column in zip(*members)]
        for i in (0, 1):
            assert ulps_off(shared.means[k][i], mu[i]) <= 2
            for j in (0, 1):
                moment = sum(((x[i] - mu[i]) * (x[j] - mu[j]) for x in members), F(0))
                pooled[i][j] += moment
                assert ulps_off(own.covariances[k][i][j], moment / len(members)) <= 2
    for i in (0, 1):
        for j in (0, 1):
            assert ulps_off(shared.covariance[i][j], pooled[i][j] / len(rows)) <= 2


@pytest.mark.parametrize("offset", OFFSETS)
def test_many_rows_are_accurate_at_any_offset(offset: float) -> None:
    """Predictions for many rows have the posteriors and labels of single rows."""
    means = ((offset + 2.0,), (offset + 8.0,))
    model = GaussianNaiveBayes(("a", "b"), ("x",), (0.5, 0.5), means, ((3.0,), (3.0,)))
    rows = [[offset + i / 64] for i in range(300, 341)]
    for row, fast in zip(rows, model.predict_proba(rows), strict=True):
        log_odds = 2 * (F(row[0]) - F(offset) - 5)
        truth = float(oracle.sigmoid(log_odds))
        assert abs(model.posterior(row)["b"] - truth) <= 1e-13
        assert abs(fast["b"] - truth) <= 1e-13
    assert model.predict(rows) == [model.classify(row) for row in rows]


# Far from all means.


@pytest.mark.parametrize("deviations", [-1e4, -300.0, 300.0, 1e4])
def test_log_posteriors_are_finite_ten_thousand_deviations_away(deviations: float) -> None:
    """The log scores are finite, and their difference is the log odds to twelve digits."""
    models: list[Any] = [
        GaussianNaiveBayes(("a", "b"), ("x",), (0.5, 0.5), ((0.0,), (1.0,)), ((1.0,), (1.0,))),
        GaussianDiscriminantAnalysis(("a", "b"), ("x",), (0.5, 0.5), ((0.0,), (1.0,)), ((1.0,),)),
        QuadraticDiscriminantAnalysis(
            ("a", "b"), ("x",), (0.5, 0.5), ((0.0,), (1.0,)), (((1.0,),), ((1.0,),))
        ),
    ]
    for model in models:
        scores = model.log_scores([deviations])
        assert all(map(isfinite, scores.values()))
        assert model.explain([deviations]).log_odds == pytest.approx(
            abs(deviations - 0.5), rel=1e-11
        )
        assert sum(model.posterior([deviations]).values()) == 1
        assert model.classify([deviations]) == ("b" if deviations > 0.5 else "a")


@pytest.mark.parametrize("x", [-30.0, 30.0, 100.0])
def test_far_points_have_probabilities_near_0_and_1(x: float) -> None:
    """Classes N(0, 1) and N(10, 1) at x = 30 have log odds of 250, not limited by a floor."""
    model = GaussianNaiveBayes(
        ("low", "high"), ("x",), (0.5, 0.5), ((0.0,), (10.0,)), ((1.0,), (1.0,))
    )
    assert model.explain([x]).log_odds == pytest.approx(abs(10 * x - 50), rel=1e-15)
    nearer = "high" if x > 5 else "low"
    assert model.posterior([x])[nearer] == pytest.approx(1.0, abs=1e-15)
    assert model.predict([[x]]) == [nearer]
    assert model.predict_proba([[x]])[0][nearer] == pytest.approx(1.0, abs=1e-15)


@oracle.in_sixty_digits
def test_log_odds_of_large_counts_are_accurate() -> None:
    """With two rates near 1e9, the log odds are small differences of terms near 2e10."""
    low, high = 1e9, 1e9 + 65_536.0
    model = PoissonNaiveBayes(("a", "b"), ("x",), (0.5, 0.5), ((low,), (high,)))
    x = 1_000_032_768
    log_odds = x * oracle.ln(F(high) / F(low)) - 65_536
    assert abs(model.posterior([x])["b"] - float(oracle.sigmoid(log_odds))) <= 1e-9
