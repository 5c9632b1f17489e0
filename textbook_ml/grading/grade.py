"""The command `grade`: grade one submission or a class, and write the reports."""

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from textbook_ml.core.errors import plural, require
from textbook_ml.grading.assignment import Assignment, of_questions
from textbook_ml.grading.batch import grade_one, graded
from textbook_ml.grading.grading_job import GradingJob, decisions, job_for
from textbook_ml.grading.overrides import Overrides
from textbook_ml.grading.records import ResultsFolder, write_pages
from textbook_ml.grading.reports.class_screen import class_summary, submission_line
from textbook_ml.grading.reports.class_table import as_csv
from textbook_ml.grading.reports.course_tables import as_canvas, as_moodle
from textbook_ml.grading.reports.gradescope import as_gradescope
from textbook_ml.grading.reports.json_report import as_json, class_as_json
from textbook_ml.grading.reports.junit import as_junit
from textbook_ml.grading.reports.report_files import write_report
from textbook_ml.grading.reports.report_text import full_marks
from textbook_ml.grading.reports.student_page import student_page
from textbook_ml.grading.reports.terminal import report
from textbook_ml.grading.results import Result
from textbook_ml.grading.runner.interruption import interruptible
from textbook_ml.grading.starter import reduced_assignment
from textbook_ml.grading.submissions import Submission, defined_in, submission_at, submissions_in
from textbook_ml.questions import questions as all_questions

FULL, NOT_FULL = 0, 1


@dataclass(frozen=True, slots=True)
class Reports:
    """The files and folders to which the reports are written."""

    out: ResultsFolder | None
    junit: str | None
    gradescope: str | None
    csv: str | None
    html: str | None
    moodle: str | None
    canvas: str | None

    def write(self, results: Sequence[Result], is_class: bool) -> Iterator[str]:
        """Write the requested reports; yield a line for each."""
        if self.out:
            self.out.write_pages(results)
            yield f"written: {self.out.folder} (start with index.html; table: grades.csv)"
        if self.junit:
            write_report(Path(self.junit), as_junit(results))
            yield f"written: {self.junit}"
        if self.csv:
            write_report(Path(self.csv), as_csv(results))
            yield f"written: {self.csv}"
        for path, table in ((self.moodle, as_moodle), (self.canvas, as_canvas)):
            if path:
                write_report(Path(path), table(results))
                yield f"written: {path}"
        if self.html and is_class:
            write_pages(Path(self.html), results)
            yield f"written: {self.html} (start with index.html)"
        elif self.html:
            write_report(Path(self.html), student_page(results[0]))
            yield f"written: {self.html}"
        if self.gradescope:
            write_report(Path(self.gradescope), as_gradescope(results[0]))
            yield f"written: {self.gradescope}"


def grade(
    submission: str,
    *,
    assignment: str | None = None,
    questions: str | None = None,
    hints: str | None = None,
    one: bool = False,
    json: bool = False,
    seed: str | None = None,
    cases: int | None = None,
    jobs: int = 1,
    out: str | None = None,
    junit: str | None = None,
    gradescope: str | None = None,
    csv: str | None = None,
    html: str | None = None,
    moodle: str | None = None,
    canvas: str | None = None,
    times: str | None = None,
    file_times: bool = False,
    overrides: str | None = None,
) -> Generator[str, None, int]:
    """Grade, print the results and write the reports; the exit code is 0 for full marks.

    After Ctrl-C or SIGTERM the reports contain the finished submissions, and the exit code is
    128 plus the number of the signal.
    """
    require(jobs > 0, f"--jobs must be at least 1, got {jobs}")
    first = submission_at(submission)
    is_class = first.path.is_dir() and not one
    require(
        not (is_class and gradescope),
        "--gradescope needs one submission, got a folder of submissions. Fix: pass one file, or "
        "add --one if the folder is one submission.",
    )
    reports = Reports(
        ResultsFolder(Path(out)) if out else None, junit, gradescope, csv, html, moodle, canvas
    )
    if reports.out:
        reports.out.open()
    asked_for = chosen_assignment(first, is_class, assignment, questions)
    first = at_hand(submission, asked_for)
    job = job_for(
        asked_for,
        teacher_decisions(first, is_class, overrides, asked_for),
        seed=seed, cases=cases, hints=hints, records=reports.out,
        times=times, by_file_time=file_times,
    )  # fmt: skip
    if reports.out:
        reports.out.begin(job.assignment.title, job.seed)
    find = find_class if is_class else find_one
    with interruptible() as interruption:
        results = yield from find(job, first, jobs, reports, json)
        written = list(reports.write(results, is_class)) if results else []
        yield from [] if json else written
    if interruption.code is not None:
        return interruption.code
    return FULL if all(map(full_marks, results)) else NOT_FULL


def chosen_assignment(
    first: Submission, is_class: bool, assignment: str | None, questions: str | None
) -> Assignment:
    """Return the assignment; without options, all questions whose functions the file defines."""
    if assignment is not None or questions is not None:
        return reduced_assignment(assignment, questions)
    require(
        not is_class,
        "a folder of submissions needs --assignment or --questions. Fix: add one of them (or --one "
        "if the folder is one submission).",
    )
    defined = defined_in(first.path)
    found = [question for name, question in all_questions().items() if name in defined]
    require(
        bool(found),
        f"{first.name} defines no function of any question. Fix: add --assignment or --questions, "
        "or run `questions` to list the function names.",
    )
    return of_questions(found, "All questions whose functions are in the file")


def at_hand(submission: str, assignment: Assignment) -> Submission:
    """Find the submission. Raise TextbookError if the tools of its language are not installed."""
    if assignment.language is not None:
        assignment.language.require_tools()
    return submission_at(submission, assignment.endings)


def teacher_decisions(
    first: Submission, is_class: bool, file: str | None, assignment: Assignment
) -> Overrides:
    """Return the teacher's grades; for a single file, they must be named with an option.

    Otherwise a student could put a file overrides.toml next to the submission.
    """
    if is_class:
        return decisions(first.path, file, assignment)
    return decisions(first.path.resolve().parent, file, assignment) if file else {}


def find_one(
    job: GradingJob, submission: Submission, jobs: int, reports: Reports, json: bool
) -> Generator[str, None, list[Result]]:
    """Grade one submission, and yield the full report."""

    def on_question(result: Result) -> None:
        if reports.gradescope:
            write_report(Path(reports.gradescope), as_gradescope(result))

    result, _ = grade_one(job, submission, jobs, reports.out, on_question)
    yield from as_json(result).splitlines() if json else report(result)
    return [result]


def find_class(
    job: GradingJob, folder: Submission, jobs: int, reports: Reports, json: bool
) -> Generator[str, None, list[Result]]:
    """Grade a class, and yield a line for each submission and a summary."""
    submissions, skipped = submissions_in(folder.path, job.assignment.endings)
    results = []
    for result, kept in graded(job, submissions, jobs, reports.out):
        results.append(result)
        if not json:
            yield submission_line(result, kept)
    if json:
        yield from class_as_json(results).splitlines()
        return results
    if len(results) < len(submissions):
        yield ""
        yield f"Stopped: {len(results)} of {plural(len(submissions), 'submission')} graded."
        again = "Run the same command again to grade the rest."
        yield again if reports.out else "With --out DIR, you could continue from here later."
    if results:
        yield from class_summary(results, skipped)
    return results
