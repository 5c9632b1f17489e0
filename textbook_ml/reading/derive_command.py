"""The `derive` command: a derivation line by line, with the value of each line."""

import json
import re
import sys
from collections.abc import Generator, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from textbook_ml.core.console import Heading, padded, wrap
from textbook_ml.core.errors import TextbookError, did_you_mean, quoted, require
from textbook_ml.reading import links
from textbook_ml.reading.links import ModelLink
from textbook_ml.reading.lookup import Section, exact_match
from textbook_ml.reading.next_steps import FUNCTION_DERIVATIONS, MODEL_DERIVATIONS
from textbook_ml.reading.plain_text import as_plain_text
from textbook_ml.sources import texts
from textbook_ml.sources.texts import Entry
from textbook_ml.study.derivations import derivations_of
from textbook_ml.study.derivations._derivation import (
    Derivation,
    Input,
    Step,
    derivations,
    first_break,
    is_possible,
    require_inputs,
)
from textbook_ml.study.derivations._numbers import Value

HOLDS, FAILS = 0, 1  # exit codes
MARGIN = " " * 8
LONG = 24  # fractions with more characters are followed by a decimal
SHOWN_DIGITS = 15  # significant digits of a number that is not rational
JSON_DIGITS = 50
ZERO = Decimal(10) ** -60  # computed with 120 digits, a smaller result is a rounding error
_NUMBER = re.compile(r"[+-]?\d{1,15}(/\d{1,15}|(\.\d{1,15})?(e[+-]?(\d|1[0-5]))?)", re.IGNORECASE)

Inputs = Mapping[str, Value]


def derive(
    words: Sequence[str], breaking: str | None, given: Sequence[str], step: bool
) -> Generator[str, None, int]:
    """Yield the lines of the screen for a derivation; the return value is the exit code."""
    require_name(words, breaking, given, step)
    if not words:
        yield from list_screen()
        return HOLDS
    one = find(words)
    inputs = chosen_inputs(one, breaking, given)
    steps = one.steps(inputs)
    require(not step or sys.stdin.isatty(), "--step needs a terminal. Fix: omit --step")
    yield from head_lines(one, inputs, breaking)
    if step:
        yield from ("", "Press Enter for the next line, or q and Enter to stop.")
    for place, current in enumerate(steps):
        if place == 0 or not step:
            yield ""
        yield from step_lines(one, current, steps)
        if step and place + 1 < len(steps) and not wants_more():
            return HOLDS
    yield from end_lines(one, inputs, steps, breaking)
    return exit_code(steps, breaking)


def derive_json(
    words: Sequence[str], breaking: str | None, given: Sequence[str]
) -> Generator[str, None, int]:
    """Yield a derivation as JSON; without a name, a list of all derivations."""
    require_name(words, breaking, given, False)
    if not words:
        found = [summary_data(one) for one in derivations().values()]
        yield from json.dumps(found, ensure_ascii=False, indent=1).splitlines()
        return HOLDS
    one = find(words)
    inputs = chosen_inputs(one, breaking, given)
    steps = one.steps(inputs)
    answer = derivation_data(one, inputs, steps, breaking)
    yield from json.dumps(answer, ensure_ascii=False, indent=1).splitlines()
    return exit_code(steps, breaking)


def require_name(
    words: Sequence[str], breaking: str | None, given: Sequence[str], step: bool
) -> None:
    """Raise TextbookError if an option is used without the name of a derivation."""
    require(
        bool(words) or not (breaking is not None or given or step),
        "--break, --input and --step need the name of a derivation. "
        "Fix: `derive gnb-to-logistic --step`",
    )


def exit_code(steps: Sequence[Step], breaking: str | None) -> int:
    """Return 0 if every line follows, or if an assumption was violated on purpose; otherwise 1."""
    return HOLDS if breaking is not None or first_break(tuple(steps)) is None else FAILS


def wants_more() -> bool:
    """Wait for Enter; return False at the end of the input or if `q` is typed."""
    answer = sys.stdin.readline()
    return answer != "" and answer.strip().lower() != "q"


def find(words: Sequence[str]) -> Derivation:
    """Return a derivation by its name, or by an entry of the source texts that belongs to it.

    >>> find(["gnb-to-logistic"]).name, find(["GNB", "to", "logistic"]).name, find(["19"]).name
    ('gnb-to-logistic', 'gnb-to-logistic', 'gnb-to-logistic')
    """
    query = "-".join(words).lower().replace("_", "-")
    known = derivations()
    if query in known:
        return known[query]
    found = derivations_of_query(" ".join(words))
    if len(found) == 1:
        return known[found[0]]
    if found:
        raise TextbookError(f"{query} belongs to {' and '.join(found)}. Fix: name one of them.")
    advice = did_you_mean(query, known, "Run `derive` to list all.")
    raise TextbookError(f"unknown derivation {quoted(query)}. {advice}")


def derivations_of_query(query: str) -> list[str]:
    """Return the derivations of an equation, a section, a model or a function, named as in `read`.

    >>> derivations_of_query("(20)"), derivations_of_query("LDA")
    (['gnb-to-logistic'], ['gda-mle', 'gda-to-logistic'])
    """
    named = exact_match(query)
    if isinstance(named, Entry):
        found = derivations_of(named.id)
        numbered = f"{texts.load().texts[named.text].name} ({named.number})"
        require(
            bool(found) or not named.number,
            f"{numbered}, {named.title}, is a definition without a derivation. "
            "Fix: run `derive` to list all derivations",
        )
        return list(found)
    if isinstance(named, ModelLink) and named.name in MODEL_DERIVATIONS:
        return list(MODEL_DERIVATIONS[named.name])
    if isinstance(named, str) and named.rpartition(".")[2] in FUNCTION_DERIVATIONS:
        return list(FUNCTION_DERIVATIONS[named.rpartition(".")[2]])
    if isinstance(named, Section):
        ids = [entry.id for entry in named.entries]
    else:
        name = named.model if isinstance(named, ModelLink) else str(named)
        ids = list(links.functions().get(name, ()))
    return list(dict.fromkeys(name for entry in ids for name in derivations_of(entry)))


# Inputs: the defaults, inputs that violate an assumption, and inputs that the reader has typed.


def chosen_inputs(one: Derivation, breaking: str | None, given: Sequence[str]) -> dict[str, Value]:
    """Return the inputs of a derivation: the defaults, replaced by values that were given."""
    inputs = one.defaults if breaking is None else one.violating(breaking)
    inputs |= dict(parsed(one, text) for text in given)
    if given:
        require_inputs(one, inputs)
    return inputs


def parsed(one: Derivation, text: str) -> tuple[str, Value]:
    """Return the name and the value of an input such as `x=1/2,3`; `;` separates rows.

    >>> parsed(derivations()["gnb-to-logistic"], "x=1/2,3")
    ('x', (Fraction(1, 2), Fraction(3, 1)))
    """
    name, equals, value = text.partition("=")
    known = {each.name: each for each in one.inputs}
    require(bool(equals), f"--input must have the form name=value, got {quoted(text)}")
    if name not in known:
        advice = did_you_mean(name, known, f"Inputs: {', '.join(known)}.")
        raise TextbookError(f"{one.name} has no input {quoted(name)}. {advice}")
    return name, _parsed_value(known[name], value, len(known[name].sizes))


def _parsed_value(one: Input, text: str, depth: int) -> Value:
    if depth:
        parts = text.split(";" if depth == 2 else ",")
        require(
            len(parts) <= one.most,
            f"{one.name} must have at most {one.most} numbers, got {len(parts)}",
        )
        return tuple(_parsed_value(one, part, depth - 1) for part in parts)
    text = text.strip()
    if one.kind == "choice":
        return text
    text = text.replace("−", "-")
    require(
        _NUMBER.fullmatch(text) is not None,
        f"{one.name} must be a number such as 3, -1/2 or 0.25, got {quoted(text)}",
    )
    try:
        number = Fraction(text)
    except ZeroDivisionError:
        raise TextbookError(
            f"{one.name} must have a denominator other than 0, got {text}"
        ) from None
    whole = one.kind in ("bit", "count", "draws", "class")
    return number.numerator if whole and number.denominator == 1 else number


# Lines of text.


def list_screen() -> Iterator[str]:
    """Yield a list of all derivations, and commands to try."""
    known = derivations()
    yield Heading(f"{len(known)} derivations of the source texts, each line checked")
    yield ""
    column = max(map(len, known)) + 2
    for one in known.values():
        yield from wrap(one.title, f"  {padded(one.name, column)}", " " * (column + 2))
    yield ""
    yield "  derive gnb-to-logistic                           show the lines with numbers"
    yield "  derive gnb-to-logistic --step                    one line at a time"
    yield "  derive gnb-to-logistic --break equal-variances   violate an assumption"
    yield "  derive gnb-to-logistic --input p1=1/2 x=0,1      use your own numbers"


def head_lines(one: Derivation, inputs: Inputs, breaking: str | None) -> Iterator[str]:
    """Yield the title, the sources, the assumptions and the inputs."""
    yield from map(Heading, wrap(one.title))
    yield from wrap(f"{one.name} · {', '.join(names_of_texts(one))}", hanging="  ")
    if breaking is not None:
        yield ""
        violated = one.assumption(breaking)
        yield from wrap(f"Violated: {violated.name} (assumes: {violated.statement})", hanging="  ")
        if inputs == one.violating(breaking):  # not if the reader has changed an input
            yield from wrap(f"Example: {violated.example}", hanging="  ")
    elif one.assumptions:
        yield from ("", "Assumptions")
        for each in one.assumptions:
            yield from wrap(f"{each.name}: {each.statement}", "  ", "    ")
    yield from ("", "Inputs")
    for item in one.inputs:
        value = inputs[item.name]
        if not item.assumption or value != item.default:
            yield from wrap(
                f"{item.name} = {value_with_decimal(value)} · {item.meaning}", "  ", "    "
            )


def step_lines(one: Derivation, step: Step, steps: Sequence[Step]) -> Iterator[str]:
    """Yield one line of a derivation: the formula, the rule, the assumption and the number."""
    labels = numbered(one, step)
    yield from wrap(as_plain_text(step.line.latex), f"{step.number:3}. ", MARGIN + "    ")
    yield from wrap(f"{step.line.rule} [{labels}]" if labels else step.line.rule, MARGIN)
    for name in step.line.uses:
        yield from wrap(f"Uses {name}: {one.assumption(name).statement}", MARGIN, MARGIN + "  ")
    yield from wrap(number_line(step, steps), MARGIN, MARGIN + "  ")


def number_line(step: Step, steps: Sequence[Step]) -> str:
    """Return the value of a line, and how it compares with the line before it."""
    what = f"{as_plain_text(step.line.quantity)} is"
    value = "undefined for these inputs" if step.value is None else value_with_decimal(step.value)
    other = previous(step, steps)
    if step.value is not None and not is_possible(step.line, step.value):
        return f"{what} {value}   ✗ not a probability"
    if step.follows is not None and step.holds is not False:
        verb = "not less than" if step.line.relation == "≤" else "equal to"
        same = "" if other is None else f", {verb} line {other.number}"
        return f"{value}{same}; follows from line {step.follows}, which fails"
    if other is None:
        return f"{what} {value}"
    if step.value is None:
        return value
    if other.value is None:
        return f"{value} ✗ line {other.number} is undefined"
    if step.holds and step.line.relation == "≤":
        return f"{value}   ✓ not less than line {other.number}"
    if step.holds:
        exact = "exactly" if is_exact(step.value) and is_exact(other.value) else "to 50 digits"
        return f"{value}   ✓ equal to line {other.number}, {exact}"
    change = step.difference
    by = "" if change is None or change == "different" else f" by {value_with_decimal(change)}"
    return f"{value}   ✗ differs from line {other.number}{by}"


def previous(step: Step, steps: Sequence[Step]) -> Step | None:
    """Return the line with which a line is compared: the last line of the same quantity, if any."""
    earlier = [s for s in steps[: step.number - 1] if s.line.quantity == step.line.quantity]
    return earlier[-1] if earlier else None


def end_lines(
    one: Derivation, inputs: Inputs, steps: Sequence[Step], breaking: str | None
) -> Iterator[str]:
    """Yield the conclusion: whether all lines follow or which line fails first, and what to try."""
    yield ""
    broken = first_break(tuple(steps))
    if broken is None:
        yield from wrap(f"All {len(steps)} lines follow from the lines before them.")
    else:
        used = " and ".join(broken.line.uses)
        reason = f", which uses {used}" if used else ""
        what = what_fails(broken, previous(broken, steps))
        yield from wrap(f"The derivation fails at line {broken.number}{reason}: {what}.")
    if broken is None and one.results:
        found = one.estimates(inputs)
        named = [
            f"{as_plain_text(latex)} = {value_with_decimal(value)}"
            for latex, value in found.items()
        ]
        yield from wrap(f"Estimates: {'; '.join(named)}.")
    for remark in one.notes(inputs) if breaking is None else ():
        yield from wrap(remark, "  · ", "    ")
    if breaking is None:
        for each in one.assumptions:
            yield f"  derive {one.name} --break {each.name}"
    else:
        yield f"  derive {one.name}"


def what_fails(step: Step, other: Step | None) -> str:
    """Return a phrase on how a line differs from the line with which it is compared."""
    if step.value is not None and not is_possible(step.line, step.value):
        return f"{value_with_decimal(step.value)} is not a probability"
    if other is None:
        return "it is undefined for these inputs"
    if other.value is None:
        return f"line {other.number} is undefined for these inputs"
    if step.value is None:
        return f"{value_with_decimal(other.value)} becomes undefined for these inputs"
    return f"{value_with_decimal(other.value)} becomes {value_with_decimal(step.value)}"


def names_of_texts(one: Derivation) -> list[str]:
    """Return the names of the source texts of a derivation.

    >>> names_of_texts(derivations()["gnb-to-logistic"])
    ['Mitchell', 'GwanSiu', 'Xing']
    """
    known = texts.load()
    return list(dict.fromkeys(known.texts[known.entries[i].text].name for i in one.entries))


def numbered(one: Derivation, step: Step) -> str:
    """Return the numbers of the equations of the source texts that contain a line.

    >>> one = derivations()["gnb-to-logistic"]
    >>> numbered(one, one.steps()[8])
    'Mitchell (20) line 2, GwanSiu (29)'
    """
    known = texts.load()
    labels = []
    for entry in (known.entries[i] for i in step.line.entries):
        lines = [n for n, line in enumerate(one.lines, start=1) if entry.id in line.entries]
        place = f" line {lines.index(step.number) + 1}" if len(lines) > 1 else ""
        if entry.number:
            labels.append(f"{known.texts[entry.text].name} ({entry.number}){place}")
    return ", ".join(labels)


def is_exact(value: Value | None) -> bool:
    """Return whether a value contains no rounded number.

    >>> is_exact((Fraction(1, 2), 3)), is_exact(Decimal("0.5"))
    (True, False)
    """
    if isinstance(value, tuple):
        return all(map(is_exact, value))
    return not isinstance(value, Decimal)


def value_with_decimal(value: Value) -> str:
    """Return a value as text; a long fraction is followed by a decimal.

    >>> value_with_decimal((Fraction(5, 2), Decimal("0.5000")))
    '5/2, 0.5'
    >>> value_with_decimal(((1, 2), (3, 4)))
    '(1, 2), (3, 4)'
    """
    if isinstance(value, tuple):
        inner = [
            f"({value_with_decimal(v)})" if isinstance(v, tuple) else value_with_decimal(v)
            for v in value
        ]
        return ", ".join(inner)
    if isinstance(value, Decimal):
        return _rounded_decimal(value, SHOWN_DIGITS)
    if isinstance(value, str):
        return value
    text = str(value).replace("-", "−")
    if isinstance(value, Fraction) and len(text) > LONG:
        return f"{_shortened_number(text)} ≈ {float(value):.10g}".replace("-", "−")
    return text


def _shortened_number(text: str) -> str:
    return text if len(text) <= 3 * LONG else f"a fraction of {len(text)} characters"


def _rounded_decimal(x: Decimal, digits: int) -> str:
    if abs(x) < ZERO:
        return "0"
    text = f"{Decimal(f'{x:.{digits}g}').normalize():.{digits}g}"
    return text.replace("-", "−")


# JSON.


def summary_data(one: Derivation) -> dict[str, Any]:
    """Return the name, the title, the entries and the assumptions of a derivation."""
    return {
        "name": one.name,
        "title": one.title,
        "entries": list(one.entries),
        "lines": len(one.lines),
        "assumptions": {each.name: each.statement for each in one.assumptions},
    }


def derivation_data(
    one: Derivation, inputs: Inputs, steps: Sequence[Step], breaking: str | None
) -> dict[str, Any]:
    """Return a derivation with all lines and values as a dictionary; Fractions are "3/4"."""
    broken = first_break(tuple(steps))
    return {
        **summary_data(one),
        "lines": [line_data(step) for step in steps],
        "inputs": {name: _value_as_text(value) for name, value in inputs.items()},
        "violated": breaking,
        "example": None if breaking is None else one.assumption(breaking).example,
        "fails_at": None if broken is None else broken.number,
        "estimates": {
            latex: _value_as_text(value) for latex, value in one.estimates(inputs).items()
        }
        if broken is None
        else {},
        "remarks": one.notes(inputs),
    }


def line_data(step: Step) -> dict[str, Any]:
    """Return one line with its value as a dictionary."""
    line = step.line
    return {
        "number": step.number,
        "latex": line.latex,
        "plain": as_plain_text(line.latex),
        "rule": line.rule,
        "uses": list(line.uses),
        "entries": list(line.entries),
        "quantity": as_plain_text(line.quantity),
        "relation": line.relation,
        "value": _value_as_text(step.value),
        "exact": is_exact(step.value),
        "holds": step.holds,
        "difference": _value_as_text(step.difference),
        "follows_from_failed_line": step.follows,
    }


def _value_as_text(value: Value | None) -> Any:
    if isinstance(value, tuple):
        return [_value_as_text(part) for part in value]
    if isinstance(value, Decimal):
        return "0" if abs(value) < ZERO else f"{value:.{JSON_DIGITS}g}"
    return str(value) if isinstance(value, Fraction) else value
