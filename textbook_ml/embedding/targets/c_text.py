"""The parts of an exported C header that are the same for every model, but for its name.

`model_` and `MODEL_` stand for the model's prefix; $names are filled in by `c_file`.
"""

from textbook_ml.embedding.ir.digest import BASIS, PRIME
from textbook_ml.embedding.targets.portable_exp import (
    LEAST,
    LN_2_HEAD,
    LN_2_TAIL,
    LOG2_E,
    PROBES,
    SERIES,
    portable_exp,
)

FILE = """\
/* $model, exported by textbook_ml.
 *
$about
 */
#ifndef MODEL_H
#define MODEL_H

#include <float.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error "-ffast-math, -Ofast and -ffinite-math-only change the scores: compile without them"
#endif
#if defined(FLT_EVAL_METHOD) && (FLT_EVAL_METHOD == 2 || FLT_EVAL_METHOD < 0)
#error "scores need plain doubles: on 32-bit x86 compile with -msse2 -mfpmath=sse"
#endif
/* A product and a sum stay two operations: fused, they would round once and not twice. GCC 12
 * fuses them in vectors even where it is told not to: then there are no vectors. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC push_options
#pragma GCC optimize ("fp-contract=off", "no-tree-vectorize", "no-tree-slp-vectorize")
#elif defined(_MSC_VER)
#pragma fp_contract (off)
#else
#pragma STDC FP_CONTRACT OFF
#endif

#define MODEL_FEATURES $n
#define MODEL_CLASSES $classes

$constants$value
/* The first column that the model does not know, counted from 1; 0 if it knows them all. */
static inline int model_refused(const double row[]) {
  int i;
  for (i = 0; i < MODEL_FEATURES; i++) {
    const double v = row[i];
    if (v != v) $missing;
    if (!(v >= -DBL_MAX && v <= DBL_MAX)) return i + 1;
    if (model_kinds[i] == 'n') continue;
    if (v < 0) return i + 1;
    if (model_kinds[i] == 'a') continue;
    if (v < 9007199254740992.0 && v != (double)(long long)v) return i + 1;
$known  }
  return 0;
}

/* t + v; what rounding loses is added to e. */
static inline double model_plus(double t, double v, double *e) {
  const double sum = t + v, back = sum - t;
  *e = *e + ((t - (sum - back)) + (v - back));
  return sum;
}

/* The score of each class in two parts, of which the second is what rounding lost. */
static inline int model_sums(const double row[], double head[], double tail[]) {
  const int refused = model_refused(row);
  int i, k, best = 0;
  (void)i;
  if (refused) return refused;
  for (k = 0; k < MODEL_CLASSES; k++) {
    double t = model_start[0][k], e = 0.0;
$steps    head[k] = t;
    tail[k] = t - t == 0 ? e : 0.0;
  }
  for (k = 0; k < MODEL_CLASSES; k++) {
    if (head[k] != head[k]) return -1;
    if (head[k] > head[best]) best = k;
  }
  return head[best] > $least && head[best] < HUGE_VAL ? 0 : -1;
}

/* The score of each class. 0: all is well; i: column i is refused, counted from 1; -1: no class
 * can have produced this row, or it is beyond the floats. */
static inline int model_scores(const double row[], double found[]) {
  double tail[MODEL_CLASSES];
  const int refused = model_sums(row, found, tail);
  int k;
  for (k = 0; k < MODEL_CLASSES && !refused; k++) found[k] = found[k] + tail[k];
  return refused;
}

/* How far each class is below the best$as_part. */
static inline int model_gaps(const double row[], double gaps[]) {
  double head[MODEL_CLASSES], tail[MODEL_CLASSES];
  const int refused = model_sums(row, head, tail);
  int k, best = 0;
  if (refused) return refused;
  for (k = 1; k < MODEL_CLASSES; k++) {
    if ((head[k] - head[best]) + (tail[k] - tail[best]) > 0) best = k;
  }
  for (k = 0; k < MODEL_CLASSES; k++) {
    gaps[k] = ((head[k] - head[best]) + (tail[k] - tail[best]))$of_best;
  }
  return 0;
}

/* The place of the class with the highest score, of equals the first; -1 if it is refused. */
static inline int model_classify(const double row[]) {
  double gaps[MODEL_CLASSES];
  int k = 0;
  if (model_gaps(row, gaps) != 0) return -1;
  while (gaps[k] < -model_tie[0][0]) k++;
  return k;
}
$probabilities$text
#ifdef MODEL_SELF_TEST
#include <stdint.h>
#include <stdio.h>
$self_test
#endif

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC pop_options
#elif !defined(_MSC_VER)
#pragma STDC FP_CONTRACT DEFAULT
#endif
#endif
"""
KNOWN = """\
    if (model_kinds[i] == 'v' && v >= model_n_values[i]) return i + 1;
"""
LONG_NAMES = """\
/* A name below is longer than the 4095 bytes that C99 asks every compiler to take. */
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Woverlength-strings"
#endif
$constants#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif
"""
VALUE = """
/* The place of a value of column i by its name, which is what a row holds; -1 if it has none. */
static inline int model_value(int i, const char *name) {
  int v;
  for (v = 0; v < model_n_values[i]; v++) {
    if (strcmp(model_values[model_first_value[i] + v], name) == 0) return v;
  }
  return -1;
}
"""
SHARES = """
/* The probability of each class; what is returned is as with the scores. */
static inline int model_probabilities(const double row[], double shares[]) {
  const int refused = $weights(row, shares);
  double total = 0.0;
  int k;
  if (refused) return refused;
$exponentials  for (k = 0; k < MODEL_CLASSES; k++) total = total + shares[k];
  for (k = 0; k < MODEL_CLASSES; k++) shares[k] = shares[k] / total;
  return 0;
}
"""
EXPONENTIALS = """\
  for (k = 0; k < MODEL_CLASSES; k++) shares[k] = $exp(shares[k]);
"""
EXP = f"""
/* e to the power of t <= 0, by the same operations in every language. */
static inline double model_exp(double t) {{
  static const double series[] = {{{", ".join(c.hex() for c in SERIES)}}};
  double r, p = 0.0, y, half = 0.5;
  int j, n;
  if (t < {LEAST}) return 0.0;
  n = (int)(0.5 - t * {LOG2_E.hex()});
  r = (t + n * {LN_2_HEAD.hex()}) + n * {LN_2_TAIL.hex()};
  for (j = 0; j < {len(SERIES)}; j++) p = p * r + series[j];
  y = 1.0 + (r + r * r * p);
  while (n > 0) {{
    if (n % 2 == 1) y = y * half;
    half = half * half;
    n = n / 2;
  }}
  return y;
}}
"""
TEXT = """
static inline int model_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/* How a word of the vocabulary compares with n letters of a text. */
static inline int model_compare(const char *word, const char *text, size_t n) {
  size_t j;
  for (j = 0; j < n; j++) {
    const char small = (char)(text[j] >= 'A' && text[j] <= 'Z' ? text[j] + 32 : text[j]);
    if (word[j] != small) return (unsigned char)word[j] < (unsigned char)small ? -1 : 1;
  }
  return word[n] == 0 ? 0 : 1;
}

/* The row of an ASCII text: $what. 0: all is well; -1: it has letters
 * beyond ASCII, which this tokeniser does not know. */
static inline int model_row(const char *text, double row[]) {
  size_t at = 0, end;
  int i;
  for (i = 0; i < MODEL_FEATURES; i++) row[i] = 0.0;
  for (; text[at]; at++) if ((unsigned char)text[at] > 127) return -1;
  for (at = 0; text[at]; at = end) {
    int low = 0, high = MODEL_FEATURES;
    end = at + 1;
    if (!model_letter(text[at])) continue;
    while (model_letter(text[end]) || (text[end] == '\\'' && model_letter(text[end + 1]))) end++;
    while (low < high) {
      const int middle = (low + high) / 2;
      const int place = model_sorted[0][middle];
      const int order = model_compare(model_features[place], text + at, end - at);
      if (order == 0) {
        row[place] $count;
        break;
      }
      if (order < 0) low = middle + 1; else high = middle;
    }
  }
  return 0;
}
"""
SELF_TEST = f"""
static uint32_t model_mix(uint32_t h, uint32_t word) {{ return (h ^ word) * {PRIME}u; }}

static uint32_t model_of_double(uint32_t h, double v) {{
  uint64_t bits;
  v = v + 0.0;
  memcpy(&bits, &v, sizeof bits);
  return model_mix(model_mix(h, (uint32_t)bits), (uint32_t)(bits >> 32));
}}

static uint32_t model_of_doubles(uint32_t h, const double v[], size_t n) {{
  size_t j;
  for (j = 0; j < n; j++) h = model_of_double(h, v[j]);
  return h;
}}
$of_ints
static uint32_t model_of_strings(uint32_t h, const char *const text[], size_t n) {{
  size_t j;
  for (j = 0; j < n; j++) {{
    const char *c;
    for (c = text[j]; *c; c++) h = model_mix(h, (unsigned char)*c);
    h = model_mix(h, 255u);
  }}
  return h;
}}

static int model_check(
    const char *kind, const double row[], int place, const double expected[],
    const double shares[]) {{
  double found[MODEL_CLASSES];
  const int refused = model_scores(row, found) != 0;
  int k, wrong = refused != (place < 0);
  if (!wrong && !refused) {{
    for (k = 0; k < MODEL_CLASSES; k++) if (found[k] != expected[k]) wrong = 1;
    if (model_classify(row) != place) wrong = 1;
$compare  }}
  (void)k;
  (void)shares;
  if (wrong) printf("%s: not what it was when the file was written\\n", kind);
  return wrong;
}}
$check_text
int main(void) {{
  int i, wrong = 0;
  uint32_t h = {BASIS}u;
$digest  for (i = 0; i < MODEL_FEATURES; i++) h = model_mix(h, (unsigned char)model_kinds[i]);
  if (h != ${{fingerprint}}u) {{
    printf("a constant is not what it was when the file was written\\n");
    wrong = 1;
  }}
$exponentials$lookups$checks  if (!wrong) {{
    printf("$n_checks check rows and all constants are as they were written\\n");
  }}
  return wrong != 0;
}}"""
OF_INTS = """
static uint32_t model_of_ints(uint32_t h, const int v[], size_t n) {
  size_t j;
  for (j = 0; j < n; j++) h = model_of_double(h, v[j]);
  return h;
}
"""
EXP_TEST = f"""\
  {{
    static const double probes[][2] = {{
      {", ".join(f"{{{t!r}, {portable_exp(t).hex()}}}" for t in PROBES)}}};
    for (i = 0; i < {len(PROBES)}; i++) {{
      if (model_exp(probes[i][0]) == probes[i][1]) continue;
      printf("exp(%g) is not what it was when the file was written\\n", probes[i][0]);
      wrong = 1;
    }}
  }}
"""
LOOKUPS = """\
  for (i = 0; i < MODEL_FEATURES; i++) {
    int v;
    for (v = 0; v < model_n_values[i]; v++) {
      if (model_value(i, model_values[model_first_value[i] + v]) == v) continue;
      printf("value %d of column %d is not found by its name\\n", v, i);
      wrong = 1;
    }
  }
"""
CHECK_TEXT = """
static int model_check_text(
    const char *kind, const char *text, int place, const double expected[],
    const double shares[]) {
  static double row[MODEL_FEATURES];
  if (model_row(text, row) != 0) row[0] = HUGE_VAL;
  return model_check(kind, row, place, expected, shares);
}
"""
COMPARE = """\
    if (model_probabilities(row, found) != 0) wrong = 1;
    for (k = 0; k < MODEL_CLASSES; k++) {
      const double gap = found[k] > shares[k] ? found[k] - shares[k] : shares[k] - found[k];
      if (!(gap <= $allowed)) wrong = 1;
    }
"""
ALLOWED = "4.5e-323 + shares[k] * 8.9e-16"  # 4 ulp
