"""The command line: each command yields lines of output, and only `main` prints them."""

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from typing import Any, NoReturn, TextIO

from textbook_ml import __version__
from textbook_ml.commands.error_messages import as_options, warnings_as_notes
from textbook_ml.commands.studies import STUDIES
from textbook_ml.core.command_line import command_name
from textbook_ml.core.console import Heading, Immediate, to_ascii
from textbook_ml.core.errors import TextbookError, did_you_mean, quoted, quoted_list, shortened

FINE, BAD_INPUT, INTERRUPTED = 0, 2, 130
COMMAND_PACKAGES = ("reading", "commands", "grading", "embedding")


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command, print its output and return its exit code.

    The exit code is 0 for success, 1 for a negative result such as a failed check, and 2 for bad
    usage or input.
    """
    arguments_given = join_study_name(sys.argv[1:] if argv is None else argv)
    try:
        code = run_command(arguments_given)
    except SystemExit:  # argparse has printed the help or a usage error
        if not output_is_written():
            sys.exit(BAD_INPUT)
        raise
    return code if output_is_written() else BAD_INPUT


def run_command(arguments_given: Sequence[str]) -> int:
    """Run a command and return its exit code; every error is one message on standard error."""
    try:
        arguments = parse_arguments(arguments_given)
        with warnings_as_notes(print_error):
            return print_all(arguments.run(arguments))
    except TextbookError as error:
        message = as_options(str(error))
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # the program that reads the output, such as a pager, was closed
        redirect_to_null_device(sys.stdout)
        return FINE
    except OSError as error:  # an error of the system, such as too many open files
        message = f"{error}. Fix: free the resource that is used up, or choose another place."
    except MemoryError:
        message = "not enough memory. Fix: use less data, or a machine with more memory."
    print_error(f"{command_name()}: {message}")
    return BAD_INPUT


def parse_arguments(arguments_given: Sequence[str]) -> argparse.Namespace:
    """Parse the command line; the command that was named reports an unknown argument."""
    top = parser()
    top.command_of(arguments_given).require_known_options(
        arguments_given
    )  # before missing arguments are reported
    arguments, unknown = top.parse_known_args(arguments_given)
    command: Parser = vars(arguments).pop("parser")
    if unknown:
        command.unknown_argument(unknown[0])
    return arguments


def output_is_written() -> bool:
    """Flush the output and return whether it was written.

    If Python flushed the output at exit instead, a failure would print a traceback.
    """
    fine = True
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        redirect_to_null_device(sys.stdout)
    except OSError as error:
        redirect_to_null_device(sys.stdout)
        print_error(f"{command_name()}: {output_error_message(error)}")
        fine = False
    try:
        if sys.stderr is not None:
            sys.stderr.flush()
    except OSError:
        redirect_to_null_device(sys.stderr)
    return fine


def redirect_to_null_device(stream: TextIO) -> None:
    """Redirect a stream to the null device, so that the rest of its buffer cannot fail again."""
    with suppress(OSError, ValueError):  # a stream without a file descriptor
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def output_error_message(error: OSError) -> str:
    """Return the error message for output that cannot be written."""
    return (
        f"standard output cannot be written ({error.strerror}). Fix: redirect it to a file on a "
        "disk with free space."
    )


class Parser(argparse.ArgumentParser):
    """A parser that prints like `main`, and suggests similar names for an unknown name."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.set_defaults(parser=self)

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print the help or the version; argparse itself ignores output that fails."""
        if message and file is sys.stdout:
            print_output(message.removesuffix("\n"))
        else:
            super()._print_message(message, file)

    def error(self, message: str) -> NoReturn:
        super().error(shortened(message))

    def command_of(self, arguments_given: Sequence[str]) -> "Parser":
        """Return the parser of the command named by the first word; otherwise this parser."""
        for action in self._actions:
            if isinstance(action, argparse._SubParsersAction) and arguments_given:
                command: Parser = action.choices.get(arguments_given[0], self)
                return command
        return self

    def _get_values(self, action: argparse.Action, arg_strings: list[str]) -> Any:
        """Return the value of an option; argparse would remove the value of --missing=--."""
        if action.option_strings and action.nargs is None and arg_strings == ["--"]:
            value = self._get_value(action, "--")
            self._check_value(action, value)
            return value
        return super()._get_values(action, arg_strings)

    def require_known_options(self, arguments_given: Sequence[str]) -> None:
        """End with an error at the first word that looks like an option but is not one."""
        for word in arguments_given:
            if word == "--":
                return
            name = word.partition("=")[0]
            known = any(option.startswith(name) for option in self._option_string_actions)
            if word.startswith("--") and " " not in word and not known:
                self.unknown_argument(word)

    def unknown_argument(self, argument: str) -> NoReturn:
        """End with an error about an argument that this command does not have."""
        name = argument.partition("=")[0]
        if not name.startswith("-"):
            self.error(
                f"unexpected argument {quoted(argument)}. Fix: remove it, or put quotes around "
                "spaces."
            )
        suggestion = did_you_mean(name, self._option_string_actions, self._how_to_list)
        self.error(f"unknown option {quoted(name)}. {suggestion}")

    @property
    def _how_to_list(self) -> str:
        return f"Run `{self.prog} --help` to list all."

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Raise an error with suggestions for an unknown command or value of an option."""
        if action.choices is None or value in action.choices:
            return
        known = list(map(str, action.choices))
        if isinstance(action, argparse._SubParsersAction):
            suggestion = did_you_mean(str(value), known, self._how_to_list)
            self.error(f"unknown command {quoted(value)}. {suggestion}")
        suggestion = did_you_mean(str(value), known)
        raise argparse.ArgumentError(
            action,
            f"must be one of {quoted_list(known)}, got {quoted(value)}. {suggestion}".rstrip(),
        )


def parser() -> Parser:
    """Return the parser of the command line."""
    return _parser(command_name())


@cache
def _parser(program: str) -> Parser:
    top = Parser(
        prog=program,
        description="A machine learning chapter that you can run: naive Bayes, discriminant "
        "analysis, logistic and softmax regression, from five source texts.",
    )
    top.add_argument("--version", action="version", version=f"textbook_ml {__version__}")
    top.set_defaults(run=show_opening_screen)
    commands = top.add_subparsers(title="commands", metavar="COMMAND")
    for package in COMMAND_PACKAGES:
        import_module(f"textbook_ml.{package}.arguments").add_commands(commands)
    return top


def join_study_name(arguments_given: Sequence[str]) -> list[str]:
    """Return the arguments, with the two words of a study (`experiment ng-jordan`) joined to one.

    >>> join_study_name(["experiment", "ng-jordan", "--help"])
    ['experiment ng-jordan', '--help']
    >>> join_study_name(["experiment", "variance"])
    ['experiment', 'variance']
    """
    two = " ".join(arguments_given[:2]).lower()
    study = two in {f"experiment {name}" for name in STUDIES}
    return [two, *arguments_given[2:]] if study else list(arguments_given)


def show_opening_screen(arguments: argparse.Namespace) -> Iterator[str]:
    """Yield the opening screen."""
    from textbook_ml.reading.opening_screen import opening

    yield from opening(command_name())


def print_all(lines: Iterator[str]) -> int:
    """Print the lines of a command and return its exit code (default: 0)."""
    try:
        while True:
            print_output(next(lines))
    except StopIteration as end:
        return end.value or FINE


def print_output(line: str) -> None:
    """Print a line on standard output."""
    try:
        print_line(line, sys.stdout)
    except BrokenPipeError:
        raise
    except OSError as error:
        redirect_to_null_device(sys.stdout)
        raise TextbookError(output_error_message(error)) from None


def print_error(line: str) -> None:
    """Print a line on standard error, if it can be written to."""
    with suppress(OSError):
        print_line(line, sys.stderr)


def print_line(line: str, stream: TextIO | None) -> None:
    """Print a line: headings in bold, and in ASCII if the console cannot show other characters."""
    if stream is None:  # a service may have closed its streams
        return
    text = str(line)
    try:
        text.encode(stream.encoding or "ascii")
    except UnicodeEncodeError:
        text = to_ascii(text)
    bold = isinstance(line, Heading) and wants_colour(stream)
    at_once = isinstance(line, Immediate)
    print(f"\x1b[1m{text}\x1b[0m" if bold else text, file=stream, flush=at_once)


def wants_colour(stream: TextIO) -> bool:
    """Return whether to print colours: only on a terminal, and not if NO_COLOR is set."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
