"""The result of a comparison of two methods as text."""

from collections.abc import Mapping

from textbook_ml.study.experiments.ng_jordan.paired_comparison import (
    Crossover,
    PairedComparison,
    Third,
)

NAMES: Mapping[str, str] = {
    "naive-bayes": "naive Bayes",
    "logistic": "logistic regression",
    "logistic-sampled": "sampled logistic regression",
    "nearest-mean": "the nearest mean",
}


def outcome(comparison: PairedComparison) -> str:
    """Return which method is better at small and at large sizes, and where the curves cross."""
    said = [comparison_in_third(comparison, comparison.small)]
    if comparison.large.sizes != comparison.small.sizes:
        said.append(comparison_in_third(comparison, comparison.large))
    if comparison.crossover is not None:
        said.append(f"the curves cross {crossover_text(comparison.crossover)}")
    elif comparison.ends == (comparison.first, comparison.first):
        said.append("they do not cross (nor do six of the fifteen pairs in the paper)")
    elif comparison.ends == (comparison.second, comparison.second):
        said.append("they do not cross")
    if comparison.small.sizes[0] > comparison.sizes[0]:
        said.insert(0, f"at m = {comparison.sizes[0]} both have the same error on every split")
    return "; ".join(said)


def comparison_in_third(comparison: PairedComparison, third: Third) -> str:
    """Return which method has the smaller error over some sizes, and by how much."""
    gap, winner, sizes = third.gap, comparison.winner(third), third.sizes
    where = f"at m = {sizes[0]}" if len(sizes) == 1 else f"over m = {sizes[0]} to {sizes[-1]}"
    if not winner:
        margin = f"{float(gap.difference):+.3f}, between {gap.low:+.3f} and {gap.high:+.3f}"
        return f"{where} the difference is not significant (gap {margin})"
    lead, ends = abs(float(gap.difference)), sorted((abs(gap.low), abs(gap.high)))
    return f"{where} {NAMES[winner]} is ahead by {lead:.3f} ({ends[0]:.3f} to {ends[1]:.3f})"


def crossover_text(crossover: Crossover) -> str:
    """Return the size at which two curves cross, with its 95 % interval, as text.

    >>> crossover_text(Crossover(42.3, 38.0, None)), crossover_text(Crossover(4.4, None, 5.2))
    ('near m = 42 (at 38 or later)', 'near m = 4 (by 5 at the latest)')
    >>> crossover_text(Crossover(42.3, 38.0, 50.0)), crossover_text(Crossover(42.3, None, None))
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
