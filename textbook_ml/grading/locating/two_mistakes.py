"""The search for two mistakes in one function, after no single edit has corrected it.

Either two edits together correct the function, or one edit leaves a known mistake.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from textbook_ml.grading.locating.answers import corrected_part, share_nearer
from textbook_ml.grading.locating.edited_functions import FAILED
from textbook_ml.grading.locating.location import MOST_LINES, Location, Repairs, order, rank
from textbook_ml.grading.locating.search import WHOLE, Progress, Search
from textbook_ml.questions.framework.diagnosis import has_no_answer, known_mistake
from textbook_ml.questions.framework.edits import (
    TIERS,
    Change,
    Code,
    Edit,
    changes,
    together,
)

MOST_FIRST, SEVERAL = 60, 4  # maximum numbers of first edits, and of cases to compare them
MOST_PAIRS, PAIRS = 4000, 2000  # maximum numbers of pairs of edits, and of pairs in a request
MOST_TESTED = 40  # maximum number of pairs that are tested on all cases
MOST_PLACES = 3  # maximum number of pairs of lines that equally likely pairs of edits are on
MOST_ON_A_PLACE = 2  # maximum number of pairs that are tested on the same lines
LEAST_NEARER, MOST_NEARER = 0.5, 0.75  # share of wrong answers that an edit brings nearer
SIMPLER = ("the call", "the expression", "an extra statement")  # kinds of edits that leave code out
RENAMING = ("the variable", "the argument")  # kinds of edits of which there are many
UNLIKELY = 2  # rank of an edit that adds code; two of them are no evidence
MOST_CLAIMS = 40  # maximum number of edits that are compared with the known mistakes


@dataclass(frozen=True, slots=True)
class Pair:
    """Two edits, with the function after both."""

    first: Edit
    second: Edit
    text: str

    @property
    def rank(self) -> int:
        """The rank of both edits; 0 if they are likely."""
        return rank(self.first) + rank(self.second)

    def is_likely(self) -> bool:
        """Return whether at least one of the edits is likely."""
        return min(rank(self.first), rank(self.second)) < UNLIKELY

    def is_weak(self) -> bool:
        """Return whether many such pairs are tried, so that one may be right by chance."""
        unlikely = max(rank(self.first), rank(self.second)) >= UNLIKELY
        renames = _renames(self.first) or _renames(self.second)
        return unlikely and (renames or len(self.lines) == 1)

    @property
    def lines(self) -> frozenset[int]:
        """The lines of the edits."""
        return frozenset((self.first.line, self.second.line))

    @property
    def order(self) -> tuple[int, tuple[bool, int], tuple[bool, int]]:
        """A key that sorts likely pairs first."""
        return self.rank, order(self.first)[1:], order(self.second)[1:]


Claim = tuple[Edit, str, float]  # an edit, a sentence on what remains, the share of evidence


def two_mistakes(search: Search, code: Code) -> Location | None:
    """Return the location of two mistakes, if it is clear."""
    pairs = PairSearch(search, code)
    return (
        pairs.location(0, 0)
        or second_mistake(search)
        or pairs.location(1, 0)
        or pairs.location(0, 1)
    )


class PairSearch:
    """The search for two edits of one function; the edits that gain most cases come first."""

    def __init__(self, search: Search, code: Code) -> None:
        self.search, self.code, self.functions = search, code, search.functions
        self.by_tier: dict[int, tuple[list[Change | Edit], list[int]]] = {}

    def location(self, first_tier: int, second_tier: int) -> Location | None:
        """Return the lines of two edits that together correct the function, if they are clear."""
        first = self.first_edits(first_tier, first_tier + second_tier > 0)
        return self.explained(self.tested(self.apart(first, self.edits(second_tier)[0])))

    def edits(self, tier: int) -> tuple[list[Change | Edit], list[int]]:
        """Return the edits of a tier, and how many cases each of them corrects."""
        if tier not in self.by_tier:
            every = list(changes(self.code, tier))
            self.by_tier[tier] = every, self.gains(every)
        return self.by_tier[tier]

    def first_edits(self, tier: int, only_gains: bool) -> list[Change | Edit]:
        """Return edits that may be the first of two; most corrected cases first."""
        pairs = [pair for pair in zip(*self.edits(tier)) if pair[1] or not only_gains]
        pairs.sort(key=lambda pair: (-pair[1], order(pair[0].edit)))
        return [edit for edit, _ in pairs][:MOST_FIRST]

    def gains(self, every: Sequence[Change | Edit]) -> list[int]:
        """Return how many of a few wrong cases each edit corrects."""
        search = self.search
        wrong = [
            place for place, got in enumerate(search.answers)
            if not has_no_answer(got.value) and not search.is_right_value(place, got.value)
        ]  # fmt: skip
        wrong.sort(key=lambda place: len(repr(search.exam[place][0])))
        part = {one.change.key for one in search.progress}
        found = {id(edit): SEVERAL if edit.key in part else 0 for edit in every}
        for place in wrong[:: max(1, len(wrong) // SEVERAL)][:SEVERAL]:
            for (values, numbers), batch in self.functions.values(self.code, every, place):
                ok = [*(search.is_right_value(place, value) for value in values), False]
                for edit, number in zip(batch, numbers):
                    found[id(edit)] += ok[number]
        return [found[id(edit)] for edit in every]

    def apart(self, first: Sequence[Change | Edit], second: Sequence[Change | Edit]) -> list[Pair]:
        """Return the pairs of edits of different places that are right in a few cases."""
        one = [edit for edit in first if isinstance(edit, Change)]
        other = [edit for edit in second if isinstance(edit, Change)]
        every = [*{id(edit): edit for edit in (*one, *other)}.values()]
        numbers = {id(edit): number for number, edit in enumerate(every)}
        chosen = {
            tuple(sorted((numbers[id(a)], numbers[id(b)]))): None
            for a in one for b in other if a is not b and a.is_apart_from(b)
        }  # fmt: skip
        right = list(chosen)[:MOST_PAIRS]
        for case in self.search.few_cases:
            right = self.right_pairs(every, right, case)
        return [Pair(every[a].edit, every[b].edit, together(every[a], every[b])) for a, b in right]

    def right_pairs(
        self, every: Sequence[Change], chosen: Sequence[tuple[int, ...]], case: int
    ) -> list[tuple[int, ...]]:
        """Return the pairs that are right in a case."""
        right: list[tuple[int, ...]] = []
        done = 0
        while done < len(chosen):
            some = chosen[done : done + PAIRS]
            found = self.functions.pairs(self.code, every, some, case)
            if found is None:
                break
            values, numbers = found
            ok = [self.search.is_right_value(case, value) for value in values]
            right += [pair for pair, n in zip(some, numbers) if n != FAILED and ok[n]]
            done += len(numbers)
        return right

    def tested(self, found: Sequence[Pair]) -> list[Pair]:
        """Return the likeliest pairs that are right in all cases."""
        whole: list[Pair] = []
        partial: list[Pair] = []
        tests = 0
        for pair in sorted(filter(Pair.is_likely, found), key=lambda pair: pair.order):
            worse = whole and pair.rank > whole[0].rank
            if worse or tests >= MOST_TESTED or len({p.lines for p in whole}) > MOST_PLACES:
                break
            if sum(pair.lines == known.lines for known in whole) < MOST_ON_A_PLACE:
                tests += 1
                verdict = self.search.verdict(self.code, pair.text, self.code)
                if verdict:
                    (whole if verdict == WHOLE else partial).append(pair)
        right = whole or partial
        return [pair for pair in right if pair.rank == right[0].rank]

    def explained(self, likely: Sequence[Pair]) -> Location | None:
        """Return the location of two edits; None if the likely ones are on many different lines.

        If the function after the first edit answers like a known mistake, its help is added.
        """
        if not likely or len({pair.lines for pair in likely}) > MOST_PLACES:
            return None
        strong = [pair for pair in likely if not pair.is_weak()]
        if not strong:
            return only_lines(likely)
        likely = strong
        for pair in likely:
            for one, other in ((pair.first, pair.second), (pair.second, pair.first)):
                answers = self.search.answers_of(self.code, one.code)
                seen = [(c, got.value) for (c, _), got in zip(self.search.exam, answers)]
                if len(seen) == len(self.search.exam):
                    if known := known_mistake(self.search.question, seen):
                        return self.named(one, other, known.help)
        if len({pair.lines for pair in likely}) > 1:
            return common_line(likely)
        first, second = likely[0].first, likely[0].second
        if first.line == second.line:
            kind = ", and ".join(dict.fromkeys((first.kind, second.kind)))
            return Location(first.line, kind, besides="Both are in this line.")
        place, left = self.place(second, first), self.place(first, second)
        if place is None or left is None:
            return None
        if left.line < place.line:
            place, left = left, place
        besides = left.sentence("kind").replace("Look at", "Also look at")
        if place.other is None:
            besides = besides.replace("the mistake is ", "")
        return replace(place, besides=besides)

    def named(self, one: Edit, other: Edit, help: str) -> Location | None:
        """Return the location of an edit; the other edit corrects a known mistake with this help.

        The line of the known mistake is left out if it is ambiguous.
        """
        place, left = self.place(other, one), self.place(one, other)
        if place is None:
            return None
        clear = left is not None and left.other is None
        return replace(place, besides=f"Line {left.line}: {help}" if left and clear else help)

    def place(self, corrected: Edit, known: Edit) -> Location | None:
        """Return where a mistake is, searched for after another one is corrected.

        `known` is an edit that corrects the mistake. It is the answer if there is no time left.
        None means that the line is ambiguous.
        """
        repairs, step = Repairs(), self.code.after(corrected.code)
        if step is not None and corrected.kind != "the indentation":
            self.search.record(step)
            for tier in range(TIERS):
                self.search.repair(step, tier, repairs, self.code)
                if repairs.whole.rank < 2:
                    break
        if not repairs.edits:
            return Location(known.line, known.kind)
        found = repairs.location(())
        if found is None:
            return None
        same = self.code.statement_of(known.line) == found.line
        return replace(found, line=known.line if same else found.line, before="", after="")


def only_lines(likely: Sequence[Pair]) -> Location | None:
    """Return the lines of pairs without any other conclusion; None if they are more than two."""
    first, *others = sorted({line for pair in likely for line in pair.lines})
    if len(others) >= MOST_LINES:
        return None
    return Location(first, "", other=others[0] if others else None, whole=True)


def common_line(likely: Sequence[Pair]) -> Location | None:
    """Return the location if all pairs have one line in common, with the other lines as choices."""
    for common in (likely[0].first, likely[0].second):
        others = {
            pair.second.line if pair.first.line == common.line else pair.first.line
            for pair in likely
        }
        if len(others) == 2 and all(common.line in pair.lines for pair in likely):
            first, last = sorted(others)
            besides = f"Also look at line {first} or line {last}."
            return Location(common.line, common.kind, besides=besides)
    return None


def second_mistake(search: Search) -> Location | None:
    """Return the location of an edit that leaves one mistake, if it is unambiguous."""
    if has_no_answer(search.answers[search.probe].value):
        return None
    for tier in range(TIERS):
        found = [one for one in search.progress if one.tier == tier][:MOST_CLAIMS]
        claims = sorted(_claims(search, found, tier), key=lambda claim: order(claim[0]))
        if claims:
            claims = [claim for claim in claims if claim[2] >= MOST_NEARER]
            if not claims:
                return None
            edit, left, _ = claims[0]
            places = list(dict.fromkeys((e.line, r) for e, r, _ in claims))
            other = next((line for line, r in places[1:] if r == left), None)
            clear = len(places) <= 2
            return Location(edit.line, edit.kind, besides=left, other=other) if clear else None
    return None


def _claims(search: Search, found: Sequence[Progress], tier: int) -> list[Claim]:
    """Return the edits that leave one mistake, with a sentence on it and the share of evidence.

    Either one part of the answer becomes right in all cases, or an edit of tier 0 lets the function
    return the same values as a known mistake. In the second case it must be nearer to the reference
    than the student's function in most cases, and must not be constant. It is no evidence if code
    can be left out instead with the same result: then the edit only removes what the code does.
    """
    exam = search.exam
    claims: list[Claim] = []
    left_out: set[str] = set()
    for one in found:
        edit = one.change.edit
        answers = search.answers_of(one.code, edit.code)
        if len(answers) < len(exam):
            break
        less = _leaves_out(edit)
        if not less and (part := corrected_part(exam, search.answers, answers)):
            claims.append((edit, f"Then {part} is right, and another mistake remains.", 1.0))
        elif tier == 0 and (less or not _renames(edit)):
            seen = [(case, got.value) for (case, _), got in zip(exam, answers)]
            varied = len({repr(value) for _, value in seen}) >= len(seen) / 4
            share = share_nearer(search.question, exam, search.answers, answers)
            if less or (varied and share >= LEAST_NEARER):
                if known := known_mistake(search.question, seen):
                    left_out |= {known.help} if less else set()
                    claims += [] if less else [(edit, known.help, share)]
    return [claim for claim in claims if claim[1] not in left_out]


def _renames(edit: Edit) -> bool:
    """Return whether an edit only replaces a variable by another one.

    >>> _renames(Edit(1, "the divisor", "n", "m", "")), _renames(Edit(1, "", "n", "n - 1", ""))
    (True, False)
    """
    variables = edit.before.isidentifier() and edit.after.isidentifier()
    return edit.kind in RENAMING or (variables and "function" not in edit.kind)


def _leaves_out(edit: Edit) -> bool:
    """Return whether an edit leaves code out, or makes a factor or a quotient 0.

    >>> _leaves_out(Edit(1, "the constant", "0.5", "0", ""))
    True
    >>> _leaves_out(Edit(1, "the operator", "l / n", "l // n", ""))
    True
    >>> _leaves_out(Edit(1, "the operator", "l / n", "l * n", ""))
    False
    """
    if edit.kind.endswith("too many") or edit.kind in SIMPLER:
        return True
    is_zero = edit.kind == "the constant" and edit.after == "0"
    return is_zero or ("//" in edit.after and "//" not in edit.before)
