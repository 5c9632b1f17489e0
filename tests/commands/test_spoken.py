"""Warnings as notes, and remedies as options."""

import warnings

import pytest

from textbook_ml.commands.spoken import as_options, warnings_as_notes
from textbook_ml.errors import TextbookError, TextbookWarning
from textbook_ml.models.logistic_regression import LogisticRegression

WILD = [[1e-6, 1e6], [2e-6, 3e6], [3e-6, 1e6], [1e-6, 2e6]]


def test_remedies_are_typed_as_options() -> None:
    """What the models really say, not a copy of it."""
    with pytest.raises(TextbookError) as separable:
        LogisticRegression.fit([[1.0], [2.0], [3.0], [4.0]], "aabb")
    assert "such as --l2 1," in as_options(str(separable.value))
    with pytest.raises(TextbookError) as slow:
        LogisticRegression.fit(
            [[1.0], [2.0], [3.0], [4.0]], "abab", optimiser="gradient-ascent", max_iterations=1
        )
    assert "(--max-iterations)" in as_options(str(slow.value))


def test_a_warning_is_one_line_and_said_once() -> None:
    """Ten folds, one note, in the words of the command line."""
    notes: list[str] = []
    with warnings_as_notes(notes.append):
        for l2 in (1.0, 2.0):
            LogisticRegression.fit(WILD, "abba", l2=l2)
    assert len(notes) == 1
    assert notes[0].startswith("note: the features differ wildly in scale")
    assert notes[0].endswith("--standardise") and "\n" not in notes[0]


def test_other_warnings_are_left_alone() -> None:
    """Only ours are notes, and only inside."""
    notes: list[str] = []
    with pytest.warns(UserWarning, match="not ours"), warnings_as_notes(notes.append):
        warnings.warn("not ours", UserWarning, stacklevel=1)
    with pytest.warns(TextbookWarning, match="after"):
        warnings.warn("after", TextbookWarning, stacklevel=1)
    assert notes == []
