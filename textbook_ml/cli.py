"""The command line: each command turns words into lines, and `main` alone prints them."""

import argparse
import json
import os
import sys
from collections.abc import Generator, Iterator, Sequence
from importlib import import_module
from typing import Any, TextIO

from textbook_ml import __version__
from textbook_ml.commands.spoken import as_options, warnings_as_notes
from textbook_ml.commands.studies import STUDIES
from textbook_ml.console import Heading, to_ascii
from textbook_ml.errors import TextbookError

FINE, BAD_INPUT, INTERRUPTED = 0, 2, 130
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

ASCENT = """what the columns mean:
  score       w0 + w1 x1 + ..., the log odds that the weights give an example
  P(Y=1|x)    1/(1 + exp(-score)), the probability of Y = 1
  error       Y - P: positive where that is too little, negative where too much
  x1*error    what the example adds to the gradient of w1, which is their sum
  penalty     -LAMBDA w1, if there is an --l2
  gradient    how steeply the objective rises with each weight

examples:
  ascent play-tennis --eta 0.05          discrete columns become ones and zeros
  ascent animals --standardise --l2 1    in standard units, with a penalty
  ascent animals --eta 0.5               a step that is too long: see it fall
  ascent iris --positive Iris-virginica --steps 5      one against the rest
  ascent play-tennis --svg way.svg --weights w0,w5     a picture of two weights
"""


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
    add_experiments(commands, words)
    add_learning(commands)
    add_ascent(commands)
    return top


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


def add_experiments(commands: Any, words: Sequence[str]) -> None:
    """The claims of the texts, run, and their figures; studies have options of their own."""
    experiment = add(commands, "experiment", "a claim of the texts, run: numbers, verdict, figure")
    experiment.add_argument("name", nargs="?", metavar="NAME", help="which; without it, the list")
    experiment.add_argument("--seed", type=int, default=0, metavar="N", help="of what is drawn (0)")
    experiment.add_argument("--full", action="store_true", help="sizes for publication: minutes")
    experiment.add_argument("--svg", metavar="FILE", help="write its figure there")
    experiment.add_argument("--all", dest="everything", action="store_true", help="run all")
    experiment.add_argument("--out", metavar="DIR", help="with --all: write a report, index.html")
    experiment.add_argument("--json", action="store_true", help="the same for machines")
    for name, what in STUDIES.items():
        study = add(commands, f"experiment {name}", what)
        study.set_defaults(command=name.replace("-", "_"))
        if f"experiment {name}" in words[:1]:
            import_module(f"textbook_ml.commands.{name.replace('-', '_')}").add_options(study)
    figure = add(commands, "figure", "a figure of the texts, as SVG")
    figure.add_argument("name", nargs="?", metavar="NAME", help="which; without it, the list")
    figure.add_argument("--svg", metavar="FILE", help="write it there, not to standard output")


def joined(words: Sequence[str]) -> list[str]:
    """What was typed; a study of the reader's data is a command of two words.

    >>> joined(["experiment", "ng-jordan", "--help"]), joined(["experiment", "variance"])
    (['experiment ng-jordan', '--help'], ['experiment', 'variance'])
    """
    two = " ".join(words[:2]).lower()
    study = two in {f"experiment {name}" for name in STUDIES}
    return [two, *words[2:]] if study else list(words)


def add_learning(commands: Any) -> None:
    """The commands that learn from data: fit, predict, explain, evaluate and models."""
    fit = add(commands, "fit", "learn a model from a table, and see what was learned")
    fit.add_argument("data", metavar="DATA", help=DATA)
    fit.add_argument("--model", required=True, metavar="NAME", help="see the command models")
    add_table_options(fit)
    add_settings(fit)
    add_climb(fit)
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
    evaluate.add_argument("--json", action="store_true", help="the same for machines")
    add_table_options(evaluate)
    add_settings(evaluate)
    add_climb(evaluate)
    models = add(commands, "models", "what can be learned, with parameter counts for DATA")
    models.add_argument("data", nargs="?", metavar="DATA", help=DATA)
    add_table_options(models)


def add_ascent(commands: Any) -> None:
    """Equation (26) by hand."""
    ascent = add(commands, "ascent", "equation (26) step by step, with every number")
    ascent.formatter_class = argparse.RawDescriptionHelpFormatter
    ascent.epilog = ASCENT
    ascent.add_argument("data", metavar="DATA", help=DATA)
    add_table_options(ascent)
    ascent.add_argument("--positive", metavar="CLASS", help="Y = 1 (the second); others are 0")
    ascent.add_argument("--eta", metavar="H", help="the step size (the safe 1/L)")
    ascent.add_argument("--steps", type=int, default=20, metavar="N", help="how many (20)")
    ascent.add_argument("--full", type=int, default=2, metavar="N", help="so many worked out (2)")
    ascent.add_argument("--l2", metavar="LAMBDA", help="the penalty, on every weight (0)")
    ascent.add_argument("--standardise", action="store_true", help="features in standard units")
    ascent.add_argument("--svg", metavar="FILE", help="draw the way there")
    ascent.add_argument("--weights", metavar="A,B", help="draw these two: w0,w1 or their names")
    ascent.add_argument("--json", action="store_true", help="the same for machines")


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


def add_climb(command: argparse.ArgumentParser) -> None:
    """How the weights of a regression are held back, and how they are found."""
    climb = command.add_argument_group("for logistic and softmax")
    climb.add_argument("--l2", metavar="LAMBDA", help="the penalty of equation (26) (0)")
    climb.add_argument(
        "--penalise-intercept", action="store_true", help="also on w0, as the texts have it"
    )
    climb.add_argument(
        "--standardise", action="store_true", help="climb in standard units, in which --l2 is meant"
    )
    climb.add_argument(
        "--optimiser",
        metavar="NAME",
        help="newton, newton-cg, l-bfgs, conjugate-gradient, gradient-ascent, accelerated or "
        "stochastic (newton, or l-bfgs for many weights)",
    )
    climb.add_argument("--eta", metavar="H", help="step size of the ascents (the safe 1/L)")
    climb.add_argument("--max-iterations", type=int, metavar="N", help="give up then (10000)")
    climb.add_argument("--tolerance", metavar="T", help="how small the gradient must be (1e-8)")


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


def run_exercise(arguments: argparse.Namespace) -> Generator[str, None, int]:
    """The `exercise` command; its exit code is 1 if a check fails."""
    from textbook_ml.reading.exercise_command import exercise, exercise_json

    command = exercise_json if arguments.json else exercise
    return (yield from command(arguments.what, arguments.question, arguments.hint))


def run_command(arguments: argparse.Namespace) -> Generator[str, None, int | None]:
    """A command: the function of its name, loaded only now; what it returns is the exit code."""
    words = vars(arguments)
    words.pop("run")
    name = words.pop("command")
    command = getattr(import_module(f"textbook_ml.commands.{name}"), name)
    code: int | None = yield from command(**words)
    return code


def command_name() -> str:
    """How this program was called, so that what it suggests can be typed."""
    called = os.path.basename(sys.argv[0])
    return "python3 -m textbook_ml" if called in ("__main__.py", "-m", "-c", "") else called


def print_all(lines: Iterator[str]) -> int:
    """Print what a command says; a command that returns a number has that exit code."""
    try:
        while True:
            print_line(next(lines), sys.stdout)
    except StopIteration as end:
        return end.value or FINE


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
