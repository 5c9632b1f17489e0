"""`explain`: show the contribution of each feature of one row to the log odds."""

from collections.abc import Iterator

from textbook_ml.commands.loading import read_model
from textbook_ml.commands.new_rows import RowReader, row_from_text
from textbook_ml.core.console import Heading
from textbook_ml.core.formatting import lines_of_items, significant
from textbook_ml.models.explanation_table import explanation_title, table_of_evidence


def explain(model: str, row: str, *, memory: int = 256) -> Iterator[str]:
    """Yield the contributions to the log odds of the best label against the second best."""
    learned = read_model(model, memory)
    values = row_from_text(RowReader.of(learned), row)
    why, posterior = learned.explain(values), learned.posterior(values)
    yield Heading(explanation_title(why))
    yield from lines_of_items(f"P({y}) = {significant(p)}" for y, p in posterior.items())
    yield ""
    yield from table_of_evidence(why)
