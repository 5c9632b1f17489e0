"""The command-line arguments of the grading commands."""

import argparse
import os
from typing import Any

from textbook_ml.core.command_line import add_subcommand

HOME = "textbook_ml.grading"
LEVELS = ("none", "line", "kind", "edit")
ASSIGNMENT = (
    "assignment: mitchell, ng, xing, sontag, gwansiu (with -algorithms: whole algorithms), or a "
    "TOML file"
)
QUESTIONS = "questions to use, separated by commas: ids (mitchell-15) or function names"
SEED = "secret seed of the test cases (default: random)"

GRADE = """examples:
  grade ada.py --questions mitchell-14,mitchell-15   two equations of one file
  grade ada.py --assignment mitchell --json          print JSON instead of text
  grade class/ --assignment hw3.toml --out marks/    all submissions in a folder

Each file or folder in class/ is one submission. The command writes a page for
each student, a page for the class, a table (CSV) and JSON to marks/. Run the
same command again to continue after an interruption: unchanged results and the
seed are kept.

To override a grade, write it to class/overrides.toml; every run applies it:
  ["ada.py".variance_mvue]
  score = 0.5
  comment = "The idea is right; mind the case N = 1."

exit code: 0 all submissions have full marks, 1 some do not, 2 bad usage or
input, 130 after Ctrl-C (the reports then contain the finished submissions)
"""

CHECK = """examples:
  check solution.py                          all functions in the file
  check solution.py --assignment mitchell    the questions of an assignment
  check solution.py --questions mitchell-15  one question

Your file stays on this computer, and no grade is given.

exit code: 0 no mistake found, 1 at least one mistake found, 2 bad usage or
input, 130 after Ctrl-C (the functions checked so far are shown)
"""


def add_commands(commands: Any) -> None:
    """Add the grading commands: first those for students, then those for teachers."""
    add_check(commands)
    add_starter(commands)
    add_questions(commands)
    add_grade(commands)
    add_bundle(commands)
    add_answer_key(commands)
    add_similar(commands)
    add_new_question(commands)
    add_try_question(commands)


def add_check(commands: Any) -> None:
    """Add the command `check`, for students."""
    check = add_subcommand(commands, "check", "find the mistakes in your solution", HOME)
    check.formatter_class, check.epilog = argparse.RawDescriptionHelpFormatter, CHECK
    check.add_argument("submission", metavar="FILE", help="Python file, notebook, or folder")
    add_question_options(check)
    add_hints(check, "line, or that of the assignment")
    add_jobs(check, "questions")
    check.add_argument("--json", action="store_true", help="print JSON instead of text")


def add_starter(commands: Any) -> None:
    """Add the command `starter`, for students."""
    starter = add_subcommand(commands, "starter", "write the file that students fill in", HOME)
    add_question_options(starter)
    words = "new file to write; an existing file is not overwritten (default: print it)"
    starter.add_argument("--out", metavar="FILE", help=words)


def add_questions(commands: Any) -> None:
    """Add the command `questions`, which lists all questions for assignments."""
    questions = add_subcommand(
        commands, "questions", "list the questions with their ids and functions", HOME
    )
    questions.add_argument(
        "--assignment", metavar="NAME", help=f"{ASSIGNMENT} (default: all questions)"
    )


def add_grade(commands: Any) -> None:
    """Add the command `grade`, for teachers."""
    grade = add_subcommand(
        commands, "grade", "grade one submission, or all submissions in a folder", HOME
    )
    grade.formatter_class, grade.epilog = argparse.RawDescriptionHelpFormatter, GRADE
    words = "submission, or folder of submissions"
    grade.add_argument("submission", metavar="FILE_OR_DIR", help=words)
    add_question_options(grade)
    add_hints(grade, "that of the assignment, or line")
    grade.add_argument("--one", action="store_true", help="treat the folder as one submission")
    grade.add_argument("--seed", metavar="S", help=SEED)
    words = "number of test cases per question (default: that of the assignment, or 50)"
    grade.add_argument("--cases", type=int, metavar="N", help=words)
    add_jobs(grade, "submissions (or questions of one submission)")
    words = "TOML file with your own grades (default: overrides.toml in the folder of submissions)"
    grade.add_argument("--overrides", metavar="FILE", help=words)
    late = grade.add_argument_group("if the assignment has a late policy")
    words = 'TOML file with submission times: "ada.py" = 2026-11-30T22:15:00 (default: none)'
    late.add_argument("--times", metavar="FILE", help=words)
    words = "use the modification times of the files as submission times"
    late.add_argument("--file-times", action="store_true", help=words)
    reports = grade.add_argument_group("reports")
    reports.add_argument("--json", action="store_true", help="print JSON instead of text")
    words = "folder for all reports; grading continues there after an interruption (default: none)"
    reports.add_argument("--out", metavar="DIR", help=words)
    words = "HTML page to write; for a class, folder of HTML pages (default: none)"
    reports.add_argument("--html", metavar="FILE_OR_DIR", help=words)
    reports.add_argument(
        "--csv", metavar="FILE", help="CSV table to write, a row per submission (default: none)"
    )
    reports.add_argument(
        "--moodle", metavar="FILE", help="CSV file to write, for Moodle (default: none)"
    )
    reports.add_argument(
        "--canvas", metavar="FILE", help="CSV file to write, for Canvas (default: none)"
    )
    words = "JUnit XML file to write, for a build server (default: none)"
    reports.add_argument("--junit", metavar="FILE", help=words)
    words = "Gradescope results.json to write, for one submission (default: none)"
    reports.add_argument("--gradescope", metavar="FILE", help=words)


def add_bundle(commands: Any) -> None:
    """Add the command `gradescope-bundle`, for teachers who use Gradescope."""
    words = "write an autograder to upload to Gradescope"
    bundle = add_subcommand(commands, "gradescope-bundle", words, HOME)
    bundle.add_argument("--assignment", required=True, metavar="NAME", help=ASSIGNMENT)
    bundle.add_argument("--out", required=True, metavar="DIR", help="new folder to write")
    bundle.add_argument("--seed", metavar="S", help=SEED)


def add_answer_key(commands: Any) -> None:
    """Add the command `answer-key`, for teachers."""
    words = "write a printable page with the solutions, for teachers"
    key = add_subcommand(commands, "answer-key", words, HOME)
    add_question_options(key)
    words = "new HTML file to write; an existing file is not overwritten"
    key.add_argument("--out", required=True, metavar="FILE", help=words)


def add_similar(commands: Any) -> None:
    """Add the command `similar`, for teachers."""
    words = "find submissions that are nearly the same after renaming"
    similar = add_subcommand(commands, "similar", words, HOME)
    similar.add_argument("folder", metavar="DIR", help="folder of submissions")
    add_question_options(similar)
    words = "fraction of the shorter file that two submissions must share (default: 0.8)"
    similar.add_argument("--threshold", type=float, default=0.8, metavar="X", help=words)
    words = "CSV table of the pairs to write (default: none)"
    similar.add_argument("--csv", metavar="FILE", help=words)


def add_new_question(commands: Any) -> None:
    """Add the command `new-question`, for teachers who write their own questions."""
    words = "write a commented template for a question of your own"
    new = add_subcommand(commands, "new-question", words, HOME)
    new.add_argument("name", metavar="NAME", help="name of the function or class")
    words = "what students write: function, class or script (default: function)"
    forms = ("function", "class", "script")
    new.add_argument("--form", choices=forms, default="function", metavar="FORM", help=words)
    words = "new file to write; an existing file is not overwritten (default: NAME.py)"
    new.add_argument("--out", metavar="FILE", help=words)


def add_try_question(commands: Any) -> None:
    """Add the command `try-question`, which tests a question before students see it."""
    words = "test your own questions: reference, test cases, misconceptions, time"
    tried = add_subcommand(commands, "try-question", words, HOME)
    tried.add_argument("file", metavar="FILE", help="Python file or package with questions")
    words = "test only the question on this function (default: all)"
    tried.add_argument("--function", metavar="NAME", help=words)
    words = "number of test cases per question (default: 50)"
    tried.add_argument("--cases", type=int, default=50, metavar="N", help=words)


def add_jobs(command: argparse.ArgumentParser, what: str) -> None:
    """Add the option `--jobs`: the number of worker processes that run at the same time."""
    processors = os.cpu_count() or 1
    command.add_argument(
        "--jobs", type=int, default=processors, metavar="N",
        help=f"number of {what} to run at the same time (default: the number of processors, "
        f"here {processors})",
    )  # fmt: skip


def add_hints(command: argparse.ArgumentParser, default: str) -> None:
    """Add the option `--hints`: how much a student is told about the place of a mistake."""
    words = f"what to say about the place of a mistake: {', '.join(LEVELS)} (default: {default})"
    command.add_argument("--hints", choices=LEVELS, metavar="LEVEL", help=words)


def add_question_options(command: argparse.ArgumentParser) -> None:
    """Add the options that choose the questions."""
    every = "(default: all questions)"
    command.add_argument("--assignment", metavar="NAME", help=f"{ASSIGNMENT} {every}")
    command.add_argument("--questions", metavar="ID,ID", help=f"{QUESTIONS} {every}")
