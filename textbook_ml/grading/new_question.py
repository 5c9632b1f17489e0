"""The command `new-question`: write a template for a question of the teacher's own."""

from collections.abc import Iterator
from keyword import iskeyword
from pathlib import Path

from textbook_ml.core.command_line import command_name
from textbook_ml.core.errors import require
from textbook_ml.grading.reports.report_files import write_report

TEMPLATE = '''"""Questions of my course. It contains the answers: do not give it to students."""

from textbook_ml.questions import Case, Draw, close, misconception, question


# 1. The reference: the right answer. Students get its name, its arguments and this docstring;
#    they never get its body. The first line is the title, indented lines are the formula, and the
#    lines after >>> are examples.
def FUNCTION(xs: list[float]) -> float:
    """Range of a list of numbers: the largest minus the smallest.

        r = max xᵢ − min xᵢ

    The list has at least one number.

    >>> FUNCTION([3.0, 1.0, 2.0])
    2.0
    """
    return max(xs) - min(xs)


# 2. The test cases. A case is a tuple with the arguments of one call. `edges` are always used:
#    write the special cases here (one item, ties, zeros, large numbers). The decorated function
#    draws more cases from the seed, small ones first; leave it out if `edges` are enough.
#    draw.number(), draw.numbers(n), draw.positive(), draw.probability(), draw.bits(n),
#    draw.length(low, high), draw.whole(low, high), draw.of(options), draw.table(n, width) …
#    How answers are compared: close(relative=1e-9), exactly, probability(), distribution(),
#    any_best(scores), in_any_order, maximum(objective).
#    Cases for which the reference raises ValueError are left out.
@question(FUNCTION, edges=[([1.0],), ([2.0, 2.0],), ([-1.0, 3.0, 3.0],)], judge=close())
def _(draw: Draw) -> Case:
    return (draw.numbers(draw.length(1)),)


# 3. Misconceptions: wrong versions that students write, each with the hint that they get. A hint
#    says what the code does, and what is asked.
@misconception(FUNCTION, "You return the largest number. Subtract the smallest from it.")
def largest(xs: list[float]) -> float:
    return max(xs)


@misconception(FUNCTION, "You take the first and the last number. The list is not sorted.")
def last_minus_first(xs: list[float]) -> float:
    return xs[-1] - xs[0]
'''


CLASS = '''"""A question on a class. It contains the answers: do not give it to students."""

from textbook_ml.questions import Case, Draw, class_question, misconception


# 1. The reference class. Students get the docstrings and the methods without their bodies.
#    predict_proba returns a dict by label (or a list in the order of the sorted labels) for each
#    row, predict a label for each row.
class FUNCTION:
    """Classifier that ignores the features and predicts the frequencies of the labels.

    After `fit`, the attribute `priors_` is a dict with the frequency of each label.
    """

    def __init__(self, pseudo: float = 0.0) -> None:
        """Store the number of pseudo-examples that is added to each label."""
        self.pseudo = pseudo

    def fit(self, rows: list[list[float]], labels: list[str]) -> None:
        """Learn the frequency of each label."""
        known = sorted(set(labels))
        total = len(labels) + self.pseudo * len(known)
        self.priors_ = {y: (labels.count(y) + self.pseudo) / total for y in known}

    def predict_proba(self, rows: list[list[float]]) -> list[dict[str, float]]:
        """Return the probability of each label, for each row."""
        return [dict(self.priors_) for _ in rows]

    def predict(self, rows: list[list[float]]) -> list[str]:
        """Return the most probable label, for each row."""
        return [max(p, key=lambda y: p[y]) for p in self.predict_proba(rows)]


# 2. The parts: predict_proba and predict if the class has them, these attributes, and these
#    invariances (row_order, feature_order, duplicates, label_names): if the training data are
#    changed in this way, the predictions must stay the same. A case is (rows, labels, new rows).
@class_question(
    FUNCTION,
    attributes=["priors_"],
    invariances=["row_order", "feature_order", "label_names"],
    edges=[([[0.0], [1.0], [2.0]], ["a", "a", "b"], [[0.5]])],
)
def _(draw: Draw) -> Case:
    n, width = draw.length(3, 9), draw.length(1, 3)
    return draw.table(n, width), draw.covering(["a", "b"], n), draw.table(2, width)


# 3. Misconceptions are wrong versions of the class, each with a hint.
@misconception(FUNCTION, "You give all labels the same probability. Count how often each occurs.")
class Uniform(FUNCTION):
    def fit(self, rows: list[list[float]], labels: list[str]) -> None:
        known = sorted(set(labels))
        self.priors_ = {y: 1 / len(known) for y in known}
'''
SCRIPT = '''"""A question on a script. It contains the answers: do not give it to students."""

from textbook_ml.questions import Case, Draw, misconception, script_question


# 1. The reference is a function; students write a script that reads train.csv (x1, x2, …, label)
#    and test.csv (x1, x2, …) and writes predictions.csv with the column label.
def FUNCTION(
    rows: list[list[float]], labels: list[str], new_rows: list[list[float]]
) -> list[str]:
    """Predict the label of the nearest training example (sum of squared differences).

    If two examples are equally near, the first one counts.
    """

    def nearest(new: list[float]) -> str:
        distances = [sum((a - b) * (a - b) for a, b in zip(row, new)) for row in rows]
        return labels[distances.index(min(distances))]

    return [nearest(new) for new in new_rows]


# 2. A case is (rows, labels, new rows); the grader writes the two CSV files from it.
#    The second edge case distinguishes squared differences from absolute ones (18 < 25, 6 > 5).
@script_question(
    FUNCTION,
    edges=[
        ([[0.0], [3.0]], ["a", "b"], [[1.0], [2.0], [1.5]]),
        ([[3.0, 3.0], [5.0, 0.0]], ["a", "b"], [[0.0, 0.0]]),
    ],
)
def _(draw: Draw) -> Case:
    n, width = draw.length(2, 9), draw.length(1, 3)
    return draw.table(n, width), draw.picks(["a", "b"], n), draw.table(3, width)


# 3. Misconceptions are wrong versions of the reference, each with a hint.
@misconception(FUNCTION, "You always predict the most frequent label. Use the nearest example.")
def most_frequent(
    rows: list[list[float]], labels: list[str], new_rows: list[list[float]]
) -> list[str]:
    return [max(sorted(set(labels)), key=labels.count)] * len(new_rows)
'''
TEMPLATES = {"function": TEMPLATE, "class": CLASS, "script": SCRIPT}


def new_question(name: str, *, form: str = "function", out: str | None = None) -> Iterator[str]:
    """Write a template with a question on `name`, and print what to do next."""
    require(
        name.isidentifier() and not iskeyword(name),
        f"NAME must be the name of a Python function, such as spread, got {name!r}",
    )
    path = Path(f"{name}.py" if out is None else out)
    require(
        path.suffix == ".py" and path.stem.isidentifier(),
        f"--out must be a Python file whose name can be imported, such as hw3.py, "
        f"got {str(path)!r}",
    )
    require(
        not path.exists(),
        f"--out {path}: the file exists and is not overwritten. Fix: choose a new name.",
    )
    write_report(path, TEMPLATES[form].replace("FUNCTION", name))
    yield f"{path}: a question on {name}, with comments. Change it, then test it:"
    yield f"  {command_name()} try-question {path}"
    yield f"To use it, write this line to an assignment next to {path.name}, such as hw.toml:"
    yield f'  questions = ["{path.stem}:{name}"]'
