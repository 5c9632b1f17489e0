"""Small SVG charts, drawn with the standard library only.

A figure consists of marks: lines, bands, points, bars, histograms, contours. It is plain data, so
you can compare two figures. `svg()` draws it, and a notebook displays it. Marks with the same label
are one series: they share a colour, dashes, a marker and an entry of the legend.

    >>> figure = Figure(
    ...     title="Accuracy grows with the number of examples",
    ...     description="Two rising lines; naive Bayes is ahead at first.",
    ...     x_label="examples",
    ...     y_label="accuracy on new rows",
    ...     marks=[
    ...         Line([10, 100, 1000], [0.7, 0.8, 0.82], label="naive Bayes"),
    ...         Line([10, 100, 1000], [0.6, 0.79, 0.85], label="logistic regression"),
    ...         Rule(y=0.9, label="the best possible"),
    ...     ],
    ...     x_scale=Log(),
    ... )
    >>> figure.svg().startswith('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 ')
    True
"""

from textbook_ml.plots.bars import Bars
from textbook_ml.plots.contours import Boundary, Contours, Region
from textbook_ml.plots.figure import Figure
from textbook_ml.plots.frame import Mark
from textbook_ml.plots.histograms import Histogram, even_edges
from textbook_ml.plots.level_lines import Grid
from textbook_ml.plots.lines import Band, Line, Rule
from textbook_ml.plots.panels import Panels
from textbook_ml.plots.points import Path, Points
from textbook_ml.plots.scales import Linear, Log

__all__ = [
    "Band",
    "Bars",
    "Boundary",
    "Contours",
    "Figure",
    "Grid",
    "Histogram",
    "Line",
    "Linear",
    "Log",
    "Mark",
    "Panels",
    "Path",
    "Points",
    "Region",
    "Rule",
    "even_edges",
]
