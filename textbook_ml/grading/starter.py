"""The command `starter`: print or write the file that students fill in."""

from collections.abc import Iterator
from pathlib import Path

from textbook_ml.core.command_line import command_name
from textbook_ml.core.errors import plural, require
from textbook_ml.grading.assignment import Assignment, of_questions, read_assignment
from textbook_ml.grading.program_starter import program_starter
from textbook_ml.grading.reports.report_files import write_report
from textbook_ml.grading.reports.report_text import in_points, prose
from textbook_ml.grading.select_questions import asked_for_all, words_of
from textbook_ml.grading.tasks import Task
from textbook_ml.questions import questions as all_questions
from textbook_ml.questions.framework.starter_code import literal, skeleton

EXTREME = (
    " Your code must also work for\n"
    "extreme numbers: products of hundreds of factors, densities far from the mean, scores of\n"
    "±1000, data far from zero."
)


def starter(
    *, assignment: str | None = None, questions: str | None = None, out: str | None = None
) -> Iterator[str]:
    """Print the starter file, or write it to `out`; an existing file is never overwritten."""
    chosen = reduced_assignment(assignment, questions)
    text = starter_file(chosen, assignment)
    if out is None:
        yield from text.splitlines()
        return
    require(
        not Path(out).exists(),
        f"--out {out}: the file exists and is not overwritten. Fix: choose a new name.",
    )
    write_report(Path(out), text)
    yield f"{out}: {plural(len(chosen.tasks), 'function')} to write"


def reduced_assignment(assignment: str | None, questions: str | None) -> Assignment:
    """Return the assignment, reduced to the given questions.

    Without an assignment: the given questions, or all questions on the chapter.
    """
    if assignment is None:
        found = asked_for_all(words_of(questions)) if questions is not None else None
        title = "Questions on the chapter"
        return of_questions(list(all_questions().values()) if found is None else found, title)
    whole = read_assignment(assignment)
    return whole if questions is None else whole.only(words_of(questions))


def starter_file(assignment: Assignment, name: str | None) -> str:
    """Return the text of the starter file."""
    option = f" --assignment {name}" if name else ""
    if assignment.language is not None:
        command = f"{command_name()} check {assignment.language.file}{option}"
        return program_starter(
            assignment.title, assignment.tasks, assignment.language, command, _function_title
        )
    chapter = any(task.question.id in _chapter_ids() for task in assignment.tasks)
    opening = (
        f'"""{literal(assignment.title)}\n\n'
        "Replace each `raise NotImplementedError` by your code. Keep the names and the arguments\n"
        "of the functions. You may add functions of your own."
        f"{EXTREME if chapter else ''} To check your work, run\n\n"
        f"    {literal(command_name())} check THIS_FILE{literal(option)}\n"
        '"""\n'
    )
    parts = [opening]
    classes: set[str] = set()
    for task in assignment.tasks:
        asked = task.question
        if asked.part_of is not None:
            if asked.target not in classes:
                title = _class_title(assignment, asked.target)
                parts.append(f"{title}\n{skeleton(asked)}")
            classes.add(asked.target)
            continue
        if asked.form.kind == "script":
            parts.append(f"# {asked.id}: {in_points(task.points)}\n{skeleton(asked)}")
            continue
        parts.append(f"# {_function_title(task)}\n{skeleton(task.question)}")
    for item in assignment.manual:
        words = f"{item.name} ({in_points(item.points)}, marked by your teacher): "
        parts.append("\n".join(f"# {row}" for row in prose(words + item.described())) + "\n")
    return "\n\n".join(parts)


def _chapter_ids() -> set[str]:
    """Return the ids of the questions of this package."""
    return {question.id for question in all_questions().values()}


def _function_title(task: Task) -> str:
    """Return the text above a function: its id and its points."""
    hidden = "" if task.visible else "; `check` leaves this out, only your teacher grades it"
    return f"{task.question.id}: {in_points(task.points)}{hidden}"


def _class_title(assignment: Assignment, target: str) -> str:
    """Return the comment above a class: its parts with their points."""
    lines = []
    for task in assignment.tasks:
        if task.question.part_of is not None and task.question.target == target:
            plan = task.question.form.plan
            what = plan["call"] or f"attribute {plan['read']}"
            if task.question.form.changes:
                what = f"the same predictions with {task.question.form.changes}"
            lines.append(f"# - {what}: {in_points(task.points)}")
    return "\n".join([f"# The class {target} is judged on", *lines])
