"""The command `export`, the portable exp, the tokeniser, and the JSON target."""

import json
import os
import shutil
import subprocess
from collections import Counter
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.models_support import EXAMPLES
from textbook_ml.commands.main import main
from textbook_ml.core.numeric import ulps_off
from textbook_ml.core.text import tokens
from textbook_ml.data import datasets
from textbook_ml.data.csv_file import read_csv
from textbook_ml.embedding.checks import run_exports
from textbook_ml.embedding.checks.test_rows import check_cases
from textbook_ml.embedding.export import export_model
from textbook_ml.embedding.ir.digest import digest
from textbook_ml.embedding.ir.lower import lower
from textbook_ml.embedding.ir.program import ascii_tokens
from textbook_ml.embedding.targets.json_file import json_file
from textbook_ml.embedding.targets.language import Export
from textbook_ml.embedding.targets.portable_exp import portable_exp
from textbook_ml.models.catalogue import recipe
from textbook_ml.models.logistic_regression import LogisticRegression
from textbook_ml.models.perceptron import Perceptron


@pytest.fixture
def iris(tmp_path: Path) -> str:
    """Return the path of a model file for iris."""
    path = tmp_path / "iris.json"
    path.write_text(recipe("gaussian-nb").fit(datasets.load("iris")).to_json(), encoding="utf-8")
    return str(path)


def test_without_out_the_exported_file_is_printed(
    iris: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The printed file is complete and can be run."""
    assert main(["export", iris, "--to", "python"]) == 0
    names: dict[str, Any] = {"__name__": "exported"}
    exec(capsys.readouterr().out, names)
    assert names["self_test"]() == []
    assert names["classify"]([5.1, 3.5, 1.4, 0.2]) == "Iris-setosa"
    assert names["classify"]([None, None, 5.5, None]) == "Iris-virginica"


TOOLS = {"python": ["python3"], "javascript": ["node"], "c": ["gcc", "clang"]}


@pytest.mark.parametrize("target", TOOLS)
def test_verify_prints_one_line_for_each_runtime(
    iris: str, tmp_path: Path, target: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A runtime that is not installed has a line too."""
    out = tmp_path / "flowers.txt"
    assert main(["export", iris, "--to", target, "--exact", "--out", str(out), "--verify"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"{out}: GaussianNaiveBayes, {out.stat().st_size} bytes, 11 check rows"
    labels = "1000 of 1000 labels are those of textbook_ml"
    assert f"{labels}; scores differ from its scores by at most 0 ulps" in lines
    for tool in TOOLS[target]:
        ran = "1011 of 1011 labels equal, scores within 0 ulp, probabilities within 0 ulp"
        installed = target == "python" or shutil.which(tool)
        found = [line for line in lines if line.startswith(tool)]
        assert found and all(line.endswith(ran if installed else "not run") for line in found)


def test_verify_returns_1_if_a_bit_differs(
    iris: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The scores of the runtime in this test differ by one bit, as with fused operations."""
    off = "_found = [s * (1 + 2.0**-52) for s in scores(_row)]"
    loop = run_exports.PYTHON_LOOP.replace("_found = scores(_row)", off)
    monkeypatch.setattr(run_exports, "PYTHON_LOOP", loop)
    assert main(["export", iris, "--to", "python", "--verify"]) == 1
    assert "1011 of 1011 labels equal, scores within 2 ulp" in capsys.readouterr().out


def test_verify_returns_1_if_a_runtime_fails(
    iris: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The output shows the exit code of the runtime."""
    monkeypatch.setattr(run_exports, "PYTHON_LOOP", "raise SystemExit(5)")
    assert main(["export", iris, "--to", "python", "--verify"]) == 1
    assert "python3: failed: exit code 5" in capsys.readouterr().out


def test_models_outside_the_catalogue_can_be_exported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A perceptron has scores and labels, but no probabilities."""
    path = tmp_path / "line.json"
    path.write_text(Perceptron(("no", "yes"), ("x",), -1.0, (2.0,)).to_json())
    assert main(["export", str(path), "--to", "python"]) == 0
    names: dict[str, Any] = {"__name__": "exported"}
    exec(capsys.readouterr().out, names)
    assert (names["classify"]([0.5]), names["classify"]([0.75])) == ("no", "yes")
    assert "probabilities" not in names


BAD = [
    (["missing.json", "--to", "c"], "missing.json: cannot be read"),
    (["README.md", "--to", "c"], "README.md: the text is not JSON"),
]


@pytest.mark.parametrize(("arguments", "message"), BAD)
def test_export_errors_name_the_file(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The error is one line, and the exit code is 2."""
    assert main(["export", *arguments]) == 2
    assert message in capsys.readouterr().err


def test_out_in_a_missing_folder_is_an_error(
    iris: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """If the folder of --out does not exist, nothing is written."""
    assert main(["export", iris, "--to", "c", "--out", str(tmp_path / "no" / "iris.h")]) == 2
    assert "cannot be written" in capsys.readouterr().err


@pytest.mark.parametrize(("exact", "modules"), [(False, {"math"}), (True, set())])
def test_an_exported_python_file_imports_only_math(exact: bool, modules: set[str]) -> None:
    """A file that was exported with --exact imports nothing."""
    model = recipe("gaussian-nb").fit(datasets.load("iris"))
    _, text, _ = export_model(model, "python", exact)
    lines = [line for line in text.splitlines() if line.lstrip().startswith(("import", "from"))]
    assert {line.split()[1] for line in lines} == modules


def test_c_exported_with_exact_links_without_libm(tmp_path: Path) -> None:
    """A header that was exported with --exact needs no function of libm and no malloc."""
    if shutil.which("gcc") is None:
        pytest.skip("gcc is not installed")
    _, text, _ = export_model(recipe("qda").fit(datasets.load("iris")), "c", True)
    (tmp_path / "m.h").write_text(text)
    command = ["gcc", "-DMODEL_SELF_TEST", "-x", "c", "m.h", "-o", "m"]
    assert subprocess.run(command, cwd=tmp_path).returncode == 0
    assert subprocess.run([tmp_path / "m"], capture_output=True).returncode == 0
    assert "malloc" not in text


@given(st.floats(-745, 0))
def test_the_portable_exp_is_within_2_ulp(t: float) -> None:
    """The portable exp is compared with sixty digits, down to the smallest float."""
    with localcontext(prec=60):
        truth = Fraction(Decimal(t).exp())
    assert ulps_off(portable_exp(t), truth) < 2


@given(st.text(st.characters(max_codepoint=127)))
def test_the_exported_tokeniser_agrees_with_the_package(text: str) -> None:
    """Both split ASCII texts in the same way; the exported tokeniser accepts no others."""
    assert ascii_tokens(text) == tokens(text)


@given(st.lists(st.floats(-1e300, 1e300), min_size=1, max_size=20))
def test_sums_in_two_floats_have_twice_the_precision(terms: list[float]) -> None:
    """The two floats together differ from the exact sum by about 2^-100 of the largest term."""
    names = tuple(f"x{i}" for i in range(len(terms)))
    model = LogisticRegression(("no", "yes"), names, 0.0, tuple(terms))
    _, (t, e) = lower(model).sums([1.0] * len(terms))
    lost = sum(map(Fraction, terms)) - Fraction(t) - Fraction(e)
    largest = max(map(abs, terms), default=0.0)
    assert abs(lost) <= Fraction(largest) * len(terms) ** 2 / 2**100


def scores_of(program: dict[str, Any], row: list[Any]) -> list[float]:
    """Compute the scores by following only the descriptions in the JSON file."""

    def number(column: dict[str, Any], cell: Any) -> float | None:
        if cell is None:
            return None
        known = column["kind"] == "value"
        return float(column["values"].index(cell)) if known else float.fromhex(cell)

    x = [number(column, cell) for column, cell in zip(program["columns"], row)]
    scores = []
    for k, start in enumerate(program["start"]):
        t, e = float.fromhex(start), 0.0
        for step in program["steps"]:
            for v in terms(step, k, [x[i] for i in step["columns"]]):
                s = t + v
                b = s - t
                t, e = s, e + ((t - (s - b)) + (v - b))
        scores.append(t + e if abs(t) < float("inf") else t)
    return scores


def terms(step: dict[str, Any], k: int, x: list[float | None]) -> list[float]:
    """Return the terms of one step in the JSON file."""
    tables = {n: [list(map(float.fromhex, r)) for r in t] for n, t in step["tables"].items()}
    if step["step"] == "terms":
        there = [(i, v) for i, v in enumerate(x) if v is not None]
        there = [(i, v) for i, v in there if v or not step["skips_zero"]]
        return [
            eval(step["formula"], {"v": v, **{n: t[k][i] for n, t in tables.items()}})
            for i, v in there
        ]
    if step["step"] == "lookups":
        gains = tables["GAINS"][k]
        return [gains[f + int(v)] for f, v in zip(step["firsts"], x) if v is not None]
    if step["step"] == "whitened":
        d: list[float] = []
        for i, v in enumerate(x):
            assert v is not None
            d.append(v - tables["MEANS"][k][i])
            for j in range(i):
                d[i] -= tables["LOWER"][k][i * (i - 1) // 2 + j] * d[j]
        return [-(d_i * d_i * h) for d_i, h in zip(d, tables["NARROW"][k])]
    left, found = 1.0, []
    for v, size in zip(x, step["sizes"]):
        left *= size if v is None else 1
    for share, seen in zip(tables["SHARES"][k], step["seen"]):
        if all(v is None or v == w for v, w in zip(x, seen)):
            found.append(share)
            left -= 1
    return [*found, tables["UNSEEN"][0][k] * left]


def digest_of(document: dict[str, Any]) -> int:
    """Compute the checksum in the order that the file describes."""
    columns, steps = document["columns"], document["steps"]
    numbers = partial(map, float.fromhex)
    everywhere = list(range(len(columns)))
    return digest(
        [
            document["classes"],
            [column["name"] for column in columns],
            "".join(column["kind"][0] for column in columns),
            [column["values"] for column in columns],
            numbers([*document["start"], document["tie"]]),
            [[map(numbers, table) for table in step["tables"].values()] for step in steps],
            [
                [
                    [] if step["columns"] == everywhere else step["columns"],
                    [step.get(name, []) for name in ("firsts", "sizes", "seen")],
                ]
                for step in steps
            ],
        ]
    )


@pytest.mark.parametrize("one", EXAMPLES, ids=lambda one: one.name)
def test_json_describes_the_computation_completely(one: Any) -> None:
    """An interpreter that follows the JSON file computes the same bits."""
    program = lower(one.fitted())
    document = json.loads(json_file(Export(program, check_cases(program), [], True)))
    accepted = [case for case in document["checks"] if case["place"] is not None]
    numeric = [case for case in accepted if not isinstance(case["row"], str)]
    assert numeric or program.text == "counts"
    for case in numeric:
        assert [s.hex() for s in scores_of(document, case["row"])] == case["scores"]
    assert digest_of(document) == document["digest"]


DATA = os.environ.get("TEXTBOOK_ML_DATA")


@pytest.mark.slow
@pytest.mark.skipif(DATA is None, reason="TEXTBOOK_ML_DATA names no folder of data")
def test_a_model_of_real_messages_can_be_exported() -> None:
    """The vocabulary has thousands of words; package and export agree on every ASCII message."""
    data = read_csv(str(Path(str(DATA), "sms_spam.csv")), kinds={"text": "text"})
    model = recipe("multinomial-nb").fit(data)
    _, text, _ = export_model(model, "python")
    names: dict[str, Any] = {"__name__": "exported"}
    exec(text, names)
    assert names["self_test"]() == []
    plain = [str(cell) for (cell,) in data.rows if str(cell).isascii()][:200]
    labels = model.predict([Counter(tokens(message)) for message in plain])
    assert [names["classify"](names["row_of"](message)) for message in plain] == labels


def test_export_does_not_overwrite_the_model_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command prints an error, and the model file is unchanged."""
    model = tmp_path / "model.json"
    assert main(["fit", "iris", "--model", "gaussian-nb", "--out", str(model)]) == 0
    before = model.read_bytes()
    assert main(["export", str(model), "--to", "c", "--out", str(model)]) == 2
    assert "that is the file with the data" in capsys.readouterr().err
    assert model.read_bytes() == before
