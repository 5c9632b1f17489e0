"""The command line: each command turns words into lines, and `main` alone prints them."""

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import TextIO

from textbook_ml import __version__
from textbook_ml.commands.spoken import as_options, warnings_as_notes
from textbook_ml.commands.studies import STUDIES
from textbook_ml.console import Heading, to_ascii
from textbook_ml.errors import TextbookError
from textbook_ml.words import command_name

FINE, BAD_INPUT, INTERRUPTED = 0, 2, 130
WINGS = ("reading", "commands", "grading", "embedding")


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and print what it says; 0 is fine, 1 means no, 2 bad usage or input."""
    words = joined(sys.argv[1:] if argv is None else argv)
    arguments = parser(words).parse_args(words)
    try:
        with warnings_as_notes(lambda note: print_line(note, sys.stderr)):
            return print_all(arguments.run(arguments))
    except TextbookError as error:
        print_line(f"{parser().prog}: {as_options(str(error))}", sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # the reader closed the pager
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE


def parser(words: Sequence[str] = ()) -> argparse.ArgumentParser:
    """The words that the command line knows; a study's options only if it is asked for."""
    top = argparse.ArgumentParser(
        prog=command_name(),
        description="One chapter of machine learning, executable: naive Bayes, discriminant "
        "analysis, logistic and softmax regression, as five texts present them.",
    )
    top.add_argument("--version", action="version", version=f"textbook_ml {__version__}")
    top.set_defaults(run=greet)
    commands = top.add_subparsers(title="commands", metavar="COMMAND")
    for wing in WINGS:
        import_module(f"textbook_ml.{wing}.words").add_words(commands, words)
    return top


def joined(words: Sequence[str]) -> list[str]:
    """What was typed; a study of the reader's data is a command of two words.

    >>> joined(["experiment", "ng-jordan", "--help"]), joined(["experiment", "variance"])
    (['experiment ng-jordan', '--help'], ['experiment', 'variance'])
    """
    two = " ".join(words[:2]).lower()
    study = two in {f"experiment {name}" for name in STUDIES}
    return [two, *words[2:]] if study else list(words)


def greet(arguments: argparse.Namespace) -> Iterator[str]:
    """The first screen."""
    from textbook_ml.reading.opening import opening

    yield from opening(command_name())


def print_all(lines: Iterator[str]) -> int:
    """Print what a command says; a command that returns a number has that exit code."""
    try:
        while True:
            print_line(next(lines), sys.stdout)
    except StopIteration as end:
        if sys.stdout is not None:
            sys.stdout.flush()  # at exit, Python would print an error for a pipe that is closed
        return end.value or FINE


def print_line(line: str, stream: TextIO | None) -> None:
    """Print a line as the console can show it: bold headings, or ASCII where it must be."""
    if stream is None:  # as in a service whose streams are closed
        return
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
