"""Helpers to read findings: a number by its path, and the series of a figure."""

from collections.abc import Mapping
from fractions import Fraction
from xml.etree import ElementTree

import pytest

from textbook_ml.plots import Figure, Panels
from textbook_ml.study.experiments._experiment import Finding


def seeds(*numbers: int) -> pytest.MarkDecorator:
    """Run a test with the first seed; the slow tests run it with the others."""
    others = [pytest.param(number, marks=pytest.mark.slow) for number in numbers[1:]]
    return pytest.mark.parametrize("seed", [numbers[0], *others])


def table(finding: Finding, *path: object) -> Mapping[object, object]:
    """The mapping at a path of names."""
    found: object = finding.numbers
    for name in path:
        assert isinstance(found, Mapping)
        found = found[name]
    assert isinstance(found, Mapping)
    return found


def number(finding: Finding, *path: object) -> float:
    """The number at a path of names."""
    *way, last = path
    found = table(finding, *way)[last]
    assert isinstance(found, (int, float, Fraction))
    return float(found)


def series(finding: Finding) -> set[str]:
    """The labels of all marks; the drawing must be well formed and show each of them."""
    figure = finding.figure
    figures = figure.figures if isinstance(figure, Panels) else [figure]
    labels = {mark.label for one in figures for mark in one.marks} - {""}
    root = ElementTree.fromstring(figure.svg())
    shown = {"".join(text.itertext()) for text in root.iter("{http://www.w3.org/2000/svg}text")}
    assert labels <= shown
    return labels


def only(finding: Finding) -> Figure:
    """The one figure of an experiment without panels."""
    assert isinstance(finding.figure, Figure)
    return finding.figure
