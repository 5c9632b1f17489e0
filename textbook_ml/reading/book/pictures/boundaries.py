"""The decision boundaries of five classifiers on the same examples."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from textbook_ml.core.errors import TextbookError
from textbook_ml.equations.gaussian import pooled_variance_mle
from textbook_ml.models.gaussian_discriminant_analysis import GaussianDiscriminantAnalysis
from textbook_ml.models.gaussian_naive_bayes import GaussianNaiveBayes
from textbook_ml.models.logistic_regression import LogisticRegression
from textbook_ml.models.quadratic_discriminant_analysis import QuadraticDiscriminantAnalysis
from textbook_ml.plots import Boundary, Figure, Grid, Mark, Points, Region
from textbook_ml.reading.book.pictures._picture import (
    Choice,
    Examples,
    Picture,
    Scene,
    Slider,
    State,
    Surface,
    Toggle,
    adopt_examples,
    example_handles,
    nothing_to_draw,
    ranges_of_examples,
    score_in_words,
)

NAMES = {
    "gnb": "Gaussian naive Bayes",
    "tied": "naive Bayes, one variance per feature",
    "gda": "GDA, one covariance matrix",
    "qda": "QDA, a covariance matrix per class",
    "logistic": "logistic regression",
}
LINEAR = ("tied", "gda", "logistic")
Rows = Sequence[Sequence[float]]


def fitted(name: str, rows: Rows, labels: Sequence[int], lam: float) -> Any:
    """Return the model of a name, fitted to the examples."""
    fits: Mapping[str, Callable[[], Any]] = {
        "gnb": lambda: GaussianNaiveBayes.fit(rows, labels, classes=(0, 1)),
        "tied": lambda: GaussianNaiveBayes.fit(
            rows, labels, classes=(0, 1), variance=pooled_variance_mle
        ),
        "gda": lambda: GaussianDiscriminantAnalysis.fit(rows, labels, classes=(0, 1)),
        "qda": lambda: QuadraticDiscriminantAnalysis.fit(rows, labels, classes=(0, 1)),
        "logistic": lambda: LogisticRegression.fit(rows, labels, classes=(0, 1), l2=lam),
    }
    return fits[name]()


def grid_of(model: Any, state: State, cells: int) -> Grid:
    """Return the log odds of the second class on a grid."""

    def log_odds(x: float, y: float) -> float:
        scores = model.log_scores([x, y])
        return float(scores[1] - scores[0])

    return Grid.of(log_odds, *ranges_of_examples(state), cells=cells)


def draw(state: State) -> Scene:
    """Draw the examples, the regions of one classifier, and the boundaries of the others."""
    examples, classes = state["examples"], state["classes"]
    rows, labels = [[x, y] for x, y, _ in examples], [k for _, _, k in examples]
    marks: list[Mark] = []
    words: list[str] = []
    shown = NAMES if state["all"] else (state["model"],)
    for name in sorted(shown, key=lambda one: one != state["model"]):
        try:
            model = fitted(name, rows, labels, state["lam"])
            grid = grid_of(model, state, 12 if name in LINEAR else 36)
            if name == state["model"]:
                wrong = sum(model.classify(row) != y for row, y in zip(rows, labels))
                opposite = Grid(grid.xs, grid.ys, [[-v for v in row] for row in grid.values])
                marks += [
                    Region(opposite, label=f"class {classes[0]}"),
                    Region(grid, label=f"class {classes[1]}"),
                ]
                shape = "a straight line" if name in LINEAR else "a conic section"
                words.append(
                    f"{NAMES[name]}: the boundary is {shape}; {wrong} of {len(rows)} examples are "
                    f"on the wrong side.{_weights_in_words(name, model)}"
                )
            marks.append(Boundary(grid, label=NAMES[name]))
        except TextbookError as error:
            words.append(f"{NAMES[name]}. {nothing_to_draw(error)}")
    for k, label in enumerate(classes):
        some = [(x, y) for x, y, of in examples if of == k]
        if some:
            points = Points([x for x, _ in some], [y for _, y in some], label=f"class {label}")
            marks.append(points)
    (x_range, y_range), (x_name, y_name) = ranges_of_examples(state), state["names"]
    figure = Figure(
        NAMES[state["model"]][0].upper() + NAMES[state["model"]][1:],
        " ".join(words), x_name, y_name, [*marks, Surface()], x_range, y_range,
        equal_aspect=_ranges_are_similar(x_range, y_range),
    )  # fmt: skip
    return Scene(figure, example_handles(state))


def _weights_in_words(name: str, model: Any) -> str:
    """Return a sentence with the weights of a linear classifier, as in logistic regression."""
    if name not in LINEAR:
        return ""
    found = model if name == "logistic" else model.to_logistic()
    return f" Its log odds are {score_in_words(found.w0, found.w, ('x₁', 'x₂'))}."


def _ranges_are_similar(x: tuple[float, float], y: tuple[float, float]) -> bool:
    """Return whether both axes have similar ranges, so that one unit can have the same length."""
    return 0.5 < (x[1] - x[0]) / (y[1] - y[0]) < 2.5


CLOUD = (
    (-2.0, -1.0, 0), (-1.5, 0.5, 0), (-1.0, -0.5, 0), (-2.5, 0.0, 0), (-0.4, 1.4, 0),
    (-0.5, -1.5, 0), (-3.0, -1.8, 0), (0.4, 0.4, 0),
    (1.0, 0.5, 1), (1.5, 2.0, 1), (2.0, 1.0, 1), (0.0, -0.6, 1), (2.6, 2.4, 1),
    (1.0, -0.4, 1), (3.2, 1.8, 1), (1.8, 0.2, 1),
)  # fmt: skip
PICTURE = Picture(
    page="discriminant",
    title="Five classifiers on your examples",
    about=(
        "Add, drag, delete and repaint the examples; the classifier is fitted again each time. "
        "The shaded areas are its decisions."
    ),
    notice=(
        "One variance per feature, or one covariance matrix, makes the boundary straight, as in "
        "logistic regression; yet the three lines differ. Move one example far away from its "
        "class: logistic regression hardly changes, the others do."
    ),
    controls={
        "model": Choice("classifier", NAMES, "gnb"),
        "all": Toggle("show the boundaries of all five classifiers", False),
        "lam": Slider("λ, penalty of logistic regression", 0, 5, 0.1, 0.1),
    },
    draw=draw,
    examples=Examples(("0", "1"), CLOUD, (-5.0, 5.0), (-4.0, 4.0)),
    adopt=adopt_examples,
)
