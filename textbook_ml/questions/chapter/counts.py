"""Questions on counting: the indicator function, and the table of all relative frequencies."""

from collections import Counter
from collections.abc import Sequence

from textbook_ml.equations.counts import counts_by_class, full_joint_table, indicator
from textbook_ml.questions.framework.judge import Case, exactly, probability
from textbook_ml.questions.framework.question import misconception, question
from textbook_ml.questions.framework.random_values import Draw

Frequencies = dict[str, dict[str, float]]
ROWS = ("00", "01", "10", "11")  # two Boolean features, written as one string


@question(indicator, edges=[(True,), (False,)], judge=exactly)
def _(draw: Draw) -> Case:
    return (draw.of((True, False)),)


@misconception(
    indicator,
    "You return 1 where the condition fails. δ is 1 where the condition holds, and 0 elsewhere.",
)
def negated(condition: bool) -> int:
    return 0 if condition else 1


@misconception(
    indicator,
    "You return −1 where the condition fails. δ is 0 there, so that a sum of δ is a count.",
)
def minus_one(condition: bool) -> int:
    return 1 if condition else -1


@question(
    full_joint_table,
    edges=[
        (["00"], ["yes"]),
        (["00", "01"], ["yes", "yes"]),
        (["00", "00", "01"], ["yes", "no", "no"]),
        (["11", "00", "11", "00"], ["yes", "yes", "yes", "no"]),
    ],
    judge=probability(),
)
def _(draw: Draw) -> Case:
    n = draw.length()
    return draw.picks(ROWS, n), draw.picks(("yes", "no", "maybe")[: draw.whole(1, 3)], n)


@misconception(
    full_joint_table,
    "You divide by the number of all examples, which gives P(x, y). "
    "The estimate θ divides by #D{Y = y}.",
)
def divided_by_all(rows: Sequence[str], labels: Sequence[str]) -> Frequencies:
    table = counts_by_class(rows, labels)
    return {y: {x: n / len(rows) for x, n in cells.items()} for y, cells in table.items()}


@misconception(
    full_joint_table,
    "You divide by #D{X = x}, which gives P(y | x). The estimate θ divides by #D{Y = y}.",
)
def divided_by_equal_rows(rows: Sequence[str], labels: Sequence[str]) -> Frequencies:
    table, seen = counts_by_class(rows, labels), Counter(rows)
    return {y: {x: n / seen[x] for x, n in cells.items()} for y, cells in table.items()}


@misconception(full_joint_table, "You return the counts. Divide each by #D{Y = y}.")
def counts_not_divided(rows: Sequence[str], labels: Sequence[str]) -> Frequencies:
    table = counts_by_class(rows, labels)
    return {y: {x: float(n) for x, n in cells.items()} for y, cells in table.items()}


@misconception(
    full_joint_table,
    "You give every x of a class the same probability. "
    "An x that occurs twice has twice the probability of one that occurs once.",
)
def repeats_ignored(rows: Sequence[str], labels: Sequence[str]) -> Frequencies:
    table = counts_by_class(rows, labels)
    return {y: {x: 1 / len(cells) for x in cells} for y, cells in table.items()}
