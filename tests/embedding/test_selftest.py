"""The self-test passes under every interpreter flag, and reports each area that is broken."""

import math
import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import textbook_ml
from textbook_ml.__main__ import run
from textbook_ml.embedding import selftest
from textbook_ml.embedding.checks import model_checks, platform_checks
from textbook_ml.embedding.checks.check_result import (
    CheckResult,
    check_close,
    check_equal,
    check_posterior,
)
from textbook_ml.embedding.checks.reference_models import REFERENCES
from textbook_ml.equations import gaussian
from textbook_ml.models.catalogue import RECIPES
from textbook_ml.models.gaussian_naive_bayes import GaussianNaiveBayes

PACKAGE = Path(textbook_ml.__file__).parent
WITHOUT_REFERENCE = {"FullJointBayes", "MixedNaiveBayes"}  # consists of the parts of other models


def report() -> tuple[int, list[str]]:
    """Run the self-test; return the exit code and the printed lines."""
    lines, output = [], selftest.selftest()
    try:
        while True:
            lines.append(next(output))
    except StopIteration as end:
        return end.value or 0, lines


def failed_areas(lines: list[str]) -> list[str]:
    """Return the names of the areas that failed."""
    return [line.split("  ")[1].strip() for line in lines if line.startswith("FAILED")]


def test_the_report_lists_all_areas_as_passed() -> None:
    """The report has a header, one line per area and a summary line."""
    code, lines = report()
    assert (code, failed_areas(lines)) == (0, [])
    assert len(lines) == 1 + len(list(selftest.checks_by_area())) + 1
    assert re.fullmatch(r"all \d+ checks passed", lines[-1])


def test_every_kind_of_model_has_a_reference_posterior() -> None:
    """A new model in the catalogue needs a reference posterior."""
    kinds = {one.model.__name__ for one in RECIPES} - WITHOUT_REFERENCE
    assert {type(reference.model).__name__ for reference in REFERENCES} == kinds


def test_reference_models_have_unequal_priors() -> None:
    """Equal priors would hide a model that ignores them."""
    for reference in REFERENCES:
        priors = getattr(reference.model, "priors", (1, 2))
        assert len(set(priors)) > 1, type(reference.model).__name__


def test_a_wrong_equation_fails_its_area(monkeypatch: pytest.MonkeyPatch) -> None:
    """The example of equation (15) detects a division by N + 1."""
    right = gaussian.variance_mvue

    def wrong(xs: list[float], mu: float) -> float:
        return right(xs, mu) * (len(xs) - 1) / (len(xs) + 1)

    wrong.__module__ = gaussian.__name__
    monkeypatch.setattr(gaussian, "variance_mvue", wrong)
    code, lines = report()
    assert code == 1
    assert "examples of gaussian" in failed_areas(lines)
    assert "    example of variance_mvue: wrong" in lines


def test_an_inaccurate_exp_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """An error of three ulps is reported; poor mathematical libraries have such errors."""

    def inaccurate(x: float) -> float:
        return math.exp(x) * (1 + 3 * 2.0**-52)

    rows = tuple(
        (inaccurate if f is math.exp else f, x, d) for f, x, d in platform_checks.FUNCTIONS
    )
    monkeypatch.setattr(platform_checks, "FUNCTIONS", rows)
    code, lines = report()
    assert (code, failed_areas(lines)) == (1, ["exp and log"])
    assert any("ulp, at most 1 is allowed" in line for line in lines)


def test_a_wrong_posterior_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """A model that ignores its prior fails the areas `posteriors` and `conversions`."""
    correct = GaussianNaiveBayes.log_terms

    def without_prior(self: GaussianNaiveBayes[str], row: list[float]) -> dict[str, list[float]]:
        return {y: terms[1:] for y, terms in correct(self, row).items()}

    monkeypatch.setattr(GaussianNaiveBayes, "log_terms", without_prior)
    code, lines = report()
    assert code == 1
    assert {"posteriors", "conversions"} <= set(failed_areas(lines))


def failing_with(error: Exception) -> Callable[[], Iterator[CheckResult]]:
    """Return checks of which the first passes and the second raises this error."""

    def checks() -> Iterator[CheckResult]:
        yield check_equal("one", 1, 1)
        raise error

    return checks


def test_an_exception_is_a_failed_check(monkeypatch: pytest.MonkeyPatch) -> None:
    """The areas after the exception are still checked."""
    monkeypatch.setattr(platform_checks, "floats", failing_with(OSError("no disk")))
    code, lines = report()
    assert (code, failed_areas(lines)) == (1, ["float arithmetic"])
    assert "    OSError: no disk: wrong" in lines


LOADER = "binascii.so: failed to map segment from shared object"


@pytest.mark.parametrize("error", [MemoryError(), ImportError(LOADER)])
def test_a_lack_of_memory_is_not_reported_as_a_wrong_result(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a MemoryError the exit code is 1, but no check is reported as failed."""
    monkeypatch.setattr(platform_checks, "floats", failing_with(error))
    code, lines = report()
    assert (code, failed_areas(lines)) == (1, [])
    assert "MEMORY  float arithmetic           memory ran out after 1 check" in lines
    assert "memory ran out in 1 area. Fix: run it with more memory" in lines
    assert not any("wrong" in line for line in lines)


def test_a_lack_of_memory_while_modules_are_loaded_is_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The one-file program also starts with this function."""

    class NoMemory:
        def find_spec(self, name: str, *_: object) -> None:
            if name == "textbook_ml.commands.main":
                raise MemoryError

    monkeypatch.setattr(sys, "meta_path", [NoMemory(), *sys.meta_path])
    monkeypatch.delitem(sys.modules, "textbook_ml.commands.main", raising=False)
    assert run() == 2
    assert "not enough memory to load the package" in capsys.readouterr().err


def test_a_lack_of_memory_in_a_doctest_is_not_a_failed_example(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """doctest catches every exception, and would count a MemoryError as a failure."""

    def exhausted(xs: list[float], mu: float) -> float:
        raise MemoryError

    exhausted.__module__ = gaussian.__name__
    monkeypatch.setattr(gaussian, "variance_mvue", exhausted)
    lines = report()[1]
    assert any(line.startswith("MEMORY  examples of gaussian") for line in lines)
    assert not any("example of variance_mvue" in line for line in lines)


def test_an_area_without_checks_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """An area of the self-test fails if none of its checks run."""
    monkeypatch.setattr(model_checks, "files", lambda: iter(()))
    assert failed_areas(report()[1]) == ["model files"]


def test_nan_and_infinity_are_never_within_the_tolerance() -> None:
    """A posterior of different classes is not within the tolerance either."""
    nan = float("nan")
    assert not check_close("x", nan, "1", 4.0).passed
    assert not check_close("x", math.inf, "1", 4.0).passed
    assert not check_posterior("x", {"a": nan}, {"a": 0.5}, 4.0).passed
    assert not check_posterior("x", {"b": 0.5}, {"a": 0.5}, 4.0).passed


@pytest.mark.slow
@pytest.mark.parametrize("flags", ["", "-I -S -E", "-OO"])
def test_the_self_test_runs_from_a_zip_under_every_flag(flags: str, tmp_path: Path) -> None:
    """The package is in a zip file; on Linux, the address space is limited to 32 MB."""
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
    assert "checks passed" in done.stdout
