"""Tests of the experiment class: registration, verdicts and JSON."""

import json
from dataclasses import replace
from fractions import Fraction
from xml.etree import ElementTree

import pytest

from textbook_ml.plots import Figure, Line
from textbook_ml.sources import texts
from textbook_ml.study.experiments._experiment import (
    CAVEAT,
    FAILS,
    HOLDS,
    Finding,
    Result,
    by_theme,
    experiments,
    plain,
)

# The claims of the source texts that have an experiment.
IDS = """
    EXP-BIAS-VARIANCE EXP-CONVERGENCE EXP-COUPLING EXP-CROSSOVER EXP-DISCRETISE EXP-EQUAL-LIMIT
    EXP-EVENT-MODELS EXP-FULL-JOINT EXP-GDA-EFFICIENT EXP-HUNDRED EXP-LAPLACE-OPTIMAL
    EXP-LDA-LR-NB EXP-LINEAR EXP-LOSSES EXP-MAP-BAYES EXP-MISSING EXP-NB-LEMMA EXP-NIPS
    EXP-OPTIMISERS EXP-OVERCONFIDENT EXP-PARAMETER-COUNT EXP-POISSON EXP-PRIOR-SMOOTHING EXP-RATES
    EXP-RATES-CAVEAT EXP-REGULARISE EXP-SAMPLE EXP-VARIANCE EXP-VIOLATED EXP-WEATHER
""".split()

FIGURE = Figure("1 < 2", "a & b", "x", "y", [Line([0.0, 1.0], [0.0, 1.0])])
WEATHER = experiments()["weather"]


def test_every_claim_can_be_run() -> None:
    """There are thirty experiments with unique names."""
    assert len(IDS) == len(set(IDS)) == 30
    assert sorted(one.id for one in experiments().values()) == IDS


@pytest.mark.parametrize("name", experiments())
def test_an_experiment_has_a_description(name: str) -> None:
    """An experiment has a claim, a criterion, entries, a title, and default sizes."""
    one = experiments()[name]
    assert name == one.name == one.id.removeprefix("EXP-").lower()
    assert one.claim.endswith(".")
    assert one.criterion
    assert one.entries
    assert set(one.entries) <= set(texts.load().entries)
    assert one.title.endswith(".")
    assert set(one.full) <= set(one.sizes())
    assert one.sizes(full=True) == {**one.sizes(), **one.full}


def test_the_order_is_that_of_the_modules() -> None:
    """The order does not depend on imports; experiments of one theme are adjacent."""
    modules = [one.run.__module__ for one in experiments().values()]
    assert modules == sorted(modules)
    assert [one for some in by_theme().values() for one in some] == list(experiments().values())


@pytest.mark.parametrize(
    ("holds", "caveat", "verdict"),
    [(True, "", HOLDS), (True, "but", CAVEAT), (False, "", FAILS), (False, "but", FAILS)],
)
def test_a_caveat_changes_only_the_verdict_holds(holds: bool, caveat: str, verdict: str) -> None:
    """A finding that fails has the verdict 'fails', with or without a caveat."""
    assert Finding(holds, {}, FIGURE, caveat).verdict == verdict


def test_verdicts_are_fixed_strings() -> None:
    """Programs compare verdicts with these strings."""
    assert (HOLDS, FAILS, CAVEAT) == ("holds", "fails", "holds with a caveat")


def test_numbers_become_plain_json() -> None:
    """Fractions become text, names strings, and infinities null."""
    numbers = {2: {"a": Fraction(1, 3), "b": (1, 2.5)}, "c": float("nan"), "d": -float("inf")}
    assert json.loads(json.dumps(plain(numbers), allow_nan=False)) == {
        "2": {"a": "1/3", "b": [1, 2.5]},
        "c": None,
        "d": None,
    }


def test_a_result_can_be_written_as_json() -> None:
    """The JSON has claim, criterion, verdict and numbers."""
    answer = WEATHER.result(seed=4).as_json()
    assert {"name", "claim", "criterion", "verdict", "caveat", "seed", "numbers"} == set(answer)
    assert json.loads(json.dumps(answer, allow_nan=False)) == answer


def test_a_notebook_shows_claim_verdict_and_figure() -> None:
    """The HTML is well formed and escaped, and needs no notebook package."""
    one = replace(WEATHER, claim="P(x<1) & </p><script>")
    result = Result(one, 0, Finding(True, {}, FIGURE, "if <b>"))
    shown = ElementTree.fromstring(f"<div>{result._repr_html_()}</div>")
    assert [p.text for p in shown.findall("p")] == [
        "P(x<1) & </p><script>",
        "holds with a caveat. if <b>",
    ]
    svg = ElementTree.fromstring(result._repr_svg_())
    assert svg.tag == shown[-1].tag == "{http://www.w3.org/2000/svg}svg"
