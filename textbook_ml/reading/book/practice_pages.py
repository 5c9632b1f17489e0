"""The pages of exercises and of experiments."""

import json
import re
from html import unescape

from textbook_ml.plots.svg import Markup, element, words
from textbook_ml.questions import questions
from textbook_ml.reading.book import anchors
from textbook_ml.reading.book.drawing import SCOPE
from textbook_ml.reading.book.experiment_results import stored_result_html
from textbook_ml.reading.book.highlight import highlighted
from textbook_ml.reading.book.linear_formulas import formula_lines, formula_on_one_line, is_formula
from textbook_ml.reading.book.markup import folded, joined_markup, link, paragraphs, prose
from textbook_ml.reading.book.page import Leaf
from textbook_ml.reading.book.stubs import page_of
from textbook_ml.reading.exercise_command import texts_of
from textbook_ml.sources import texts
from textbook_ml.study.exercises._exercise import Exercise, Step, exercises
from textbook_ml.study.exercises._parts import (
    PARTS,
    Code,
    Formula,
    Number,
    Part,
    right_numbers,
    right_text,
)
from textbook_ml.study.experiments._experiment import by_theme
from textbook_ml.study.experiments._section import framed

_SENTENCE = re.compile(r"(?<=>)[^<>]+(?=</(?:th|p|span|dd|a)>)")  # of an experiment


def exercises_page_content() -> Leaf:
    """Return the page of exercises."""
    return Leaf("exercises", "Exercises", "with step-by-step solutions", exercises_page)


def exercises_page() -> Markup:
    """Return all exercises; the steps of a solution open one by one."""
    lead = (
        "Exercises of the source texts. Answer the parts of each one: a number, or a formula in "
        "any form. If you need a hint, open the steps of the solution one by one."
    )
    parts = [element("p", words(lead), class_="lead")]
    return joined_markup([*parts, *map(exercise_block, exercises().values())])


def exercise_block(one: Exercise) -> Markup:
    """Return one exercise with its solution."""
    entries = map(entry_link, one.entries)
    steps = [step_block(place, step) for place, step in enumerate(one.solve(), start=1)]
    claims = [element("li", prose(f"✓ {claim}")) for claim, holds in one.check().items() if holds]
    code = element("pre", highlighted(one.code), class_="code")
    return element(
        "article",
        element("h2", link(f"{one.number}. {one.title}", f"#{one.name}")),
        element("p", Markup(f"{words(texts_of(one))}: {', '.join(entries)}"), class_="by"),
        paragraphs(one.question),
        answer_fields(one.name),
        element("div", *steps, class_="steps"),
        folded("Code that checks the solution", code, element("ul", *claims, class_="claims")),
        id=one.name,
        class_="card exercise",
    )


def answer_fields(exercise: str) -> Markup:
    """Return the parts of an exercise; the script adds a field to each, and checks the answers."""
    parts = PARTS[exercise]
    blocks = [part_block(exercise, place, part) for place, part in enumerate(parts, start=1)]
    return element("div", *blocks, class_="answers")


def part_block(exercise: str, place: int, part: Part) -> Markup:
    """Return one part: the question, the data of the check, and the folded answer."""
    name = f"{exercise}-part{place}"
    if isinstance(part, Code):
        target = anchors.of_function(page_of(questions()[part.name]).name)
        text = element("p", words("Write it as a function: "), link(part.name, target))
        return element("div", text, class_="part", data_question=part.name, id=name)
    if isinstance(part, Formula):
        answer = formula_on_one_line(part.shown)
    else:
        answer = prose(right_text(exercise, part))
    return element(
        "div",
        element("p", prose(part.ask)),
        folded("Show the answer", element("p", answer, class_="right")),
        class_="part",
        id=name,
        data_part=json.dumps(answer_check_data(exercise, part), ensure_ascii=False),
    )


def answer_check_data(exercise: str, part: Number | Formula) -> dict[str, object]:
    """Return the data with which the script checks an answer."""
    if isinstance(part, Number):
        return {"values": right_numbers(exercise, part)}
    inputs = part.inputs()
    return {
        "symbols": list(part.ranges),
        "inputs": inputs,
        "values": [part.value(**one) for one in inputs],
        "slips": [[hint, [f(**one) for one in inputs]] for hint, f in part.slips.items()],
    }


def step_block(place: int, step: Step) -> Markup:
    """Return one step of a solution: explanation, formula and numbers."""
    parts = [formula_lines(step.lines)] if step.lines else []
    if step.numbers:
        parts.append(number_table(step))
    return folded(f"Step {place}", element("p", prose(step.words)), *parts)


def number_table(step: Step) -> Markup:
    """Return the numbers of a step as a table."""
    lines = list(step.number_lines)
    head = [element("th", _number_cell(name), scope="col") for name in ("", *step.columns)]
    rows = [
        element(
            "tr",
            element("th", _number_cell(name), scope="row"),
            *(element("td", words(cell)) for cell in _row_cells(name, line)),
        )
        for name, line in zip(step.numbers, lines[bool(step.columns) :], strict=True)
    ]
    above = [element("thead", element("tr", *head))] if step.columns else []
    return element("div", element("table", *above, element("tbody", *rows)), class_="wide")


def _number_cell(name: str) -> Markup:
    return formula_on_one_line(name) if is_formula(name) else words(name)


def _row_cells(name: str, line: str) -> list[str]:
    """Return the cells of a printed row after its name.

    >>> _row_cells("a  b", "a  b   1/2   0.5")
    ['1/2', '0.5']
    """
    return re.split(r"\s{2,}", line.strip().removeprefix(name).strip())


def _with_formulas(section: Markup) -> Markup:
    """Return the section of an experiment; formulas in its sentences become MathML."""
    return Markup(_SENTENCE.sub(lambda text: prose(unescape(text[0])), section))


def experiments_page_content() -> Leaf:
    """Return the page of experiments."""
    return Leaf("experiments", "Experiments", "tests of claims of the source texts", all_claims)


def entry_link(entry_id: str) -> Markup:
    """Return a link to an entry, with its title."""
    return link(texts.load().entries[entry_id].title, anchors.of_entry(entry_id))


def all_claims() -> Markup:
    """Return all claims, each with its criterion, verdict, numbers and figure."""
    lead = (
        "Each experiment tests a claim of the source texts. The criterion was fixed before the "
        "run, and the verdict is computed from it. The same seed gives the same numbers in every "
        "Python version on one platform."
    )
    parts = [element("p", words(lead), class_="lead")]
    for theme, group in by_theme().items():
        parts.append(element("h2", words(theme.removesuffix("."))))
        parts += [
            _with_formulas(framed(one, *stored_result_html(one.name), cite=entry_link))
            for one in group
        ]
    return element("div", *parts, class_=SCOPE)
