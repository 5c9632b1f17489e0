"""The scores of every exported model have the same bits in every language."""

import re
import shutil
import subprocess
from fractions import Fraction as F
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests.models_support import EXAMPLES, Example, model_classes
from textbook_ml.core.errors import TextbookError
from textbook_ml.embedding.checks.package_agreement import agreement
from textbook_ml.embedding.checks.test_rows import CheckRow, check_cases, draw_rows
from textbook_ml.embedding.ir.lower import exported_models, lower
from textbook_ml.embedding.targets.c_file import c_file
from textbook_ml.embedding.targets.c_template import C
from textbook_ml.embedding.targets.javascript_file import javascript_file
from textbook_ml.embedding.targets.language import Export, render_steps
from textbook_ml.embedding.targets.python_file import python_file
from textbook_ml.models.catalogue import MODELS
from textbook_ml.models.categorical_naive_bayes import CategoricalNaiveBayes
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
    """Return one model of each type that can be exported, by name."""
    return {**{one.name: one.fitted() for one in EXAMPLES}, **CODED}


@cache
def exports(exact: bool, more: int) -> list[Export]:
    """Return the exports of all models, with `more` random rows in their self-tests."""
    results = []
    for n, model in enumerate(models().values()):
        program = lower(model)
        drawn = [CheckRow.of(program, "drawn", row) for row in draw_rows(program, more)]
        cases = [*check_cases(program), *drawn]
        results.append(Export(program, cases, ["for a test"], exact, prefix=f"m{n}"))
    return results


@cache
def different_code() -> list[str]:
    """Return one model for each different C code; the others differ only in their numbers."""
    by_code: dict[Any, str] = {}
    for name, model in models().items():
        program = lower(model)
        steps = re.sub(r"\d+", "", render_steps(C, Export(program, [], [], exact=True)))
        parts = (program.scores, program.whole, program.text, *sorted(set(program.kinds)))
        by_code.setdefault((steps, *parts), name)
    return list(by_code.values())


def different_exports(exact: bool) -> list[Export]:
    """Return the exports of models with different code."""
    named = zip(models(), exports(exact, more=0))
    return [export for name, export in named if name in different_code()]


def loaded(text: str) -> dict[str, Any]:
    """Run an exported Python file and return its namespace."""
    names: dict[str, Any] = {"__name__": "exported"}
    exec(compile(text, "exported.py", "exec"), names)
    return names


def with_self_test(header: str) -> str:
    """Return a C header that runs its self-test before the main function of a program."""
    return (
        f"#define MODEL_SELF_TEST\n#define main self_test\n{header}\n#undef main\n"
        "__attribute__((constructor)) static void run_self_test(void) { self_test(); }\n"
    )


def test_every_model_can_be_exported() -> None:
    """Every model has a lowering; this test fails for a new model without one."""
    assert {*model_classes(), *MODELS.values()} == set(exported_models().values())


def test_lower_rejects_objects_that_are_not_models() -> None:
    """The error names the type of the object and lists the supported models."""
    with pytest.raises(TextbookError, match="Example cannot be exported.*GaussianNaiveBayes"):
        lower(Example("x", None, [], [], []))


@pytest.mark.parametrize("exact", [False, True], ids=["platform exp", "exact"])
def test_exported_python_has_the_bits_of_the_program(exact: bool) -> None:
    """Scores and labels have equal bits, and probabilities if the file has its own exp."""
    for name, export in zip(models(), exports(exact, more=100)):
        assert loaded(python_file(export))["self_test"]() == [], name


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
@pytest.mark.parametrize("exact", [False, True], ids=["platform exp", "exact"])
def test_exported_javascript_has_the_bits_of_the_program(tmp_path: Path, exact: bool) -> None:
    """One Node process imports every exported module and runs its self-test."""
    lines = []
    for export in exports(exact, more=100):
        (tmp_path / f"{export.prefix}.mjs").write_text(javascript_file(export), encoding="ascii")
        lines.append(f'console.log((await import("./{export.prefix}.mjs")).selfTest());\n')
    (tmp_path / "all.mjs").write_text("".join(lines))
    done = subprocess.run(["node", tmp_path / "all.mjs"], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("[]\n" * len(models()), "")


FUSED = re.compile(r"\bv?f(?:n?m(?:add|sub)|n?ml[as])")  # multiply and add in one instruction
COMPILERS = {"gcc": ["-O2", "-march=native"], "clang": ["-O1", "-march=native"]}


@pytest.mark.slow
@pytest.mark.parametrize("compiler", COMPILERS)
def test_exported_c_has_the_bits_of_the_program(tmp_path: Path, compiler: str) -> None:
    """One C program runs the self-tests of all headers on a processor with fused operations."""
    if shutil.which(compiler) is None:
        pytest.skip(f"{compiler} is not installed")
    program, calls = [], []
    for export in different_exports(exact=compiler == "gcc"):
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
    assert done.stdout.count("all constants are unchanged") == len(calls), done.stdout
    assert done.returncode == 0


STRICT = (
    "-std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wdouble-promotion -Wshadow -Wundef "
    "-Wfloat-equal"
)
LONG = GaussianNaiveBayes(("a" * 5000, "b"), ("x",), (0.5, 0.5), ((0.0,), (1.0,)), ((1.0,),) * 2)


@pytest.mark.parametrize("compiler", COMPILERS)
def test_headers_compile_without_warnings(tmp_path: Path, compiler: str) -> None:
    """The self-test is compiled too; unused static functions would give warnings."""
    if shutil.which(compiler) is None:
        pytest.skip(f"{compiler} is not installed")
    program = lower(LONG)
    long = Export(program, check_cases(program), ["for a test"], exact=True, prefix="long_name")
    for export in [*different_exports(exact=False), long]:
        (tmp_path / "m.h").write_text(c_file(export), encoding="ascii")
        test = f"-D{export.prefix.upper()}_SELF_TEST"
        command = [compiler, *STRICT.split(), "-fsyntax-only", test, "-x", "c", "m.h"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
        assert (done.stderr, done.returncode) == ("", 0), export.program.model


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, {"float32": True}, {"fast": True}], ids=str)
def test_cppcheck_finds_nothing(tmp_path: Path, options: dict[str, bool]) -> None:
    """cppcheck finds no errors, and no problems of style, performance or portability."""
    if shutil.which("cppcheck") is None:
        pytest.skip("cppcheck is not installed")
    for n, name in enumerate(different_code()):
        program = lower(models()[name])
        program = program.single() if options.get("float32") else program
        checks = check_cases(program)
        export = Export(program, checks, [], exact=True, fast=options.get("fast", False))
        (tmp_path / f"m{n}.h").write_text(c_file(export), encoding="ascii")
    enabled = "--enable=warning,style,performance,portability"
    command = ["cppcheck", "--quiet", "--language=c", "--std=c99", enabled, "-DMODEL_SELF_TEST"]
    files = [str(path) for path in tmp_path.glob("*.h")]
    done = subprocess.run([*command, *files], cwd=tmp_path, capture_output=True, text=True)
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)


@pytest.mark.parametrize("option", ["-ffast-math", "-ffinite-math-only"])
@pytest.mark.parametrize("compiler", COMPILERS)
def test_headers_reject_compiler_options_that_change_bits(
    tmp_path: Path, compiler: str, option: str
) -> None:
    """Options such as -ffast-math remove NaN, which marks missing values, and reorder sums."""
    stderr = compile_errors(tmp_path, compiler, option)
    assert option in stderr


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("-fsingle-precision-constant", "constants_are_doubles"),
        ("-D__ASSOCIATIVE_MATH__", "-funsafe-math-optimizations"),
        ("-D__DBL_MANT_DIG__=24", "double of 64 bits"),
    ],
)
def test_headers_reject_doubles_that_are_not_ieee_64_bit(
    tmp_path: Path, option: str, message: str
) -> None:
    """On AVR, a double has 32 bits by default, and <math.h> does not define HUGE_VAL."""
    assert message in compile_errors(tmp_path, "gcc", option)
    assert "HUGE_VAL" not in (tmp_path / "m.h").read_text()


def compile_errors(folder: Path, compiler: str, option: str) -> str:
    """Compile a header that must not compile, and return the error messages."""
    if shutil.which(compiler) is None:
        pytest.skip(f"{compiler} is not installed")
    (folder / "m.h").write_text(c_file(exports(exact=False, more=0)[0]), encoding="ascii")
    command = [compiler, option, "-fsyntax-only", "-x", "c", "m.h"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert done.returncode != 0
    return done.stderr


# Largest difference from the scores of the package. The programs of these models omit terms that
# all classes share, factorise the covariance first, or compute P(x, y) and not its logarithm.
ULPS: dict[Any, int] = {
    PoissonNaiveBayes: 16,
    MixedNaiveBayes: 16,
    GaussianDiscriminantAnalysis: 16,
    QuadraticDiscriminantAnalysis: 16,
    FullJointBayes: 4,
}


@pytest.mark.parametrize("name", models())
def test_lowered_programs_agree_with_the_package(name: str) -> None:
    """Labels are equal; scores differ by at most the number of ulps in the table above."""
    program = lower(models()[name])
    cases = [CheckRow.of(program, "", row) for row in draw_rows(program, 200, seed=5)]
    labels, ulps = agreement(models()[name], program, cases)
    assert labels == len(cases) == 200
    assert ulps <= ULPS.get(type(models()[name]), 0)


@pytest.mark.parametrize("name", models())
def test_numeric_check_rows_are_on_both_sides_of_a_class_boundary(name: str) -> None:
    """Two check rows that differ by one float have nearly equal scores and different classes."""
    program = lower(models()[name])
    if any(column.kind != "number" for column in program.columns):
        pytest.skip("a model of categories or counts has few rows near a boundary")
    first, second = [case for case in check_cases(program) if case.kind == "tie"]
    assert first.class_index != second.class_index
    for case in (first, second):
        highest, next_highest = sorted(case.scores, reverse=True)[:2]
        assert highest - next_highest < 1e-12 * max(1.0, abs(highest))


def test_exact_ties_of_categories_are_ties_in_package_and_export() -> None:
    """ln p + ln q and ln pq + ln 1 are rounded differently, but the first class wins both."""
    fractions = sorted({F(i, n) for n in range(3, 12) for i in range(1, n)})
    for p, q in product(fractions[::3], fractions[1::3]):
        tables = ((p, q), (p * q, F(1)))
        for one, other in (tables, tables[::-1]):
            columns = [[{"a": r, "b": 1 - r} for r in rs] for rs in (one, other)]
            parameters: Any = tuple(map(tuple, columns))
            half = (F(1, 2), F(1, 2))
            model = CategoricalNaiveBayes(("x", "y"), ("f", "g"), half, parameters)
            row = ["a", "a"]
            assert (model.classify(row), model.predict([row])) == ("x", ["x"])
            program = lower(model)
            assert program.class_index(program.sums(row)) == 0, (p, q)


def test_exact_ties_of_the_full_joint_are_ties_in_an_export() -> None:
    """Probabilities such as 1/13 are rounded; of two tied classes, the first is predicted."""
    rows = list(map(tuple, ["au", "du", "av", "cv", "cu", "dv", "au"]))
    model = FullJointBayes.fit(rows, "xzzyxzx", strength=1, values=["abcde", "uv"])
    assert model.exact_posterior([None, None]) == {"x": F(3, 7), "z": F(3, 7), "y": F(1, 7)}
    names = loaded(python_file(Export(lower(model), [], [], exact=True)))
    assert names["classify"]([None, None]) == "x"


def test_booleans_are_numbers_even_if_bool_is_no_subclass_of_int() -> None:
    """In MicroPython, bool is not derived from int."""

    def strict_isinstance(value: Any, types: Any) -> bool:
        return type(value) in (types if isinstance(types, tuple) else (types,))

    names: dict[str, Any] = {"__name__": "exported", "isinstance": strict_isinstance}
    exec(python_file(Export(lower(LONG), [], [], exact=True)), names)
    assert names["scores"]([True]) == names["scores"]([1.0])
