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

IMPORT = """
what can be carried over:
  BernoulliNB, CategoricalNB, GaussianNB, MultinomialNB, LinearDiscriminantAnalysis,
  QuadraticDiscriminantAnalysis, LogisticRegression; alone, or in a Pipeline behind a
  StandardScaler, a CountVectorizer, or (CategoricalNB) an OrdinalEncoder

how, without opening a pickle, which could run anything:
  python3 -m textbook_ml import-sklearn --snippet > sklearn_dump.py

  from sklearn_dump import dump                    # where scikit-learn is: three lines
  dump(model, "model.sklearn.json", X[:20])        # some rows, to compare on

  python3 -m textbook_ml import-sklearn model.sklearn.json --out model.json
"""


def add_words(commands: Any, typed: Sequence[str]) -> None:
    """The commands of this wing."""
    add_export(commands)
    add(commands, "selftest", "is everything right on this interpreter? exit code 1 if not", HOME)
    add_import(commands)
    bundle = add(commands, "bundle", "this package, or some models, as one file", HOME)
    bundle.add_argument(
        "--out",
        required=True,
        metavar="FILE",
        help="textbook_ml_single.py, a module to import or run; textbook_ml.pyz, a program",
    )
    bundle.add_argument(
        "--models", metavar="A,B", help="only what these need; names as in the command models"
    )


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


def add_import(commands: Any) -> None:
    """A model of scikit-learn as one of ours."""
    words = "a model that scikit-learn has fitted, as one of ours"
    imported = add(commands, "import-sklearn", words, HOME)
    imported.formatter_class = argparse.RawDescriptionHelpFormatter
    imported.epilog = IMPORT
    imported.add_argument("file", nargs="?", metavar="FILE", help="what sklearn_dump has written")
    imported.add_argument("--out", metavar="MODEL", help="write our model there, as JSON")
    imported.add_argument("--features", metavar="A,B", help="names of the columns (x1, x2, ...)")
    imported.add_argument(
        "--counted", action="store_true", help="you count words yourself, as CountVectorizer does"
    )
    imported.add_argument("--snippet", action="store_true", help="print sklearn_dump.py")
