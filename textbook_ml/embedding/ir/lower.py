"""The plan of every model: one small function for each kind, and nothing else.

Logarithms and inverses are taken there, once; what is left for the exported file is + − ×.
"""

from collections.abc import Callable, Mapping
from typing import Any

from textbook_ml.core.errors import TextbookError
from textbook_ml.embedding.ir.lower_bayes import full_joint, mixed, naive_bayes
from textbook_ml.embedding.ir.lower_linear import (
    coded,
    discriminant,
    in_order,
    logistic,
    quadratic,
    softmax,
)
from textbook_ml.embedding.ir.program import Plan
from textbook_ml.models.catalogue import naive_bayes_models
from textbook_ml.models.coded_regression import CodedRegression
from textbook_ml.models.full_joint_bayes import FullJointBayes
from textbook_ml.models.gaussian_discriminant_analysis import GaussianDiscriminantAnalysis
from textbook_ml.models.indicator_regression import IndicatorRegression
from textbook_ml.models.linear_svm import LinearSVM
from textbook_ml.models.logistic_regression import LogisticRegression
from textbook_ml.models.mixed_naive_bayes import MixedNaiveBayes
from textbook_ml.models.naive_bayes import NaiveBayes
from textbook_ml.models.perceptron import Perceptron
from textbook_ml.models.quadratic_discriminant_analysis import QuadraticDiscriminantAnalysis
from textbook_ml.models.softmax_regression import SoftmaxRegression

PLANS: Mapping[type[Any], Callable[[Any], Plan]] = {
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


def exported_models() -> dict[str, type[Any]]:
    """Every kind of model that has a plan, by its name."""
    kinds = [*naive_bayes_models(), *PLANS]
    return {kind.__name__: kind for kind in kinds}


def plan_of(model: Any) -> Plan:
    """The plan of a model; a kind that has none is refused by its name."""
    if isinstance(model, NaiveBayes):
        return naive_bayes(model)
    for kind, plan in PLANS.items():
        if type(model) is kind:
            return plan(model)
    known = ", ".join(exported_models())
    raise TextbookError(f"{type(model).__name__} cannot be exported. Exported are {known}")
