"""Exported learners agree with each other to the bit, and with the package to stated ulps."""

import json
import shutil
import struct
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from math import log, nan, ulp
from pathlib import Path
from random import Random
from typing import Any

import pytest

from textbook_ml.commands.main import main
from textbook_ml.core.errors import TextbookError
from textbook_ml.embedding.export import export
from textbook_ml.equations.ascent import stochastic_step
from textbook_ml.models.categorical_naive_bayes import CategoricalNaiveBayes
from textbook_ml.models.gaussian_naive_bayes import GaussianNaiveBayes
from textbook_ml.models.json_codec import from_json
from textbook_ml.models.logistic_regression import LogisticRegression
from textbook_ml.models.mixed_naive_bayes import MixedNaiveBayes

ULPS = 4  # of the largest term of a score; `docs/embedding.md` states it
STEP_ULPS = 64  # of the largest weight, after 600 steps
KINDS: Mapping[str, Any] = {
    "GaussianNaiveBayes": GaussianNaiveBayes,
    "CategoricalNaiveBayes": CategoricalNaiveBayes,
    "MixedNaiveBayes": MixedNaiveBayes,
    "LogisticRegression": LogisticRegression,
}
RNG = Random(8)
CLASSES = ("u*/", 'v"', "w")
Example = tuple[tuple[Any, ...], str]


def number(k: int, offset: float) -> float:
    return offset + RNG.gauss(2.0 * k, 1.0 + k)


def examples(model: str, n: int) -> list[Example]:
    """Draw examples, including far offsets, extreme scales and missing values."""
    drawn = []
    for _ in range(n):
        k = RNG.randrange(2 if model == "logistic" else 3)
        cells: tuple[Any, ...] = (number(k, 0.0), number(k, 1e6), 1e-4 * number(k, 0.0))
        words = (RNG.choice(["a", "b'", "??/"]), RNG.choice("pqqq"[: 2 + k]))
        if model == "logistic":
            cells = (number(k, 0.0), number(k, 1.0))
        if model == "categorical-nb":
            cells = words
        if model == "mixed-nb":
            cells = (cells[1], words[0])
        if model != "logistic":
            cells = tuple(None if RNG.random() < 0.05 else x for x in cells)
        drawn.append((cells, CLASSES[k]))
    return drawn


class Stream:
    """A model with its training examples, and later events: examples to learn or to forget."""

    def __init__(self, model: str, folder: Path) -> None:
        self.model, self.folder = model, folder
        self.first, more = examples(model, 300), examples(model, 600)
        self.events: list[tuple[str, Example]] = [("update", example) for example in more]
        gone = [] if model == "logistic" else [*self.first[:50], *more[::3]]
        self.events += [("forget", example) for example in gone]
        self.left = [*self.first[50:], *(e for i, e in enumerate(more) if i % 3)]
        self.rows = [row for row, _ in examples(model, 60)]
        self.fit("start", self.first)

    def fit(self, name: str, rows: Sequence[Example]) -> Any:
        """Fit a model with exact statistics, write it, and return it."""
        header = ",".join([*(f"f{i}" for i in range(len(rows[0][0]))), "y"])
        lines = [
            ",".join('"' + str("" if x is None else x).replace('"', '""') + '"' for x in (*row, y))
            for row, y in rows
        ]
        (self.folder / "data.csv").write_text("\n".join([header, *lines]) + "\n")
        options = ["--l2", "1"] if self.model == "logistic" else ["--resumable"]
        options += ["--strength", "1/2"] if self.model in ("categorical-nb", "mixed-nb") else []
        file = self.folder / f"{name}.json"
        words = ["fit", str(self.folder / "data.csv"), "--model", self.model, "--out", str(file)]
        assert not main([*words, *options])
        return from_json(file.read_text(), KINDS)

    def export(self, to: str) -> str:
        eta = 0.05 if self.model == "logistic" else None
        start = str(self.folder / "start.json")
        return "\n".join(export(start, to=to, learner=True, eta=eta)) + "\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("learners")


@cache
def stream(model: str, folder: Path) -> Stream:
    place = folder / model
    place.mkdir()
    return Stream(model, place)


Answer = tuple[bytes, list[list[float]]]  # the saved state, and the scores of the test rows


def run_python(case: Stream) -> Answer:
    """Run the events in Python; half way, save and restore in a fresh copy."""
    code = case.export("python")
    one: dict[str, Any] = {}
    exec(compile(code, "learner", "exec"), one)
    for at, (what, (row, label)) in enumerate(case.events):
        if at == 100:
            saved = one["save"]()
            one = {}
            exec(compile(code, "learner", "exec"), one)
            one["restore"](saved)
        one[what](row, label)
    return one["save"](), [one["scores"](row) for row in case.rows]


JAVASCRIPT = """
import * as m from "./learner.mjs";
import { readFileSync } from "node:fs";
const { events, rows } = JSON.parse(readFileSync(process.argv[2], "utf8"));
for (const [what, [row, label]] of events) m[what](row, label);
const hex = (bytes) => Buffer.from(bytes).toString("hex");
const saved = m.save();
const found = rows.map((row) => hex(new Uint8Array(Float64Array.from(m.scores(row)).buffer)));
const changed = Uint8Array.from(saved);
changed[saved.length - 3] ^= 1;
let noticed = false;
try { m.restore(changed); } catch (error) { noticed = /were changed/.test(error.message); }
m.restore(saved);
console.log(JSON.stringify([hex(saved), found, noticed]));
"""


def run_javascript(case: Stream) -> Answer:
    """Run the events in Node."""
    (case.folder / "learner.mjs").write_text(case.export("javascript"))
    (case.folder / "run.mjs").write_text(JAVASCRIPT)
    events = {"events": case.events, "rows": case.rows}
    (case.folder / "events.json").write_text(json.dumps(events))
    words = ["node", "run.mjs", "events.json"]
    done = subprocess.run(words, cwd=case.folder, capture_output=True, text=True, check=True)
    saved, found, noticed = json.loads(done.stdout)
    assert noticed
    return bytes.fromhex(saved), [doubles(bytes.fromhex(words)) for words in found]


C = r"""
#include "learner.h"
#include <stdio.h>
int main(void) {
  static unsigned char bytes[MODEL_BYTES];
  double event[MODEL_FEATURES + 2], scores[MODEL_CLASSES];
  size_t i;
  while (fread(event, sizeof event, 1, stdin) == 1) {
    const int k = (int)event[1];
    if (event[0] > 1.5) {
      if (model_scores(event + 2, scores) != 0) return 3;
      for (i = 0; i < sizeof scores; i++) printf("%02x", ((unsigned char *)scores)[i]);
      printf("\n");
    } else if (event[0] > 0) {
      if (model_update(event + 2, k) != 0) return 4;
    } else {
@forget@
    }
  }
  model_save(bytes);
  bytes[MODEL_BYTES - 3] ^= 1;
  if (model_restore(bytes) != -2) return 6;
  bytes[MODEL_BYTES - 3] ^= 1;
  if (model_restore(bytes) != 0 || model_class("no such class") != -1) return 7;
  for (i = 0; i < MODEL_BYTES; i++) printf("%02x", bytes[i]);
  return 0;
}
"""
FORGET = "if (model_forget(event + 2, k) != 0) return 5;"
STRICT = "-std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wfloat-equal -Werror".split()


def run_c(case: Stream, *options: str) -> Answer:
    """Compile without warnings and run the events."""
    (case.folder / "learner.h").write_text(case.export("c"))
    learns_by_steps = case.model == "logistic"
    (case.folder / "run.c").write_text(C.replace("@forget@", "" if learns_by_steps else FORGET))
    command = ["gcc", *STRICT, *options, "run.c", "-o", "run", "-lm"]
    subprocess.run(command, cwd=case.folder, check=True, capture_output=True)
    codes = {"a": 0.0, "p": 0.0}
    start = json.loads((case.folder / "start.json").read_text())
    for values in start.get("statistics", {"values": []})["values"]:
        codes |= {value: float(i) for i, value in enumerate(values)}
    classes = from_json((case.folder / "start.json").read_text(), KINDS).classes

    def packed(what: float, row: Sequence[Any], label: str) -> bytes:
        cells = [nan if x is None else codes[x] if isinstance(x, str) else x for x in row]
        return struct.pack(f"{len(row) + 2}d", what, classes.index(label), *cells)

    whats = {"update": 1.0, "forget": 0.0}
    sent = b"".join(packed(whats[what], row, y) for what, (row, y) in case.events)
    sent += b"".join(packed(2.0, row, CLASSES[0]) for row in case.rows)
    done = subprocess.run([str(case.folder / "run")], input=sent, capture_output=True, check=True)
    *found, saved = done.stdout.decode().split()
    return bytes.fromhex(saved), [doubles(bytes.fromhex(words)) for words in found]


def doubles(content: bytes) -> list[float]:
    return list(struct.unpack(f"<{len(content) // 8}d", content))


RUNNERS: Mapping[str, Callable[[Stream], Answer]] = {
    "python": run_python,
    "javascript": run_javascript,
    "c": lambda case: run_c(case, "-O2"),
    "c, native": lambda case: run_c(case, "-O3", "-march=native"),
}
TOOLS = {"python": sys.executable, "javascript": "node", "c": "gcc", "c, native": "gcc"}
LEARNERS = [
    pytest.param(
        name,
        marks=pytest.mark.skipif(shutil.which(TOOLS[name]) is None, reason=f"no {TOOLS[name]}"),
    )
    for name in RUNNERS
]
COUNTING = ("gaussian-nb", "categorical-nb", "mixed-nb")


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("language", LEARNERS)
@pytest.mark.parametrize("model", COUNTING)
def test_a_learner_equals_the_package(model: str, language: str, folder: Path) -> None:
    """After 600 updates and 250 removals, scores are those of the package fitted to the rest."""
    case = stream(model, folder)
    saved, found = RUNNERS[language](case)
    assert saved == run_python(case)[0]  # to the bit, and in the same bytes
    package = case.fit("left", case.left)
    begun = from_json((case.folder / "start.json").read_text(), KINDS).classes
    for row, scores in zip(case.rows, found):
        for y, terms in package.log_terms(row).items():
            due = sum(terms)
            largest = max(abs(t) for t in (*terms, *(log(p) for p in package.priors)))
            assert abs(scores[begun.index(y)] - due) <= ULPS * len(terms) * ulp(largest)


@pytest.mark.filterwarnings("ignore")
def test_means_and_variances_are_those_of_the_package(folder: Path) -> None:
    """Means and variances are within 1 ulp, even at an offset of a million deviations."""
    case = stream("gaussian-nb", folder)
    one: dict[str, Any] = {}
    exec(case.export("python"), one)
    for what, (row, label) in case.events:
        one[what](row, label)
    package = case.fit("left", case.left)
    for k, y in enumerate(one["CLASSES"]):
        place = package.classes.index(y)
        for i in range(3):
            mean, variance = one["moments"](k, i)
            assert abs(mean - package.means[place][i]) <= ulp(mean)
            assert abs(variance - package.variances[place][i]) <= ulp(variance)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("language", LEARNERS)
def test_gradient_steps_are_those_of_the_package(language: str, folder: Path) -> None:
    """600 steps give the weights of 600 calls of `stochastic_step`."""
    case = stream("logistic", folder)
    saved, found = RUNNERS[language](case)
    model = from_json((case.folder / "start.json").read_text(), KINDS)
    w = [model.w0, *model.w]
    for _, (row, label) in case.events:
        w = stochastic_step(w, [1.0, *row], model.classes.index(label), eta=0.05)
    for weight, due in zip(doubles(saved[8:]), w, strict=True):
        assert abs(weight - due) <= STEP_ULPS * ulp(max(map(abs, w)))
    for row, scores in zip(case.rows, found):
        learned = LogisticRegression(model.classes, model.features, w[0], tuple(w[1:]))
        due = learned.log_scores(row)[model.classes[1]] - learned.log_scores(row)[model.classes[0]]
        assert abs(scores[1] - due) <= 2 * STEP_ULPS * ulp(max(1.0, abs(due)))
    assert "forget" not in case.export("python").replace("no forget function", "")


@pytest.mark.filterwarnings("ignore")
def test_bad_examples_change_nothing(folder: Path) -> None:
    """An invalid row, a new class or category, and a row that was not learned are errors."""
    case = stream("mixed-nb", folder)
    one: dict[str, Any] = {}
    exec(case.export("python"), one)
    before = one["save"]()
    for row, label, message in (
        ((1.0,), "w", "must have 2 values, got 1"),
        ((1.0, "new"), "w", "no category 'new'"),
        ((1e200, "a"), "w", "must be a number"),
        ((float("nan"), "a"), "w", "must be a number"),
        ((1.0, "a"), "new", "there is no class 'new'"),
    ):
        for what in ("update", "forget"):
            with pytest.raises(ValueError, match=message):
                one[what](row, label)
    for n in range(1000):
        if n == 999:
            pytest.fail("more rows were removed than were learned")
        try:
            one["forget"]((None, "a"), "w")
        except ValueError as error:
            assert "was not learned" in str(error)
            break
    one["restore"](before)
    assert one["save"]() == before
    for saved, message in (
        (before[:-1], "has .* bytes, got"),
        (b"\0" + before[1:], "another learner"),
        (before[:-1] + b"\7", "were changed"),
    ):
        with pytest.raises(ValueError, match=message):
            one["restore"](saved)


@pytest.mark.filterwarnings("ignore")
def test_unsupported_learners_are_errors(folder: Path) -> None:
    """The message names the model, the reason and the supported models."""
    case = stream("gaussian-nb", folder)
    start = str(case.folder / "start.json")
    data, other = str(case.folder / "data.csv"), str(case.folder / "other.json")
    with pytest.raises(TextbookError, match="start.json: --eta is the step size of a logistic"):
        list(export(start, to="c", learner=True, eta=0.1))
    with pytest.raises(TextbookError, match="--learner must be used with --to c, python or jav"):
        list(export(start, to="json", learner=True))
    with pytest.raises(
        TextbookError,
        match="--learner cannot be combined with --exact, --fast, --float32, --int16 or --verify",
    ):
        list(export(start, to="c", learner=True, exact=True))
    assert not main(["fit", "iris", "--model", "gda", "--out", other, "--resumable"])
    with pytest.raises(TextbookError, match="no learner can be written for gda. Supported models"):
        list(export(other, to="c", learner=True))
    assert not main(["fit", data, "--model", "gaussian-nb", "--out", other])
    with pytest.raises(TextbookError, match="has no statistics.*--resumable. Supported models"):
        list(export(other, to="c", learner=True))
    logistic = str(stream("logistic", folder).folder / "start.json")
    with pytest.raises(TextbookError, match="needs a step size above 0, got None. Fix: .*--eta"):
        list(export(logistic, to="c", learner=True))
