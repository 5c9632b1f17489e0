"""What an assignment asks: questions, each for points."""

from dataclasses import dataclass

from textbook_ml.questions import Question


@dataclass(frozen=True, slots=True)
class Task:
    """One question of an assignment."""

    question: Question
    points: float = 1.0
    visible: bool = True  # may the student see the counterexample?
