"""The running examples of the stories: days of tennis, petals of two irises, four students."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache

from textbook_ml.data import datasets
from textbook_ml.equations.ascent import newton_step
from textbook_ml.equations.counts import count
from textbook_ml.equations.smoothing import class_prior, theta_smoothed
from textbook_ml.reading.opening_screen import TODAY

Factors = Mapping[str, Sequence[Fraction]]

DAY = tuple(TODAY.values())
OVERCAST_DAY = ("Overcast", "Hot", "High", "Strong")


def prior() -> dict[str, Fraction]:
    """Return the fraction of the days with and without play."""
    return class_prior(datasets.play_tennis().labels)


def counted(feature: int, value: object, label: str) -> int:
    """Return on how many days with this label the feature had this value."""
    days = datasets.play_tennis()
    pairs = zip(days.rows, days.labels)
    return count(pairs, lambda one: one[0][feature] == value and one[1] == label)


def n_days(label: str) -> int:
    """Return the number of days with this label."""
    return count(datasets.play_tennis().labels, lambda one: one == label)


def n_values(feature: int) -> int:
    """Return how many values a feature of the days has."""
    return len({row[feature] for row in datasets.play_tennis().rows})


def factors(day: Sequence[str], strength: int = 0) -> dict[str, list[Fraction]]:
    """Return P(value | label) for each feature of a day, smoothed by (7) if strength is not 0."""
    return {
        y: [
            theta_smoothed(counted(i, value, y), n_days(y), n_values(i), Fraction(strength))
            for i, value in enumerate(day)
        ]
        for y in prior()
    }


SPECIES = ("Iris-versicolor", "Iris-virginica")


@cache
def petals() -> tuple[list[list[float]], list[str]]:
    """Return length and width of the petals of two species, and the species."""
    iris = datasets.iris()
    sizes = zip(iris.numbers("petal_length"), iris.numbers("petal_width"), iris.labels)
    chosen = [([length, width], str(label)) for length, width, label in sizes if label in SPECIES]
    return [size for size, _ in chosen], [label for _, label in chosen]


def lengths(species: str) -> list[float]:
    """Return the petal lengths of a species."""
    return [size[0] for size, label in zip(*petals()) if label == species]


HOURS = (1.0, 2.0, 3.0, 4.0)  # hours of study of four students
STUDENTS = [[1.0, hours] for hours in HOURS]
PASSED = [0, 1, 0, 1]

# The probabilities of three words in spam (1) and in other messages (0): that a message contains
# the word, and that a word of a message is this one.
OCCURS = {
    1: [Fraction(3, 4), Fraction(1, 2), Fraction(1, 4)],
    0: [Fraction(1, 4), Fraction(1, 2), Fraction(3, 4)],
}
WORDS = {
    1: {"buy": Fraction(1, 2), "now": Fraction(1, 3), "exam": Fraction(1, 6)},
    0: {"buy": Fraction(1, 6), "now": Fraction(1, 3), "exam": Fraction(1, 2)},
}


@cache
def best_weights() -> tuple[float, ...]:
    """Return the weights that maximise the likelihood of the results of the four students."""
    w = [0.0, 0.0]
    for _ in range(10):
        w = newton_step(w, STUDENTS, PASSED)
    return tuple(w)
