"""`questions`: what can be asked, by the names that an assignment uses."""

from collections.abc import Iterator

from textbook_ml.console import Heading
from textbook_ml.docstrings import module_summary
from textbook_ml.grading.phrases import in_points, prose
from textbook_ml.grading.starter import asked
from textbook_ml.grading.tasks import Task
from textbook_ml.layout import columns, plural, shorten

NAME = 36  # columns of the name of a function


def questions(*, assignment: str | None = None) -> Iterator[str]:
    """A line for each question: the function to be written, its id, and what it is worth."""
    chosen = asked(assignment, None)
    if assignment is not None:
        worth = f"{plural(len(chosen.tasks), 'question')}, {in_points(chosen.max_score)}"
        yield from map(Heading, prose(f"{chosen.title}: {worth}"))
        yield from columns([(_worth(task), *_names(task)) for task in chosen.tasks], "<<<", "  ")
        return
    shelves: dict[str, list[tuple[str, str]]] = {}
    for task in chosen.tasks:
        shelves.setdefault(task.question.make.__module__, []).append(_names(task))
    for module, rows in shelves.items():
        yield from map(Heading, prose(module_summary(module)))
        yield from columns(rows, "<<", "  ")
        yield ""
    mistakes = sum(len(task.question.misconceptions) for task in chosen.tasks)
    known = plural(mistakes, "misconception")
    yield f"{plural(len(chosen.tasks), 'question')}; {known} are recognised."


def _names(task: Task) -> tuple[str, str]:
    return shorten(task.question.function, NAME), task.question.id


def _worth(task: Task) -> str:
    return in_points(task.points) + ("" if task.visible else ", hidden")
