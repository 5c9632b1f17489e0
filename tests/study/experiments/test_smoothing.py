"""Claims about smoothing: exact bounds and exact risks."""

from fractions import Fraction as F

from hypothesis import given
from hypothesis import strategies as st

from tests.study.experiments.findings_support import number, only, series, table
from textbook_ml.plots import Line
from textbook_ml.study.experiments.smoothing import (
    change,
    laplace_is_optimal,
    mean_change,
    smoothed_prior,
)


@given(st.integers(1, 500), st.data())
def test_the_prior_changes_by_a_known_amount(m: int, data: st.DataObject) -> None:
    """(c + 1)/(m + 2) − c/m = (m − 2c) / (m (m + 2)), at most 1/(m + 2)."""
    c = data.draw(st.integers(0, m))
    assert change(c, m) == F(abs(m - 2 * c), m * (m + 2))
    assert change(c, m) <= F(1, m + 2)


def test_the_bound_is_reached_where_a_class_is_unseen() -> None:
    """The largest change, times m + 2, is exactly one, and the claim holds."""
    finding = smoothed_prior(largest=30)
    assert finding.numbers["largest change over all counts, times m + 2"] == 1
    assert finding.verdict == "holds"
    assert finding == smoothed_prior(largest=30, seed=7)


def test_the_mean_change_falls_with_m() -> None:
    """The change is exact for m = 1 and 2, and falls to about 0.0002 for m = 1000."""
    assert mean_change(1) == F(1, 3)
    assert mean_change(2) == F(1, 4) * (F(9, 25) + F(4, 25))
    finding = smoothed_prior(largest=5)
    means = [number(finding, "mean change at P(Y) = 0.4", f"m = {m}") for m in (10, 100, 1000)]
    assert [round(means[0], 3), round(means[1], 4), round(means[2], 4)] == [0.025, 0.002, 0.0002]


def test_risks_of_adding_l() -> None:
    """Beta integrals done by hand for m = 3 and m = 10."""
    finding = laplace_is_optimal()
    assert table(finding, "m = 3") == {
        "l = 0": F(1, 18), "l = 1/2": F(7, 192), "l = 1": F(1, 30), "l = 2": F(11, 294),
    }  # fmt: skip
    assert table(finding, "m = 10") == {
        "l = 0": F(1, 60), "l = 1/2": F(7, 484), "l = 1": F(1, 72), "l = 2": F(3, 196),
    }  # fmt: skip


def test_laplace_has_the_least_risk() -> None:
    """The risk of Laplace's estimate is 1 / (6 (m + 2)); all other risks are larger."""
    finding = laplace_is_optimal(largest=15)
    for m in range(1, 16):
        risks = dict(table(finding, f"m = {m}"))
        assert risks.pop("l = 1") == F(1, 6 * (m + 2))
        assert all(isinstance(risk, F) and risk > F(1, 6 * (m + 2)) for risk in risks.values())
    assert finding.verdict == "holds with a caveat"


def test_the_figures_show_their_series() -> None:
    """Every curve of the risk has its lowest point, 1, at l = 1."""
    assert series(smoothed_prior(largest=3)) == {"at most: 1/(m + 2)", "on average, P(Y) = 0.4"}
    finding = laplace_is_optimal(largest=3)
    assert series(finding) == {"Laplace's l = 1", "m = 1", "m = 3", "m = 10"}
    for mark in only(finding).marks:
        if isinstance(mark, Line):
            assert min(zip(mark.ys, mark.xs)) == (1.0, 1.0)
