"""Tests of the exercise class and of the listing of its check."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import textbook_ml
from textbook_ml.core.console import WIDTH, display_width
from textbook_ml.core.errors import TextbookError
from textbook_ml.study.exercises._exercise import Exercise, Step, exercises

PACKAGE = Path(textbook_ml.__file__).parent
ALL = list(exercises().values())


@pytest.mark.parametrize("one", ALL, ids=lambda one: one.name)
def test_the_listing_runs_on_its_own_and_makes_the_same_claims(one: Exercise) -> None:
    """Pasted into an empty module, the code is complete, and its last function is the check."""
    pasted: dict[str, object] = {}
    exec(compile(one.code, one.name, "exec"), pasted)
    check = list(pasted.values())[-1]
    assert callable(check)
    assert check() == one.check()


@pytest.mark.parametrize("one", ALL, ids=lambda one: one.name)
def test_the_listing_fits_the_console(one: Exercise) -> None:
    """No line is wider than the console."""
    assert max(map(display_width, one.code.splitlines())) < WIDTH


@pytest.mark.parametrize("one", ALL, ids=lambda one: one.name)
def test_the_title_is_a_question_and_the_question_has_words(one: Exercise) -> None:
    """The title fits on one line of the list, and the question has enough words."""
    assert one.title.endswith("?")
    assert len(one.title) <= 61
    assert len(one.question.split()) > 15
    assert not one.question.startswith(" ")


@pytest.mark.parametrize("one", ALL, ids=lambda one: one.name)
def test_every_solution_has_steps_with_words_formulas_and_numbers(one: Exercise) -> None:
    """A solution has at least three steps; its texts are sentences; it has formulas and numbers."""
    steps = list(one.solve())
    assert len(steps) >= 3
    assert all(step.words.endswith((".", ":")) for step in steps)
    assert any(step.formula for step in steps) or one.name == "ex18"
    assert sum(bool(step.numbers) for step in steps) >= 3


def test_a_notebook_shows_the_solution_escaped() -> None:
    """Angle brackets are escaped; all steps and numbers are shown."""
    html = exercises()["ex1"]._repr_html_()
    assert "P(|p̂ − p| &gt; h)" in html
    assert "p̂ − p| > h" not in html
    assert "p̂ = 1/100  237699/2500     95.0796  96" in html
    assert html.count("<li>") == html.count("</li>") == 6


def test_a_step_without_words_raises_an_error() -> None:
    """A formula alone is not an explanation."""
    with pytest.raises(TextbookError, match="a step must have words"):
        Step("", "a = b")


@pytest.mark.parametrize("row", [(1,), (1, 2, 3), 7])
def test_a_row_that_does_not_fit_its_columns_raises_an_error(row: object) -> None:
    """Each row must have one value for each column."""
    with pytest.raises(TextbookError, match="must have one value for each of"):
        Step("A table.", "", {"x": row}, columns=("left", "right"))


@pytest.mark.parametrize("flags", [[], ["-OO"]])
def test_exercises_work_from_a_zip_without_docstrings(flags: list[str], tmp_path: Path) -> None:
    """Question and code are read as text by the import system."""
    archive = tmp_path / "textbook_ml.zip"
    with zipfile.ZipFile(archive, "w") as bundle:
        for path in PACKAGE.rglob("*"):
            if path.suffix in (".py", ".toml"):
                bundle.write(path, path.relative_to(PACKAGE.parent))
    code = (
        f"import sys; sys.path.insert(0, {str(archive)!r}); "
        "import textbook_ml.commands.main as cli; assert '.zip' in cli.__file__; "
        "sys.exit(cli.main(['exercise', 'ex6']))"
    )
    run = subprocess.run(
        [sys.executable, *flags, "-I", "-X", "utf8", "-c", code], capture_output=True, check=True
    )
    text = run.stdout.decode()
    assert "Verify that p(x)" in text
    assert "def check_ex6()" in text
    assert text.count("✓") == 3
