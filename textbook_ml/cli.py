"""The command line: each command turns words into lines, and `main` alone prints them."""

import argparse
import json
import os
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any, TextIO

from textbook_ml import __version__
from textbook_ml.console import Heading, to_ascii
from textbook_ml.errors import TextbookError

FINE, BAD_INPUT = 0, 2
DATA = (
    "a CSV file with a header, - for standard input, or a table that comes with this: "
    "play-tennis, iris, spam, animals, weather"
)

EXAMPLES = """examples:
  read                    the contents of the chapter
  read 15                 Mitchell's equation (15), and who else has a (15)
  read gwansiu 17         an equation of another text, by its number
  read ng-laplace         an entry by its id
  read bayes_rule         a function by its name
  read smoothing          everything about a word
  read 2.4                a section of Mitchell's chapter
  read --text xing        one text in its own order
  read errata             what is misprinted where
  read ERR-M-3BILLION     one erratum, proved
  read 15 --json          the same for machines; read --json accounts for every entry
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and print what it says; 0 is fine, 1 means no, 2 bad usage or input."""
    arguments = parser().parse_args(argv)
    try:
        for line in arguments.run(arguments):
            print_line(line, sys.stdout)
    except TextbookError as error:
        print_line(f"{parser().prog}: {error}", sys.stderr)
        return BAD_INPUT
    except BrokenPipeError:  # the reader closed the pager
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return FINE


def parser() -> argparse.ArgumentParser:
    """The words that the command line knows."""
    top = argparse.ArgumentParser(
        prog=command_name(),
        description="One chapter of machine learning, executable: naive Bayes, discriminant "
        "analysis, logistic and softmax regression, as five texts present them.",
    )
    top.add_argument("--version", action="version", version=f"textbook_ml {__version__}")
    top.set_defaults(run=greet)
    commands = top.add_subparsers(title="commands", metavar="COMMAND")
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
    add_learning(commands)
    return top


def add_learning(commands: Any) -> None:
    """The commands that learn from data: fit, predict, explain, evaluate and models."""
    fit = add(commands, "fit", "learn a model from a table, and see what was learned")
    fit.add_argument("data", metavar="DATA", help=DATA)
    fit.add_argument("--model", required=True, metavar="NAME", help="see the command models")
    add_table_options(fit)
    add_settings(fit)
    fit.add_argument("--out", metavar="FILE", help="write the model there, as JSON")
    predict = add(commands, "predict", "labels and probabilities for new rows, as CSV")
    predict.add_argument("model", metavar="MODEL", help="a file that fit --out has written")
    predict.add_argument("data", metavar="DATA", help=DATA)
    predict.add_argument(
        "--unseen",
        choices=("refuse", "missing"),
        default="refuse",
        help="what becomes of a category that the model has not met (refuse)",
    )
    predict.add_argument(
        "--text", default="text", metavar="COLUMN", help="where the texts are (text)"
    )
    explain = add(commands, "explain", "why a row gets its label, in parts that add up")
    explain.add_argument("model", metavar="MODEL", help="a file that fit --out has written")
    explain.add_argument("--row", required=True, help='"Outlook=Sunny,Wind=?", or a text')
    evaluate = add(commands, "evaluate", "compare models by cross-validation")
    evaluate.add_argument("data", metavar="DATA", help=DATA)
    evaluate.add_argument("--models", required=True, metavar="A,B,C", help="names, with commas")
    evaluate.add_argument("--folds", type=int, default=10, metavar="K", help="how many (10)")
    evaluate.add_argument("--seed", type=int, default=0, metavar="N", help="of the folds (0)")
    add_table_options(evaluate)
    add_settings(evaluate)
    models = add(commands, "models", "what can be learned, with parameter counts for DATA")
    models.add_argument("data", nargs="?", metavar="DATA", help=DATA)
    add_table_options(models)


def add(commands: Any, name: str, words: str) -> argparse.ArgumentParser:
    """A command with its line of help; its options are the arguments of its function."""
    command: argparse.ArgumentParser = commands.add_parser(
        name, help=words, description=f"{words[0].upper()}{words[1:]}."
    )
    command.set_defaults(run=run_command, command=name)
    return command


def add_table_options(command: argparse.ArgumentParser) -> None:
    """Which column is the class, and what the features are."""
    command.add_argument("--label", metavar="CLASS", help="the class column (the last)")
    command.add_argument(
        "--kind",
        dest="kinds",
        action="append",
        default=[],
        metavar="FEATURE=KIND",
        help="discrete, continuous or text, if it is not what it looks like; *=KIND for all",
    )


def add_settings(command: argparse.ArgumentParser) -> None:
    """What is done about values that were never seen, and about constant features."""
    command.add_argument(
        "--strength",
        metavar="L",
        help="smoothing: L examples of each value are hallucinated; 0 is maximum likelihood, "
        "1 Laplace, 1/2 goes too (0, and 1 for text)",
    )
    command.add_argument("--floor", metavar="V", help="the least variance allowed (none)")


def greet(arguments: argparse.Namespace) -> Iterator[str]:
    """The first screen."""
    from textbook_ml.reading.opening import opening

    yield from opening(command_name())


def run_read(arguments: argparse.Namespace) -> Iterator[str]:
    """The `read` command."""
    from textbook_ml.reading.command import read, read_json

    if arguments.json:
        answer = read_json(arguments.what, arguments.text)
        yield from json.dumps(answer, ensure_ascii=False, indent=1).splitlines()
    else:
        yield from read(arguments.what, arguments.text)


def run_command(arguments: argparse.Namespace) -> Iterator[str]:
    """A command that learns: the function of its name, loaded only now."""
    words = vars(arguments)
    words.pop("run")
    name = words.pop("command")
    command = getattr(import_module(f"textbook_ml.commands.{name}"), name)
    yield from command(**words)


def command_name() -> str:
    """How this program was called, so that what it suggests can be typed."""
    called = os.path.basename(sys.argv[0])
    return "python3 -m textbook_ml" if called in ("__main__.py", "-m", "-c", "") else called


def print_line(line: str, stream: TextIO) -> None:
    """Print a line as the console can show it: bold headings, or ASCII where it must be."""
    text = str(line)
    try:
        text.encode(stream.encoding or "ascii")
    except UnicodeEncodeError:
        text = to_ascii(text)
    bold = isinstance(line, Heading) and wants_colour(stream)
    print(f"\x1b[1m{text}\x1b[0m" if bold else text, file=stream)


def wants_colour(stream: TextIO) -> bool:
    """Only on a terminal, and not if the reader said NO_COLOR."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
