"""`check(function)` reports verdict, failing call and hint, using a worker if possible."""

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
from textbook_ml.grading.function_source import SourceUnavailable, collect_source
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
    """The function runs in a worker process, so its side effects do not occur here."""
    result = check(variance_mvue)
    assert not result.passed
    assert result.verdict == "wrong value"
    assert result.counterexample is not None
    assert result.counterexample.call.startswith("variance_mvue([")
    assert result.hint == "You divide by N, which is (14), the MLE. Equation (15) divides by N − 1."
    assert result.isolation.startswith("process")
    assert CALLS == []


def test_a_result_has_text_for_print_and_html_for_notebooks() -> None:
    """The text for `print` and the HTML for a notebook have the same content."""
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


def test_documented_check_result_matches_the_output() -> None:
    """The example of docs/grading.md is the actual output, except for the isolation."""
    page = Path(textbook_ml.__file__).parents[1] / "docs" / "grading.md"
    section = page.read_text(encoding="utf-8").partition("### Check in a notebook")[2]
    cell = section.partition("```python\n")[2].partition("```")[0]
    shown = section.partition("```text\n")[2].partition("```")[0]
    definition, _, call = cell.rstrip().rpartition("\n")
    assert call == "check(variance_mvue)"
    result = check(notebook_cell(definition + "\n"))
    assert str(result).splitlines()[:-1] == shown.splitlines()[:-1]


def test_a_function_with_another_name_and_helpers_passes() -> None:
    """Helpers, classes, imports, constants and defaults are sent with the function."""
    result = check(my_variance, question="mitchell-15")
    assert result.passed, result
    assert result.question.function == "variance_mvue"
    assert result.notes == ()


def test_check_is_a_public_name() -> None:
    """`from textbook_ml import check` works."""
    assert textbook_ml.check is check


def test_line_numbers_are_those_of_the_notebook_cell() -> None:
    """The line number is counted in the cell, even if a helper is sent before the function."""
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


def test_source_of_a_notebook_class_is_found() -> None:
    """The source is found although `inspect` cannot find classes of `__main__`."""
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
    """A lambda may have a name or be written in the call of `check`."""
    mvue = lambda xs, mu: sum((x - mu) ** 2 for x in xs) / (len(xs) - 1)  # noqa: E731
    for result in (
        check(mvue, "variance_mvue"),
        check(lambda xs, mu: sum((x - mu) ** 2 for x in xs) / (len(xs) - 1), "variance_mvue"),
    ):
        assert result.passed
        assert result.isolation.startswith("process")


def test_closure_values_are_sent_and_local_names_are_not() -> None:
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
def test_a_function_that_exits_does_not_end_the_notebook(body: str, verdict: str) -> None:
    """The notebook process continues; a function without a body counts as not written."""
    function = notebook_cell(f"import os\n\ndef variance_mvue(xs, mu):\n    {body}\n")
    assert check(function).verdict == verdict


def test_a_function_without_source_runs_in_process_with_a_note() -> None:
    """Without source code, nothing can be sent to a worker process."""
    namespace: dict[str, Any] = {}
    exec("def odds(p): return p / (1 + p)", namespace)
    with pytest.raises(SourceUnavailable):
        collect_source(namespace["odds"])
    result = check(namespace["odds"])
    assert not result.passed
    assert result.counterexample is not None
    assert "none. The function ran in this Python process, because its source" in result.isolation


def test_without_processes_the_function_runs_in_process_with_a_note(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Browsers have no processes; the verdict and the hint are the same there."""
    import sys

    there = check(variance_mvue)
    monkeypatch.setattr(notebook_check, "NO_PROCESSES", (sys.platform,))
    here = check(variance_mvue)
    assert here.isolation.startswith("none. The function ran in this Python process, because this")
    assert (here.verdict, here.hint, here.counterexample) == (
        there.verdict, there.hint, there.counterexample,
    )  # fmt: skip
    assert check(my_variance, "variance_mvue").passed


def test_the_reason_is_given_if_no_process_can_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    """One possible reason is a limit on the number of processes."""

    def fails(*arguments: Any, **named: Any) -> Any:
        raise BlockingIOError("too many processes")

    monkeypatch.setattr(notebook_check, "grade_submission", fails)
    result = check(variance_mvue)
    assert "no worker process could start (too many processes)" in result.isolation


def test_an_assignment_sets_packages_and_hides_questions(tmp_path: Path) -> None:
    """The allowed packages and hidden questions are those of the teacher's file."""
    file = tmp_path / "hw.toml"
    file.write_text('questions = ["variance_mvue", {ask = "mean_mle", hidden = true}]\ncases = 7\n')
    result = check(my_variance, "variance_mvue", assignment=str(file))
    assert result.passed
    assert "Right on all 7 cases" in result.question.words
    with pytest.raises(TextbookError, match="hidden. Only your teacher can check them"):
        check(my_variance, "mean_mle", assignment=str(file))


@pytest.mark.skipif(not hasattr(signal, "SIGINT"), reason="no signals")
def test_ctrl_c_ends_a_check_at_once() -> None:
    """Ctrl-C and the stop button of a notebook interrupt the check."""

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
def test_wrong_calls_of_check_are_rejected_with_a_fix(
    call: Callable[[], object], message: str
) -> None:
    """The error for each wrong call contains a fix."""
    with pytest.raises(TextbookError, match=message):
        call()


def test_a_helper_with_the_name_of_the_question_is_rejected() -> None:
    """The checked function would replace a helper that has the name of the question."""

    def outer(xs: Any, mu: Any) -> Any:
        return variance_mvue(xs, mu)

    with pytest.raises(TextbookError, match="outer uses another function of yours.*rename"):
        check(outer, "variance_mvue")


def test_a_decorated_function_is_collected_with_its_decorator() -> None:
    """The import of the decorator comes before the function."""
    cells = collect_source(cached).cells
    assert "import functools" in cells
    assert cells[-1].lstrip().startswith("@functools.cache\ndef cached(")
