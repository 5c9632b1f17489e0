"""Reading an SVG back: what is written in it, and where its marks stand in data units."""

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from xml.etree import ElementTree

Point = tuple[float, float]

SVG = "{http://www.w3.org/2000/svg}"
NUMBER = r"-?[\d.]+"
SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")


def parsed(svg: str) -> ElementTree.Element:
    """The root of a document, which must be well formed and an SVG."""
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    return root


def of_class(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    """All elements of a class."""
    return [e for e in root.iter() if name in e.get("class", "").split()]


def paths(group: ElementTree.Element) -> list[ElementTree.Element]:
    """All paths in a group."""
    return list(group.iter(f"{SVG}path"))


def texts(root: ElementTree.Element) -> list[str]:
    """All that is written on paper."""
    return ["".join(e.itertext()) for e in root.iter(f"{SVG}text")]


def corners(data: str) -> list[Point]:
    """The corners of path data made of absolute M and L."""
    pairs: list[tuple[str, str]] = re.findall(rf"[ML]({NUMBER}) ({NUMBER})", data)
    return [(float(x), float(y)) for x, y in pairs]


def value(label: str) -> Fraction:
    """The number that a label of an axis says, exactly."""
    plain = label.replace("−", "-").replace(",", "")
    scientific = re.fullmatch("(-?)([0-9.]*)×?10([⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+)", plain)
    if scientific is None:
        return Fraction(plain)
    sign, mantissa, power = scientific.groups()
    return Fraction(f"{sign}{mantissa or 1}") * Fraction(10) ** int(power.translate(SUPERSCRIPTS))


def x_numbers(root: ElementTree.Element) -> list[tuple[float, float]]:
    """Place on paper and value of each number along x."""
    return list(_numbers(root, anchor="middle", place="x"))


def y_numbers(root: ElementTree.Element) -> list[tuple[float, float]]:
    """Place on paper (of the baseline) and value of each number along y."""
    return list(_numbers(root, anchor="end", place="y"))


def _numbers(
    root: ElementTree.Element, anchor: str, place: str
) -> Iterator[tuple[float, float]]:
    for e in root.iter(f"{SVG}text"):
        written = "".join(e.itertext())
        of_axis = e.get("text-anchor") == anchor and e.get("font-size") == "12"
        if of_axis and written[-1] in "0123456789⁰¹²³⁴⁵⁶⁷⁸⁹":
            yield float(e.get(place, "")), float(value(written))


def reader(
    numbers: list[tuple[float, float]], through: Callable[[float], float]
) -> Callable[[float], float]:
    """Where a value must stand, by the first and last numbers that are written on an axis."""
    (start, low), (end, high) = numbers[0], numbers[-1]

    def place(value: float) -> float:
        share = (through(value) - through(low)) / (through(high) - through(low))
        return start + share * (end - start)

    return place
