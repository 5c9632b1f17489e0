"""Compile an exported file with integers only, run it, and compare all scores and labels."""

import struct
from collections.abc import Generator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from textbook_ml.embedding.checks.run_exports import RuntimeFailure, output_of, runtimes
from textbook_ml.embedding.targets.c_file import with_prefix
from textbook_ml.embedding.targets.fixed_file import FixedCase

LOOP = """\
#include "exported.h"
#include <stdio.h>

int main(void) {
  static int16_t row[MODEL_FEATURES];
  model_score scores[MODEL_CLASSES];
  while (fread(row, sizeof row, 1, stdin) == 1) {
    int k;
    printf("%d", model_classify(row));
    for (k = 0; k < MODEL_CLASSES && model_scores(row, scores) == 0; k++) {
      printf(" %lld", (long long)scores[k]);
    }
    printf("\\n");
  }
  return 0;
}
"""


def verify_fixed(prefix: str, text: str, cases: Sequence[FixedCase]) -> Generator[str, None, bool]:
    """Yield a line for each compiler; return whether all results are equal."""
    expected = [
        " ".join(map(str, (case.class_index, *(case.scores if case.class_index >= 0 else ()))))
        for case in cases
    ]
    data = b"".join(struct.pack(f"={len(case.cells)}h", *case.cells) for case in cases)
    passed = True
    for runtime in runtimes("c"):
        if runtime.path is None:
            yield f"{runtime.name}: not installed, not run"
            continue
        with TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "exported.h").write_text(text, encoding="ascii")
            (folder / "program.c").write_text(with_prefix(LOOP, prefix), encoding="ascii")
            files = [str(folder / "program.c"), "-o", str(folder / "program")]
            try:
                output_of([runtime.path, "-std=c99", *runtime.name.split()[1:], *files])
                lines = output_of([str(folder / "program")], data).decode().splitlines()
            except RuntimeFailure as error:
                yield f"{runtime.name}: failed: {error}"
                passed = False
                continue
        equal = sum(a == b for a, b in zip(lines, expected))
        passed = passed and equal == len(cases) == len(lines)
        yield f"{runtime.name}: labels and scores of {equal} of {len(cases)} rows equal"
    return passed
