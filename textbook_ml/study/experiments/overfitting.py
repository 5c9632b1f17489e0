"""Claims about overfitting: a penalty keeps the weights from growing too large.

λ    the factor of the L2 penalty (λ/2) Σ wᵢ²
"""

from itertools import pairwise
from math import fsum, hypot
from random import Random

from textbook_ml.core.stable import sigmoid
from textbook_ml.equations.gaussian import mean_mle
from textbook_ml.evaluation import mean_log_loss_of_terms
from textbook_ml.models.logistic_regression import LogisticRegression
from textbook_ml.plots import Band, Figure, Line, Log
from textbook_ml.study.experiments._experiment import Finding, experiment
from textbook_ml.study.experiments._random_data import bernoulli, normal, standard_error

FEATURES, RELEVANT, EXAMPLES = 50, 5, 60
PENALTIES = (0.001, 0.01, 0.1, 1.0, 10.0, 30.0, 100.0, 1000.0)
TRAIN, TEST = "log loss on the training set", "log loss on new rows"
NORM, ERROR = "length of the weights", "error on new rows"

Rows = list[list[float]]
Measures = dict[str, float]


@experiment(
    "EXP-REGULARISE",
    claim="A penalty on the weights reduces overfitting if there are many features.",
    criterion="the mean log loss on new rows is smallest at a λ inside the grid, not at its ends; "
    "as λ grows, the loss on each training set rises and the norm of the weights falls",
    entries=("mitchell-s3.3-overfit",),
    full={"repeats": 50, "tests": 2000},
)
def regularising(repeats: int = 6, tests: int = 300, seed: int = 0) -> Finding:
    """Sixty examples with fifty Gaussian features, of which five have non-zero weights.

    >>> regularising(repeats=2, tests=5).numbers["the best λ"] in PENALTIES
    True
    """
    rng = Random(seed)
    runs = [_one_run(rng, tests) for _ in range(repeats)]
    table = {
        lam: {name: mean_mle([run[lam][name] for run in runs]) for name in runs[0][lam]}
        for lam in PENALTIES
    }
    off = {lam: standard_error([run[lam][TEST] for run in runs]) for lam in PENALTIES}
    best = min(PENALTIES, key=lambda lam: table[lam][TEST])
    return Finding(
        holds=PENALTIES[0] < best < PENALTIES[-1] and all(map(_is_monotone, runs)),
        numbers={
            "the best λ": best,
            **{f"λ = {lam:g}": {**row, f"{TEST} ±": off[lam]} for lam, row in table.items()},
        },
        figure=_figure(table, off),
        caveat="the log loss shows this; the number of wrong labels hardly depends on λ, "
        "unless λ is far too large",
    )


def examples(rng: Random, n: int) -> tuple[Rows, list[int]]:
    """Rows of standard normal features and labels; the first five features have weight 1, others 0.

    >>> rows, labels = examples(Random(0), 2)
    >>> len(rows[0]), len(labels)
    (50, 2)
    """
    rows = [[normal(rng) for _ in range(FEATURES)] for _ in range(n)]
    return rows, [bernoulli(rng, sigmoid(fsum(row[:RELEVANT]))) for row in rows]


def _one_run(rng: Random, tests: int) -> dict[float, Measures]:
    """The losses, error and norm of the weights on one training set, for each penalty."""
    rows, labels = examples(rng, EXAMPLES)
    new, hidden = examples(rng, tests)
    result = {}
    for lam in PENALTIES:
        model = LogisticRegression.fit(rows, labels, l2=lam, classes=(0, 1))
        result[lam] = {
            TRAIN: _log_loss(model, rows, labels),
            TEST: _log_loss(model, new, hidden),
            NORM: hypot(*model.w),
            ERROR: 1 - model.score(new, hidden),
        }
    return result


def _log_loss(model: LogisticRegression[int], rows: Rows, labels: list[int]) -> float:
    scores = [{0: [0.0], 1: [model.linear_score(row)]} for row in rows]
    return mean_log_loss_of_terms(labels, scores)


def _is_monotone(run: dict[float, Measures]) -> bool:
    """Whether the training loss rises and the norm of the weights falls as the penalty grows."""
    pairs = pairwise([run[lam] for lam in PENALTIES])
    return all(a[TRAIN] < b[TRAIN] and a[NORM] > b[NORM] for a, b in pairs)


def _figure(table: dict[float, Measures], off: dict[float, float]) -> Figure:
    new = [table[lam][TEST] for lam in PENALTIES]
    low = [y - off[lam] for y, lam in zip(new, PENALTIES)]
    high = [y + off[lam] for y, lam in zip(new, PENALTIES)]
    return Figure(
        title="The best penalty is neither the smallest nor the largest",
        description="As the penalty grows, the loss on the training set rises steadily, while the "
        "loss on new rows falls from above 3 to about 0.63 at λ = 10 to 30 and rises again.",
        x_label="penalty λ",
        y_label="mean log loss",
        marks=[
            Band(PENALTIES, low, high, label="new rows"),
            Line(PENALTIES, new, label="new rows"),
            Line(PENALTIES, [table[lam][TRAIN] for lam in PENALTIES], label="training set"),
        ],
        x_scale=Log(),
    )
