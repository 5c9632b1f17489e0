"""The screen of one model: its estimates, equations, an example, and a command."""

from collections.abc import Iterator
from typing import Any

from textbook_ml.algorithms import CHAPTER
from textbook_ml.core.console import Heading, padded, wrap
from textbook_ml.reading import links
from textbook_ml.reading.code_layout import example_lines
from textbook_ml.reading.links import ModelLink
from textbook_ml.reading.next_steps import MODEL_DERIVATIONS, command_lines, next_steps
from textbook_ml.reading.plain_text import as_plain_text
from textbook_ml.sources import texts
from textbook_ml.sources.docstrings import Page, page


def model_screen(model: ModelLink) -> Iterator[str]:
    """Yield everything about a model, then the entries of the source texts that describe it."""
    yield from model_lines(model)
    ids = links.functions().get(model.model, [])
    if ids:
        yield ""
        yield Heading("In the source texts")
    for entry_id in ids:
        entry = texts.load().entries[entry_id]
        yield from wrap(f"{entry.id}: {entry.title}", "  ", "    ")
        yield from wrap(as_plain_text(entry.latex), "      ", "        ")
    yield from next_steps(ids, [], MODEL_DERIVATIONS.get(model.name, ()))


def model_lines(model: ModelLink) -> Iterator[str]:
    """Yield the title, the example, the equations and the command of a model."""
    p = page(model.model)
    yield from map(Heading, wrap(f"{model.class_name}   ({p.module})", "", "  "))
    yield from wrap(p.title, "  ")
    yield ""
    for line in p.formula:
        yield from wrap(line, "      ", "        ")
    yield ""
    yield from wrap(f"Model `{model.name}`. Needs {model.needs}.", "  ")
    yield ""
    yield Heading("Worked example, from data to decision")
    yield from example_lines(p)
    yield ""
    yield Heading("What is estimated")
    for paragraph in filter(None, p.words.split("\n\n")):
        yield from wrap(paragraph, "  ")
    yield from _equation_lines("Equations that estimate it (`fit`)", model.fit)
    yield from _equation_lines(
        f"Equations that use it ({_methods_with_equations(model)})", model.use
    )
    yield from _variant_lines(model)
    yield from _command_lines(model, p)


def model_data(model: ModelLink) -> dict[str, Any]:
    """Return a model as plain data."""
    p = page(model.model)
    return {
        "model": model.name,
        "class": model.model,
        "title": p.title,
        "formula": list(p.formula),
        "needs": model.needs,
        "fit": list(model.fit),
        "use": list(model.use),
        "example": example_lines(p),
        "command": model.command,
        "entries": list(links.functions().get(model.model, [])),
    }


def _methods_with_equations(model: ModelLink) -> str:
    """Return the methods that run the equations of a fitted model."""
    names = " ".join(model.use)
    methods = ["posterior", "classify"]
    methods += ["sample"] if ".draw_" in names else []
    methods += ["to_logistic"] if "_to_logistic" in names else []
    return ", ".join(f"`{method}`" for method in methods)


def _equation_lines(title: str, names: tuple[str, ...]) -> Iterator[str]:
    yield ""
    yield Heading(title)
    if not names:
        yield "  none of the chapter"
    for name in names:
        what = f"{name.rpartition('.')[2]}: {page(name).title}"
        yield from wrap(what, f"  {padded(links.label_of(name), 9)} ", " " * 12)


def _variant_lines(model: ModelLink) -> Iterator[str]:
    others = [one for one in links.models() if one.model == model.model and one != model]
    for one in others:
        yield ""
        yield from wrap(f"Variant `{one.name}`: {one.about}", "  ", "    ")
        yield from command_lines(one.command)


def _command_lines(model: ModelLink, p: Page) -> Iterator[str]:
    algorithm = p.module.rpartition(".")[2]
    files = {"categorical_naive_bayes": "naive_bayes", "bernoulli_naive_bayes": "bernoulli_text"}
    files |= {"multinomial_naive_bayes": "multinomial_text"}
    files |= {"logistic_regression": "logistic_regression_gradient_ascent"}
    name = files.get(algorithm, algorithm)
    yield ""
    yield Heading("Run it")
    if model.command:
        yield from command_lines(model.command)
    else:
        yield from wrap(f"From Python only: `from textbook_ml import {model.class_name}`.", "  ")
    if name in [file for file, *_ in CHAPTER]:
        yield "  The whole algorithm on one page:"
        yield from command_lines(f"read {name}")
