"""A grading as a whole: what is asked, with which seed, and what comes on top of the findings."""

import os
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from hashlib import sha256
from pathlib import Path

from textbook_ml import __version__
from textbook_ml.errors import require
from textbook_ml.grading.assignment import MOST_CASES, Assignment
from textbook_ml.grading.grade_submission import NOT_YET, grade_submission
from textbook_ml.grading.json_report import total
from textbook_ml.grading.late import read_times, time_of_file, with_lateness
from textbook_ml.grading.overrides import FILE, Overrides, read_overrides, with_overrides
from textbook_ml.grading.process import RUNNING, Stopped
from textbook_ml.grading.records import Records
from textbook_ml.grading.results import QuestionResult, Result, Verdict
from textbook_ml.grading.submissions import Submission, fingerprint, submissions_in, unreadable
from textbook_ml.questions import questions

OnQuestion = Callable[[Result], None]


@dataclass(frozen=True, slots=True)
class Job:
    """What every submission of a grading has in common."""

    assignment: Assignment
    seed: str
    overrides: Overrides = field(default_factory=dict)
    times: Mapping[str, datetime] | None = None
    by_file_time: bool = False

    def mark(self, submission: Submission) -> str:
        """What a finding was made from: the same mark gives the same finding."""
        asked = self.assignment
        tasks = [(t.question.function, t.question.id, t.points, t.visible) for t in asked.tasks]
        files = [fingerprint(Path(file)) for file in asked.limits.files]
        terms = (asked.limits, files, asked.cases, asked.public_seed, asked.title)
        parts = (fingerprint(submission.path), tasks, terms, self.seed, __version__)
        return sha256(repr(parts).encode("utf-8", "replace")).hexdigest()

    def find(self, submission: Submission, jobs: int, on_question: OnQuestion) -> Result:
        """What the grader finds; if it fails itself, that costs the student nothing."""
        asked = self.assignment

        def named(result: Result) -> Result:
            return replace(result, submission=submission.name, assignment=asked.title)

        closed = unreadable(submission.path)
        if closed:  # a fault of the file, which must not pay as one of ours would
            words = f"{closed} may not be read: hand in files that everyone can read."
            return self._same_for_all(submission, Verdict.LOAD_ERROR, words, share=0.0)
        try:
            RUNNING.check()
            found = grade_submission(
                submission.path, asked.tasks, asked.limits,
                seed=self.seed, public_seed=asked.public_seed, cases=asked.cases, jobs=jobs,
                on_question=lambda result: on_question(named(result)),
            )  # fmt: skip
        except Stopped:  # before the first question
            untouched = self._same_for_all(submission, Verdict.NOT_ATTEMPTED, NOT_YET, share=0.0)
            return replace(untouched, finished=False)
        except Exception as error:  # whatever it is, one submission never stops a class
            words = f"The grader failed ({type(error).__name__}: {error}): this costs you nothing."
            return self._same_for_all(submission, Verdict.GRADER_ERROR, words, share=1.0)
        return named(found)

    def _same_for_all(
        self, submission: Submission, verdict: Verdict, words: str, share: float
    ) -> Result:
        """One thing said of every question, for this share of its points."""
        asked = tuple(
            QuestionResult(
                t.question.id, t.question.function, verdict,
                share * t.points, t.points, words, visible=t.visible,
            )
            for t in self.assignment.tasks
        )  # fmt: skip
        return Result(
            submission.name, self.assignment.title, total(asked), self.assignment.max_score,
            self.seed, self.assignment.public_seed, "not run", (), asked,
        )  # fmt: skip

    def settled(self, result: Result, submission: Submission) -> Result:
        """The finding, with the teacher's decisions and the late policy on top."""
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
    records: Records | None,
    times: str | None,
    by_file_time: bool,
) -> Job:
    """The job that the options describe."""
    late = assignment.late is not None
    asked_late = times is not None or by_file_time
    require(late or not asked_late, "the assignment has no [late]: give it one, or no times")
    require(not (times and by_file_time), "--times and --file-times came: give one of them")
    require(seed != "", "--seed is empty: leave it out, or give it letters")
    if cases is not None:
        require(0 < cases <= MOST_CASES, f"--cases {cases}: give 1 to {MOST_CASES}")
        assignment = replace(assignment, cases=cases)
    chosen = seed or assignment.seed or (records and records.earlier_seed(assignment.title))
    when = read_times(times) if times else None
    return Job(assignment, chosen or secrets.token_hex(8), overrides, when, by_file_time)


def decisions(folder: Path, file: str | None) -> Overrides:
    """The teacher's decisions on submissions in a folder: from this file, or from its own."""
    path = folder / FILE if file is None else Path(file)
    there = os.path.isfile(path)
    require(file is None or there, f"there is no file {file!r}: give one with decisions")
    if not there:
        return {}
    names = [submission.name for submission in submissions_in(folder)[0]]
    return read_overrides(path, names, list(questions()))
