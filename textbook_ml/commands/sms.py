"""`experiment sms`: compare the two event models on the user's labelled messages."""

from collections.abc import Generator, Sequence

from textbook_ml.commands.experiment import (
    answer_lines,
    as_json,
    exit_code,
    question_lines,
    require_place,
)
from textbook_ml.commands.loading import find_sheet, table_of
from textbook_ml.core.errors import TextbookError
from textbook_ml.core.files import require_other_file, write_file
from textbook_ml.evaluation import stratified_folds
from textbook_ml.study.experiments._experiment import Result
from textbook_ml.study.experiments.sms import EXPERIMENT, require_messages, texts_of


def sms(
    data: str,
    *,
    label: str | None = None,
    splits: int = 10,
    seed: int = 0,
    svg: str | None = None,
    json: bool = False,
) -> Generator[str, None, int]:
    """Yield numbers, verdict and figure; the exit code is 1 if the claim fails on the messages."""
    require_place(svg)
    if svg is not None:
        require_other_file("--svg", svg, data)
    try:
        texts, labels = texts_and_labels(data, label)
        stratified_folds(labels, splits, seed)  # raises its error before anything is printed
    except TextbookError as error:
        raise TextbookError(with_file_name(data, error)) from None
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


def texts_and_labels(data: str, label: str | None) -> tuple[Sequence[str], Sequence[str]]:
    """Return texts and labels; a single feature column is read as text, whatever it contains."""
    sheet = find_sheet(data)
    table = table_of(sheet, label, ["*=text"] if len(sheet.header) == 2 else [])
    texts = texts_of(table)
    require_messages(texts, table.labels)
    return texts, table.labels


def with_file_name(data: str, error: TextbookError) -> str:
    """Return the error message, with the file name at its beginning."""
    return str(error) if str(error).startswith(data) else f"{data}: {error}"
