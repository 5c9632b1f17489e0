"""The report as JSON; the grader reads it again to continue an interrupted grading."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from math import fsum
from typing import Any

from textbook_ml.core.errors import TextbookError
from textbook_ml.grading.results import Counterexample, QuestionResult, Result, Verdict


def as_json(result: Result, **more: str) -> str:
    """Return a result as JSON, with the additional entries `more`."""
    return json.dumps({**record(result), **more}, indent=1) + "\n"


def class_as_json(results: Sequence[Result]) -> str:
    """Return the results of a class as a JSON list."""
    return json.dumps([record(result) for result in results], indent=1) + "\n"


def record(result: Result) -> dict[str, Any]:
    """Return a result as a dict of plain values, by the names of its fields."""
    return {**asdict(replace(result, facts=None)), "facts": dict(result.facts or {})}


def from_json(text: str) -> tuple[Result, Mapping[str, Any]]:
    """Return the result in a JSON text, and all its entries; raise TextbookError if invalid."""
    try:
        entries = json.loads(text)
        fields = {name: entries[name] for name in Result.__dataclass_fields__}
        fields["questions"] = tuple(map(_question, entries["questions"]))
        for name in ("unprotected", "notes"):
            fields[name] = tuple(map(str, entries[name]))
        return Result(**fields), entries
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise TextbookError(f"the file is not a result of the grader ({error!r})") from None


def _question(entries: Mapping[str, Any]) -> QuestionResult:
    fields = {name: entries[name] for name in QuestionResult.__dataclass_fields__}
    fields["verdict"] = Verdict(entries["verdict"])
    fields["given"] = tuple(entries["given"])
    if entries["counterexample"] is not None:
        fields["counterexample"] = Counterexample(**entries["counterexample"])
    return QuestionResult(**fields)


def as_graded(result: Result) -> Result:
    """Return the result of the grader alone, without the teacher's grades and the late policy."""
    questions = tuple(
        replace(
            q,
            score=q.score if q.graded is None else q.graded,
            graded=None,
            comment="",
            request="",
            verdict=Verdict.TO_MARK if q.verdict is Verdict.MARKED else q.verdict,
        )
        for q in result.questions
    )
    return replace(result, questions=questions, late="", deducted=0.0, score=total(questions))


def total(questions: tuple[QuestionResult, ...]) -> float:
    """Return the total score of the questions."""
    return fsum(q.score for q in questions)
