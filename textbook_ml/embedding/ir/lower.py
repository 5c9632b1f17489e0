"""Convert any model to its program ("lowering"): one small function for each kind of model.

Logarithms and inverses are computed here, once, so that the exported code needs only + − ×.
"""

from collections.abc import Callable, Mapping
from typing import Any

from textbook_ml.core.errors import TextbookError
from textbook_ml.embedding.ir import lower_bayes, lower_linear
from textbook_ml.embedding.ir.program import Program
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

LOWERINGS: Mapping[type[Any], Callable[[Any], Program]] = {
    MixedNaiveBayes: lower_bayes.mixed,
    FullJointBayes: lower_bayes.full_joint,
    GaussianDiscriminantAnalysis: lower_linear.discriminant,
    QuadraticDiscriminantAnalysis: lower_linear.quadratic,
    LogisticRegression: lower_linear.logistic,
    SoftmaxRegression: lower_linear.softmax,
    CodedRegression: lower_linear.coded,
    LinearSVM: lower_linear.without_probabilities(lower_linear.logistic),
    Perceptron: lower_linear.without_probabilities(lower_linear.logistic),
    IndicatorRegression: lower_linear.without_probabilities(lower_linear.softmax),
}


def exported_models() -> dict[str, type[Any]]:
    """Return every kind of model that can be exported, by name."""
    return {kind.__name__: kind for kind in [*naive_bayes_models(), *LOWERINGS]}


def lower(model: Any) -> Program:
    """Return the program of a model. Raise TextbookError if its kind cannot be exported."""
    if type(model) in LOWERINGS:
        return LOWERINGS[type(model)](model)
    if isinstance(model, NaiveBayes):
        return lower_bayes.naive_bayes(model)
    known = ", ".join(exported_models())
    raise TextbookError(f"{type(model).__name__} cannot be exported. Supported models: {known}")
