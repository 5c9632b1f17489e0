"""What can be typed: how a wing of the house tells the command line of its commands.

Each wing has a module `words` whose `add_words` adds its commands; what they do is loaded only
when they are asked for.
"""

import argparse
import os
import sys
from collections.abc import Generator
from importlib import import_module
from typing import Any


def add(commands: Any, name: str, words: str, home: str) -> argparse.ArgumentParser:
    """A command with its line of help: the function of its name, in the module of its name.

    The module stands in the package `home`. The options are the arguments of that function,
    which yields lines and may return an exit code.
    """
    command: argparse.ArgumentParser = commands.add_parser(
        name, help=words, description=f"{words[0].upper()}{words[1:]}."
    )
    command.set_defaults(run=run_command, home=home, command=name.replace("-", "_"))
    return command


def run_command(arguments: argparse.Namespace) -> Generator[str, None, int | None]:
    """A command, loaded only now; what it returns is the exit code."""
    words = vars(arguments)
    words.pop("run")
    home, name = words.pop("home"), words.pop("command")
    command = getattr(import_module(f"{home}.{name}"), name)
    code: int | None = yield from command(**words)
    return code


def command_name() -> str:
    """How this program was called, so that what it suggests can be typed."""
    called = os.path.basename(sys.argv[0])
    return "python3 -m textbook_ml" if called in ("__main__.py", "-m", "-c", "") else called
