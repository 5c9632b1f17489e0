"""The study: learning curves on one table, up to three comparisons of two methods, a verdict.

    ordinary            naive Bayes and logistic regression with a weak penalty
    as in the text      naive Bayes and random separating hyperplanes
    as in the figure    the nearest mean and random separating hyperplanes, if all features are
                        continuous

The first comparison determines the verdict; if another comparison has a different result, the
caveat says so.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from textbook_ml.core.errors import require
from textbook_ml.evaluation import LearningCurve
from textbook_ml.sources.registry import equation
from textbook_ml.study.experiments._experiment import UNDECIDED, Experiment, Finding, Result
from textbook_ml.study.experiments.ng_jordan.coded_table import CodedTable
from textbook_ml.study.experiments.ng_jordan.error_figure import drawn
from textbook_ml.study.experiments.ng_jordan.methods import L2
from textbook_ml.study.experiments.ng_jordan.paired_comparison import PairedComparison
from textbook_ml.study.experiments.ng_jordan.published import Published, distance
from textbook_ml.study.experiments.ng_jordan.rounds import FULL, Plan, Round, rounds
from textbook_ml.study.experiments.ng_jordan.summary import outcome

COMPARISONS: Mapping[str, tuple[str, str]] = {
    "ordinary": ("naive-bayes", "logistic"),
    "as in the text": ("naive-bayes", "logistic-sampled"),
    "as in the figure": ("nearest-mean", "logistic-sampled"),
}
COUNTERPART: Mapping[str, str] = {  # the name of each method in the figure of the paper
    "naive-bayes": "naive-bayes",
    "nearest-mean": "naive-bayes",
    "logistic": "logistic",
    "logistic-sampled": "logistic",
}


@equation("xing-uci", "sontag-uci")
def study(
    table: CodedTable, plan: Plan, processes: int = 1, published: Published | None = None
) -> Finding:
    """Compute learning curves on your own table, as in Ng and Jordan's figure.

    For each number of training examples, the table is split at random, with both classes in the
    training part. All methods are fitted to the same rows and tested on all others.
    """
    return Study.of(table, plan, list(rounds(table, plan, processes)), published).finding


@dataclass(frozen=True, slots=True)
class Study:
    """The curves of all methods; if a run was stopped, the curves of the finished rounds."""

    table: CodedTable
    plan: Plan
    curves: Mapping[str, LearningCurve]
    finished: int
    published: Published | None

    @classmethod
    def of(
        cls,
        table: CodedTable,
        plan: Plan,
        finished: Sequence[Round],
        published: Published | None,
    ) -> "Study":
        """Combine the finished rounds into learning curves."""
        require_pair(plan.methods)
        curves = {
            name: LearningCurve(plan.sizes, tuple(zip(*(one[name] for one in finished))))
            for name in plan.methods
        }
        return cls(table, plan, curves, len(finished), published)

    @property
    def comparisons(self) -> dict[str, PairedComparison]:
        """The comparisons for which both methods were run."""
        return {
            name: PairedComparison.of(self.curves, first, second)
            for name, (first, second) in COMPARISONS.items()
            if {first, second} <= self.curves.keys()
        }

    @property
    def distances(self) -> dict[str, float | None]:
        """The distance of each curve from its published curve, if there is one."""
        theirs = {} if self.published is None else self.published.at(self.plan.sizes)
        return {
            name: distance(list(map(float, curve.means)), theirs[COUNTERPART[name]])
            for name, curve in self.curves.items()
            if theirs
        }

    @property
    def finding(self) -> Finding:
        """The verdict on the claim, with its numbers and its figure."""
        (name, verdict), *others = self.comparisons.items()
        words = (
            f"Mean error over {self.finished} random splits, with bands of two standard errors. "
            f"The {name} pair: {outcome(verdict)}."
        )
        return Finding(
            verdict.as_claimed,
            numbers_of(self),
            drawn(self.table.name, words, self.curves, self.published),
            "; ".join(self._caveats(verdict, dict(others))),
            undecided=verdict.verdict == UNDECIDED,
        )

    @property
    def result(self) -> Result:
        """The result: the finding together with the claim."""
        return Result(EXPERIMENT, self.plan.seed, self.finding)

    def _caveats(
        self, verdict: PairedComparison, others: Mapping[str, PairedComparison]
    ) -> list[str]:
        """Return the caveats: an incomplete run, and comparisons with a different result."""
        stopped = [f"incomplete: {self.finished} of {self.plan.splits} splits were finished"]
        return stopped * (self.finished < self.plan.splits) + [
            f"{name}, {comparison.verdict}: {outcome(comparison)}"
            for name, comparison in others.items()
            if comparison.verdict != verdict.verdict
        ]


EXPERIMENT = Experiment(
    "EXP-NG-JORDAN",
    claim="Naive Bayes has the smaller error with few examples, logistic regression with many.",
    criterion="on the same splits, the mean error of naive Bayes is smaller over the smallest "
    "third of the training set sizes at which the two differ, and that of logistic regression over "
    "the largest third; in both cases the paired 95 % interval of the difference excludes 0 (if an "
    "interval contains 0 and no other one contradicts the claim, the verdict is undecided)",
    entries=("xing-uci", "sontag-uci"),
    run=study,
    full={"splits": FULL},
)


def require_pair(methods: Sequence[str]) -> None:
    """Raise TextbookError if the methods contain no pair to compare."""
    pairs = " or ".join(f"{first},{second}" for first, second in COMPARISONS.values())
    require(
        any({first, second} <= {*methods} for first, second in COMPARISONS.values()),
        f"the methods must include a pair to compare ({pairs}), got {', '.join(methods)}",
    )


def numbers_of(study: Study) -> dict[str, object]:
    """Return the numbers of a study, for reports and JSON."""
    table, plan = study.table, study.plan
    true = sum(table.labels)
    numbers: dict[str, object] = {
        "examples": len(table),
        "columns": len(table.rows[0]),
        "classes": dict(zip(table.classes, (len(table) - true, true))),
        "splits": study.finished,
        "variance floor": plan.floor,
        "penalty of the ordinary logistic regression": L2,
        "sizes": list(plan.sizes),
        "error": {name: list(map(float, curve.means)) for name, curve in study.curves.items()},
        "standard error": {
            name: list(curve.standard_errors) for name, curve in study.curves.items()
        },
        "comparisons": {
            name: _numbers_of_comparison(comparison)
            for name, comparison in study.comparisons.items()
        },
    }
    if study.published is not None:
        numbers["published"] = {
            "name": study.published.name,
            "error": study.published.at(plan.sizes),
            "distance": study.distances,
        }
    return numbers


def _numbers_of_comparison(comparison: PairedComparison) -> dict[str, object]:
    small, large = comparison.ends
    crossover = comparison.crossover
    return {
        "first": comparison.first,
        "second": comparison.second,
        "gap": [float(gap.difference) for gap in comparison.gaps],
        "interval": [[gap.low, gap.high] for gap in comparison.gaps],
        "small sizes": list(comparison.small.sizes),
        "gap over the small sizes": float(comparison.small.gap.difference),
        "interval over the small sizes": [comparison.small.gap.low, comparison.small.gap.high],
        "wins over the small sizes": small or None,
        "large sizes": list(comparison.large.sizes),
        "gap over the large sizes": float(comparison.large.gap.difference),
        "interval over the large sizes": [comparison.large.gap.low, comparison.large.gap.high],
        "wins over the large sizes": large or None,
        "crossover": None if crossover is None else crossover.m,
        "crossover between": None if crossover is None else [crossover.low, crossover.high],
        "as claimed": comparison.as_claimed,
        "in words": outcome(comparison),
    }
