"""The chapter as web pages, which are live if they contain Pyodide.

page       name, title and content of a page   markup     escaped HTML
card       one function with its formulas      maths      MathML
anchors    the page and anchor of each item    highlight  syntax highlighting of Python
drawing    compact SVG figures                 typography formulas in a sentence
stories, story_parts, derivation_steps, chapter_map       texts of the chapter pages
chapter_pages, text_pages, practice_pages, index          content of the pages
findings                                                  stored results of the experiments
template, site, writing                                   the pages as files
runtime, live, stubs, pictures                            Python in the browser
font_characters                                           characters for the font of formulas
"""

from collections.abc import Iterator
from pathlib import Path


def book(out: str, pyodide: str | None = None, one_file: bool = False) -> Iterator[str]:
    """Write the book to a folder, live if `pyodide` is given, as one file if `one_file` is set."""
    # Imported here because a browser, which also imports this package, does not need them.
    from textbook_ml.reading.book.runtime import runtime
    from textbook_ml.reading.book.site import all_pages, folder_files, single_page_files
    from textbook_ml.reading.book.writing import INDEX, require_place, write

    require_place(out)
    python = None if pyodide is None else runtime(pyodide)
    form = single_page_files if one_file else folder_files
    files = dict(form(all_pages(), python))
    write(out, files)
    size = sum(map(len, files.values())) / 1e6
    number = "1 file" if len(files) == 1 else f"{len(files)} files"
    yield f"{number}, {size:.1f} MB: open {Path(out) / INDEX} in a browser"
