"""Models execute the equations of the book: a trace lists the equations that run.

The lists below may grow. If a model no longer runs one of its equations, the equation has a
second implementation or is no longer used; this test finds both.
"""

from collections.abc import Sequence
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textbook_ml.core.errors import TextbookError
from textbook_ml.equations.gaussian import gaussian_posterior, mean_mle, variance_mle
from textbook_ml.models.catalogue import RECIPES
from textbook_ml.models.gaussian_naive_bayes import GaussianNaiveBayes
from textbook_ml.reading.trace import equations_run_by_models

LEAST = 58  # total number of equations that run in models

FITTING = {
    "gaussian-nb": {"categorical_mle", "mean_mle", "variance_mvue"},
    "gaussian-nb-tied": {"categorical_mle", "mean_mle", "pooled_variance_mle"},
    "categorical-nb": {"categorical_mle", "categorical_smoothed"},
    "bernoulli-nb": {"categorical_mle", "categorical_smoothed"},
    "multinomial-nb": {"categorical_mle", "categorical_smoothed"},
    "poisson-nb": {"categorical_mle", "mean_mle"},
    "exponential-nb": {"categorical_mle", "mean_mle"},
    "laplace-nb": {"categorical_mle"},
    "mixed-nb": {"categorical_mle", "categorical_smoothed"},
    "full-joint": {"theta_smoothed", "categorical_mle"},
    "gda": {"class_means", "pooled_covariance"},
    "qda": {"class_means", "covariance_matrix"},
    "logistic": {
        "conditional_log_likelihood", "residuals", "gradient", "hessian", "penalised_gradient",
        "map_objective", "penalised_step", "gradient_step", "safe_step_size", "newton_direction",
        "conjugate_direction",
    },
    "softmax": {
        "class_residuals", "class_gradient", "class_log_likelihood", "class_step",
        "softmax_gradient", "softmax_log_likelihood", "softmax_step",
    },
}  # fmt: skip
PREDICTING = {
    "gaussian-nb": {
        "normal_log_terms",
        "normal_log_pdf",
        "posterior_from_log_terms",
        "most_probable",
    },
    "gaussian-nb-tied": {
        "centred_log_terms",
        "normal_log_pdf",
        "posterior_from_log_terms",
        "most_probable",
    },
    "categorical-nb": {"categorical_log_terms", "naive_bayes_posterior", "most_probable"},
    "bernoulli-nb": {"categorical_log_terms", "naive_bayes_posterior", "bernoulli_pmf"},
    "multinomial-nb": {"multinomial_log_terms", "naive_bayes_posterior", "most_probable"},
    "poisson-nb": {"poisson_log_terms", "poisson_log_pmf", "poisson_to_logistic"},
    "exponential-nb": {"most_probable"},
    "laplace-nb": {"most_probable"},
    "mixed-nb": {"categorical_log_terms", "most_probable"},
    "full-joint": {"bayes_rule", "most_probable"},
    "gda": {
        "linear_score",
        "softmax",
        "mvn_log_pdf",
        "draw_normal",
        "most_probable",
        "gda_to_logistic",
    },
    "qda": {"quadratic_posterior", "mvn_log_pdf", "draw_normal", "most_probable"},
    "logistic": {"linear_score", "logistic_p0", "logistic_p1", "logistic_label"},
    "softmax": {"softmax", "most_probable"},
}


@pytest.mark.parametrize("name", [one.name for one in RECIPES])
def test_each_model_runs_its_equations(name: str) -> None:
    """Every model executes at least the listed equations."""
    fitting, asking = equations_run_by_models()[name]
    assert FITTING.get(name, set()) - set(fitting) == set()
    assert PREDICTING.get(name, set()) - set(asking) == set()


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
