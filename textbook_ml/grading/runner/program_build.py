"""Build a program in another language once, in a worker process, for all questions."""

import os
import stat
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from textbook_ml.core.errors import TextbookError, require
from textbook_ml.grading.runner.limits import Limits
from textbook_ml.grading.runner.load_client import LoadLost, NotStarted, Report, load
from textbook_ml.grading.runner.process_pool import ProcessPool
from textbook_ml.grading.runner.submission_source import SubmissionCode
from textbook_ml.questions.framework.forms import Form

SECONDS = 60.0  # time limit for a compiler
FILE_SIZE = 32 << 20  # bytes of all files that a compiler may write
MOST_FILES = 200
ATTEMPTS = 3  # attempts to start a worker process


def build(
    pool: ProcessPool, source: SubmissionCode, limits: Limits, plan: dict[str, Any], seconds: float
) -> tuple[SubmissionCode, Report]:
    """Return the source with the files that the compiler wrote, and the report on the build."""
    ready = replace(source, runs=True)
    if not plan["build"]:
        return ready, Report()
    usual = replace(limits, wall=SECONDS, cpu=SECONDS, file_size=FILE_SIZE, memory=2 << 30)
    form = Form("program", plan={**plan, "run": []})
    for attempt in range(ATTEMPTS):
        child = pool.child()
        try:
            report = load(child, ready, usual, form=form, seconds=min(SECONDS, seconds))
            if report.build:
                return ready, report
            files = {**source.files, **dict(written(Path(child.folder), source.files))}
            return replace(ready, files=files), report
        except LoadLost:
            return ready, Report(build="The compiler did not finish.")
        except TextbookError as error:
            return ready, Report(build=str(error))
        except NotStarted:
            if attempt == ATTEMPTS - 1:
                raise
        finally:
            child.end()
    raise AssertionError("the last attempt raises")


def written(folder: Path, known: Any) -> Iterator[tuple[str, bytes]]:
    """Yield the regular files of a folder that are not known; links are not followed."""
    room = FILE_SIZE
    names = [name for name in sorted(os.listdir(folder)) if name not in known]
    require(len(names) <= MOST_FILES, f"The compiler wrote more than {MOST_FILES} files.")
    for name in names:
        flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
        try:
            descriptor = os.open(folder / name, flags)
        except OSError:  # a link
            continue
        with open(descriptor, "rb") as stream:
            if stat.S_ISREG(os.fstat(descriptor).st_mode):
                content = stream.read(room + 1)
                room -= len(content)
                require(room >= 0, f"The compiler wrote more than {FILE_SIZE >> 20} MB.")
                yield name, content
