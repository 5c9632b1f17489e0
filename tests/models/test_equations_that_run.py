"""Models execute the equations of the book: a trace lists the equations that run.

The lists below may grow. If a model no longer runs one of its equations, the equation has a
second implementation or is no longer used; this test finds both.
"""

from collections.abc import Sequence
from fractions import Fraction as F
from math import inf
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textbook_ml.core.errors import TextbookError
from textbook_ml.equations.gaussian import gaussian_posterior, mean_mle, variance_mle
from textbook_ml.models.bernoulli_naive_bayes import BernoulliNaiveBayes
from textbook_ml.models.categorical_naive_bayes import CategoricalNaiveBayes
from textbook_ml.models.gaussian_naive_bayes import GaussianNaiveBayes
from textbook_ml.models.multinomial_naive_bayes import MultinomialNaiveBayes
from textbook_ml.reading.trace import equations_run_by_models

LEAST = 62  # total number of equations that run in models

FITTING = {
    "gaussian-nb": "categorical_mle mean_mle variance_mvue",
    "gaussian-nb-tied": "categorical_mle mean_mle pooled_variance_mle",
    "categorical-nb": "theta_mle categorical_mle categorical_smoothed",
    "bernoulli-nb": "theta_mle categorical_mle categorical_smoothed",
    "multinomial-nb": "theta_mle categorical_mle categorical_smoothed",
    "poisson-nb": "categorical_mle mean_mle",
    "exponential-nb": "categorical_mle mean_mle",
    "laplace-nb": "categorical_mle",
    "mixed-nb": "theta_mle categorical_mle categorical_smoothed",
    "full-joint": "theta_mle theta_smoothed categorical_mle",
    "gda": "categorical_mle mean_vector class_means pooled_covariance",
    "qda": "categorical_mle mean_vector covariance_matrix class_means",
    "logistic": """
        with_intercept conditional_log_likelihood residuals gradient hessian penalised_gradient
        map_objective newton_direction conjugate_direction gradient_step safe_step_size
        penalised_step
    """,
    "softmax": """
        with_intercept class_residuals class_log_likelihood class_gradient conjugate_direction
        gradient_step safe_step_size class_step softmax_log_likelihood softmax_gradient
        softmax_step
    """,
    "Perceptron": "with_intercept perceptron_step",
    "LinearSVM": "with_intercept to_signs hinge_step",
    "IndicatorRegression": "mean_vector",
}
PREDICTING = {
    "gaussian-nb": "posterior_from_log_terms most_probable normal_log_pdf normal_log_terms",
    "gaussian-nb-tied": """
        posterior_from_log_terms most_probable normal_log_pdf centred_log_terms logit
        mitchell_weight mitchell_bias mitchell_gnb_weights gnb_to_logistic
    """,
    "categorical-nb": """
        naive_bayes_posterior posterior_from_log_terms most_probable categorical_log_terms
        categorical_to_logistic
    """,
    "bernoulli-nb": """
        naive_bayes_posterior posterior_from_log_terms most_probable bernoulli_pmf
        categorical_log_terms logit boolean_to_logistic
    """,
    "multinomial-nb": """
        naive_bayes_posterior posterior_from_log_terms most_probable multinomial_log_terms
    """,
    "poisson-nb": """
        posterior_from_log_terms most_probable poisson_log_terms poisson_log_pmf logit
        poisson_to_logistic
    """,
    "exponential-nb": "posterior_from_log_terms most_probable",
    "laplace-nb": "posterior_from_log_terms most_probable",
    "mixed-nb": "posterior_from_log_terms most_probable categorical_log_terms",
    "full-joint": "bayes_rule most_probable",
    "gda": "most_probable mvn_log_pdf draw_normal linear_score softmax logit gda_to_logistic",
    "qda": "most_probable mvn_log_pdf draw_normal quadratic_posterior",
    "logistic": "linear_score logistic_p0 logistic_p1 logistic_label",
    "softmax": "most_probable softmax",
    "Perceptron": "linear_score logistic_label",
    "LinearSVM": "linear_score logistic_label",
    "IndicatorRegression": "most_probable",
}


@pytest.mark.parametrize("name", equations_run_by_models())
def test_each_model_runs_its_equations(name: str) -> None:
    """Every model executes at least the listed equations."""
    fitting, asking = equations_run_by_models()[name]
    assert set(FITTING.get(name, "").split()) - set(fitting) == set()
    assert set(PREDICTING.get(name, "").split()) - set(asking) == set()


def test_the_number_of_equations_that_run_does_not_decrease() -> None:
    """The number is counted over all models and optimisers."""
    found = {
        name for parts in equations_run_by_models().values() for part in parts for name in part
    }
    assert len(found) >= LEAST


def test_a_user_defined_estimator_is_called() -> None:
    """A user-defined estimator receives the values themselves if it needs them."""

    def median_variance(xs: Sequence[float], mu: float) -> float:
        return sorted((x - float(mu)) ** 2 for x in xs)[len(xs) // 2]

    rows, labels = [[1.0], [2.0], [6.0], [7.0], [9.0], [17.0]], "aaabbb"
    model = GaussianNaiveBayes.fit(rows, labels, variance=median_variance)
    assert model.variances == ((4.0,), (16.0,))
    tripled = GaussianNaiveBayes.fit(rows, labels, variance=lambda xs, mu: 3 * variance_mle(xs, mu))
    plain = GaussianNaiveBayes.fit(rows, labels, variance=variance_mle)
    assert tripled.variances[0][0] == 3 * plain.variances[0][0]
    with pytest.raises(TextbookError, match="at least 0, got -1.0"):
        GaussianNaiveBayes.fit(rows, labels, variance=lambda xs, mu: -1.0, floor=0.5)
    statistics = GaussianNaiveBayes.count(rows, labels)
    again = GaussianNaiveBayes.from_statistics(statistics, variance=variance_mle)
    assert again == plain and again.means[0][0] == mean_mle([1.0, 2.0, 6.0])
    with pytest.raises(TextbookError, match="median_variance needs the values themselves"):
        GaussianNaiveBayes.from_statistics(statistics, variance=median_variance)


COUNTED: list[tuple[Any, list[Any]]] = [
    (CategoricalNaiveBayes, [["u"], ["v"], ["u"]]),
    (BernoulliNaiveBayes, [[1], [0], [1]]),
    (MultinomialNaiveBayes, [{"u": 1}, {"v": 2}, {"u": 1}]),
]


@pytest.mark.parametrize(("model", "rows"), COUNTED)
def test_a_user_defined_estimator_of_probabilities_is_called(model: Any, rows: list[Any]) -> None:
    """Any function of the counts is accepted; the error for a non-estimator names it."""

    def halves(counts: Sequence[int]) -> list[float]:
        return [0.5 for _ in counts]

    def thirds(counts: Sequence[int]) -> list[float]:
        return [0.25, 0.25, 0.5]

    def without_arguments() -> list[float]:
        return []

    fitted = model.fit(rows, "aab", theta=halves, prior=halves)
    assert fitted.priors == (F(1, 2), F(1, 2))
    assert {F(1, 2)} == {p for factors in _tables(fitted) for p in factors}
    for option in ("theta", "prior"):
        with pytest.raises(TextbookError, match=f"{option}=thirds must return 2 probabilities"):
            model.fit(rows, "aab", **{option: thirds})
        with pytest.raises(TextbookError, match=f"{option}=without_arguments is not an estimator"):
            model.fit(rows, "aab", **{option: without_arguments})


def _tables(model: Any) -> list[list[F]]:
    """Return the probabilities of each class of a discrete model of one feature or two words."""
    if isinstance(model, CategoricalNaiveBayes):
        return [list(table.values()) for (table,) in model.tables]
    return [list(phi) for phi in model.phi]


FINITE = st.floats(-1e300, 1e300, allow_nan=False)
POSITIVE = st.floats(1e-100, 1e100)


@given(
    st.lists(st.tuples(FINITE, FINITE, FINITE, POSITIVE, POSITIVE), min_size=1, max_size=4),
    st.floats(0.01, 0.99),
)
def test_model_and_equation_have_the_same_posterior(
    features: list[tuple[float, float, float, float, float]], p: float
) -> None:
    """The posteriors agree for all finite inputs, however far the row is from the means."""
    row, mu0, mu1, s0, s1 = (list(column) for column in zip(*features))
    names = tuple(f"x{i}" for i in range(len(row)))
    model = GaussianNaiveBayes(
        (0, 1), names, (1 - p, p), (tuple(mu0), tuple(mu1)), (tuple(s0), tuple(s1))
    )
    equation = gaussian_posterior(row, {0: 1 - p, 1: p}, {0: mu0, 1: mu1}, {0: s0, 1: s1})
    for y, found in model.posterior(row).items():
        assert found == pytest.approx(equation[y], rel=1e-11, abs=1e-300)


@pytest.mark.parametrize("far", [1e9, 1e16, 1e150])
def test_far_outliers_are_decided_by_the_last_digits(far: float) -> None:
    """For N(0, 1) and N(1/far, 1), the log odds at x = far are 1 minus half a square."""
    model = GaussianNaiveBayes((0, 1), ("x",), (0.5, 0.5), ((0.0,), (1 / far,)), ((1.0,), (1.0,)))
    assert model.posterior([far])[1] == pytest.approx(0.7310585786300049, rel=1e-9)
    assert model.classify([far]) == model.predict([[far]])[0] == 1
    assert model.log_joint([far])[0] > -inf or far > 1e150
