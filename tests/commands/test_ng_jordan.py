"""The study `experiment ng-jordan`, run from the command line."""

import json
import os
import pty
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.commands.test_learning_commands import Capture, error_of, output_of
from tests.plots.drawn import parsed, texts
from textbook_ml.commands.main import main
from textbook_ml.commands.ng_jordan import collect_rounds, ng_jordan
from textbook_ml.commands.ng_jordan_table import TableOptions, two_class_table
from textbook_ml.study.experiments.ng_jordan.methods import METHODS
from textbook_ml.study.experiments.ng_jordan.rounds import FLOOR, FULL, SPLITS, Round, rounds

REAL_DATA = os.environ.get("TEXTBOOK_ML_DATA", "")
REAL_FILES = sorted(p for p in Path(REAL_DATA or ".").glob("*.csv") if p.stem != "sms_spam")
TWO = {
    "iris": ["--classes", "Iris-versicolor,Iris-virginica"],
    "lenses": ["--positive", "none"],
    "lymphography": ["--classes", "metastases,malign_lymph", "--kind", "*=discrete"],
}
QUICK = ("--splits", "4", "--processes", "1")
ROOT = Path(__file__).parents[2]


def words(data: object, *more: str) -> tuple[str, ...]:
    return ("experiment", "ng-jordan", "--data", str(data), *QUICK, *more)


def found(capsys: Capture, data: object, *more: str) -> Any:
    """Return the parsed JSON output."""
    assert main(words(data, "--json", *more)) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return json.loads(captured.out)


def of_choice(data: object, **options: Any) -> tuple[Any, list[str]]:
    return two_class_table(str(data), TableOptions(**options))


@pytest.fixture
def numbers(tmp_path: Path) -> Path:
    """Return a file of twenty rows of two numbers, in two classes that overlap."""
    rows = [f"{i % 7},{(i * i) % 11},{'no' if i % 3 else 'yes'}" for i in range(20)]
    path = tmp_path / "numbers.csv"
    path.write_text("\n".join(["u,v,class", *rows]) + "\n")
    return path


@pytest.fixture
def gaps(tmp_path: Path) -> Path:
    """Return a file of a discrete column with missing values and a complete continuous one."""
    rows = [f"{'ab?'[i % 3]},{i % 5},{'no' if i % 4 else 'yes'}" for i in range(24)]
    path = tmp_path / "gaps.csv"
    path.write_text("\n".join(["letter,x,class", *rows]) + "\n")
    return path


def test_the_output_has_all_parts(capsys: Capture, numbers: Path) -> None:
    """The output has sizes, errors, three comparisons, claim and verdict, in lines that fit."""
    lines = output_of(capsys, *words(numbers))
    text = " ".join(" ".join(lines).split())
    assert "no or yes, 20 examples, 2 features" in text
    assert "4 random splits for each training size m, seed 0" in text
    assert "rescaled to [0, 1] over the whole table" in text
    assert "the minimum variance of naive Bayes is 1e-06" in text
    assert "minimum variance of naive Bayes 1e-06" in " ".join(text.split())
    head = next(line for line in lines if line.split()[:1] == ["m"])
    assert head.split() == ["m", "naive-bayes", "logistic", "logistic-sampled", "nearest-mean"]
    sizes = [line.split()[0] for line in lines if " ± " in line and line.startswith("  ")][1:]
    assert sizes[0] == "2" and sizes[-1] == "15"
    for duel in ("ordinary:", "as in the text:", "as in the figure:"):
        assert any(line.startswith(f"  {duel}") for line in lines)
    assert "verdict" in text and "claim" in text and "criterion" in text


def test_the_help_states_methods_and_defaults(capsys: Capture) -> None:
    """The help is written apart from the study, so that it needs no import of the study."""
    with pytest.raises(SystemExit):
        main(["experiment", "ng-jordan", "--help"])
    text = " ".join(capsys.readouterr().out.split())
    assert f"some of {', '.join(METHODS)} (default" in text
    assert f"(default: {FLOOR:g})" in text
    assert f"per training size (default: {SPLITS})" in text
    assert f"{FULL} splits" in text


def test_the_json_has_the_keys_of_an_experiment(capsys: Capture, numbers: Path) -> None:
    """The keys include claim, criterion, verdict, numbers, file name and completeness."""
    answer = found(capsys, numbers, "--sizes", "2,5", "--seed", "7")
    assert answer["name"] == "ng-jordan"
    assert answer["verdict"] in ("holds", "fails", "holds with a caveat", "undecided")
    assert answer["claim"] and answer["criterion"]
    assert (answer["seed"], answer["complete"], answer["data"]) == (7, True, str(numbers))
    assert answer["numbers"]["sizes"] == [2, 5]
    assert answer["numbers"]["splits"] == 4
    assert answer["numbers"]["classes"] == {"yes": 7, "no": 13}
    assert len(answer["numbers"]["error"]["naive-bayes"]) == 2


def test_the_output_does_not_depend_on_the_number_of_processes(
    capsys: Capture, numbers: Path
) -> None:
    """One and two processes give the same output."""
    one = output_of(capsys, *words(numbers))
    two = output_of(capsys, *words(numbers, "--processes", "2"))
    assert one == two


def test_one_class_can_be_compared_with_the_rest(capsys: Capture) -> None:
    """Iris has three classes; all but the named class are merged."""
    answer = found(capsys, "iris", "--positive", "Iris-virginica", "--sizes", "2,6")
    assert answer["numbers"]["classes"] == {"not Iris-virginica": 100, "Iris-virginica": 50}


def test_two_of_three_classes_can_be_selected(capsys: Capture) -> None:
    """Only the rows of the two selected classes are used."""
    answer = found(capsys, "iris", "--classes", "Iris-virginica,Iris-setosa", "--sizes", "2,6")
    assert answer["numbers"]["classes"] == {"Iris-virginica": 50, "Iris-setosa": 50}


def test_rows_with_missing_values_are_dropped_or_modelled(capsys: Capture, gaps: Path) -> None:
    """A third of the values is missing: 16 rows remain, or 24 with one more column."""
    dropped = found(capsys, gaps, "--sizes", "2,6")
    assert (dropped["numbers"]["examples"], dropped["numbers"]["columns"]) == (16, 3)
    assert "8 rows with missing values left out" in dropped["notes"]
    modelled = found(capsys, gaps, "--sizes", "2,6", "--missing", "model")
    assert (modelled["numbers"]["examples"], modelled["numbers"]["columns"]) == (24, 4)
    assert "nearest-mean" not in modelled["numbers"]["error"]


def test_columns_of_one_kind_can_be_selected(gaps: Path) -> None:
    """Without the discrete column, no value is missing."""
    contest, notes = of_choice(gaps, only="continuous")
    assert (len(contest), len(contest.rows[0]), contest.indicators) == (24, 1, ())
    assert not any("missing" in note for note in notes)


def test_columns_of_few_whole_numbers_are_noted(gaps: Path, numbers: Path) -> None:
    """The note says that the numbers may be codes, unless the kind is declared."""
    assert any("--kind 'x=discrete'" in note for note in of_choice(gaps)[1])
    assert any("--kind '*=discrete'" in note for note in of_choice(numbers)[1])
    contest, notes = of_choice(numbers, kinds=("*=discrete",))
    assert notes == [] and contest.numbers == ()


def test_the_figure_is_written_with_published_points(
    capsys: Capture, numbers: Path, tmp_path: Path
) -> None:
    """The title of the figure contains the name of the data file."""
    svg = tmp_path / "curves.svg"
    output_of(capsys, *words(numbers, "--published", "pima", "--svg", str(svg)))
    written = texts(parsed(svg.read_text(encoding="utf-8")))
    assert "numbers.csv: error by number of examples" in written
    assert "naive Bayes, as published" in written
    assert [p.name for p in tmp_path.iterdir()] == ["numbers.csv", "curves.svg"]


def test_published_curves_set_the_sizes_and_are_compared(capsys: Capture, tmp_path: Path) -> None:
    """The sizes are those of the published curve; a note suggests --published if it fits."""
    data = tmp_path / "sonar.csv"
    rows = [f"{i % 13 / 13},{'M' if i % 2 else 'R'}" for i in range(30)]
    data.write_text("\n".join(["band,class", *rows]) + "\n")
    answer = found(capsys, data, "--published", "sonar")
    assert answer["numbers"]["sizes"] == [2, 7, 12, 17]
    assert answer["numbers"]["published"]["error"]["logistic"][0] == 0.4824
    assert set(answer["numbers"]["published"]["distance"]) == set(answer["numbers"]["error"])
    (hint,) = found(capsys, data, "--sizes", "2,5")["notes"]
    assert hint == "--published sonar adds the curves of the paper"
    other = found(capsys, data, "--published", "lenses", "--sizes", "2,5")
    assert any("use only discrete features" in note for note in other["notes"])


def first(n: int, stream: Iterator[Round]) -> Iterator[Round]:
    """Yield the first n rounds, then raise KeyboardInterrupt."""
    for _ in range(n):
        yield next(stream)
    raise KeyboardInterrupt


def stopped_after(n: int, numbers: Path, monkeypatch: pytest.MonkeyPatch, **more: Any) -> Any:
    """Return the lines and the exit code of a run that is stopped after n rounds."""
    monkeypatch.setattr(
        "textbook_ml.commands.ng_jordan.rounds",
        lambda contest, plan, processes: first(n, rounds(contest, plan, processes)),
    )
    run, lines = ng_jordan(str(numbers), processes=1, sizes="2,5", **more), []
    try:
        while True:
            lines.append(next(run))
    except StopIteration as end:
        return lines, end.value


def test_a_stopped_run_reports_the_finished_splits(
    capsys: Capture, numbers: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The exit code is 130; numbers of three splits are marked as incomplete, with a figure."""
    three = found(capsys, numbers, "--sizes", "2,5", "--splits", "3")
    svg = tmp_path / "part.svg"
    lines, code = stopped_after(3, numbers, monkeypatch, json=True, svg=str(svg))
    part = json.loads("\n".join(lines))
    assert code == 130
    assert part["complete"] is False
    assert part["caveat"].startswith("incomplete: 3 of 100 splits were finished")
    assert part["numbers"] == three["numbers"]
    assert texts(parsed(svg.read_text(encoding="utf-8")))


def test_a_run_stopped_before_two_splits_has_no_results(
    numbers: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """One split has no standard error, so there is one line, no JSON and no file."""
    svg = tmp_path / "part.svg"
    lines, code = stopped_after(1, numbers, monkeypatch, svg=str(svg))
    assert (len(lines), code, svg.exists()) == (1, 130, False)
    assert stopped_after(1, numbers, monkeypatch, json=True) == ([], 130)


def in_front() -> None:
    """Handle Ctrl-C, even if the tests themselves run in the background."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_ctrl_c_in_a_terminal_prints_the_finished_part(numbers: Path) -> None:
    """Two processes run, and the terminal shows the time left until Ctrl-C."""
    terminal, screen = pty.openpty()
    command = [sys.executable, "-m", "textbook_ml", "experiment", "ng-jordan", "--data",
               str(numbers), "--splits", "100000", "--processes", "2", "--json"]  # fmt: skip
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=screen, start_new_session=True,
        preexec_fn=in_front,
    ) as run:  # fmt: skip
        shown = b""
        while b"left" not in shown:
            shown += os.read(terminal, 1000)
        os.killpg(run.pid, signal.SIGINT)
        output, _ = run.communicate(timeout=60)
    os.close(screen)
    shown += left_on(terminal)
    assert b"Traceback" not in shown
    assert b"of 100000 splits; about " in shown
    assert run.returncode == 130, shown
    answer = json.loads(output)
    assert answer["complete"] is False
    assert 2 <= answer["numbers"]["splits"] < 100000


def left_on(terminal: int) -> bytes:
    """Return the output that is still to be read from a terminal."""
    shown = b""
    with suppress(OSError):
        while more := os.read(terminal, 1000):
            shown += more
    os.close(terminal)
    return shown


def test_no_progress_is_written_to_a_file(numbers: Path, capsys: Capture) -> None:
    """Progress is shown only at terminals."""
    contest, _ = of_choice(numbers)
    assert collect_rounds(iter(()), 5) == []
    assert len(contest) == 20
    assert capsys.readouterr().err == ""


INVALID = {
    "one class": ("x,class\n1,a\n2,a\n", [], "'class' must have two classes, got only 'a'"),
    "no rows": ("x,class\n", [], "must be at least one row after the header"),
    "ragged": ("x,class\n1,a\n2\n", [], "row 3: expected 2 cells, got 1"),
    "a word among numbers": (
        "x,class\n1,a\n2,b\nthree,a\n4,b\n",
        [],
        "row 4, column 'x': expected a number, as in most rows, got 'three'. Fix: ",
    ),
    "too many": ("x,class\n1,a\n2,b\n3,a\n", ["--sizes", "2,3"], "at most 2 of the 3 examples"),
    "too few": (
        "x,class\n1,a\n2,b\n3,a\n",
        ["--sizes", "1,2"],
        "at least 2 examples, one of each class, got size 1",
    ),
    "no sizes": (
        "x,class\n1,a\n2,b\n3,a\n",
        ["--sizes", "2,many"],
        "whole numbers separated by commas",
    ),
    "two rows": (
        "x,class\n1,a\n2,b\n",
        [],
        "need at least 3 examples (2 for training and 1 for testing), got 2",
    ),
    "unknown column": ("size,kind\n1,a\n2,b\n", ["--label", "knid"], "Did you mean kind?"),
    "three classes": (
        "x,class\n1,a\n2,b\n3,c\n4,c\n",
        [],
        "--classes c,a, or compare one with all others with --positive c",
    ),
    "unknown class": (
        "x,class\n1,apple\n2,pear\n3,plum\n",
        ["--positive", "aple"],
        "'class' has no class 'aple'. Did you mean apple?",
    ),
    "unknown pair": (
        "x,class\n1,a\n2,b\n3,c\n",
        ["--classes", "a,z"],
        "has no class 'z'. Classes: 'a', 'b', 'c'",
    ),
    "one of two": ("x,class\n1,a\n2,b\n3,c\n", ["--classes", "a"], "must be two different classes"),
    "both": (
        "x,class\n1,a\n2,b\n",
        ["--classes", "a,b", "--positive", "a"],
        "--positive and --classes cannot be used together",
    ),
    "a gap in a number": (
        "x,class\n1,a\n?,b\n3,a\n",
        ["--missing", "model"],
        "row 3, column 'x': a continuous value is missing",
    ),
    "nothing left": (
        "x,class\n1,a\n?,b\n3,a\n",
        [],
        "every row of class 'b' has a missing value",
    ),
    "names of rows": (
        "id,x,class\n" + "".join(f"r{i},{i},{'ab'[i % 2]}\n" for i in range(60)),
        [],
        "column 'id' has 60 different values in 60 rows, so it looks like an identifier",
    ),
    "texts": (
        "text,class\nhello,a\nbye,b\nhi,a\n",
        [],
        "must be discrete or continuous, got text. Fix: use `experiment sms`",
    ),
    "no such kind": ("x,class\n1,a\n2,b\n3,a\n", ["--only", "discrete"], "no discrete feature"),
    "unknown method": ("x,class\n1,a\n2,b\n3,a\n", ["--methods", "logistics"], "Did you mean l"),
    "no pair": (
        "x,class\n1,a\n2,b\n3,a\n",
        ["--methods", "naive-bayes"],
        "the methods must include a pair to compare",
    ),
    "unknown curves": ("x,class\n1,a\n2,b\n3,a\n", ["--published", "pina"], "Did you mean pima?"),
    "no variance": (
        "x,class\n1,a\n2,b\n3,a\n",
        ["--floor", "0"],
        "the variance floor must be above 0 (for example 1e-6), got 0.0",
    ),
    "no processes": ("x,class\n1,a\n2,b\n3,a\n", ["--processes", "0"], "must be at least 1, got 0"),
    "one split": ("x,class\n1,a\n2,b\n3,a\n", ["--splits", "1"], "must be at least 2, got 1"),
}


@pytest.mark.parametrize("case", INVALID)
def test_bad_input_is_a_one_line_error(case: str, capsys: Capture, tmp_path: Path) -> None:
    """The exit code is 2, the error names file and possibly row, and no file is written."""
    content, more, message = INVALID[case]
    data, svg = tmp_path / "data.csv", tmp_path / "figure.svg"
    data.write_text(content)
    line = error_of(capsys, *words(data, "--svg", str(svg), *more))
    assert message in line
    assert not svg.exists()


def test_an_unwritable_figure_file_is_an_error_before_the_run(
    capsys: Capture, numbers: Path
) -> None:
    """The file is in a missing folder, is a folder, or is the data file itself."""
    for svg in (numbers.parent / "none" / "a.svg", numbers.parent, numbers):
        assert f"--svg {svg}" in error_of(capsys, *words(numbers, "--svg", str(svg)))


def test_a_missing_data_file_is_an_error(capsys: Capture) -> None:
    """The error names the file."""
    assert "nowhere.csv: cannot be read" in error_of(capsys, *words("nowhere.csv"))


def test_the_exit_code_is_0_for_every_verdict(numbers: Path, capsys: Capture) -> None:
    """Curves that do not cross are a result, not a failure."""
    assert found(capsys, numbers, "--sizes", "2,5")["verdict"] == "undecided"
    assert main(words(numbers, "--sizes", "2,5", "--json")) == 0


@pytest.mark.skipif(not REAL_DATA, reason="TEXTBOOK_ML_DATA names no folder of real data")
@pytest.mark.parametrize("path", REAL_FILES, ids=lambda path: path.stem)
def test_curves_of_real_data_are_plausible(path: Path, capsys: Capture) -> None:
    """At m = 2 continuous methods agree; with many rows, more examples reduce the error."""
    answer = found(capsys, path, "--sizes", "2,12", *TWO.get(path.stem, []))
    error = answer["numbers"]["error"]
    if "nearest-mean" in error:
        assert error["naive-bayes"][0] == error["logistic"][0] == error["nearest-mean"][0]
    small, large = zip(*error.values())
    assert sum(large) < sum(small) or answer["numbers"]["examples"] < 100


@pytest.mark.slow
@pytest.mark.skipif(not REAL_DATA, reason="TEXTBOOK_ML_DATA names no folder of real data")
def test_voting_records_are_near_the_published_curves(capsys: Capture) -> None:
    """Naive Bayes is within 0.02, and random separating hyperplanes are within 0.05."""
    data = Path(REAL_DATA) / "voting_records.csv"
    options = ("--published", "voting-records", "--sizes", "20,70", "--splits", "8")
    far = found(capsys, data, *options)["numbers"]["published"]["distance"]
    assert far["naive-bayes"] < 0.02
    assert far["logistic-sampled"] < 0.05 < far["logistic"] + 0.01
