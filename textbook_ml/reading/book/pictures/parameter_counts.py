"""The number of free parameters of each model as the number of features grows."""

from collections.abc import Callable

from textbook_ml.equations.parameters import (
    discrete_parameters,
    discriminant_parameters,
    full_joint_parameters,
    gaussian_parameters,
    logistic_parameters,
    prior_parameters,
    quadratic_parameters,
    tied_gaussian_parameters,
)
from textbook_ml.plots import Figure, Line, Log, Rule
from textbook_ml.reading.book.pictures._picture import Picture, Scene, Slider, State, Toggle

MOST = 30  # features


def draw(state: State) -> Scene:
    """Draw the numbers of parameters on a logarithmic axis."""
    n, k, j = int(state["n"]), int(state["k"]), int(state["j"])
    prior = prior_parameters(k) if state["prior"] else 0
    models: dict[str, Callable[[int], int]] = {
        "full table": lambda m: full_joint_parameters(m, j, k) + prior,
        "quadratic": lambda m: quadratic_parameters(m, k) + prior,
        "GDA": lambda m: discriminant_parameters(m, k) + prior,
        "Gaussian NB": lambda m: gaussian_parameters(m, k) + prior,
        "one variance": lambda m: tied_gaussian_parameters(m, k) + prior,
        "discrete NB": lambda m: discrete_parameters([j] * m, k) + prior,
        "logistic": lambda m: logistic_parameters(m, k),
    }
    sizes = range(1, MOST + 1)
    said = ", ".join(f"{name} {count(n):,}".replace(",", " ") for name, count in models.items())
    return Scene(
        Figure(
            title=f"Free parameters with {n} features",
            description=f"With {n} features, {k} classes and {j} values of a feature: {said}.",
            x_label="number of features",
            y_label="free parameters",
            marks=[
                *(Line(sizes, [count(m) for m in sizes], label=x) for x, count in models.items()),
                Rule(x=n),
            ],
            y_scale=Log(),
        )
    )


PICTURE = Picture(
    page="parameters",
    title="How many numbers must be estimated?",
    about="Each line is a model. Change the number of features, classes and values.",
    notice=(
        "On the logarithmic axis only the full table is a straight line: it alone grows "
        "exponentially. GDA grows with the square, naive Bayes in proportion."
    ),
    controls={
        "n": Slider("features", 1, MOST, 1, 10),
        "k": Slider("classes", 2, 6, 1, 2),
        "j": Slider("values of a discrete feature", 2, 5, 1, 2),
        "prior": Toggle("add the parameters of the prior", True),
    },
    draw=draw,
)
