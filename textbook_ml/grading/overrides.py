"""What the teacher decides stays decided: scores and comments that every regrading keeps.

`overrides.toml` names submissions, and in them questions:

    ["ada.py".variance_mvue]
    score = 0.5
    comment = "The idea is right; mind the case N = 1."
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from math import isfinite
from pathlib import Path
from typing import Any

from textbook_ml.errors import TextbookError, require
from textbook_ml.files import read_text
from textbook_ml.grading.json_report import total
from textbook_ml.grading.results import Result

FILE = "overrides.toml"
LARGEST = 10_000_000  # characters of that file


@dataclass(frozen=True, slots=True)
class Override:
    """A decision on one question: a score, a comment, or both."""

    score: float | None
    comment: str


Overrides = Mapping[str, Mapping[str, Override]]


def read_overrides(path: Path, submissions: Sequence[str], functions: Sequence[str]) -> Overrides:
    """The decisions in a file, if it is there; unknown names are refused with those near them."""
    if not path.exists():
        return {}
    text = read_text(str(path), LARGEST, "name a TOML file with your decisions")
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise TextbookError(f"{path}: cannot be read as TOML ({error})") from None
    result: dict[str, dict[str, Override]] = {}
    for submission, decisions in table.items():
        _known(path, "submission", submission, submissions)
        _table(path, submission, decisions)
        for function, said in decisions.items():
            _known(path, "question", function, functions)
            place = f"{submission}.{function}"
            result.setdefault(submission, {})[function] = _override(path, place, said)
    return result


def _override(path: Path, place: str, said: Any) -> Override:
    _table(path, place, said)
    for key in said:
        _known(path, f"part of {place}", key, ("score", "comment"))
    score, comment = said.get("score"), said.get("comment", "")
    number = score is None or (type(score) in (int, float) and isfinite(score) and score >= 0)
    require(number, f"{path}: {place}.score = {score!r}: give a number that is not negative")
    require(isinstance(comment, str), f"{path}: {place}.comment = {comment!r}: give words")
    return Override(None if score is None else float(score), comment)


def _table(path: Path, place: str, said: Any) -> None:
    wanted = '["submission".question], then score = 1.0 and comment = "…"'
    require(isinstance(said, dict), f"{path}: {place} = {said!r}: write {wanted}")


def _known(path: Path, what: str, name: str, known: Sequence[str]) -> None:
    near = get_close_matches(name, known, n=3, cutoff=0.4)
    advice = f"did you mean {', '.join(near)}?" if near else f"known are {', '.join(known[:5])}"
    require(name in known, f"{path}: no {what} is called {name!r}: {advice}")


def with_overrides(result: Result, overrides: Overrides) -> Result:
    """The result as the teacher decided; what the grader gave stays beside it."""
    decided = overrides.get(result.submission, {})
    questions = tuple(
        replace(
            q,
            score=q.score if one.score is None else one.score,
            graded=None if one.score is None else q.score,
            comment=one.comment,
        )
        if (one := decided.get(q.function))
        else q
        for q in result.questions
    )
    return replace(result, questions=questions, score=total(questions))
