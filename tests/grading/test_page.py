"""docs/grading.md: what it says an assignment, a report and a command can do, they can."""

import re
import tomllib
from pathlib import Path
from textwrap import dedent

import pytest

import textbook_ml
from textbook_ml.cli import parser
from textbook_ml.grading.assignment import LATE, NUMBERS, TOP, parsed
from textbook_ml.grading.overrides import read_overrides
from textbook_ml.grading.results import Verdict

PAGE = (Path(textbook_ml.__file__).parents[1] / "docs" / "grading.md").read_text(encoding="utf-8")
BLOCKS = [dedent(block) for block in re.findall(r"( *```toml\n.*?)```", PAGE, re.DOTALL)]
ASSIGNMENT, OVERRIDES, LATENESS = [block.partition("\n")[2] for block in BLOCKS]


def test_the_examples_are_read_as_they_stand(tmp_path: Path) -> None:
    """An assignment of four questions, a decision, and a policy that goes with the assignment."""
    assignment = parsed(ASSIGNMENT + LATENESS, "hw3.toml", tmp_path)
    assert [(task.points, task.visible) for task in assignment.tasks] == [
        (2.0, True), (2.0, True), (5.0, True), (2.0, False),
    ]  # fmt: skip
    assert assignment.late is not None
    (tmp_path / "overrides.toml").write_text(OVERRIDES, encoding="utf-8")
    read = read_overrides(tmp_path / "overrides.toml", ["ada.py"], ["variance_mvue"])
    assert read["ada.py"]["variance_mvue"].score == tomllib.loads(OVERRIDES)["ada.py"][
        "variance_mvue"
    ]["score"]


def test_all_that_an_assignment_can_say_is_told() -> None:
    """Every key, and every limit."""
    rows = PAGE.partition("| key |")[2].partition("\n\n")[0]
    told = set(re.findall(r"`\[?(\w+)\]?`", rows))
    assert {*TOP, *LATE, *(limit.name for limit in NUMBERS)} <= told


def test_every_verdict_is_told() -> None:
    """A student who gets one can look it up."""
    assert {f"`{verdict}`" for verdict in Verdict} <= set(re.findall(r"`\w+`", PAGE))


@pytest.mark.parametrize("line", re.findall(r"python3 -m textbook_ml (.*)", PAGE))
def test_the_commands_can_be_typed(line: str) -> None:
    """No option that is gone."""
    words = line.split()
    assert vars(parser(words).parse_args(words))["command"] == words[0].replace("-", "_")
