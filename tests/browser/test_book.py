"""The book in a real browser: `book.test.mjs`, run on a book that is written for it.

It needs Node, a Chromium (Debian's package, or CHROMIUM says where it is) and what
`npm ci --prefix tests/browser` installs.
"""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from textbook_ml.experiments._experiment import experiments
from textbook_ml.reading.book.runtime import runtime
from textbook_ml.reading.book.site import folder, leaves, single
from textbook_ml.reading.book.writing import write

HERE = Path(__file__).parent
QUICK = ("parameter-count", "weather", "map-bayes")
NAMES = ("chromium", "chromium-browser", "google-chrome")


def test_the_book_in_a_browser(tmp_path: Path) -> None:
    """Read, run, written in, attacked; see `book.test.mjs`."""
    found = [os.environ.get("CHROMIUM"), *map(shutil.which, NAMES)]
    browser = next(filter(None, found), None)
    node = shutil.which("node")
    if browser is None or node is None:
        pytest.skip("no browser: install chromium and nodejs, or set CHROMIUM")
    if not (HERE / "node_modules" / "playwright-core").is_dir():
        pytest.skip("no driver for the browser: npm ci --prefix tests/browser")
    python = runtime(str(HERE / "node_modules" / "pyodide"))
    pages = leaves([experiments()[name].result() for name in QUICK])
    write(str(tmp_path / "folder"), dict(folder(pages, python)))
    write(str(tmp_path / "one"), dict(single(pages, python)))
    assert (tmp_path / "one" / "index.html").stat().st_size < 10_000_000
    run = subprocess.run(
        [node, "--test", "--test-reporter=spec", "book.test.mjs"],
        cwd=HERE,
        env={**os.environ, "BOOK": str(tmp_path), "CHROMIUM": browser},
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stdout[-6000:] + run.stderr[-2000:]
