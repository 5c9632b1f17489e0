"""The result of a comparison of two methods as text."""

from collections.abc import Mapping

from textbook_ml.study.experiments.ng_jordan.paired_comparison import Crossover, Duel, Third

NAMES: Mapping[str, str] = {
    "naive-bayes": "naive Bayes",
    "logistic": "logistic regression",
    "logistic-sampled": "sampled logistic regression",
    "nearest-mean": "the nearest mean",
}


def outcome(duel: Duel) -> str:
    """Which method has the smaller error over small and large sizes, and where the curves cross."""
    said = [standing(duel, duel.small)]
    if duel.large.sizes != duel.small.sizes:
        said.append(standing(duel, duel.large))
    if duel.crossover is not None:
        said.append(f"the curves cross {place(duel.crossover)}")
    elif duel.ends == (duel.first, duel.first):
        said.append("they do not cross (nor do six of the fifteen pairs in the paper)")
    elif duel.ends == (duel.second, duel.second):
        said.append("they do not cross")
    if duel.small.sizes[0] > duel.sizes[0]:
        said.insert(0, f"at m = {duel.sizes[0]} both have the same error on every split")
    return "; ".join(said)


def standing(duel: Duel, third: Third) -> str:
    """Which method has the smaller error over some sizes, and by how much."""
    gap, winner, sizes = third.gap, duel.winner(third), third.sizes
    where = f"at m = {sizes[0]}" if len(sizes) == 1 else f"over m = {sizes[0]} to {sizes[-1]}"
    if not winner:
        margin = f"{float(gap.difference):+.3f}, between {gap.low:+.3f} and {gap.high:+.3f}"
        return f"{where} the difference is not significant (gap {margin})"
    lead, ends = abs(float(gap.difference)), sorted((abs(gap.low), abs(gap.high)))
    return f"{where} {NAMES[winner]} is ahead by {lead:.3f} ({ends[0]:.3f} to {ends[1]:.3f})"


def place(crossover: Crossover) -> str:
    """The size at which two curves cross, with its 95 % interval.

    >>> place(Crossover(42.3, 38.0, None)), place(Crossover(4.4, None, 5.2))
    ('near m = 42 (at 38 or later)', 'near m = 4 (by 5 at the latest)')
    >>> place(Crossover(42.3, 38.0, 50.0)), place(Crossover(42.3, None, None))
    ('near m = 42 (38 to 50)', 'near m = 42 (not significant)')
    """
    low, high = crossover.low, crossover.high
    if low is not None and high is not None:
        certain = f"{low:.0f} to {high:.0f}"
    elif low is not None:
        certain = f"at {low:.0f} or later"
    elif high is not None:
        certain = f"by {high:.0f} at the latest"
    else:
        certain = "not significant"
    return f"near m = {crossover.m:.0f} ({certain})"
