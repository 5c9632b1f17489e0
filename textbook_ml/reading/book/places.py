"""Where each thing of the book stands: its page, and its anchor on that page.

No two things of the book share an anchor, so that it can also be one page.
"""

from functools import cache

from textbook_ml import registry, sources
from textbook_ml.algorithms import CHAPTER
from textbook_ml.docstrings import page
from textbook_ml.experiments._experiment import experiments
from textbook_ml.questions import questions
from textbook_ml.sources import Entry

TOOLS = "tools"  # the page of what stands beside the chapter: models, optimisers, texts as data
ALGORITHMS = "algorithms"  # the page of whole algorithms


def page_of(name: str) -> str:
    """The page that a registered function stands on.

    >>> page_of("textbook_ml.equations.gaussian.variance_mvue"), page_of("textbook_ml.text.word")
    ('gaussian', 'tools')
    """
    room, _, inside = name.removeprefix("textbook_ml.").partition(".")
    if room == "equations":
        return inside.partition(".")[0]
    return room if room in ("experiments", ALGORITHMS) else TOOLS


def of_function(name: str) -> str:
    """Where a registered function is shown.

    >>> of_function("textbook_ml.equations.gaussian.variance_mvue")
    'gaussian.html#variance_mvue'
    """
    page = page_of(name)
    if page != "experiments":
        return f"{page}.html#{name.rpartition('.')[2]}"
    return f"{page}.html#{_experiments().get(name, 'page-experiments')}"


def of_entry(entry_id: str) -> str:
    """Where an entry of the texts is shown: beside the function that says it, or in its text.

    >>> of_entry("mitchell-15"), of_entry("xing-summary")
    ('gaussian.html#mitchell-15', 'xing.html#xing-summary')
    """
    teller = teller_of(entry_id)
    page = page_of(teller) if teller else sources.load().entries[entry_id].text
    return f"{page}.html#{entry_id}"


def in_its_text(entry: Entry) -> str:
    """Where an entry stands among the others of its text.

    >>> in_its_text(sources.load().entries["mitchell-15"])
    'mitchell.html#in-mitchell-15'
    """
    short = "in-" if teller_of(entry.id) else ""
    return f"{entry.text}.html#{short}{entry.id}"


def of_erratum(erratum_id: str) -> str:
    """Where an erratum is shown in full.

    >>> of_erratum("ERR-M-3BILLION")
    'errata.html#err-m-3billion'
    """
    return f"errata.html#{erratum_id.lower()}"


def functions_of_algorithm(module: str) -> list[str]:
    """Return the functions of an algorithm that the book shows, in the order of the file.

    These are the functions that are registered for an entry, and those that are questions.

    >>> functions_of_algorithm("textbook_ml.algorithms.logistic_regression_newton")
    ['textbook_ml.algorithms.logistic_regression_newton.fit_logistic_newton']
    """
    asked = (one.reference for one in questions().values())
    names = {f"{one.__module__}.{one.__qualname__}" for one in asked}
    names |= registry.implementations().keys()
    inside = (name for name in names if name.rpartition(".")[0] == module)
    return sorted(inside, key=lambda name: page(name).line)


def whole_algorithms() -> dict[str, list[str]]:
    """Return the modules of the algorithms, each with the functions that the book shows.

    >>> list(whole_algorithms())[0]
    'textbook_ml.algorithms.naive_bayes'
    """
    modules = (f"textbook_ml.algorithms.{name}" for name, *_ in CHAPTER)
    return {module: functions_of_algorithm(module) for module in modules}


def teller_of(entry_id: str) -> str | None:
    """The function that an entry is shown with: the first that says it and is no experiment."""
    names = registry.implemented_by().get(entry_id, ())
    return next((name for name in names if page_of(name) != "experiments"), None)


@cache
def _experiments() -> dict[str, str]:
    """The name of each experiment, by the function that runs it."""
    return {f"{e.run.__module__}.{e.run.__qualname__}": name for name, e in experiments().items()}
