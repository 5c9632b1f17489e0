"""The small tables bundled with the package. CREDITS.md states their origin.

play-tennis   14 days, discrete         iris      150 flowers, continuous
animals       20 animals, continuous    weather   1000 days, discrete
spam          24 messages, text
"""

from collections.abc import Callable, Mapping
from importlib import resources
from io import StringIO
from math import lcm

from textbook_ml.core.errors import TextbookError, did_you_mean, quoted
from textbook_ml.data.csv_file import read_csv
from textbook_ml.data.table import Cell, Dataset
from textbook_ml.equations.independence import weather_joint
from textbook_ml.sources.registry import equation


def load(name: str) -> Dataset:
    """Return one of the tables by its name.

    >>> len(load("iris"))
    150
    """
    if name not in _TABLES:
        near = did_you_mean(name, _TABLES, f"Tables: {', '.join(_TABLES)}")
        raise TextbookError(f"there is no bundled table {quoted(name)}. {near}")
    return _TABLES[name]()


def names() -> tuple[str, ...]:
    """Return the names of the bundled tables.

    >>> names()
    ('play-tennis', 'iris', 'spam', 'animals', 'weather')
    """
    return tuple(_TABLES)


def play_tennis() -> Dataset:
    """Fourteen days, and whether tennis was played (Quinlan 1986; Mitchell 1997).

    >>> play_tennis().labels.count("Yes")
    9
    """
    return _read_dataset("play_tennis.csv")


def iris() -> Dataset:
    """Fifty flowers of each of three species, with four lengths in centimetres.

    R. A. Fisher (1936), from the UCI Machine Learning Repository, CC BY 4.0. Two cells are
    corrected, following the notes of the repository.

    >>> iris().classes
    ('Iris-setosa', 'Iris-versicolor', 'Iris-virginica')
    """
    return _read_dataset("iris.csv")


@equation("ng-spam")
def spam() -> Dataset:
    """Twelve invented spam messages and twelve invented normal messages (ham).

    >>> spam().kinds, spam().labels.count("spam"), spam().labels.count("ham")
    (('text',), 12, 12)
    """
    return _read_dataset("spam.csv")


@equation("ng-s0-elephants")
def animals() -> Dataset:
    """Ten invented dogs and ten invented elephants, for a discriminative or a generative model.

    The mean weight is 30 kg for dogs and 4000 kg for elephants, with large variances.

    >>> sum(animals().numbers("weight_kg")) == 10 * 30 + 10 * 4000
    True
    """
    return _read_dataset("animals.csv")


def weather() -> Dataset:
    """1000 days with thunder, rain and the class lightning, distributed as `weather_joint`.

    1000 is the smallest number of days with exactly these proportions. Given the class, the two
    features are independent, so the assumption of naive Bayes holds.

    >>> weather().labels.count("yes"), len(weather())
    (100, 1000)
    """
    joint = weather_joint()
    n_days = lcm(*(p.denominator for p in joint.values()))
    rows: list[tuple[Cell, ...]] = []
    labels: list[str] = []
    for values, p in joint.items():
        thunder, rain, lightning = ("yes" if value else "no" for value in values)
        times = int(n_days * p)
        rows += [(thunder, rain)] * times
        labels += [lightning] * times
    return Dataset(
        rows=tuple(rows),
        labels=tuple(labels),
        features=("thunder", "rain"),
        kinds=("discrete", "discrete"),
        label_name="lightning",
    )


_TABLES: Mapping[str, Callable[[], Dataset]] = {
    "play-tennis": play_tennis,
    "iris": iris,
    "spam": spam,
    "animals": animals,
    "weather": weather,
}


def _read_dataset(file_name: str) -> Dataset:
    """Return a table of this folder, even if the package is in a zip file."""
    file = resources.files(__name__).joinpath(file_name)
    return read_csv(StringIO(file.read_text(encoding="utf-8")))
