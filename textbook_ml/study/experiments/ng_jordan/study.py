"""The study: learning curves on one table, up to three comparisons of two methods, a verdict.

    ordinary            naive Bayes and logistic regression with a weak penalty
    as the text says    naive Bayes and random separating hyperplanes
    as the figure fits  the nearest mean and random separating hyperplanes, if all features are
                        continuous

The verdict is that of the first comparison; if another one has a different result, the caveat
says so.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from textbook_ml.core.errors import require
from textbook_ml.evaluation import LearningCurve
from textbook_ml.sources.registry import equation
from textbook_ml.study.experiments._experiment import UNDECIDED, Experiment, Finding, Result
from textbook_ml.study.experiments.ng_jordan.coded_table import Contest
from textbook_ml.study.experiments.ng_jordan.error_figure import drawn
from textbook_ml.study.experiments.ng_jordan.methods import L2
from textbook_ml.study.experiments.ng_jordan.paired_comparison import Duel
from textbook_ml.study.experiments.ng_jordan.published import Published, distance
from textbook_ml.study.experiments.ng_jordan.rounds import FULL, Plan, Round, rounds
from textbook_ml.study.experiments.ng_jordan.summary import outcome

DUELS: Mapping[str, tuple[str, str]] = {
    "ordinary": ("naive-bayes", "logistic"),
    "as the text says": ("naive-bayes", "logistic-sampled"),
    "as the figure fits": ("nearest-mean", "logistic-sampled"),
}
COUNTERPART: Mapping[str, str] = {  # the name of each method in the figure of the paper
    "naive-bayes": "naive-bayes",
    "nearest-mean": "naive-bayes",
    "logistic": "logistic",
    "logistic-sampled": "logistic",
}


@equation("xing-uci", "sontag-uci")
def study(
    contest: Contest, plan: Plan, processes: int = 1, published: Published | None = None
) -> Finding:
    """Compute learning curves on your own table, as in Ng and Jordan's figure.

    For each number of training examples, the table is split at random, with both classes in the
    training part. All methods are fitted to the same rows and tested on all others.
    """
    return Study.of(contest, plan, list(rounds(contest, plan, processes)), published).finding


@dataclass(frozen=True, slots=True)
class Study:
    """The curves of all methods; if a run was stopped, those of the finished rounds."""

    contest: Contest
    plan: Plan
    curves: Mapping[str, LearningCurve]
    finished: int
    published: Published | None

    @classmethod
    def of(
        cls,
        contest: Contest,
        plan: Plan,
        finished: Sequence[Round],
        published: Published | None,
    ) -> "Study":
        """Combine the finished rounds into learning curves."""
        require_duel(plan.methods)
        curves = {
            name: LearningCurve(plan.sizes, tuple(zip(*(one[name] for one in finished))))
            for name in plan.methods
        }
        return cls(contest, plan, curves, len(finished), published)

    @property
    def duels(self) -> dict[str, Duel]:
        """The comparisons for which both methods were run."""
        return {
            name: Duel.of(self.curves, first, second)
            for name, (first, second) in DUELS.items()
            if {first, second} <= self.curves.keys()
        }

    @property
    def distances(self) -> dict[str, float | None]:
        """The distance of each curve from the published one, if there is one."""
        theirs = {} if self.published is None else self.published.at(self.plan.sizes)
        return {
            name: distance(list(map(float, curve.means)), theirs[COUNTERPART[name]])
            for name, curve in self.curves.items()
            if theirs
        }

    @property
    def finding(self) -> Finding:
        """The verdict on the claim, with its numbers and its figure."""
        (name, verdict), *others = self.duels.items()
        words = (
            f"Mean error over {self.finished} random splits, with bands of two standard errors. "
            f"The {name} pair: {outcome(verdict)}."
        )
        return Finding(
            verdict.as_claimed,
            numbers_of(self),
            drawn(self.contest.name, words, self.curves, self.published),
            "; ".join(self._caveats(verdict, dict(others))),
            undecided=verdict.verdict == UNDECIDED,
        )

    @property
    def result(self) -> Result:
        """The finding together with the claim."""
        return Result(EXPERIMENT, self.plan.seed, self.finding)

    def _caveats(self, verdict: Duel, others: Mapping[str, Duel]) -> list[str]:
        """Caveats: an incomplete run, and comparisons with a different result."""
        stopped = [f"incomplete: {self.finished} of {self.plan.splits} splits were finished"]
        return stopped * (self.finished < self.plan.splits) + [
            f"{name}, {duel.verdict}: {outcome(duel)}"
            for name, duel in others.items()
            if duel.verdict != verdict.verdict
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


def require_duel(methods: Sequence[str]) -> None:
    """Raise TextbookError if the methods contain no pair to compare."""
    pairs = " or ".join(f"{first},{second}" for first, second in DUELS.values())
    require(
        any({first, second} <= {*methods} for first, second in DUELS.values()),
        f"the methods must include a pair to compare ({pairs}), got {', '.join(methods)}",
    )


def numbers_of(study: Study) -> dict[str, object]:
    """The numbers of a study, for reports and JSON."""
    contest, plan = study.contest, study.plan
    true = sum(contest.labels)
    numbers: dict[str, object] = {
        "examples": len(contest),
        "columns": len(contest.rows[0]),
        "classes": dict(zip(contest.classes, (len(contest) - true, true))),
        "splits": study.finished,
        "variance floor": plan.floor,
        "penalty of the ordinary logistic regression": L2,
        "sizes": list(plan.sizes),
        "error": {name: list(map(float, curve.means)) for name, curve in study.curves.items()},
        "standard error": {
            name: list(curve.standard_errors) for name, curve in study.curves.items()
        },
        "duels": {name: _of_duel(duel) for name, duel in study.duels.items()},
    }
    if study.published is not None:
        numbers["published"] = {
            "name": study.published.name,
            "error": study.published.at(plan.sizes),
            "distance": study.distances,
        }
    return numbers


def _of_duel(duel: Duel) -> dict[str, object]:
    small, large = duel.ends
    crossover = duel.crossover
    return {
        "first": duel.first,
        "second": duel.second,
        "gap": [float(gap.difference) for gap in duel.gaps],
        "interval": [[gap.low, gap.high] for gap in duel.gaps],
        "small sizes": list(duel.small.sizes),
        "gap over the small sizes": float(duel.small.gap.difference),
        "interval over the small sizes": [duel.small.gap.low, duel.small.gap.high],
        "wins over the small sizes": small or None,
        "large sizes": list(duel.large.sizes),
        "gap over the large sizes": float(duel.large.gap.difference),
        "interval over the large sizes": [duel.large.gap.low, duel.large.gap.high],
        "wins over the large sizes": large or None,
        "crossover": None if crossover is None else crossover.m,
        "crossover between": None if crossover is None else [crossover.low, crossover.high],
        "as claimed": duel.as_claimed,
        "in words": outcome(duel),
    }
