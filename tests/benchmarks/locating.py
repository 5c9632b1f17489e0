"""What the search for mistakes costs: a class of sixty, graded with and without it.

    python tests/benchmarks/locating.py                # 60 submissions, in a few minutes
    python tests/benchmarks/locating.py 12             # 12 submissions
    python tests/benchmarks/locating.py 12 --list      # also what is reported on each function

Three functions in ten are wrong, as students write them: most have one mistake, some have two,
some raise an exception, and a few follow a wrong idea. The file wrong_solutions.txt contains the
right functions in two styles, each with its mistakes: `-` changes a value, `!` raises an
exception, `*` replaces the whole body. Students also choose their own names for variables.

The workers run without namespaces, because the system does not report the processor time of
processes in another namespace. Namespaces would add the same time to both measurements.
"""

import argparse
import re
import resource
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))  # so that the script runs from a checkout, installed or not

from difflib import SequenceMatcher
from random import Random
from tempfile import TemporaryDirectory
from unittest.mock import patch

from textbook_ml.grading.grade_submission import grade_submission
from textbook_ml.grading.results import Result, Verdict
from textbook_ml.grading.runner.limits import Limits
from textbook_ml.grading.runner.process_pool import ProcessPool
from textbook_ml.grading.runner.sandbox import Sandbox
from textbook_ml.grading.tasks import Task
from textbook_ml.questions import questions

STUDENTS, CASES, WRONG = 60, 50, 0.3
KINDS = {"-": 70, "--": 13, "!": 12, "*": 5}  # percent of the wrong functions
LIMIT = 2.0  # the time with the search, divided by the time without it
HEAD = """import math

def score(w0, w, x):
    return w0 + math.fsum(a * b for a, b in zip(w, x))

def sig(t):
    if t >= 0:
        return 1 / (1 + math.exp(-t))
    return math.exp(t) / (1 + math.exp(t))

def log_sig(t):
    return -math.log1p(math.exp(-t)) if t > 0 else t - math.log1p(math.exp(t))

def softmax_of(reference_w, x):
    s = [score(0, w, x) for w in reference_w] + [0.0]
    e = [math.exp(v - max(s)) for v in s]
    return [v / sum(e) for v in e]
"""
NAMES = (  # words for local variables; a student uses one of each row
    "total summe acc tot t_sum",
    "joint products unnormalised both",
    "result res out answer_dict",
    "evidence p_data norm",
    "logs log_scores logp",
    "scores_list sc vals",
    "biggest largest mx",
    "counts how_often freq",
    "errors residuals_ errs diff",
    "slope grad_j partial",
    "terms pieces summands",
    "steps updates all_steps",
    "squares sq devs",
)


@dataclass(frozen=True)
class Style:
    """A right function, and its mistakes as pairs of texts by their kinds."""

    name: str
    code: str
    mistakes: dict[str, list[tuple[str, str]]]

    def wrong(self, kind: str, random: Random) -> str:
        """Return the function with a mistake of this kind, or with another if it has none."""
        pairs = self.mistakes.get(kind[:1]) or self.mistakes["-"]
        if kind == "*" and "*" in self.mistakes:
            header = self.code.partition("\n")[0]
            return f"{header}\n    {random.choice(pairs)[1]}\n"
        code = self.code
        for before, after in random.sample(pairs, len(pairs))[: len(kind) if kind == "--" else 1]:
            code = code.replace(before, after, 1)  # the second one may be gone after the first
        return code


def styles() -> dict[str, list[Style]]:
    """Return the styles of each function, as the text file describes them."""
    found: dict[str, list[Style]] = {}
    text = Path(__file__).with_name("wrong_solutions.txt").read_text(encoding="utf-8")
    for block in text.strip().split("\n\n"):
        lines = block.splitlines()
        code = "\n".join(line for line in lines if line[0] not in "-!*") + "\n"
        name = code[4 : code.index("(")]
        mistakes: dict[str, list[tuple[str, str]]] = {}
        for line in lines:
            if line[0] in "-!*":
                before, _, after = line[2:].replace("\\n", "\n").rpartition(" => ")
                assert before in code, f"{name}: the code does not contain {before!r}"
                mistakes.setdefault(line[0], []).append((before, after))
        found.setdefault(name, []).append(Style(name, code, mistakes))
    return found


def renamed(code: str, random: Random) -> str:
    """Return the function with the variable names of a student."""
    for row in NAMES:
        first, *others = row.split()
        new = random.choice([first, *others])
        if not re.search(rf"\b{new}\b", code):
            code = re.sub(rf"\b{first}\b(?!\()", new, code)
    return code


def submissions(n: int) -> Iterator[tuple[str, dict[str, set[int]]]]:
    """Yield the files of a class, each with the lines of the mistakes by function."""
    known = styles()
    for number in range(n):
        random = Random(f"class {number}")
        lines, places = HEAD.splitlines(), {}
        for name, written in known.items():
            style = random.choice(written)
            code, right = style.code, style.code
            if random.random() < WRONG:
                [kind] = random.choices(list(KINDS), list(KINDS.values()))
                code = style.wrong(kind, random)
            choice = random.getrandbits(32)
            code, right = renamed(code, Random(choice)), renamed(right, Random(choice))
            if code != right:
                places[name] = {len(lines) + 2 + line for line in changed_lines(right, code)}
            lines += ["", *code.splitlines()]
        yield "\n".join(lines) + "\n", places


def changed_lines(before: str, after: str) -> Iterator[int]:
    """Yield the indices of the lines of `after` that are different; two if a line is lost."""
    matcher = SequenceMatcher(None, before.splitlines(), after.splitlines(), autojunk=False)
    for tag, _, _, first, end in matcher.get_opcodes():
        if tag != "equal":
            yield from range(first, end) if end > first else (first - 1, first)


def processor_time() -> float:
    """Return the processor time of this process and of its ended children, in seconds."""
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in used)


def graded(path: Path, hints: str) -> Result:
    """Grade one submission as in a course."""
    tasks = [Task(questions()[name]) for name in styles()]
    return grade_submission(
        path, tasks, Limits(), seed="benchmark", public_seed="public", cases=CASES, hints=hints
    )


def graded_class(folder: Path, hints: str, n: int) -> tuple[float, list[Result]]:
    """Grade all submissions; return the processor time and the results."""
    graded(folder / "0.py", "none")  # draw the cases, start the first processes
    start = processor_time()
    results = [graded(folder / f"{number}.py", hints) for number in range(n)]
    return processor_time() - start, results


def main() -> int:
    """Print the processor time without and with the search; 1 if the ratio is too large."""
    parser = argparse.ArgumentParser()
    parser.add_argument("students", type=int, nargs="?", default=STUDENTS)
    parser.add_argument("--list", action="store_true", help="print all hints")
    parsed = parser.parse_args()
    pool = ProcessPool(Sandbox(uid=False, namespaced=False, landlocked=True))
    here = "textbook_ml.grading.grade_submission.process_pool"
    with TemporaryDirectory() as name, patch(here, lambda: pool):
        folder = Path(name)
        places = {}
        for number, (text, places[number]) in enumerate(submissions(parsed.students)):
            (folder / f"{number}.py").write_text(text, encoding="utf-8")
        off, _ = graded_class(folder, "none", parsed.students)
        on, results = graded_class(folder, "edit", parsed.students)
    wrong = [
        (number, q, places[number].get(q.function, set()))
        for number, result in enumerate(results) for q in result.questions
        if q.verdict is not Verdict.PASSED
    ]  # fmt: skip
    for number, q, lines in wrong if parsed.list else ():
        known = "-" if q.line is None else "right" if q.line in lines else "WRONG"
        said = (q.verdict, q.line, known, sorted(lines), q.where, q.misconception, q.help)
        print(number, q.function, *said, sep=" | ")
    found = [(q.line, lines) for _, q, lines in wrong if q.line is not None]
    right = sum(line in lines for line, lines in found)
    print(f"{len(wrong)} wrong functions: {len(found)} have a line, {right} of them the right one")
    print(f"without the search {off:6.1f} s, with it {on:6.1f} s of processor time")
    print(f"{(on - off) / len(wrong):.3f} s for each wrong function; ratio {on / off:.2f}")
    return int(on / off > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
