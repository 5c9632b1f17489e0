"""Hostile submissions cannot break, deceive or read the grader, or affect other questions."""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.grading import hostile
from tests.grading.hostile import Attack
from tests.grading.support import REFERENCE, ROOT, by_function, graded, summary_of
from textbook_ml.grading import grade_submission
from textbook_ml.grading.runner.limits import Limits
from textbook_ml.grading.runner.process_pool import ProcessPool
from textbook_ml.grading.runner.sandbox import Sandbox
from textbook_ml.grading.tasks import Task
from textbook_ml.questions import questions

AT_ONCE = 4  # number of attacks graded in parallel; most of them only wait


def failures(selected: Mapping[str, Attack], folder: Path) -> list[object]:
    """Return the attacks with a wrong verdict, or with an effect on another question."""
    pool = ThreadPoolExecutor(AT_ONCE)
    wrong = pool.map(lambda name: failure(name, selected[name], folder), selected)
    return [line for line in wrong if line is not None]


def failure(name: str, attack: Attack, folder: Path) -> object:
    """Return a description of a wrong grading of this attack, or None."""
    path = folder / f"{name.replace(' ', '_')}.py"
    head = f"REF, ROOT = {str(REFERENCE)!r}, {str(ROOT)!r}\n"
    path.write_text(head + attack.source, encoding="utf-8")
    result = graded(path)
    found = by_function(result)
    verdict = found["variance_mvue"].verdict
    kept = all(found[other].score == 2.0 for other in ("mean_mle", "variance_mle"))
    marks = found["variance_mvue"].score == (2.0 if verdict == "passed" else 0.0)
    right = verdict in attack.verdicts and kept and marks and result.finished
    return None if right else (name, summary_of(result), result.notes)


def attacks(family: str, some: bool) -> dict[str, Attack]:
    """Return the attacks of a family: every fifth for the quick tests, or the others."""
    found = dict[str, Attack](getattr(hostile, family))
    return {name: found[name] for i, name in enumerate(found) if (i % 5 == 0) == some}


quick_or_slow = pytest.mark.parametrize("some", [True, pytest.param(False, marks=pytest.mark.slow)])


@quick_or_slow
@pytest.mark.parametrize("family", ["CRASH", "STALL", "FORGE", "PEEK", "HIDE"])
def test_hostile_submissions_get_the_expected_verdict(
    family: str, some: bool, tmp_path: Path
) -> None:
    """Each attack gets an expected verdict, and the other two functions keep their points."""
    assert failures(attacks(family, some), tmp_path) == []


@quick_or_slow
@pytest.mark.parametrize("family", ["PEEK", "HIDE"])
def test_audit_hook_alone_stops_hostile_submissions(
    family: str, some: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The audit hook stops the same attacks on systems without users and namespaces."""
    plain = ProcessPool(Sandbox(uid=False, namespaced=False))
    monkeypatch.setattr(grade_submission, "process_pool", lambda: plain)
    assert failures(attacks(family, some), tmp_path) == []
    plain.close()


ASKS = """
import sys

def mvn_log_pdf(x, mu, sigma):
    return 0.0

def mvn_pdf(x, mu, sigma):
    session = sys._getframe(1).f_locals["self"]
    if session.job["given"]:
        session.wire.write({"nonce": session.nonce, "ask": NAME, "args": ARGS})
    return 5.0
"""


@pytest.mark.parametrize("name", ['["x"]', '{"x": 1}', "None", "7", '"mvn_pdf"', '"mvn_log_pdf"'])
@pytest.mark.parametrize("args", ["None", '[[], {"other": 1}]', '["\\ud800", 1e999]'])
def test_invalid_helper_calls_get_no_points(name: str, args: str, tmp_path: Path) -> None:
    """Invalid arguments for a reference helper do not count as a failure of the grader."""
    path = tmp_path / "homework.py"
    path.write_text(ASKS.replace("NAME", name).replace("ARGS", args))
    found = by_function(graded(path, ("mvn_log_pdf", "mvn_pdf"), cases=2))
    assert (found["mvn_pdf"].verdict, found["mvn_pdf"].score) == ("wrong_value", 0.0)


@quick_or_slow
def test_hostile_statements_while_loading_do_not_stop_grading(some: bool, tmp_path: Path) -> None:
    """All questions are listed, and functions before the hostile statement are graded."""
    wrong = []
    for name, attack in attacks("LOADING", some).items():
        path = tmp_path / f"{name.replace(' ', '_')}.py"
        path.write_text(attack.code, encoding="utf-8")
        result = graded(path, cases=3)
        verdicts = {str(question.verdict) for question in result.questions}
        whole = result.finished and result.max_score == 6.0 and len(result.notes) < 50
        if not verdicts <= attack.verdicts or not whole:
            wrong.append((name, summary_of(result), result.notes))
    assert wrong == []


ATTACKS = {  # bodies of functions that accept all arguments
    "leaves": "import os; os._exit(0)",
    "exits": "raise SystemExit",
    "reads": "return open(REF).read()",
    "imports": "import textbook_ml.equations as e; return vars(e)[NAME](*a)",
    "lies": "return type('L', (float,), {'__eq__': lambda *a: True, '__sub__': lambda *a: 0})()",
    "kills": "import os; return os.kill(os.getppid(), 9)",
    "recurses": "f = lambda: f(); return f()",
    "prints": "print('passed ' * 10_000); return None",
}


@pytest.mark.slow
def test_attacks_on_every_question_get_no_points(tmp_path: Path) -> None:
    """One file attacks in all questions of the package; all are graded, within the budget."""
    path, bodies = tmp_path / "homework.py", list(ATTACKS.values())
    lines = [f"REF = {str(REFERENCE)!r}\n"]
    for number, name in enumerate(questions()):
        body = bodies[number % len(bodies)].replace("NAME", repr(name))
        lines.append(f"def {name}(*a):\n    {body}\n")
    path.write_text("".join(lines), encoding="utf-8")
    tasks = [Task(question, 1.0) for question in questions().values()]
    limits = Limits(budget=300.0)
    result = grade_submission.grade_submission(
        path, tasks, limits, seed="secret", public_seed="public", cases=10, hints="line"
    )
    assert result.finished and len(result.questions) == len(tasks)
    assert [q.function for q in result.questions if q.score] == []
    assert sum(q.seconds for q in result.questions) < limits.budget
