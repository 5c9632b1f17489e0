"""What the reading wing can be asked on the command line."""

import argparse
import json
from collections.abc import Generator, Iterator, Sequence
from typing import Any

from textbook_ml.words import add

EXAMPLES = """examples:
  read                    the contents of the chapter
  read 15                 Mitchell's equation (15), and who else has a (15)
  read gwansiu 17         an equation of another text, by its number
  read ng-laplace         an entry by its id
  read bayes_rule         a function by its name
  read smoothing          everything about a word
  read 2.4                a section of Mitchell's chapter
  read --text xing        one text in its own order
  read errata             errata of the five texts, each with its kind
  read ERR-M-3BILLION     one erratum, with its numbers
  read algorithms         the whole algorithms, each on one page
  read softmax_regression one algorithm: the whole file, and the table it prints
  read 15 --json          the same for machines; read --json accounts for every entry
"""


BOOKS = """examples:
  book --out book                          to read: open book/index.html by double click
  book --out live --pyodide node_modules/pyodide             examples run, answers are checked
  book --out one --pyodide node_modules/pyodide --one-file   all of that in a single page

`npm install pyodide@0.29.5` makes the folder node_modules/pyodide. No network is needed to read
or to run a book. An older book in DIR is replaced; anything else in it is left alone.
"""


def add_words(commands: Any, typed: Sequence[str]) -> None:
    """The commands `read`, `exercise` and `book`."""
    read = commands.add_parser(
        "read",
        help="find an equation and read it",
        description="Find an equation by number, id, name, section or word, and read it.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    read.add_argument("what", nargs="*", help="a number, an id, a name, a section or words")
    read.add_argument("--text", metavar="NAME", help="mitchell, ng, xing, sontag or gwansiu")
    read.add_argument("--json", action="store_true", help="the same for machines")
    read.set_defaults(run=run_read)
    add_exercise(commands)
    add_book(commands)


def add_book(commands: Any) -> None:
    """The chapter as pages for a browser."""
    book = add(commands, "book", "write the chapter as a book for a browser", "textbook_ml.reading")
    book.epilog, book.formatter_class = BOOKS, argparse.RawDescriptionHelpFormatter
    book.add_argument("--out", metavar="DIR", required=True, help="a new folder, or an older book")
    book.add_argument(
        "--pyodide",
        metavar="PATH",
        help="make it live: the folder of the npm package pyodide (see docs/book.md)",
    )
    book.add_argument("--one-file", action="store_true", help="one page that holds everything")


def add_exercise(commands: Any) -> None:
    """The exercises of the texts, solved."""
    exercise = commands.add_parser(
        "exercise",
        help="an exercise of the texts, solved step by step and checked",
        description="An exercise: the question, the solution with numbers, the code that checks "
        "it. Without a name, the list of all.",
    )
    exercise.add_argument("what", nargs="*", metavar="NAME", help="ex1, EX-M1 or mitchell-ex1")
    exercise.add_argument("--question", action="store_true", help="only the question")
    exercise.add_argument("--hint", type=int, metavar="N", help="only the first N steps")
    exercise.add_argument("--json", action="store_true", help="the same for machines")
    exercise.set_defaults(run=run_exercise)


def run_read(arguments: argparse.Namespace) -> Iterator[str]:
    """The `read` command."""
    from textbook_ml.reading.command import read, read_json

    if arguments.json:
        answer = read_json(arguments.what, arguments.text)
        yield from json.dumps(answer, ensure_ascii=False, indent=1).splitlines()
    else:
        yield from read(arguments.what, arguments.text)


def run_exercise(arguments: argparse.Namespace) -> Generator[str, None, int]:
    """The `exercise` command; its exit code is 1 if a check fails."""
    from textbook_ml.reading.exercise_command import exercise, exercise_json

    command = exercise_json if arguments.json else exercise
    return (yield from command(arguments.what, arguments.question, arguments.hint))
