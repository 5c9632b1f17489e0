"""How good a classifier is: its labels, its probabilities, and the data it needs.

    measures        accuracy, and the matrix of what was taken for what
    probabilities   log loss and Brier score of posteriors
    calibration     whether "80 % sure" is right in 80 % of the cases
    folds           cross-validation: every example is held out once
    curves          learning curves: the error against the number of examples learned from
    comparison      two models on the same examples: McNemar's test, intervals
    student         the quantiles of Student's t, which intervals over few splits need
"""

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
from textbook_ml.evaluation.curves import LearningCurve, learning_curve, stratified_orders
from textbook_ml.evaluation.folds import (
    CrossValidation,
    cross_validate,
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
    surprise,
    surprise_of_terms,
)
from textbook_ml.evaluation.student import student_quantile

__all__ = [
    "Bin",
    "BrierParts",
    "CalibrationTable",
    "Comparison",
    "ConfusionMatrix",
    "CrossValidation",
    "LearningCurve",
    "PairedErrors",
    "accuracy",
    "brier_parts",
    "brier_score",
    "calibration_table",
    "compare_predictions",
    "compare_resampled",
    "compare_splits",
    "cross_validate",
    "held_out_answers",
    "learning_curve",
    "mcnemar",
    "mean_log_loss",
    "mean_log_loss_of_terms",
    "posterior_calibration",
    "stratified_folds",
    "stratified_orders",
    "student_quantile",
    "surprise",
    "surprise_of_terms",
]
