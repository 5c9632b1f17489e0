"""Run an exported file with the interpreters and compilers of this machine, and compare the bits.

program   the exported file, followed by a loop that computes the results of test rows
answer    a line of its output: the index of the class, scores and probabilities in hexadecimal;
          "= -" for a rejected row
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

from textbook_ml.embedding.checks.package_agreement import ulps_between
from textbook_ml.embedding.checks.test_rows import CheckRow
from textbook_ml.embedding.ir.numbers import ULP_RATIO, Single
from textbook_ml.embedding.ir.program import Program
from textbook_ml.embedding.targets.c_file import c_row, with_prefix
from textbook_ml.embedding.targets.javascript_file import javascript_row
from textbook_ml.embedding.targets.language import Export, render
from textbook_ml.embedding.targets.python_file import python_row

TIMEOUT = 300  # time limit of one program, in seconds
ALLOWED = 4  # allowed error, in ulps, of a probability computed by the exp of the platform

PYTHON_LOOP = """
import struct


def _hex(v):
    return "".join(["%02x" % b for b in struct.pack("<d", v)])


for _row in ROWS:
    try:
@if text
        _row = row_of(_row) if isinstance(_row, str) else _row
@end
        _found = scores(_row)
@if probabilities
        _found = _found + probabilities(_row)
@end
        _index = CLASSES.index(classify(_row))
        print("=", _index, " ".join([_hex(v) for v in _found]))
    except ValueError:
        print("= -")
"""
JAVASCRIPT_LOOP = """
const lines = [];
for (const input of ROWS) {
  try {
    let row = input;
@if text
    if (typeof input === "string") row = rowOf(input);
@end
    const found = scores(row);
@if probabilities
    found.push(...probabilities(row));
@end
    const view = new DataView(new ArrayBuffer(8));
    const words = found.map((v) => {
      view.setFloat64(0, v, true);
      const bytes = Array.from(new Uint8Array(view.buffer));
      return bytes.map((b) => b.toString(16).padStart(2, "0")).join("");
    });
    lines.push(`= ${CLASSES.indexOf(classify(row))} ${words.join(" ")}`);
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

static void print_hex(const double v[], int n) {
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
@if text
    } else {
      static char text[1 << 20];
      if (fread(text, 1, (size_t)length, stdin) != (size_t)length) return 2;
      text[length] = 0;
      if (model_row(text, row) != 0) row[0] = (double)INFINITY;
@end
    }
    if (model_scores(row, found) != 0) {
      printf("= -\\n");
      continue;
    }
    printf("= %d", model_classify(row));
    print_hex(found, MODEL_CLASSES);
@if probabilities
    if (model_probabilities(row, found) != 0) return 2;
    print_hex(found, MODEL_CLASSES);
@end
    printf("\\n");
  }
  return 0;
}
"""


@dataclass(frozen=True, slots=True)
class Runtime:
    """A way to run a target: the path of a tool, None if it is not installed, and a function."""

    name: str
    path: str | None
    run: Callable[[str, Path, Export, str, Sequence[CheckRow]], bytes]


class RuntimeFailure(Exception):
    """A runtime that did not finish."""


def run_python(
    path: str, folder: Path, export: Export, text: str, cases: Sequence[CheckRow]
) -> bytes:
    """Run a file with a Python interpreter."""
    rows = "".join(f"ROWS += [{python_row(case)}]\n" for case in cases)
    program = folder / "program.py"
    loop = render(PYTHON_LOOP, export.values())
    program.write_text(f"{text}\nROWS = []\n{rows}{loop}", encoding="ascii")
    return output_of([path, str(program)])


def run_node(
    path: str, folder: Path, export: Export, text: str, cases: Sequence[CheckRow]
) -> bytes:
    """Run a file with Node."""
    rows = ",\n".join(map(javascript_row, cases))
    program = folder / "program.mjs"
    loop = render(JAVASCRIPT_LOOP, export.values())
    program.write_text(f"{text}\nconst ROWS = [\n{rows}];\n{loop}", encoding="ascii")
    return output_of([path, str(program)])


def compile_with(*options: str) -> Callable[..., bytes]:
    """Return a function that compiles and runs a C header."""

    def run(path: str, folder: Path, export: Export, text: str, cases: Sequence[CheckRow]) -> bytes:
        single = export.program.number is Single
        loop = render(with_prefix(C_LOOP, export.prefix, single), export.values())
        data = b"".join(_case_as_c_input(export.program, case) for case in cases)
        return output_of_c([path, *options], folder, text, loop, data)

    return run


def output_of_c(
    compiler: Sequence[str], folder: Path, header: str, program: str, data: bytes
) -> bytes:
    """Return the output of a C program, which includes a header as exported.h."""
    (folder / "exported.h").write_text(header, encoding="ascii")
    (folder / "program.c").write_text(program, encoding="ascii")
    output_of([*compiler, str(folder / "program.c"), "-o", str(folder / "program"), "-lm"])
    return output_of([str(folder / "program")], data)


def _case_as_c_input(program: Program, case: CheckRow) -> bytes:
    if isinstance(case.row, str):
        text = case.row.encode()
        return struct.pack("=i", len(text)) + text
    letter = "f" if program.number is Single else "d"
    return struct.pack(f"=i{len(program.columns)}{letter}", -1, *c_row(program, case.row))


def output_of(command: Sequence[str], data: bytes = b"") -> bytes:
    """Return the output of a program. Raise RunError if it fails."""
    try:
        done = subprocess.run(command, input=data, capture_output=True, timeout=TIMEOUT)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise RuntimeFailure(f"{error}") from None
    if done.returncode != 0:
        last = done.stderr.decode(errors="replace").strip().splitlines()[-1:]
        raise RuntimeFailure(f"exit code {done.returncode} {' '.join(last)[:200]}")
    return done.stdout


def runtimes(target: str) -> Iterator[Runtime]:
    """Yield the runtimes of a target, installed or not."""
    if target == "python":
        yield Runtime("python3", sys.executable or shutil.which("python3"), run_python)
        yield Runtime("micropython", shutil.which("micropython"), run_python)
    elif target == "javascript":
        yield Runtime("node", shutil.which("node"), run_node)
    elif target == "c":
        for compiler in ("gcc", "clang"):
            for options in (("-O2",), ("-O3", "-march=native")):
                name = " ".join([compiler, *options])
                yield Runtime(name, shutil.which(compiler), compile_with("-std=gnu11", *options))


def verify(
    export: Export, target: str, text: str, cases: Sequence[CheckRow]
) -> Generator[str, None, bool]:
    """Yield a line for each runtime; return whether all results have the expected bits."""

    def run(runtime: Runtime, path: str, folder: Path) -> tuple[str, bool]:
        output = runtime.run(path, folder, export, text, cases)
        return compare(export, output.decode(errors="replace"), cases)

    return (yield from verify_with(run, target))


def verify_with(
    run: Callable[[Runtime, str, Path], tuple[str, bool]], target: str
) -> Generator[str, None, bool]:
    """Yield the line that `run` returns for each runtime; return whether all passed."""
    passed = True
    for runtime in runtimes(target):
        if runtime.path is None:
            yield f"{runtime.name}: not installed, not run"
            continue
        with TemporaryDirectory() as folder:
            try:
                line, equal = run(runtime, runtime.path, Path(folder))
            except RuntimeFailure as error:
                line, equal = f"failed: {error}", False
        passed = passed and equal
        yield f"{runtime.name}: {line}"
    return passed


def compare(export: Export, output: str, cases: Sequence[CheckRow]) -> tuple[str, bool]:
    """Compare the output of a program with the expected results; differences are in ulps."""
    answers = [line.split()[1:] for line in output.splitlines() if line.startswith("=")]
    if len(answers) != len(cases):
        return f"expected {len(cases)} answers, got {len(answers)}", False
    labels, worst, worst_share, within = 0, 0.0, 0.0, True
    single = export.program.number is Single
    letter, unit = ("<f", ULP_RATIO) if single else ("<d", 1.0)
    for (index, *numbers), case in zip(answers, cases):
        labels += is_label(index, case, export.fast)
        expected = [*case.scores, *case.probabilities]
        found = [struct.unpack(letter, bytes.fromhex(number))[0] for number in numbers]
        gaps = [inf] if len(found) != len(expected) else list(map(ulps_between, found, expected))
        if export.fast and gaps != [inf]:
            within &= _within_error_bounds(found, case)
        worst = max([worst, *gaps[: len(case.scores) or 1]])
        worst_share = max([worst_share, *gaps[len(case.scores) :]])
    worst, worst_share = worst / unit, worst_share / unit
    allowed = 0 if export.exact_probabilities else ALLOWED
    equal = labels == len(cases) and worst == 0 and worst_share <= allowed
    if export.fast:
        equal = labels == len(cases) and within and worst < inf
    has_probabilities = export.program.scores != "order"
    shares = f", probabilities within {worst_share:g} ulp" if has_probabilities else ""
    bound = f"; within the error bound: {'yes' if within else 'no'}" if export.fast else ""
    line = f"{labels} of {len(cases)} labels equal, scores within {worst:g} ulp{shares}{bound}"
    return line, equal


def is_label(index: str, case: CheckRow, fast: bool) -> bool:
    """Return whether the class of an answer is right; a fast file may swap nearly tied classes."""
    if case.class_index is None or index == "-":
        return (case.class_index is None) == (index == "-")
    gap = case.scores[case.class_index] - case.scores[int(index)]
    return int(index) == case.class_index or (fast and gap <= 2 * case.errors[0])


def _within_error_bounds(found: Sequence[float], case: CheckRow) -> bool:
    """Return whether scores and probabilities are within the error bounds of a fast file."""
    n = len(case.scores)
    expected = [*case.scores, *case.probabilities]
    limits = [case.errors[0]] * n + [case.errors[1]] * (len(expected) - n)
    return all(a == b or abs(a - b) <= e for a, b, e in zip(found, expected, limits))
