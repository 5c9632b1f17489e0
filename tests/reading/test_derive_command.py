"""The command `derive`: lists, lines, violated assumptions, the reader's numbers, JSON."""

import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from textbook_ml.commands.main import main
from textbook_ml.core.console import display_width, to_ascii
from textbook_ml.study.derivations._derivation import derivations


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(["derive", *words])
    out, err = capsys.readouterr()
    return code, out, err


def data(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    return json.loads(run(capsys, *words, "--json")[1])


def test_the_list_names_every_derivation(capsys: pytest.CaptureFixture[str]) -> None:
    """Without a name, the command lists all derivations with their titles."""
    code, out, _ = run(capsys)
    assert code == 0
    for one in derivations().values():
        assert one.name in out
        assert " ".join(one.title.split()[:3]) in out


@pytest.mark.parametrize("name", derivations())
def test_screens_of_derivations_fit_the_console(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each screen has at most 80 columns; all lines follow, and each rule is shown."""
    code, out, _ = run(capsys, name)
    assert code == 0
    assert "✗" not in out
    assert max(map(display_width, out.splitlines())) <= 80
    assert "?" not in to_ascii(out)
    joined = " ".join(out.split())
    for line in derivations()[name].lines:
        assert line.rule in joined


@pytest.mark.parametrize(
    "name, assumption", [(d.name, a.name) for d in derivations().values() for a in d.assumptions]
)
def test_a_violated_assumption_shows_the_line_that_fails(
    name: str, assumption: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """With --break, the screen names the line that fails, and the exit code is 0."""
    code, out, _ = run(capsys, name, "--break", assumption)
    assert code == 0
    assert "The derivation fails at line" in out
    assert "✗" in out or "undefined" in out
    assert max(map(display_width, out.splitlines())) <= 80
    answer = data(capsys, name, "--break", assumption)
    failed = answer["lines"][answer["fails_at"] - 1]
    assert assumption in failed["uses"]
    assert failed["holds"] is False


def test_violated_equal_variances_show_both_values_and_their_difference(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The screen gives both values and their difference: ln 2 − 3/2 becomes 0."""
    _, out, _ = run(capsys, "gnb-to-logistic", "--break", "equal-variances")
    assert "0 ✗ differs from line 7 by 0.806852819440055" in out
    assert "which uses equal-variances: −0.806852819440055" in out


@pytest.mark.parametrize("words", [["20"], ["(22)"], ["mitchell-20"], ["GNB_to_logistic"], ["3.1"]])
def test_a_derivation_is_found_by_its_equations(
    words: Sequence[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """A number means Mitchell's equation; an id of an entry works too."""
    assert run(capsys, *words)[1].startswith("Gaussian naive Bayes is a logistic model")


def test_inputs_of_the_reader_replace_the_example(capsys: pytest.CaptureFixture[str]) -> None:
    """At x = 1, halfway between the means, the posterior is 1/2."""
    given = ["p1=1/2", "x=1", "mu0=0", "mu1=2", "sigma2=0.5"]
    answer = data(capsys, "gnb-to-logistic", "--input", *given)
    assert answer["inputs"]["sigma2"] == ["1/2"]
    assert [line["value"] for line in answer["lines"]][12] == "0"
    assert all(line["holds"] is not False for line in answer["lines"])


def test_inputs_that_violate_an_assumption_give_exit_code_1(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A line that does not follow is a failed check, unless --break was given."""
    code, out, _ = run(capsys, "gnb-to-logistic", "--input", "variance_ratio=2")
    assert code == 1
    assert "fails at line 8" in out


@pytest.mark.parametrize(
    "words, message",
    [
        (["gnb-to-logistik"], "Did you mean gnb-to-logistic"),
        (["qqq"], "Run `derive` to list all"),
        (["gnb-to-logistic", "--break", "equal-variance"], "Did you mean equal-variances?"),
        (["gnb-to-logistic", "--input", "sigma=1"], "Did you mean sigma2?"),
        (["gnb-to-logistic", "--input", "x"], "name=value"),
        (["gnb-to-logistic", "--input", "x=1e999999999"], "a number such as"),
        (["gnb-to-logistic", "--input", "x=1/0,1"], "denominator"),
        (["gnb-to-logistic", "--input", "x=1"], "as many numbers as x, which has 1, got 2"),
        (["gnb-to-logistic", "--input", "p1=1"], "p1 must be above 0 and below 1, got 1"),
        (["gnb-to-logistic", "--input", "sigma2=0,1"], "sigma2 must be above 0, got 0"),
        (["gnb-to-logistic", "--input", "shape=cauchy"], "shape must be one of"),
        (["gda-to-logistic", "--input", "sigma=1,2;0,1"], "sigma must be symmetric"),
        (["gda-to-logistic", "--input", "sigma=1,2;2,1"], "sigma must be positive definite"),
        (["gda-mle", "--input", "rows0=1,2;3"], "the rows of rows0 must have the same length"),
        (["gda-to-logistic", "--input", "sigma=2,0;1,3"], "must be symmetric, got 2,0;1,3"),
        (["softmax-reference", "--input", "powers=6"], "powers must have at least 2 numbers"),
        (["dirichlet-map", "--input", "strength=-1"], "strength must be at least 0, got -1"),
        (["10"], "Mitchell (10), Class-conditional mean, is a definition without a derivation"),
        (["LDA"], "lda belongs to gda-mle and gda-to-logistic"),
        (["99"], "there is no equation (99)"),
        (["14"], "belongs to gaussian-mle and variance-bias"),
        (["softmax-gradient", "--input", "label=4"], "label must be a class from 1 to 3, got 4"),
        (["--step"], "need the name of a derivation"),
        (["gnb-to-logistic", "--step"], "--step needs a terminal"),
    ],
)
def test_wrong_arguments_are_errors_with_exit_code_2(
    words: Sequence[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The error is one message with the value and a fix."""
    code, out, err = run(capsys, *words)
    assert code == 2
    assert out == ""
    assert message in err


class Terminal(io.StringIO):
    """The standard input of a person at a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("typed, lines", [("\n" * 16, 17), ("\n\nq\n", 3), ("\n", 2), ("", 1)])
def test_steps_are_shown_one_at_a_time(
    typed: str, lines: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Enter shows the next line; `q` and the end of the input stop."""
    monkeypatch.setattr("sys.stdin", Terminal(typed))
    code, out, _ = run(capsys, "gnb-to-logistic", "--step")
    assert code == 0
    assert sum(f"{n:3}. " in out for n in range(1, 18)) == lines


def test_an_undefined_line_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    """A line without a value for these inputs is named, and so is the line that needs it."""
    _, out, _ = run(capsys, "counts-mle", "--break", "positive-counts")
    assert "λ is undefined for these inputs" in out
    assert "5, 5, 5 ✗ line 9 is undefined" in out
    assert "line 9, which uses positive-counts: it is undefined for these inputs" in " ".join(
        out.split()
    )
    _, out, _ = run(capsys, "boolean-to-logistic", "--break", "no-zero-probability")
    assert "3/2 becomes undefined for these inputs" in " ".join(out.split())


def test_the_page_lists_every_derivation() -> None:
    """The table in docs/derivations.md has the name and the title of each derivation."""
    page = Path(__file__).parents[2].joinpath("docs", "derivations.md").read_text("utf-8")
    rows = [line for line in page.splitlines() if line.startswith("| `")]
    assert rows == [f"| `{one.name}` | {one.title} |" for one in derivations().values()]


def test_the_json_list_has_all_derivations(capsys: pytest.CaptureFixture[str]) -> None:
    """Each derivation has its entries and assumptions."""
    found = {one["name"]: one for one in data(capsys)}
    assert list(found) == list(derivations())
    assert "mitchell-20" in found["gnb-to-logistic"]["entries"]
    assert "equal-variances" in found["gnb-to-logistic"]["assumptions"]


def test_json_has_exact_values(capsys: pytest.CaptureFixture[str]) -> None:
    """Rational values are written as fractions, all others in 50 digits."""
    lines = data(capsys, "gnb-to-logistic")["lines"]
    assert lines[12]["value"] == "5/2"
    assert lines[12]["exact"] is True
    assert len(lines[0]["value"]) > 50
    assert lines[0]["exact"] is False


@pytest.mark.parametrize(
    "name, assumption, line, value",
    [
        ("counts-mle", "independent-rows", 4, "−10.3972077083992; follows from line 2,"),
        ("counts-mle", "independent-rows", 15, "not less than line 3; follows from line 2,"),
        ("gaussian-mle", "independent-examples", 4, "follows from line 2, which fails"),
        ("pooled-variance", "shared-variance", 4, "10, equal to line 3; follows from line 2,"),
        ("map-to-l2", "zero-mean", 5, "follows from line 4, which fails"),
        ("logistic-decision", "first-convention", 4, "Y is 1"),
        ("logistic-decision", "first-convention", 5, "0 ✗ differs from line 4"),
        ("gaussian-mle", "not-constant", 14, "undefined for these inputs"),
        ("dirichlet-map", "interior-maximum", 8, "3/5, 3/5, −1/5 ✗ not a probability"),
    ],
)
def test_lines_after_a_failed_line_are_not_confirmed(
    name: str, assumption: str, line: int, value: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A line computed from a line that fails has no ✓ and names that line."""
    _, out, _ = run(capsys, name, "--break", assumption)
    block = " ".join(out.split(f"{line:3}. ")[1].split("\n\n")[0].split())
    assert value in block
    assert "✓" not in block


def test_quantities_that_do_not_use_the_violated_assumption_hold(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The posterior of GDA with two covariance matrices does not follow from line 2."""
    lines = data(capsys, "gda-to-logistic", "--break", "shared-covariance")["lines"]
    assert lines[5]["follows_from_failed_line"] is None
    assert lines[6]["holds"] is False
    lines = data(capsys, "losses", "--break", "labels-plus-minus-1")["lines"]
    assert [line["follows_from_failed_line"] for line in lines] == [None] * 7


def test_notes_and_estimates_are_those_of_the_inputs(capsys: pytest.CaptureFixture[str]) -> None:
    """Numbers after the last line are computed from the reader's numbers."""
    out = " ".join(run(capsys, "pooled-variance")[1].split())
    assert "Estimates: σ̂² = 2." in out
    assert "8/3 and 1, which is 11/6" in out
    out = " ".join(run(capsys, "pooled-variance", "--input", "xs0=1,3", "xs1=0,4")[1].split())
    assert "Estimates: σ̂² = 5/2." in out
    assert "the estimate 5/2 is the mean of the variances of the classes, 1 and 4" in out
    assert "Estimates: μ̂ = 7/3; σ̂² = 14/9." in run(capsys, "gaussian-mle")[1]
    assert "Estimates: μ̂ = 9/5." in run(capsys, "mean-map")[1]
    assert data(capsys, "gda-mle")["estimates"]["\\hat\\phi"] == "2/5"


def test_the_example_of_a_violation_is_not_shown_with_other_numbers(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The sentence on the example would be wrong for the reader's numbers."""
    words = ["gaussian-mle", "--break", "independent-examples"]
    assert "correlation 1/2" in run(capsys, *words)[1]
    assert "correlation 1/2" not in run(capsys, *words, "--input", "correlation=1/3")[1]


def test_numbers_are_accepted_as_students_type_them(capsys: pytest.CaptureFixture[str]) -> None:
    """Copied minus signs and powers of ten are accepted."""
    answer = data(capsys, "gnb-to-logistic", "--input", "x=−1/2,1e3")
    assert answer["inputs"]["x"] == ["-1/2", "1000"]


def test_a_hyphen_in_a_word_is_not_a_minus_sign(capsys: pytest.CaptureFixture[str]) -> None:
    """Words that can be typed are printed as they are typed."""
    _, out, _ = run(capsys, "hessian-concave", "--break", "log-likelihood")
    assert "squared-error" in out


def test_smoothing_with_0_pseudo_examples_gives_the_relative_frequency(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """With l = 0, the smoothed estimate is the relative frequency."""
    lines = data(capsys, "dirichlet-map", "--input", "strength=0", "counts=1,2,1")["lines"]
    assert lines[8]["value"] == ["1/4", "1/2", "1/4"]
    assert all(line["holds"] is not False for line in lines)
