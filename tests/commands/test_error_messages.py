"""Warnings are printed as notes, and keyword arguments as options."""

import warnings
from io import StringIO

import pytest

from textbook_ml.commands.error_messages import as_options, warnings_as_notes
from textbook_ml.core.errors import TextbookError, TextbookWarning
from textbook_ml.data import read_csv
from textbook_ml.models.logistic_regression import LogisticRegression

WILD = [[1e-6, 1e6], [2e-6, 3e6], [3e-6, 1e6], [1e-6, 2e6]]


def test_keyword_arguments_become_options() -> None:
    """Keyword arguments in actual messages of the models are replaced by options."""
    with pytest.raises(TextbookError) as separable:
        LogisticRegression.fit([[1.0], [2.0], [3.0], [4.0]], "aabb")
    assert "such as --l2 1," in as_options(str(separable.value))
    with pytest.raises(TextbookError) as slow:
        LogisticRegression.fit(
            [[1.0], [2.0], [3.0], [4.0]], "abab", optimiser="gradient-ascent", max_iterations=1
        )
    assert "(--max-iterations)" in as_options(str(slow.value))


@pytest.mark.parametrize(
    ("name", "option"),
    [
        ("size", "--kind size=discrete"),
        ("it's", "--kind 'it'\"'\"'s=discrete'"),
        ("two words", "--kind 'two words=discrete'"),
        ("x" * 100, "--kind FEATURE=discrete"),
    ],
)
def test_declared_kinds_become_options(name: str, option: str) -> None:
    """The option can be typed into a shell; a name too long to quote becomes FEATURE."""
    with pytest.raises(TextbookError) as wrong:
        read_csv(StringIO(f"{name},y\nold,a\n"), kinds={name: "continuous"})
    assert "kinds={" in str(wrong.value)
    assert as_options(str(wrong.value)).endswith(f"declare the column: {option}")


def test_a_repeated_warning_is_one_note_of_one_line() -> None:
    """Similar warnings of several folds give one note, with options as fixes."""
    notes: list[str] = []
    with warnings_as_notes(notes.append):
        for l2 in (1.0, 2.0):
            LogisticRegression.fit(WILD, "abba", l2=l2)
    assert len(notes) == 1
    assert notes[0].startswith("note: the features have very different scales")
    assert notes[0].endswith("--standardise") and "\n" not in notes[0]


def test_other_warnings_are_unchanged() -> None:
    """Only a TextbookWarning becomes a note, and only inside the context."""
    notes: list[str] = []
    with pytest.warns(UserWarning, match="not ours"), warnings_as_notes(notes.append):
        warnings.warn("not ours", UserWarning, stacklevel=1)
    with pytest.warns(TextbookWarning, match="after"):
        warnings.warn("after", TextbookWarning, stacklevel=1)
    assert notes == []
