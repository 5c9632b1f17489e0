"""Models, explanations and data sets print the tables that the command line prints."""

from io import StringIO
from typing import Any

import pytest

from tests.models_support import EXAMPLES, Example
from textbook_ml.commands.explain import explain
from textbook_ml.commands.fit import fit
from textbook_ml.core.console import WIDTH, display_width
from textbook_ml.core.printing import LONGEST_ABBREVIATED
from textbook_ml.data.datasets import load
from textbook_ml.data.table import Dataset
from textbook_ml.models.bernoulli_naive_bayes import BernoulliNaiveBayes
from textbook_ml.models.catalogue import MODELS, RECIPES, recipe
from textbook_ml.models.explanation import Explanation
from textbook_ml.models.gaussian_naive_bayes import GaussianNaiveBayes
from textbook_ml.models.json_codec import from_json
from textbook_ml.models.logistic_regression import LogisticRegression
from textbook_ml.models.multinomial_naive_bayes import MultinomialNaiveBayes
from textbook_ml.models.recipes import Settings

HOSTILE = "<img src=x onerror=alert(1)>\x1b[31m"
WITHOUT_DATA = ("logistic", "softmax")  # their table also has weights in units of the data


def report_of(model: Any) -> list[str]:
    """Print a model and return the lines."""
    stream = StringIO()
    print(model, file=stream)
    return stream.getvalue().splitlines()


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_every_model_prints_its_size_and_its_classes(example: Example) -> None:
    """The lines fit the console, and HTML contains the same text."""
    model = example.fitted()
    title, *lines = report_of(model)
    assert title.startswith(f"{type(model).__name__}: {len(model.classes)} classes, ")
    assert len(lines) > 2
    assert all(display_width(line) < WIDTH for line in lines)
    for y in model.classes:
        assert any(str(y) in line for line in lines)
    assert model._repr_html_().startswith("<pre ")
    assert model._repr_html_().count("\n") == len(lines)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_the_repr_of_a_small_model_can_be_evaluated(example: Example) -> None:
    """The result is an equal model."""
    from fractions import Fraction

    import textbook_ml

    model = example.fitted()
    names = {name: getattr(textbook_ml, name) for name in dir(textbook_ml)}
    assert eval(repr(model), {**names, "Fraction": Fraction}) == model


@pytest.mark.parametrize(
    "name",
    [one.name for one in RECIPES if {*one.kinds} & {"discrete", "continuous"}],
)
def test_print_shows_the_tables_of_the_command_fit(name: str) -> None:
    """All lines agree except the title, because a model does not know its data."""
    one = recipe(name)
    data = "play-tennis" if "discrete" in one.kinds else "iris"
    if one.to_row.__name__ not in ("numbers", "whole"):
        pytest.skip("no bundled table has only zeros and ones, or only counts")
    l2 = 1.0 if "l2" in one.options else None
    lines = list(fit(data, name, l2=None if l2 is None else "1"))
    model = one.fit(load(data), Settings(l2=l2))
    printed = report_of(model)
    if one.name in WITHOUT_DATA:
        shown = [line.split("  ")[0] for line in lines[lines.index("") :]]
        assert {line.split("  ")[0] for line in printed[-4:]} <= {*shown}
    else:
        assert printed[1:] == [str(line) for line in lines[lines.index("") :]]


def test_print_shows_the_table_of_the_command_explain(tmp_path: Any) -> None:
    """The table includes the bars; the command also prints the posterior."""
    model = recipe("categorical-nb").fit(load("play-tennis"))
    file = tmp_path / "model.json"
    file.write_text(model.to_json(), encoding="utf-8")
    lines = list(explain(str(file), "Outlook=Sunny,Temperature=Cool,Humidity=High,Wind=?"))
    why = from_json(file.read_text(encoding="utf-8"), MODELS).explain(
        ["Sunny", "Cool", "High", None]
    )
    assert report_of(why) == [lines[0], *lines[lines.index("") :]]
    assert "█" in str(why)
    assert "Missing values, which contribute nothing: Wind." in str(why)


def test_an_explanation_names_its_first_term_and_its_words() -> None:
    """The first term is the intercept of a regression or the prior of other models."""
    line = LogisticRegression((0, 1), ("x",), w0=1.0, w=(2.0,))
    assert "intercept" in str(line.explain([1.0]))
    text = MultinomialNaiveBayes.fit([{"buy": 2, "a": 1}, {"exam": 1, "a": 2, "buy": 1}], "sh")
    assert "a × 3" in str(text.explain({"a": 3, "buy": 1}))
    assert "prior" in str(text.explain({"a": 1}))
    assert repr(Explanation("a", "b", 1.0, 1.0, ())) == (
        "Explanation(chosen='a', other='b', log_odds=1.0, prior=1.0, contributions=())"
    )


def test_a_data_set_prints_its_summary() -> None:
    """The repr shows the first rows."""
    iris = load("iris")
    assert str(iris).splitlines() == iris.summary()
    assert repr(iris).startswith("Dataset(rows=((5.1, 3.5, 1.4, 0.2), ")
    assert len(repr(iris)) <= LONGEST_ABBREVIATED
    assert "<strong>150 rows, 4 features" in iris._repr_html_()


def test_hostile_names_are_escaped() -> None:
    """Names of classes, features and values are escaped in all reports."""
    model = GaussianNaiveBayes.fit(
        [[1.0], [3.0], [7.0], [9.0]], [HOSTILE] * 2 + ["b"] * 2, features=[f"{HOSTILE}2"]
    )
    data = Dataset(((HOSTILE,), ("c",)), (HOSTILE, "b"), (f"{HOSTILE}3",), ("discrete",), HOSTILE)
    for thing in (model, model.explain([2.0]), data):
        assert "&lt;img" in thing._repr_html_()
        for shown in (thing._repr_html_(), str(thing), repr(thing)):
            assert "\x1b" not in shown
        assert "<img" not in thing._repr_html_()


def test_large_models_print_little() -> None:
    """A model of a thousand words prints the most informative words and has a short repr."""
    words = [f"word{i}" for i in range(1000)]
    rows = [dict.fromkeys(words[::2], 1), dict.fromkeys(words[1::2], 1)]
    for model in (MultinomialNaiveBayes.fit(rows, "ab"), BernoulliNaiveBayes.fit(rows, "ab")):
        assert len(report_of(model)) < 20
        assert len(repr(model)) <= LONGEST_ABBREVIATED
    wide = GaussianNaiveBayes.fit([[float(i * j) for i in range(1, 999)] for j in range(4)], "aabb")
    assert len(report_of(wide)) < 100
    assert len(repr(wide)) <= LONGEST_ABBREVIATED
