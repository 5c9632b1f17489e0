"""Print fits, scores and posteriors in hexadecimal, one line each, to compare platforms.

    =   computed by + − × ÷, square roots and exact sums: equal bits on every platform
    ~   computed with exp or log: equal bits with the same mathematical library

Run it with the package on the path: python tests/embedding/bits.py
"""

from collections.abc import Iterator
from typing import Any

from textbook_ml.data.datasets import load
from textbook_ml.embedding.checks.reference_models import REFERENCES
from textbook_ml.models.catalogue import recipe
from textbook_ml.models.recipes import Settings

EXACT = {"gaussian-nb": ("means", "variances"), "gda": ("means", "covariance"),
         "qda": ("means", "covariances")}  # fmt: skip


def hexadecimal(value: Any) -> str:
    """Return all numbers of a nested value in hexadecimal."""
    if isinstance(value, float):
        return value.hex()
    if isinstance(value, dict):
        return hexadecimal(tuple(value.values()))
    return " ".join(map(hexadecimal, value)) if isinstance(value, (tuple, list)) else str(value)


def lines() -> Iterator[str]:
    """Yield all output lines, one for each fit, score or posterior."""
    iris, tennis = load("iris"), load("play-tennis")
    for name, fields in EXACT.items():
        model = recipe(name).fit(iris)
        for field in fields:
            yield f"= {name} {field} {hexadecimal(getattr(model, field))}"
        yield f"= {name} labels {hexadecimal(model.predict(iris.rows))}"
        yield f"~ {name} posteriors {hexadecimal([model.posterior(row) for row in iris.rows])}"
        yield f"~ {name} many rows {hexadecimal(model.predict_proba(iris.rows))}"
    categorical: Any = recipe("categorical-nb").fit(tennis)
    exact = [categorical.exact_posterior(row) for row in tennis.rows]
    yield f"= categorical-nb exact {hexadecimal(exact)}"
    yield f"~ categorical-nb posteriors {hexadecimal(categorical.predict_proba(tennis.rows))}"
    spam: Any = recipe("multinomial-nb").fit(load("spam"))
    yield f"= multinomial-nb phi {hexadecimal(spam.phi)}"
    logistic: Any = recipe("logistic").fit(tennis, Settings(l2=1.0))
    yield f"~ logistic weights {hexadecimal((logistic.regression.w0, logistic.regression.w))}"
    softmax: Any = recipe("softmax").fit(iris, Settings(l2=1.0))
    yield f"~ softmax weights {hexadecimal(softmax.w)}"
    for model, row, _ in REFERENCES:
        results = hexadecimal([model.posterior(row), model.log_scores(row)])
        yield f"~ {type(model).__name__} {results}"


if __name__ == "__main__":
    print("\n".join(lines()))
