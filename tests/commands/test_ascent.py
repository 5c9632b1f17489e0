"""The command `ascent` prints and plots the numbers of equation (26)."""

import json
import os
import re
from collections.abc import Sequence
from math import isclose
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.commands.test_learning_commands import Capture, error_of, output_of
from textbook_ml.commands.ascent_picture import axis_range, levels, slice_of
from textbook_ml.commands.ascent_steps import Ascent, Problem, Working, class_one
from textbook_ml.commands.loading import find_sheet, table_of
from textbook_ml.commands.main import main
from textbook_ml.core.console import WIDTH, display_width, to_ascii
from textbook_ml.core.errors import TextbookError
from textbook_ml.data.csv_file import Sheet, dataset_of
from textbook_ml.equations.ascent import penalised_step, safe_step_size
from textbook_ml.equations.likelihood import (
    penalised_gradient,
    penalised_log_likelihood,
    residuals,
)
from textbook_ml.plots import Grid

SVG = "{http://www.w3.org/2000/svg}"
# x and Y: two examples to check by hand, and six that are not separable.
TWO = "x,class\n-1,no\n2,yes\n"
SIX = "x,class\n-2,no\n-1,no\n0,yes\n0.5,no\n1,yes\n3,yes\n"
SIX_ROWS = [[1.0, -2.0], [1.0, -1.0], [1.0, 0.0], [1.0, 0.5], [1.0, 1.0], [1.0, 3.0]]
SIX_LABELS = [0, 0, 1, 0, 1, 1]

points = st.lists(
    st.tuples(st.integers(-5, 5), st.integers(-5, 5), st.sampled_from("ab")), min_size=2, max_size=9
).filter(lambda rows: len({y for *_, y in rows}) == 2 and any(x or z for x, z, _ in rows))


def written(tmp_path: Path, text: str) -> str:
    """Write a file with this text and return its path."""
    path = tmp_path / "data.csv"
    path.write_text(text)
    return str(path)


def section(lines: Sequence[str], title: str) -> list[list[str]]:
    """Return the words of each line between a heading and the next empty line."""
    start = next(i for i, line in enumerate(lines) if line.startswith(title)) + 1
    end = lines.index("", start) if "" in lines[start:] else len(lines)
    return [line.split() for line in lines[start:end]]


def step_in_full(lines: list[str], step: int) -> tuple[list[list[str]], list[str]]:
    """Return the table of a step that is shown in full, and its updates."""
    start = next(i for i, line in enumerate(lines) if line.startswith(f"Step {step} in full"))
    table, updates = lines.index("", start) + 1, lines.index("", lines.index("", start) + 1) + 1
    return section(lines[table - 1 :], ""), lines[updates : lines.index("", updates)]


def as_printed(x: float) -> float:
    """Return a number rounded to four significant digits, as it is printed."""
    return float(f"{x:.4g}")


def steps_of(eta: float, lam: float, n: int) -> list[list[float]]:
    """Return the weights for the six examples, from the equation."""
    ws = [[0.0, 0.0]]
    for _ in range(n):
        ws.append(penalised_step(ws[-1], SIX_ROWS, SIX_LABELS, eta, lam))
    return ws


def problem_of(rows: Sequence[tuple[int, int, str]]) -> Problem:
    """Return a problem with two features of whole numbers."""
    cells = [[str(cell) for cell in row] for row in rows]
    sheet = Sheet("points", ["x", "z", "class"], list(enumerate(cells, start=2)))
    return Problem.of(sheet, dataset_of(sheet), None, standardise=False)


def test_one_printed_step_equals_a_step_by_hand(capsys: Capture, tmp_path: Path) -> None:
    """The errors are −1/2 and 1/2, so the sums are 0 and 1/2 + 1, multiplied by η = 1/2."""
    lines = output_of(capsys, "ascent", written(tmp_path, TWO), "--eta", "0.5", "--steps", "1")
    table, updates = step_in_full(lines, 1)
    assert table == [
        ["row", "score", "P(Y=1|x)", "error", "x1*error"],
        ["2", "0", "0.5000", "-0.5000", "0.5000"],
        ["3", "0", "0.5000", "0.5000", "1.000"],
        ["sum", "0", "1.500"],
    ]
    assert updates[0].split() == "w0 ← 0 + 0.5 · 0 = 0".split()
    assert updates[1].split() == "w1 ← 0 + 0.5 · 1.500 = 0.7500".split()


@pytest.mark.parametrize("lam", [0.0, 2.0])
def test_every_printed_step_follows_equation_26(
    lam: float, capsys: Capture, tmp_path: Path
) -> None:
    """Weights, objective and gradient after each step equal the equation, as printed."""
    words = ("--eta", "0.1", "--steps", "8", "--l2", str(lam))
    lines = output_of(capsys, "ascent", written(tmp_path, SIX), *words)
    shown, gradients = section(lines, "8 steps"), section(lines, "The gradient after")
    assert shown[0] == ["step", "objective", "w0", "w1"] and gradients[0] == ["step", "g0", "g1"]
    for n, w in enumerate(steps_of(0.1, lam, 8)):
        objective = penalised_log_likelihood(w, SIX_ROWS, SIX_LABELS, lam)
        g = penalised_gradient(w, SIX_ROWS, SIX_LABELS, lam)
        printed = [float(cell) for cell in shown[n + 1]]
        assert printed == [n, float(f"{objective:.6g}"), as_printed(w[0]), as_printed(w[1])]
        assert [float(cell) for cell in gradients[n + 1]] == [n, as_printed(g[0]), as_printed(g[1])]


@pytest.mark.parametrize("step", [1, 2, 3])
def test_a_full_step_shows_the_numbers_of_each_example(
    step: int, capsys: Capture, tmp_path: Path
) -> None:
    """A full step has scores, probabilities, errors, products, sum, penalty and update."""
    words = ("--eta", "0.1", "--steps", "3", "--full", "3", "--l2", "2")
    lines = output_of(capsys, "ascent", written(tmp_path, SIX), *words)
    table, updates = step_in_full(lines, step)
    before, after = steps_of(0.1, 2.0, 3)[step - 1 : step + 1]
    errors = residuals(before, SIX_ROWS, SIX_LABELS)
    for n, (row, y, error) in enumerate(zip(SIX_ROWS, SIX_LABELS, errors)):
        score = before[0] + before[1] * row[1]
        expected = [
            n + 2,
            as_printed(score),
            as_printed(y - error),
            as_printed(error),
            as_printed(row[1] * error),
        ]
        assert [float(cell) for cell in table[n + 1]] == pytest.approx(expected, rel=1e-3)
    sums = [sum(errors), sum(row[1] * error for row, error in zip(SIX_ROWS, errors))]
    gradient = penalised_gradient(before, SIX_ROWS, SIX_LABELS, 2.0)
    for name, numbers in zip(
        ("sum", "penalty", "gradient"), (sums, [-2 * w for w in before], gradient)
    ):
        cells = next(cells for cells in table if cells[0] == name)
        assert list(map(float, cells[1:])) == pytest.approx(numbers, rel=1e-3, abs=1e-12)
    for i, line in enumerate(updates):
        old, eta, total, lam, again, new = map(float, re.findall(r"-?\d[\d.e+-]*", line)[1:])
        assert (eta, lam, old, again) == (0.1, 2.0, as_printed(before[i]), as_printed(before[i]))
        assert total == pytest.approx(sums[i], rel=1e-3, abs=1e-12)
        assert new == as_printed(after[i])
        assert "· -" not in line  # a negative factor is in brackets


@given(points, st.integers(0, 3), st.sampled_from([0.01, 0.25, 2.0]))
def test_json_has_every_digit_of_equation_26(
    rows: list[tuple[int, int, str]], lam: int, eta: float
) -> None:
    """The numbers of each step equal those of the equation to the last bit."""
    problem = problem_of(rows)
    result = Ascent.of(problem, eta, float(lam), steps=4)
    w = [0.0, 0.0, 0.0]
    for stage in result.stages:
        assert stage.w == w
        assert stage.gradient == penalised_gradient(w, problem.rows, problem.labels, lam)
        assert stage.objective == penalised_log_likelihood(w, problem.rows, problem.labels, lam)
        w = penalised_step(w, problem.rows, problem.labels, eta, lam)


@given(points, st.integers(0, 3))
def test_the_objective_never_falls_with_the_safe_step_size(
    rows: list[tuple[int, int, str]], lam: int
) -> None:
    """The default step size is 1/L = 1 / (‖XᵀX‖/4 + λ)."""
    problem = problem_of(rows)
    result = Ascent.of(problem, None, float(lam), steps=12)
    assert result.falls == []
    assert isclose(1 / result.eta, 1 / safe_step_size(problem.rows) + lam, rel_tol=1e-12)


def test_a_decrease_is_marked_and_a_safe_step_size_is_suggested(
    capsys: Capture, tmp_path: Path
) -> None:
    """The table and the conclusion mark the decrease; the safe step size avoids it."""
    data = written(tmp_path, SIX)
    lines = output_of(capsys, "ascent", data, "--eta", "5", "--steps", "4", "--full", "0")
    fallen = [line[0] for line in section(lines, "4 steps")[1:] if "fell" in line]
    ws = steps_of(5.0, 0.0, 4)
    objectives = [penalised_log_likelihood(w, SIX_ROWS, SIX_LABELS, 0.0) for w in ws]
    assert fallen == [str(n) for n in range(1, 5) if objectives[n] < objectives[n - 1]] != []
    words = " ".join(lines)
    assert f"fell in step {', '.join(fallen)}: the step size η = 5 is too large." in words
    safe = re.search(r"With 1/L = ([\d.]+) or less it never falls", words)
    assert safe is not None
    again = output_of(capsys, "ascent", data, "--eta", safe[1], "--steps", "4", "--full", "0")
    assert "The objective rose from" in " ".join(again) and "fell" not in " ".join(again)


def test_a_gradient_of_0_at_the_start_is_reported(capsys: Capture, tmp_path: Path) -> None:
    """The output reports the zero gradient, and the plot shows a single point."""
    data, out = written(tmp_path, "x,class\n-1,a\n1,a\n1,b\n-1,b\n"), tmp_path / "path.svg"
    lines = output_of(capsys, "ascent", data, "--steps", "2", "--svg", str(out))
    assert "The gradient is 0: this is the maximum, so further steps change nothing." in lines
    assert ElementTree.parse(out).getroot().tag == f"{SVG}svg"


def test_the_output_says_that_the_penalty_is_on_every_weight(
    capsys: Capture, tmp_path: Path
) -> None:
    """The penalty is that of equation (26); without a penalty it is not mentioned."""
    data = written(tmp_path, SIX)
    words = "The penalty is on every weight, including w0, as in the source texts."
    assert words in output_of(capsys, "ascent", data, "--l2", "1")
    assert words not in output_of(capsys, "ascent", data)


def test_the_class_with_y_1_is_printed_and_can_be_chosen(capsys: Capture, tmp_path: Path) -> None:
    """Y = 1 is the named class, 1 rather than 0, or the second class to appear."""
    lines = output_of(capsys, "ascent", written(tmp_path, SIX), "--steps", "1")
    assert "Y = 1 where class is yes, 0 where it is no" in " ".join(lines)
    words = ("ascent", "iris", "--positive", "Iris-virginica", "--steps", "1", "--json")
    found = json.loads("\n".join(output_of(capsys, *words)))
    assert found["zero"] == ["Iris-setosa", "Iris-versicolor"]
    assert [example["y"] for example in found["examples"]] == [0] * 100 + [1] * 50
    ones = dataset_of(Sheet("t", ["x", "y"], [(2, ["5", "1"]), (3, ["6", "0"])]))
    assert class_one(ones, None) == "1" and class_one(ones, "0") == "0"


def test_discrete_columns_are_one_hot_encoded(capsys: Capture) -> None:
    """Each value except the first has a weight; the first values are listed."""
    lines = output_of(capsys, "ascent", "play-tennis", "--steps", "1")
    assert "w1  x1 = Outlook=Overcast" in lines and "w6  x6 = Wind=Strong" in lines
    assert "for which all of these are 0: Outlook=Sunny," in " ".join(lines)
    examples = section(lines, "The examples")
    assert examples[1] == ["2"] + ["0"] * 7
    assert examples[3] == ["4", "1", "1", "0", "0", "0", "0", "0"]


def test_standardised_features_have_mean_0_and_variance_1(capsys: Capture) -> None:
    """The output of --json contains the standardised features."""
    words = ("ascent", "animals", "--standardise", "--steps", "1", "--json")
    found = json.loads("\n".join(output_of(capsys, *words)))
    for i in (1, 2):
        xs = [example["x"][i] for example in found["examples"]]
        assert sum(xs) == pytest.approx(0, abs=1e-12)
        assert sum(x * x for x in xs) / len(xs) == pytest.approx(1)


def test_json_has_the_numbers_of_the_first_steps(capsys: Capture, tmp_path: Path) -> None:
    """JSON has names, examples and steps; the first steps have scores, probabilities, errors."""
    words = ("--eta", "0.1", "--steps", "3", "--full", "1", "--json")
    found = json.loads("\n".join(output_of(capsys, "ascent", written(tmp_path, SIX), *words)))
    assert (found["label"], found["one"], found["zero"]) == ("class", "yes", ["no"])
    assert (found["weights"], found["eta"], found["l2"]) == (["intercept", "x"], 0.1, 0.0)
    assert [example["x"] for example in found["examples"]] == SIX_ROWS
    assert [example["row"] for example in found["examples"]] == [2, 3, 4, 5, 6, 7]
    assert [step["w"] for step in found["steps"]] == steps_of(0.1, 0.0, 3)
    assert found["steps"][0]["errors"] == [-0.5, -0.5, 0.5, -0.5, 0.5, 0.5]
    assert found["steps"][0]["probabilities"] == [0.5] * 6
    assert "errors" not in found["steps"][1] and found["falls"] == []


def test_wide_and_long_tables_are_shortened(capsys: Capture, tmp_path: Path) -> None:
    """Thirty features, forty examples and fifty steps fit into 80 columns and 300 lines."""
    rows = [[f"{(7 * i + 3 * j * i) % 19 - 9}" for j in range(30)] for i in range(40)]
    body = "\n".join(",".join([*row, "uv"[i % 3 % 2]]) for i, row in enumerate(rows))
    header = ",".join(f"a-rather-long-name-{j}" for j in range(30)) + ",class"
    data = written(tmp_path, f"{header}\n{body}\n")
    lines = output_of(capsys, "ascent", data, "--steps", "50", "--quiet")
    assert len(lines) < 300
    words = "\n".join(lines)
    assert "The examples, the first 12 and the last 3 of 40" in words
    assert "more columns, too wide for this screen: --json prints them" in words
    assert "and so on up to w30" in words
    steps = [cells[0] for cells in section(lines, "50 steps")]
    assert steps == ["step", *map(str, range(20)), ":", "49", "50"]


@pytest.mark.parametrize("data", ["play-tennis", "animals", "weather"])
def test_bundled_tables_are_found_by_name(data: str, capsys: Capture) -> None:
    """Bundled tables need no options; `output_of` checks the width of every line."""
    assert "The objective rose from" in " ".join(output_of(capsys, "ascent", data))


def test_table_columns_are_aligned_in_ascii(capsys: Capture, tmp_path: Path) -> None:
    """The tables contain only ASCII characters."""
    lines = output_of(capsys, "ascent", written(tmp_path, SIX), "--l2", "1")
    start = lines.index("The examples")
    for line in lines[start:]:
        if re.match(r" *(\d+|:|row|step|sum|penalty|gradient) {2,}", line):
            assert to_ascii(line) == line


def root_of(path: Path) -> Any:
    """Return the root of a plot, which must be well-formed XML."""
    return ElementTree.fromstring(path.read_text(encoding="utf-8"))


def texts(path: Path) -> str:
    """Return all texts in a plot."""
    return " ".join(element.text or "" for element in root_of(path).iter())


def test_the_path_of_two_weights_is_drawn_over_contours(capsys: Capture, tmp_path: Path) -> None:
    """Path, contours and maximum are in one panel, the objective in the other."""
    data, out = written(tmp_path, SIX), tmp_path / "path.svg"
    lines = output_of(capsys, "ascent", data, "--eta", "0.3", "--svg", str(out))
    assert "".join(lines).replace(" ", "").endswith(str(out).replace(" ", ""))
    words = texts(out)
    for expected in ("η = 0.3", "Path of w0 and w1", "w0, the intercept", "w1, x", "maximum"):
        assert expected in words
    assert "The objective by step" in words
    assert sorted(os.listdir(tmp_path)) == ["data.csv", "path.svg"]


def test_two_of_many_weights_can_be_drawn(capsys: Capture, tmp_path: Path) -> None:
    """Weights are chosen by number or by feature; otherwise only the objective is drawn."""
    out = tmp_path / "path.svg"
    for words in (["--weights", "w0,w5"], ["--weights", "intercept, Humidity=Normal"]):
        output_of(capsys, "ascent", "play-tennis", "--svg", str(out), *words)
        assert "Path of w0 and w5, other weights" in texts(out)
    output_of(capsys, "ascent", "play-tennis", "--svg", str(out))
    assert "Path of" not in texts(out) and "The objective by step" in texts(out)


def test_the_plot_is_reproducible(capsys: Capture, tmp_path: Path) -> None:
    """The bytes are equal; an old file is replaced, and the other output does not change."""
    data, out = written(tmp_path, SIX), tmp_path / "path.svg"
    plain = output_of(capsys, "ascent", data)
    out.write_text("old")
    assert output_of(capsys, "ascent", data, "--svg", str(out))[: len(plain)] == plain
    first = out.read_bytes()
    output_of(capsys, "ascent", data, "--svg", str(out))
    assert out.read_bytes() == first


@given(points, st.integers(0, 2), st.permutations([0, 1, 2]))
def test_the_contours_are_those_of_the_objective(
    rows: list[tuple[int, int, str]], lam: int, order: list[int]
) -> None:
    """The plotted function equals the objective at the end of the path and elsewhere."""
    result = Ascent.of(problem_of(rows), None, float(lam), steps=3)
    i, j, _ = order
    objective, w = slice_of(result, i, j), list(result.stages[-1].w)
    assert isclose(objective(w[i], w[j]), result.stages[-1].objective, rel_tol=1e-12)
    w[i], w[j] = 0.5, -0.25
    problem = result.problem
    truth = penalised_log_likelihood(w, problem.rows, problem.labels, lam)
    assert isclose(objective(0.5, -0.25), truth, rel_tol=1e-12)


def test_the_axes_contain_the_path_and_a_near_maximum() -> None:
    """A distant maximum is left out, because the path would be a dot."""
    assert axis_range([0.0, 1.0], maximum=2.0) == (-0.6, 2.6)
    assert (
        axis_range([0.0, 1.0], maximum=9.0) == axis_range([0.0, 1.0], maximum=None) == (-0.3, 1.3)
    )
    assert axis_range([2.0, 2.0], maximum=2.0) == (1.0, 3.0)


def test_contour_levels_are_between_the_smallest_and_largest_value() -> None:
    """Contours of a quadratic function are equally spaced, and each level occurs once."""
    grid = Grid.of(lambda x, y: -(x * x + y * y), (-3.0, 3.0), (-3.0, 3.0), cells=6)
    found = levels(grid)
    assert found == sorted(found, reverse=True)
    assert -18 < found[-1] < found[0] < 0
    gaps = [(-b) ** 0.5 - (-a) ** 0.5 for a, b in zip(found, found[1:])]
    assert max(gaps) < 1.1 * min(gaps)


def test_the_error_is_y_minus_p() -> None:
    """The error is y − p, even if the sigmoid saturates."""
    problem = problem_of([(5, 0, "a"), (-5, 0, "b")])
    working = Working.at(problem, [0.0, 8.0, 0.0])
    assert working.scores == [40.0, -40.0]
    assert working.errors[0] == -working.probabilities[0]
    assert working.errors[1] == pytest.approx(1 - working.probabilities[1])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("iris",), "iris: .*, 'class' has 3. Fix: .*--positive CLASS, one of 'Iris-setosa', 'I"),
        (("animals", "--positive", "cat"), r"'class' has no class 'cat'\. Classes: 'dog', 'eleph"),
        (("animals", "--positive", "elefant"), r"class 'elefant'\. Did you mean elephant\?"),
        (("spam",), "'text' is text: use multinomial-nb"),
        (("absent.csv",), "absent.csv: cannot be read"),
        (("animals", "--label", "kind"), "no class column 'kind'"),
        (
            ("animals", "--eta", "0"),
            "animals: the step size η must be a finite number above 0, got 0.0",
        ),
        (("animals", "--eta", "-1"), "above 0, got -1.0"),
        (
            ("animals", "--eta", "small"),
            "--eta must be a finite number, such as 1 or 0.01, got 'small'",
        ),
        (("animals", "--eta", "1e308"), "η = 1e\\+308 is so large .*: use --eta 2.216e-08"),
        (("animals", "--eta", "1e306"), "η = 1e\\+306 is so large that the weights overflow"),
        (("animals", "--l2", "-1"), "--l2 must be a finite number of at least 0, got -1.0"),
        (("animals", "--l2", "x"), "--l2 must be a finite number, .*, got 'x'"),
        (("animals", "--steps", "0"), "--steps must be at least 1, got 0"),
        (("animals", "--full", "-1"), "--full must be at least 0, got -1"),
        (("animals", "--weights", "w0,w1"), "--weights needs --svg FILE"),
        (("animals", "--svg", "SVG", "--weights", "w0"), "two different weights, .*'w0'"),
        (("animals", "--svg", "SVG", "--weights", "w0,w0"), "two different weights, .*'w0,w0'"),
        (("animals", "--svg", "SVG", "--weights", "w1,w3"), r"weight 'w3'\. Weights: w0 to w2"),
        (
            ("animals", "--svg", "SVG", "--weights", "w1,weight"),
            r"'weight'\. Did you mean weight_kg",
        ),
        (("animals", "--svg", "SVG", "--eta", "0"), "above 0, got 0.0"),
        (("animals", "--svg", "SVG/path.svg"), "cannot be written"),
    ],
)
def test_bad_input_is_a_one_line_error_and_writes_nothing(
    words: Sequence[str], message: str, capsys: Capture, tmp_path: Path
) -> None:
    """The exit code is 2, the error contains value and fix, and no plot is written."""
    place = str(tmp_path / "path.svg")
    error = error_of(capsys, "ascent", *(word.replace("SVG", place) for word in words))
    assert re.search(message, error)
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x,class\n1,a\n2,a\n", "'class' must have at least two classes, got 1 ('a')"),
        ("x,o,class\n1,u,a\n?,v,b\n", "row 3, column 'x': the value is missing"),
        ("x,o,class\n1,u,a\n2,,b\n", "row 3, column 'o': the value is missing"),
        ("o,class\nu,a\nu,b\n", "need a feature with two different values, got none"),
    ],
)
def test_errors_for_unusable_tables_name_the_file(
    text: str, message: str, capsys: Capture, tmp_path: Path
) -> None:
    """The message names the file and, if possible, the row and the column."""
    error = error_of(capsys, "ascent", written(tmp_path, text))
    assert message in error and "data.csv" in error


def test_the_data_file_is_not_overwritten(capsys: Capture, tmp_path: Path) -> None:
    """The command rejects a plot file that is the data file."""
    data = written(tmp_path, SIX)
    assert "that is the file with the data" in error_of(capsys, "ascent", data, "--svg", data)
    assert Path(data).read_text() == SIX


def test_features_on_very_different_scales_give_a_note(capsys: Capture, tmp_path: Path) -> None:
    """The note is one line on stderr; with --standardise there is none."""
    data = written(tmp_path, "a,b,class\n1e-6,1e6,u\n2e-6,3e6,v\n3e-6,1e6,v\n1e-6,2e6,u\n")
    assert main(("ascent", data, "--steps", "1")) == 0
    note = capsys.readouterr().err
    assert (
        note.startswith("note: the features have very different scales") and note.count("\n") == 1
    )
    output_of(capsys, "ascent", data, "--steps", "1", "--standardise")


def test_help_explains_the_columns(capsys: Capture) -> None:
    """The help explains the columns and gives examples, in 80 columns."""
    with pytest.raises(SystemExit):
        main(["ascent", "--help"])
    page = capsys.readouterr().out
    assert "x1*error" in page and "ascent play-tennis --eta 0.05" in page
    assert all(display_width(line) < WIDTH for line in page.splitlines())


@pytest.mark.parametrize(
    "words",
    ["play-tennis --eta 0.05", "animals --standardise --l2 1", "animals --eta 0.5"],
)
def test_the_examples_of_the_help_work(words: str, capsys: Capture) -> None:
    """The examples in the help run without errors."""
    assert output_of(capsys, "ascent", *words.split())


def test_row_numbers_are_those_of_the_file(tmp_path: Path) -> None:
    """Empty lines are counted."""
    data = written(tmp_path, "x,class\n\n-1,no\n\n2,yes\n")
    sheet = find_sheet(data)
    problem = Problem.of(sheet, table_of(sheet, None, ()), None, standardise=False)
    assert problem.places == (3, 5)
    with pytest.raises(TextbookError, match="--positive: 'class' has no class 'maybe'"):
        Problem.of(sheet, table_of(sheet, None, ()), "maybe", standardise=False)
