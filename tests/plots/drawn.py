"""Helpers to read an SVG: its texts, and its marks in data units."""

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from xml.etree import ElementTree

Point = tuple[float, float]

SVG = "{http://www.w3.org/2000/svg}"
NUMBER = r"-?[\d.]+"
SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")


def parsed(svg: str) -> ElementTree.Element:
    """Return the root of a document, which must be well formed and an SVG."""
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    return root


def of_class(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    """Return all elements of a class."""
    return [e for e in root.iter() if name in e.get("class", "").split()]


def paths(group: ElementTree.Element) -> list[ElementTree.Element]:
    """Return all paths in a group."""
    return list(group.iter(f"{SVG}path"))


def texts(root: ElementTree.Element) -> list[str]:
    """Return all texts of the drawing."""
    return ["".join(e.itertext()) for e in root.iter(f"{SVG}text")]


def corners(data: str) -> list[Point]:
    """Return the corners of path data that consists of absolute M and L commands."""
    pairs: list[tuple[str, str]] = re.findall(rf"[ML]({NUMBER}) ({NUMBER})", data)
    return [(float(x), float(y)) for x, y in pairs]


def value(label: str) -> Fraction:
    """Return the exact number that the label of an axis shows."""
    plain = label.replace("−", "-").replace(",", "")
    scientific = re.fullmatch("(-?)([0-9.]*)×?10([⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+)", plain)
    if scientific is None:
        return Fraction(plain)
    sign, mantissa, power = scientific.groups()
    return Fraction(f"{sign}{mantissa or 1}") * Fraction(10) ** int(power.translate(SUPERSCRIPTS))


def x_numbers(root: ElementTree.Element) -> list[tuple[float, float]]:
    """Return the SVG coordinate and the value of each number on the x axis."""
    return list(_numbers(root, anchor="middle", place="x"))


def y_numbers(root: ElementTree.Element) -> list[tuple[float, float]]:
    """Return the SVG coordinate (of the baseline) and the value of each number on the y axis."""
    return list(_numbers(root, anchor="end", place="y"))


def _numbers(root: ElementTree.Element, anchor: str, place: str) -> Iterator[tuple[float, float]]:
    for e in root.iter(f"{SVG}text"):
        written = "".join(e.itertext())
        of_axis = e.get("text-anchor") == anchor and e.get("font-size") == "12"
        if of_axis and written[-1] in "0123456789⁰¹²³⁴⁵⁶⁷⁸⁹":
            yield float(e.get(place, "")), float(value(written))


def reader(
    numbers: list[tuple[float, float]], through: Callable[[float], float]
) -> Callable[[float], float]:
    """Return a function from values to coordinates, from the first and last axis numbers."""
    (start, low), (end, high) = numbers[0], numbers[-1]

    def place(value: float) -> float:
        share = (through(value) - through(low)) / (through(high) - through(low))
        return start + share * (end - start)

    return place
