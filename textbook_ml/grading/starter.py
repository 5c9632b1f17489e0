"""`starter`: the file that students fill in."""

from collections.abc import Iterator
from pathlib import Path

from textbook_ml.errors import require
from textbook_ml.grading.assignment import Assignment, of_questions, read_assignment
from textbook_ml.grading.phrases import in_points
from textbook_ml.grading.selecting import asked_for_all, words_of
from textbook_ml.questions.skeleton import literal, skeleton
from textbook_ml.grading.writing import write_report
from textbook_ml.layout import plural
from textbook_ml.questions import questions as all_questions
from textbook_ml.words import command_name


def starter(
    *, assignment: str | None = None, questions: str | None = None, out: str | None = None
) -> Iterator[str]:
    """The file, on the screen or in `out`, which is never overwritten."""
    chosen = asked(assignment, questions)
    text = starter_file(chosen, assignment)
    if out is None:
        yield from text.splitlines()
        return
    require(not Path(out).exists(), f"{out} is there already, and stays as it is: give a new name")
    write_report(Path(out), text)
    yield f"{out}: {plural(len(chosen.tasks), 'function')} to be written"


def asked(assignment: str | None, questions: str | None) -> Assignment:
    """What is asked: an assignment, some of its questions, or questions of the chapter."""
    if assignment is None:
        found = asked_for_all(words_of(questions)) if questions is not None else None
        title = "Questions on the chapter"
        return of_questions(list(all_questions().values()) if found is None else found, title)
    whole = read_assignment(assignment)
    return whole if questions is None else whole.only(words_of(questions))


def starter_file(assignment: Assignment, name: str | None) -> str:
    """The text of the file."""
    option = f" --assignment {name}" if name else ""
    opening = (
        f'"""{literal(assignment.title)}\n\n'
        "Write the body of each function, in place of its `raise NotImplementedError`; keep its\n"
        "name and its arguments. Helpers of your own are welcome. What a formula says is also due\n"
        "where floats are at their ends: products of hundreds of factors, densities far out,\n"
        "scores of ±1000, data far from zero. Try your work with\n\n"
        f"    {literal(command_name())} check THIS_FILE{literal(option)}\n"
        '"""\n'
    )
    parts = [opening]
    for task in assignment.tasks:
        seen = "" if task.visible else "; graded by your teacher alone"
        above = f"# {task.question.id}: {in_points(task.points)}{seen}"
        parts.append(f"{above}\n{skeleton(task.question)}")
    return "\n\n".join(parts)
