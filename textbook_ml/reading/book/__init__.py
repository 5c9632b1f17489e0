"""The chapter as a book for a browser: pages to read and, with Pyodide, to run.

    leaf       a page before it has its frame      markup     HTML, escaped
    card       one function with its formulas      maths      MathML
    places     which page holds what               highlight  Python in colour
    chapter, lists, practice, front                what is on the pages
    frame, site, writing                           the pages as files
"""

from collections.abc import Iterator
from pathlib import Path

from textbook_ml.experiments._experiment import experiments
from textbook_ml.progress import timed


def book(out: str) -> Iterator[str]:
    """Write the book to a folder."""
    from textbook_ml.reading.book.site import folder, leaves
    from textbook_ml.reading.book.writing import INDEX, require_place, write

    require_place(out)
    every = list(experiments().values())
    results = [one.result() for one in timed(every, [one.name for one in every])]
    files = dict(folder(leaves(results)))
    write(out, files)
    size = sum(map(len, files.values())) / 1e6
    yield f"{len(files)} files, {size:.1f} MB: open {Path(out) / INDEX} in a browser"
