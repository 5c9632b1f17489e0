# Made by `python3 -m textbook_ml.dev`: do not edit.
from textbook_ml.core.errors import (
    TextbookError as TextbookError,
    TextbookWarning as TextbookWarning,
    DataWarning as DataWarning,
)
from textbook_ml.core.stable import (
    sigmoid as sigmoid,
    log_sigmoid as log_sigmoid,
    softplus as softplus,
    log_sum_exp as log_sum_exp,
    exact_parts as exact_parts,
    safe_exp as safe_exp,
    exp_minus_one as exp_minus_one,
    safe_log as safe_log,
    log_tail as log_tail,
    log_ratio as log_ratio,
    log_ratio_of_complements as log_ratio_of_complements,
    log_product as log_product,
    normalise_log_terms as normalise_log_terms,
    normalise_exponents as normalise_exponents,
    loses_digits as loses_digits,
    labels_within_reach as labels_within_reach,
    normalise_exact_terms as normalise_exact_terms,
    exact_difference as exact_difference,
    power_exp_over_factorial as power_exp_over_factorial,
    safe_sum as safe_sum,
)
from textbook_ml.core.text import (
    tokens as tokens,
)
from textbook_ml.equations.ascent import (
    ascent_step as ascent_step,
    gradient_step as gradient_step,
    penalised_step as penalised_step,
    shifted_step as shifted_step,
    stochastic_step as stochastic_step,
    perceptron_step as perceptron_step,
    newton_step as newton_step,
    newton_direction as newton_direction,
    reweighted_least_squares_step as reweighted_least_squares_step,
    conjugate_direction as conjugate_direction,
    safe_step_size as safe_step_size,
)
from textbook_ml.equations.bayes import (
    evidence as evidence,
    bayes_rule as bayes_rule,
    chain_rule_factors as chain_rule_factors,
    naive_product as naive_product,
    log_naive_product as log_naive_product,
    naive_joint as naive_joint,
    naive_bayes_posterior as naive_bayes_posterior,
    posterior_from_log_terms as posterior_from_log_terms,
    most_probable as most_probable,
)
from textbook_ml.equations.bridge import (
    Weights as Weights,
    posterior_from_odds as posterior_from_odds,
    posterior_from_log_odds as posterior_from_log_odds,
    posterior_from_factors as posterior_from_factors,
    naive_log_odds as naive_log_odds,
    log_ratio_of_densities as log_ratio_of_densities,
    difference_of_squares as difference_of_squares,
    expanded_squares as expanded_squares,
    collected_squares as collected_squares,
    gaussian_log_ratio as gaussian_log_ratio,
    mitchell_weight as mitchell_weight,
    mitchell_bias as mitchell_bias,
    mitchell_gnb_posterior as mitchell_gnb_posterior,
    mitchell_gnb_complement as mitchell_gnb_complement,
    mitchell_gnb_weights as mitchell_gnb_weights,
    gnb_to_logistic as gnb_to_logistic,
    gnb_log_odds as gnb_log_odds,
    boolean_to_logistic as boolean_to_logistic,
    mitchell_boolean_weights as mitchell_boolean_weights,
    categorical_to_logistic as categorical_to_logistic,
    poisson_to_logistic as poisson_to_logistic,
    gda_to_logistic as gda_to_logistic,
)
from textbook_ml.equations.counts import (
    indicator as indicator,
    count as count,
    full_joint_table as full_joint_table,
    draw_examples as draw_examples,
)
from textbook_ml.equations.discriminant import (
    mean_vector as mean_vector,
    covariance as covariance,
    covariance_matrix as covariance_matrix,
    covariance_matrix_from_moments as covariance_matrix_from_moments,
    is_positive_semidefinite as is_positive_semidefinite,
    is_positive_definite as is_positive_definite,
    mvn_log_pdf as mvn_log_pdf,
    mvn_pdf as mvn_pdf,
    mvn_expectation as mvn_expectation,
    ellipse as ellipse,
    draw_normal as draw_normal,
    class_means as class_means,
    pooled_covariance as pooled_covariance,
    gda_log_likelihood as gda_log_likelihood,
    gaussian_vector_joint as gaussian_vector_joint,
    quadratic_posterior as quadratic_posterior,
)
from textbook_ml.equations.event_models import (
    vocabulary as vocabulary,
    word_indicators as word_indicators,
    word_numbers as word_numbers,
    bernoulli_pmf as bernoulli_pmf,
    bernoulli_event as bernoulli_event,
    multinomial_event as multinomial_event,
    bernoulli_laplace as bernoulli_laplace,
    multinomial_mle as multinomial_mle,
    multinomial_laplace as multinomial_laplace,
    bernoulli_log_likelihood as bernoulli_log_likelihood,
    multinomial_likelihood as multinomial_likelihood,
    poisson_pmf as poisson_pmf,
    bin_number as bin_number,
)
from textbook_ml.equations.gaussian import (
    conditional_mean as conditional_mean,
    conditional_variance as conditional_variance,
    mean_mle as mean_mle,
    variance_mle as variance_mle,
    variance_mvue as variance_mvue,
    pooled_variance_mle as pooled_variance_mle,
    pooled_variance_mvue as pooled_variance_mvue,
    common_variance_mle as common_variance_mle,
    common_variance_mvue as common_variance_mvue,
    mean_map as mean_map,
    normal_pdf as normal_pdf,
    normal_log_pdf as normal_log_pdf,
    gaussian_joint as gaussian_joint,
    gaussian_log_joint as gaussian_log_joint,
    gaussian_posterior as gaussian_posterior,
    mixture_pdf as mixture_pdf,
)
from textbook_ml.equations.independence import (
    is_conditionally_independent as is_conditionally_independent,
    factorises as factorises,
    weather_joint as weather_joint,
)
from textbook_ml.equations.likelihood import (
    conditional_likelihood as conditional_likelihood,
    conditional_log_likelihood as conditional_log_likelihood,
    log_likelihood_by_odds as log_likelihood_by_odds,
    simplified_log_likelihood as simplified_log_likelihood,
    xing_log_likelihood as xing_log_likelihood,
    signed_log_likelihood as signed_log_likelihood,
    to_signs as to_signs,
    residuals as residuals,
    gradient_by_terms as gradient_by_terms,
    gradient_expanded as gradient_expanded,
    gradient_factored as gradient_factored,
    gradient as gradient,
    numerical_gradient as numerical_gradient,
    hessian as hessian,
    penalised_log_likelihood as penalised_log_likelihood,
    penalised_gradient as penalised_gradient,
    normal_log_prior as normal_log_prior,
    kappa_log_prior as kappa_log_prior,
    lam_from_kappa as lam_from_kappa,
    shifted_log_prior as shifted_log_prior,
    map_objective as map_objective,
    joint_log_likelihood as joint_log_likelihood,
    marginal_log_likelihood as marginal_log_likelihood,
    population_gradient as population_gradient,
)
from textbook_ml.equations.log_terms import (
    normal_log_terms as normal_log_terms,
    centred_log_terms as centred_log_terms,
    categorical_log_terms as categorical_log_terms,
    multinomial_log_terms as multinomial_log_terms,
    poisson_log_terms as poisson_log_terms,
    poisson_log_pmf as poisson_log_pmf,
)
from textbook_ml.equations.logistic import (
    linear_score as linear_score,
    mitchell_p1 as mitchell_p1,
    mitchell_p0 as mitchell_p0,
    logistic_p0 as logistic_p0,
    logistic_p1 as logistic_p1,
    step as step,
    odds as odds,
    logit as logit,
    mitchell_label_by_exp as mitchell_label_by_exp,
    mitchell_label as mitchell_label,
    logistic_label as logistic_label,
    sigmoid_derivative as sigmoid_derivative,
    bernoulli_natural_log_pmf as bernoulli_natural_log_pmf,
    with_intercept as with_intercept,
)
from textbook_ml.equations.losses import (
    log_loss as log_loss,
    hinge_loss as hinge_loss,
    zero_one_loss as zero_one_loss,
    regularised_risk as regularised_risk,
    hinge_step as hinge_step,
)
from textbook_ml.equations.missing import (
    observed_likelihood as observed_likelihood,
    summed_likelihood as summed_likelihood,
    theta_observed as theta_observed,
)
from textbook_ml.equations.optimality import (
    bayes_error as bayes_error,
    classifier_error as classifier_error,
    map_hypothesis as map_hypothesis,
    bayes_optimal_label as bayes_optimal_label,
    bayes_risk as bayes_risk,
    bias_and_variance as bias_and_variance,
)
from textbook_ml.equations.parameters import (
    full_joint_table_size as full_joint_table_size,
    full_joint_parameters as full_joint_parameters,
    discrete_table_size as discrete_table_size,
    discrete_parameters as discrete_parameters,
    prior_parameters as prior_parameters,
    gaussian_parameters as gaussian_parameters,
    tied_gaussian_parameters as tied_gaussian_parameters,
    common_variance_parameters as common_variance_parameters,
    discriminant_parameters as discriminant_parameters,
    quadratic_parameters as quadratic_parameters,
    multinomial_parameters as multinomial_parameters,
    logistic_parameters as logistic_parameters,
)
from textbook_ml.equations.smoothing import (
    theta_mle as theta_mle,
    theta_smoothed as theta_smoothed,
    prior_mle as prior_mle,
    prior_smoothed as prior_smoothed,
    theta_table as theta_table,
    class_prior as class_prior,
    categorical_mle as categorical_mle,
    categorical_smoothed as categorical_smoothed,
    categorical_laplace as categorical_laplace,
    hallucinate as hallucinate,
    dirichlet_map as dirichlet_map,
    dirichlet_mean as dirichlet_mean,
)
from textbook_ml.equations.softmax import (
    softmax as softmax,
    reference_softmax as reference_softmax,
    xing_softmax as xing_softmax,
    to_reference as to_reference,
    softmax_residuals as softmax_residuals,
    class_residuals as class_residuals,
    softmax_log_likelihood as softmax_log_likelihood,
    class_log_likelihood as class_log_likelihood,
    softmax_gradient as softmax_gradient,
    class_gradient as class_gradient,
    softmax_step as softmax_step,
    class_step as class_step,
)
from textbook_ml.equations.theory import (
    binomial_within as binomial_within,
    interval_half_width as interval_half_width,
    examples_for_half_width as examples_for_half_width,
    hoeffding_examples as hoeffding_examples,
    naive_bayes_examples as naive_bayes_examples,
    gaussian_naive_bayes_examples as gaussian_naive_bayes_examples,
    logistic_error_gap as logistic_error_gap,
    coupon_collector_mean as coupon_collector_mean,
    unseen_share as unseen_share,
    unseen_event_bound as unseen_event_bound,
    vc_dimension_of_halfspaces as vc_dimension_of_halfspaces,
    shatters as shatters,
    expected_estimate as expected_estimate,
)
from textbook_ml.data import (
    Cell as Cell,
    Dataset as Dataset,
    Kind as Kind,
    Scaler as Scaler,
    discretise as discretise,
    one_hot as one_hot,
    quantile_edges as quantile_edges,
    read_csv as read_csv,
    split as split,
    standardise as standardise,
)
from textbook_ml.learning.objectives.concave import (
    Concave as Concave,
)
from textbook_ml.learning.objectives.logistic_objective import (
    LogisticObjective as LogisticObjective,
)
from textbook_ml.learning.objectives.prior import (
    NormalPrior as NormalPrior,
)
from textbook_ml.learning.objectives.regression_sums import (
    RegressionSums as RegressionSums,
)
from textbook_ml.learning.objectives.scaling import (
    Scaling as Scaling,
)
from textbook_ml.learning.objectives.softmax_objective import (
    SoftmaxObjective as SoftmaxObjective,
)
from textbook_ml.learning.objectives.summed_objective import (
    SummedObjective as SummedObjective,
)
from textbook_ml.learning.optimisers.conjugate_gradient import (
    conjugate_gradient as conjugate_gradient,
)
from textbook_ml.learning.optimisers.gradient_ascent import (
    accelerated_ascent as accelerated_ascent,
    gradient_ascent as gradient_ascent,
    stochastic_ascent as stochastic_ascent,
)
from textbook_ml.learning.optimisers.newton import (
    newton as newton,
    newton_cg as newton_cg,
)
from textbook_ml.learning.optimisers.optimise import (
    OPTIMISERS as OPTIMISERS,
    FitReport as FitReport,
    optimise as optimise,
)
from textbook_ml.learning.optimisers.quasi_newton import (
    lbfgs as lbfgs,
)
from textbook_ml.learning.optimisers.steps import (
    Step as Step,
)
from textbook_ml.models.additive_fit import (
    count_piece as count_piece,
    fit_from as fit_from,
    sums as sums,
)
from textbook_ml.models.bernoulli_naive_bayes import (
    Bernoulli as Bernoulli,
    BernoulliNaiveBayes as BernoulliNaiveBayes,
)
from textbook_ml.models.categorical_naive_bayes import (
    Categorical as Categorical,
    CategoricalNaiveBayes as CategoricalNaiveBayes,
)
from textbook_ml.models.coded_regression import (
    Coding as Coding,
    CodedRegression as CodedRegression,
)
from textbook_ml.models.counting import (
    Column as Column,
    Examples as Examples,
    Counted as Counted,
)
from textbook_ml.models.distribution import (
    Golden as Golden,
    Card as Card,
    Distribution as Distribution,
)
from textbook_ml.models.estimator import (
    as_estimator as as_estimator,
)
from textbook_ml.models.estimator_checks import (
    expected_failed_checks as expected_failed_checks,
)
from textbook_ml.models.exact_posteriors import (
    ExactNaiveBayes as ExactNaiveBayes,
)
from textbook_ml.models.explanation import (
    Explanation as Explanation,
)
from textbook_ml.models.exponential_naive_bayes import (
    Exponential as Exponential,
    ExponentialNaiveBayes as ExponentialNaiveBayes,
)
from textbook_ml.models.full_joint_bayes import (
    FullJointBayes as FullJointBayes,
)
from textbook_ml.models.gaussian_discriminant_analysis import (
    GaussianDiscriminantAnalysis as GaussianDiscriminantAnalysis,
)
from textbook_ml.models.gaussian_naive_bayes import (
    Gaussian as Gaussian,
    GaussianNaiveBayes as GaussianNaiveBayes,
)
from textbook_ml.models.indicator_regression import (
    IndicatorRegression as IndicatorRegression,
)
from textbook_ml.models.laplace_naive_bayes import (
    Laplace as Laplace,
    LaplaceNaiveBayes as LaplaceNaiveBayes,
)
from textbook_ml.models.linear_log_odds import (
    LinearLogOdds as LinearLogOdds,
)
from textbook_ml.models.linear_svm import (
    LinearSVM as LinearSVM,
)
from textbook_ml.models.logistic_regression import (
    LogisticRegression as LogisticRegression,
)
from textbook_ml.models.mixed_naive_bayes import (
    MixedNaiveBayes as MixedNaiveBayes,
)
from textbook_ml.models.multinomial_naive_bayes import (
    Multinomial as Multinomial,
    MultinomialNaiveBayes as MultinomialNaiveBayes,
)
from textbook_ml.models.naive_bayes import (
    NaiveBayes as NaiveBayes,
)
from textbook_ml.models.perceptron import (
    Perceptron as Perceptron,
)
from textbook_ml.models.poisson_naive_bayes import (
    Poisson as Poisson,
    PoissonNaiveBayes as PoissonNaiveBayes,
)
from textbook_ml.models.protocols import (
    Classifier as Classifier,
    Probabilistic as Probabilistic,
    Generative as Generative,
)
from textbook_ml.models.quadratic_discriminant_analysis import (
    QuadraticDiscriminantAnalysis as QuadraticDiscriminantAnalysis,
)
from textbook_ml.models.softmax_regression import (
    SoftmaxRegression as SoftmaxRegression,
)
from textbook_ml.models.statistics_json import (
    Statistics as Statistics,
    Resumable as Resumable,
)
from textbook_ml.evaluation import (
    Bin as Bin,
    BrierParts as BrierParts,
    CalibrationTable as CalibrationTable,
    Comparison as Comparison,
    ConfusionMatrix as ConfusionMatrix,
    CrossValidated as CrossValidated,
    CrossValidation as CrossValidation,
    LearningCurve as LearningCurve,
    ModelComparison as ModelComparison,
    PairedErrors as PairedErrors,
    Split as Split,
    accuracy as accuracy,
    brier_parts as brier_parts,
    brier_score as brier_score,
    calibration_table as calibration_table,
    compare as compare,
    compare_predictions as compare_predictions,
    compare_resampled as compare_resampled,
    compare_splits as compare_splits,
    cross_validate as cross_validate,
    frequency_posteriors as frequency_posteriors,
    held_out_answers as held_out_answers,
    learning_curve as learning_curve,
    mcnemar as mcnemar,
    mean_log_loss as mean_log_loss,
    mean_log_loss_of_terms as mean_log_loss_of_terms,
    posterior_calibration as posterior_calibration,
    stratified_folds as stratified_folds,
    stratified_orders as stratified_orders,
    student_quantile as student_quantile,
    surprisal as surprisal,
    surprisal_of_terms as surprisal_of_terms,
    train_test_split as train_test_split,
)
from textbook_ml.embedding.export_call import (
    export as export,
)
from textbook_ml.grading.notebook_check import (
    CheckResult as CheckResult,
    check as check,
)

__version__: str

def modules_of_names() -> dict[str, str]: ...
