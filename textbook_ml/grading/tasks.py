"""The items of an assignment: questions with their points."""

from dataclasses import dataclass

from textbook_ml.questions import Question


@dataclass(frozen=True, slots=True)
class Task:
    """One question of an assignment."""

    question: Question
    points: float = 1.0
    visible: bool = True  # whether students may check it themselves and see the counterexample
    partial: bool = False  # whether a wrong function gets points for its right cases
