"""What a reader of the live book can write: a stub for each question, and hints."""

from textbook_ml.docstrings import page
from textbook_ml.questions import Question, questions


def tries() -> dict[str, dict[str, object]]:
    """Every question by its function: what to start from, and what helps."""
    return {
        name: {"stub": stub(asked), "hints": hints(asked)} for name, asked in questions().items()
    }


def stub(asked: Question) -> str:
    """The empty function, with the arguments that the cases give.

    >>> print(stub(questions()["variance_mvue"]))
    def variance_mvue(xs, mu):
        raise NotImplementedError
    """
    most = max(len(case) for case in asked.cases("stub", 5))
    arguments = ", ".join(asked.parameters[:most])
    return f"def {asked.function}({arguments}):\n    raise NotImplementedError"


def hints(asked: Question) -> list[str]:
    """The formula in the letters of the code; then the slips of others, each set right."""
    written = page(f"{asked.reference.__module__}.{asked.function}")
    slips = "\n".join(dict.fromkeys(f"– {wrong.help}" for wrong in asked.misconceptions))
    return list(filter(None, ["\n".join(written.formula), slips]))
