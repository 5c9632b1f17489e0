"""From a file to the table of `experiment ng-jordan`: which classes, which columns, which rows."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import cast

from textbook_ml.commands.inputs import sheet_called, table_of
from textbook_ml.data.csv_file import Sheet, is_missing, plain_number
from textbook_ml.data.table import Dataset, Kind
from textbook_ml.errors import TextbookError, require
from textbook_ml.experiments.ng_jordan.contest import Contest
from textbook_ml.layout import plural

CODES = 12  # different whole numbers in a column: no more than this, and they may be codes
NAMES = 50  # different names in a column: more than this and half of the rows, and it names rows


@dataclass(frozen=True, slots=True)
class Choice:
    """What was asked of the table, in the words of the options."""

    label: str | None = None
    kinds: Sequence[str] = ()
    only: str | None = None
    positive: str | None = None
    classes: str | None = None
    missing: str = "drop"


def prepared(data: str, choice: Choice) -> tuple[Contest, list[str]]:
    """The table of two classes in DATA, and what the reader should know of it."""
    require(
        choice.positive is None or choice.classes is None,
        "--positive and --classes came: give one of them",
    )
    sheet = sheet_called(data)
    if choice.label is not None and choice.label not in sheet.header:
        near = nearest(choice.label, sheet.header)
        raise TextbookError(f"{sheet.name}, row 1: there is no column {choice.label!r}: {near}")
    table = table_of(sheet, choice.label, choice.kinds)
    declared = {word.rpartition("=")[0] for word in choice.kinds}
    for name in table.features:
        require_one_kind(sheet, table, name, declared)
    try:
        return of_two_classes(sheet, table, choice, declared)
    except TextbookError as error:
        said = str(error)
        raise TextbookError(
            said if said.startswith(sheet.name) else f"{sheet.name}: {said}"
        ) from None


def of_two_classes(
    sheet: Sheet, table: Dataset, choice: Choice, declared: Collection[str]
) -> tuple[Contest, list[str]]:
    """The rows and columns that were chosen, coded in numbers, with notes on what was left out."""
    require("text" not in table.kinds, "these are texts: see `experiment sms`")
    notes = []
    if choice.only is not None:
        table = of_kind(table, cast(Kind, choice.only))
    places = list(range(len(table)))
    if choice.classes is not None:
        places = rows_of(table, choice.classes)
    elif choice.positive is not None:
        table = against_the_rest(table, choice.positive)
    require_two(table.take(places))
    whole = [i for i in places if None not in table.rows[i]]
    if choice.missing == "drop" and len(whole) < len(places):
        notes.append(f"{plural(len(places) - len(whole), 'row')} with missing values left out")
        require_both(table, places, whole)
        places = whole
    elif choice.missing == "model":
        require_numbers(sheet, table, places)
    chosen = table.take(places)
    require_features(chosen)
    notes += codes(chosen, declared)
    return Contest.of(chosen, sheet.name, choice.positive), notes


def rows_of(table: Dataset, classes: str) -> list[int]:
    """The places of the rows of two classes, given as A,B."""
    pair = [name.strip() for name in classes.split(",")]
    require(
        len(pair) == 2 and pair[0] != pair[1],
        f"--classes {classes}: give two different classes, as in --classes A,B",
    )
    for name in pair:
        require_class(table, name)
    return [i for i, y in enumerate(table.labels) if y in pair]


def against_the_rest(table: Dataset, positive: str) -> Dataset:
    """The same rows with two classes: one as it is, and all others as one, if there are several.

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
    """The columns of one kind alone, as the paper has it of mixed tables."""
    columns = [column for column in table.columns() if column[1] == kind]
    require(len(columns) > 0, f"--only {kind}: no feature is {kind}")
    return table.with_columns(columns)


def require_class(table: Dataset, name: str) -> None:
    """Refuse a class that no row has."""
    if name not in table.classes:
        near = nearest(name, table.classes)
        raise TextbookError(f"the class {table.label_name!r} is never {name!r}: {near}")


def require_two(table: Dataset) -> None:
    """Refuse a table with one class, or with so many that someone must choose."""
    counts = Counter(table.labels)
    require(
        len(counts) > 1,
        f"the class {table.label_name!r} is always {table.labels[0]!r}, and a classifier tells "
        "two apart: give rows of another class too",
    )
    (first, _), (second, _), *_ = counts.most_common()
    listed = ", ".join(f"{y} {n}" for y, n in counts.items())
    require(
        len(counts) == 2,
        f"the class {table.label_name!r} has {len(counts)} values ({listed}), and the study takes "
        f"two: --classes {first},{second} keeps two of them, and --positive {first} sets one "
        "against the rest",
    )


def require_both(table: Dataset, before: Sequence[int], after: Sequence[int]) -> None:
    """Refuse to leave out all rows of a class."""
    left = {table.labels[i] for i in after}
    for name in dict.fromkeys(table.labels[i] for i in before):
        require(
            name in left,
            f"every row of class {name!r} has a missing value, and none is left: say --missing "
            "model, or drop the columns that have gaps",
        )


def require_numbers(sheet: Sheet, table: Dataset, places: Sequence[int]) -> None:
    """Refuse a gap in a continuous column: it has no value of its own, as discrete ones have."""
    for name, kind, cells in table.columns():
        for i in places if kind == "continuous" else ():
            require(
                cells[i] is not None,
                f"{sheet.place(i)}, column {name!r}: the value is missing, and --missing model is "
                "for discrete columns: say --missing drop, or fill it in",
            )


def require_one_kind(sheet: Sheet, table: Dataset, name: str, declared: Collection[str]) -> None:
    """Refuse a column of numbers with a word in it, unless someone says that it is discrete."""
    if name in declared or "*" in declared or table.kinds[table.features.index(name)] != "discrete":
        return
    cells = [(i, cell) for i, cell in enumerate(sheet.column(name)) if not is_missing(cell)]
    words = [(i, cell) for i, cell in cells if plain_number(cell) is None]
    if 2 * len(words) < len(cells):
        i, cell = words[0]
        raise TextbookError(
            f"{sheet.place(i)}, column {name!r}: {cell!r} is no number, and most of the column "
            f"are: write ? where one is missing, or say --kind {name}=discrete"
        )


def require_features(table: Dataset) -> None:
    """Refuse a column that names the rows, one by one."""
    for name, kind, cells in table.columns():
        values = len({*cells})
        require(
            kind == "continuous" or values <= NAMES or 2 * values <= len(table),
            f"column {name!r} has {values} values in {len(table)} rows: it names them, and tells "
            "nothing of others; leave it out",
        )


def codes(table: Dataset, declared: Collection[str]) -> list[str]:
    """A note on columns of few whole numbers among discrete ones, or if there are no others."""
    few = [
        name
        for name, kind, cells in table.columns()
        if kind == "continuous" and name not in declared and "*" not in declared
        if len({*cells}) <= CODES and all(float(cast(float, x)).is_integer() for x in cells)
    ]
    mixed = "discrete" in table.kinds
    if not few or not (mixed or len(few) == len(table.features)):
        return []
    listed = ", ".join(few[:3]) + f" and {len(few) - 3} more" * (len(few) > 3)
    every = "*" if len(few) == len(table.features) else few[0]
    note = f"{listed}: a few whole numbers, taken as continuous; if they are codes, say "
    return [f"{note}--kind '{every}=discrete'"]


def nearest(name: str, known: Sequence[str]) -> str:
    """What to try in place of a name that is not there.

    >>> nearest("Yse", ["No", "Yes"]), nearest("xyz", ["No", "Yes"])
    ('did you mean Yes?', 'there are No, Yes')
    """
    near = get_close_matches(name, known, n=3)
    return f"did you mean {', '.join(near)}?" if near else f"there are {', '.join(known)}"
