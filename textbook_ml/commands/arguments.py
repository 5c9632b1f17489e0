"""Commands for experiments and for data: their options, and the help text of each."""

import argparse
from typing import Any

from textbook_ml.commands.studies import ADD_OPTIONS, STUDIES
from textbook_ml.core.command_line import add_subcommand

PACKAGE = "textbook_ml.commands"
DATA = (
    "CSV file, also compressed by gzip, - for standard input, or a bundled table: "
    "play-tennis, iris, spam, animals, weather"
)
MODEL_FILE = "model file written by fit --out or stream --out"
JSON = "print JSON instead of text"

ASCENT = """meaning of the columns:
  score       w0 + w1 x1 + ..., the log odds of Y = 1 at the current weights
  P(Y=1|x)    1/(1 + exp(-score)), the predicted probability of Y = 1
  error       Y - P: positive if P is too small, negative if P is too large
  x1*error    contribution of the example to the gradient of w1; their sum is
              the gradient
  penalty     -LAMBDA w1, shown with --l2
  gradient    derivative of the objective with respect to each weight

examples:
  ascent play-tennis --eta 0.05          discrete columns become 0/1 indicators
  ascent animals --standardise --l2 1    standardised features and a penalty
  ascent animals --eta 0.5               step size too large: objective falls
  ascent iris --positive Iris-virginica --steps 5    one class against the rest
  ascent play-tennis --svg path.svg --weights w0,w5  plot two weights
"""


def add_commands(commands: Any) -> None:
    """Add the commands of this package to the command line."""
    add_experiments(commands)
    add_learning(commands)
    add_ascent(commands)


def add_experiments(commands: Any) -> None:
    """Add `experiment` and `figure`; a study on user data has options of its own."""
    description = "run an experiment that tests a claim of the source texts"
    experiment = add_subcommand(commands, "experiment", description, PACKAGE)
    experiment.add_argument(
        "name", nargs="?", metavar="NAME", help="name of the experiment (default: list all)"
    )
    experiment.add_argument(
        "--seed", type=int, default=0, metavar="N", help="random seed (default: 0)"
    )
    experiment.add_argument(
        "--full", action="store_true", help="larger sizes; the run takes minutes"
    )
    experiment.add_argument("--svg", metavar="FILE", help="SVG file for the figure (default: none)")
    experiment.add_argument(
        "--all", dest="everything", action="store_true", help="run all experiments"
    )
    experiment.add_argument(
        "--out", metavar="DIR", help="with --all: folder for the report index.html (default: none)"
    )
    experiment.add_argument("--json", action="store_true", help=JSON)
    for name, description in STUDIES.items():
        study = add_subcommand(commands, f"experiment {name}", description, PACKAGE)
        study.set_defaults(command=name.replace("-", "_"))
        ADD_OPTIONS[name](study)
    figure = add_subcommand(commands, "figure", "draw a figure of the source texts as SVG", PACKAGE)
    figure.add_argument(
        "name", nargs="?", metavar="NAME", help="name of the figure (default: list all)"
    )
    figure.add_argument("--svg", metavar="FILE", help="output file (default: standard output)")


def add_learning(commands: Any) -> None:
    """Add the commands for models: describe, fit, stream, predict, explain, evaluate, models."""
    add_describe(commands)
    add_fit_and_stream(commands)
    add_predict_and_explain(commands)
    add_evaluate_and_models(commands)


def add_describe(commands: Any) -> None:
    """Add the command that shows how a file is read."""
    description = "show how a CSV file is read: its format, columns, classes and models"
    describe = add_subcommand(commands, "describe", description, PACKAGE)
    describe.add_argument("data", metavar="DATA", help=DATA)
    describe.add_argument("--json", action="store_true", help=JSON)
    add_table_options(describe)


def add_fit_and_stream(commands: Any) -> None:
    """Add the commands that fit a model."""
    fit = add_subcommand(
        commands, "fit", "fit a model to a table and print its parameters", PACKAGE
    )
    fit.add_argument("data", metavar="DATA", help=DATA)
    fit.add_argument(
        "--model", required=True, metavar="NAME", help="name of the model; `models` lists all"
    )
    add_table_options(fit)
    add_settings(fit)
    add_optimisation(fit)
    fit.add_argument("--out", metavar="FILE", help="JSON file for the model (default: none)")
    fit.add_argument(
        "--resumable",
        action="store_true",
        help="also store the statistics of the data in the file, so that `learn` can add rows to "
        "the model or remove rows from it",
    )
    description = "fit a model to a CSV file that may be larger than memory, on several cores"
    stream = add_subcommand(commands, "stream", description, PACKAGE)
    stream.add_argument("data", metavar="FILE", help="CSV file, or - for standard input")
    stream.add_argument(
        "--model", required=True, metavar="NAME", help="name of the model; `models` lists all"
    )
    stream.add_argument(
        "--jobs", type=int, default=1, metavar="N", help="number of processes (default: 1)"
    )
    add_table_options(stream)
    add_settings(stream)
    add_optimisation(stream)
    stream.add_argument(
        "--cache",
        metavar="FILE",
        help="for logistic and softmax: binary copy of the columns, kept for the next run "
        "(default: a temporary file)",
    )
    stream.add_argument(
        "--checkpoint",
        metavar="FILE",
        help="for logistic and softmax: file for the weights after each iteration, from which an "
        "interrupted run is continued (default: none)",
    )
    stream.add_argument("--out", metavar="FILE", help="JSON file for the model (default: none)")


def add_predict_and_explain(commands: Any) -> None:
    """Add the commands that use a model file: predict, explain and learn."""
    description = "print labels and probabilities for new rows as CSV"
    predict = add_subcommand(commands, "predict", description, PACKAGE)
    predict.add_argument("model", metavar="MODEL", help=MODEL_FILE)
    predict.add_argument("data", metavar="DATA", help=DATA)
    predict.add_argument(
        "--unseen",
        choices=("refuse", "missing"),
        default="refuse",
        help="treatment of a category that was not in the training data: stop with an error, or "
        "treat it as a missing value (default: refuse)",
    )
    predict.add_argument(
        "--text", default="text", metavar="COLUMN", help="name of the text column (default: text)"
    )
    predict.add_argument(
        "--keep",
        action="store_true",
        help="print all columns of the input, followed by the prediction; rows of a pipe are "
        "predicted one by one, as they arrive",
    )
    add_memory(predict)
    add_reading(predict)
    description = "show how much each feature contributes to the prediction for one row"
    explain = add_subcommand(commands, "explain", description, PACKAGE)
    explain.add_argument("model", metavar="MODEL", help=MODEL_FILE)
    explain.add_argument(
        "--row",
        required=True,
        metavar="VALUES",
        help="feature values such as 'Outlook=Sunny,Wind=?', or the text for a text model; numbers "
        "have a decimal point, and a value that contains a comma is quoted: "
        "'city=\"Paris, Texas\",x=1.5'",
    )
    add_memory(explain)
    description = "add rows to a model that was fitted with --resumable, or remove rows"
    learn = add_subcommand(commands, "learn", description, PACKAGE)
    learn.add_argument("model", metavar="MODEL", help="model file written by fit --resumable --out")
    learn.add_argument("data", metavar="DATA", help=DATA)
    learn.add_argument("--out", required=True, metavar="FILE", help="JSON file for the new model")
    learn.add_argument(
        "--forget", action="store_true", help="remove the rows of DATA instead of adding them"
    )
    add_memory(learn)
    add_reading(learn)


def add_memory(command: argparse.ArgumentParser) -> None:
    """Add the limit for reading a model file."""
    command.add_argument(
        "--memory",
        type=int,
        default=256,
        metavar="MB",
        help="memory that reading the model file may need; raise it for a large file that you "
        "trust (default: 256)",
    )


def add_evaluate_and_models(commands: Any) -> None:
    """Add the commands that compare models."""
    evaluate = add_subcommand(commands, "evaluate", "compare models by cross-validation", PACKAGE)
    evaluate.add_argument("data", metavar="DATA", help=DATA)
    evaluate.add_argument(
        "--models", required=True, metavar="A,B,C", help="model names, separated by commas"
    )
    evaluate.add_argument(
        "--folds",
        type=int,
        default=10,
        metavar="K",
        help="number of cross-validation folds (default: 10)",
    )
    evaluate.add_argument(
        "--seed", type=int, default=0, metavar="N", help="random seed of the folds (default: 0)"
    )
    evaluate.add_argument("--json", action="store_true", help=JSON)
    add_table_options(evaluate)
    add_settings(evaluate)
    add_optimisation(evaluate)
    description = "list the models, and with DATA the number of parameters of each"
    models = add_subcommand(commands, "models", description, PACKAGE)
    models.add_argument("data", nargs="?", metavar="DATA", help=f"{DATA} (default: none)")
    add_table_options(models)


def add_ascent(commands: Any) -> None:
    """Add `ascent`, which shows gradient ascent by equation (26) with every number."""
    description = "show gradient ascent by equation (26) step by step, with every number"
    ascent = add_subcommand(commands, "ascent", description, PACKAGE)
    ascent.formatter_class = argparse.RawDescriptionHelpFormatter
    ascent.epilog = ASCENT
    ascent.add_argument("data", metavar="DATA", help=DATA)
    add_table_options(ascent)
    ascent.add_argument(
        "--positive",
        metavar="CLASS",
        help="class with Y = 1; all others have Y = 0 (default: the second of two classes)",
    )
    ascent.add_argument("--eta", metavar="H", help="step size (default: 1/L, always safe)")
    ascent.add_argument(
        "--steps", type=int, default=20, metavar="N", help="number of steps (default: 20)"
    )
    ascent.add_argument(
        "--full",
        type=int,
        default=2,
        metavar="N",
        help="number of steps to show in full (default: 2)",
    )
    ascent.add_argument(
        "--l2", metavar="LAMBDA", help="L2 penalty λ on every weight, w0 included (default: 0)"
    )
    ascent.add_argument("--standardise", action="store_true", help="standardise the features first")
    ascent.add_argument("--svg", metavar="FILE", help="SVG file for a plot (default: none)")
    ascent.add_argument(
        "--weights",
        metavar="A,B",
        help="two weights for the plot: w0,w1 or feature names (default: both, if there are two)",
    )
    ascent.add_argument("--json", action="store_true", help=JSON)


def add_table_options(command: argparse.ArgumentParser) -> None:
    """Add the options that name the class column and the kinds of the features."""
    command.add_argument(
        "--label", metavar="COLUMN", help="name of the class column (default: the last column)"
    )
    command.add_argument(
        "--kind",
        dest="kinds",
        action="append",
        default=[],
        metavar="FEATURE=KIND",
        help="kind of a feature: discrete, continuous or text; *=KIND sets all "
        "(default: continuous if all values are numbers, otherwise discrete)",
    )
    add_reading(command)


def add_reading(command: argparse.ArgumentParser) -> None:
    """Add the options that describe the format of a CSV file."""
    group = command.add_argument_group("options for CSV files")
    group.add_argument(
        "--delimiter",
        metavar="C",
        help="character between cells, or comma, semicolon, tab, pipe or space (default: found in "
        "the file)",
    )
    group.add_argument(
        "--decimal",
        metavar="C",
        help="decimal mark of numbers: . or , (default: a comma only if the delimiter is another "
        "character and the numbers have commas)",
    )
    group.add_argument(
        "--encoding",
        metavar="NAME",
        help="character encoding, such as latin-1 or cp1252 (default: utf-8, or utf-16 if the "
        "file begins with a UTF-16 byte order mark)",
    )
    group.add_argument(
        "--missing",
        action="append",
        metavar="WORD",
        help="word for a missing value, in addition to the empty cell; may be repeated; write "
        "--missing=WORD for a word that begins with a dash (default: ? NA N/A NaN nan null NULL "
        "None)",
    )
    group.add_argument(
        "--header",
        action=argparse.BooleanOptionalAction,
        default=None,
        help="whether the first row names the columns; without a header, they are called x1, "
        "x2, ... (default: a header, unless all cells of the first row are numbers)",
    )
    group.add_argument(
        "--drop",
        action="append",
        default=[],
        metavar="COLUMN",
        help="column to leave out; may be repeated (default: none)",
    )
    group.add_argument(
        "--no-quotes",
        dest="quotes",
        action="store_false",
        help='treat " as an ordinary character, as in many tab-separated files',
    )
    group.add_argument("--quiet", action="store_true", help="print no notes on standard error")


def add_settings(command: argparse.ArgumentParser) -> None:
    """Add the options for smoothing and for the minimum variance."""
    command.add_argument(
        "--strength",
        metavar="L",
        help="smoothing pseudo-count per value: 0 = maximum likelihood, 1 = Laplace; fractions "
        "such as 1/2 are allowed (default: 0; 1 for text)",
    )
    command.add_argument("--floor", metavar="V", help="minimum variance (default: none)")


def add_optimisation(command: argparse.ArgumentParser) -> None:
    """Add the options for the penalty and the optimiser of logistic and softmax regression."""
    group = command.add_argument_group("options for logistic and softmax")
    group.add_argument("--l2", metavar="LAMBDA", help="L2 penalty λ of equation (26) (default: 0)")
    group.add_argument(
        "--penalise-intercept",
        action="store_true",
        help="apply the penalty to w0 too, as the source texts do",
    )
    group.add_argument(
        "--standardise",
        action="store_true",
        help="standardise the features while fitting; --l2 then applies to the standardised "
        "weights",
    )
    group.add_argument(
        "--optimiser",
        metavar="NAME",
        help="optimisation method: newton, newton-cg, l-bfgs, conjugate-gradient, "
        "gradient-ascent, accelerated or stochastic (default: newton; l-bfgs for many weights)",
    )
    group.add_argument(
        "--eta", metavar="H", help="step size of gradient methods (default: 1/L, always safe)"
    )
    group.add_argument(
        "--max-iterations",
        type=int,
        metavar="N",
        help="maximum number of iterations (default: 10000)",
    )
    group.add_argument(
        "--tolerance",
        metavar="T",
        help="largest gradient at which the optimiser stops (default: 1e-8)",
    )
