"""Styles: every series is told apart by colour, and without colour too, on both papers."""

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
    """How bright a colour is, by the formula of the web's accessibility guidelines."""
    shares = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    dark, bright = sorted((luminance(one), luminance(other)))
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("looks", [LIGHT, DARK, DASHES, FINE_DASHES, MARKERS, HATCHES])
def test_no_two_slots_share_a_look(looks: tuple[str, ...]) -> None:
    """As many colours as dashes, markers and hatchings, and no two alike."""
    assert len(looks) == len(set(looks)) == SLOTS


@pytest.mark.parametrize(("colours", "paper"), [(LIGHT, "#ffffff"), (DARK, "#12161b")])
def test_every_colour_stands_out_from_its_paper(colours: tuple[str, ...], paper: str) -> None:
    """Three to one, which the guidelines ask of graphics."""
    assert f".p .paper {{ color: {paper} }}" in style_sheet("p")
    assert min(contrast(colour, paper) for colour in colours) >= 3.0


@pytest.mark.parametrize(("role", "least"), [("ink", 7.0), ("soft", 4.5)])
def test_words_can_be_read_on_both_papers(role: str, least: float) -> None:
    """Seven to one for titles, four and a half for the numbers of axes."""
    colours = style_sheet("p").split(f".p .{role} {{ color: ")[1:]
    for colour, paper in zip(colours, ("#ffffff", "#12161b"), strict=True):
        assert contrast(colour[:7], paper) >= least


def dimmed(colour: str) -> tuple[float, float]:
    """What is left of a colour without telling red from green: its blue, and the rest."""
    red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return 0.63 * red + 0.37 * green, float(blue)


@pytest.mark.parametrize("colours", [LIGHT, DARK])
def test_the_first_four_colours_differ_without_telling_red_from_green(
    colours: tuple[str, ...],
) -> None:
    """Colour blindness leaves them apart; most charts have no more than four series."""
    for one, other in combinations(colours[:4], 2):
        (a, b), (c, d) = dimmed(one), dimmed(other)
        assert abs(a - c) + abs(b - d) > 40


def test_series_and_ink_have_names_of_their_own() -> None:
    """The class says which colour the style sheet gives."""
    assert Style(3).name == "s3"
    assert Style(3, "ink").name == "ink"
    assert Style(3).colour == LIGHT[3]
