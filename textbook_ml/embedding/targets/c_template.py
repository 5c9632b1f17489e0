"""The template of an exported C header.

`model_` and `MODEL_` are replaced by the prefix of the model, before values are filled in.
"""

from textbook_ml.embedding.targets.language import Language

C = Language(
    terms="""\
    for (i = 0; i < @n@; i++) {
      const double v = row[@column@];
@if may_skip
      if (@skips_zero ? v > 0 : !model_missing(v)@) ADD(@expression@);
@else
      ADD(@expression@);
@end
    }
""",
    lookups="""\
    for (i = 0; i < @n@; i++) {
      const double v = row[@column@];
      if (!model_missing(v)) ADD(model_gains[k][model_firsts[0][i] + (int)v]);
    }
""",
    whitened="""\
    {
      double z[@n@] = {0.0};
      int j, at = 0;
      for (i = 0; i < @n@; i++) {
        double d = row[@column@] - model_means[k][i];
        for (j = 0; j < i; j++) d = d - model_lower[k][at++] * z[j];
        z[i] = d;
        ADD(-(d * d * model_narrow[k][i]));
      }
    }
""",
    joint_table="""\
    {
      double left = 1.0;
      int j;
      for (i = 0; i < @n@; i++) if (model_missing(row[i])) left = left * (double)model_sizes[0][i];
      for (j = 0; j < @n_seen@; j++) {
        int matches = 1;
        for (i = 0; i < @n@; i++) {
          if (!model_missing(row[i]) && (int)row[i] != model_seen[j][i]) matches = 0;
        }
        if (matches) {
          ADD(model_shares[k][j]);
          left = left - 1.0;
        }
      }
      ADD(model_unseen[0][k] * left);
    }
""",
    absolute="fabs",
    add="t = model_two_sum(t, @v@, &e);",
    add_fast="t = t + (@v@);",
    table=lambda name: f"model_{name.lower()}",
)

# The parts that a header with integers only has too.
C_HEAD = r"""/* @model@, exported by textbook_ml.
 *
@header@
 */
#ifndef MODEL_H
#define MODEL_H

"""
C_CATEGORIES = r"""@if names

/* Return the index of a category of column i by its name, as a row contains it; -1 if unknown. */
static inline int model_value(int i, const char *name) {
  int v;
  for (v = 0; v < model_n_values[i]; v++) {
    if (strcmp(model_values[model_first_value[i] + v], name) == 0) return v;
  }
  return -1;
}
@end
"""
C_CHECKSUM = r"""/* A checksum of all constants: FNV-1a with words of 32 bits. */
static uint32_t model_mix(uint32_t h, uint32_t word) { return (h ^ word) * @prime@u; }

static uint32_t model_mix_strings(uint32_t h, const char *const text[], size_t n) {
  size_t j;
  for (j = 0; j < n; j++) {
    const char *c;
    for (c = text[j]; *c; c++) h = model_mix(h, (unsigned char)*c);
    h = model_mix(h, 255u);
  }
  return h;
}

"""
C_FILE = (
    C_HEAD
    + r"""#include <float.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

@if single
#if defined(FLT_RADIX) && (FLT_RADIX != 2 || FLT_MANT_DIG != 24)
#error "the scores need a float of 32 bits"
#endif
@else
#if defined(FLT_RADIX) && (FLT_RADIX != 2 || DBL_MANT_DIG != 53)
#error "the scores need a double of 64 bits (on AVR: avr-gcc 10 or newer with -mdouble=64)"
#endif
@end
@if fast
#if defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__
#error "a missing value is NAN: after -ffast-math or -Ofast add -fno-finite-math-only"
#endif
@else
#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) || \
    (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error "compile without -ffast-math, -Ofast, -funsafe-math-optimizations and -ffinite-math-only"
#endif
@end
@if single
#if defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD != 0
#error "the scores need plain floats: on 32-bit x86 compile with -msse2 -mfpmath=sse"
#endif
@else
#if defined(FLT_EVAL_METHOD) && (FLT_EVAL_METHOD == 2 || FLT_EVAL_METHOD < 0)
#error "the scores need plain doubles: on 32-bit x86 compile with -msse2 -mfpmath=sse"
#endif
/* An error in this line means: compile without -fsingle-precision-constant. */
typedef char model_constants_are_doubles[sizeof(1.0) == sizeof(double) ? 1 : -1];
@end

@if fast
@else
/* A product and a sum must stay two operations: a fused operation rounds only once. GCC 12 fuses
 * them in vector code even with fp-contract=off, so vector code is switched off too. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC push_options
#pragma GCC optimize ("fp-contract=off", "no-tree-vectorize", "no-tree-slp-vectorize")
#elif defined(_MSC_VER)
#pragma fp_contract (off)
#else
#pragma STDC FP_CONTRACT OFF
#endif

@end
#define MODEL_FEATURES @n@
#define MODEL_CLASSES @classes@

@if long_strings
/* A string below is longer than the 4095 bytes that every C99 compiler must accept. */
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Woverlength-strings"
#endif
@end
@constants@
@if long_strings
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif
@end

static inline int model_finite(double v) { return v >= -DBL_MAX && v <= DBL_MAX; }

/* Whether v is NAN, which represents a missing value. */
static inline int model_missing(double v) { return v <= 0 ? 0 : !(v > 0); }
"""
    + C_CATEGORIES
    + r"""
/* Return the number of the first column that is not valid, counted from 1; 0 if all are valid. */
static inline int model_invalid(const double row[]) {
  int i;
  for (i = 0; i < MODEL_FEATURES; i++) {
    const double v = row[i];
    if (model_missing(v)) @complete_rows ? return i + 1 : continue@;
    if (!model_finite(v)) return i + 1;
    if (model_kinds[i] == 'n') continue;
    if (v < 0) return i + 1;
    if (model_kinds[i] == 'a') continue;
    if (v < @whole_limit@ && v > (double)(@long@)v) return i + 1;
@if categories
    if (model_kinds[i] == 'v' && v >= (double)model_n_values[i]) return i + 1;
@end
  }
  return 0;
}

@if fast
@else
/* Return t + v rounded, and add the rounding error to e. */
static inline double model_two_sum(double t, double v, double *e) {
  const double sum = t + v, back = sum - t;
  *e = *e + ((t - (sum - back)) + (v - back));
  return sum;
}

@end
@if fast
/* Compute the score of each class. */
static inline int model_sums(const double row[], double head[]) {
@else
/* Compute the score of each class as a rounded sum and the sum of its rounding errors. */
static inline int model_sums(const double row[], double head[], double tail[]) {
@end
  const int invalid = model_invalid(row);
  int i, k, best = 0;
  (void)i;
  if (invalid) return invalid;
  for (k = 0; k < MODEL_CLASSES; k++) {
    double t = model_start[0][k]@fast ? ; : , e = 0.0;@
@steps@    head[k] = t;
@if fast
@else
    tail[k] = model_finite(t) ? e : 0.0;
@end
  }
  for (k = 0; k < MODEL_CLASSES; k++) {
    if (model_missing(head[k])) return -1;
    if (head[k] > head[best]) best = k;
  }
  return model_finite(head[best])@joint ?  && head[best] > 0.0 : @ ? 0 : -1;
}

/* Compute the score of each class. Return 0 if there is no error, the number of the first column
 * that is not valid (counted from 1), or -1 if the row has probability 0 in every class or a
 * score overflows. */
static inline int model_scores(const double row[], double scores[]) {
@if fast
  return model_sums(row, scores);
@else
  double tail[MODEL_CLASSES];
  const int error = model_sums(row, scores, tail);
  int k;
  for (k = 0; k < MODEL_CLASSES && !error; k++) scores[k] = scores[k] + tail[k];
  return error;
@end
}

/* Compute the score of each class minus the highest score@joint ? , divided by it : @. */
static inline int model_gaps(const double row[], double gaps[]) {
@if fast
  double head[MODEL_CLASSES];
  const int error = model_sums(row, head);
@else
  double head[MODEL_CLASSES], tail[MODEL_CLASSES];
  const int error = model_sums(row, head, tail);
@end
  int k, best = 0;
  if (error) return error;
  for (k = 1; k < MODEL_CLASSES; k++) {
@if fast
    if (head[k] > head[best]) best = k;
@else
    if ((head[k] - head[best]) + (tail[k] - tail[best]) > 0) best = k;
@end
  }
  for (k = 0; k < MODEL_CLASSES; k++) {
@if fast
    gaps[k] = (head[k] - head[best])@joint ?  / head[best] : @;
@else
    gaps[k] = ((head[k] - head[best]) + (tail[k] - tail[best]))@joint ?  / head[best] : @;
@end
  }
  return 0;
}

/* Return the index of the class with the highest score (of tied classes, the first), or -1 if
 * model_scores reports an error. */
static inline int model_classify(const double row[]) {
  double gaps[MODEL_CLASSES];
  int k = 0;
  if (model_gaps(row, gaps) != 0) return -1;
  while (gaps[k] < -model_tie[0][0]) k++;
  return k;
}
@if own_exp

/* Return e to the power of t <= 0, by the same operations in every language. */
static inline double model_exp(double t) {
  static const double series[] = {@series@};
  double r, p = 0.0, y, half = 0.5;
  int j, n;
  if (t < @least@) return 0.0;
  n = (int)(0.5 - t * @log2_e@);
  r = (t + (double)n * @ln_2_head@) + (double)n * @ln_2_tail@;
  for (j = 0; j < @n_series@; j++) p = p * r + series[j];
  y = 1.0 + (r + r * r * p);
  while (n > 0) {
    if (n % 2 == 1) y = y * half;
    half = half * half;
    n = n / 2;
  }
  return y;
}
@end
@if probabilities

/* Compute the probability of each class. Return the same as model_scores. */
static inline int model_probabilities(const double row[], double probabilities[]) {
  const int error = @joint ? model_scores : model_gaps@(row, probabilities);
  double total = 0.0;
  int k;
  if (error) return error;
@if logs
  for (k = 0; k < MODEL_CLASSES; k++) {
    probabilities[k] = @own_exp ? model_exp : exp@(probabilities[k]);
  }
@end
  for (k = 0; k < MODEL_CLASSES; k++) total = total + probabilities[k];
  for (k = 0; k < MODEL_CLASSES; k++) probabilities[k] = probabilities[k] / total;
  return 0;
}
@end
@if text

static inline int model_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/* Compare a word of the vocabulary with n characters of a text, without regard to case. */
static inline int model_compare(const char *word, const char *text, size_t n) {
  size_t j;
  for (j = 0; j < n; j++) {
    const char lower = (char)(text[j] >= 'A' && text[j] <= 'Z' ? text[j] + 32 : text[j]);
    if (word[j] != lower) return (unsigned char)word[j] < (unsigned char)lower ? -1 : 1;
  }
  return word[n] == 0 ? 0 : 1;
}

/* Compute the row of an ASCII text: @row_content@.
 * Return 0, or -1 if the text has other characters than ASCII. */
static inline int model_row(const char *text, double row[]) {
  size_t at = 0, end;
  int i;
  for (i = 0; i < MODEL_FEATURES; i++) row[i] = 0.0;
  for (; text[at]; at++) if ((unsigned char)text[at] > 127) return -1;
  for (at = 0; text[at]; at = end) {
    int low = 0, high = MODEL_FEATURES;
    end = at + 1;
    if (!model_letter(text[at])) continue;
    while (model_letter(text[end]) || (text[end] == '\'' && model_letter(text[end + 1]))) end++;
    while (low < high) {
      const int middle = (low + high) / 2;
      const int word = model_sorted[0][middle];
      const int order = model_compare(model_features[word], text + at, end - at);
      if (order == 0) {
        row[word] @counts ? += : =@ 1.0;
        break;
      }
      if (order < 0) low = middle + 1; else high = middle;
    }
  }
  return 0;
}
@end

#ifdef MODEL_SELF_TEST
#include <stdint.h>
#include <stdio.h>

"""
    + C_CHECKSUM
    + r"""static uint32_t model_mix_number(uint32_t h, double v) {
  @bits@ bits;
  v = v + 0.0;
  memcpy(&bits, &v, sizeof bits);
@if single
  return model_mix(h, bits);
@else
  return model_mix(model_mix(h, (uint32_t)bits), (uint32_t)(bits >> 32));
@end
}

static uint32_t model_mix_numbers(uint32_t h, const double v[], size_t n) {
  size_t j;
  for (j = 0; j < n; j++) h = model_mix_number(h, v[j]);
  return h;
}
@if ints

static uint32_t model_mix_ints(uint32_t h, const int v[], size_t n) {
  size_t j;
  for (j = 0; j < n; j++) h = model_mix_number(h, (double)v[j]);
  return h;
}
@end

static int model_differs(double a, double b, double tolerance) {
  return !(a - b >= -tolerance && a - b <= tolerance);
}

static int model_check(
    const char *kind, const double row[], int class_index, const double scores[],
    const double probabilities[]@fast ? , double score_error, double error : @) {
  double found[MODEL_CLASSES];
  const int rejected = model_scores(row, found) != 0;
  int wrong = rejected != (class_index < 0);
  if (!wrong && !rejected) {
    int k;
    for (k = 0; k < MODEL_CLASSES; k++) {
      const int both_infinite = found[k] < -DBL_MAX && scores[k] < -DBL_MAX;
      const double tolerance = @fast ? score_error : 0.0@;
      if (!both_infinite && model_differs(found[k], scores[k], tolerance)) wrong = 1;
    }
@if fast
    k = model_classify(row);
    if (k < 0 || scores[k] < scores[class_index] - 2.0 * score_error) wrong = 1;
@else
    if (model_classify(row) != class_index) wrong = 1;
@end
@if probabilities
    if (model_probabilities(row, found) != 0) wrong = 1;
@if fast
    for (k = 0; k < MODEL_CLASSES; k++) {
      const double tolerance = error;
@else
    for (k = 0; k < MODEL_CLASSES; k++) { /* a tolerance of @exact_probabilities ? 0 : 4@ ulp */
      const double tolerance = @tolerance@;
@end
      if (model_differs(found[k], probabilities[k], tolerance)) wrong = 1;
    }
@end
  }
  (void)probabilities;
@if fast
  (void)error;
@end
  if (wrong) printf("check row (%s): the results differ from those of the export\n", kind);
  return wrong;
}
@if text

static int model_check_text(
    const char *kind, const char *text, int class_index, const double scores[],
    const double probabilities[]@fast ? , double score_error, double error : @) {
  static double row[MODEL_FEATURES];
  if (model_row(text, row) != 0) row[0] = (double)INFINITY;
  return model_check(
      kind, row, class_index, scores, probabilities@fast ? , score_error, error : @);
}
@end

int main(void) {
  int i, wrong = 0;
  uint32_t h = @basis@u;
@digest_calls@  for (i = 0; i < MODEL_FEATURES; i++) {
    h = model_mix(h, (unsigned char)model_kinds[i]);
  }
  if (h != @digest@u) {
    printf("a constant differs from its value when the file was written\n");
    wrong = 1;
  }
@if own_exp
  {
    static const double probes[][2] = {
      @probes@};
    for (i = 0; i < @n_probes@; i++) {
      if (!model_differs(model_exp(probes[i][0]), probes[i][1], 0.0)) continue;
      printf("exp of probe %d differs from its value when the file was written\n", i);
      wrong = 1;
    }
  }
@end
@if names
  for (i = 0; i < MODEL_FEATURES; i++) {
    int v;
    for (v = 0; v < model_n_values[i]; v++) {
      if (model_value(i, model_values[model_first_value[i] + v]) == v) continue;
      printf("category %d of column %d is not found by its name\n", v, i);
      wrong = 1;
    }
  }
@end
@checks@  if (!wrong) printf("@n_checks@ check rows and all constants are unchanged\n");
  return wrong != 0;
}
#endif

@if fast
@else
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC pop_options
#elif !defined(_MSC_VER)
#pragma STDC FP_CONTRACT DEFAULT
#endif
@end
#endif
"""
)
