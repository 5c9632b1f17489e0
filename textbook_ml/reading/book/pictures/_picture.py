"""A picture that readers can change: a function from a state to a drawing, and its controls.

    state      the values of all controls, and the examples if the picture has some
    control    a slider, a switch or a choice; it sets one value of the state
    handle     a part of the drawing that can be dragged; it sets one or two sliders, or an example
    surface    an area of the drawing with two axes, in which handles move
    view       the ranges of x and y in which examples are drawn
    ranges     other ranges of some sliders, for a table of the reader

Each module of this package defines `PICTURE`; the book finds it without registration.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite
from typing import Any, Protocol

from textbook_ml.core.errors import TextbookError, require
from textbook_ml.data.table import Dataset
from textbook_ml.plots.frame import Frame
from textbook_ml.plots.scales import Log, Scale, Span
from textbook_ml.plots.style import Style
from textbook_ml.plots.svg import Markup, element

State = Mapping[str, Any]
Example = tuple[float, float, int]  # x, y and the index of the class
MOST_EXAMPLES = 300  # maximum number of examples; with more, dragging is too slow


@dataclass(frozen=True, slots=True)
class Slider:
    """A slider: its label, range, step and initial value."""

    label: str
    low: float
    high: float
    step: float
    start: float

    def checked(self, key: str, value: Any) -> float:
        """Return the value as a float; raise TextbookError if it is outside the range."""
        number = isinstance(value, int | float) and not isinstance(value, bool)
        message = f"{key} must be between {self.low:g} and {self.high:g}, got {value}"
        require(number and self.low <= value <= self.high, message)
        return float(value)


@dataclass(frozen=True, slots=True)
class Toggle:
    """A switch: on or off."""

    label: str
    start: bool

    def checked(self, key: str, value: Any) -> bool:
        """Return the value; raise TextbookError if it is not True or False."""
        require(isinstance(value, bool), f"{key} must be true or false, got {value}")
        return bool(value)


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice of one of several options: their names in the state, and their labels."""

    label: str
    options: Mapping[str, str]
    start: str

    def checked(self, key: str, value: Any) -> str:
        """Return the value; raise TextbookError if it is not one of the options."""
        known = ", ".join(self.options)
        require(value in self.options, f"{key} must be one of {known}, got {value}")
        return str(value)


Control = Slider | Toggle | Choice


@dataclass(frozen=True, slots=True)
class Examples:
    """Examples that readers can add, move, delete and give another class.

    If `flat` is true an example has only one feature: its y is the class.
    """

    classes: tuple[str, ...]
    start: tuple[Example, ...]
    x_range: Span
    y_range: Span
    x_name: str = "x₁"
    y_name: str = "x₂"
    flat: bool = False


@dataclass(frozen=True, slots=True)
class Handle:
    """A part of the drawing that can be dragged: `x` and `y` are positions or names of sliders."""

    label: str
    x: str | float
    y: str | float
    surface: str = "main"
    example: int | None = None


class Drawing(Protocol):
    """What a picture draws: figures, panels, or any other SVG."""

    @property
    def description(self) -> str:
        """The text for readers who cannot see the drawing."""

    def svg(self, width: float) -> str:
        """Return the drawing as an SVG document of at most this width."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A drawing and its handles."""

    drawing: Drawing
    handles: Sequence[Handle] = ()


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture with its page, texts and controls.

    `notice` states what to look for. `adopt` turns a table of the reader into a part of the state,
    or raises TextbookError if the table does not fit; a picture without it cannot use a table.
    """

    page: str
    title: str
    about: str
    notice: str
    controls: Mapping[str, Control]
    draw: Callable[[State], Scene]
    examples: Examples | None = None
    adopt: Callable[[Dataset, "Columns"], State] | None = None
    extra: State = field(default_factory=dict)  # other values of the state, such as a population

    def start(self) -> dict[str, Any]:
        """Return the first state."""
        state = {key: control.start for key, control in self.controls.items()} | dict(self.extra)
        if self.examples is not None:
            state |= {
                "examples": [list(example) for example in self.examples.start],
                "view": [*self.examples.x_range, *self.examples.y_range],
                "names": [self.examples.x_name, self.examples.y_name],
                "classes": list(self.examples.classes),
            }
        return state

    def checked(self, state: State) -> dict[str, Any]:
        """Return a valid state; raise TextbookError if a value is not valid."""
        found = {**self.start(), **state}
        for key, control in self.controls.items():
            if key in found.get("ranges", {}) and isinstance(control, Slider):
                low, high, step = found["ranges"][key]
                control = Slider(control.label, low, high, step, control.start)
            found[key] = control.checked(key, found[key])
        if self.examples is not None:
            classes = len(found["classes"])
            found["examples"] = [_checked_example(one, classes) for one in found["examples"]]
            n = len(found["examples"])
            require(n <= MOST_EXAMPLES, f"at most {MOST_EXAMPLES} examples are drawn, got {n}")
        return found


def _checked_example(one: Sequence[Any], classes: int) -> Example:
    x, y, label = one
    require(isfinite(x) and isfinite(y), f"an example must have finite features, got {x}, {y}")
    require(label in range(classes), f"the class of an example must be below {classes}: {label}")
    return float(x), float(y), int(label)


@dataclass(frozen=True, slots=True)
class Columns:
    """The names of the two columns that a reader has chosen; "" is the first suitable column."""

    x: str = ""
    y: str = ""

    def continuous(self, table: Dataset, n: int) -> list[str]:
        """Return the names of n continuous columns, the chosen ones first."""
        return self._columns_of_kind(table, n, ("continuous", "count"), "numbers")

    def discrete(self, table: Dataset, n: int) -> list[str]:
        """Return the names of n discrete columns, the chosen ones first."""
        return self._columns_of_kind(table, n, ("discrete",), "words")

    def _columns_of_kind(
        self, table: Dataset, n: int, kinds: Sequence[str], what: str
    ) -> list[str]:
        fitting = [name for name, kind, _ in table.columns() if kind in kinds]
        chosen = [name for name in (self.x, self.y) if name in fitting]
        names = list(dict.fromkeys([*chosen, *fitting]))[:n]
        columns = "1 column" if n == 1 else f"{n} columns"
        message = f"this picture needs {columns} of {what}, and the table has {len(fitting)}"
        require(len(names) == n, message)
        return names


def two_classes(table: Dataset) -> tuple[str, str]:
    """Return the two most frequent classes of a table."""
    sizes = {label: table.labels.count(label) for label in table.classes}
    message = f"this picture needs at least 2 classes in {table.label_name}, got {len(sizes)}"
    require(len(sizes) > 1, message)
    kept = sorted(sizes, key=lambda label: -sizes[label])[:2]
    first, second = (label for label in table.classes if label in kept)
    return first, second


def evenly_spaced(items: Sequence[Any], at_most: int) -> list[Any]:
    """Return evenly spaced items, at most `at_most`.

    >>> evenly_spaced([0, 1, 2, 3, 4, 5], 3)
    [0, 2, 4]
    """
    n = len(items)
    return [items[i * n // at_most] for i in range(at_most)] if n > at_most else list(items)


def adopt_examples(table: Dataset, columns: Columns, most_classes: int = 2) -> State:
    """Return the examples of a table: two columns of numbers, and the most frequent classes."""
    x, y = columns.continuous(table, 2)
    classes = two_classes(table) if most_classes == 2 else table.classes
    found = [
        [a, b, classes.index(label)]
        for a, b, label in zip(table.column(x), table.column(y), table.labels)
        if label in classes and isinstance(a, int | float) and isinstance(b, int | float)
    ]
    require(len(found) > 0, f"no row of the table has both {x} and {y}")
    kept = evenly_spaced(found, MOST_EXAMPLES)
    return {
        "examples": kept,
        "view": [*padded_range([a for a, _, _ in kept]), *padded_range([b for _, b, _ in kept])],
        "names": [x, y],
        "classes": list(classes),
    }


def padded_range(values: Sequence[float]) -> Span:
    """Return a range that shows all values, with space around them.

    >>> padded_range([0.0, 10.0])
    (-2.0, 12.0)
    """
    low, high = min(values), max(values)
    room = 0.2 * (high - low) or 1.0
    return low - room, high + room


def ranges_of_examples(state: State) -> tuple[Span, Span]:
    """Return the ranges of x and y in which the examples are drawn."""
    x0, x1, y0, y1 = state["view"]
    return (x0, x1), (y0, y1)


def example_handles(state: State, flat: bool = False) -> list[Handle]:
    """Return a handle for each example."""
    classes = state["classes"]
    return [
        Handle(
            f"Example {i + 1}, class {classes[k]}, at {x:.3g}" + ("" if flat else f", {y:.3g}"),
            x, float(k) if flat else y, example=i,
        )
        for i, (x, y, k) in enumerate(state["examples"])
    ]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Surface:
    """An invisible mark that fills the frame of a figure, so that handles can be placed in it."""

    name: str = "main"
    label: str = ""

    def axis_ranges(self, x: Scale, y: Scale) -> tuple[Span | None, Span | None]:
        """Return no values, because the mark fits any range of the axes."""
        return None, None

    def draw(self, frame: Frame, style: Style) -> Markup:
        """Draw a rectangle without colour that carries the ranges of both axes."""
        x, y = frame.x, frame.y
        return surface(
            self.name, (x.low, x.high), (y.low, y.high),
            (x.start, y.end, x.end - x.start, y.start - y.end),
            (isinstance(x.scale, Log), isinstance(y.scale, Log)),
        )  # fmt: skip

    def legend_sample(self, style: Style, scope: str) -> Markup:
        """Draw nothing: the mark has no label, so it is not in the legend."""
        return Markup("")


def surface(
    name: str,
    x: Span,
    y: Span,
    box: tuple[float, float, float, float],
    logarithmic: tuple[bool, bool] = (False, False),
) -> Markup:
    """Return an invisible rectangle: left, top, width and height in SVG, and its ranges."""
    left, top, width, height = box
    ranges = " ".join(repr(float(end)) for end in (*x, *y, *logarithmic))
    return element(
        "rect", x=left, y=top, width=width, height=height, fill="none", data_surface=name,
        data_ranges=ranges,
    )  # fmt: skip


def score_in_words(w0: float, w: Sequence[float], names: Sequence[str]) -> str:
    """Return a linear score as a formula on one line.

    >>> score_in_words(-2.0, [2.0, -0.5], ["x₁", "x₂"])
    '−2.00 + 2.00 x₁ − 0.50 x₂'
    """
    text = f"{w0:.2f}" + "".join(f" {a:+.2f} {name}" for a, name in zip(w, names))
    return text.replace(" +", " + ").replace(" -", " − ").replace("-", "−")


def nothing_to_draw(error: TextbookError) -> str:
    """Return the sentence that a picture shows instead of a result.

    >>> nothing_to_draw(TextbookError("the variance is 0"))
    'No result: the variance is 0.'
    """
    return f"No result: {str(error).rstrip('.')}."
