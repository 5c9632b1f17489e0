"""The checks of scikit-learn's `check_estimator` that a model cannot pass, with the reasons.

The data of these checks are not suitable for the model: real numbers for a model of counts, or
linearly separable classes, for which the likelihood has no maximum. The model rejects such data
with an error that states the reason.
"""

from typing import Any

from textbook_ml.models.estimator import Estimator
from textbook_ml.models.estimator_input import needs_of
from textbook_ml.models.linear import Linear
from textbook_ml.models.protocols import Generative

__all__ = ["expected_failed_checks"]

WEIGHTED_TABLE = ("check_sample_weights_shape", "check_sample_weights_not_overwritten")
FEW_ROWS = ("check_sample_weight_equivalence_on_dense_data",)
SMALL_DATA = (  # all with real numbers, and two classes that are linearly separable
    "check_dict_unchanged",
    "check_classifiers_classes",
    "check_dont_overwrite_parameters",
    "check_estimators_fit_returns_self",
    "check_estimators_overwrite_params",
    "check_estimators_pickle",
    "check_f_contiguous_array_estimator",
    "check_fit2d_1feature",
    "check_fit2d_predict1d",
    "check_methods_sample_order_invariance",
    "check_methods_subset_invariance",
    "check_pipeline_consistency",
    "check_readonly_memmap_input",
)
RANDOM_DATA = (  # real numbers and labels that are independent of them
    "check_classifiers_train",
    "check_dtype_object",
    "check_estimators_dtypes",
    "check_fit_check_is_fitted",
    "check_fit_idempotent",
    "check_fit_score_takes_y",
    "check_n_features_in",
    "check_n_features_in_after_fitting",
    "check_supervised_y_2d",
)
NUMBERS = (*SMALL_DATA, *RANDOM_DATA, *FEW_ROWS, "check_sample_weights_list")
SPARSE_NUMBERS = (
    "check_sample_weight_equivalence_on_sparse_data",
    "check_estimator_sparse_tag",
    "check_estimator_sparse_array",
    "check_estimator_sparse_matrix",
)
WHOLE_NUMBERS = (
    "check_classifier_data_not_an_array",
    "check_sample_weights_not_an_array",
    "check_sample_weights_pandas_series",
)


def expected_failed_checks(estimator: Estimator) -> dict[str, str]:
    """Return the checks that the model of an estimator cannot pass, each with the reason.

    Pass the result to scikit-learn's `check_estimator` as `expected_failed_checks`, or the
    function itself to `parametrize_with_checks`.

    >>> from textbook_ml.models.estimator import as_estimator
    >>> from textbook_ml.models.gaussian_naive_bayes import GaussianNaiveBayes
    >>> expected_failed_checks(as_estimator(GaussianNaiveBayes, floor=1e-9))
    {}
    >>> for name in expected_failed_checks(as_estimator(GaussianNaiveBayes)):
    ...     print(name)
    check_sample_weights_shape
    check_sample_weights_not_overwritten
    check_sample_weight_equivalence_on_dense_data
    """
    model, options = estimator._model, estimator.get_params()
    name, cells = model.__name__, needs_of(model).cells
    if cells in ("counts", "zeros and ones"):
        return dict.fromkeys(
            _checks_of_cells(model), f"{name} needs {cells}, but the data are real numbers"
        )
    if cells == "categories":
        return _checks_of_categories(name)
    if "l2" in options and "optimiser" in options:
        return {} if options["l2"] or options["prior"] else _checks_of_regression(name)
    if Linear in model.__mro__:
        reason = f"no line separates the classes of the data, so {name} does not converge"
        checks = (*RANDOM_DATA, "check_estimators_nan_inf", "check_classifier_data_not_an_array")
        return dict.fromkeys(checks, reason) if "max_passes" in options else {}
    has_densities = Generative in model.__mro__ and cells == "numbers"
    return _checks_of_densities(name) if has_densities and not options.get("floor") else {}


def _checks_of_cells(model: type[Any]) -> tuple[str, ...]:
    """Return the checks whose data the model rejects because it needs counts, or zeros and ones."""
    needs = needs_of(model)
    if needs.words:
        return (*NUMBERS, *SPARSE_NUMBERS, "check_estimators_nan_inf")
    if needs.cells == "counts":
        return NUMBERS
    return (*NUMBERS, *WEIGHTED_TABLE, *WHOLE_NUMBERS, SPARSE_NUMBERS[0])


def _checks_of_categories(name: str) -> dict[str, str]:
    """Return the checks that predict for categories which are not in the training data."""
    unseen = f"{name} rejects categories that are not in the training data"
    checks = dict.fromkeys(FEW_ROWS, unseen)
    if name == "FullJointBayes":
        checks["check_fit_idempotent"] = f"{unseen}; every row of the check is a new combination"
    return checks


def _checks_of_regression(name: str) -> dict[str, str]:
    """Return the checks whose data are separable, so that an unpenalised fit has no maximum."""
    reason = f"a line separates the classes of the data, so the likelihood of {name} has no maximum"
    checks = (*SMALL_DATA, *WEIGHTED_TABLE, *FEW_ROWS, "check_positive_only_tag_during_fit")
    return dict.fromkeys(checks, f"{reason}; with l2=1.0 the check passes")


def _checks_of_densities(name: str) -> dict[str, str]:
    """Return the checks whose data have a constant feature, or fewer rows than features."""
    reason = f"a feature is constant within a class, so {name} has no density"
    few = f"there are more features than rows of a class, so {name} has no density"
    return {**dict.fromkeys(WEIGHTED_TABLE, reason), **dict.fromkeys(FEW_ROWS, few)}
