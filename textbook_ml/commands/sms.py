"""`experiment sms`: the two event models on labelled messages that the reader brings."""

from argparse import ArgumentParser
from collections.abc import Generator, Sequence

from textbook_ml.commands.experiment import (
    answer_lines,
    as_json,
    exit_code,
    question_lines,
    require_place,
)
from textbook_ml.commands.inputs import sheet_called, table_of
from textbook_ml.errors import TextbookError
from textbook_ml.evaluation import stratified_folds
from textbook_ml.experiments._experiment import Result
from textbook_ml.experiments.sms import EXPERIMENT, require_messages, texts_of
from textbook_ml.files import require_other_file, write_file


def add_options(parser: ArgumentParser) -> None:
    """What the command line can ask."""
    parser.add_argument(
        "--data", required=True, metavar="DATA", help="a CSV file with two columns: text and class"
    )
    parser.add_argument("--label", metavar="CLASS", help="the class column (the last)")
    parser.add_argument("--splits", type=int, default=10, metavar="K", help="how many folds (10)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of the folds (0)")
    parser.add_argument("--svg", metavar="FILE", help="write its figure there")
    parser.add_argument("--json", action="store_true", help="the same for machines")


def sms(
    data: str,
    *,
    label: str | None = None,
    splits: int = 10,
    seed: int = 0,
    svg: str | None = None,
    json: bool = False,
) -> Generator[str, None, int]:
    """Numbers, verdict and figure; the exit code is 1 if the claim fails on these messages."""
    require_place(svg)
    if svg is not None:
        require_other_file("--svg", svg, data)
    try:
        texts, labels = messages(data, label)
        stratified_folds(labels, splits, seed)  # refuses, if it must, before a word is said
    except TextbookError as error:
        raise TextbookError(named(data, error)) from None
    if not json:
        yield from question_lines(EXPERIMENT, seed, {"data": data, "folds": splits})
    result = Result(EXPERIMENT, seed, EXPERIMENT.run(texts, labels, splits, seed))
    if svg is not None:
        write_file(svg, result.finding.figure.svg())
    if json:
        yield from as_json({**result.as_json(), "data": data})
    else:
        yield from answer_lines(result, svg, f"experiment sms --data {data}")
    return exit_code([result])


def messages(data: str, label: str | None) -> tuple[Sequence[str], Sequence[str]]:
    """Texts and labels; a column that stands alone is text, however it looks."""
    sheet = sheet_called(data)
    table = table_of(sheet, label, ["*=text"] if len(sheet.header) == 2 else [])
    texts = texts_of(table)
    require_messages(texts, table.labels)
    return texts, table.labels


def named(data: str, error: TextbookError) -> str:
    """A refusal that begins with the file it is about."""
    return str(error) if str(error).startswith(data) else f"{data}: {error}"
