"""The book in real browsers, written for these tests.

They need Node, what `npm ci --prefix tests/browser` installs, a Chromium and a Firefox: Debian's
packages, or CHROMIUM and FIREFOX say where they are.
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
NAMES = {
    "chromium": ("chromium", "chromium-browser", "google-chrome"),
    "firefox": ("firefox-esr", "firefox"),
}


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The live book, as a folder and as a single page."""
    if not (HERE / "node_modules" / "playwright-core").is_dir():
        pytest.skip("no driver for the browser: npm ci --prefix tests/browser")
    place = tmp_path_factory.mktemp("book")
    python = runtime(str(HERE / "node_modules" / "pyodide"))
    pages = leaves([experiments()[name].result() for name in QUICK])
    write(str(place / "folder"), dict(folder(pages, python)))
    write(str(place / "one"), dict(single(pages, python)))
    return place


def program(browser: str) -> str:
    """Where a browser is installed; without it, the test is skipped."""
    found = [os.environ.get(browser.upper()), *map(shutil.which, NAMES[browser])]
    path = next(filter(None, found), None)
    if path is None:
        pytest.skip(f"no {browser}: install it, or set {browser.upper()}")
    return path


def run(script: str, **environment: str) -> None:
    """Run a script of tests in Node."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("no Node: install nodejs")
    done = subprocess.run(
        [node, "--test", "--test-reporter=spec", script],
        cwd=HERE,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]


def test_the_book_in_a_browser(book: Path) -> None:
    """Read, run, written in, attacked; see `book.test.mjs`."""
    assert (book / "one" / "index.html").stat().st_size < 10_000_000
    run("book.test.mjs", BOOK=str(book), CHROMIUM=program("chromium"))


@pytest.mark.parametrize("browser", NAMES)
def test_the_pixels_of_formulas(book: Path, browser: str) -> None:
    """Roots and brackets are drawn; see `formulas.test.mjs`."""
    run(
        "formulas.test.mjs",
        BOOK=str(book / "folder"),
        BROWSER=browser,
        PROGRAM=program(browser),
    )
