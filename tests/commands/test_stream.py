"""The command `stream` gives the same model as `fit`, to the bit, or the same error."""

import csv
import gzip
import io
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from textbook_ml.commands import piece_counts
from textbook_ml.commands.fit import fit
from textbook_ml.commands.main import main
from textbook_ml.commands.stream import STREAMED, learn, stream
from textbook_ml.core.errors import TextbookError
from textbook_ml.data import csv_file, source
from textbook_ml.data import pieces as cut
from textbook_ml.data.csv_file import read_csv
from textbook_ml.learning.statistics import by_class
from textbook_ml.models.catalogue import recipe
from textbook_ml.models.json_codec import to_json
from textbook_ml.models.recipes import Settings

ROOT = Path(__file__).parents[2]
NUMBERS = "x1,x2,y\n" + "".join(
    f"{Random(i).gauss(0, 1)},{Random(-i).randint(0, 9)},{'abc'[i % 3]}\n" for i in range(180)
)
WORDS = "outlook,wind,play\n" + "".join(
    f"{('Sunny', 'Rain', '?')[i % 3]},{('Weak', 'Strong')[i // 2 % 2]},{('no', 'yes')[i % 5 > 1]}\n"
    for i in range(200)
)
TEXTS = "text,y\n" + "".join(
    f'"{("buy, now", "an fit_and_predict")[i % 2]} no {i % 7}",{"sh"[i % 2]}\n' for i in range(120)
)
FILES = {
    "gaussian-nb": NUMBERS,
    "gaussian-nb-tied": NUMBERS,
    "gda": NUMBERS,
    "qda": NUMBERS,
    "poisson-nb": "calls,visits,y\n" + "".join(f"{i % 5},{i % 3},{i % 2}\n" for i in range(99)),
    "categorical-nb": WORDS,
    "mixed-nb": NUMBERS,
    "multinomial-nb": TEXTS,
    "exponential-nb": NUMBERS.replace(",-", ",").replace("\n-", "\n"),
    "laplace-nb": NUMBERS,
}


def _numbered(text: str) -> list[str]:
    """Return the lines of a table; those after the header begin with a delimiter."""
    first, *others = text.splitlines(keepends=True)
    return [first, *("," + line for line in others)]


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "BLOCK", 300)


def written(folder: Path, content: str | bytes) -> str:
    path = folder / "data.csv"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return str(path)


def outcome(command: Any, path: str, model: str, **options: Any) -> str:
    """Run a command; return the model as JSON, or the error."""
    out = Path(path).with_suffix(".json")
    out.unlink(missing_ok=True)
    try:
        list(command(path, model, out=str(out), **options))
    except TextbookError as error:
        return f"error: {error}"
    return out.read_text(encoding="utf-8")


def model_or_error(path: str, model: str) -> str:
    """Return the model of `stream` as JSON, or the error, without running the command."""
    try:
        return to_json(learn(path, recipe(model), Settings())[1])
    except TextbookError as error:
        return f"error: {error}"


def assert_same(streamed: str, fitted: str) -> None:
    """Check that both are the same model, or both are errors (possibly different ones)."""
    assert streamed == fitted or (streamed[:6], fitted[:6]) == ("error:", "error:")


# Cells and rows are drawn, then written in some dialect that the reader accepts.

DIGITS = st.sampled_from(["0", "1", "2", "7", "12"])
FLOATS = st.floats(-1e6, 1e6).map(repr)
NAMES = st.sampled_from(["a", "b", "1", "x y", " c", "nan", "é"])
CELLS = st.text("ab,\"\n\r '1é", max_size=5).map(lambda word: f"w{word}")
GONE = st.sampled_from(["?", "", " ? "])
COLUMNS = {
    "gaussian-nb": [FLOATS, FLOATS | GONE],
    "gaussian-nb-tied": [FLOATS, FLOATS | GONE],
    "poisson-nb": [DIGITS, DIGITS | GONE],
    "gda": [FLOATS, DIGITS],
    "qda": [FLOATS, DIGITS],
    "categorical-nb": [NAMES | GONE, CELLS],
    "mixed-nb": [NAMES | GONE, DIGITS | FLOATS | GONE, CELLS | DIGITS],
    "multinomial-nb": [CELLS],
    "exponential-nb": [DIGITS, st.floats(0, 1e6).map(repr) | GONE],
    "laplace-nb": [FLOATS, FLOATS | GONE],
}


@st.composite
def csv_files(draw: st.DrawFn, model: str) -> bytes:
    """Draw a file for a model, in one of the CSV dialects that the reader accepts."""
    columns = COLUMNS[model]
    header = ["text"] if model == "multinomial-nb" else []
    for i in range(len(columns) - len(header)):
        header.append(f"x{i}" + draw(st.sampled_from(["", " ", "\n", ",", '"', "\r\nz"])))
    rows = draw(st.lists(st.tuples(*columns, st.sampled_from("uv")), min_size=4, max_size=9))
    end = draw(st.sampled_from(["\n", "\r\n", "\r"]))
    delimiter = draw(st.sampled_from(",,;\t|"))
    table = [[*header, "class"], *rows]
    if draw(st.booleans()):
        table = [["", *table[0]], *([str(i), *row] for i, row in enumerate(rows))]
    if draw(st.booleans()):
        table = [[*row, ""] for row in table]
    text = "".join(
        end * draw(st.sampled_from([0, 0, 0, 1, 2])) + draw(lines(cells, end, delimiter))
        for cells in table
    )
    text = draw(st.sampled_from(["", f"sep={delimiter}{end}", f"# a comment{end}"])) + text
    text = text.removesuffix(end) if draw(st.booleans()) else text + end * draw(st.integers(0, 2))
    content = text.encode(draw(st.sampled_from(["utf-8", "utf-8-sig", "utf-16"])))
    return gzip.compress(content, mtime=0) if draw(st.booleans()) else content


@st.composite
def lines(draw: st.DrawFn, cells: Sequence[str], end: str, delimiter: str) -> str:
    file = io.StringIO()
    if draw(st.booleans()):
        writer = csv.writer(file, quoting=csv.QUOTE_ALL, lineterminator=end, delimiter=delimiter)
    else:
        writer = csv.writer(file, lineterminator=end, delimiter=delimiter)
    writer.writerow(cells)
    return file.getvalue()


FILE_AND_MODEL = st.sampled_from(STREAMED).flatmap(
    lambda model: st.tuples(st.just(model), csv_files(model))
)
HERE = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]


@pytest.mark.slow
@given(FILE_AND_MODEL)
@settings(max_examples=12, deadline=None, suppress_health_check=HERE)
def test_stream_equals_fit_for_every_block_boundary(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, drawn: tuple[str, bytes]
) -> None:
    """A block ends after each byte of the file in turn."""
    model, content = drawn
    path = written(tmp_path, content)
    with monkeypatch.context() as patched:
        patched.setattr(source, "BLOCK", 1 << 20)
        expected = outcome(fit, path, model)
        for size in range(1, len(content) + 1):
            patched.setattr(source, "BLOCK", size)
            assert_same(model_or_error(path, model), expected)


@pytest.mark.slow
@given(FILE_AND_MODEL, st.integers(1, 4), st.integers(1, 60))
@settings(max_examples=30, deadline=None, suppress_health_check=HERE)
def test_stream_equals_fit_for_any_number_of_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, drawn: tuple[str, bytes], jobs: int, size: int
) -> None:
    """There are one to four processes, and blocks of any size."""
    model, content = drawn
    path = written(tmp_path, content)
    expected = outcome(fit, path, model)
    with monkeypatch.context() as patched:
        patched.setattr(source, "BLOCK", size)
        assert_same(outcome(stream, path, model, jobs=jobs), expected)


GERMAN = NUMBERS.replace(",", ";").replace(".", ",")
FORMATS: dict[str, tuple[str | bytes, dict[str, Any]]] = {
    "German": (GERMAN, {}),
    "UTF-16": (GERMAN.encode("utf-16"), {}),
    "index": ("," + "".join(f"{i}{line}" for i, line in enumerate(_numbered(NUMBERS))), {}),
    "Latin-1": (NUMBERS.replace("x1", "größe").encode("latin-1"), {"encoding": "latin-1"}),
    "missing": (NUMBERS + "-9,2,a\n2,none,b\n", {"missing": ["-9", "none"]}),
    "no header": (NUMBERS.partition("\n")[2], {"header": False}),
    "delimiter": (NUMBERS.replace(",", ":"), {"delimiter": ":"}),
    "drop": (NUMBERS.replace(",", ",w,").replace("w", "w1", 1), {"drop": ["w1", "w"]}),
    "empty rows": (NUMBERS + ",,\n,,\n", {}),
    "sep": ("sep=;\n" + GERMAN, {}),
}


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("name", FORMATS)
def test_stream_interprets_files_as_fit_does(
    name: str, jobs: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Delimiter, encoding, missing values and header give the same model and notes."""
    content, options = FORMATS[name]
    path = written(tmp_path, content)
    expected = outcome(fit, path, "mixed-nb", **options)
    assert not expected.startswith("error"), expected
    assert outcome(stream, path, "mixed-nb", jobs=jobs, **options) == expected
    words = [f"--{key}={word}" for key in ("missing", "drop") for word in options.get(key, ())]
    words += [f"--{key}={options[key]}" for key in ("delimiter", "encoding") if key in options]
    words += ["--no-header"] * ("header" in options)
    notes = []
    for command in ("fit", "stream"):
        assert main([command, path, "--model", "mixed-nb", *words]) == 0
        captured = capsys.readouterr()
        notes.append((captured.err, captured.out.splitlines()[:3]))
    assert notes[0] == notes[1]


@pytest.mark.parametrize("size", [1, 7, 60])
def test_the_format_is_detected_in_the_first_part_of_the_file(
    size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first part has the same length for `fit` and `stream`, whatever the block size."""
    monkeypatch.setattr(csv_file, "HEAD", 50)
    path = written(tmp_path, GERMAN + "1.5;2;a\n")
    expected = outcome(fit, path, "mixed-nb")
    monkeypatch.setattr(source, "BLOCK", size)
    assert outcome(stream, path, "mixed-nb") == expected
    assert "1.5" in expected  # a decimal point after the head makes the column discrete


@pytest.mark.parametrize("jobs", [1, 2, 3, 4])
@pytest.mark.parametrize("model", STREAMED)
def test_larger_files_give_the_same_bits(model: str, jobs: int, tmp_path: Path) -> None:
    """Classes of 64 rows and more are summed in rounded arithmetic."""
    path = written(tmp_path, FILES[model])
    model_of_fit = outcome(fit, path, model)
    assert outcome(stream, path, model, jobs=jobs) == model_of_fit
    assert model_of_fit == to_json(recipe(model).fit(read_csv(path)))


@pytest.mark.parametrize("block", [64, 70, 100])
@pytest.mark.parametrize("model", ["gaussian-nb", "gaussian-nb-tied", "mixed-nb"])
def test_rounded_sums_are_taken_over_the_blocks_of_fit(
    model: str, block: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Classes have less than one block, exactly one, or several, with missing cells."""
    monkeypatch.setattr(by_class, "PIECE", block)
    monkeypatch.setattr(piece_counts, "BLOCK", block)
    rng = Random(block)
    classes = ["a"] * 350 + ["b"] * block + ["c"] * 30
    rng.shuffle(classes)
    rows = [f"{rng.gauss(1e6, 1)},{rng.random() if i % 9 else '?'}" for i in range(len(classes))]
    content = "x,z,y\n" + "".join(f"{row},{y}\n" for row, y in zip(rows, classes))
    path = written(tmp_path, content)
    for jobs in (1, 3):
        assert outcome(stream, path, model, jobs=jobs) == outcome(fit, path, model)


def test_large_files_are_summed_in_the_blocks_of_fit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the real block size, a file has more rows than `fit` sums at once."""
    monkeypatch.setattr(source, "BLOCK", 1 << 17)
    rng = Random(1)
    rows = [f"{rng.gauss(5, 2)},{rng.expovariate(1)},{'ab'[i % 7 > 1]}\n" for i in range(15_000)]
    path = written(tmp_path, "x,z,y\n" + "".join(rows))
    for model in ("gaussian-nb", "mixed-nb"):
        assert outcome(stream, path, model, jobs=2) == outcome(fit, path, model)


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize(
    "content",
    [
        "\n\r\n" + NUMBERS,
        NUMBERS.replace("\n", "\r", 1),
        NUMBERS.replace("x1", '"x\n1"', 1),
        "x1,x2,y\n" + "?,1,a\n" * 300 + NUMBERS.partition("\n")[2],
        f"\ufeff{NUMBERS}",
        NUMBERS.replace("\n", "\r\n"),
        NUMBERS.replace("\n", "\r"),
        NUMBERS.rstrip("\n"),
        NUMBERS + "\n\n",
    ],
    ids=["blank", "CR", "newline", "missing", "mark", "CRLF", "CRs", "no end", "blank end"],
)
def test_unusual_files_give_the_model_of_fit(content: str, jobs: int, tmp_path: Path) -> None:
    """Files have empty lines, line breaks in cells, byte order marks, or other line ends."""
    path = written(tmp_path, content)
    for model in ("gaussian-nb", "mixed-nb"):
        expected = outcome(fit, path, model)
        assert not expected.startswith("error")
        assert outcome(stream, path, model, jobs=jobs) == expected


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("late", ["many", "nan", "1_0"])
@pytest.mark.parametrize("model", ["mixed-nb", "categorical-nb", "gaussian-nb"])
def test_a_late_word_makes_a_column_discrete(
    model: str, late: str, jobs: int, tmp_path: Path
) -> None:
    """A column of numbers with a word at the end is discrete, as for `fit`."""
    others = "12" if model == "gaussian-nb" else "uv"
    rows = "".join(f"{i % 4},{others[i % 2]},{'ab'[i % 3 > 1]}\n" for i in range(200))
    path = written(tmp_path, f"n,w,y\n{rows}{late},{others[0]},a\n")
    assert outcome(stream, path, model, jobs=jobs) == outcome(fit, path, model)


ERRORS = [
    (NUMBERS + "1.5,b\n", "row 182: expected 3 cells, got 2"),
    (NUMBERS + "1.5,2,?\n", r"row 182: the class 'y' is missing \('\?'\)"),
    (NUMBERS + "warm,2,a\n", "row 182, column 'x1': gaussian-nb needs numbers, got 'warm'"),
    (NUMBERS + "NAN,2,a\n", "row 182, column 'x1': .*got 'NAN'"),
    (NUMBERS.replace(",a\n", ",b\n").replace(",c\n", ",b\n"), "two classes, got 1 .'b' in"),
    (NUMBERS + "1.5,2,NA\n", r"row 182: the class 'y' is missing \('NA'\)"),
    (NUMBERS + '1,"2', "row 182: unexpected end of data"),
    (NUMBERS + '1,"2"3,a\n', "row 182: .*expected after"),
    ('"x\n1",x2,y\n"1\n",2,a\n\n1,b\n', r"row 4 \(line 6\): expected 3 cells, got 2"),
    ("x1,x2,y\n", "at least one row after the header"),
    ("\n\nx1,x1,y\n1,2,a\n", "row 3: column names must be different, got 'x1' 2 times"),
    ("", "the file is empty"),
    ("\n\r\n", "the file is empty"),
]


@pytest.mark.parametrize(("content", "words"), ERRORS)
@pytest.mark.parametrize("jobs", [1, 2])
def test_errors_of_stream_are_those_of_fit(
    content: str, words: str, jobs: int, tmp_path: Path
) -> None:
    """Errors far into the file name the row, and the line if it differs."""
    path = written(tmp_path, content)
    with pytest.raises(TextbookError, match=words):
        list(stream(path, "gaussian-nb", jobs=jobs))
    assert outcome(stream, path, "gaussian-nb", jobs=jobs) == outcome(fit, path, "gaussian-nb")


@pytest.mark.parametrize("jobs", [1, 2])
def test_errors_for_unusable_rows_are_those_of_fit(jobs: int, tmp_path: Path) -> None:
    """The rows have a missing value for gda, or a fraction for poisson-nb."""
    for model, row in (("gda", "?,1,a"), ("poisson-nb", "0.5,1,a"), ("poisson-nb", "-1,2,b")):
        path = written(tmp_path, FILES["poisson-nb"] + row + "\n" + "1,1,1\n" * 100)
        said = outcome(stream, path, model, jobs=jobs)
        assert "data.csv, row 101, column 'calls'" in said
        assert said == outcome(fit, path, model)


def test_a_byte_that_is_not_utf8_is_named_with_its_line(tmp_path: Path) -> None:
    """Errors of earlier rows are reported first, for any number of processes."""
    wrong = NUMBERS.encode() + b"\n1,2,\xe9\n"
    path = written(tmp_path, wrong)
    for jobs in (1, 2):
        with pytest.raises(TextbookError, match="line 183: the byte 0xe9 is not UTF-8"):
            list(stream(path, "gaussian-nb", jobs=jobs))
    path = written(tmp_path, wrong.replace(b",a\n", b"\n", 1))
    for jobs in (1, 2):
        with pytest.raises(TextbookError, match="row 2: expected 3 cells"):
            list(stream(path, "gaussian-nb", jobs=jobs))


def test_an_endless_row_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A quote that is never closed must not fill the memory."""
    monkeypatch.setattr(cut, "LONGEST_ROW", 1000)
    path = written(tmp_path, 'x1,x2,y\n1,"' + "2,b\n" * 1000)
    with pytest.raises(TextbookError, match="row 2: a row must have at most 1,000 characters"):
        list(stream(path, "gaussian-nb"))


def test_pieces_consist_of_whole_rows() -> None:
    """Joined pieces equal the file, for blocks of every size."""
    text = 'x,"a\r\nb"\r\n\r1,"c""\n"\n2,d"\n3,"e'
    for size in range(1, len(text) + 1):
        blocks = [text[i : i + size] for i in range(0, len(text), size)]
        parts = list(cut.pieces("t", blocks))
        assert "".join(part.text for part in parts) == text
        assert {part.row: part.line for part in parts}.items() <= {
            (1, 1), (2, 3), (3, 4), (4, 6), (5, 7)
        }  # fmt: skip


# Standard input, pipes and compressed files


def run(*words: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "textbook_ml", "stream", *words]
    return subprocess.run(
        command, cwd=ROOT, capture_output=True, timeout=60, check=False, **options
    )


@pytest.mark.slow
@pytest.mark.parametrize("packed", [False, True], ids=["plain", "gz"])
@pytest.mark.parametrize("model", ["gaussian-nb", "mixed-nb"])
def test_standard_input_and_pipes_give_the_model_of_fit(
    model: str, packed: bool, tmp_path: Path
) -> None:
    """A pipe can be read only once, even if the kind of a column is known late."""
    content = "n,y\n" + "1,a\n2,a\n5,b\n1,b\n" * 40 + ("x,a\n" if model == "mixed-nb" else "")
    path, out = written(tmp_path, content), tmp_path / "out.json"
    expected = outcome(fit, path, model)
    data = gzip.compress(content.encode()) if packed else content.encode()
    done = run("-", "--model", model, "--out", str(out), "--jobs", "2", input=data)
    note = (
        "note: 'n': 160 numbers and 'x' – treated as discrete; if 'x' means missing, use "
        "--missing x\n"
    )
    assert (done.returncode, done.stderr.decode()) == (0, note if model == "mixed-nb" else "")
    assert b"fitted to standard input" in done.stdout
    assert out.read_text() == expected
    fifo = tmp_path / "pipe"
    os.mkfifo(fifo)
    out.unlink()
    (tmp_path / "bytes").write_bytes(data)
    with subprocess.Popen(["sh", "-c", f"cat '{tmp_path}/bytes' > '{fifo}'"]):
        assert run(str(fifo), "--model", model, "--out", str(out)).returncode == 0
    assert out.read_text() == expected


def test_gzip_files_are_read(tmp_path: Path) -> None:
    """Files with several members work; a truncated file is an error."""
    lines = NUMBERS.encode()
    packed = gzip.compress(lines[:1000]) + gzip.compress(lines[1000:])
    plain = outcome(fit, written(tmp_path, lines), "gda")
    path = written(tmp_path, packed)
    assert outcome(stream, path, "gda") == outcome(fit, path, "gda") == plain
    path = written(tmp_path, packed[:-20])
    assert "cannot be read (the compressed file ends too early)" in outcome(stream, path, "gda")
    path = written(tmp_path, packed[:60] + b"????????" + packed[68:])
    assert "cannot be read" in outcome(stream, path, "gda")


def test_unreadable_input_is_an_error(tmp_path: Path) -> None:
    """Missing files, folders and closed standard input are errors."""
    assert "none.csv: cannot be read (No such file" in outcome(
        stream, str(tmp_path / "none.csv"), "gda"
    )
    assert "cannot be read" in outcome(stream, str(tmp_path), "gda")
    closed = subprocess.run(
        f"{sys.executable} -m textbook_ml stream - --model gda <&-",
        shell=True, cwd=ROOT, capture_output=True, timeout=60, check=False,
    )  # fmt: skip
    assert closed.returncode == 2
    assert b"Traceback" not in closed.stderr


def test_an_error_of_counting_names_the_file(tmp_path: Path) -> None:
    """`stream` and `fit` reject too many features for a covariance with the same message."""
    header = ",".join(f"x{i}" for i in range(3000))
    path = written(tmp_path, f"{header},y\n" + ("1.5," * 3000 + "a\n" + "2.5," * 3000 + "b\n") * 2)
    wrong = f"error: {path}: a covariance matrix is computed for at most 2,000 features, got 3,000."
    for command in (fit, stream):
        assert outcome(command, path, "gda").startswith(wrong)


# Worker processes


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL, signal.SIGINT])
def test_no_worker_outlives_its_parent(how: signal.Signals, tmp_path: Path) -> None:
    """However the parent process ends, its workers end by themselves."""
    command = [sys.executable, "-m", "textbook_ml", "stream", "-", "--model", "gda", "--jobs", "3"]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as parent:
        assert parent.stdin is not None and parent.stderr is not None
        row = b"1.5,2.5,a\n2.5,1,b\n"
        parent.stdin.write(b"x,z,y\n" + row * 120_000)  # two blocks: the workers have begun
        parent.stdin.flush()
        workers = wait_for(lambda: children(parent.pid), 3)
        parent.send_signal(how)
        if how is signal.SIGINT:
            parent.stdin.close()
        parent.wait(120)
        deadline = time.monotonic() + 120
        while any(map(running, workers)) and time.monotonic() < deadline:
            time.sleep(0.05)
        assert not [pid for pid in workers if running(pid)]
        assert parent.returncode == (130 if how is signal.SIGINT else -how)
        assert b"Traceback" not in parent.stderr.read()


def wait_for(look: Callable[[], list[int]], n: int) -> list[int]:
    deadline = time.monotonic() + 120
    while len(found := look()) < n:
        assert time.monotonic() < deadline, found
        time.sleep(0.05)
    return found


def children(pid: int) -> list[int]:
    found: list[int] = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        found += map(int, (task / "children").read_text().split())
    return found


def running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_stream_prints_the_model_or_fails_with_exit_code_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Models that cannot be fitted to a stream are errors with exit code 2."""
    path = written(tmp_path, NUMBERS)
    assert main(["stream", path, "--model", "gaussian-nb"]) == 0
    screen = capsys.readouterr().out
    assert "180 examples, 2 features, 3 classes" in screen
    assert main(["stream", path, "--model", "logistic"]) == 2
    assert main(["stream", path, "--model", "gaussian-nb", "--jobs", "0"]) == 2
    assert main(["stream", path, "--model", "gaussian-nb", "--strength", "1"]) == 2
    assert main(["stream", str(tmp_path / "none.csv"), "--model", "gaussian-nb"]) == 2
