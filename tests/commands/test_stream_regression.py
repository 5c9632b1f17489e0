"""`stream` for logistic and softmax regression: the model of `fit`, from a cache on disk."""

import gzip
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from textbook_ml.commands import stream_regression
from textbook_ml.commands.fit import fit
from textbook_ml.commands.main import main
from textbook_ml.commands.stream import REGRESSIONS, STREAMED, stream
from textbook_ml.core.errors import TextbookError
from textbook_ml.data import column_cache, source
from textbook_ml.models.catalogue import MODELS, RECIPES
from textbook_ml.models.json_codec import from_json

ROOT = Path(__file__).parents[2]


def table(n: int, classes: str = "uv", seed: int = 0) -> str:
    """Return a CSV file with two numbers, a category and a class."""
    rng = Random(seed)
    lines = ["size,weight,colour,class\n"]
    for _ in range(n):
        x, c = rng.gauss(5, 2), rng.choice(["red", "green", "blue"])
        y = classes[min(int(abs(rng.gauss(x / 4 + (c == "red"), 1))), len(classes) - 1)]
        lines.append(f"{x:.4f},{rng.expovariate(1):.5f},{c},{y}\n")
    return "".join(lines)


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "BLOCK", 900)
    monkeypatch.setattr(column_cache, "BLOCK", 64)


def written(folder: Path, content: str | bytes, name: str = "data.csv") -> str:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return str(path)


def model_of(command: Any, path: str, model: str, **options: Any) -> Any:
    out = Path(path).with_suffix(".json")
    list(command(path, model, out=str(out), **options))
    return from_json(out.read_text(encoding="utf-8"), MODELS)


def weights_of(model: Any) -> list[float]:
    regression = getattr(model, "regression", model)
    if hasattr(regression, "w0"):
        return [regression.w0, *regression.w]
    return [w for vector in regression.w for w in vector]


def assert_close(streamed: Any, fitted: Any) -> None:
    a, b = weights_of(streamed), weights_of(fitted)
    assert max(abs(x - y) for x, y in zip(a, b, strict=True)) <= 1e-11 * max(map(abs, b))
    assert getattr(streamed, "coding", None) == getattr(fitted, "coding", None)
    assert (streamed.classes, streamed.features) == (fitted.classes, fitted.features)


OPTIONS: list[dict[str, Any]] = [
    {},
    {"l2": "1"},
    {"l2": "0.5", "standardise": True},
    {"l2": "2", "penalise_intercept": True},
    {"kinds": ["weight=discrete"], "l2": "1", "optimiser": "newton"},
    {"kinds": ["*=continuous"], "drop": ["colour"], "tolerance": "1e-10"},
]


@pytest.mark.slow
@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("model", REGRESSIONS)
def test_stream_gives_the_weights_of_fit(
    model: str, options: dict[str, Any], tmp_path: Path
) -> None:
    n = 60 if "weight=discrete" in str(options) else 400
    path = written(tmp_path, table(n, "uv" if model == "logistic" else "uvw"))
    assert_close(model_of(stream, path, model, **options), model_of(fit, path, model, **options))


@pytest.mark.parametrize("model", REGRESSIONS)
def test_number_of_processes_and_of_pieces_changes_no_bit(
    model: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path, table(700))
    found = []
    for jobs, size in ((1, 900), (2, 900), (3, 333), (1, 1 << 20)):
        monkeypatch.setattr(source, "BLOCK", size)
        found.append(model_of(stream, path, model, jobs=jobs))
    assert found[1:] == found[:-1]


def test_kind_of_a_column_is_decided_by_the_whole_file(tmp_path: Path) -> None:
    """A word in the last row makes a column of numbers discrete, also in a compressed file."""
    rng = Random(3)
    rows = [f"{rng.randint(0, 2)},{rng.random():.3f},{rng.choice('ab')}\n" for _ in range(300)]
    content = "code,x,y\n" + "".join(rows) + "n,0.5,a\nn,0.4,b\n"
    path = written(tmp_path, gzip.compress(content.encode()), "data.csv.gz")
    model = model_of(stream, path, "logistic")
    assert_close(model, model_of(fit, path, "logistic"))
    assert model.coding.values[0][-1] == "n"


def test_labels_0_and_1_have_the_order_of_fit(tmp_path: Path) -> None:
    path = written(tmp_path, "x,y\n1,1\n2,0\n0,0\n3,1\n1,0\n2,1\n")
    model = model_of(stream, path, "logistic")
    assert model.classes == ("0", "1")
    assert_close(model, model_of(fit, path, "logistic"))


def test_a_cache_is_used_again_until_the_file_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, cache = written(tmp_path, table(200)), str(tmp_path / "columns")
    model = model_of(stream, path, "logistic", cache=cache)
    kept = Path(cache).read_bytes()
    with monkeypatch.context() as patched:
        patched.setattr(stream_regression, "write_cache", None)  # a call would fail
        assert model_of(stream, path, "logistic", cache=cache) == model
        assert model_of(stream, path, "softmax", cache=cache).classes == model.classes
        with pytest.raises(TypeError):
            model_of(stream, path, "logistic", cache=cache, kinds=["size=discrete"], l2="1")
    written(tmp_path, table(250))
    changed = model_of(stream, path, "logistic", cache=cache)
    assert_close(changed, model_of(fit, path, "logistic"))
    assert Path(cache).read_bytes() != kept
    assert sorted(os.listdir(tmp_path)) == ["columns", "data.csv", "data.json"]


def test_no_other_file_is_overwritten(tmp_path: Path) -> None:
    path, other = written(tmp_path, table(50)), written(tmp_path, "mine", "thesis.txt")
    wrong: list[dict[str, Any]] = [{"cache": other}, {"checkpoint": other}]
    for options in wrong:
        with pytest.raises(TextbookError, match="not a ca|not a checkpoint"):
            list(stream(path, "logistic", **options))
    assert Path(other).read_text(encoding="utf-8") == "mine"
    with pytest.raises(TextbookError, match="would be overwritten"):
        list(stream(path, "logistic", cache=path))
    with pytest.raises(TextbookError, match="--out and --cache name the same file"):
        list(stream(path, "logistic", cache=str(tmp_path / "a"), out=str(tmp_path / "a")))


def test_temporary_cache_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    (tmp_path / "in").mkdir()
    path = written(tmp_path / "in", table(100))
    list(stream(path, "logistic"))
    with pytest.raises(TextbookError):
        list(stream(written(tmp_path / "in", "x,y\n1,a\n2,b\n3,b\n"), "logistic"))
    assert os.listdir(tmp_path) == ["in"]


ERRORS = [
    ("x,y\n1,a\n2,a\n", "need at least two classes|two classes, got 1"),
    ("x,y\n1,a\n2,b\n?,b\n", "row 4, column 'x': the value is missing"),
    ("x,y\n1,a\n2,b\n3,c\n", "logistic needs two classes, but 'y' has 3. Fix: use softmax"),
    ("x,y\n1,a\n2,a\n3,b\n4,b\n", "can be separated in these 4 examples"),
    ("x,z,y\n1,7,a\n2,7,b\n3,7,a\n", "feature 'z' is always 7"),
    ("x,y\n", "at least one row"),
]


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("content, message", ERRORS)
def test_errors_name_the_cause(content: str, message: str, jobs: int, tmp_path: Path) -> None:
    path = written(tmp_path, content)
    with pytest.raises(TextbookError, match=message):
        list(stream(path, "logistic", jobs=jobs))


def test_options_of_other_models_and_optimisers_are_rejected(tmp_path: Path) -> None:
    path = written(tmp_path, table(50))
    with pytest.raises(TextbookError, match="--optimiser must be newton"):
        list(stream(path, "logistic", optimiser="l-bfgs"))
    with pytest.raises(TextbookError, match="--strength does not apply"):
        list(stream(path, "logistic", strength="1"))
    with pytest.raises(TextbookError, match="--cache is for logistic and softmax"):
        list(stream(path, "mixed-nb", cache="c"))
    with pytest.raises(TextbookError, match="--l2 does not apply"):
        list(stream(path, "mixed-nb", l2="1"))


def test_every_model_streams_or_says_why_not(tmp_path: Path) -> None:
    path = written(tmp_path, table(50))
    for one in RECIPES:
        if one.name not in STREAMED + REGRESSIONS:
            with pytest.raises(TextbookError, match=f"{one.name} cannot be streamed: it"):
                list(stream(path, one.name))
    assert {*REGRESSIONS} == {"logistic", "softmax"}
    assert {"gda", "qda", "mixed-nb", "multinomial-nb"} <= {*STREAMED}


def test_an_interrupted_run_is_continued_from_its_checkpoint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The interruption reports the point; the continued run gives the bits of a whole run."""
    path, checkpoint = written(tmp_path, table(400)), str(tmp_path / "point")
    whole = model_of(stream, path, "logistic")
    calls = 0
    original = stream_regression.ShownPasses.total

    def interrupted(self: Any, function: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == 5:
            raise KeyboardInterrupt
        return original(self, function)

    with monkeypatch.context() as patched:
        patched.setattr(stream_regression.ShownPasses, "total", interrupted)
        words = ["stream", path, "--model", "logistic", "--checkpoint", checkpoint]
        assert main(words) == 130
    told = capsys.readouterr().err
    assert "interrupted after iteration 1: the objective is -" in told
    assert "run the command again" in told
    saved = json.loads(Path(checkpoint).read_text(encoding="utf-8"))
    assert saved["iteration"] == 1
    assert model_of(stream, path, "logistic", checkpoint=checkpoint) == whole
    with pytest.raises(TextbookError, match="belongs to other data"):
        list(stream(path, "logistic", checkpoint=checkpoint, l2="1"))


def started(path: str, *words: str, folder: Path | None = None) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "textbook_ml", "stream", path, "--model", "logistic", *words],
        cwd=ROOT,
        env=None if folder is None else {**os.environ, "TMPDIR": str(folder)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="signals of POSIX")
def test_a_run_that_is_ended_by_a_signal_removes_its_files(tmp_path: Path) -> None:
    """The exit code is that of a shell, and the temporary cache is removed."""
    path, checkpoint = written(tmp_path, table(30_000)), tmp_path / "point"
    folder = tmp_path / "temporary"
    folder.mkdir()
    running = started(path, "--jobs", "2", "--checkpoint", str(checkpoint), folder=folder)
    deadline = time.monotonic() + 120
    while not checkpoint.exists() and running.poll() is None and time.monotonic() < deadline:
        time.sleep(0.01)
    assert len(os.listdir(folder)) == 1
    running.send_signal(signal.SIGTERM)
    _, told = running.communicate(timeout=60)
    assert (running.returncode, told) == (128 + signal.SIGTERM, "")
    assert os.listdir(folder) == []


@pytest.mark.slow
@pytest.mark.skipif(not os.path.exists("/proc/self/task"), reason="children are found in /proc")
def test_a_killed_worker_is_reported_and_the_run_can_be_continued(tmp_path: Path) -> None:
    path, checkpoint = written(tmp_path, table(30_000)), tmp_path / "point"
    running = started(path, "--jobs", "2", "--checkpoint", str(checkpoint))
    children = Path(f"/proc/{running.pid}/task/{running.pid}/children")
    deadline = time.monotonic() + 120
    while not checkpoint.exists() and running.poll() is None and time.monotonic() < deadline:
        time.sleep(0.01)
    os.kill(int(children.read_text(encoding="ascii").split()[-1]), signal.SIGKILL)
    _, told = running.communicate(timeout=60)
    assert running.returncode == 2
    assert "a worker process ended unexpectedly" in told
    whole, again = model_of(stream, path, "logistic"), None
    again = model_of(stream, path, "logistic", checkpoint=str(checkpoint))
    assert again == whole


LIMITED = """
import resource, sys
from textbook_ml.commands.main import main
limit = int(sys.argv[1])
resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
sys.exit(main(sys.argv[2:]))
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="the limit is that of Linux")
def test_a_file_larger_than_the_memory_is_fitted(tmp_path: Path) -> None:
    """The address space is limited to less than the rows need as Python objects."""
    path = written(tmp_path, table(50_000))
    limit = 100 << 20
    for command, code in (("stream", 0), ("fit", 2)):
        done = subprocess.run(
            [sys.executable, "-c", LIMITED, str(limit), command, path, "--model", "logistic"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=300,
        )
        assert done.returncode == code, done.stderr
