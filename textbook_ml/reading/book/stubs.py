"""The exercise functions of the live book: a stub and hints for each question."""

from itertools import islice

from textbook_ml.questions import Question, questions
from textbook_ml.questions.framework.starter_code import unwritten
from textbook_ml.reading.book import anchors
from textbook_ml.sources.docstrings import Page, page

MOST_SLIPS = 6  # maximum number of mistakes in the hints; questions list common ones first


def practice_stubs() -> dict[str, dict[str, object]]:
    """Return the stub, the hints and the page of every question, by the name of its function."""
    return {
        name: {
            "stub": stub(asked),
            "hints": hints(asked),
            "page": anchors.page_of(f"{asked.reference.__module__}.{asked.function}"),
        }
        for name, asked in questions().items()
    }


def stub(asked: Question) -> str:
    """Return the empty function as in the starter file; its formula is the first hint.

    >>> stub(questions()["variance_mvue"]).splitlines()[0]
    'def variance_mvue(xs: list[float], mu: float) -> float:'
    """
    return unwritten(asked, [page_of(asked).title]).rstrip()


def page_of(asked: Question) -> Page:
    """Return the docstring page of the reference solution."""
    return page(f"{asked.reference.__module__}.{asked.function}")


def hints(asked: Question) -> list[str]:
    """Return the hints: the formula in the notation of the code, then the common mistakes."""
    slips = dict.fromkeys(f"– {wrong.help}" for wrong in asked.misconceptions)
    shown = "\n".join(islice(slips, MOST_SLIPS))
    return list(filter(None, ["\n".join(page_of(asked).formula), shown]))
