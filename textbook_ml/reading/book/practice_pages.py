"""The pages of exercises and of experiments."""

import json
from collections.abc import Sequence

from textbook_ml.plots.svg import Markup, element, words
from textbook_ml.questions import questions
from textbook_ml.reading.book import anchors
from textbook_ml.reading.book.drawing import SCOPE, slim
from textbook_ml.reading.book.highlight import highlighted
from textbook_ml.reading.book.markup import folded, link, paragraphs, prose, together, verbatim
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
from textbook_ml.study.experiments._experiment import Result
from textbook_ml.study.experiments._section import section


def solved() -> Leaf:
    """Return the page of exercises."""
    return Leaf("exercises", "Exercises", "with step-by-step solutions", exercises_page)


def exercises_page() -> Markup:
    """Return all exercises; the steps of a solution open one by one."""
    lead = (
        "Exercises of the source texts. Answer the parts of each one: a number, or a formula in "
        "any form. If you need a hint, open the steps of the solution one by one."
    )
    parts = [element("p", words(lead), class_="lead")]
    return together([*parts, *map(exercise_block, exercises().values())])


def exercise_block(one: Exercise) -> Markup:
    """Return one exercise with its solution."""
    entries = map(cited, one.entries)
    steps = [step_block(place, step) for place, step in enumerate(one.solve(), start=1)]
    claims = [element("li", prose(f"✓ {claim}")) for claim, holds in one.check().items() if holds]
    code = element("pre", highlighted(one.code), class_="code")
    return element(
        "article",
        element("h2", link(f"{one.number}. {one.title}", f"#{one.name}")),
        element("p", Markup(f"{words(texts_of(one))}: {', '.join(entries)}"), class_="by"),
        paragraphs(one.question),
        answers(one.name),
        element("div", *steps, class_="steps"),
        folded("Code that checks the solution", code, element("ul", *claims, class_="claims")),
        id=one.name,
        class_="card exercise",
    )


def answers(exercise: str) -> Markup:
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
    answer = part.shown if isinstance(part, Formula) else right_text(exercise, part)
    return element(
        "div",
        element("p", prose(part.ask)),
        folded("Show the answer", element("p", words(answer), class_="right")),
        class_="part",
        id=name,
        data_part=json.dumps(part_data(exercise, part), ensure_ascii=False),
    )


def part_data(exercise: str, part: Number | Formula) -> dict[str, object]:
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
    texts = (verbatim("\n".join(lines)) for lines in (step.lines, step.number_lines) if lines)
    lines = [element("pre", text, class_="plain") for text in texts]
    return folded(f"Step {place}", element("p", prose(step.words)), *lines)


def run(results: Sequence[Result]) -> Leaf:
    """Return the page of experiments."""
    where = "tests of claims of the source texts"
    return Leaf("experiments", "Experiments", where, lambda: claims(results))


def cited(entry_id: str) -> Markup:
    """Return a link to an entry, with its title."""
    return link(texts.load().entries[entry_id].title, anchors.of_entry(entry_id))


def claims(results: Sequence[Result]) -> Markup:
    """Return all claims, each with its criterion, verdict, numbers and figure."""
    lead = (
        "Each experiment tests a claim of the source texts. The criterion was fixed before the "
        "run, and the verdict is computed from it. The same seed gives the same numbers in every "
        "Python version on one platform."
    )
    parts = [element("p", words(lead), class_="lead")]
    theme = ""
    for result in results:
        if result.experiment.theme != theme:
            theme = result.experiment.theme
            parts.append(element("h2", words(theme.removesuffix("."))))
        parts.append(slim(section(result, full=False, cite=cited)))
    return element("div", *parts, class_=SCOPE)
