"""Generic mistakes: wrong versions that can be made of any function, whatever its equation.

Each one changes the result of the chapter's own function, or calls it with changed arguments. So
the hint holds for all results that were compared. The misconceptions of a question are more
specific, and are tried first.
"""

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import chain
from math import exp, floor, isclose, isfinite, log, sqrt
from operator import mul
from typing import Any

from textbook_ml.questions.framework.argument_mistakes import (
    Change,
    Seen,
    argument_mistakes,
    in_all_numbers,
    is_number,
    named,
)
from textbook_ml.questions.framework.judge import show
from textbook_ml.questions.framework.question import NO_ANSWER, Misconception, Question

MOST_PLACES = 6  # the largest number of decimal places that is tried
IN_NUMBERS: tuple[tuple[str, Change, str], ...] = (
    (
        "other_case",
        lambda p: 1 - p,
        "You return 1 minus the expected value, which is the probability of the other case.",
    ),
    (
        "logarithm",
        lambda p: log(p),
        "You return the logarithm of the expected value. Take exp of it.",
    ),
    (
        "exponential",
        lambda s: exp(s),
        "You return exp of the expected value. The expected value is a logarithm: leave out exp.",
    ),
    (
        "square_root",
        lambda v: sqrt(v),
        "You return the square root of the expected value. Leave out the root.",
    ),
    (
        "square",
        lambda v: v * v,
        "You return the square of the expected value. Take its square root.",
    ),
    (
        "upside_down",
        lambda r: 1 / r,
        "You return 1 divided by the expected value. Exchange numerator and denominator.",
    ),
    (
        "rest_left_out",
        lambda v: floor(v),
        "You round down to a whole number. In Python, / divides and // rounds down.",
    ),
    (
        "fraction_cut",
        lambda v: int(v),
        "You drop the digits after the decimal point. Leave out int.",
    ),
    (
        "without_sign",
        lambda v: abs(v),
        "You return absolute values, but some expected values are negative. Leave out abs.",
    ),
)
IN_ORDER: tuple[tuple[str, Change, str], ...] = (
    (
        "transposed",
        lambda v: _transposed_table(v),
        "You exchange rows and columns. Transpose the result.",
    ),
    ("reversed_list", lambda v: v[::-1], "You return the list in reverse order."),
    (
        "last_put_first",
        lambda v: [v[-1], *v[:-1]],
        "You return the last element first. Move it to the end of the list.",
    ),
    (
        "first_put_last",
        lambda v: [*v[1:], v[0]],
        "You return the first element last. Move it to the start of the list.",
    ),
)
OPPOSITE_SIGN = "opposite_sign"
FACTORS = (
    (-1.0, OPPOSITE_SIGN, "You return every number with the opposite sign."),
    (
        100.0,
        "in_percent",
        "You return 100 times the expected value. Return a fraction, not a percentage.",
    ),
    (
        1 / log(2),
        "base_2_everywhere",
        "You use the logarithm to base 2. Use the natural logarithm ln, which is math.log.",
    ),
    (
        1 / log(10),
        "base_10_everywhere",
        "You use the logarithm to base 10. Use the natural logarithm ln, which is math.log.",
    ),
)


def generic_mistakes(question: Question, seen: Seen) -> Iterator[Misconception]:
    """Yield all generic mistakes that are worth comparing with these results."""
    yield from _constant_results(question, seen)
    yield from (
        _changed_result(question, *mistake) for mistake in _fitted_constants(question, seen)
    )
    for name, change, words in IN_NUMBERS:
        yield _changed_result(question, name, in_all_numbers(change), words)
    yield from (_changed_result(question, *mistake) for mistake in IN_ORDER)
    yield from _rounding_mistakes(question, seen)
    yield from (_rounding_mistake(question, places) for places in range(MOST_PLACES, 0, -1))
    yield from argument_mistakes(question, seen)
    yield from _unnormalised_results(question, seen)


def common_second_mistakes(question: Question) -> Iterator[Misconception]:
    """Yield the generic mistakes that often occur together with another mistake."""
    for factor, name, words in FACTORS:
        if name != OPPOSITE_SIGN:  # many wrong signs look like a known mistake with another sign
            yield _changed_result(question, name, in_all_numbers(partial(mul, factor)), words)
    yield from (_rounding_mistake(question, places) for places in range(MOST_PLACES, 0, -1))


def _changed_result(question: Question, name: str, change: Change, words: str) -> Misconception:
    """Return a misconception that applies a change to the expected result."""
    return named(name, lambda *case: change(question.expected(case)), words)


def _constant_results(question: Question, seen: Seen) -> Iterator[Misconception]:
    """Yield the mistake of returning the same value in all cases."""
    results = {repr(got): got for _, got in seen}
    if len(results) == 1 and len(seen) > 1:
        [got] = results.values()
        if got is None:
            words = "Your function returns None. Use return; print only displays a value."
            if isinstance(question.expected(seen[0][0]), str):
                words = "Your function returns None. Either a return is missing, or no label is "
                words += "ever chosen: check the comparison, and start at -inf."
            yield named("returns_nothing", lambda *case: None, words)
        elif is_number(got) or isinstance(got, (bool, str, list, tuple, dict)):
            words = f"Your function always returns {show(got, 60)}, whatever its arguments are."
            if question.form.kind == "script":
                words = "Your script always writes the same file, whatever the data are."
            yield named("always_the_same", lambda *case: got, words)


def _fitted_constants(question: Question, seen: Seen) -> Iterator[tuple[str, Change, str]]:
    """Yield a constant factor and a constant term, both computed from the first result."""
    pairs = list(
        chain.from_iterable(_number_pairs(question.expected(case), got) for case, got in seen)
    )
    factor = next((got / expected for expected, got in pairs if expected), 1.0)
    if factor and not isclose(factor, 1.0):
        name, words = "constant_factor", f"You always return {factor:.8g} times the expected value."
        if isclose(factor, 1.0, rel_tol=0.01):
            words += " Did you round a constant?"
        for known, *description in FACTORS:
            if isclose(factor, known):
                name, words = description
        yield name, in_all_numbers(lambda expected: factor * expected), words
    term = next((got - expected for expected, got in pairs), 0)
    if term:
        comparison = "more" if term > 0 else "less"
        words = f"You always return {abs(term):.6g} {comparison} than the expected value."
        yield "constant_term", in_all_numbers(lambda expected: expected + term), words


def _number_pairs(expected: Any, got: Any) -> Iterator[tuple[float, float]]:
    """Yield the pairs of numbers in the same positions of two results.

    >>> list(_number_pairs({"a": [1.0, 2.0]}, {"a": [3.0, 4.0]}))
    [(1.0, 3.0), (2.0, 4.0)]
    """
    if is_number(expected) and is_number(got):
        if isfinite(expected) and isfinite(got):
            yield expected, got
    elif isinstance(expected, Mapping) and isinstance(got, Mapping):
        for key in expected:
            yield from _number_pairs(expected[key], got.get(key))
    elif isinstance(expected, (list, tuple)) and isinstance(got, (list, tuple)):
        for one, other in zip(expected, got):
            yield from _number_pairs(one, other)


def _transposed_table(value: Any) -> Any:
    """Return the table with rows and columns exchanged.

    >>> _transposed_table([[1, 2], [3, 4]]), _transposed_table({"yes": {"a": 1, "b": 0}})
    ([[1, 3], [2, 4]], {'a': {'yes': 1}, 'b': {'yes': 0}})
    """
    if isinstance(value, Mapping):
        inner = {key: None for row in value.values() for key in row}
        return {key: {outer: row[key] for outer, row in value.items()} for key in inner}
    return [list(column) for column in zip(*value)]


def _rounding_hint(places: int) -> str:
    """Return the hint for a result that is rounded to this number of decimal places.

    >>> _rounding_hint(2)
    'You round to 2 decimal places. Return the number unrounded.'
    """
    unit = "decimal place" if places == 1 else "decimal places"
    return f"You round to {places} {unit}. Return the number unrounded."


def _rounding_mistake(question: Question, places: int) -> Misconception:
    """Return the mistake of rounding the expected result."""

    def rounded(number: float) -> float:
        return round(number, places) if isinstance(number, float) else number

    return _changed_result(question, "rounded", in_all_numbers(rounded), _rounding_hint(places))


def _rounding_mistakes(question: Question, seen: Seen) -> Iterator[Misconception]:
    """Yield the mistake of rounding; a tie may be rounded up or down."""
    results = {repr(case): got for case, got in seen}
    for places in range(1, MOST_PLACES + 1):
        if all(_is_rounding(question.expected(case), got, places) for case, got in seen):
            yield named("rounded", lambda *case: results[repr(case)], _rounding_hint(places))
            return


def _is_rounding(expected: Any, got: Any, places: int) -> bool:
    """Return whether a result is the expected one, rounded to this number of decimal places.

    >>> _is_rounding({"a": [0.125]}, {"a": [0.13]}, 2), _is_rounding(0.125, 0.14, 2)
    (True, False)
    """
    if isinstance(expected, Mapping) and isinstance(got, Mapping):
        same = expected.keys() == got.keys()
        return same and all(_is_rounding(expected[key], got[key], places) for key in expected)
    if isinstance(expected, (list, tuple)) and isinstance(got, (list, tuple)):
        same = len(expected) == len(got)
        return same and all(_is_rounding(*pair, places) for pair in zip(expected, got))
    if not is_number(expected) or not is_number(got) or not isfinite(got):
        return bool(expected == got)
    return bool(round(got, places) == got and abs(expected - got) <= 0.500001 * 10.0**-places)


def _unnormalised_results(question: Question, seen: Seen) -> Iterator[Misconception]:
    """Yield results that are right after division by their sum, with or without exp before."""
    results = {repr(case): got for case, got in seen}
    for name, change, words in (
        (
            "not_normalised",
            lambda v: v,
            "Your proportions are right. Divide each value by the sum of all values.",
        ),
        (
            "log_scores",
            exp,
            "You return logarithms. Take exp of each, then divide by the sum of all.",
        ),
    ):
        if _right_once_normalised(question, seen, in_all_numbers(change)):
            yield named(name, lambda *case: results[repr(case)], words)


def _divided_by_total(total: float, part: float) -> float:
    return part / total


def _right_once_normalised(question: Question, seen: Seen, change: Change) -> bool:
    """Return whether all results that can be divided by their sum are right after the division.

    At least half of the results must be of this kind.
    """
    judged = 0
    for case, got in seen:
        try:
            powers = change(got)
            parts = list(powers.values()) if isinstance(powers, Mapping) else list(powers)
            normalised = in_all_numbers(partial(_divided_by_total, sum(parts)))(powers)
            fault = question.judge(case, question.expected(case), normalised)
        except NO_ANSWER:
            continue
        if fault is not None:
            return False
        judged += 1
    return 2 * judged >= len(seen)
