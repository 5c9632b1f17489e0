"""The commands read, exercise and book: their options and help texts."""

import argparse
import json
from collections.abc import Generator, Iterator, Sequence
from typing import Any

from textbook_ml.words import add

EXAMPLES = """examples:
  read                    the contents of the chapter
  read 15                 Mitchell's equation (15), and other texts' equations (15)
  read gwansiu 17         an equation of another text, by its number
  read ng-laplace         an entry by its id
  read bayes_rule         a function by its name
  read smoothing          everything that contains a word
  read 2.4                a section of Mitchell's chapter
  read --text xing        one source text in its own order
  read errata             errata of the five source texts, each with its kind
  read ERR-M-3BILLION     one erratum, with its numbers
  read algorithms         the whole algorithms, each on one page
  read softmax_regression one algorithm: the whole file, and the table it prints
  read 15 --json          JSON instead of text; read --json prints every entry
"""


BOOKS = """examples:
  book --out book                          static: open book/index.html in a browser
  book --out live --pyodide node_modules/pyodide             examples run and answers are checked
  book --out one --pyodide node_modules/pyodide --one-file   the same in a single page

`npm install pyodide@0.29.5` creates the folder node_modules/pyodide. A book needs no network.
An older book in DIR is replaced; other files in DIR are not changed.
"""


def add_words(commands: Any, typed: Sequence[str]) -> None:
    """Add the commands `read`, `exercise` and `book` to the command line."""
    read = commands.add_parser(
        "read",
        help="find an equation and read it",
        description="Find an equation by number, id, name, section or word, and read it.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    read.add_argument(
        "what",
        nargs="*",
        help="number, id, function name, section or search words (default: list the contents)",
    )
    read.add_argument(
        "--text",
        metavar="NAME",
        help="source text: mitchell, ng, xing, sontag or gwansiu (default: all)",
    )
    read.add_argument("--json", action="store_true", help="print JSON instead of text")
    read.set_defaults(run=run_read)
    add_exercise(commands)
    add_book(commands)


def add_book(commands: Any) -> None:
    """Add `book`, which writes the chapter as HTML pages."""
    book = add(commands, "book", "write the chapter as a book of HTML pages", "textbook_ml.reading")
    book.epilog, book.formatter_class = BOOKS, argparse.RawDescriptionHelpFormatter
    book.add_argument(
        "--out",
        metavar="DIR",
        required=True,
        help="output folder: a new one, or that of an older book",
    )
    book.add_argument(
        "--pyodide",
        metavar="PATH",
        help="folder of the npm package pyodide, to run examples in the book; see docs/book.md "
        "(default: none)",
    )
    book.add_argument("--one-file", action="store_true", help="write a single page")


def add_exercise(commands: Any) -> None:
    """Add `exercise`, which solves the exercises of the source texts."""
    exercise = commands.add_parser(
        "exercise",
        help="show an exercise of the source texts, solved step by step and checked",
        description="Show an exercise: the question, the solution with numbers, and the code that "
        "checks it. Without a name, list all exercises.",
    )
    exercise.add_argument(
        "what",
        nargs="*",
        metavar="NAME",
        help="name such as ex1, EX-M1 or mitchell-ex1 (default: list all)",
    )
    exercise.add_argument("--question", action="store_true", help="show only the question")
    exercise.add_argument(
        "--hint", type=int, metavar="N", help="number of solution steps to show (default: all)"
    )
    exercise.add_argument("--json", action="store_true", help="print JSON instead of text")
    exercise.set_defaults(run=run_exercise)


def run_read(arguments: argparse.Namespace) -> Iterator[str]:
    """Run the command `read`."""
    from textbook_ml.reading.command import read, read_json

    if arguments.json:
        answer = read_json(arguments.what, arguments.text)
        yield from json.dumps(answer, ensure_ascii=False, indent=1).splitlines()
    else:
        yield from read(arguments.what, arguments.text)


def run_exercise(arguments: argparse.Namespace) -> Generator[str, None, int]:
    """Run the command `exercise`; the exit code is 1 if a check fails."""
    from textbook_ml.reading.exercise_command import exercise, exercise_json

    command = exercise_json if arguments.json else exercise
    return (yield from command(arguments.what, arguments.question, arguments.hint))
