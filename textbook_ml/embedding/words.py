"""What the embedding wing can be asked on the command line."""

import argparse
from collections.abc import Sequence
from typing import Any

from textbook_ml.words import add

HOME = "textbook_ml.embedding"

EXPORT = """
what each language gets:
  python       a module that imports math or nothing, in the subset of MicroPython
  javascript   an ES module for browsers and Node
  c            a C99 header: no malloc, no libm in the scores
  json         the tables and steps, for a runtime of your own

Scores and labels have the same bits in all of them; probabilities too with --exact, and
otherwise to 4 ulps. Every file carries check rows and a self-test.

examples:
  fit iris --model gaussian-nb --out iris.json
  export iris.json --to c --out iris.h --verify
  export iris.json --to python --exact > iris_model.py
"""


def add_words(commands: Any, typed: Sequence[str]) -> None:
    """The commands of this wing."""
    add_export(commands)
    add(commands, "selftest", "is everything right on this interpreter? exit code 1 if not", HOME)


def add_export(commands: Any) -> None:
    """A model in another language."""
    export = add(commands, "export", "a model as a file of its own, for any runtime", HOME)
    export.formatter_class = argparse.RawDescriptionHelpFormatter
    export.epilog = EXPORT
    export.add_argument("model", metavar="MODEL", help="a file that fit --out has written")
    export.add_argument(
        "--to", required=True, choices=("python", "javascript", "c", "json"), help="the language"
    )
    export.add_argument(
        "--exact", action="store_true", help="bring an exp along: probabilities to the last bit"
    )
    export.add_argument("--out", metavar="FILE", help="write it there, not to standard output")
    export.add_argument(
        "--verify", action="store_true", help="run it on 1,000 rows; exit code 1 if a bit is off"
    )
