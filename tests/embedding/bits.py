"""Fits, scores and posteriors to the last bit, one line each: the same on every Python.

    =   made of + − × ÷, of roots and of exact sums: the same bits on every machine
    ~   through exp or log: the same bits with the same mathematical library

Run it with the package on the path: python tests/embedding/bits.py
"""

from collections.abc import Iterator
from typing import Any

from textbook_ml.data.datasets import load
from textbook_ml.embedding.checks.reference_models import GOLDENS
from textbook_ml.models.catalogue import recipe
from textbook_ml.models.recipes import Settings

EXACT = {"gaussian-nb": ("means", "variances"), "gda": ("means", "covariance"),
         "qda": ("means", "covariances")}  # fmt: skip


def shown(value: Any) -> str:
    """Numbers in hexadecimal, whatever they are nested in."""
    if isinstance(value, float):
        return value.hex()
    if isinstance(value, dict):
        return shown(tuple(value.values()))
    return " ".join(map(shown, value)) if isinstance(value, (tuple, list)) else str(value)


def lines() -> Iterator[str]:
    """Every line."""
    iris, tennis = load("iris"), load("play-tennis")
    for name, fields in EXACT.items():
        model = recipe(name).fit(iris)
        for field in fields:
            yield f"= {name} {field} {shown(getattr(model, field))}"
        yield f"= {name} labels {shown(model.predict(iris.rows))}"
        yield f"~ {name} posteriors {shown([model.posterior(row) for row in iris.rows])}"
        yield f"~ {name} many rows {shown(model.predict_proba(iris.rows))}"
    table: Any = recipe("categorical-nb").fit(tennis)
    yield f"= categorical-nb exact {shown([table.exact_posterior(row) for row in tennis.rows])}"
    yield f"~ categorical-nb posteriors {shown(table.predict_proba(tennis.rows))}"
    spam: Any = recipe("multinomial-nb").fit(load("spam"))
    yield f"= multinomial-nb phi {shown(spam.phi)}"
    climbed: Any = recipe("logistic").fit(tennis, Settings(l2=1.0))
    yield f"~ logistic weights {shown((climbed.regression.w0, climbed.regression.w))}"
    softmax: Any = recipe("softmax").fit(iris, Settings(l2=1.0))
    yield f"~ softmax weights {shown(softmax.w)}"
    for model, row, _ in GOLDENS:
        answers = shown([model.posterior(row), model.log_scores(row)])
        yield f"~ {type(model).__name__} {answers}"


if __name__ == "__main__":
    print("\n".join(lines()))
