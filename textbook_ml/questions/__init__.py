"""The questions that students answer: cases, judges and misconceptions.

A teacher's module imports what it needs for its own questions from here (see docs/grading.md).

There is one module of questions for each module of the chapter, and some for whole algorithms.
New modules, and new questions in a module, are found automatically. Nothing here starts a process.
"""

import pkgutil
from collections.abc import Iterable
from importlib import import_module

from textbook_ml.equations import CHAPTER
from textbook_ml.questions.framework.form_questions import class_question, script_question
from textbook_ml.questions.framework.judge import (
    Case,
    Fault,
    any_best,
    close,
    distribution,
    each_best,
    exactly,
    in_any_order,
    log_probability,
    maximum,
    probability,
)
from textbook_ml.questions.framework.question import (
    Misconception,
    Question,
    misconception,
    question,
    questions,
)
from textbook_ml.questions.framework.random_values import Draw

__all__ = [
    "Case",
    "Draw",
    "Fault",
    "Misconception",
    "Question",
    "any_best",
    "class_question",
    "close",
    "distribution",
    "each_best",
    "exactly",
    "in_any_order",
    "log_probability",
    "maximum",
    "misconception",
    "probability",
    "question",
    "questions",
    "script_question",
]


def load() -> None:
    """Import all modules of questions: those on the chapter in order, then whole algorithms."""
    import_module("textbook_ml.questions.algorithms")


def import_in_order(package: str, path: Iterable[str]) -> None:
    """Import the modules of a package in the order of the chapter.

    The id of a question depends on the questions before it. Each package of questions calls this
    function, so that the order is the same whichever of its modules is imported first.
    """
    order = {name: place for place, (name, *_) in enumerate(CHAPTER)}
    found = [module.name for module in pkgutil.iter_modules(path)]
    for name in sorted(found, key=lambda n: (chapter_place(n, order), n)):
        import_module(f"{package}.{name}")


def chapter_place(name: str, order: dict[str, int]) -> int:
    """Return the position of a module: that of the chapter module whose name it starts with.

    >>> chapter_place("gaussian_pooled", {"bayes": 0, "gaussian": 1})
    1
    """
    places = (place for word, place in order.items() if name.startswith(word))
    return max(places, default=len(order))
