"""The table of `experiment ng-jordan`: choose classes, columns and rows of a CSV file."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import cast

from textbook_ml.commands.loading import find_sheet, issue_notes, table_of
from textbook_ml.core.errors import (
    TextbookError,
    did_you_mean,
    plural,
    quoted,
    quoted_list,
    require,
)
from textbook_ml.data.csv_file import Sheet
from textbook_ml.data.table import Dataset, Kind
from textbook_ml.study.experiments.ng_jordan.coded_table import CodedTable

CODES = 12  # a column with at most 12 different whole numbers may contain codes
NAMES = 50  # a column with more values than this, and than half of the rows, is an identifier


@dataclass(frozen=True, slots=True)
class TableOptions:
    """The options of the command that concern the table."""

    label: str | None = None
    kinds: Sequence[str] = ()
    only: str | None = None
    positive: str | None = None
    classes: str | None = None
    missing: str = "drop"


def two_class_table(data: str, options: TableOptions) -> tuple[CodedTable, list[str]]:
    """Return the table of two classes in DATA, and notes on it for the reader."""
    require(
        options.positive is None or options.classes is None,
        "--positive and --classes cannot be used together. Fix: omit one of them",
    )
    sheet = find_sheet(data)
    issue_notes(sheet.notes, {})
    table = table_of(sheet, options.label, options.kinds, {"quiet": True})
    declared = {word.rpartition("=")[0] for word in options.kinds}
    for name in table.features:
        require_one_kind(sheet, table, name, declared)
    try:
        return of_two_classes(sheet, table, options, declared)
    except TextbookError as error:
        message = str(error)
        raise TextbookError(
            message if message.startswith(sheet.name) else f"{sheet.name}: {message}"
        ) from None


def of_two_classes(
    sheet: Sheet, table: Dataset, options: TableOptions, declared: Collection[str]
) -> tuple[CodedTable, list[str]]:
    """Return the chosen rows and columns as numbers, and notes on those left out."""
    require(
        "text" not in table.kinds,
        "the features must be discrete or continuous, got text. Fix: use `experiment sms`",
    )
    notes = []
    if options.only is not None:
        table = of_kind(table, cast(Kind, options.only))
    places = list(range(len(table)))
    if options.classes is not None:
        places = rows_of(table, options.classes)
    elif options.positive is not None:
        table = against_the_rest(table, options.positive)
    require_two(table.take(places))
    whole = [i for i in places if None not in table.rows[i]]
    if options.missing == "drop" and len(whole) < len(places):
        notes.append(f"{plural(len(places) - len(whole), 'row')} with missing values left out")
        require_both(table, places, whole)
        places = whole
    elif options.missing == "model":
        require_numbers(sheet, table, places)
    chosen = table.take(places)
    require_features(chosen)
    notes += note_on_codes(chosen, declared)
    return CodedTable.of(chosen, sheet.name, options.positive), notes


def rows_of(table: Dataset, classes: str) -> list[int]:
    """Return the positions of the rows of two classes, given as A,B."""
    pair = [name.strip() for name in classes.split(",")]
    require(
        len(pair) == 2 and pair[0] != pair[1],
        f"--classes must be two different classes, A,B, got {quoted(classes)}",
    )
    for name in pair:
        require_class(table, name)
    return [i for i, y in enumerate(table.labels) if y in pair]


def against_the_rest(table: Dataset, positive: str) -> Dataset:
    """Return the table with all classes other than `positive` merged into one.

    >>> table = Dataset((("u",), ("v",), ("u",)), tuple("abc"), ("x",), ("discrete",), "y")
    >>> against_the_rest(table, "b").labels
    ('not b', 'b', 'not b')
    """
    require_class(table, positive)
    if len(table.classes) == 2:
        return table
    labels = tuple([y if y == positive else f"not {positive}" for y in table.labels])
    return replace(table, labels=labels)


def of_kind(table: Dataset, kind: Kind) -> Dataset:
    """Return the table with the columns of one kind only, as in the paper for mixed tables."""
    columns = [column for column in table.columns() if column[1] == kind]
    require(len(columns) > 0, f"--only {kind}: the table has no {kind} feature. Fix: omit --only")
    return table.with_columns(columns)


def require_class(table: Dataset, name: str) -> None:
    """Raise TextbookError if no row has this class."""
    if name not in table.classes:
        suggestion = did_you_mean(name, table.classes, f"Classes: {quoted_list(table.classes)}")
        raise TextbookError(f"{quoted(table.label_name)} has no class {quoted(name)}. {suggestion}")


def require_two(table: Dataset) -> None:
    """Raise TextbookError unless the table has exactly two classes."""
    counts = Counter(table.labels)
    require(
        len(counts) > 1,
        f"{table.label_name!r} must have two classes, got only {table.labels[0]!r}. Fix: add rows "
        "of another class",
    )
    (first, _), (second, _), *_ = counts.most_common()
    sizes = ", ".join(f"{y} {n}" for y, n in counts.items())
    require(
        len(counts) == 2,
        f"{table.label_name!r} must have exactly two classes, got {len(counts)} ({sizes}). Fix: "
        f"keep two of them with --classes {first},{second}, or compare one with all others with "
        f"--positive {first}",
    )


def require_both(table: Dataset, before: Sequence[int], after: Sequence[int]) -> None:
    """Raise TextbookError if no row of a class is left."""
    left = {table.labels[i] for i in after}
    for name in dict.fromkeys(table.labels[i] for i in before):
        require(
            name in left,
            f"every row of class {name!r} has a missing value, so that none is left. Fix: use "
            "--missing model, or remove the columns with missing values",
        )


def require_numbers(sheet: Sheet, table: Dataset, places: Sequence[int]) -> None:
    """Raise TextbookError for a missing value in a continuous column."""
    for name, kind, cells in table.columns():
        for i in places if kind == "continuous" else ():
            require(
                cells[i] is not None,
                f"{sheet.place(i)}, column {name!r}: a continuous value is missing, but --missing "
                "model applies to discrete columns. Fix: use --missing drop, or fill in the value",
            )


def require_one_kind(sheet: Sheet, table: Dataset, name: str, declared: Collection[str]) -> None:
    """Raise TextbookError for a word among numbers, unless the column is declared discrete."""
    if name in declared or "*" in declared or table.kinds[table.features.index(name)] != "discrete":
        return
    rules = sheet.rules
    cells = [(i, cell) for i, cell in enumerate(sheet.column(name)) if not rules.is_missing(cell)]
    words = [(i, cell) for i, cell in cells if rules.number(cell) is None]
    if 2 * len(words) < len(cells):
        i, cell = words[0]
        raise TextbookError(
            f"{sheet.place(i)}, column {name!r}: expected a number, as in most rows, got {cell!r}. "
            f"Fix: write ? for a missing value, or declare the column: --kind {name}=discrete"
        )


def require_features(table: Dataset) -> None:
    """Raise TextbookError for a column of identifiers, such as names of the rows."""
    for name, kind, cells in table.columns():
        values = len({*cells})
        require(
            kind == "continuous" or values <= NAMES or 2 * values <= len(table),
            f"column {name!r} has {values} different values in {len(table)} rows, so it looks like "
            "an identifier. Fix: remove the column",
        )


def note_on_codes(table: Dataset, declared: Collection[str]) -> list[str]:
    """Return a note on continuous columns of few whole numbers, which may be codes."""
    few = [
        name
        for name, kind, cells in table.columns()
        if kind == "continuous" and name not in declared and "*" not in declared
        if len({*cells}) <= CODES and all(float(cast(float, x)).is_integer() for x in cells)
    ]
    mixed = "discrete" in table.kinds
    if not few or not (mixed or len(few) == len(table.features)):
        return []
    names = ", ".join(few[:3]) + f" and {len(few) - 3} more" * (len(few) > 3)
    every = "*" if len(few) == len(table.features) else few[0]
    note = f"{names}: few different whole numbers, read as continuous; if they are codes, use "
    return [f"{note}--kind '{every}=discrete'"]
