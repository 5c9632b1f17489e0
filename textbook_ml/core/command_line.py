"""Helpers to define commands of the command line.

Each subpackage with commands has a module `arguments`, whose function `add_commands` adds its
commands to the parser. The module that runs a command is imported only when the command is used.
"""

import argparse
import os
import sys
from collections.abc import Generator
from importlib import import_module
from typing import Any


def add_subcommand(commands: Any, name: str, words: str, home: str) -> argparse.ArgumentParser:
    """Add a command with its help line, and return its parser.

    The command runs the function of the same name, in the module of the same name in the package
    `home`. The options are the arguments of that function, which yields lines of output and may
    return an exit code.
    """
    command: argparse.ArgumentParser = commands.add_parser(
        name, help=words, description=f"{words[0].upper()}{words[1:]}."
    )
    command.set_defaults(run=run_command, home=home, command=name.replace("-", "_"))
    return command


def run_command(arguments: argparse.Namespace) -> Generator[str, None, int | None]:
    """Import and run a command; the return value is the exit code."""
    options = vars(arguments)
    options.pop("run")
    home, name = options.pop("home"), options.pop("command")
    command = getattr(import_module(f"{home}.{name}"), name)
    code: int | None = yield from command(**options)
    return code


def command_name() -> str:
    """Return how the user started this program, for commands that messages suggest."""
    called = os.path.basename(sys.argv[0])
    return "python3 -m textbook_ml" if called in ("__main__.py", "-m", "-c", "") else called
