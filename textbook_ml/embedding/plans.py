"""The plan of every model: one small function for each kind, and nothing else.

Logarithms and inverses are taken there, once; what is left for the exported file is + − ×.
"""

from collections.abc import Callable, Mapping
from typing import Any

from textbook_ml.embedding.plan import Plan
from textbook_ml.embedding.plans_of_bayes import (
    bernoulli,
    categorical,
    full_joint,
    gaussian,
    mixed,
    multinomial,
    poisson,
)
from textbook_ml.embedding.plans_of_boundaries import (
    coded,
    discriminant,
    in_order,
    logistic,
    quadratic,
    softmax,
)
from textbook_ml.errors import TextbookError
from textbook_ml.models.bernoulli_naive_bayes import BernoulliNaiveBayes
from textbook_ml.models.categorical_naive_bayes import CategoricalNaiveBayes
from textbook_ml.models.coded_regression import CodedRegression
from textbook_ml.models.full_joint_bayes import FullJointBayes
from textbook_ml.models.gaussian_discriminant_analysis import GaussianDiscriminantAnalysis
from textbook_ml.models.gaussian_naive_bayes import GaussianNaiveBayes
from textbook_ml.models.indicator_regression import IndicatorRegression
from textbook_ml.models.linear_svm import LinearSVM
from textbook_ml.models.logistic_regression import LogisticRegression
from textbook_ml.models.mixed_naive_bayes import MixedNaiveBayes
from textbook_ml.models.multinomial_naive_bayes import MultinomialNaiveBayes
from textbook_ml.models.perceptron import Perceptron
from textbook_ml.models.poisson_naive_bayes import PoissonNaiveBayes
from textbook_ml.models.quadratic_discriminant_analysis import QuadraticDiscriminantAnalysis
from textbook_ml.models.softmax_regression import SoftmaxRegression

PLANS: Mapping[type[Any], Callable[[Any], Plan]] = {
    GaussianNaiveBayes: gaussian,
    CategoricalNaiveBayes: categorical,
    BernoulliNaiveBayes: bernoulli,
    MultinomialNaiveBayes: multinomial,
    PoissonNaiveBayes: poisson,
    MixedNaiveBayes: mixed,
    FullJointBayes: full_joint,
    GaussianDiscriminantAnalysis: discriminant,
    QuadraticDiscriminantAnalysis: quadratic,
    LogisticRegression: logistic,
    SoftmaxRegression: softmax,
    CodedRegression: coded,
    LinearSVM: in_order(logistic),
    Perceptron: in_order(logistic),
    IndicatorRegression: in_order(softmax),
}


def plan_of(model: Any) -> Plan:
    """The plan of a model; a kind that has none is refused by its name."""
    for kind, plan in PLANS.items():
        if type(model) is kind:
            return plan(model)
    known = ", ".join(kind.__name__ for kind in PLANS)
    raise TextbookError(
        f"{type(model).__name__} has no plan, and cannot be exported: there are plans of {known}"
    )
