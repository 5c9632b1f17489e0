"""Command-line arguments of the commands `read`, `derive`, `exercise` and `book`."""

import argparse
import json
from collections.abc import Generator, Iterator
from typing import Any

from textbook_ml.core.command_line import add_subcommand

EXAMPLES = """examples:
  read                    contents of the chapter
  read 15                 Mitchell's equation (15); lists other equations (15)
  read gwansiu 17         equation (17) of another source text
  read ng-laplace         an entry, by its id
  read bayes_rule         a function, by its name
  read smoothing          all functions and entries that contain a word
  read 2.4                a section of Mitchell's chapter
  read --text xing        all entries of one source text, in its order
  read errata             all errata of the five source texts
  read ERR-M-3BILLION     one erratum, with a numerical check
  read algorithms         the whole algorithms, each on one page
  read softmax_regression one algorithm: the whole file, and the table it prints
  read 15 --json          one entry as JSON; read --json prints all entries
"""

DERIVATIONS = """examples:
  derive                            list all derivations
  derive gnb-to-logistic            all lines, with the number that stays equal
  derive 20                         the derivation of Mitchell's equation (20)
  derive gnb-to-logistic --step     one line at a time; press Enter for the next
  derive gnb-to-logistic --break equal-variances
      violate an assumption: which line fails, and by how much
  derive gnb-to-logistic --input p1=1/2 x=0,1 mu0=0,0 mu1=1,2 sigma2=1,1
      your own numbers; a list has commas, a table has semicolons between rows

The exit code is 1 if a line does not follow from the line before it, unless
--break was given.
"""

BOOKS = """examples:
  book --out book
      pages to read; open book/index.html
  book --out live --pyodide node_modules/pyodide
      a live book: readers can run examples and check answers
  book --out one --pyodide node_modules/pyodide --one-file
      the live book as a single file

`npm install pyodide@0.29.5` creates the folder node_modules/pyodide. You need
no network to read or run a book. An older book in DIR is replaced; any other
content of DIR is an error.
"""


def add_commands(commands: Any) -> None:
    """Add the commands `read`, `derive`, `exercise` and `book`."""
    read = commands.add_parser(
        "read",
        help="look up an equation: formula, code, example, errata",
        description="Look up an equation by number, id, name, section or word.\n"
        "Without an argument, print the contents of the chapter.",
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
    add_derive(commands)
    add_exercise(commands)
    add_book(commands)


def add_book(commands: Any) -> None:
    """Add the command `book`."""
    book = add_subcommand(commands, "book", "write the chapter as web pages", "textbook_ml.reading")
    book.epilog, book.formatter_class = BOOKS, argparse.RawDescriptionHelpFormatter
    book.add_argument(
        "--out", metavar="DIR", required=True, help="new folder, or folder of an older book"
    )
    book.add_argument(
        "--pyodide",
        metavar="PATH",
        help="folder of the npm package pyodide, to make examples run in the book "
        "(default: a book to read only)",
    )
    book.add_argument("--one-file", action="store_true", help="write the whole book as one file")


def add_derive(commands: Any) -> None:
    """Add the command `derive`."""
    derive = commands.add_parser(
        "derive",
        help="show a derivation line by line, with numbers",
        description="Show a derivation: each line with its rule, the assumption that it uses and\n"
        "the number that stays equal. Without a name, list all derivations.",
        epilog=DERIVATIONS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    derive.add_argument(
        "what",
        nargs="*",
        metavar="NAME",
        help="name such as gnb-to-logistic, or an equation such as 20 (default: list all)",
    )
    derive.add_argument(
        "--break",
        dest="breaking",
        metavar="ASSUMPTION",
        help="violate this assumption, and show the line that fails (default: none)",
    )
    derive.add_argument(
        "--input",
        dest="given",
        nargs="+",
        action="extend",
        default=[],
        metavar="NAME=VALUE",
        help="numbers to use, such as p1=1/2 x=0,1 (default: an example)",
    )
    derive.add_argument(
        "--step", action="store_true", help="show one line at a time; press Enter for the next"
    )
    derive.add_argument("--json", action="store_true", help="print JSON instead of text")
    derive.set_defaults(run=run_derive)


def add_exercise(commands: Any) -> None:
    """Add the command `exercise`."""
    exercise = commands.add_parser(
        "exercise",
        help="show an exercise with its step-by-step solution",
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
    """Run the `read` command."""
    from textbook_ml.reading.command import read, read_json

    if arguments.json:
        answer = read_json(arguments.what, arguments.text)
        yield from json.dumps(answer, ensure_ascii=False, indent=1).splitlines()
    else:
        yield from read(arguments.what, arguments.text)


def run_derive(arguments: argparse.Namespace) -> Generator[str, None, int]:
    """Run the `derive` command; the exit code is 1 if a line does not follow."""
    from textbook_ml.reading.derive_command import derive, derive_json

    named = arguments.what, arguments.breaking, arguments.given
    if arguments.json:
        return (yield from derive_json(*named))
    return (yield from derive(*named, arguments.step))


def run_exercise(arguments: argparse.Namespace) -> Generator[str, None, int]:
    """Run the `exercise` command; the exit code is 1 if a check fails."""
    from textbook_ml.reading.exercise_command import exercise, exercise_json

    command = exercise_json if arguments.json else exercise
    return (yield from command(arguments.what, arguments.question, arguments.hint))
