"""Time logistic and softmax regression and scikit-learn on the same lists, to equal gradients.

The data come with scikit-learn, so nothing is measured without it. Each solver of scikit-learn
runs with its smallest possible tolerance. The gradient that both reach is printed with the ratio,
because times can be compared only for equal gradients. Gradients are sums over the examples.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from importlib import import_module
from typing import Any

from tests.benchmarks import peers
from tests.benchmarks.peers import SKLEARN
from tests.benchmarks.timing import Outcome, compared, contest
from textbook_ml.core.elementwise import minus_sigmoids, sigmoid_derivatives
from textbook_ml.core.linalg import weighted_gram
from textbook_ml.core.tables import Table
from textbook_ml.equations.logistic import with_intercept
from textbook_ml.equations.softmax import softmax
from textbook_ml.models.logistic_regression import LogisticRegression
from textbook_ml.models.softmax_regression import SoftmaxRegression

Rows = Sequence[Sequence[float]]


def bundled(name: str, unit: float) -> tuple[list[list[float]], list[int]]:
    """Return a table of scikit-learn, standardised or divided by a fixed number."""
    table = getattr(import_module("sklearn.datasets"), f"load_{name}")()
    rows = (
        table.data / unit
        if unit
        else peers.estimator("preprocessing.StandardScaler")().fit_transform(table.data)
    )
    return rows.tolist(), table.target.tolist()


def largest_gradient(rows: Rows, labels: Sequence[int], w: Rows, l2: float) -> float:
    """Return the largest component of the gradient; intercepts have no penalty.

    A vector of zeros belongs to the reference class, so its gradient is left out.
    """
    table = with_intercept(rows)
    p = [softmax([sum(a * b for a, b in zip(w_k, x)) for w_k in w]) for x in table]
    worst = 0.0
    for k, w_k in enumerate(w):
        if not any(w_k):
            continue
        errors = [(y == k) - p_l[k] for y, p_l in zip(labels, p)]
        for i, column in enumerate(zip(*table)):
            g = sum(a * b for a, b in zip(column, errors)) - (l2 * w_k[i] if i else 0.0)
            worst = max(worst, abs(g))
    return worst


def fitted_vectors(model: Any) -> list[list[float]]:
    """Return the weights of a scikit-learn model: one vector for each class."""
    vectors = [[b, *w] for b, w in zip(model.intercept_.tolist(), model.coef_.tolist())]
    return vectors if len(vectors) > 1 else [[0.0] * len(vectors[0]), *vectors]


def logistic() -> Iterator[Outcome]:
    """Time logistic regression on 569 rows of 30 features, up to a gradient of 1e-8."""
    rows, labels = bundled("breast_cancer", unit=0.0)
    regression = partial(peers.estimator("linear_model.LogisticRegression"), C=1.0)
    ours = LogisticRegression.fit(rows, labels, l2=1.0)
    reached = largest_gradient(rows, labels, [[0.0] * 31, [ours.w0, *ours.w]], 1.0)
    assert ours.fit_report is not None
    task = f"logistic 569 × 30: {ours.fit_report.iterations} Newton steps, gradient {reached:.0e}"
    for solver, target in (("newton-cholesky", 10.0), ("lbfgs", None)):
        model = regression(solver=solver, tol=1e-12, max_iter=10_000)
        there = largest_gradient(rows, labels, fitted_vectors(model.fit(rows, labels)), 1.0)
        yield compared(
            task,
            target,
            lambda: LogisticRegression.fit(rows, labels, l2=1.0),
            f"{solver} ({there:.0e})",
            lambda: model.fit(rows, labels),
        )
    default = regression()
    there = largest_gradient(rows, labels, fitted_vectors(default.fit(rows, labels)), 1.0)
    yield Outcome(f"scikit-learn's default stops at a gradient of {there:.0e}", "", "", None, None)
    yield compared(
        "  Hessian, two products and sigmoids of 8 steps",
        None,
        partial(newton_work, with_intercept(rows), labels, 8),
        "newton-cholesky",
        lambda: regression(solver="newton-cholesky", tol=1e-12).fit(rows, labels),
    )


def newton_work(rows: Sequence[Sequence[float]], labels: Sequence[int], times: int) -> None:
    """Compute from lists what Newton's method needs at each step; no step is taken."""
    table = Table(rows)
    for _ in range(times):
        scores = table.times([0.01] * len(rows[0]))
        table.transposed_times(minus_sigmoids(labels, scores))
        weighted_gram(table, sigmoid_derivatives(scores))


def digits() -> Iterator[Outcome]:
    """Time softmax regression on 1797 rows of 64 features, up to a gradient of 1e-6."""
    rows, labels = bundled("digits", unit=16.0)
    model = peers.estimator("linear_model.LogisticRegression")(
        C=1.0, solver="newton-cg", tol=1e-9, max_iter=10_000
    )
    there = largest_gradient(rows, labels, fitted_vectors(model.fit(rows, labels)), 1.0)

    def fit() -> Any:
        return SoftmaxRegression.fit(rows, labels, l2=1.0, tolerance=1e-6, classes=range(10))

    reached = largest_gradient(rows, labels, fit().w, 1.0)
    yield compared(
        f"softmax 1797 × 64 × 10, gradient {reached:.0e}",
        30.0,
        fit,
        f"newton-cg ({there:.0e})",
        lambda: model.fit(rows, labels),
    )
    report = fit().fit_report
    assert report is not None
    table, w = Table(with_intercept(rows)), [[0.01] * 65] * 10
    products = partial(many_products, table, w, report.iterations)
    yield compared(
        f"  two products with the data in each of {report.iterations} steps",
        None,
        products,
        f"newton-cg ({there:.0e})",
        lambda: model.fit(rows, labels),
    )


def many_products(table: Table, w: Rows, times: int) -> None:
    """Multiply the data by the weights of each class, and by the scores, several times."""
    for _ in range(times):
        for w_k in w:
            table.transposed_times(table.times(w_k))


def logistic_rows() -> Iterator[Outcome]:
    """Time the posteriors of 200 rows, one call for each row."""
    rows, labels = bundled("breast_cancer", unit=0.0)
    some = rows[:200]
    model = LogisticRegression.fit(rows, labels, l2=1.0)
    path = "linear_model.LogisticRegression"
    yield contest(
        "logistic: 200 rows, one by one",
        0.1,
        lambda: [model.posterior(row) for row in some],
        SKLEARN,
        lambda: peers.sklearn_one_by_one(path, rows, labels, some),
    )
    yield contest(
        "logistic: predict 569 rows",
        None,
        lambda: model.predict(rows),
        SKLEARN,
        lambda: peers.sklearn_predict(path, rows, labels),
    )
