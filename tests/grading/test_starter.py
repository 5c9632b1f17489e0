"""The starter file loads, has correct examples, and contains no solutions."""

import ast
import doctest
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from textbook_ml.commands.main import main
from textbook_ml.grading.assignment import parsed, read_assignment, ready_made
from textbook_ml.grading.starter import reduced_assignment, starter_file
from textbook_ml.questions import questions
from textbook_ml.questions.framework.question import plain_value
from textbook_ml.questions.framework.student_examples import plain_examples

WHOLE = reduced_assignment(None, None)


def functions(text: str) -> dict[str, ast.FunctionDef]:
    return {n.name: n for n in ast.parse(text).body if isinstance(n, ast.FunctionDef)}


@pytest.fixture(scope="module")
def text() -> str:
    return starter_file(WHOLE, None)


def test_starter_has_all_questions_and_no_answers(text: str) -> None:
    """Each function has a docstring, then `raise NotImplementedError`."""
    found = functions(text)
    assert list(found) == list(questions())
    for function in found.values():
        docstring, body = function.body
        assert isinstance(docstring, ast.Expr)
        assert ast.unparse(body) == "raise NotImplementedError"


def test_starter_mentions_extreme_numbers(text: str) -> None:
    """The file says that products of 800 factors are graded too."""
    assert "hundreds of factors" in " ".join(text.split())


def test_starter_loads_without_imports(text: str) -> None:
    """The signatures of the starter file use only built-in types."""
    assert not any(isinstance(n, (ast.Import, ast.ImportFrom)) for n in ast.walk(ast.parse(text)))
    exec(compile(text, "starter.py", "exec"), {"__name__": "starter"})


def test_starter_examples_are_correct(text: str) -> None:
    """All examples of the starter file run with the functions of the chapter."""
    module = ModuleType("starter")
    exec(compile(text, "starter.py", "exec"), module.__dict__)
    whole = {name: getattr(module, name).__doc__ for name in functions(text)}
    shown = 0
    for name, docstring in whole.items():
        reference = questions()[name].reference
        numbers = {name: lambda *a, f=reference, **k: plain_value(f(*a, **k))}
        test = doctest.DocTestParser().get_doctest(docstring, numbers, name, None, None)
        runner = doctest.DocTestRunner(verbose=False)
        assert runner.run(test).failed == 0, name
        shown += bool(test.examples)
    assert shown >= 0.9 * len(whole)


def floats(value: object) -> Iterator[float]:
    """Yield all floats in an answer."""
    if isinstance(value, float):
        yield value
    elif isinstance(value, dict):
        yield from floats(list(value.values()))
    elif isinstance(value, list):
        for item in value:
            yield from floats(item)


def test_generated_examples_have_short_answers() -> None:
    """Answers are multiples of 1/1024, or rounded to six digits."""
    for question in questions().values():
        lines = plain_examples(question, (), question.parameters, question.exam("s", 20))
        for call, answer in zip(lines[::2], lines[1::2]):
            digits = 10**6 if call.startswith(">>> round(") else 1024
            for x in floats(ast.literal_eval(answer)):
                assert x * digits == pytest.approx(round(x * digits), rel=1e-12), call


def test_examples_use_only_the_given_arguments() -> None:
    """An argument that the cases leave out is not shown."""
    question = questions()["mean_mle"]
    for shown in (">>> mean_mle([1.0], other=2)\n1.0", ">>> mean_mle([F(1)])\nFraction(1, 1)"):
        lines = plain_examples(question, shown.splitlines(), ["xs"], question.exam("s", 9))
        assert shown.splitlines()[0] not in lines
    plain_one = [">>> mean_mle(xs=[1.0])", "1.0"]
    assert plain_examples(question, plain_one, ["xs"], question.exam("s", 9)) == plain_one


def test_starter_types_are_simple(text: str) -> None:
    """The types are lists, dicts and numbers, not Sequence, Num or Fraction."""
    found = functions(text)
    assert ast.unparse(found["variance_mvue"].args) == "xs: list[float], mu: float"
    heads = " ".join(ast.unparse(f.args) + ast.unparse(f.returns or f) for f in found.values())
    for word in ("Sequence", "Mapping", "Num", "Fraction", "object", "Any"):
        assert word not in heads
    assert "σ̂² = Σ (x − μ̂)² / (N − 1)" in text


@pytest.mark.parametrize("name", ready_made())
def test_starter_of_an_assignment_shows_the_check_command(name: str) -> None:
    """The starter file has the functions of the assignment in their order."""
    assignment = read_assignment(name)
    text = starter_file(assignment, name)
    assert list(functions(text)) == [t.question.function for t in assignment.tasks]
    assert f"check THIS_FILE --assignment {name}" in text


def test_starter_marks_hidden_questions() -> None:
    """A comment says that only the teacher grades hidden questions."""
    hidden = parsed('questions = [{ ask = "mitchell-15", hidden = true }]', "hw.toml", Path())
    remark = "`check` leaves this out, only your teacher grades it"
    text = starter_file(hidden, "hw.toml")
    assert f"# mitchell-15: 1 point; {remark}\ndef variance_mvue" in text


def test_hostile_title_is_escaped() -> None:
    """Quotes and backslashes cannot end the docstring."""
    title = "title = '" + '"' * 4 + " \\'"
    read = parsed(f'{title}\nquestions = ["mitchell-15"]', "hw.toml", Path())
    assert list(functions(starter_file(read, '"""\nraise SystemExit'))) == ["variance_mvue"]


def test_existing_file_is_not_overwritten(tmp_path: Path) -> None:
    """A second `starter` cannot destroy a student's work."""
    out = tmp_path / "solution.py"
    assert main(["starter", "--questions", "mitchell-15", "--out", str(out)]) == 0
    written = out.read_text(encoding="utf-8")
    assert "def variance_mvue" in written
    assert main(["starter", "--questions", "mitchell-14", "--out", str(out)]) == 2
    assert out.read_text(encoding="utf-8") == written
