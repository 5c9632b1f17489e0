"""The opening screen: contents of the chapter, a worked example, and commands to try."""

import csv
import pkgutil
from collections.abc import Iterable, Iterator

from textbook_ml.core.console import Heading, padded
from textbook_ml.equations import CHAPTER
from textbook_ml.equations.bayes import most_probable, naive_bayes_posterior
from textbook_ml.equations.smoothing import class_prior, theta_table

TODAY = {"Outlook": "Sunny", "Temperature": "Cool", "Humidity": "High", "Wind": "Strong"}


def opening(command: str) -> Iterator[str]:
    """Yield the lines of the opening screen: at most 24 lines of 80 columns."""
    yield Heading("textbook_ml: generative and discriminative classifiers that you can run")
    yield from _commands_in_two_columns()
    yield ""
    yield Heading("Naive Bayes: play tennis on a sunny, cool, humid, windy day? (14 past days)")
    yield from worked_example()
    yield ""
    yield f"  {command} read 15       show an equation, its code, an example"
    yield f"  {command} read          list the contents of the chapter"
    yield f"  {command} models iris   list the models for a table"
    yield f"  {command} --help        list all commands"


def worked_example() -> Iterator[str]:
    """Yield a table with the worked example: priors, likelihoods and posterior of naive Bayes."""
    # `pkgutil` does not import the package `textbook_ml.data`, which takes longer than the rest.
    file = pkgutil.get_data("textbook_ml", "data/datasets/play_tennis.csv") or b""
    days = list(csv.DictReader(file.decode("utf-8").splitlines()))
    labels = [day["PlayTennis"] for day in days]
    prior = class_prior(labels)
    columns = {feature: [day[feature] for day in days] for feature in TODAY}
    theta = {f: theta_table(column, labels, sorted(set(column))) for f, column in columns.items()}
    posterior = naive_bayes_posterior(
        prior, {y: [theta[feature][y][value] for feature, value in TODAY.items()] for y in prior}
    )
    yield _example_row("", "", prior)
    yield _example_row("(8)", "P(y)", [prior[y] for y in prior])
    for feature, value in TODAY.items():
        yield _example_row(
            "(6)", f"P({feature} = {value} | y)", [theta[feature][y][value] for y in prior]
        )
    exact = [f"{p} = {float(p):.3f}" for p in posterior.values()]
    row = _example_row("(2)", "P(y | today), by Bayes", exact)
    yield f"{row}   (3) {most_probable(posterior)}!"


def _example_row(number: str, what: str, cells: Iterable[object]) -> str:
    return (
        f"  {padded(number, 4)}{padded(what, 28)}"
        + "".join(padded(str(c), 18) for c in cells).rstrip()
    )


def _commands_in_two_columns() -> Iterator[str]:
    half = (len(CHAPTER) + 1) // 2
    cells = [f"{padded(module, 13)}{padded(where, 10)}{what}" for module, where, what in CHAPTER]
    for i in range(half):
        right = "".join(cells[i + half : i + half + 1])
        yield f"  {padded(cells[i], 39)}{right}".rstrip()
