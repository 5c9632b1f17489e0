"""The figures of the source texts, computed with the equations of the chapter.

function_curves   the logistic function, two Gaussians, three losses, numbers of parameters
covariances       contours of the normal density, for the matrices and means that Ng draws
boundaries        random data with the straight boundary of GDA and the curved boundary of QDA
learning          the tables of naive Bayes, learning curves, and gradient ascent
"""

from collections.abc import Callable, Mapping

from textbook_ml.plots import Figure, Panels
from textbook_ml.study.figures.boundaries import gda, qda
from textbook_ml.study.figures.covariances import (
    correlation,
    moved_means,
    negative_correlation,
    scale,
)
from textbook_ml.study.figures.function_curves import gaussians, logistic, losses, parameters
from textbook_ml.study.figures.learning import learned, learning_curves, likelihood

FIGURES: Mapping[str, Callable[[], Figure | Panels]] = {
    "learned": learned,
    "parameters": parameters,
    "gaussians": gaussians,
    "logistic": logistic,
    "likelihood": likelihood,
    "learning-curves": learning_curves,
    "covariance-scale": scale,
    "covariance-correlation": correlation,
    "covariance-negative": negative_correlation,
    "means": moved_means,
    "gda": gda,
    "qda": qda,
    "losses": losses,
}
