"""The command `questions`: list all questions, or those of an assignment."""

from collections.abc import Iterator

from textbook_ml.core.console import WIDTH, Heading
from textbook_ml.core.errors import plural
from textbook_ml.core.formatting import columns, shorten
from textbook_ml.grading.reports.report_text import in_points, prose
from textbook_ml.grading.starter import reduced_assignment
from textbook_ml.grading.tasks import Task
from textbook_ml.sources.docstrings import module_summary

NAME = 36  # columns for the name of a function


def questions(*, assignment: str | None = None) -> Iterator[str]:
    """Yield a line for each question: the function to write, its id, and its points."""
    chosen = reduced_assignment(assignment, None)
    if assignment is not None:
        worth = f"{plural(len(chosen.tasks), 'question')}, {in_points(chosen.max_score)}"
        yield from map(Heading, prose(f"{chosen.title}: {worth}"))
        listed = [(_points_of_task(task), *_names_of_task(task)) for task in chosen.tasks]
        listed += [(f"{in_points(i.points)}, by hand", i.name, i.title) for i in chosen.manual]
        yield from (shorten(line, WIDTH - 1) for line in columns(listed, "<<<", "  "))
        return
    by_module: dict[str, list[tuple[str, str]]] = {}
    for task in chosen.tasks:
        module = task.question.make.__module__ if task.question.make else ""
        by_module.setdefault(module, []).append(_names_of_task(task))
    for module, rows in by_module.items():
        yield from map(Heading, prose(module_summary(module)))
        yield from columns(rows, "<<", "  ")
        yield ""
    mistakes = sum(len(task.question.misconceptions) for task in chosen.tasks)
    known = plural(mistakes, "misconception")
    yield f"{plural(len(chosen.tasks), 'question')}; {known} are recognised."


def _names_of_task(task: Task) -> tuple[str, str]:
    return shorten(task.question.function, NAME), task.question.id


def _points_of_task(task: Task) -> str:
    return in_points(task.points) + ("" if task.visible else ", hidden")
