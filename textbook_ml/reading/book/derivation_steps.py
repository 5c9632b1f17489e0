"""A derivation on a page: its lines open one by one, and an assumption can be violated.

The page needs no script. A line is an element that opens; the style sheet hides the lines after the
first closed one. The values of all lines are on the page for each choice of assumptions, and the
style sheet shows those of the chosen one.
"""

from collections.abc import Iterator, Sequence

from textbook_ml.plots.svg import Markup, element, words
from textbook_ml.reading.book import anchors
from textbook_ml.reading.book.markup import folded, joined_markup, link, prose
from textbook_ml.reading.book.maths import display
from textbook_ml.reading.book.typography import typeset
from textbook_ml.reading.derive_command import number_line, previous, value_with_decimal, what_fails
from textbook_ml.sources import texts
from textbook_ml.study.derivations._derivation import (
    Derivation,
    Step,
    derivations,
    first_break,
)
from textbook_ml.study.derivations._numbers import Value

Steps = tuple[Step, ...]


def derivation_with_choice(name: str) -> Markup:
    """Return a derivation with a choice of assumptions; it opens when its title is clicked."""
    one = derivations()[name]
    inputs = [one.defaults, *(one.violating(each.name) for each in one.assumptions)]
    cases = [one.steps(values) for values in inputs]
    lines = [_derivation_line(one, cases, place) for place in range(len(one.lines))]
    inside = [
        _assumption_buttons(one),
        *(_inputs_of_case(one, values, case) for case, values in enumerate(inputs)),
        element("div", *lines, _conclusions_by_case(one, cases), class_="lines"),
    ]
    return folded(f"Derivation: {one.title}", *inside, class_="derivation", id=f"derive-{name}")


def _assumption_buttons(one: Derivation) -> Markup:
    """Return a button for each assumption; the first button violates none."""
    if not one.assumptions:
        return Markup("")
    labels = ["All assumptions hold", *(f"Violate: {each.statement}" for each in one.assumptions)]
    group = f"violate-{one.name}"
    field = f'<input type="radio" name="{group}" autocomplete="off"'
    buttons = [
        element(
            "label",
            Markup(f'{field} class="case{case}"{"" if case else " checked"}/>'),
            prose(f" {label.removesuffix('.')}"),
        )
        for case, label in enumerate(labels)
    ]
    legend = element("legend", words("Assumptions"))
    return element("fieldset", legend, *buttons, class_="violate")


def _inputs_of_case(one: Derivation, inputs: dict[str, Value], case: int) -> Markup:
    """Return the numbers with which the lines are computed."""
    shown = [
        f"{item.name} = {value_with_decimal(inputs[item.name])} ({item.meaning})"
        for item in one.inputs
        if not item.assumption or inputs[item.name] != item.default
    ]
    text = f"Numbers: {'; '.join(shown)}."
    if case:
        text = f"{one.assumptions[case - 1].example} {text}"
    return element("p", typeset(text), class_=f"by case v{case}")


def _derivation_line(one: Derivation, cases: Sequence[Steps], place: int) -> Markup:
    """Return one line: the rule, and when opened the formula and its value."""
    line = one.lines[place]
    rule = f"Line {place + 1}. {line.rule}"
    used = [
        element("p", prose(_used_assumptions(one, name)), class_="by uses") for name in line.uses
    ]
    values = [
        element("p", prose(number_line(steps[place], steps)), class_=_css_class(steps[place], case))
        for case, steps in enumerate(cases)
    ]
    return folded(
        rule,
        element("div", display(line.latex), class_="maths"),
        *used,
        *values,
        *_source_entries(line.entries),
        class_="line",
    )


def _css_class(step: Step, case: int) -> str:
    """Return the class of a value, which marks a line that fails."""
    failed = " failed" if step.holds is False else ""
    return f"value case v{case}{failed}"


def _used_assumptions(one: Derivation, name: str) -> str:
    return f"Uses the assumption: {one.assumption(name).statement}"


def _source_entries(entries: Sequence[str]) -> Iterator[Markup]:
    known = texts.load()
    for entry in (known.entries[i] for i in entries):
        if entry.number:
            label = f"{known.texts[entry.text].name} ({entry.number})"
            yield element("p", link(label, anchors.of_entry(entry.id)), class_="by")


def _conclusions_by_case(one: Derivation, cases: Sequence[Steps]) -> Markup:
    """Return for each case whether all lines follow, or which line fails."""
    parts = []
    for case, steps in enumerate(cases):
        broken = first_break(steps)
        if broken is None:
            text = f"All {len(steps)} lines follow from the lines before them."
        else:
            what = what_fails(broken, previous(broken, steps))
            text = f"The derivation fails at line {broken.number}: {what}."
        name = "by case conclusion" + (" failed" if broken else "")
        parts.append(element("p", prose(text), class_=f"{name} v{case}"))
    notes = [element("p", prose(note), class_="by case v0") for note in one.notes(one.defaults)]
    return element("div", *parts, *notes, class_="end")


def derivations_of_page(names: Sequence[str]) -> Markup:
    """Return the derivations of a page under a heading."""
    if not names:
        return Markup("")
    hint = (
        "Each line opens with a click: read the rule, write the line yourself, then compare. "
        "Choose an assumption to violate, and see which line fails."
    )
    heading = element("h2", words("Line by line" if len(names) == 1 else "Derivations"))
    return joined_markup(
        [heading, element("p", words(hint), class_="by"), *map(derivation_with_choice, names)]
    )
