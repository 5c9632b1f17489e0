"""Items that the teacher marks by hand, with a rubric, next to the automatic questions.

[[manual]]
name = "report"
title = "Explain in half a page why naive Bayes is overconfident."
rubric = { argument = 3, example = 2 }
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import fsum, isfinite
from typing import Any

from textbook_ml.core.errors import require
from textbook_ml.grading.reports.report_text import in_points, points
from textbook_ml.grading.results import QuestionResult, Result, Verdict

KEYS = ("name", "title", "points", "rubric")


@dataclass(frozen=True, slots=True)
class ManualItem:
    """An item that the teacher marks: its name, its text, and the points of its criteria."""

    name: str
    title: str
    points: float
    rubric: Mapping[str, float]

    def described(self) -> str:
        """Return the text of the item and its rubric."""
        listed = ", ".join(f"{name} {in_points(worth)}" for name, worth in self.rubric.items())
        return f"{self.title} Rubric: {listed}." if listed else self.title

    def unmarked(self) -> QuestionResult:
        """Return the result before the teacher has marked the item."""
        words = f"{self.described()} Your teacher marks this part."
        return QuestionResult(self.name, self.name, Verdict.TO_MARK, 0.0, self.points, words)


def manual_items(
    name: str, table: Mapping[str, Any], taken: Sequence[str]
) -> tuple[ManualItem, ...]:
    """Return the manual items of an assignment; `name` is its file, for errors."""
    found: list[ManualItem] = []
    for item in table.get("manual", ()):
        require(isinstance(item, dict), f"{name}: manual must be tables [[manual]], got {item!r}")
        unknown = [key for key in item if key not in KEYS]
        require(not unknown, f"{name}: manual has the keys {', '.join(KEYS)}, got {unknown}")
        own, title, rubric = item.get("name"), item.get("title", ""), item.get("rubric", {})
        require(
            isinstance(own, str) and own != "" and isinstance(title, str),
            f"{name}: each [[manual]] item needs a name and may have a title, got {item!r}",
        )
        require(
            own not in [*taken, *(one.name for one in found)],
            f"{name}: duplicate name {own!r} of a manual item. Fix: choose another name.",
        )
        require(
            isinstance(rubric, dict) and all(map(_positive_number, rubric.values())),
            f"{name}: rubric of {own} must be a table of criteria with points above 0, "
            f"got {rubric!r}",
        )
        worth = item.get("points", fsum(rubric.values()))
        require(
            _positive_number(worth) and (not rubric or worth == fsum(rubric.values())),
            f"{name}: points of {own} must be above 0 and the sum of its rubric, got {worth!r}",
        )
        criteria = {key: float(value) for key, value in rubric.items()}
        found.append(ManualItem(own, title or own, float(worth), criteria))
    return tuple(found)


def _positive_number(value: Any) -> bool:
    return type(value) in (int, float) and isfinite(value) and value > 0


def with_manual(result: Result, items: Sequence[ManualItem]) -> Result:
    """Add the manual items, which are not marked yet, to the result of the grader."""
    more = tuple(item.unmarked() for item in items)
    worth = fsum(item.points for item in items)
    return replace(result, questions=(*result.questions, *more), max_score=result.max_score + worth)


def rubric_score(item: ManualItem, given: Mapping[str, float], place: str) -> tuple[float, str]:
    """Return the score of the criteria that the teacher has marked, and a sentence on each."""
    for key, value in given.items():
        require(
            key in item.rubric,
            f"{place}.rubric: unknown criterion {key!r}. Criteria: {', '.join(item.rubric)}.",
        )
        number = type(value) in (int, float) and 0 <= value <= item.rubric[key]
        require(number, f"{place}.rubric.{key} must be from 0 to {points(item.rubric[key])}")
    words = ", ".join(
        f"{k} {points(given.get(k, 0))} of {points(w)}" for k, w in item.rubric.items()
    )
    return fsum(given.values()), f"{words}."
