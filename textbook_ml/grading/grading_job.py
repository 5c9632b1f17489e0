"""The settings of one grading run: assignment, seed, teacher's grades and late policy."""

import os
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from hashlib import sha256
from math import fsum
from pathlib import Path

from textbook_ml import __version__
from textbook_ml.core.errors import require
from textbook_ml.grading.assignment import MOST_CASES, Assignment
from textbook_ml.grading.grade_submission import NOT_YET, grade_submission
from textbook_ml.grading.late import read_times, time_of_file, with_lateness
from textbook_ml.grading.manual import with_manual
from textbook_ml.grading.overrides import FILE, Overrides, read_overrides, with_overrides
from textbook_ml.grading.records import ResultsFolder
from textbook_ml.grading.reports.json_report import total
from textbook_ml.grading.results import QuestionResult, Result, Verdict
from textbook_ml.grading.runner.process import RUNNING, GradingStopped
from textbook_ml.grading.submissions import Submission, fingerprint, submissions_in, unreadable_file
from textbook_ml.questions import questions
from textbook_ml.questions.framework.own_questions import files_of_home

OnQuestion = Callable[[Result], None]


@dataclass(frozen=True, slots=True)
class GradingJob:
    """The settings that all submissions of a grading run share."""

    assignment: Assignment
    seed: str
    overrides: Overrides = field(default_factory=dict)
    times: Mapping[str, datetime] | None = None
    by_file_time: bool = False

    def mark(self, submission: Submission) -> str:
        """Return a hash of all inputs that affect the result."""
        asked = self.assignment
        tasks = [
            (t.question.function, t.question.id, t.points, t.visible, t.partial)
            for t in asked.tasks
        ]
        files = [fingerprint(Path(file)) for file in asked.limits.files]
        homes = sorted({t.question.home for t in asked.tasks} - {""})
        files += [fingerprint(path) for home in homes for _, path in files_of_home(home)]
        terms = (asked.limits, files, asked.cases, asked.public_seed, asked.title, asked.hints)
        forms = (asked.language, asked.manual)
        parts = (
            fingerprint(submission.path),
            tasks,
            terms,
            forms,
            self.seed_of(submission),
            __version__,
        )
        return sha256(repr(parts).encode("utf-8", "replace")).hexdigest()

    def seed_of(self, submission: Submission) -> str:
        """Return the seed of a submission: that of the class, or one derived from it."""
        if not self.assignment.seed_per_student:
            return self.seed
        both = f"{self.seed} {Path(submission.name).stem}"
        return sha256(both.encode("utf-8", "replace")).hexdigest()[:16]

    def find(self, submission: Submission, jobs: int, on_question: OnQuestion) -> Result:
        """Grade a submission; if the grader itself fails, the student gets full points."""
        asked = self.assignment

        def named(result: Result) -> Result:
            found = replace(result, submission=submission.name, assignment=asked.title)
            return with_manual(found, asked.manual)

        closed = unreadable_file(submission.path)
        if closed:  # the submission cannot be read, so it gets no points
            words = f"{closed} cannot be read. Submit files with read permission."
            return self._same_for_all(submission, Verdict.LOAD_ERROR, words, fraction=0.0)
        try:
            RUNNING.check()
            found = grade_submission(
                submission.path, asked.tasks, asked.limits,
                seed=self.seed_of(submission), public_seed=asked.public_seed, cases=asked.cases,
                jobs=jobs, hints=asked.hints, language=asked.language,
                on_question=lambda result: on_question(named(result)),
            )  # fmt: skip
        except GradingStopped:  # the grading was stopped before the first question
            empty = self._same_for_all(submission, Verdict.NOT_ATTEMPTED, NOT_YET, fraction=0.0)
            return replace(empty, finished=False)
        except Exception as error:  # one submission must never stop the grading of a class
            words = f"The grader failed ({type(error).__name__}: {error}). You lose no points."
            return self._same_for_all(submission, Verdict.GRADER_ERROR, words, fraction=1.0)
        return named(found)

    def _same_for_all(
        self, submission: Submission, verdict: Verdict, words: str, fraction: float
    ) -> Result:
        """Return a result with this verdict and this fraction of the points for every question."""
        asked = tuple(
            QuestionResult(
                t.question.id, t.question.function, verdict,
                fraction * t.points, t.points, words, visible=t.visible,
            )
            for t in self.assignment.tasks
        )  # fmt: skip
        worth = fsum(t.points for t in self.assignment.tasks)
        found = Result(
            submission.name, self.assignment.title, total(asked), worth,
            self.seed_of(submission), self.assignment.public_seed, "not run", (), asked,
        )  # fmt: skip
        return with_manual(found, self.assignment.manual)

    def with_decisions(self, result: Result, submission: Submission) -> Result:
        """Apply the teacher's grades and the late policy to a result."""
        decided = with_overrides(result, self.overrides)
        policy = self.assignment.late
        if policy is None:
            return decided
        if self.by_file_time:
            return with_lateness(decided, policy, time_of_file(submission.path, policy))
        return with_lateness(decided, policy, (self.times or {}).get(submission.name))


def job_for(
    assignment: Assignment,
    overrides: Overrides,
    *,
    seed: str | None,
    cases: int | None,
    hints: str | None,
    records: ResultsFolder | None,
    times: str | None,
    by_file_time: bool,
) -> GradingJob:
    """Return the settings that the command-line options describe."""
    require(
        assignment.late is not None or not (times is not None or by_file_time),
        "--times and --file-times need an assignment with a late policy. Fix: add a table [late] "
        "to the assignment, or leave the option out.",
    )
    require(
        not (times and by_file_time),
        "--times and --file-times cannot be used together: use only one",
    )
    require(seed != "", "--seed must not be empty. Fix: write some text, or leave the option out.")
    if cases is not None:
        require(0 < cases <= MOST_CASES, f"--cases must be from 1 to {MOST_CASES}, got {cases}")
        assignment = replace(assignment, cases=cases)
    assignment = replace(assignment, hints=hints or assignment.hints)
    chosen = seed or assignment.seed or (records and records.earlier_seed(assignment.title))
    when = read_times(times) if times else None
    return GradingJob(assignment, chosen or secrets.token_hex(8), overrides, when, by_file_time)


def decisions(folder: Path, file: str | None, assignment: Assignment) -> Overrides:
    """Read the teacher's grades for a folder: from `file`, or from its overrides.toml."""
    path = folder / FILE if file is None else Path(file)
    exists = os.path.isfile(path)
    require(file is None or exists, f"--overrides: there is no file {file!r}")
    if not exists:
        return {}
    names = [submission.name for submission in submissions_in(folder, assignment.endings)[0]]
    asked = [task.question.function for task in assignment.tasks]
    known = list(dict.fromkeys([*asked, *(item.name for item in assignment.manual), *questions()]))
    return read_overrides(path, names, known, {item.name: item for item in assignment.manual})
