"""The edits of a function, from frequent mistakes to rare ones."""

from collections.abc import Callable, Iterator

from textbook_ml.questions.framework.edits.added_parts import additions
from textbook_ml.questions.framework.edits.changed_parts import changes_of_parts
from textbook_ml.questions.framework.edits.code import Code
from textbook_ml.questions.framework.edits.rebuilt_parts import rebuildings
from textbook_ml.questions.framework.edits.writer import Change, Edit, Writer


def changes(code: Code, tier: int) -> "Iterator[Change | Edit]":
    """Yield the changes of a tier: 0 changes parts, 1 adds parts, 2 rebuilds expressions.

    An `Edit` is a change of the statements.
    """
    writer = Writer(code)
    yield from (_TIERS[tier])(writer)


def edits(code: Code, tier: int) -> Iterator[Edit]:
    """Yield the edits of a tier, which are worked-out changes.

    >>> from textbook_ml.questions.framework.edits.code import function_in
    >>> code = function_in("def f(xs, mu):\\n    return sum(xs) / len(xs)", "f")
    >>> [e.after for e in edits(code, 0) if e.kind == "the divisor"][-2:]
    ['(len(xs)) / 2', '2 * (len(xs))']
    """
    yield from (change.edit for change in changes(code, tier))


_TIERS: tuple[Callable[[Writer], Iterator[Change | Edit]], ...] = (
    changes_of_parts,
    additions,
    rebuildings,
)
TIERS = len(_TIERS)
