"""An assignment: which questions, for how many points, under what limits; a file in TOML.

    title = "Estimating a Gaussian"
    points = 2                                  # of each question that does not say its own
    questions = [
        "mitchell-13",
        "variance_mvue",
        { ask = "normal_pdf", points = 5, hidden = true },
    ]

One for each of the five texts comes with this.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime
from difflib import get_close_matches
from importlib import resources
from math import fsum, isfinite
from pathlib import Path
from typing import Any, Self

from textbook_ml.errors import TextbookError, require
from textbook_ml.files import read_text
from textbook_ml.grading.late import LatePolicy
from textbook_ml.grading.limits import Limits
from textbook_ml.grading.selecting import asked_for, asked_for_all
from textbook_ml.grading.tasks import Task
from textbook_ml.questions import Question

CASES = 50
MOST_CASES = 10_000
LARGEST = 1_000_000  # characters of an assignment file
PUBLIC_SEED = "public"

# What a file may say, with the kind of each value.
TOP: Mapping[str, tuple[type, ...]] = {
    "title": (str,),
    "questions": (list,),
    "points": (int, float),
    "hidden": (bool,),
    "cases": (int,),
    "packages": (list,),
    "files": (list,),
    "public_seed": (str,),
    "seed": (str,),
    "limits": (dict,),
    "late": (dict,),
}
QUESTION: Mapping[str, tuple[type, ...]] = {
    "ask": (str,),
    "points": (int, float),
    "hidden": (bool,),
}
NUMBERS = [f for f in fields(Limits) if f.type in (int, float)]
LATE: Mapping[str, tuple[type, ...]] = {
    "due": (datetime,),
    "percent_per_day": (int, float),
    "grace_minutes": (int, float),
    "most_percent": (int, float),
}
NAMES = {str: "words in quotes", list: "a list", bool: "true or false", dict: "a table",
         int: "a number", float: "a number", datetime: "a date and time"}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Assignment:
    """What a class is asked."""

    title: str
    tasks: tuple[Task, ...]
    limits: Limits
    cases: int = CASES
    public_seed: str = PUBLIC_SEED
    seed: str | None = None  # of grading; None lets chance choose
    late: LatePolicy | None = None

    @property
    def max_score(self) -> float:
        """All points that can be had."""
        return fsum(task.points for task in self.tasks)

    def only(self, names: Sequence[str]) -> Self:
        """The same, with these of its questions."""
        wanted = {q.function for q in asked_for_all(names)}
        kept = tuple(task for task in self.tasks if task.question.function in wanted)
        listed = ", ".join(names)
        require(bool(kept), f"{self.title} asks none of {listed}: see the command questions")
        return replace(self, tasks=kept)


def ready_made() -> list[str]:
    """The assignments that come with this.

    >>> ready_made()
    ['gwansiu', 'mitchell', 'ng', 'sontag', 'xing']
    """
    folder = resources.files("textbook_ml.grading").joinpath("assignments")
    names = (file.name for file in folder.iterdir())
    return sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml"))


def read_assignment(name: str) -> Assignment:
    """An assignment that comes with this, by its name, or a file."""
    return parsed(assignment_text(name), name, Path(name).parent)


def assignment_text(name: str) -> str:
    """What the assignment's file says."""
    if name in ready_made():
        file = resources.files("textbook_ml.grading").joinpath("assignments", f"{name}.toml")
        return file.read_text(encoding="utf-8")
    advice = f"give an assignment in TOML, or one of {', '.join(ready_made())}"
    return read_text(name, LARGEST, advice).removeprefix("\ufeff")


def parsed(text: str, name: str, folder: Path) -> Assignment:
    """The assignment that a TOML text says; refusals call it `name`, its files are in `folder`."""
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise TextbookError(f"{name}: this is not TOML: {error}") from None
    _check(name, "", table, TOP)
    require("questions" in table, f"{name}: no questions: write questions = [\"mitchell-15\"]")
    cases = table.get("cases", CASES)
    require(0 < cases <= MOST_CASES, f"{name}: cases = {cases}: give 1 to {MOST_CASES}")
    for key in ("public_seed", "seed", "title"):
        require(table.get(key) != "", f"{name}: {key} is empty: leave it out, or give it words")
    return Assignment(
        title=table.get("title", Path(name).stem),
        tasks=_tasks(name, table),
        limits=_limits(name, table, folder),
        cases=cases,
        public_seed=table.get("public_seed", PUBLIC_SEED),
        seed=table.get("seed"),
        late=_late(name, table),
    )


def of_questions(found: list[Question], title: str) -> Assignment:
    """One point for each of these questions."""
    return Assignment(title, tuple(Task(q, 1.0, True) for q in found), Limits())


def _check(name: str, place: str, table: Mapping[str, Any], known: Mapping[str, Any]) -> None:
    """Refuse keys that are not known, and values of another kind."""
    for key, value in table.items():
        near = get_close_matches(key, known, n=1, cutoff=0.5)
        advice = f"did you mean {near[0]}?" if near else f"known are {', '.join(known)}"
        require(key in known, f"{name}: {place}{key!r} is not known: {advice}")
        require(
            type(value) in known[key] and (not isinstance(value, float) or isfinite(value)),
            f"{name}: {place}{key} = {value!r}: it must be {NAMES[known[key][0]]}",
        )


def _tasks(name: str, table: Mapping[str, Any]) -> tuple[Task, ...]:
    """The questions with their points; none may be asked twice."""
    tasks: dict[str, Task] = {}
    for item in table["questions"]:
        asked = {"ask": item} if isinstance(item, str) else item
        require(
            isinstance(asked, dict) and "ask" in asked,
            f"{name}: questions has {item!r}: write a name in quotes, or {{ ask = \"name\" }}",
        )
        _check(name, "questions: ", asked, QUESTION)
        points = float(asked.get("points", table.get("points", 1)))
        require(points > 0, f"{name}: {asked['ask']!r} has {points:g} points: give it more than 0")
        hidden = asked.get("hidden", table.get("hidden", False))
        for question in _asked(name, asked["ask"]):
            twice = question.function in tasks
            require(not twice, f"{name}: {question.function} is asked twice: drop one")
            tasks[question.function] = Task(question, points, not hidden)
    require(bool(tasks), f"{name}: questions is empty: write questions = [\"mitchell-15\"]")
    return tuple(tasks.values())


def _asked(name: str, ask: str) -> list[Question]:
    try:
        return asked_for(ask)
    except TextbookError as error:
        raise TextbookError(f"{name}: {error}") from None


def _limits(name: str, table: Mapping[str, Any], folder: Path) -> Limits:
    """The limits that are numbers go by their own names; packages and files stand at the top."""
    numbers = {f.name: (int,) if f.type is int else (int, float) for f in NUMBERS}
    said = table.get("limits", {})
    _check(name, "limits.", said, numbers)
    packages, files = (tuple(table.get(key, ())) for key in ("packages", "files"))
    wrong = [word for word in packages + files if not isinstance(word, str)]
    require(not wrong, f"{name}: {wrong} among packages or files: give names in quotes")
    paths = tuple(_file(name, folder, file) for file in files)
    try:
        return Limits(**said, packages=packages, files=paths)
    except TextbookError as error:
        raise TextbookError(f"{name}: {error}") from None


def _file(name: str, folder: Path, file: str) -> str:
    """The path of a file that students' code may read; it stands beside the assignment."""
    plain = file not in ("", ".", "..") and not {"/", "\\", "\0"} & {*file}
    require(plain, f"{name}: files has {file!r}: give a name without a folder")
    require((folder / file).is_file(), f"{name}: files has {file!r}, which is not beside it")
    return str(folder / file)


def _late(name: str, table: Mapping[str, Any]) -> LatePolicy | None:
    said = table.get("late")
    if said is None:
        return None
    _check(name, "late.", said, LATE)
    for key in ("due", "percent_per_day"):
        require(key in said, f"{name}: late has no {key}: give it")
    try:
        return LatePolicy(**said)
    except TextbookError as error:
        raise TextbookError(f"{name}: {error}") from None
