"""The generated files of the repository are up to date."""

from pathlib import Path

import pytest

from textbook_ml import dev
from textbook_ml.core.errors import TextbookError

COMMAND = "python3 -m textbook_ml.dev"
FIGURE = "docs/learning-curves.svg"  # tests/commands/test_figure.py compares it up to rounding


@pytest.mark.parametrize("name", [name for name in dev.GENERATED if name != FIGURE])
def test_generated_file_is_up_to_date(name: str) -> None:
    """The message names the stale file and the command that writes the file again."""
    path = dev.ROOT / name
    fresh = path.exists() and path.read_text(encoding="utf-8") == dev.GENERATED[name]()
    assert fresh, f"{name} is stale. Fix: {COMMAND}"


def test_only_stale_files_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command lists the files that it writes; a second run writes none."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/old.md").write_text("old", encoding="utf-8")
    (tmp_path / "docs/same.md").write_text("same", encoding="utf-8")
    texts = {"docs/old.md": "new", "docs/same.md": "same", "docs/missing.md": "µ"}
    pages = {name: (lambda text=text: text) for name, text in texts.items()}
    monkeypatch.setattr(dev, "GENERATED", pages)
    assert list(dev.main(tmp_path)) == ["docs/old.md", "docs/missing.md"]
    assert (tmp_path / "docs/missing.md").read_text(encoding="utf-8") == "µ"
    assert list(dev.main(tmp_path)) == []


def test_no_generated_files_are_written_outside_a_clone(tmp_path: Path) -> None:
    """Outside a clone, the command has no files to write."""
    with pytest.raises(TextbookError, match="in a clone of the repository"):
        list(dev.main(tmp_path))
    assert list(tmp_path.iterdir()) == []


def test_contributing_names_the_command() -> None:
    """The page for contributors and every generated page name the same command."""
    assert COMMAND in (dev.ROOT / "docs/contributing.md").read_text(encoding="utf-8")
    for name in dev.GENERATED:
        if name != FIGURE:
            assert COMMAND in (dev.ROOT / name).read_text(encoding="utf-8").splitlines()[0]
