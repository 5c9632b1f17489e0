"""The template of an exported C header with integers only.

`model_` and `MODEL_` are replaced by the prefix of the model, before values are filled in.
"""

from textbook_ml.embedding.targets.c_template import C_CATEGORIES, C_CHECKSUM, C_HEAD

FIXED_FILE = (
    C_HEAD
    + r"""#include <stddef.h>
#include <stdint.h>
@if names
#include <string.h>
@end

#define MODEL_FEATURES @n@
#define MODEL_CLASSES @classes@
/* The cell of a missing value. */
#define MODEL_MISSING INT16_MIN
/* A score is log P(row, class) in units of 2 to the power of -MODEL_FRACTION. */
#define MODEL_FRACTION @fraction@

typedef @score@ model_score;

@constants@
"""
    + C_CATEGORIES.replace("inline int", "inline int16_t").replace("  int v", "  int16_t v")
    + r"""
/* Return the number of the first column that is not valid, counted from 1; 0 if all are valid. */
static inline int model_invalid(const int16_t row[]) {
  int i;
  for (i = 0; i < MODEL_FEATURES; i++) {
@if whole
@else
    if (row[i] == MODEL_MISSING) continue;
@end
    if (row[i] < model_low[i] || row[i] > model_high[i]) return i + 1;
  }
  return 0;
}

/* Compute the score of each class. Return 0, or the number of the first column that is not valid
 * (counted from 1). No valid row overflows. */
static inline int model_scores(const int16_t row[], model_score scores[]) {
  const int invalid = model_invalid(row);
  int i, k;
  if (invalid) return invalid;
  for (k = 0; k < MODEL_CLASSES; k++) {
    model_score t = model_start[k];
@if linear
    for (i = 0; i < @n_linear@; i++) {
      const int16_t x = row[@linear_column@];
@if whole
@else
      if (x == MODEL_MISSING) continue;
@end
      t += (int32_t)model_weights[k][i] * x;
@if linear_bases
      t += model_bases[k][i];
@end
    }
@end
@if squares
    for (i = 0; i < @n_squares@; i++) {
      const int16_t x = row[@squares_column@];
      int32_t d;
      uint32_t z;
      if (x == MODEL_MISSING) continue;
      d = (int32_t)x - model_means[k][i];
      z = (uint32_t)(d < 0 ? -d : d) * model_roots[k][i];
      z = (z + (((uint32_t)1 << model_scales[k][i]) >> 1)) >> model_scales[k][i];
      t += model_peaks[k][i] - (model_score)((z * z) >> @drop@);
    }
@end
@if lookups
    for (i = 0; i < @n_lookups@; i++) {
      const int16_t x = row[@lookups_column@];
      if (x == MODEL_MISSING) continue;
      t += model_gains[k][model_firsts[i] + x];
    }
@end
    scores[k] = t;
  }
  return 0;
}

/* Return the index of the class with the highest score (of tied classes, the first), or -1 if a
 * column is not valid. */
static inline int model_classify(const int16_t row[]) {
  model_score scores[MODEL_CLASSES];
  int k, best = 0;
  if (model_scores(row, scores) != 0) return -1;
  for (k = 1; k < MODEL_CLASSES; k++) {
    if (scores[k] > scores[best]) best = k;
  }
  return best;
}

#ifdef MODEL_SELF_TEST
#include <stdio.h>

"""
    + C_CHECKSUM
    + r"""static int model_check(const int16_t row[], int class_index, const model_score scores[]) {
  model_score found[MODEL_CLASSES];
  int wrong = model_classify(row) != class_index;
  if (model_scores(row, found) == 0 && class_index >= 0) {
    int k;
    for (k = 0; k < MODEL_CLASSES; k++) wrong |= found[k] != scores[k];
  }
  if (wrong) printf("a check row has other results than those of the export\n");
  return wrong;
}

int main(void) {
  static const int16_t rows[][MODEL_FEATURES] = {
@rows@  };
  static const int indices[] = {@indices@};
  static const model_score scores[][MODEL_CLASSES] = {
@scores@  };
  size_t j;
  int wrong = 0;
  uint32_t h = @basis@u;
@digest_calls@  if (h != @digest@u) {
    printf("a constant differs from its value when the file was written\n");
    wrong = 1;
  }
  for (j = 0; j < @n_checks@; j++) wrong |= model_check(rows[j], indices[j], scores[j]);
  if (!wrong) printf("@n_checks@ check rows and all constants are unchanged\n");
  return wrong;
}
#endif

#endif
"""
)
