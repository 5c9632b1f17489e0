"""The chapter as a book for a browser: pages to read and, with Pyodide, to run.

    leaf       a page before it has its frame      markup     HTML, escaped
    card       one function with its formulas      maths      MathML
    places     which page holds what               highlight  Python in colour
    drawing    figures in few bytes                typography formulas in a sentence
    chapter, lists, practice, front                what is on the pages
    frame, site, writing                           the pages as files
    runtime, live, tries, explorables              Python in the browser, and what it is asked
"""

from collections.abc import Iterator
from pathlib import Path


def book(out: str, pyodide: str | None = None, one_file: bool = False) -> Iterator[str]:
    """Write the book to a folder; with Pyodide it is live, and it can be a single page."""
    # Loaded only here: a browser, which has no use for them, loads this package to run examples.
    from textbook_ml.experiments._experiment import experiments
    from textbook_ml.progress import timed
    from textbook_ml.reading.book.runtime import runtime
    from textbook_ml.reading.book.site import folder, leaves, single
    from textbook_ml.reading.book.writing import INDEX, require_place, write

    require_place(out)
    python = None if pyodide is None else runtime(pyodide)
    every = list(experiments().values())
    results = [one.result() for one in timed(every, [one.name for one in every])]
    form = single if one_file else folder
    files = dict(form(leaves(results), python))
    write(out, files)
    size = sum(map(len, files.values())) / 1e6
    number = "1 file" if len(files) == 1 else f"{len(files)} files"
    yield f"{number}, {size:.1f} MB: open {Path(out) / INDEX} in a browser"
