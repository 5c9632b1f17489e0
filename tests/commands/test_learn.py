"""`learn` continues where `fit --resumable` ended, to the bit, and `--forget` goes back."""

import json
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textbook_ml.commands.main import main
from textbook_ml.core.errors import TextbookError
from textbook_ml.learning.statistics.by_class import ByClass
from textbook_ml.learning.statistics.comoments import CoMoments
from textbook_ml.learning.statistics.moments import Moments
from textbook_ml.learning.statistics.value_counts import Counts
from textbook_ml.models.statistics_json import statistics_from_json, statistics_to_json

RNG = Random(5)
REAL = [
    (RNG.gauss(0, 1) * 10 ** RNG.randint(-3, 3), RNG.gauss(1e6, 1), RNG.choice("uvw"))
    for _ in range(700)
]
WORDS = [(RNG.choice("xyz"), RNG.choice(["p", "q", "?"]), RNG.choice("uv")) for _ in range(200)]
POSITIVE = [(abs(a) + 0.1, abs(b), y) for a, b, y in REAL]
MIXED = [(a, RNG.choice("pq"), y) for a, _, y in REAL[:300]]
COUNTS = [(RNG.randint(0, 9), RNG.randint(0, 3), RNG.choice("uv")) for _ in range(200)]
TEXT = [(" ".join(RNG.choices("buy now exam the a of".split(), k=9)), y) for _, _, y in WORDS]
MODELS: dict[str, Sequence[Any]] = {
    "gaussian-nb": REAL,
    "gaussian-nb-tied": REAL,
    "gda": REAL,
    "qda": REAL,
    "categorical-nb": WORDS,
    "mixed-nb": MIXED,
    "exponential-nb": POSITIVE,
    "laplace-nb": POSITIVE[:150],
    "poisson-nb": COUNTS,
    "multinomial-nb": TEXT,
}


def write(path: Path, rows: Sequence[Any]) -> str:
    """Write rows as CSV; the last column is the class."""
    header = ",".join([*(f"f{i}" for i in range(len(rows[0]) - 1)), "y"])
    path.write_text("\n".join([header, *(",".join(map(str, row)) for row in rows)]) + "\n")
    return str(path)


def run(*words: str) -> None:
    """Run a command, which must succeed."""
    assert not main([*words])


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("model", MODELS)
def test_learning_in_parts_is_learning_at_once(model: str, here: Path) -> None:
    """Learning in three parts or in one writes the same file; removing a part undoes it."""
    rows = MODELS[model]
    text = ("--kind", "f0=text") if rows is TEXT else ()
    a, b = len(rows) // 2, len(rows) * 3 // 4
    write(here / "all.csv", rows)
    for i, part in enumerate((rows[:a], rows[a:b], rows[b:])):
        write(here / f"{i}.csv", part)
    run("fit", "all.csv", "--model", model, "--out", "all.json", "--resumable", *text)
    run("fit", "0.csv", "--model", model, "--out", "0.json", "--resumable", *text)
    run("learn", "0.json", "1.csv", "--out", "01.json")
    run("learn", "01.json", "2.csv", "--out", "012.json")
    assert (here / "012.json").read_bytes() == (here / "all.json").read_bytes()
    run("learn", "012.json", "2.csv", "--forget", "--out", "back.json")
    assert (here / "back.json").read_bytes() == (here / "01.json").read_bytes()
    run("learn", "back.json", "1.csv", "--forget", "--out", "back.json")
    assert (here / "back.json").read_bytes() == (here / "0.json").read_bytes()


def test_exact_statistics_change_only_last_digits(here: Path) -> None:
    """Plain `fit` rounds sums once in each block of rows; `--resumable` never does."""
    write(here / "all.csv", REAL)
    run("fit", "all.csv", "--model", "gaussian-nb", "--out", "plain.json")
    run("fit", "all.csv", "--model", "gaussian-nb", "--out", "exact.json", "--resumable")
    plain, exact = (json.loads((here / f"{n}.json").read_text()) for n in ("plain", "exact"))
    for name in ("means", "variances"):
        for row, other in zip(plain[name], exact[name]):
            for x, y in zip(map(float.fromhex, row), map(float.fromhex, other)):
                assert abs(x - y) <= 4 * 2.0**-53 * abs(y)


ERRORS: dict[str, tuple[str, Sequence[Any], tuple[str, ...], str]] = {
    "no statistics": (
        "plain.json", REAL[:5], (), "has no statistics, only the para.*Fix: fit .*--resumable",
    ),
    "unknown class": (
        "model.json", [(1.0, 2.0, "new")], ("--forget",),
        "cannot remove 1 example of class 'new': only 0.*Fix: only rows that were learned",
    ),
    "rows that were not learned": (
        "model.json", [(1e9, 2.0, "u")], ("--forget",), "does not belong to any data: .*too small",
    ),
    "other columns": (
        "model.json", [(1.0, 2.0, 3.0, "u")], (), r"needs the columns .*got .*Fix: .*--drop",
    ),
    "a word": ("model.json", [("x", 2.0, "u")], (), "column 'f0'.*'x'"),
    "too little memory": ("model.json", REAL[:5], ("--memory", "0"), "--memory must be at least 1"),
}  # fmt: skip


@pytest.mark.parametrize("name", ERRORS)
def test_errors_name_the_file_and_the_fix(
    name: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, rows, options, message = ERRORS[name]
    data = write(here / "all.csv", REAL)
    run("fit", data, "--model", "gaussian-nb", "--out", "model.json", "--resumable")
    run("fit", data, "--model", "gaussian-nb", "--out", "plain.json")
    write(here / "more.csv", rows)
    assert main(["learn", file, "more.csv", "--out", "new.json", *options]) == 2
    told = " ".join(capsys.readouterr().err.split())
    with pytest.raises(TextbookError, match=message):
        raise TextbookError(told)
    assert not (here / "new.json").exists()


def test_a_changed_sum_is_noticed(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The fingerprint also covers the statistics."""
    data = write(here / "all.csv", REAL)
    run("fit", data, "--model", "gaussian-nb", "--out", "model.json", "--resumable")
    text = (here / "model.json").read_text()
    at = text.index('"squares": "') + len('"squares": "')
    (here / "model.json").write_text(text[:at] + "9" + text[at + 1 :])
    assert main(["learn", "model.json", data, "--out", "new.json"]) == 2
    assert "changed after it was written" in " ".join(capsys.readouterr().err.split())


numbers = st.floats(-1e300, 1e300) | st.fractions(max_denominator=99) | st.integers(-9, 9)


@given(st.lists(st.tuples(numbers, st.sampled_from("pq")), min_size=1, max_size=9), st.data())
def test_statistics_are_saved_without_loss(rows: Sequence[Any], data: st.DataObject) -> None:
    labels = data.draw(st.lists(st.sampled_from(["a", 1, ("x", None)]), min_size=9, max_size=9))
    labels = labels[: len(rows)]
    weights = data.draw(st.none() | st.lists(st.fractions(1, 9), min_size=9, max_size=9))
    some = None if weights is None else weights[: len(rows)]
    mixed = ByClass.of(rows, labels, [Moments, Counts], some)
    assert statistics_from_json(statistics_to_json(mixed)) == mixed
    pairs = [(x, 2) for x, _ in rows]
    groups = {y: [p for p, label in zip(pairs, labels) if label == y] for y in labels}
    joint = ByClass(
        {y: len(members) for y, members in groups.items()},
        {y: (CoMoments.of(members),) for y, members in groups.items()},
    )
    assert statistics_from_json(statistics_to_json(joint)) == joint


IMPOSSIBLE = {
    "squares": (Moments(2, Fraction(4), Fraction(7)), "too small"),
    "counts": (Counts({"a": -1}), "below 0"),
    "products": (CoMoments(1, (Fraction(1),), ((Fraction(1, 2),),)), "too small"),
}


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_impossible_statistics_are_rejected(name: str) -> None:
    summary, message = IMPOSSIBLE[name]
    with pytest.raises(TextbookError, match=message):
        statistics_to_json(ByClass({"a": 1}, {"a": (summary,)}))
