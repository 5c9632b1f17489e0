"""Peak memory of fitting a model."""

import subprocess
import sys
import tracemalloc
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.benchmarks.peers import SKLEARN
from tests.benchmarks.samples import gaussian_rows
from tests.benchmarks.timing import Outcome
from textbook_ml.learning.statistics.by_class import ByClass
from textbook_ml.learning.statistics.moments import Moments
from textbook_ml.models.gaussian_naive_bayes import GaussianNaiveBayes

ROOT = Path(__file__).resolve().parents[2]
CONSTANT = 1.1
# `getrusage` is unsuitable: a new process inherits the peak of its parent process.
PEAK = "; print([x.split()[1] for x in open('/proc/self/status') if x.startswith('VmHWM')][0])"
LISTS = (
    "from tests.benchmarks.samples import gaussian_rows; rows, labels = gaussian_rows(10_000, 20); "
)
OURS = LISTS + (
    "from textbook_ml import GaussianNaiveBayes; GaussianNaiveBayes.fit(rows, labels).predict(rows)"
)
THEIRS = LISTS + (
    "from sklearn.naive_bayes import GaussianNB; GaussianNB().fit(rows, labels).predict(rows)"
)


def memory() -> Iterator[Outcome]:
    """Measure the peak memory of a fit, and of a stream with ten times as many rows."""
    rows, labels = gaussian_rows(10_000, 20)
    cells = sum(map(sys.getsizeof, rows)) + 24 * sum(map(len, rows))
    fit = traced(lambda: GaussianNaiveBayes.fit(rows, labels))
    task = "memory, Gaussian NB fit beside its data"
    yield Outcome(task, kilobytes(fit), f"the lists {kilobytes(cells)}", fit / cells, 0.5)
    few, many = streamed_peak(10_000), streamed_peak(100_000)
    task = "memory, streamed fit of 100,000 rows"
    yield Outcome(task, kilobytes(many), f"10,000 rows {kilobytes(few)}", many / few, CONSTANT)
    yield big_file()
    task = "memory of the process, fit and predict"
    if find_spec("sklearn") is None:
        yield Outcome(task, "", f"{SKLEARN}: not installed", None, 1.0)
        return
    ours, theirs = process_peak(OURS), process_peak(THEIRS)
    yield Outcome(task, kilobytes(ours), f"{SKLEARN} {kilobytes(theirs)}", ours / theirs, 1.0)


def big_file() -> Outcome:
    """Measure the command `stream` on a file and on one that is ten times as long."""
    with TemporaryDirectory() as folder:
        few, many = (streamed_file(Path(folder), n) for n in (30_000, 300_000))
    task = "memory of the process, stream 300,000 rows"
    return Outcome(task, kilobytes(many), f"30,000 rows {kilobytes(few)}", many / few, CONSTANT)


def streamed_file(folder: Path, n: int) -> int:
    """Return the peak memory of a process that learns from a file of n rows."""
    rng, path = Random(9), folder / f"{n}.csv"
    with open(path, "w", encoding="utf-8") as file:
        file.write("a,b,c,d,y\n")
        file.writelines(f"{rng.random()},{rng.random()},1,2.5,{i % 3}\n" for i in range(n))
    words = ["stream", str(path), "--model", "gaussian-nb", "--floor", "1e-6"]
    return process_peak(f"from textbook_ml.commands.main import main; main({words!r})")


def process_peak(code: str) -> int:
    """Return the peak memory of a new process in bytes."""
    command = [sys.executable, "-c", code + PEAK]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return int(done.stdout.split()[-1]) * 1024


def streamed_peak(n: int) -> int:
    """Return the peak memory while a model learns from a stream of n rows of 10 numbers."""
    rng = Random(4)
    stream = (([rng.random() for _ in range(10)], i % 3) for i in range(n))
    return traced(
        lambda: GaussianNaiveBayes.from_statistics(ByClass.of_stream(stream, [Moments] * 10))
    )


def traced(run: "object") -> int:
    """Return the peak memory allocated by Python while a function runs."""
    assert callable(run)
    tracemalloc.start()
    run()
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most


def kilobytes(size: float) -> str:
    """Return a size in kilobytes as text for the table."""
    return f"{size / 1024:,.0f} kB"
