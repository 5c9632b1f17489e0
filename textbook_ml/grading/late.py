"""The late policy: a percentage of the score is deducted for each day or part of a day."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from textbook_ml.core.errors import TextbookError, require
from textbook_ml.core.files import read_text
from textbook_ml.grading.reports.report_text import points
from textbook_ml.grading.results import Result
from textbook_ml.grading.submissions import files_of

LARGEST = 10_000_000  # maximum number of characters of a file of submission times
DAY = timedelta(days=1)
MINUTE = timedelta(minutes=1)
LAST_DAY = datetime(2999, 1, 1, tzinfo=UTC).timestamp()  # a date that all systems support


@dataclass(frozen=True, slots=True)
class LatePolicy:
    """The deadline, and the percentage deducted for each day, or part of a day, after it."""

    due: datetime
    percent_per_day: float
    grace_minutes: float = 0.0
    most_percent: float = 100.0

    def __post_init__(self) -> None:
        for name in ("percent_per_day", "most_percent"):
            percent = getattr(self, name)
            require(0 <= percent <= 100, f"late.{name} must be from 0 to 100, got {percent}")
        require(
            self.grace_minutes >= 0,
            f"late.grace_minutes must be at least 0, got {self.grace_minutes}",
        )

    def percent(self, submitted: datetime) -> float:
        """Return the percentage deducted for this submission time; days count from the deadline.

        >>> policy = LatePolicy(datetime(2026, 11, 30), percent_per_day=10, grace_minutes=5)
        >>> policy.percent(datetime(2026, 11, 30, 0, 5)), policy.percent(datetime(2026, 12, 1, 1))
        (0.0, 20.0)
        """
        require(
            (submitted.tzinfo is None) == (self.due.tzinfo is None),
            f"the submission time {submitted} and the deadline {self.due} must both have an "
            "offset such as +01:00, or both have none",
        )
        over = submitted - self.due
        if over <= self.grace_minutes * MINUTE:
            return 0.0
        days = -(-over // DAY)  # rounded up: part of a day counts as a day
        return min(float(days * self.percent_per_day), self.most_percent)


def with_lateness(result: Result, policy: LatePolicy, submitted: datetime | None) -> Result:
    """Return the result with the late deduction, and a sentence that explains it."""
    if submitted is None:
        words = "The submission time is not known, so nothing was deducted for lateness."
        return replace(result, late=words)
    percent = policy.percent(submitted)
    deducted = round(result.score * percent / 100, 2)
    times = f"Submitted {submitted:%Y-%m-%d %H:%M}, due {policy.due:%Y-%m-%d %H:%M}: "
    late = times + (f"{points(percent)} % deducted." if percent else "in time.")
    return replace(result, late=late, deducted=deducted, score=result.score - deducted)


def read_times(path: str) -> Mapping[str, datetime]:
    """Read submission times: a TOML file of lines `"ada.py" = 2026-11-30T22:15:00`."""
    text = read_text(path, LARGEST, "--times must be a TOML file with submission times")
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise TextbookError(f"{path}: the file must be valid TOML: {error}") from None
    for name, submitted in table.items():
        require(
            isinstance(submitted, datetime),
            f"{path}: {name!r} must be a date and time, such as 2026-11-30T22:15:00, "
            f"got {submitted!r}",
        )
    return table


def time_of_file(path: Path, policy: LatePolicy) -> datetime:
    """Return the time of a file, or of the newest file of a folder, in the policy's time zone."""
    newest = max(file.lstat().st_mtime for file in [*files_of(path)] or [path])
    in_calendar = min(max(newest, 0.0), LAST_DAY)  # a file time in an archive may be any number
    return datetime.fromtimestamp(in_calendar, policy.due.tzinfo)
