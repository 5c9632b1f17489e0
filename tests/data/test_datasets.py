"""The bundled tables are complete, credited, and as their docstrings describe."""

from collections import Counter
from fractions import Fraction
from importlib import resources

import pytest

from textbook_ml.core.errors import TextbookError
from textbook_ml.core.numeric import mean
from textbook_ml.core.text import tokens
from textbook_ml.data import datasets
from textbook_ml.equations.independence import weather_joint


@pytest.mark.parametrize(
    ("name", "shape", "kind", "classes"),
    [
        ("play-tennis", (14, 4), "discrete", {"No": 5, "Yes": 9}),
        ("iris", (150, 4), "continuous", dict.fromkeys(datasets.iris().classes, 50)),
        ("spam", (24, 1), "text", {"spam": 12, "ham": 12}),
        ("animals", (20, 2), "continuous", {"dog": 10, "elephant": 10}),
        ("weather", (1000, 2), "discrete", {"yes": 100, "no": 900}),
    ],
)
def test_each_table_has_its_size(
    name: str, shape: tuple[int, int], kind: str, classes: dict[str, int]
) -> None:
    """Rows, features, kinds and class sizes are as documented; no cell is missing."""
    table = datasets.load(name)
    assert (len(table), len(table.features)) == shape
    assert set(table.kinds) == {kind}
    assert Counter(table.labels) == classes
    assert not any(None in row for row in table.rows)


def test_the_list_is_complete() -> None:
    """Every file of the folder is one of the tables, and every name can be loaded."""
    assert len(datasets.names()) == 5
    files = {f.name for f in resources.files(datasets).iterdir() if f.name.endswith(".csv")}
    shipped = {f"{name.replace('-', '_')}.csv" for name in datasets.names()}
    assert shipped - files == {"weather.csv"}
    assert files <= shipped


def test_the_error_for_an_unknown_name_suggests_names() -> None:
    """The error suggests similar names if there are any, otherwise all names."""
    with pytest.raises(TextbookError, match=r"no bundled table 'Iris'\. Did you mean iris\?"):
        datasets.load("Iris")
    with pytest.raises(TextbookError, match=r"no bundled table 'q'\. Tables: play-tennis, iris"):
        datasets.load("q")


def test_iris_has_the_values_of_fisher() -> None:
    """Class means are those of Fisher; two rows with errors in many copies are correct."""
    iris = datasets.iris()
    means = {
        y: [
            float(mean([Fraction(str(x)) for x, label in zip(cells, iris.labels) if label == y]))
            for _, _, cells in iris.columns()
        ]
        for y in iris.classes
    }
    assert means == {
        "Iris-setosa": [5.006, 3.428, 1.462, 0.246],
        "Iris-versicolor": [5.936, 2.77, 4.26, 1.326],
        "Iris-virginica": [6.588, 2.974, 5.552, 2.026],
    }
    assert iris.rows[34] == (4.9, 3.1, 1.5, 0.2)
    assert iris.rows[37] == (4.9, 3.6, 1.4, 0.1)


def test_borrowed_tables_are_credited() -> None:
    """The licence of iris requires names, the source, a link and a list of changes."""
    credits = resources.files(datasets).joinpath("CREDITS.md").read_text(encoding="utf-8")
    for words in ("Fisher", "1936", "UCI Machine Learning Repository", "CC BY 4.0", "Changed"):
        assert words in credits
    assert "creativecommons.org/licenses/by/4.0" in credits
    for name in ("iris.csv", "play_tennis.csv", "spam.csv", "animals.csv"):
        assert f"`{name}`" in credits


def test_the_weather_is_the_joint_table_in_whole_days() -> None:
    """The frequencies equal the joint table exactly, with the smallest number of days."""
    table = datasets.weather()
    days = Counter((*row, label) for row, label in zip(table.rows, table.labels))
    word = {True: "yes", False: "no"}
    for values, p in weather_joint().items():
        assert Fraction(days[tuple(word[bool(v)] for v in values)], len(table)) == p
    ps = list(weather_joint().values())
    assert not any(all((n * p).denominator == 1 for p in ps) for n in range(1, len(table)))


def test_dogs_and_elephants_are_separable() -> None:
    """The means are round numbers; every elephant is heavier and taller than any dog."""
    table = datasets.animals()
    for name, dog, elephant in (("weight_kg", 30, 4000), ("height_cm", 60, 300)):
        column = table.numbers(name)
        assert (mean(column[:10]), mean(column[10:])) == (dog, elephant)
        assert max(column[:10]) < min(column[10:])


def test_no_single_word_separates_the_messages() -> None:
    """'free' is in half of the spam and in one normal message; all messages are different."""
    table = datasets.spam()
    words = [set(tokens(str(text))) for text in table.column("text")]
    with_free = Counter(y for y, w in zip(table.labels, words) if "free" in w)
    assert with_free == {"spam": 6, "ham": 1}
    assert len(set(table.column("text"))) == len(table)
