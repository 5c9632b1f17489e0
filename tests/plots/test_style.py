"""Styles: series differ with and without colour, on light and dark backgrounds."""

from itertools import combinations

import pytest

from textbook_ml.plots.style import (
    DARK,
    DASHES,
    FINE_DASHES,
    HATCHES,
    LIGHT,
    MARKERS,
    SLOTS,
    Style,
    style_sheet,
)


def luminance(colour: str) -> float:
    """Return the luminance of a colour by the formula of the web accessibility guidelines."""
    shares = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    dark, bright = sorted((luminance(one), luminance(other)))
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("looks", [LIGHT, DARK, DASHES, FINE_DASHES, MARKERS, HATCHES])
def test_no_two_series_share_a_style(looks: tuple[str, ...]) -> None:
    """There are as many colours as dashes, markers and hatchings, and all differ."""
    assert len(looks) == len(set(looks)) == SLOTS


@pytest.mark.parametrize(("colours", "paper"), [(LIGHT, "#ffffff"), (DARK, "#12161b")])
def test_every_colour_has_enough_contrast(colours: tuple[str, ...], paper: str) -> None:
    """The guidelines require three to one for graphics."""
    assert f".p .paper {{ color: {paper} }}" in style_sheet("p")
    assert min(contrast(colour, paper) for colour in colours) >= 3.0


@pytest.mark.parametrize(("role", "least"), [("ink", 7.0), ("soft", 4.5)])
def test_text_has_enough_contrast(role: str, least: float) -> None:
    """The contrast is seven to one for titles, and 4.5 to one for the numbers of axes."""
    colours = style_sheet("p").split(f".p .{role} {{ color: ")[1:]
    for colour, paper in zip(colours, ("#ffffff", "#12161b"), strict=True):
        assert contrast(colour[:7], paper) >= least


def dimmed(colour: str) -> tuple[float, float]:
    """Return a colour as red-green colour-blind readers see it: blue, and the rest."""
    red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return 0.63 * red + 0.37 * green, float(blue)


@pytest.mark.parametrize("colours", [LIGHT, DARK])
def test_the_first_four_colours_differ_for_colour_blind_readers(
    colours: tuple[str, ...],
) -> None:
    """Most charts have at most four series."""
    for one, other in combinations(colours[:4], 2):
        (a, b), (c, d) = dimmed(one), dimmed(other)
        assert abs(a - c) + abs(b - d) > 40


def test_series_and_roles_have_different_css_classes() -> None:
    """The class determines the colour in the style sheet."""
    assert Style(3).name == "s3"
    assert Style(3, "ink").name == "ink"
    assert Style(3).colour == LIGHT[3]
