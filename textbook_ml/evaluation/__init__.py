"""Evaluation of classifiers: their labels, their probabilities, and their learning curves.

cross_validation   cross_validate, compare, train_test_split: everyday functions
measures           accuracy and confusion matrix
probabilities      log loss and Brier score of posteriors
calibration        calibration table: accuracy at each level of confidence
folds              folds of a cross-validation: every example is held out once
baselines          scores of predicting the class frequencies
curves             learning curves: the error by number of training examples
comparison         two models on the same examples: McNemar's test, confidence intervals
student            quantiles of Student's t distribution, for intervals over few splits
"""

from textbook_ml.evaluation.baselines import frequency_posteriors
from textbook_ml.evaluation.calibration import (
    Bin,
    CalibrationTable,
    calibration_table,
    posterior_calibration,
)
from textbook_ml.evaluation.comparison import (
    Comparison,
    PairedErrors,
    compare_predictions,
    compare_resampled,
    compare_splits,
    mcnemar,
)
from textbook_ml.evaluation.cross_validation import (
    CrossValidated,
    ModelComparison,
    Split,
    compare,
    cross_validate,
    train_test_split,
)
from textbook_ml.evaluation.curves import LearningCurve, learning_curve, stratified_orders
from textbook_ml.evaluation.folds import (
    CrossValidation,
    held_out_answers,
    stratified_folds,
)
from textbook_ml.evaluation.measures import ConfusionMatrix, accuracy
from textbook_ml.evaluation.probabilities import (
    BrierParts,
    brier_parts,
    brier_score,
    mean_log_loss,
    mean_log_loss_of_terms,
    surprisal,
    surprisal_of_terms,
)
from textbook_ml.evaluation.student import student_quantile

__all__ = [
    "Bin",
    "BrierParts",
    "CalibrationTable",
    "Comparison",
    "ConfusionMatrix",
    "CrossValidated",
    "CrossValidation",
    "LearningCurve",
    "ModelComparison",
    "PairedErrors",
    "Split",
    "accuracy",
    "brier_parts",
    "brier_score",
    "calibration_table",
    "compare",
    "compare_predictions",
    "compare_resampled",
    "compare_splits",
    "cross_validate",
    "frequency_posteriors",
    "held_out_answers",
    "learning_curve",
    "mcnemar",
    "mean_log_loss",
    "mean_log_loss_of_terms",
    "posterior_calibration",
    "stratified_folds",
    "stratified_orders",
    "student_quantile",
    "surprisal",
    "surprisal_of_terms",
    "train_test_split",
]
