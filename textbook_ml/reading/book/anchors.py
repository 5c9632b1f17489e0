"""The page and the anchor of each item of the book.

No two items share an anchor, so that the whole book can be a single page.
"""

from functools import cache

from textbook_ml.algorithms import CHAPTER
from textbook_ml.questions import questions
from textbook_ml.sources import registry, texts
from textbook_ml.sources.docstrings import page
from textbook_ml.sources.texts import Entry
from textbook_ml.study.experiments._experiment import experiments

TOOLS = "tools"  # the page of models, optimisers and data
ALGORITHMS = "algorithms"  # the page of whole algorithms


def page_of(name: str) -> str:
    """Return the page that shows a registered function.

    >>> page_of("textbook_ml.equations.gaussian.variance_mvue")
    'gaussian'
    >>> page_of("textbook_ml.models.gaussian_naive_bayes.GaussianNaiveBayes")
    'tools'
    """
    inside_study = name.removeprefix("textbook_ml.").removeprefix("study.")
    package, _, inside = inside_study.partition(".")
    if package == "equations":
        return inside.partition(".")[0]
    return package if package in ("experiments", ALGORITHMS) else TOOLS


def of_function(name: str) -> str:
    """Return the link to a registered function.

    >>> of_function("textbook_ml.equations.gaussian.variance_mvue")
    'gaussian.html#variance_mvue'
    """
    page = page_of(name)
    if page != "experiments":
        return f"{page}.html#{name.rpartition('.')[2]}"
    return f"{page}.html#{_experiments_by_function().get(name, 'page-experiments')}"


def of_entry(entry_id: str) -> str:
    """Return the link to an entry: on the card of its function, or on the page of its source text.

    >>> of_entry("mitchell-15"), of_entry("xing-summary")
    ('gaussian.html#mitchell-15', 'xing.html#xing-summary')
    """
    function = function_of(entry_id)
    page = page_of(function) if function else texts.load().entries[entry_id].text
    return f"{page}.html#{entry_id}"


def in_its_text(entry: Entry) -> str:
    """Return the link to an entry on the page of its source text.

    >>> in_its_text(texts.load().entries["mitchell-15"])
    'mitchell.html#in-mitchell-15'
    """
    short = "in-" if function_of(entry.id) else ""
    return f"{entry.text}.html#{short}{entry.id}"


def of_erratum(erratum_id: str) -> str:
    """Return the link to an erratum on the page of errata.

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


def function_of(entry_id: str) -> str | None:
    """Return the function whose card shows an entry: the first one that is not an experiment."""
    names = registry.implemented_by().get(entry_id, ())
    return next((name for name in names if page_of(name) != "experiments"), None)


@cache
def _experiments_by_function() -> dict[str, str]:
    """Return the name of each experiment, by its function."""
    return {f"{e.run.__module__}.{e.run.__qualname__}": name for name, e in experiments().items()}
