"""Every program in docs/scaling.md runs and prints the output that the page shows."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from textbook_ml.embedding.bundle import bundle

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "scaling.md").read_text(encoding="utf-8")
ENGINES = {  # programs that need an engine, and its module
    "on_dask.py": "dask.bag",
    "on_distributed.py": "distributed",
    "on_spark.py": "pyspark",
}

# A program, which begins with its name, and its output if the page shows it.
BLOCK = re.compile(r"```python\n# ([^\n]+)\n(.*?)```\n(?:\n```text\n(.*?)```)?", re.DOTALL)
PROGRAMS = {name: (code, printed) for name, code, printed in BLOCK.findall(PAGE)}
RUN = list(PROGRAMS)


@pytest.fixture(scope="module")
def program_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with all programs and the files that the first program writes."""
    folder = tmp_path_factory.mktemp("scaling")
    for name in RUN:
        (folder / name).write_text(PROGRAMS[name][0], encoding="utf-8")
    run(folder, RUN[0])
    list(bundle(str(folder / "textbook_ml.zip")))
    return folder


def run(folder: Path, name: str) -> str:
    """Run a program and return its output."""
    path = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    done = subprocess.run(
        [sys.executable, name],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_program_of_the_page_is_found() -> None:
    """Every Python block of the page is recognised as a program, so all are tested."""
    assert PAGE.count("```python") == len(PROGRAMS)
    names = ["split.py", "pieces.py", "pool.py", "flowers.py", "on_pool.py", *ENGINES, "forget.py"]
    assert names == RUN
    assert all(PROGRAMS[name][1] for name in RUN)


def test_engines_give_the_same_bits() -> None:
    """The page shows the same output for all engines, and the tests run each that is installed."""
    assert len({PROGRAMS[name][1] for name in ("on_pool.py", *ENGINES)}) == 1


@pytest.mark.parametrize("name", RUN)
def test_each_program_prints_the_documented_output(program_folder: Path, name: str) -> None:
    """The programs run as printed; those of an engine are skipped if it is not installed."""
    if name in ENGINES:
        pytest.importorskip(ENGINES[name], reason="pip install -r tests/requirements-engines.txt")
    if name == "on_spark.py" and shutil.which("java") is None and "JAVA_HOME" not in os.environ:
        pytest.skip("Spark needs Java, which is not installed")
    assert run(program_folder, name) == PROGRAMS[name][1]
