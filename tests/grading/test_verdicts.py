"""Each verdict, shown on a short submission."""

from dataclasses import replace
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from tests.grading.hostile import GOOD
from tests.grading.support import SHORT, by_function, graded, summary_of
from textbook_ml.grading import grade_question
from textbook_ml.grading.grade_submission import grade_submission
from textbook_ml.grading.results import QuestionResult, Result, Verdict
from textbook_ml.grading.runner.limits import Limits
from textbook_ml.grading.tasks import Task
from textbook_ml.questions import questions
from textbook_ml.questions.framework.judge import Case, Fault

MVUE = ("variance_mvue",)


def submission(folder: Path, code: str) -> Path:
    """Write a file with this code and return its path."""
    path = folder / "homework.py"
    path.write_text(dedent(code), encoding="utf-8")
    return path


def one(folder: Path, code: str, limits: Limits = SHORT) -> QuestionResult:
    """Return the result of the question on the unbiased variance."""
    [question] = graded(submission(folder, code), MVUE, limits).questions
    return question


def test_misconception_has_the_smallest_counterexample(tmp_path: Path) -> None:
    """Division by N is equation (14); the smallest list that shows it has two numbers."""
    found = one(
        tmp_path,
        "def variance_mvue(xs, mu):\n    return sum((x - mu) * (x - mu) for x in xs) / len(xs)\n",
    )
    assert (found.verdict, found.misconception) == (Verdict.WRONG_VALUE, "divided_by_n")
    assert found.help is not None and "N − 1" in found.help
    assert found.counterexample is not None
    call = found.counterexample.call
    assert call.startswith("variance_mvue([") and call.count(",") == 2
    assert found.score == 0.0 and found.max_score == 2.0


def test_counterexample_shows_the_named_misconception(tmp_path: Path) -> None:
    """If a function has a wrong sign and also overflows, the sign is named and shown."""
    code = """
        from math import exp
        def mitchell_p1(w0, w, x):
            return 1 / (1 + exp(-w0 - sum(a * b for a, b in zip(w, x))))
        """
    [found] = graded(submission(tmp_path, code), ("mitchell_p1",), cases=30).questions
    assert (found.verdict, found.misconception) == (Verdict.WRONG_VALUE, "sign_of_25")
    assert found.counterexample is not None
    assert found.counterexample.call == "mitchell_p1(1, [], [])"


def test_load_error_names_the_statement_that_prevented_the_function(tmp_path: Path) -> None:
    """The report does not name the first failing statement instead."""
    code = """\
        import no_such_module
        def mean_mle(xs, start=no_such_name):
            return 0
        raise SystemExit
        def variance_mle(xs, mu):
            return 0
        """
    found = by_function(graded(submission(tmp_path, code)))
    assert "line 2: NameError: name 'no_such_name'" in found["mean_mle"].words
    assert "line 4: SystemExit" in found["variance_mle"].words


def test_unwritten_function_is_missing_despite_a_load_error(tmp_path: Path) -> None:
    """A failed import is not the reason why the function does not exist."""
    found = one(tmp_path, "import no_such_module\n")
    assert found.verdict == Verdict.MISSING


def test_missing_function_lists_similar_names(tmp_path: Path) -> None:
    """The student may have misspelt the name of the function."""
    found = one(tmp_path, "def variance_mveu(xs, mu):\n    return 0\n")
    assert found.verdict == Verdict.MISSING
    assert "Did you mean variance_mveu?" in found.words


def test_name_bound_to_a_number_is_a_missing_function(tmp_path: Path) -> None:
    """A number cannot be called, so the function counts as missing."""
    assert one(tmp_path, "variance_mvue = 3\n").verdict == Verdict.MISSING


def test_wrong_signature_is_reported_with_the_expected_one(tmp_path: Path) -> None:
    """The report shows the expected and the actual signature."""
    found = one(tmp_path, "def variance_mvue(xs):\n    return 0\n")
    assert found.verdict == Verdict.SIGNATURE
    assert "variance_mvue(xs, mu)" in found.words and "variance_mvue(xs)." in found.words


def test_type_error_inside_a_function_is_not_a_wrong_signature(tmp_path: Path) -> None:
    """Only the call itself is compared with the signature."""
    found = one(tmp_path, "def variance_mvue(xs, mu):\n    return len(3)\n")
    assert found.verdict == Verdict.RAISED
    assert "TypeError" in found.words and "line 2" in found.words


@pytest.mark.parametrize("body", ["raise NotImplementedError", "...", "pass", "return None"])
def test_unchanged_starter_function_is_not_attempted(body: str, tmp_path: Path) -> None:
    """A function that raises NotImplementedError is not attempted."""
    code = f'def variance_mvue(xs, mu):\n    """The variance."""\n    {body}\n'
    assert one(tmp_path, code).verdict == Verdict.NOT_ATTEMPTED


def test_forgotten_return_is_a_wrong_type(tmp_path: Path) -> None:
    """A function without `return` returns None, which is a wrong type."""
    found = one(tmp_path, "def variance_mvue(xs, mu):\n    v = sum(xs) / len(xs)\n")
    assert found.verdict == Verdict.WRONG_TYPE
    assert "got None" in found.words


def test_syntax_error_has_a_line_and_a_column(tmp_path: Path) -> None:
    """After a syntax error, all questions are listed with their points."""
    result = graded(submission(tmp_path, GOOD + "\ndef variance_mvue(xs, mu:\n    return 0\n"))
    assert {q.verdict for q in result.questions} == {Verdict.LOAD_ERROR}
    assert "homework.py, line 13, column" in result.questions[0].words
    assert (result.score, result.max_score) == (0.0, 6.0)


def test_functions_after_exit_are_not_loaded(tmp_path: Path) -> None:
    """Statements after `exit` are not loaded, as in Python itself."""
    result = graded(submission(tmp_path, "import sys\nsys.exit('bye')\n" + GOOD))
    assert {q.verdict for q in result.questions} == {Verdict.LOAD_ERROR}
    assert "line 2: SystemExit: bye" in result.questions[0].words


@pytest.mark.parametrize("end", ["import os; os._exit(0)", "while True: pass"])
def test_line_that_ends_the_process_is_reported(end: str, tmp_path: Path) -> None:
    """The line is known, although the process was lost there."""
    result = graded(submission(tmp_path, f"{end}\n{GOOD}"))
    assert {q.verdict for q in result.questions} == {Verdict.LOAD_ERROR}, summary_of(result)
    assert "line 1" in result.questions[0].words


def test_invalid_submissions_are_reported(tmp_path: Path) -> None:
    """Links, pipes, folders without code and large files are reported, and not followed."""
    (tmp_path / "link.py").symlink_to("/etc/passwd")
    (tmp_path / "large.py").write_text("#" * (SHORT.file_size + 1))
    (tmp_path / "empty").mkdir()
    (tmp_path / "deep.ipynb").write_text("[" * 100_000)
    (tmp_path / "list.ipynb").write_text('{"cells": [1, 2]}')
    for name in ("link.py", "large.py", "empty", "deep.ipynb", "list.ipynb", "not there.py"):
        result = graded(tmp_path / name)
        assert {q.verdict for q in result.questions} == {Verdict.LOAD_ERROR}, name
        assert (result.score, result.max_score, result.finished) == (0.0, 6.0, True)


@pytest.mark.parametrize("code", ["x = 1\0", "(" * 5000 + ")" * 5000, "", "x = " + "9" * 9999])
def test_code_that_crashes_the_parser_gets_no_points(code: str, tmp_path: Path) -> None:
    """The grader itself survives."""
    result = graded(submission(tmp_path, code))
    assert {str(q.verdict) for q in result.questions} <= {"load_error", "missing"}


def test_link_in_a_folder_is_not_followed(tmp_path: Path) -> None:
    """A link in the folder of a submission is ignored."""
    (tmp_path / "homework.py").write_text(
        GOOD + "secret = open('data.txt').read()\nvariance_mvue = right\n"
    )
    (tmp_path / "data.txt").symlink_to("/etc/passwd")
    result = graded(tmp_path)
    assert result.score == 6.0
    assert "No such file" in " ".join(result.notes)


def test_counterexample_of_a_misconception_has_a_value(
    tmp_path: Path,
) -> None:
    """NumPy returns NaN for one example, so two examples show the division by N − 1."""
    code = """
        def variance_mle(xs, mu):
            squares = sum((x - mu) ** 2 for x in xs)
            return squares / (len(xs) - 1) if len(xs) > 1 else float("nan")
    """
    found = by_function(graded(submission(tmp_path, code), ("variance_mle",)))["variance_mle"]
    assert found.misconception == "divided_by_n_minus_1"
    assert found.counterexample and found.counterexample.got == "0.5"


def test_wrong_helper_does_not_affect_its_callers(tmp_path: Path) -> None:
    """A caller that is right with a correct helper gets full points, the wrong helper none."""
    asked = questions()["naive_joint"]
    assert "naive_product" in asked.helpers
    code = """
        def naive_product(factors):
            return 12345.0

        def naive_joint(*args):
            prior, factors = args
            return prior * naive_product(factors)
    """
    found = by_function(graded(submission(tmp_path, code), ("naive_product", "naive_joint")))
    assert found["naive_product"].score == 0.0
    assert found["naive_joint"].verdict == Verdict.WRONG_VALUE
    assert found["naive_joint"].given == ("naive_product",)
    assert found["naive_joint"].score == 2.0


def test_reference_answers_are_given_only_for_helpers(tmp_path: Path) -> None:
    """The grader rejects other requests of a worker process."""
    code = """
        def naive_product(factors):
            return 12345.0

        def naive_joint(*args):
            if naive_product.__name__ == "naive_product":
                return 0.0
            for cell in naive_product.__closure__:
                if hasattr(cell.cell_contents, "helper"):
                    return cell.cell_contents.helper("naive_joint")(*args)
    """
    found = by_function(graded(submission(tmp_path, code), ("naive_joint",)))
    assert found["naive_joint"].score == 0.0


def test_grader_failure_gives_full_points(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The verdict shows that the grader failed."""

    def fails(*args: object) -> None:
        raise RuntimeError("ours")

    monkeypatch.setattr(grade_question, "finding", fails)
    found = one(tmp_path, "def variance_mvue(xs, mu):\n    return 0\n")
    assert (found.verdict, found.score) == (Verdict.GRADER_ERROR, 2.0)


@pytest.mark.slow
def test_slow_question_does_not_use_the_time_of_another(tmp_path: Path) -> None:
    """A function that sleeps is stopped, and the next one has its full time."""
    code = GOOD + dedent("""
        import time

        def mean_mle(xs):
            time.sleep(0.8)
            return fsum(xs) / len(xs)

        variance_mvue = right
    """)
    limits = Limits(wall=1.0, cpu=1.0, budget=7.0)  # 11 calls need 8.8 s
    found = by_function(graded(submission(tmp_path, code), limits=limits))
    assert found["mean_mle"].verdict == Verdict.TIMEOUT
    assert found["variance_mvue"].verdict == Verdict.PASSED


def test_provisional_results_are_passed_to_the_caller(tmp_path: Path) -> None:
    """A result is passed before the first question and after each; the last is finished."""
    seen: list[Result] = []
    tasks = [Task(questions()[name]) for name in ("mean_mle", "variance_mle")]
    last = grade_submission(
        submission(tmp_path, GOOD), tasks, SHORT,
        seed="s", public_seed="p", cases=3, jobs=2, on_question=seen.append,
    )  # fmt: skip
    assert [r.score for r in seen] == [0.0, 1.0, 2.0]
    assert not any(r.finished for r in seen) and last.finished
    assert all(q.verdict == Verdict.NOT_ATTEMPTED for q in seen[0].questions)
    assert (last.seed, last.public_seed) == ("s", "p")


def test_end_of_printed_output_is_kept(tmp_path: Path) -> None:
    """The last two thousand bytes of printed output are kept."""
    code = GOOD + "def variance_mvue(xs, mu):\n    print('x' * 9999, 'the end')\n    return 1\n"
    output = one(tmp_path, code).output
    assert output.endswith("the end\n") and len(output) < 2100


def test_forbidden_imports_are_reported_and_other_functions_graded(tmp_path: Path) -> None:
    """Forbidden imports are reported to the teacher; functions that do not use them are graded."""
    result = graded(submission(tmp_path, "import numpy\n" + GOOD), ("mean_mle",))
    assert result.score == 2.0
    assert "imports numpy, which this assignment does not allow" in " ".join(result.notes)


def test_allowed_package_can_be_imported(tmp_path: Path) -> None:
    """A package can be imported only if the assignment allows it."""
    code = GOOD + "import iniconfig\ndef variance_mvue(xs, mu):\n    return right(xs, mu)\n"
    path = submission(tmp_path, code + "    iniconfig.IniConfig\n")
    pytest.importorskip("iniconfig")
    allowed = Limits(wall=2.0, packages=("iniconfig",))
    assert graded(path, limits=allowed).notes == ()
    assert "iniconfig" in " ".join(graded(path, limits=SHORT).notes)


def test_same_seed_gives_same_result(tmp_path: Path) -> None:
    """Two results with the same seed are equal, except for the time."""
    path = submission(tmp_path, GOOD + "def variance_mvue(xs, mu):\n    return 1.0\n")
    first, second = graded(path), graded(path)
    assert summary_of(first) == summary_of(second)
    assert [q.counterexample for q in first.questions] == [
        q.counterexample for q in second.questions
    ]


def test_answer_that_breaks_the_comparison_gets_no_points(tmp_path: Path) -> None:
    """A grader failure gives points, so an answer must not be able to cause one."""

    def judge(case: Case, expected: Any, got: Any) -> Fault | None:
        return None if got == expected else Fault("wrong_value", f"{1 // (got - got)}")

    asked = replace(questions()["variance_mvue"], judge=judge)
    path = submission(tmp_path, "def variance_mvue(xs, mu):\n    return -1.0\n")
    result = grade_submission(path, [Task(asked)], SHORT, seed="s", public_seed="p", cases=3)
    assert [(q.verdict, q.score) for q in result.questions] == [(Verdict.WRONG_VALUE, 0.0)]


def test_unwritten_helper_does_not_affect_its_caller(tmp_path: Path) -> None:
    """The helper contains only `raise NotImplementedError` or `pass`."""
    code = """
        def gradient(w, rows, labels):
            raise NotImplementedError
        def ascent_step(w, rows, labels, eta):
            return [a + eta * b for a, b in zip(w, gradient(w, rows, labels))]
        def penalised_step(w, rows, labels, eta, lam):
            return [a + eta * (b - lam * a) for a, b in zip(w, gradient(w, rows, labels))]
        def linear_score(w0, w, x):
            pass
        def mitchell_label(w0, w, x):
            return 0 if linear_score(w0, w, x) > 0 else 1
        def logistic_label(w0, w, x):
            raise NotImplementedError
        """
    asked = ("gradient", "ascent_step", "penalised_step", "mitchell_label", "logistic_label")
    found = by_function(graded(submission(tmp_path, code), asked))
    assert [found[name].score for name in asked] == [0.0, 2.0, 2.0, 2.0, 0.0]
    assert found["gradient"].verdict == found["logistic_label"].verdict == Verdict.NOT_ATTEMPTED
    assert found["penalised_step"].given == ("gradient",)
    assert "With a correct linear_score your function is right" in found["mitchell_label"].words
    assert found["mitchell_label"].misconception is None
