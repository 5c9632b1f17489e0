"""The `exercise` command: a question, its step-by-step solution, and the code that checks it."""

import json
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from fractions import Fraction
from itertools import islice
from typing import Any

from textbook_ml.core.console import Heading, padded, wrap
from textbook_ml.core.errors import TextbookError, quoted, require
from textbook_ml.sources import texts
from textbook_ml.study.exercises._exercise import Exercise, Step, exercises

HOLDS, FAILS = 0, 1  # exit codes
MARGIN = " " * 7


def exercise(
    words: Sequence[str], question: bool = False, hint: int | None = None
) -> Generator[str, None, int]:
    """Yield the lines of the screen for an exercise; the return value is the exit code."""
    require_compatible_options(words, question, hint)
    if not words:
        yield from list_screen()
        return HOLDS
    exercise = find(words)
    yield from question_lines(exercise)
    if question:
        yield from ("", f"`exercise {exercise.name} --hint 1` shows the first step.")
        return HOLDS
    if hint is not None:
        yield from hint_lines(exercise, hint)
        return HOLDS
    yield from ("", Heading("Solution"))
    yield from step_lines(exercise.solve())
    return (yield from check_lines(exercise))


def exercise_json(
    words: Sequence[str], question: bool = False, hint: int | None = None
) -> Generator[str, None, int]:
    """Yield an exercise as JSON; without a name, all exercises without their solutions."""
    require_compatible_options(words, question, hint)
    answer: Any = [question_data(exercise) for exercise in exercises().values()]
    claims: Mapping[str, bool] = {}
    if words:
        exercise = find(words)
        answer = question_data(exercise)
        if not question:
            answer["steps"] = [step_data(step) for step in islice(exercise.solve(), hint)]
        if not question and hint is None:
            claims = exercise.check()
            answer |= {"code": exercise.code, "claims": claims}
    yield from json.dumps(answer, ensure_ascii=False, indent=1).splitlines()
    return exit_code(claims)


def exit_code(claims: Mapping[str, bool]) -> int:
    """Return 0 if every claim holds, otherwise 1.

    >>> exit_code({"1 + 1 = 2": True}), exit_code({"1 + 1 = 2": True, "1 + 1 = 3": False})
    (0, 1)
    """
    return HOLDS if all(claims.values()) else FAILS


def require_compatible_options(words: Sequence[str], question: bool, hint: int | None) -> None:
    """Raise TextbookError if an option needs the name of an exercise, or if the hint is below 1."""
    require(
        bool(words) or not (question or hint is not None),
        "--question and --hint need the name of an exercise. Fix: `exercise ex1 --question`",
    )
    require(hint is None or hint >= 1, f"--hint must be at least 1, got {hint}")


def find(words: Sequence[str]) -> Exercise:
    """Return an exercise by its name, its number, its id, or the id of an entry that it is about.

    >>> find(["ex1"]).id, find(["EX-M1"]).name, find(["mitchell-ex2"]).name, find(["ex", "3"]).name
    ('EX-M1', 'ex1', 'ex2', 'ex3')
    """
    query = "".join(words).lower()
    names: dict[str, list[Exercise]] = {}
    for exercise in exercises().values():
        for name in (exercise.name, str(exercise.number), exercise.id.lower(), *exercise.entries):
            names.setdefault(name, []).append(exercise)
    found = names.get(query, [])
    if len(found) > 1:
        among = " and ".join(exercise.name for exercise in found)
        raise TextbookError(f"{query} is the subject of {among}. Fix: name one of them.")
    if not found:
        near = get_close_matches(query, names, n=4, cutoff=0.5)
        advice = f"Did you mean {', '.join(near)}?" if near else "Run `exercise` to list all."
        raise TextbookError(f"unknown exercise {quoted(query)}. {advice}")
    return found[0]


def about(entry_id: str) -> list[Exercise]:
    """Return the exercises about an entry of the source texts.

    >>> [exercise.name for exercise in about("ng-gda-sigma-mle")]
    ['ex5', 'ex8']
    """
    return [exercise for exercise in exercises().values() if entry_id in exercise.entries]


def list_screen() -> Iterator[str]:
    """Yield a list of all exercises, and commands to try."""
    yield Heading(f"{len(exercises())} exercises of the source texts, with checked solutions")
    yield ""
    for exercise in exercises().values():
        text = texts_of(exercise).partition(",")[0]
        yield from wrap(exercise.title, f"  {padded(exercise.name, 6)}{padded(text, 10)}", " " * 18)
    yield ""
    yield "  exercise ex1              show the question, the solution and its check"
    yield "  exercise ex1 --question   show only the question, to try it yourself"
    yield "  exercise ex1 --hint 1     show only the first step of the solution"


def question_lines(exercise: Exercise) -> Iterator[str]:
    """Yield title, source and question; paragraphs are wrapped, indented lines are not."""
    yield from map(Heading, wrap(f"Exercise {exercise.number}: {exercise.title}"))
    yield from wrap(
        f"{texts_of(exercise)} · {exercise.id} · {', '.join(exercise.entries)}", hanging="  "
    )
    for block in exercise.question.split("\n\n"):
        yield ""
        if block.startswith(" "):
            yield from (f"  {line}" for line in block.splitlines())
        else:
            yield from wrap(block, "  ")


def hint_lines(exercise: Exercise, hint: int) -> Iterator[str]:
    """Yield the first steps of the solution, and the command for the next one."""
    steps = list(exercise.solve())
    yield from ("", Heading("Hint"))
    yield from step_lines(steps[:hint])
    left = len(steps) - hint
    yield ""
    if left > 0:
        yield f"`exercise {exercise.name} --hint {hint + 1}` shows the next of {len(steps)} steps."
    else:
        yield f"That is the whole solution. `exercise {exercise.name}` also checks it."


def step_lines(steps: Iterable[Step]) -> Iterator[str]:
    """Yield numbered steps: an explanation, then the formula, then the resulting numbers."""
    for place, step in enumerate(steps, start=1):
        yield ""
        yield from wrap(step.words, f"  {padded(f'{place}.', 3)}", " " * 5)
        for lines in filter(None, (step.lines, step.number_lines)):
            yield ""
            yield from (f"{MARGIN}{line}".rstrip() for line in lines)


def check_lines(exercise: Exercise) -> Generator[str, None, int]:
    """Yield the checking code and the result for each claim; return the exit code."""
    yield from ("", Heading("Check"), "")
    yield from exercise.code.splitlines()
    yield ""
    claims = exercise.check()
    for claim, holds in claims.items():
        yield from wrap(claim, "  ✓ " if holds else "  FAILS: ", " " * 4)
    return exit_code(claims)


def texts_of(exercise: Exercise) -> str:
    """Return the names of the source texts of an exercise.

    >>> texts_of(exercises()["ex3"])
    'Mitchell, Sontag'
    """
    known = texts.load()
    return ", ".join(
        dict.fromkeys(known.texts[known.entries[i].text].name for i in exercise.entries)
    )


def question_data(exercise: Exercise) -> dict[str, Any]:
    """Return an exercise without its solution as a dictionary."""
    return {
        "name": exercise.name,
        "id": exercise.id,
        "title": exercise.title,
        "question": exercise.question,
        "entries": list(exercise.entries),
    }


def step_data(step: Step) -> dict[str, Any]:
    """Return a step as a dictionary; Fractions are written "3/4"."""
    return {
        "words": step.words,
        "formula": list(step.lines),
        "columns": list(step.columns),
        "numbers": {name: _answer_as_text(value) for name, value in step.numbers.items()},
    }


def _answer_as_text(value: object) -> Any:
    if isinstance(value, (list, tuple)):
        return [_answer_as_text(item) for item in value]
    return str(value) if isinstance(value, Fraction) else value
