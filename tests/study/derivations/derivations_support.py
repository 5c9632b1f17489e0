"""Random inputs of derivations, and the checks that all derivations must pass."""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from math import isclose
from operator import mul
from random import Random
from typing import Any

from hypothesis import strategies as st

from textbook_ml.study.derivations._derivation import Derivation, Input, first_break, value_of
from textbook_ml.study.derivations._numbers import Value, as_floats

Break = tuple[int, object, object]  # line, value of the line before it, value of the line


def sample(one: Derivation, rng: Random) -> dict[str, Value]:
    """Return inputs that satisfy every assumption: inputs of an assumption keep their default."""
    while True:
        lengths: dict[str, int] = {}
        inputs = {each.name: _sampled(each, each.sizes, lengths, rng) for each in one.inputs}
        if all(each.holds(inputs) for each in one.assumptions):
            return inputs


def inputs_of(one: Derivation) -> st.SearchStrategy[dict[str, Value]]:
    """A strategy for inputs with which every assumption holds."""
    return st.integers(0, 2**32).map(lambda seed: sample(one, Random(seed)))


def _sampled(one: Input, sizes: tuple[str, ...], lengths: dict[str, int], rng: Random) -> Any:
    if one.assumption or one.kind == "choice":
        return one.default
    if not sizes:
        return rng.randint(1, lengths["k"]) if one.kind == "class" else _number(one.kind, rng)
    smallest = 1 if sizes[0] == "n" else 2  # features; examples or values
    length = lengths.setdefault(sizes[0], rng.randint(smallest, 4))
    if one.kind == "covariance":
        return covariance(length, rng)
    return tuple(_sampled(one, sizes[1:], lengths, rng) for _ in range(length))


def _number(kind: str, rng: Random) -> int | Fraction:
    if kind == "bit":
        return rng.randint(0, 1)
    if kind == "count":
        return rng.randint(1, 6)
    if kind == "draws":
        return rng.randint(2, 3)
    if kind == "probability":
        denominator = rng.randint(2, 12)
        return Fraction(rng.randint(1, denominator - 1), denominator)
    smallest = (
        1 if kind in ("positive", "nonnegative") else -12
    )  # some equations raise an error for 0
    return Fraction(rng.randint(smallest, 12), rng.randint(3, 8))


def covariance(n: int, rng: Random) -> tuple[tuple[Fraction, ...], ...]:
    """A positive definite matrix: L Lᵀ with a positive diagonal of L."""
    lower = [
        [_number("positive" if i == j else "number", rng) if j <= i else 0 for j in range(n)]
        for i in range(n)
    ]
    return tuple(tuple(Fraction(sum(map(mul, u, v))) for v in lower) for u in lower)


def faults(one: Derivation, inputs: Mapping[str, Value]) -> Iterator[str]:
    """The faults of the lines for inputs with which every assumption holds."""
    for step in one.steps(inputs):
        if step.value is None:
            yield f"line {step.number} is undefined"
        if step.holds is False:
            yield f"line {step.number} is {step.value}, and the line before it {step.before}"
        equation = step.line.equation
        if equation is not None and step.value is not None and is_moderate(step.value):
            names = equation_inputs(equation)
            result = equation(**{n: as_floats({**one.defaults, **inputs}[n]) for n in names})
            if not near(as_floats(step.value), result):
                yield f"line {step.number} is {step.value}, and the equation gives {result}"


def is_moderate(value: Any) -> bool:
    """Whether all numbers are below 1000: floats lose digits where a matrix is almost singular."""
    if isinstance(value, tuple):
        return all(map(is_moderate, value))
    return isinstance(value, str) or abs(value) < 1000


def equation_inputs(equation: Any) -> list[str]:
    from inspect import Parameter, signature

    parameters = signature(equation).parameters.values()
    return [p.name for p in parameters if p.default is Parameter.empty]


def near(value: Any, result: Any) -> bool:
    """Whether a float result of an equation is the value of a line, to 11 digits."""
    if isinstance(value, tuple):
        parts = list(result.values()) if isinstance(result, Mapping) else list(result)
        return len(parts) == len(value) and all(map(near, value, parts))
    return isclose(value, result, rel_tol=1e-11, abs_tol=1e-11)


def break_faults(one: Derivation, known: Mapping[tuple[str, str], Break]) -> Iterator[str]:
    """The faults of the lines for inputs that violate one assumption."""
    for each in one.assumptions:
        step = first_break(one.steps(one.violating(each.name)))
        if step is None:
            yield f"{each.name} is violated, and no line fails"
        elif each.name not in step.line.uses:
            yield f"{each.name} is violated, and line {step.number} fails, which does not use it"
        else:
            found = step.number, shown(step.before), shown(step.value)
            line, before, value = known[one.name, each.name]
            if found != (line, shown(before), shown(value)):
                yield f"{each.name}: {found}"


def shown(value: object) -> object:
    """A value that can be compared: numbers that are not rational have 9 digits."""
    if isinstance(value, (Decimal, float)):
        return f"{float(value) + 0.0:.9g}" if abs(float(value)) > 1e-50 else "0"
    if isinstance(value, tuple):
        return tuple(map(shown, value))
    return str(value) if isinstance(value, (int, Fraction)) else value


def reference(one: Derivation) -> list[object]:
    """The value of each line for the example inputs."""
    return [shown(value_of(line, one.defaults)) for line in one.lines]
