"""What the grading wing can be asked on the command line."""

import argparse
import os
from collections.abc import Sequence
from typing import Any

from textbook_ml.words import add

HOME = "textbook_ml.grading"
ASKED = "an assignment: mitchell, ng, xing, sontag, gwansiu, or a file in TOML"
SOME = "only these, with commas: an id such as mitchell-15, or a function's name"

GRADE = """examples:
  grade ada.py --questions mitchell-14,mitchell-15    two equations of one file
  grade ada.py --assignment mitchell --json           the same for machines
  grade class/ --assignment hw3.toml --out marks/

Each file or folder in class/ is one submission. marks/ gets a page for each
student, one for the class, a table, and JSON. Type it again to go on where it
stopped: what has not changed is kept, with the same seed.

Decisions of your own stand in class/overrides.toml and stay:
  ["ada.py".variance_mvue]
  score = 0.5
  comment = "The idea is right; mind the case N = 1."

exit code: 0 full marks everywhere, 1 not, 2 bad usage or input, 130 after Ctrl-C,
with reports on the submissions that are finished
"""

CHECK = """examples:
  check solution.py                          all that it answers
  check solution.py --assignment mitchell    the questions of an assignment
  check solution.py --questions mitchell-15  one of them

Nothing leaves this machine, and nothing is graded.

exit code: 0 nothing wrong was found, 1 something was, 2 bad usage or input, 130
after Ctrl-C, with the functions that are finished
"""


def add_words(commands: Any, typed: Sequence[str]) -> None:
    """The commands of this wing: those of students, then those of teachers."""
    add_check(commands)
    add_starter(commands)
    add_questions(commands)
    add_grade(commands)
    add_bundle(commands)


def add_check(commands: Any) -> None:
    """For students."""
    check = add(commands, "check", "see what is wrong with your solution, and why", HOME)
    check.formatter_class, check.epilog = argparse.RawDescriptionHelpFormatter, CHECK
    check.add_argument("submission", metavar="FILE", help="a .py file, a notebook, or a folder")
    add_asked(check)
    add_jobs(check, "questions at once")
    check.add_argument("--json", action="store_true", help="the same for machines")


def add_starter(commands: Any) -> None:
    """What students begin with."""
    starter = add(commands, "starter", "the file that students fill in", HOME)
    add_asked(starter)
    starter.add_argument("--out", metavar="FILE", help="write it there; never over another file")


def add_questions(commands: Any) -> None:
    """What an assignment can be made of."""
    questions = add(commands, "questions", "what students can be asked, by id and name", HOME)
    questions.add_argument("--assignment", metavar="NAME", help=ASKED)


def add_grade(commands: Any) -> None:
    """For teachers."""
    grade = add(commands, "grade", "grade a submission, or a folder of them", HOME)
    grade.formatter_class, grade.epilog = argparse.RawDescriptionHelpFormatter, GRADE
    grade.add_argument("submission", metavar="FILE_OR_DIR", help="one, or a folder of them")
    add_asked(grade)
    grade.add_argument("--one", action="store_true", help="the folder is one submission")
    grade.add_argument("--seed", metavar="S", help="of the cases (secret, drawn by chance)")
    grade.add_argument("--cases", type=int, metavar="N", help="for each question (50)")
    add_jobs(grade, "how many at once")
    words = "your decisions (of a class: overrides.toml in its folder)"
    grade.add_argument("--overrides", metavar="FILE", help=words)
    late = grade.add_argument_group("if the assignment has a late policy")
    late.add_argument("--times", metavar="FILE", help='TOML: "ada.py" = 2026-11-30T22:15:00')
    late.add_argument("--file-times", action="store_true", help="when the files were changed")
    reports = grade.add_argument_group("reports")
    reports.add_argument("--json", action="store_true", help="on the screen, for machines")
    reports.add_argument("--out", metavar="DIR", help="all of them, and to go on later")
    reports.add_argument("--html", metavar="FILE_OR_DIR", help="a page; for a class a folder")
    reports.add_argument("--csv", metavar="FILE", help="a table of the class")
    reports.add_argument("--junit", metavar="FILE", help="for a build server")
    reports.add_argument("--gradescope", metavar="FILE", help="results.json, of one submission")


def add_bundle(commands: Any) -> None:
    """For teachers whose students hand in at Gradescope."""
    words = "an autograder to upload to Gradescope"
    bundle = add(commands, "gradescope-bundle", words, HOME)
    bundle.add_argument("--assignment", required=True, metavar="NAME", help=ASKED)
    bundle.add_argument("--out", required=True, metavar="DIR", help="a new folder for it")
    bundle.add_argument("--seed", metavar="S", help="of the cases (secret, drawn by chance)")


def add_jobs(command: argparse.ArgumentParser, what: str) -> None:
    """How many children work side by side: without a word, one for each processor."""
    processors = os.cpu_count() or 1
    command.add_argument(
        "--jobs", type=int, default=processors, metavar="N",
        help=f"{what} (as many as there are processors: {processors})",
    )  # fmt: skip


def add_asked(command: argparse.ArgumentParser) -> None:
    """Which questions."""
    command.add_argument("--assignment", metavar="NAME", help=ASKED)
    command.add_argument("--questions", metavar="ID,ID", help=SOME)
