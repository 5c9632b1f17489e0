"""The parts of an exported JavaScript file that are the same for every model."""

from textbook_ml.embedding.ir.digest import BASIS, PRIME
from textbook_ml.embedding.targets.language import Language
from textbook_ml.embedding.targets.portable_exp import (
    LEAST,
    LN_2_HEAD,
    LN_2_TAIL,
    LOG2_E,
    PROBES,
    SERIES,
    portable_exp,
)

JAVASCRIPT = Language(
    terms="""\
    for (let i = 0; i < $n; i++) {
      const v = x[$column];
      if (v !== null$and_not_zero) [t, e] = plus(t, e, $expression);
    }
""",
    lookups="""\
    for (let i = 0; i < $n; i++) {
      const v = x[$column];
      if (v !== null) [t, e] = plus(t, e, $GAINS[k][$FIRSTS[0][i] + v]);
    }
""",
    whitened="""\
    const z = [];
    for (let i = 0, at = 0; i < $n; i++) {
      let d = x[$column] - $MEANS[k][i];
      for (const zj of z) d = d - $LOWER[$m][at++] * zj;
      z.push(d);
      [t, e] = plus(t, e, -(d * d * $NARROW[$m][i]));
    }
""",
    whole_rows="""\
    let left = 1;
    for (let i = 0; i < $n; i++) if (x[i] === null) left = left * $SIZES[0][i];
    for (let j = 0; j < $n_seen; j++) {
      if (x.every((v, i) => v === null || v === $SEEN[j][i])) {
        [t, e] = plus(t, e, $SHARES[k][j]);
        left = left - 1;
      }
    }
    [t, e] = plus(t, e, $UNSEEN[0][k] * left);
""",
    and_not_zero=" && v !== 0",
    absolute="Math.abs",
    table=lambda name: name + ("[0]" if name.endswith("_AT") else ""),
)

READING = """
function refusal(i, why) {
  return new RangeError(`feature ${JSON.stringify(FEATURES[i])} is ${why}`);
}

/** The number that stands for a cell, or null; what the model does not know is refused. */
function number(i, cell) {
  if (cell === null) {
    %(missing)s
  }
  const v = typeof cell === "boolean" ? Number(cell) : cell;
  if (KINDS[i] === "v") {
    const place = VALUES[i].indexOf(v);
    if (place < 0) throw refusal(i, "a value that the model does not know");
    return place;
  }
  if (!Number.isFinite(v)) throw refusal(i, "no finite number");
  if (KINDS[i] === "a" && v < 0) throw refusal(i, "below 0");
  if (KINDS[i] === "c" && (v < 0 || !Number.isInteger(v))) throw refusal(i, "no count");
  return v;
}

/** t + v; what rounding loses is added to e. */
function plus(t, e, v) {
  const sum = t + v;
  const back = sum - t;
  return [sum, e + ((t - (sum - back)) + (v - back))];
}

/** The score of each class in two parts, of which the second is what rounding lost. */
function sums(row) {
  if (row.length !== FEATURES.length) {
    throw new RangeError(`${row.length} values came for ${FEATURES.length} features`);
  }
  const x = Array.from(row, (cell, i) => number(i, cell));
  const heads = [];
  const tails = [];
  for (let k = 0; k < %(classes)s; k++) {
    let t = START[k];
    let e = 0;
"""
DECIDING = """\
    heads.push(t);
    tails.push(t - t === 0 ? e : 0);
  }
  const top = heads.reduce((a, b) => (b > a ? b : a));
  if (heads.some(Number.isNaN) || !(%(least)s < top && top < INF)) {
    throw new RangeError("no class can have produced this row, or it is beyond the floats");
  }
  return [heads, tails];
}

/** The score of each class, in the order of CLASSES. */
export function scores(row) {
  const [heads, tails] = sums(row);
  return heads.map((t, k) => t + tails[k]);
}

/** How far each class is below the best%(as_part)s. */
function gaps(row) {
  const [heads, tails] = sums(row);
  let best = 0;
  for (let k = 1; k < heads.length; k++) {
    if ((heads[k] - heads[best]) + (tails[k] - tails[best]) > 0) best = k;
  }
  return heads.map((t, k) => ((t - heads[best]) + (tails[k] - tails[best]))%(of_best)s);
}

/** The class with the highest score; of equals, the first. */
export function classify(row) {
  return CLASSES[gaps(row).findIndex((gap) => gap >= -TIE)];
}
"""
SHARES = """
/** The probability of each class, in the order of CLASSES. */
export function probabilities(row) {
  %(weights)s
  let total = 0;
  for (const w of weights) total = total + w;
  return weights.map((w) => w / total);
}
"""
EXP = f"""
const SERIES = [{", ".join(map(repr, SERIES))}];

/** e to the power of t <= 0, by the same operations in every language. */
function exp(t) {{
  if (t < {LEAST}) return 0;
  let n = Math.floor(0.5 - t * {LOG2_E!r});
  const r = (t + n * {LN_2_HEAD!r}) + n * {LN_2_TAIL!r};
  let p = 0;
  for (const c of SERIES) p = p * r + c;
  let y = 1 + (r + r * r * p);
  let half = 0.5;
  while (n > 0) {{
    if (n % 2 === 1) y = y * half;
    half = half * half;
    n = Math.floor(n / 2);
  }}
  return y;
}}

const EXPONENTIALS = [{", ".join(f"[{t!r}, {portable_exp(t)!r}]" for t in PROBES)}];
"""
TEXT = """
const PLACES = new Map(FEATURES.map((word, i) => [word, i]));

/** The row of an ASCII text: %(what)s. */
export function rowOf(text) {
  if (/[^\\x00-\\x7f]/.test(text)) {
    throw new RangeError("the text has letters beyond ASCII, which this tokeniser does not know");
  }
  const row = FEATURES.map(() => 0);
  for (const [word] of text.matchAll(/[A-Za-z0-9]+(?:'[A-Za-z0-9]+)*/g)) {
    const place = PLACES.get(word.toLowerCase());
    if (place !== undefined) row[place] %(count)s;
  }
  return row;
}
"""
SELF_TEST = f"""
/** A fingerprint of numbers, strings and lists of these. */
function digest(things, start = {BASIS}) {{
  let h = start;
  for (const thing of things) {{
    if (Array.isArray(thing)) {{
      h = digest(thing, h);
    }} else if (thing !== null) {{
      for (const word of wordsOf(thing)) h = Math.imul(h ^ word, {PRIME}) >>> 0;
    }}
  }}
  return h;
}}

function wordsOf(thing) {{
  if (typeof thing === "string") return [...new TextEncoder().encode(thing), 255];
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, Number(thing) + 0, true);
  return [view.getUint32(0, true), view.getUint32(4, true)];
}}

/** What is wrong with this file, as a list of sentences: none if nothing is. */
export function selfTest() {{
  const wrong = [];
  if (digest(ALL) !== DIGEST) {{
    wrong.push("a constant is not what it was when the file was written");
  }}
$exp  for (const [kind, asked, place, expected, shares] of CHECKS) {{
    let row;
    let found = [];
    try {{
      row = $row;
      found = scores(row);
    }} catch (error) {{
      if (!(error instanceof RangeError)) throw error;
    }}
    if (found.length !== expected.length || found.some((s, k) => s !== expected[k])) {{
      wrong.push(`${{kind}}: the scores are ${{found}}, not ${{expected}}`);
    }} else if (found.length > 0 && classify(row) !== CLASSES[place]) {{
      wrong.push(`${{kind}}: the class is not ${{CLASSES[place]}}`);
$compare    }}
  }}
  return wrong;
}}
"""
EXP_TEST = """\
  for (const [t, due] of EXPONENTIALS) {
    if (exp(t) !== due) wrong.push(`exp(${t}) is ${exp(t)}, not ${due}`);
  }
"""
COMPARE = """\
    } else if (found.length > 0 && probabilities(row).some((a, k) => {far})) {
      wrong.push(`${kind}: the probabilities are not ${shares}`);
"""
FAR = "!(Math.abs(a - shares[k]) <= 4.5e-323 + shares[k] * 8.9e-16)"  # 4 ulp
