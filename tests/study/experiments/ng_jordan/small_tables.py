"""Small tables for the tests of the study."""

from collections.abc import Sequence
from random import Random

from textbook_ml.data.table import Cell, Dataset, Kind
from textbook_ml.study.experiments.ng_jordan.coded_table import CodedTable
from textbook_ml.study.experiments.ng_jordan.methods import TrainingSample

NUMBER: Kind = "continuous"
NAME: Kind = "discrete"


def table(rows: Sequence[tuple[Cell, ...]], labels: str, kinds: tuple[Kind, ...]) -> Dataset:
    """A table with classes of one letter."""
    names = tuple(f"x{j}" for j in range(len(kinds)))
    return Dataset(tuple(rows), tuple(labels), names, kinds, "class")


def clouds(n: int, width: int, seed: int = 0, apart: float = 0.25) -> Dataset:
    """Two overlapping classes of random numbers, n rows of T and n of F."""
    rng = Random(seed)
    rows = [tuple(apart * (i < n) + rng.random() for _ in range(width)) for i in range(2 * n)]
    return table(rows, "T" * n + "F" * n, (NUMBER,) * width)


def letters(n: int, width: int, seed: int = 0) -> Dataset:
    """Rows of letters; class T has more a's and class F more c's."""
    rng = Random(seed)
    rows = [
        tuple("abc"[int(3 * rng.random() ** (2 if i < n else 0.5))] for _ in range(width))
        for i in range(2 * n)
    ]
    return table(rows, "T" * n + "F" * n, (NAME,) * width)


def coded_table(dataset: Dataset) -> CodedTable:
    """The coded table, with T as the positive class."""
    return CodedTable.of(dataset, "table", "T")


def training_sample(
    of: CodedTable, places: list[int], floor: float = 1e-6, seed: int = 0
) -> TrainingSample:
    """Return a training sample with the rows at `places`."""
    return TrainingSample(of, places, floor, Random(seed))
