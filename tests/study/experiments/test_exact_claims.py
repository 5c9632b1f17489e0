"""Tests of the exact experiments: parameters, the weather, and the third hypothesis."""

from fractions import Fraction as F

from tests.study.experiments.findings_support import only, series, table
from textbook_ml.plots import Line
from textbook_ml.study.experiments.exact_claims import map_against_vote, parameter_counts, weather


def test_thirty_features_need_two_billion_parameters() -> None:
    """The numbers are 2 (2³⁰ − 1) and 60; 31 features or three classes exceed three billion."""
    numbers = parameter_counts().numbers
    assert numbers["unrestricted, n = 30"] == 2 * (2**30 - 1) == 2_147_483_646
    assert numbers["naive Bayes, n = 30"] == 60
    assert numbers["first n above 3 billion"] == 31
    assert numbers["unrestricted, n = 30, three classes"] == 3_221_225_469
    assert parameter_counts().verdict == "holds with a caveat"


def test_parameter_counts_of_every_model_are_listed() -> None:
    """The full joint doubles with each feature; the others grow by 2, 4 and 1."""
    finding = parameter_counts(largest=31)
    sizes = range(1, 32)
    assert table(finding, "unrestricted, by n") == {n: 2 ** (n + 1) - 2 for n in sizes}
    assert table(finding, "naive Bayes, by n") == {n: 2 * n for n in sizes}
    gaussian = table(finding, "Gaussian naive Bayes with prior, 4n + 1, by n")
    assert gaussian == {n: 4 * n + 1 for n in sizes}
    assert table(finding, "logistic regression, n + 1, by n") == {n: n + 1 for n in sizes}


def test_thunder_is_independent_of_rain_given_lightning() -> None:
    """The results agree with a computation by hand from P(lightning) = 1/10."""
    finding = weather()
    assert finding.numbers["P(thunder)"] == F(1, 10) * F(9, 10) + F(9, 10) * F(1, 20) == F(27, 200)
    wet = F(1, 10) * F(4, 5), F(9, 10) * F(1, 5)
    in_rain = (wet[0] * F(9, 10) + wet[1] * F(1, 20)) / sum(wet)
    assert finding.numbers["P(thunder | rain)"] == in_rain == F(81, 260)
    for given in ("lightning", "rain, lightning"):
        assert finding.numbers[f"P(thunder | {given})"] == F(9, 10)
    for given in ("no lightning", "rain, no lightning"):
        assert finding.numbers[f"P(thunder | {given})"] == F(1, 20)
    assert finding.verdict == "holds"


def test_the_map_label_differs_from_the_bayes_optimal_label() -> None:
    """For four priors: whether h₃ is the MAP hypothesis, and whether the vote agrees with h₃."""
    finding = map_against_vote()
    answers = [tuple(table(finding, name).values()) for name in finding.numbers]
    assert answers == [(True, True), (False, True), (True, True), (False, False)]
    assert finding.verdict == "holds"


def test_the_posteriors_cross_at_the_threshold() -> None:
    """h₃ is less probable than h₁ before p₃ = 72/241, and more probable after."""
    third, first = (m for m in only(map_against_vote()).marks if isinstance(m, Line))
    for p, q3, q1 in zip(third.xs, third.ys, first.ys):
        assert (q3 > q1) == (p > 72 / 241)


def test_exact_claims_have_no_random_sample() -> None:
    """The result does not depend on the seed, and the figures show their series."""
    for run in (parameter_counts, weather, map_against_vote):
        assert run(seed=1) == run(seed=2)
    assert {"unrestricted: 2 (2ⁿ − 1)", "naive Bayes: 2n"} <= series(parameter_counts())
    assert "p₃ = 72/241" in series(map_against_vote())
    assert series(weather()) == set()
