"""The book as files: a folder of pages, or a single page."""

import json
import re
from base64 import b64encode
from collections.abc import Iterator, Sequence

from textbook_ml.core.progress import with_time_left
from textbook_ml.plots.svg import Markup, element
from textbook_ml.reading.book.assets import asset
from textbook_ml.reading.book.chapter_pages import chapter
from textbook_ml.reading.book.drawing import colours
from textbook_ml.reading.book.index import front, index
from textbook_ml.reading.book.markup import joined_markup, shortened_html, verbatim
from textbook_ml.reading.book.page import Leaf
from textbook_ml.reading.book.pictures import declarations, still_pictures
from textbook_ml.reading.book.practice_pages import exercises_page_content, experiments_page_content
from textbook_ml.reading.book.story_parts import PLACE
from textbook_ml.reading.book.stubs import practice_stubs
from textbook_ml.reading.book.template import (
    body_in_template,
    document,
    footer,
    header,
    leaf_body,
    sidebar,
)
from textbook_ml.reading.book.text_pages import errata, notation, text_pages

READING = ("storage", "book", "expressions", "answers", "lecture")  # scripts of every book
LIVE = ("engine", "editor", "cells", "tries", "table", "explore")
FONT, LICENCE = "maths.woff2", "GUST-FONT-LICENSE.txt"
_LINK = re.compile(r' href="?([a-z_]+)\.html(?:#([^" >]+))?"?(?=[ >])')


def all_pages() -> list[Leaf]:
    """Return all pages in their order."""
    inside = [
        *chapter(),
        *text_pages(),
        exercises_page_content(),
        experiments_page_content(),
        errata(),
        notation(),
        index(),
    ]
    return [front(inside), *inside]


def pages_with_progress(pages: Sequence[Leaf]) -> Iterator[Leaf]:
    """Yield the pages; on a terminal, show which one is being written."""
    return with_time_left(pages, [leaf.name for leaf in pages])


def content(leaf: Leaf) -> Markup:
    """Return the content of a page, with its pictures inserted."""
    return Markup(leaf.write().replace(PLACE, "".join(still_pictures(leaf.name)), 1))


def folder_files(pages: Sequence[Leaf], runtime: str | None = None) -> Iterator[tuple[str, bytes]]:
    """Yield the name and content of every file of the book; with a runtime, the book is live."""
    scripts = ["book.js"] if runtime is None else ["book.js", "data.js", "live.js"]
    head = ['<link rel="stylesheet" href="book.css"/>']
    head += [f'<script src="{name}" defer></script>' for name in scripts]
    for leaf in pages_with_progress(pages):
        body = shortened_html(
            body_in_template(leaf, content(leaf), pages, footer(runtime is not None))
        )
        title = leaf.title if leaf.name == "index" else f"{leaf.title} · textbook_ml"
        yield leaf.file, document(title, Markup("".join(head)), body).encode()
    yield "book.css", whole_style_sheet().encode()
    yield "book.js", reading_scripts().encode()
    yield from ((name, asset(name)) for name in (FONT, LICENCE))
    if runtime is not None:
        yield "data.js", live_data().encode()
        yield "live.js", live_scripts().encode()
        yield "runtime.js", f"globalThis.textbookRuntime = {runtime};\n".encode()


def single_page_files(
    pages: Sequence[Leaf], runtime: str | None = None
) -> Iterator[tuple[str, bytes]]:
    """Yield the name and content of the whole book as a single page."""
    font = b64encode(asset(FONT)).decode()
    sheet = whole_style_sheet().replace(f'url("{FONT}")', f'url("data:font/woff2;base64,{font}")')
    head = f"<style>{sheet}</style><script>document.documentElement.className = 'paged';</script>"
    bodies = (leaf_body(leaf, content(leaf), pages) for leaf in pages_with_progress(pages))
    book = joined_markup([header(), sidebar(None, pages), element("main", *bodies, id="main")])
    text = _LINK.sub(lambda link: f" href=#{link[2] or 'page-' + link[1]}", shortened_html(book))
    text = text.replace("action=search.html", "action=#page-search")
    below = footer(runtime is not None).replace(f'"{LICENCE}"', f'"#{LICENCE}"')
    licence = element("pre", verbatim(asset(LICENCE).decode()), id=LICENCE, class_="licence")
    scripts = [asset("paged.js").decode(), reading_scripts()]
    if runtime is not None:
        scripts[1:] = [live_data(), f"{reading_scripts()}\n{live_scripts()}"]
    inside = [text, below, licence, *(_script_element(script) for script in scripts)]
    if runtime is not None:
        inside.append(f'<script type="application/json" id="runtime">{runtime}</script>')
    yield "index.html", document(pages[0].title, Markup(head), Markup("".join(inside))).encode()


def _script_element(text: str) -> str:
    return "<script>{" + text.replace('"use strict";', "").replace("</", "<\\/") + "}</script>"


def whole_style_sheet() -> str:
    """Return the style sheet of the book and its figures."""
    sheets = (asset(name).decode() for name in ("book.css", "pages.css", "live.css"))
    return "".join(sheets) + colours() + "\n"


def live_data() -> str:
    """Return the exercise functions and the pictures as a script."""
    data = {"questions": practice_stubs(), "pictures": declarations()}
    return f"globalThis.textbookLive = {json.dumps(data, ensure_ascii=False)};\n"


def reading_scripts() -> str:
    """Return the scripts of a book that cannot run code, joined to one."""
    return "\n".join(asset(f"{name}.js").decode() for name in READING)


def live_scripts() -> str:
    """Return the scripts that run Python, joined to one."""
    return "\n".join(asset(f"live/{name}.js").decode() for name in LIVE)
