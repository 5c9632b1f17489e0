"""Grade a class: several submissions in parallel; an interrupted grading can be continued."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from time import monotonic

from textbook_ml.core.progress import progress_line, time_left
from textbook_ml.grading.grading_job import GradingJob, OnQuestion
from textbook_ml.grading.records import ResultsFolder
from textbook_ml.grading.results import Result
from textbook_ml.grading.submissions import Submission


def graded(
    job: GradingJob, submissions: Sequence[Submission], jobs: int, records: ResultsFolder | None
) -> Iterator[tuple[Result, bool]]:
    """Yield the results in the order of the submissions, and whether each is from an earlier run.

    If the grading is interrupted, only the finished submissions are yielded.
    """
    start, fresh = monotonic(), 0
    pool = ThreadPoolExecutor(jobs)
    try:
        waiting = [pool.submit(grade_one, job, one, 1, records) for one in submissions]
        with progress_line(None, monotonic) as say:
            for done, (one, future) in enumerate(zip(submissions, waiting)):
                left = (monotonic() - start) / max(fresh, 1) * (len(submissions) - done)
                say(lambda: f"{done} of {len(submissions)} graded, {one.name}; {time_left(left)}")
                result, kept = future.result()
                fresh += not kept
                if result.finished:
                    yield result, kept
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def grade_one(
    job: GradingJob,
    submission: Submission,
    jobs: int,
    records: ResultsFolder | None,
    on_question: OnQuestion = lambda result: None,
) -> tuple[Result, bool]:
    """Return the kept result if nothing has changed; otherwise grade and save the submission."""
    if records is None:
        return job.settled(job.find(submission, jobs, on_question), submission), False
    mark = job.mark(submission)

    def save(result: Result) -> None:
        records.write(result, mark)
        on_question(result)

    kept = records.kept(submission.name, mark)
    settled = job.settled(kept or job.find(submission, jobs, save), submission)
    if settled.finished:  # an unfinished result was already written by `save`
        records.write(settled, mark)
    return settled, kept is not None
