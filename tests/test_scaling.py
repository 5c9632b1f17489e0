"""Every program in docs/scaling.md runs and prints the output that the page shows."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "scaling.md").read_text(encoding="utf-8")
ON_PAPER = "on paper"

# A program, which begins with its name, and its output if the page shows it.
BLOCK = re.compile(r"```python\n# ([^\n]+)\n(.*?)```\n(?:\n```text\n(.*?)```)?", re.DOTALL)
PROGRAMS = {name: (code, printed) for name, code, printed in BLOCK.findall(PAGE)}
RUN = [name for name in PROGRAMS if name != ON_PAPER]


@pytest.fixture(scope="module")
def program_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with all programs and the files that the first program writes."""
    folder = tmp_path_factory.mktemp("scaling")
    for name in RUN:
        (folder / name).write_text(PROGRAMS[name][0], encoding="utf-8")
    run(folder, RUN[0])
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
    assert RUN == ["split.py", "pieces.py", "pool.py", "on_dask.py", "forget.py"]
    assert all(PROGRAMS[name][1] for name in RUN)


@pytest.mark.parametrize("name", RUN)
def test_each_program_prints_the_documented_output(program_folder: Path, name: str) -> None:
    """The programs run as printed; the Dask program is skipped if Dask is not installed."""
    if "import dask" in PROGRAMS[name][0]:
        pytest.importorskip("dask.bag", reason="pip install -r tests/requirements-engines.txt")
    assert run(program_folder, name) == PROGRAMS[name][1]


def test_spark_program_compiles_and_equals_the_dask_program() -> None:
    """Spark is not run; its lines differ from Dask's only in the names of the engine."""
    paper = PROGRAMS[ON_PAPER][0]
    compile(paper, ON_PAPER, "exec")
    dask = PROGRAMS["on_dask.py"][0]
    as_dask = paper.replace("spark.sparkContext.parallelize", "dask.bag.from_sequence")
    as_dask = as_dask.replace("reduce(add)", "fold(add).compute()")
    assert all(line in dask for line in as_dask.splitlines())
