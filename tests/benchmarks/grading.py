"""How long grading takes: forty questions of fifty cases, and a class of sixty.

    python tests/benchmarks/grading.py           # both, in about a minute and a half
    python tests/benchmarks/grading.py one       # one submission only

The student's file is a right solution of an assignment, with more functions of the chapter written
out, so that every case is judged; like most, it imports only `math`. The machine should be idle: a
child that waits for a processor is timed too. The first submission of a process also pays for the
walls, and for drawing the cases.
"""

import os
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))  # so that the script runs from a checkout, installed or not

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TypeVar

from tests.grading.handwritten import handed_in
from textbook_ml.grading.grade_submission import grade_submission
from textbook_ml.grading.results import Result
from textbook_ml.grading.runner.limits import Limits
from textbook_ml.grading.tasks import Task
from textbook_ml.questions import Question, questions

Made = TypeVar("Made")
QUESTIONS, CASES, STUDENTS, CORES = 40, 50, 60, 2
SOLUTION = ROOT / "tests" / "grading" / "mitchell_solution.txt"
MODULES = {"__future__", "math", "itertools", "_operator", "collections"}
ONE, CLASS = 2.0, 120.0  # seconds that are promised


def student() -> tuple[str, list[Task]]:
    """Return a submission as text, and the names of the questions that it answers."""
    solution = SOLUTION.read_text(encoding="utf-8")
    solved = [q for name, q in questions().items() if f"def {name}(" in solution]
    plain = [q for q in questions().values() if q not in solved and light(q)]
    more = plain[: QUESTIONS - len(solved)]
    text = handed_in(question.reference for question in more) + solution
    return text, [Task(question) for question in (*solved, *more)]


def light(question: Question) -> bool:
    """Return whether a reference uses only functions of the chapter and of `math`."""
    if ".equations." not in question.reference.__module__:
        return False
    return set(re.findall(r"^from (\w+)", handed_in([question.reference]), re.M)) <= MODULES


def graded(path: Path, jobs: int) -> Result:
    """Grade one submission as in a course."""
    return grade_submission(
        path, TASKS, Limits(), seed="benchmark", public_seed="public", cases=CASES, jobs=jobs
    )


def one(path: Path) -> str:
    """Time one submission on two cores, after a first one has started the processes."""
    first, _ = timed(lambda: graded(path, CORES))
    seconds, result = timed(lambda: graded(path, CORES))
    points = f"{result.score:g} of {result.max_score:g} points, {result.isolation}"
    times = f"{seconds:6.2f} s (the first {first:.2f} s)"
    return f"one submission   {times}, {ONE:g} s promised; {points}"


def all_students(path: Path) -> str:
    """Time a class of submissions, two at a time."""
    with ThreadPoolExecutor(CORES) as pool:
        work = pool.map(lambda _: graded(path, 1), range(STUDENTS))
        seconds, results = timed(lambda: list(work))
    full = sum(result.score == result.max_score for result in results)
    return f"{STUDENTS} submissions   {seconds:6.2f} s, {CLASS:g} s promised; {full} in full"


TEXT, TASKS = student()


def timed(work: Callable[[], Made]) -> tuple[float, Made]:
    """Return the run time of a function in seconds, and its result."""
    start = perf_counter()
    result = work()
    return perf_counter() - start, result


def main(words: list[str]) -> None:
    """Run the named measurements; without names, all of them."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "homework.py")
        path.write_text(TEXT, encoding="utf-8")
        print(f"{len(TASKS)} questions of {CASES} cases; load {os.getloadavg()[0]:.1f} on entry")
        for name in words or ["one", "all_students"]:
            print(globals()[name](path), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
