"""Compile an exported file with integers only, run it, and compare all scores and labels."""

import struct
from collections.abc import Generator, Sequence
from pathlib import Path

from textbook_ml.embedding.checks.run_exports import Runtime, output_of_c, verify_with
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

    def run(runtime: Runtime, path: str, folder: Path) -> tuple[str, bool]:
        compiler = [path, "-std=c99", *runtime.name.split()[1:]]
        output = output_of_c(compiler, folder, text, with_prefix(LOOP, prefix), data)
        lines = output.decode().splitlines()
        equal = sum(a == b for a, b in zip(lines, expected))
        line = f"labels and scores of {equal} of {len(cases)} rows equal"
        return line, equal == len(cases) == len(lines)

    return (yield from verify_with(run, "c"))
