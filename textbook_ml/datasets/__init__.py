"""The small tables that come with the package. Their origins are told in CREDITS.md.

    play-tennis   14 days, discrete         iris      150 flowers, continuous
    animals       20 animals, continuous    weather   1000 days, discrete
    spam          24 messages, text
"""

from collections.abc import Callable, Mapping
from importlib import resources
from io import StringIO
from math import lcm

from textbook_ml.data.csv_file import read_csv
from textbook_ml.data.table import Cell, Dataset
from textbook_ml.equations.independence import weather_joint
from textbook_ml.errors import require
from textbook_ml.registry import equation


def load(name: str) -> Dataset:
    """One of the tables, by its name.

    >>> len(load("iris"))
    150
    """
    require(name in _TABLES, f"there is no data set {name!r}: there are {', '.join(names())}")
    return _TABLES[name]()


def names() -> tuple[str, ...]:
    """What can be loaded.

    >>> names()
    ('play-tennis', 'iris', 'spam', 'animals', 'weather')
    """
    return tuple(_TABLES)


def play_tennis() -> Dataset:
    """Fourteen days, and whether tennis was played (Quinlan 1986; Mitchell 1997).

    >>> play_tennis().labels.count("Yes")
    9
    """
    return _read("play_tennis.csv")


def iris() -> Dataset:
    """Fifty flowers of each of three kinds, four lengths in centimetres.

    R. A. Fisher (1936), from the UCI Machine Learning Repository, CC BY 4.0; two cells are
    corrected as the repository's notes say.

    >>> iris().classes
    ('Iris-setosa', 'Iris-versicolor', 'Iris-virginica')
    """
    return _read("iris.csv")


@equation("ng-spam")
def spam() -> Dataset:
    """Twelve messages that nobody wants and twelve that somebody waits for, made up by us.

    >>> spam().kinds, spam().labels.count("spam"), spam().labels.count("ham")
    (('text',), 12, 12)
    """
    return _read("spam.csv")


@equation("ng-s0-elephants")
def animals() -> Dataset:
    """Ten dogs and ten elephants, made up by us: one can draw a line, or describe each kind.

    A dog weighs 30 kg on average and an elephant 4000; both spread widely about it.

    >>> sum(animals().numbers("weight_kg")) == 10 * 30 + 10 * 4000
    True
    """
    return _read("animals.csv")


def weather() -> Dataset:
    """Days of thunder and rain, and whether there was lightning: `weather_joint` in whole days.

    A thousand is the smallest number that has each kind of day exactly as often as it should
    be. Given the class, lightning, the two features are independent: naive Bayes is right.

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


def _read(file_name: str) -> Dataset:
    """A table of this folder, also from inside a zip."""
    file = resources.files(__name__).joinpath(file_name)
    return read_csv(StringIO(file.read_text(encoding="utf-8")))
