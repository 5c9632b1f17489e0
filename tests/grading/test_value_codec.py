"""The codec transmits plain values only."""

from decimal import Decimal
from fractions import Fraction
from math import inf, isnan, nan
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textbook_ml.grading.runner.worker.framing import json_functions
from textbook_ml.grading.runner.worker.value_codec import MOST, Odd, decode, encode
from textbook_ml.questions.framework.judge import UnsupportedValue

WRITE, READ = json_functions()
keys = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
values = st.recursive(
    keys | st.fractions(),
    lambda inner: st.lists(inner) | st.tuples(inner, inner) | st.dictionaries(keys, inner),
    max_leaves=12,
)  # fmt: skip


def sent(value: Any) -> Any:
    """Encode a value to JSON text, and decode it."""
    return decode(READ(WRITE(encode(value))), UnsupportedValue)


@given(values)
def test_plain_values_are_preserved(value: Any) -> None:
    """Values and types are equal: repr distinguishes 1, 1.0 and True."""
    assert repr(sent(value)) == repr(value)


@given(st.sets(keys))
def test_sets_are_preserved(value: set[Any]) -> None:
    """Sets are equal after transmission; their order may differ."""
    assert sent(value) == value


def test_frozensets_can_be_keys() -> None:
    """A frozenset can be a key alone, in a tuple, and in another set."""
    value = {frozenset({1, 2}): "a", (0, frozenset({3})): {frozenset({4})}}
    assert sent(value) == value


def test_special_floats_are_preserved() -> None:
    """Infinities, signed zeros and NaN are transmitted."""
    assert sent([inf, -inf, -0.0]).__repr__() == "[inf, -inf, -0.0]"
    assert isnan(sent(nan))


def test_subclasses_become_their_base_values() -> None:
    """Overridden methods of a subclass are not called."""

    class Liar(float):
        def __pos__(self) -> float:
            return 1.0

        def __repr__(self) -> str:
            return "1.0"

    class Words(dict[str, int]):
        def items(self) -> Any:
            raise SystemExit

    assert sent(Liar(2.5)) == 2.5 and type(sent(Liar(2.5))) is float
    assert sent(Words(a=1)) == {"a": 1}
    assert encode(Liar(2.5)) == {
        "sub": ["tests.grading.test_value_codec." + Liar.__qualname__, 2.5]
    }


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (Decimal(1), "decimal.Decimal"),
        (1j, "complex"),
        (object, "type"),
        (iter([]), "list_iterator"),
        (b"x", "bytes"),
        (10**5000, "int with 16,610 bits"),
        ("x" * 10**6, "str of 1,000,000 characters"),
    ],
    ids=["Decimal", "complex", "type", "iterator", "bytes", "huge", "long"],
)
def test_other_types_are_sent_by_name(value: Any, name: str) -> None:
    """Only the type name of any other object leaves the worker process."""
    assert sent(value) == UnsupportedValue(name)


def test_recursive_values_have_limited_size() -> None:
    """Encoding ends for lists that contain themselves, or each other twice."""
    circle: list[Any] = []
    circle.append(circle)
    twice: Any = [1]
    for _ in range(40):
        twice = [twice, twice]
    assert "nested more than 40 levels deep" in repr(sent(circle))
    assert WRITE(encode(twice)).count("other") >= 1
    assert len(WRITE(encode([0] * (2 * MOST)))) < 60 * MOST


@pytest.mark.parametrize(
    "wire",
    [
        {"tuple": 3},
        {"tuple": [], "set": []},
        {},
        {"float": "1.5"},
        {"dict": [[1]]},
        {"dict": [[[1], 2]]},
        {"set": [[]]},
        {"fraction": [1, 0]},
        {"fraction": [1.5, 2]},
        {"sub": ["a"]},
        {"other": 3},
        {"__reduce__": "os.system"},
        {"dict": [[i * (2**61 - 1), 0] for i in range(2000)]},
    ],
)
def test_forged_values_are_rejected(wire: Any) -> None:
    """Data that `encode` never writes raises an error."""
    with pytest.raises(Odd):
        decode(wire, UnsupportedValue)


def test_deep_nesting_is_rejected() -> None:
    """Deeply nested tags are rejected too."""
    wire: Any = 1
    for _ in range(500):
        wire = {"tuple": [wire]}
    with pytest.raises(Odd):
        decode(wire, UnsupportedValue)


def test_fractions_are_exact() -> None:
    """One third is preserved exactly."""
    assert sent(Fraction(1, 3)) == Fraction(1, 3)
