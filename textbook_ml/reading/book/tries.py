"""What a reader of the live book can write: a stub for each question, and hints."""

from itertools import islice

from textbook_ml.docstrings import Page, page
from textbook_ml.questions import Question, questions
from textbook_ml.questions.skeleton import unwritten

MOST_SLIPS = 6  # in a hint: the first of a question's misconceptions are those most often met


def tries() -> dict[str, dict[str, object]]:
    """Every question by its function: what to start from, and what helps."""
    return {
        name: {"stub": stub(asked), "hints": hints(asked)} for name, asked in questions().items()
    }


def stub(asked: Question) -> str:
    """The empty function as the `starter` has it; its formula is the first hint.

    >>> stub(questions()["variance_mvue"]).splitlines()[0]
    'def variance_mvue(xs: list[float], mu: float) -> float:'
    """
    return unwritten(asked, [page_of(asked).title]).rstrip()


def page_of(asked: Question) -> Page:
    """What the chapter says of the function."""
    return page(f"{asked.reference.__module__}.{asked.function}")


def hints(asked: Question) -> list[str]:
    """The formula in the letters of the code; then the commonest slips, each set right."""
    slips = dict.fromkeys(f"– {wrong.help}" for wrong in asked.misconceptions)
    shown = "\n".join(islice(slips, MOST_SLIPS))
    return list(filter(None, ["\n".join(page_of(asked).formula), shown]))
