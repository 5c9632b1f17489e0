"""Options and help texts of the commands export, selftest, import-sklearn and bundle."""

import argparse
from typing import Any

from textbook_ml.core.command_line import add_subcommand

HOME = "textbook_ml.embedding"

EXPORT = """
output for each language:
  python       a module that imports only math, or nothing; also for MicroPython
  javascript   an ES module for browsers and Node
  c            a C99 header without malloc; computing the scores needs no libm
  json         the parameters and the steps, for an interpreter of your own
  onnx         a graph for onnxruntime: gaussian-nb and linear models

Scores and labels have the same bits in all languages. Probabilities differ by
at most 4 ulps (units in the last place), or not at all with --exact. Every file
contains a self-test. ONNX is different: its probabilities differ by up to
1e-12, and the file has no self-test.

examples:
  fit iris --model gaussian-nb --out iris.json
  export iris.json --to c --out iris.h --verify
  export iris.json --to c --float32 --data iris --out iris.h
  export iris.json --to c --int16 --data iris --out iris.h
  export iris.json --to python --exact > iris_model.py
  fit iris --model gaussian-nb --resumable --out iris.json
  export iris.json --learner --to c --out iris.h
"""

IMPORT = """
supported estimators:
  BernoulliNB, CategoricalNB, ComplementNB, GaussianNB, MultinomialNB,
  LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis,
  LogisticRegression, LinearSVC, RidgeClassifier, SGDClassifier;
  alone, or in a Pipeline after StandardScaler, MinMaxScaler, MaxAbsScaler,
  RobustScaler, OneHotEncoder, OrdinalEncoder, ColumnTransformer,
  CountVectorizer, TfidfVectorizer or TfidfTransformer

how to import a model (pickles are not read, because they can run any code):
  python3 -m textbook_ml import-sklearn --snippet > sklearn_dump.py

  from sklearn_dump import dump              # where scikit-learn is installed
  dump(model, "model.sklearn.json", X[:20])  # 20 rows for the comparison

  python3 -m textbook_ml import-sklearn model.sklearn.json --out model.json
"""


def add_commands(commands: Any) -> None:
    """Add the commands of this package to the command line."""
    add_export(commands)
    add_subcommand(
        commands,
        "selftest",
        "check the package on this machine; the exit code is 1 if a check fails",
        HOME,
    )
    add_import(commands)
    bundle = add_subcommand(
        commands, "bundle", "write this package, or some of its models, as one file", HOME
    )
    bundle.add_argument(
        "--out",
        required=True,
        metavar="FILE",
        help="output file: a module such as textbook_ml_single.py, a program such as "
        "textbook_ml.pyz, or textbook_ml.zip for the workers of Spark or Dask",
    )
    bundle.add_argument(
        "--models",
        metavar="A,B",
        help="model names, as listed by `models`; only their code is included (default: all)",
    )


def add_export(commands: Any) -> None:
    """Add `export`, which writes a model as code."""
    export = add_subcommand(
        commands, "export", "write a model as Python, JavaScript, C, JSON or ONNX", HOME
    )
    export.formatter_class = argparse.RawDescriptionHelpFormatter
    export.epilog = EXPORT
    export.add_argument("model", metavar="MODEL", help="model file written by fit --out")
    export.add_argument(
        "--to",
        required=True,
        choices=("python", "javascript", "c", "json", "onnx"),
        help="language of the output",
    )
    add_arithmetic_options(export)
    export.add_argument("--out", metavar="FILE", help="output file (default: standard output)")
    add_learner_options(export)
    export.add_argument(
        "--memory",
        type=int,
        default=256,
        metavar="MB",
        help="memory that reading the model file may need (default: 256)",
    )
    export.add_argument(
        "--verify",
        action="store_true",
        help="run the output on up to 1,000 rows; the exit code is 1 if a result differs",
    )


def add_arithmetic_options(export: Any) -> None:
    """Add the options that choose the arithmetic of the exported code."""
    export.add_argument(
        "--exact",
        action="store_true",
        help="include an exp function, so that probabilities have the same bits everywhere",
    )
    export.add_argument(
        "--float32",
        action="store_true",
        help="C in single precision, for processors without doubles (default: double precision)",
    )
    export.add_argument(
        "--int16",
        action="store_true",
        help="C with integers only, for linear models and naive Bayes; needs --data for columns "
        "of numbers (default: double precision)",
    )
    export.add_argument(
        "--fast",
        action="store_true",
        help="plain sums, with a stated error bound (default: compensated sums)",
    )
    export.add_argument(
        "--data",
        metavar="CSV",
        help="training data, to count the labels that differ with --float32 or --int16 "
        "(default: none)",
    )


def add_learner_options(export: Any) -> None:
    """Add the options of code that also learns."""
    export.add_argument(
        "--learner",
        action="store_true",
        help="write code that also learns new examples: for logistic, and for gaussian-nb, "
        "categorical-nb and mixed-nb fitted with --resumable",
    )
    export.add_argument(
        "--eta",
        type=float,
        metavar="STEP",
        help="step size of the learner of a logistic regression (default: none)",
    )


def add_import(commands: Any) -> None:
    """Add `import-sklearn`, which converts a model of scikit-learn."""
    imported = add_subcommand(
        commands, "import-sklearn", "convert a model fitted by scikit-learn", HOME
    )
    imported.formatter_class = argparse.RawDescriptionHelpFormatter
    imported.epilog = IMPORT
    imported.add_argument(
        "file", nargs="?", metavar="FILE", help="file written by sklearn_dump (default: none)"
    )
    imported.add_argument(
        "--out", metavar="MODEL", help="JSON file for the converted model (default: none)"
    )
    imported.add_argument(
        "--features", metavar="A,B", help="names of the columns (default: x1,x2,...)"
    )
    imported.add_argument(
        "--counted",
        action="store_true",
        help="accept any vocabulary; you count the words of each text as CountVectorizer does",
    )
    imported.add_argument("--snippet", action="store_true", help="print the module sklearn_dump.py")
