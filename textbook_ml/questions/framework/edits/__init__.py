"""Small edits of a student's function, from frequent mistakes to rare ones.

The grader searches these edits for one that makes the function right; the edited line is where the
mistake is. This package only parses and rewrites the code; it executes nothing.
"""

from textbook_ml.questions.framework.edits.code import (
    MOST_NODES,
    Code,
    file_tree,
    function_in,
    tidy,
)
from textbook_ml.questions.framework.edits.places import recording
from textbook_ml.questions.framework.edits.tiers import TIERS, changes, edits
from textbook_ml.questions.framework.edits.writer import Change, Edit, together

__all__ = [
    "MOST_NODES", "TIERS", "Change", "Code", "Edit", "changes", "edits", "file_tree", "function_in",
    "recording", "tidy", "together",
]  # fmt: skip
