"""Tests of the verdict, its numbers and its figure, and of the published curves."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, cast

import pytest

from tests.plots.drawn import parsed, texts
from tests.study.experiments.ng_jordan.small_tables import clouds, coded_table, letters
from textbook_ml.core.errors import TextbookError
from textbook_ml.study.experiments._experiment import CAVEAT, FAILS, HOLDS, UNDECIDED
from textbook_ml.study.experiments.ng_jordan import EXPERIMENT, Plan, Study, study
from textbook_ml.study.experiments.ng_jordan.published import curves, distance
from textbook_ml.study.experiments.ng_jordan.rounds import Round

ALL = ("naive-bayes", "logistic", "logistic-sampled", "nearest-mean")
DISCRETE = ALL[:3]


def rates(errors: Sequence[float], wobble: int) -> tuple[Fraction, ...]:
    return tuple(Fraction(e) + Fraction(wobble, 1000) for e in errors)


def made(of: Mapping[str, Sequence[float]], splits: int = 4, finished: int = 4) -> Study:
    """A study with these mean errors at 2 and at 8 examples."""
    plan = Plan((2, 8), tuple(of), splits)
    signs = (1, -1) * (finished // 2)
    done: list[Round] = [
        {name: rates(e, s * k) for k, (name, e) in enumerate(of.items())} for s in signs
    ]
    return Study.of(coded_table(clouds(6, 2)), plan, done, None)


NB_FIRST, NB_ALWAYS, LR_ALWAYS = (0.25, 0.25), (0.125, 0.125), (0.5, 0.5)
LR_LATE = (0.375, 0.1875)


@pytest.mark.parametrize(
    ("logistic", "sampled", "verdict", "caveat"),
    [
        (LR_LATE, LR_LATE, HOLDS, ""),
        (LR_LATE, LR_ALWAYS, CAVEAT, "as in the text, fails"),
        (LR_ALWAYS, LR_LATE, FAILS, "as in the text, holds"),
        (LR_ALWAYS, LR_ALWAYS, FAILS, ""),
    ],
)
def test_the_ordinary_comparison_gives_the_verdict_others_are_caveats(
    logistic: Sequence[float], sampled: Sequence[float], verdict: str, caveat: str
) -> None:
    """Naive Bayes has error 1/4; the verdict depends on the errors of the others."""
    found = made(
        {"naive-bayes": NB_FIRST, "logistic": logistic, "logistic-sampled": sampled}
    ).finding
    assert found.verdict == verdict
    assert found.caveat.startswith(caveat)
    assert bool(found.caveat) == bool(caveat)


def test_a_stopped_run_has_a_caveat() -> None:
    """The first caveat of a stopped run contains the number of splits."""
    found = made({"naive-bayes": NB_FIRST, "logistic": LR_LATE}, splits=100).finding
    assert found.verdict == CAVEAT
    assert found.caveat == "incomplete: 4 of 100 splits were finished"
    assert found.numbers["splits"] == 4


def test_methods_without_a_pair_raise_an_error() -> None:
    """The nearest mean has no method with which it is compared."""
    with pytest.raises(TextbookError, match="must include a pair"):
        made({"naive-bayes": NB_FIRST, "nearest-mean": NB_FIRST})


def numbers(found: Any) -> Mapping[str, Any]:
    return cast(Mapping[str, Any], found.numbers)


def test_numbers_of_a_whole_study() -> None:
    """Every method has an error at every size; at m = 2 three errors are equal."""
    found = study(coded_table(clouds(10, 3)), Plan((2, 4, 12), ALL, splits=6))
    error = numbers(found)["error"]
    assert set(error) == set(ALL)
    assert error["naive-bayes"][0] == error["logistic"][0] == error["nearest-mean"][0]
    assert all(0 <= e <= 1 for errors in error.values() for e in errors)
    comparisons = numbers(found)["comparisons"]
    assert list(comparisons) == ["ordinary", "as in the text", "as in the figure"]
    for comparison in comparisons.values():
        gaps = [a - b for a, b in zip(error[comparison["first"]], error[comparison["second"]])]
        assert comparison["gap"] == pytest.approx(gaps, abs=1e-15)
        assert all(low <= gap <= high for gap, (low, high) in zip(gaps, comparison["interval"]))
    assert comparisons["ordinary"]["small sizes"] == [4]
    assert numbers(found)["classes"] == {"F": 10, "T": 10}


def test_the_same_seed_gives_the_same_numbers() -> None:
    """Another seed gives other numbers."""
    small = coded_table(letters(8, 3))
    first, again, other = (
        study(small, Plan((2, 8), DISCRETE, splits=4, seed=seed)).numbers for seed in (1, 1, 2)
    )
    assert first == again
    assert first != other


def test_the_figure_has_a_line_for_each_method_and_the_published_points() -> None:
    """There are two panels with one legend; without random hyperplanes only the first."""
    pima = curves()["pima"]
    found = study(coded_table(clouds(30, 3)), Plan((2, 20), ALL, splits=4), published=pima)
    written = texts(parsed(found.figure.svg()))
    for name in (
        "naive Bayes", "logistic regression", "sampled logistic regression", "the nearest mean",
        "naive Bayes, as published", "logistic regression, as published",
        "table: error by number of examples", "as in the paper",
    ):  # fmt: skip
        assert name in written
    alone = study(coded_table(clouds(6, 2)), Plan((2, 8), ALL[:2], splits=4))
    assert "as in the paper" not in texts(parsed(alone.figure.svg()))


def test_curves_without_an_error_can_be_drawn() -> None:
    """If all errors are 0 the lines are flat, and neither method is better."""
    zero = (Fraction(0), Fraction(0))
    pair = ("naive-bayes", "logistic-sampled")
    done: list[Round] = [dict.fromkeys(pair, zero)] * 4
    found = Study.of(coded_table(clouds(6, 2)), Plan((2, 8), pair, 4), done, None).finding
    assert found.verdict == UNDECIDED
    assert "naive Bayes" in texts(parsed(found.figure.svg()))


def test_json_has_claim_and_result() -> None:
    """The JSON contains both."""
    result = made({"naive-bayes": NB_FIRST, "logistic": LR_LATE}).result.as_json()
    assert result["name"] == "ng-jordan"
    assert result["claim"] == EXPERIMENT.claim
    assert result["verdict"] == HOLDS


def test_the_published_curves_are_complete() -> None:
    """Fifteen pairs, eight of them continuous; sizes start at 2, errors are fractions."""
    assert len(curves()) == 15
    assert [one.kind for one in curves().values()].count("continuous") == 8
    for one in curves().values():
        assert one.sizes[0] == 2
        assert list(one.sizes) == sorted(set(one.sizes))
        assert len(one.sizes) == len(one.naive_bayes) == len(one.logistic) >= 20
        assert all(0 < e < 0.75 for e in (*one.naive_bayes, *one.logistic))
        thin = one.thinned()
        assert (thin[0], thin[-1]) == (2, one.sizes[-1])
        assert 6 <= len(thin) <= 8
        assert {*thin} <= {*one.sizes}
    lenses = curves()["lenses"]
    assert (lenses.sizes[-1], lenses.naive_bayes[-1], lenses.logistic[-1]) == (23, 0.182, 0.152)


def test_the_distance_to_a_published_curve_uses_its_range() -> None:
    """The distance is 0.01 at 2 and 5 examples; the published curve ends before 100."""
    pima = curves()["pima"]
    ours = [pima.logistic[0] + 0.01, pima.logistic[1] - 0.01, 0.5]
    assert distance(ours, pima.at([2, 5, 100])["logistic"]) == pytest.approx(0.01)


def test_published_points_are_interpolated_linearly() -> None:
    """The size is a third of the way from m = 2 to m = 5."""
    pima = curves()["pima"]
    (height,) = pima.at([3])["naive-bayes"]
    assert height == pytest.approx((2 * 0.4053 + 0.3633) / 3)
