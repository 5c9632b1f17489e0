"""Time of fitting and predicting for every model, compared with scikit-learn or with loops.

The ratios without an aim are for orientation: where scikit-learn multiplies matrices, and the
numbers are many, it is the right tool.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from tests.benchmarks import loops, peers
from tests.benchmarks.discriminative import bundled, many_products, newton_work
from tests.benchmarks.peers import MLXTEND, SKLEARN
from tests.benchmarks.samples import dice, gaussian_rows
from tests.benchmarks.timing import Outcome, compared, contest
from textbook_ml.core.tables import Table, gram, unit_and_length
from textbook_ml.equations.logistic import with_intercept
from textbook_ml.equations.smoothing import categorical_laplace
from textbook_ml.learning.objectives.logistic_objective import LogisticObjective
from textbook_ml.learning.objectives.prior import NormalPrior
from textbook_ml.models.bernoulli_naive_bayes import BernoulliNaiveBayes
from textbook_ml.models.categorical_naive_bayes import CategoricalNaiveBayes
from textbook_ml.models.gaussian_discriminant_analysis import GaussianDiscriminantAnalysis
from textbook_ml.models.gaussian_naive_bayes import GaussianNaiveBayes
from textbook_ml.models.logistic_regression import LogisticRegression
from textbook_ml.models.poisson_naive_bayes import PoissonNaiveBayes
from textbook_ml.models.quadratic_discriminant_analysis import QuadraticDiscriminantAnalysis
from textbook_ml.models.softmax_regression import SoftmaxRegression

ROWS, MANY, WIDTH = 2_000, 10_000, 20
TARGETS = {
    ("Bernoulli NB", "predict"): 3.0,
    ("GDA", "fit"): 5.0,
    ("GDA", "predict"): 5.0,
    ("QDA", "predict"): 25.0,
    ("logistic", "fit"): 12.0,
    ("softmax", "fit"): 30.0,
}
# With step 1/L, mlxtend's gradient descent needs these epochs to reach a gradient of 1e-6.
EPOCHS = 25_000
Fit = Callable[[Sequence[Any], Sequence[Any]], Any]


def every_model() -> Iterator[Outcome]:
    """Compare each model that scikit-learn also has, on 2,000 rows of 20 features."""
    numbers, labels = gaussian_rows(ROWS, WIDTH)
    booleans = [[int(x > 0) for x in row] for row in numbers]
    faces = dice(ROWS, WIDTH)[0]
    two = [int(y > 0) for y in labels]
    every: tuple[tuple[str, Fit, str, Any, Any], ...] = (
        ("Gaussian NB", GaussianNaiveBayes.fit, "naive_bayes.GaussianNB", numbers, labels),
        ("Bernoulli NB", partial(BernoulliNaiveBayes.fit, theta=categorical_laplace),
         "naive_bayes.BernoulliNB", booleans, labels),
        ("categorical NB", partial(CategoricalNaiveBayes.fit, theta=categorical_laplace),
         "naive_bayes.CategoricalNB", faces, labels),
        ("GDA", GaussianDiscriminantAnalysis.fit,
         "discriminant_analysis.LinearDiscriminantAnalysis", numbers, labels),
        ("QDA", QuadraticDiscriminantAnalysis.fit,
         "discriminant_analysis.QuadraticDiscriminantAnalysis", numbers, labels),
        ("logistic", partial(LogisticRegression.fit, l2=1.0),
         "linear_model.LogisticRegression", numbers, two),
        ("softmax", partial(SoftmaxRegression.fit, l2=1.0),
         "linear_model.LogisticRegression", numbers, labels),
    )  # fmt: skip
    floors = lower_limits(numbers, labels)
    for name, fit, path, rows, classes in every:
        yield contest(
            f"{name} 2,000 × 20, fit",
            TARGETS.get((name, "fit")),
            partial(fit, rows, classes),
            SKLEARN,
            partial(peers.sklearn_fit, path, rows, classes),
        )
        if name in floors:
            task, loops_in_c = floors[name]
            peer = partial(peers.sklearn_fit, path, rows, classes)
            yield contest(f"  {task}", None, loops_in_c, SKLEARN, peer)
        yield contest(
            f"{name} 2,000 × 20, predict",
            TARGETS.get((name, "predict")),
            partial(fit(rows, classes).predict, rows),
            SKLEARN,
            partial(peers.sklearn_predict, path, rows, classes),
        )


def lower_limits(
    rows: Sequence[Sequence[float]], labels: Sequence[Any]
) -> dict[str, tuple[str, Callable[[], Any]]]:
    """Return, for some models, the C loops that `fit` needs: a lower limit of its time."""
    columns = [unit_and_length(column)[0] for column in zip(*rows)]
    examples, two = with_intercept(rows), [int(y == labels[0]) for y in labels]
    table = Table(examples)
    report = SoftmaxRegression.fit(rows, labels, l2=1.0).fit_report
    assert report is not None
    weights = [[0.01] * (WIDTH + 1)] * len(set(labels))
    return {
        "GDA": ("products of the columns", partial(gram, columns)),
        "logistic": (
            "Hessian, two products and sigmoids of 6 Newton steps",
            partial(newton_work, examples, two, 6),
        ),
        "softmax": (
            f"two products with the data in each of {report.iterations} steps",
            partial(many_products, table, weights, report.iterations),
        ),
    }


def plain_loops() -> Iterator[Outcome]:
    """Compare with loops over lists, on 10,000 rows; Poisson is compared with Gaussian loops."""
    numbers, labels = gaussian_rows(MANY, WIDTH)
    faces = dice(MANY, WIDTH)[0]
    two = [int(y > 0) for y in labels]
    gaussian = loops.gaussian_fit(numbers, labels)
    gaussian_model = GaussianNaiveBayes.fit(numbers, labels)
    laplace = partial(CategoricalNaiveBayes.fit, theta=categorical_laplace)
    signs, ones = [2.0 * y - 1.0 for y in two], [1.0] * MANY
    objective = LogisticObjective.of(numbers, signs, ones, NormalPrior.ridge(0.0, WIDTH, False))
    poisson = PoissonNaiveBayes.fit(faces, labels)
    tasks: tuple[tuple[str, Callable[[], Any], Callable[[], Any]], ...] = (
        ("Gaussian NB, fit", partial(GaussianNaiveBayes.fit, numbers, labels),
         partial(loops.gaussian_fit, numbers, labels)),
        ("Gaussian NB, predict", partial(gaussian_model.predict, numbers),
         partial(loops.gaussian_predict, gaussian, numbers)),
        ("categorical NB, fit", partial(laplace, faces, labels),
         partial(loops.categorical_fit, faces, labels)),
        ("Poisson NB, fit", partial(PoissonNaiveBayes.fit, faces, labels),
         partial(loops.gaussian_fit, faces, labels)),
        ("Poisson NB, predict", partial(poisson.predict, faces),
         partial(loops.gaussian_predict, gaussian, faces)),
        ("logistic, one gradient", partial(objective.at, [0.01] * (WIDTH + 1)),
         partial(loops.logistic_step, numbers, two)),
    )  # fmt: skip
    for task, ours, theirs in tasks:
        target = 0.5 if task == "Poisson NB, fit" else 1.0
        yield compared(f"{task}, 10,000 × 20", target, ours, "plain loops", theirs)
        if task == "Poisson NB, fit":
            sums = partial(sums_by_class, faces, labels)
            yield compared("  sums of the columns of each class", None, sums, "plain loops", theirs)


def sums_by_class(rows: Sequence[Sequence[int]], labels: Sequence[Any]) -> list[list[int]]:
    """Return the sums of the columns of each class, without any check."""
    groups: dict[Any, list[Sequence[int]]] = {}
    for row, y in zip(rows, labels):
        groups.setdefault(y, []).append(row)
    return [[sum(column) for column in zip(*group)] for group in groups.values()]


def mlxtend() -> Iterator[Outcome]:
    """Logistic regression, 569 × 30, λ = 1, compared with gradient descent to the same gradient."""
    rows, labels = bundled("breast_cancer", unit=0.0)
    yield contest(
        "logistic 569 × 30, to a gradient of 1e-6",
        1 / 5,
        lambda: LogisticRegression.fit(rows, labels, l2=1.0),
        f"{MLXTEND}, {EPOCHS:,} epochs",
        partial(peers.mlxtend_logistic, rows, labels, EPOCHS),
    )
