"""Conditional independence: mosaics of two yes-or-no variables, given a third and without it."""

from collections.abc import Mapping
from fractions import Fraction

from textbook_ml.core.errors import require
from textbook_ml.data.table import Dataset
from textbook_ml.equations.independence import conditional, is_conditionally_independent
from textbook_ml.plots import Band, Figure, Mark, Panels
from textbook_ml.reading.book.pictures._picture import (
    Columns,
    Handle,
    Picture,
    Scene,
    Slider,
    State,
    Surface,
    two_classes,
)

THUNDER, RAIN, LIGHTNING = 0, 1, 2
Joint = Mapping[tuple[object, ...], Fraction]


def joint_of(state: State) -> dict[tuple[object, ...], Fraction]:
    """Return the joint distribution of the three variables, as exact fractions of 1000."""
    part = {key: Fraction(round(1000 * state[key]), 1000) for key in CONTROLS}
    joint: dict[tuple[object, ...], Fraction] = {}
    for z in (True, False):
        p_z = part["z"] if z else 1 - part["z"]
        for y in (True, False):
            p_y = part[f"y{z:d}"] if y else 1 - part[f"y{z:d}"]
            p_x = part[f"x{y:d}{z:d}"]
            joint[True, y, z] = p_z * p_y * p_x
            joint[False, y, z] = p_z * p_y * (1 - p_x)
    return joint


def mosaic(
    joint: Joint, title: str, names: list[str], given: Mapping[int, bool], at: str
) -> Figure:
    """Draw a column for rain and one for no rain, each cut at the probability of thunder."""
    x, y = names[:2]
    p_y = float(conditional(joint, [RAIN], given)[(True,)])
    marks: list[Mark] = []
    for value, (left, right) in ((True, (0.0, p_y)), (False, (p_y, 1.0))):
        if left < right:
            p = float(conditional(joint, [THUNDER], {**given, RAIN: value})[(True,)])
            marks += [
                Band([left, right], [0.0, 0.0], [p, p], label=x),
                Band([left, right], [p, p], [1.0, 1.0], label=f"not {x}"),
            ]
    return Figure(
        title, f"{x} by {y}.", f"{y} (left), not {y} (right)", f"P({x})", [*marks, Surface(at)],
        x_range=(0.0, 1.0), y_range=(0.0, 1.0),
    )  # fmt: skip


def draw(state: State) -> Scene:
    """Draw the mosaics given the condition, without it, and for all together."""
    joint, names = joint_of(state), state["names"]
    x, y, z = names
    given = is_conditionally_independent(joint, [THUNDER], [RAIN], [LIGHTNING])
    alone = is_conditionally_independent(joint, [THUNDER], [RAIN], [])
    verdicts = ["independent" if holds else "not independent" for holds in (given, alone)]
    panels = Panels(
        title=f"{x} and {y}"[0].upper() + f"{x} and {y}"[1:],
        description=f"Given {z}, {x} and {y} are {verdicts[0]}; in all cases together they are "
        f"{verdicts[1]}.",
        figures=[
            mosaic(joint, f"given {z}", names, {LIGHTNING: True}, "given"),
            mosaic(joint, f"given no {z}", names, {LIGHTNING: False}, "without"),
            mosaic(joint, "all together", names, {}, "all"),
        ],
        columns=3,
    )
    handles = []
    for surface, at in (("given", 1), ("without", 0)):
        cut = state[f"y{at}"]
        handles += [
            Handle(f"P({x} | {y}, {surface} {z})", cut / 2, f"x1{at}", surface),
            Handle(f"P({x} | not {y}, {surface} {z})", (1 + cut) / 2, f"x0{at}", surface),
            Handle(f"P({y} | {surface} {z})", f"y{at}", 0.5, surface),
        ]
    return Scene(panels, handles)


def adopt(table: Dataset, columns: Columns) -> State:
    """Return the relative frequencies of a table: two columns of words and the class."""
    x, y = columns.discrete(table, 2)
    classes = two_classes(table)
    values = [max(set(table.column(n)), key=table.column(n).count) for n in (x, y)]
    rows = [
        (a == values[0], b == values[1], label == classes[0])
        for a, b, label in zip(table.column(x), table.column(y), table.labels)
        if label in classes and a is not None and b is not None
    ]

    def frequency(at: int, **given: bool) -> float:
        places = {"y": 1, "z": 2}
        kept = [row for row in rows if all(row[places[k]] == v for k, v in given.items())]
        require(len(kept) > 0, f"no row of the table has {given}: a column of the picture is empty")
        return sum(row[at] for row in kept) / len(kept)

    return {
        "names": [f"{x} = {values[0]}", f"{y} = {values[1]}", f"{table.label_name} = {classes[0]}"],
        "z": frequency(2),
        **{f"y{z:d}": frequency(1, z=z) for z in (True, False)},
        **{f"x{y:d}{z:d}": frequency(0, y=y, z=z) for y in (True, False) for z in (True, False)},
    }


CONTROLS = {
    "z": Slider("probability of the condition (lightning)", 0.01, 0.99, 0.01, 0.1),
    "y1": Slider("rain, given lightning", 0.01, 0.99, 0.01, 0.8),
    "y0": Slider("rain, given no lightning", 0.01, 0.99, 0.01, 0.2),
    "x11": Slider("thunder, given lightning and rain", 0, 1, 0.01, 0.9),
    "x01": Slider("thunder, given lightning and no rain", 0, 1, 0.01, 0.9),
    "x10": Slider("thunder, given no lightning but rain", 0, 1, 0.01, 0.05),
    "x00": Slider("thunder, given neither", 0, 1, 0.01, 0.05),
}
PICTURE = Picture(
    page="independence",
    title="When do the two cuts have the same height?",
    about=(
        "Each square is divided into rainy (left) and dry days (right); each part is cut at the "
        "probability of thunder. Drag the cuts."
    ),
    notice=(
        "Independence means that the two cuts have the same height. They have the same height "
        "given lightning and given no lightning, but not for all days together."
    ),
    controls=CONTROLS,
    draw=draw,
    adopt=adopt,
    extra={"names": ["thunder", "rain", "lightning"]},
)
