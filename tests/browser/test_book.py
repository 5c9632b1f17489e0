"""Tests of the book in real browsers.

They need Node, the packages that `npm ci --prefix tests/browser` installs, Chromium and Firefox.
Browsers are found by the names of Debian's packages, or by the variables CHROMIUM and FIREFOX.
"""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from textbook_ml.reading.book.runtime import runtime
from textbook_ml.reading.book.site import all_pages, folder_files, single_page_files
from textbook_ml.reading.book.writing import write

HERE = Path(__file__).parent
NAMES = {
    "chromium": ("chromium", "chromium-browser", "google-chrome"),
    "firefox": ("firefox-esr", "firefox"),
}


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the live book as a folder and as a single page."""
    if not (HERE / "node_modules" / "playwright-core").is_dir():
        pytest.skip("no driver for the browser: npm ci --prefix tests/browser")
    place = tmp_path_factory.mktemp("book")
    python = runtime(str(HERE / "node_modules" / "pyodide"))
    pages = all_pages()
    write(str(place / "folder"), dict(folder_files(pages, python)))
    write(str(place / "one"), dict(single_page_files(pages, python)))
    return place


def program(browser: str) -> str:
    """Return the path of a browser; skip the test if it is not installed."""
    found = [os.environ.get(browser.upper()), *map(shutil.which, NAMES[browser])]
    path = next(filter(None, found), None)
    if path is None:
        pytest.skip(f"no {browser}: install it, or set {browser.upper()}")
    return path


def run(script: str, **environment: str) -> None:
    """Run a test script in Node."""
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
    """Run the tests of `book.test.mjs`."""
    assert (book / "one" / "index.html").stat().st_size < 10_000_000
    run("book.test.mjs", BOOK=str(book), CHROMIUM=program("chromium"))


@pytest.mark.parametrize("browser", NAMES)
def test_readers_use_the_live_book(book: Path, browser: str) -> None:
    """Run the tests of `live.test.mjs`: pictures, storage, editor and output."""
    run("live.test.mjs", BOOK=str(book), BROWSER=browser, PROGRAM=program(browser))


@pytest.mark.parametrize("browser", NAMES)
def test_readers_study_with_the_book(book: Path, browser: str) -> None:
    """Run the tests of `study.test.mjs`: exercises, lecture mode, search and stored work."""
    run("study.test.mjs", BOOK=str(book), BROWSER=browser, PROGRAM=program(browser))


@pytest.mark.parametrize("browser", NAMES)
def test_layout_and_accessibility(book: Path, browser: str) -> None:
    """Run the tests of `layout.test.mjs`: boxes of six pages, and axe on every page."""
    run(
        "layout.test.mjs",
        BOOK=str(book / "folder"),
        BROWSER=browser,
        PROGRAM=program(browser),
    )


@pytest.mark.parametrize("browser", NAMES)
def test_the_pixels_of_formulas(book: Path, browser: str) -> None:
    """Run the tests of `formulas.test.mjs`: roots and brackets are drawn."""
    run(
        "formulas.test.mjs",
        BOOK=str(book / "folder"),
        BROWSER=browser,
        PROGRAM=program(browser),
    )


@pytest.mark.parametrize("browser", NAMES)
def test_pictures_use_a_table_and_the_width(book: Path, browser: str) -> None:
    """Run the tests of `tables.test.mjs`."""
    run("tables.test.mjs", BOOK=str(book), BROWSER=browser, PROGRAM=program(browser))
