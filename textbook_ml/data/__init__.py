"""Tables of examples: their type, reading them from CSV files, and preparing them.

table      Dataset: rows, labels, the names and the kinds of the features
source     the text of a file, in blocks
pieces     the text of a CSV file in pieces of whole rows
csv_file   read_csv: a table from a file
prepare    standardise, one_hot, discretise, split
"""

from textbook_ml.data.csv_file import read_csv
from textbook_ml.data.prepare import (
    Scaler,
    discretise,
    one_hot,
    quantile_edges,
    split,
    standardise,
)
from textbook_ml.data.table import Cell, Dataset, Kind

__all__ = [
    "Cell",
    "Dataset",
    "Kind",
    "Scaler",
    "discretise",
    "one_hot",
    "quantile_edges",
    "read_csv",
    "split",
    "standardise",
]
