"""The examples, keys, verdicts and commands in docs/grading.md are valid."""

import re
import sys
import tomllib
from pathlib import Path
from textwrap import dedent

import pytest

import textbook_ml
from textbook_ml.commands.main import parser
from textbook_ml.grading.assignment import LATE, NUMBERS, TOP, parsed
from textbook_ml.grading.new_question import new_question
from textbook_ml.grading.overrides import read_overrides
from textbook_ml.grading.results import Verdict

PAGE = (Path(textbook_ml.__file__).parents[1] / "docs" / "grading.md").read_text(encoding="utf-8")
BLOCKS = [dedent(block) for block in re.findall(r"( *```toml\n.*?)```", PAGE, re.DOTALL)]
ASSIGNMENT, OVERRIDES, MANUAL, RUBRIC, REQUEST, LATENESS, OWN, WHOLE, RENAMED, JAVA, RUST = [
    block.partition("\n")[2] for block in BLOCKS
]
PYTHON = [dedent(block) for block in re.findall(r"( *```python\n.*?)```", PAGE, re.DOTALL)]
[MODULE] = [b.partition("\n")[2] for b in PYTHON if "@question(spread" in b]


def test_toml_examples_are_valid(tmp_path: Path) -> None:
    """The page has an assignment of five questions, an override and a late policy."""
    (tmp_path / "hw3.py").write_text(MODULE, encoding="utf-8")
    assignment = parsed(ASSIGNMENT + LATENESS, "hw3.toml", tmp_path)
    assert [(task.points, task.visible) for task in assignment.tasks] == [
        (2.0, True), (2.0, True), (5.0, True), (2.0, False), (2.0, True),
    ]  # fmt: skip
    assert assignment.late is not None
    assert [t.question.id for t in parsed(OWN, "hw3.toml", tmp_path).tasks] == [
        "hw3:spread", "mitchell-13",
    ]  # fmt: skip
    sys.modules.pop("hw3")
    (tmp_path / "overrides.toml").write_text(OVERRIDES, encoding="utf-8")
    read = read_overrides(tmp_path / "overrides.toml", ["ada.py"], ["variance_mvue"])
    assert (
        read["ada.py"]["variance_mvue"].score
        == tomllib.loads(OVERRIDES)["ada.py"]["variance_mvue"]["score"]
    )


def test_examples_of_marking_by_hand_and_of_languages_are_valid(tmp_path: Path) -> None:
    """The rubric fits the item, and the two languages can be read."""
    whole = parsed(MANUAL, "hw.toml", tmp_path)
    (tmp_path / "overrides.toml").write_text(RUBRIC + REQUEST, encoding="utf-8")
    items = {item.name: item for item in whole.manual}
    names = ["report", "variance_mvue"]
    read = read_overrides(tmp_path / "overrides.toml", ["ada.py", "bob.py"], names, items)
    assert read["ada.py"]["report"].score == 4.5
    assert read["bob.py"]["variance_mvue"].request.startswith("The case")
    files = [parsed(text, "hw.toml", tmp_path).language for text in (JAVA, RUST)]
    assert [language and language.file for language in files] == ["Solution.java", "solution.rs"]


def test_examples_of_classes_are_valid(tmp_path: Path) -> None:
    """The assignments on a class work with the template that the page tells teachers to write."""
    list(new_question("MajorityClass", form="class", out=str(tmp_path / "hw4.py")))
    assert parsed(WHOLE, "hw4.toml", tmp_path).max_score == 6.0
    tasks = parsed(RENAMED, "hw4.toml", tmp_path).tasks
    assert [(t.question.function, t.points) for t in tasks] == [
        ("Baseline.predict_proba", 3.0), ("Baseline.predict", 1.0),
    ]  # fmt: skip
    sys.modules.pop("hw4")


def test_all_assignment_keys_are_documented() -> None:
    """The table lists all keys and limits of an assignment."""
    rows = PAGE.partition("| key |")[2].partition("\n\n")[0]
    documented = set(re.findall(r"`\[?(\w+)\]?`", rows))
    assert {*TOP, *LATE, *(limit.name for limit in NUMBERS)} <= documented


def test_all_verdicts_are_documented() -> None:
    """Students can look up each verdict."""
    assert {f"`{verdict}`" for verdict in Verdict} <= set(re.findall(r"`\w+`", PAGE))


@pytest.mark.parametrize("line", re.findall(r"python3 -m textbook_ml (.*)", PAGE))
def test_documented_commands_are_valid(line: str) -> None:
    """All options of the commands on the page exist."""
    words = line.split()
    assert vars(parser().parse_args(words))["command"] == words[0].replace("-", "_")
