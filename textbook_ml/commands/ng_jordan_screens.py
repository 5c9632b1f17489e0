"""What `experiment ng-jordan` shows: the curves as a table, the duels, the verdict."""

from collections.abc import Iterator, Sequence

from textbook_ml.console import Heading, pad, wrap
from textbook_ml.evaluation import LearningCurve
from textbook_ml.experiments._experiment import Finding
from textbook_ml.experiments._tables import Table, table_lines
from textbook_ml.experiments.ng_jordan.published import Published
from textbook_ml.experiments.ng_jordan.study import EXPERIMENT, Study
from textbook_ml.experiments.ng_jordan.words import outcome
from textbook_ml.layout import plural

WORD = 13  # columns of a word such as criterion


def screen(
    study: Study, finding: Finding, notes: Sequence[str], svg: str | None
) -> Iterator[str]:
    """All of it."""
    yield from map(Heading, wrap(title(study), hanging="  "))
    yield from wrap(how(study))
    for note in notes:
        yield from wrap(f"note: {note}", hanging="  ")
    yield ""
    yield from table_lines(curves_table(study))
    if study.published is not None:
        yield ""
        yield from table_lines(published_table(study, study.published))
        yield from wrap(distances(study), "  ", "  ")
    for name, duel in study.duels.items():
        yield ""
        yield Heading(f"  {name}: {duel.first} against {duel.second}")
        yield from wrap(outcome(duel), "  ", "  ")
    yield ""
    yield from _said("claim", EXPERIMENT.claim)
    yield from _said("criterion", EXPERIMENT.criterion + floor_of(study))
    yield from map(Heading, _said("verdict", finding.verdict))
    yield from _said("caveat", finding.caveat) if finding.caveat else ()
    yield from _said("figure", f"written to {svg}" if svg else "--svg FILE draws it")


def floor_of(study: Study) -> str:
    """The least variance of naive Bayes, on which its error at small sizes depends."""
    used = study.contest.numbers and "naive-bayes" in study.curves
    return f"; the variances of naive Bayes are at least {study.plan.floor:g}" if used else ""


def title(study: Study) -> str:
    """Which table it is."""
    contest = study.contest
    other, true = contest.classes
    features = plural(len(contest.numbers) + len(contest.indicators), "feature")
    return f"{contest.name}: {true} or {other}, {plural(len(contest), 'example')}, {features}"


def how(study: Study) -> str:
    """What was done."""
    plan = study.plan
    words = (
        f"{plural(study.finished, 'random split')} for each m, seed {plan.seed}: all methods learn "
        "from the same m examples, at least one of each class, and are tested on all others."
    )
    if study.contest.numbers:
        words += (
            " Continuous features are rescaled to [0, 1] over the whole table, as in the paper; "
            f"the least variance of naive Bayes is {plan.floor:g} (--floor)."
        )
    return words


def curves_table(study: Study) -> Table:
    """For each size the mean error of each method, and its standard error."""
    columns = [["m", *map(str, study.plan.sizes)]]
    columns += [[name, *_with_errors(curve)] for name, curve in study.curves.items()]
    head, *rows = zip(*columns)
    return Table("Error on the other examples, ± its standard error", head, tuple(rows))


def _with_errors(curve: LearningCurve) -> list[str]:
    pairs = zip(curve.means, curve.standard_errors)
    return [f"{float(mean):.3f} ± {off:.3f}" for mean, off in pairs]


def published_table(study: Study, published: Published) -> Table:
    """The published errors at the same sizes."""
    columns = [["m", *map(str, study.plan.sizes)]]
    for name, heights in published.at(study.plan.sizes).items():
        columns.append([name, *("" if y is None else f"{y:.3f}" for y in heights)])
    head, *rows = zip(*columns)
    return Table(f"{published.name} in Ng and Jordan's Figure 1", head, tuple(rows))


def distances(study: Study) -> str:
    """How far our curves are from the published ones."""
    far = [f"{name} {gap:.3f}" for name, gap in study.distances.items() if gap is not None]
    return f"Distance to the published curves (root mean square): {', '.join(far) or 'none'}."


def _said(word: str, words: str) -> Iterator[str]:
    yield from wrap(words, f"  {pad(word, WORD - 2)}", " " * WORD)
