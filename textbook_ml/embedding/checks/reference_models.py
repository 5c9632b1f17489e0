"""Small models with reference posteriors: exact Fractions, or thirty digits.

The digits were computed with sixty digits, by an independent program.
"""

from fractions import Fraction as F
from typing import Any, NamedTuple

from textbook_ml.models.bernoulli_naive_bayes import BernoulliNaiveBayes
from textbook_ml.models.catalogue import naive_bayes_models
from textbook_ml.models.categorical_naive_bayes import CategoricalNaiveBayes
from textbook_ml.models.gaussian_discriminant_analysis import GaussianDiscriminantAnalysis
from textbook_ml.models.gaussian_naive_bayes import GaussianNaiveBayes
from textbook_ml.models.logistic_regression import LogisticRegression
from textbook_ml.models.multinomial_naive_bayes import MultinomialNaiveBayes
from textbook_ml.models.poisson_naive_bayes import PoissonNaiveBayes
from textbook_ml.models.quadratic_discriminant_analysis import QuadraticDiscriminantAnalysis
from textbook_ml.models.softmax_regression import SoftmaxRegression

TWO, THREE, NAMES = ("a", "b"), ("a", "b", "c"), ("x", "y")
HALF, THIRD = F(1, 2), F(1, 3)
COVARIANCE = ((2.0, 0.5), (0.5, 1.0))


class Reference(NamedTuple):
    """A model, a row, and its posterior as Fractions or to thirty digits."""

    model: Any
    row: Any
    posterior: tuple[str | F, ...]


REFERENCES = (
    Reference(
        GaussianNaiveBayes(
            TWO, NAMES, (0.25, 0.75), ((1.0, -2.0), (2.5, 0.5)), ((0.5, 4.0), (2.0, 1.0))
        ),
        (1.5, 0.25),
        ("0.154442438057684045712635174986", "0.845557561942315954287364825014"),
    ),
    Reference(
        CategoricalNaiveBayes(
            TWO,
            ("x",),
            (THIRD, 1 - THIRD),
            (({"u": THIRD, "v": 1 - THIRD},), ({"u": HALF, "v": HALF},)),
        ),
        ("u",),
        (F(1, 4), F(3, 4)),
    ),
    Reference(
        BernoulliNaiveBayes(TWO, NAMES, (THIRD, 1 - THIRD), ((HALF, THIRD), (F(1, 4), HALF))),
        (1, 0),
        (F(4, 7), F(3, 7)),
    ),
    Reference(
        MultinomialNaiveBayes(TWO, NAMES, (THIRD, 1 - THIRD), ((THIRD, 1 - THIRD), (HALF, HALF))),
        {"x": 2, "y": 1, "unknown": 5},
        (F(8, 35), F(27, 35)),
    ),
    Reference(
        PoissonNaiveBayes(TWO, NAMES, (0.25, 0.75), ((2.5, 0.5), (1.0, 3.0))),
        (4, 1),
        ("0.855052488465401484012159173278", "0.144947511534598515987840826722"),
    ),
    Reference(
        GaussianDiscriminantAnalysis(
            THREE, NAMES, (0.5, 0.25, 0.25), ((0.0, 0.0), (2.0, 1.0), (-1.0, 3.0)), COVARIANCE
        ),
        (0.75, 1.5),
        (
            "0.556031691490433195173488056002",
            "0.397351376385604872319109595650",
            "0.0466169321239619325074023483487",
        ),
    ),
    Reference(
        QuadraticDiscriminantAnalysis(
            THREE,
            NAMES,
            (0.5, 0.25, 0.25),
            ((0.0, 0.0), (2.0, 1.0), (-1.0, 3.0)),
            (COVARIANCE, ((1.0, 0.0), (0.0, 1.0)), ((4.0, -1.0), (-1.0, 2.0))),
        ),
        (0.75, 1.5),
        (
            "0.453817860656535522740396564214",
            "0.373570463087321877149710870876",
            "0.172611676256142600109892564910",
        ),
    ),
    Reference(
        LogisticRegression(TWO, NAMES, -0.5, (1.25, -2.0)),
        (0.75, 0.3),
        ("0.540535839273789352683275677810", "0.459464160726210647316724322190"),
    ),
    Reference(
        SoftmaxRegression(THREE, NAMES, ((0.5, 1.0, -1.0), (0.0, 0.25, 2.0), (-1.5, 0.0, 0.0))),
        (0.75, 0.3),
        (
            "0.516446316423662759067330247327",
            "0.438987678697750625770748222542",
            "0.0445660048785866151619215301317",
        ),
    ),
    *(
        Reference(model(TWO, NAMES, (0.25, 0.75), *given.parameters), given.row, given.posterior)
        for model in naive_bayes_models()
        if (given := model.golden) is not None
    ),
)
