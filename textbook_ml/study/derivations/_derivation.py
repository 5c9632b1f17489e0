"""Derivations: lines that are equal, the rule that leads to each line, and a function for each.

    NAME = Derivation("name", "Title", …)     the inputs and the assumptions
    @NAME.line(r"formula", "Rule.", …)        decorates the function that computes a line

Lines with the same quantity have the same value. The value of a line is a Fraction if the line is
rational, and otherwise a Decimal (`digits=True`); then its inputs are Decimals too. The names of
the parameters of a function are the names of the inputs that it needs.
"""

import pkgutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import localcontext
from fractions import Fraction
from functools import cache
from importlib import import_module
from inspect import signature
from typing import Any, Literal, TypeVar

from textbook_ml.core.errors import TextbookError, did_you_mean, quoted, quoted_list, require
from textbook_ml.study.derivations._matrices import determinant, transposed
from textbook_ml.study.derivations._numbers import (
    CONTEXT,
    Value,
    agree,
    decimal,
    difference,
    is_finite,
    not_above,
    with_tuples,
)

Kind = Literal[
    "number",
    "positive",
    "nonnegative",
    "probability",
    "bit",
    "count",
    "draws",
    "class",
    "covariance",
    "choice",
]
MOST_COUNTED = 100  # a larger count makes fractions with very many digits
Relation = Literal["=", "≤"]
Function = TypeVar("Function", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Input:
    """An input of a derivation: its name, its symbol and its default value.

    A "class" is a number from 1 to the length "k"; "draws" is a number from 2 to 4.
    `sizes` names the lengths of a tuple or of a tuple of tuples, such as "n" features; inputs with
    the same name for a length have the same length. If an input has an
    `assumption`, the assumption holds for the default value and any other value violates it.
    """

    name: str
    latex: str
    default: Value
    meaning: str
    kind: Kind = "number"
    sizes: tuple[str, ...] = ()
    assumption: str = ""
    choices: tuple[str, ...] = ()
    most: int = 100  # maximum length of a tuple


@dataclass(frozen=True, slots=True)
class Assumption:
    """An assumption of a derivation, with inputs that violate only this assumption.

    If the assumption is about the inputs that every derivation has, such as the examples,
    `condition` is a function of these inputs that returns whether the assumption holds.
    """

    name: str
    statement: str
    violation: Mapping[str, Value]
    example: str  # description of the violating inputs, in one sentence
    condition: Callable[..., bool] | None = None

    def holds(self, inputs: Mapping[str, Value]) -> bool:
        """Return whether the condition holds; without a condition, True."""
        if self.condition is None:
            return True
        return bool(called(self.condition, inputs))


def called(function: Callable[..., Any], inputs: Mapping[str, Value]) -> Any:
    """Call a function with those inputs that are its parameters, and return the result."""
    return function(**{name: inputs[name] for name in signature(function).parameters})


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a derivation.

    `relation` compares the line with the previous line of the same quantity. `equation` is the
    registered equation that computes the line in floats, for a line that is not rational.
    """

    latex: str
    rule: str
    value: Callable[..., Any]
    quantity: str
    uses: tuple[str, ...] = ()
    relation: Relation = "="
    digits: bool = False
    entries: tuple[str, ...] = ()
    equation: Callable[..., Any] | None = None
    probability: bool = False  # whether all values must be from 0 to 1
    anew: bool = False  # the quantity does not use the lines before it


@dataclass(frozen=True, slots=True)
class Step:
    """A line with its value for given inputs, and how it compares with an earlier line.

    `value` is None if the line is undefined for these inputs; then it does not hold. `before` is
    the value of the previous line of the same quantity; `holds` is None if there is no such line.
    `follows` is the number of an earlier line that fails and that this line uses.
    """

    number: int
    line: Line
    value: Value | None
    before: Value | None
    holds: bool | None
    follows: int | None = None

    @property
    def difference(self) -> Value | None:
        """The value of this line minus the value of the previous line of the same quantity."""
        if self.value is None or self.before is None:
            return None
        return difference(self.before, self.value)


@dataclass(frozen=True, slots=True)
class Derivation:
    """A derivation; the decorator `line` adds its lines."""

    name: str
    title: str
    inputs: tuple[Input, ...]
    assumptions: tuple[Assumption, ...] = ()
    about: tuple[str, ...] = ()  # entries of the source texts that no single line states
    remarks: tuple[str | Callable[..., str], ...] = ()  # text, or a function of the inputs
    results: Mapping[str, Callable[..., Any]] = field(default_factory=dict)  # by LaTeX name
    lines: list[Line] = field(default_factory=list)

    def line(
        self,
        latex: str,
        rule: str,
        *entries: str,
        of: str = "",
        uses: str | tuple[str, ...] = (),
        relation: Relation = "=",
        digits: bool = False,
        equation: Callable[..., Any] | None = None,
        probability: bool = False,
        anew: bool = False,
    ) -> Callable[[Function], Function]:
        """Return a decorator that adds a line; the decorated function computes the line.

        `of` is the quantity, as LaTeX (default: the quantity of the previous line).
        """
        used = (uses,) if isinstance(uses, str) else uses

        def add(value: Function) -> Function:
            quantity = of or self.lines[-1].quantity
            self.lines.append(
                Line(
                    latex, rule, value, quantity, used, relation, digits, entries, equation,
                    probability, anew,
                )
            )  # fmt: skip
            return value

        return add

    @property
    def entries(self) -> tuple[str, ...]:
        """The ids of all entries of the source texts that belong to this derivation."""
        of_lines = [entry for line in self.lines for entry in line.entries]
        return tuple(dict.fromkeys([*of_lines, *self.about]))

    @property
    def defaults(self) -> dict[str, Value]:
        """The default values of the inputs."""
        return {one.name: one.default for one in self.inputs}

    def steps(self, inputs: Mapping[str, Value] | None = None) -> tuple[Step, ...]:
        """Return every line with its value, compared with the previous line of its quantity."""
        return tuple(self._computed_steps({**self.defaults, **(inputs or {})}))

    def _computed_steps(self, inputs: Mapping[str, Value]) -> Iterator[Step]:
        last: dict[str, Value | None] = {}
        failed = follows = None
        quantity = ""
        for number, line in enumerate(self.lines, start=1):
            value = value_of(line, inputs)
            before = last.get(line.quantity)
            holds = None
            if value is None or not is_possible(line, value):
                holds = False
            elif line.quantity in last:
                holds = before is not None and related(line, before, value)
            if line.quantity != quantity:
                true = line.anew or self._has_violated_inputs(line, inputs)
                follows = None if true else failed
            yield Step(number, line, value, before, holds, follows)
            last[line.quantity], quantity = value, line.quantity
            if holds is False and failed is None:
                failed = number

    def _has_violated_inputs(self, line: Line, inputs: Mapping[str, Value]) -> bool:
        """Return whether a line is computed from all inputs that violate an assumption."""
        violated = {i.name for i in self.inputs if i.assumption and inputs[i.name] != i.default}
        return bool(violated) and violated <= set(signature(line.value).parameters)

    def notes(self, inputs: Mapping[str, Value]) -> list[str]:
        """Return the remarks that apply to these inputs."""
        found = [r if isinstance(r, str) else called(r, inputs) for r in self.remarks]
        return [note for note in found if note]

    def estimates(self, inputs: Mapping[str, Value]) -> dict[str, Value]:
        """Return the results of the derivation, by their LaTeX names."""
        return {latex: with_tuples(called(f, inputs)) for latex, f in self.results.items()}

    def assumption(self, name: str) -> Assumption:
        """Return the assumption with this name; raise TextbookError if there is none."""
        known = {one.name: one for one in self.assumptions}
        if name not in known:
            others = f"Assumptions: {', '.join(known)}." if known else "It has no assumptions."
            advice = did_you_mean(name, known, others)
            raise TextbookError(f"{self.name} has no assumption {quoted(name)}. {advice}")
        return known[name]

    def violating(self, name: str) -> dict[str, Value]:
        """Return inputs that violate only the assumption with this name."""
        return {**self.defaults, **self.assumption(name).violation}


def value_of(line: Line, inputs: Mapping[str, Value]) -> Value | None:
    """Return the value of a line, or None if the line is undefined for these inputs."""
    given = {name: inputs[name] for name in signature(line.value).parameters}
    try:
        with localcontext(CONTEXT):
            value = with_tuples(line.value(**(decimals(given) if line.digits else given)))
    except (ArithmeticError, TextbookError):
        return None
    return value if is_finite(value) else None


def is_possible(line: Line, value: Value) -> bool:
    """Return whether the value of a line is possible: a probability must be from 0 to 1."""
    return not line.probability or all(0 <= x <= 1 for x in _numbers_inside(value))


def decimals(given: Mapping[str, Value]) -> dict[str, Any]:
    """Return the inputs with all numbers as Decimals."""
    return {name: decimal(value) for name, value in given.items()}


def related(line: Line, before: Value, value: Value) -> bool:
    """Return whether `before` and `value` satisfy the line's relation (= or ≤)."""
    return agree(before, value) if line.relation == "=" else not_above(before, value)


def first_break(steps: tuple[Step, ...]) -> Step | None:
    """Return the first step that is undefined or does not follow from an earlier line."""
    return next((step for step in steps if step.holds is False), None)


@cache
def derivations() -> Mapping[str, Derivation]:
    """Return every derivation by its name, in the order of the chapter.

    >>> derivations()["gnb-to-logistic"].title
    'Gaussian naive Bayes is a logistic model'
    """
    package = import_module("textbook_ml.study.derivations")
    names = [m.name for m in pkgutil.iter_modules(package.__path__) if m.name[0] != "_"]
    found = [_derivation_of_module(import_module(f"{package.__name__}.{name}")) for name in names]
    order: list[str] = list(package.ORDER)
    return {one.name: one for one in sorted(found, key=lambda one: order.index(one.name))}


def _derivation_of_module(module: Any) -> Derivation:
    """Return the derivation that a module contains."""
    found = [one for one in vars(module).values() if isinstance(one, Derivation)]
    require(len(found) == 1, f"{module.__name__} must contain one derivation, got {len(found)}")
    return found[0]


def require_inputs(derivation: Derivation, inputs: Mapping[str, Value]) -> None:
    """Raise TextbookError unless all inputs have the required kinds and lengths."""
    lengths: dict[str, tuple[str, int]] = {}
    for one in derivation.inputs:
        value = inputs[one.name]
        _require_lengths(one, value, one.sizes, lengths)
        if isinstance(value, tuple):
            require(len(value) <= one.most, f"{one.name} must have at most {one.most} numbers")
        if not one.assumption:
            for number in _numbers_inside(value):
                _require_kind(one, number, lengths.get("k", ("", 0))[1])
        if one.kind == "covariance":
            _require_covariance(one, value)
        if one.kind == "choice":
            known = quoted_list(one.choices)
            require(value in one.choices, f"{one.name} must be one of {known}, got {value!r}")


def _require_lengths(
    one: Input, value: Value, sizes: tuple[str, ...], lengths: dict[str, tuple[str, int]]
) -> None:
    if not sizes:
        return
    require(isinstance(value, tuple), f"{one.name} must be a list of numbers, got {quoted(value)}")
    assert isinstance(value, tuple)
    require(
        sizes[0] != "k" or len(value) > 1,
        f"{one.name} must have at least 2 numbers, one for each class or value, got {len(value)}",
    )
    first, length = lengths.setdefault(sizes[0], (one.name, len(value)))
    require(
        len(value) == length or first != one.name,
        f"the rows of {one.name} must have the same length, got {length} and {len(value)}",
    )
    require(
        len(value) == length,
        f"{one.name} must have as many numbers as {first}, which has {length}, got {len(value)}. "
        "Fix: give both",
    )
    for part in value:
        _require_lengths(one, part, sizes[1:], lengths)


def _require_covariance(one: Input, value: Any) -> None:
    """Raise TextbookError unless a matrix is symmetric and positive definite."""
    require(
        value == transposed(value), f"{one.name} must be symmetric, got {_matrix_as_typed(value)}"
    )
    corners = [tuple(row[:n] for row in value[:n]) for n in range(1, len(value) + 1)]
    require(
        all(determinant(corner) > 0 for corner in corners),
        f"{one.name} must be positive definite: increase the numbers on its diagonal",
    )


def _matrix_as_typed(matrix: Any) -> str:
    """Return a matrix as typed in a command: commas between numbers, semicolons between rows."""
    return ";".join(",".join(map(str, row)) for row in matrix)


def _numbers_inside(value: Value) -> Iterator[Any]:
    if isinstance(value, tuple):
        for part in value:
            yield from _numbers_inside(part)
    elif not isinstance(value, str):
        yield value


def _require_kind(one: Input, x: Any, n_classes: int) -> None:
    """Raise TextbookError unless a number has the kind that its input requires."""
    whole = Fraction(x).denominator == 1
    fine, must = {
        "positive": (x > 0, "above 0"),
        "nonnegative": (x >= 0, "at least 0"),
        "probability": (0 < x < 1, "above 0 and below 1"),
        "bit": (x in (0, 1), "0 or 1"),
        "count": (whole and 0 <= x <= MOST_COUNTED, f"a whole number from 0 to {MOST_COUNTED}"),
        "draws": (whole and 2 <= x <= 4, "2, 3 or 4"),
        "class": (whole and 1 <= x <= n_classes, f"a class from 1 to {n_classes}"),
    }.get(one.kind, (True, ""))
    require(fine, f"{one.name} must be {must}, got {quoted(x)}")
