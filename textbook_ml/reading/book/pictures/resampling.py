"""Estimates (14) and (15) of the variance by resampling: only (15) is right on average."""

from math import sqrt
from random import Random

from textbook_ml.core.errors import require
from textbook_ml.data.table import Dataset
from textbook_ml.equations.gaussian import mean_mle, variance_mle, variance_mvue
from textbook_ml.plots import Figure, Histogram, Panels, Rule
from textbook_ml.reading.book.pictures._picture import (
    Columns,
    Picture,
    Scene,
    Slider,
    State,
    evenly_spaced,
)

BINS, MOST_VALUES = 24, 1000


def draw(state: State) -> Scene:
    """Draw samples again and again, and show both estimates of the variance."""
    n, repeats = int(state["n"]), int(state["repeats"])
    rng = Random(int(state["seed"]))
    population = state["population"]
    if population:
        truth = variance_mle(population, mean_mle(population))
        samples = [rng.choices(population, k=n) for _ in range(repeats)]
    else:
        truth = state["sigma"] * state["sigma"]
        deviation = sqrt(truth)
        samples = [[rng.gauss(0.0, deviation) for _ in range(n)] for _ in range(repeats)]
    means = [mean_mle(sample) for sample in samples]
    estimates = {
        "divided by N (14)": [variance_mle(s, m) for s, m in zip(samples, means)],
        "divided by N − 1 (15)": [variance_mvue(s, m) for s, m in zip(samples, means)],
    }
    end = 4.0 * truth
    edges = [end * i / BINS for i in range(BINS + 1)]
    averages = {name: mean_mle(found) for name, found in estimates.items()}
    said = "; ".join(f"{name}: {average:.3g}" for name, average in averages.items())
    figures = [
        Figure(
            name, "A histogram.", f"estimated variance ({name})", "samples",
            [
                Histogram.counts([min(v, end) for v in found], edges, label=name),
                Rule(x=truth, label="true variance"),
                Rule(x=averages[name], label="mean of the estimates"),
            ],
            x_range=(0.0, end),
        )
        for name, found in estimates.items()
    ]  # fmt: skip
    panels = Panels(
        title=f"{repeats} samples of {n} from {state['source']}",
        description=f"The true variance is {truth:.3g}. Mean of the estimates, {said}. Theory "
        f"gives {truth * (n - 1) / n:.3g} and {truth:.3g}.",
        figures=figures,
    )
    return Scene(panels)


def adopt(table: Dataset, columns: Columns) -> State:
    """Use one column of numbers as the population."""
    [name] = columns.continuous(table, 1)
    values = [float(v) for v in table.column(name) if isinstance(v, int | float)]
    require(len(set(values)) > 1, f"{name} must have at least two different values")
    return {"population": evenly_spaced(values, MOST_VALUES), "source": f"the column {name}"}


PICTURE = Picture(
    page="gaussian",
    title="N or N − 1: draw many samples",
    about=(
        "Each sample of N examples gives one estimate of the variance by (14) and one by (15). "
        "Change N and draw again."
    ),
    notice=(
        "The estimates by (14) are too small on average, by the factor (N − 1)/N; for N = 2 that "
        "is one half. Those by (15) are right on average, but vary more."
    ),
    controls={
        "n": Slider("N, examples in a sample", 2, 30, 1, 4),
        "repeats": Slider("number of samples", 50, 1000, 50, 500),
        "sigma": Slider("true standard deviation", 0.5, 3, 0.25, 1),
        "seed": Slider("draw again: number of the draw", 1, 20, 1, 1),
    },
    draw=draw,
    adopt=adopt,
    extra={"population": [], "source": "a normal distribution"},
)
