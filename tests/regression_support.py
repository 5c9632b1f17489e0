"""Tables for the regressions: some computed by a formula, some with published fits of R.

rows, labels, weights   the training data; a weight is the number of examples of a row
printed                 the published coefficients, the intercept first
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

Rows = list[list[float]]


def formula_rows(n: int, width: int) -> Rows:
    """Return sixteenths between −50/16 and 50/16, without a visible pattern."""
    return [
        [((i + 1) * (23 * j + 37) * (i + j + 1) % 101 - 50) / 16 for j in range(width)]
        for i in range(n)
    ]


def noise(i: int) -> float:
    """Return eighths between −44/8 and 44/8, equal for every table."""
    return (i * 61 % 89 - 44) / 8


ROWS = formula_rows(40, 3)
LABELS = [int(x[0] - x[1] + noise(i) > 0) for i, x in enumerate(ROWS)]
HALVES = [1 + i % 3 / 2 for i in range(40)]

MANY_ROWS = formula_rows(36, 2)
MANY_LABELS = [
    (x[0] + x[1] + noise(i) > -2) + (x[0] + x[1] + noise(i) > 2) for i, x in enumerate(MANY_ROWS)
]

FAR = 2.0**20  # added to a sixteenth, every bit of it is kept


def shifted(rows: Rows, by: float) -> Rows:
    """Return the same features at a large offset."""
    return [[x + by for x in row] for row in rows]


def rescaled(rows: Rows) -> Rows:
    """Return the first feature in a unit a million times smaller, the second in a larger one."""
    return [[row[0] * FAR, row[1] / FAR, *row[2:]] for row in rows]


@dataclass(frozen=True)
class Published:
    """A published fit: data and printed coefficients."""

    name: str
    rows: Sequence[Sequence[float]]
    labels: Sequence[Any]
    weights: Sequence[int]
    printed: tuple[str, ...]


def one_by_one(
    name: str, rows: Sequence[Sequence[float]], labels: Sequence[int], *printed: str
) -> Published:
    """Return a table with a row for each example."""
    return Published(name, rows, labels, [1] * len(rows), printed)


def grouped(
    name: str, rows: Sequence[Sequence[float]], yes: list[int], no: list[int], *printed: str
) -> Published:
    """Return a table with a row for each group and its numbers of positives and negatives."""
    labels = [1] * len(rows) + [0] * len(rows)
    return Published(name, [*rows, *rows], labels, yes + no, printed)


# The 23 launches before Challenger: degrees Fahrenheit, and whether an O-ring was damaged.
DEGREES = [
    53,
    57,
    58,
    63,
    66,
    67,
    67,
    67,
    68,
    69,
    70,
    70,
    70,
    70,
    72,
    73,
    75,
    75,
    76,
    76,
    78,
    79,
    81,
]
DAMAGED = [1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]

# R's mtcars: weight, horsepower, displacement; manual transmission; straight engine.
# fmt: off
WEIGHT = [
    2.620, 2.875, 2.320, 3.215, 3.440, 3.460, 3.570, 3.190, 3.150, 3.440, 3.440, 4.070, 3.730,
    3.780, 5.250, 5.424, 5.345, 2.200, 1.615, 1.835, 2.465, 3.520, 3.435, 3.840, 3.845, 1.935,
    2.140, 1.513, 3.170, 2.770, 3.570, 2.780,
]
POWER = [
    110, 110, 93, 110, 175, 105, 245, 62, 95, 123, 123, 180, 180, 180, 205, 215, 230, 66, 52, 65,
    97, 150, 150, 245, 175, 66, 91, 113, 264, 175, 335, 109,
]
DISPLACEMENT = [
    160.0, 160.0, 108.0, 258.0, 360.0, 225.0, 360.0, 146.7, 140.8, 167.6, 167.6, 275.8, 275.8,
    275.8, 472.0, 460.0, 440.0, 78.7, 75.7, 71.1, 120.1, 318.0, 304.0, 350.0, 400.0, 79.0, 120.3,
    95.1, 351.0, 145.0, 301.0, 121.0,
]
MANUAL = [1, 1, 1, *[0] * 14, 1, 1, 1, *[0] * 5, *[1] * 7]
STRAIGHT = [
    0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 1,
]

# MASS, menarche: ages of 3918 girls of Warsaw in 25 groups, and how many had reached menarche.
AGES = [
    9.21, 10.21, 10.58, 10.83, 11.08, 11.33, 11.58, 11.83, 12.08, 12.33, 12.58, 12.83, 13.08,
    13.33, 13.58, 13.83, 14.08, 14.33, 14.58, 14.83, 15.08, 15.33, 15.58, 15.83, 17.58,
]
GIRLS = [
    376, 200, 93, 120, 90, 88, 105, 111, 100, 93, 100, 108, 99, 106, 105, 117, 98, 97, 120, 102,
    122, 111, 94, 114, 1049,
]
REACHED = [
    0, 0, 0, 2, 2, 5, 10, 17, 16, 29, 39, 51, 47, 67, 81, 88, 79, 90, 113, 95, 117, 107, 92, 112,
    1049,
]
# fmt: on

# Beetles exposed to carbon disulphide for five hours (Bliss): log dose, number, number killed.
DOSES = [1.6907, 1.7242, 1.7552, 1.7842, 1.8113, 1.8369, 1.8610, 1.8839]
BEETLES = [59, 60, 62, 56, 63, 59, 62, 60]
KILLED = [6, 13, 18, 28, 52, 53, 61, 60]

# MASS, budworms: twenty moths of each sex at each of six doubled doses, and how many died.
MOTHS = [[male, dose] for male in (1, 0) for dose in range(6)]
DIED = [1, 4, 9, 13, 18, 20, 0, 2, 6, 10, 12, 16]

# R's UCBAdmissions: admitted and rejected, men then women, in departments A to F.
ADMITTED = [512, 353, 120, 138, 53, 22, 89, 17, 202, 131, 94, 24]
REJECTED = [313, 207, 205, 279, 138, 351, 19, 8, 391, 244, 299, 317]
APPLICANTS = [[woman, *(int(k == j) for j in range(1, 6))] for woman in (0, 1) for k in range(6)]


def remaining(whole: list[int], part: list[int]) -> list[int]:
    """Return the number of examples of each group that remain."""
    return [n - k for n, k in zip(whole, part)]


PUBLISHED = [
    one_by_one("Challenger", [[t] for t in DEGREES], DAMAGED, "15.0429", "-0.2322"),
    one_by_one("mtcars, am ~ wt", [[x] for x in WEIGHT], MANUAL, "12.040", "-4.024"),
    one_by_one(
        "mtcars, am ~ hp + wt",
        list(zip(POWER, WEIGHT)),
        MANUAL,
        "18.86630",
        "0.03626",
        "-8.08348",
    ),
    one_by_one(
        "mtcars, vs ~ wt + disp",
        list(zip(WEIGHT, DISPLACEMENT)),
        STRAIGHT,
        "1.60859",
        "1.62635",
        "-0.03443",
    ),
    grouped(
        "menarche", [[x] for x in AGES], REACHED, remaining(GIRLS, REACHED), "-21.22639", "1.63197"
    ),
    grouped(
        "beetles", [[x] for x in DOSES], KILLED, remaining(BEETLES, KILLED), "-60.717", "34.270"
    ),
    grouped(
        "budworms, sex + ldose",
        MOTHS,
        DIED,
        remaining([20] * 12, DIED),
        "-3.4732",
        "1.1007",
        "1.0642",
    ),
    grouped(
        "budworms, sex * ldose",
        [[male, dose, male * dose] for male, dose in MOTHS],
        DIED,
        remaining([20] * 12, DIED),
        "-2.9935",
        "0.1750",
        "0.9060",
        "0.3529",
    ),
    grouped(
        "UCBAdmissions",
        APPLICANTS,
        ADMITTED,
        REJECTED,
        "0.58205",
        "0.09987",
        "-0.04340",
        "-1.26260",
        "-1.29461",
        "-1.73931",
        "-3.30648",
    ),
]

# Agresti, Categorical Data Analysis: what 219 alligators had eaten, by lake and by length.
FOODS = ("invertebrates", "reptiles", "birds", "other", "fish")
LAKES = ("Hancock", "Oklawaha", "Trafford")  # George is the fourth
STOMACHS = {  # (lake, up to 2.3 metres): in the order of FOODS
    ("Hancock", 1): (4, 2, 2, 8, 23),
    ("Hancock", 0): (0, 1, 3, 5, 7),
    ("Oklawaha", 1): (11, 1, 0, 3, 5),
    ("Oklawaha", 0): (8, 6, 1, 0, 13),
    ("Trafford", 1): (11, 2, 1, 5, 5),
    ("Trafford", 0): (7, 6, 3, 5, 8),
    ("George", 1): (19, 1, 2, 3, 16),
    ("George", 0): (1, 0, 1, 3, 17),
}
ALLIGATORS = Published(
    "alligators",
    [[small, *(int(lake == one) for one in LAKES)] for lake, small in STOMACHS for _ in FOODS],
    [food for _ in STOMACHS for food in FOODS],
    [n for counts in STOMACHS.values() for n in counts],
    # against fish: intercept, small, Hancock, Oklawaha, Trafford
    ("-1.55 1.46 -1.66 0.94 1.12", "-3.31 -0.35 1.24 2.46 2.94")
    + ("-2.09 -0.63 0.70 -0.65 1.09", "-1.90 0.33 0.83 0.01 1.52"),
)
