"""Synthetic training data of the benchmarks, the same in every run."""

from random import Random


def gaussian_rows(n: int, width: int) -> tuple[list[list[float]], list[int]]:
    """Return rows of normally distributed numbers, in three classes."""
    rng = Random(1)
    labels = rng.choices(range(3), k=n)
    rows = [[rng.gauss(0.4 * y * (i % 3), 1.0 + 0.2 * y) for i in range(width)] for y in labels]
    return rows, labels


def dice(n: int, width: int) -> tuple[list[list[int]], list[int]]:
    """Return rows of five possible values, with different probabilities in three classes."""
    rng = Random(2)
    labels = rng.choices(range(3), k=n)
    loads = [[1, 1, 1, 1, 1], [2, 1, 1, 1, 1], [1, 1, 1, 1, 2]]
    return [rng.choices(range(5), loads[y], k=width) for y in labels], labels


def letters(n: int) -> tuple[list[str], list[int]]:
    """Return documents of about 100 words by Zipf's law, with another order in the second class."""
    rng = Random(3)
    size = 20_000
    words = [f"word{k}" for k in range(size)]
    shares = [1 / (k + 1) for k in range(size)]
    zipf = [shares, shares[7:] + shares[:7]]
    labels = rng.choices(range(2), k=n)
    return [" ".join(rng.choices(words, zipf[y], k=rng.randint(60, 140))) for y in labels], labels
