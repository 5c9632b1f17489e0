"""Correct solutions get full points, however unusual the file is."""

import json
from pathlib import Path
from textwrap import dedent

import pytest

from tests.grading.hostile import GOOD
from tests.grading.support import SHORT, by_function, graded, summary_of
from textbook_ml.grading.runner.limits import Limits
from textbook_ml.grading.runner.submission_source import package_name
from textbook_ml.grading.submissions import Submission

RIGHT = GOOD + "\nvariance_mvue = right\n"


def file_with(head: str = "", tail: str = "") -> str:
    """Return a file of right functions with this code before and after them."""
    return f"{dedent(head)}{RIGHT}{dedent(tail)}"


FILES: dict[str, str] = {
    "plain": file_with(),
    "prints": file_with(tail="print('hello', [variance_mvue([1, 2], 1.5)])\n"),
    "prints much": file_with(
        tail="""
        def mean_mle(xs):
            print("x" * 5_000_000)
            return fsum(xs) / len(xs)
        """
    ),
    "makes folders as it goes": file_with(
        tail="""
        import os, tempfile
        def mean_mle(xs):
            os.makedirs("plots/new", exist_ok=True)
            with tempfile.TemporaryDirectory():
                return fsum(xs) / len(xs)
        """
    ),
    "imports very many names": file_with(
        "for number in range(2000):\n    globals()[f'name{number}'] = print\n"
    ),
    "warns": file_with("import warnings\nwarnings.warn('careful')\n"),
    "makes warnings errors": file_with("import warnings\nwarnings.simplefilter('error')\n"),
    "has a main": file_with(tail="if __name__ == '__main__':\n    raise SystemExit('not here')\n"),
    "asks in its main": file_with(tail="if __name__ == '__main__':\n    input('x? ')\n"),
    "asks while it is loaded": file_with(tail="name = input('who are you? ')\n"),
    "asks before the functions": file_with("name = input('who are you? ')\n"),
    "reads data that are not there": file_with("rows = open('data/train.csv').read()\n"),
    "imports what is not there": file_with("import matplotlib.pyplot as plt\n"),
    "plots at the end": file_with(tail="import matplotlib.pyplot as plt\nplt.show()\n"),
    "ends itself at the end": file_with(tail="import sys\nsys.exit(0)\n"),
    "exits at the end": file_with(tail="import os\nos._exit(1)\n"),
    "loops at the end": file_with(tail="while True:\n    pass\n"),
    "fails at the end": file_with(tail="print(variance_mvue([1.0], 1.0))\n"),
    "asserts at the end": file_with(tail="assert variance_mvue([1, 2], 1.5) == 7\n"),
    "has annotations from the future": file_with(
        "from __future__ import annotations\n", "def extra(x: NoSuchType) -> Neither: ...\n"
    ),
    "has a docstring": '"""My homework."""\n' + RIGHT,
    "has tabs": file_with(tail="if True:\n\tpass\n"),
    "uses a dataclass": file_with(
        "from dataclasses import dataclass\n@dataclass\nclass Point:\n    x: float = 0.0\n"
    ),
    "uses an enum and a named tuple": file_with(
        "from enum import Enum\nfrom typing import NamedTuple\nclass E(Enum):\n    A = 1\n"
        "class T(NamedTuple):\n    x: int = 1\n"
    ),
    "uses lambdas": file_with(tail="mean_mle = lambda values: fsum(values) / len(values)\n"),
    "uses partial": file_with(
        tail="from functools import partial\nvariance_mle = partial(variance_mle)\n"
    ),
    "uses a decorator": file_with(
        tail="""
        def loud(f):
            def inner(*args, **named):
                print(args)
                return f(*args, **named)
            return inner
        mean_mle = loud(mean_mle)
        """
    ),
    "uses an object that can be called": file_with(
        tail="class Mean:\n    def __call__(self, xs):\n        return fsum(xs) / len(xs)\n"
        "mean_mle = Mean()\n"
    ),
    "uses a method": file_with(
        tail="class My:\n    def mean(self, xs):\n        return fsum(xs) / len(xs)\n"
        "mean_mle = My().mean\n"
    ),
    "uses other names for parameters": file_with(
        tail="def mean_mle(a, /):\n    return fsum(a) / len(a)\n"
    ),
    "has more parameters": file_with(
        tail="def mean_mle(xs, weights=None, *, n=None):\n    return fsum(xs) / len(xs)\n"
    ),
    "takes anything": file_with(
        tail="def mean_mle(*args):\n    return fsum(args[0]) / len(args[0])\n"
    ),
    "uses statistics": file_with(
        "import statistics\n", "def mean_mle(xs):\n    return statistics.fmean(xs)\n"
    ),
    "computes in fractions": file_with(
        "from fractions import Fraction\n",
        "def mean_mle(xs):\n    return float(sum(map(Fraction, xs)) / len(xs))\n",
    ),
    "gives an int for a float": file_with(
        tail="def mean_mle(xs):\n    m = fsum(xs) / len(xs)\n"
        "    return int(m) if m == int(m) else m\n"
    ),
    "gives a subclass of float": file_with(
        "class float64(float):\n    pass\n",
        "def mean_mle(xs):\n    return float64(fsum(xs) / len(xs))\n",
    ),
    "keeps a cache": file_with(
        "seen = {}\n",
        """
        def mean_mle(xs):
            key = tuple(xs)
            if key not in seen:
                seen[key] = fsum(xs) / len(xs)
            return seen[key]
        """,
    ),
    "is slow at first": file_with(
        "import time\n",
        "first = []\ndef mean_mle(xs):\n    if not first:\n        first.append(time.sleep(0.3))\n"
        "    return fsum(xs) / len(xs)\n",
    ),
    "starts threads": file_with(
        "import threading\n",
        """
        def mean_mle(xs):
            threading.Thread(target=threading.Event().wait).start()
            return fsum(xs) / len(xs)
        """,
    ),
    "has an exit that hangs": file_with(
        "import atexit, time\natexit.register(time.sleep, 600)\n",
    ),
    "runs a loop of events": file_with(
        "import asyncio\n",
        """
        def mean_mle(xs):
            async def inner():
                return fsum(xs) / len(xs)
            return asyncio.run(inner())
        """,
    ),
    "writes a log": file_with(
        "import logging\nlogging.basicConfig(filename='log.txt', level=logging.INFO)\n",
        "def mean_mle(xs):\n    logging.info('called')\n    return fsum(xs) / len(xs)\n",
    ),
    "writes a temporary file": file_with(
        "import tempfile\n",
        """
        def mean_mle(xs):
            with tempfile.TemporaryFile() as f:
                f.write(b"x")
            return fsum(xs) / len(xs)
        """,
    ),
    "goes to its own folder": file_with(
        "import os\nos.chdir(os.path.dirname(os.path.abspath(__file__)))\n"
    ),
    "reads itself": file_with(
        tail="import inspect\ntext = inspect.getsource(mean_mle)\nassert open(__file__).read()\n"
    ),
    "traces itself": file_with(
        "import sys\n", "sys.settrace(lambda *a: None)\nsys.setprofile(lambda *a: None)\n"
    ),
    "changes the settings of the interpreter": file_with(
        "import gc, sys, locale\n",
        "gc.disable()\nsys.setrecursionlimit(5000)\nlocale.setlocale(locale.LC_ALL, 'C')\n",
    ),
    "closes its output": file_with("import sys\n", "sys.stdout.close()\n"),
    "replaces its output": file_with("import io, sys\n", "sys.stdout = io.StringIO()\n"),
    "tests itself with doctest": file_with(
        tail='def f():\n    """\n    >>> 1\n    1\n    """\nimport doctest\ndoctest.testmod()\n'
    ),
    "tests itself with unittest": file_with(
        tail="import unittest\nclass T(unittest.TestCase):\n    def test_x(self):\n        pass\n"
        "unittest.main()\n"
    ),
    "speaks Greek": file_with(
        tail="def mean_mle(ξ):\n    'μ̂ 😀'\n    print('μ̂ 😀')\n"
        "    μ = fsum(ξ) / len(ξ)\n    return μ\n"
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("half", [0, 1])
def test_correct_functions_in_unusual_files_get_full_marks(half: int, tmp_path: Path) -> None:
    """Every file gets all points and a finished result."""
    wrong = []
    for name, source in list(FILES.items())[half::2]:
        path = tmp_path / f"{name.replace(' ', '-')}.py"
        path.write_text(source, encoding="utf-8")
        result = graded(path, ("mean_mle", "variance_mvue"), cases=3)
        if result.score != 4.0:
            wrong.append((name, summary_of(result), result.notes))
    assert wrong == []


ENCODED = {
    "a byte order mark": RIGHT.encode("utf-8-sig"),
    "lines of Windows": RIGHT.replace("\n", "\r\n").encode(),
    "lines of an old Macintosh": RIGHT.replace("\n", "\r").encode(),
    "a coding line": ("# -*- coding: latin-1 -*-\n# é\n" + RIGHT).encode("latin-1"),
    "no coding line": ("# déjà vu\n" + RIGHT).encode("latin-1"),
    "UTF-16": RIGHT.encode("utf-16"),
    "no line at the end": RIGHT.rstrip().encode(),
    "a form feed": ("\f\n" + RIGHT).encode(),
}


def test_common_encodings_get_full_marks(tmp_path: Path) -> None:
    """The editor that wrote the file does not affect the points."""
    wrong = []
    for name, content in ENCODED.items():
        path = tmp_path / "homework.py"
        path.write_bytes(content)
        result = graded(path, cases=3)
        if result.score != 6.0:
            wrong.append((name, summary_of(result)))
    assert wrong == []


def notebook(*cells: str) -> str:
    """Return a notebook of code cells, with a text cell in front."""
    prose = {"cell_type": "markdown", "source": ["# Homework"], "metadata": {}}
    code = [{"cell_type": "code", "source": c.splitlines(True), "outputs": []} for c in cells]
    return json.dumps({"cells": [prose, *code], "nbformat": 4, "nbformat_minor": 5})


def test_notebook_with_magic_and_an_invalid_cell_is_graded(tmp_path: Path) -> None:
    """Notebook commands and cells that are not Python cost no points."""
    path = tmp_path / "homework.ipynb"
    cells = ("%matplotlib inline\n!pip install numpy\nimport math", GOOD, "this is not Python",
             "%%bash\nrm -rf /", "if 1:\n    %time\n", "variance_mvue = right\nmath?")  # fmt: skip
    path.write_text(notebook(*cells), encoding="utf-8")
    result = graded(path)
    assert result.score == 6.0, summary_of(result)
    assert "cell 3, line 1" in " ".join(result.notes)


def test_python_that_looks_like_magic_is_kept(tmp_path: Path) -> None:
    """A docstring or a comment may end with a question mark."""
    path = tmp_path / "homework.ipynb"
    asks = 'def mean_mle(xs):\n    """Is this it?\n    !important\n    """\n'
    bracket = "def mean_mle(xs):\n    return sum(xs,  # from?\n        0) / len(xs)\n"
    path.write_text(notebook(RIGHT, asks + "    return sum(xs) / len(xs)\n%time a = 1", bracket))
    result = graded(path)
    assert (result.score, result.notes) == (6.0, ())


def test_answers_imported_from_the_students_package_are_graded(tmp_path: Path) -> None:
    """The file imports the answers from a folder, next to a folder of data."""
    inner = tmp_path / "handed_in" / "src"
    (inner / "tools").mkdir(parents=True)
    (tmp_path / "handed_in" / "data").mkdir()
    (inner / "tools" / "answers.py").write_text(RIGHT)
    (inner / "main.py").write_text("from tools.answers import *\nfrom tools import answers\n")
    result = graded(Submission.at(tmp_path / "handed_in").path)
    assert (result.score, result.notes) == (6.0, ())


PACKAGES = {
    "without __init__.py": {
        "solution.py": f"from .util import half\n{RIGHT}\nassert half(4) == 2\n",
        "util.py": "def half(x):\n    return x / 2\n",
    },
    "with an empty __init__.py": {
        "__init__.py": "",
        "solution.py": "from . import util\nfrom .util import *\n"
        f"{RIGHT}\nassert util.two == two\n",
        "util.py": "from .tools.numbers_ import two\n",
        "tools/__init__.py": "",
        "tools/numbers_.py": "two = 2\nfrom ..other import three\n",
        "other.py": "three = 3\n",
    },
    "whose __init__.py imports the solution": {
        "__init__.py": "EPS = 0.0\nfrom .solution import mean_mle\n",
        "solution.py": f"from . import EPS\nfrom .util import zero\n{RIGHT}\nassert EPS == zero\n",
        "util.py": "from . import solution\nfrom . import EPS as zero\n",
    },
    "whose __init__.py has the answers": {
        "__init__.py": f"from .util import three\n{RIGHT}\nassert three == 3\ntwo = 2\n",
        "util.py": "three = 3\n",
    },
    "that imports itself by its name": {
        "__init__.py": "from hw3.util import three\n",
        "solution.py": f"from hw3.util import three\nimport hw3.util as u\n{RIGHT}\n"
        "assert u.three == three\nfrom hw3 import three\nimport util\n",
        "util.py": "three = 3\n",
    },
    "whose answers are imported": {
        "__init__.py": "",
        "answers.py": RIGHT,
        "main.py": "from .answers import *\n",
    },
    "in a package": {
        "__init__.py": "",
        "inner/__init__.py": "",
        "inner/solution.py": f"from .util import three\n{RIGHT}\nassert three == 3\n",
        "inner/util.py": "three = 3\n",
    },
}


@pytest.mark.parametrize("name", PACKAGES)
@pytest.mark.parametrize("folder", ["hw3", "Ada Lovelace - 3", "submission", "random", "util"])
def test_folder_that_is_a_package_gets_full_points(name: str, folder: str, tmp_path: Path) -> None:
    """There is no note, whatever the name of the folder is."""
    if "hw3" in str(PACKAGES[name]) and folder != "hw3":
        pytest.skip("only a folder of that name can be imported by it")
    for file, text in PACKAGES[name].items():
        path = tmp_path / folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    result = graded(Submission.at(tmp_path / folder).path, ("mean_mle", "variance_mvue"), cases=2)
    assert (result.score, result.notes) == (4.0, ()), summary_of(result)


def test_folder_name_does_not_replace_an_allowed_package() -> None:
    """A student may call the folder numpy."""
    limits = Limits(packages=("numpy",))
    assert package_name(Path("class/numpy"), ["solution.py"], limits) == "handed_in"


def test_error_in_init_affects_only_its_names(tmp_path: Path) -> None:
    """The answers do not use the failing __init__.py, so there is no note."""
    (tmp_path / "__init__.py").write_text("import sys\nsys.exit(1 / 0)\n")
    (tmp_path / "util.py").write_text("three = 3\n")
    (tmp_path / "solution.py").write_text(f"from .util import three\n{RIGHT}")
    result = graded(tmp_path)
    assert (result.score, result.notes) == (6.0, ()), summary_of(result)


def test_other_files_in_the_folder_can_be_used(tmp_path: Path) -> None:
    """Other files can be imported and read; random.py does not replace the module."""
    (tmp_path / "my_sums.py").write_text("from math import fsum as total\n")
    (tmp_path / "random.py").write_text("raise SystemExit('shadow')\n")
    (tmp_path / "numbers.txt").write_text("1 2 3")
    (tmp_path / "homework.py").write_text(
        "import random\nfrom my_sums import total\nassert random.random() < 1\n"
        "assert open('numbers.txt').read() == '1 2 3'\n"
        + RIGHT
        + "def mean_mle(xs):\n    return total(xs) / len(xs)\n"
    )
    result = graded(tmp_path)
    assert result.score == 6.0, summary_of(result)
    assert "random.py has the name of a standard Python module" in " ".join(result.notes)
    assert not any("failed" in note for note in result.notes)


@pytest.mark.slow
def test_file_that_loads_slowly_is_graded_within_the_budget(tmp_path: Path) -> None:
    """The file is loaded again for each question."""
    path = tmp_path / "homework.py"
    path.write_text(file_with("import time\ntime.sleep(2.3)\n"))
    result = graded(path, limits=Limits())
    assert result.score == 6.0, summary_of(result)


def test_threads_are_allowed(tmp_path: Path) -> None:
    """Many threads do not exceed the memory limit."""
    tail = """
        from concurrent.futures import ThreadPoolExecutor
        def mean_mle(xs):
            with ThreadPoolExecutor(24) as pool:
                return [*pool.map(lambda _: fsum(xs) / len(xs), range(48))][0]
        """
    path = tmp_path / "homework.py"
    path.write_text(file_with(tail=tail))
    result = graded(path, limits=SHORT)
    assert result.score == 6.0, summary_of(result)


def test_file_with_the_name_of_a_module_is_graded(tmp_path: Path) -> None:
    """The module of the same name can still be imported."""
    path = tmp_path / "random.py"
    path.write_text("import random\nassert 0 <= random.random() < 1\n" + RIGHT)
    result = graded(path)
    assert (result.score, result.notes) == (6.0, ())


def test_file_of_the_assignment_can_be_read(tmp_path: Path) -> None:
    """The teacher's file is in the working folder under its own name."""
    data, path = tmp_path / "table.csv", tmp_path / "homework.py"
    data.write_text("1,2\n")
    path.write_text(RIGHT + "\ndef mean_mle(xs):\n    open('table.csv').read()\n"
                    "    return fsum(xs) / len(xs)\n")  # fmt: skip
    limits = Limits(wall=1.0, cpu=1.0, files=(str(data),))
    assert graded(path, limits=limits).score == 6.0
    assert by_function(graded(path, limits=SHORT))["mean_mle"].verdict == "raised"
