"""`check(function)`: verdict, failing call and hint, from a worker process if possible."""

import functools
import linecache
import math
import os
import signal
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import fsum as exact_sum
from pathlib import Path
from textwrap import dedent
from threading import Timer
from typing import Any

import pytest

import textbook_ml
from textbook_ml.core.errors import TextbookError
from textbook_ml.grading import notebook_check
from textbook_ml.grading.function_source import NoSource, collect
from textbook_ml.grading.notebook_check import CheckResult, check

CALLS: list[int] = []
ONE = 1
HALF, ENDLESS = Fraction(1, 2), float("inf")
OPAQUE = object()


def variance_mvue(xs: Sequence[float], mu: float) -> float:
    CALLS.append(os.getpid())
    return sum((x - mu) ** 2 for x in xs) / len(xs)


class Sum:
    """A helper that is a class."""

    def __init__(self, xs: Any) -> None:
        self.xs = xs

    def value(self) -> float:
        return exact_sum(self.xs)


def squares(xs: Any, mu: Any) -> list[Any]:
    return [squared(x - mu) for x in xs]


def squared(x: Any) -> Any:
    return x * x


def my_variance(xs: Sequence[float], mu: float, less: int = ONE) -> float:
    assert HALF < ENDLESS and math.pi > 3
    return Sum(squares(xs, mu)).value() / (len(xs) - less)


@functools.cache
def cached(xs: Any, mu: Any) -> Any:
    return xs


def notebook_cell(text: str, name: str = "variance_mvue") -> Callable[..., Any]:
    """Return a function as a notebook defines it: in `__main__`, with its source in `linecache`."""
    source, file = dedent(text), f"<cell of {name} {len(text)}>"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    namespace: dict[str, Any] = {"__name__": "__main__"}
    exec(compile(source, file, "exec"), namespace)
    function: Callable[..., Any] = namespace[name]
    return function


def test_a_mistake_is_shown_with_the_smallest_call_and_the_hint() -> None:
    """The function runs in another process: what it changes here stays as it was."""
    result = check(variance_mvue)
    assert not result.passed
    assert result.verdict == "wrong value"
    assert result.counterexample is not None
    assert result.counterexample.call.startswith("variance_mvue([")
    assert result.hint == "You divide by N, which is (14), the MLE. Equation (15) divides by N − 1."
    assert result.isolation.startswith("process")
    assert CALLS == []


def test_a_result_prints_and_displays_itself() -> None:
    """The text for `print` and the console, and the same as HTML for a notebook."""
    result = check(variance_mvue)
    text = str(result)
    assert text.startswith("✗ variance_mvue (mitchell-15): wrong value\n  smallest failing call:\n")
    assert "→ You divide by N" in text
    assert "Your teacher grades with other cases." in text
    assert f"Isolation: {result.isolation}." in text
    assert repr(result) == text
    html = result._repr_html_()
    assert "<strong>✗ variance_mvue (mitchell-15): wrong value</strong>" in html
    assert html.count("<") == 6  # div, pre and strong: nothing else is markup


def test_the_page_shows_what_a_notebook_shows() -> None:
    """The example of docs/grading.md, but for the isolation, which depends on the system."""
    page = Path(textbook_ml.__file__).parents[1] / "docs" / "grading.md"
    section = page.read_text(encoding="utf-8").partition("### Check in a notebook")[2]
    cell = section.partition("```python\n")[2].partition("```")[0]
    shown = section.partition("```text\n")[2].partition("```")[0]
    definition, _, call = cell.rstrip().rpartition("\n")
    assert call == "check(variance_mvue)"
    result = check(notebook_cell(definition + "\n"))
    assert str(result).splitlines()[:-1] == shown.splitlines()[:-1]


def test_a_function_with_another_name_and_helpers_passes() -> None:
    """Helpers, classes, imports, constants and defaults are sent with it."""
    result = check(my_variance, question="mitchell-15")
    assert result.passed, result
    assert result.question.function == "variance_mvue"
    assert result.notes == ()


def test_the_name_is_public() -> None:
    """`from textbook_ml import check`."""
    assert textbook_ml.check is check


def test_a_function_of_a_notebook_is_checked_with_its_line() -> None:
    """The line is that of the cell, also with a helper before it."""
    function = notebook_cell(
        """\
        import math

        def helper(x):
            return x * math.sqrt(0)

        def variance_mvue(xs, mu):
            n = helper(1)
            return 1 / n
        """
    )
    result = check(function)
    assert result.verdict == "raised"
    assert "It raised ZeroDivisionError in line 8" in str(result)


def test_a_class_of_a_notebook_is_found() -> None:
    """`inspect` cannot find classes of `__main__`."""
    function = notebook_cell(
        """\
        class Deviations:
            def __init__(self, xs, mu):
                self.squares = [(x - mu) * (x - mu) for x in xs]

        def variance_mvue(xs, mu):
            return sum(Deviations(xs, mu).squares) / (len(xs) - 1)
        """
    )
    function.__globals__["Deviations"].__module__ = "__main__"
    assert check(function).passed


def test_lambdas_are_checked_in_a_worker_process() -> None:
    """With a name, or written in the call."""
    mvue = lambda xs, mu: sum((x - mu) ** 2 for x in xs) / (len(xs) - 1)  # noqa: E731
    for result in (
        check(mvue, "variance_mvue"),
        check(lambda xs, mu: sum((x - mu) ** 2 for x in xs) / (len(xs) - 1), "variance_mvue"),
    ):
        assert result.passed
        assert result.isolation.startswith("process")


def test_closures_and_local_names() -> None:
    """A value of an enclosing function is sent; a local name is not looked up outside."""
    less, OPAQUE = 1, 0

    def variance_mvue(xs: Any, mu: Any) -> Any:
        OPAQUE = sum((x - mu) ** 2 for x in xs)
        return OPAQUE / (len(xs) - less)

    result = check(variance_mvue)
    assert result.passed, result
    assert result.notes == ()
    assert OPAQUE == 0


def test_a_value_that_cannot_be_sent_is_noted() -> None:
    """The note names the value and its type."""

    def variance_mvue(xs: Any, mu: Any) -> Any:
        return OPAQUE

    result = check(variance_mvue)
    assert result.verdict == "raised"
    (note,) = result.notes
    assert note.startswith("variance_mvue uses OPAQUE (of type object), which cannot be sent")


@pytest.mark.parametrize(
    ("body", "verdict"),
    [("os._exit(3)", "crashed"), ("raise NotImplementedError", "not attempted")],
)
def test_a_function_that_ends_its_process_does_not_end_this_one(body: str, verdict: str) -> None:
    """The process of the notebook lives on; a function without a body is not written yet."""
    function = notebook_cell(f"import os\n\ndef variance_mvue(xs, mu):\n    {body}\n")
    assert check(function).verdict == verdict


def test_without_source_the_function_is_called_here_with_a_note() -> None:
    """There is nothing that could be sent to a worker process."""
    namespace: dict[str, Any] = {}
    exec("def odds(p): return p / (1 + p)", namespace)
    with pytest.raises(NoSource):
        collect(namespace["odds"])
    result = check(namespace["odds"])
    assert not result.passed
    assert result.counterexample is not None
    assert "none. The function ran in this Python process, because its source" in result.isolation


def test_without_processes_the_code_runs_here_with_a_note(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a browser; the verdict and the hint are the same."""
    import sys

    there = check(variance_mvue)
    monkeypatch.setattr(notebook_check, "NO_PROCESSES", (sys.platform,))
    here = check(variance_mvue)
    assert here.isolation.startswith("none. The function ran in this Python process, because this")
    assert (here.verdict, here.hint, here.counterexample) == (
        there.verdict, there.hint, there.counterexample,
    )  # fmt: skip
    assert check(my_variance, "variance_mvue").passed


def test_if_no_process_can_be_started_the_reason_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    """For example if the number of processes is limited."""

    def fails(*arguments: Any, **named: Any) -> Any:
        raise BlockingIOError("too many processes")

    monkeypatch.setattr(notebook_check, "grade_submission", fails)
    result = check(variance_mvue)
    assert "no worker process could start (too many processes)" in result.isolation


def test_an_assignment_sets_packages_and_hides_questions(tmp_path: Path) -> None:
    """The limits of the teacher's file apply."""
    file = tmp_path / "hw.toml"
    file.write_text('questions = ["variance_mvue", {ask = "mean_mle", hidden = true}]\ncases = 7\n')
    result = check(my_variance, "variance_mvue", assignment=str(file))
    assert result.passed
    assert "Right on all 7 cases" in result.question.words
    with pytest.raises(TextbookError, match="hidden. Only your teacher can check them"):
        check(my_variance, "mean_mle", assignment=str(file))


@pytest.mark.skipif(not hasattr(signal, "SIGINT"), reason="no signals")
def test_the_student_can_interrupt() -> None:
    """Ctrl-C, or the stop button of the notebook, ends the check at once."""

    def variance_mvue(xs: Any, mu: Any) -> Any:
        while True:
            pass

    timer = Timer(1.5, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        check(variance_mvue)
    timer.join()
    assert isinstance(check(my_variance, "variance_mvue"), CheckResult)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: check("variance_mvue"), r"without quotes.*Fix: check\(variance_mvue\)"),  # type: ignore[arg-type]
        (lambda: check(3), "needs a function, got a value of type int"),  # type: ignore[arg-type]
        (lambda: check(Sum), "needs a function, got a value of type type"),
        (lambda: check(squares), r"unknown question 'squares'.*check\(squares, question=\"…\"\)"),
        (lambda: check(my_variance, "variance_mvu"), "Did you mean variance_mvue"),
        (lambda: check(my_variance, "sontag-losses"), "stands for .* questions. Fix: use one"),
        (
            lambda: check(textbook_ml.variance_mvue),
            "function of textbook_ml itself.*define your own variance_mvue first",
        ),
    ],
)
def test_wrong_calls_are_rejected(call: Callable[[], object], message: str) -> None:
    """Each with a fix."""
    with pytest.raises(TextbookError, match=message):
        call()


def test_a_helper_with_the_name_of_the_question_is_rejected() -> None:
    """Otherwise it would be replaced by the function that calls it."""

    def outer(xs: Any, mu: Any) -> Any:
        return variance_mvue(xs, mu)

    with pytest.raises(TextbookError, match="outer uses another function of yours.*rename"):
        check(outer, "variance_mvue")


def test_a_decorated_function_is_collected_with_its_decorator() -> None:
    """The import of the decorator comes first."""
    cells = collect(cached).cells
    assert "import functools" in cells
    assert cells[-1].lstrip().startswith("@functools.cache\ndef cached(")
