"""Cases with a known answer that some libraries get wrong, compared with this package.

Each is also a test in tests/models/test_peers.py; here the other libraries are run as well.
"""

import warnings
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

from tests.benchmarks.peers import RIVER, SKLEARN, estimator
from tests.benchmarks.timing import Outcome
from textbook_ml.core.errors import TextbookError
from textbook_ml.equations.gaussian import variance_mle
from textbook_ml.equations.smoothing import categorical_mle
from textbook_ml.models.categorical_naive_bayes import CategoricalNaiveBayes
from textbook_ml.models.gaussian_naive_bayes import GaussianNaiveBayes
from textbook_ml.models.logistic_regression import LogisticRegression

FAR = [[1e9 + x] for x in (0.0, 1.0, 2.0, 100.0, 101.0, 102.0)]
UNEVEN = [[1e6 * a, 1e-3 * b] for a, b in ((1, 1), (-1, 2), (2, 3), (0, 9), (1, 8), (-2, 7))]
HALVES = [0, 0, 0, 1, 1, 1]
SEPARABLE = [[-2.0], [-1.0], [1.0], [2.0]]
EXCLUDED = [[0, 0], [0, 0], [1, 1], [1, 1]]  # no value occurs in both classes


def hard_cases() -> Iterator[Outcome]:
    """Yield the results of this package and of other libraries; the title has the right answer."""
    yield compare("variance (14) of 0, 1, 2 at 1e9: 2/3", our_result_far, other_result_far)
    yield compare(
        "label of (0, 0.002) where x1 is in millions: 0", our_result_uneven, other_result_uneven
    )
    yield compare(
        "classes that a line separates: no maximum", our_result_separable, other_result_separable
    )
    yield compare(
        "evidence against every class, no smoothing", our_result_excluded, other_result_excluded
    )
    yield compare("log P(y=0) at a logit of 1e4: -10000", our_result_logit, other_result_logit)
    yield compare(
        "an unknown label in a later batch: no class", our_result_unknown, other_result_unknown
    )
    yield compare(
        "P(N(0, 1) at 30), beside N(10, 1): e^-250", our_result_beyond, other_result_beyond, RIVER
    )


def compare(
    task: str, ours: Callable[[], object], theirs: Callable[[], object], peer: str = SKLEARN
) -> Outcome:
    """Return the results of both libraries, or their errors, as text."""
    return Outcome(task, answer(ours), f"{peer}: {answer(theirs)}", None, None)


def answer(function: Callable[[], object]) -> str:
    """Return the result or the error of a function as a short text."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return str(function())
        except TextbookError as error:
            return "error: " + str(error).partition(":")[0][:60]
        except ImportError:
            return "not installed"
        except (ArithmeticError, ValueError) as error:
            return f"{type(error).__name__}"


def our_result_far() -> object:
    return GaussianNaiveBayes.fit(FAR, HALVES, variance=variance_mle).variances[0][0]


def other_result_far() -> object:
    return float(estimator("naive_bayes.GaussianNB")().fit(FAR, HALVES).var_[0][0])


def our_result_uneven() -> object:
    return GaussianNaiveBayes.fit(UNEVEN, HALVES, variance=variance_mle).predict([[0.0, 0.002]])[0]


def other_result_uneven() -> object:
    return int(estimator("naive_bayes.GaussianNB")().fit(UNEVEN, HALVES).predict([[0.0, 0.002]])[0])


def our_result_separable() -> object:
    return LogisticRegression.fit(SEPARABLE, [0, 0, 1, 1]).w


def other_result_separable() -> object:
    model = estimator("linear_model.LogisticRegression")(C=float("inf"))
    return f"weight {float(model.fit(SEPARABLE, [0, 0, 1, 1]).coef_[0][0]):.3g}, no warning"


def our_result_excluded() -> object:
    nb = CategoricalNaiveBayes.fit(EXCLUDED, [0, 0, 1, 1], theta=categorical_mle)
    return nb.posterior([0, 1])


def other_result_excluded() -> object:
    model = estimator("naive_bayes.CategoricalNB")(alpha=0.0, force_alpha=True)
    return model.fit(EXCLUDED, [0, 0, 1, 1]).predict_proba([[0, 1]])[0].tolist()


def steep(model: Any) -> Any:
    numpy = import_module("numpy")
    model.classes_, model.coef_ = numpy.array([0, 1]), numpy.array([[1.0]])
    model.intercept_, model.n_features_in_ = numpy.array([0.0]), 1
    return model


def our_result_logit() -> object:
    model = LogisticRegression((0, 1), ("x",), 0.0, (1.0,))
    scores = model.log_scores([1e4])
    return scores[0] - scores[1]


def other_result_logit() -> object:
    model = steep(estimator("linear_model.LogisticRegression")())
    return float(model.predict_log_proba([[1e4]])[0][0])


def our_result_unknown() -> object:
    later = CategoricalNaiveBayes.count([[0], [1]], [0, 2])
    return CategoricalNaiveBayes.from_statistics(later, classes=[0, 1]).priors


def other_result_unknown() -> object:
    model = estimator("naive_bayes.BernoulliNB")()
    model.partial_fit([[0], [1]], [0, 1], classes=[0, 1])
    before = model.class_count_.tolist()
    return f"{before} becomes {model.partial_fit([[1]], [2]).class_count_.tolist()}, no warning"


GAUSSIANS = [[x + m] for m in (0.0, 10.0) for x in (-1.0, 1.0)]  # variances of 1 by (14)


def our_result_beyond() -> object:
    return GaussianNaiveBayes.fit(GAUSSIANS, "aabb", variance=variance_mle).posterior([30.0])["a"]


def other_result_beyond() -> object:
    model = import_module("river.naive_bayes").GaussianNB()
    for (x,), y in zip(GAUSSIANS, "aabb"):
        model.learn_one({"x": x}, y)
    return model.predict_proba_one({"x": 30.0})["a"]
