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


def new_question(name: str, *, out: str | None = None) -> Iterator[str]:
    """Write a template with a question on the function `name`, and print what to do next."""
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
    write_report(path, TEMPLATE.replace("FUNCTION", name))
    yield f"{path}: a question on {name}, with comments. Change it, then test it:"
    yield f"  {command_name()} try-question {path}"
    yield f"To use it, write this line to an assignment next to {path.name}, such as hw.toml:"
    yield f'  questions = ["{path.stem}:{name}"]'
