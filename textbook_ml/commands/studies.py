"""Experiments on the user's own data: their lines of help and their options.

`experiment NAME …` runs the function of that name in the module `textbook_ml.commands.NAME`. The
options are here, because that module needs a tenth of a second to load.
"""

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Callable, Mapping

STUDIES: Mapping[str, str] = {
    "ng-jordan": "compare naive Bayes and logistic regression on your data, as Ng and Jordan did",
    "sms": "compare Bernoulli and multinomial naive Bayes on your text messages",
}
EPILOG = """methods:
  naive-bayes       Gaussian with one variance for both classes if continuous,
                    smoothed probabilities (l = 1) if discrete
  logistic          logistic regression with a weak penalty
  logistic-sampled  as in the paper's text: if the data are separable, a random
                    separating hyperplane
  nearest-mean      the class with the nearest mean, as in the paper's figure;
                    continuous features only

examples:
  experiment ng-jordan --data sonar.csv --published sonar --svg sonar.svg
  experiment ng-jordan --data iris.csv --positive Iris-virginica --splits 20
  experiment ng-jordan --data votes.csv --missing model --sizes 2,10,50 --json

Ctrl-C prints the finished splits and ends with exit code 130. Paper: A. Y. Ng,
M. I. Jordan, On Discriminative vs. Generative Classifiers, NIPS 14 (2002).
"""


def add_ng_jordan(parser: ArgumentParser) -> None:
    """Add the options of `experiment ng-jordan`."""
    parser.epilog = EPILOG
    parser.formatter_class = RawDescriptionHelpFormatter
    add_data_options(parser)
    add_run_options(parser)


def add_data_options(parser: ArgumentParser) -> None:
    """Add the options for the table, its classes and its features."""
    add = parser.add_argument
    add(
        "--data",
        required=True,
        metavar="FILE",
        help="CSV file with a header; ? marks a missing value",
    )
    add("--label", metavar="COLUMN", help="name of the class column (default: the last column)")
    add(
        "--positive",
        metavar="CLASS",
        help="class to compare with all others together (default: none)",
    )
    add("--classes", metavar="A,B", help="two classes whose rows are used (default: all rows)")
    add(
        "--missing",
        choices=("drop", "model"),
        default="drop",
        help="treatment of missing values: drop the row, or model missing as an extra value "
        "(default: drop)",
    )
    add(
        "--kind",
        dest="kinds",
        action="append",
        default=[],
        metavar="FEATURE=KIND",
        help="kind of a feature: discrete or continuous; *=KIND sets all "
        "(default: continuous if all values are numbers, otherwise discrete)",
    )
    add(
        "--only",
        choices=("discrete", "continuous"),
        metavar="KIND",
        help="kind of the features to use: discrete or continuous (default: both)",
    )


def add_run_options(parser: ArgumentParser) -> None:
    """Add the options for the splits, the methods and the output."""
    add = parser.add_argument
    add(
        "--splits",
        type=int,
        metavar="N",
        help="number of random splits per training size (default: 100)",
    )
    add("--sizes", metavar="M,M,...", help="training sizes (default: 8 sizes)")
    add(
        "--methods",
        metavar="A,B",
        help="some of naive-bayes, logistic, logistic-sampled, nearest-mean "
        "(default: all that apply)",
    )
    add("--floor", metavar="V", help="minimum variance in naive Bayes (default: 1e-06)")
    add(
        "--published",
        metavar="NAME",
        help="data set of the paper whose curves to add, such as pima (default: none)",
    )
    add("--processes", type=int, metavar="N", help="number of processes (default: one per core)")
    add("--seed", type=int, default=0, metavar="N", help="random seed of the splits (default: 0)")
    add(
        "--full",
        action="store_true",
        help="1000 splits, as in the paper; the run takes minutes to hours",
    )
    add("--svg", metavar="FILE", help="SVG file for the figure (default: none)")
    add("--json", action="store_true", help="print JSON instead of text")


def add_sms(parser: ArgumentParser) -> None:
    """Add the options of `experiment sms`."""
    parser.add_argument(
        "--data", required=True, metavar="DATA", help="CSV file with two columns: text and class"
    )
    parser.add_argument(
        "--label", metavar="COLUMN", help="name of the class column (default: the last column)"
    )
    parser.add_argument(
        "--splits",
        type=int,
        default=10,
        metavar="K",
        help="number of cross-validation folds (default: 10)",
    )
    parser.add_argument(
        "--seed", type=int, default=0, metavar="N", help="random seed of the folds (default: 0)"
    )
    parser.add_argument("--svg", metavar="FILE", help="SVG file for the figure (default: none)")
    parser.add_argument("--json", action="store_true", help="print JSON instead of text")


ADD_OPTIONS: Mapping[str, Callable[[ArgumentParser], None]] = {
    "ng-jordan": add_ng_jordan,
    "sms": add_sms,
}
