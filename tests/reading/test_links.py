"""The table of links is up to date, and every command that `read` prints works."""

from typing import Any

import pytest

from textbook_ml.commands.main import main
from textbook_ml.reading import link_table, links
from textbook_ml.reading.lookup import find
from textbook_ml.reading.model_screen import model_data, model_screen
from textbook_ml.reading.next_steps import command_lines
from textbook_ml.reading.synonyms import COMMANDS, MODEL_NAMES, SYNONYMS
from textbook_ml.sources import registry, texts
from textbook_ml.study.derivations import derivations_of


def test_the_table_of_links_is_up_to_date() -> None:
    """`python3 -m textbook_ml.reading.docs_pages docs` would not change the table."""
    assert link_table.path().read_text(encoding="utf-8") == link_table.text()
    assert links.table() == link_table.link_table()


def test_the_status_of_every_entry_is_that_of_the_registry() -> None:
    """An entry has functions, or a reason why it has none."""
    for entry_id, account in registry.account().items():
        assert links.account(texts.load().entries[entry_id]) == account


@pytest.mark.parametrize("model", links.models(), ids=lambda model: model.name)
def test_every_model_is_described_by_an_entry(model: links.ModelLink) -> None:
    """The class of each model is registered, and its entry is found by the model's id."""
    assert links.functions()[model.model]


@pytest.mark.parametrize("model", links.models(), ids=lambda model: model.name)
def test_every_model_has_a_page(model: links.ModelLink) -> None:
    """The page has estimates, equations, an example of a decision, and a command."""
    lines = list(model_screen(model))
    text = "\n".join(lines)
    for part in ("Worked example, from data to decision", "What is estimated", "Run it"):
        assert part in lines
    assert ".classify(" in text
    for name in (*model.fit, *model.use):
        assert f"{name.rpartition('.')[2]}:" in text
    assert model_data(model)["class"] == model.model


@pytest.mark.parametrize(
    "model", [m for m in links.models() if m.command and "FILE" not in m.command],
    ids=lambda model: model.name,
)  # fmt: skip
def test_the_command_of_a_model_runs(
    model: links.ModelLink, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command fits the model to bundled data."""
    assert main(model.command.split()) == 0
    assert capsys.readouterr().out


def test_models_list_the_numbers_of_their_equations() -> None:
    """Gaussian naive Bayes uses (8), (13) and (15), in Mitchell's numbers."""
    lines = list(model_screen(find(["gaussian-nb"])))  # type: ignore[arg-type]
    starts = [line.split()[:2] for line in lines if line.startswith("  (")]
    assert ["(8)", "categorical_mle:"] in starts
    assert ["(13)", "mean_mle:"] in starts
    assert ["(15)", "variance_mvue:"] in starts
    assert ["(3)", "most_probable:"] in starts


def test_links_to_derivations_are_up_to_date() -> None:
    """The function `derivations_of` and the table agree."""
    for entry_id in texts.load().entries:
        found = [one.name for one in links.linked("derivations", entry_id)]
        assert tuple(found) == derivations_of(entry_id)
    assert derivations_of("mitchell-20")


@pytest.mark.parametrize("word", SYNONYMS)
def test_every_synonym_has_a_target(word: str) -> None:
    """Each target is an entry, a function, a model or a command."""
    known = {*texts.load().entries, *links.names(), *(m.name for m in links.models()), *COMMANDS}
    assert set(SYNONYMS[word]) <= known
    assert find([word])


@pytest.mark.parametrize("name", MODEL_NAMES)
def test_models_are_found_by_other_names(name: str) -> None:
    """Another name shows the screen of the model."""
    found: Any = find([name])
    assert found.name == MODEL_NAMES[name]


def test_a_long_command_is_continued_with_a_backslash() -> None:
    """The line ends in a backslash, and the option is on the next line."""
    first, second = command_lines(f"starter --questions {'x' * 50} --out answer.py")
    assert first.endswith(" \\")
    assert second.strip() == "--out answer.py"
