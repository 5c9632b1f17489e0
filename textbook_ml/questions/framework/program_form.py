"""Questions on functions of a program in another language: calls and answers are lines of JSON.

    {"call": "variance_mvue", "args": [[1.0, 3.0], 2.0]}
    {"value": 2.0}

JSON has fewer types than Python. So NaN and the infinities are the strings "NaN", "Infinity" and
"-Infinity", the keys of an object are strings, and tuples and sets are lists. An answer is
converted to the types of the expected value before it is judged.
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from math import isfinite
from typing import Any

from textbook_ml.core.errors import require
from textbook_ml.questions.framework.forms import Form
from textbook_ml.questions.framework.judge import Case, Fault
from textbook_ml.questions.framework.question import Question

NOT_FINITE = {"NaN": float("nan"), "Infinity": float("inf"), "-Infinity": float("-inf")}


def in_program(asked: Question, plan: Mapping[str, Any]) -> Question:
    """Return a question on a function as a question on the same function of a program."""
    require(
        asked.form.kind == "function",
        f"{asked.id}: a program in another language answers questions on functions, not on a "
        f"{asked.form.kind}. Fix: ask for a function, or remove the key language.",
    )
    name, usual, vectors = asked.function, asked.judge, bool(plan.get("vectors"))

    def judged(case: Case, expected: Any, got: Any) -> Fault | None:
        return usual(case, expected, with_types_of(expected, got, vectors))

    form = Form("program", name, plan, sent=lambda case: (call_line(name, case),))
    return replace(asked, form=form, judge=judged)


def call_line(name: str, case: Case) -> str:
    """Return the line that calls a function.

    >>> call_line("mean_mle", ([1.0, float("inf")],))
    '{"call": "mean_mle", "args": [[1.0, "Infinity"]]}'
    """
    return json.dumps({"call": name, "args": [as_json(value) for value in case]})


def answer_line(value: Any) -> str:
    """Return the line that answers a call with a value.

    >>> answer_line({"a": 0.25})
    '{"value": {"a": 0.25}}'
    """
    return json.dumps({"value": as_json(value)})


def as_json(value: Any) -> Any:
    """Return a value of a case with the types of JSON.

    >>> as_json({0: (1, 2), ("a", 1): {3}})
    {'0': [1, 2], '["a", 1]': [3]}
    """
    if isinstance(value, Mapping):
        return {key_of(key): as_json(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [as_json(item) for item in value]
    if isinstance(value, Fraction):
        return float(value)
    if isinstance(value, float) and not isfinite(value):
        return "NaN" if value != value else "Infinity" if value > 0 else "-Infinity"
    return value


def key_of(key: Any) -> str:
    """Return a key as a string: text unchanged, anything else as JSON.

    >>> key_of("a"), key_of(True), key_of(2.0), key_of(("a", 1))
    ('a', 'true', '2.0', '["a", 1]')
    """
    return key if isinstance(key, str) else json.dumps(as_json(key))


def with_types_of(expected: Any, got: Any, vectors: bool = False) -> Any:
    """Return an answer with the types of the expected value, where JSON does not have them.

    With `vectors`, a number counts as a list of one number, because R does not distinguish them.

    >>> with_types_of({0: 0.5, 1: 0.5}, {"0": 0.25, "1": 0.75})
    {0: 0.25, 1: 0.75}
    >>> with_types_of([1.0], ["NaN"]), with_types_of((1, 2), [1.0, 2])
    ([nan], [1, 2])
    """
    if vectors and isinstance(expected, list) and not isinstance(got, (list, Mapping)):
        got = [got]
    if isinstance(expected, bool):
        return bool(got) if type(got) is int and got in (0, 1) else got
    if isinstance(expected, (int, float)):
        if isinstance(got, str):
            return NOT_FINITE.get(got, got)
        whole = isinstance(expected, int) and isinstance(got, float) and got.is_integer()
        return int(got) if whole else got
    if isinstance(expected, Mapping) and isinstance(got, Mapping):
        known = {key_of(key): key for key in expected}
        known |= {f"{key:g}": key for key in expected if isinstance(key, float)}
        named = {known.get(key, key) if isinstance(key, str) else key: got[key] for key in got}
        return {
            key: with_types_of(expected.get(key), value, vectors) for key, value in named.items()
        }
    if isinstance(expected, (list, tuple)) and isinstance(got, (list, tuple)):
        if len(expected) == len(got):
            return [with_types_of(one, other, vectors) for one, other in zip(expected, got)]
        return [with_types_of(expected[0], other, vectors) for other in got] if expected else got
    if isinstance(expected, (set, frozenset)) and isinstance(got, list):
        return set(got)
    return got
