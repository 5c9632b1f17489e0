"""The teacher's own grades and comments, which every run applies.

`overrides.toml` has a table for each submission and question:

    ["ada.py".variance_mvue]
    score = 0.5
    comment = "The idea is right; mind the case N = 1."

`request = "…"` is a student's request to grade a question again; it is open until there is a score
or a comment. `rubric = { argument = 2 }` has the points of the criteria of a manual item.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from math import isfinite
from pathlib import Path
from typing import Any

from textbook_ml.core.errors import TextbookError, require
from textbook_ml.core.files import read_text
from textbook_ml.grading.manual import ManualItem, rubric_score
from textbook_ml.grading.reports.json_report import total
from textbook_ml.grading.results import Result, Verdict

FILE = "overrides.toml"
LARGEST = 10_000_000  # maximum number of characters of that file


@dataclass(frozen=True, slots=True)
class TeacherOverride:
    """The teacher's score or comment on one question, or both."""

    score: float | None
    comment: str
    request: str = ""


Overrides = Mapping[str, Mapping[str, TeacherOverride]]


def read_overrides(
    path: Path,
    submissions: Sequence[str],
    functions: Sequence[str],
    manual: Mapping[str, ManualItem] | None = None,
) -> Overrides:
    """Read the teacher's grades, if the file exists; raise TextbookError for unknown names."""
    if not path.exists():
        return {}
    text = read_text(str(path), LARGEST, "--overrides must be a TOML file with your own grades")
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise TextbookError(f"{path}: the file must be valid TOML: {error}") from None
    result: dict[str, dict[str, TeacherOverride]] = {}
    for submission, decisions in table.items():
        _require_known_name(path, "submission", submission, submissions)
        _require_table(path, submission, decisions)
        for function, values in decisions.items():
            _require_known_name(path, "question", function, functions)
            place = f"{submission}.{function}"
            result.setdefault(submission, {})[function] = _parsed_override(
                path, place, values, (manual or {}).get(function)
            )
    return result


def _parsed_override(
    path: Path, place: str, values: Any, item: ManualItem | None
) -> TeacherOverride:
    _require_table(path, place, values)
    for key in values:
        keys = ("score", "comment", "request") if item is None else ("score", "comment", "rubric")
        _require_known_name(path, f"key of {place}", key, keys)
    score, comment = values.get("score"), values.get("comment", "")
    request, given = values.get("request", ""), values.get("rubric")
    if item is not None and given is not None:
        _require_table(path, f"{place}.rubric", given)
        require(score is None, f"{path}: {place} has a score and a rubric. Fix: remove one of them")
        score, words = rubric_score(item, given, f"{path}: {place}")
        comment = f"{words} {comment}".strip() if isinstance(comment, str) else comment
    number = score is None or (type(score) in (int, float) and isfinite(score) and score >= 0)
    require(number, f"{path}: {place}.score must be a number of at least 0, got {score!r}")
    require(
        isinstance(comment, str), f"{path}: {place}.comment must be text in quotes, got {comment!r}"
    )
    require(
        isinstance(request, str), f"{path}: {place}.request must be text in quotes, got {request!r}"
    )
    return TeacherOverride(None if score is None else float(score), comment, request)


def _require_table(path: Path, place: str, value: Any) -> None:
    require(
        isinstance(value, dict),
        f"{path}: {place} must be a table, got {value!r}. "
        'Fix: write ["submission".question], then score = 1.0 and comment = "…".',
    )


def _require_known_name(path: Path, what: str, name: str, known: Sequence[str]) -> None:
    near = get_close_matches(name, known, n=3, cutoff=0.4)
    advice = f"Did you mean {', '.join(near)}?" if near else f"Known: {', '.join(known[:5])}."
    require(name in known, f"{path}: unknown {what} {name!r}. {advice}")


def with_overrides(result: Result, overrides: Overrides) -> Result:
    """Apply the teacher's grades to a result; the grader's score is kept in `graded`."""
    decided = overrides.get(result.submission, {})
    questions = tuple(
        replace(
            q,
            score=q.score if one.score is None else one.score,
            graded=None if one.score is None else q.score,
            comment=one.comment,
            request=one.request,
            verdict=Verdict.MARKED
            if q.verdict is Verdict.TO_MARK and one.score is not None
            else q.verdict,
        )
        if (one := decided.get(q.function))
        else q
        for q in result.questions
    )
    return replace(result, questions=questions, score=total(questions))
