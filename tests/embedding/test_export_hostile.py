"""Exports of names that look like code, of unsupported classes, and of changed files."""

import re
import shutil
import subprocess
from collections.abc import Callable, Sequence
from fractions import Fraction as F
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.models_support import PATIENTS
from textbook_ml.core.errors import TextbookError
from textbook_ml.embedding.checks.test_rows import check_cases
from textbook_ml.embedding.ir.lower import lower
from textbook_ml.embedding.targets.c_file import c_file
from textbook_ml.embedding.targets.javascript_file import javascript_file
from textbook_ml.embedding.targets.json_file import json_file
from textbook_ml.embedding.targets.language import Export
from textbook_ml.embedding.targets.python_file import python_file
from textbook_ml.models.categorical_naive_bayes import CategoricalNaiveBayes
from textbook_ml.models.full_joint_bayes import FullJointBayes
from textbook_ml.models.gaussian_naive_bayes import GaussianNaiveBayes
from textbook_ml.models.mixed_naive_bayes import MixedNaiveBayes
from textbook_ml.models.multinomial_naive_bayes import MultinomialNaiveBayes

HOSTILE = [
    '"); import os; os._exit(3) #',
    "'''\"\"\"\\",
    "*/ int main(void) { return 7; } /*",
    "// \\",
    "??/",
    "a\nb\r\n#error no",
    "</script><script>alert(1)",
    "${process.exit(4)}`",
    "%s%n%d $x {0} @model@ model_start MODEL_CLASSES",
    "\\x41\\101\\u0041",
    "naïve 日本 🦉 \u2028\u202e",
    "\x01\x7f\t\v",
    "A" * 10_000,
]
TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20)


def model_of(names: Sequence[str]) -> CategoricalNaiveBayes[str]:
    """Return a model with these seven names: two classes, two features, three categories."""
    a, b, first, second, *values = names
    half, third = F(1, 2), F(1, 3)
    tables: Any = (dict.fromkeys(values, third), {values[0]: half, values[1]: half})
    others: Any = (dict(zip(values, (F(1, 5), F(1, 5), F(3, 5)))), tables[1])
    return CategoricalNaiveBayes((a, b), (first, second), (F(2, 3), F(1, 3)), (tables, others))


def export_of(model: Any, exact: bool = True) -> Export:
    program = lower(model)
    return Export(program, check_cases(program), ["for a test"], exact)


def output(command: Sequence[str], folder: str) -> str:
    """Run a program; return its exit code and output."""
    done = subprocess.run(command, cwd=folder, capture_output=True, timeout=60)
    return f"{done.returncode}: {done.stdout.decode()}{done.stderr.decode()}"


SEVEN = st.lists(st.one_of(st.sampled_from(HOSTILE), TEXTS), min_size=7, max_size=7, unique=True)


@settings(max_examples=8, suppress_health_check=list(HealthCheck))
@given(SEVEN)
@example(HOSTILE[:7])
@example(HOSTILE[6:])
def test_names_are_data_in_every_language(names: list[str]) -> None:
    """Each file is compiled and run; its self-test passes, and it returns the names."""
    export = export_of(model_of(names))
    space: dict[str, Any] = {"__name__": "exported"}
    exec(compile(python_file(export), "exported.py", "exec"), space)
    assert space["self_test"]() == []
    assert (space["CLASSES"], space["FEATURES"]) == (names[:2], names[2:4])
    with TemporaryDirectory() as folder:
        if shutil.which("node"):
            program = javascript_file(export) + "console.log(selfTest(), CLASSES[1]);\n"
            Path(folder, "m.mjs").write_text(program, encoding="ascii")
            assert output(["node", "m.mjs"], folder) == f"0: [] {names[1]}\n"
        if shutil.which("gcc"):
            Path(folder, "m.h").write_text(c_file(export), encoding="ascii")
            Path(folder, "m.c").write_text(
                '#define MODEL_SELF_TEST\n#define main test\n#include "m.h"\n#undef main\n'
                'int main(void) { printf("%s|%d", model_classes[1], model_value(0, '
                "model_values[2])); return test(); }\n"
            )
            strict = ["-std=c99", "-O0", "-trigraphs", "-Wall", "-Wextra", "-Werror"]
            assert output(["gcc", *strict, "m.c", "-o", "m", "-lm"], folder) == "0: "
            printed = output(["./m"], folder)
            assert printed.startswith(f"0: {names[1]}|2")
            assert "all constants are unchanged" in printed


def gaussian_nb(*classes: Any) -> GaussianNaiveBayes[Any]:
    """Return a model of two classes with these labels."""
    return GaussianNaiveBayes(classes, ("x",), (0.5, 0.5), ((0.0,), (1.0,)), ((1.0,),) * 2)


TUPLES = gaussian_nb(("a", 1), ("b", 2))
HUGE = gaussian_nb(10**400, 1)
HALF = gaussian_nb("\ud800", "a")
UNSUPPORTED: list[tuple[Any, Callable[[Export], str], str]] = [
    (TUPLES, c_file, "'a', 1.*tuple.*C"),
    (TUPLES, javascript_file, "tuple.*JavaScript"),
    (TUPLES, json_file, "tuple.*JSON"),
    (gaussian_nb(F(1, 2), F(1, 3)), python_file, "Fraction.*Python"),
    (HUGE, python_file, "huge.*2\\^1000"),
    (HUGE, javascript_file, "huge.*2\\^53"),
    (HUGE, c_file, "huge.*C"),
    (gaussian_nb("a\0b", "a"), c_file, "zero character"),
    (gaussian_nb(1, "1"), c_file, "both written '1' in C"),
    (HALF, python_file, "surrogate"),
    (HALF, javascript_file, "surrogate"),
    (HALF, c_file, "surrogate"),
]


@pytest.mark.parametrize(("model", "to", "message"), UNSUPPORTED)
def test_classes_that_a_language_cannot_represent_are_errors(
    model: Any, to: Callable[[Export], str], message: str
) -> None:
    """The error names the class and the language."""
    with pytest.raises(TextbookError, match=message):
        to(export_of(model))


def test_exported_python_can_represent_tuple_classes() -> None:
    """Python code returns tuples as classes; the other languages cannot represent them."""
    space: dict[str, Any] = {"__name__": "exported"}
    exec(python_file(export_of(TUPLES)), space)
    assert space["self_test"]() == [] and space["classify"]([5.0]) == ("b", 2)


def test_a_vocabulary_of_another_tokeniser_is_an_error() -> None:
    """The exported tokeniser never produces a pair of words, which this vocabulary has."""
    model = MultinomialNaiveBayes.fit([{"new york": 1, "x": 1}, {"x": 1, "new york": 2}], "ab")
    with pytest.raises(TextbookError, match="never finds the word 'new york'"):
        lower(model)


def test_probabilities_that_underflow_are_an_error() -> None:
    """A full joint distribution stores probabilities and not logarithms."""
    tiny = F(1, 10**400)
    tables: Any = ({("a",): tiny, ("b",): 1 - tiny}, {("a",): F(1, 2), ("b",): F(1, 2)})
    model = FullJointBayes(("y", "n"), ("x",), (F(1, 2),) * 2, (("a", "b"),), tables, (F(0),) * 2)
    with pytest.raises(TextbookError, match="FullJointBayes.*too small.*naive Bayes"):
        lower(model)


def test_too_many_possible_rows_are_an_error() -> None:
    """A float cannot hold 2^1001, the number of rows that are summed over."""
    row = (0,) * 1001
    tables: Any = ({row: F(1)}, {row: F(1)})
    names = tuple(f"x{i}" for i in range(1001))
    values = ((0, 1),) * 1001
    model = FullJointBayes(("y", "n"), names, (F(1, 2),) * 2, values, tables, (F(0),) * 2)
    with pytest.raises(TextbookError, match="less than 2\\^1000, got .*1002 bits.*naive Bayes"):
        lower(model)


def test_nan_and_infinite_classes_are_errors() -> None:
    """NaN is not equal to itself; JSON has no ∞."""
    with pytest.raises(TextbookError, match="nan cannot be a class"):
        lower(gaussian_nb(float("nan"), 1.0))
    with pytest.raises(TextbookError, match="inf.*JSON"):
        json_file(export_of(gaussian_nb(float("inf"), 1.0)))


def test_categories_that_mean_missing_are_errors() -> None:
    """None and NaN represent a missing value."""
    nan = float("nan")
    tables: Any = ({nan: F(1, 2), "a": F(1, 2)},)
    model = CategoricalNaiveBayes(("y", "n"), ("x",), (F(1, 2),) * 2, (tables, tables))
    with pytest.raises(TextbookError, match="nan cannot be a category of feature 'x'"):
        lower(model)


NUMBER = re.compile(r"-?\d+\.\d+(?:e[-+]\d+)?")


def test_the_self_test_detects_every_changed_constant() -> None:
    """Each number is changed by one ulp, and names are exchanged, one after the other."""
    text = python_file(export_of(model_of(["yes", "no", "f", "g", "u", "v", "w"])))
    head, checks_, tail = text.partition("\nCHECKS = []")
    changed = 0
    for found in NUMBER.finditer(head[head.index("START") : head.index("\nALL")]):
        at = head.index("START") + found.start()
        other = repr(float(found[0]) * (1 + 2**-52))
        assert other != found[0]
        changed_text = head[:at] + other + head[at + len(found[0]) :] + checks_ + tail
        space: dict[str, Any] = {"__name__": "exported"}
        exec(changed_text, space)
        assert space["self_test"]() != []
        changed += 1
    assert changed == 13
    names = [("'yes', 'no'", "'no', 'yes'"), ("'f', 'g'", "'f', 'h'"), ("'u', 'v'", "'v', 'u'")]
    for a, b in names:
        space = {"__name__": "exported"}
        exec(text.replace(a, b, 1), space)
        assert space["self_test"]() != []


CHANGES = [
    ("python", "(s - b)", "(s + b)"),
    ("python", "n % 2 == 1", "n % 5 == 1"),
    ("javascript", "n % 2 === 1", "n % 5 === 1"),
    ("c", "n % 2 == 1", "n % 5 == 1"),
    ("javascript", "if (v !== null)", "if (v === null)"),
    ("javascript", '"yes", "no"', '"no", "yes"'),
    ("c", '"yes", "no"', '"no", "yes"'),
    ("c", '"nvc"', '"nvn"'),
    ("c", "p-1", "p-2"),
    ("c", "p-54}", "p-24}"),
    ("c", "strcmp(m", "!strcmp(m"),
    ("c", "model_finite(head[best])", "head[best] > -2.0"),
]


@pytest.mark.parametrize(("language", "old", "new"), CHANGES)
def test_a_changed_file_fails_its_self_test(
    tmp_path: Path, language: str, old: str, new: str
) -> None:
    """A changed name, constant or operation is detected."""
    rows = [(b, a, c) for a, b, c in PATIENTS]
    labels = ["yes", "no", "yes", "no", "no", "yes"]
    kinds: list[Any] = ["gaussian", "categorical", "poisson"]
    model = MixedNaiveBayes.fit(rows, labels, kinds=kinds)
    write = {"python": python_file, "javascript": javascript_file, "c": c_file}[language]
    text = write(export_of(model))
    assert text.count(old) >= 1
    bad = text.replace(old, new, 1)
    tool = {"python": "python3", "javascript": "node", "c": "gcc"}[language]
    if shutil.which(tool) is None:
        pytest.skip(f"{tool} is not installed")
    if language == "c":
        (tmp_path / "m.h").write_text(bad)
        build = ["gcc", "-DMODEL_SELF_TEST", "-x", "c", "m.h", "-o", "m", "-lm"]
        assert output(build, str(tmp_path)).startswith("0: ")
        assert output(["./m"], str(tmp_path)).startswith("1: ")
    elif language == "javascript":
        (tmp_path / "m.mjs").write_text(f"{bad}\nprocess.exit(selfTest().length > 0 ? 1 : 0);\n")
        assert output(["node", "m.mjs"], str(tmp_path)).startswith("1: ")
    else:
        (tmp_path / "m.py").write_text(bad)
        assert output(["python3", "m.py"], str(tmp_path)).startswith("1: ")
