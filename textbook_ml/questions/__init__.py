"""What a student can be asked: cases, judging, misconceptions; no process in sight.

One module for each module of the chapter, and some for whole algorithms. A new module, or a new
question in one, is found because it is there.
"""

import pkgutil
from importlib import import_module

from textbook_ml.equations import CHAPTER
from textbook_ml.questions import algorithms, chapter
from textbook_ml.questions.framework.question import Misconception, Question, questions

__all__ = ["Misconception", "Question", "questions"]


def load() -> None:
    """Import every module of questions: the chapter's in its order, then the whole algorithms."""
    order = {name: place for place, (name, *_) in enumerate(CHAPTER)}
    for package in (chapter, algorithms):
        found = [module.name for module in pkgutil.iter_modules(package.__path__)]
        for name in sorted(found, key=lambda n: (chapter_place(n, order), n)):
            import_module(f"{package.__name__}.{name}")


def chapter_place(name: str, order: dict[str, int]) -> int:
    """Where a module stands: with the module of the chapter whose name it begins with.

    >>> chapter_place("gaussian_pooled", {"bayes": 0, "gaussian": 1})
    1
    """
    places = (place for word, place in order.items() if name.startswith(word))
    return max(places, default=len(order))
