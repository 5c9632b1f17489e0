"""Write a learner as one ES module for browsers and Node."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from textbook_ml.embedding.learners.learner import Learner
from textbook_ml.embedding.targets.language import chunks, render
from textbook_ml.embedding.targets.literals import javascript_literal

JAVASCRIPT_LEARNER = r"""// A learner for @model@, exported by textbook_ml.
//
@header@

@constants@
@if counts
const LARGEST = 1e150; // the square of a larger number may overflow
@else
const LARGEST = Number.MAX_VALUE;
@end

function twoSum(a, b) {
  const s = a + b;
  const d = s - a;
  return [s, (a - (s - d)) + (b - d)];
}

function cell(i, v) {
@if counts
  if (v === null) return null;
  if (VALUES[i].length > 0) {
    const j = VALUES[i].indexOf(v);
    if (j < 0) throw new RangeError(`feature ${FEATURES[i]} has no category ${v}`);
    return j;
  }
@end
  const x = typeof v === "boolean" ? Number(v) : v;
  if (typeof x !== "number" || !(Math.abs(x) <= LARGEST)) {
    throw new RangeError(`feature ${FEATURES[i]} must be a number, at most ${LARGEST}, got ${v}`);
  }
  return x;
}

function cells(row) {
  if (row.length !== FEATURES.length) {
    throw new RangeError(`the row must have ${FEATURES.length} values, got ${row.length}`);
  }
  return Array.from(row, (v, i) => cell(i, v));
}

function classIndex(label) {
  const k = CLASSES.indexOf(label);
  if (k < 0) throw new RangeError(`there is no class ${label}`);
  return k;
}
@if counts

function twoProduct(a, b) {
  let c = 134217729 * a;
  const ah = c - (c - a);
  const al = a - ah;
  c = 134217729 * b;
  const bh = c - (c - b);
  const bl = b - bh;
  const p = a * b;
  return [p, al * bl - (((p - ah * bh) - al * bh) - ah * bl)];
}

function add(at, x) {
  const [s, r] = twoSum(STATE[at], x);
  const e = r + STATE[at + 1];
  STATE[at] = s + e;
  STATE[at + 1] = e - (STATE[at] - s);
}

function change(row, label, sign) {
  const x = cells(row);
  const first = classIndex(label) * WIDTH;
  if (sign < 0) {
    let least = STATE[first];
    x.forEach((v, i) => {
      if (v !== null) {
        least = Math.min(least, STATE[first + PLACES[i] + (VALUES[i].length > 0 ? v : 0)]);
      }
    });
    if (least < 1) throw new RangeError("this example was not learned, so it cannot be removed");
  }
  STATE[first] += sign;
  x.forEach((v, i) => {
    const at = first + PLACES[i];
    if (v === null) return;
    if (VALUES[i].length > 0) {
      STATE[at + v] += sign;
      return;
    }
    const [d, e] = twoSum(v, -CENTRES[i]);
    const [p, q] = twoProduct(d, d);
    STATE[at] += sign;
    add(at + 1, sign * d);
    add(at + 1, sign * e);
    add(at + 3, sign * p);
    add(at + 3, sign * (q + 2 * d * e));
    if (STATE[at] === 0) STATE.fill(0, at + 1, at + 5);
  });
}

/** Learn one example; a missing value is null. */
export function update(row, label) {
  change(row, label, 1);
}

/** Remove one example that was learned. */
export function forget(row, label) {
  change(row, label, -1);
}

/** Return the mean and the variance of numeric column i in class k: (13) and (15). */
export function moments(k, i) {
  const at = k * WIDTH + PLACES[i];
  const n = STATE[at];
  if (n < 2) throw new RangeError(`feature ${FEATURES[i]} needs 2 examples in class ${CLASSES[k]}`);
  const m = STATE[at + 1] / n;
  const [mn, mnRest] = twoProduct(m, n);
  const [c, cRest] = twoSum(CENTRES[i], m);
  const mean = c + (cRest + (((STATE[at + 1] - mn) - mnRest) + STATE[at + 2]) / n);
  const [p, pRest] = twoProduct(STATE[at + 1], STATE[at + 1]);
  const q = pRest + 2 * STATE[at + 1] * STATE[at + 2];
  const a = p / n;
  const [an, anRest] = twoProduct(a, n);
  const b = (((p - an) - anRest) + q) / n;
  const [s, e] = twoSum(STATE[at + 3], -a);
  const variance = Math.max((s + (e + (STATE[at + 4] - b))) / (n - 1), FLOOR);
  if (!(variance > 0)) {
    throw new RangeError(`feature ${FEATURES[i]} is constant in class ${CLASSES[k]}`);
  }
  return [mean, variance];
}

function term(k, i, v) {
  if (VALUES[i].length === 0) {
    const [mean, variance] = moments(k, i);
    const d = v - mean;
    return -(0.5 * Math.log(6.283185307179586 * variance)) - d * d * (0.5 / variance);
  }
  const at = k * WIDTH + PLACES[i];
  let n = STRENGTH * VALUES[i].length;
  for (let j = 0; j < VALUES[i].length; j += 1) n += STATE[at + j];
  const share = n > 0 ? (STATE[at + v] + STRENGTH) / n : 0;
  return Math.log(share);
}

/** Return ln P(class) + ln P(row | class) for each class, in the order of CLASSES. */
export function scores(row) {
  const x = cells(row);
  let total = 0;
  for (let k = 0; k < CLASSES.length; k += 1) total += STATE[k * WIDTH];
  return CLASSES.map((_, k) => {
    let t = STATE[k * WIDTH] > 0 ? Math.log(STATE[k * WIDTH] / total) : -Infinity;
    let e = 0;
    for (let i = 0; i < x.length && t > -Infinity; i += 1) {
      if (x[i] !== null) {
        const [s, rest] = twoSum(t, term(k, i, x[i]));
        t = s;
        e += rest;
      }
    }
    return t > -Infinity ? t + e : t;
  });
}
@else

function score(x) {
  let t = STATE[0];
  let e = 0;
  for (let i = 0; i < x.length; i += 1) {
    const [s, rest] = twoSum(t, STATE[i + 1] * x[i]);
    t = s;
    e += rest;
  }
  return t + e;
}

/** Take one step of stochastic gradient ascent: w + ETA * (y - P(y = 1 | row)) * row. */
export function update(row, label) {
  const x = cells(row);
  const y = classIndex(label);
  const z = score(x);
  const p = z >= 0 ? 1 / (1 + Math.exp(-z)) : Math.exp(z) / (1 + Math.exp(z));
  const error = y - p;
  STATE[0] += ETA * error;
  x.forEach((v, i) => {
    STATE[i + 1] += ETA * (error * v);
  });
}

/** Return the score of each class: 0 and the log odds of the second class. */
export function scores(row) {
  return [0, score(cells(row))];
}
@end

/** Return the class with the highest score; of tied classes, the first. */
export function classify(row) {
  const found = scores(row);
  const best = Math.max(...found);
  if (!(best > -Infinity)) throw new RangeError("the row has probability 0 in every class");
  return CLASSES[found.indexOf(best)];
}

function checksum(view) {
  let h = 2166136261;
  for (let at = 8; at < view.byteLength; at += 4) {
    h = Math.imul(h ^ view.getUint32(at, true), 16777619);
  }
  return h >>> 0;
}

/** Return what was learned as bytes, which `restore` of any language reads. */
export function save() {
  const view = new DataView(new ArrayBuffer(8 + 8 * STATE.length));
  STATE.forEach((v, i) => view.setFloat64(8 + 8 * i, v, true));
  view.setUint32(0, IDENTITY, true);
  view.setUint32(4, checksum(view), true);
  return new Uint8Array(view.buffer);
}

/** Continue from the result of `save`. */
export function restore(saved) {
  if (saved.length !== 8 + 8 * STATE.length) {
    throw new RangeError(`a saved state has ${8 + 8 * STATE.length} bytes, got ${saved.length}`);
  }
  const view = new DataView(Uint8Array.from(saved).buffer);
  if (view.getUint32(0, true) !== IDENTITY) {
    throw new RangeError("the bytes were saved by another learner");
  }
  if (view.getUint32(4, true) !== checksum(view)) {
    throw new RangeError("the bytes were changed after they were saved");
  }
  STATE.forEach((_, i) => {
    STATE[i] = view.getFloat64(8 + 8 * i, true);
  });
}
"""


def javascript_learner(learner: Learner, header: Sequence[str]) -> str:
    """Return the text of the file."""
    values: Mapping[str, object] = {
        "model": learner.model,
        "header": "\n".join(f"//     {line}".rstrip() for line in header),
        "counts": not learner.steps,
        "constants": "".join(_constant_lines(learner)),
    }
    return render(JAVASCRIPT_LEARNER, values)


def _constant_lines(learner: Learner) -> Iterator[str]:
    """Yield the declarations of all constants and of the state."""
    yield f"const IDENTITY = {learner.identity};\n"
    yield f"export const CLASSES = {_list_literal(map(javascript_literal, learner.classes))};\n"
    yield f"export const FEATURES = {_list_literal(map(javascript_literal, learner.features))};\n"
    if learner.steps:
        yield f"const ETA = {learner.eta!r};\n"
    else:
        values = (_list_literal(map(javascript_literal, part)) for part in learner.values)
        yield f"export const VALUES = {_list_literal(values)};\n"
        yield f"const CENTRES = {_list_literal(map(repr, learner.centres))};\n"
        yield f"const STRENGTH = {learner.strength!r};\nconst FLOOR = {learner.floor!r};\n"
        yield f"const PLACES = {_list_literal(map(str, learner.places))};\n"
        yield f"const WIDTH = {learner.width};\n"
    yield f"const STATE = new Float64Array({_list_literal(map(repr, learner.state))});\n"


def _list_literal(items: Iterable[str]) -> str:
    return "[" + ",\n  ".join(chunks(list(items))) + "]"
