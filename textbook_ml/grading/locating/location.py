"""The location of a mistake, and the edits from which it is concluded."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from textbook_ml.questions.framework.edits import Edit, tidy

NO_RANK = 9
MOST_LINES = 2  # maximum number of lines that equally likely edits are on
LONGEST_EDIT = 60  # maximum number of characters of an edit that is shown


@dataclass(frozen=True, slots=True)
class Location:
    """The location of a mistake: the line, the kind of mistake, and the edit if it may be shown."""

    line: int
    kind: str
    before: str = ""
    after: str = ""
    besides: str = ""  # a sentence on a second mistake that remains after the edit
    other: int | None = None  # another line, if an edit of that line corrects the function too
    whole: bool = False  # whether the edited function is right in all cases, without exceptions

    def sentence(self, level: str) -> str:
        """Return the hint for one of the levels line, kind and edit.

        >>> Location(4, "the divisor", "len(xs)", "len(xs) - 1").sentence("edit")
        'Line 4: `len(xs)` should be `len(xs) - 1`.'
        >>> Location(4, "the divisor", "len(xs)", "len(xs) - 1").sentence("kind")
        'Line 4: the mistake is the divisor.'
        """
        if level == "edit" and self.after and not self.besides:
            return f"Line {self.line}: `{self.before}` should be `{self.after}`."
        if self.other is not None:
            first, last = sorted((self.line, self.other))
            return f"Look at line {first} or line {last}."
        if level == "line" or not self.kind:
            return f"Look at line {self.line}."
        return f"Line {self.line}: the mistake is {self.kind}."


class Repairs:
    """The edits that correct a function, as far as they decide on the location.

    An edit is whole if the edited function is also right where the student's function has no
    answer. Edits that are not whole count only if there are no others.
    """

    def __init__(self) -> None:
        self.whole, self.partial = Likeliest(), Likeliest()

    @property
    def edits(self) -> "Likeliest":
        """The edits that decide on the location."""
        return self.whole or self.partial

    def needs_answers(self, edit: Edit) -> bool | None:
        """Return whether an edit changes the location only if it is whole; None if it cannot."""
        if not self.whole.could_use(edit):
            return None
        return bool(self.whole) or not self.partial.could_use(edit)

    def add(self, edit: Edit, whole: bool) -> None:
        """Add an edit that corrects the function."""
        (self.whole if whole else self.partial).add(edit)

    def location(self, lines: Sequence[str]) -> Location | None:
        """Return the location if all edits are on the same line, or on the same two lines."""
        edits = sorted(self.edits.by_line.values(), key=order)
        if len(edits) > MOST_LINES:
            return None
        best, *others = edits
        line = lines[best.line - 1] if best.line <= len(lines) else ""
        before, after = tidy(best.before), tidy(best.after)
        if len(re.findall(rf"(?<!\w){re.escape(before)}(?!\w)", line)) != 1:
            before, after = map(tidy, best.around)
        shown = best.exact and before and len(after) <= LONGEST_EDIT and not others
        texts = (before, after) if shown else ("", "")
        other = others[0].line if others else None
        return Location(best.line, best.kind, *texts, other=other, whole=bool(self.whole))


class Likeliest:
    """The edits of the best rank, one for each line.

    Edits of a worse rank say nothing about the place of the mistake, because an edit that adds
    code may compensate for a mistake elsewhere. So they need not be tested.
    """

    def __init__(self) -> None:
        self.by_line: dict[int, Edit] = {}

    def __bool__(self) -> bool:
        return bool(self.by_line)

    @property
    def rank(self) -> int:
        """The rank of the edits; a large number if there are none."""
        return min(map(rank, self.by_line.values()), default=NO_RANK)

    def could_use(self, edit: Edit) -> bool:
        """Return whether an edit would change the location, if it corrects the function."""
        if rank(edit) != self.rank:
            return rank(edit) < self.rank
        known = self.by_line.get(edit.line)
        if known is None:
            return len(self.by_line) <= MOST_LINES
        return order(edit) < order(known)

    def add(self, edit: Edit) -> None:
        """Add an edit, in place of those of a worse rank and those of the same line."""
        if self.could_use(edit):
            if rank(edit) < self.rank:
                self.by_line.clear()
            self.by_line[edit.line] = edit


def order(edit: Edit) -> tuple[int, bool, int]:
    """Return a key that sorts likely edits first; a variable plus 1 comes after its definition."""
    before, after = tidy(edit.before), tidy(edit.after)
    is_use = before.isidentifier() and after in (f"{before} - 1", f"{before} + 1")
    return rank(edit), is_use, len(before) + len(after)


def rank(edit: Edit) -> int:
    """Return the rank of an edit: 0 if it is most likely the change that is needed.

    A part that is dropped or changed is more likely than one that is added. A start value other
    than 0 or 1, a deleted statement and a branch for one number compensate for other mistakes.

    >>> rank(Edit(1, "a term too many", "n - 1", "n", ""))
    0
    >>> rank(Edit(1, "the constant", "1", "0", "")), rank(Edit(2, "", "n", "n - 1", ""))
    (1, 2)
    """
    before, after = tidy(edit.before), tidy(edit.after)
    if edit.kind == "an extra statement":
        return 4
    if edit.kind.endswith("too many"):
        return 0
    if edit.kind == "the start value":
        return 1 if after in ("0", "1") else 2
    if _is_constant(before):
        plain = after.isidentifier() or _is_constant(after)  # not 0 + i
        is_index = edit.kind == "the index" and plain
        return 1 if after in ("0", "1") or is_index else 3
    if "==" in after and not any(sign in before for sign in ("==", "!=")):
        return 3
    if before.isidentifier() and not after.isidentifier():
        return 2  # the variable is used, or replaced together with its computation
    if before in after or edit.kind in ("the value", "the expression", "the call"):
        return 2
    return 1


def _is_constant(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
