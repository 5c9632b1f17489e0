"""Docstrings are read from the source, also in a zip file and with -OO."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import textbook_ml
from textbook_ml.core.errors import TextbookError
from textbook_ml.sources.docstrings import module_summary, page

ROOT = Path(textbook_ml.__file__).parents[1]


def test_a_page_has_all_its_parts() -> None:
    """The docstring is split into title, formula, text and example, and the code is added."""
    p = page("textbook_ml.equations.smoothing.dirichlet_map")
    title = "MAP estimate of a categorical distribution under a Dirichlet prior: it adds α − 1."
    assert p.title == title
    assert p.formula == ("θ̂ⱼ = (cⱼ + αⱼ − 1) / (N + Σ (αⱼ − 1))",)
    assert p.words.startswith("So adding l is MAP with α = l + 1.")
    assert p.signature_and_body.startswith("def dirichlet_map(")
    assert '"""' not in p.signature_and_body
    assert "@equation" not in p.signature_and_body
    assert p.example[0] == ">>> dirichlet_map([2, 2, 0], [Fraction(2)] * 3)"
    assert (p.module, p.short_name) == ("textbook_ml.equations.smoothing", "dirichlet_map")


def test_an_unknown_name_is_an_error() -> None:
    """The error contains the module and the name."""
    with pytest.raises(TextbookError, match="has no function or class 'nothing'"):
        page("textbook_ml.equations.bayes.nothing")


def test_the_summary_of_a_module_is_the_first_line_of_its_docstring() -> None:
    """The rest of the docstring is not included."""
    assert module_summary("textbook_ml.equations.gaussian").startswith("Section 2.4.")


@pytest.mark.parametrize("flag", ["-B", "-OO"])
def test_reading_works_from_a_zip_and_without_docstrings(tmp_path: Path, flag: str) -> None:
    """`read 15` works if the package is in a zip file on the path, also with -OO."""
    archive = tmp_path / "textbook_ml.zip"
    with zipfile.ZipFile(archive, "w") as z:
        for path in sorted((ROOT / "textbook_ml").rglob("*")):
            if path.suffix in (".py", ".pyi", ".toml", ".csv"):
                z.write(path, path.relative_to(ROOT))
    code = "import sys; from textbook_ml.commands.main import main; sys.exit(main(['read', '15']))"
    run = subprocess.run(
        [sys.executable, flag, "-X", "utf8", "-c", code],
        env={"PYTHONPATH": str(archive)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert run.returncode == 0, run.stderr
    assert "σ̂² = Σ (x − μ̂)² / (N − 1)" in run.stdout
    assert "return squares_about(xs, mu) / (size(xs) - 1)" in run.stdout
