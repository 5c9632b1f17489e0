"""The self-test: right here, under every flag, and red when something breaks."""

import math
import os
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import textbook_ml
from textbook_ml.embedding import selftest
from textbook_ml.embedding.checks import model_checks, platform_checks
from textbook_ml.embedding.checks.check_result import Verdict, alike, exactly, nearly
from textbook_ml.embedding.checks.reference_models import GOLDENS
from textbook_ml.equations import gaussian
from textbook_ml.models.catalogue import RECIPES
from textbook_ml.models.gaussian_naive_bayes import GaussianNaiveBayes

PACKAGE = Path(textbook_ml.__file__).parent
WITHOUT_GOLDEN = {"FullJointBayes", "MixedNaiveBayes"}  # made of what the others are made of


def report() -> tuple[int, list[str]]:
    """The exit code and the lines."""
    lines, told = [], selftest.selftest()
    try:
        while True:
            lines.append(next(told))
    except StopIteration as end:
        return end.value or 0, lines


def off(lines: list[str]) -> list[str]:
    """The areas that are off."""
    return [line.split("  ")[1].strip() for line in lines if line.startswith("OFF")]


def test_everything_is_right_here() -> None:
    """One line for each area, and a last one."""
    code, lines = report()
    assert (code, off(lines)) == (0, [])
    assert len(lines) == 1 + len(list(selftest.areas())) + 1
    assert lines[-1].startswith("all ")


def test_every_kind_of_model_has_a_golden_posterior() -> None:
    """A new model that the catalogue lists is missed here."""
    kinds = {one.model.__name__ for one in RECIPES} - WITHOUT_GOLDEN
    assert {type(golden.model).__name__ for golden in GOLDENS} == kinds


def test_no_golden_is_blind_to_the_priors() -> None:
    """Classes that are equally frequent would hide a model that forgets how frequent they are."""
    for golden in GOLDENS:
        priors = getattr(golden.model, "priors", (1, 2))
        assert len(set(priors)) > 1, type(golden.model).__name__


def test_a_wrong_equation_turns_its_area_red(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dividing by N + 1 is caught by the example of (15)."""
    right = gaussian.variance_mvue

    def wrong(xs: list[float], mu: float) -> float:
        return right(xs, mu) * (len(xs) - 1) / (len(xs) + 1)

    wrong.__module__ = gaussian.__name__
    monkeypatch.setattr(gaussian, "variance_mvue", wrong)
    code, lines = report()
    assert code == 1
    assert "examples of gaussian" in off(lines)
    assert "    the example of variance_mvue: wrong" in lines


def test_a_sloppy_exponential_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three ulps off, as on a machine with a poor library."""

    def sloppy(x: float) -> float:
        return math.exp(x) * (1 + 3 * 2.0**-52)

    rows = tuple((sloppy if f is math.exp else f, x, d) for f, x, d in platform_checks.FUNCTIONS)
    monkeypatch.setattr(platform_checks, "FUNCTIONS", rows)
    code, lines = report()
    assert (code, off(lines)) == (1, ["exp and log"])
    assert any("ulp off, and at most 1 is allowed" in line for line in lines)


def test_a_wrong_posterior_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A forgotten prior turns posteriors and bridges red."""
    honest = GaussianNaiveBayes.log_terms

    def priorless(self: GaussianNaiveBayes[str], row: list[float]) -> dict[str, list[float]]:
        return {y: terms[1:] for y, terms in honest(self, row).items()}

    monkeypatch.setattr(GaussianNaiveBayes, "log_terms", priorless)
    code, lines = report()
    assert code == 1
    assert {"posteriors", "bridges"} <= set(off(lines))


def test_an_error_is_a_verdict_and_no_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """The areas behind it are still checked."""

    def broken() -> Iterator[Verdict]:
        yield exactly("one", 1, 1)
        raise MemoryError("no room")

    monkeypatch.setattr(platform_checks, "floats", broken)
    code, lines = report()
    assert (code, off(lines)) == (1, ["floats"])
    assert "    MemoryError: no room: wrong" in lines


def test_an_area_without_checks_is_no_success(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing found wrong because nothing was looked at."""
    monkeypatch.setattr(model_checks, "files", lambda: iter(()))
    assert off(report()[1]) == ["files"]


def test_no_number_is_near_to_a_number() -> None:
    """NaN and infinity are never allowed."""
    nan = float("nan")
    assert not nearly("x", nan, "1", 4.0).fine
    assert not nearly("x", math.inf, "1", 4.0).fine
    assert not alike("x", {"a": nan}, {"a": 0.5}, 4.0).fine
    assert not alike("x", {"b": 0.5}, {"a": 0.5}, 4.0).fine


@pytest.mark.parametrize("flags", ["", "-I -S -E", "-OO"])
def test_it_runs_from_a_zip_under_every_flag(flags: str, tmp_path: Path) -> None:
    """The package in a zip, nothing installed, no docstrings; on Linux in 32 MB."""
    archive = tmp_path / "package.zip"
    with zipfile.ZipFile(archive, "w") as made:
        for path in sorted(PACKAGE.rglob("*")):
            if path.suffix in (".py", ".toml", ".csv", ".md"):
                made.write(path, path.relative_to(PACKAGE.parent))
    limit = "import resource; resource.setrlimit(resource.RLIMIT_AS, (32 << 20,) * 2); "
    code = (limit if sys.platform == "linux" else "") + (
        f"import sys; sys.path.insert(0, {str(archive)!r}); "
        "from textbook_ml.commands.main import main; sys.exit(main(['selftest']))"
    )
    command = [sys.executable, *flags.split(), "-c", code]
    small = {**os.environ, "LC_ALL": "C"}  # other locales may map hundreds of megabytes
    done = subprocess.run(
        command, cwd=tmp_path, env=small, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "all " in done.stdout
