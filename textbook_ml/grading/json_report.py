"""The report as JSON: for machines, and for a grader that goes on where it stopped."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from math import fsum
from typing import Any

from textbook_ml.errors import TextbookError
from textbook_ml.grading.results import Counterexample, QuestionResult, Result, Verdict


def as_json(result: Result, **more: str) -> str:
    """One result, whole; `more` is kept beside it, such as what it was made from."""
    return json.dumps({**record(result), **more}, indent=1) + "\n"


def class_as_json(results: Sequence[Result]) -> str:
    """A class: a list of results."""
    return json.dumps([record(result) for result in results], indent=1) + "\n"


def record(result: Result) -> dict[str, Any]:
    """A result as plain values, by the names of its fields."""
    return {**asdict(replace(result, facts=None)), "facts": dict(result.facts or {})}


def from_json(text: str) -> tuple[Result, Mapping[str, Any]]:
    """A result that was written, and all that stood in the file; refused if it is not one."""
    try:
        said = json.loads(text)
        fields = {name: said[name] for name in Result.__dataclass_fields__}
        fields["questions"] = tuple(map(_question, said["questions"]))
        for name in ("unprotected", "notes"):
            fields[name] = tuple(map(str, said[name]))
        return Result(**fields), said
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise TextbookError(f"no result of the grader stands there ({error!r})") from None


def _question(said: Mapping[str, Any]) -> QuestionResult:
    fields = {name: said[name] for name in QuestionResult.__dataclass_fields__}
    fields["verdict"] = Verdict(said["verdict"])
    fields["given"] = tuple(said["given"])
    if said["counterexample"] is not None:
        fields["counterexample"] = Counterexample(**said["counterexample"])
    return QuestionResult(**fields)


def as_graded(result: Result) -> Result:
    """The result as the grader found it, before a teacher's decisions and the late policy."""
    questions = tuple(
        replace(q, score=q.score if q.graded is None else q.graded, graded=None, comment="")
        for q in result.questions
    )
    return replace(result, questions=questions, late="", deducted=0.0, score=total(questions))


def total(questions: tuple[QuestionResult, ...]) -> float:
    """What the questions earned."""
    return fsum(q.score for q in questions)
