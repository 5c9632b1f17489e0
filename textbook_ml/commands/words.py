"""What can be asked about experiments and about data on the command line."""

import argparse
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from textbook_ml.commands.studies import STUDIES
from textbook_ml.words import add

HOME = "textbook_ml.commands"
DATA = (
    "a CSV file with a header, - for standard input, or a table that comes with this: "
    "play-tennis, iris, spam, animals, weather"
)

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


def add_words(commands: Any, typed: Sequence[str]) -> None:
    """The experiments, and what learns from data."""
    add_experiments(commands, typed)
    add_learning(commands)
    add_ascent(commands)


def add_experiments(commands: Any, typed: Sequence[str]) -> None:
    """The claims of the texts, run, and their figures; studies have options of their own."""
    words = "a claim of the texts, run: numbers, verdict, figure"
    experiment = add(commands, "experiment", words, HOME)
    experiment.add_argument("name", nargs="?", metavar="NAME", help="which; without it, the list")
    experiment.add_argument("--seed", type=int, default=0, metavar="N", help="of what is drawn (0)")
    experiment.add_argument("--full", action="store_true", help="sizes for publication: minutes")
    experiment.add_argument("--svg", metavar="FILE", help="write its figure there")
    experiment.add_argument("--all", dest="everything", action="store_true", help="run all")
    experiment.add_argument("--out", metavar="DIR", help="with --all: write a report, index.html")
    experiment.add_argument("--json", action="store_true", help="the same for machines")
    for name, what in STUDIES.items():
        module = name.replace("-", "_")
        study = add(commands, f"experiment {name}", what, HOME)
        study.set_defaults(command=module)
        if f"experiment {name}" in typed[:1]:
            import_module(f"{HOME}.{module}").add_options(study)
    figure = add(commands, "figure", "a figure of the texts, as SVG", HOME)
    figure.add_argument("name", nargs="?", metavar="NAME", help="which; without it, the list")
    figure.add_argument("--svg", metavar="FILE", help="write it there, not to standard output")


def add_learning(commands: Any) -> None:
    """The commands that learn from data: fit, predict, explain, evaluate and models."""
    fit = add(commands, "fit", "learn a model from a table, and see what was learned", HOME)
    fit.add_argument("data", metavar="DATA", help=DATA)
    fit.add_argument("--model", required=True, metavar="NAME", help="see the command models")
    add_table_options(fit)
    add_settings(fit)
    add_climb(fit)
    fit.add_argument("--out", metavar="FILE", help="write the model there, as JSON")
    stream = add(commands, "stream", "learn from a file larger than memory, on several cores", HOME)
    stream.add_argument("data", metavar="FILE", help="a CSV file, or - for standard input")
    stream.add_argument("--model", required=True, metavar="NAME", help="what to learn")
    stream.add_argument(
        "--jobs", type=int, default=1, metavar="N", help="number of processes (default: 1)"
    )
    add_table_options(stream)
    add_settings(stream)
    stream.add_argument("--out", metavar="FILE", help="write the model there, as JSON")
    predict = add(commands, "predict", "labels and probabilities for new rows, as CSV", HOME)
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
    explain = add(commands, "explain", "why a row gets its label, in parts that add up", HOME)
    explain.add_argument("model", metavar="MODEL", help="a file that fit --out has written")
    explain.add_argument("--row", required=True, help='"Outlook=Sunny,Wind=?", or a text')
    evaluate = add(commands, "evaluate", "compare models by cross-validation", HOME)
    evaluate.add_argument("data", metavar="DATA", help=DATA)
    evaluate.add_argument("--models", required=True, metavar="A,B,C", help="names, with commas")
    evaluate.add_argument("--folds", type=int, default=10, metavar="K", help="how many (10)")
    evaluate.add_argument("--seed", type=int, default=0, metavar="N", help="of the folds (0)")
    evaluate.add_argument("--json", action="store_true", help="the same for machines")
    add_table_options(evaluate)
    add_settings(evaluate)
    add_climb(evaluate)
    models = add(commands, "models", "what can be learned, with parameter counts for DATA", HOME)
    models.add_argument("data", nargs="?", metavar="DATA", help=DATA)
    add_table_options(models)


def add_ascent(commands: Any) -> None:
    """Equation (26) by hand."""
    ascent = add(commands, "ascent", "equation (26) step by step, with every number", HOME)
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
