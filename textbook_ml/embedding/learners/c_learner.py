"""Write a learner as one C99 header: fixed memory, no allocation."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate

from textbook_ml.embedding.learners.learner import Learner
from textbook_ml.embedding.targets.c_template import C_FILE
from textbook_ml.embedding.targets.language import chunks, render
from textbook_ml.embedding.targets.literals import c_names, c_string, hexadecimal

# The conditions on the compiler are the same as for an exported model.
_PRAGMAS = C_FILE[C_FILE.index("#if defined(FLT_RADIX)") - len("@if single\n") :]
GUARDS = _PRAGMAS[: _PRAGMAS.index("#define MODEL_FEATURES")]

C_LEARNER = (
    r"""/* A learner for @model@, exported by textbook_ml.
 *
@header@
 */
#ifndef MODEL_H
#define MODEL_H

#include <float.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

"""
    + GUARDS
    + r"""#define MODEL_FEATURES @n@
#define MODEL_CLASSES @classes@
#define MODEL_STATE @state@
#define MODEL_BYTES (8 + 8 * MODEL_STATE) /* size of a saved state */
@if counts
#define MODEL_WIDTH @width@
#define MODEL_LARGEST 1e150 /* the square of a larger number may overflow */
@else
#define MODEL_LARGEST DBL_MAX
@end

@constants@
static inline int model_index(const char *const names[], int n, const char *name) {
  int i;
  for (i = 0; i < n; i++) if (strcmp(names[i], name) == 0) return i;
  return -1;
}

/* Return the index of a class by its name; -1 if there is no such class. */
static inline int model_class(const char *name) {
  return model_index(model_classes, MODEL_CLASSES, name);
}
@if categories

/* Return the index of a category of column i by its name, as a row contains it; -1 if unknown. */
static inline int model_value(int i, const char *name) {
  return model_index(model_values + model_first_value[i], model_n_values[i], name);
}
@end

static inline double model_two_sum(double a, double b, double *e) {
  const double s = a + b, d = s - a;
  *e = (a - (s - d)) + (b - d);
  return s;
}

@if counts
/* Whether v is NAN, which represents a missing value. */
static inline int model_missing(double v) { return v <= 0 ? 0 : !(v > 0); }

@end
/* Return the number of the first column that is not valid, counted from 1; 0 if all are valid. */
static inline int model_invalid(const double row[]) {
  int i;
  for (i = 0; i < MODEL_FEATURES; i++) {
    const double v = row[i];
@if counts
    if (model_missing(v)) continue;
@end
    if (!(v >= -MODEL_LARGEST && v <= MODEL_LARGEST)) return i + 1;
@if categories
    if (model_n_values[i] == 0) continue;
    if (v < 0 || v >= model_n_values[i] || v > (double)(int)v) return i + 1;
@end
  }
  return 0;
}
@if counts

static inline int model_categories(int i) {
  @categories ? return model_n_values[i] : (void)i; return 0@;
}

static inline double model_two_product(double a, double b, double *e) {
  const double c = 134217729.0 * a, ah = c - (c - a), al = a - ah;
  const double d = 134217729.0 * b, bh = d - (d - b), bl = b - bh;
  const double p = a * b;
  *e = al * bl - (((p - ah * bh) - al * bh) - ah * bl);
  return p;
}

static inline void model_add(double sum[2], double x) {
  double r, s = model_two_sum(sum[0], x, &r);
  const double e = r + sum[1];
  sum[0] = s + e;
  sum[1] = e - (sum[0] - s);
}

static inline int model_change(const double row[], int k, double sign) {
  double *block;
  int i = model_invalid(row);
  if (i != 0) return i;
  if (k < 0 || k >= MODEL_CLASSES) return -1;
  block = model_state + k * MODEL_WIDTH;
  if (sign < 0) {
    double least = block[0];
    for (i = 0; i < MODEL_FEATURES; i++) {
      if (!model_missing(row[i])) {
        const double left = block[model_places[i] + (model_categories(i) ? (int)row[i] : 0)];
        if (left < least) least = left;
      }
    }
    if (least < 1) return -2;
  }
  block[0] += sign;
  for (i = 0; i < MODEL_FEATURES; i++) {
    double *column = block + model_places[i], d, e, p, q;
    if (model_missing(row[i])) continue;
    if (model_categories(i)) {
      column[(int)row[i]] += sign;
      continue;
    }
    d = model_two_sum(row[i], -model_centres[i], &e);
    p = model_two_product(d, d, &q);
    column[0] += sign;
    model_add(column + 1, sign * d);
    model_add(column + 1, sign * e);
    model_add(column + 3, sign * p);
    model_add(column + 3, sign * (q + 2.0 * d * e));
    if (column[0] < 0.5) column[1] = column[2] = column[3] = column[4] = 0.0;
  }
  return 0;
}

/* Learn one example of class k. Return 0, the number of an invalid column, or -1 for a bad k. */
static inline int model_update(const double row[], int k) { return model_change(row, k, 1.0); }

/* Remove one example of class k. Return as model_update, or -2 if it was not learned. */
static inline int model_forget(const double row[], int k) { return model_change(row, k, -1.0); }

/* The mean and the variance of numeric column i in class k: (13) and (15). Return 0, or -3 if the
 * class has fewer than 2 examples, or the column is constant. */
static inline int model_moments(int k, int i, double *mean, double *variance) {
  const double *column = model_state + k * MODEL_WIDTH + model_places[i];
  const double n = column[0];
  double m, p, q, a, b, c, s, e;
  if (n < 2.0) return -3;
  m = column[1] / n;
  p = model_two_product(m, n, &q);
  s = model_two_sum(model_centres[i], m, &e);
  *mean = s + (e + (((column[1] - p) - q) + column[2]) / n);
  p = model_two_product(column[1], column[1], &q);
  q = q + 2.0 * column[1] * column[2];
  a = p / n;
  b = model_two_product(a, n, &c);
  b = (((p - b) - c) + q) / n;
  s = model_two_sum(column[3], -a, &e);
  *variance = (s + (e + (column[4] - b))) / (n - 1.0);
  if (*variance < model_floor) *variance = model_floor;
  return *variance > 0.0 ? 0 : -3;
}

static inline int model_term(int k, int i, double v, double *term) {
  double mean, variance, d;
  int failed;
  if (model_categories(i)) {
    const double *column = model_state + k * MODEL_WIDTH + model_places[i];
    double n = model_strength * model_categories(i);
    int j;
    for (j = 0; j < model_categories(i); j++) n = n + column[j];
    d = n > 0.0 ? (column[(int)v] + model_strength) / n : 0.0;
    *term = d > 0.0 ? log(d) : -(double)INFINITY;
    return 0;
  }
  failed = model_moments(k, i, &mean, &variance);
  if (failed) return failed;
  d = v - mean;
  *term = -(0.5 * log(6.283185307179586 * variance)) - d * d * (0.5 / variance);
  return 0;
}

/* ln P(class) + ln P(row | class) for each class. Return 0, the number of an invalid column, or -3
 * if a class has too few examples for a variance. */
static inline int model_scores(const double row[], double scores[]) {
  double total = 0.0;
  int i, k, failed = model_invalid(row);
  if (failed) return failed;
  for (k = 0; k < MODEL_CLASSES; k++) total = total + model_state[k * MODEL_WIDTH];
  for (k = 0; k < MODEL_CLASSES; k++) {
    const double size = model_state[k * MODEL_WIDTH];
    double t = size > 0.0 ? log(size / total) : -(double)INFINITY, e = 0.0;
    for (i = 0; i < MODEL_FEATURES && t >= -DBL_MAX; i++) {
      double term, rest;
      if (model_missing(row[i])) continue;
      failed = model_term(k, i, row[i], &term);
      if (failed) return failed;
      t = model_two_sum(t, term, &rest);
      e = e + rest;
    }
    scores[k] = t >= -DBL_MAX ? t + e : t;
  }
  return 0;
}
@else

static inline double model_score(const double row[]) {
  double t = model_state[0], e = 0.0, rest;
  int i;
  for (i = 0; i < MODEL_FEATURES; i++) {
    t = model_two_sum(t, model_state[i + 1] * row[i], &rest);
    e = e + rest;
  }
  return t + e;
}

/* Take one step of stochastic gradient ascent: w + eta * (y - P(y = 1 | row)) * row. Return 0, the
 * number of an invalid column, or -1 if k is not 0 or 1. */
static inline int model_update(const double row[], int k) {
  double z, p, error;
  int i = model_invalid(row);
  if (i != 0) return i;
  if (k < 0 || k > 1) return -1;
  z = model_score(row);
  p = z >= 0.0 ? 1.0 / (1.0 + exp(-z)) : exp(z) / (1.0 + exp(z));
  error = k - p;
  model_state[0] += model_eta * error;
  for (i = 0; i < MODEL_FEATURES; i++) model_state[i + 1] += model_eta * (error * row[i]);
  return 0;
}

/* The score of each class: 0 and the log odds of the second class. Return 0, or the number of an
 * invalid column. */
static inline int model_scores(const double row[], double scores[]) {
  const int failed = model_invalid(row);
  if (failed) return failed;
  scores[0] = 0.0;
  scores[1] = model_score(row);
  return 0;
}
@end

/* Return the index of the class with the highest score; -1 if there is none. */
static inline int model_classify(const double row[]) {
  double scores[MODEL_CLASSES];
  int k, best = 0;
  if (model_scores(row, scores) != 0) return -1;
  for (k = 1; k < MODEL_CLASSES; k++) if (scores[k] > scores[best]) best = k;
  return scores[best] >= -DBL_MAX ? best : -1;
}

static inline void model_write_word(unsigned char *to, uint32_t word) {
  int i;
  for (i = 0; i < 4; i++) to[i] = (unsigned char)(word >> 8 * i & 255);
}

static inline uint32_t model_read_word(const unsigned char *from) {
  return from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 | (uint32_t)from[3] << 24;
}

static inline uint32_t model_checksum(const unsigned char bytes[]) {
  uint32_t h = 2166136261u;
  size_t at;
  for (at = 8; at < MODEL_BYTES; at += 4) h = (h ^ model_read_word(bytes + at)) * 16777619u;
  return h;
}

/* Write what was learned to MODEL_BYTES bytes, which the restore function of any language reads. */
static inline void model_save(unsigned char bytes[]) {
  int i;
  for (i = 0; i < MODEL_STATE; i++) {
    uint64_t bits;
    memcpy(&bits, &model_state[i], sizeof bits);
    model_write_word(bytes + 8 + 8 * i, (uint32_t)(bits & 0xffffffffu));
    model_write_word(bytes + 12 + 8 * i, (uint32_t)(bits >> 32));
  }
  model_write_word(bytes, @identity@u);
  model_write_word(bytes + 4, model_checksum(bytes));
}

/* Continue from saved bytes. Return 0; -1 if another learner saved them; -2 if they changed. */
static inline int model_restore(const unsigned char bytes[]) {
  int i;
  if (model_read_word(bytes) != @identity@u) return -1;
  if (model_read_word(bytes + 4) != model_checksum(bytes)) return -2;
  for (i = 0; i < MODEL_STATE; i++) {
    const uint64_t low = model_read_word(bytes + 8 + 8 * i);
    const uint64_t bits = low | (uint64_t)model_read_word(bytes + 12 + 8 * i) << 32;
    memcpy(&model_state[i], &bits, sizeof bits);
  }
  return 0;
}

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC pop_options
#endif
#endif
"""
)


def c_learner(learner: Learner, header: Sequence[str], prefix: str) -> str:
    """Return the text of the file."""
    values: Mapping[str, object] = {
        "model": learner.model,
        "header": "\n".join(f" *     {line}".rstrip() for line in header),
        "single": False,
        "fast": False,
        "counts": not learner.steps,
        "categories": any(learner.values),
        "n": len(learner.features),
        "classes": len(learner.classes),
        "state": len(learner.state),
        "width": learner.width,
        "identity": learner.identity,
        "constants": "".join(_constant_lines(learner, prefix)),
    }
    template = re.sub(r"\bmodel_", f"{prefix}_", C_LEARNER)
    template = re.sub(r"\bMODEL_", f"{prefix.upper()}_", template)
    return render(template, values)


def _constant_lines(learner: Learner, prefix: str) -> Iterator[str]:
    """Yield the definitions of all constants and of the state."""
    yield _table_lines(
        f"const char *const {prefix}_classes", map(c_string, c_names(learner.classes))
    )
    yield _table_lines(f"const char *const {prefix}_features", map(c_string, learner.features))
    if learner.steps:
        yield f"static const double {prefix}_eta = {hexadecimal(learner.eta)};\n"
    else:
        yield _table_lines(f"const double {prefix}_centres", map(hexadecimal, learner.centres))
        yield f"static const double {prefix}_strength = {hexadecimal(learner.strength)};\n"
        yield f"static const double {prefix}_floor = {hexadecimal(learner.floor)};\n"
        yield _table_lines(f"const int {prefix}_places", map(str, learner.places))
    if any(learner.values):
        sizes = list(map(len, learner.values))
        names = [c_string(name) for part in learner.values for name in c_names(part)]
        yield _table_lines(f"const int {prefix}_n_values", map(str, sizes))
        firsts = list(accumulate(sizes, initial=0))[:-1]
        yield _table_lines(f"const int {prefix}_first_value", map(str, firsts))
        yield _table_lines(f"const char *const {prefix}_values", names)
    yield _table_lines(f"double {prefix}_state", map(hexadecimal, learner.state))


def _table_lines(name: str, items: Iterable[str]) -> str:
    lines = ",\n  ".join(chunks(list(items)))
    return f"static {name}[] = {{\n  {lines}\n}};\n"
