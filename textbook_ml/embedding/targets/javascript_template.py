"""The template of an exported JavaScript file: an ES module for browsers and Node."""

from textbook_ml.embedding.targets.language import Language

JAVASCRIPT = Language(
    terms="""\
    for (let i = 0; i < @n@; i++) {
      const v = x[@column@];
      if (v !== null@skips_zero ?  && v !== 0 : @) ADD(@expression@);
    }
""",
    lookups="""\
    for (let i = 0; i < @n@; i++) {
      const v = x[@column@];
      if (v !== null) ADD(GAINS[k][FIRSTS[0][i] + v]);
    }
""",
    whitened="""\
    const z = [];
    for (let i = 0, at = 0; i < @n@; i++) {
      let d = x[@column@] - MEANS[k][i];
      for (const zj of z) d = d - LOWER[k][at++] * zj;
      z.push(d);
      ADD(-(d * d * NARROW[k][i]));
    }
""",
    joint_table="""\
    let left = 1;
    for (let i = 0; i < @n@; i++) if (x[i] === null) left = left * SIZES[0][i];
    for (let j = 0; j < @n_seen@; j++) {
      if (x.every((v, i) => v === null || v === SEEN[j][i])) {
        ADD(SHARES[k][j]);
        left = left - 1;
      }
    }
    ADD(UNSEEN[0][k] * left);
""",
    absolute="Math.abs",
    add="[t, e] = twoSum(t, e, @v@);",
    add_fast="t = t + (@v@);",
)

JAVASCRIPT_FILE = r"""// @model@, exported by textbook_ml.
//
@header@

const INF = Infinity;

@constants@const DIGEST = @digest@;

function cellError(i, problem) {
  return new RangeError(`feature ${JSON.stringify(FEATURES[i])} ${problem}`);
}

/** Return the cell of column i as a number, or null if it is missing. */
function number(i, cell) {
  if (cell === null) @complete_rows ? throw cellError(i, "is missing") : return null@;
  const v = typeof cell === "boolean" ? Number(cell) : cell;
  if (KINDS[i] === "v") {
    const index = VALUES[i].indexOf(v);
    if (index < 0) throw cellError(i, "has no such category");
    return index;
  }
  if (!Number.isFinite(v)) throw cellError(i, "must be a finite number");
  if (KINDS[i] === "a" && v < 0) throw cellError(i, "must be at least 0");
  if (KINDS[i] === "c" && (v < 0 || !Number.isInteger(v))) throw cellError(i, "must be a count");
  return v;
}

@if fast
@else
/** Return t + v rounded, and e plus the rounding error. */
function twoSum(t, e, v) {
  const sum = t + v;
  const back = sum - t;
  return [sum, e + ((t - (sum - back)) + (v - back))];
}

@end
/** Return the score of each class as a rounded sum and the sum of its rounding errors. */
function sums(row) {
  if (row.length !== FEATURES.length) {
    throw new RangeError(`the row must have ${FEATURES.length} values, got ${row.length}`);
  }
  const x = Array.from(row, (cell, i) => number(i, cell));
  const heads = [];
  const tails = [];
  for (let k = 0; k < @classes@; k++) {
    let t = START[k];
    @fast ? const : let@ e = 0;
@steps@    heads.push(t);
    tails.push(t - t === 0 ? e : 0);
  }
  const highest = heads.reduce((a, b) => (b > a ? b : a));
  if (heads.some(Number.isNaN) || !(@joint ? 0 : -INF@ < highest && highest < INF)) {
    throw new RangeError("the row has probability 0 in every class, or a score overflows");
  }
  return [heads, tails];
}

/** Return the score of each class, in the order of CLASSES. */
export function scores(row) {
  const [heads, tails] = sums(row);
  return heads.map((t, k) => t + tails[k]);
}

/** Return the score of each class minus the highest score@joint ? , divided by it : @. */
function gaps(row) {
  const [heads, tails] = sums(row);
  let best = 0;
  for (let k = 1; k < heads.length; k++) {
    if ((heads[k] - heads[best]) + (tails[k] - tails[best]) > 0) best = k;
  }
  const unit = @joint ? heads[best] : 1@;
  return heads.map((t, k) => ((t - heads[best]) + (tails[k] - tails[best])) / unit);
}

/** Return the class with the highest score; of tied classes, the first. */
export function classify(row) {
  return CLASSES[gaps(row).findIndex((gap) => gap >= -TIE)];
}
@if own_exp

const SERIES = [@series@];

/** Return e to the power of t <= 0, by the same operations in every language. */
function exp(t) {
  if (t < @least@) return 0;
  let n = Math.floor(0.5 - t * @log2_e@);
  const r = (t + n * @ln_2_head@) + n * @ln_2_tail@;
  let p = 0;
  for (const c of SERIES) p = p * r + c;
  let y = 1 + (r + r * r * p);
  let half = 0.5;
  while (n > 0) {
    if (n % 2 === 1) y = y * half;
    half = half * half;
    n = Math.floor(n / 2);
  }
  return y;
}

const EXPONENTIALS = [@probes@];
@end
@if platform_exp

const exp = Math.exp;
@end
@if probabilities

/** Return the probability of each class, in the order of CLASSES. */
export function probabilities(row) {
  const weights = @joint ? scores(row) : gaps(row).map((gap) => exp(gap))@;
  let total = 0;
  for (const w of weights) total = total + w;
  return weights.map((w) => w / total);
}
@end
@if text

const INDICES = new Map(FEATURES.map((word, i) => [word, i]));

/** Return the row of an ASCII text: @row_content@. */
export function rowOf(text) {
  if ([...text].some((c) => c > "\x7f")) {
    throw new RangeError("the text must have only ASCII characters");
  }
  const row = FEATURES.map(() => 0);
  for (const [word] of text.matchAll(/[A-Za-z0-9]+(?:'[A-Za-z0-9]+)*/g)) {
    const index = INDICES.get(word.toLowerCase());
    if (index !== undefined) row[index] @counts ? += : =@ 1;
  }
  return row;
}
@end

// Check rows: kind, row, index of the class, scores and probabilities.
const CHECKS = [
@checks@];

/** Return a checksum of numbers, strings and lists of these. */
function digest(items, start = @basis@) {
  let h = start;
  for (const item of items) {
    if (Array.isArray(item)) {
      h = digest(item, h);
    } else if (item !== null) {
      for (const word of wordsOf(item)) h = Math.imul(h ^ word, @prime@) >>> 0;
    }
  }
  return h;
}

function wordsOf(item) {
  if (typeof item === "string") return [...new TextEncoder().encode(item), 255];
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, Number(item) + 0, true);
  return [view.getUint32(0, true), view.getUint32(4, true)];
}

/** Return whether two numbers differ by more than a tolerance. */
function differs(a, b, tolerance) {
  return a !== b && !(Math.abs(a - b) <= tolerance);
}

@if fast
/** Return the score of a class. */
function scoreOf(label, all) {
  return all[CLASSES.indexOf(label)];
}

@end
/** Return a list of errors in this file; it is empty if the file was not changed. */
export function selfTest() {
  const errors = [];
  if (digest(ALL) !== DIGEST) {
    errors.push("a constant differs from its value when the file was written");
  }
@if own_exp
  for (const [t, expected] of EXPONENTIALS) {
    if (exp(t) !== expected) errors.push(`exp(${t}) is ${exp(t)}, expected ${expected}`);
  }
@end
  for (const check of CHECKS) {
    const [kind, input, index, expected] = check;
    let row;
    let found = [];
    try {
      row = input;
@if text
      if (typeof input === "string") row = rowOf(input);
@end
      found = scores(row);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
    const limit = @fast ? check[5] : 0@;
    const wrong = found.some((s, k) => differs(s, expected[k], limit));
    if (found.length !== expected.length || wrong) {
      errors.push(`${kind}: the scores are ${found}, expected ${expected}`);
@if fast
    } else if (found.length > 0 && scoreOf(classify(row), expected) < expected[index] - 2 * limit) {
@else
    } else if (found.length > 0 && classify(row) !== CLASSES[index]) {
@end
      errors.push(`${kind}: the class is not ${CLASSES[index]}`);
@if probabilities
    } else if (found.length > 0 && !areNear(probabilities(row), check[4]@fast ? , check[6] : @)) {
      errors.push(`${kind}: the probabilities are not ${check[4]}`);
@end
    }
  }
  return errors;
}
@if probabilities

@if fast
/** Return whether probabilities differ by at most an error. */
function areNear(found, expected, error) {
  return found.every((p, k) => !differs(p, expected[k], error));
}
@else
/** Return whether probabilities differ by at most @exact_probabilities ? 0 : 4@ ulp. */
function areNear(found, expected) {
  const limits = expected.map((p) => @exact_probabilities ? 0 * p : 4.4e-323 + p * 8.9e-16@);
  return found.every((p, k) => !differs(p, expected[k], limits[k]));
}
@end
@end
"""
