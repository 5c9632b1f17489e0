"""The output of `experiment ng-jordan`: learning curves, paired comparisons, the verdict."""

from collections.abc import Iterator, Sequence

from textbook_ml.core.console import Heading, padded, wrap
from textbook_ml.core.errors import plural
from textbook_ml.evaluation import LearningCurve
from textbook_ml.study.experiments._experiment import Finding
from textbook_ml.study.experiments._tables import Table, table_lines
from textbook_ml.study.experiments.ng_jordan.published import Published
from textbook_ml.study.experiments.ng_jordan.study import EXPERIMENT, Study
from textbook_ml.study.experiments.ng_jordan.summary import outcome

WORD = 13  # width of a key word such as criterion


def screen(study: Study, finding: Finding, notes: Sequence[str], svg: str | None) -> Iterator[str]:
    """Yield the whole output."""
    yield from map(Heading, wrap(title(study), hanging="  "))
    yield from wrap(method_description(study))
    for note in notes:
        yield from wrap(f"note: {note}", hanging="  ")
    yield ""
    yield from table_lines(curves_table(study))
    if study.published is not None:
        yield ""
        yield from table_lines(published_table(study, study.published))
        yield from wrap(distances(study), "  ", "  ")
    for name, comparison in study.comparisons.items():
        yield ""
        yield Heading(f"  {name}: {comparison.first} compared with {comparison.second}")
        yield from wrap(outcome(comparison), "  ", "  ")
    yield ""
    yield from _labelled_lines("claim", EXPERIMENT.claim)
    yield from _labelled_lines("criterion", EXPERIMENT.criterion + floor_of(study))
    yield from map(Heading, _labelled_lines("verdict", finding.verdict))
    yield from _labelled_lines("caveat", finding.caveat) if finding.caveat else ()
    yield from _labelled_lines("figure", f"written to {svg}" if svg else "--svg FILE draws it")


def floor_of(study: Study) -> str:
    """Return a clause on the minimum variance, on which the error at small sizes depends."""
    used = study.table.numbers and "naive-bayes" in study.curves
    return f"; minimum variance of naive Bayes {study.plan.floor:g}" if used else ""


def title(study: Study) -> str:
    """Return the name of the table with its classes and sizes."""
    table = study.table
    other, true = table.classes
    features = plural(len(table.numbers) + len(table.indicators), "feature")
    return f"{table.name}: {true} or {other}, {plural(len(table), 'example')}, {features}"


def method_description(study: Study) -> str:
    """Return the description of the method."""
    plan = study.plan
    text = (
        f"{plural(study.finished, 'random split')} for each training size m, seed {plan.seed}: all "
        "methods are fitted to the same m examples, at least one of each class, and tested on all "
        "others."
    )
    if study.table.numbers:
        text += (
            " Continuous features are rescaled to [0, 1] over the whole table, as in the paper; "
            f"the minimum variance of naive Bayes is {plan.floor:g} (--floor)."
        )
    return text


def curves_table(study: Study) -> Table:
    """Return the table of mean errors with standard errors, by size and method."""
    columns = [["m", *map(str, study.plan.sizes)]]
    columns += [[name, *_with_errors(curve)] for name, curve in study.curves.items()]
    head, *rows = zip(*columns)
    return Table("Error rate on the test examples ± standard error", head, tuple(rows))


def _with_errors(curve: LearningCurve) -> list[str]:
    pairs = zip(curve.means, curve.standard_errors)
    return [f"{float(mean):.3f} ± {standard_error:.3f}" for mean, standard_error in pairs]


def published_table(study: Study, published: Published) -> Table:
    """Return the table of the published errors at the same sizes."""
    columns = [["m", *map(str, study.plan.sizes)]]
    for name, errors in published.at(study.plan.sizes).items():
        columns.append([name, *("" if y is None else f"{y:.3f}" for y in errors)])
    head, *rows = zip(*columns)
    return Table(f"{published.name} in Ng and Jordan's Figure 1", head, tuple(rows))


def distances(study: Study) -> str:
    """Return the distances between our curves and the published curves."""
    gaps = [f"{name} {gap:.3f}" for name, gap in study.distances.items() if gap is not None]
    return f"Distance to the published curves (root mean square): {', '.join(gaps) or 'none'}."


def _labelled_lines(heading: str, text: str) -> Iterator[str]:
    yield from wrap(text, f"  {padded(heading, WORD - 2)}", " " * WORD)
