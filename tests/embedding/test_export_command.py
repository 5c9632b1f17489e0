"""`export` as it is typed, the portable exp, the tokeniser, and the plan as JSON."""

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
from textbook_ml.embedding.checks.test_rows import checks
from textbook_ml.embedding.export import exported
from textbook_ml.embedding.ir.digest import digest
from textbook_ml.embedding.ir.lower import plan_of
from textbook_ml.embedding.ir.program import ascii_tokens, plus
from textbook_ml.embedding.targets.json_file import json_file
from textbook_ml.embedding.targets.language import Export
from textbook_ml.embedding.targets.portable_exp import portable_exp
from textbook_ml.models.catalogue import recipe
from textbook_ml.models.perceptron import Perceptron


@pytest.fixture
def iris(tmp_path: Path) -> str:
    """A model in a file."""
    path = tmp_path / "iris.json"
    path.write_text(recipe("gaussian-nb").fit(datasets.load("iris")).to_json(), encoding="utf-8")
    return str(path)


def test_without_a_file_the_export_itself_is_printed(
    iris: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is printed is the whole file, and runs."""
    assert main(["export", iris, "--to", "python"]) == 0
    space: dict[str, Any] = {"__name__": "exported"}
    exec(capsys.readouterr().out, space)
    assert space["self_test"]() == []
    assert space["classify"]([5.1, 3.5, 1.4, 0.2]) == "Iris-setosa"
    assert space["classify"]([None, None, 5.5, None]) == "Iris-virginica"


TOOLS = {"python": ["python3"], "javascript": ["node"], "c": ["gcc", "clang"]}


@pytest.mark.parametrize("target", TOOLS)
def test_verify_runs_what_it_finds(
    iris: str, tmp_path: Path, target: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A line for each runtime, in ulps; one that is not there is said to be missing."""
    out = tmp_path / "flowers.txt"
    assert main(["export", iris, "--to", target, "--exact", "--out", str(out), "--verify"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == f"{out}: GaussianNaiveBayes, {out.stat().st_size} bytes, 11 check rows"
    near = "1000 of 1000 labels are those of textbook_ml, and scores lie within 0 ulps of its own"
    assert near in said
    for tool in TOOLS[target]:
        ran = "1011 of 1011 labels, scores within 0 ulp, probabilities within 0 ulp"
        there = target == "python" or shutil.which(tool)
        lines = [line for line in said if line.startswith(tool)]
        assert lines and all(line.endswith(ran if there else "not run") for line in lines)


def test_a_runtime_that_differs_makes_exit_code_1(
    iris: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One whose sums are off by a bit, as if it fused them with a product."""
    off = "_found = [s * (1 + 2.0**-52) for s in scores(_row)]"
    loop = run_exports.PYTHON_LOOP.replace("_found = scores(_row)", off)
    monkeypatch.setattr(run_exports, "PYTHON_LOOP", loop)
    assert main(["export", iris, "--to", "python", "--verify"]) == 1
    assert "1011 of 1011 labels, scores within 2 ulp" in capsys.readouterr().out


def test_a_runtime_that_breaks_makes_exit_code_1(
    iris: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It says so, and does not count as found."""
    monkeypatch.setattr(run_exports, "PYTHON_LOOP", "raise SystemExit(5)")
    assert main(["export", iris, "--to", "python", "--verify"]) == 1
    assert "python3: it failed: exit code 5" in capsys.readouterr().out


def test_models_outside_the_catalogue_are_read_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A perceptron has scores and labels, and no probabilities."""
    path = tmp_path / "line.json"
    path.write_text(Perceptron(("no", "yes"), ("x",), -1.0, (2.0,)).to_json())
    assert main(["export", str(path), "--to", "python"]) == 0
    space: dict[str, Any] = {"__name__": "exported"}
    exec(capsys.readouterr().out, space)
    assert (space["classify"]([0.5]), space["classify"]([0.75])) == ("no", "yes")
    assert "probabilities" not in space


BAD = [
    (["missing.json", "--to", "c"], "missing.json: cannot be read"),
    (["README.md", "--to", "c"], "README.md: the text is not JSON"),
]


@pytest.mark.parametrize(("words", "complaint"), BAD)
def test_bad_input_is_refused_with_its_file(
    words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit code 2 and one line."""
    assert main(["export", *words]) == 2
    assert complaint in capsys.readouterr().err


def test_a_folder_that_is_not_there_is_refused(
    iris: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing is written, not even half."""
    assert main(["export", iris, "--to", "c", "--out", str(tmp_path / "no" / "iris.h")]) == 2
    assert "cannot be written" in capsys.readouterr().err


@pytest.mark.parametrize(("exact", "modules"), [(False, {"math"}), (True, set())])
def test_a_python_file_imports_math_or_nothing(exact: bool, modules: set[str]) -> None:
    """Not even for its self-test."""
    model = recipe("gaussian-nb").fit(datasets.load("iris"))
    _, text, _ = exported(model, "python", exact)
    lines = [line for line in text.splitlines() if line.lstrip().startswith(("import", "from"))]
    assert {line.split()[1] for line in lines} == modules


def test_scores_in_c_link_without_the_maths_library(tmp_path: Path) -> None:
    """Without -lm: the scores need no function of it, and with --exact nothing does."""
    if shutil.which("gcc") is None:
        pytest.skip("gcc is not on this machine")
    _, text, _ = exported(recipe("qda").fit(datasets.load("iris")), "c", True)
    (tmp_path / "m.h").write_text(text)
    command = ["gcc", "-DMODEL_SELF_TEST", "-x", "c", "m.h", "-o", "m"]
    assert subprocess.run(command, cwd=tmp_path).returncode == 0
    assert subprocess.run([tmp_path / "m"], capture_output=True).returncode == 0
    assert "malloc" not in text


@given(st.floats(-745, 0))
def test_the_portable_exp_is_within_2_ulp(t: float) -> None:
    """Against forty digits of the decimal module, down to the smallest float."""
    with localcontext(prec=60):
        truth = Fraction(Decimal(t).exp())
    assert ulps_off(portable_exp(t), truth) < 2


@given(st.text(st.characters(max_codepoint=127)))
def test_the_exported_tokeniser_is_the_librarys(text: str) -> None:
    """On ASCII texts; others are refused."""
    assert ascii_tokens(text) == tokens(text)


@given(st.lists(st.floats(-1e300, 1e300), max_size=20))
def test_sums_in_two_parts_lose_almost_nothing(terms: list[float]) -> None:
    """Head and tail together are the exact sum to twice the digits of a float."""
    t, e = 0.0, 0.0
    for term in terms:
        t, e = plus(t, e, term)
    lost = sum(map(Fraction, terms)) - Fraction(t) - Fraction(e)
    largest = max(map(abs, terms), default=0.0)
    assert abs(lost) <= Fraction(largest) * len(terms) ** 2 / 2**100


def answers(plan: dict[str, Any], row: list[Any]) -> list[float]:
    """The scores by the words of the JSON file alone; floats by `float.fromhex`."""

    def number(column: dict[str, Any], cell: Any) -> float | None:
        if cell is None:
            return None
        known = column["kind"] == "value"
        return float(column["values"].index(cell)) if known else float.fromhex(cell)

    x = [number(column, cell) for column, cell in zip(plan["columns"], row)]
    scores = []
    for k, start in enumerate(plan["start"]):
        t, e = float.fromhex(start), 0.0
        for step in plan["steps"]:
            for v in terms(step, k, [x[i] for i in step["columns"]]):
                s = t + v
                b = s - t
                t, e = s, e + ((t - (s - b)) + (v - b))
        scores.append(t + e if abs(t) < float("inf") else t)
    return scores


def terms(step: dict[str, Any], k: int, x: list[float | None]) -> list[float]:
    """What a step adds."""
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
        m, d = 0 if step["shared"] else k, []
        for i, v in enumerate(x):
            assert v is not None
            d.append(v - tables["MEANS"][k][i])
            for j in range(i):
                d[i] -= tables["LOWER"][m][i * (i - 1) // 2 + j] * d[j]
        return [-(d_i * d_i * h) for d_i, h in zip(d, tables["NARROW"][m])]
    left, found = 1.0, []
    for v, size in zip(x, step["sizes"]):
        left *= size if v is None else 1
    for share, seen in zip(tables["SHARES"][k], step["seen"]):
        if all(v is None or v == w for v, w in zip(x, seen)):
            found.append(share)
            left -= 1
    return [*found, tables["UNSEEN"][0][k] * left]


def fingerprint(document: dict[str, Any]) -> int:
    """What the digest is taken of, in the order that the file describes."""
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
def test_json_holds_all_that_a_runtime_needs(one: Any) -> None:
    """A reader that knows only what the file says gets the same bits."""
    plan = plan_of(one.fitted())
    document = json.loads(json_file(Export(plan, checks(plan), [], True)))
    answered = [case for case in document["checks"] if case["place"] is not None]
    asked = [case for case in answered if not isinstance(case["row"], str)]
    assert asked or plan.text == "counts"
    for case in asked:
        assert [s.hex() for s in answers(document, case["row"])] == case["scores"]
    assert fingerprint(document) == document["digest"]


DATA = os.environ.get("TEXTBOOK_ML_DATA")


@pytest.mark.skipif(DATA is None, reason="TEXTBOOK_ML_DATA names no folder of data")
def test_a_model_of_real_messages_is_exported() -> None:
    """Thousands of words, some beyond ASCII: every ASCII message gets the library's label."""
    data = read_csv(str(Path(str(DATA), "sms_spam.csv")), kinds={"text": "text"})
    model = recipe("multinomial-nb").fit(data)
    _, text, _ = exported(model, "python")
    space: dict[str, Any] = {"__name__": "exported"}
    exec(text, space)
    assert space["self_test"]() == []
    plain = [str(cell) for (cell,) in data.rows if str(cell).isascii()][:200]
    labels = model.predict([Counter(tokens(message)) for message in plain])
    assert [space["classify"](space["row_of"](message)) for message in plain] == labels


def test_the_model_is_not_overwritten_by_its_export(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The file that is read stays as it is."""
    model = tmp_path / "model.json"
    assert main(["fit", "iris", "--model", "gaussian-nb", "--out", str(model)]) == 0
    before = model.read_bytes()
    assert main(["export", str(model), "--to", "c", "--out", str(model)]) == 2
    assert "that is the file with the data" in capsys.readouterr().err
    assert model.read_bytes() == before
