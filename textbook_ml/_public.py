"""Where each public name lives. Made by `python3 -m textbook_ml.exports`: do not edit."""

TYPE_CHECKING = False

HOMES = {
    "textbook_ml.errors": (
        "TextbookError",
    ),
    "textbook_ml.stable": (
        "sigmoid",
        "log_sigmoid",
        "softplus",
        "log_sum_exp",
        "safe_log",
        "log_ratio",
        "normalise_log_terms",
    ),
    "textbook_ml.text": (
        "tokens",
        "vocabulary",
        "word_indicators",
        "word_numbers",
    ),
    "textbook_ml.equations.ascent": (
        "ascent_step",
        "penalised_step",
        "shifted_step",
        "stochastic_step",
        "perceptron_step",
        "newton_step",
        "reweighted_least_squares_step",
        "conjugate_direction",
        "safe_step_size",
    ),
    "textbook_ml.equations.bayes": (
        "evidence",
        "bayes_rule",
        "naive_product",
        "log_naive_product",
        "naive_joint",
        "naive_bayes_posterior",
        "most_probable",
    ),
    "textbook_ml.equations.bridge": (
        "Weights",
        "posterior_from_odds",
        "posterior_from_log_odds",
        "naive_log_odds",
        "log_ratio_of_densities",
        "difference_of_squares",
        "expanded_squares",
        "collected_squares",
        "gaussian_log_ratio",
        "mitchell_weight",
        "mitchell_bias",
        "mitchell_gnb_posterior",
        "gnb_to_logistic",
        "gnb_log_odds",
        "boolean_to_logistic",
        "mitchell_boolean_weights",
        "categorical_to_logistic",
        "poisson_to_logistic",
        "gda_to_logistic",
    ),
    "textbook_ml.equations.counts": (
        "indicator",
        "count",
        "full_joint_table",
        "draw_examples",
    ),
    "textbook_ml.equations.discriminant": (
        "mean_vector",
        "covariance",
        "covariance_matrix",
        "covariance_matrix_from_moments",
        "is_positive_definite",
        "mvn_log_pdf",
        "mvn_pdf",
        "ellipse",
        "draw_normal",
        "class_means",
        "pooled_covariance",
        "gda_log_likelihood",
        "quadratic_posterior",
    ),
    "textbook_ml.equations.event_models": (
        "bernoulli_pmf",
        "bernoulli_event",
        "multinomial_event",
        "bernoulli_laplace",
        "multinomial_mle",
        "multinomial_laplace",
        "bernoulli_log_likelihood",
        "multinomial_likelihood",
        "poisson_pmf",
        "bin_number",
    ),
    "textbook_ml.equations.gaussian": (
        "conditional_mean",
        "conditional_variance",
        "mean_mle",
        "variance_mle",
        "variance_mvue",
        "pooled_variance_mle",
        "pooled_variance_mvue",
        "common_variance_mle",
        "mean_map",
        "normal_pdf",
        "normal_log_pdf",
        "gaussian_joint",
        "gaussian_log_joint",
        "gaussian_posterior",
        "mixture_pdf",
    ),
    "textbook_ml.equations.independence": (
        "is_conditionally_independent",
        "factorises",
        "weather_joint",
    ),
    "textbook_ml.equations.likelihood": (
        "conditional_likelihood",
        "conditional_log_likelihood",
        "simplified_log_likelihood",
        "xing_log_likelihood",
        "signed_log_likelihood",
        "to_signs",
        "residuals",
        "gradient",
        "numerical_gradient",
        "hessian",
        "penalised_log_likelihood",
        "penalised_gradient",
        "normal_log_prior",
        "kappa_log_prior",
        "lam_from_kappa",
        "shifted_log_prior",
        "map_objective",
        "joint_log_likelihood",
        "marginal_log_likelihood",
        "population_gradient",
    ),
    "textbook_ml.equations.logistic": (
        "linear_score",
        "mitchell_p1",
        "mitchell_p0",
        "logistic_p0",
        "logistic_p1",
        "odds",
        "logit",
        "mitchell_label_by_exp",
        "mitchell_label",
        "logistic_label",
        "sigmoid_derivative",
        "bernoulli_natural_log_pmf",
        "with_intercept",
    ),
    "textbook_ml.equations.losses": (
        "log_loss",
        "hinge_loss",
        "zero_one_loss",
        "regularised_risk",
    ),
    "textbook_ml.equations.missing": (
        "observed_likelihood",
        "summed_likelihood",
        "theta_observed",
    ),
    "textbook_ml.equations.optimality": (
        "bayes_error",
        "classifier_error",
        "map_hypothesis",
        "bayes_optimal_label",
        "bayes_risk",
        "bias_and_variance",
    ),
    "textbook_ml.equations.parameters": (
        "full_joint_table_size",
        "full_joint_parameters",
        "discrete_table_size",
        "discrete_parameters",
        "prior_parameters",
        "gaussian_parameters",
        "tied_gaussian_parameters",
        "common_variance_parameters",
        "discriminant_parameters",
        "quadratic_parameters",
        "multinomial_parameters",
        "logistic_parameters",
    ),
    "textbook_ml.equations.smoothing": (
        "theta_mle",
        "theta_smoothed",
        "prior_mle",
        "prior_smoothed",
        "theta_table",
        "class_prior",
        "categorical_mle",
        "categorical_smoothed",
        "categorical_laplace",
        "hallucinate",
        "dirichlet_map",
        "dirichlet_mean",
    ),
    "textbook_ml.equations.softmax": (
        "softmax",
        "reference_softmax",
        "xing_softmax",
        "to_reference",
        "softmax_residuals",
        "softmax_log_likelihood",
        "softmax_gradient",
        "softmax_step",
    ),
    "textbook_ml.equations.theory": (
        "binomial_within",
        "interval_half_width",
        "examples_for_half_width",
        "hoeffding_examples",
        "naive_bayes_examples",
        "logistic_error_gap",
        "coupon_collector_mean",
        "unseen_share",
        "unseen_event_bound",
        "vc_dimension_of_halfspaces",
        "shatters",
        "expected_estimate",
    ),
}

if TYPE_CHECKING:
    from textbook_ml.errors import TextbookError as TextbookError
    from textbook_ml.stable import sigmoid as sigmoid
    from textbook_ml.stable import log_sigmoid as log_sigmoid
    from textbook_ml.stable import softplus as softplus
    from textbook_ml.stable import log_sum_exp as log_sum_exp
    from textbook_ml.stable import safe_log as safe_log
    from textbook_ml.stable import log_ratio as log_ratio
    from textbook_ml.stable import normalise_log_terms as normalise_log_terms
    from textbook_ml.text import tokens as tokens
    from textbook_ml.text import vocabulary as vocabulary
    from textbook_ml.text import word_indicators as word_indicators
    from textbook_ml.text import word_numbers as word_numbers
    from textbook_ml.equations.ascent import ascent_step as ascent_step
    from textbook_ml.equations.ascent import penalised_step as penalised_step
    from textbook_ml.equations.ascent import shifted_step as shifted_step
    from textbook_ml.equations.ascent import stochastic_step as stochastic_step
    from textbook_ml.equations.ascent import perceptron_step as perceptron_step
    from textbook_ml.equations.ascent import newton_step as newton_step
    from textbook_ml.equations.ascent import reweighted_least_squares_step as reweighted_least_squares_step
    from textbook_ml.equations.ascent import conjugate_direction as conjugate_direction
    from textbook_ml.equations.ascent import safe_step_size as safe_step_size
    from textbook_ml.equations.bayes import evidence as evidence
    from textbook_ml.equations.bayes import bayes_rule as bayes_rule
    from textbook_ml.equations.bayes import naive_product as naive_product
    from textbook_ml.equations.bayes import log_naive_product as log_naive_product
    from textbook_ml.equations.bayes import naive_joint as naive_joint
    from textbook_ml.equations.bayes import naive_bayes_posterior as naive_bayes_posterior
    from textbook_ml.equations.bayes import most_probable as most_probable
    from textbook_ml.equations.bridge import Weights as Weights
    from textbook_ml.equations.bridge import posterior_from_odds as posterior_from_odds
    from textbook_ml.equations.bridge import posterior_from_log_odds as posterior_from_log_odds
    from textbook_ml.equations.bridge import naive_log_odds as naive_log_odds
    from textbook_ml.equations.bridge import log_ratio_of_densities as log_ratio_of_densities
    from textbook_ml.equations.bridge import difference_of_squares as difference_of_squares
    from textbook_ml.equations.bridge import expanded_squares as expanded_squares
    from textbook_ml.equations.bridge import collected_squares as collected_squares
    from textbook_ml.equations.bridge import gaussian_log_ratio as gaussian_log_ratio
    from textbook_ml.equations.bridge import mitchell_weight as mitchell_weight
    from textbook_ml.equations.bridge import mitchell_bias as mitchell_bias
    from textbook_ml.equations.bridge import mitchell_gnb_posterior as mitchell_gnb_posterior
    from textbook_ml.equations.bridge import gnb_to_logistic as gnb_to_logistic
    from textbook_ml.equations.bridge import gnb_log_odds as gnb_log_odds
    from textbook_ml.equations.bridge import boolean_to_logistic as boolean_to_logistic
    from textbook_ml.equations.bridge import mitchell_boolean_weights as mitchell_boolean_weights
    from textbook_ml.equations.bridge import categorical_to_logistic as categorical_to_logistic
    from textbook_ml.equations.bridge import poisson_to_logistic as poisson_to_logistic
    from textbook_ml.equations.bridge import gda_to_logistic as gda_to_logistic
    from textbook_ml.equations.counts import indicator as indicator
    from textbook_ml.equations.counts import count as count
    from textbook_ml.equations.counts import full_joint_table as full_joint_table
    from textbook_ml.equations.counts import draw_examples as draw_examples
    from textbook_ml.equations.discriminant import mean_vector as mean_vector
    from textbook_ml.equations.discriminant import covariance as covariance
    from textbook_ml.equations.discriminant import covariance_matrix as covariance_matrix
    from textbook_ml.equations.discriminant import covariance_matrix_from_moments as covariance_matrix_from_moments
    from textbook_ml.equations.discriminant import is_positive_definite as is_positive_definite
    from textbook_ml.equations.discriminant import mvn_log_pdf as mvn_log_pdf
    from textbook_ml.equations.discriminant import mvn_pdf as mvn_pdf
    from textbook_ml.equations.discriminant import ellipse as ellipse
    from textbook_ml.equations.discriminant import draw_normal as draw_normal
    from textbook_ml.equations.discriminant import class_means as class_means
    from textbook_ml.equations.discriminant import pooled_covariance as pooled_covariance
    from textbook_ml.equations.discriminant import gda_log_likelihood as gda_log_likelihood
    from textbook_ml.equations.discriminant import quadratic_posterior as quadratic_posterior
    from textbook_ml.equations.event_models import bernoulli_pmf as bernoulli_pmf
    from textbook_ml.equations.event_models import bernoulli_event as bernoulli_event
    from textbook_ml.equations.event_models import multinomial_event as multinomial_event
    from textbook_ml.equations.event_models import bernoulli_laplace as bernoulli_laplace
    from textbook_ml.equations.event_models import multinomial_mle as multinomial_mle
    from textbook_ml.equations.event_models import multinomial_laplace as multinomial_laplace
    from textbook_ml.equations.event_models import bernoulli_log_likelihood as bernoulli_log_likelihood
    from textbook_ml.equations.event_models import multinomial_likelihood as multinomial_likelihood
    from textbook_ml.equations.event_models import poisson_pmf as poisson_pmf
    from textbook_ml.equations.event_models import bin_number as bin_number
    from textbook_ml.equations.gaussian import conditional_mean as conditional_mean
    from textbook_ml.equations.gaussian import conditional_variance as conditional_variance
    from textbook_ml.equations.gaussian import mean_mle as mean_mle
    from textbook_ml.equations.gaussian import variance_mle as variance_mle
    from textbook_ml.equations.gaussian import variance_mvue as variance_mvue
    from textbook_ml.equations.gaussian import pooled_variance_mle as pooled_variance_mle
    from textbook_ml.equations.gaussian import pooled_variance_mvue as pooled_variance_mvue
    from textbook_ml.equations.gaussian import common_variance_mle as common_variance_mle
    from textbook_ml.equations.gaussian import mean_map as mean_map
    from textbook_ml.equations.gaussian import normal_pdf as normal_pdf
    from textbook_ml.equations.gaussian import normal_log_pdf as normal_log_pdf
    from textbook_ml.equations.gaussian import gaussian_joint as gaussian_joint
    from textbook_ml.equations.gaussian import gaussian_log_joint as gaussian_log_joint
    from textbook_ml.equations.gaussian import gaussian_posterior as gaussian_posterior
    from textbook_ml.equations.gaussian import mixture_pdf as mixture_pdf
    from textbook_ml.equations.independence import is_conditionally_independent as is_conditionally_independent
    from textbook_ml.equations.independence import factorises as factorises
    from textbook_ml.equations.independence import weather_joint as weather_joint
    from textbook_ml.equations.likelihood import conditional_likelihood as conditional_likelihood
    from textbook_ml.equations.likelihood import conditional_log_likelihood as conditional_log_likelihood
    from textbook_ml.equations.likelihood import simplified_log_likelihood as simplified_log_likelihood
    from textbook_ml.equations.likelihood import xing_log_likelihood as xing_log_likelihood
    from textbook_ml.equations.likelihood import signed_log_likelihood as signed_log_likelihood
    from textbook_ml.equations.likelihood import to_signs as to_signs
    from textbook_ml.equations.likelihood import residuals as residuals
    from textbook_ml.equations.likelihood import gradient as gradient
    from textbook_ml.equations.likelihood import numerical_gradient as numerical_gradient
    from textbook_ml.equations.likelihood import hessian as hessian
    from textbook_ml.equations.likelihood import penalised_log_likelihood as penalised_log_likelihood
    from textbook_ml.equations.likelihood import penalised_gradient as penalised_gradient
    from textbook_ml.equations.likelihood import normal_log_prior as normal_log_prior
    from textbook_ml.equations.likelihood import kappa_log_prior as kappa_log_prior
    from textbook_ml.equations.likelihood import lam_from_kappa as lam_from_kappa
    from textbook_ml.equations.likelihood import shifted_log_prior as shifted_log_prior
    from textbook_ml.equations.likelihood import map_objective as map_objective
    from textbook_ml.equations.likelihood import joint_log_likelihood as joint_log_likelihood
    from textbook_ml.equations.likelihood import marginal_log_likelihood as marginal_log_likelihood
    from textbook_ml.equations.likelihood import population_gradient as population_gradient
    from textbook_ml.equations.logistic import linear_score as linear_score
    from textbook_ml.equations.logistic import mitchell_p1 as mitchell_p1
    from textbook_ml.equations.logistic import mitchell_p0 as mitchell_p0
    from textbook_ml.equations.logistic import logistic_p0 as logistic_p0
    from textbook_ml.equations.logistic import logistic_p1 as logistic_p1
    from textbook_ml.equations.logistic import odds as odds
    from textbook_ml.equations.logistic import logit as logit
    from textbook_ml.equations.logistic import mitchell_label_by_exp as mitchell_label_by_exp
    from textbook_ml.equations.logistic import mitchell_label as mitchell_label
    from textbook_ml.equations.logistic import logistic_label as logistic_label
    from textbook_ml.equations.logistic import sigmoid_derivative as sigmoid_derivative
    from textbook_ml.equations.logistic import bernoulli_natural_log_pmf as bernoulli_natural_log_pmf
    from textbook_ml.equations.logistic import with_intercept as with_intercept
    from textbook_ml.equations.losses import log_loss as log_loss
    from textbook_ml.equations.losses import hinge_loss as hinge_loss
    from textbook_ml.equations.losses import zero_one_loss as zero_one_loss
    from textbook_ml.equations.losses import regularised_risk as regularised_risk
    from textbook_ml.equations.missing import observed_likelihood as observed_likelihood
    from textbook_ml.equations.missing import summed_likelihood as summed_likelihood
    from textbook_ml.equations.missing import theta_observed as theta_observed
    from textbook_ml.equations.optimality import bayes_error as bayes_error
    from textbook_ml.equations.optimality import classifier_error as classifier_error
    from textbook_ml.equations.optimality import map_hypothesis as map_hypothesis
    from textbook_ml.equations.optimality import bayes_optimal_label as bayes_optimal_label
    from textbook_ml.equations.optimality import bayes_risk as bayes_risk
    from textbook_ml.equations.optimality import bias_and_variance as bias_and_variance
    from textbook_ml.equations.parameters import full_joint_table_size as full_joint_table_size
    from textbook_ml.equations.parameters import full_joint_parameters as full_joint_parameters
    from textbook_ml.equations.parameters import discrete_table_size as discrete_table_size
    from textbook_ml.equations.parameters import discrete_parameters as discrete_parameters
    from textbook_ml.equations.parameters import prior_parameters as prior_parameters
    from textbook_ml.equations.parameters import gaussian_parameters as gaussian_parameters
    from textbook_ml.equations.parameters import tied_gaussian_parameters as tied_gaussian_parameters
    from textbook_ml.equations.parameters import common_variance_parameters as common_variance_parameters
    from textbook_ml.equations.parameters import discriminant_parameters as discriminant_parameters
    from textbook_ml.equations.parameters import quadratic_parameters as quadratic_parameters
    from textbook_ml.equations.parameters import multinomial_parameters as multinomial_parameters
    from textbook_ml.equations.parameters import logistic_parameters as logistic_parameters
    from textbook_ml.equations.smoothing import theta_mle as theta_mle
    from textbook_ml.equations.smoothing import theta_smoothed as theta_smoothed
    from textbook_ml.equations.smoothing import prior_mle as prior_mle
    from textbook_ml.equations.smoothing import prior_smoothed as prior_smoothed
    from textbook_ml.equations.smoothing import theta_table as theta_table
    from textbook_ml.equations.smoothing import class_prior as class_prior
    from textbook_ml.equations.smoothing import categorical_mle as categorical_mle
    from textbook_ml.equations.smoothing import categorical_smoothed as categorical_smoothed
    from textbook_ml.equations.smoothing import categorical_laplace as categorical_laplace
    from textbook_ml.equations.smoothing import hallucinate as hallucinate
    from textbook_ml.equations.smoothing import dirichlet_map as dirichlet_map
    from textbook_ml.equations.smoothing import dirichlet_mean as dirichlet_mean
    from textbook_ml.equations.softmax import softmax as softmax
    from textbook_ml.equations.softmax import reference_softmax as reference_softmax
    from textbook_ml.equations.softmax import xing_softmax as xing_softmax
    from textbook_ml.equations.softmax import to_reference as to_reference
    from textbook_ml.equations.softmax import softmax_residuals as softmax_residuals
    from textbook_ml.equations.softmax import softmax_log_likelihood as softmax_log_likelihood
    from textbook_ml.equations.softmax import softmax_gradient as softmax_gradient
    from textbook_ml.equations.softmax import softmax_step as softmax_step
    from textbook_ml.equations.theory import binomial_within as binomial_within
    from textbook_ml.equations.theory import interval_half_width as interval_half_width
    from textbook_ml.equations.theory import examples_for_half_width as examples_for_half_width
    from textbook_ml.equations.theory import hoeffding_examples as hoeffding_examples
    from textbook_ml.equations.theory import naive_bayes_examples as naive_bayes_examples
    from textbook_ml.equations.theory import logistic_error_gap as logistic_error_gap
    from textbook_ml.equations.theory import coupon_collector_mean as coupon_collector_mean
    from textbook_ml.equations.theory import unseen_share as unseen_share
    from textbook_ml.equations.theory import unseen_event_bound as unseen_event_bound
    from textbook_ml.equations.theory import vc_dimension_of_halfspaces as vc_dimension_of_halfspaces
    from textbook_ml.equations.theory import shatters as shatters
    from textbook_ml.equations.theory import expected_estimate as expected_estimate
