"""Models of scikit-learn on emulated microcontrollers: flash, RAM and time, by several exporters.

    pip install scikit-learn m2cgen micromlgen emlearn
    python3 tests/benchmarks/boards.py

Prints the second table of docs/embedding.md. The models are fitted to iris, and label 50 of its
rows.

flash    bytes that the program grows by, with the floating-point library of the compiler that the
         label needs, compared with the same program without a model
ram      bytes of variables that it grows by; on AVR, tables are in RAM too
time     cycles on AVR; instructions on the other boards, because QEMU does not emulate a pipeline
differ   labels that differ from those of scikit-learn
"""

import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.embedding.emulated import BOARDS, Board  # noqa: E402
from textbook_ml.data.datasets import load  # noqa: E402
from textbook_ml.embedding.export import export_model  # noqa: E402
from textbook_ml.embedding.export_fixed import export_fixed  # noqa: E402
from textbook_ml.embedding.import_sklearn import from_sklearn  # noqa: E402

IRIS = load("iris")
ROWS = [[float(str(x)) for x in row] for row in IRIS.rows]
CHOSEN = ROWS[::3]
ESTIMATORS: dict[str, dict[str, Any]] = {
    "naive_bayes.GaussianNB": {},
    "discriminant_analysis.LinearDiscriminantAnalysis": {"solver": "lsqr"},
    "linear_model.LogisticRegression": {"max_iter": 1000},
}
TIMEOUT = 120
# Of each compiler: cycles or instructions in a tick of its timer, and the bits of the timer.
CLOCKS = {"avr": (256, 0xFFFF), "arm": (40, 0xFFFFFF), "riscv": (1, 0xFFFFFFFF)}

MAIN = """\
#include <stdint.h>
#include <stdio.h>
extern int label(const @number@ row[]);
static const @number@ rows[][4] = {
@rows@};
#define N (int)(sizeof rows / sizeof rows[0])
#if defined(__AVR__)
#include <avr/io.h>
static uint32_t now(void) { return TCNT1; }
static void begin(void) { UCSR0B = 1 << TXEN0; TCCR1B = 1 << CS12; }
static void put(char c) {
  while (!(UCSR0A & (1 << UDRE0))) { }
  UDR0 = (uint8_t)c;
}
__attribute__((naked, used, section(".fini8"))) static void stop(void) {
  __asm__ volatile("cli\\n\\tldi r24, 1\\n\\tout 0x33, r24\\n\\tsleep");
}
#else
static void put(char c) { putchar(c); }
#if defined(__arm__)
#define SYST ((volatile uint32_t *)0xE000E010)
static void begin(void) { SYST[1] = 0xFFFFFF; SYST[2] = 0; SYST[0] = 5; }
static uint32_t now(void) { return 0xFFFFFF - SYST[2]; }
#else
static void begin(void) { }
static uint32_t now(void) {
  uint32_t cycles;
  __asm__ volatile(".option arch, +zicsr\\n\\tcsrr %0, mcycle" : "=r"(cycles));
  return cycles;
}
#endif
#endif

int main(void) {
  static uint8_t found[N];
  uint32_t before, ticks;
  int i;
  begin();
  before = now();
  for (i = 0; i < N; i++) found[i] = (uint8_t)label(rows[i]);
  ticks = (now() - before) & @mask@;
  for (i = 0; i < N; i++) put((char)('0' + found[i]));
  put('=');
  for (i = 28; i >= 0; i -= 4) put("0123456789abcdef"[ticks >> i & 15]);
  put('\\n');
  return 0;
}
"""


@dataclass(frozen=True, slots=True)
class Source:
    """Code with a function `label`, and the rows that it expects."""

    code: str
    number: str
    rows: list[list[Any]]
    options: tuple[str, ...] = ()


def _ours(estimator: Any, **options: Any) -> Source:
    """Return an export of this package with floats or doubles."""
    number = "float" if options.get("float32") else "double"
    _, text, _ = export_model(from_sklearn(estimator), "c", **options)
    code = f"{text}int label(const {number} row[]) {{ return model_classify(row); }}\n"
    return Source(code, number, CHOSEN)


def _int16(estimator: Any) -> Source:
    """Return an export of this package with integers."""
    model = from_sklearn(estimator)
    with TemporaryDirectory() as folder:
        data = Path(folder, "iris.csv")
        lines = [",".join(map(str, [*row, 0])) for row in ROWS]
        data.write_text("\n".join([",".join([*model.features, "class"]), *lines]) + "\n")
        program, text, _, _ = export_fixed(model, data=str(data))
    code = f"{text}int label(const int16_t row[]) {{ return model_classify(row); }}\n"
    return Source(code, "int16_t", [program.numbers(row) for row in CHOSEN])


def _m2cgen(estimator: Any) -> Source:
    """Return an export of m2cgen, with the index of the highest score."""
    text = import_module("m2cgen").export_to_c(estimator)
    return Source(
        text + "int label(const double row[]) {\n  double s[3];\n  int k, best = 0;\n"
        "  score((double *)row, s);\n"
        "  for (k = 1; k < 3; k++) if (s[k] > s[best]) best = k;\n  return best;\n}\n",
        "double",
        CHOSEN,
    )


def _micromlgen(estimator: Any) -> Source:
    """Return an export of micromlgen; compilers for AVR have no <cstdarg>."""
    text = import_module("micromlgen").port(estimator).replace("<cstdarg>", "<stdarg.h>")
    return Source(
        f"#include <stdint.h>\n{text}"
        'extern "C" int label(const float row[]) {\n'
        f"  return Eloquent::ML::Port::{type(estimator).__name__}().predict((float *)row);\n}}\n",
        "float",
        CHOSEN,
        ("-x", "c++"),
    )


def _emlearn(estimator: Any) -> Source:
    """Return an export of emlearn, which converts floats to a fixed point on the board."""
    module = import_module("emlearn")
    with TemporaryDirectory() as folder:
        module.convert(estimator).save(file=f"{folder}/em.h", name="em")
        text = Path(folder, "em.h").read_text()
    code = f"{text}int label(const float row[]) {{ return (int)em_predict(row, 4); }}\n"
    return Source(code, "float", CHOSEN, (f"-I{module.includedir}",))


TOOLS: dict[str, Callable[[Any], Source]] = {
    "export --to c": lambda e: _ours(e),
    "export --to c --fast": lambda e: _ours(e, fast=True),
    "export --to c --float32": lambda e: _ours(e, float32=True),
    "export --to c --float32 --fast": lambda e: _ours(e, float32=True, fast=True),
    "export --to c --int16": _int16,
    "emlearn": _emlearn,
    "m2cgen": _m2cgen,
    "micromlgen": _micromlgen,
}


def measure(board: Board, source: Source) -> tuple[int, int, float, str]:
    """Return flash, RAM, time for a label, and the labels."""
    empty = f"int label(const {source.number} row[]);\n"
    empty += f"int label(const {source.number} row[]) {{ return row[0] > 1; }}\n"
    with TemporaryDirectory() as name:
        folder = Path(name)
        rows = "".join(f"  {{{', '.join(map(repr, row))}}},\n" for row in source.rows)
        tick, mask = next(clock for name, clock in CLOCKS.items() if name in board.compiler)
        values = {"number": source.number, "rows": rows, "mask": hex(mask)}
        main = re.sub(r"@(\w+)@", lambda found: values[found[1]], MAIN)
        (folder / "main.c").write_text(main, encoding="ascii")
        flash, ram = _link(board, folder, source.code, *source.options)
        printed = _run([*_timed(board), str(folder / "program.elf")])
        plain_flash, plain_ram = _link(board, folder, f"#include <stdint.h>\n{empty}")
    found = re.search(r"([0-9]+)=([0-9a-f]{8})", printed)
    if found is None:
        raise ValueError(f"unexpected output {printed!r}")
    time = int(found[2], 16) * tick / len(source.rows)
    return flash - plain_flash, ram - plain_ram, time, found[1]


def _timed(board: Board) -> list[str]:
    """Return the command of an emulator whose clock counts instructions."""
    command = list(board.emulator)
    if board.doubles:
        command[1:1] = ["-icount", "shift=0"]
    return command


def _link(board: Board, folder: Path, code: str, *options: str) -> tuple[int, int]:
    """Compile a program for a board; return the size of its code and tables, and of variables."""
    (folder / "label.c").write_text(code, encoding="ascii")
    flags = ["-Os", "-w", "-ffunction-sections", "-fdata-sections", *board.options]
    compile_only = [flag for flag in flags if not flag.startswith(("-Wl", "--oslib", "--crt0"))]
    target, binary = str(folder / "label.o"), str(folder / "program.elf")
    language = [] if "c++" in options else ["-std=gnu99"]
    source = [*language, *options, "-c", str(folder / "label.c")]
    _run([board.compiler, *compile_only, *source, "-o", target])
    linked = ["-std=gnu99", "-Wl,--gc-sections", str(folder / "main.c"), target, "-lm"]
    _run([board.compiler, *flags, *linked, "-o", binary])
    size = board.compiler.replace("gcc", "size")
    text, data, bss = map(int, _run([size, binary]).splitlines()[1].split()[:3])
    return text + data, data + bss


def _run(command: list[str]) -> str:
    done = subprocess.run(
        command, capture_output=True, timeout=TIMEOUT, text=True, errors="replace"
    )
    if done.returncode != 0 and "simavr" not in command[0]:
        raise ValueError(" ".join(done.stderr.split())[:200])
    return done.stdout + done.stderr


def lines(boards: list[Board]) -> Iterator[str]:
    """Yield the lines of the table."""
    yield "| model | tool | " + " | ".join(board.name for board in boards) + " |"
    yield "|---" * (2 + len(boards)) + "|"
    for path, options in ESTIMATORS.items():
        module, _, name = path.rpartition(".")
        estimator = getattr(import_module(f"sklearn.{module}"), name)(**options)
        codes = [IRIS.classes.index(y) for y in IRIS.labels]
        estimator.fit(ROWS, codes)
        expected = "".join(map(str, estimator.predict(CHOSEN)))
        for tool, make in TOOLS.items():
            try:
                source = make(estimator)
            except Exception as error:  # whatever another tool raises is the result
                reason = re.sub(r"\s+", " ", str(error))[:60]
                yield f"| {name} | {tool} | not supported: {reason} |"
                continue
            cells = [_cell(board, source, expected) for board in boards]
            yield f"| {name} | {tool} | {' | '.join(cells)} |"


def _cell(board: Board, source: Source, expected: str) -> str:
    if not board.doubles and "double of 64 bits" in source.code:
        return "no doubles"
    try:
        flash, ram, time, labels = measure(board, source)
    except (ValueError, subprocess.TimeoutExpired) as error:
        return f"failed: {error}"
    differ = sum(a != b for a, b in zip(labels, expected))
    wrong = f"; {differ} of {len(expected)} labels differ" if differ else ""
    return f"{flash:,} / {ram:,} / {time:,.0f}{wrong}"


def main() -> None:
    """Print the table for the boards whose compiler and emulator are installed."""
    boards = [b for b in BOARDS if shutil.which(b.compiler) and shutil.which(b.emulator[0])]
    for line in lines(boards):
        print(line, flush=True)


if __name__ == "__main__":
    main()
