"""Run exported models on emulated microcontrollers: self-test, 1,000 rows, sizes and cycles.

    python3 tests/embedding/emulated.py

board    a compiler, an emulator and their options; skipped with a message if one is missing
flash    bytes of code and tables that compute a label, without the start-up code and the test
ram      bytes of variables that they need; on AVR the tables are in RAM too

The 1,000 rows are compiled into the program in parts. It prints one checksum of all labels and of
all bits of scores and probabilities, which is compared with the checksum of the expected results.
"""

import re
import shutil
import struct
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from textbook_ml.data.datasets import load
from textbook_ml.embedding.checks.test_rows import CheckRow
from textbook_ml.embedding.export import export_model
from textbook_ml.embedding.export_fixed import export_fixed
from textbook_ml.embedding.ir.digest import BASIS, BITS, PRIME, mix
from textbook_ml.embedding.ir.fixed import FixedProgram
from textbook_ml.embedding.ir.numbers import Single
from textbook_ml.embedding.targets.c_file import c_row
from textbook_ml.embedding.targets.fixed_file import FixedCase
from textbook_ml.embedding.targets.language import Export
from textbook_ml.embedding.targets.literals import hexadecimal
from textbook_ml.equations.gaussian import pooled_variance_mle
from textbook_ml.models.gaussian_discriminant_analysis import GaussianDiscriminantAnalysis
from textbook_ml.models.gaussian_naive_bayes import GaussianNaiveBayes
from textbook_ml.models.quadratic_discriminant_analysis import QuadraticDiscriminantAnalysis
from textbook_ml.models.softmax_regression import SoftmaxRegression

IRIS = load("iris")
MODELS: dict[str, Callable[[], Any]] = {
    "gaussian-nb": lambda: GaussianNaiveBayes.fit(IRIS.rows, IRIS.labels, features=IRIS.features),
    "gaussian-nb-tied": lambda: GaussianNaiveBayes.fit(
        IRIS.rows, IRIS.labels, features=IRIS.features, variance=pooled_variance_mle
    ),
    "gda": lambda: GaussianDiscriminantAnalysis.fit(IRIS.rows, IRIS.labels, features=IRIS.features),
    "qda": lambda: QuadraticDiscriminantAnalysis.fit(IRIS.rows, IRIS.labels),
    "softmax": lambda: SoftmaxRegression.fit(
        IRIS.rows, IRIS.labels, l2=1.0, features=IRIS.features
    ),
}
PRECISIONS = {"float32": "float", "double": "double", "int16": "int16_t"}
NO_INTEGERS = ("int16", "qda")  # rejected by --int16
TIMEOUT = 120

HEAD = """\
#include "model.h"
#include <stdint.h>
#include <stdio.h>
#ifdef __AVR__
#include <avr/io.h>
#include <avr/pgmspace.h>
#define READ(from, to) memcpy_P(to, from, sizeof to)
static int put(char c, FILE *file) {
  (void)file;
  while (!(UCSR0A & (1 << UDRE0))) { }
  UDR0 = (uint8_t)c;
  return 0;
}
static FILE serial = FDEV_SETUP_STREAM(put, NULL, _FDEV_SETUP_WRITE);
static void begin(void) { UCSR0B = 1 << TXEN0; stdout = &serial; }
/* simavr stops when the processor sleeps without interrupts, which is after exit. */
__attribute__((naked, used, section(".fini8"))) static void stop(void) {
  __asm__ volatile("cli\\n\\tldi r24, 1\\n\\tout 0x33, r24\\n\\tsleep");
}
#else
#define PROGMEM
#define READ(from, to) memcpy(to, from, sizeof to)
static void begin(void) { }
#endif

typedef @number@ number;
static const number rows[][MODEL_FEATURES] PROGMEM = {
@rows@};
static uint32_t h = @basis@u;
"""
FLOATS = """
static void mix(const number v[]) {
  int k;
  size_t j;
  for (k = 0; k < MODEL_CLASSES; k++) {
    uint32_t words[sizeof(number) / 4];
    const number plus_zero = v[k] + 0;
    memcpy(words, &plus_zero, sizeof words);
    for (j = 0; j < sizeof(number) / 4; j++) h = (h ^ words[j]) * @prime@u;
  }
}

int main(void) {
  number row[MODEL_FEATURES], found[MODEL_CLASSES];
  size_t i;
  begin();
  for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    READ(rows[i], row);
    h = (h ^ (uint32_t)(model_classify(row) + 1)) * @prime@u;
    if (model_scores(row, found) != 0) continue;
    mix(found);
    if (model_probabilities(row, found) == 0) mix(found);
  }
  printf("%08lx\\n", (unsigned long)h);
  return 0;
}
"""
INTEGERS = """
int main(void) {
  number row[MODEL_FEATURES];
  model_score found[MODEL_CLASSES];
  size_t i;
  int k;
  begin();
  for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    READ(rows[i], row);
    h = (h ^ (uint32_t)(model_classify(row) + 1)) * @prime@u;
    if (model_scores(row, found) != 0) continue;
    for (k = 0; k < MODEL_CLASSES; k++) h = (h ^ (uint32_t)found[k]) * @prime@u;
  }
  printf("%08lx\\n", (unsigned long)h);
  return 0;
}
"""
LABEL_ONLY = """\
#include "model.h"
int label(const @number@ row[]);
int label(const @number@ row[]) { return model_classify(row); }
"""


@dataclass(frozen=True, slots=True)
class Row:
    """The cells of a row as C code, its class, and its results as words of 32 bits."""

    cells: list[str]
    class_index: int
    words: list[int]


@dataclass(frozen=True, slots=True)
class Board:
    """A microcontroller and how it is emulated."""

    name: str
    compiler: str
    options: tuple[str, ...]
    emulator: tuple[str, ...]  # the path of the program is added at the end
    rows: int  # rows that fit into one program
    doubles: bool = True


def cortex(name: str, core: str, machine: str, *options: str) -> Board:
    """Return a board with an ARM Cortex-M core."""
    memory = ("__flash=0", "__flash_size=0x200000", "__ram=0x20000000", "__ram_size=0x200000")
    specs = ("--specs=picolibc.specs", "--oslib=semihost", "--crt0=hosted")
    link = tuple(f"-Wl,--defsym={symbol}" for symbol in memory)
    qemu = ("-semihosting-config", "enable=on", "-nographic", "-monitor", "none", "-serial", "none")
    return Board(
        name,
        "arm-none-eabi-gcc",
        (*specs, f"-mcpu={core}", "-mthumb", *options, *link),
        ("qemu-system-arm", "-M", machine, *qemu, "-kernel"),
        rows=1000,
    )


def risc_v() -> Board:
    """Return the machine virt with a 32-bit RISC-V core without floating-point unit."""
    memory = (
        "__flash=0x80000000", "__flash_size=0x200000", "__ram=0x80200000", "__ram_size=0x200000",
    )  # fmt: skip
    specs = ("--specs=picolibc.specs", "--oslib=semihost", "--crt0=hosted")
    qemu = ("-semihosting-config", "enable=on", "-nographic", "-monitor", "none", "-serial", "none")
    return Board(
        "RISC-V (rv32imac)",
        "riscv64-unknown-elf-gcc",
        (*specs, "-march=rv32imac", "-mabi=ilp32", *(f"-Wl,--defsym={s}" for s in memory)),
        ("qemu-system-riscv32", "-M", "virt", "-bios", "none", *qemu, "-kernel"),
        rows=1000,
    )


BOARDS = (
    Board(
        "ATmega328p",
        "avr-gcc",
        ("-mmcu=atmega328p",),
        ("simavr", "-m", "atmega328p", "-f", "16000000"),
        rows=250,
        doubles=False,
    ),
    cortex("Cortex-M3", "cortex-m3", "mps2-an385"),
    cortex("Cortex-M4F", "cortex-m4", "mps2-an386", "-mfloat-abi=softfp", "-mfpu=fpv4-sp-d16"),
    cortex("Cortex-M7F", "cortex-m7", "mps2-an500", "-mfloat-abi=softfp", "-mfpu=fpv5-sp-d16"),
    risc_v(),
)


def main() -> int:
    """Run every model on every board and print one line for each; return 1 if a bit differs."""
    failed = 0
    for board in BOARDS:
        missing = [tool for tool in (board.compiler, board.emulator[0]) if not shutil.which(tool)]
        if missing:
            print(f"{board.name}: skipped, {' and '.join(missing)} not installed")
            continue
        for precision in PRECISIONS:
            for name, fit in MODELS.items():
                if (precision == "double" and not board.doubles) or (
                    precision,
                    name,
                ) == NO_INTEGERS:
                    continue
                line, passed = run(board, fit(), precision)
                print(f"{board.name:18} {precision:8} {name:17} {line}", flush=True)
                failed |= not passed
    return failed


def run(board: Board, model: Any, precision: str) -> tuple[str, bool]:
    """Run the self-test and 1,000 rows of a model; return a line and whether all bits are equal."""
    text, rows, body = exported(model, precision)
    number = PRECISIONS[precision]
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "model.h").write_text(text, encoding="ascii")
        try:
            printed = emulate(
                board, folder, "model.h", "-DMODEL_SELF_TEST", *_console(board, folder)
            )
            passed = "all constants are unchanged" in printed
            for at in range(0, len(rows), board.rows):
                part = rows[at : at + board.rows]
                (folder / "program.c").write_text(program(body, number, part), encoding="ascii")
                passed &= f"{checksum(part):08x}" in emulate(board, folder, "program.c")
            flash, ram = sizes(board, folder, number)
        except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
            return f"failed: {error} {getattr(error, 'stderr', '')}", False
    verdict = "equal bits" if passed else "OTHER BITS"
    return f"self-test and {len(rows)} rows: {verdict}; flash {flash} B, RAM {ram} B", passed


def _console(board: Board, folder: Path) -> list[str]:
    """Return a file that connects printf to the serial line, for the self-test on AVR."""
    if board.doubles:
        return []
    code = HEAD[HEAD.index("static int put") : HEAD.index("#else")]
    start = "__attribute__((constructor)) static void start(void) { begin(); }\n"
    head = "#include <avr/io.h>\n#include <stdint.h>\n#include <stdio.h>\n"
    (folder / "console.c").write_text(head + code + start, encoding="ascii")
    return [str(folder / "console.c")]


def exported(model: Any, precision: str) -> tuple[str, list[Row], str]:
    """Return a header, 1,000 rows with their expected results, and the code that computes them."""
    if precision == "int16":
        fixed, text, _, _ = export_fixed(model, data="iris")
        return text, [integer_row(fixed, Random(seed)) for seed in range(1000)], INTEGERS
    export, text, cases = export_model(model, "c", exact=True, float32=precision == "float32")
    return text, [float_row(export, case) for case in cases[-1000:]], FLOATS


def float_row(export: Export, case: CheckRow) -> Row:
    """Return a row of floats, and the bits of its scores and probabilities as words."""
    cells = list(map(hexadecimal, c_row(export.program, case.row)))
    letters = "<f" if export.program.number is Single else "<d"
    words: list[int] = []
    for v in [*case.scores, *case.probabilities]:
        data = struct.pack(letters, v + 0.0)
        words += struct.unpack(f"<{len(data) // 4}I", data)
    return Row(cells, -1 if case.class_index is None else case.class_index, words)


def integer_row(fixed: FixedProgram, rng: Random) -> Row:
    """Return random valid cells, and the scores that follow from them as words."""
    cells: list[int | None] = [rng.randint(one.low, one.high) for one in fixed.cells]
    if not fixed.source.whole and rng.random() < 0.2:
        cells[rng.randrange(len(cells))] = None
    case = FixedCase.of(fixed, cells)
    return Row(list(map(str, case.cells)), case.class_index, [v & BITS for v in case.scores])


def program(body: str, number: str, rows: Sequence[Row]) -> str:
    """Return the program that computes the checksum of the results of these rows."""
    values = {
        "number": number,
        "rows": "".join(f"  {{{', '.join(row.cells)}}},\n" for row in rows),
        "basis": BASIS,
        "prime": PRIME,
    }
    return re.sub(r"@(\w+)@", lambda found: str(values[found[1]]), HEAD + body)


def checksum(rows: Sequence[Row]) -> int:
    """Return the checksum of the results of these rows."""
    return mix(BASIS, [word for row in rows for word in (row.class_index + 1, *row.words)])


def emulate(board: Board, folder: Path, source: str, *more: str) -> str:
    """Compile a program for a board, run it, and return its output."""
    binary = str(folder / "program.elf")
    files = [flag for flag in more if flag.startswith("-")] + ["-x", "c", str(folder / source)]
    files += [name for name in more if not name.startswith("-")]
    command = [board.compiler, "-std=gnu99", "-Os", "-Wall", *board.options, *files]
    _run([*command, "-o", binary, "-lm"])
    return _run([*board.emulator, binary])


def sizes(board: Board, folder: Path, number: str) -> tuple[int, int]:
    """Return the bytes of flash and of RAM that a label needs, from the size of an object file."""
    (folder / "label.c").write_text(LABEL_ONLY.replace("@number@", number), encoding="ascii")
    flags = [
        option for option in board.options if not option.startswith(("-Wl", "--oslib", "--crt0"))
    ]
    target = str(folder / "label.o")
    _run([board.compiler, "-std=gnu99", "-Os", *flags, "-c", str(folder / "label.c"), "-o", target])
    size = board.compiler.replace("gcc", "size")
    text, data, bss = map(int, _run([size, target]).splitlines()[1].split()[:3])
    if board.compiler == "avr-gcc":  # its constants are copied to RAM at the start
        found = re.findall(r"(?m)^\.rodata\S*\s+(\d+)", _run([size, "-A", target]))
        return text + data, data + bss + sum(map(int, found))
    return text + data, data + bss


def _run(command: Sequence[str]) -> str:
    done = subprocess.run(
        command, capture_output=True, timeout=TIMEOUT, check=True, text=True, errors="replace"
    )
    return done.stdout + done.stderr


if __name__ == "__main__":
    sys.exit(main())
