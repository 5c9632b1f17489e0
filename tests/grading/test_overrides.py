"""Overrides by the teacher, and the late policy."""

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.grading_support import RIGHT, WRONG, result
from textbook_ml.core.errors import TextbookError
from textbook_ml.grading.late import LatePolicy, read_times, time_of_file, with_lateness
from textbook_ml.grading.overrides import read_overrides, with_overrides
from textbook_ml.grading.reports.class_screen import submission_line
from textbook_ml.grading.reports.json_report import as_graded

NAMES, FUNCTIONS = ["ada.py", "bob.py"], ["mean_mle", "variance_mvue"]
DUE = datetime(2026, 11, 30, 12)
POLICY = LatePolicy(DUE, percent_per_day=10, grace_minutes=15, most_percent=50)


def overrides_file(folder: Path, text: str) -> Path:
    path = folder / "overrides.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_override_changes_the_score_and_keeps_the_original(tmp_path: Path) -> None:
    """The score 2 of 5 becomes 3.5 of 5; the grader's result can be restored."""
    text = '["ada.py".variance_mvue]\nscore = 1.5\ncomment = "The idea is right."\n'
    read = read_overrides(overrides_file(tmp_path, text), NAMES, FUNCTIONS)
    decided = with_overrides(result("ada.py", RIGHT, WRONG), read)
    assert decided.score == 3.5
    one = decided.questions[1]
    assert (one.graded, one.comment) == (0.0, "The idea is right.")
    assert as_graded(decided) == result("ada.py", RIGHT, WRONG)
    assert with_overrides(result("bob.py"), read) == result("bob.py")


def test_override_is_shown_in_the_class_list(tmp_path: Path) -> None:
    """The teacher notices overrides that someone else wrote."""
    text = '["ada.py".mean_mle]\nscore = 99\n'
    read = read_overrides(overrides_file(tmp_path, text), NAMES, FUNCTIONS)
    decided = with_overrides(result("ada.py", RIGHT, WRONG), read)
    assert submission_line(decided, kept=False).endswith("1 set by you")


def test_comment_alone_does_not_change_the_score(tmp_path: Path) -> None:
    """An override with only a comment adds the comment and keeps the score."""
    text = '["ada.py".mean_mle]\ncomment = "well done"\n'
    read = read_overrides(overrides_file(tmp_path, text), NAMES, FUNCTIONS)
    decided = with_overrides(result("ada.py"), read)
    assert decided.score == 2.0
    assert decided.questions[0].graded is None


def test_missing_file_means_no_overrides(tmp_path: Path) -> None:
    """Most classes have no overrides file."""
    assert read_overrides(tmp_path / "overrides.toml", NAMES, FUNCTIONS) == {}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('["adaa.py".mean_mle]\nscore = 1', "Did you mean ada.py"),
        ('["ada.py".mean_mel]\nscore = 1', "Did you mean mean_mle"),
        ('["ada.py".mean_mle]\nscores = 1', "Did you mean score"),
        ('["ada.py".mean_mle]\nscore = "1"', "score must be a number of at least 0, got"),
        ('["ada.py".mean_mle]\nscore = true', "score must be a number of at least 0, got"),
        ('["ada.py".mean_mle]\nscore = nan', "score must be a number of at least 0, got"),
        ('["ada.py".mean_mle]\nscore = -1', "score must be a number of at least 0, got"),
        ('["ada.py".mean_mle]\ncomment = 3', "comment must be text in quotes, got 3"),
        ('"ada.py" = 3', "must be a table, got 3"),
        ("[", "must be valid TOML"),
    ],
)
def test_invalid_overrides_are_rejected(tmp_path: Path, text: str, said: str) -> None:
    """A misspelt name in an override is an error and is not ignored."""
    with pytest.raises(TextbookError, match=said):
        read_overrides(overrides_file(tmp_path, text), NAMES, FUNCTIONS)


@pytest.mark.parametrize(
    ("late", "percent"),
    [
        (timedelta(minutes=-1), 0.0),
        (timedelta(minutes=15), 0.0),
        (timedelta(minutes=16), 10.0),
        (timedelta(days=1), 10.0),
        (timedelta(days=1, seconds=1), 20.0),
        (timedelta(days=30), 50.0),
    ],
)
def test_part_of_a_late_day_counts_as_a_day(late: timedelta, percent: float) -> None:
    """After the grace period, days count from the deadline, up to the maximum."""
    assert POLICY.percent(DUE + late) == percent


def test_late_deduction_is_a_percentage_of_the_score() -> None:
    """20 % of 2 points is 0.4."""
    late = with_lateness(result(), POLICY, DUE + timedelta(hours=30))
    assert (late.score, late.deducted) == (1.6, 0.4)
    assert late.late == ("Submitted 2026-12-01 18:00, due 2026-11-30 12:00: 20 % deducted.")
    assert with_lateness(result(), POLICY, DUE).score == 2.0
    unknown = with_lateness(result(), POLICY, None)
    assert (unknown.score, "nothing was deducted" in unknown.late) == (2.0, True)


def test_times_with_and_without_offset_are_not_mixed() -> None:
    """A time without an offset is ambiguous."""
    with pytest.raises(TextbookError, match="offset"):
        POLICY.percent(DUE.replace(tzinfo=UTC))


def test_times_are_read_from_a_file(tmp_path: Path) -> None:
    """The file has one line per submission; a value that is not a time is an error."""
    path = tmp_path / "times.toml"
    path.write_text('"ada.py" = 2026-11-30T12:20:00\n', encoding="utf-8")
    assert read_times(str(path)) == {"ada.py": DUE + timedelta(minutes=20)}
    path.write_text('"ada.py" = "yesterday"\n', encoding="utf-8")
    with pytest.raises(TextbookError, match="must be a date and time"):
        read_times(str(path))


def test_folder_time_is_that_of_its_newest_file(tmp_path: Path) -> None:
    """The time of the folder itself changes when an archive is unpacked."""
    utc = LatePolicy(DUE.replace(tzinfo=UTC), percent_per_day=10)
    for name, seconds in (("a.py", 1000), ("b.py", 2000)):
        (tmp_path / name).write_text("")
        os.utime(tmp_path / name, (seconds, seconds))
    assert time_of_file(tmp_path, utc) == datetime.fromtimestamp(2000, UTC)


def test_file_time_outside_the_calendar_is_clipped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Archives and some disks contain invalid times; they count as late."""
    status = type("Status", (), {"st_mtime": 1e15, "st_mode": 0o100644})()
    monkeypatch.setattr(Path, "lstat", lambda path: status)
    assert time_of_file(tmp_path / "a.py", POLICY).year == 2999


@pytest.mark.parametrize("share", [-1.0, 101.0])
def test_percentage_outside_0_to_100_is_rejected(share: float) -> None:
    """A policy cannot deduct more than the whole score."""
    with pytest.raises(TextbookError, match="from 0 to 100"):
        LatePolicy(DUE, percent_per_day=share)
