"""Wrong versions of any function: the mistakes that need no equation to be made.

Each is made from the chapter's own function, whose answer is changed, or which is asked something
else; so whatever is said here is true of all answers that were seen. A question's own
misconceptions know more, and are tried first.
"""

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import chain
from math import exp, floor, isclose, isfinite, log, sqrt
from operator import mul
from typing import Any

from textbook_ml.questions.asked_otherwise import (
    Change,
    Seen,
    asked_otherwise,
    in_all_numbers,
    is_number,
    named,
)
from textbook_ml.questions.question import NO_ANSWER, Misconception, Question

MOST_PLACES = 6  # to which a student rounds
IN_NUMBERS: tuple[tuple[str, Change, str], ...] = (
    ("other_case", lambda p: 1 - p, "You give 1 minus what is due: that is the other case."),
    ("logarithm", lambda p: log(p), "You give the logarithm of what is due: take exp of it."),
    ("exponential", lambda s: exp(s), "You give exp of what is due: leave it a logarithm."),
    ("square_root", lambda v: sqrt(v), "You give the square root of what is due: leave it out."),
    ("square", lambda v: v * v, "You give the square of what is due: take its root."),
    ("upside_down", lambda r: 1 / r, "You give 1 divided by what is due: turn the fraction over."),
    ("rest_left_out", lambda v: floor(v), "You leave out the rest: / divides, // rounds down."),
    ("fraction_cut", lambda v: int(v), "You cut off what follows the point: leave int out."),
    ("without_sign", lambda v: abs(v), "Your numbers have lost their sign: leave abs out."),
)
IN_ORDER: tuple[tuple[str, Change, str], ...] = (
    ("transposed", lambda v: _transposed(v), "Rows and columns are exchanged: turn them round."),
    ("reversed_list", lambda v: v[::-1], "Your list is in the opposite order."),
    ("last_put_first", lambda v: [v[-1], *v[:-1]], "What belongs last in the list comes first."),
    ("first_put_last", lambda v: [*v[1:], v[0]], "What belongs first in the list comes last."),
)
TO_PLACES = "You round to {} decimals: give the number as it comes, with all its digits."
FACTORS = (
    (-1.0, "opposite_sign", "Your answer has the opposite sign everywhere."),
    (100.0, "in_percent", "You give per cent: what is due is the share, a hundredth of it."),
    (1 / log(2), "base_2_everywhere", "Your logarithm is to base 2: ln is math.log."),
    (1 / log(10), "base_10_everywhere", "Your logarithm is to base 10: ln is math.log."),
)


def habits(asked: Question, seen: Seen) -> Iterator[Misconception]:
    """All that is worth trying on a function that answered so; none need be true of it."""
    yield from _without_looking(asked, seen)
    yield from (_changed(asked, *habit) for habit in _fitted(asked, seen))
    for name, change, words in IN_NUMBERS:
        yield _changed(asked, name, in_all_numbers(change), words)
    yield from (_changed(asked, *habit) for habit in IN_ORDER)
    yield from _rounded(asked, seen)
    yield from (_rounding(asked, places) for places in range(MOST_PLACES, 0, -1))
    yield from asked_otherwise(asked, seen)
    yield from _not_normalised(asked, seen)


def besides(asked: Question) -> Iterator[Misconception]:
    """What is often done to an answer that is wrong already."""
    for factor, name, words in FACTORS:
        yield _changed(asked, name, in_all_numbers(partial(mul, factor)), words)
    yield from (_rounding(asked, places) for places in range(MOST_PLACES, 0, -1))


def _changed(asked: Question, name: str, change: Change, words: str) -> Misconception:
    """What is due, changed."""
    return named(name, lambda *case: change(asked.expected(case)), words)


def _without_looking(asked: Question, seen: Seen) -> Iterator[Misconception]:
    """The same answer to everything."""
    answers = {repr(came): came for _, came in seen}
    if len(answers) == 1 and len(seen) > 1:
        text, came = next(iter(answers.items()))
        if came is None:
            words = "Nothing comes back: a function answers with return; print only shows it."
            if isinstance(asked.expected(seen[0][0]), str):
                words += " Or no score beats the one you start from: logarithms are below 0."
            yield named("returns_nothing", lambda *case: None, words)
        elif is_number(came):
            words = f"Your answer is always {text}, whatever it is asked."
            yield named("always_the_same", lambda *case: came, words)


def _fitted(asked: Question, seen: Seen) -> Iterator[tuple[str, Change, str]]:
    """What is due times a number, or plus one: the number is that of the first answer."""
    pairs = list(chain.from_iterable(_pairs(asked.expected(case), came) for case, came in seen))
    factor = next((came / due for due, came in pairs if due), 1.0)
    if factor and not isclose(factor, 1.0):
        name, words = "constant_factor", f"Your answer is always {factor:.8g} times what is due"
        words += ": is a constant rounded?" if isclose(factor, 1.0, rel_tol=0.01) else "."
        for known, *said in FACTORS:
            if isclose(factor, known):
                name, words = said
        yield name, in_all_numbers(lambda due: factor * due), words
    term = next((came - due for due, came in pairs), 0)
    if term:
        more = "more" if term > 0 else "less"
        words = f"Your answer is always {abs(term):.6g} {more} than what is due."
        yield "constant_term", in_all_numbers(lambda due: due + term), words


def _pairs(due: Any, came: Any) -> Iterator[tuple[float, float]]:
    """The numbers that stand in the same places.

    >>> list(_pairs({"a": [1.0, 2.0]}, {"a": [3.0, 4.0]}))
    [(1.0, 3.0), (2.0, 4.0)]
    """
    if is_number(due) and is_number(came):
        if isfinite(due) and isfinite(came):
            yield due, came
    elif isinstance(due, Mapping) and isinstance(came, Mapping):
        for key in due:
            yield from _pairs(due[key], came.get(key))
    elif isinstance(due, (list, tuple)) and isinstance(came, (list, tuple)):
        for one, other in zip(due, came):
            yield from _pairs(one, other)


def _transposed(value: Any) -> Any:
    """The table with its rows as columns.

    >>> _transposed([[1, 2], [3, 4]]), _transposed({"yes": {"a": 1, "b": 0}})
    ([[1, 3], [2, 4]], {'a': {'yes': 1}, 'b': {'yes': 0}})
    """
    if isinstance(value, Mapping):
        inner = {key: None for row in value.values() for key in row}
        return {key: {outer: row[key] for outer, row in value.items()} for key in inner}
    return [list(column) for column in zip(*value)]


def _rounding(asked: Question, places: int) -> Misconception:
    """What is due, rounded."""

    def rounded(number: float) -> float:
        return round(number, places) if isinstance(number, float) else number

    return _changed(asked, "rounded", in_all_numbers(rounded), TO_PLACES.format(places))


def _rounded(asked: Question, seen: Seen) -> Iterator[Misconception]:
    """What is due, rounded up or down where that is a matter of the last bit."""
    answers = {repr(case): came for case, came in seen}
    for places in range(1, MOST_PLACES + 1):
        if all(_is_rounding(asked.expected(case), came, places) for case, came in seen):
            words = TO_PLACES.format(places)
            yield named("rounded", lambda *case: answers[repr(case)], words)
            return


def _is_rounding(due: Any, came: Any, places: int) -> bool:
    """Is one the other with so many places?

    >>> _is_rounding({"a": [0.125]}, {"a": [0.13]}, 2), _is_rounding(0.125, 0.14, 2)
    (True, False)
    """
    if isinstance(due, Mapping) and isinstance(came, Mapping):
        same = due.keys() == came.keys()
        return same and all(_is_rounding(due[key], came[key], places) for key in due)
    if isinstance(due, (list, tuple)) and isinstance(came, (list, tuple)):
        same = len(due) == len(came)
        return same and all(_is_rounding(*pair, places) for pair in zip(due, came))
    if not is_number(due) or not is_number(came) or not isfinite(came):
        return bool(due == came)
    return bool(round(came, places) == came and abs(due - came) <= 0.500001 * 10.0**-places)


def _not_normalised(asked: Question, seen: Seen) -> Iterator[Misconception]:
    """What would be right, were it divided by its sum: as it is, or after exp."""
    answers = {repr(case): came for case, came in seen}
    for name, change, words in (
        ("not_normalised", lambda v: v, "The proportions are right: divide each by their sum."),
        ("log_scores", exp, "These are logarithms: take exp, and divide each by their sum."),
    ):
        if _right_once_normalised(asked, seen, in_all_numbers(change)):
            yield named(name, lambda *case: answers[repr(case)], words)


def _share(total: float, part: float) -> float:
    return part / total


def _right_once_normalised(asked: Question, seen: Seen, change: Change) -> bool:
    """Is every answer whose sum can be divided by right after that? They must be most."""
    judged = 0
    for case, came in seen:
        try:
            powers = change(came)
            parts = list(powers.values()) if isinstance(powers, Mapping) else list(powers)
            shares = in_all_numbers(partial(_share, sum(parts)))(powers)
            fault = asked.judge(case, asked.expected(case), shares)
        except NO_ANSWER:
            continue
        if fault is not None:
            return False
        judged += 1
    return 2 * judged >= len(seen)
