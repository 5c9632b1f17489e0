"""Code that readers type into the live book runs safely, even if it is hostile."""

import builtins
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from textbook_ml.reading.book import live

MODULE = "textbook_ml.equations.gaussian"


def run(source: str) -> Any:
    return json.loads(live.run_code(source, MODULE))


def text_of(answer: Any) -> str:
    return "".join(part["text"] for part in answer["parts"])


def test_the_values_of_expressions_are_shown() -> None:
    """Values are shown as in the interactive interpreter, except None."""
    answer = run("variance_mvue([1.0, 3.0], 2.0)\nNone\n'a'\nprint(1)")
    assert answer == {"parts": [{"kind": "text", "text": "2.0\n'a'\n1\n"}], "clean": True}


def test_each_run_has_a_fresh_namespace() -> None:
    """A name that one run defines is unknown in the next."""
    run("kept = 1")
    assert "NameError" in text_of(run("kept"))


def test_a_figure_is_shown_as_a_drawing() -> None:
    """A figure is shown as an image, not as text."""
    source = "from textbook_ml.study.figures import FIGURES\nFIGURES['losses']()"
    [part] = run(source)["parts"]
    assert part["kind"] == "drawing" and part["text"].startswith("<svg")


def test_a_traceback_shows_only_the_code_of_the_reader() -> None:
    """The traceback has the line that failed, but no line of the package."""
    text = text_of(run("def f():\n    return 1 / 0\n\nf()"))
    assert "return 1 / 0" in text and "ZeroDivisionError" in text
    assert "live.py" not in text


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("def f():\n    return 1 / 0\n\nf()", "2"),
        ("x = 1\nx +", "2"),
        ("variance_mvue([1.0], 1.0)", "1"),
    ],
)
def test_an_error_has_the_line_of_the_reader(source: str, line: str) -> None:
    """The error names the innermost line of the reader's code, also for a syntax error."""
    assert run(source)["parts"][-1]["line"] == line


def test_output_is_sent_while_the_code_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each message continues the previous one; short pauses send nothing."""
    monkeypatch.setattr(live, "PAUSE", -1.0)
    sent: list[str] = []
    live.run_code("for i in range(3): print(i)", MODULE, sent.append)
    assert "".join(sent) == "0\n1\n2\n" and len(sent) > 1
    monkeypatch.setattr(live, "PAUSE", 60.0)
    live.run_code("print(1)", MODULE, sent.append)
    assert "".join(sent) == "0\n1\n2\n"


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("def f(): return f()\nf()", "RecursionError"),
        ("raise SystemExit(3)", "SystemExit"),
        ("raise KeyboardInterrupt", "KeyboardInterrupt"),
        ("1 +", "SyntaxError"),
        ("\0", "null bytes"),
        ("class A:\n    def __repr__(self): return 3\nA()", "TypeError"),
        ("class E(Exception):\n    def __str__(self): raise ValueError\nraise E", "E"),
    ],
)
def test_every_exception_is_shown(source: str, words: str) -> None:
    """After an exception, the next run works as usual."""
    assert words in text_of(run(source))
    assert text_of(run("1 + 1")) == "2\n"


def test_long_output_is_cut_off() -> None:
    """One long line and many short lines are cut off."""
    for source in ("print('x' * 3_000_000)", "for i in range(300_000): print(i)"):
        answer = run(source)
        assert len(text_of(answer)) < live.MOST_LETTERS + 200
        assert "are not shown" in answer["parts"][-1]["text"]


def test_the_number_of_drawings_is_limited() -> None:
    """A loop cannot fill the page with pictures."""
    source = "class D:\n    def _repr_svg_(self): return '<svg></svg>'\n" + "D()\n" * 50
    kinds = [part["kind"] for part in run(source)["parts"]]
    assert kinds.count("drawing") == live.MOST_DRAWINGS


@pytest.mark.parametrize(
    "source",
    [
        "import builtins\nbuiltins.extra = 1",
        "import math\nmath.log = None",
        "import sys\nsys.setrecursionlimit(900)",
        "from fractions import Fraction\nFraction.__add__ = None",
        "import textbook_ml.equations.gaussian as g\ng.variance_mvue = None",
    ],
)
def test_a_change_of_modules_or_builtins_is_detected(source: str) -> None:
    """After such a change, the page uses another interpreter."""
    import fractions
    import math

    import textbook_ml.equations.gaussian as gaussian

    kept = [(math, dict(vars(math))), (gaussian, dict(vars(gaussian)))]
    add, limit = fractions.Fraction.__add__, sys.getrecursionlimit()
    try:
        assert run(source)["clean"] is False
    finally:
        for module, names in kept:
            vars(module).update(names)
        setattr(fractions.Fraction, "__add__", add)
        sys.setrecursionlimit(limit)
        vars(builtins).pop("extra", None)
    assert run("1")["clean"] is True


@pytest.mark.parametrize(
    "source",
    [
        "open('left.txt', 'w').close()",
        "import os\nos.environ['LEFT'] = '1'",
        "import sys\nsys.path.append('left')",
    ],
)
def test_a_change_of_files_or_process_state_is_detected(
    source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next run must not see a new file, environment variable or import path."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(os, "environ", os.environ.copy())
    assert run(source)["clean"] is False


def test_a_random_seed_does_not_affect_the_next_run() -> None:
    """A seed that one run sets must not make the next run predictable."""
    draw = "import random\nrandom.random()"
    run("import random\nrandom.seed(1)")
    first = text_of(run(draw))
    run("import random\nrandom.seed(1)")
    assert text_of(run(draw)) != first


def test_a_check_needs_no_clock_of_threads() -> None:
    """Python in a browser has no `time.thread_time`; the Check button works without it."""
    code = (
        "import time; del time.thread_time; "
        "from textbook_ml.grading.runner.in_process import check_here; "
        "check_here('evidence', '')"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
