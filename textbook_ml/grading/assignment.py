"""Assignments: questions with points and limits, read from a TOML file.

    title = "Estimating a Gaussian"
    points = 2                                  # default for each question
    questions = [
        "mitchell-13",
        "variance_mvue",
        { ask = "normal_pdf", points = 5, hidden = true },
    ]

`"hw3:spread"` is the question on `spread` in the teacher's file `hw3.py` next to the assignment.
The package contains one assignment for each of the five source texts.
"""

import inspect
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime
from difflib import get_close_matches
from importlib import resources
from math import fsum, isfinite
from pathlib import Path
from typing import Any, Self

from textbook_ml.core.errors import TextbookError, did_you_mean, require
from textbook_ml.core.files import read_text
from textbook_ml.grading.arguments import LEVELS
from textbook_ml.grading.late import LatePolicy
from textbook_ml.grading.manual import ManualItem, manual_items
from textbook_ml.grading.program_language import ProgramLanguage, language_of
from textbook_ml.grading.runner.limits import Limits
from textbook_ml.grading.select_questions import asked_for, asked_for_all
from textbook_ml.grading.solution_folder import ENDINGS
from textbook_ml.grading.tasks import Task
from textbook_ml.questions import Question
from textbook_ml.questions.framework.form_questions import adapted_part
from textbook_ml.questions.framework.own_questions import (
    files_of_home,
    has_module,
    is_installed,
    own_question,
)
from textbook_ml.questions.framework.program_form import in_program

CASES = 50
MOST_CASES = 10_000
LARGEST = 1_000_000  # maximum number of characters of an assignment file
PUBLIC_SEED = "public"

# The keys of an assignment file, with the type of each value.
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
    "hints": (str,),
    "language": (str, dict),
    "partial": (bool,),
    "manual": (list,),
    "seed_per_student": (bool,),
    "limits": (dict,),
    "late": (dict,),
}
QUESTION: Mapping[str, tuple[type, ...]] = {
    "ask": (str,),
    "points": (int, float),
    "hidden": (bool,),
    "partial": (bool,),
    "class": (str,),
    "new": (dict,),
    "names": (dict,),
    "parts": (dict,),
}
OF_CLASS = ("class", "new", "names", "parts")  # keys of a question on a class
NUMBERS = [f for f in fields(Limits) if f.type in (int, float)]
LATE: Mapping[str, tuple[type, ...]] = {
    "due": (datetime,),
    "percent_per_day": (int, float),
    "grace_minutes": (int, float),
    "most_percent": (int, float),
}
NAMES: dict[type, str] = {
    str: "text in quotes",
    list: "a list",
    bool: "true or false",
    dict: "a table",
    int: "a number",
    float: "a number",
    datetime: "a date and time such as 2026-11-30T23:59:00+01:00",
}


@dataclass(frozen=True, slots=True)
class Assignment:
    """The questions of an assignment, with the conditions under which they are graded."""

    title: str
    tasks: tuple[Task, ...]
    limits: Limits
    cases: int = CASES
    public_seed: str = PUBLIC_SEED
    seed: str | None = None  # seed of the cases used for grading; None: random
    late: LatePolicy | None = None
    hints: str = "line"  # what students are told about the place of a mistake
    language: ProgramLanguage | None = None  # None: Python
    manual: tuple[ManualItem, ...] = ()  # items that the teacher marks
    seed_per_student: bool = False

    @property
    def endings(self) -> tuple[str, ...]:
        """The endings of the names of submitted files."""
        return ENDINGS if self.language is None else self.language.endings

    @property
    def max_score(self) -> float:
        """The maximum number of points."""
        automatic = fsum(task.points for task in self.tasks)
        return automatic + fsum(item.points for item in self.manual)

    def only(self, names: Sequence[str]) -> Self:
        """Return the assignment with only the questions of these names."""
        own = {name for task in self.tasks for name in (task.question.function, task.question.id)}
        wanted = {q.function for q in asked_for_all(n for n in names if n not in own)}
        kept = tuple(
            task
            for task in self.tasks
            if task.question.function in wanted
            or {task.question.function, task.question.id} & {*names}
        )
        listed = ", ".join(names)
        require(
            bool(kept),
            f"the assignment {self.title!r} contains none of the questions {listed}. "
            "Fix: run `questions --assignment …` to list its questions.",
        )
        return replace(self, tasks=kept)


def ready_made() -> list[str]:
    """Return the names of the assignments in this package.

    >>> ready_made()[:4]
    ['gwansiu', 'gwansiu-algorithms', 'mitchell', 'mitchell-algorithms']
    """
    folder = resources.files("textbook_ml.grading").joinpath("assignments")
    names = (file.name for file in folder.iterdir())
    return sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml"))


def read_assignment(name: str) -> Assignment:
    """Read an assignment: the name of one in this package, or the path of a TOML file."""
    return parsed(assignment_text(name), name, Path(name).parent)


def assignment_text(name: str) -> str:
    """Return the TOML text of an assignment."""
    if name in ready_made():
        file = resources.files("textbook_ml.grading").joinpath("assignments", f"{name}.toml")
        return file.read_text(encoding="utf-8")
    known = ready_made()
    advice = f"--assignment must be a TOML file, or one of {', '.join(known)}"
    advice = f"{advice}. {did_you_mean(name, known)}".rstrip(". ")
    return read_text(name, LARGEST, advice).removeprefix("\ufeff")


def parsed(text: str, name: str, folder: Path) -> Assignment:
    """Parse an assignment in TOML; `name` is used in errors, its files are in `folder`."""
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        twice = "[[questions]]" in text and "questions = [" in text
        fix = ". Fix: use either `questions = […]` or [[questions]], not both" if twice else ""
        raise TextbookError(f"{name}: the file must be valid TOML: {error}{fix}") from None
    _check_keys(name, "", table, TOP)
    if "questions" not in table:
        raise TextbookError(f"{name}: {_fix_of_missing_questions(table)}")
    cases = table.get("cases", CASES)
    require(0 < cases <= MOST_CASES, f"{name}: cases must be from 1 to {MOST_CASES}, got {cases}")
    for key in ("public_seed", "seed", "title"):
        require(
            table.get(key) != "",
            f"{name}: {key} must not be empty. Fix: write some text, or leave the key out.",
        )
    hints = table.get("hints", "line")
    require(hints in LEVELS, f"{name}: hints must be one of {', '.join(LEVELS)}, got {hints!r}")
    tasks, limits = _tasks_with_points(name, table, folder), _limits_of_table(name, table, folder)
    language = language_of(name, table.get("language"))
    if language is not None:
        plan = language.plan(limits) | {"build": []}  # it is built once, before the first question
        tasks = tuple(replace(t, question=in_program(t.question, plan)) for t in tasks)
    _require_secret_questions(name, tasks, limits)
    return Assignment(
        title=table.get("title", Path(name).stem),
        tasks=tasks,
        limits=limits,
        cases=cases,
        public_seed=table.get("public_seed", PUBLIC_SEED),
        seed=table.get("seed"),
        late=_late_policy(name, table),
        hints=hints,
        language=language,
        manual=manual_items(name, table, [task.question.function for task in tasks]),
        seed_per_student=table.get("seed_per_student", False),
    )


def of_questions(found: list[Question], title: str) -> Assignment:
    """Return an assignment of these questions, with one point each."""
    return Assignment(title, tuple(Task(q, 1.0, True) for q in found), Limits())


def _check_keys(name: str, place: str, table: Mapping[str, Any], known: Mapping[str, Any]) -> None:
    """Raise TextbookError for unknown keys and for values of the wrong type."""
    for key, value in table.items():
        near = get_close_matches(key, known, n=1, cutoff=0.5)
        advice = f"Did you mean {near[0]}?" if near else f"Possible keys: {', '.join(known)}."
        where = f" in {place.rstrip('.: ')}" if place else ""
        require(key in known, f"{name}: unknown key {key!r}{where}. {advice}")
        require(
            type(value) in known[key] and (not isinstance(value, float) or isfinite(value)),
            f"{name}: {place}{key} must be {NAMES[known[key][0]]}, got {value!r}",
        )


def _fix_of_missing_questions(table: Mapping[str, Any]) -> str:
    """Return why there are no questions; in TOML a key belongs to the table header above it.

    >>> _fix_of_missing_questions({"late": {"questions": []}})
    'questions belongs to [late]. Fix: move it to the top of the file, above [late].'
    """
    for key, value in table.items():
        listed = isinstance(value, list)
        inside = value if listed else [value]
        if any(isinstance(one, dict) and "questions" in one for one in inside):
            header = f"[[{key}]]" if listed else f"[{key}]"
            return (
                f"questions belongs to {header}. Fix: move it to the top of the file, above "
                f"{header}."
            )
    return 'the key questions is missing. Fix: add questions = ["mitchell-15"].'


def _tasks_with_points(name: str, table: Mapping[str, Any], folder: Path) -> tuple[Task, ...]:
    """Return the questions with their points; raise TextbookError for a duplicate."""
    tasks: dict[str, Task] = {}
    for item in table["questions"]:
        asked = {"ask": item} if isinstance(item, str) else item
        require(
            isinstance(asked, dict) and "ask" in asked,
            f'{name}: each of questions must be a name in quotes, or {{ ask = "name" }}, '
            f"got {item!r}",
        )
        _check_keys(name, "questions: ", asked, QUESTION)
        points = float(asked.get("points", table.get("points", 1)))
        require(
            points > 0, f"{name}: points of {asked['ask']!r} must be more than 0, got {points:g}"
        )
        hidden = asked.get("hidden", table.get("hidden", False))
        partial = asked.get("partial", table.get("partial", False))
        found = _named_question(name, asked["ask"], folder)
        worth = dict.fromkeys(range(len(found)), points)
        if any(question.part_of for question in found) or {*asked} & {*OF_CLASS}:
            found, worth = _parts_of_class(name, asked, found, points)
        for place, question in enumerate(found):
            require(
                question.function not in tasks,
                f"{name}: duplicate question {question.function}. Fix: remove one of the two.",
            )
            tasks[question.function] = Task(question, worth[place], not hidden, partial)
    kinds = {task.question.form.kind for task in tasks.values()}
    require(
        len(kinds) < 2 or "script" not in kinds,
        f"{name}: a script is a submission of its own. Fix: write a separate assignment for "
        "functions and classes.",
    )
    require(
        bool(tasks),
        f'{name}: the list questions is empty. Fix: write questions = ["mitchell-15"].',
    )
    return tuple(tasks.values())


def _named_question(name: str, ask: str, folder: Path) -> list[Question]:
    module, colon, function = ask.partition(":")
    try:
        if colon and has_module(module, folder):
            return own_question(ask, folder)
        require(
            not (colon and module.isidentifier()),
            f"{ask!r}: there is no {module}.py in the folder of the assignment, and no installed "
            f"module {module}",
        )
        return asked_for(ask)
    except TextbookError as error:
        raise TextbookError(f"{name}: {error}") from None


def _parts_of_class(
    name: str, asked: Mapping[str, Any], found: list[Question], points: float
) -> tuple[list[Question], dict[int, float]]:
    """Return the parts of a class, named as in the assignment, with the points of each."""
    ask = asked["ask"]
    require(
        all(question.part_of for question in found),
        f"{name}: {ask}: the keys {', '.join(OF_CLASS)} are for classes, got a function",
    )
    known = {question.function.partition(".")[2]: question for question in found}
    worth = asked.get("parts", dict.fromkeys(known, points / len(known)))
    for part, value in worth.items():
        require(
            part in known, f"{name}: {ask} has no part {part!r}. Its parts: {', '.join(known)}."
        )
        number = type(value) in (int, float) and isfinite(value) and value > 0
        require(number, f"{name}: {ask}: the points of {part} must be above 0, got {value!r}")
    for old, new in asked.get("names", {}).items():
        plain = isinstance(new, str) and new.isidentifier()
        require(plain, f"{name}: {ask}: names.{old} must be a Python name in quotes, got {new!r}")
    target = asked.get("class", "")
    require(
        target == "" or target.isidentifier(),
        f"{name}: {ask}: class must be a Python name, got {target!r}",
    )
    new, names = asked.get("new", {}), asked.get("names", {})
    try:
        inspect.signature(next(iter(known.values())).part_of or object).bind(**new)
    except TypeError as error:
        raise TextbookError(
            f"{name}: {ask}: new must contain arguments of the reference class ({error})"
        ) from None
    used = [adapted_part(q, target, new, names) for part, q in known.items() if part in worth]
    return used, {i: float(worth[q.function.partition(".")[2]]) for i, q in enumerate(used)}


def _require_secret_questions(name: str, tasks: Sequence[Task], limits: Limits) -> None:
    """Raise TextbookError if submissions could read the teacher's module of questions."""
    for home in {task.question.home for task in tasks} - {""}:
        paths = {path.resolve() for _, path in files_of_home(home)}
        open_to_all = [file for file in limits.files if Path(file).resolve() in paths]
        require(
            not open_to_all,
            f"{name}: files must not contain {home}, because submissions could read the reference",
        )
        require(
            not (limits.packages and is_installed(home)),
            f"{name}: submissions may read installed packages, so they could read {home}. Fix: put "
            f"{home} into the folder of the assignment, or leave out the key packages.",
        )


def _limits_of_table(name: str, table: Mapping[str, Any], folder: Path) -> Limits:
    """Return the limits: the numbers of the table [limits], and the keys packages and files."""
    types = {f.name: (int,) if f.type is int else (int, float) for f in NUMBERS}
    numbers = table.get("limits", {})
    _check_keys(name, "limits.", numbers, types)
    packages, files = (tuple(table.get(key, ())) for key in ("packages", "files"))
    wrong = [item for item in packages + files if not isinstance(item, str)]
    require(not wrong, f"{name}: packages and files must be lists of names in quotes, got {wrong}")
    paths = tuple(_readable_file(name, folder, file) for file in files)
    try:
        return Limits(**numbers, packages=packages, files=paths)
    except TextbookError as error:
        raise TextbookError(f"{name}: {error}") from None


def _readable_file(name: str, folder: Path, file: str) -> str:
    """Return the path of a file that submissions may read; it is next to the assignment."""
    plain = file not in ("", ".", "..") and not {"/", "\\", "\0"} & {*file}
    require(plain, f"{name}: files must be file names without a folder, got {file!r}")
    require(
        (folder / file).is_file(),
        f"{name}: files: there is no file {file!r} in the folder of the assignment",
    )
    return str(folder / file)


def _late_policy(name: str, table: Mapping[str, Any]) -> LatePolicy | None:
    values = table.get("late")
    if values is None:
        return None
    _check_keys(name, "late.", values, LATE)
    for key in ("due", "percent_per_day"):
        require(key in values, f"{name}: the table [late] must have the key {key}")
    try:
        return LatePolicy(**values)
    except TextbookError as error:
        raise TextbookError(f"{name}: {error}") from None
