"""The questions that students answer: cases, judges and misconceptions.

There is one module of questions for each module of the chapter, and some for whole algorithms.
New modules, and new questions in a module, are found automatically. Nothing here starts a process.
"""

import pkgutil
from importlib import import_module

from textbook_ml.equations import CHAPTER
from textbook_ml.questions import algorithms, chapter
from textbook_ml.questions.framework.question import Misconception, Question, questions

__all__ = ["Misconception", "Question", "questions"]


def load() -> None:
    """Import all modules of questions: those on the chapter in order, then whole algorithms."""
    order = {name: place for place, (name, *_) in enumerate(CHAPTER)}
    for package in (chapter, algorithms):
        found = [module.name for module in pkgutil.iter_modules(package.__path__)]
        for name in sorted(found, key=lambda n: (chapter_place(n, order), n)):
            import_module(f"{package.__name__}.{name}")


def chapter_place(name: str, order: dict[str, int]) -> int:
    """Return the position of a module: that of the chapter module whose name it starts with.

    >>> chapter_place("gaussian_pooled", {"bayes": 0, "gaussian": 1})
    1
    """
    places = (place for word, place in order.items() if name.startswith(word))
    return max(places, default=len(order))
