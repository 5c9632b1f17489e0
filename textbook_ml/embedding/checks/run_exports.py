"""Run an exported file on the runtimes of this machine, and compare every bit.

program   the exported file, and behind it a loop that asks it about rows
answer    a line that it prints: the place of the class, scores and probabilities in hexadecimal
refused   the line "= -"
"""

import shutil
import struct
import subprocess
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory

from textbook_ml.embedding.checks.test_rows import Case
from textbook_ml.embedding.ir.distance import ulps_between
from textbook_ml.embedding.ir.program import Plan
from textbook_ml.embedding.targets.c_file import c_row
from textbook_ml.embedding.targets.language import Export, chunks
from textbook_ml.embedding.targets.literals import javascript_literal, python_literal

PATIENCE = 300  # seconds for one program
ALLOWED = 4  # ulps of a probability by the platform's own exp

PYTHON_LOOP = """
import struct


def _shown(v):
    return "".join(["%02x" % b for b in struct.pack("<d", v)])


for _row in ROWS:
    try:
        {read}
        _found = scores(_row)
        _more = {shares}
        _place = CLASSES.index(classify(_row))
        print("=", _place, " ".join([_shown(v) for v in _found + _more]))
    except ValueError:
        print("= -")
"""
JAVASCRIPT_LOOP = """
const lines = [];
for (const asked of ROWS) {
  try {
    const row = {read};
    const view = new DataView(new ArrayBuffer(8));
    const shown = [...scores(row), ...{shares}].map((v) => {
      view.setFloat64(0, v, true);
      const bytes = Array.from(new Uint8Array(view.buffer));
      return bytes.map((b) => b.toString(16).padStart(2, "0")).join("");
    });
    lines.push(`= ${CLASSES.indexOf(classify(row))} ${shown.join(" ")}`);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    lines.push("= -");
  }
}
console.log(lines.join("\\n"));
"""
C_LOOP = """\
#include "exported.h"
#include <stdio.h>

static void show(const double v[], int n) {
  int i;
  size_t j;
  for (i = 0; i < n; i++) {
    unsigned char bytes[sizeof(double)];
    memcpy(bytes, &v[i], sizeof bytes);
    printf(" ");
    for (j = 0; j < sizeof bytes; j++) printf("%02x", bytes[j]);
  }
}

int main(void) {
  static double row[MODEL_FEATURES], found[MODEL_CLASSES];
  int length;
  while (fread(&length, sizeof length, 1, stdin) == 1) {
    if (length < 0) {
      if (fread(row, sizeof row, 1, stdin) != 1) return 2;
    } else {
{read}    }
    if (model_scores(row, found) != 0) {
      printf("= -\\n");
      continue;
    }
    printf("= %d", model_classify(row));
    show(found, MODEL_CLASSES);
{shares}    printf("\\n");
  }
  return 0;
}
"""
C_READ = """\
      static char text[1 << 20];
      if (fread(text, 1, (size_t)length, stdin) != (size_t)length) return 2;
      text[length] = 0;
      if (model_row(text, row) != 0) row[0] = HUGE_VAL;
"""
C_SHARES = """\
    if (model_probabilities(row, found) != 0) return 2;
    show(found, MODEL_CLASSES);
"""


@dataclass(frozen=True, slots=True)
class Runtime:
    """A way to run a target: what must be found, and how the program is started."""

    name: str
    found: str | None
    run: Callable[[str, Path, Export, str, Sequence[Case]], bytes]
    options: tuple[str, ...] = ()


def python_program(export: Export, text: str, cases: Sequence[Case]) -> str:
    """The file, the rows, and the loop."""
    read = "_row = row_of(_row) if isinstance(_row, str) else _row" if export.plan.text else "pass"
    shares = "[]" if export.plan.scores == "order" else "probabilities(_row)"
    rows = "".join(f"ROWS += [{_python_row(case)}]\n" for case in cases)
    return f"{text}\nROWS = []\n{rows}{PYTHON_LOOP.format(read=read, shares=shares)}"


def _python_row(case: Case) -> str:
    if isinstance(case.row, str):
        return python_literal(case.row)
    return "[" + "] + [".join(chunks(list(map(python_literal, case.row)))) + "]"


def run_python(found: str, folder: Path, export: Export, text: str, cases: Sequence[Case]) -> bytes:
    """By an interpreter of Python."""
    program = folder / "program.py"
    program.write_text(python_program(export, text, cases), encoding="ascii")
    return _output([found, str(program)])


def run_node(found: str, folder: Path, export: Export, text: str, cases: Sequence[Case]) -> bytes:
    """By Node."""
    read = 'typeof asked === "string" ? rowOf(asked) : asked' if export.plan.text else "asked"
    shares = "[]" if export.plan.scores == "order" else "probabilities(row)"
    rows = [_javascript_row(case) for case in cases]
    loop = JAVASCRIPT_LOOP.replace("{read}", read).replace("{shares}", shares)
    program = folder / "program.mjs"
    program.write_text(f"{text}\nconst ROWS = [\n{chr(10).join(rows)}];\n{loop}", encoding="ascii")
    return _output([found, str(program)])


def _javascript_row(case: Case) -> str:
    if isinstance(case.row, str):
        return f"{javascript_literal(case.row)},"
    return f"[{', '.join(map(javascript_literal, case.row))}],"


def compiled(*options: str) -> Callable[..., bytes]:
    """By a compiler of C, with some options."""

    def run(found: str, folder: Path, export: Export, text: str, cases: Sequence[Case]) -> bytes:
        plan, prefix = export.plan, export.prefix
        loop = C_LOOP.replace("{read}", C_READ if plan.text else "      return 2;\n")
        loop = loop.replace("{shares}", "" if plan.scores == "order" else C_SHARES)
        loop = loop.replace("model_", f"{prefix}_").replace("MODEL_", f"{prefix.upper()}_")
        (folder / "exported.h").write_text(text, encoding="ascii")
        (folder / "program.c").write_text(loop, encoding="ascii")
        program = str(folder / "program")
        _output([found, *options, str(folder / "program.c"), "-o", program, "-lm"])
        return _output([program], b"".join(_c_input(plan, case) for case in cases))

    return run


def _c_input(plan: Plan, case: Case) -> bytes:
    if isinstance(case.row, str):
        text = case.row.encode()
        return struct.pack("=i", len(text)) + text
    return struct.pack(f"=i{len(plan.columns)}d", -1, *c_row(plan, case.row))


def _output(command: Sequence[str], given: bytes = b"") -> bytes:
    """What a program prints; one that fails has printed nothing."""
    try:
        done = subprocess.run(command, input=given, capture_output=True, timeout=PATIENCE)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Broken(f"{error}") from None
    if done.returncode != 0:
        last = done.stderr.decode(errors="replace").strip().splitlines()[-1:]
        raise Broken(f"exit code {done.returncode} {' '.join(last)[:200]}")
    return done.stdout


class Broken(Exception):
    """A runtime that did not get through."""


def runtimes(target: str) -> Iterator[Runtime]:
    """Those that could run a target, found or not."""
    if target == "python":
        yield Runtime("python3", sys.executable or shutil.which("python3"), run_python)
        yield Runtime("micropython", shutil.which("micropython"), run_python)
    elif target == "javascript":
        yield Runtime("node", shutil.which("node"), run_node)
    elif target == "c":
        for compiler in ("gcc", "clang"):
            for options in (("-O2",), ("-O3", "-march=native")):
                name = " ".join([compiler, *options])
                yield Runtime(name, shutil.which(compiler), compiled("-std=gnu11", *options))


def verified(
    export: Export, target: str, text: str, cases: Sequence[Case]
) -> Generator[str, None, bool]:
    """A line for each runtime; whether all that ran agree to the bit."""
    fine = True
    for runtime in runtimes(target):
        if runtime.found is None:
            yield f"{runtime.name}: not found, not run"
            continue
        with TemporaryDirectory() as folder:
            try:
                output = runtime.run(runtime.found, Path(folder), export, text, cases)
            except Broken as error:
                yield f"{runtime.name}: it failed: {error}"
                fine = False
                continue
        line, agrees = compared(export, output.decode(errors="replace"), cases)
        fine = fine and agrees
        yield f"{runtime.name}: {line}"
    return fine


def compared(export: Export, output: str, cases: Sequence[Case]) -> tuple[str, bool]:
    """What a program said against what it should have said, in ulps."""
    answers = [line.split()[1:] for line in output.splitlines() if line.startswith("=")]
    if len(answers) != len(cases):
        return f"{len(answers)} answers came to {len(cases)} rows", False
    labels, worst, worst_share = 0, 0.0, 0.0
    for (place, *numbers), case in zip(answers, cases):
        labels += place == ("-" if case.place is None else str(case.place))
        expected = [*case.scores, *case.probabilities]
        found = [struct.unpack("<d", bytes.fromhex(number))[0] for number in numbers]
        gaps = [inf] if len(found) != len(expected) else list(map(ulps_between, found, expected))
        worst = max([worst, *gaps[: len(case.scores) or 1]])
        worst_share = max([worst_share, *gaps[len(case.scores) :]])
    exactly = export.exact or export.plan.scores == "shares"
    fine = labels == len(cases) and worst == 0 and worst_share <= (0 if exactly else ALLOWED)
    shares = "" if export.plan.scores == "order" else f", probabilities within {worst_share:g} ulp"
    return f"{labels} of {len(cases)} labels, scores within {worst:g} ulp{shares}", fine
