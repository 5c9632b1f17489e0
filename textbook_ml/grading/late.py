"""What handing in late costs: a share of what was earned, for each day begun."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from textbook_ml.errors import TextbookError, require
from textbook_ml.files import read_text
from textbook_ml.grading.phrases import points
from textbook_ml.grading.results import Result
from textbook_ml.grading.submissions import files_of

LARGEST = 10_000_000  # characters of a file of times
DAY = timedelta(days=1)
MINUTE = timedelta(minutes=1)
LAST_DAY = datetime(2999, 1, 1, tzinfo=UTC).timestamp()  # that every system can tell


@dataclass(frozen=True, slots=True)
class LatePolicy:
    """When work is due, and what each day begun after that costs, in percent of the points."""

    due: datetime
    percent_per_day: float
    grace_minutes: float = 0.0
    most_percent: float = 100.0

    def __post_init__(self) -> None:
        for name in ("percent_per_day", "most_percent"):
            share = getattr(self, name)
            require(0 <= share <= 100, f"late.{name} = {share}: a share is from 0 to 100")
        require(
            self.grace_minutes >= 0,
            f"late.grace_minutes = {self.grace_minutes}: it cannot be negative",
        )

    def percent(self, came: datetime) -> float:
        """How much is taken from work that came then; days are counted from the due time.

        >>> policy = LatePolicy(datetime(2026, 11, 30), percent_per_day=10, grace_minutes=5)
        >>> policy.percent(datetime(2026, 11, 30, 0, 5)), policy.percent(datetime(2026, 12, 1, 1))
        (0.0, 20.0)
        """
        require(
            (came.tzinfo is None) == (self.due.tzinfo is None),
            f"work came at {came} and was due at {self.due}: give both times with an offset such "
            "as +01:00, or both without",
        )
        over = came - self.due
        if over <= self.grace_minutes * MINUTE:
            return 0.0
        days = -(-over // DAY)  # rounded up: a day begun counts
        return min(float(days * self.percent_per_day), self.most_percent)


def with_lateness(result: Result, policy: LatePolicy, came: datetime | None) -> Result:
    """The result with what its lateness costs, and a sentence that says so."""
    if came is None:
        words = "No time of handing in is known: nothing was taken off for lateness."
        return replace(result, late=words)
    percent = policy.percent(came)
    deducted = round(result.score * percent / 100, 2)
    said = f"Handed in {came:%Y-%m-%d %H:%M}, due {policy.due:%Y-%m-%d %H:%M}: "
    cost = f"{points(percent)} % is taken off."
    late = said + (cost if percent else "in time.")
    return replace(result, late=late, deducted=deducted, score=result.score - deducted)


def read_times(path: str) -> Mapping[str, datetime]:
    """When each submission came: a TOML file of lines `"ada.py" = 2026-11-30T22:15:00`."""
    text = read_text(path, LARGEST, "name a TOML file with the times")
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise TextbookError(f"{path}: cannot be read as times ({error})") from None
    for name, came in table.items():
        require(
            isinstance(came, datetime),
            f"{path}: {name!r} has no date and time: write {name!r} = 2026-11-30T22:15:00",
        )
    return table


def time_of_file(path: Path, policy: LatePolicy) -> datetime:
    """When a file, or the newest file of a folder, was last changed; in the policy's zone."""
    newest = max(file.lstat().st_mtime for file in [*files_of(path)] or [path])
    in_calendar = min(max(newest, 0.0), LAST_DAY)  # an archive can hold any number
    return datetime.fromtimestamp(in_calendar, policy.due.tzinfo)
