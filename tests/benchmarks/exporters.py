"""Models of scikit-learn as C, by this package and by other exporters: labels, shares, bytes.

    pip install scikit-learn m2cgen micromlgen emlearn
    python3 tests/benchmarks/exporters.py

Prints the table of docs/embedding.md. Two overlapping classes, 95 to 5, three features, 4,000
examples to learn from and 1,000 to ask about; bytes are what `gcc -Os` makes of the labels.
"""

import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import chdir
from importlib import import_module
from pathlib import Path
from random import Random
from struct import pack
from tempfile import TemporaryDirectory
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1]))

from textbook_ml.embedding.export import export_model  # noqa: E402
from textbook_ml.embedding.import_sklearn import from_sklearn  # noqa: E402

Rows = list[list[float]]
MODELS = (
    "naive_bayes.GaussianNB",
    "naive_bayes.BernoulliNB",
    "discriminant_analysis.LinearDiscriminantAnalysis",
    "discriminant_analysis.QuadraticDiscriminantAnalysis",
    "linear_model.LogisticRegression",
)
LOOP = """
#include <stdio.h>
int main(void) {
  double row[3];
  while (fread(row, sizeof(double), 3, stdin) == 3) {
    ASK
  }
  return 0;
}
"""


def examples(n: int, rng: Random) -> tuple[Rows, list[int]]:
    """Rows and labels: one in twenty is of the second class, which lies a little apart."""
    labels = [int(rng.random() < 0.05) for _ in range(n)]
    shift = (1.0, 0.8, 0.6)
    return [[rng.gauss(s * y, 1.0 + y * s / 2) for s in shift] for y in labels], labels


def coins(rows: Rows) -> Rows:
    """Return random rows of zeros and ones."""
    return [[float(x > 0.5) for x in row] for row in rows]


def answers(program: str, rows: Rows, folder: Path, compiler: str = "gcc") -> list[list[float]]:
    """Return the lines that a program prints: one for each row."""
    source = folder / ("main.c" if compiler == "gcc" else "main.cpp")
    source.write_text(program, encoding="ascii")
    made = str(folder / "main")
    subprocess.run([compiler, "-O2", "-w", str(source), "-o", made, "-lm"], check=True)
    given = b"".join(pack("3d", *row) for row in rows)
    said = subprocess.run([made], input=given, capture_output=True, check=True).stdout.decode()
    return [list(map(float, line.split())) for line in said.splitlines()]


def size(source: str, folder: Path, *include: str) -> int:
    """Return the size of the code and the tables in an object file, in bytes."""
    (folder / "part.c").write_text(source, encoding="ascii")
    made = str(folder / "part.o")
    flags = ["-Os", "-w", *(f"-I{place}" for place in include)]
    subprocess.run(["gcc", *flags, "-c", str(folder / "part.c"), "-o", made], check=True)
    text, data = subprocess.run(["size", made], capture_output=True, text=True).stdout.split()[6:8]
    return int(text) + int(data)


def ours(estimator: Any, rows: Rows, folder: Path) -> tuple[list[int], str, int]:
    """Measure our export: labels, differences from scikit-learn's probabilities, and size."""
    _, text, _ = export_model(from_sklearn(estimator), "c", exact=True, prefix="m")
    ask = (
        "double p[2]; m_probabilities(row, p); "
        'printf("%d %.17g %.17g\\n", m_classify(row), p[0], p[1]);'
    )
    said = answers(text + LOOP.replace("ASK", ask), rows, folder)
    due = estimator.predict_proba(rows).tolist()
    far = max(abs(a - b) for (_, *ps), qs in zip(said, due) for a, b in zip(ps, qs))
    asked = text + "int f(const double *row) { return m_classify(row); }\n"
    return [int(line[0]) for line in said], f"within {far:.0e}", size(asked, folder)


def m2cgen(estimator: Any, rows: Rows, folder: Path) -> tuple[list[int], str, int]:
    """Measure m2cgen, which exports only the scores."""
    text = import_module("m2cgen").export_to_c(estimator)
    said = answers(text + LOOP.replace("ASK", 'printf("%d\\n", score(row) > 0);'), rows, folder)
    return [int(label) for (label,) in said], "none", size(text, folder)


def micromlgen(estimator: Any, rows: Rows, folder: Path) -> tuple[list[int], str, int]:
    """Measure micromlgen, which exports a C++ class for Arduino with 32-bit floats."""
    text = import_module("micromlgen").port(estimator)
    ask = (
        f"float x[3] = {{(float)row[0], (float)row[1], (float)row[2]}}; "
        f'printf("%d\\n", Eloquent::ML::Port::{type(estimator).__name__}().predict(x));'
    )
    program = "#include <cstdint>\n" + text + LOOP.replace("ASK", ask)
    return [int(label) for (label,) in answers(program, rows, folder, "g++")], "none", 0


def emlearn(estimator: Any, rows: Rows, folder: Path) -> tuple[list[int], str, int]:
    """Measure emlearn, which exports fixed-point numbers."""
    module = import_module("emlearn")
    made = module.convert(estimator)
    made.save(file=str(folder / "em.h"), name="em")
    text = (folder / "em.h").read_text() + "int f(const void *x) { return em_predict(x, 3); }\n"
    return [int(y) for y in made.predict(rows)], "none", size(text, folder, module.includedir)


TOOLS: dict[str, Callable[[Any, Rows, Path], tuple[list[int], str, int]]] = {
    "textbook_ml": ours, "m2cgen": m2cgen, "micromlgen": micromlgen, "emlearn": emlearn
}  # fmt: skip


def row_of_table(tool: str, estimator: Any, rows: Rows) -> Sequence[str]:
    """Return a row of the table: different labels, probabilities and size; or the error."""
    with TemporaryDirectory() as folder, chdir(folder):  # emlearn compiles in the current folder
        try:
            labels, shares, flash = TOOLS[tool](estimator, rows, Path(folder))
        except Exception as error:  # any error of another tool is printed as its result
            words = re.sub(r"\s+", " ", str(error))[:60]
            return f"{type(error).__name__}: {words}", "", ""
    import_module("numpy").seterr(all="ignore")  # emlearn makes every warning an error
    due = estimator.predict(rows).tolist()
    return f"{sum(a != b for a, b in zip(labels, due))} of {len(rows)}", shares, str(flash or "")


def main() -> None:
    """Print the table."""
    rng = Random(8)
    (rows, labels), (asked, _) = examples(4000, rng), examples(1000, rng)
    for model in MODELS:
        module, _, name = model.rpartition(".")
        seen, new = (coins(rows), coins(asked)) if "Bernoulli" in name else (rows, asked)
        estimator = getattr(import_module(f"sklearn.{module}"), name)().fit(seen, labels)
        for tool in TOOLS:
            print(f"| {name} | {tool} | {' | '.join(row_of_table(tool, estimator, new))} |")


if __name__ == "__main__":
    main()
