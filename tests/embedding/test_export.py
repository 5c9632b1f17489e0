"""Every model, exported to every language: the same bits, whatever runs them."""

import re
import shutil
import subprocess
from fractions import Fraction as F
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.models_support import EXAMPLES, Example, model_classes
from textbook_ml.core.errors import TextbookError
from textbook_ml.embedding.checks.test_rows import Case, checks, drawn
from textbook_ml.embedding.ir.distance import distance
from textbook_ml.embedding.ir.lower import exported_models, plan_of
from textbook_ml.embedding.targets.c_file import c_file
from textbook_ml.embedding.targets.javascript_file import javascript_file
from textbook_ml.embedding.targets.language import Export
from textbook_ml.embedding.targets.python_file import python_file
from textbook_ml.models.catalogue import MODELS
from textbook_ml.models.coded_regression import CodedRegression, Coding
from textbook_ml.models.full_joint_bayes import FullJointBayes
from textbook_ml.models.gaussian_discriminant_analysis import GaussianDiscriminantAnalysis
from textbook_ml.models.gaussian_naive_bayes import GaussianNaiveBayes
from textbook_ml.models.logistic_regression import LogisticRegression
from textbook_ml.models.mixed_naive_bayes import MixedNaiveBayes
from textbook_ml.models.poisson_naive_bayes import PoissonNaiveBayes
from textbook_ml.models.quadratic_discriminant_analysis import QuadraticDiscriminantAnalysis
from textbook_ml.models.softmax_regression import SoftmaxRegression

CODING = Coding(("Outlook", "degrees"), (("Sunny", "Overcast", "Rain"), ()))
NAMES = CODING.names
CODED = {
    "coded logistic": CodedRegression(
        CODING, LogisticRegression(("no", "yes"), NAMES, 0.3, (0.7, -1.1, 0.05))
    ),
    "coded softmax": CodedRegression(
        CODING,
        SoftmaxRegression(
            ("a", "b", "c"), NAMES, ((0.1, 0.2, 0.3, 0.4), (0.5, 0.1, 0.7, -0.2), (0.0,) * 4)
        ),
    ),
}


@cache
def models() -> dict[str, Any]:
    """All that can be exported, by name."""
    return {**{one.name: one.fitted() for one in EXAMPLES}, **CODED}


@cache
def exports(exact: bool, more: int) -> list[Export]:
    """Each with its check rows and some more, so that its self-test asks about them all."""
    made = []
    for n, model in enumerate(models().values()):
        plan = plan_of(model)
        cases = [*checks(plan), *(Case.of(plan, "drawn", row) for row in drawn(plan, more))]
        made.append(Export(plan, cases, ["for a test"], exact, prefix=f"m{n}"))
    return made


def loaded(text: str) -> dict[str, Any]:
    """An exported Python file, run."""
    names: dict[str, Any] = {"__name__": "exported"}
    exec(compile(text, "exported.py", "exec"), names)
    return names


def test_every_model_has_a_plan() -> None:
    """A new model is exported because it exists, or this fails."""
    assert {*model_classes(), *MODELS.values()} == set(exported_models().values())


def test_a_model_without_a_plan_is_refused_by_name() -> None:
    """The refusal says which kinds there are."""
    with pytest.raises(TextbookError, match="Example cannot be exported.*GaussianNaiveBayes"):
        plan_of(Example("x", None, [], [], []))


@pytest.mark.parametrize("exact", [False, True], ids=["platform exp", "exact"])
def test_python_says_what_the_plan_says(exact: bool) -> None:
    """Scores and labels to the bit; probabilities to the bit if the exp comes along."""
    for name, export in zip(models(), exports(exact, more=100)):
        assert loaded(python_file(export))["self_test"]() == [], name


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not on this machine")
@pytest.mark.parametrize("exact", [False, True], ids=["platform exp", "exact"])
def test_javascript_says_what_the_plan_says(tmp_path: Path, exact: bool) -> None:
    """One process imports every module and runs its self-test."""
    lines = []
    for export in exports(exact, more=100):
        (tmp_path / f"{export.prefix}.mjs").write_text(javascript_file(export), encoding="ascii")
        lines.append(f'console.log((await import("./{export.prefix}.mjs")).selfTest());\n')
    (tmp_path / "all.mjs").write_text("".join(lines))
    done = subprocess.run(["node", tmp_path / "all.mjs"], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("[]\n" * len(models()), "")


FUSED = re.compile(r"\bv?f(?:n?m(?:add|sub)|n?ml[as])")  # a product and a sum in one instruction
COMPILERS = {"gcc": ["-O2", "-march=native"], "clang": ["-O1", "-march=native"]}


@pytest.mark.parametrize("compiler", COMPILERS)
def test_c_says_what_the_plan_says(tmp_path: Path, compiler: str) -> None:
    """One program of all headers, their self-tests called in turn; fused products are at hand."""
    if shutil.which(compiler) is None:
        pytest.skip(f"{compiler} is not on this machine")
    program, calls = [], []
    for export in exports(exact=compiler == "gcc", more=0):
        prefix = export.prefix
        (tmp_path / f"{prefix}.h").write_text(c_file(export), encoding="ascii")
        program += [f"#define {prefix.upper()}_SELF_TEST", f"#define main {prefix}_main"]
        program += [f'#include "{prefix}.h"', "#undef main"]
        calls.append(f"{prefix}_main()")
    program.append(f"int main(void) {{ return {' + '.join(calls)}; }}\n")
    (tmp_path / "all.c").write_text("\n".join(program))
    strict = ["-std=gnu99", "-Wall", "-Wextra", "-Werror"]
    options = [*strict, *COMPILERS[compiler], "-save-temps=obj"]
    command = [compiler, *options, "all.c", "-o", "all", "-lm"]
    built = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert built.stderr == ""
    assert FUSED.search(next(tmp_path.glob("*.s")).read_text()) is None
    done = subprocess.run([tmp_path / "all"], capture_output=True, text=True)
    assert done.stdout.count("are as they were written") == len(models()), done.stdout
    assert done.returncode == 0


STRICT = "-std=c99 -Wall -Wextra -pedantic -Wconversion -Wdouble-promotion -Wshadow -Wundef"
LONG = GaussianNaiveBayes(("a" * 5000, "b"), ("x",), (0.5, 0.5), ((0.0,), (1.0,)), ((1.0,),) * 2)


@pytest.mark.parametrize("compiler", COMPILERS)
def test_no_header_makes_a_compiler_warn(tmp_path: Path, compiler: str) -> None:
    """As the program of its self-test, where a function that nobody calls would be told."""
    if shutil.which(compiler) is None:
        pytest.skip(f"{compiler} is not on this machine")
    plan = plan_of(LONG)
    long = Export(plan, checks(plan), ["for a test"], exact=True, prefix="long_name")
    for export in [*exports(exact=False, more=0), long]:
        (tmp_path / "m.h").write_text(c_file(export), encoding="ascii")
        test = f"-D{export.prefix.upper()}_SELF_TEST"
        command = [compiler, *STRICT.split(), "-fsyntax-only", test, "-x", "c", "m.h"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
        assert (done.stderr, done.returncode) == ("", 0), export.plan.model


@pytest.mark.parametrize("option", ["-ffast-math", "-ffinite-math-only"])
@pytest.mark.parametrize("compiler", COMPILERS)
def test_what_would_change_the_bits_is_refused_by_the_header(
    tmp_path: Path, compiler: str, option: str
) -> None:
    """Without NaN there is no missing value, and without order no sum in two parts."""
    if shutil.which(compiler) is None:
        pytest.skip(f"{compiler} is not on this machine")
    (tmp_path / "m.h").write_text(c_file(exports(exact=False, more=0)[0]), encoding="ascii")
    command = [compiler, option, "-fsyntax-only", "-x", "c", "m.h"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode != 0 and option in done.stderr


# Rates drop what all classes share; a covariance is taken apart before it is added up; a share
# is compared by its logarithm.
ULPS: dict[Any, int] = {
    PoissonNaiveBayes: 16,
    MixedNaiveBayes: 16,
    GaussianDiscriminantAnalysis: 16,
    QuadraticDiscriminantAnalysis: 16,
    FullJointBayes: 4,
}


@pytest.mark.parametrize("name", models())
def test_the_plan_stays_with_the_library(name: str) -> None:
    """The same labels and scores; a few ulps off where the plan takes another way to them."""
    plan = plan_of(models()[name])
    cases = [Case.of(plan, "", row) for row in drawn(plan, 200, seed=5)]
    found = distance(models()[name], plan, cases)
    assert found.labels == found.rows > 100
    assert found.ulps <= ULPS.get(type(models()[name]), 0)


def test_classes_that_are_equal_in_fractions_are_equal_in_an_export() -> None:
    """Thirteenths are rounded, and their sums with them; of three and three the first wins."""
    rows = list(map(tuple, ["au", "du", "av", "cv", "cu", "dv", "au"]))
    model = FullJointBayes.fit(rows, "xzzyxzx", strength=1, values=["abcde", "uv"])
    assert model.exact_posterior([None, None]) == {"x": F(3, 7), "z": F(3, 7), "y": F(1, 7)}
    space = loaded(python_file(Export(plan_of(model), [], [], exact=True)))
    assert space["classify"]([None, None]) == "x"


def test_true_is_a_number_where_it_is_no_int() -> None:
    """MicroPython does not derive bool from int; rows of True and False will do there too."""

    def narrow(thing: Any, kinds: Any) -> bool:
        return type(thing) in (kinds if isinstance(kinds, tuple) else (kinds,))

    names: dict[str, Any] = {"__name__": "exported", "isinstance": narrow}
    exec(python_file(Export(plan_of(LONG), [], [], exact=True)), names)
    assert names["scores"]([True]) == names["scores"]([1.0])
